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
    BonusLimit,
    CardDraw,
    CardSchedule,
    ConquestTrade,
    FallenCards,
    Fortification,
)
from oddsapp.rules.game_rules import CardRules, SameTimeRules, TurnRules
from oddsapp.rules.options import DefenceTiming
from oddsapp.rules.ruleset import ColouredDice, RankedDice, Ruleset
from oddsapp.rules.same_time_words import same_time_turn_in_words
from oddsapp.rules.setup_words import setup_in_words
from oddsapp.rules.victory_words import same_time_victory_in_words, victory_in_words
from oddsapp.wording import counted


class Section(NamedTuple):
    """The rules about one thing."""

    title: str
    clauses: tuple[Clause, ...]


def ruleset_in_words(rules: Ruleset) -> tuple[Section, ...]:
    """Return a ruleset as sentences, by what they are about.

    Parameters
    ----------
    rules : Ruleset

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
        return (
            Section("Combat", tuple(coloured_in_words(combat))),
            Section("Setup", tuple(setup_in_words(rules.setup, rules.same_time))),
            Section("Turn", tuple(same_time_turn_in_words(rules.turn, rules.same_time))),
            Section("Cards", tuple(_same_time_cards(rules.cards, rules.same_time))),
            Section("Victory", tuple(same_time_victory_in_words(rules.victory, rules.same_time))),
        )
    return (
        Section("Combat", tuple(_combat(combat, rules.turn))),
        Section("Setup", tuple(setup_in_words(rules.setup, None))),
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


def _same_time_cards(cards: CardRules, same_time: SameTimeRules) -> Iterator[Clause]:
    yield Clause("K-2", "A set: three alike, one of each, or any two and a wild card.")
    yield _schedule(cards)
    bonus = counted(cards.owned_bonus, "army", "armies")
    often = "set" if cards.owned_bonus_limit is BonusLimit.SET else "turn"
    yield Clause(
        "K-8", f"A traded card that shows an own territory gives {bonus} there, once per {often}."
    )
    at, down_to = cards.must_trade_at, cards.trade_down_to
    yield Clause(
        "K-11",
        f"With {at} cards or more before reinforcements are placed sets must be traded, down to"
        f" {down_to} or fewer. Sets traded at once are counted in seat order from a first seat"
        " that moves on each round.",
    )
    match same_time.conquest_trade:
        case ConquestTrade.US:
            when = "sets are traded at once, and placed before the tactical moves"
        case ConquestTrade.EUROPE:
            when = "sets wait for the next reinforcements"
    yield Clause("K-11", f"With {at} cards or more after an elimination {when}.")
    yield Clause("K-12", "An empty draw pile is refilled from the shuffled discards.")
    yield Clause("K-13", f"The cards of an eliminated player: {_fallen_cards(same_time)}.")
    yield Clause(
        "K-14",
        "Who took part in a conquest draws one card after the tactical moves, even if the spoils"
        " are lost.",
    )


def _fallen_cards(same_time: SameTimeRules) -> str:
    shared = (
        "who beat the player in the latest kind of battle has them; after a mass invasion, who"
        " owns the territory; several share evenly, and what is left over goes back to the deck"
    )
    match same_time.fallen_cards:
        case FallenCards.LATEST_KIND:
            return shared
        case FallenCards.LAST_BATTLE:
            return "who won the battle resolved last has them all"
        case FallenCards.LAST_TARGET:
            return f"after a failed last attack who owns its target has them all; else {shared}"
        case FallenCards.SHARED_TARGET:
            return f"{shared}; after a failed last attack who owns its target shares as well"


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
