"""The exact turn is equal, in fractions, to the engine's resolution expanded battle by battle."""

import random
from fractions import Fraction

import pytest

import oddsapp
from oddsapp.engine.game import Game, make_game
from oddsapp.engine.income import empire_reinforcements
from oddsapp.engine.orders import check_orders, read_orders
from oddsapp.whatif.turns import same_time
from tests.whatif.expansion import expand, expected_reinforcements, marginal
from tests.whatif.small_turns import BOARDS, Turn, random_turn, small_rules, turn


def check_against_expansion(case: Turn) -> None:
    """Hold everything that a forecast says against the expansion."""
    forecast, ends, game = oddsapp.forecast_turn(*case, exact=True), expand(*case), case.game
    for place, here in enumerate(forecast.territories):
        held = marginal(ends, lambda end, place=place: (end.owners[place], end.armies[place]))
        assert held == {
            (owner, armies): chance * here.owner[owner]
            for owner, left in here.armies.items()
            for armies, chance in left.items()
        }
        assert here.owner == marginal(ends, lambda end, place=place: end.owners[place])
    for component in forecast.components:
        places = [game.index[name] for name in component.territories]
        joint = marginal(ends, lambda end, places=places: tuple(end.owners[p] for p in places))
        assert component.joint is not None
        assert joint == {owners: chance for owners, chance in component.joint.items() if chance}
    needed = game.rules.same_time.domination_territories or len(game.names)
    for player in forecast.players:
        me = player.player
        team = [other for other, his in enumerate(game.teams) if his == game.teams[me]]
        territories = marginal(ends, lambda end, team=team: sum(o in team for o in end.owners))
        assert player.wins == sum(p for number, p in territories.items() if number >= needed)
        assert player.conquers == sum(p for end, p in ends.items() if me in end.conquerors)
        assert player.eliminated == sum(p for end, p in ends.items() if me not in end.owners)
        assert player.reinforcements == expected_reinforcements(game, ends, me)


CASES = {
    "nothing ordered": turn("triangle", "A1:3 B2:3 C2:2"),
    "an invasion": turn("triangle", "A1:5 B2:3 C2:2", "4 A -> B"),
    "a clash, whose winner goes on": turn("line", "A1:5 B2:5 C2:2 D1:2", "3 A -> B", "4 B -> A"),
    "a clash with others in pursuit": turn(
        "full", "A1:5 B2:6 C3:4 D1:3 E3:4", "3 A -> B", "4 B -> A", "3 C -> A", "2 D -> B"
    ),
    "two clashes around one territory": turn(
        "line", "A1:5 B2:7 C3:5 D3:2", "4 A -> B", "3 B -> A", "3 B -> C", "4 C -> B"
    ),
    "a ring is no clash": turn("triangle", "A1:4 B2:4 C3:4", "3 A -> B", "3 B -> C", "3 C -> A"),
    "a home that falls": turn(
        "line", "A1:4 B2:4 C3:3 D3:2", "3 A -> B", "3 B -> C", domination_territories=4
    ),
    "a mass invasion of one player": turn(
        "full", "A1:4 B1:4 C2:4 D2:2 E2:2", "3 A -> C", "3 B -> C"
    ),
    "spoils of two": turn("full", "A1:4 B2:4 C3:2 D3:2 E3:2", "3 A -> C", "3 B -> C"),
    "spoils of two, one with two armies": turn(
        "full", "A1:4 B2:4 C3:2 D1:3 E3:2", "3 A -> C", "3 B -> C", "2 D -> C"
    ),
    "spoils of three": turn("full", "A1:4 B2:3 C4:2 D3:3 E4:2", "3 A -> C", "2 B -> C", "2 D -> C"),
    "a surge": turn("line", "A1:7 B2:2 C3:2 D3:1", "6 A -> B -> C"),
    "a surge into what its player takes meanwhile": turn(
        "square", "A1:6 B2:2 C3:2 D1:6", "5 A -> B -> C", "5 D -> C"
    ),
    "a surge through a joint conquest": turn(
        "full", "A1:5 B2:5 C3:1 D1:4 E3:2", "4 A -> C -> E", "4 B -> C", "3 D -> C"
    ),
    "a surge border clash": turn(
        "ring", "A1:7 B3:1 C4:1 D2:7 E2:1", "6 A -> B -> C", "6 D -> C -> B"
    ),
    "a surge border clash with armies beside": turn(
        "full", "A1:6 B3:1 C4:1 D2:6 E1:3", "5 A -> B -> C", "5 D -> C -> B", "2 E -> B"
    ),
    "a mass surge": turn("full", "A1:6 B2:6 C3:1 D3:1 E3:3", "5 A -> C -> E", "5 B -> D -> E"),
    "surges one after another": turn(
        "full", "A1:6 B2:6 C3:1 D4:1 E4:2", "5 A -> C -> D", "5 B -> D -> E"
    ),
    "surges in a ring": turn(
        "full", "A1:5 B2:5 C3:5 D1:1 E2:1", "4 A -> E -> B", "4 B -> D -> C", "4 C -> A -> B"
    ),
    "a surge through a clash": turn("line", "A1:7 B2:5 C3:2 D3:1", "6 A -> B -> C", "4 B -> A"),
    "territories that are nobody's": turn("line", "A1:6 B0:2 C0:2 D2:2", "5 A -> B -> C"),
    "one of a clash's survivors stays": turn(
        "line", "A1:5 B2:6 C3:4 D3:2", "3 A -> B", "4 B -> A", "3 C -> B", clash_leaves_one=True
    ),
    "one of a surge clash's survivors stays": turn(
        "ring",
        "A1:7 B3:1 C4:1 D2:7 E2:1",
        "6 A -> B -> C",
        "6 D -> C -> B",
        clash_leaves_one=True,
    ),
    "every comparison costs": turn(
        "full",
        "A1:4 B2:4 C3:3 D1:3 E3:2",
        "3 A -> C",
        "3 B -> C",
        "2 D -> C",
        mass_reading="individual",
        spoils_reading="pairwise",
    ),
    "a surge into what a team mate takes meanwhile": turn(
        "full", "A1:6 B3:5 C2:2 D4:2 E4:2", "5 A -> C -> E", "4 B -> E", "1 D -> A", teams=2
    ),
}


@pytest.mark.rule("M-6", "M-7", "M-8", "M-10", "M-11", "M-12", "M-13", "M-14")
@pytest.mark.parametrize("name", CASES)
def test_a_turn_is_what_its_battles_make_of_it(name: str) -> None:
    check_against_expansion(CASES[name])


@pytest.mark.rule("M-10", "M-11", "M-13")
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(16))
def test_random_turns_are_what_their_battles_make_of_them(board: str, seed: int) -> None:
    rng = random.Random(f"{board} {seed}")
    rules = small_rules(clash_leaves_one=rng.random() < 0.3)
    if rng.random() < 0.2:
        rules = rules.replace(mass_reading="individual")
    if rng.random() < 0.2:
        rules = rules.replace(spoils_reading="pairwise")
    game = Game(board=BOARDS[board], rules=rules, players=rng.choice([2, 3]))
    check_against_expansion(random_turn(game, rng, rng.choice([3, 5])))


@pytest.mark.parametrize("name", CASES)
def test_floats_are_the_fractions_to_twelve_digits(name: str) -> None:
    exact = oddsapp.forecast_turn(*CASES[name], exact=True)
    floats = oddsapp.forecast_turn(*CASES[name])

    def close(numbers: object) -> object:
        return pytest.approx(numbers, rel=1e-12, abs=0)

    for here, near in zip(exact.territories, floats.territories, strict=True):
        assert near.owner == close({who: float(p) for who, p in here.owner.items()})
        for who, left in here.armies.items():
            assert [float(p) for _, p in left.items()] == close(
                [p for _, p in near.armies[who].items()]
            )
    for player, twin in zip(exact.players, floats.players, strict=True):
        for field in ("conquers", "eliminated", "wins", "reinforcements"):
            value = getattr(player, field)
            assert isinstance(value, Fraction)
            assert getattr(twin, field) == close(float(value))


def test_what_clashes_do_not_join_is_independent() -> None:
    case = turn("line", "A1:5 B2:3 C1:4 D2:3", "4 A -> B", "3 C -> D")
    assert [c.territories for c in oddsapp.forecast_turn(*case).components] == [("B",), ("D",)]


def test_what_a_clash_or_a_surge_joins_is_one_component() -> None:
    case = turn("ring", "A1:5 B2:5 C3:1 D3:5 E4:1", "3 A -> B", "4 B -> A", "4 D -> E -> A")
    (component,) = oddsapp.forecast_turn(*case).components
    assert sorted(component.territories) == ["A", "B", "E"]
    assert (component.clashes, component.surges) == (1, 1)


@pytest.mark.rule("K-14")
def test_a_joint_conquest_counts_for_who_loses_the_spoils() -> None:
    case = turn("full", "A1:9 B2:3 C3:1 D3:1 E3:1", "8 A -> C", "2 B -> C")
    second = oddsapp.forecast_turn(*case, exact=True).players[1]
    forecast = oddsapp.forecast_turn(*case, exact=True)
    assert second.conquers > forecast.territory("C").owner[1]


@pytest.mark.rule("V-10")
def test_who_loses_all_and_takes_something_is_not_out() -> None:
    case = turn("line", "A1:9 B2:4 C3:2 D3:2", "8 A -> B", "3 B -> C", domination_territories=4)
    forecast = oddsapp.forecast_turn(*case, exact=True)
    lost, taken = 1 - forecast.territory("B").owner[1], forecast.territory("C").owner[1]
    assert forecast.players[1].eliminated == lost * (1 - taken)


@pytest.mark.rule("V-2")
def test_domination_is_all_territories_if_the_rules_say_no_number() -> None:
    held = "A1:5 B2:2 C1:1"
    all_three = turn("triangle", held, "4 A -> B", domination_territories=None)
    forecast = oddsapp.forecast_turn(*all_three, exact=True)
    assert forecast.players[0].wins == forecast.territory("B").owner[0]
    two = oddsapp.forecast_turn(*turn("triangle", held, "4 A -> B", domination_territories=2))
    assert two.players[0].wins == 1


@pytest.mark.rule("R-2")
def test_reinforcements_of_an_empire() -> None:
    game = oddsapp.example_turn().game
    held = [game.index[name] for name in ("Alaska", "Kamchatka", "Japan", "Peru", "Argentina")]
    assert empire_reinforcements(game, held) == max(3, (5 + 3) // 3)
    south_america = ("Argentina", "Brazil", "Peru", "Venezuela", "Falkland Islands")
    held = [game.index[name] for name in (*south_america, "Siam", "China")]
    assert empire_reinforcements(game, held) == (7 + 5) // 3 + 4


@pytest.mark.rule("R-2")
def test_without_the_empire_rule_only_the_territories_count() -> None:
    game = Game(board=BOARDS["ring"], rules=small_rules(empire=False), players=2)
    assert [empire_reinforcements(game, range(n)) for n in (1, 2, 5)] == [3, 4, 3 + 1 + 2]


def test_reinforcements_beyond_the_exact_reach_are_sampled_and_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import numpy as np

    case = CASES["a mass surge"]
    exact = oddsapp.forecast_turn(*case)
    monkeypatch.setattr(same_time, "MOST_CONTESTED", 0)
    without = oddsapp.forecast_turn(*case)
    assert without.players[0].reinforcements is None
    sampled = oddsapp.forecast_turn(*case, rng=np.random.Generator(np.random.PCG64(3)))
    for player, known in zip(sampled.players, exact.players, strict=True):
        within = player.reinforcements_within
        assert within is not None
        assert abs(player.reinforcements - known.reinforcements) <= 2 * within + 1e-12
    assert sampled.players[0].conquers == exact.players[0].conquers
    assert "reinforcements_sampled_within" in sampled.to_dict()["players"][0]


def test_what_is_too_large_is_refused_with_its_size() -> None:
    game = oddsapp.example_turn().game
    target = game.index["Ukraine"]
    around = game.neighbours[target]
    owners = [5] * len(game.names)
    armies = [40] * len(game.names)
    owners[target] = 0
    for player, place in enumerate(around):
        owners[place] = 1 + player % 4
    orders = [
        order
        for player in range(1, 5)
        for order in check_orders(
            game,
            owners,
            armies,
            player,
            read_orders(
                f"39 {game.names[place]} -> Ukraine" for place in around if owners[place] == player
            ),
        )
    ]
    with pytest.raises(oddsapp.InvalidInput, match=r"Ukraine .* states .* samples=10_000"):
        oddsapp.forecast_turn(game, owners, armies, orders)


@pytest.mark.parametrize("exact", [False, True])
def test_the_dictionary_is_json(exact: bool) -> None:
    import json

    case = CASES["a clash with others in pursuit"]
    data = oddsapp.forecast_turn(*case, exact=exact).to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["method"] == "exact"
    owner = data["territories"]["A"]["owner"]
    assert sum(Fraction(p) for p in owner.values()) == pytest.approx(1, rel=1e-12)
    assert isinstance(owner["1"], str) is exact


def test_rules_of_turns_one_by_one_are_refused() -> None:
    game = make_game("classic", players=3)
    with pytest.raises(oddsapp.InvalidInput, match="take turns"):
        oddsapp.forecast_turn(game, [0] * 42, [1] * 42, [])


def test_a_position_that_does_not_fit_the_board_is_refused() -> None:
    game = Game(board=BOARDS["line"], rules=small_rules(), players=2)
    with pytest.raises(oddsapp.InvalidInput, match="has 4 territories; 3 owners"):
        oddsapp.forecast_turn(game, [0, 1, 1], [1] * 4, [])
