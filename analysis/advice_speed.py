"""How fast advice is: candidates made and ranked exactly, on the position of the package.

``python -m analysis.advice_speed`` prints the ranking, and how long it takes.
"""

from __future__ import annotations

from analysis.measuring import Measured, seconds, wait
from oddsapp.engine.positions import example_position
from oddsapp.whatif.advising.advice import advise
from oddsapp.whatif.advising.advice_result import Advice
from oddsapp.whatif.advising.candidates import make_candidates
from oddsapp.whatif.goals import parse_goal

GOAL = "take Africa"


def advice() -> Advice:
    """Return the advice: its candidates are made anew each time."""
    found = advise(example_position().state, None, GOAL)
    if not (found.is_decided and 0.8 < found.best.estimate.mean < 0.9):
        raise ArithmeticError(f"the advice for {GOAL} is {found}")
    return found


def seconds_for_advice(sizes: tuple[int, ...], tries: int) -> Measured:
    """Return the seconds for candidates and their exact ranking."""
    del sizes
    return wait(advice, tries=tries, before=lambda: None)


def main(tries: int = 7) -> None:
    """Print the ranking and the times of so many tries."""
    state, goal = example_position().state, parse_goal(GOAL)
    print(advice().text)
    made = seconds(lambda: make_candidates(state, goal), calls=tries)
    whole = seconds_for_advice((), tries)
    print(f"candidates: {made:.3f} s; with their exact ranking: {whole.value:.3f} s")


if __name__ == "__main__":
    main()
