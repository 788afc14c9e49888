"""Why a move may not be made: the sentence of the rulebook that forbids it."""

from typing import Any

from templetop.engine.game import IllegalMove
from templetop.games.karuba_cards import moves
from templetop.games.karuba_cards.hand import drawer
from templetop.games.karuba_cards.island import space_name
from templetop.games.karuba_cards.moves import (
    card_named,
    card_of_lay,
    is_keep,
    is_lay,
    is_number_of_a_move,
    space_of_lay,
)
from templetop.games.karuba_cards.pieces import NO_CARD
from templetop.games.karuba_cards.state import CHOOSE, DISCARD, DRAW

NOW = {  # the phase: what is to be done, and the rule that says so
    DRAW: ("a card is drawn", "3.4.4"),
    CHOOSE: ("two cards are chosen and the third is kept", "3.1.1"),
    DISCARD: ("one of the two cards played is discarded", "3.2.2"),
}
LAYING = ("the cards played are laid", "3.3.1")


def why_not(state: Any, seat: int, move: int) -> IllegalMove:
    """The reason why a seat, or chance, may not make this move now."""
    if not is_number_of_a_move(move):
        return IllegalMove(f"There is no move {move}.")
    phase = int(state.phase)
    if phase_of(move) != phase and not (is_lay(move) and phase not in NOW):
        what, rule = NOW.get(phase, LAYING)
        return IllegalMove(f"Now {what}.", rule=rule)
    if is_lay(move):
        return why_not_lay(state.players[seat], move)
    return why_not_card(state, card_named(move), phase)


def phase_of(move: int) -> int | None:
    """The phase in which a card is named like this; None for a move that lays one."""
    if is_lay(move):
        return None
    return CHOOSE if is_keep(move) else DISCARD if move <= moves.DRAW else DRAW


def why_not_card(state: Any, card: int, phase: int) -> IllegalMove:
    """The card is not where it would have to be."""
    if phase == DRAW:
        return IllegalMove(
            f"Card {card} is not in the pile of seat {drawer(state) + 1}.", rule="3.4.4"
        )
    if phase == CHOOSE:
        return IllegalMove(f"Card {card} is not in your hand.", rule="3.1.1")
    return IllegalMove(f"Card {card} is not one of the two you have played.", rule="3.2.2")


def why_not_lay(player: Any, move: int) -> IllegalMove:
    """The first thing that keeps the card from lying there."""
    space = space_of_lay(move)
    name = space_name(space)
    if card_of_lay(player, move) == NO_CARD:
        return IllegalMove("You have only one card left to lay.", rule="3.3.1")
    if int(player.laid) >> space & 1:
        return IllegalMove(f"A card lies on {name} already.", rule="3.3.6")
    if not int(player.frame) >> space & 1:
        return IllegalMove(
            f"With a card on {name} your island would be larger than 4 x 4.", rule="3.3.3"
        )
    return IllegalMove(f"No card of your island shares an edge with {name}.", rule="3.3.6")
