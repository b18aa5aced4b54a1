"""What wins a game, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.rules.combat_words import Clause
from oddsapp.rules.game_options import CapitalForm, Goal, OwnColour, ScoreTie
from oddsapp.rules.game_rules import VictoryRules
from oddsapp.wording import counted


def victory_in_words(victory: VictoryRules) -> Iterator[Clause]:
    """Yield the goal of the game, and what the other goals would ask for.

    Goals that are not played are told as well: they are what presets differ in.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> next(victory_in_words(find_ruleset("classic").victory)).sentence
    'Who holds the whole board wins at once.'
    """
    yield Clause("V-1", "Who holds the whole board wins at once.")
    yield _goal(victory)
    yield Clause("V-3", _missions(victory))
    yield _capitals(victory)
    held = "and at the start of one's next" if victory.hold_target else "and wins at once"
    yield Clause(
        "V-6",
        "Games for territories: one has"
        f" {counted(victory.territory_target, 'territory', 'territories')} at the end of one's"
        f" turn, {held}.",
    )
    match victory.score_tie:
        case ScoreTie.SHARED:
            tie = "a last tie is shared"
        case ScoreTie.EXTRA_ROUND:
            tie = "a last tie is played on for a round"
    yield Clause(
        "V-7",
        f"Games for the score: {counted(victory.rounds, 'round')}, then a point for every"
        f" territory, the bonuses of continents, and a point for every"
        f" {counted(victory.score_armies, 'army', 'armies')}; ties by territories, continents,"
        f" armies; {tie}.",
    )
    if victory.teams:
        yield Clause("V-8", f"The players are {victory.teams} equal teams, seated in turn.")
    else:
        yield Clause("V-8", "Everybody plays alone.")
    yield Clause("V-9", "Conceding, a draw and counting the score need everyone's consent.")
    yield Clause("V-10", "Who loses the last territory is out.")


def _goal(victory: VictoryRules) -> Clause:
    match victory.goal:
        case Goal.DOMINATION:
            return Clause("V-1", "This game is played for the whole board and nothing else.")
        case Goal.MISSIONS:
            return Clause("V-3", "This game is played for secret missions.")
        case Goal.CAPITALS:
            number = "V-4" if victory.capital_form is CapitalForm.HEADQUARTERS else "V-5"
            return Clause(number, "This game is played for capitals.")
        case Goal.TERRITORIES:
            return Clause("V-6", "This game is played for a number of territories.")
        case Goal.ROUNDS:
            return Clause("V-7", "This game is played for the score after a number of rounds.")


def _missions(victory: VictoryRules) -> str:
    who = "by whoever has it" if victory.destroy_personally else "by anybody's hand"
    territories = counted(victory.mission_territories, "territory", "territories")
    match victory.own_colour:
        case OwnColour.TERRITORIES:
            own = "one's own colour becomes"
        case OwnColour.REDEALT:
            own = "one's own colour is dealt anew, and what cannot be done any more becomes"
    return (
        f"Games for missions: from the deck {victory.mission_deck}; to destroy a colour is done"
        f" {who}; {own} {territories}."
    )


def _capitals(victory: VictoryRules) -> Clause:
    match victory.capital_form:
        case CapitalForm.HEADQUARTERS:
            return Clause(
                "V-4",
                f"Games for capitals: one takes {_headquarters(victory)} opposing headquarters"
                " while holding one's own, and wins at once; the card of a headquarters is no"
                " part of a set.",
            )
        case CapitalForm.CAPITALS:
            goal = "one's own and most of all" if victory.short_game else "all capitals"
            return Clause(
                "V-5",
                f"Games for capitals: one holds {goal} at the end of one's turn; each starts with"
                f" at least {counted(victory.capital_armies, 'army', 'armies')}.",
            )


def _headquarters(victory: VictoryRules) -> str:
    if not victory.short_game:
        return "all"
    numbers = [f"{n} (of {players} players)" for players, n in victory.headquarters_to_take]
    return f"{', '.join(numbers)} or else all" if numbers else "all"
