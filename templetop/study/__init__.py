"""Studies of a game and its variants: what many matches of bots say about its design."""
