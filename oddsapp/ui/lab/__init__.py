"""Die lab: dice, thresholds and casualties to edit, and what they do to the balance."""
