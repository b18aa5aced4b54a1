"""Learn: from one die to the absorbing chain, in steps."""
