"""Numbers of earlier versions of the rules, as they are now."""

from templetop.engine.seats import CHANCE
from templetop.games.karuba.rules.moves import CALL, PLACE, PLACED

OLD_CALL = 192  # in version 1 chance shared the numbers of the seats


def from_version_1(seat: int, number: int) -> int:
    if seat != CHANCE:
        return number
    return CALL + number - OLD_CALL if number >= OLD_CALL else PLACED + number - PLACE


RENUMBERED = {1: from_version_1}
