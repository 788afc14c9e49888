"""The cards, typed by hand a second time, as the rulebook's picture of them shows each.

Nothing here comes from the game's own table, which is held against it.
"""

import re
from typing import NamedTuple

# For each card its number, the edges its paths lead to, c for a crystal or g for gold, and who is
# on it: an adventurer by its colour, a temple in capitals.
CARD_SHEET = """
     1 NESW c      2 NES c       3 NSW c       4 EW g
     5 NS g        6 EW c        7 NS c        8 EW
     9 NE blue    10 SW green   11 ES orange  12 NW purple
    13 N PURPLE   14 S ORANGE   15 S GREEN    16 N BLUE
"""

SIGNS = {"": "nothing", "c": "crystal", "g": "gold"}


class Face(NamedTuple):
    """What is on a card."""

    edges: frozenset[str]
    shows: str = "nothing"
    who: str = ""


FACES = {
    int(number): Face(frozenset(edges), SIGNS[sign], who)
    for number, edges, sign, who in re.findall(
        r"(\d+) ([NESW]+)(?: ([cg])(?= |\n))?(?: (\w{4,}))?", CARD_SHEET
    )
}
EDGES = {card: face.edges for card, face in FACES.items()}
SHOWS = {card: face.shows for card, face in FACES.items()}
ADVENTURERS = {face.who: card for card, face in FACES.items() if face.who.islower()}
TEMPLES = {face.who.lower(): card for card, face in FACES.items() if face.who.isupper()}
