"""The numbers of the moves.

    LAY_LOWER  + space   lay the lower card, or the only one, there     49 moves
    LAY_HIGHER + space   lay the higher of two cards there              49 moves
    KEEP       + card    keep this card and play the other two          16 moves
    DISCARD    + card    discard this one of the two played             16 moves
    DRAW       + card    chance: a seat draws this card                 16 moves

Each LAY has a word of 64 bits and the cards share a third, so a set of spaces or cards is a set
of moves as it is, or shifted.
"""

from typing import Any

from templetop.engine.compile import rule
from templetop.engine.game import Secret
from templetop.games.karuba_cards.hand import cards_in, drawer, higher_of, lower_of, only
from templetop.games.karuba_cards.island import SPACES, space_name
from templetop.games.karuba_cards.pieces import CARDS, NO_CARD
from templetop.games.karuba_cards.state import LAY

LAY_LOWER = 0
LAY_HIGHER = 64
KEEP = 128
DISCARD = KEEP + CARDS
DRAW = DISCARD + CARDS
SEAT_MOVES = DRAW + 1
MOVES = DRAW + CARDS + 1


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
    """The card that is kept, discarded or drawn."""
    return (move - KEEP - 1) % CARDS + 1


def is_number_of_a_move(move: int) -> bool:
    if 0 <= move < KEEP:
        return bool(space_of_lay(move) < SPACES)
    return KEEP < move < MOVES


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def say(state: Any, seat: int, move: int) -> str:
    """What the seat, or chance, does with this move; a sentence without its subject.

    The card that is kept is not named: everyone hears what was played, and nothing more.
    """
    if move > DRAW:
        return f"deals card {card_named(move)} to seat {drawer(state) + 1}"
    player = state.players[seat]
    if is_lay(move):
        return f"lays card {card_of_lay(player, move)} on {space_name(space_of_lay(move))}"
    if is_keep(move):
        played = cards_in(int(player.hand) & ~int(only(card_named(move))))
        return f"plays cards {' and '.join(map(str, played))}"
    return f"discards card {card_named(move)}"


def secret(state: Any, move: int) -> Secret:
    """3.4.3  A card that is drawn is seen by the seat that draws it."""
    seat = int(drawer(state))
    return Secret(seat, f"deals card ? to seat {seat + 1}")


# ── As they are typed ────────────────────────────────────────────────────────────────────────────

NO_CODE = ""  # of a number that is no move, or none as long as no card is laid

# Other words for those of the codes; some may as well be left out.
SYNONYMS = {
    "k": "keep", "hold": "keep", "d": "discard",
    "lay": "", "card": "", "on": "", "to": "",
}  # fmt: skip


def code(state: Any, seat: int, move: int) -> str:
    """The move in as few keys as can be: keep 7, discard 7, 7 c4."""
    if not is_number_of_a_move(move):
        return NO_CODE
    if is_lay(move):
        return lay_code(state, card_of_lay(state.players[seat], move), space_of_lay(move))
    verb = "keep" if is_keep(move) else "discard" if move <= DRAW else "draw"
    return f"{verb} {card_named(move)}"


def lay_code(state: Any, card: int, space: int) -> str:
    """The card and the space, while there is such a card to lay."""
    return f"{card} {space_name(space)}" if state.phase == LAY and card != NO_CARD else NO_CODE
