"""Cards: the deck, sets, and what they are worth (K-1 to K-7)."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from oddsapp.engine import Phase, chance_outcomes, new_game
from oddsapp.engine.cards import is_set, set_value
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.rules import CardRules, find_ruleset
from tests.engine.build import WILD_1, WILD_2, first_moves, listed, play
from tests.engine.hands import holding

INFANTRY = ("Alaska", "Argentina", "Peru", "Venezuela", "Iceland")
CAVALRY = ("Alberta", "Greenland", "Ontario", "Quebec", "Siberia")
ARTILLERY = ("Brazil", "Japan", "South Africa", "Indonesia", "Great Britain")
WILD = "wild card"
SHOWS = {"i": "infantry", "c": "cavalry", "a": "artillery", "w": None}


def shown(letters: str) -> list[str | None]:
    return [SHOWS[letter] for letter in letters]


# -- K-1: the deck -----------------------------------------------------------------------


@pytest.mark.rule("K-1")
def test_42_territories_with_one_symbol_each_and_2_wild_cards() -> None:
    game = new_game("classic", players=3).game
    assert game.cards == (*game.names, WILD, WILD)
    assert Counter(game.symbols) == {"infantry": 14, "cavalry": 14, "artillery": 14, None: 2}
    assert game.symbols[WILD_1] is game.symbols[WILD_2] is None


@pytest.mark.rule("K-1")
@pytest.mark.parametrize("players", [2, 3])
def test_wild_cards_are_out_of_the_deal_and_back_before_play(players: int) -> None:
    state = new_game("classic", players=players, first_player="seat")
    assert WILD not in {str(event).removeprefix("deal ") for event, _ in chance_outcomes(state)}
    with pytest.raises(InvalidInput, match="no territory 'wild card'"):
        play(state, "deal wild card")
    state = first_moves(state, Phase.REINFORCE)
    assert state.pile == tuple(range(44))


@pytest.mark.rule("K-1")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_nobody_starts_with_a_card(rules: str) -> None:
    state = first_moves(new_game(rules, players=3), Phase.REINFORCE)
    assert (state.hands, state.discards) == (((), (), ()), ())


# -- K-2: sets ---------------------------------------------------------------------------

SETS = {"iii", "ccc", "aaa", "ica", "iiw", "ccw", "aaw", "icw", "iaw", "caw", "iww", "cww", "aww"}


@pytest.mark.rule("K-2")
@pytest.mark.parametrize("cards", ["".join(c) for c in combinations_with_replacement("icaw", 3)])
def test_three_alike_one_of_each_or_any_two_and_a_wild_card(cards: str) -> None:
    assert is_set(shown(cards)) == (cards in SETS | {"www"})  # no deck has three wild cards


@pytest.mark.rule("K-2")
@pytest.mark.parametrize(
    "cards",
    [
        INFANTRY[:3],
        CAVALRY[:3],
        ARTILLERY[:3],
        (INFANTRY[0], CAVALRY[0], ARTILLERY[0]),
        (INFANTRY[0], CAVALRY[0], WILD),
        (ARTILLERY[0], ARTILLERY[1], WILD),
        (ARTILLERY[0], WILD, WILD),
    ],
)
def test_a_set_may_be_traded_in_any_order(cards: tuple[str, ...]) -> None:
    state = holding(*cards)
    for order in (cards, cards[::-1]):
        after = play(state, f"trade {'; '.join(order)}, bonus on no territory")
        assert (after.hands[0], after.sets_traded, after.reserves[0]) == ((), 1, 3 + 4)
        assert len(after.discards) == 3


@pytest.mark.rule("K-2")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ((INFANTRY[0], INFANTRY[1], CAVALRY[0]), "infantry, infantry, cavalry is no set"),
        ((INFANTRY[0], INFANTRY[1]), "infantry, infantry is no set"),
        ((INFANTRY[0], WILD), "infantry, wild card is no set"),
        ((*INFANTRY[:3], CAVALRY[0]), "is no set"),
        ((INFANTRY[0], INFANTRY[0], INFANTRY[1]), f"you do not hold the card {INFANTRY[0]}"),
        ((*INFANTRY[:2], INFANTRY[4]), f"you do not hold the card {INFANTRY[4]}"),
        ((INFANTRY[0], WILD, WILD), "you do not hold the card wild card"),
    ],
)
def test_nothing_else_is_a_set(cards: tuple[str, ...], reason: str) -> None:
    state = holding(*INFANTRY[:3], CAVALRY[0])
    if cards[-1] == WILD:
        state = holding(*INFANTRY[:3], WILD)
    with pytest.raises(IllegalMove, match=reason) as caught:
        play(state, f"trade {'; '.join(cards)}, bonus on no territory")
    assert caught.value.rule == "K-2"


@pytest.mark.rule("K-2")
def test_a_card_that_there_is_not_cannot_be_traded() -> None:
    with pytest.raises(InvalidInput, match="no card 'Atlantis'"):
        play(holding(*INFANTRY), "trade Peru; Alaska; Atlantis, bonus on no territory")


@pytest.mark.rule("K-2")
def test_every_set_of_a_hand_is_listed_once() -> None:
    state = holding(*INFANTRY[:2], CAVALRY[0], WILD, armies={"Siam": 1})
    trades = {line for line in listed(state) if line.startswith("trade")}
    pairs = [INFANTRY[:2], (INFANTRY[0], CAVALRY[0]), (INFANTRY[1], CAVALRY[0])]
    in_order = [sorted(pair, key=state.game.cards.index) for pair in pairs]
    assert trades == {f"trade {a}; {b}; wild card, bonus on no territory" for a, b in in_order}
    two = holding(INFANTRY[0], CAVALRY[0], WILD, WILD)
    assert len([line for line in listed(two) if line.startswith("trade")]) == 3


@pytest.mark.rule("K-2", "V-4")
def test_a_headquarters_card_is_no_part_of_a_set() -> None:
    changes = {"goal": "capitals", "first_player": "seat"}
    state = first_moves(new_game("parker1993", players=3, **changes), Phase.REINFORCE)
    headquarters = [state.game.names[number] for number in state.capitals]
    assert len(state.pile) == 44 - 3
    assert not set(state.capitals) & set(state.pile)
    assert headquarters[0] == "Alaska"
    cards = [state.game.index[name] for name in INFANTRY[1:4]]
    state = state.evolve(hands=(tuple(cards), (), ()))
    with pytest.raises(IllegalMove, match="a Headquarters card is no part of a set") as caught:
        play(state, "trade Alaska; Argentina; Peru, bonus on no territory")
    assert caught.value.rule == "K-2"


@pytest.mark.rule("K-2", "V-5")
def test_cards_of_other_capitals_stay_in_the_deck() -> None:
    state = new_game("classic", players=3, goal="capitals", first_player="seat")
    state = first_moves(state, Phase.REINFORCE)
    assert state.game.index["Alaska"] in state.capitals
    assert len(state.pile) == 44
    state = state.evolve(hands=((9, 11), (), ()))
    with pytest.raises(IllegalMove, match="you do not hold the card Alaska"):
        play(state, "trade Alaska; Argentina; Peru, bonus on no territory")


# -- K-3 to K-7: what a set is worth -----------------------------------------------------


def values(number: int, cards: str = "iii", **changes: object) -> list[int]:
    rules = CardRules(**changes)  # type: ignore[arg-type]
    return [set_value(rules, traded, shown(cards)) for traded in range(number)]


@pytest.mark.rule("K-3")
def test_escalating_is_4_6_8_10_12_15_and_then_5_more() -> None:
    assert values(10) == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]
    assert {find_ruleset(name).cards.schedule for name in ("classic", "parker1993", "risk2")} == {
        "escalating"
    }


@pytest.mark.rule("K-3")
@pytest.mark.parametrize("cards", sorted(SETS))
def test_escalating_does_not_look_at_the_symbols(cards: str) -> None:
    assert values(3, cards) == [4, 6, 8]


@pytest.mark.rule("K-3")
def test_sets_are_counted_over_all_players() -> None:
    worth = []
    state = holding(*INFANTRY[:3])
    for turn in range(8):
        player = turn % 3
        state = state.evolve(player=player, hands=((0, 9, 11),) * 3, reserves=(0, 0, 0, 0))
        state = play(state, "trade Alaska; Argentina; Peru, bonus on no territory")
        worth.append(state.reserves[player])
    # The third is the first of player 3, and gives 8.
    assert worth == [4, 6, 8, 10, 12, 15, 20, 25]


@pytest.mark.rule("K-3")
def test_another_table_may_be_printed() -> None:
    assert values(5, escalating=(3, 5), escalating_step=2) == [3, 5, 7, 9, 11]


@pytest.mark.rule("K-4")
def test_ascending_by_one() -> None:
    assert values(5, schedule="by_one") == [4, 5, 6, 7, 8]
    assert values(3, schedule="by_one", by_one_from=2) == [2, 3, 4]


@pytest.mark.rule("K-5")
@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("iii", 4),
        ("ccc", 6),
        ("aaa", 8),
        ("ica", 10),
        # with wild cards the best that fits
        ("iiw", 4),
        ("ccw", 6),
        ("aaw", 8),
        ("icw", 10),
        ("iaw", 10),
        ("caw", 10),
        ("iww", 10),
        ("cww", 10),
        ("aww", 10),
    ],
)
def test_fixed_by_symbol(cards: str, worth: int) -> None:
    assert values(4, cards, schedule="fixed") == [worth] * 4


@pytest.mark.rule("K-5")
def test_fixed_with_other_values_a_wild_card_still_takes_the_best() -> None:
    prices = {"schedule": "fixed", "fixed_values": (4, 6, 12, 10)}
    assert values(1, "aww", **prices) == [12]
    assert values(1, "iww", **prices) == [10]


@pytest.mark.rule("K-6")
@pytest.mark.parametrize("cards", sorted(SETS))
def test_flat_every_set_is_worth_the_same(cards: str) -> None:
    assert values(9, cards, schedule="flat") == [8] * 9
    assert values(2, cards, schedule="flat", flat_value=5) == [5, 5]


@pytest.mark.rule("K-7")
def test_limited_never_goes_above_20() -> None:
    assert values(9, schedule="limited") == [4, 6, 8, 10, 12, 15, 20, 20, 20]
    assert values(5, schedule="limited", limited_cap=9) == [4, 6, 8, 9, 9]


@pytest.mark.rule("K-3", "K-4", "K-5", "K-6", "K-7")
@pytest.mark.parametrize(
    ("schedule", "worth"),
    [("escalating", 25), ("by_one", 11), ("fixed", 10), ("flat", 8), ("limited", 20)],
)
def test_every_schedule_is_played(schedule: str, worth: int) -> None:
    state = holding("Alaska", "Alberta", WILD, schedule=schedule)
    state = state.evolve(sets_traded=7, reserves=(0, 0, 0, 0))
    state = play(state, "trade Alaska; Alberta; wild card, bonus on no territory")
    assert state.reserves[0] == worth
