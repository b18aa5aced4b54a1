"""The page of the public names, ``oddsapp/API.md``: each in one line, with its units.

``python -m analysis.api_page`` writes it anew. All of it comes from the names of `oddsapp`, their
signatures and the first lines of their docstrings; only the groups and the units of arguments
are said here. A test holds the page to what this writes.
"""

from __future__ import annotations

import ast
import enum
import inspect
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import oddsapp

PAGE = Path(oddsapp.__file__).with_name("API.md")

# Where a name lives says what it is for; of several homes that fit, the longest counts.
GROUPS = {
    "Odds of a battle": ("odds",),
    "Attack and defence over several territories": ("odds.campaign", "odds.planning"),
    "Where a number comes from": (
        *("odds.chain", "odds.derivatives", "odds.diagnosis", "odds.explain"),
        *("odds.large", "odds.mistaken_rolls", "odds.sensitivity", "pmf"),
    ),
    "Rules and dice": ("combat", "dice", "rules"),
    "Boards": ("boards",),
    "Games": ("engine",),
    "Positions": ("engine.positions",),
    "Players": ("players",),
    "Plans and forecasts": ("whatif",),
    "Luck": ("intervals", "luck"),
    "Balance": ("odds.balance",),
    "On paper": ("printed",),
    "Errors": ("errors",),
}

# What the numbers of a signature count, by the name of the argument; as "function.argument"
# where the same word counts something else there.
UNITS = {
    "armies": "armies",
    "defenders": "armies",
    "then": "armies",
    "leave": "armies",
    "stacks": "armies",
    "targets": "armies",
    "enemies": "armies",
    "attackers": "armies",
    "way": "armies",
    "new": "armies",
    "round_table": "armies lost",
    "stop_at": "armies, or force if that is given",
    "never_below": "armies, or force if that is given",
    "rolls": "rolls",
    "force": "force",
    "forces": "force",
    "first": "force",
    "second": "force",
    "size": "force",
    "most": "force, the largest",
    "break_even.most": "armies, the most",
    "side_break_even.most": "armies, the most",
    "dice_against_die.dice": "attacking dice",
    "spoils_of_war.players": "force",
    "independent_pairs.dice": "dice",
    "pair_chances.dice": "dice",
    "pair_chances.rank": "0 for the highest dice",
    "share": "probability",
    "level": "probability",
    "mean_within.samples": "samples",
    "mean_within.std": "as the samples",
    "share_interval.samples": "samples",
    "make_candidates.most": "plans",
    "most_changes": "numbers changed",
    "further": "numbers changed",
    "worst": "exploits",
    "win": "probability",
    "wins": "probability",
    "stop_odds": "probability",
    "answer": "probability",
    "cards": "cards",
    "player": "seat",
    "owners": "seat",
    "players": "how many, or names",
    "new_game.players": "how many",
    "turns": "turns of anybody",
    "most_rounds": "rounds",
    "games": "games",
    "rollouts": "roll-outs",
    "samples": "sampled turns",
    "students": "how many",
    "most_states": "board states",
    "seconds": "seconds",
    "now": "seconds",
    "progress": "steps done, steps in all",
    "seed": "any whole number",
}

# What an argument that is a number is annotated with; one of "Any" may be text as well.
NUMBERS = re.compile(r"\b(int|float|Any)\b")

HEAD = """\
# The public API

<!-- Written by `python -m analysis.api_page`: change the docstrings, not this page. -->

Every name is one of `oddsapp` itself: `import oddsapp`, then `oddsapp.battle(11, 7)`. It links
to its source; `help(oddsapp.battle)` tells all of it: the arguments, the errors, where the formula
is from, an example.

| unit | what it counts |
|---|---|
| armies | what stands on a territory, the one that always stays included |
| force | the armies that fight: those on the attacking territory less the one that stays |
| probability | from 0 to 1: a float, or a `Fraction` with `exact=True`; `"80%"` can be given |
| seat | a player by number, from 0; in lines of text players count from 1 |

An argument that makes no sense is an `InvalidInput`, a move against the rules an `IllegalMove`.
"""

_MOST_ARGUMENTS = 10


def names_by_group() -> dict[str, list[str]]:
    """Return the public names under their headings, functions before classes."""
    groups: dict[str, list[str]] = {title: [] for title in GROUPS}
    for name in sorted(oddsapp.__all__, key=lambda name: (not name.islower(), name)):
        if name.startswith("__"):
            continue
        home = oddsapp._HOMES[name].removeprefix("oddsapp.")
        fitting = {
            prefix: title
            for title, prefixes in GROUPS.items()
            for prefix in prefixes
            if f"{home}.".startswith(f"{prefix}.")
        }
        if not fitting:
            raise LookupError(f"no group holds {name} of {home}; add its home to GROUPS")
        groups[fitting[max(fitting, key=len)]].append(name)
    return {title: names for title, names in groups.items() if names}


def arguments(name: str) -> dict[str, inspect.Parameter]:
    """Return the arguments of a name; none for what nobody calls: constants, enums, protocols."""
    thing = getattr(oddsapp, name)
    called = callable(thing) and not isinstance(thing, enum.EnumType)
    if not called or getattr(thing, "_is_protocol", False):
        return {}
    return dict(inspect.signature(thing).parameters)


def signature(name: str) -> str:
    """Return how a name is called, without types; many arguments are cut short.

    Examples
    --------
    >>> signature("border_clash")
    "border_clash(first, second, *, rules='risk2', exact=False) -> ContestOutcome"
    """
    thing = getattr(oddsapp, name)
    given = [
        argument.replace(annotation=argument.empty, default=_plain(argument.default))
        for argument in arguments(name).values()
    ]
    if not given:
        text = "()" if inspect.isroutine(thing) else ""
    else:
        text = str(inspect.Signature(given[:_MOST_ARGUMENTS]))
        if len(given) > _MOST_ARGUMENTS:
            text = f"{text[:-1]}, …)"
        text = text.replace("=Ellipsis", "=…")
    if inspect.isroutine(inspect.unwrap(thing)):
        returned = inspect.signature(thing).return_annotation
        text += "" if returned == "None" else f" -> {returned}"
    return f"{name}{text}"


def _plain(default: Any) -> Any:
    # What a dataclass makes anew each time has no text that says anything.
    return ... if "factory" in repr(default) else getattr(default, "value", default)


def units(name: str) -> str:
    """Return what the arguments of a function count.

    Examples
    --------
    >>> units("armies_needed")
    '`defenders`: armies; `win`: probability'
    """
    if isinstance(getattr(oddsapp, name), type):
        return ""
    found: dict[str, list[str]] = {}
    for argument, at in arguments(name).items():
        if not NUMBERS.search(str(at.annotation)):
            continue
        unit = UNITS.get(f"{name}.{argument}", UNITS.get(argument, ""))
        if unit:
            found.setdefault(unit, []).append(f"`{argument}`")
    return "; ".join(f"{', '.join(words)}: {unit}" for unit, words in found.items())


def home_of(name: str) -> Path:
    """Return the file of the source of a name."""
    thing = getattr(oddsapp, name)
    if callable(thing):
        return Path(inspect.getsourcefile(inspect.unwrap(thing)) or "")
    folder = Path(import_module(oddsapp._HOMES[name]).__file__ or "").parent
    return next(path for path in sorted(folder.glob("*.py")) if _said_of(name, path))


def first_line(name: str) -> str:
    """Return what a name is, in a line."""
    thing = getattr(oddsapp, name)
    said = inspect.getdoc(thing) if callable(thing) else _said_of(name, home_of(name))
    line = (said or "").partition("\n")[0]
    line = line.removeprefix("Return ").removeprefix("Yield ")
    return line[:1].upper() + line[1:]


def _said_of(constant: str, path: Path) -> str:
    """Return the string below a constant, which describes it; '' in a file without it."""
    for assigned, said in pairwise(ast.parse(path.read_text(encoding="utf-8")).body):
        if (
            isinstance(assigned, ast.Assign)
            and ast.unparse(assigned.targets[0]) == constant
            and isinstance(said, ast.Expr)
        ):
            return str(ast.literal_eval(said.value))
    return ""


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for title, names in names_by_group().items():
        parts.append(f"\n## {title}\n\n| name | what it is | units |\n|---|---|---|\n")
        for name in names:
            link = f"[`{signature(name)}`]({home_of(name).relative_to(PAGE.parent).as_posix()})"
            row = [cell.replace("|", r"\|") for cell in (link, first_line(name), units(name))]
            parts.append(f"| {' | '.join(row)} |\n")
    return "".join(parts)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main()
