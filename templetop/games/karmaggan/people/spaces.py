"""Spaces as people name them: by the row and the column of the world, as the rings lie now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from templetop.engine.speech import mark
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    GROUP,
    INNER_COLUMNS,
    INNER_SPACE,
    MIDDLE_COLUMNS,
    NOWHERE,
    OUTER_COLUMNS,
    SUN,
    TRAIL,
    A,
    B,
    C,
    D,
    E,
    ring_of,
)
from templetop.games.karmaggan.rules.pieces import RINGS, SECTORS, TILES
from templetop.games.karmaggan.rules.table import tile_at
from templetop.games.karmaggan.words import SPEECH, t

# name, first space, columns; from the rim inwards
ROWS = {
    "A": (A, OUTER_COLUMNS),
    "B": (B, OUTER_COLUMNS),
    "C": (C, OUTER_COLUMNS),
    "D": (D, MIDDLE_COLUMNS),
    "E": (E, MIDDLE_COLUMNS),
    "F": (INNER_SPACE, INNER_COLUMNS),
    "G": (CENTRE, 1),
}
ROW_OF = {
    first + n: (row, n, columns) for row, (first, columns) in ROWS.items() for n in range(columns)
}
GROUPS = tuple("Sun" if group == SUN else "Moon" for group in GROUP)
GATE_NAMES = tuple(
    f"{group} {GROUPS[: number + 1].count(group)}" for number, group in enumerate(GROUPS)
)
TRAILS = "trail"  # stands for the ring of a space outside


@dataclass(frozen=True)
class Space:
    """Where something is, or may be."""

    name: str  # A5, G, Sun 1
    ring: str  # Outer, Middle, Inner, Central; or trail
    row: str  # A to G; Sun or Moon outside
    column: int  # of the world, as the rings lie now; outside, the number of the gate
    number: int  # as it is counted along its ring, whichever way that lies
    tile: str  # what lies there; nothing outside


def space_at(state: Any, number: int) -> Space:
    if number >= TRAIL:
        group, gate = GATE_NAMES[number - TRAIL].split()
        return Space(f"{group} {gate}", TRAILS, group, int(gate), number, "")
    row, column = row_of(number), column_of(state, number)
    name = row if number == CENTRE else f"{row}{column}"
    return Space(name, RINGS[ring_of(number)], row, column, number, TILES[tile_at(state, number)])


def space_or_none(state: Any, number: int) -> Space | None:
    return None if number == NOWHERE else space_at(state, number)


def row_of(number: int) -> str:
    return ROW_OF[number][0]


def column_of(state: Any, number: int) -> int:
    """1.2  The column of the world."""
    _, place, columns = ROW_OF[number]
    return turned(place, columns, int(state.offsets[ring_of(number)]))


def turned(column: int, columns: int, sectors: int) -> int:
    """Where a column is when its ring has turned so far."""
    return (column + sectors * columns // SECTORS) % columns if columns > 1 else 0


def name_of(state: Any, number: int) -> str:
    """The same in short."""
    if number >= TRAIL:
        return GATE_NAMES[number - TRAIL]
    return row_of(number) if number == CENTRE else f"{row_of(number)}{column_of(state, number)}"


def number_of_space(state: Any, row: str, column: int) -> int:
    """The space that is there now."""
    first, columns = ROWS[row]
    return first + turned(column, columns, -int(state.offsets[ring_of(first)]))


def lie_beside(state: Any, one: int, other: int) -> bool:
    """3.4  One step from each other, if no wall stood between them."""
    if max(one, other) >= TRAIL:
        return False
    outer, inner = sorted((one, other), key=lambda number: row_of(number))
    rows = row_of(outer) + row_of(inner)
    left, right = column_of(state, outer), column_of(state, inner)
    if rows[0] == rows[1]:
        return (left - right) % ROW_OF[outer][2] in (1, ROW_OF[outer][2] - 1)
    if rows in ("CD", "EF"):
        return left // 2 == right
    return rows == "FG" or (rows in ("AB", "BC", "DE") and left == right)


# ── In words ─────────────────────────────────────────────────────────────────────────────────────

TILE_WORDS = mark({
    "": "the trail {name}",
    "empty": "{name}",
    "abyss": "the abyss {name}",
    "object": "the object tile {name}",
    "temple": "the temple tile {name}",
    "blood": "the blood tile {name}",
    "passage": "the passage {name}",
    "dark": "the summoning tile {name}",
    "light": "the summoning tile {name}",
})  # fmt: skip


def tile_words(space: Space) -> str:
    """The space with what lies there."""
    if space.number == CENTRE:
        return t("the centre")
    return t(TILE_WORDS[space.tile], name=place_words(space.name))


def place_words(name: str) -> str:
    """B7, or the name of a gate."""
    return SPEECH.text(name, "ort")


FORMATS: Mapping[str, Any] = {"space": lambda space: place_words(space.name), "tile": tile_words}
