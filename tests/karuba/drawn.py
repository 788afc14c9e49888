"""Islands drawn as pictures, turns told in words, and what can be seen after them.

Unless a test places them elsewhere, each adventurer has a row to itself: brown sets out from beach
number 10 in the west of row 1 and has its temple in the east of it, at temple number 70. Blue,
purple and yellow have rows 2, 3 and 4.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.match import Match, check, legal_moves, make, seats_to_move
from templetop.engine.seats import CHANCE, NOBODY, decisions
from templetop.games import shelf
from templetop.games.karuba.people.island_notation import write_island
from templetop.games.karuba.rules.island import BEACH, COLUMNS, ROWS, SPACES, TEMPLE, UNPLACED
from templetop.games.karuba.rules.moves import (
    CALL,
    DISCARD,
    GOALS,
    LAY,
    PLACE,
    PLACED,
    SITE,
    SITED,
    WALK,
    lay,
    walk,
)

from .reading_islands import read_island

CARD = shelf.take("karuba")

COLOURS = ["brown", "blue", "purple", "yellow"]
NUMBERS = range(10, 120, 10)
SPACE_NAMES = [column + row for row in "12345" for column in "abcdef"]
GOAL_NAMES = [*SPACE_NAMES, "temple", "beach"]  # nobody can walk onto a beach
OFF_THE_PATHS = {BEACH: "beach", TEMPLE: "temple", UNPLACED: "unplaced"}

TILE_WITH = {2: 36, 3: 30, 4: 26}  # a tile that allows so many steps: │, ┤ and ┼

Placed = Mapping[str, tuple[int, int]]  # beach number and temple number of some colours


# ── Drawing a table ──────────────────────────────────────────────────────────────────────────────


def table(
    *islands: str,
    seats: int = 0,
    tile: int = 0,
    options: Mapping[str, str] = {},
    **placed: tuple[int, int],
) -> Any:
    """A table with these islands, everything placed, and perhaps a tile called.

    `brown=(50, 20)` places brown on beach number 50 and its temple on temple number 20.
    """
    return draw(CARD.start(seats or max(1, len(islands)), options), islands, tile, placed)


def draw(state: Any, islands: Sequence[str], tile: int, placed: Placed) -> Any:
    """The table, which is new, with everything on it."""
    place(state, placed)
    if tile:
        play(state, CHANCE, f"call {tile}")
    for seat, island in enumerate(islands):
        read_island(island, state, seat)
    return state


def place(state: Any, placed: Placed) -> None:
    """Place everything, by the rules or not."""
    for beach, temple in placements(placed):
        ask.happen(state, PLACED + NUMBERS.index(beach))
        ask.happen(state, SITED + NUMBERS.index(temple))


def placements(placed: Placed) -> list[tuple[int, int]]:
    """A beach number and a temple number for each colour; the usual ones where they are free."""
    beaches = [n for n in NUMBERS if n not in [beach for beach, _ in placed.values()]]
    temples = [n for n in NUMBERS if n not in [temple for _, temple in placed.values()]]
    return [
        placed.get(colour) or (take(beaches, usual), take(temples, usual + 60))
        for colour, usual in zip(COLOURS, NUMBERS)
    ]


def take(free: list[int], usual: int) -> int:
    return free.pop(free.index(usual) if usual in free else -1)


def stand(state: Any, who: str, space: str, seat: int = 0) -> None:
    """The adventurer stands there now."""
    state.players[seat].adventurers[COLOURS.index(who)] = SPACE_NAMES.index(space)


def bring_home(state: Any, seat: int, *colours: str) -> None:
    """These adventurers reached their temples in earlier turns."""
    for colour in map(COLOURS.index, colours):
        player = state.players[seat]
        player.adventurers[colour] = TEMPLE
        player.treasures[colour] = treasures_left(state, COLOURS[colour])[0]
        state.taken[colour] += 1


def leave_in_the_stack(state: Any, *tiles: int) -> None:
    """All tiles but these have been called in earlier turns."""
    state.stack = sum(1 << tile for tile in tiles)


# ── Moves in words ───────────────────────────────────────────────────────────────────────────────


def number_of(words: str, seat: int = 0) -> int:
    """The number of a move, as in: lay c4, discard, walk blue to c4, walk blue to temple.

    In the set-up: place on 20, site on 80. For chance, an event: call 7, place on 20, site on 80.
    """
    return event_of(words) if seat == CHANCE else move_of(words)


def move_of(words: str) -> int:
    match words.split():
        case ["discard"]:
            return DISCARD
        case ["lay", space]:
            return int(lay(SPACE_NAMES.index(space)))
        case ["walk", colour, "to", goal]:
            return int(walk(COLOURS.index(colour), GOAL_NAMES.index(goal)))
        case ["place", "on", number]:
            return PLACE + NUMBERS.index(int(number))
        case ["site", "on", number]:
            return SITE + NUMBERS.index(int(number))
    raise ValueError(words)


def event_of(words: str) -> int:
    match words.split():
        case ["call", tile]:
            return CALL + int(tile)
        case ["place", "on", number]:
            return PLACED + NUMBERS.index(int(number))
        case ["site", "on", number]:
            return SITED + NUMBERS.index(int(number))
    raise ValueError(words)


def play(state: Any, seat: int, words: str) -> None:
    """Chance makes a move, or a seat that alone is asked; it must be legal."""
    number = number_of(words, seat)
    check(state, seat, number)
    if seat == CHANCE:
        ask.happen(state, number)
    else:
        assert seats_to_move(state) == [seat]
        ask.play(state, decisions({seat: number}))


def decide(state: Any, *words: str) -> None:
    """All seats decide so, at the same time."""
    assert len(words) == state.seats
    decided = {seat: number_of(decision) for seat, decision in enumerate(words)}
    for seat, move in decided.items():
        check(state, seat, move)
    ask.play(state, decisions(decided))


def turn(state: Any, tile: int, *words: str) -> None:
    """The tile is called, and every seat decides."""
    play(state, CHANCE, f"call {tile}")
    decide(state, *words)


def move_on(state: Any, random: Random) -> None:
    """Whoever is asked does anything that is legal."""
    moves = [(seat, random.choice(legal_moves(state, seat))) for seat in seats_to_move(state)]
    make(state, moves)


def match_at(state: Any) -> Match:
    """A match that has come to this table: it keeps what is decided, until all have."""
    return Match(CARD, tuple(f"Player {seat + 1}" for seat in range(state.seats)), {}, [], state)


# ── What may be done ─────────────────────────────────────────────────────────────────────────────


def lays(state: Any, seat: int = 0) -> set[str]:
    """The spaces where the called tile may be laid."""
    return {SPACE_NAMES[move - LAY] for move in legal_moves(state, seat) if move < DISCARD}


def goals(state: Any, who: str = "brown", seat: int = 0) -> set[str]:
    """Where an adventurer may walk: spaces, and perhaps its temple."""
    first = WALK + GOALS * COLOURS.index(who)
    return {
        GOAL_NAMES[move - first]
        for move in legal_moves(state, seat)
        if move - first in range(GOALS)
    }


def reach(island: str, steps: int, who: str = "brown", **placed: tuple[int, int]) -> set[str]:
    """Where an adventurer on this island may walk with a tile of so many steps."""
    return goals(draw(CARD.start(seats=1), [island], TILE_WITH[steps], placed), who)


def numbers_open(state: Any, seat: int) -> list[int]:
    """In the set-up: the numbers that may be taken now."""
    adventurers, temples = (PLACED, SITED) if seat == CHANCE else (PLACE, SITE)
    first = temples if any(move >= temples for move in legal_moves(state, seat)) else adventurers
    return [NUMBERS[move - first] for move in legal_moves(state, seat)]


def is_over(state: Any) -> bool:
    return bool(ask.to_move(state) == NOBODY)


# ── What can be seen ─────────────────────────────────────────────────────────────────────────────


def at(state: Any, who: str, seat: int = 0) -> str:
    """Where an adventurer is: a space, beach, temple, or unplaced."""
    place = int(state.players[seat].adventurers[COLOURS.index(who)])
    return SPACE_NAMES[place] if place < SPACES else OFF_THE_PATHS[place]


def island(state: Any, seat: int = 0) -> list[str]:
    """The rows of a seat's island, to be compared with a drawing."""
    rows = [line.split()[2:-2] for line in write_island(state, seat).splitlines()[2:-2]]
    return [" ".join(row) for row in rows]


def drawing(text: str) -> list[str]:
    """The rows of a picture, filled up with empty spaces."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    rows += [[]] * (ROWS - len(rows))
    return [" ".join(row + ["."] * (COLUMNS - len(row))) for row in rows]


def just_one(tile: str, space: str) -> str:
    """The picture of an island with one tile on it."""
    marks = [tile if name == space else "." for name in SPACE_NAMES]
    return "\n".join(" ".join(marks[row : row + COLUMNS]) for row in range(0, SPACES, COLUMNS))


def treasures_left(state: Any, colour: str) -> list[int]:
    """The stack of a colour, the best on top."""
    treasures: list[int] = CARD.view(state, None).colours[COLOURS.index(colour)].treasures
    return treasures


def gathered(state: Any, seat: int = 0) -> dict[str, int]:
    """What a seat has taken so far, without the kinds it has none of."""
    player = state.players[seat]
    treasures = sum(int(treasure) for treasure in player.treasures)
    kinds = {"treasures": treasures, "gold": int(player.gold), "crystals": int(player.crystals)}
    return {kind: amount for kind, amount in kinds.items() if amount}


def points(state: Any) -> list[int]:
    return [int(amount) for amount in points_of(state)]


def places(state: Any) -> list[int]:
    return [int(place) for place in places_of(state)]
