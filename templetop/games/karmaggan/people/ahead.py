"""What would come of it, for boards to show: where rings bring things, and where traps shoot."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from templetop.games.karmaggan.people.spaces import ROW_OF, ROWS, column_of, row_of, turned
from templetop.games.karmaggan.rules import ground as g
from templetop.games.karmaggan.rules.pieces import (
    ACID,
    ARROWS,
    CENTRAL_RING,
    DIE,
    FIRE,
    INNER_RING,
    MIDDLE_RING,
    OUTER_RING,
    PIECES,
    PISTON,
    RINGS,
)
from templetop.games.karmaggan.rules.table import is_spawn, taken
from templetop.games.karmaggan.rules.temple import CLOCKWISE, is_dragged

WAY_NAMES = ("clockwise", "counterclockwise")


@dataclass(frozen=True)
class Brought:
    """Something on a ring that may turn, and where each number of the die would bring it."""

    piece: int | None  # None: the Egg, which lies there
    row: str
    columns: tuple[int, ...]  # of the world
    is_hurt: tuple[bool, ...]  # by a roller on the way


@dataclass(frozen=True)
class Ahead:
    """A ring that may turn, and what it would take along."""

    ring: str
    way: str
    brings: tuple[Brought, ...]


def what_rings_bring(state: Any) -> tuple[Ahead, ...]:
    """5.16  Every ring, both ways."""
    return tuple(
        Ahead(RINGS[ring], WAY_NAMES[way], what_is_brought(state, ring, way))
        for ring in range(len(RINGS))
        for way in range(len(WAY_NAMES))
    )


def what_is_brought(state: Any, ring: int, way: int) -> tuple[Brought, ...]:
    """4.3  A ring takes along the pieces on it and a loose Egg."""
    pieces = [(piece, int(state.at[piece])) for piece in range(PIECES)]
    on_it = [(piece, space) for piece, space in pieces if is_on(ring, space)]
    found = [brought(state, ring, way, piece, space) for piece, space in on_it]
    if is_on(ring, int(state.egg)):
        found.append(brought(state, ring, way, None, int(state.egg)))
    return tuple(found)


def is_on(ring: int, space: int) -> bool:
    return 0 <= space < g.TRAIL and int(g.ring_of(space)) == ring


def brought(state: Any, ring: int, way: int, piece: int | None, space: int) -> Brought:
    here, columns = column_of(state, space), ROW_OF[space][2]
    sign = 1 if way == CLOCKWISE else -1
    numbers = range(1, DIE + 1)
    is_hurtable = piece is not None and not is_spawn(piece) and ring == OUTER_RING
    return Brought(
        piece=piece,
        row=row_of(space),
        columns=tuple(turned(here, columns, sign * number) for number in numbers),
        is_hurt=tuple(
            bool(is_hurtable and state.rollers and is_dragged(here, 4 * number, way))
            for number in numbers
        ),
    )


# ── Lines of fire (4.2) ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Swept:
    """The columns of the world in a row that a trap shoots through."""

    row: str
    columns: tuple[int, ...]


def lines_of_fire(state: Any, card: int) -> tuple[Swept, ...]:
    """4.2, 4.5  Everything between the traps of a wall and what stops them, from within."""
    if not ARROWS <= card <= PISTON:
        return ()
    if card == PISTON:
        return (Swept("G", (0,)),)
    _, in_b, in_c, in_m, in_i = taken(state)
    in_e, in_d = in_m & g.LOW32, in_m >> np.uint64(32)
    inner, e, c = muzzles(state, card)
    e |= g.from_inner(state, inner & ~in_i)
    d = e & ~in_e
    c |= g.from_middle(state, d & ~in_d)
    b = c & ~in_c
    a = b & ~in_b
    rows = {"F": inner, "E": e, "D": d, "C": c, "B": b, "A": a}
    return tuple(swept(state, row, bits) for row, bits in rows.items() if bits)


def muzzles(state: Any, card: int) -> tuple[Any, Any, Any]:
    """1.5  Where the lines begin: in the Inner ring, in row E or in row C."""
    if card == FIRE:
        inner = g.turned16(g.FIRES, g.between(state, CENTRAL_RING, INNER_RING))
        return inner, g.ZERO, g.ZERO
    if card == ACID:
        row_e = g.turned32(g.ACIDS, 2 * g.between(state, INNER_RING, MIDDLE_RING))
        return g.ZERO, row_e, g.ZERO
    row_c = g.turned64(g.ARROW_SLITS, 4 * g.between(state, MIDDLE_RING, OUTER_RING))
    return g.ZERO, g.ZERO, row_c


def swept(state: Any, row: str, bits: Any) -> Swept:
    first, columns = ROWS[row]
    places = [place for place in range(columns) if int(bits) >> place & 1]
    return Swept(row, tuple(sorted(column_of(state, first + place) for place in places)))
