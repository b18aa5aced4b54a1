"""From the planner on to What-if: the same board there, the attacks as the text of a plan."""

from __future__ import annotations

from oddsapp.ui.parts.urlstate import encode
from oddsapp.ui.planner.draft import Draft
from oddsapp.ui.planner.odds import plan_of
from oddsapp.ui.planner.shared import shared
from oddsapp.ui.whatif.state import spec_for


def whatif_query(draft: Draft, names: tuple[str, ...], rules: str) -> dict[str, str]:
    """Return the address of What-if, behind its question mark, for a draft with attacks.

    Raises
    ------
    InvalidInput
        If the draft makes no position, as of `oddsapp.ui.planner.shared.shared`.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty, tapped
    >>> draft = tapped(tapped(empty("classic"), "North Africa"), "Brazil")
    >>> query = whatif_query(draft, ("You", "Enemy"), "classic")
    >>> sorted(query), query["w_goal"]
    (['p', 'w_goal', 'w_plan'], 'take Brazil')
    """
    spec = spec_for(of_example=False)
    state = {key: field.default for key, field in spec.items()}
    state["p"] = shared(draft, names, rules)
    state["w_plan"] = plan_of(draft).text
    state["w_goal"] = f"take {aim(draft)}"
    return encode(state, spec)


def aim(draft: Draft) -> str:
    """Return what the last attack is for: its continent if that is complete then, or itself.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty, tapped
    >>> draft = empty("classic")
    >>> for name in ("Siam", "Indonesia", "Western Australia", "Eastern Australia"):
    ...     draft = tapped(draft, name)
    >>> aim(draft), aim(tapped(draft, "New Guinea"))
    ('Eastern Australia', 'Australia')
    """
    last, then_mine = draft.targets[-1], {*draft.mine, *draft.targets}
    complete = (
        land.name
        for land in draft.map.continents
        if last in land.territories and then_mine.issuperset(land.territories)
    )
    return next(complete, last)
