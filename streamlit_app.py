"""Where hosting services look for the page; everything is in `oddsapp.ui`."""

from oddsapp.ui.app import main

main()
