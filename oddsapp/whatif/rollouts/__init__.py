"""And then? The others play on after a plan, time and again, and the luck is subtracted."""
