"""What-if: a board to change, plans for it, and what they come to."""
