"""Which thing on the table a move belongs to: what a board lights up, and takes a click on.

A choice is told by the two cards that are played, never by the one that is kept: that stays unseen
(3.1.3). A draw is told to nobody but the seat that draws (3.4.3).
"""

from dataclasses import dataclass
from typing import Any, Literal

from templetop.games.karuba_cards.hand import cards_in, drawer, only
from templetop.games.karuba_cards.moves import (
    DRAW,
    card_named,
    card_of_lay,
    is_keep,
    is_lay,
    space_of_lay,
)


@dataclass(frozen=True)
class Play:
    """Two cards of the hand, to be turned face up."""

    kind: Literal["play"]
    seat: int
    cards: list[int]


@dataclass(frozen=True)
class Discard:
    """One of the two cards played, out of the game."""

    kind: Literal["discard"]
    seat: int
    card: int


@dataclass(frozen=True)
class Lay:
    """A card played, on a space of the seat's island."""

    kind: Literal["lay"]
    seat: int
    card: int
    space: int


@dataclass(frozen=True)
class Draw:
    """A card of the pile, into the hand."""

    kind: Literal["draw"]
    seat: int
    card: int


Target = Play | Discard | Lay | Draw


def offer(state: Any, seat: int, move: int) -> Target:
    """What a legal move of the seat, or of chance, belongs to."""
    if move > DRAW:
        return Draw("draw", int(drawer(state)), card_named(move))
    player = state.players[seat]
    if is_lay(move):
        return Lay("lay", seat, int(card_of_lay(player, move)), space_of_lay(move))
    if is_keep(move):
        played = cards_in(int(player.hand) & ~int(only(card_named(move))))
        return Play("play", seat, played)
    return Discard("discard", seat, card_named(move))
