"""What the benchmark measures: one row for each thing, with what it may cost at most.

Another row is another entry of `ROWS`, and a function that measures it if there is none yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from math import isclose
from time import perf_counter

import oddsapp
from analysis import game_speed, same_time_turns, whatif_speed
from analysis.float_error import classic_battles, risk2_battles, worst_error
from analysis.measuring import Measured, empty_caches, peak_megabytes, ratio, run_python, wait
from analysis.plan_scenario import asia_plan, before_asia
from analysis.textbook import end_probabilities, visit_probabilities
from oddsapp.boards import find_board
from oddsapp.odds.blitz_decision import BlitzDecision

Sizes = tuple[int, ...]
"""The forces of a battle; what each stands for, its row says."""


@dataclass(frozen=True)
class Row:
    """One thing that is measured, and what it may cost at most.

    Parameters
    ----------
    name : str
        To ask for it by.
    what : str
        In words, with ``{}`` for each of the sizes.
    how : callable
        Measures it for the sizes with that many tries; None if it is not there.
    limit : float
        For the full sizes.
    unit : str
    sizes, quick_sizes : tuple of int
    on_request : bool
        Whether it is measured only when it is asked for by its name.
    """

    name: str
    what: str
    how: Callable[[Sizes, int], Measured | None]
    limit: float
    unit: str
    sizes: Sizes = ()
    quick_sizes: Sizes = ()
    on_request: bool = False


# --- how each thing is measured -------------------------------------------------------


def _classic(sizes: Sizes, *, exact: bool = False) -> object:
    return oddsapp.battle(force=sizes[0], defenders=sizes[1], exact=exact)


def _blitz(sizes: Sizes) -> object:
    return oddsapp.battle(force=sizes[0], defenders=sizes[1], rules="blitz").margin


def _roll_or_blitz(sizes: Sizes) -> object:
    return BlitzDecision("blitz", *sizes).best


def _mass(sizes: Sizes) -> object:
    *forces, defenders = sizes
    return oddsapp.mass_invasion(forces, defenders)


def _spoils_win(sizes: Sizes) -> object:
    return oddsapp.spoils_of_war([[force] for force in sizes]).win


def _spoils_left(sizes: Sizes) -> object:
    odds = oddsapp.spoils_of_war([[force] for force in sizes])
    return [left.mean() for left in odds.left]


def _campaign(sizes: Sizes) -> object:
    armies, *row = sizes
    return oddsapp.campaign(armies, row).taken


def _campaign_of_ten(sizes: Sizes) -> object:
    armies, defenders = sizes
    return _campaign((armies, *[defenders] * 10))


def _need(sizes: Sizes) -> object:
    return oddsapp.armies_needed(sizes[0], 0.9)


def _plan_asia(sizes: Sizes) -> object:
    armies, defenders = sizes
    board = find_board("classic")
    targets = dict.fromkeys(board.continent("Asia").territories, defenders)
    plan = oddsapp.plan_attack(board, {"Ukraine": armies}, targets)
    if not (plan.every_route and 0 < plan.value < 1):
        raise ArithmeticError(f"the plan for Asia tried {plan.routes_tried} of {plan.routes}")
    return plan


def _forecast(sizes: Sizes) -> object:
    return oddsapp.forecast_plan(before_asia(*sizes), asia_plan())


def _sampled_forecast(sizes: Sizes) -> object:
    import numpy as np

    armies, defenders, samples = sizes
    rng = np.random.Generator(np.random.PCG64(7))
    return oddsapp.forecast_plan(
        before_asia(armies, defenders), asia_plan(), samples=samples, rng=rng
    )


def _dice_game(sizes: Sizes) -> object:
    return oddsapp.DiceGame(sizes[0], sizes[1])


def _in_cal(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:
    return ratio(partial(work, sizes), tries=tries)


def _in_cal_cold(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:
    return ratio(partial(work, sizes), tries=tries, before=empty_caches)


def _in_seconds(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:
    """Measure it for somebody who asks for this first of all."""
    return wait(partial(work, sizes), tries=max(1, tries // 7), before=empty_caches)


def _in_megabytes(sizes: Sizes, tries: int, *, work: Callable[[Sizes], object]) -> Measured:  # noqa: ARG001
    return peak_megabytes(partial(work, sizes))


def _against_textbook(sizes: Sizes, tries: int) -> Measured:
    """Compare the time with that of the table, after the answers."""
    force, defenders = sizes
    odds = oddsapp.battle(force=force, defenders=defenders)
    for state, probability in end_probabilities(force, defenders).items():
        if not isclose(odds.pmf(state), probability, rel_tol=1e-9):
            raise ArithmeticError(f"the textbook has another answer for {sizes} ending in {state}")
    return ratio(
        partial(_classic, sizes), partial(visit_probabilities, force, defenders), tries=tries
    )


# Run in a process of its own. The kernel's peak of that process, where it tells it: what
# getrusage says includes the process that started this one.
_ALONE = """
import json, sys, time
begin = time.process_time()
import oddsapp
odds = oddsapp.battle(force=int(sys.argv[1]), defenders=int(sys.argv[2]))
left = odds.attackers_left
answers = [odds.win, left.mean(), left.quantile(0.05), left.quantile(0.5), left.quantile(0.95)]
took = time.process_time() - begin
try:
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    peak = int(status["VmHWM"].split()[0]) * 1024
except OSError:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak *= 1 if sys.platform == "darwin" else 1024
print(json.dumps([took, peak, *answers]))
"""


@cache
def _alone(force: int, defenders: int) -> tuple[float, float]:
    """Return the seconds and the peak megabytes of one battle in its own process."""
    said = run_python("-c", _ALONE, str(force), str(defenders))
    took, peak, win, mean, low, middle, high = json.loads(said)
    if not (0 < win <= 1 and 0 < mean < force and 0 <= low <= middle <= high <= force):
        raise ArithmeticError(f"{force} v {defenders} has no usable answers: {said}")
    return took, peak / 1e6


def _alone_seconds(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(_alone(*sizes)[0])


def _alone_megabytes(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(_alone(*sizes)[1])


def _exact_turn(sizes: Sizes) -> object:
    return same_time_turns.exact_turn(sizes[0])


def _sampled_turn(sizes: Sizes) -> object:
    return same_time_turns.sampled_turn(sizes[0])


def _three_winners(sizes: Sizes) -> object:
    return same_time_turns.three_winners(sizes[0])


def _sampled_against_exact(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(same_time_turns.worst_distance(sizes[0]))


def _refused(sizes: Sizes) -> None:
    try:
        _spoils_win(sizes)
    except oddsapp.InvalidInput as refusal:
        if "states" not in str(refusal) or "GB" not in str(refusal):
            raise ArithmeticError(f"no size, no memory in the refusal: {refusal}") from None
    else:
        raise ArithmeticError(f"spoils of {sizes} were not refused")


# What the console script of an installed package runs.
_SCRIPT = "import sys; from oddsapp.cli.main import main; sys.exit(main())"


def _process(sizes: Sizes, tries: int) -> Measured | None:
    """Compare a whole command with an interpreter that does nothing."""
    if find_spec("oddsapp.cli") is None or find_spec("oddsapp.cli.main") is None:
        return None
    battle = partial(run_python, "-c", _SCRIPT, "battle", *map(str, sizes))
    return ratio(battle, partial(run_python, "-c", "pass"), tries=tries, clock=perf_counter)


def _classic_error(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(worst_error(classic_battles(sizes[0])))


def _risk2_error(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(worst_error(risk2_battles(sizes[0])))


# --- what is measured -----------------------------------------------------------------

_warm = partial(_in_cal, work=_classic)
_exact = partial(_in_cal, work=partial(_classic, exact=True))
_memory = partial(_in_megabytes, work=_classic)
_win = partial(_in_seconds, work=_spoils_win)
_hundreds, _tens = (*[100] * 7, 500), (*[6] * 7, 20)

ERROR = "relative error"

ROWS = (
    Row("classic-50", "{} v {}, warm", _warm, 0.05, "cal", (50, 50), (5, 5)),
    Row("classic-1000", "{} v {}", _warm, 1, "cal", (1000, 1000), (30, 30)),
    Row(
        "classic-1000-textbook",
        "{} v {} against a textbook table",
        _against_textbook,
        1 / 40,
        "textbook",
        (1000, 1000),
        (30, 30),
    ),
    Row("classic-1000-memory", "{} v {}", _memory, 2, "MB", (1000, 1000), (30, 30)),
    Row("classic-10000", "{} v {}", _warm, 20, "cal", (10_000, 10_000), (40, 40)),
    Row("classic-10000-memory", "{} v {}", _memory, 10, "MB", (10_000, 10_000), (40, 40)),
    Row(
        "classic-million",
        "{} v {}, win, mean, quantiles",
        _alone_seconds,
        10,
        "s",
        (1_000_000, 1_000_000),
        (100, 100),
    ),
    Row(
        "classic-million-memory",
        "{} v {}, the whole process",
        _alone_megabytes,
        500,
        "MB",
        (1_000_000, 1_000_000),
        (100, 100),
    ),
    Row("exact-50", "{} v {} exactly", _exact, 0.15, "cal", (50, 50), (5, 5)),
    Row("exact-1000", "{} v {} exactly", _exact, 40, "cal", (1000, 1000), (30, 30)),
    Row(
        "mass-7x100",
        "mass invasion, {}+{}+{}+{}+{}+{}+{} v {}, warm",
        partial(_in_cal, work=_mass),
        3,
        "cal",
        _hundreds,
        _tens,
    ),
    Row(
        "mass-7x100-cold",
        "mass invasion, {}+{}+{}+{}+{}+{}+{} v {}, cold",
        partial(_in_cal_cold, work=_mass),
        3,
        "cal",
        _hundreds,
        _tens,
    ),
    Row("spoils-5x30", "spoils {} {} {} {} {}: win", _win, 3, "s", (30,) * 5, (3,) * 5),
    Row(
        "spoils-5-unequal",
        "spoils {} {} {} {} {}: win",
        _win,
        3,
        "s",
        (30, 29, 28, 27, 26),
        (4, 3, 3, 2, 2),
    ),
    Row("spoils-6x20", "spoils {} {} {} {} {} {}: win", _win, 6, "s", (20,) * 6, (1,) * 6),
    Row(
        "spoils-6-unequal",
        "spoils {} {} {} {} {} {}: win",
        _win,
        6,
        "s",
        (20, 19, 18, 17, 16, 15),
        (2, 1, 1, 1, 1, 1),
    ),
    Row(
        "spoils-3x30-left",
        "spoils {} {} {}: what is left",
        partial(_in_seconds, work=_spoils_left),
        2,
        "s",
        (30,) * 3,
        (5,) * 3,
    ),
    Row(
        "spoils-3-unequal-left",
        "spoils {} {} {}: what is left",
        partial(_in_seconds, work=_spoils_left),
        2,
        "s",
        (30, 29, 28),
        (5, 4, 3),
    ),
    Row(
        "spoils-refused",
        "spoils {} {} {} {} {} {} {}: refused before anything is allocated",
        partial(_in_megabytes, work=_refused),
        0.5,
        "MB",
        (60,) * 7,
        (60,) * 7,
    ),
    Row(
        "campaign-14",
        "campaign from {} armies through" + " {}" * 14,
        partial(_in_cal, work=_campaign),
        1.5,
        "cal",
        (72, 22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1),
        (20, 3, *[1] * 13),
    ),
    Row(
        "campaign-10",
        "campaign from {} armies through 10 territories of {}",
        partial(_in_cal, work=_campaign_of_ten),
        1,
        "cal",
        (100, 5),
        (14, 1),
    ),
    Row(
        "need-1000",
        "armies needed to win 0.9 against {}",
        partial(_in_cal, work=_need),
        60,
        "cal",
        (1000,),
        (7,),
    ),
    Row(
        "plan-asia",
        "plan to take Asia from Ukraine, {} armies, {} in each",
        partial(_in_seconds, work=_plan_asia),
        5,
        "s",
        (60, 3),
        (16, 1),
    ),
    Row(
        "forecast-10",
        "exact forecast of ten attacks, {} armies, {} on each territory",
        partial(_in_seconds, work=_forecast),
        1,
        "s",
        (60, 6),
        (16, 1),
    ),
    Row(
        "forecast-sampled",
        "forecast of ten attacks, {} armies, {} on each territory, {} turns sampled",
        partial(_in_seconds, work=_sampled_forecast),
        1,
        "s",
        (60, 6, 200_000),
        (16, 1, 500),
    ),
    Row(
        "dice-game",
        "how many dice, announced at once: all states up to {} v {}",
        partial(_in_seconds, work=_dice_game),
        0.3,
        "s",
        (30, 30),
        (3, 3),
    ),
    Row(
        "blitz-200",
        "balanced blitz, {} v {}, warm",
        partial(_in_cal, work=_blitz),
        1,
        "cal",
        (200, 200),
        (9, 9),
    ),
    Row(
        "roll-or-blitz-60",
        "roll or blitz, all states up to {} v {}",
        partial(_in_seconds, work=_roll_or_blitz),
        1.5,
        "s",
        (60, 60),
        (5, 5),
    ),
    Row(
        "turn-exact",
        "same-time turn, 48 territories, {} orders, exactly",
        partial(_in_seconds, work=_exact_turn),
        2,
        "s",
        (30,),
        (4,),
    ),
    Row(
        "turn-three-winners",
        "same-time turn, three clash winners of up to {} armies into one territory",
        partial(_in_seconds, work=_three_winners),
        20,
        "s",
        (40,),
        (8,),
    ),
    Row(
        "turn-sampled",
        "{} sampled same-time turns",
        partial(_in_seconds, work=_sampled_turn),
        4,
        "s",
        (10_000,),
        (50,),
    ),
    Row(
        "turn-million",
        "{} sampled same-time turns against the exact one: the farthest probability",
        _sampled_against_exact,
        5,
        "standard errors",
        (1_000_000,),
        (300,),
        on_request=True,
    ),
    Row(
        "games-cautious",
        "a game of three cautious bots, battles drawn whole; mean of {}",
        partial(game_speed.seconds_per_game, bot="cautious"),
        1 / 30,
        "s",
        (40,),
        (1,),
    ),
    Row(
        "games-cautious-cal",
        "a game of three cautious bots, battles drawn whole; mean of {}",
        partial(game_speed.cal_per_game, bot="cautious"),
        9,
        "cal",
        (20,),
        (1,),
    ),
    Row(
        "games-odds",
        "a game of three odds bots, battles drawn whole; mean of {}",
        partial(game_speed.seconds_per_game, bot="odds"),
        1 / 5,
        "s",
        (20,),
        (1,),
    ),
    Row(
        "games-odds-cal",
        "a game of three odds bots, battles drawn whole; mean of {}",
        partial(game_speed.cal_per_game, bot="odds"),
        54,
        "cal",
        (10,),
        (1,),
    ),
    Row(
        "rounds-same-time",
        "a RISK II round of six random bots on 48 territories; mean of {}, with the setup",
        game_speed.seconds_per_round,
        1 / 150,
        "s",
        (50,),
        (2,),
    ),
    Row(
        "rounds-same-time-cal",
        "a RISK II round of six random bots on 48 territories; mean of {}, with the setup",
        game_speed.cal_per_round,
        1.8,
        "cal",
        (50,),
        (2,),
    ),
    Row(
        "games-memory",
        "growth after {} games of cautious bots, until {}",
        game_speed.memory_growth,
        10,
        "MB",
        (1_000, 10_000),
        (1, 2),
    ),
    Row(
        "applies",
        "{1} verified moves of {0} games that are rolled die by die",
        partial(game_speed.applies, in_cal=False),
        1,
        "s",
        (6, 60_000),
        (1, 1_000),
    ),
    Row(
        "applies-cal",
        "{1} verified moves of {0} games that are rolled die by die",
        partial(game_speed.applies, in_cal=True),
        270,
        "cal",
        (6, 60_000),
        (1, 1_000),
    ),
    Row(
        "listings",
        "all legal actions of {1} positions, from {0} games",
        partial(game_speed.listings, in_cal=False),
        1,
        "s",
        (6, 5_000),
        (1, 500),
    ),
    Row(
        "listings-cal",
        "all legal actions of {1} positions, from {0} games",
        partial(game_speed.listings, in_cal=True),
        270,
        "cal",
        (6, 5_000),
        (1, 500),
    ),
    Row(
        "rollout-cautious",
        "a turn of a cautious bot in {} roll-outs to the end",
        partial(whatif_speed.cal_per_turn, bot="cautious"),
        0.27,
        "cal",
        (20,),
        (1,),
    ),
    Row(
        "rollout-odds",
        "a turn of an odds bot in {} roll-outs to the end",
        partial(whatif_speed.cal_per_turn, bot="odds"),
        0.6,
        "cal",
        (20,),
        (1,),
    ),
    Row(
        "rollout-processes",
        "two processes, as a part of the time of one; {} roll-outs",
        whatif_speed.two_processes,
        1 / 1.5,
        "one process",
        (300,),
        (20,),
        on_request=True,
    ),
    Row(
        "rollout-variance",
        "what is left of the variance of a win; {} roll-outs",
        whatif_speed.unreduced,
        0.5,
        "plain",
        (1000,),
        (30,),
        on_request=True,
    ),
    Row("command", "oddsapp battle {} {}", _process, 14, "python -c pass", (11, 7), (11, 7)),
    Row(
        "error-classic",
        "classic, up to {} v {}",
        _classic_error,
        1e-13,
        ERROR,
        (1000, 1000),
        (9, 9),
    ),
    Row("error-risk2", "RISK II, up to {} v {}", _risk2_error, 1e-12, ERROR, (500, 500), (8, 8)),
)
