"""What a plan comes to by the end of the turn, exactly or sampled."""
