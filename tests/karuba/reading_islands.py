"""Islands read from drawings, as `people/island_notation.py` writes them."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from templetop.games.karuba.people.island_notation import (
    EMPTY,
    LETTERS,
    NUMBERS_EAST,
    NUMBERS_NORTH,
    NUMBERS_SOUTH,
    NUMBERS_WEST,
)
from templetop.games.karuba.rules.island import (
    BEACH,
    COLUMNS,
    NO_NUMBER,
    ROWS,
    SPACES,
    TEMPLE,
    UNPLACED,
    space_name,
)
from templetop.games.karuba.rules.pieces import (
    DRAWING,
    EAST,
    NO_TILE,
    NORTH,
    NOTHING,
    PATHS,
    SOUTH,
    TILES,
    TREASURE,
    TREASURE_MARKS,
    WEST,
)
from tests.reading import BadNotation, Line, Mark, written_lines

SPACE_NAMES = [space_name(space) for space in range(SPACES)]
FRAMED_LINES = 2 + ROWS + 2

TILE_MARK = re.compile(rf"([0-9]{{1,2}})?([{''.join(PATHS)}])([◆●]?)([{LETTERS}]?)")
SPACE_MARK = re.compile(rf"\.|{TILE_MARK.pattern}")
BEACH_MARK = re.compile(rf"\.|[{LETTERS}]")
TEMPLE_MARK = re.compile(r"\.|" + "|".join(f"{letter.upper()}{letter}?" for letter in LETTERS))


class Drawn(NamedTuple):
    """An island as it was drawn; the short form has neither beaches nor temples."""

    spaces: list[Mark]
    beaches: list[Mark]
    temples: list[Mark]

    @property
    def marks(self) -> list[Mark]:
        return [*self.spaces, *self.beaches, *self.temples]


def letter_in(mark: Mark) -> str:
    """The adventurer that is drawn there, or nothing."""
    return mark.text[-1] if mark.text[-1] in LETTERS else ""


def space_of(name: str) -> int:
    """The space of that name."""
    if name not in SPACE_NAMES:
        raise BadNotation(f"There is no space {name!r}; they are called a1 to f5.")
    return SPACE_NAMES.index(name)


# ── Reading an island ────────────────────────────────────────────────────────────────────────────


def read_island(text: str, state: Any, seat: int) -> None:
    """Make a seat's island what is drawn. Its tiles leave the stack.

    A drawing with beaches and temples also places those that had no place. In the short form an
    adventurer that is not drawn stays in its temple or on its beach.
    """
    lay_out(drawn(written_lines(text)), state, seat)


def drawn(lines: list[Line]) -> Drawn:
    """What the lines draw, with beaches and temples if they begin with temple numbers."""
    if lines and lines[0].text.replace(" ", "").isdecimal():
        return drawn_with_numbers(lines)
    if len(lines) > ROWS:
        raise lines[ROWS].refusal(f"an island has {ROWS} rows.")
    nowhere = Mark(Line(0, ""), EMPTY)
    spaces = [nowhere] * SPACES
    for row, line in enumerate(lines):
        marks = marks_of(line, line.text.split(), SPACE_MARK)
        spaces[row * COLUMNS : row * COLUMNS + len(marks)] = marks
    return Drawn(spaces, [], [])


def drawn_with_numbers(lines: list[Line]) -> Drawn:
    """The form that `write_island` writes."""
    if len(lines) != FRAMED_LINES:
        raise lines[-1].refusal(f"an island with its numbers takes {FRAMED_LINES} lines.")
    top, north, *rows, south, bottom = lines
    check_words(top, top.text.split(), NUMBERS_NORTH)
    check_words(bottom, bottom.text.split(), NUMBERS_SOUTH)
    island = Drawn([], [], marks_of(north, north.text.split(), TEMPLE_MARK, COLUMNS))
    for row, line in enumerate(rows):
        west, beach, *spaces, temple, east = words_of_row(line)
        check_words(line, [west, east], [NUMBERS_WEST[row], NUMBERS_EAST[row]])
        island.beaches.extend(marks_of(line, [beach], BEACH_MARK))
        island.spaces.extend(marks_of(line, spaces, SPACE_MARK, COLUMNS))
        island.temples.extend(marks_of(line, [temple], TEMPLE_MARK))
    island.beaches.extend(marks_of(south, south.text.split(), BEACH_MARK, COLUMNS))
    return island


def words_of_row(line: Line) -> list[str]:
    """The words of a row: a number and a mark at each end, the spaces between them."""
    words = line.text.split()
    if len(words) < 4:
        raise line.refusal(f"a row is a number, a beach, {COLUMNS} spaces, a temple, a number.")
    return words


def check_words(line: Line, words: list[str], wanted: list[str]) -> None:
    if words != wanted:
        raise line.refusal(f"the numbers here are {' '.join(wanted)}, not {' '.join(words)}.")


def marks_of(line: Line, words: list[str], form: re.Pattern[str], count: int = 0) -> list[Mark]:
    """The marks on a line: exactly so many, if a count is given."""
    if len(words) > COLUMNS or (count and len(words) != count):
        raise line.refusal(f"there are {COLUMNS} marks in a row, not {len(words)}.")
    for word in words:
        if not form.fullmatch(word):
            raise line.refusal(f"{word!r} is not a mark that can stand here.")
    return [Mark(line, word) for word in words]


def lay_out(island: Drawn, state: Any, seat: int) -> None:
    """Put everything that is drawn where it belongs, or nothing at all."""
    tiles = tiles_drawn(island.spaces, int(state.tile))
    places = places_drawn(island, state, seat)
    sites = [(state.beaches, island.beaches), (state.temples, island.temples)]
    numbers = [numbers_drawn(known, marks) for known, marks in sites]
    state.beaches[:], state.temples[:] = numbers
    state.players[seat].adventurers[:] = places
    lay_tiles(state, seat, tiles, island.spaces)


def tiles_drawn(marks: list[Mark], called: int) -> list[int]:
    """The tile on each space: those with a number are found first, then those with a treasure."""
    tiles = [NO_TILE] * SPACES
    free = [tile for tile in range(1, TILES + 1) if tile != called]
    spaces = [space for space in range(SPACES) if marks[space].text != EMPTY]
    for space in sorted(spaces, key=lambda space: leeway(marks[space])):
        tiles[space] = lowest_fitting(marks[space], free)
        free.remove(tiles[space])
    return tiles


def leeway(mark: Mark) -> int:
    number, _, treasure, _ = parts(mark)
    return 0 if number else 1 if treasure else 2


def parts(mark: Mark) -> tuple[str, str, str, str]:
    """Number, drawing, treasure and adventurer, each perhaps empty; of a tile's mark."""
    number, drawing, treasure, letter = TILE_MARK.findall(mark.text)[0]
    return number, drawing, treasure, letter


def lowest_fitting(mark: Mark, free: list[int]) -> int:
    """The lowest number that fits; without a treasure mark rather a tile without treasure."""
    number, drawing, sign, _ = parts(mark)
    treasure = TREASURE_MARKS[sign]
    fitting = [
        tile
        for tile in free
        if DRAWING[tile] == drawing
        and number in ("", str(tile))
        and treasure in (NOTHING, TREASURE[tile])
    ]
    if not fitting:
        raise mark.line.refusal(f"there is no tile {mark.text!r}, or none is left.")
    return min(fitting, key=lambda tile: bool(TREASURE[tile] != treasure))


def places_drawn(island: Drawn, state: Any, seat: int) -> list[int]:
    """Where each adventurer stands."""
    places: dict[str, int] = {}
    ground = [*range(SPACES), *[BEACH] * len(island.beaches), *[TEMPLE] * len(island.temples)]
    for mark, place in zip(island.marks, ground, strict=True):
        letter = letter_in(mark)
        if letter in places:
            raise mark.line.refusal(f"{letter!r} is drawn a second time.")
        if letter:
            places[letter] = place
    before = state.players[seat].adventurers
    for letter, place in zip(LETTERS, before, strict=True):
        if letter not in places and place != UNPLACED and island.beaches:
            raise island.beaches[-1].line.refusal(f"{letter!r} is not drawn anywhere.")
    return [
        places.get(letter, off_the_paths(place))
        for letter, place in zip(LETTERS, before, strict=True)
    ]


def off_the_paths(place: int) -> int:
    """Where an adventurer is that the short form does not draw."""
    return BEACH if place < SPACES else int(place)


def numbers_drawn(known: Any, marks: list[Mark]) -> list[int]:
    """The number of each colour, known before or drawn now; a drawing may not contradict."""
    numbers = [int(number) for number in known]
    for number, mark in enumerate(marks):
        if mark.text == EMPTY:
            continue
        colour = LETTERS.index(mark.text[0].lower())
        if numbers[colour] not in (NO_NUMBER, number):
            raise mark.line.refusal(f"{mark.text!r} has its place at another number.")
        numbers[colour] = number
    return numbers


def lay_tiles(state: Any, seat: int, tiles: list[int], marks: list[Mark]) -> None:
    """Lay these tiles and no others, with the treasures that are drawn on them."""
    player = state.players[seat]
    player.tiles[:] = tiles
    player.laid = sum(tile != NO_TILE for tile in tiles)
    player.north, player.east = reaching(tiles, NORTH), reaching(tiles, EAST)
    player.south, player.west = reaching(tiles, SOUTH), reaching(tiles, WEST)
    player.lying_crystals = spaces_where("◆" in mark.text for mark in marks)
    player.lying_gold = spaces_where("●" in mark.text for mark in marks)
    state.stack = int(state.stack) & ~sum(1 << tile for tile in tiles if tile != NO_TILE)


def reaching(tiles: list[int], edge: Any) -> int:
    """The spaces whose tile has a path to that edge."""
    return spaces_where(bool(edge[tile]) for tile in tiles)


def spaces_where(answers: Iterable[bool]) -> int:
    """The set of spaces for which the answer is yes."""
    return sum(1 << space for space, answer in enumerate(answers) if answer)
