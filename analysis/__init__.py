"""Studies that anyone can run again, and what measures the package or makes parts of it."""
