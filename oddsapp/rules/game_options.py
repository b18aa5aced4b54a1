"""The choices that the rules of a whole game make, each an enumeration of its answers."""

from __future__ import annotations

from enum import StrEnum


class Allocation(StrEnum):
    """How territories are allotted at the start (S-2).

    DEAL: at random, by dealing the cards. CLAIM: one by one in turn. ELECTION: by auction
    (S-5).
    """

    DEAL = "deal"
    CLAIM = "claim"
    ELECTION = "election"


class FirstPlayer(StrEnum):
    """Who starts (S-3).

    DICE: the highest die, ties among the highest rolled again. SEAT: the first seat.
    """

    DICE = "dice"
    SEAT = "seat"


class Fortification(StrEnum):
    """What may be moved at the end of a turn (T-6).

    PATH: one move along a path of own territories. ADJACENT: one move to a neighbour.
    SEVERAL: up to `TurnRules.fortify_moves` moves, each along its own path, an army moving
    once. FREE: from any number of territories to any number of connected ones.
    """

    PATH = "path"
    ADJACENT = "adjacent"
    SEVERAL = "several"
    FREE = "free"


class CardSchedule(StrEnum):
    """What a set of cards is worth (K-3 to K-7).

    ESCALATING: 4, 6, 8, 10, 12, 15, then 5 more for each set of the game. BY_ONE: 4, 5, 6
    and so on. FIXED: by its symbols. FLAT: every set the same. LIMITED: as ESCALATING, never
    above a cap.
    """

    ESCALATING = "escalating"
    BY_ONE = "by_one"
    FIXED = "fixed"
    FLAT = "flat"
    LIMITED = "limited"


class CardDraw(StrEnum):
    """When the card of a turn with a conquest is drawn (T-1)."""

    BEFORE_FORTIFICATION = "before_fortification"
    AFTER_FORTIFICATION = "after_fortification"


class BonusLimit(StrEnum):
    """How often a traded card gives armies to the territory that it shows (K-8)."""

    SET = "set"
    TURN = "turn"


class Goal(StrEnum):
    """What wins the game, besides holding the whole board (V-1 to V-7).

    DOMINATION: nothing else. MISSIONS: one's secret mission (V-3). CAPITALS: enemy capitals
    (V-4, V-5). TERRITORIES: a number of them at the end of one's turn (V-6). ROUNDS: the
    highest score after a number of rounds (V-7).
    """

    DOMINATION = "domination"
    MISSIONS = "missions"
    CAPITALS = "capitals"
    TERRITORIES = "territories"
    ROUNDS = "rounds"


class OwnColour(StrEnum):
    """What becomes of a mission to destroy one's own colour (V-3).

    TERRITORIES: its holder needs a number of territories instead. REDEALT: it is laid aside
    and another one dealt.
    """

    TERRITORIES = "territories"
    REDEALT = "redealt"


class CapitalForm(StrEnum):
    """Which document's capitals are played.

    HEADQUARTERS (V-4): taken one by one while one's own is held, won at once; their cards
    leave the deck. CAPITALS (V-5): held together at the end of one's turn, and each starts
    with a garrison. RISK2 (V-11): a number of them by the number of players, and one's own,
    held at the end of one's turn.

    Where all play at the same time all of them are held after the tactical moves.
    """

    HEADQUARTERS = "headquarters"
    CAPITALS = "capitals"
    RISK2 = "risk2"


class ScoreTie(StrEnum):
    """What happens when scores are equal in everything (V-7)."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


class Diplomacy(StrEnum):
    """Whether a turn begins with diplomacy, and who hears of pacts (R-6).

    OFF: the phase is skipped. OPEN: everybody does. SECRET: only those who make one.
    """

    OFF = "off"
    OPEN = "open"
    SECRET = "secret"


class FallenCards(StrEnum):
    """Whose are the cards of a player eliminated in a same-time turn (K-13).

    LATEST_KIND: who beat the player in the latest kind of battle; several share, what is
    left over goes back to the deck. LAST_BATTLE: who won the battle resolved last takes all.
    LAST_TARGET: after a failed last attack of the player, who owns its target at the end;
    else as LATEST_KIND. SHARED_TARGET: that owner shares with those of LATEST_KIND.
    """

    LATEST_KIND = "latest_kind"
    LAST_BATTLE = "last_battle"
    LAST_TARGET = "last_target"
    SHARED_TARGET = "shared_target"


class ConquestTrade(StrEnum):
    """When five cards or more after an elimination are traded (K-11).

    US: at once, after all battles. EUROPE: in the next reinforcement phase.
    """

    US = "us"
    EUROPE = "europe"
