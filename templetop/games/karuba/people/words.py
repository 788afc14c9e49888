"""Moves and events in words: how they are told and typed, what they touch, and why not.

Nothing here says more than the move itself, so whoever may know the move may know its target.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from templetop.engine.kinds import NO_CODE, Kind, Kinds
from templetop.engine.refusal import IllegalMove
from templetop.games.karuba.rules.island import (
    BEACH,
    ISLAND,
    NO_SPACE,
    NUMBERS,
    SPACES,
    TEMPLE,
    just,
    number_name,
    one_step,
    opens_to_beach,
    opens_to_temple,
    space_name,
    ways_east,
    ways_south,
)
from templetop.games.karuba.rules.moves import (
    CALL,
    DISCARD,
    GOALS,
    LAY,
    PLACE,
    PLACED,
    SITE,
    SITED,
    WALK,
)
from templetop.games.karuba.rules.pieces import ADVENTURERS, COLOURS, STEPS, TILES
from templetop.games.karuba.rules.start import is_used
from templetop.games.karuba.rules.state import (
    CALLING,
    DECIDING,
    PLACING_ADVENTURER,
    PLACING_TEMPLE,
)
from templetop.games.karuba.rules.turn import occupied, reach
from templetop.games.karuba.words import SPEECH, t

# ── What a move touches ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Lay:
    """The called tile, on a space of the seat's island."""

    kind: Literal["lay"]
    seat: int
    tile: int
    space: int


@dataclass(frozen=True)
class Discard:
    """The called tile, out of the game."""

    kind: Literal["discard"]
    seat: int
    tile: int


@dataclass(frozen=True)
class Walk:
    """An adventurer, its goal, and a shortest way there."""

    kind: Literal["walk"]
    words: Literal["to space", "to crystal", "to gold", "to temple"]
    seat: int
    tile: int
    adventurer: str  # its colour
    to: int | Literal["temple"]
    path: list[int]  # the spaces it enters, in order


@dataclass(frozen=True)
class PlaceAdventurer:
    """The adventurer of a colour, on a beach number of all islands."""

    kind: Literal["place adventurer"]
    colour: str
    beach: int  # 10 to 110


@dataclass(frozen=True)
class PlaceTemple:
    """The temple of a colour, on a temple number of all islands."""

    kind: Literal["place temple"]
    colour: str
    temple: int  # 10 to 110


@dataclass(frozen=True)
class Call:
    """The tile that everyone decides about."""

    kind: Literal["call"]
    tile: int


Target = Lay | Discard | Walk | PlaceAdventurer | PlaceTemple | Call


def lay(state: Any, seat: int, space: int) -> Lay:
    return Lay("lay", seat, int(state.tile), space)


def discard(state: Any, seat: int, number: int) -> Discard:
    return Discard("discard", seat, int(state.tile))


def walk(state: Any, seat: int, number: int) -> Walk:
    adventurer, goal = divmod(number, GOALS)
    player = state.players[seat]
    path = shortest_path(state, player, adventurer, goal)
    to: int | Literal["temple"] = "temple" if goal == TEMPLE else goal
    colour = COLOURS[adventurer]
    return Walk("walk", told_by(player, goal), seat, int(state.tile), colour, to, path)


def told_by(player: Any, goal: int) -> Literal["to space", "to crystal", "to gold", "to temple"]:
    """What waits at a goal."""
    if goal == TEMPLE:
        return "to temple"
    if int(player.lying_crystals) >> goal & 1:
        return "to crystal"
    return "to gold" if int(player.lying_gold) >> goal & 1 else "to space"


def place_adventurer(state: Any, seat: int, beach: int) -> PlaceAdventurer:
    return PlaceAdventurer("place adventurer", COLOURS[state.placing], number_name(beach))


def place_temple(state: Any, seat: int, temple: int) -> PlaceTemple:
    return PlaceTemple("place temple", COLOURS[state.placing], number_name(temple))


def call(state: Any, seat: int, tile: int) -> Call:
    return Call("call", tile)


# ── As they are typed ────────────────────────────────────────────────────────────────────────────

# Other words for those of the codes; some may as well be left out.
SYNONYMS = {
    "brown": "n", "blue": "b", "purple": "p", "yellow": "y",
    "discard": "d", "-": "d",
    "lay": "", "walk": "", "to": "", "its": "",
}  # fmt: skip


def walk_code(state: Any, seat: int, number: int) -> str:
    adventurer, goal = divmod(number, GOALS)
    if goal > TEMPLE:
        return NO_CODE
    return f"{SYNONYMS[COLOURS[adventurer]]} {'temple' if goal == TEMPLE else space_name(goal)}"


def adventurer_code(state: Any, seat: int, beach: int) -> str:
    """The number is enough for what is to be placed now."""
    number = number_name(beach)
    return str(number) if state.phase == PLACING_ADVENTURER else f"beach {number}"


def temple_code(state: Any, seat: int, temple: int) -> str:
    number = number_name(temple)
    return str(number) if state.phase == PLACING_TEMPLE else f"temple {number}"


# ── Why not ──────────────────────────────────────────────────────────────────────────────────────

AS_FAR_AS_IT_GOES = SPACES + 1
DISTANCES = {  # the choice of the option: the rule and what it says
    0: ("2.10", "at least 3 numbers apart"),
    1: ("2.11", "with at least 3 numbers between them"),
}


def why_not_lay(state: Any, seat: int, space: int) -> IllegalMove:
    return IllegalMove(
        t("There is already a tile on {space}.", space=space_name(space)), rule="3.3.1"
    )


def why_not_call(state: Any, seat: int, tile: int) -> IllegalMove:
    if not 1 <= tile <= TILES:
        return IllegalMove(
            t("There is no tile {tile}: they are 1 to {last}.", tile=tile, last=TILES), rule="1.5"
        )
    return IllegalMove(t("Tile {tile} has been called before.", tile=tile), rule="3.1.1")


def why_not_place_adventurer(state: Any, seat: int, beach: int) -> IllegalMove:
    return IllegalMove(t("Beach number {number} is taken.", number=number_name(beach)), rule="2.9")


def why_not_place_temple(state: Any, seat: int, temple: int) -> IllegalMove:
    number = number_name(temple)
    if is_used(state.temples, temple):
        return IllegalMove(t("Temple number {number} is taken.", number=number), rule="2.9")
    rule, how_far = DISTANCES[int(state.distance)]
    beach = number_name(state.beaches[state.placing])
    return IllegalMove(
        t(
            "Temple number {number} is too close to beach number {beach}: they must be {how_far}.",
            number=number,
            beach=beach,
            how_far=how_far,
        ),
        rule=rule,
    )


def why_not_walk(state: Any, seat: int, number: int) -> IllegalMove:
    """3.4  The first thing that keeps the adventurer from getting there."""
    adventurer, goal = divmod(number, GOALS)
    player = state.players[seat]
    name = COLOURS[adventurer].capitalize()
    where = "its temple" if goal == TEMPLE else space_name(goal)
    at = int(player.adventurers[adventurer])
    steps = int(STEPS[state.tile])
    if at == TEMPLE:
        return IllegalMove(t("{name} is in its temple and stays there.", name=name), rule="3.6.3")
    if at == goal:
        return IllegalMove(t("{name} is already on {where}.", name=name, where=where), rule="3.4.9")
    if at == BEACH and not opens_to_beach(player, state.beaches[adventurer]):
        return IllegalMove(
            t("No path leads from {name}'s beach into the jungle yet.", name=name), rule="3.4.5"
        )
    if goal == TEMPLE and not opens_to_temple(player, state.temples[adventurer]):
        return IllegalMove(t("No path leads into {name}'s temple yet.", name=name), rule="3.6.1")
    if not could_reach(state, player, adventurer, goal, AS_FAR_AS_IT_GOES):
        return IllegalMove(
            t("No path leads from where {name} stands to {where}.", name=name, where=where),
            rule="3.4.3",
        )
    if not could_reach(state, player, adventurer, goal, steps):
        return IllegalMove(
            t(
                "{name} cannot get as far as {where}: the tile allows {steps} steps.",
                name=name,
                where=where,
                steps=steps,
            ),
            rule="3.4.1",
        )
    return IllegalMove(
        t("Another adventurer stands in {name}'s way to {where}.", name=name, where=where),
        rule="3.4.6",
    )


def could_reach(state: Any, player: Any, adventurer: int, goal: int, steps: int) -> bool:
    """Could it get there in so many steps, if it were alone on the island?"""
    east, south = ways_east(player), ways_south(player)
    spaces = reach(state, player, adventurer, steps, east, south, NO_SPACE)
    return bool(int(spaces) >> goal & 1)


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


# ── The tables ───────────────────────────────────────────────────────────────────────────────────

ON_A_BEACH = "{who} puts the {colour} adventurer on beach number {beach}"
ON_A_TEMPLE = "{who} puts the {colour} temple on temple number {temple}"
SETS_UP = "{who} places the adventurers and their temples"
WALKS = {
    "to space": "{who} discards tile {tile} and walks {adventurer} to {to:space}",
    "to crystal": (
        "{who} discards tile {tile} and walks {adventurer} to {to:space}, where a crystal lies"
    ),
    "to gold": "{who} discards tile {tile} and walks {adventurer} to {to:space}, where gold lies",
    "to temple": "{who} discards tile {tile} and walks {adventurer} into its temple",
}

MOVES = Kinds(
    Kind("lay", LAY, SPACES, (DECIDING,), "{who} lays tile {tile} on {space:space}",
         lambda state, seat, space: space_name(space), lay, why_not_lay),
    Kind("discard", DISCARD, 1, (DECIDING,), "{who} discards tile {tile} without walking",
         lambda state, seat, number: SYNONYMS["discard"], discard),
    Kind("walk", WALK, ADVENTURERS * GOALS, (DECIDING,), WALKS, walk_code, walk, why_not_walk),
    Kind("place adventurer", PLACE, NUMBERS, (PLACING_ADVENTURER,), ON_A_BEACH,
         adventurer_code, place_adventurer, why_not_place_adventurer),
    Kind("place temple", SITE, NUMBERS, (PLACING_TEMPLE,), ON_A_TEMPLE,
         temple_code, place_temple, why_not_place_temple),
    formats={"space": space_name},
    words=SPEECH,
)  # fmt: skip

EVENTS = Kinds(
    Kind("call", CALL, TILES + 1, (CALLING,), "{who} calls tile {tile}",
         target=call, why_not=why_not_call),
    Kind("place adventurer", PLACED, NUMBERS, (PLACING_ADVENTURER,), ON_A_BEACH,
         target=place_adventurer, why_not=why_not_place_adventurer, together=SETS_UP),
    Kind("place temple", SITED, NUMBERS, (PLACING_TEMPLE,), ON_A_TEMPLE,
         target=place_temple, why_not=why_not_place_temple, together=SETS_UP),
    words=SPEECH,
)  # fmt: skip
