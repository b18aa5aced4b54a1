"""Same-time turns of RISK II, exact and sampled."""

from __future__ import annotations

from functools import partial

from analysis import same_time_turns
from analysis.benchmark_rows.row import Row, Sizes, in_seconds
from analysis.measuring import Measured


def _exact_turn(sizes: Sizes) -> object:
    return same_time_turns.exact_turn(sizes[0])


def _sampled_turn(sizes: Sizes) -> object:
    return same_time_turns.sampled_turn(sizes[0])


def _three_winners(sizes: Sizes) -> object:
    return same_time_turns.three_winners(sizes[0])


def _sampled_against_exact(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    return Measured(same_time_turns.worst_distance(sizes[0]))


ROWS = (
    Row(
        "turn-exact",
        "same-time turn, 48 territories, {} orders, exactly",
        partial(in_seconds, work=_exact_turn),
        2,
        "s",
        (30,),
        (4,),
    ),
    Row(
        "turn-three-winners",
        "same-time turn, three clash winners of up to {} armies into one territory",
        partial(in_seconds, work=_three_winners),
        20,
        "s",
        (40,),
        (8,),
    ),
    Row(
        "turn-sampled",
        "{} sampled same-time turns",
        partial(in_seconds, work=_sampled_turn),
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
)
