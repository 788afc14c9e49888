"""Whole tables read from text, as `people/notation.py` writes them; damaged ones are refused."""

import re
from collections.abc import Sequence
from typing import Any

from templetop.games import shelf
from templetop.games.karuba.people.island_notation import BEACH_NUMBERS, TEMPLE_NUMBERS
from templetop.games.karuba.people.notation import write
from templetop.games.karuba.rules.island import BEACH, NO_NUMBER, TEMPLE, UNPLACED
from templetop.games.karuba.rules.pieces import ADVENTURERS, COLOURS, NO_TILE, TILES
from templetop.games.karuba.rules.start import ENOUGH_GOLD, OPTIONS
from templetop.games.karuba.rules.state import (
    CALLING,
    DECIDING,
    OVER,
    PLACING_ADVENTURER,
    PLACING_TEMPLE,
)
from templetop.games.karuba.rules.turn import is_home
from tests.reading import Line, Lines

from .reading_islands import FRAMED_LINES, drawn_with_numbers, lay_out

COLOUR = "|".join(COLOURS)
SEAT_FORM = rf"seat [1-4]: crystals ([0-9]{{1,2}}), gold ([0-9]{{1,2}})((?:, (?:{COLOUR}) [2-5])*)"


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state = read_agreement(lines)
    stack = read_piles(lines, state)
    colours = [read_colour(lines, state, colour) for colour in range(ADVENTURERS)]
    for seat in range(state.seats):
        read_seat(lines, state, seat)
    lines.end("the last island")
    settle(state)
    lines.agree_with(write(state))
    check_stack(state, stack)
    check_treasures(state, colours)
    return state


def read_agreement(lines: Lines) -> Any:
    """A new table for so many seats, with these options."""
    _, (seats,) = lines.take("Karuba for ([1-4]) seats?", "'Karuba for' 1 to 4 seats")
    card = shelf.take("karuba")
    state = card.state()[0]
    card.new(state, int(seats), lines.settings(OPTIONS))
    return state


def read_piles(lines: Lines, state: Any) -> Line:
    """The tile called, the stack, and the supply of gold; and where the stack is written."""
    lines.take("phase .*", "the phase")
    called, (tile,) = lines.take(r"tile called (none|[0-9]{1,2}).*", "the tile called")
    state.tile = NO_TILE if tile == "none" else tile_of(called, tile)
    stack, (tiles,) = lines.take(r"stack (empty|[0-9][-0-9 ]*)", "the stack")
    state.stack = sum({1 << tile for word in tiles.split() for tile in run_of(stack, word)})
    state.stack = int(state.stack) & ~(1 << int(state.tile))
    _, (supply,) = lines.take("gold supply (enough|[0-9]|1[0-2])", "the gold supply, at most 12")
    state.gold = ENOUGH_GOLD if supply == "enough" else int(supply)
    return stack


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


def read_seat(lines: Lines, state: Any, seat: int) -> None:
    """What a seat has taken, and its island."""
    player = state.players[seat]
    _, (crystals, gold, treasures) = lines.take(SEAT_FORM, f"seat {seat + 1}")
    player.crystals, player.gold = int(crystals), int(gold)
    for colour, treasure in re.findall(rf"({COLOUR}) ([2-5])", treasures):
        player.treasures[COLOURS.index(colour)] = int(treasure)
    island = [lines.next(f"the island of seat {seat + 1}") for _ in range(FRAMED_LINES)]
    lay_out(drawn_with_numbers(island), state, seat)


def settle(state: Any) -> None:
    """What follows from all that was read."""
    seats = range(state.seats)
    for colour in range(ADVENTURERS):
        home = [state.players[seat].adventurers[colour] == TEMPLE for seat in seats]
        state.taken[colour] = sum(home)
        state.placing += state.temples[colour] != NO_NUMBER
    state.phase = phase_of(state)


def phase_of(state: Any) -> int:
    """What comes next at this table."""
    if state.placing < ADVENTURERS:
        placed = state.beaches[state.placing] != NO_NUMBER
        return PLACING_TEMPLE if placed else PLACING_ADVENTURER
    if state.tile != NO_TILE:
        return DECIDING
    someone_is_home = any(is_home(state.players[seat]) for seat in range(state.seats))
    return OVER if someone_is_home or not state.stack else CALLING


def check_stack(state: Any, line: Line) -> None:
    """3.1.1  No tile is called before everything is placed."""
    if state.placing < ADVENTURERS and int(state.stack).bit_count() < TILES:
        raise line.refusal(f"all {TILES} tiles are in the stack until everything is placed.")


def check_treasures(state: Any, lines: list[Line]) -> None:
    """3.6.2  Who is in a temple has a treasure of its stack, and nobody else has one."""
    for colour, line in enumerate(lines):
        taken = sorted(state.players[seat].treasures[colour] for seat in range(state.seats))
        best = state.treasures[: state.taken[colour]]
        if [treasure for treasure in reversed(taken) if treasure] != list(best):
            raise line.refusal(f"the {COLOURS[colour]} treasures were not taken from the top.")
