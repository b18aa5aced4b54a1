"""The attack planner: attacks are tapped on the map, one after the other, and get their odds."""
