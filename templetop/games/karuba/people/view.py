"""What everyone sees: nothing on the table is hidden."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from templetop.engine.alike import seen_alike
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.karuba.people.asking import asks
from templetop.games.karuba.rules.island import (
    BEACH,
    NO_NUMBER,
    NUMBERS,
    TEMPLE,
    UNPLACED,
    number_name,
    space_name,
)
from templetop.games.karuba.rules.moves import GOALS, LAY, PLACE, SITE, WALK
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    COLOURS,
    DRAWING,
    NO_TILE,
    STEPS,
    TILES,
    TREASURE,
    TREASURE_NAMES,
)
from templetop.games.karuba.rules.scoring import places, points_of
from templetop.games.karuba.rules.state import DECIDING, PHASES, PLACING_ADVENTURER


@dataclass(frozen=True)
class TileView:
    """A tile, laid or called."""

    number: int
    drawing: str  # its paths as a box-drawing character
    steps: int
    shows: str  # crystal, gold or nothing


@dataclass(frozen=True)
class SpaceView:
    """A space with a tile on it."""

    space: int
    name: str
    tile: TileView
    treasure: str  # what lies there still: crystal, gold or nothing


@dataclass(frozen=True)
class AdventurerView:
    """Where an adventurer is, and what it found."""

    colour: str
    at: str  # unplaced, beach, space or temple
    space: int | None
    treasure: int  # the temple treasure it has taken; 0 is none


@dataclass(frozen=True)
class IslandView:
    """One seat's island and what the seat has gathered."""

    seat: int
    spaces: list[SpaceView]
    adventurers: list[AdventurerView]
    crystals: int
    gold: int
    laid: int
    points: int
    place: int


@dataclass(frozen=True)
class TempleView:
    """One colour: where its adventurers set out, where its temples stand, what is left there."""

    colour: str
    beach: int | None  # 10 to 110
    temple: int | None  # 10 to 110
    treasures: list[int]


@dataclass(frozen=True)
class ClosedView:
    """What cannot be done now, and the move that is refused with the reason."""

    number: int | None  # of a beach or a temple, where one is placed
    adventurer: str | None  # or one that cannot walk
    refused: int  # the move


@dataclass(frozen=True)
class KarubaView:
    """The table, as this seat or a spectator sees it."""

    seat: int | None
    asks: str | None  # what this seat is asked now, in a sentence
    phase: str
    tile: TileView | None
    stack: list[int]  # the tiles that may still be called
    to_come: int  # how many of them will be
    paths_to_come: dict[str, int]  # how many tiles of each drawing are among them
    gold: int | None  # in the supply; None is enough
    colours: list[TempleView]
    islands: list[IslandView]
    placing: str | None  # the colour that is being placed
    closed: list[ClosedView]  # while this seat is asked: who tries is told why not
    # While this seat decides: the move that lays the tile on a space is this plus the number of the
    # space. If it is not among the offers, it is refused with the reason.
    first_move: int | None


def view(state: Any, seat: int | None) -> KarubaView:
    """What the seat may see; None is a spectator."""
    of_all = view_of_all(state)
    if seat is None:
        return of_all
    is_deciding = state.phase == DECIDING and seat in seats_to_move(state)
    return replace(
        of_all,
        seat=seat,
        asks=asks(state, seat),
        closed=closed(state, seat),
        first_move=LAY if is_deciding else None,
    )


def closed(state: Any, seat: int) -> list[ClosedView]:
    """2.9  Numbers where nothing may be placed; 3.4  adventurers that cannot walk."""
    if seat not in seats_to_move(state):
        return []
    legal = {*legal_moves(state, seat)}
    if state.phase != DECIDING:
        first = PLACE if state.phase == PLACING_ADVENTURER else SITE
        numbers = [number for number in range(NUMBERS) if first + number not in legal]
        return [ClosedView(number_name(number), None, first + number) for number in numbers]
    walks = [range(WALK + GOALS * n, WALK + GOALS * (n + 1)) for n in range(ADVENTURERS)]
    stuck = [n for n, goals in enumerate(walks) if legal.isdisjoint(goals)]
    return [ClosedView(None, COLOURS[n], walks[n][TEMPLE]) for n in stuck]


@seen_alike
def view_of_all(state: Any) -> KarubaView:
    """What everyone sees."""
    ranks = np.zeros(state.seats, np.int8)
    places(state, ranks)
    stack = [tile for tile in range(1, TILES + 1) if int(state.stack) >> tile & 1]
    return KarubaView(
        seat=None,
        asks=None,
        phase=PHASES[state.phase].name,
        tile=tile_view(int(state.tile)) if state.tile != NO_TILE else None,
        stack=stack,
        to_come=max(0, len(stack) - int(state.numbers.left_over)),
        paths_to_come=dict(Counter(DRAWING[tile] for tile in stack)),
        gold=int(state.gold) if state.gold >= 0 else None,
        colours=[temple_view(state, colour) for colour in range(ADVENTURERS)],
        islands=[island_view(state, other, int(ranks[other])) for other in range(state.seats)],
        placing=COLOURS[state.placing] if state.placing < ADVENTURERS else None,
        closed=[],
        first_move=None,
    )


@cache
def tile_view(tile: int) -> TileView:
    return TileView(tile, DRAWING[tile], int(STEPS[tile]), TREASURE_NAMES[TREASURE[tile]])


def temple_view(state: Any, colour: int) -> TempleView:
    left = state.treasures[state.taken[colour] : state.stacks]
    return TempleView(
        colour=COLOURS[colour],
        beach=number_on_board(state.beaches[colour]),
        temple=number_on_board(state.temples[colour]),
        treasures=[int(value) for value in left if value],
    )


def number_on_board(number: int) -> int | None:
    return None if number == NO_NUMBER else number_name(number)


def island_view(state: Any, seat: int, place: int) -> IslandView:
    player = state.players[seat]
    return IslandView(
        seat=seat,
        spaces=space_views(player),
        adventurers=[adventurer_view(player, adventurer) for adventurer in range(ADVENTURERS)],
        crystals=int(player.crystals),
        gold=int(player.gold),
        laid=int(player.laid),
        points=points_of(state, player),
        place=place,
    )


def space_views(player: Any) -> list[SpaceView]:
    """The spaces where tiles lie, and what lies on these still."""
    crystals, gold = int(player.lying_crystals), int(player.lying_gold)
    return [
        space_view(space, tile, bool(crystals >> space & 1), bool(gold >> space & 1))
        for space, tile in enumerate(player.tiles.tolist())
        if tile != NO_TILE
    ]


@cache
def space_view(space: int, tile: int, has_crystal: bool, has_gold: bool) -> SpaceView:
    treasure = "crystal" if has_crystal else "gold" if has_gold else "nothing"
    return SpaceView(space, space_name(space), tile_view(tile), treasure)


def adventurer_view(player: Any, adventurer: int) -> AdventurerView:
    where = int(player.adventurers[adventurer])
    at = {TEMPLE: "temple", BEACH: "beach", UNPLACED: "unplaced"}.get(where, "space")
    return AdventurerView(
        colour=COLOURS[adventurer],
        at=at,
        space=where if at == "space" else None,
        treasure=int(player.treasures[adventurer]),
    )
