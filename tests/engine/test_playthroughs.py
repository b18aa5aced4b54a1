"""Golden playthroughs: recorded games lead where they led when they were recorded."""

from __future__ import annotations

import pytest

from oddsapp.engine import apply_action
from tests.engine.positions import read
from tests.engine.variants import begin
from tests.engine.write_playthroughs import FOLDER, GAMES, path, standing


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_stands_as_it_stood(name: str) -> None:
    state = begin(name)
    compared = 0
    for line in path(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("="):
            assert standing(state) == line
            compared += 1
        else:
            state = apply_action(state, read(line))
    assert compared > 2


def test_every_playthrough_is_one_of_the_script() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path(name).name for name in GAMES}
