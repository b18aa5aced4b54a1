"""Luck: recorded battles and rolls against what fair dice bring."""
