"""Work in batches: here, on several processes, or on a cluster, with the same result."""
