"""Karuba: The Card Game: the facts on its box."""

NAME = "Karuba: The Card Game"
SAYS = "Play two cards of three, all at once, and lay paths from adventurers to temples."
SEATS = range(2, 7)
RULES_VERSION = 3

WELCOME = """\
Lead your adventurers to the temples ▲ of their colours: 3 points each, and what lies on the way,
1 point for a crystal ◆ and 2 for gold ●. They take the shortest path and never pass each other.
Every round you play two of your three cards; the lowest sum at the table loses one of the two.
Type keep 7 to play the other two, discard 7 to lose it, 7 c4 to lay it there; c4 if it is the last.
"""
