"""The command line: reads arguments, asks the library, prints. No rule and no formula."""
