"""The RISK II turn: one battle of it, and the whole of it on the map."""
