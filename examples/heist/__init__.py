"""Heist: a small game that lies outside the package and uses all of the contract."""

NAME = "Heist"
SAYS = "Sneak out of the museum with more loot than the others, past a guard who hears everything."
SEATS = range(1, 9)
RULES_VERSION = 1

WELCOME = """\
Get to the end of the corridor; of those who do, the two cards worth the most win.
Each round all decide at once: sneak (1 step), run (2 steps, but the guard may catch you), or steal
from somebody, which works if they sneak: you swap your left card for one of theirs.
Type s to sneak, r to run, steal 2 to steal from seat 2.
"""
