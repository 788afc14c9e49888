"""The numbers of the moves and events.

    TURN    + face               the tile is laid like this                         13 moves
    FILL    + 10 * side + kind   such a jungle tile goes on that side of it         40 moves
    CHOOSE  + 3 * trade + n      an edge of n + 1 workers beside such a tile acts   15 moves
                                 before the others, at a plantation or a market
    ACT     + number             so many workers act, or fruits are sold             6 moves
    PLACE   + square             the worker tile is laid there                     512 moves

    DRAW    + kind               the active seat draws such a worker tile            4 events
    REVEAL  + kind               such a jungle tile is turned up                    10 events

Here kinds of jungle tiles, and trades, are counted from 0: less by one than elsewhere. The squares
begin with a word of their own, so that a set of squares is a set of moves as it is. With more rows
in the box there are more numbers, and others: then RULES_VERSION has to rise, as matches are kept
in numbers.
"""

from templetop.engine.bits import WORD
from templetop.engine.compile import rule
from templetop.games.cacao.rules.pieces import (
    FACES,
    FIRST_KIND,
    JUNGLE_KINDS,
    MOST_WORKERS,
    SIDES,
    STORAGE,
    TRADES,
    WORKER_KINDS,
)
from templetop.games.cacao.rules.trades import FIRST_EDGE, edge_of, kind_beside, workers_on

TURN = 0
FILL = TURN + FACES
CHOOSE = FILL + SIDES * JUNGLE_KINDS
EDGES = (TRADES - 1) * MOST_WORKERS
ACT = CHOOSE + EDGES
NUMBERS = 1 + max(STORAGE, MOST_WORKERS)  # of workers that act, from none on
PLACE = -(-(ACT + NUMBERS) // WORD) * WORD

DRAW = 0
REVEAL = DRAW + WORKER_KINDS


@rule
def fill(side, kind):
    return FILL + JUNGLE_KINDS * int(side) + int(kind) - FIRST_KIND


@rule
def side_of(move):
    return (move - FILL) // JUNGLE_KINDS


@rule
def kind_of(move):
    return (move - FILL) % JUNGLE_KINDS + FIRST_KIND


@rule
def choose(kind, workers):
    return CHOOSE + edge_of(kind, workers) - FIRST_EDGE


@rule
def chosen_kind(move):
    return kind_beside(move - CHOOSE + FIRST_EDGE)


@rule
def chosen_workers(move):
    return workers_on(move - CHOOSE + FIRST_EDGE)
