"""What several commands share: options about rules and output, and numbers of armies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.rules import Ruleset

    IntType = click.ParamType[int]
    ListType = click.ParamType[list[int]]
    TextType = click.ParamType[str]
else:
    # Older versions of click have no type to say what a parameter is read as.
    IntType = ListType = TextType = click.ParamType

_LONGEST_QUOTE = 30


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the shared options say.

    Parameters
    ----------
    rules : str
        The name of the ruleset.
    changes : dict
        Which of its rules are changed, by their names.
    modifiers : tuple of str
        What stands on the territory that changes its dice.
    exact, as_json : bool
    """

    rules: str
    changes: dict[str, Any]
    modifiers: tuple[str, ...] = ()
    exact: bool
    as_json: bool

    def check_no_zombies(self) -> None:
        """Refuse zombies where others attack afterwards: which of those are some is not said."""
        if any(name.startswith("zombie") for name in self.modifiers):
            raise click.UsageError(
                "--zombie is about the sides of one battle, and those of --then are others;"
                " leave out one of the two"
            )

    def ruleset(self) -> Ruleset:
        """Return the ruleset that the options describe.

        Raises
        ------
        click.UsageError
            If an option means nothing under these rules.
        InvalidInput
            If a name is not known.
        """
        from oddsapp.rules import find_ruleset, modified

        rules = find_ruleset(self.rules)
        for rule in self.changes:
            if not hasattr(rules.combat, rule):
                raise click.UsageError(
                    f"{_NAMES[rule]} means nothing under the rules {self.rules};"
                    f" what can vary is {', '.join(_offered(rules))}"
                )
        # A die that the rules have anyway is no change to tell of.
        changes = {
            rule: value
            for rule, value in self.changes.items()
            if not (rule.endswith("_die") and value == getattr(rules.combat, rule))
        }
        try:
            changed = rules.replace(**changes) if changes else rules
        except InvalidInput as wrong:
            # The library speaks of its rules, whoever typed this of options.
            text = str(wrong)
            for rule in changes:
                text = text.replace(f"{rule} cannot be", f"{_NAMES.get(rule, rule)} cannot be")
            raise InvalidInput(text) from None
        return modified(changed, self.modifiers) if self.modifiers else changed


_NAMES = {
    "attack_dice": "--attack-dice",
    "defence_dice": "--defence-dice",
    "attack_bonus": "--attack-bonus",
    "defence_bonus": "--defence-bonus",
    "dice_set": "--dice-set",
    "thresholds": "--thresholds",
    "ties": "--ties",
    "mass_reading": "--reading",
    "spoils_reading": "--reading",
}


def _offered(rules: Ruleset) -> list[str]:
    """Return the options of this command that mean something under these rules."""
    options = {
        option for each in click.get_current_context().command.params for option in each.opts
    }
    means = dict.fromkeys(name for key, name in _NAMES.items() if hasattr(rules.combat, key))
    return [name for name in means if name in options]


_BONUS_FORM = (
    "highest+1, lowest-1 or all+1, several with commas; with ,uncapped it may pass the die's own"
    " faces"
)

_RANKED = (
    click.option(
        "--attack-dice", metavar="DICE", help="The attacker's dice: 4d8 is up to four of 8 sides."
    ),
    click.option("--defence-dice", metavar="DICE", help="The defender's dice."),
    click.option(
        "--attack-bonus", metavar="BONUS", help=f"Added to the attacker's roll: {_BONUS_FORM}."
    ),
    click.option(
        "--defence-bonus",
        metavar="BONUS",
        help="Added to the defender's; also bunker, fortification or ammunition_shortage.",
    ),
    click.option("--capital", is_flag=True, help="A capital: one die more for the defender."),
    click.option("--wall", is_flag=True, help="A wall: one die more for the defender."),
    click.option(
        "--zombie",
        metavar="SIDE",
        help="Zombies: as attacker one die less, as defender ties go to the attacker.",
    ),
)
"""Options about dice that are compared by rank, for commands that have such battles."""

_SHARED = (
    click.option("--dice-set", metavar="NAME", help="The coloured dice: board or manual."),
    click.option(
        "--thresholds",
        metavar="NAME",
        help="Which army rolls which die: board, shipped_game or manual.",
    ),
    click.option(
        "--ties", metavar="SIDE", help="Who wins equal dice: attacker, defender or nobody."
    ),
)

_OUTPUT = (
    click.option("--exact", is_flag=True, help="Fractions in place of rounded numbers."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
)


def shared_options(
    default_rules: str, *, reading: tuple[str, str] | None = None, output: bool = True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a command with the options about rules and output.

    Parameters
    ----------
    default_rules : str
        Commands that are at home under other rules than RISK II have options about numbers
        of dice and bonuses, too.
    reading : (rule, choices), optional
        Which rule ``--reading`` changes, and to what it can be changed, for the help.
    output : bool
        Whether there is a choice of output; a command that writes a page has none.

    Returns
    -------
    callable
        A decorator. The command gets one argument ``options`` for all of them.
    """
    has_ranked_dice = not default_rules.startswith("risk2")

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def command(
            *,
            rules: str,
            dice_set: str | None,
            thresholds: str | None,
            ties: str | None,
            exact: bool = False,
            as_json: bool = False,
            reading_name: str | None = None,
            **arguments: Any,
        ) -> None:
            asked: dict[str, Any] = {"dice_set": dice_set, "thresholds": thresholds, "ties": ties}
            modifiers: tuple[str, ...] = ()
            if has_ranked_dice:
                asked |= _ranked_changes(arguments)
                modifiers = _modifiers(arguments)
            if reading is not None:
                asked[reading[0]] = reading_name
            changes = {rule: value for rule, value in asked.items() if value is not None}
            options = Options(
                rules=rules, changes=changes, modifiers=modifiers, exact=exact, as_json=as_json
            )
            function(options=options, **arguments)

        decorated: Callable[..., None] = command
        ranked, printed = _RANKED if has_ranked_dice else (), _OUTPUT if output else ()
        for option in reversed((*ranked, *_SHARED, *printed)):
            decorated = option(decorated)
        if reading is not None:
            decorated = click.option(
                "--reading",
                "reading_name",
                metavar="NAME",
                help=f"How the rules are read: {reading[1]}.",
            )(decorated)
        return click.option(
            "--rules",
            metavar="NAME",
            default=default_rules,
            show_default=True,
            help="The rules by name; an unknown name lists them.",
        )(decorated)

    return decorate


def _ranked_changes(arguments: dict[str, Any]) -> dict[str, Any]:
    """Take the options about ranked dice out of the arguments, and read them."""
    from oddsapp.dice import parse_dice

    changes: dict[str, Any] = {}
    for side in ("attack", "defence"):
        dice = arguments.pop(f"{side}_dice")
        if dice is not None:
            changes[f"{side}_dice"], changes[f"{side}_die"] = parse_dice(dice)
        changes[f"{side}_bonus"] = arguments.pop(f"{side}_bonus")
    return changes


def _modifiers(arguments: dict[str, Any]) -> tuple[str, ...]:
    """Take the options about what stands on the territory out of the arguments."""
    names = [name for name in ("capital", "wall") if arguments.pop(name)]
    zombie = arguments.pop("zombie")
    if zombie is not None:
        if zombie not in ("attacker", "defender"):
            raise click.UsageError(f"--zombie is attacker or defender, not {_short(zombie)!r}")
        names.append(f"zombie_{zombie}")
    return tuple(names)


def attack_arguments(
    counted: str = "The first number",
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a command with the armies of an attack: ``armies``, ``defenders``, ``force``.

    Parameters
    ----------
    counted : str
        What to call the number of armies in the help of ``--force``.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        for option in (
            click.option("--force", is_flag=True, help=f"{counted} is the force itself."),
            click.argument("defenders", type=ArmyCount()),
            click.argument("armies", type=ArmyCount()),
        ):
            function = option(function)
        return function

    return decorate


class ArmyCommand(click.Command):
    """A command whose arguments are numbers: ``-3`` is one that is too low, not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        negative = [arg for arg in args if arg.startswith("-") and arg[1:2].isdecimal()]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as unknown:
            if negative and unknown.option_name[1:2].isdecimal():
                wrong = _short(negative[0])
                raise click.UsageError(
                    f"numbers of armies must be at least 1, not {wrong}"
                    if wrong[1:].isdecimal()
                    else f"no number here may be below 0, as {wrong} is",
                    ctx,
                ) from None
            raise


def _short(text: str) -> str:
    """Return what somebody typed, short enough for one line."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def _label(param: click.Parameter | None) -> str:
    if param is None:
        return "a number of armies"
    return (
        param.opts[0] if isinstance(param, click.Option) else param.human_readable_name.strip(".")
    )


class ArmyCount(IntType):
    """A number of armies.

    Digits of any script count, since phones type them; signs, points, underscores and
    words, some of which `int` would let pass, do not.
    """

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; the library checks its size."""
        if isinstance(value, int):
            return value
        return _number(value, param, ctx)


class CountList(ListType):
    """Numbers with commas: ``9``, or ``9,8``."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int]:
        """Return the numbers."""
        if isinstance(value, list):
            return value
        return [_number(part, param, ctx) for part in value.split(",")]


class Share(TextType):
    """A probability as text, which the library reads: ``0.8``, ``80%`` or ``4/5``."""

    name = "probability"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text, unless a number so long is meant that reading it takes long."""
        text = str(value).strip()
        exponent = text.lower().partition("e")[2].lstrip("+-0")
        if len(text) > _LONGEST_QUOTE or len(exponent) > 3:
            raise click.UsageError(
                f"{_label(param)} must be a probability such as 0.8, 80% or 4/5,"
                f" not {_short(text)!r}",
                ctx,
            )
        return text


class Hand(ListType):
    """The forces of one player: ``5``, or ``4+3``."""

    name = "forces"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int]:
        """Return the forces."""
        if isinstance(value, list):
            return value
        return [_number(part, param, ctx) for part in value.split("+")]


def _number(text: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
    text = text.strip()
    if text[:1] in ("-", "−") and text[1:].isdecimal():
        raise click.UsageError(f"{_label(param)} must be at least 1, not {_short(text)}", ctx)
    if not text.isdecimal():
        raise click.UsageError(f"{_label(param)} must be a whole number, not {_short(text)!r}", ctx)
    return int(text)
