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
from templetop.games.karuba.island import COLUMNS, NUMBERS, SPACES, TEMPLE
from templetop.games.karuba.pieces import (
    ADVENTURERS,
    COLOURS,
    CRYSTAL,
    GOLD,
    STEPS,
    TILES,
    TREASURE,
)
from templetop.games.karuba.state import NO_CHOICE

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
