"""Karuba: the facts on its box."""

from templetop.engine.game import Daily

NAME = "Karuba"
SAYS = "Lay paths through the jungle and race four adventurers to their temples."
SEATS = range(1, 5)
RULES_VERSION = 2

# Everyone lays the same tiles on an island of their own: alone there is as much to decide.
DAILY = Daily(seats=1, options={"setup": "random"})

WELCOME = """\
Bring your four adventurers to the temples ▲ of their colours; the first takes the best treasure.
Stop on a crystal ◆ (1 point) or gold ● (2 points) along the way to take it.
Each turn everyone gets the same tile, and either lays it or discards it to walk.
Type c4 to lay it on c4; n c4 to walk brown (n) to c4, n temple into its temple; d just to discard.
"""
