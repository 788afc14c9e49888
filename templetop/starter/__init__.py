"""Starter: a game as `templetop new-game` begins it. Make it yours, file by file."""

NAME = "Starter"
SAYS = "Roll as often as you dare, but a 1 takes it all away."
SEATS = range(2, 5)
RULES_VERSION = 1  # raise it when a move's number comes to mean something else

WELCOME = """\
Roll and collect what the die shows, and hold before a 1 comes up. The first to have enough points
wins. Type r to roll, h to hold.
"""
