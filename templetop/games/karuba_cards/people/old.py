"""Numbers of earlier versions of the rules, as they are now."""

from templetop.engine.seats import CHANCE
from templetop.games.karuba_cards.rules.moves import DRAW

OLD_DRAW = 160  # in version 2 chance shared the numbers of the seats


def from_version_2(seat: int, number: int) -> int:
    return DRAW + number - OLD_DRAW if seat == CHANCE else number


RENUMBERED = {2: from_version_2}
