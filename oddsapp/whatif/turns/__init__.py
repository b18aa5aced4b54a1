"""What the battle phase of RISK II comes to, the orders of all players at once."""
