"""Which thing on the table a move belongs to: what a board lights up, and takes a click on.

Nothing here says more than the move itself, so whoever may know the move may know its target. A
worker tile that is drawn is told to nobody but the seat that draws it (2.5).
"""

from dataclasses import dataclass
from typing import Any, Literal

from templetop.games.cacao.ground import includes, space_beside
from templetop.games.cacao.moves import (
    ACT,
    FACE,
    FILL,
    NEXT,
    PLACE,
    REVEAL,
    first_kind,
    first_workers,
    kind_of,
    side_of,
)
from templetop.games.cacao.pieces import (
    FACE_EDGES,
    KIND_OF,
    KINDS,
    NAMES,
    NO_TILE,
    SIDES,
    WORKERS,
    kind_name,
)
from templetop.games.cacao.rules import tiles_in, worker_tiles_beside
from templetop.games.cacao.scoring import part_of, workers_at
from templetop.games.cacao.view import Spot, spot_of_space, spot_of_square
from templetop.games.cacao.work import face_of, owner_of, tile_on


@dataclass(frozen=True)
class Place:
    """The square where the worker tile of this turn will lie."""

    kind: Literal["place"]
    seat: int
    spot: Spot
    is_over: bool  # built over a tile, for a sun
    filling: list[Spot]  # the spaces that are filled then


@dataclass(frozen=True)
class Edge:
    """So many workers beside a jungle tile, or beside a space that is filled then."""

    spot: Spot
    tile: str | None  # None: nobody knows yet
    workers: int


@dataclass(frozen=True)
class Face:
    """A worker tile of the hand, turned so, on the square of this turn."""

    kind: Literal["face"]
    seat: int
    spot: Spot
    tile: str  # 2-1-0-1: its edges, however it lies
    workers: list[int]  # in the north, east, south and west, as it lies
    edges: list[Edge]  # those that find work


@dataclass(frozen=True)
class Filling:
    """A jungle tile on a space."""

    spot: Spot
    tile: str
    workers: list[int]  # of each seat, that get their chance there


@dataclass(frozen=True)
class Fill:
    """A jungle tile of the display, and the other one where that follows."""

    kind: Literal["fill"]
    seat: int
    fillings: list[Filling]


@dataclass(frozen=True)
class First:
    """An edge of workers that acts before the others, and the tiles it may be at."""

    kind: Literal["first"]
    seat: int
    tile: str
    workers: int
    sites: list[Spot]


@dataclass(frozen=True)
class Act:
    """So many workers act, or fruits are sold, at jungle tiles of one kind."""

    kind: Literal["act"]
    seat: int
    tile: str
    number: int
    sites: list[Spot]


@dataclass(frozen=True)
class Reveal:
    """A jungle tile turned up from the pile."""

    kind: Literal["reveal"]
    tile: str


@dataclass(frozen=True)
class Draw:
    """A worker tile from the deck, into the hand."""

    kind: Literal["draw"]
    seat: int
    tile: str


Target = Place | Face | Fill | First | Act | Reveal | Draw


def offer(state: Any, seat: int, move: int) -> Target:
    """What a legal move of the seat, or of chance, belongs to."""
    if move >= PLACE:
        return place(state, seat, move - PLACE)
    if move >= ACT:
        kind = int(state.job)
        return Act("act", seat, NAMES[kind], move - ACT, sites(state, seat, kind))
    if move >= NEXT:
        kind = first_kind(move)
        here = sites(state, seat, kind)
        return First("first", seat, NAMES[kind], int(first_workers(move)), here)
    if move >= FILL:
        return Fill("fill", seat, fillings(state, side_of(move), kind_of(move)))
    if move >= FACE:
        return face(state, seat, move - FACE)
    if move >= REVEAL:
        return Reveal("reveal", NAMES[move - REVEAL])
    return Draw("draw", int(state.active), kind_name(move))


def place(state: Any, seat: int, square: int) -> Place:
    is_over = bool(includes(state.occupied, square))
    spaces = [space_beside(square, side) for side in range(SIDES)]
    filled = [spot_of_space(space) for space in spaces if is_filled_then(state, space)]
    return Place("place", seat, spot_of_square(square), is_over, filled)


def is_filled_then(state: Any, space: int) -> bool:
    """3.2.1, 3.2.2  Is this space filled once a worker tile lies here? Others lie beside it."""
    is_empty = state.jungle[space] == NO_TILE
    return bool(is_empty and tiles_in(state.display) and worker_tiles_beside(state, space))


def face(state: Any, seat: int, face: int) -> Face:
    spot, tile = spot_of_square(state.square), kind_name(KIND_OF[face])
    return Face("face", seat, spot, tile, list(FACE_EDGES[face]), edges(state, face))


def edges(state: Any, face: int) -> list[Edge]:
    """3.3.1  The workers of this tile that are beside a jungle tile, or will be."""
    spaces = [space_beside(state.square, side) for side in range(SIDES)]
    return [
        Edge(spot_of_space(space), NAMES[kind] if kind != NO_TILE else None, workers)
        for space, workers in zip(spaces, FACE_EDGES[face], strict=True)
        if workers and ((kind := state.jungle[space]) != NO_TILE or is_filled_then(state, space))
    ]


def fillings(state: Any, side: int, kind: int) -> list[Filling]:
    """3.2.5  The tile on its space; and where the other tile goes then, if it has to go there."""
    spaces = [other for other in range(SIDES) if int(state.spaces) >> other & 1]
    rest = [other for other in range(1, KINDS) if state.display[other] > int(other == kind)]
    filled = [(side, kind)]
    if len(spaces) == 2 and side == spaces[0] and rest:
        filled.append((spaces[1], rest[0]))
    return [filling(state, space_beside(state.square, side), kind) for side, kind in filled]


def filling(state: Any, space: int, kind: int) -> Filling:
    """3.3.1, 3.3.2  All workers beside it get their chance, those of the new tile too."""
    workers = workers_at(state, space)
    counts = [int(part_of(workers, seat)) for seat in range(state.seats)]
    return Filling(spot_of_space(space), NAMES[kind], counts)


def sites(state: Any, seat: int, kind: int) -> list[Spot]:
    """3.3.1, 3.3.2  The tiles of a kind where the seat's workers were called in this turn."""
    spaces = [(space_beside(state.square, side), side) for side in range(SIDES)]
    return [
        spot_of_space(space)
        for space, side in spaces
        if state.jungle[space] == kind and has_called_workers(state, seat, space, side)
    ]


def has_called_workers(state: Any, seat: int, space: int, side: int) -> bool:
    """3.3.2  Beside a tile filled in, all workers; 3.3.1  else those of the new tile alone."""
    if int(state.filled) >> side & 1:
        return bool(part_of(workers_at(state, space), seat) > 0)
    new = tile_on(state, state.square)
    return bool(owner_of(new) == seat and WORKERS[face_of(new), side] > 0)
