"""The state of the page about luck: what is judged, and the text that was pasted.

The recorded battles are those of Quick odds, so its whole state is in the address as well.
"""

from __future__ import annotations

from oddsapp.ui.parts.packed import PackedText
from oddsapp.ui.parts.urlstate import Choice, Spec
from oddsapp.ui.quick import state as quick

SOURCES = {"recorded": "Recorded on Quick odds", "typed": "Pasted or typed"}

TEXT = PackedText("lu_text", "record")

SPEC: Spec = {
    **quick.SPEC,
    "lu_of": Choice("lu_of", "what is judged", tuple(SOURCES)),
    "lu_text": TEXT,
}

fit = quick.fit
