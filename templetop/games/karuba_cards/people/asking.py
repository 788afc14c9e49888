"""Which round it is and what a seat is asked in it, each in a sentence."""

from typing import Any

from templetop.engine.match import seats_to_move
from templetop.engine.speech import mark
from templetop.engine.words import listed
from templetop.games.karuba_cards.rules.hand import cards_in, sum_of
from templetop.games.karuba_cards.rules.pieces import ROUNDS
from templetop.games.karuba_cards.rules.state import CHOOSING, DISCARDING, OVER
from templetop.games.karuba_cards.words import t

ROUND = mark({
    "any": "Round {round} of {rounds}.",
    "last": "Round {round} of {rounds}: everyone’s last two cards are played.",
})  # fmt: skip
ASKS = mark({
    "choose": "Choose two cards to play; the third stays in your hand.",
    "discard one": (
        "Your sum {sum} is the lowest (the other is {sums}): you must discard one of the two. "
        "Which?"
    ),
    "discard many": (
        "Your sum {sum} is the lowest (the others are {sums}): you must discard one of the two. "
        "Which?"
    ),
    "lay one": "Choose where to lay card {card}.",
    "lay two": "Choose a card, then where to lay it.",
})  # fmt: skip


def round_says(state: Any) -> str:
    """2.4  Which of the rounds it is; 3.1.4  the cards of the last one are not chosen."""
    is_last = state.rounds == ROUNDS and state.phase != OVER
    return t(ROUND["last" if is_last else "any"], round=int(state.rounds), rounds=ROUNDS)


def asks(state: Any, seat: int) -> str | None:
    """What the seat is asked now, if it is asked anything."""
    if seat not in seats_to_move(state):
        return None
    if state.phase == CHOOSING:
        return t(ASKS["choose"])
    player = state.players[seat]
    if state.phase == DISCARDING:
        sums = others(state, seat)
        key = "discard many" if len(sums) > 1 else "discard one"
        return t(ASKS[key], sum=int(sum_of(player.turned)), sums=listed(map(str, sums)))
    cards = cards_in(player.played)
    return t(ASKS["lay two" if len(cards) > 1 else "lay one"], card=cards[0])


def others(state: Any, seat: int) -> list[int]:
    """3.2.1  The sums that the seat's own is lower than, or equal to."""
    return [int(sum_of(state.players[n].turned)) for n in range(state.seats) if n != seat]
