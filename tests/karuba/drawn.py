"""Islands drawn as pictures, turns told in words, and what can be seen after them.

Unless a test places them elsewhere, each adventurer has a row to itself: brown sets out from beach
number 10 in the west of row 1 and has its temple in the east of it, at temple number 70. Blue,
purple and yellow have rows 2, 3 and 4.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from templetop.engine import ask
from templetop.engine.game import CHANCE, NOBODY
from templetop.engine.match import check, legal_moves, places_of, points_of
from templetop.games.karuba.card import CARD
from templetop.games.karuba.island import BEACH, COLUMNS, ROWS, SPACES, TEMPLE, UNPLACED
from templetop.games.karuba.island_notation import read_island, write_island
from templetop.games.karuba.moves import CALL, DISCARD, GOALS, LAY, PLACE, SITE, WALK

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
        ask.play(state, CHANCE, PLACE + NUMBERS.index(beach))
        ask.play(state, CHANCE, SITE + NUMBERS.index(temple))


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


def number_of(words: str) -> int:
    """The number of a move, as in: lay c4, discard, walk blue to c4, walk blue to temple.

    In the set-up: place on 20, site on 80. For chance: call 7.
    """
    match words.split():
        case ["discard"]:
            return DISCARD
        case ["lay", space]:
            return LAY + SPACE_NAMES.index(space)
        case ["walk", colour, "to", goal]:
            return WALK + GOALS * COLOURS.index(colour) + GOAL_NAMES.index(goal)
        case ["call", tile]:
            return CALL + int(tile)
        case ["place", "on", number]:
            return PLACE + NUMBERS.index(int(number))
        case ["site", "on", number]:
            return SITE + NUMBERS.index(int(number))
    raise ValueError(words)


def play(state: Any, seat: int, words: str) -> None:
    """Make a move, which must be legal."""
    check(state, seat, number_of(words))
    ask.play(state, seat, number_of(words))


def decide(state: Any, *decisions: str) -> None:
    """The first seats decide so."""
    for seat, decision in enumerate(decisions):
        play(state, seat, decision)


def turn(state: Any, tile: int, *decisions: str) -> None:
    """The tile is called, and every seat decides."""
    play(state, CHANCE, f"call {tile}")
    decide(state, *decisions)


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
    first = SITE if any(move >= SITE for move in legal_moves(state, seat)) else PLACE
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
    return [int(amount) for amount in points_of(state, state.seats)]


def places(state: Any) -> list[int]:
    return [int(place) for place in places_of(state, state.seats)]
