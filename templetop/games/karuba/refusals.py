"""Why a move may not be made: the sentence of the rulebook that forbids it."""

from typing import Any

from templetop.engine.game import IllegalMove
from templetop.games.karuba.island import (
    BEACH,
    NO_SPACE,
    NUMBERS,
    SPACES,
    TEMPLE,
    number_name,
    opens_to_beach,
    opens_to_temple,
    space_name,
    ways_east,
    ways_south,
)
from templetop.games.karuba.moves import (
    CALL,
    DISCARD,
    PLACE,
    SEAT_MOVES,
    SITE,
    WALK,
    goal_of,
    is_lay,
    walker,
)
from templetop.games.karuba.pieces import COLOURS, STEPS, TILES
from templetop.games.karuba.rules import reach
from templetop.games.karuba.start import is_used
from templetop.games.karuba.state import CALL as CALLING
from templetop.games.karuba.state import DECIDE, NO_CHOICE, OVER, PLACE_ADVENTURER

AS_FAR_AS_IT_GOES = SPACES + 1
DISTANCES = {  # the choice of the option: the rule and what it says
    0: ("2.10", "at least 3 numbers apart"),
    1: ("2.11", "with at least 3 numbers between them"),
}


def why_not(state: Any, seat: int, move: int) -> IllegalMove:
    """The reason why a seat, or chance, may not make this move now."""
    if not is_number_of_a_move(move):
        return IllegalMove(f"There is no move {move}.")
    if state.phase == OVER:
        return IllegalMove("The game is over.", rule="4.2")
    if state.phase == CALLING:
        return why_not_call(move)
    if state.phase != DECIDE:
        return why_not_place(state, move)
    if is_lay(move):
        return IllegalMove(f"A tile lies on {space_name(move)} already.", rule="3.3.1")
    if WALK <= move < PLACE:
        return why_not_walk(state, state.players[seat], walker(move), goal_of(move))
    return IllegalMove("Now the called tile is laid or discarded.", rule="3.2.1")


def is_number_of_a_move(move: int) -> bool:
    if WALK <= move < PLACE:
        return bool(goal_of(move) <= TEMPLE)
    return 0 <= move <= DISCARD or PLACE <= move < SEAT_MOVES or CALL < move <= CALL + TILES


def why_not_call(move: int) -> IllegalMove:
    if move > CALL:
        return IllegalMove(f"Tile {move - CALL} has been called before.", rule="3.1.1")
    return IllegalMove("Now a tile is called.", rule="3.1.1")


def why_not_place(state: Any, move: int) -> IllegalMove:
    """2  Something is being placed, and not like this."""
    adventurer = state.phase == PLACE_ADVENTURER
    first, what = (PLACE, "Beach") if adventurer else (SITE, "Temple")
    if not first <= move < first + NUMBERS:
        piece = f"{COLOURS[state.placing]} {'adventurer' if adventurer else 'temple'}"
        return IllegalMove(f"Now the {piece} is placed.", rule="2.6")
    number = number_name(move - first)
    if is_used(state.beaches if adventurer else state.temples, move - first):
        return IllegalMove(f"{what} number {number} is taken.", rule="2.9")
    rule, how_far = DISTANCES[int(state.distance)]
    beach = number_name(state.beaches[state.placing])
    return IllegalMove(
        f"Temple number {number} is too near to beach number {beach}: they must be {how_far}.",
        rule=rule,
    )


def why_not_walk(state: Any, player: Any, adventurer: int, goal: int) -> IllegalMove:
    """3.4  The first thing that keeps the adventurer from getting there."""
    name = COLOURS[adventurer].capitalize()
    place = "its temple" if goal == TEMPLE else space_name(goal)
    at = int(player.adventurers[adventurer])
    steps = int(STEPS[state.tile])
    if at == TEMPLE:
        return IllegalMove(f"{name} is in its temple and stays there.", rule="3.6.3")
    if at == goal:
        return IllegalMove(f"{name} stands on {place} already.", rule="3.4.9")
    if at == BEACH and not opens_to_beach(player, state.beaches[adventurer]):
        return IllegalMove(f"No path leads from {name}'s beach into the jungle yet.", rule="3.4.5")
    if goal == TEMPLE and not opens_to_temple(player, state.temples[adventurer]):
        return IllegalMove(f"No path leads into {name}'s temple yet.", rule="3.6.1")
    if not could_reach(state, player, adventurer, goal, AS_FAR_AS_IT_GOES):
        return IllegalMove(f"No path leads from where {name} stands to {place}.", rule="3.4.3")
    if not could_reach(state, player, adventurer, goal, steps):
        return IllegalMove(
            f"It is too far for {name} to get to {place}: the tile allows {steps} steps.",
            rule="3.4.1",
        )
    return IllegalMove(f"Another adventurer stands in {name}'s way to {place}.", rule="3.4.6")


def could_reach(state: Any, player: Any, adventurer: int, goal: int, steps: int) -> bool:
    """Could it get there in so many steps, if it were alone on the island?"""
    east, south = ways_east(player), ways_south(player)
    spaces = reach(state, player, adventurer, steps, east, south, NO_SPACE)
    return bool(int(spaces) >> goal & 1)


# ── Out of turn ──────────────────────────────────────────────────────────────────────────────────


def has_decided(state: Any, seat: int) -> bool:
    """3.2.2  Has the seat decided about this tile, while others have not?"""
    if state.phase != DECIDE or not 0 <= seat < state.seats:
        return False
    return bool(state.players[seat].choice != NO_CHOICE)


def why_wait(state: Any, seat: int) -> str:
    """3.2.2  The rule by which who has decided waits for the others."""
    return "3.2.2" if has_decided(state, seat) else ""
