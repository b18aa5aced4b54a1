"""Battle explorer: what it asks the library about one battle, and how it says that."""
