"""What would come of it: plans and orders in, distributions of what follows out.

Here the odds of battles meet the rules of the engine: exact where it can be, sampled with an
interval where not.
"""
