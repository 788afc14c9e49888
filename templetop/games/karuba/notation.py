"""Islands and whole tables as text, both ways.

An island is drawn with one mark for each space, and beaches and temples around it:

    .        an empty space, or a number without adventurer or temple
    ┐        a tile, as it is drawn on the sheet of pieces
    13─◆     the same with its number, and the crystal or gold (●) that still lies on it
    ─b       an adventurer stands on it: n brown, b blue, p purple, y yellow
    b        on a beach number: it has not set out yet
    B  Bb    on a temple number: the temple, without and with its adventurer

The short form, for tests, is the spaces alone: fewer rows or columns are filled up with empty ones,
and for a tile without a number the lowest number that fits is taken.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.bits import has, move_set
from templetop.engine.game import Refusal
from templetop.games.karuba import moves
from templetop.games.karuba.island import (
    BEACH,
    BEACHES,
    COLUMNS,
    NO_NUMBER,
    NORTH_TEMPLES,
    ROWS,
    SPACES,
    TEMPLE,
    TEMPLES,
    UNPLACED,
    WEST_BEACHES,
    space_name,
)
from templetop.games.karuba.pieces import (
    ADVENTURERS,
    COLOURS,
    CRYSTAL,
    DRAWING,
    EAST,
    GOLD,
    NO_TILE,
    NORTH,
    NOTHING,
    PATHS,
    SOUTH,
    TILES,
    TREASURE,
    TREASURE_MARKS,
    TREASURES,
    WEST,
)
from templetop.games.karuba.rules import is_home, legal
from templetop.games.karuba.start import ENOUGH_GOLD, OPTIONS, new
from templetop.games.karuba.state import (
    CALL,
    DECIDE,
    NO_CHOICE,
    OVER,
    PLACE_ADVENTURER,
    PLACE_TEMPLE,
    State,
)

LETTERS = "nbpy"  # of the adventurers; their temples are the capitals
MARK_OF = {treasure: mark for mark, treasure in TREASURE_MARKS.items()}
EMPTY = "."
PHASES = ("place an adventurer", "place a temple", "call", "decide", "over")

SPACE_NAMES = [space_name(space) for space in range(SPACES)]

NUMBERS_NORTH, NUMBERS_EAST = (
    [str(number) for number, edge, _ in TEMPLES if edge == side] for side in "NE"
)
NUMBERS_WEST, NUMBERS_SOUTH = (
    [str(number) for number, edge, _ in BEACHES if edge == side] for side in "WS"
)
BEACH_NUMBERS = NUMBERS_WEST + NUMBERS_SOUTH
TEMPLE_NUMBERS = NUMBERS_NORTH + NUMBERS_EAST
FRAMED_LINES = 2 + ROWS + 2

TILE_MARK = re.compile(rf"([0-9]{{1,2}})?([{''.join(PATHS)}])([◆●]?)([{LETTERS}]?)")
SPACE_MARK = re.compile(rf"\.|{TILE_MARK.pattern}")
BEACH_MARK = re.compile(rf"\.|[{LETTERS}]")
TEMPLE_MARK = re.compile(r"\.|" + "|".join(f"{letter.upper()}{letter}?" for letter in LETTERS))


class BadNotation(Refusal):
    """The text does not say what lies on a table; the message says where it goes wrong."""


class Line(NamedTuple):
    number: int
    text: str

    def refusal(self, sentence: str) -> BadNotation:
        return BadNotation(f"Line {self.number}: {sentence}")


class Mark(NamedTuple):
    line: Line
    text: str

    @property
    def letter(self) -> str:
        """The adventurer that is drawn here, or nothing."""
        return self.text[-1] if self.text[-1] in LETTERS else ""


class Drawn(NamedTuple):
    """An island as it was drawn; the short form has neither beaches nor temples."""

    spaces: list[Mark]
    beaches: list[Mark]
    temples: list[Mark]

    @property
    def marks(self) -> list[Mark]:
        return [*self.spaces, *self.beaches, *self.temples]


def space_of(name: str) -> int:
    """The space of that name."""
    if name not in SPACE_NAMES:
        raise BadNotation(f"There is no space {name!r}; they are called a1 to f5.")
    return SPACE_NAMES.index(name)


# ── Writing an island ────────────────────────────────────────────────────────────────────────────


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


# ── Reading an island ────────────────────────────────────────────────────────────────────────────


def read_island(text: str, state: Any, seat: int) -> None:
    """Make a seat's island what is drawn. Its tiles leave the stack.

    A drawing with beaches and temples also places those that had no place. In the short form an
    adventurer that is not drawn stays in its temple or on its beach.
    """
    lay_out(drawn(written_lines(text)), state, seat)


def written_lines(text: str) -> list[Line]:
    """The lines that are not blank, each with its number."""
    lines = enumerate(text.splitlines(), start=1)
    return [Line(number, " ".join(line.split())) for number, line in lines if line.strip()]


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
        if mark.letter in places:
            raise mark.line.refusal(f"{mark.letter!r} is drawn a second time.")
        if mark.letter:
            places[mark.letter] = place
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


# ── Writing the table ────────────────────────────────────────────────────────────────────────────


def write(state: Any) -> str:
    """The whole table, with what the seats have decided unseen."""
    lines = [
        f"Karuba for {state.seats} seat{'s' if state.seats > 1 else ''}",
        f"options      {options_words(state)}",
        f"phase        {PHASES[state.phase]}",
        f"tile called  {called_words(state)}",
        f"stack        {stack_words(int(state.stack))}",
        f"gold supply  {'enough' if state.gold == ENOUGH_GOLD else state.gold}",
        "",
        "colour  beach  temple  treasures left",
        *(colour_words(state, colour) for colour in range(ADVENTURERS)),
    ]
    for seat in range(state.seats):
        lines += ["", seat_words(state, seat), write_island(state, seat, numbers=True)]
    return "\n".join(lines) + "\n"


def options_words(state: Any) -> str:
    """What was agreed before the match: setup=placed distance=apart …"""
    full = state.stacks != state.seats
    settings = [state.chance_places, state.distance, state.gold != ENOUGH_GOLD, full]
    return " ".join(
        f"{option.name}={option.choices[int(index)].name}"
        for option, index in zip(OPTIONS, settings, strict=True)
    )


def called_words(state: Any) -> str:
    """The tile everyone decides about: 13─◆."""
    tile = int(state.tile)
    return f"{tile}{DRAWING[tile]}{MARK_OF[TREASURE[tile]]}" if state.phase == DECIDE else "none"


def stack_words(stack: int) -> str:
    """The tiles not called yet: 1-4 7 12-36."""
    called = [tile for tile in range(TILES + 2) if not stack >> tile & 1]
    runs = [(before + 1, after - 1) for before, after in pairwise(called) if after - before > 1]
    words = [f"{first}-{last}" if first < last else str(first) for first, last in runs]
    return " ".join(words) or "empty"


def colour_words(state: Any, colour: int) -> str:
    """A colour's beach number, temple number, and the treasures in its temple, the best first."""
    beach = number_words(BEACH_NUMBERS, state.beaches[colour])
    temple = number_words(TEMPLE_NUMBERS, state.temples[colour])
    left = " ".join(str(treasure) for treasure in treasures_left(state, colour))
    return f"{COLOURS[colour]:<7} {beach:>5}  {temple:>6}  {left or '-'}"


def number_words(numbers: list[str], number: int) -> str:
    return "-" if number == NO_NUMBER else numbers[number]


def treasures_left(state: Any, colour: int) -> list[int]:
    """The treasures still in the temples of a colour, the best first."""
    stack = TREASURES[state.stacks, state.taken[colour] :]
    return [int(treasure) for treasure in stack if treasure]


def seat_words(state: Any, seat: int) -> str:
    """What a seat has taken, and what it has decided."""
    player = state.players[seat]
    taken = zip(COLOURS, player.treasures, strict=True)
    treasures = "".join(f", {colour} {treasure}" for colour, treasure in taken if treasure)
    decision = f"; {decision_words(player.choice)}" if state.phase == DECIDE else ""
    return f"seat {seat + 1}: crystals {player.crystals}, gold {player.gold}{treasures}{decision}"


def decision_words(choice: int) -> str:
    return "deciding" if choice == NO_CHOICE else f"decided: {choice_words(int(choice))}"


def choice_words(choice: int) -> str:
    """A decision in the fewest words: lay c4, or discard, or walk blue to c4."""
    if moves.is_lay(choice):
        return f"lay {space_name(choice)}"
    if not moves.is_walk(choice):
        return "discard"
    goal = moves.goal_of(choice)
    where = "its temple" if goal == TEMPLE else space_name(goal)
    return f"walk {COLOURS[moves.walker(choice)]} to {where}"


# ── Reading the table ────────────────────────────────────────────────────────────────────────────

COLOUR = "|".join(COLOURS)
WALKS = [moves.walk(who, goal) for who in range(ADVENTURERS) for goal in range(TEMPLE + 1)]
CHOICE: dict[str, int] = {
    choice_words(choice): choice for choice in [*range(moves.DISCARD + 1), *WALKS]
}
OPTIONS_FORM = " ".join(
    f"{option.name}=({'|'.join(choice.name for choice in option.choices)})" for option in OPTIONS
)
SEAT_FORM = (
    rf"seat [1-4]: crystals ([0-9]{{1,2}}), gold ([0-9]{{1,2}})((?:, (?:{COLOUR}) [2-5])*)"
    r"(?:; (deciding|decided: .*))?"
)


class Lines:
    """The lines of a text, to be read one after another."""

    def __init__(self, text: str) -> None:
        self.all = written_lines(text)
        self.rest = iter(self.all)

    def next(self, wanted: str) -> Line:
        line = next(self.rest, None)
        if line is None:
            last = self.all[-1].number if self.all else 0
            raise BadNotation(f"Line {last + 1}: the text ends where {wanted} should follow.")
        return line

    def take(self, form: str, wanted: str) -> tuple[Line, tuple[Any, ...]]:
        """The next line, which must have this form, and its parts."""
        line = self.next(wanted)
        match = re.fullmatch(form, line.text)
        if not match:
            raise line.refusal(f"here should be {wanted}, not {line.text!r}.")
        return line, match.groups()

    def end(self) -> None:
        for line in self.rest:
            raise line.refusal("nothing should follow the last island.")


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state = read_agreement(lines)
    read_piles(lines, state)
    colours = [read_colour(lines, state, colour) for colour in range(ADVENTURERS)]
    seats = [read_seat(lines, state, seat) for seat in range(state.seats)]
    lines.end()
    settle(state)
    check_wording(state, lines.all)
    check_treasures(state, colours)
    check_decisions(state, seats)
    return state


def read_agreement(lines: Lines) -> Any:
    """A new table for so many seats, with these options."""
    _, (seats,) = lines.take("Karuba for ([1-4]) seats?", "'Karuba for' 1 to 4 seats")
    _, names = lines.take(f"options {OPTIONS_FORM}", "the options")
    settings = [option.index(name) for option, name in zip(OPTIONS, names, strict=True)]
    state = np.zeros(1, State)[0]
    new(state, int(seats), np.array(settings, np.int64))
    return state


def read_piles(lines: Lines, state: Any) -> None:
    """The tile called, the stack, and the supply of gold."""
    lines.take("phase .*", "the phase")
    called, (tile,) = lines.take(r"tile called (none|[0-9]{1,2}).*", "the tile called")
    state.tile = NO_TILE if tile == "none" else tile_of(called, tile)
    stack, (tiles,) = lines.take(r"stack (empty|[0-9][-0-9 ]*)", "the stack")
    state.stack = sum({1 << tile for word in tiles.split() for tile in run_of(stack, word)})
    state.stack = int(state.stack) & ~(1 << int(state.tile))
    _, (supply,) = lines.take("gold supply (enough|[0-9]|1[0-2])", "the gold supply, at most 12")
    state.gold = ENOUGH_GOLD if supply == "enough" else int(supply)


def tile_of(line: Line, word: str) -> int:
    if not (word.isdecimal() and 1 <= int(word) <= TILES):
        raise line.refusal(f"the tiles are numbered 1 to {TILES}; {word!r} is none of them.")
    return int(word)


def run_of(line: Line, word: str) -> Sequence[int]:
    """The tiles of one run in a stack: 7, or 12-36."""
    if word == "empty":
        return []
    first, _, last = word.partition("-")
    return range(tile_of(line, first), tile_of(line, last or first) + 1)


def read_colour(lines: Lines, state: Any, colour: int) -> Line:
    """Where a colour sets out, and where its temple stands."""
    if colour == 0:
        lines.take("colour beach temple treasures left", "the heading of the colours")
    form = rf"{COLOURS[colour]} ([0-9]+|-) ([0-9]+|-) .*"
    line, (beach, temple) = lines.take(form, f"where {COLOURS[colour]} is placed")
    if colour and state.temples[colour - 1] == NO_NUMBER != number_of(line, beach, BEACH_NUMBERS):
        raise line.refusal(f"{COLOURS[colour]} is placed after {COLOURS[colour - 1]}.")
    if beach == "-" != temple:
        raise line.refusal("a temple is placed after its adventurer.")
    state.beaches[colour] = number_of(line, beach, BEACH_NUMBERS)
    state.temples[colour] = number_of(line, temple, TEMPLE_NUMBERS)
    for seat in range(state.seats):
        state.players[seat].adventurers[colour] = UNPLACED if beach == "-" else BEACH
    return line


def number_of(line: Line, word: str, numbers: list[str]) -> int:
    if word != "-" and word not in numbers:
        raise line.refusal(f"there is no number {word}; they are 10, 20 and so on to 110.")
    return NO_NUMBER if word == "-" else numbers.index(word)


def read_seat(lines: Lines, state: Any, seat: int) -> Line:
    """What a seat has taken and decided, and its island."""
    player = state.players[seat]
    line, (crystals, gold, treasures, decision) = lines.take(SEAT_FORM, f"seat {seat + 1}")
    player.crystals, player.gold = int(crystals), int(gold)
    for colour, treasure in re.findall(rf"({COLOUR}) ([2-5])", treasures):
        player.treasures[COLOURS.index(colour)] = int(treasure)
    player.choice = choice_of(line, decision or "deciding")
    island = [lines.next(f"the island of seat {seat + 1}") for _ in range(FRAMED_LINES)]
    lay_out(drawn_with_numbers(island), state, seat)
    return line


def choice_of(line: Line, decision: str) -> int:
    if decision == "deciding":
        return NO_CHOICE
    words = decision.removeprefix("decided: ")
    if words not in CHOICE:
        raise line.refusal(f"nobody can decide to {words!r}.")
    return CHOICE[words]


def settle(state: Any) -> None:
    """What follows from all that was read."""
    seats = range(state.seats)
    for colour in range(ADVENTURERS):
        home = [state.players[seat].adventurers[colour] == TEMPLE for seat in seats]
        state.taken[colour] = sum(home)
        state.placing += state.temples[colour] != NO_NUMBER
    state.phase = phase_of(state)
    if state.phase == DECIDE:
        undecided = [seat for seat in seats if state.players[seat].choice == NO_CHOICE]
        state.deciding = sum(1 << seat for seat in undecided)


def phase_of(state: Any) -> int:
    """What comes next at this table."""
    if state.placing < ADVENTURERS:
        placed = state.beaches[state.placing] != NO_NUMBER
        return PLACE_TEMPLE if placed else PLACE_ADVENTURER
    if state.tile != NO_TILE:
        return DECIDE
    someone_is_home = any(is_home(state.players[seat]) for seat in range(state.seats))
    return OVER if someone_is_home or not state.stack else CALL


def check_wording(state: Any, lines: list[Line]) -> None:
    """The text must say what `write` says of the table: everything in it agrees."""
    for line, wanted in zip(lines, written_lines(write(state)), strict=True):
        if line.text != wanted.text:
            raise line.refusal(
                f"{line.text!r} contradicts the rest, by which it is {wanted.text!r}."
            )


def check_treasures(state: Any, lines: list[Line]) -> None:
    """3.6.2  Who is in a temple has a treasure of its stack, and nobody else has one."""
    for colour, line in enumerate(lines):
        taken = sorted(state.players[seat].treasures[colour] for seat in range(state.seats))
        best = TREASURES[state.stacks, : state.taken[colour]]
        if [treasure for treasure in reversed(taken) if treasure] != list(best):
            raise line.refusal(f"the {COLOURS[colour]} treasures were not taken from the top.")


def check_decisions(state: Any, lines: list[Line]) -> None:
    """3.2.1  Whatever was decided is legal; 3.2.3  and somebody has still to decide."""
    if state.phase != DECIDE:
        return
    if state.deciding == 0:
        raise lines[-1].refusal("when all seats have decided, everything is carried out.")
    decisions = move_set(moves.MOVES)
    for seat, line in enumerate(lines):
        choice = int(state.players[seat].choice)
        legal(state, seat, decisions)
        if choice != NO_CHOICE and not has(decisions, choice):
            raise line.refusal(f"it is not legal to {choice_words(choice)}.")
