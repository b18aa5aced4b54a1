"""The outcome of a campaign: what becomes of each territory, and how it may end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.odds.plain import plain_number
from oddsapp.pmf import Pmf
from oddsapp.rules import RankedDice, Ruleset

if TYPE_CHECKING:
    import pandas as pd

    from oddsapp.odds.explain_campaign import CampaignExplanation

Weights = dict[int, Any]
"""Weight by number of armies."""


class Territory(NamedTuple):
    """A territory to be taken: its defenders, and the dice rolled for it.

    Parameters
    ----------
    defenders : int
        The armies there.
    rules : Ruleset
        Whose dice are rolled for it.

    Examples
    --------
    >>> import oddsapp
    >>> eight_sided = oddsapp.find_ruleset("classic").replace(defence_die=oddsapp.Die.numbered(8))
    >>> territory = oddsapp.Territory(2, eight_sided)
    >>> territory.most_dice, round(oddsapp.campaign(6, [3, territory]).win, 4)
    (3, 0.2761)
    """

    defenders: int
    rules: Ruleset

    @property
    def most_dice(self) -> int:
        """The most dice that an attacker rolls here, which is the most that C-6 moves in."""
        combat = self.rules.combat
        return combat.attack_dice if isinstance(combat, RankedDice) else 1


class CampaignEnd(NamedTuple):
    """How a campaign may end.

    ``taken`` territories were conquered, ``armies`` stand in the last of them (or at the
    start, the one that stays included), ``defenders`` are left in the next one.
    """

    taken: int
    armies: int
    defenders: int


@dataclass(frozen=True)
class Step:
    """One territory of a campaign.

    Parameters
    ----------
    defenders : int
        The armies that stand there.
    moved_in : Pmf
        How many armies stand there after it was taken, before they go on; 0 if it was not.
    """

    defenders: int
    moved_in: Pmf

    @property
    def taken(self) -> Any:
        """P(this territory is taken, and so all before it)."""
        return self.moved_in.sf(0)

    @property
    def moved_in_if_taken(self) -> Pmf:
        """How many armies stand there, given that it was taken."""
        return self.moved_in.given(lambda armies: armies > 0)


@dataclass(frozen=True, repr=False)
class CampaignOutcome:
    """The outcome of a campaign.

    Parameters
    ----------
    armies : int
        The armies at the start, the one that stays included.
    territories : tuple of Territory
    leave : tuple of int
        What stays in the start and in each territory taken but the last.
    steps : tuple of Step
        What becomes of each territory.
    ends : dict
        Each `CampaignEnd` with its probability.
    then : tuple of int
        The enemy stacks, in armies, that attack the last territory afterwards.
    held : float or Fraction or None
        P(all taken, and the last still held after those attacks).

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.campaign(8, [2, 2])
    >>> [round(p, 4) for p in odds.taken], odds.win == odds.taken[-1]
    ([0.9666, 0.7736], True)
    >>> odds
    <CampaignOutcome: 8 armies v 2, 2 [classic], taken 0.966649, 0.773613>
    """

    armies: int
    territories: tuple[Territory, ...]
    leave: tuple[int, ...]
    steps: tuple[Step, ...]
    ends: dict[CampaignEnd, Any]
    then: tuple[int, ...] = ()
    held: Any = None

    def __repr__(self) -> str:
        row = ", ".join(f"{territory.defenders:,}" for territory in self.territories)
        kinds = "; ".join(dict.fromkeys(str(territory.rules) for territory in self.territories))
        taken = ", ".join(f"{float(p):.6g}" for p in self.taken)
        held = "" if self.held is None else f", held {float(self.held):.6g}"
        return f"<CampaignOutcome: {self.armies:,} armies v {row} [{kinds}], taken {taken}{held}>"

    @property
    def exact(self) -> bool:
        """Whether every probability is a fraction."""
        return not isinstance(self.win, float)

    @property
    def version(self) -> str | None:
        """The game and its version whose balanced odds these are; None under true dice."""
        balances = (each.rules.balance for each in self.territories)
        return next((balance.version for balance in balances if balance is not None), None)

    @cached_property
    def taken(self) -> tuple[Any, ...]:
        """P(the first territory is taken), P(the second as well), …."""
        return tuple(step.taken for step in self.steps)

    @property
    def win(self) -> Any:
        """P(all are taken)."""
        return self.taken[-1]

    @cached_property
    def armies_in_last(self) -> Weights:
        """How probable it is that all are taken, with so many armies in the last."""
        return {armies: p for armies, p in self.steps[-1].moved_in.items() if armies}

    @cached_property
    def certain(self) -> tuple[bool, ...]:
        """Whether each territory is certain to be taken, as far as that is known.

        Of floats only those of a balanced blitz tell: it makes nothing of a small chance.
        """
        lost_at = [end.taken for end, p in self.ends.items() if p and end.taken < len(self.steps)]
        known = len(self.steps)
        if not self.exact:
            balances = (each.rules.balance for each in self.territories)
            known = sum(1 for _ in takewhile(lambda balance: balance is not None, balances))
        safe = min(known, *lost_at) if lost_at else known
        return tuple(place < safe for place in range(len(self.steps)))

    def explain(self) -> CampaignExplanation:
        """Return the steps that lead to P(all are taken), as data, text or LaTeX."""
        from oddsapp.odds.explain_campaign import explain_campaign

        return explain_campaign(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        plain: dict[str, Any] = {
            "rules": str(self.territories[0].rules),
            **({} if self.version is None else {"version": self.version}),
            "taken": [plain_number(p) for p in self.taken],
            "win": plain_number(self.win),
            "ends": [
                {**end._asdict(), "probability": plain_number(p)} for end, p in self.ends.items()
            ],
        }
        if self.held is not None:
            plain["held"] = plain_number(self.held)
        return plain

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas frame with a row per end."""
        import pandas as pd

        rows = [(*end, p) for end, p in self.ends.items()]
        return pd.DataFrame(rows, columns=[*CampaignEnd._fields, "probability"])
