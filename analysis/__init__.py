"""Studies that anyone can run again: each module writes its table and its figure."""
