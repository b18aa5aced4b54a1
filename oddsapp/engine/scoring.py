"""The score after a number of rounds (V-7)."""

from __future__ import annotations

from typing import NamedTuple

from oddsapp.engine.state import GameState, Phase
from oddsapp.rules import ScoreTie


class Score(NamedTuple):
    """A player's or a team's score; compared from left to right.

    Examples
    --------
    >>> Score(points=18, territories=12, continents=1, armies=23) > Score(18, 11, 2, 30)
    True
    """

    points: int
    territories: int
    continents: int
    armies: int


def score(state: GameState, player: int) -> Score:
    """Return a player's score: territories, bonuses, and a point for every five armies.

    Ties are broken by territories, then whole continents, then armies.
    """
    owners = state.owners
    territories = owners.count(player)
    armies = sum(
        count for owner, count in zip(owners, state.armies, strict=True) if owner == player
    )
    bonuses = [
        bonus
        for bonus, members in state.game.continents
        if all(owners[territory] == player for territory in members)
    ]
    points = territories + sum(bonuses) + armies // state.game.rules.victory.score_armies
    return Score(points, territories, len(bonuses), armies)


def team_score(state: GameState, team: int) -> Score:
    """Return the sum of the scores of a team's members; without teams, a player's own."""
    members = [player for player, side in enumerate(state.game.teams) if side == team]
    scores = [score(state, player) for player in members]
    return Score(*(sum(column) for column in zip(*scores, strict=True)))


def final_score(state: GameState) -> GameState:
    """End the game by score; equal scores share, or play one more round."""
    scores = {team: team_score(state, team) for team in set(state.game.teams)}
    best = max(scores.values())
    first = [team for team, value in scores.items() if value == best]
    if len(first) > 1 and state.game.rules.victory.score_tie is ScoreTie.EXTRA_ROUND:
        return state.evolve(last_round=state.last_round + 1)
    winners = tuple(player for player, team in enumerate(state.game.teams) if team in first)
    return state.evolve(phase=Phase.OVER, winners=winners, before=None)
