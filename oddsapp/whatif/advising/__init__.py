"""Which of several plans is best by a goal, and which plans are worth comparing."""
