"""``python -m oddsapp`` is the command line."""

from oddsapp.cli.main import main

if __name__ == "__main__":
    main()
