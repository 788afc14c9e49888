"""Cacao: the facts on its box."""

NAME = "Cacao"
SAYS = "Lay workers beside the jungle and earn gold from cacao, water, suns and temples."
SEATS = range(2, 5)
RULES_VERSION = 2

WELCOME = """\
The most gold wins. Lay worker tiles beside the jungle, and each worker acts
once: it picks cacao (P1 P2), sells it (M2 M3 M4), digs for gold (G1 G2), fetches
water (WA) or prays to the sun (SU). At the end temples (TE) pay 6 and 3 gold to
the most workers beside them, and suns and water count.
Type q25 to choose that square, then 2101 to lay a tile with 2 workers north,
1 east, 0 south and 1 west; m3 to fill a space with the market of 3, or m3 r25 to
say which; 2 to let two workers act or sell two fruits, 0 for none. If asked which
edge acts first, type p1x2 for the one with 2 workers at a plantation.
"""
