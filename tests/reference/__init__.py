"""Slow twins: the judges of the fast solvers.

Each module here works a battle out a second time, straight from the rules: throw
every face of every die, compare, take the armies off, go on until one side is gone;
in exact fractions, in no hurry, with nothing clever in it. A fast solver is right
when it gives what its twin gives.

A judge may not share a mistake with the accused. So the twins import the standard
library and each other, never the package under test: not its dice, not its rules,
not its idea of which die meets which.
"""
