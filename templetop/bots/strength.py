"""How far apart the levels of bots are: what README says of each game, as odds.

Measured by `python -m bench.strength levels`. A game that was never measured has the usual steps.
"""

import math

from templetop.bots.roster import LEVELS

WINS: dict[str, tuple[float, ...]] = {  # of levels 2, 3, 4 and 5 over the one below
    "karuba": (0.77, 0.72, 0.71, 0.73),
    "karuba_cards": (0.75, 0.69, 0.68, 0.73),
    "cacao": (0.76, 0.78, 0.74, 0.75),
    "karmaggan": (0.71, 0.76, 0.67, 0.85),
    "vulkar": (0.83, 0.81, 0.85, 0.82),
}
USUAL = (0.75,) * (len(LEVELS) - 1)  # "about three out of four"


def is_measured(game: str) -> bool:
    return game in WINS


def steps(game: str) -> list[float]:
    """From each level to the next, in Elo points: ten times as many wins as losses are 400."""
    return [400 * math.log10(wins / (1 - wins)) for wins in WINS.get(game, USUAL)]
