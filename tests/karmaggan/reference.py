"""The ground once more, slowly and without bits: spaces by name, walls looked up part by part.

Everything is counted as the world does: `Ground(outer=3)` is the temple with its Outer ring turned
by three sectors. Nothing here knows the game's own ground, which is held against it.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from .facts import (
    ACID,
    ARROWS,
    BOARD,
    CENTRAL_GAPS,
    FIRE,
    INNER_GAPS,
    MIDDLE_BARS,
    MIDDLE_GAPS,
    OUTER_BARS,
    ROLLERS,
)

OUTWARDS = ["G", "F", "E", "D", "C", "B", "A"]
COLUMNS = {row: len(drawn) for row, drawn in BOARD.items()}
SPACES = [
    f"{row}{column}" if row != "G" else "G" for row in BOARD for column in range(COLUMNS[row])
]
PER_SECTOR = {"central": 1, "inner": 1, "middle": 2, "outer": 4}
RING_OF = {"A": "outer", "B": "outer", "C": "outer", "D": "middle", "E": "middle", "F": "inner"}

Spaces = Set[str]


def split(space: str) -> tuple[str, int]:
    return space[0], int(space[1:] or 0)


@dataclass(frozen=True)
class Ground:
    """The rings as they stand, in sectors, and whether the rollers are out."""

    central: int = 0
    inner: int = 0
    middle: int = 0
    outer: int = 0
    rollers: bool = True

    def offset(self, ring: str) -> int:
        """By how many of its own columns a ring is turned."""
        return int(getattr(self, ring)) * PER_SECTOR[ring]

    # ── Tiles ────────────────────────────────────────────────────────────────────────────────────

    def drawn(self, space: str) -> str:
        row, column = split(space)
        if row == "G":
            return BOARD[row]
        return BOARD[row][(column - self.offset(RING_OF[row])) % COLUMNS[row]]

    @cached_property
    def abysses(self) -> Spaces:
        return {space for space in SPACES if self.drawn(space) == "#"}

    # ── One step ─────────────────────────────────────────────────────────────────────────────────

    def has_gap(self, row: str, column: int) -> bool:
        """Is there a gap in the wall on the inner side of this space?"""
        if row == "F":
            return (column - self.offset("central")) % 16 in CENTRAL_GAPS
        if row == "E":
            return (column - 2 * self.inner) % 32 in INNER_GAPS
        if row == "C":
            return (column - 4 * self.middle) % 64 in MIDDLE_GAPS
        return True

    def inner_neighbour(self, space: str) -> str | None:
        """The space on the way to the centre, if no wall is between."""
        row, column = split(space)
        if row == "G" or not self.has_gap(row, column):
            return None
        inwards = OUTWARDS[OUTWARDS.index(row) - 1]
        return "G" if inwards == "G" else f"{inwards}{column * COLUMNS[inwards] // COLUMNS[row]}"

    def is_barred(self, row: str, column: int) -> bool:
        """Does a wall across the ring stand before this column?"""
        if row in "ABC":
            return (column - self.offset("outer")) % 64 in OUTER_BARS
        return row in "DE" and (column - self.offset("middle")) % 32 in MIDDLE_BARS

    @cached_property
    def borders(self) -> dict[frozenset[str], bool]:
        """All pairs of spaces with a step between them, and whether a roller hangs there."""
        found = {}
        for space in SPACES:
            row, column = split(space)
            if inner := self.inner_neighbour(space):
                found[frozenset((space, inner))] = False
            if row != "G" and not self.is_barred(row, column):
                before = f"{row}{(column - 1) % COLUMNS[row]}"
                hangs = row in "ABC" and column in ROLLERS and self.rollers
                found[frozenset((space, before))] = hangs
        return found

    @cached_property
    def beside(self) -> dict[str, Spaces]:
        found: dict[str, set[str]] = {space: set() for space in SPACES}
        for one, other in map(sorted, self.borders):
            found[one].add(other)
            found[other].add(one)
        return {space: frozenset(near) for space, near in found.items()}

    # ── Lines ────────────────────────────────────────────────────────────────────────────────────

    def behind(self, space: str) -> list[str]:
        """The spaces outwards of this one, without a wall between."""
        row, _ = split(space)
        if row == "A":
            return []
        outwards = OUTWARDS[OUTWARDS.index(row) + 1]
        return [near for near in self.beside[space] if near[0] == outwards]

    def hits(self, begins: Spaces, taken: Spaces) -> set[str]:
        """What comes outwards into these spaces goes on to the first taken ones."""
        found = set()
        waiting = [*begins]
        while waiting:
            space = waiting.pop()
            if space in taken:
                found.add(space)
            else:
                waiting += self.behind(space)
        return found

    def line(self, space: str, taken: Spaces) -> set[str]:
        return self.hits({*self.behind(space)}, taken)

    def trap(self, kind: str, taken: Spaces) -> set[str]:
        """What a trap hits, all along a wall."""
        row, parts, ring = {
            "fire": ("F", FIRE, self.central),
            "acid": ("E", ACID, 2 * self.inner),
            "arrows": ("C", ARROWS, 4 * self.middle),
        }[kind]
        return self.hits({f"{row}{(part + ring) % COLUMNS[row]}" for part in parts}, taken)

    # ── Ways ─────────────────────────────────────────────────────────────────────────────────────

    def distances(self, space: str, ground: Spaces) -> dict[str, int]:
        """How far everything is that can be reached over this ground."""
        far = {space: 0}
        waiting = [space]
        for here in waiting:
            for near in self.beside[here]:
                if near not in far and near in ground:
                    far[near] = far[here] + 1
                    waiting.append(near)
        return far

    def shortest_ways(self, far: dict[str, int], goal: str) -> Iterator[list[str]]:
        """All of them, from the goal back to where the distances are counted from."""
        if far[goal] == 0:
            yield [goal]
            return
        for near in self.beside[goal]:
            if far[near] == far[goal] - 1:
                for way in self.shortest_ways(far, near):
                    yield [goal, *way]

    def landings(self, space: str, least: int, fit: Spaces) -> tuple[set[str], set[str]]:
        """Where something thrown may land: past rollers, and across one."""
        far = self.distances(space, {*SPACES})
        fits = {goal: steps for goal, steps in far.items() if goal in fit and goal != space}
        enough = [steps for steps in fits.values() if steps >= least]
        wanted = min(enough) if enough else max(fits.values(), default=0)
        past: set[str] = set()
        across: set[str] = set()
        for goal, steps in fits.items():
            if steps == wanted:
                for way in self.shortest_ways(far, goal):
                    is_hurt = any(self.borders[frozenset(pair)] for pair in pairwise(way))
                    (across if is_hurt else past).add(goal)
        return past, across
