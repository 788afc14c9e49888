"""Karuba: the facts on its box."""

NAME = "Karuba"
SAYS = "Lay paths through the jungle and race four adventurers to their temples."
SEATS = range(1, 5)
RULES_VERSION = 2

WELCOME = """\
Bring your four adventurers to the temples ▲ of their colours; who is first takes the best treasure.
On the way, crystals ◆ (1 point) and gold ● (2 points) are for those who stop there.
Each turn everyone gets the same tile, to lay it or to discard it and walk.
Type c4 to lay it on c4; n c4 to walk brown (n) to c4, n temple into its temple; d to walk nobody.
"""
