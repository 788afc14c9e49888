"""Connect Four: the smallest complete game, built step by step in docs/your-own-game.md."""

NAME = "Connect Four"
SAYS = "Drop stones into seven columns until four of yours stand in a line."
SEATS = (2,)
RULES_VERSION = 1

WELCOME = """\
Drop a stone into a column; it falls as far as it can. Four of your stones in a line win: across,
upright or diagonal. Type the letter of a column, a to g.
"""
