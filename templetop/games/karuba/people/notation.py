"""Whole tables as text: what was agreed, what lies in the middle, and every island."""

from itertools import pairwise
from typing import Any

from templetop.engine.notation import options_words
from templetop.games.karuba.people.island_notation import (
    BEACH_NUMBERS,
    MARK_OF,
    TEMPLE_NUMBERS,
    write_island,
)
from templetop.games.karuba.rules.island import NO_NUMBER
from templetop.games.karuba.rules.pieces import ADVENTURERS, COLOURS, DRAWING, TILES, TREASURE
from templetop.games.karuba.rules.start import (
    ENOUGH_GOLD,
    OPTIONS,
    chance_places,
    last_tile_is_revealed,
)
from templetop.games.karuba.rules.state import DECIDING, PHASES


def write(state: Any) -> str:
    """The whole table."""
    lines = [
        f"Karuba for {state.seats} seat{'s' if state.seats > 1 else ''}",
        f"options      {options_words(OPTIONS, settings_of(state))}",
        f"phase        {PHASES[state.phase].name}",
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


def settings_of(state: Any) -> list[int]:
    """What was agreed before the match."""
    full = state.stacks != state.seats
    supply = state.gold != ENOUGH_GOLD
    return [chance_places(state), state.distance, supply, full, last_tile_is_revealed(state)]


def called_words(state: Any) -> str:
    """The tile everyone decides about: 13─◆."""
    tile = int(state.tile)
    return f"{tile}{DRAWING[tile]}{MARK_OF[TREASURE[tile]]}" if state.phase == DECIDING else "none"


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
    left = state.treasures[state.taken[colour] : state.stacks]
    return [int(treasure) for treasure in left]


def seat_words(state: Any, seat: int) -> str:
    """What a seat has taken."""
    player = state.players[seat]
    taken = zip(COLOURS, player.treasures, strict=True)
    treasures = "".join(f", {colour} {treasure}" for colour, treasure in taken if treasure)
    return f"seat {seat + 1}: crystals {player.crystals}, gold {player.gold}{treasures}"
