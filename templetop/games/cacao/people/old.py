"""Numbers of earlier versions of the rules, as they are now."""

from templetop.engine.seats import CHANCE
from templetop.games.cacao.rules.moves import ACT, CHOOSE, DRAW, FILL, PLACE, REVEAL, TURN

# In version 1 chance shared the numbers of the seats, and came first; kinds of jungle tiles, and
# those whose order may matter, were counted from 1.
OLD_REVEAL, OLD_TURN, OLD_FILL, OLD_CHOOSE, OLD_ACT, OLD_PLACE = 5, 15, 28, 75, 90, 128


def from_version_1(seat: int, number: int) -> int:
    if seat == CHANCE:
        return REVEAL + number - OLD_REVEAL if number >= OLD_REVEAL else DRAW + number
    if number >= OLD_PLACE:
        return PLACE + number - OLD_PLACE
    if number >= OLD_ACT:
        return ACT + number - OLD_ACT
    if number >= OLD_CHOOSE:
        return CHOOSE + number - OLD_CHOOSE
    if number >= OLD_FILL:
        side, kind = divmod(number - OLD_FILL, 11)
        return FILL + 10 * side + kind - 1
    return TURN + number - OLD_TURN


RENUMBERED = {1: from_version_1}
