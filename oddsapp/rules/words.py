"""A whole ruleset in words: a sentence for each rule, with its number in the ledger.

Every option that does anything has its sentence, whatever the goal of the game: two rulesets
that play differently never read alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddsapp.rules.combat_words import (
    Clause,
    coloured_in_words,
    expert_in_words,
    ranked_in_words,
)
from oddsapp.rules.game_options import (
    Allocation,
    BonusLimit,
    CardDraw,
    CardSchedule,
    FirstPlayer,
    Fortification,
)
from oddsapp.rules.game_rules import CardRules, SetupRules, TurnRules
from oddsapp.rules.options import DefenceTiming
from oddsapp.rules.ruleset import ColouredDice, RankedDice, Ruleset
from oddsapp.rules.victory_words import victory_in_words
from oddsapp.wording import counted, listed


class Section(NamedTuple):
    """The rules about one thing."""

    title: str
    clauses: tuple[Clause, ...]


def ruleset_in_words(rules: Ruleset) -> tuple[Section, ...]:
    """Return a ruleset as sentences, by what they are about.

    Of RISK II only the combat: its turn is not played like the classic one, to which the
    rules of setup, turn, cards and victory belong.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> sections = ruleset_in_words(find_ruleset("parker1993"))
    >>> [section.title for section in sections]
    ['Combat', 'Setup', 'Turn', 'Cards', 'Victory']
    >>> sections[2].clauses[-2]
    Clause(rule='T-6', sentence='Fortifying is one move from a territory to an adjacent one.')
    """
    combat = rules.combat
    if isinstance(combat, ColouredDice):
        return (Section("Combat", tuple(coloured_in_words(combat))),)
    return (
        Section("Combat", tuple(_combat(combat, rules.turn))),
        Section("Setup", tuple(_setup(rules.setup))),
        Section("Turn", tuple(_turn(rules.turn, rules.cards))),
        Section("Cards", tuple(_cards(rules.cards, rules.turn))),
        Section("Victory", tuple(victory_in_words(rules.victory))),
    )


# -- combat ------------------------------------------------------------------------------


def _combat(combat: RankedDice, turn: TurnRules) -> Iterator[Clause]:
    yield Clause("C-1", "One army always stays behind, so that an attack needs 2.")
    yield from ranked_in_words(combat)
    yield Clause("C-3", _defence(combat.defence_timing, asked=turn.defender_chooses))
    yield from expert_in_words(combat)
    yield Clause("C-5", "The attacker may stop after any roll, and attack on from what is taken.")
    yield Clause(
        "C-6", "At least as many armies move in as dice were rolled last, at most all but one."
    )


def _defence(timing: DefenceTiming, *, asked: bool) -> str:
    match timing:
        case DefenceTiming.AT_ONCE:
            when = "both sides announce their numbers of dice at once"
        case DefenceTiming.ATTACKER_FIRST:
            when = "the attacker's number of dice is announced first"
        case DefenceTiming.AFTER_ROLL:
            when = "the attacker's roll is seen first"
    if asked:
        return f"The defender chooses a number of dice: {when}."
    return f"The defender rolls as many dice as possible; in a game with a choice {when}."


# -- setup -------------------------------------------------------------------------------


def _setup(setup: SetupRules) -> Iterator[Clause]:
    armies = [f"{number} players {count}" for number, count in setup.starting_armies]
    yield Clause("S-1", f"Armies to start with, each: {listed(armies)}.")
    allotted = _allocation(setup.allocation)
    with_missions = _allocation(setup.mission_allocation)
    yield Clause("S-2", f"Territories are {allotted}; with secret missions {with_missions}.")
    yield Clause("S-2", "Then one army at a time is placed, in turn, on own territories.")
    match setup.first_player:
        case FirstPlayer.DICE:
            yield Clause("S-3", "The highest die starts; ties among the highest roll again.")
        case FirstPlayer.SEAT:
            yield Clause("S-3", "The first seat starts.")
    if setup.neutral_armies:
        yield Clause(
            "S-4",
            f"Between two players stands a neutral side of {setup.neutral_armies} armies: all is"
            " dealt, and each places 2 own armies and 1 neutral one in turn.",
        )
    else:
        yield Clause("S-4", "Two players play without a neutral side.")


def _allocation(allocation: Allocation) -> str:
    match allocation:
        case Allocation.DEAL:
            return "dealt at random"
        case Allocation.CLAIM:
            return "claimed one by one in turn"


# -- turn --------------------------------------------------------------------------------


def _turn(turn: TurnRules, cards: CardRules) -> Iterator[Clause]:
    match cards.draw:
        case CardDraw.BEFORE_FORTIFICATION:
            order = "reinforce, attack, draw a card, fortify"
        case CardDraw.AFTER_FORTIFICATION:
            order = "reinforce, attack, fortify, draw a card"
    yield Clause("T-1", f"A turn: {order}; attacking and fortifying may be skipped.")
    yield Clause(
        "T-2",
        f"Reinforcements: an army for every {turn.territories_per_army} territories, rounded"
        f" down, at least {turn.least_reinforcements}.",
    )
    yield Clause("T-3", "And the bonus of every continent held whole as the turn begins.")
    yield Clause("T-4", "All are placed before the first attack.")
    yield Clause("T-5", _stack_limit(turn))
    if turn.attack_seconds is None:
        yield Clause("C-9", "No clock limits the attacks.")
    else:
        yield Clause(
            "C-9",
            f"The attacks of a turn last {turn.attack_seconds} seconds at most; the comparison"
            " under way is finished.",
        )
    yield Clause("T-6", _fortification(turn))
    yield Clause("T-7", "One card is drawn in a turn with a conquest, none in one without.")


def _stack_limit(turn: TurnRules) -> str:
    if turn.stack_limit is None:
        return "Any number of armies may stand on a territory."
    bound = "binds" if turn.stack_limit_on_conquest else "does not bind"
    armies = counted(turn.stack_limit, "army", "armies")
    return (
        f"At most {armies} on a territory, and what cannot be placed is lost; this {bound}"
        " moving in after a conquest."
    )


def _fortification(turn: TurnRules) -> str:
    match turn.fortify:
        case Fortification.PATH:
            return "Fortifying is one move along a path of own territories."
        case Fortification.ADJACENT:
            return "Fortifying is one move from a territory to an adjacent one."
        case Fortification.SEVERAL:
            return (
                f"Fortifying is up to {counted(turn.fortify_moves, 'move')}, each along its own"
                " path of own territories; an army moves once."
            )
        case Fortification.FREE:
            return (
                "Fortifying moves armies from any number of territories to any number of"
                " connected ones; an army moves once."
            )


# -- cards -------------------------------------------------------------------------------


def _cards(cards: CardRules, turn: TurnRules) -> Iterator[Clause]:
    yield Clause("K-2", "A set: three alike, one of each, or any two and a wild card.")
    yield _schedule(cards)
    match cards.owned_bonus_limit:
        case BonusLimit.SET:
            often = "once per set"
        case BonusLimit.TURN:
            often = "once per turn"
    bonus = counted(cards.owned_bonus, "army", "armies")
    limited = ""
    if turn.stack_limit is not None:
        bound = "bound" if cards.owned_bonus_is_limited else "not bound"
        limited = f", {bound} by the limit on a territory"
    yield Clause(
        "K-8", f"A traded card that shows an own territory gives {bonus} there, {often}{limited}."
    )
    at = cards.must_trade_at
    yield Clause("K-9", f"With {at} cards or more as the turn begins a set must be traded.")
    exactly = "are traded at once too" if cards.trade_at_once_with_five else "wait for the turn"
    yield Clause(
        "K-10",
        f"Who eliminates a player gets the cards: with more than {at} of them sets are traded at"
        f" once, down to {cards.trade_down_to} or fewer; exactly {at} {exactly}.",
    )
    yield Clause("K-12", "An empty draw pile is refilled from the shuffled discards.")


def _schedule(cards: CardRules) -> Clause:
    first = ", ".join(map(str, cards.escalating))
    escalating = (
        f"Sets are worth {first}, then {cards.escalating_step} more each, counted over all players"
    )
    match cards.schedule:
        case CardSchedule.ESCALATING:
            return Clause("K-3", f"{escalating}.")
        case CardSchedule.BY_ONE:
            start = cards.by_one_from
            return Clause("K-4", f"Sets are worth {start}, {start + 1}, {start + 2} and so on.")
        case CardSchedule.FIXED:
            infantry, cavalry, artillery, each = cards.fixed_values
            return Clause(
                "K-5",
                f"A set of infantry is worth {infantry}, of cavalry {cavalry}, of artillery"
                f" {artillery}, one of each {each}; with wild cards the best that fits.",
            )
        case CardSchedule.FLAT:
            return Clause("K-6", f"Every set is worth {cards.flat_value}.")
        case CardSchedule.LIMITED:
            return Clause("K-7", f"{escalating}, and never above {cards.limited_cap}.")
