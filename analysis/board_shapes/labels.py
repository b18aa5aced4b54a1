"""Places for the names: beside the armies, on no other name, no other armies, and few lanes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapely.geometry import LineString, box

from oddsapp.ui.parts.layout import in_lines

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LETTER, LINE = 5.5, 10.0
"""Width and height of what is written, in units of the map, with a little room."""

HALF_PILL = (20.0, 10.5)
"""Half the size of the armies: two digits and the letter of a player."""

ROUNDS = 6


@dataclass(frozen=True)
class Place:
    """One way to write a name."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    rank: float

    @property
    def area(self) -> BaseGeometry:
        """What is covered."""
        width = LETTER * max(map(len, self.lines))
        left = self.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        top = self.y - 8
        return box(left, top, left + width, top + LINE * len(self.lines))


def place_labels(
    centres: dict[str, tuple[float, float]], lanes: list[LineString], size: tuple[int, int]
) -> dict[str, list[Any]]:
    """Return for each name where it is written: x, y, its lines, and the anchor if not middle."""
    frame = box(2, 1, size[0] - 2, size[1] - 1)
    pills = {
        name: box(x - HALF_PILL[0], y - HALF_PILL[1], x + HALF_PILL[0], y + HALF_PILL[1])
        for name, (x, y) in centres.items()
    }
    options = {name: _places(name, *centre) for name, centre in centres.items()}
    chosen = {name: places[0] for name, places in options.items()}

    def cost(name: str, place: Place) -> float:
        area = place.area
        total: float = place.rank + 40 * area.difference(frame).area
        total += sum(30 * area.intersection(pill).area for pill in pills.values())
        total += sum(3 * area.intersection(lane).length for lane in lanes)
        for other, taken in chosen.items():
            if other != name:
                total += 30 * area.intersection(taken.area).area
        return total

    for _ in range(ROUNDS):
        for name, places in options.items():
            chosen[name] = min(places, key=lambda place: cost(name, place))
    for name, place in chosen.items():
        if cost(name, place) > 60:
            print(f"label: no free place for {name} ({cost(name, place):.0f})")
    return {name: _written(place) for name, place in chosen.items()}


def _places(name: str, x: float, y: float) -> list[Place]:
    found = []
    for lines in dict.fromkeys(((name,), in_lines(name), tuple(name.split()))):
        tall = LINE * (len(lines) - 1)
        # A name in one line reads best, but a long one covers what is beside it.
        rank = 8.0 * (len(lines) - 1) if len(name) < 14 else 0.0
        for shift in (0, -8, 8, -16, 16):
            found.append(Place(lines, x + shift, y + 23, "middle", rank + abs(shift)))
            found.append(Place(lines, x + shift, y - 18 - tall, "middle", rank + 4 + abs(shift)))
        for dy in (0, -8, 8):
            middle = y + 3.5 - tall / 2 + dy
            found.append(Place(lines, x + 23, middle, "start", rank + 9 + abs(dy)))
            found.append(Place(lines, x - 23, middle, "end", rank + 10 + abs(dy)))
    return found


def _written(place: Place) -> list[Any]:
    anchor = [] if place.anchor == "middle" else [place.anchor]
    return [round(place.x, 1), round(place.y, 1), *place.lines, *anchor]
