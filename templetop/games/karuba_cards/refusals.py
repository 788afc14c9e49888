"""Why a move may not be made: the sentence of the rulebook that forbids it."""

import re
from typing import Any

from templetop.engine.game import IllegalMove
from templetop.games.karuba_cards import moves
from templetop.games.karuba_cards.hand import drawer
from templetop.games.karuba_cards.island import SPACES, space_name
from templetop.games.karuba_cards.moves import (
    card_named,
    card_of_lay,
    is_keep,
    is_lay,
    is_number_of_a_move,
    space_of_lay,
)
from templetop.games.karuba_cards.pieces import CARDS, NO_CARD
from templetop.games.karuba_cards.state import CHOOSE, DISCARD, DRAW, LAY, NO_CHOICE, OVER

NOW = {  # the phase: what is to be done, and the rule that says so
    DRAW: ("a card is drawn", "3.4.4"),
    CHOOSE: ("two cards are chosen and the third is kept", "3.1.1"),
    DISCARD: ("one of the two cards played is discarded", "3.2.2"),
    LAY: ("the cards played are laid", "3.3.1"),
    OVER: ("the game is over", "4.1"),
}
NOT_ASKED = {  # the phase: the rule by which nothing is asked of a seat that has not decided
    DRAW: "3.4.4",
    CHOOSE: "3.1.1",
    DISCARD: "3.2.1",
    LAY: "3.3.1",
}
HAS_DECIDED = {  # the phase: the rule by which a seat that has decided waits for others
    CHOOSE: "3.1.2",
    DISCARD: "3.2.3",
    LAY: "3.3.2",
}


def why_not(state: Any, seat: int, move: int) -> IllegalMove:
    """The reason why a seat, or chance, may not make this move now."""
    if not is_number_of_a_move(move):
        return IllegalMove(f"There is no move {move}.")
    if phase_of(move) != state.phase:
        return not_now(state)
    if is_lay(move):
        return why_not_lay(state.players[seat], move)
    return why_not_card(state, card_named(move), int(state.phase))


def phase_of(move: int) -> int:
    """The phase in which such a move is made."""
    if is_lay(move):
        return LAY
    return CHOOSE if is_keep(move) else DISCARD if move <= moves.DRAW else DRAW


def not_now(state: Any) -> IllegalMove:
    """It is another phase."""
    what, rule = NOW[int(state.phase)]
    return IllegalMove(f"Now {what}.", rule=rule)


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


# ── What is not even a move ──────────────────────────────────────────────────────────────────────

NUMBER = "(?:0|[1-9][0-9]{0,8})"  # as people write it: 05 is none
NAMED_CARD = re.compile(f"(?:keep|discard)({NUMBER})")
NAMED_SPACE = re.compile(f"({NUMBER}|)([a-z]{NUMBER})")  # perhaps with a card before it


def why_no_move(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """The rule by which there is no such card, no such space, or no such card to lay."""
    if found := NAMED_CARD.fullmatch(typed):
        return IllegalMove(f"There is no card {found[1]}: they are 1 to {CARDS}.", rule="1.1")
    if found := NAMED_SPACE.fullmatch(typed):
        return why_no_lay(state, found[1], found[2])
    return None


def why_no_lay(state: Any, card: str, space: str) -> IllegalMove:
    """Neither this card nor this space, or only one of them, is something to lay or to lay on."""
    if state.phase != LAY:
        return not_now(state)
    if space not in map(space_name, range(SPACES)):
        return IllegalMove(
            f"No island gets as far as {space}: it is 4 x 4 cards at most, and one lies on d4.",
            rule="3.3.3",
        )
    return IllegalMove(f"Card {card} is none of those you have to lay.", rule="3.3.1")


# ── Out of turn ──────────────────────────────────────────────────────────────────────────────────


def has_decided(state: Any, seat: int) -> bool:
    """3.1.2, 3.2.3, 3.3.2  Has the seat decided unseen, while others have not?"""
    return 0 <= seat < state.seats and bool(state.players[seat].choice != NO_CHOICE)


def why_wait(state: Any, seat: int) -> str:
    """3.1.2, 3.2.1, 3.2.3, 3.3.2, 3.4.4  The rule by which nothing is expected of a seat now."""
    rules = HAS_DECIDED if has_decided(state, seat) else NOT_ASKED
    return rules.get(int(state.phase), "")
