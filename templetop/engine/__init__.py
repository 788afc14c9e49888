"""What a game is, and what can be done with any game. It does not know which games there are."""
