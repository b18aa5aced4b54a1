"""Exact solvers: from the description of a battle to the distribution of its end."""
