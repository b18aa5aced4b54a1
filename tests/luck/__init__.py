"""How lucky recorded battles were, and whether the dice are fair."""
