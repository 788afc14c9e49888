"""Cacao once more, to the letter: on endless ground, with dictionaries, and slowly.

It shares nothing with the game but the names of things. Nobody decides here: a table is told what
was decided, and says what was possible.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from .facts import FACES, JUNGLE_TILES, LEFT_OUT_FOR_TWO, WATER_TRACK, WORKER_TILES

Place = tuple[int, int]  # column and row
Edge = tuple[str, int]  # a jungle tile and the workers beside it

NORTH_EAST_SOUTH_WEST = ((0, -1), (1, 0), (0, 1), (-1, 0))
MARKS = dict(zip(JUNGLE_TILES, ["P1", "P2", "M2", "M3", "M4", "G1", "G2", "WA", "SU", "TE"]))


def around(place: Place) -> list[Place]:
    return [(place[0] + across, place[1] + down) for across, down in NORTH_EAST_SOUTH_WEST]


def kind_of(face: str) -> str:
    (kind,) = (kind for kind, faces in FACES.items() if face in faces)
    return kind


# ── What workers can do ──────────────────────────────────────────────────────────────────────────


class Board(NamedTuple):
    gold: int = 0
    cacao: int = 0
    suns: int = 0
    water: int = 0  # steps from -10


def acted(board: Board, tile: str, workers: int) -> Board | None:
    """The board after so many workers have acted beside such a tile; None if they cannot."""
    what, value = tile[0], int(tile[1]) if tile[1].isdecimal() else 1
    if what == "M" and workers > board.cacao:
        return None
    match what:
        case "P":
            return board._replace(cacao=min(5, board.cacao + value * workers))
        case "M":
            return board._replace(cacao=board.cacao - workers, gold=board.gold + value * workers)
        case "G":
            return board._replace(gold=board.gold + value * workers)
        case "W":
            return board._replace(water=min(8, board.water + workers))
        case "S":
            return board._replace(suns=min(3, board.suns + workers))
    return board


def ways_to_act(board: Board, edge: Edge, declining: str) -> set[Board]:
    """What can come of one edge: all its workers, or some, or none."""
    tile, workers = edge
    may_decline = declining == "anything" or tile[0] == "M"
    numbers = range(workers + 1) if may_decline else [workers]
    return {after for number in numbers if (after := acted(board, tile, number))}


def outcomes(board: Board, edges: tuple[Edge, ...], declining: str) -> frozenset[Board]:
    """Every board that any order of the edges can lead to."""
    poor = board._replace(gold=0)  # how much gold there is changes nothing: so it is found again
    found = outcomes_without_gold(poor, tuple(sorted(edges)), declining)
    return frozenset(after._replace(gold=board.gold + after.gold) for after in found)


@cache
def outcomes_without_gold(
    board: Board, edges: tuple[Edge, ...], declining: str
) -> frozenset[Board]:
    if not edges:
        return frozenset({board})
    found: set[Board] = set()
    for n, edge in enumerate(edges):
        for after in ways_to_act(board, edge, declining):
            found |= outcomes(after, edges[:n] + edges[n + 1 :], declining)
    return frozenset(found)


# ── The table ────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Table:
    """What lies on the table, and whose turn it is."""

    seats: int
    by_tile: bool = False  # is building over counted by tile, and not by place?
    jungle: dict[Place, str] = field(default_factory=lambda: {(0, 0): "P1", (1, 1): "M2"})
    workers: dict[Place, list[tuple[int, str]]] = field(default_factory=dict)  # upper ones last
    display: list[str] = field(default_factory=list)
    pile: Counter[str] = field(default_factory=Counter)
    boards: list[Board] = field(default_factory=list)
    hands: list[Counter[str]] = field(default_factory=list)
    decks: list[Counter[str]] = field(default_factory=list)
    active: int = 0
    laid: Place = (0, 0)
    filled: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        fewer = LEFT_OUT_FOR_TWO if self.seats == 2 else {}
        for name, count in JUNGLE_TILES.items():
            self.pile[MARKS[name]] = count - fewer.get(name, 0)
        self.pile -= Counter(self.jungle.values())
        self.boards = [Board() for _ in range(self.seats)]
        self.hands = [Counter() for _ in range(self.seats)]
        self.decks = [Counter(WORKER_TILES[self.seats]) for _ in range(self.seats)]

    # What is possible

    def squares(self) -> set[Place]:
        """Where the active seat may lay a tile."""
        free = {place for tile in self.jungle for place in around(tile)} - {*self.workers}
        if self.display or self.pile.total() or not self.boards[self.active].suns:
            return free
        own = {place for place, tiles in self.workers.items() if self.is_own(tiles)}
        return free | own

    def is_own(self, tiles: list[tuple[int, str]]) -> bool:
        return tiles[-1][0] == self.active and (len(tiles) == 1 or self.by_tile)

    def faces(self) -> set[str]:
        return {face for kind in +self.hands[self.active] for face in FACES[kind]}

    def to_fill(self) -> list[Place]:
        """The spaces beside the new tile that two worker tiles touch."""
        return [
            space
            for space in around(self.laid)
            if space not in self.jungle
            and sum(place in self.workers for place in around(space)) > 1
        ]

    def edges(self, seat: int) -> tuple[Edge, ...]:
        """Every edge of a seat that gets its chance to act in this turn."""
        return tuple(sorted(self.edges_beside(seat)))

    def edges_beside(self, seat: int) -> Iterator[Edge]:
        for square, tiles in self.workers.items():
            owner, face = tiles[-1]
            for space, workers in zip(around(square), map(int, face)):
                is_new = square == self.laid or space in self.filled
                if owner == seat and space in self.jungle and workers and is_new:
                    yield self.jungle[space], workers

    # What is done

    def lay(self, square: Place, face: str) -> None:
        if square in self.workers:
            board = self.boards[self.active]
            self.boards[self.active] = board._replace(suns=board.suns - 1)
        self.workers.setdefault(square, []).append((self.active, face))
        self.hands[self.active][kind_of(face)] -= 1
        self.laid, self.filled = square, []

    def fill(self, space: Place, tile: str) -> None:
        self.display.remove(tile)
        self.jungle[space] = tile
        self.filled.append(space)

    # The end

    def temple(self, space: Place) -> list[int]:
        """The gold that each seat earns at a temple."""
        counts = [0] * self.seats
        for side, place in enumerate(around(space)):
            if place in self.workers:
                owner, face = self.workers[place][-1]
                counts[owner] += int(face[(side + 2) % 4])
        ranks = sorted({count for count in counts if count}, reverse=True)
        gold = [0] * self.seats
        firsts = [seat for seat, count in enumerate(counts) if ranks and count == ranks[0]]
        for seat in firsts:
            gold[seat] = 6 // len(firsts)
        if len(firsts) == 1 and len(ranks) > 1:
            seconds = [seat for seat, count in enumerate(counts) if count == ranks[1]]
            for seat in seconds:
                gold[seat] = 3 // len(seconds)
        return gold

    def points(self) -> list[int]:
        temples = [self.temple(space) for space, tile in self.jungle.items() if tile == "TE"]
        return [
            board.gold + board.suns + WATER_TRACK[board.water] + sum(gold[seat] for gold in temples)
            for seat, board in enumerate(self.boards)
        ]

    def places(self) -> list[int]:
        ranks = [(points, board.cacao) for points, board in zip(self.points(), self.boards)]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]


# ── How far a ground can reach ───────────────────────────────────────────────────────────────────

Layout = tuple[
    frozenset[Place], frozenset[Place]
]  # spaces with a jungle tile, squares with workers


def grown(layout: Layout) -> set[Layout]:
    """Every ground that one more worker tile can make of it, if there are tiles to fill with."""
    jungle, workers = layout
    squares = {place for tile in jungle for place in around(tile)} - workers
    return {filled(jungle, workers | {square}, square) for square in squares}


def filled(jungle: frozenset[Place], workers: frozenset[Place], square: Place) -> Layout:
    spaces = [space for space in around(square) if len(workers & {*around(space)}) > 1]
    return jungle | {*spaces}, workers
