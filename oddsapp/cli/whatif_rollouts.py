"""What ``oddsapp whatif`` is told of roll-outs, and running them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from oddsapp.cli.progress import Progress

if TYPE_CHECKING:
    from oddsapp.cli.whatif_input import NamedPlan
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.goals import Goal
    from oddsapp.whatif.parallel.executors import Workers
    from oddsapp.whatif.rollouts.rollout_result import PlanComparison, RollOutResult

MOST_SAMPLES, MOST_ROLLOUTS, MOST_TURNS = 100_000_000, 1_000_000, 10_000
"""Those of the library, which the help would wait for: a test holds them to it."""
USUAL_BOT = "odds"
"""A game to the end takes it a fifth of the time that the strongest bot takes."""


@dataclass(frozen=True, kw_only=True)
class RollOutOptions:
    """The options about roll-outs, as they are typed; None for one that is not.

    Parameters
    ----------
    rollouts, turns : int, optional
    opponents, own : str, optional
        The bots of the others, and of whoever plans.
    workers : int, optional
    cluster : str, optional
    seed : int
    """

    rollouts: int | None
    turns: int | None
    opponents: str | None
    own: str | None
    workers: int | None
    cluster: str | None
    seed: int

    def check(self, *, is_advice: bool) -> None:
        """Refuse options that do not go together, or have no effect.

        Parameters
        ----------
        is_advice : bool
            Whether plans are looked for, which is work for many even without roll-outs.

        Raises
        ------
        click.UsageError
        """
        if self.workers is not None and self.cluster is not None:
            raise click.UsageError(
                "--workers are processes here and --cluster has its own; leave out one"
            )
        if self.rollouts is not None:
            return
        typed = {
            "--turns": self.turns,
            "--opponents": self.opponents,
            "--self": self.own,
            "--workers": None if is_advice else self.workers,
            "--cluster": None if is_advice else self.cluster,
        }
        for option, value in typed.items():
            if value is not None:
                raise click.UsageError(
                    f"{option} is about roll-outs; say how many, --rollouts 1000 for one"
                )

    def bots(self, position: Position) -> tuple[str, ...]:
        """Return who plays on each seat: the usual bot, and on one's own the best of the others.

        Raises
        ------
        click.UsageError
            If there is not one bot for all others, or one for each.
        InvalidInput
            If no bot is called so, or it does not play under these rules.
        """
        from oddsapp.players.roster import BOT_NAMES, check_plays

        state = position.state
        players, rules = state.game.players, state.game.rules
        names = [name.strip() for name in (self.opponents or USUAL_BOT).split(",")]
        if len(names) == 1:
            names *= players - 1
        if len(names) != players - 1:
            others = [position.name(other) for other in range(players) if other != state.player]
            raise click.UsageError(
                f"--opponents names one bot for all, or one for each of {', '.join(others)}; there"
                f" are {len(names)}"
            )
        for name in [*names, self.own or USUAL_BOT]:
            check_plays(name, rules)
        own = self.own or max(names, key=BOT_NAMES.index)
        return (*names[: state.player], own, *names[state.player :])

    def place(self) -> Workers:
        """Return where they run: on all cores unless another place is said."""
        from oddsapp.whatif.parallel.executors import find_workers

        return find_workers(self.workers, self.cluster)


def roll_out_one(position: Position, named: NamedPlan, options: RollOutOptions) -> RollOutResult:
    """Roll out one plan."""
    from oddsapp.whatif.rollouts.rollout import roll_out

    assert options.rollouts is not None
    with Progress("roll-outs") as progress:
        return roll_out(
            position.state,
            named.plan,
            players=options.bots(position),
            turns=options.turns,
            rollouts=options.rollouts,
            seed=options.seed,
            workers=options.place(),
            progress=progress,
        )


def compare(
    position: Position, plans: Sequence[NamedPlan], options: RollOutOptions, goal: Goal
) -> PlanComparison:
    """Roll out several plans on the same luck, until it is decided which one is best."""
    from oddsapp.whatif.rollouts.rollout import compare_plans

    assert options.rollouts is not None
    with Progress("roll-outs") as progress:
        return compare_plans(
            position.state,
            [named.plan for named in plans],
            players=options.bots(position),
            turns=options.turns,
            rollouts=options.rollouts,
            seed=options.seed,
            workers=options.place(),
            until_decided=goal,
            progress=progress,
        )
