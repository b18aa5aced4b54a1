"""The rules of a whole game around its battles: setup, turn, cards, victory.

Frozen groups of data in which every rule of the ledger that has alternatives is a field.
`oddsapp.rules.Ruleset` holds one of each; `Ruleset.replace` changes any field by its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddsapp.errors import InvalidInput
from oddsapp.rules.checks import (
    MOST_ARMIES,
    check_flags,
    take_list,
    take_numbers,
    take_options,
    take_table,
)
from oddsapp.rules.game_options import (
    Allocation,
    BonusLimit,
    CapitalForm,
    CardDraw,
    CardSchedule,
    ConquestTrade,
    Diplomacy,
    FallenCards,
    FirstPlayer,
    Fortification,
    Goal,
    OwnColour,
    ScoreTie,
)

MISSION_DECKS = ("classic_12", "european_14", "risk2_same_time")
"""The decks of secret missions that a game may be played with (V-3)."""
DOMINATION_TARGETS = {"60%": 33, "80%": 38, "100%": None}
"""How many territories win RISK II's kinds of domination, all for None (V-2).

60 % of 48 is 28.8, but 33 is what is printed.
"""

Table = tuple[tuple[int, int], ...]
"""Pairs of a number of players and what goes with it."""


@dataclass(frozen=True, kw_only=True)
class SetupRules:
    """How a game begins (S-1 to S-6).

    Parameters
    ----------
    starting_armies : tuple of (int, int)
        For each number of players, with how many armies each starts (S-1).
    allocation : Allocation
        How territories are allotted (S-2); with two players and a neutral side always dealt.
    mission_allocation : Allocation
        The same in a game of secret missions.
    first_player : FirstPlayer
    neutral_armies : int
        The armies of a third, neutral side in a game of two; 0 for none (S-4).
    points_per_territory, points_rounded_to : int
        What all players together have to bid with in an election, for each territory of the
        board, and to what the share of each is rounded down (S-5).
    bid_steps : tuple of int
        By how much a bid may be above the last.
    bid_seconds, bid_extra_seconds : int
        How long bids are taken at least, and how much longer at most; the engine does not
        measure it.
    influence : int
        What each own territory next to the one put up adds to a bid.
    influence_once : bool
        Whether it does so for one election that is won, and no more.
    points_per_army : int
        Points left for which an army is bought, at most one for each territory owned.
    """

    starting_armies: Table = ((2, 40), (3, 35), (4, 30), (5, 25), (6, 20))
    allocation: Allocation = Allocation.DEAL
    mission_allocation: Allocation = Allocation.DEAL
    first_player: FirstPlayer = FirstPlayer.DICE
    neutral_armies: int = 40
    points_per_territory: int = 100
    points_rounded_to: int = 10
    bid_steps: tuple[int, ...] = (5, 10)
    bid_seconds: int = 8
    bid_extra_seconds: int = 15
    influence: int = 10
    influence_once: bool = True
    points_per_army: int = 50

    def __post_init__(self) -> None:
        take_options(self, {"allocation": Allocation, "mission_allocation": Allocation})
        take_options(self, {"first_player": FirstPlayer})
        take_table(self, "starting_armies", most=MOST_ARMIES)
        if not self.starting_armies:
            raise InvalidInput("starting_armies must say with how many armies players start")
        take_numbers(
            self,
            {
                "points_per_territory": 0,
                "points_rounded_to": 1,
                "bid_seconds": 0,
                "bid_extra_seconds": 0,
                "influence": 0,
                "points_per_army": 1,
            },
        )
        take_numbers(self, {"neutral_armies": 0}, most=MOST_ARMIES)
        take_list(self, "bid_steps")
        if 0 in self.bid_steps:
            raise InvalidInput("each of bid_steps must be at least 1, not 0")
        object.__setattr__(self, "bid_steps", tuple(sorted(set(self.bid_steps))))
        check_flags(self, "influence_once")

    def armies_for(self, players: int) -> int:
        """Return with how many armies each of so many players starts.

        Raises
        ------
        InvalidInput
            If the rules do not say; the message lists the numbers of players they know.
        """
        for number, armies in self.starting_armies:
            if number == players:
                return armies
        known = [number for number, _ in self.starting_armies]
        raise InvalidInput(
            f"these rules are for {min(known)} to {max(known)} players, not {players}"
        )


@dataclass(frozen=True, kw_only=True)
class TurnRules:
    """How a turn goes (T-1 to T-6, C-9).

    Parameters
    ----------
    territories_per_army, least_reinforcements : int
        Armies at the start of a turn: territories over the first, at least the second (T-2).
    stack_limit : int, optional
        The most armies on a territory (T-5, expert variant).
    stack_limit_on_conquest : bool
        Whether it also binds moving in after a conquest.
    defender_chooses : bool
        Whether the defender is asked for a number of dice (C-3), or rolls as many as can be.
    attack_seconds : int, optional
        How long the attack phase lasts (C-9).
    fortify : Fortification
    fortify_moves : int
        The most moves of `Fortification.SEVERAL`.
    """

    territories_per_army: int = 3
    least_reinforcements: int = 3
    stack_limit: int | None = None
    stack_limit_on_conquest: bool = False
    defender_chooses: bool = False
    attack_seconds: int | None = None
    fortify: Fortification = Fortification.PATH
    fortify_moves: int = 3

    def __post_init__(self) -> None:
        take_options(self, {"fortify": Fortification})
        take_numbers(self, {"territories_per_army": 1, "fortify_moves": 1})
        take_numbers(self, {"least_reinforcements": 0}, most=MOST_ARMIES)
        take_numbers(self, {"stack_limit": 1, "attack_seconds": 1}, optional=True)
        check_flags(self, "stack_limit_on_conquest", "defender_chooses")


@dataclass(frozen=True, kw_only=True)
class CardRules:
    """How cards are drawn and traded (T-7, K-1 to K-10).

    Parameters
    ----------
    schedule : CardSchedule
    escalating : tuple of int
        What the first sets are worth under ESCALATING and LIMITED.
    escalating_step : int
        What each later set is worth more.
    limited_cap : int
        The most that a set is worth under LIMITED.
    by_one_from : int
        The worth of the first set under BY_ONE.
    fixed_values : tuple of four int
        Three infantry, three cavalry, three artillery, one of each, under FIXED.
    flat_value : int
    owned_bonus : int
        Armies for a traded card that shows an own territory, placed there (K-8).
    owned_bonus_limit : BonusLimit
    owned_bonus_is_limited : bool
        Whether those armies count against the stack limit (T-5).
    must_trade_at : int
        With so many cards at the start of a turn a set must be traded (K-9).
    trade_down_to : int
        After an elimination with more cards than `must_trade_at`, trades go on until so many
        or fewer are held (K-10).
    trade_at_once_with_five : bool
        Whether exactly `must_trade_at` cards after an elimination are traded at once, or wait
        for the next turn (K-10).
    draw : CardDraw
    """

    schedule: CardSchedule = CardSchedule.ESCALATING
    escalating: tuple[int, ...] = (4, 6, 8, 10, 12, 15)
    escalating_step: int = 5
    limited_cap: int = 20
    by_one_from: int = 4
    fixed_values: tuple[int, ...] = (4, 6, 8, 10)
    flat_value: int = 8
    owned_bonus: int = 2
    owned_bonus_limit: BonusLimit = BonusLimit.SET
    owned_bonus_is_limited: bool = False
    must_trade_at: int = 5
    trade_down_to: int = 4
    trade_at_once_with_five: bool = True
    draw: CardDraw = CardDraw.AFTER_FORTIFICATION

    def __post_init__(self) -> None:
        take_options(
            self, {"schedule": CardSchedule, "owned_bonus_limit": BonusLimit, "draw": CardDraw}
        )
        take_list(self, "escalating", most=MOST_ARMIES)
        take_list(self, "fixed_values", length=4, most=MOST_ARMIES)
        worth = ("escalating_step", "limited_cap", "by_one_from", "flat_value", "owned_bonus")
        take_numbers(self, dict.fromkeys(worth, 0), most=MOST_ARMIES)
        # Five cards always hold a set, fewer need not.
        take_numbers(self, {"must_trade_at": 5, "trade_down_to": 4})
        check_flags(self, "owned_bonus_is_limited", "trade_at_once_with_five")
        if self.trade_down_to >= self.must_trade_at:
            raise InvalidInput(
                f"trade_down_to must be less than must_trade_at, which {self.trade_down_to} and"
                f" {self.must_trade_at} are not"
            )


@dataclass(frozen=True, kw_only=True)
class VictoryRules:
    """What wins (V-1 to V-8, V-11).

    Parameters
    ----------
    goal : Goal
    mission_deck : str
        Which secret missions are dealt, one of `MISSION_DECKS`.
    destroy_personally : bool
        Whether "destroy a colour" is won only by whoever takes the last territory (V-3); once
        somebody else has, its holder then needs the replacement.
    own_colour : OwnColour
        Whether a mission to destroy oneself, or a team mate, becomes one of territories or is
        dealt anew.
    mission_territories : int
        How many territories replace a mission.
    capital_form : CapitalForm
    short_game : bool
        Whether a part of the capitals is enough.
    headquarters_to_take : tuple of (int, int)
        How many opposing headquarters win the short game, by players (V-4). All of them for
        a number of players that is not listed.
    capital_armies : int
        The least garrison with which a capital starts (V-5).
    capitals_to_take : tuple of (int, int)
        How many opposing capitals win under RISK2, by players (V-11). All of them for a
        number of players that is not listed.
    capitals_before_armies : bool
        Whether capitals are chosen before the starting armies are placed, and stay secret
        until they are, or after that.
    territory_target : int
        How many territories win under TERRITORIES (V-6).
    hold_target : bool
        Whether they must be held through every opponent's next turn.
    rounds : int
        How many rounds are played under ROUNDS (V-7).
    score_armies : int
        One point for so many armies.
    score_tie : ScoreTie
    teams : int
        Into how many teams the players are divided, seated in turn; 0 for none (V-8).
    """

    goal: Goal = Goal.DOMINATION
    mission_deck: str = "classic_12"
    destroy_personally: bool = True
    own_colour: OwnColour = OwnColour.TERRITORIES
    mission_territories: int = 24
    capital_form: CapitalForm = CapitalForm.CAPITALS
    short_game: bool = False
    headquarters_to_take: Table = ((4, 2), (5, 3), (6, 3))
    capital_armies: int = 5
    capitals_to_take: Table = ((3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4))
    capitals_before_armies: bool = False
    territory_target: int = 24
    hold_target: bool = False
    rounds: int = 10
    score_armies: int = 5
    score_tie: ScoreTie = ScoreTie.SHARED
    teams: int = 0

    def __post_init__(self) -> None:
        take_options(self, {"goal": Goal, "capital_form": CapitalForm, "score_tie": ScoreTie})
        take_options(self, {"own_colour": OwnColour})
        if self.mission_deck not in MISSION_DECKS:
            raise InvalidInput(
                f"no mission deck is called {self.mission_deck!r};"
                f" there are {', '.join(MISSION_DECKS)}"
            )
        take_table(self, "headquarters_to_take")
        take_table(self, "capitals_to_take")
        take_numbers(
            self,
            {
                "mission_territories": 1,
                "territory_target": 1,
                "rounds": 1,
                "score_armies": 1,
                "teams": 0,
            },
        )
        take_numbers(self, {"capital_armies": 1}, most=MOST_ARMIES)
        check_flags(self, "destroy_personally", "short_game", "hold_target")
        check_flags(self, "capitals_before_armies")
        if self.teams == 1:
            raise InvalidInput("teams must be 0 for none, or at least 2, not 1")


@dataclass(frozen=True, kw_only=True)
class SameTimeRules:
    """How a RISK II turn goes, all players at once (R-1 to R-6, K-11, K-13, M-13).

    Parameters
    ----------
    diplomacy : Diplomacy
    diplomacy_minutes : int
        How long the phase lasts; the engine does not measure it.
    empire : bool
        Whether the largest connected group of own territories counts for reinforcements
        beside all of them (R-2); without it they are as in T-2.
    restricted_reinforcement : bool
        Whether a territory takes at most 1 + its adjacent own territories (R-4).
    placed_together : bool
        Whether starting armies are placed by all at once (S-5), or one by one in turn.
    clash_leaves_one : bool
        Whether one of a clash's survivors stays at home (the option of M-13).
    fallen_cards : FallenCards
    conquest_trade : ConquestTrade
    domination_territories : int, optional
        How many territories win (V-2), all if None; "60%", "80%" and "100%" stand for what
        `DOMINATION_TARGETS` says.
    missions_from_round : int
        The first round at whose end a mission wins.
    """

    diplomacy: Diplomacy = Diplomacy.OFF
    diplomacy_minutes: int = 15
    empire: bool = True
    restricted_reinforcement: bool = False
    placed_together: bool = False
    clash_leaves_one: bool = False
    fallen_cards: FallenCards = FallenCards.LATEST_KIND
    conquest_trade: ConquestTrade = ConquestTrade.US
    domination_territories: int | None = None
    missions_from_round: int = 3

    def __post_init__(self) -> None:
        take_options(
            self,
            {
                "diplomacy": Diplomacy,
                "fallen_cards": FallenCards,
                "conquest_trade": ConquestTrade,
            },
        )
        take_numbers(self, {"diplomacy_minutes": 1, "missions_from_round": 1})
        self._take_named_target()
        take_numbers(self, {"domination_territories": 1}, optional=True)
        check_flags(
            self, "empire", "restricted_reinforcement", "placed_together", "clash_leaves_one"
        )

    def _take_named_target(self) -> None:
        given: object = self.domination_territories
        if not isinstance(given, str):
            return
        if given not in DOMINATION_TARGETS:
            raise InvalidInput(
                f"no kind of domination is called {given!r}; there are"
                f" {', '.join(DOMINATION_TARGETS)}, or a number of territories"
            )
        object.__setattr__(self, "domination_territories", DOMINATION_TARGETS[given])


GameRules = SameTimeRules | SetupRules | TurnRules | CardRules | VictoryRules
"""Any of the groups."""
