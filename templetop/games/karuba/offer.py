"""Which thing on the table a move belongs to: what a board lights up, and takes a click on.

Nothing here says more than the move itself, so whoever may know the move may know its target.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from templetop.games.karuba.island import (
    BEACH,
    ISLAND,
    SPACES,
    TEMPLE,
    just,
    number_name,
    one_step,
    opens_to_beach,
    opens_to_temple,
    ways_east,
    ways_south,
)
from templetop.games.karuba.moves import CALL, DISCARD, PLACE, SITE, goal_of, is_lay, walker
from templetop.games.karuba.pieces import COLOURS
from templetop.games.karuba.rules import occupied


@dataclass(frozen=True)
class Lay:
    """The called tile, on a space of the seat's island."""

    kind: Literal["lay"]
    seat: int
    space: int


@dataclass(frozen=True)
class Discard:
    """The called tile, out of the game."""

    kind: Literal["discard"]
    seat: int


@dataclass(frozen=True)
class Walk:
    """An adventurer, its goal, and a shortest way there."""

    kind: Literal["walk"]
    seat: int
    adventurer: str  # its colour
    to: int | Literal["temple"]
    path: list[int]  # the spaces it enters, in order


@dataclass(frozen=True)
class Place:
    """The adventurer of a colour, on a beach number of all islands."""

    kind: Literal["place"]
    colour: str
    beach: int  # 10 to 110


@dataclass(frozen=True)
class Site:
    """The temple of a colour, on a temple number of all islands."""

    kind: Literal["site"]
    colour: str
    temple: int  # 10 to 110


@dataclass(frozen=True)
class Call:
    """The tile that everyone decides about."""

    kind: Literal["call"]
    tile: int


Target = Lay | Discard | Walk | Place | Site | Call


def offer(state: Any, seat: int, move: int) -> Target:
    """What a legal move of the seat, or of chance, belongs to."""
    if move >= CALL:
        return Call("call", move - CALL)
    if move >= SITE:
        return Site("site", COLOURS[state.placing], number_name(move - SITE))
    if move >= PLACE:
        return Place("place", COLOURS[state.placing], number_name(move - PLACE))
    if is_lay(move):
        return Lay("lay", seat, move)
    if move == DISCARD:
        return Discard("discard", seat)
    return walk(state, seat, walker(move), goal_of(move))


def walk(state: Any, seat: int, adventurer: int, goal: int) -> Walk:
    path = shortest_path(state, state.players[seat], adventurer, goal)
    return Walk("walk", seat, COLOURS[adventurer], "temple" if goal == TEMPLE else goal, path)


# ── The way there ────────────────────────────────────────────────────────────────────────────────


def shortest_path(state: Any, player: Any, adventurer: int, goal: int) -> list[int]:
    """3.4.3  The spaces it enters on the way; into its temple, as far as the door (3.6.1)."""
    levels = [first_level(state, player, adventurer)]
    last = opens_to_temple(player, state.temples[adventurer]) if goal == TEMPLE else just(goal)
    while not levels[-1] & last:
        if len(levels) > SPACES:
            raise ValueError(f"No path leads {COLOURS[adventurer]} to {goal}.")
        levels.append(beyond(player, levels[-1]))
    path = path_back(player, levels, int(last))
    return path if player.adventurers[adventurer] == BEACH else path[1:]


def first_level(state: Any, player: Any, adventurer: int) -> Any:
    """3.4.5  The space at its beach, or where it stands."""
    at = player.adventurers[adventurer]
    if at == BEACH:
        return opens_to_beach(player, state.beaches[adventurer])
    return just(at)


def beyond(player: Any, spaces: Any) -> Any:
    """3.4.6  The spaces one step on where nobody stands."""
    free = np.uint32(ISLAND & ~occupied(player))
    return np.uint32(one_step(spaces, ways_east(player), ways_south(player)) & free)


def path_back(player: Any, levels: list[Any], last: int) -> list[int]:
    """From the last space to the first, each a step from the one after; in walking order."""
    path = [last.bit_length() - 1]
    for level in reversed(levels[:-1]):
        before = one_step(just(path[0]), ways_east(player), ways_south(player)) & level
        path.insert(0, int(before).bit_length() - 1)
    return path
