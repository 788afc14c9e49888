"""The numbers of the moves.

    DRAW    + kind               chance: the active seat draws such a worker tile    4 moves
    REVEAL  + kind               chance: such a jungle tile is turned up            10 moves
    FACE    + face               the tile is laid like this                         13 moves
    FILL    + 11 * side + kind   such a jungle tile goes on that side of it         40 moves
    NEXT    + 3 * kind + n       an edge of n + 1 workers beside such a tile acts   15 moves
                                 before the others; of kinds whose order may matter
    ACT     + number             so many workers act, or fruits are sold             6 moves
    PLACE   + square             the worker tile is laid there                     512 moves

Kinds of jungle tiles are counted from 1. Chance comes first because its odds are looked through
from the first number on; the squares begin with a word of their own, so that a set of squares is a
set of moves as it is. With more rows in the box there are more numbers, and others: then
`rules_version` of the card has to rise, as matches are kept in numbers.
"""

from typing import Any

from templetop.engine.bits import WORD
from templetop.engine.compile import rule
from templetop.engine.game import Secret
from templetop.games.cacao.ground import (
    SPOTS,
    includes,
    space_beside,
    space_name,
    square_name,
)
from templetop.games.cacao.order import edge_of, kind_beside, workers_on
from templetop.games.cacao.pieces import (
    CACAO,
    DEEDS,
    FACE_EDGES,
    FACES,
    GOLD,
    KINDS,
    MARKS,
    MOST_WORKERS,
    NAMES,
    NO_TILE,
    SIDES,
    STORAGE,
    TRADES,
    WORKER_KINDS,
    face_name,
    kind_name,
)

DRAW = 0
REVEAL = DRAW + WORKER_KINDS
FACE = REVEAL + KINDS
FILL = FACE + FACES
NEXT = FILL + SIDES * KINDS
ACT = NEXT + TRADES * MOST_WORKERS
LAST_ACT = ACT + max(STORAGE, MOST_WORKERS)
PLACE = (LAST_ACT // WORD + 1) * WORD
MOVES = PLACE + SPOTS
SEAT_MOVES = MOVES


@rule
def fill(side, kind):
    return FILL + KINDS * int(side) + int(kind)


@rule
def side_of(move):
    return (move - FILL) // KINDS


@rule
def kind_of(move):
    return (move - FILL) % KINDS


@rule
def act_first(kind, workers):
    return NEXT + edge_of(kind, workers)


@rule
def first_kind(move):
    return kind_beside(move - NEXT)


@rule
def first_workers(move):
    return workers_on(move - NEXT)


def is_move(move: int) -> bool:
    """Not every number below MOVES is one."""
    if REVEAL <= move < FACE:
        return move - REVEAL != NO_TILE
    if FILL <= move < NEXT:
        return bool(kind_of(move) != NO_TILE)
    if NEXT <= move < ACT:
        return bool(first_kind(move) != NO_TILE)
    return 0 <= move <= LAST_ACT or PLACE <= move < MOVES


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def say(state: Any, seat: int, move: int) -> str:
    """What the seat, or chance, does with this move; a sentence without its subject."""
    if move >= PLACE:
        return say_square(state, move - PLACE)
    if move >= ACT:
        return say_act(int(state.job), move - ACT)
    if move >= NEXT:
        edge = say_workers(first_workers(move))
        return f"lets {edge} at a {NAMES[first_kind(move)]} act first"
    if move >= FILL:
        return f"puts {say_filling(state, side_of(move), kind_of(move))}"
    if move >= FACE:
        return f"lays {say_face(state, move - FACE)}"
    if move >= REVEAL:
        return f"turns up a {NAMES[move - REVEAL]}"
    return f"gives seat {state.active + 1} a worker tile {kind_name(move)}"


def secret(state: Any, move: int) -> Secret | None:
    """2.5  A worker tile that is drawn is seen by the seat that draws it alone."""
    if move >= REVEAL:
        return None
    return Secret(int(state.active), f"gives seat {state.active + 1} a worker tile")


def say_square(state: Any, square: int) -> str:
    if includes(state.occupied, square):
        return f"chooses to build over {square_name(square)}, for a sun"
    return f"chooses the free square {square_name(square)}"


def say_face(state: Any, face: int) -> str:
    """The tile as it lies, clockwise from the north, and where its workers find work at once."""
    kinds = [int(state.jungle[space_beside(state.square, side)]) for side in range(SIDES)]
    edges = [
        f"{say_workers(workers)} at a {NAMES[kind]}"
        for workers, kind in zip(FACE_EDGES[face], kinds, strict=True)
        if workers and kind != NO_TILE
    ]
    words = f"a worker tile {'-'.join(face_name(face))} on {square_name(state.square)}"
    return f"{words}: {', '.join(edges)}" if edges else words


def say_filling(state: Any, side: int, kind: int) -> str:
    """The tile and its space; and where the other tile goes then, if it has to go somewhere."""
    spaces = [other for other in range(SIDES) if int(state.spaces) >> other & 1]
    rest = [other for other in range(1, KINDS) if state.display[other] > int(other == kind)]
    words = say_tile(state, side, kind)
    if len(spaces) == 2 and side == spaces[0] and rest:
        return f"{words} and {say_tile(state, spaces[1], rest[0])}"
    return words


def say_tile(state: Any, side: int, kind: int) -> str:
    return f"the {NAMES[kind]} on {space_name(space_beside(state.square, side))}"


def say_act(kind: int, number: int) -> str:
    """What so many workers do beside such a tile."""
    if CACAO[kind] < 0 < GOLD[kind]:
        return f"sells {number or 'nothing'} for {GOLD[kind]} gold{' each' if number else ''}"
    if number == 0:
        return f"declines the {NAMES[kind]}"
    return f"lets {say_workers(number)} {DEEDS[kind]}"


def say_workers(number: int) -> str:
    return f"{number} worker{'s' if number > 1 else ''}"


# ── As they are typed ────────────────────────────────────────────────────────────────────────────

NO_CODE = ""  # of a number that is no move

SYNONYMS = {
    "none": "0", "nothing": "0",
    "choose": "", "take": "", "build": "", "over": "", "lay": "", "put": "", "on": "", "sell": "",
}  # fmt: skip


def code(state: Any, seat: int, move: int) -> str:
    """The move in as few keys as can be: q25, 2101, m3 r26, m3x2, 2."""
    if not is_move(move):
        return NO_CODE
    if move >= PLACE:
        return square_name(move - PLACE)
    if move >= ACT:
        return str(move - ACT)
    if move >= NEXT:
        return f"{MARKS[first_kind(move)].lower()}x{first_workers(move)}"
    if move >= FILL:
        space = space_beside(state.square, side_of(move))
        return f"{MARKS[kind_of(move)].lower()} {space_name(space)}"
    if move >= FACE:
        return face_name(move - FACE)
    if move >= REVEAL:
        return f"turn {MARKS[move - REVEAL].lower()}"
    return f"draw {kind_name(move)}"
