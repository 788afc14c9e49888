"""The cards, typed by hand a second time, as the rulebook's picture of them shows each.

Nothing here comes from the game's own table, which is held against it.
"""

import re

# For each card its number, the edges its paths lead to, c for a crystal or g for gold, and who is
# on it: an adventurer by its colour, a temple in capitals.
CARD_SHEET = """
     1 NESW c      2 NESW        3 NES c       4 NSW c
     5 EW c        6 NS c        7 EW g        8 NS g
     9 NE blue    10 ES orange  11 SW green   12 NW purple
    13 N PURPLE   14 W GREEN    15 S ORANGE   16 E BLUE
"""

CARDS = re.findall(r"(\d+) ([NESW]+)(?: ([cg])(?= |\n))?(?: (\w{4,}))?", CARD_SHEET)
EDGES = {int(number): set(edges) for number, edges, _, _ in CARDS}
SHOWS = {
    int(number): {"": "nothing", "c": "crystal", "g": "gold"}[sign] for number, _, sign, _ in CARDS
}
ADVENTURERS = {who: int(number) for number, _, _, who in CARDS if who.islower()}
TEMPLES = {who.lower(): int(number) for number, _, _, who in CARDS if who.isupper()}
