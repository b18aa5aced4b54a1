"""From a battle to its outcome: picks the solver, and refuses what is too large for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from oddsapp.arguments import probability, shortened, whole_number
from oddsapp.combat import (
    Battle,
    BattleKind,
    StopRule,
    attack as describe_attack,
    border_clash as describe_clash,
    mass_invasion as describe_mass_invasion,
    spoils_of_war as describe_spoils,
)
from oddsapp.errors import InvalidInput
from oddsapp.odds import blitz, classic, lockstep, sweep
from oddsapp.odds.arithmetic import Decimals, Floats, Fractions, Integers, Numbers
from oddsapp.odds.ends import Ends, LineEnds, SweptEnds, WinsOnly
from oddsapp.odds.outcome import AttackOutcome, ContestOutcome, MassInvasionOutcome, Outcome
from oddsapp.pmf import Pmf
from oddsapp.rules import Ruleset, as_ruleset
from oddsapp.wording import memory_text

MOST_ARMIES = 4_000_000
"""The most armies of a classic battle that is solved in linear time."""

MOST_STATES = 20_000_000
"""The most states of a classic battle that is solved row by row."""

MOST_LOCKSTEP_STATES = 4_000_000
"""The most states of an invasion or a clash, a matter of seconds."""

MOST_ROLLS = 1_000_000_000
"""The most rolls to stop after, and armies to stop at: no battle has more of either."""

_ROLLS = "the number of rolls to stop after"

MOST_BYTES = 1_000_000_000
"""The most memory for exact fractions, in bytes."""


def solve(battle: Battle, *, exact: bool = False) -> Outcome:
    """Return the outcome of a battle.

    Parameters
    ----------
    battle : Battle
    exact : bool
        Every probability as a `fractions.Fraction` instead of a float.

    Raises
    ------
    InvalidInput
        If the battle is too large; the message gives its size. Nothing is allocated before.
    """
    ends = _ends(battle, exact=exact)
    match battle.kind:
        case BattleKind.BORDER_CLASH | BattleKind.SPOILS_OF_WAR:
            return ContestOutcome(battle, ends)
        case BattleKind.ATTACK:
            return AttackOutcome(battle, ends)
        case BattleKind.MASS_INVASION:
            return MassInvasionOutcome(battle, ends)


def _ends(battle: Battle, *, exact: bool) -> Ends:
    if battle.kind is BattleKind.ATTACK or lockstep.is_lockstep(battle):
        return LineEnds(battle, _margin(battle, exact=exact))
    if battle.kind is BattleKind.SPOILS_OF_WAR and not exact:
        from oddsapp.odds import spoils  # for nothing else

        if spoils.can_tag(battle):
            try:
                sweep.check_size(battle, exact=False)
            except InvalidInput as too_large:
                return WinsOnly(tuple(spoils.win_probabilities(battle)), str(too_large))
    numbers = Fractions() if exact else Floats()
    weights = sweep.end_states(battle, numbers)
    deep = None if exact else partial(_deep, battle)
    return SweptEnds(battle, weights, numbers.one, sweep.exchangeable(battle), deep)


def _deep(battle: Battle) -> SweptEnds:
    """Return the end states with weights that do not underflow."""
    from decimal import localcontext

    with localcontext(Decimals.context()):
        numbers = Decimals()
        weights = sweep.end_states(battle, numbers)
        return SweptEnds(battle, weights, numbers.one, sweep.exchangeable(battle))


def _margin(battle: Battle, *, exact: bool) -> Pmf:
    """Return the distribution of attackers left minus defenders left."""
    balance = battle.rules.balance
    if balance is not None:
        if exact:
            raise InvalidInput(blitz.IRRATIONAL)
        return blitz.balanced(_margin(blitz.with_true_dice(battle), exact=False), balance)
    is_classic = battle.kind is BattleKind.ATTACK
    _check_size(battle, is_classic=is_classic)
    if not exact:
        weights = _line_weights(battle, Floats(), is_classic=is_classic)
        return Pmf(-battle.armies[-1], weights, 1.0, partial(_deep_margin, battle))
    _check_memory(battle, 2)  # a look at the size, before the base that takes a while
    base = classic.exact_base_of(battle) if is_classic else lockstep.exact_base(battle)
    _check_memory(battle, base)
    numbers = Integers(base)
    raw = _line_weights(battle, numbers, is_classic=is_classic)
    *forces, defenders = battle.armies
    # An end state with k defenders left has lost all attackers and the other defenders.
    lost = [max(forces) + n for n in range(defenders)]
    lost += [defenders + n for n in range(max(forces), -1, -1)]
    over_one, total = numbers.over_one_total(raw, lost)
    return Pmf(-defenders, tuple(over_one), total)


def _deep_margin(battle: Battle) -> Pmf:
    from decimal import localcontext

    with localcontext(Decimals.context()):
        numbers = Decimals()
        weights = _line_weights(battle, numbers, is_classic=battle.kind is BattleKind.ATTACK)
        return Pmf(-battle.armies[-1], weights, numbers.one)


def _line_weights(battle: Battle, numbers: Numbers, *, is_classic: bool) -> tuple[Any, ...]:
    """Return the weights of the margins from all defenders left to all attackers left."""
    solver = classic if is_classic else lockstep
    attackers_lost, defenders_lost = solver.end_weights(battle, numbers)
    return (*defenders_lost[:-1], *reversed(attackers_lost))


def _check_size(battle: Battle, *, is_classic: bool) -> None:
    *forces, defenders = battle.armies
    armies = max(forces) + defenders
    states = max(forces) * defenders if is_classic else lockstep.count_states(battle)
    if is_classic and classic.is_linear(battle):
        if armies > MOST_ARMIES:
            raise InvalidInput(
                f"{armies:,} armies would take about {armies * 130 / 1e9:,.1f} GB;"
                f" the limit of a battle is {MOST_ARMIES:,} armies"
            )
        return
    limit = MOST_STATES if is_classic else MOST_LOCKSTEP_STATES
    if states > limit:
        raise InvalidInput(
            f"a battle of this size ({battle.kind}) has about {states:,} states to visit, with"
            f" {memory_text(armies * 200)}; the limit is {limit:,} states"
        )


def _check_memory(battle: Battle, base: int) -> None:
    armies = max(battle.armies[:-1]) + battle.armies[-1]
    needed = armies * armies * base.bit_length() // 2
    if needed > MOST_BYTES:
        raise InvalidInput(
            f"exact fractions for {armies:,} armies would take about {needed / 1e9:,.1f} GB;"
            f" the limit is {MOST_BYTES / 1e9:.1f} GB, so ask without exact fractions"
        )


def battle(  # noqa: PLR0913 (one question, many ways to narrow it; all but two by keyword)
    armies: int | None = None,
    defenders: int | None = None,
    *,
    force: int | None = None,
    rules: str | Ruleset = "classic",
    round_table: Mapping[tuple[int, int], Mapping[tuple[int, int], int]] | None = None,
    stop_at: int | None = None,
    never_below: int | None = None,
    stop_odds: Any = None,
    rolls: int | None = None,
    exact: bool = False,
) -> AttackOutcome:
    """Return the odds of attacking one territory from one other.

    Parameters
    ----------
    armies : int
        The armies on the attacking territory: one of them stays (C-1), the others fight.
    defenders : int
        The armies on the territory under attack.
    force : int
        The armies that fight, in place of ``armies``.
    rules : str or Ruleset
        A ruleset or its name; under ``"risk2"`` this is an invasion (M-5).
    round_table : mapping, optional
        What one roll costs, in place of dice; see `oddsapp.rules.RoundTable.from_mapping`.
    stop_at : int, optional
        Stop after a roll that leaves at most so many: armies on the territory, or with
        ``force`` of the force. Rolls are with full dice, so it may end below.
    never_below : int, optional
        Keep so many out of it: they take no part, and at that number it stops. Counted as
        ``stop_at``.
    stop_odds : float, Fraction or str, optional
        Stop as soon as P(win) of the battle to the end falls under it.
    rolls : int, optional
        Stop after so many rolls.
    exact : bool
        Every probability as a `fractions.Fraction`.

    Returns
    -------
    AttackOutcome
        With a stop rule a `oddsapp.odds.stopping.StoppedOutcome`; of several stop rules the
        first that is met stops.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, or one that is too large, or if it is to stop where
        there is no retreat (M-9).

    Notes
    -----
    A classic battle with full dice, to the end, takes time and memory linear in the armies.

    P(win) from a against d is the sum over the losses (i, j) of a roll of
    p(i, j) P(win from a - i against d - j), with p counted from the faces of the dice.

    References
    ----------
    J. A. Osborne, "Markov chains for the RISK board game revisited", Mathematics Magazine 76
    (2003), for classic dice; the rules of RISK II by their numbers (M-1 to M-5).

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.battle(11, 7)
    >>> round(odds.win, 5), odds.attackers_left.quantile(0.5)
    (0.79983, 5)
    >>> oddsapp.battle(force=1, defenders=2, exact=True).win
    Fraction(275, 2592)
    >>> odds = oddsapp.battle(11, 7, stop_at=4)
    >>> round(odds.win, 5), round(odds.stopped, 5), odds.lose
    (0.63682, 0.36318, 0.0)
    """
    ruleset = as_ruleset(rules)
    if round_table is not None:
        ruleset = ruleset.replace(round_table=round_table)
    if defenders is None:
        raise InvalidInput("a battle needs the number of defenders")
    home = 0 if armies is None else 1
    described = describe_attack(force_of(armies, force), defenders, ruleset)
    stop = StopRule(
        at=None if stop_at is None else _line(stop_at, "the line to stop at", home),
        reserve=0 if never_below is None else _line(never_below, "what to keep out", home),
        odds=None if stop_odds is None else probability(stop_odds, "the odds to stop under"),
        rolls=None if rolls is None else whole_number(rolls, _ROLLS, least=0, most=MOST_ROLLS),
    )
    if not stop.is_empty or never_below is not None:
        from oddsapp.odds.stopping import stopped_battle

        return stopped_battle(described, stop, exact=exact)
    return AttackOutcome(described, _ends(described, exact=exact))


def force_of(armies: Any, force: Any) -> int:
    """Return the force that fights, from the armies on the territory or from the force (C-1).

    Raises
    ------
    InvalidInput
        If not just one of them is given, or the territory has fewer than 2 armies.
    """
    if (armies is None) == (force is None):
        raise InvalidInput("a battle needs either the armies on the territory or the force")
    if armies is None:
        return whole_number(force, "the force", least=1)
    total = whole_number(armies, "the number of armies")
    if total < 2:
        raise InvalidInput(
            f"to attack, a territory needs at least 2 armies, not {shortened(total)}:"
            " one always stays"
        )
    return total - 1


def _line(value: Any, what: str, home: int) -> int:
    """Return a line given as the armies are given, as a force: without the one at home."""
    return whole_number(value, what, least=home, most=MOST_ROLLS) - home


def mass_invasion(
    forces: Sequence[int],
    defenders: int,
    *,
    rules: str | Ruleset = "risk2",
    exact: bool = False,
) -> MassInvasionOutcome:
    """Return the odds of several forces against one defender (M-6).

    Parameters
    ----------
    forces : sequence of int
        The force of each attacking army, 1 to 7 of them.
    defenders : int
        The armies on the territory under attack.
    rules : str or Ruleset
        With one die per army. Its ``mass_reading`` says what a roll costs.
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, or one that is too large.

    Notes
    -----
    The recursion of `battle`, over the forces that are left and the defenders.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.mass_invasion([12, 8, 8], defenders=20)
    >>> round(odds.win, 4)
    0.9223
    """
    described = describe_mass_invasion(forces, defenders, as_ruleset(rules))
    return MassInvasionOutcome(described, _ends(described, exact=exact))


def border_clash(
    first: int, second: int, *, rules: str | Ruleset = "risk2", exact: bool = False
) -> ContestOutcome:
    """Return the odds of two forces that meet head on (M-7); `win` has two entries.

    Parameters
    ----------
    first, second : int
        The forces: the armies that fight, without those that stay behind.
    rules : str or Ruleset
        With one die per army.
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, or one that is too large, or the rules have no clashes.

    Notes
    -----
    The recursion of `battle`; rolls that change nothing are left out (M-7), and p is that of
    the others.

    Examples
    --------
    >>> import oddsapp
    >>> [round(p, 4) for p in oddsapp.border_clash(12, 9).win]
    [0.8043, 0.1957]
    """
    described = describe_clash(first, second, as_ruleset(rules))
    return ContestOutcome(described, _ends(described, exact=exact))


def spoils_of_war(
    players: Sequence[Sequence[int]],
    *,
    rules: str | Ruleset = "risk2",
    exact: bool = False,
) -> ContestOutcome:
    """Return the odds of the players of a joint conquest (M-8); `win` has one entry each.

    Parameters
    ----------
    players : sequence of sequence of int
        The forces of each player, up to 7 in all.
    rules : str or Ruleset
        Its ``spoils_reading`` says what a roll costs.
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, or one that is too large, or the rules know no spoils.

    Notes
    -----
    Up to `oddsapp.odds.sweep.MOST_STATES` states the whole distribution is there. Beyond
    it, with one army per player, only `win` is.

    The recursion of `battle`, over what is left of every force; rolls that change nothing are
    left out (M-8).

    Examples
    --------
    >>> import oddsapp
    >>> [round(p, 4) for p in oddsapp.spoils_of_war([[5], [4, 3]]).win]
    [0.2028, 0.7972]
    """
    described = describe_spoils(players, as_ruleset(rules))
    return ContestOutcome(described, _ends(described, exact=exact))
