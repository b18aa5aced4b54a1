"""Cards and commander in one battle: what is asked of the game in `expert`."""

from __future__ import annotations

from oddsapp.odds.expert import ExpertGame
from oddsapp.odds.expert_results import ExpertOdds
from oddsapp.odds.goal import Goal
from oddsapp.odds.limits import described_attack
from oddsapp.rules import CardReroll, RankedDice, Ruleset, as_ruleset


def expert_game(
    armies: int | None = None,
    defenders: int | None = None,
    *,
    force: int | None = None,
    rules: str | Ruleset,
    cards: int | None = None,
    goal: str | Goal = Goal.WIN,
    exact: bool = False,
) -> ExpertGame:
    """Return the solved game of cards and commander, for every state up to a battle.

    Parameters
    ----------
    armies, defenders, force : int
        The largest battle, as in `oddsapp.battle`.
    rules : str or Ruleset
        As in `expert_odds`.
    cards : int, optional
        How many of the attacker's cards name one of the two territories; 1 unless told
        otherwise, if the rules let cards re-roll.
    goal : str or Goal
    exact : bool
        Every value as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, the rules know no such thing, or there are too many
        states.

    Examples
    --------
    >>> from oddsapp import find_ruleset
    >>> rules = find_ruleset("parker1993").replace(commander=True)
    >>> game = expert_game(force=3, defenders=2, rules=rules, exact=True)
    >>> game.odds(1, 1).optimal
    Fraction(5, 6)
    """
    ruleset = as_ruleset(rules)
    described = described_attack(armies, defenders, force, ruleset)
    if cards is None:
        combat = ruleset.combat
        can_reroll = isinstance(combat, RankedDice) and combat.card_reroll is not CardReroll.OFF
        cards = int(can_reroll)
    return ExpertGame(described, cards=cards, goal=goal, exact=exact)


def expert_odds(
    armies: int | None = None,
    defenders: int | None = None,
    *,
    force: int | None = None,
    rules: str | Ruleset,
    cards: int | None = None,
    goal: str | Goal = Goal.WIN,
    exact: bool = False,
) -> ExpertOdds:
    """Return what the expert variants are worth in one battle (C-7, C-8).

    Parameters
    ----------
    armies, defenders, force : int
        The battle, as in `oddsapp.battle`.
    rules : str or Ruleset
        Its ``card_reroll``, ``card_limit`` and ``commander`` say what there is; the
        commander counts as not yet used this turn.
    cards : int, optional
        How many of the attacker's cards name one of the two territories; 1 unless told
        otherwise, if the rules let cards re-roll.
    goal : str or Goal
    exact : bool
        Every value as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, the rules know no such thing, or there are too many
        states.

    Examples
    --------
    One against one the commander shows a 6, which only a 6 withstands:

    >>> from oddsapp import find_ruleset
    >>> expert = find_ruleset("parker1993").replace(commander=True)
    >>> expert_odds(force=1, defenders=1, rules=expert, exact=True).optimal
    Fraction(5, 6)
    >>> odds = expert_odds(force=10, defenders=7, rules=expert)
    >>> round(odds.without, 4), round(odds.as_soon_as_possible, 4), round(odds.optimal, 4)
    (0.7998, 0.9165, 0.9294)
    """
    game = expert_game(
        armies, defenders, force=force, rules=rules, cards=cards, goal=goal, exact=exact
    )
    return game.odds(*game.battle.armies)
