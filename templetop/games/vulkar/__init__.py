"""Vul-Kar: an island of treasures under a volcano that spits marbles."""

NAME = "Vul-Kar"
SAYS = "Grab treasures and pictures on a volcano that rolls marbles at you, and be home in time."
SEATS = range(1, 5)
RULES_VERSION = 3

WELCOME = """\
Collect tokens, many of one colour if you can, and a picture of each region. Three pictures
brought to the helipad call the Hello-copter, and pictures only count aboard. In your turn
you choose a card, walk all its spaces without turning back, and carry out its action:
embers and fireballs knock others over, and you take a treasure from everyone who falls.
Type geyser 5 to play that card, a space such as m7 to step there, flick wink e hard to
flick that ember, tree twins 3 or turn west to turn a tree or Vul-Kar, none for nothing.
"""
