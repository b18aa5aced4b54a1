"""What a map shows, as plain values: no browser needed."""

from __future__ import annotations

import json
import re

import pytest

from oddsapp.boards import Board, find_board
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.drawing import payload
from oddsapp.ui.parts.map import HERE, known_territory
from oddsapp.ui.parts.mapview import COLOURS, Arrow, MapView, Shade, colours, letters
from oddsapp.ui.parts.shapes import shapes_of

CLASSIC = find_board("classic")


def full(board: Board = CLASSIC) -> MapView:
    return MapView(
        board,
        armies={"Brazil": 12, "Peru": 1, "Japan": 0},
        owners={"Brazil": "Ann", "Peru": "Bo", "Japan": "Ann", "Siam": ""},
        players=("Bo", "Ann"),
        origins=("Brazil",),
        targets=("Peru",),
        legal=frozenset({"Venezuela"}),
        says={"Brazil": "attack from here"},
        arrows=(Arrow("Brazil", "Peru", "Ann", "11"),),
        shades={"Peru": Shade(0.25, "25%", "Ann")},
        title="Choose a target",
    )


def test_the_browser_gets_plain_values() -> None:
    sent = payload(full())
    assert json.loads(json.dumps(sent)) is not None
    assert sent["title"] == "Choose a target"
    assert [(p["name"], p["letter"], p["colour"]) for p in sent["players"]] == [
        ("Bo", "B", 0),
        ("Ann", "A", 1),
    ]
    assert sent["players"][1]["says"] == "2 territories, 12 armies"
    assert sent["focus"] == ["Peru", "Brazil"]


def test_what_is_in_sight_first() -> None:
    assert payload(MapView(CLASSIC))["focus"] == []
    assert payload(MapView(CLASSIC, focus=("Siam",)))["focus"] == ["Siam"]
    both = MapView(CLASSIC, focus=("Siam",), legal=frozenset({"Peru"}), origins=("Brazil",))
    assert payload(both)["focus"] == ["Brazil"]


def test_each_territory_says_what_it_is() -> None:
    shown = payload(full())["territories"]
    assert shown["Brazil"]["says"] == "Brazil, 12 armies, Ann, selected as origin, attack from here"
    assert shown["Peru"]["says"] == "Peru, 1 army, Bo, Ann 25%, selected as target"
    assert shown["Japan"]["armies"] == "0"
    assert shown["Siam"] == {"owner": -1, "armies": "", "role": "dim", "says": "Siam"}
    assert shown["Venezuela"]["role"] == "legal"
    assert (shown["Peru"]["owner"], shown["Peru"]["shader"], shown["Peru"]["shade"]) == (0, 1, 0.25)


def test_a_continent_in_one_hand_is_told() -> None:
    south = CLASSIC.continent("South America").territories
    sent = payload(MapView(CLASSIC, owners=dict.fromkeys(south, "Ann")))
    held = {continent["name"]: continent["holder"] for continent in sent["continents"]}
    assert held["South America"] == "Ann"
    assert held["Asia"] == ""
    assert {c["name"]: c["bonus"] for c in sent["continents"]}["Asia"] == 7


def test_what_is_not_on_the_board_is_refused() -> None:
    for bad, words in (
        ({"armies": {"Atlantis": 3}}, "no territory 'Atlantis'"),
        ({"legal": frozenset({"Atlantis"})}, "no territory 'Atlantis'"),
        ({"arrows": (Arrow("Peru", "Atlantis"),)}, "no territory 'Atlantis'"),
        ({"armies": {"Peru": -1}}, "Peru has -1 armies"),
        ({"shades": {"Peru": Shade(1.5, "150%")}}, "the shade of Peru is 1.5"),
    ):
        with pytest.raises(InvalidInput, match=words):
            MapView(CLASSIC, **bad)


def test_players_are_told_apart_without_colour() -> None:
    names = ["Ann", "Anna", "Bo", "bob", "1", "?", "Ann 2", "Äda", "Zoë", "Zoe"]
    found = letters(names)
    assert len(set(found.values())) == len(names)
    assert all(len(letter) == 1 for letter in found.values())


def test_more_players_than_colours() -> None:
    players = tuple(f"Player {number}" for number in range(12))
    sent = payload(MapView(CLASSIC, players=players))
    assert [player["colour"] for player in sent["players"]][7:9] == [7, 0]
    assert len({player["letter"] for player in sent["players"]}) == 12


def test_who_is_called_after_a_colour_has_it() -> None:
    view = MapView(
        CLASSIC,
        owners={"Siam": "Yellow", "Peru": " WHITE", "Brazil": "Ann"},
        players=("Ann", "Yellow", " WHITE", "yellow", "Bo"),
        arrows=(Arrow("Siam", "China", "Yellow"),),
    )
    sent = payload(view)
    assert {player["name"]: player["colour"] for player in sent["players"]} == {
        "Ann": 0,
        "Yellow": 3,
        " WHITE": 8,
        "yellow": 1,  # a colour is one player's
        "Bo": 2,
    }
    assert sent["players"][sent["arrows"][0]["player"]]["colour"] == 3


def test_every_colour_is_in_the_style_sheet() -> None:
    style = (HERE / "map.css").read_text(encoding="utf-8")
    for number in {*range(COLOURS), *colours(["white", "black"]).values()}:
        assert f"--player-{number}:" in style
        assert f"--arrow-{number}:" in style


@pytest.mark.parametrize("link", sorted(find_board("risk2").links))
def test_arrows_stay_on_the_map(link: tuple[str, str]) -> None:
    board = find_board("risk2")
    (drawn,) = payload(MapView(board, arrows=(Arrow(*link, label="3"),)))["arrows"]
    width, height = shapes_of(board).size
    numbers = re.findall(r"-?[\d.]+", drawn["line"] + drawn["head"])
    for x, y in zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True):
        assert -5 <= x <= width + 5
        assert -5 <= y <= height + 5
    around = frozenset(link) in shapes_of(board).around_the_edge()
    assert drawn["line"].count("M") == (2 if around else 1)


def test_arrows_there_and_back_do_not_lie_on_each_other() -> None:
    both = (Arrow("Peru", "Brazil", label="1"), Arrow("Brazil", "Peru", label="2", void=True))
    there, back = payload(MapView(CLASSIC, arrows=both))["arrows"]
    assert there["at"] != back["at"]
    assert back["void"]
    assert back["says"] == "Brazil to Peru, 2, void"


def test_only_territories_of_the_board_count_as_taps() -> None:
    view = MapView(CLASSIC)
    assert known_territory(view, "Peru") == "Peru"
    assert known_territory(view, "Hawaii") is None
    assert known_territory(view, {"a": 1}) is None
    assert known_territory(view, None) is None
