"""The ruleset: every rule that a battle or a game is played by, as frozen data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self

from oddsapp.arguments import whole_number
from oddsapp.dice import SIX_SIDED, DiceSet, Die, find_dice_set, parse_die
from oddsapp.errors import InvalidInput
from oddsapp.rules.balance import Balance, find_balance
from oddsapp.rules.bonus import NO_BONUS, Bonus
from oddsapp.rules.game_rules import (
    CardRules,
    SameTimeRules,
    SetupRules,
    TurnRules,
    VictoryRules,
)
from oddsapp.rules.options import (
    CardLimit,
    CardReroll,
    CasualtyRule,
    DefenceTiming,
    MassReading,
    Role,
    SpoilsReading,
    Ties,
    option,
)
from oddsapp.rules.round_table import RoundTable
from oddsapp.rules.thresholds import ThresholdChart, find_thresholds

MOST_DICE = 10
"""The most dice of one side."""


@dataclass(frozen=True, kw_only=True)
class RankedDice:
    """Classic combat (C-2 to C-4): both sides roll several dice and compare them by rank.

    Parameters
    ----------
    attack_dice, defence_dice : int
        The most dice of each side.
    attack_die, defence_die : Die
        What they roll.
    ties : Ties
        Who wins equal dice; with nobody, a roll may change nothing.
    round_table : RoundTable, optional
        What one roll costs, in place of the dice; it then says how many dice there are.
    defence_timing : DefenceTiming
        When the defender chooses a number of dice (C-3).
    card_reroll : CardReroll
        Which die a card lets the attacker roll again (C-7).
    card_limit : CardLimit
        How often it does, if any does.
    commander : bool
        Whether, once a turn, the attacker may turn one die just rolled to its highest face,
        6 on a die of six (C-8).
    attack_bonus, defence_bonus : Bonus
        What is added to the dice of each side once they are rolled.
    balance : Balance, optional
        A battle is then fought at once, and its odds are bent so.

    Raises
    ------
    InvalidInput
        If a value is of the wrong kind, or outside what it can be.

    Examples
    --------
    >>> RankedDice(defence_dice=1).attack_dice, RankedDice().ties.value
    (3, 'defender')
    """

    attack_dice: int = 3
    defence_dice: int = 2
    attack_die: Die = SIX_SIDED
    defence_die: Die = SIX_SIDED
    ties: Ties = Ties.DEFENDER
    round_table: RoundTable | None = None
    defence_timing: DefenceTiming = DefenceTiming.AT_ONCE
    card_reroll: CardReroll = CardReroll.OFF
    card_limit: CardLimit = CardLimit.ROLL
    commander: bool = False
    attack_bonus: Bonus = NO_BONUS
    defence_bonus: Bonus = NO_BONUS
    balance: Balance | None = None

    def __post_init__(self) -> None:
        if self.round_table is not None:
            if not isinstance(self.round_table, RoundTable):
                raise InvalidInput(
                    "the round table of a ruleset must be a RoundTable, not"
                    f" {self.round_table!r}; RoundTable.from_mapping makes one"
                )
            object.__setattr__(self, "attack_dice", self.round_table.attack_dice)
            object.__setattr__(self, "defence_dice", self.round_table.defence_dice)
        for key in ("attack_dice", "defence_dice"):
            # Kept as Python's own int: numpy's would overflow in the counts of a round.
            number = whole_number(
                getattr(self, key), "the number of dice of a side", least=1, most=MOST_DICE
            )
            object.__setattr__(self, key, number)
        for key in ("ties", "defence_timing", "card_reroll", "card_limit"):
            object.__setattr__(self, key, _rule_value(key, getattr(self, key)))
        self._check_kinds()

    def _check_kinds(self) -> None:
        for die in (self.attack_die, self.defence_die):
            if not isinstance(die, Die):
                raise InvalidInput(
                    f"each side rolls a Die, d8 or Die.numbered(8) for one, not {die!r}"
                )
        if not isinstance(self.commander, bool):
            raise InvalidInput(f"commander must be true or false, not {self.commander!r}")
        for bonus in (self.attack_bonus, self.defence_bonus):
            if not isinstance(bonus, Bonus):
                raise InvalidInput(f"a bonus must be a Bonus, Bonus(highest=1) for one: {bonus!r}")
        if self.balance is not None and not isinstance(self.balance, Balance):
            raise InvalidInput(f"a balance must be a Balance or None, not {self.balance!r}")

    @property
    def true_dice(self) -> RankedDice:
        """The same rules without a balance, rolled by hand."""
        return self if self.balance is None else replace(self, balance=None)

    def __hash__(self) -> int:
        # The rules are a key of every cache: hashing all faces each time would cost more
        # than what the caches save.
        return hash((self.attack_dice, self.defence_dice, self.attack_die.name))


@dataclass(frozen=True, kw_only=True)
class ColouredDice:
    """RISK II combat (M-1 to M-9): each army rolls one die, chosen by its size at every roll.

    Parameters
    ----------
    dice_set : DiceSet
        The dice, weak to strong: any number of tiers.
    thresholds : ThresholdChart
        Which army rolls which of them, as attacker and as defender.
    ranks : tuple of int
        The rank of each die, which sets the casualties.
    casualties : CasualtyRule
        What one lost comparison costs.
    fixed_casualties : int
        The number that `CasualtyRule.FIXED` stands for.
    ties : Ties
        Who wins equal dice in an invasion. Between attackers a tie does nothing (M-7, M-8).
    mass_reading : MassReading
    spoils_reading : SpoilsReading
    most_attackers : int
        How many armies may meet in one territory (M-6).
    """

    dice_set: DiceSet
    thresholds: ThresholdChart
    ranks: tuple[int, ...] = (1, 2, 3, 4, 5)
    casualties: CasualtyRule = CasualtyRule.LOWEST
    fixed_casualties: int = 1
    ties: Ties = Ties.ATTACKER
    mass_reading: MassReading = MassReading.PROTECTED
    spoils_reading: SpoilsReading = SpoilsReading.TOP_ROLL
    most_attackers: int = 7

    def __post_init__(self) -> None:
        kinds: list[tuple[object, type]] = [
            (self.dice_set, DiceSet),
            (self.thresholds, ThresholdChart),
        ]
        if not all(isinstance(value, kind) for value, kind in kinds):
            raise InvalidInput(
                "coloured dice need a DiceSet and a ThresholdChart;"
                " find_dice_set and find_thresholds know some"
            )
        given: object = self.ranks
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise InvalidInput(f"ranks must be a list of whole numbers, not {self.ranks!r}")
        # Kept as what they are meant to be: numpy's integers overflow, and a name is no option.
        ranks = tuple(whole_number(rank, "each rank", least=1) for rank in self.ranks)
        object.__setattr__(self, "ranks", ranks)
        for key in ("fixed_casualties", "most_attackers"):
            number = whole_number(getattr(self, key), f"the {key.replace('_', ' ')}", least=1)
            object.__setattr__(self, key, number)
        for key in ("casualties", "ties", "mass_reading", "spoils_reading"):
            object.__setattr__(self, key, _rule_value(key, getattr(self, key)))
        if not len(self.dice_set) == self.thresholds.tiers == len(self.ranks):
            raise InvalidInput(
                f"{len(self.dice_set)} dice need as many thresholds and ranks,"
                f" not {self.thresholds.tiers} and {len(self.ranks)}"
            )

    def __hash__(self) -> int:
        return hash((self.dice_set.name, self.thresholds.name, self.ranks))  # as in RankedDice

    def tier(self, size: int, role: Role) -> int:
        """Return the place, from 0, of the die that an army of ``size`` rolls (M-2)."""
        return self.thresholds.tier(size, role)

    def die(self, tier: int) -> Die:
        """Return the die at that place."""
        return self.dice_set.dice[tier]


Combat = RankedDice | ColouredDice

_PARTS = ("combat", "setup", "turn", "cards", "victory", "same_time")
_TURN_OF_ALL = {"territories_per_army", "least_reinforcements"}
"""The rules of a turn that mean something where all play at the same time, too."""
_NAMED = {
    "dice_set": find_dice_set,
    "thresholds": find_thresholds,
    "attack_die": parse_die,
    "defence_die": parse_die,
}
_OPTIONS: dict[str, type[StrEnum]] = {
    "ties": Ties,
    "casualties": CasualtyRule,
    "defence_timing": DefenceTiming,
    "card_reroll": CardReroll,
    "card_limit": CardLimit,
    "mass_reading": MassReading,
    "spoils_reading": SpoilsReading,
}


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """All the rules of one way to play, frozen; `replace` makes variants.

    Parameters
    ----------
    name : str
        The name that `find_ruleset` knows it by.
    title : str
        One line about where it comes from.
    combat : RankedDice or ColouredDice
        How battles are rolled.
    setup : SetupRules
        How a game begins.
    turn : TurnRules
        How a turn goes.
    cards : CardRules
        How cards are drawn and traded.
    victory : VictoryRules
        What wins.
    same_time : SameTimeRules
        How a turn of all at once goes, under coloured dice.
    variations : tuple of (str, str)
        What differs from the ruleset of that name, and how; `replace` keeps it.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2").replace(dice_set="manual", ties="defender")
    >>> str(rules)
    'risk2, dice_set=manual, ties=defender'
    >>> find_ruleset("classic").replace(dice_set="manual")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: dice_set means nothing under the rules classic; ...
    """

    name: str
    title: str = ""
    combat: Combat = field(default_factory=RankedDice)
    setup: SetupRules = field(default_factory=SetupRules)
    turn: TurnRules = field(default_factory=TurnRules)
    cards: CardRules = field(default_factory=CardRules)
    victory: VictoryRules = field(default_factory=VictoryRules)
    same_time: SameTimeRules = field(default_factory=SameTimeRules)
    variations: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        return hash((self.name, self.combat))  # as in RankedDice

    def __str__(self) -> str:
        return ", ".join([self.name, *(f"{key}={value}" for key, value in self.variations)])

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some rules changed.

        Parameters
        ----------
        **changes
            Rules of the combat or of the game, by name. Dice sets, threshold charts and
            enumerations may be given by their names.

        Raises
        ------
        InvalidInput
            If a rule means nothing here, or a name is not known.
        """
        homes = self._homes()
        values: dict[str, dict[str, Any]] = {}
        for key, value in changes.items():
            if key not in homes:
                raise InvalidInput(
                    f"{key} means nothing under the rules {self.name}; {_what_varies(key, homes)}"
                )
            values.setdefault(homes[key], {})[key] = _rule_value(key, value)
        combat = values.get("combat", {})
        self._check_that_the_table_is_alone(combat)
        self._check_that_a_limit_has_a_card(combat)
        parts = {part: replace(getattr(self, part), **new) for part, new in values.items()}
        texts = {
            key: _text(getattr(parts[part], key)) if part != "combat" else _text(new[key])
            for part, new in values.items()
            for key in new
        }
        varied = {**dict(self.variations), **texts}
        return replace(self, variations=tuple(sorted(varied.items())), **parts)

    @property
    def is_same_time(self) -> bool:
        """Whether all players play at once, as in RISK II, and not in turns."""
        return isinstance(self.combat, ColouredDice)

    @property
    def balance(self) -> Balance | None:
        """By which a battle is fought at once and its odds are bent; None under true dice."""
        return self.combat.balance if isinstance(self.combat, RankedDice) else None

    def _homes(self) -> dict[str, str]:
        """Return the rules that mean something here, each with the group it is in."""
        homes = {rule.name: part for part in _PARTS for rule in fields(getattr(self, part))}
        if not self.is_same_time:
            return {name: part for name, part in homes.items() if part != "same_time"}
        return {
            name: part for name, part in homes.items() if part != "turn" or name in _TURN_OF_ALL
        }

    def _check_that_the_table_is_alone(self, changes: dict[str, Any]) -> None:
        """Refuse rules of dice beside a round table: they would change nothing."""
        has_table = getattr(self.combat, "round_table", None) is not None
        # A table has numbers of dice, too, which somebody announces.
        others = sorted(changes.keys() - {"round_table", "defence_timing"})
        if others and (has_table or changes.get("round_table") is not None):
            raise InvalidInput(
                f"{others[0]} means nothing beside a round table, which takes the place of dice"
            )
        if has_table and "round_table" in changes and changes["round_table"] is None:
            raise InvalidInput(
                "a round table cannot be taken away again; start from the ruleset without it"
            )

    def _check_that_a_limit_has_a_card(self, changes: dict[str, Any]) -> None:
        """Refuse to say how often what is never allowed: it would change nothing."""
        is_off = getattr(self.combat, "card_reroll", None) is CardReroll.OFF
        if is_off and "card_limit" in changes and "card_reroll" not in changes:
            raise InvalidInput(
                f"card_limit means nothing under the rules {self}, by which no card lets a die be"
                " rolled again; card_reroll=own and card_reroll=any do (C-7)"
            )


def _what_varies(key: str, homes: dict[str, str]) -> str:
    """Return the rule that somebody may have meant, or where they are listed: there are many."""
    # Only wanted once something went wrong, and slow to import.
    import difflib

    group = sorted(rule for rule, part in homes.items() if part == key)
    if group:
        return f"of {key} there are {', '.join(group)}"
    elsewhere = {rule.name for kind in (RankedDice, ColouredDice) for rule in fields(kind)}
    if key not in elsewhere and (close := difflib.get_close_matches(key, homes, n=1)):
        return f"did you mean {close[0]}?"
    return "'oddsapp rules NAME --json' and ruleset_to_dict list what can vary, goal for one"


def _rule_value(key: str, value: Any) -> Any:
    """Look a value up that is given by its name."""
    if key in _NAMED and isinstance(value, str):
        return _NAMED[key](value)
    if key in ("attack_bonus", "defence_bonus") and not isinstance(value, Bonus):
        return Bonus.parse(value)
    if key == "balance" and value is not None and not isinstance(value, Balance):
        return find_balance(value)
    if key == "round_table" and value is not None and not isinstance(value, RoundTable):
        return RoundTable.from_mapping(value)
    if key in _OPTIONS:
        return option(_OPTIONS[key], key, value)
    return value


def _text(value: Any) -> str:
    """Return how a changed rule is written behind the ruleset's name."""
    if isinstance(value, Die | DiceSet | ThresholdChart):
        return value.name or "own"
    if value is None or isinstance(value, Balance):
        return "none" if value is None else (value.version.split() or ["own"])[-1]
    return "own" if isinstance(value, RoundTable) else str(value)
