"""What the pages share: address and state, widgets, pictures, notes."""
