"""A command that holds others, for instance ``oddsapp explain battle``."""

from __future__ import annotations

import click


class Commands(click.Group):
    """A group that shows its help to whoever names no command, and says which there are."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return one command, the paragraphs of its help kept as `Program` keeps them."""
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.help = (command.help or "").replace("\\b\n", "\b\n")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which there are."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise click.UsageError(
                f"no command is called {args[0]!r}; there are {', '.join(self.commands)}", ctx
            )
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Show the help to whoever types the bare name."""
        return super().parse_args(ctx, args or ["--help"])
