"""Where hosting services look for the page; everything is in `oddsapp.ui`."""
