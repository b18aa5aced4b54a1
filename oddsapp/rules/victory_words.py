"""What wins a game, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.rules.combat_words import Clause
from oddsapp.rules.game_options import CapitalForm, Goal, OwnColour, ScoreTie
from oddsapp.rules.game_rules import SameTimeRules, Table, VictoryRules
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
    yield _capitals(victory, "at the end of one's turn")
    yield _choice_of_capitals(victory)
    held = "and at the start of one's next" if victory.hold_target else "and wins at once"
    yield Clause(
        "V-6",
        "Games for territories: one has"
        f" {counted(victory.territory_target, 'territory', 'territories')} at the end of one's"
        f" turn, {held}.",
    )
    yield _score(victory)
    yield _teams(victory)
    yield Clause("V-9", "Conceding, a draw and counting the score need everyone's consent.")
    yield Clause("V-10", "Who loses the last territory is out.")


def same_time_victory_in_words(victory: VictoryRules, same_time: SameTimeRules) -> Iterator[Clause]:
    """Yield the same for games in which all play at the same time.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2").replace(domination_territories="60%")
    >>> list(same_time_victory_in_words(rules.victory, rules.same_time))[2].sentence
    'Games for domination: one holds 33 territories.'
    """
    yield Clause("V-2", "Who has won is seen after the tactical moves of a round.")
    if victory.goal is Goal.DOMINATION:
        yield Clause("V-2", "This game is played for domination.")
    else:
        yield _goal(victory)
    target = same_time.domination_territories
    held = "the whole board" if target is None else counted(target, "territory", "territories")
    yield Clause("V-2", f"Games for domination: one holds {held}.")
    yield Clause("V-3", _missions(victory))
    yield Clause(
        "V-3",
        f"A mission wins at the end of round {same_time.missions_from_round} or later; missions"
        " are dealt once territories are allotted.",
    )
    yield _capitals(victory, "then")
    yield _choice_of_capitals(victory)
    yield _score(victory)
    yield Clause(
        "V-2",
        "Of several who win in one round it is who holds the most territories, then who has the"
        " most armies; with equal armies it is a draw.",
    )
    yield _teams(victory)
    yield Clause("V-10", "Who is without a territory once all battles of a round are over is out.")


def _score(victory: VictoryRules) -> Clause:
    match victory.score_tie:
        case ScoreTie.SHARED:
            tie = "a last tie is shared"
        case ScoreTie.EXTRA_ROUND:
            tie = "a last tie is played on for a round"
    return Clause(
        "V-7",
        f"Games for the score: {counted(victory.rounds, 'round')}, then a point for every"
        f" territory, the bonuses of continents, and a point for every"
        f" {counted(victory.score_armies, 'army', 'armies')}; ties by territories, continents,"
        f" armies; {tie}.",
    )


def _teams(victory: VictoryRules) -> Clause:
    if victory.teams:
        return Clause("V-8", f"The players are {victory.teams} equal teams, seated in turn.")
    return Clause("V-8", "Everybody plays alone.")


def _goal(victory: VictoryRules) -> Clause:
    match victory.goal:
        case Goal.DOMINATION:
            return Clause("V-1", "This game is played for the whole board and nothing else.")
        case Goal.MISSIONS:
            return Clause("V-3", "This game is played for secret missions.")
        case Goal.CAPITALS:
            return Clause(_CAPITALS[victory.capital_form], "This game is played for capitals.")
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


_CAPITALS = {
    CapitalForm.HEADQUARTERS: "V-4",
    CapitalForm.CAPITALS: "V-5",
    CapitalForm.RISK2: "V-11",
}


def _capitals(victory: VictoryRules, when: str) -> Clause:
    """Return what capitals win; ``when`` says it of those forms that are not won at once."""
    match victory.capital_form:
        case CapitalForm.HEADQUARTERS:
            at_once = "then" if when == "then" else "and wins at once"
            return Clause(
                "V-4",
                f"Games for capitals: one takes {_headquarters(victory)} opposing headquarters"
                f" while holding one's own, {at_once}; the card of a headquarters is no"
                " part of a set.",
            )
        case CapitalForm.CAPITALS:
            goal = "one's own and most of all" if victory.short_game else "all capitals"
            return Clause(
                "V-5",
                f"Games for capitals: one holds {goal} {when}; each starts with"
                f" at least {counted(victory.capital_armies, 'army', 'armies')}.",
            )
        case CapitalForm.RISK2:
            return Clause(
                "V-11",
                f"Games for capitals: one holds {_numbers(victory.capitals_to_take)} opposing"
                f" capitals and one's own {when}.",
            )


def _choice_of_capitals(victory: VictoryRules) -> Clause:
    if victory.capitals_before_armies:
        when = "before the armies to start with are placed, and stay secret until all are"
    else:
        when = "in secret once the armies to start with are placed"
    return Clause(_CAPITALS[victory.capital_form], f"Capitals are chosen {when}.")


def _headquarters(victory: VictoryRules) -> str:
    return _numbers(victory.headquarters_to_take) if victory.short_game else "all"


def _numbers(table: Table) -> str:
    numbers = [f"{number} (of {players} players)" for players, number in table]
    return f"{', '.join(numbers)} or else all" if numbers else "all"
