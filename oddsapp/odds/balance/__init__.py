"""Are the dice balanced? Who beats whom, how battles feel, what pays off that should not."""
