"""The page of the public API is what its generator writes, and leaves out no name and no unit."""

import inspect
import re

import oddsapp
from analysis import api_page

FUNCTIONS = [name for name in oddsapp.__all__ if inspect.isroutine(getattr(oddsapp, name))]
LINE = r"^\| \[`(\w+).*?`\]\((.+?)\) \| (.+?) \| .*\|$"
NUMBER = re.compile(r"\b(int|float)\b")


def test_the_page_is_what_the_generator_writes() -> None:
    written = api_page.PAGE.read_text(encoding="utf-8")
    assert written == api_page.page(), "run python -m analysis.api_page"


def test_every_name_stands_on_it_once_in_one_line() -> None:
    rows = re.findall(LINE, api_page.page(), re.MULTILINE)
    assert sorted(name for name, *_ in rows) == sorted({*oddsapp.__all__} - {"__version__"})
    for name, path, said in rows:
        assert (api_page.PAGE.parent / path).is_file(), name
        assert said[0].isupper() or said.startswith("`"), name


def test_every_number_that_a_function_takes_has_a_unit() -> None:
    numbers = [
        (name, argument)
        for name in FUNCTIONS
        for argument, at in api_page.arguments(name).items()
        if NUMBER.search(str(at.annotation))
    ]
    said = {key for at in numbers for key in (at[1], ".".join(at)) if key in api_page.UNITS}
    silent = [at for at in numbers if not said & {at[1], ".".join(at)}]
    assert not silent
    page = api_page.page()
    unused = [key for key in api_page.UNITS if f"`{key.rpartition('.')[2]}`" not in page]
    assert not unused, "units of arguments that no function has"


def test_the_readme_leads_to_it() -> None:
    readme = api_page.PAGE.parents[1] / "README.md"
    assert "](oddsapp/API.md)" in readme.read_text(encoding="utf-8")
