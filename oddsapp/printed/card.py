"""The numbers of an odds card: one page that lies in the box of the game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.need import Need, armies_needed_for_each
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.rules_in_words import rules_in_words
from oddsapp.odds.solve import battle
from oddsapp.printed.card_page import card_page
from oddsapp.rules import ColouredDice, Role, Ruleset, as_ruleset

FORCES = tuple(range(1, 17))
DEFENDERS = tuple(range(1, 13))
"""Which battles are on the card where the dice do not change with the size of an army."""

SHARES = ("50%", "75%", "90%")
"""The chances to win for which the armies needed are told."""

LOSSES_WITH = "75%"
"""With the armies for which of them the expected losses are told."""


@dataclass(frozen=True, kw_only=True)
class OddsCard:
    """The numbers of an odds card; make it with `oddsapp.odds_card`.

    Parameters
    ----------
    rules : Ruleset
    sentences : tuple of str
        The rules in words.
    forces, defenders : tuple of int
        The rows and the columns of the matrix. A force needs one army more on its territory.
    battles : tuple of tuple of AttackOutcome
        A row for each force.
    needs : dict
        For each chance to win, the armies needed against each number of defenders; None
        where no number of armies that was tried is enough.
    losses_with : str
        The chance to win with the armies for which losses are told.
    lost : tuple of (float, float) or None
        Attackers and defenders lost on average with those armies, over all battles.

    Examples
    --------
    >>> import oddsapp
    >>> card = oddsapp.odds_card("classic")
    >>> round(card.battles[9][6].win, 5)  # a force of 10 against 7
    0.79983
    >>> [need.armies for need in card.needs["75%"]][:4]
    [3, 5, 6, 8]
    """

    rules: Ruleset
    sentences: tuple[str, ...]
    forces: tuple[int, ...]
    defenders: tuple[int, ...]
    battles: tuple[tuple[AttackOutcome, ...], ...]
    needs: dict[str, tuple[Need | None, ...]]
    losses_with: str
    lost: tuple[tuple[float, float] | None, ...]

    @property
    def html(self) -> str:
        """The card as a page of HTML that prints on one sheet of A5."""
        return card_page(self)


def odds_card(rules: str | Ruleset = "classic") -> OddsCard:
    """Return an odds card: P(win), armies needed, expected losses, on a page of A5.

    Parameters
    ----------
    rules : str or Ruleset
        A ruleset or its name; of RISK II the card is about invasions by one army (M-5).

    Raises
    ------
    InvalidInput
        If there are no such rules.

    Examples
    --------
    >>> import oddsapp
    >>> oddsapp.odds_card("risk2").forces  # around the sizes that roll another die
    (1, 3, 5, 6, 8, 10, 11, 14, 18, 19, 24, 30, 31, 40)
    """
    ruleset = as_ruleset(rules)
    forces, defenders = (_sizes(ruleset, role) for role in (Role.ATTACKER, Role.DEFENDER))
    rows = tuple(
        tuple(battle(force=force, defenders=against, rules=ruleset) for against in defenders)
        for force in forces
    )
    columns = [_needs(against, ruleset) for against in defenders]
    needs = {share: tuple(column[share] for column in columns) for share in SHARES}
    return OddsCard(
        rules=ruleset,
        sentences=rules_in_words(attack(forces[-1], defenders[-1], ruleset)),
        forces=forces,
        defenders=defenders,
        battles=rows,
        needs=needs,
        losses_with=LOSSES_WITH,
        lost=tuple(_lost(need, ruleset) for need in needs[LOSSES_WITH]),
    )


def _sizes(rules: Ruleset, role: Role) -> tuple[int, ...]:
    """Return which sizes are on the card: of coloured dice the first and last of each die."""
    combat = rules.combat
    if not isinstance(combat, ColouredDice):
        return FORCES if role is Role.ATTACKER else DEFENDERS
    starts = combat.thresholds.starts(role)
    sizes = {starts[-1], starts[-1] + 9}
    for first, following in pairwise(starts):
        last = following - 1
        sizes |= {first, (first + last) // 2, last}
    return tuple(sorted(sizes))


def _needs(defenders: int, rules: Ruleset) -> dict[str, Need | None]:
    try:
        found = armies_needed_for_each(defenders, SHARES, rules=rules)
    except InvalidInput:  # under these rules no number of armies is enough
        return dict.fromkeys(SHARES)
    return dict(zip(SHARES, found, strict=True))


def _lost(need: Need | None, rules: Ruleset) -> tuple[Any, Any] | None:
    if need is None:
        return None
    outcome = battle(need.armies, need.defenders, rules=rules)
    return outcome.expected_attackers_lost, outcome.expected_defenders_lost
