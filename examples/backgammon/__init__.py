"""Backgammon without the cube, as OpenSpiel plays it: a small game with dice."""

NAME = "Backgammon"
SAYS = "Race fifteen checkers round the board and off it, and hit those that stand alone."
SEATS = (2,)
RULES_VERSION = 1

WELCOME = """\
Bring your checkers home, to your points 6 to 1, and then off the board; whoever has none left wins.
You move from high points to low ones, one checker for each die; your opponent comes towards you.
Type 13/8 to move from point 13 to 8, bar/20 to enter, 6/off 6 to bear off with the 6.
"""
