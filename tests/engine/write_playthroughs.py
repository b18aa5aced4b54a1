"""Write the golden playthroughs anew: ``python -m tests.engine.write_playthroughs``.

A playthrough is a random game as its lines of text, and before every turn, and at the end,
a line that begins with ``=`` and says how things stand. Whoever changes the engine sees in
the difference what has become of the games; a change that was not meant to change a rule
leaves them as they are.
"""

from __future__ import annotations

import random
from pathlib import Path

from oddsapp.engine import (
    CHANCE,
    NEUTRAL,
    GameState,
    Phase,
    current_player,
    legal_actions,
    table_actions,
)
from tests.engine.variants import random_game

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
LONGEST = 400
GAMES = (
    "classic small",
    "parker1993 small",
    "blitz small",
    "experts",
    "asked late",
    "two with a neutral side",
    "missions",
    "headquarters",
    "capitals",
    "held target",
    "rounds",
    "teams",
)


def standing(state: GameState) -> str:
    """Return how things stand, as one line."""
    lands = ", ".join(
        f"{name} {'neutral' if owner == NEUTRAL else owner + 1}:{armies}"
        for name, owner, armies in zip(state.game.names, state.owners, state.armies, strict=True)
    )
    hands = " ".join(str(len(hand)) for hand in state.hands)
    choices = sum(len(a) for a in (*legal_actions(state), *table_actions(state)))
    winners = " ".join(str(player + 1) for player in state.winners) or "nobody"
    return (
        f"= round {state.round}, player {state.player + 1} to {state.phase.value}; {lands};"
        f" cards {hands}, pile {len(state.pile)}, discards {len(state.discards)},"
        f" sets {state.sets_traded}; to place {state.reserves[state.player]};"
        f" {choices} choices; won by {winners}"
    )


def is_a_turn(before: GameState, after: GameState) -> bool:
    """Tell whether a turn has begun, or the game is over."""
    if after.phase is Phase.OVER:
        return True
    return after.phase is Phase.REINFORCE and before.phase not in (Phase.REINFORCE, Phase.CONSENT)


def playthrough(name: str) -> list[str]:
    """Return a game as lines."""
    lines: list[str] = []
    rng = random.Random(f"playthrough {name}")
    talk = 0.02 if name == "rounds" else 0.0  # what is said around the table
    for before, move, after in random_game(name, rng, LONGEST, talk):
        lines.append(str(move))
        if is_a_turn(before, after):
            lines.append(standing(after))
    if current_player(after) != CHANCE and after.phase is not Phase.OVER:
        lines.append(standing(after))
    return lines


def path(name: str) -> Path:
    """Return the file of a game."""
    return FOLDER / f"{name.replace(' ', '_')}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        path(game).write_text("\n".join(playthrough(game)) + "\n", encoding="utf-8")
