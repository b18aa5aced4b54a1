"""Attack plans on a board, and how to defend one: who attacks whom, with what, in which order."""
