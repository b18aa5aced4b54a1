"""The program ``oddsapp``: which commands there are, and what happens when one fails.

A command's module is imported when that command runs: ``oddsapp --help`` imports none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from oddsapp._version import __version__
from oddsapp.errors import OddsappError, one_sentence

CANNOT_BE_COMPUTED = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it


class Entry(NamedTuple):
    """Where a command lives, and the line that ``--help`` has about it."""

    home: str
    summary: str
    example: str


COMMANDS = {
    "battle": Entry(
        "oddsapp.cli.battle:battle",
        "Attack one territory from one other, to the end.",
        "oddsapp battle 11 7",
    ),
    "mass": Entry(
        "oddsapp.cli.mass:mass",
        "Mass invasion: several forces against one defender (RISK II).",
        "oddsapp mass 12 8 8 --defenders 20",
    ),
    "clash": Entry(
        "oddsapp.cli.contest:clash",
        "Border clash: two forces meet head on (RISK II).",
        "oddsapp clash 12 9",
    ),
    "spoils": Entry(
        "oddsapp.cli.contest:spoils",
        "Spoils of war: the players of a joint conquest fight for it (RISK II).",
        "oddsapp spoils 5 4+3",
    ),
    "need": Entry(
        "oddsapp.cli.need:need",
        "How many armies are needed to win with a given probability.",
        "oddsapp need 7 --win 0.8",
    ),
    "campaign": Entry(
        "oddsapp.cli.campaign:campaign",
        "Campaign: take a row of territories, and hold the last.",
        "oddsapp campaign 20 5 3 2 --then 6",
    ),
    "plan": Entry(
        "oddsapp.cli.plan:plan",
        "Plan attacks: take territories or a continent from one or several stacks.",
        "oddsapp plan --from Siam:12 --take Australia:2",
    ),
    "defend": Entry(
        "oddsapp.cli.defend:defend",
        "Defend: odds when every neighbour attacks, and where new armies hold most.",
        "oddsapp defend --hold Brazil:5,Venezuela:3 --enemy 6 --place 8",
    ),
    "choice": Entry(
        "oddsapp.cli.choice:choice",
        "How many dice to roll, and what cards and the commander are worth (classic).",
        "oddsapp choice 11 7 --sees-roll",
    ),
    "diagnose": Entry(
        "oddsapp.cli.diagnose:diagnose",
        "Name the mistake that leads to a wrong answer.",
        "oddsapp diagnose 69.02% 4 2",
    ),
    "turn": Entry(
        "oddsapp.cli.turn:turn",
        "Forecast a turn: who holds what once all players' orders are fought (RISK II).",
        "oddsapp turn --example",
    ),
    "whatif": Entry(
        "oddsapp.cli.whatif:whatif",
        "What if: what a plan for one's turn comes to, and whether they can hit back.",
        "oddsapp whatif state.json plan.txt --rollouts 1000 --turns 2",
    ),
    "luck": Entry(
        "oddsapp.cli.luck:luck",
        "Were the dice against me? Recorded battles or rolls against fair dice.",
        "oddsapp luck battles.csv",
    ),
    "dice": Entry(
        "oddsapp.cli.dice:dice",
        "The coloured dice: faces, thresholds, who beats whom (RISK II).",
        "oddsapp dice --dice-set manual",
    ),
    "rules": Entry(
        "oddsapp.cli.rules:rules",
        "The rules in words: which rulesets there are, and what each one says.",
        "oddsapp rules parker1993",
    ),
    "explain": Entry(
        "oddsapp.cli.explain:explain",
        "The steps to a number: as text, LaTeX or data.",
        "oddsapp explain battle 4 2",
    ),
    "sensitivity": Entry(
        "oddsapp.cli.sensitivity:sensitivity",
        "Which face and which threshold move the odds.",
        "oddsapp sensitivity 13 9",
    ),
    "formula": Entry(
        "oddsapp.cli.formula:formula",
        "Formulas in place of numbers.",
        "oddsapp formula roll 3 2",
    ),
    "card": Entry(
        "oddsapp.cli.card:card",
        "An odds card to print, or all battles up to 50 v 50 as a page for the phone.",
        "oddsapp card --out card.html",
    ),
    "worksheet": Entry(
        "oddsapp.cli.worksheet:worksheet",
        "Worksheets for a class, each with its own battle, and the key.",
        "oddsapp worksheet --students 30 --seed 7 --out sheets.html",
    ),
    "play": Entry(
        "oddsapp.cli.play:play",
        "Let bots play whole games, and count who wins.",
        "oddsapp play --players odds,random,cautious --games 100 --seed 7",
    ),
    "dashboard": Entry(
        "oddsapp.cli.dashboard:dashboard",
        "Serve the page and print its address.",
        "oddsapp dashboard",
    ),
}


class Program(click.Group):
    """A group of commands that are imported by name, each failing in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        module, name = COMMANDS[cmd_name].home.split(":")
        command: click.Command = getattr(import_module(module), name)
        # click keeps the lines of a paragraph that starts with a backspace; docstrings that
        # hold one are raw, so it arrives as a backslash and a letter.
        command.help = (command.help or "").replace("\\b\n", "\b\n")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which there are."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"no command is called {args[0]!r}; there are {', '.join(COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Show the help to whoever types the bare name."""
        return super().parse_args(ctx, args or ["--help"])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands into the help without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])
        with formatter.section("Examples"):
            for entry in COMMANDS.values():
                formatter.write_text(entry.example)

    def main(  # type: ignore[override]  # click overloads it by standalone_mode
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit code; never with a traceback.

        Exit codes: 0, or 2 for what cannot be computed, or 130 when interrupted.
        """
        name = prog_name or "oddsapp"
        if not standalone_mode:
            return super().main(args, name, standalone_mode=False, **extra)
        _prepare_process()
        try:
            code = super().main(args, name, standalone_mode=False, **extra)
        except click.ClickException as error:
            _say(error.format_message())
            sys.exit(error.exit_code if error.exit_code != 1 else CANNOT_BE_COMPUTED)
        except OddsappError as error:
            _say(str(error))
            sys.exit(CANNOT_BE_COMPUTED)
        except MemoryError:
            _say("this needs more memory than there is; try fewer armies, or without --exact")
            sys.exit(CANNOT_BE_COMPUTED)
        except OSError as error:  # a full disk; click itself deals with closed pipes
            sys.stdout = None  # or Python tries again at its exit
            _say(f"{error.strerror or error}")
            sys.exit(CANNOT_BE_COMPUTED)
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(code if isinstance(code, int) else 0)


def _prepare_process() -> None:
    # The exact odds of large battles are fractions of more digits than Python likes to print.
    sys.set_int_max_str_digits(0)
    for stream in (sys.stdout, sys.stderr):
        # A terminal without a character shows another one instead of an error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say(message: str) -> None:
    click.echo(f"Error: {one_sentence(' '.join(message.split()))}", err=True)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Exact odds for every battle of Risk and RISK II."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False
