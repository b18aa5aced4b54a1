"""Worksheets for a class: a small battle and its exercises for everybody, and the exact key."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds.exercise import Exercise, Slip
from oddsapp.odds.exercises import exercises
from oddsapp.odds.explanation import Level, as_level
from oddsapp.pmf import Generator
from oddsapp.printed.worksheet_pages import key_page, sheets_page

MOST_STUDENTS = 500

LOCAL = "http://127.0.0.1:8501"
"""Where ``oddsapp dashboard`` serves if nobody asks for another port."""

_SIZES = {Level.SCHOOL: (3, 12), Level.UNIVERSITY: (6, 20)}
"""How large a battle is for whom: the least and the most of force times defenders."""

_MOST_ARMIES = {Level.SCHOOL: 6, Level.UNIVERSITY: 7}

_LONGEST_URL = 120


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The worksheet of one student.

    Parameters
    ----------
    number : int
        From 1, in the order in which they are handed out.
    force, defenders : int
        The battle.
    exercises : tuple of Exercise
        Questions that lead to it, easy ones first.
    wrong : str
        A wrong answer to the question about P(win), in percent.
    slip : Slip
        The one known mistake that leads to it.
    link : str
        The address of the exercises about this battle on the page Learn.
    """

    number: int
    force: int
    defenders: int
    exercises: tuple[Exercise, ...]
    wrong: str
    slip: Slip
    link: str


@dataclass(frozen=True, kw_only=True)
class Worksheets:
    """The worksheets of a class; make them with `oddsapp.make_worksheets`.

    Parameters
    ----------
    level : Level
    sheets : tuple of Sheet
    """

    level: Level
    sheets: tuple[Sheet, ...]

    @property
    def html(self) -> str:
        """A page of A4 for each student, as HTML, without the key."""
        return sheets_page(self, with_key=False)

    @property
    def html_with_key(self) -> str:
        """The same, and the key on pages of its own at the end."""
        return sheets_page(self, with_key=True)

    @property
    def key_html(self) -> str:
        """The exact key alone."""
        return key_page(self)


def make_worksheets(
    students: int, rng: Generator, *, level: str | Level = Level.SCHOOL, url: str = LOCAL
) -> Worksheets:
    """Return worksheets about classic battles, neighbours with battles of their own.

    Parameters
    ----------
    students : int
        How many sheets, up to 500.
    rng : numpy.random.Generator or random.Random
        What shuffles the battles and picks the wrong answers; the same generator in the same
        state makes the same sheets.
    level : str or Level
        ``"school"`` or ``"university"``.
    url : str
        The address of the class's server, for the links.

    Raises
    ------
    InvalidInput
        If there are too many students or none, no such level, or the address is none.

    Notes
    -----
    All small battles of the level are handed out, shuffled, before any comes again, and then
    in the same order: two sheets with one battle are always as far apart as there are battles.

    Examples
    --------
    >>> import random, oddsapp
    >>> sheets = oddsapp.make_worksheets(2, random.Random(7)).sheets
    >>> [(sheet.force, sheet.defenders, str(sheet.exercises[-1].right)) for sheet in sheets]
    [(3, 1, '342035/373248'), (2, 5, '320867375/6530347008')]
    """
    number = whole_number(students, "the number of students", least=1, most=MOST_STUDENTS)
    for_whom = as_level(level)
    server = _checked(url)
    battles = _shuffled(small_battles(for_whom), rng)
    asked = cache(lambda force, defenders: exercises(force=force, defenders=defenders, level=level))
    sheets = []
    for place in range(number):
        force, defenders = battles[place % len(battles)]
        questions = asked(force, defenders)
        wrong, slip = _wrong_answer(own_question(questions, force, defenders), rng)
        sheets.append(
            Sheet(
                number=place + 1,
                force=force,
                defenders=defenders,
                exercises=questions,
                wrong=wrong,
                slip=slip,
                link=learn_link(server, force, defenders, for_whom),
            )
        )
    return Worksheets(level=for_whom, sheets=tuple(sheets))


def small_battles(level: Level) -> list[tuple[int, int]]:
    """Return the battles that sheets are about: force and defenders.

    Those of the exercises that lead to them are left out.

    Examples
    --------
    >>> len(small_battles(Level.SCHOOL)), len(small_battles(Level.UNIVERSITY))
    (15, 22)
    """
    least, most = _SIZES[level]
    sizes = range(1, _MOST_ARMIES[level] + 1)
    return [
        (force, defenders)
        for force in sizes
        for defenders in sizes
        if force > 1 and least <= force * defenders <= most and (force, defenders) != (2, 2)
    ]


def learn_link(url: str, force: int, defenders: int, level: Level) -> str:
    """Return the address of the exercises about a battle, their answers kept back.

    Examples
    --------
    >>> learn_link("http://10.0.0.5:8501", 3, 2, Level.SCHOOL)
    'http://10.0.0.5:8501/learn?learn_route=school&learn_step=exercises&learn_f=3&learn_d=2\
&learn_answers=hidden'
    """
    state = {
        "learn_route": str(level),
        "learn_step": "exercises",
        "learn_f": force,
        "learn_d": defenders,
        "learn_answers": "hidden",
    }
    return f"{url}/learn?{urlencode(state)}"


def own_question(questions: tuple[Exercise, ...], force: int, defenders: int) -> Exercise:
    """Return the question about P(win) of the battle itself."""
    name = f"win_{force}_v_{defenders}"
    return next(exercise for exercise in questions if exercise.name == name)


def _checked(url: str) -> str:
    if len(url) > _LONGEST_URL:
        raise InvalidInput(
            f"the address of the server may have {_LONGEST_URL} characters, not {len(url):,}:"
            " it is printed on every sheet"
        )
    if not re.fullmatch(r"https?://[\w.:\[\]/~%-]+", url, re.ASCII):
        raise InvalidInput(
            "the address of the server must be one such as http://192.168.1.20:8501,"
            f" not {url[:40]!r}"
        )
    return url.rstrip("/")


def _shuffled(battles: list[tuple[int, int]], rng: Generator) -> list[tuple[int, int]]:
    rest, drawn = list(battles), []
    while rest:
        drawn.append(rest.pop(int(rng.random() * len(rest))))
    return drawn


def _wrong_answer(question: Exercise, rng: Generator) -> tuple[str, Slip]:
    """Return an answer in percent that just one of the known mistakes leads to, and which."""
    known = []
    for slip in question.slips:
        text = f"{float(slip.value):.2%}"
        found = question.check(text)
        if not found.is_right and found.slips == (slip,):
            known.append((text, slip))
    return known[int(rng.random() * len(known))]
