"""The rules in words, and the statements beside them."""
