"""Plans for one's own turn: what they are, as text and JSON, and whether they are legal."""
