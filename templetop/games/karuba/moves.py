"""The numbers of the moves.

    LAY     + space                   lay the called tile there             30 moves
    DISCARD                           discard it and walk nobody             1 move
    WALK    + 32 * adventurer + goal  discard it and walk to a space       124 moves
                                      (goal 0 to 29) or its temple (30)
    PLACE   + beach                   set up: the adventurer stands here    11 moves
    SITE    + temple                  set up: its temple stands here        11 moves
    CALL    + tile                    chance: this tile is called           36 moves

A row of 32 numbers for each adventurer lets a set of spaces be a set of moves as it is.
"""

from typing import Any

from templetop.engine.compile import rule
from templetop.games.karuba.island import NUMBERS, SPACES, TEMPLE, number_name, space_name
from templetop.games.karuba.pieces import ADVENTURERS, COLOURS, TILES

LAY = 0
DISCARD = LAY + SPACES
WALK = 32
GOALS = 32
PLACE = WALK + ADVENTURERS * GOALS
SITE = PLACE + NUMBERS
SEAT_MOVES = SITE + NUMBERS
CALL = 192
MOVES = CALL + TILES + 1


@rule
def lay(space):
    return LAY + int(space)


@rule
def walk(adventurer, goal):
    return WALK + GOALS * int(adventurer) + int(goal)


@rule
def is_lay(move):
    return move < DISCARD


@rule
def is_walk(move):
    return move >= WALK


@rule
def walker(move):
    return (move - WALK) // GOALS


@rule
def goal_of(move):
    return (move - WALK) % GOALS


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def say(state: Any, seat: int, move: int) -> str:
    """What the seat, or chance, does with this move; a sentence without its subject."""
    colour = COLOURS[min(int(state.placing), ADVENTURERS - 1)]
    if move >= CALL:
        return f"calls tile {move - CALL}"
    if move >= SITE:
        return f"puts the {colour} temple on temple number {number_name(move - SITE)}"
    if move >= PLACE:
        return f"puts the {colour} adventurer on beach number {number_name(move - PLACE)}"
    if is_walk(move):
        return say_walk(state, seat, walker(move), goal_of(move))
    if move == DISCARD:
        return f"discards tile {state.tile} and walks nobody"
    return f"lays tile {state.tile} on {space_name(move)}"


def say_walk(state: Any, seat: int, adventurer: int, goal: int) -> str:
    who = f"discards tile {state.tile} and walks {COLOURS[adventurer]}"
    if goal == TEMPLE:
        return f"{who} into its temple"
    return f"{who} to {space_name(goal)}{say_find(state.players[seat], goal)}"


def say_find(player: Any, space: int) -> str:
    """What waits on a space."""
    if int(player.lying_crystals) >> space & 1:
        return ", where a crystal lies"
    if int(player.lying_gold) >> space & 1:
        return ", where gold lies"
    return ""
