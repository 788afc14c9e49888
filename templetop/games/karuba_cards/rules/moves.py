"""The numbers of the moves and events.

    LAY_LOWER  + space   lay the lower card, or the only one, there     49 moves
    LAY_HIGHER + space   lay the higher of two cards there              49 moves
    KEEP       + card    keep this card and play the other two          16 moves
    DISCARD    + card    discard this one of the two played             16 moves

    DRAW       + card    a seat draws this card                         16 events

Each LAY has a word of 64 bits and the cards share a third, so a set of spaces or cards is a set
of moves as it is, or shifted.
"""

from templetop.engine.compile import rule
from templetop.games.karuba_cards.rules.hand import higher_of, lower_of
from templetop.games.karuba_cards.rules.pieces import CARDS

LAY_LOWER = 0
LAY_HIGHER = 64
KEEP = 128
DISCARD = KEEP + CARDS

DRAW = 0


@rule
def is_lay(move):
    return move < KEEP


@rule
def is_keep(move):
    return KEEP < move <= DISCARD


@rule
def space_of_lay(move):
    return move % LAY_HIGHER


@rule
def card_of_lay(player, move):
    """The card that is laid by this move; NO_CARD if there is none."""
    return lower_of(player.played) if move < LAY_HIGHER else higher_of(player.played)


@rule
def card_named(move):
    """The card that is kept or discarded."""
    return (move - KEEP - 1) % CARDS + 1
