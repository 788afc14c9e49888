"""The numbers of the moves and events.

    LAY     + space                   lay the called tile there             30 moves
    DISCARD                           discard it and walk nobody             1 move
    WALK    + 32 * adventurer + goal  discard it and walk to a space       124 moves
                                      (goal 0 to 29) or its temple (30)
    PLACE   + beach                   set up: the adventurer stands here    11 moves
    SITE    + temple                  set up: its temple stands here        11 moves

    CALL    + tile                    this tile is called                   36 events
    PLACED  + beach                   as PLACE and SITE, if chance places   22 events
    SITED   + temple

A row of 32 numbers for each adventurer lets a set of spaces be a set of moves as it is; events have
a word for the tiles and one for the numbers.
"""

from templetop.engine.bits import WORD
from templetop.engine.compile import rule
from templetop.games.karuba.rules.island import NUMBERS, SPACES
from templetop.games.karuba.rules.pieces import ADVENTURERS

LAY = 0
DISCARD = LAY + SPACES
WALK = 32
GOALS = 32
PLACE = WALK + ADVENTURERS * GOALS
SITE = PLACE + NUMBERS

CALL = 0
PLACED = WORD
SITED = PLACED + NUMBERS


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
