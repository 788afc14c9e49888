"""Karuba: the facts on its box."""

NAME = "Karuba"
SAYS = "Lay paths through the jungle and race four adventurers to their temples."
SEATS = range(1, 5)
RULES_VERSION = 2

WELCOME = """\
Bring your four adventurers to the temples ▲ of their colours; the first takes the best treasure.
Stop on a crystal ◆ (1 point) or gold ● (2 points) along the way to take it.
Each turn everyone gets the same tile, and either lays it or discards it to walk.
Type c4 to lay it on c4; n c4 to walk brown (n) to c4, n temple into its temple; d just to discard.
"""
