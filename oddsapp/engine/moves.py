"""Tables of the whole game: in which phase what can be done, and which function does it.

The rules themselves are in the modules these functions come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from oddsapp.engine.actions import (
    Action,
    ActionRange,
    Agree,
    AgreeToSetup,
    Attack,
    AttackUntil,
    Bid,
    ChooseCapital,
    Claim,
    Command,
    Defend,
    EndAttack,
    EndReinforcement,
    EndTurn,
    Fortify,
    LetStand,
    Occupy,
    PassBid,
    Place,
    Refuse,
    Reroll,
    Station,
    Submit,
    TakeBack,
    Trade,
)
from oddsapp.engine.allocation import (
    apply_station,
    apply_take_back,
    check_agree_to_setup,
    check_station,
    check_take_back,
    stations,
)
from oddsapp.engine.attack import (
    apply_attack,
    apply_attack_until,
    apply_battle,
    apply_command,
    apply_defend,
    apply_let_stand,
    apply_occupy,
    apply_reroll_result,
    apply_roll,
    attack_actions,
    check_attack,
    check_attack_until,
    check_defend,
    check_occupy,
    defences,
    occupations,
)
from oddsapp.engine.capitals import capital_choices, check_capital
from oddsapp.engine.cards import apply_draw, check_trade
from oddsapp.engine.consent import answers, apply_agree, apply_refuse
from oddsapp.engine.election import bids, check_bid, check_pass_bid
from oddsapp.engine.events import (
    Awarded,
    ChanceEvent,
    Drawn,
    FirstRoll,
    Fought,
    MissionDealt,
    Offered,
    PassedOn,
    Rerolled,
    Rolled,
    Settled,
    TerritoryDealt,
    Thrown,
)
from oddsapp.engine.expert import adjust_actions, apply_reroll, check_command, check_reroll
from oddsapp.engine.fortify import apply_fortify, check_fortify, fortifications
from oddsapp.engine.possible import plan_actions
from oddsapp.engine.reinforce import (
    apply_end_reinforcement,
    apply_place,
    apply_trade_in_turn,
    check_end_reinforcement,
    check_place,
    reinforcement_actions,
)
from oddsapp.engine.same_time import (
    apply_same_time_draw,
    apply_same_time_passed_on,
    apply_same_time_throw,
    apply_settled,
    apply_submit,
    check_submit,
)
from oddsapp.engine.setup import (
    apply_agreement,
    apply_capital,
    apply_claim,
    apply_deal,
    apply_election,
    apply_first_roll,
    apply_mission,
    apply_starting_place,
    check_claim,
    claims,
)
from oddsapp.engine.starting_armies import check_starting_place, starting_places
from oddsapp.engine.state import PLANNING, GameState, Phase
from oddsapp.engine.turn import end_attack, end_fortification

Check = Callable[[GameState, Any], None]
Apply = Callable[[GameState, Any], GameState]


def _always(state: GameState, action: Action) -> None:
    """Nothing can be wrong with it in its phase."""


def _end_attack(state: GameState, action: EndAttack) -> GameState:
    del action
    return end_attack(state)


def _end_turn(state: GameState, action: EndTurn) -> GameState:
    del action
    return end_fortification(state)


def _draw(state: GameState, event: Drawn) -> GameState:
    if state.game.rules.is_same_time:
        return apply_same_time_draw(state, event)
    return apply_draw(state, event)


_REINFORCING: Mapping[type[Action], tuple[Check, Apply]] = {
    Place: (check_place, apply_place),
    Trade: (check_trade, apply_trade_in_turn),
    EndReinforcement: (check_end_reinforcement, apply_end_reinforcement),
}
MOVES: Mapping[Phase, Mapping[type[Action], tuple[Check, Apply]]] = {
    Phase.CLAIM: {Claim: (check_claim, apply_claim)},
    Phase.BID: {Bid: (check_bid, apply_election), PassBid: (check_pass_bid, apply_election)},
    Phase.PLACE: {Place: (check_starting_place, apply_starting_place)},
    Phase.ARRANGE: {
        Station: (check_station, apply_station),
        TakeBack: (check_take_back, apply_take_back),
        AgreeToSetup: (check_agree_to_setup, apply_agreement),
    },
    Phase.CAPITALS: {ChooseCapital: (check_capital, apply_capital)},
    Phase.REINFORCE: _REINFORCING,
    Phase.SPOILS: _REINFORCING,
    Phase.ATTACK: {
        Attack: (check_attack, apply_attack),
        AttackUntil: (check_attack_until, apply_attack_until),
        EndAttack: (_always, _end_attack),
    },
    Phase.DEFEND: {Defend: (check_defend, apply_defend)},
    Phase.ADJUST: {
        Reroll: (check_reroll, apply_reroll),
        Command: (check_command, apply_command),
        LetStand: (_always, apply_let_stand),
    },
    Phase.OCCUPY: {Occupy: (check_occupy, apply_occupy)},
    Phase.FORTIFY: {
        Fortify: (check_fortify, apply_fortify),
        EndTurn: (_always, _end_turn),
    },
    Phase.CONSENT: {Agree: (_always, apply_agree), Refuse: (_always, apply_refuse)},
    **{phase: {Submit: (check_submit, apply_submit)} for phase in PLANNING},
}
"""In each phase where a player decides: what can be done, checked and applied how."""

LISTS: Mapping[Phase, Callable[[GameState], Iterable[ActionRange]]] = {
    Phase.CLAIM: claims,
    Phase.BID: bids,
    Phase.PLACE: starting_places,
    Phase.ARRANGE: stations,
    Phase.CAPITALS: capital_choices,
    Phase.REINFORCE: reinforcement_actions,
    Phase.SPOILS: reinforcement_actions,
    Phase.ATTACK: attack_actions,
    Phase.DEFEND: defences,
    Phase.ADJUST: adjust_actions,
    Phase.OCCUPY: occupations,
    Phase.FORTIFY: fortifications,
    Phase.CONSENT: answers,
    **dict.fromkeys(PLANNING, plan_actions),
}
"""In each of them: what lists all that is legal."""

EVENTS: Mapping[type[ChanceEvent], Apply] = {
    FirstRoll: apply_first_roll,
    MissionDealt: apply_mission,
    TerritoryDealt: apply_deal,
    Offered: apply_election,
    Awarded: apply_election,
    Rolled: apply_roll,
    Rerolled: apply_reroll_result,
    Fought: apply_battle,
    Drawn: _draw,
    Thrown: apply_same_time_throw,
    Settled: apply_settled,
    PassedOn: apply_same_time_passed_on,
}
"""What each kind of chance event does."""
