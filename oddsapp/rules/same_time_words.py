"""A turn in which all play at the same time, as sentences (R-1 to R-8, M-10 to M-14)."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.rules.combat_words import Clause
from oddsapp.rules.game_options import Diplomacy
from oddsapp.rules.game_rules import SameTimeRules, TurnRules
from oddsapp.wording import counted


def same_time_turn_in_words(turn: TurnRules, same_time: SameTimeRules) -> Iterator[Clause]:
    """Yield the phases of a turn, and what may be ordered in each.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2")
    >>> next(same_time_turn_in_words(rules.turn, rules.same_time)).rule
    'R-1'
    """
    yield Clause(
        "R-1",
        "A turn of all at once: diplomacy, reinforcements, battles, tactical moves, then cards.",
    )
    yield Clause("R-6", _diplomacy(same_time))
    yield Clause(
        "R-3",
        "Each phase is planned in secret, changeable until all are ready, and then carried out; an"
        " order that is unclear or against the rules is void, and its armies stay.",
    )
    yield from _reinforcements(turn, same_time)
    yield Clause("R-7", "At least one army stays in every territory.")
    yield Clause(
        "R-8",
        "An attack names from, to and force; what a territory sends is at most its armies less one"
        " in all.",
    )
    yield from _battles(same_time)
    yield Clause(
        "R-5",
        "A tactical move goes from one territory to any adjacent own ones, each of which takes at"
        " most 1 army and 1 for each adjacent own territory.",
    )


def _diplomacy(same_time: SameTimeRules) -> str:
    minutes = same_time.diplomacy_minutes
    limit = counted(minutes, "minute")
    binding = "they do not bind, and breaking one is recorded"
    match same_time.diplomacy:
        case Diplomacy.OFF:
            return f"Diplomacy is skipped; where it is not, it lasts {limit} at most."
        case Diplomacy.OPEN:
            return f"Pacts are declared openly, within {limit}; {binding}."
        case Diplomacy.SECRET:
            return f"Pacts are known to those who make them, within {limit}; {binding}."


def _reinforcements(turn: TurnRules, same_time: SameTimeRules) -> Iterator[Clause]:
    empire = ", and for those of the largest connected group once more" if same_time.empire else ""
    yield Clause(
        "R-2",
        f"Reinforcements: an army for every {turn.territories_per_army} territories owned{empire},"
        f" rounded down, at least {turn.least_reinforcements}; and the bonus of every continent"
        " held whole.",
    )
    if same_time.restricted_reinforcement:
        yield Clause(
            "R-4",
            "A territory takes at most 1 reinforcement and 1 for each adjacent own territory; what"
            " cannot be placed is lost.",
        )
    else:
        yield Clause("R-4", "A territory takes any number of reinforcements.")


def _battles(same_time: SameTimeRules) -> Iterator[Clause]:
    yield Clause(
        "M-10",
        "Each player has one surge a turn: a force that goes through one territory into a second;"
        " it leaves one army in the first.",
    )
    yield Clause(
        "M-11",
        "Battles in order: border clashes, mass invasions, invasions, spoils of war, then those of"
        " surges in the same order.",
    )
    yield Clause("M-12", "Armies out on an attack do not defend the territory that they have left.")
    stays = (
        "one of a clash's survivors stays at home" if same_time.clash_leaves_one else "all go on"
    )
    yield Clause("M-13", f"What is left of a force goes on to its next battle; {stays}.")
    yield Clause("M-14", "A force whose home falls fights on, and owns what it conquers.")
