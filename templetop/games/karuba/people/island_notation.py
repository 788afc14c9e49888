"""Islands as text.

An island is drawn with one mark for each space, and beaches and temples around it:

    .        an empty space, or a number without adventurer or temple
    ┐        a tile, as it is drawn on the sheet of pieces
    13─◆     the same with its number, and the crystal or gold (●) that still lies on it
    ─b       an adventurer stands on it: n brown, b blue, p purple, y yellow
    b        on a beach number: it has not set out yet
    B  Bb    on a temple number: the temple, without and with its adventurer
"""

from collections.abc import Sequence
from typing import Any

from templetop.games.karuba.rules.island import (
    BEACH,
    BEACHES,
    COLUMNS,
    NORTH_TEMPLES,
    SPACES,
    TEMPLE,
    TEMPLES,
    WEST_BEACHES,
)
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    CRYSTAL,
    DRAWING,
    GOLD,
    NO_TILE,
    NOTHING,
    TREASURE_MARKS,
)

LETTERS = "nbpy"  # of the adventurers; their temples are the capitals
MARK_OF = {treasure: mark for mark, treasure in TREASURE_MARKS.items()}
EMPTY = "."

NUMBERS_NORTH, NUMBERS_EAST = (
    [str(number) for number, edge, _ in TEMPLES if edge == side] for side in "NE"
)
NUMBERS_WEST, NUMBERS_SOUTH = (
    [str(number) for number, edge, _ in BEACHES if edge == side] for side in "WS"
)
BEACH_NUMBERS = NUMBERS_WEST + NUMBERS_SOUTH
TEMPLE_NUMBERS = NUMBERS_NORTH + NUMBERS_EAST


def write_island(state: Any, seat: int, numbers: bool = False) -> str:
    """The island of a seat, with beaches and temples; if wanted, with the numbers of the tiles."""
    spaces = [tile_mark(state, seat, space, numbers) for space in range(SPACES)]
    beaches = [beach_mark(state, seat, beach) for beach in range(len(BEACHES))]
    temples = [temple_mark(state, seat, temple) for temple in range(len(TEMPLES))]
    rows = [spaces[first : first + COLUMNS] for first in range(0, SPACES, COLUMNS)]
    west = list(zip(NUMBERS_WEST, beaches[:WEST_BEACHES], strict=True))
    east = list(zip(temples[NORTH_TEMPLES:], NUMBERS_EAST, strict=True))
    north, south = temples[:NORTH_TEMPLES], beaches[WEST_BEACHES:]
    lines = [row_words(["", ""], words, []) for words in (NUMBERS_NORTH, north)]
    lines += [row_words(*row) for row in zip(west, rows, east, strict=True)]
    lines += [row_words(["", ""], words, []) for words in (south, NUMBERS_SOUTH)]
    return "\n".join(lines)


def row_words(west: Sequence[str], spaces: Sequence[str], east: Sequence[str]) -> str:
    """One line of an island; its widest mark is like 13─◆b."""
    middle = "".join(f"{word:<6}" for word in spaces)
    return f"{west[0]:>3} {west[1]:>2}   {middle}{''.join(f'{word:<3}' for word in east)}".rstrip()


def tile_mark(state: Any, seat: int, space: int, numbers: bool = True) -> str:
    """A tile with what lies and who stands on it: 13─◆, or ┐b, or a dot."""
    player = state.players[seat]
    tile = int(player.tiles[space])
    if tile == NO_TILE:
        return EMPTY
    number = str(tile) if numbers else ""
    return number + DRAWING[tile] + MARK_OF[lying(player, space)] + standing(player, space)


def lying(player: Any, space: int) -> int:
    """The treasure that lies on a space."""
    if int(player.lying_crystals) >> space & 1:
        return CRYSTAL
    return GOLD if int(player.lying_gold) >> space & 1 else NOTHING


def standing(player: Any, place: int) -> str:
    """The letters of the adventurers who stand there."""
    return "".join(LETTERS[who] for who in range(ADVENTURERS) if player.adventurers[who] == place)


def beach_mark(state: Any, seat: int, beach: int) -> str:
    """The adventurer who waits at a beach number, or a dot."""
    return in_place(state.beaches, beach, standing(state.players[seat], BEACH)) or EMPTY


def temple_mark(state: Any, seat: int, temple: int) -> str:
    """The temple at a temple number, and its adventurer once it is there, or a dot."""
    site = in_place(state.temples, temple, LETTERS)
    home = in_place(state.temples, temple, standing(state.players[seat], TEMPLE))
    return site.upper() + home or EMPTY


def in_place(numbers: Any, number: int, letters: str) -> str:
    """Those of the letters whose number this is."""
    return "".join(letter for letter in letters if numbers[LETTERS.index(letter)] == number)
