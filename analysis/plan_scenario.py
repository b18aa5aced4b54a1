"""The plan that the benchmark forecasts: ten attacks from two stacks into Asia.

``python -m analysis.plan_scenario`` prints what it comes to.
"""

from __future__ import annotations

from oddsapp.boards import find_board
from oddsapp.engine import GameState, Phase, new_game
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.plans.plan_text import parse_plan

ASIA_PLAN = """\
attack Ukraine -> Ural until 10 armies are left
if taken:
    attack Ural -> Siberia until 6 armies are left, leave 14 armies
    attack Ural -> China until the odds are under 0.4
else:
    attack Ukraine -> Afghanistan until 5 armies are left
attack Egypt -> Middle East, never below 3 armies
if taken:
    attack Middle East -> India until 2 armies are left
    if taken:
        attack India -> Siam until 2 armies are left
attack Siberia -> Yakutsk until 3 armies are left, leave 2 armies
attack Yakutsk -> Kamchatka until 4 rolls are made
attack Siberia -> Mongolia
fortify all but 1 army Yakutsk -> Ural"""


def asia_plan() -> Plan:
    """Return the plan."""
    return parse_plan(ASIA_PLAN)


def before_asia(armies: int, defenders: int) -> GameState:
    """Return a position with stacks in Ukraine and, half as large, in Egypt.

    Parameters
    ----------
    armies : int
        In Ukraine.
    defenders : int
        On each territory of Asia, which the second player holds.
    """
    board = find_board("classic")
    asia = board.continent("Asia").territories
    stacks = {"Ukraine": armies, "Egypt": max(4, armies // 2)}
    names = board.territories
    return new_game("classic", players=3).evolve(
        phase=Phase.ATTACK,
        player=0,
        contenders=(),
        undealt=(),
        reserves=(0, 0, 0, 0),
        owners=tuple(1 if name in asia else 0 if name in stacks else 2 for name in names),
        armies=tuple(stacks.get(name, defenders if name in asia else 1) for name in names),
        pile=tuple(range(len(names) + board.wild_cards)),
    )


def main() -> None:
    """Print what the plan comes to with 60 armies against 6 each."""
    found = forecast_plan(before_asia(60, 6), asia_plan())
    print(found)
    for step in found.steps:
        print(f"{float(step.reached):8.4f} {float(step.done):8.4f} {step.text}")
    for taken, chance in list(found.conquests.items())[:5]:
        print(f"{float(chance):8.4f} {', '.join(taken)}")


if __name__ == "__main__":
    main()
