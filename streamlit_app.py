"""Where hosting services look for the page; everything is in `oddsapp.ui`."""

from oddsapp.ui.app import main

# A process that is started from a page imports this file, and must not draw the page again.
if __name__ == "__main__":
    main()
