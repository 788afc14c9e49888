"""What a seat may see. Hidden are the hands of others (2.5); decks and pile have no order."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from templetop.engine.alike import seen_alike
from templetop.games.cacao.people.asking import asks
from templetop.games.cacao.rules.ground import (
    NO_SQUARE,
    SIZE,
    place_of_space,
    place_of_square,
    space_beside,
    space_name,
    square_name,
)
from templetop.games.cacao.rules.moves import PLACE
from templetop.games.cacao.rules.pieces import (
    COLOURS,
    FACE_EDGES,
    KINDS,
    MARKS,
    NAMES,
    NO_TILE,
    SIDES,
    STORAGE,
    SUN_PLACES,
    TEMPLE,
    WORKER_KINDS,
    kind_name,
)
from templetop.games.cacao.rules.scoring import (
    SEAT,
    count_places,
    count_points,
    part_of,
    temple_gold,
    workers_at,
)
from templetop.games.cacao.rules.state import CHOOSING, OVER, PHASES, PLACING, WORKING
from templetop.games.cacao.rules.turn import seat_to_move, tiles_in
from templetop.games.cacao.rules.work import face_of, owner_of


@dataclass(frozen=True)
class Spot:
    """Where something lies on the ground: a square or a space."""

    column: int
    row: int


@dataclass(frozen=True)
class WorkerTileView:
    """A worker tile on the ground."""

    square: int
    name: str
    column: int
    row: int
    seat: int
    workers: list[int]  # in the north, east, south and west
    is_covered: bool
    is_on_top: bool


@dataclass(frozen=True)
class JungleTileView:
    """A jungle tile on the ground."""

    space: int
    name: str
    column: int
    row: int
    mark: str
    tile: str
    is_new: bool  # filled in this turn


@dataclass(frozen=True)
class TempleView:
    """How a temple would be scored now."""

    space: int
    name: str
    workers: list[int]  # of each seat
    gold: list[int]


@dataclass(frozen=True)
class PlayerView:
    """One seat's board, and as much of its tiles as may be seen."""

    seat: int
    colour: str
    gold: int
    cacao: int
    suns: int
    water: int  # the field of the track, from 0
    water_gold: int
    hand_size: int
    deck_size: int
    unlaid: dict[str, int]  # the kinds in hand and deck together, which everyone can count
    hand: dict[str, int] | None  # None: not for this seat's eyes
    points: int
    place: int


@dataclass(frozen=True)
class WorkView:
    """The question that a seat is asked about its workers."""

    seat: int
    tile: str | None  # the jungle tile they are at; None: which edge acts first
    workers: int


@dataclass(frozen=True)
class CacaoView:
    """The table, as this seat or a spectator sees it."""

    seat: int | None
    asks: str | None  # what this seat is asked now, in a sentence
    phase: str
    active: int | None
    square: str | None  # where the worker tile of this turn is laid
    laying: Spot | None  # the same on the ground
    to_fill: list[str]  # spaces
    filling: list[Spot]  # the same on the ground
    work: WorkView | None
    display: dict[str, int]
    pile: dict[str, int]  # what is still in it is known to all, its order to nobody
    worker_tiles: list[WorkerTileView]
    jungle_tiles: list[JungleTileView]
    ground: int  # columns, and as many rows; closed upon itself
    temples: list[TempleView]
    players: list[PlayerView]
    storage: int  # fruits that a seat has room for
    sun_places: int  # suns that a seat has room for
    water_track: list[int]  # what each field is worth
    # While this seat chooses a square: the move there is this plus the number of the square. If it
    # is not among the offers, it is refused with the reason.
    first_move: int | None


def view(state: Any, seat: int | None) -> CacaoView:
    """What the seat may see; None is a spectator."""
    of_all = view_of_all(state)
    if seat is None:
        return of_all
    players = [*of_all.players]
    players[seat] = replace(players[seat], hand=worker_kinds_of(state.players[seat].hand))
    is_placing = state.phase == PLACING and seat == seat_to_move(state)
    first = PLACE if is_placing else None
    return replace(of_all, seat=seat, asks=asks(state, seat), players=players, first_move=first)


@seen_alike
def view_of_all(state: Any) -> CacaoView:
    """What everyone sees: 2.5  all but the hands."""
    jungle, new = state.jungle.tolist(), beside(state, state.filled)
    spaces = [space for space, kind in enumerate(jungle) if kind != NO_TILE]
    to_fill = beside(state, state.spaces)
    temples = [temple_view(state, space) for space in spaces if jungle[space] == TEMPLE]
    return CacaoView(
        seat=None,
        asks=None,
        phase=PHASES[state.phase].name,
        active=None if state.phase == OVER else int(state.active),
        square=None if state.square == NO_SQUARE else square_name(state.square),
        laying=None if state.square == NO_SQUARE else spot_of_square(state.square),
        to_fill=[space_name(space) for space in to_fill],
        filling=[spot_of_space(space) for space in to_fill],
        work=work_view(state) if state.phase in (CHOOSING, WORKING) else None,
        display=kinds_of(state.display),
        pile=kinds_of(state.pile),
        worker_tiles=worker_tile_views(state),
        jungle_tiles=[jungle_tile_view(space, jungle[space], space in new) for space in spaces],
        ground=SIZE,
        temples=temples,
        players=player_views(state, temples),
        storage=STORAGE,
        sun_places=SUN_PLACES,
        water_track=state.water_track.tolist(),
        first_move=None,
    )


def spot_of_square(square: int) -> Spot:
    return Spot(*place_of_square(square))


def spot_of_space(space: int) -> Spot:
    return Spot(*place_of_space(space))


def beside(state: Any, sides: int) -> list[int]:
    """The spaces on these sides of the tile laid in this turn."""
    return [space_beside(state.square, side) for side in range(SIDES) if int(sides) >> side & 1]


def kinds_of(tiles: Any) -> dict[str, int]:
    """How many jungle tiles of each kind there are."""
    return {NAMES[kind]: int(tiles[kind]) for kind in range(1, KINDS) if tiles[kind]}


def worker_kinds_of(tiles: Any) -> dict[str, int]:
    return {kind_name(kind): int(tiles[kind]) for kind in range(WORKER_KINDS) if tiles[kind]}


def work_view(state: Any) -> WorkView:
    tile = NAMES[state.job] if state.phase == WORKING else None
    return WorkView(int(seat_to_move(state)), tile, int(state.workers))


def worker_tile_views(state: Any) -> list[WorkerTileView]:
    """All that lie on the ground, in the order of laying."""
    tiles, squares = state.tiles[: state.laid].tolist(), state.squares[: state.laid].tolist()
    return [
        worker_tile_view(tile, square, square in squares[n + 1 :], square in squares[:n])
        for n, (tile, square) in enumerate(zip(tiles, squares, strict=True))
    ]


def worker_tile_view(tile: int, square: int, is_covered: bool, is_on_top: bool) -> WorkerTileView:
    column, row = place_of_square(square)
    return WorkerTileView(
        square=square,
        name=square_name(square),
        column=column,
        row=row,
        seat=owner_of(tile),
        workers=list(FACE_EDGES[face_of(tile)]),
        is_covered=is_covered,
        is_on_top=is_on_top,
    )


def jungle_tile_view(space: int, kind: int, is_new: bool) -> JungleTileView:
    column, row = place_of_space(space)
    name = space_name(space)
    return JungleTileView(space, name, column, row, MARKS[kind], NAMES[kind], is_new)


def temple_view(state: Any, space: int) -> TempleView:
    workers, seats = workers_at(state, space), range(state.seats)
    return TempleView(
        space=space,
        name=space_name(space),
        workers=[part_of(workers, seat) for seat in seats],
        gold=[temple_gold(state, workers, seat) for seat in seats],
    )


def player_views(state: Any, temples: list[TempleView]) -> list[PlayerView]:
    """Everyone's board. The temples are not counted anew: that takes the longest."""
    scores, ranks = np.zeros(state.seats, np.int16), np.zeros(state.seats, np.int8)
    gold = sum(gold << SEAT * seat for temple in temples for seat, gold in enumerate(temple.gold))
    count_points(state, gold, scores)
    count_places(state, gold, ranks)
    return [
        player_view(state, seat, int(scores[seat]), int(rank)) for seat, rank in enumerate(ranks)
    ]


def player_view(state: Any, seat: int, points: int, place: int) -> PlayerView:
    """2.5  As everyone sees it: the hand is for its own seat's eyes alone."""
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        colour=COLOURS[seat],
        gold=int(player.gold),
        cacao=int(player.cacao),
        suns=int(player.suns),
        water=int(player.water),
        water_gold=int(state.water_track[player.water]),
        hand_size=tiles_in(player.hand),
        deck_size=tiles_in(player.deck),
        unlaid=worker_kinds_of(player.hand + player.deck),
        hand=None,
        points=points,
        place=place,
    )
