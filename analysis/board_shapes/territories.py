"""Which pieces of which countries make a territory, in degrees.

Where a board needs other borders than the world has, they are cut here: China reaches Ural
between Afghanistan and Siberia, Siberia reaches China between Ural and Mongolia.
"""

from __future__ import annotations

import shapely
from shapely import affinity
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

Shapes = dict[str, BaseGeometry]

# Territories that are whole countries.
WHOLE = {
    "Afghanistan": "Kazakhstan, Uzbekistan, Turkmenistan, Kyrgyzstan, Tajikistan, Afghanistan",
    "Argentina": "Argentina, Chile, Paraguay, Uruguay",
    "Central America": "Mexico, Guatemala, Belize, Honduras, El Salvador, Nicaragua, Costa Rica, "
    "Panama, Cuba, Haiti, Dominican Rep., Jamaica",
    "China": "China, Taiwan",
    "Congo": "Cameroon, Central African Rep., Eq. Guinea, Gabon, Congo, Dem. Rep. Congo",
    "East Africa": "Sudan, S. Sudan, Eritrea, Djibouti, Ethiopia, Somalia, Somaliland, Kenya, "
    "Uganda, Rwanda, Burundi, Tanzania",
    "Egypt": "Libya, Egypt",
    "Great Britain": "United Kingdom, Ireland",
    "Greenland": "Greenland",
    "Iceland": "Iceland",
    "India": "Pakistan, India, Nepal, Bhutan, Bangladesh, Sri Lanka",
    "Japan": "Japan",
    "Madagascar": "Madagascar",
    "Middle East": "Turkey, Cyprus, N. Cyprus, Syria, Lebanon, Israel, Palestine, Jordan, Iraq, "
    "Iran, Kuwait, Saudi Arabia, Yemen, Oman, United Arab Emirates, Qatar",
    "Mongolia": "Mongolia, North Korea, South Korea",
    "North Africa": "Morocco, W. Sahara, Algeria, Tunisia, Mauritania, Mali, Niger, Senegal, "
    "Gambia, Guinea-Bissau, Guinea, Sierra Leone, Liberia, Côte d'Ivoire, Ghana, Togo, Benin, "
    "Burkina Faso, Nigeria, Chad",
    "Northern Europe": "Germany, Netherlands, Belgium, Luxembourg, Denmark, Poland, Czechia, "
    "Austria, Switzerland, Slovakia",
    "Peru": "Peru, Bolivia",
    "South Africa": "Angola, Zambia, Malawi, Mozambique, Zimbabwe, Namibia, Botswana, "
    "South Africa, Lesotho, eSwatini",
    "Southern Europe": "Italy, Slovenia, Croatia, Bosnia and Herz., Serbia, Montenegro, Kosovo, "
    "Albania, Macedonia, Greece, Bulgaria, Romania, Hungary",
    "Venezuela": "Venezuela, Colombia, Guyana, Suriname, Ecuador",
}

# Islands too small to be seen or tapped are drawn larger: times this, around their middle.
LARGER = {
    "Falkland Islands": 5.5,
    "Great Britain": 1.2,
    "Hawaii": 3.6,
    "Iceland": 1.3,
    "Japan": 1.25,
    "Madagascar": 1.2,
    "New Zealand": 1.4,
    "Philippines": 1.25,
    "Svalbard": 1.3,
}

# Moved by this many degrees: away from the edge of the map or from what they must not touch.
MOVED = {
    "Falkland Islands": (9.0, 3.0),
    "Great Britain": (-1.6, 0.6),
    "Hawaii": (5.0, 2.0),
    "Japan": (1.5, 0.0),
    "New Zealand": (1.0, 3.0),
    "Philippines": (1.5, 0.5),
}

# The five territories of Siberia: each is what lies nearest to one of its points, with a
# degree of longitude counted as .55, which is about right at 57 degrees north.
RUSSIA = {
    "Ural": ((62, 66), (60, 55), (78, 50), (72, 54)),
    "Siberia": ((88, 70), (90, 58)),
    "Yakutsk": ((126, 68), (128, 73)),
    "Irkutsk": ((112, 57), (104, 53)),
    "Kamchatka": ((158, 62), (140, 50), (138, 57), (178, 66)),
}
SQUEEZE = 0.55


def classic_territories(countries: Shapes) -> Shapes:
    """Return the 42 territories of the classic board."""
    return _larger(_classic(countries))


def risk2_territories(countries: Shapes) -> Shapes:
    """Return the 48 territories of RISK II: six are cut out of those of the classic board."""
    found = _classic(countries)
    arctic = _parts(found["Northwest Territory"])
    mainland = max(arctic, key=lambda part: part.area)
    # Baffin Island with its neighbours; the islands further west stay with the mainland.
    east = [part for part in arctic if part is not mainland and part.centroid.x > -92]
    found["Oikiqtaluk"] = shapely.unary_union(east)
    found["Northwest Territory"] = shapely.unary_union(
        [part for part in arctic if not any(part is island for island in east)]
    )
    found["Philippines"] = countries["Philippines"]
    found["Indonesia"] = found["Indonesia"].difference(found["Philippines"].buffer(0.1))
    found["New Zealand"] = countries["New Zealand"]
    found["Eastern Australia"] = found["Eastern Australia"].difference(
        found["New Zealand"].buffer(0.1)
    )
    found["Svalbard"] = countries["Norway"].intersection(_north(74, 84))
    found["Hawaii"] = countries["United States of America"].intersection(box(-165, 15, -150, 25))
    found["Falkland Islands"] = countries["Falkland Is."]
    return _larger(found)


def _classic(countries: Shapes) -> Shapes:
    found = {name: _union(countries, listed) for name, listed in WHOLE.items()}
    found |= _america(countries)
    found |= _europe(countries)
    found |= _australia(countries)
    found["Siam"] = _union(countries, "Myanmar, Thailand, Laos, Cambodia, Vietnam").union(
        countries["Malaysia"].intersection(_between(98, 106))
    )
    return found | _north_asia(countries, found)


def _america(countries: Shapes) -> Shapes:
    states, canada = countries["United States of America"], countries["Canada"]
    south = canada.intersection(_north(40, 60))
    labrador = box(-79.5, 60, -65, 63).intersection(box(-79.5, 58, -68, 62.6))
    arctic = canada.intersection(_north(60, 90)).intersection(_between(-142, -60))
    main = states.intersection(box(-128, 20, -60, 50))
    guiana = countries["France"].intersection(box(-60, -10, -45, 10))
    return {
        "Alaska": states.intersection(box(-169, 50, -130, 75)),
        "Northwest Territory": arctic.difference(box(-79.5, 58, -60, 63.2)),
        "Alberta": south.intersection(_between(-140, -105.5)),
        "Ontario": south.intersection(_between(-105.5, -79.5)),
        "Quebec": south.intersection(_between(-79.5, -50)).union(canada.intersection(labrador)),
        "Western United States": main.intersection(_between(-130, -103)),
        "Eastern United States": main.intersection(_between(-103, -60)),
        "Brazil": countries["Brazil"].union(guiana),
    }


def _europe(countries: Shapes) -> Shapes:
    east = "Ukraine, Belarus, Lithuania, Latvia, Estonia, Moldova, Georgia, Armenia, Azerbaijan"
    russia = countries["Russia"].intersection(_between(15, 52)).intersection(_north(40, 79))
    return {
        # Svalbard is left out.
        "Scandinavia": _union(countries, "Norway, Sweden, Finland").intersection(_north(0, 74)),
        "Western Europe": _union(countries, "Spain, Portugal").union(
            countries["France"].intersection(box(-6, 41, 10, 52))
        ),
        "Ukraine": _union(countries, east).union(russia),
    }


def _australia(countries: Shapes) -> Shapes:
    indonesia, australia = countries["Indonesia"], countries["Australia"]
    borneo = countries["Malaysia"].intersection(_between(106, 125))
    islands = _union(countries, "Brunei, Philippines, Timor-Leste")
    return {
        "Indonesia": shapely.unary_union(
            [indonesia.intersection(_between(90, 134)), borneo, islands]
        ),
        "New Guinea": _union(countries, "Papua New Guinea, Solomon Is.").union(
            indonesia.intersection(_between(134, 150))
        ),
        "Western Australia": australia.intersection(_between(110, 134)),
        "Eastern Australia": australia.intersection(_between(134, 160)).union(
            countries["New Zealand"]
        ),
    }


def _north_asia(countries: Shapes, found: Shapes) -> Shapes:
    """Cut what lies between Ural and Japan as the board has it."""
    # Mongolia reaches the sea across from Japan, and Irkutsk and Kamchatka: with Manchuria.
    manchuria = found["China"].intersection(box(115.5, 41, 140, 56))
    mongolia = _closed(found["Mongolia"].union(manchuria))
    china = found["China"].difference(manchuria.buffer(1e-6))
    # Eastern Kazakhstan goes to the north, or Afghanistan would part China from Ural.
    wedge = found["Afghanistan"].intersection(
        Polygon([(70, 56), (78, 52), (79, 45), (90, 45), (90, 56)])
    )
    north = _closed(countries["Russia"].intersection(box(52, 40, 200, 79)).union(wedge))
    parts = {name: north.intersection(cell) for name, cell in _cells().items()}
    # Two corridors to the south: the second one takes from the first.
    for name, outline in (
        ("Siberia", [(82.5, 40), (91, 40), (91, 53.5), (82.5, 56)]),
        ("Ural", [(52, 40), (82.5, 40), (82.5, 54), (76, 58), (52, 60)]),
    ):
        corridor = north.intersection(Polygon(outline))
        parts = {other: part.difference(corridor.buffer(1e-6)) for other, part in parts.items()}
        parts[name] = _closed(parts[name].union(corridor))
    afghanistan = found["Afghanistan"].difference(wedge.buffer(1e-6))
    return parts | {"Mongolia": mongolia, "China": china, "Afghanistan": afghanistan}


def _cells() -> Shapes:
    points = {Point(x * SQUEEZE, y): name for name, listed in RUSSIA.items() for x, y in listed}
    diagram = shapely.voronoi_polygons(MultiPoint(list(points)), extend_to=box(0, 0, 200, 90))
    owned: dict[str, list[BaseGeometry]] = {name: [] for name in RUSSIA}
    for cell in diagram.geoms:
        name = next(name for point, name in points.items() if cell.contains(point))
        owned[name].append(affinity.scale(cell, 1 / SQUEEZE, 1, origin=(0, 0)))
    return {name: shapely.unary_union(cells) for name, cells in owned.items()}


def _larger(found: Shapes) -> Shapes:
    for name in found.keys() & (LARGER.keys() | MOVED.keys()):
        factor = LARGER.get(name, 1.0)
        grown = affinity.scale(found[name], factor, factor, origin="center")
        found[name] = affinity.translate(grown, *MOVED.get(name, (0.0, 0.0)))
    return found


def _union(countries: Shapes, listed: str) -> BaseGeometry:
    return shapely.unary_union([countries[name] for name in listed.split(", ")])


def _parts(shape: BaseGeometry) -> list[BaseGeometry]:
    return list(getattr(shape, "geoms", [shape]))


def _closed(shape: BaseGeometry) -> BaseGeometry:
    """Close the hairline that is left where two parts meet."""
    return shape.buffer(0.02).buffer(-0.02)


def _between(west: float, east: float) -> BaseGeometry:
    return box(west, -90, east, 90)


def _north(south: float, north: float) -> BaseGeometry:
    return box(-180, south, 200, north)
