"""Quick odds: the answer for the table, with one thumb."""
