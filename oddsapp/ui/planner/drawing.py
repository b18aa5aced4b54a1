"""What the map of the planner shows."""

from __future__ import annotations

from collections.abc import Sequence

from oddsapp.ui.parts.mapview import Arrow, MapView, Shade
from oddsapp.ui.planner.answer import Row
from oddsapp.ui.planner.draft import MINE, START, Draft


def view(draft: Draft, names: tuple[str, ...], rows: Sequence[Row], *, own: bool) -> MapView:
    """Return the map of a draft.

    Parameters
    ----------
    draft : Draft
    names : tuple of str
        The players, oneself first.
    rows : sequence of Row
        What is known of the attacks; none if nothing is.
    own : bool
        Whether a tap changes who owns a territory, in place of planning an attack.
    """
    held = dict(zip(draft.map.territories, draft.held, strict=True))
    last = len(names) - 1
    arrows = tuple(
        Arrow(
            attack.origin,
            attack.target,
            names[MINE],
            str(number),
            says=f"Attack {number}: {attack.origin} to {attack.target}",
        )
        for number, attack in enumerate(draft.attacks, start=1)
    )
    shades = {
        attack.target: Shade(row.share, row.taken, names[MINE])
        for attack, row in zip(draft.attacks, rows, strict=False)
    }
    return MapView(
        draft.map,
        armies={name: each.armies for name, each in held.items()},
        owners={name: names[min(each.owner, last)] for name, each in held.items()},
        players=names,
        origins=(draft.front,) if draft.front else (),
        targets=draft.targets,
        legal=None if own or not draft.legal else frozenset(draft.legal),
        says=_says(draft, own=own),
        arrows=arrows,
        shades=shades,
        title=instruction(draft, own=own),
        legend=len(names) > 2,  # of two, one is oneself
    )


def instruction(draft: Draft, *, own: bool) -> str:
    """Return what to do next, in one sentence.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty, tapped
    >>> draft = empty("classic")
    >>> instruction(draft, own=False), instruction(tapped(draft, "Siam"), own=False)
    ('Tap the territory you attack from.', 'Siam attacks: tap a bright neighbour.')
    """
    if own:
        return "Tap a territory to make it yours, or theirs again."
    if not draft.front:
        return "Tap the territory you attack from."
    if draft.front in draft.mine and draft.armies(draft.front) < 2:
        return f"{draft.front} needs 2 armies or more to attack; give it some below."
    if not draft.legal:
        return f"Nothing is left to attack from {draft.front}; tap another territory of yours."
    if draft.attacks:
        return f"Then from {draft.front}: tap a bright neighbour, or go on from another of yours."
    return f"{draft.front} attacks: tap a bright neighbour."


def _says(draft: Draft, *, own: bool) -> dict[str, str]:
    if own:
        return {
            name: "make it theirs" if name in draft.mine else "make it yours"
            for name in draft.map.territories
        }
    if draft.front:
        onwards = dict.fromkeys((*draft.mine, *draft.targets), "go on from here")
        return {**onwards, **dict.fromkeys(draft.legal, f"attack from {draft.front}")}
    if draft.mine:
        return dict.fromkeys(draft.legal, "attack from here")
    return dict.fromkeys(draft.legal, f"attack from here with {START} armies")
