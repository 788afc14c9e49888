"""Karmaggän: a temple of turning rings, an Egg that everybody wants, and the dead who come back."""

NAME = "Karmaggän"
SAYS = "Carry the Egg out of a temple whose rings turn, past traps, rivals and the dead."
SEATS = range(2, 9)
RULES_VERSION = 2

WELCOME = """\
Fetch the Egg from the centre, leave through an open gate, and last one more turn
outside. In your turn you roll, step from space to space, and may play one card.
Tiles bring cards or blood; a temple tile turns up a card that stirs the Temple.
If you meet a rival, you pass or fight; if you run out of blood, you lead the swarm.
Type roll to roll, step A5 or a5 to go there, play pole to play that card, stop to
end the turn, battle tar to fight with a card, and target 2 to name that seat.
"""
