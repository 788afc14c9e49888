"""Counting the pieces: what can neither appear nor vanish while a game is played."""

from typing import Any

from templetop.games.karmaggan.rules.ground import INSIDE
from templetop.games.karmaggan.rules.pieces import (
    BLOOD,
    CARD_NAMES,
    HAND,
    KINDS,
    NO_CARD,
    TEMPLE_NAMES,
)
from templetop.games.karmaggan.rules.state import NOBODY_CARRIES


def census(state: Any) -> dict[str, int]:
    """Sums that are the same from the first move to the last."""
    return {
        **{name: object_cards(state, card) for card, name in enumerate(CARD_NAMES) if name},
        **{
            f"temple card {name}": int(state.temple[card]) + int(state.turned_up[card])
            for card, name in enumerate(TEMPLE_NAMES)
        },
        "eggs": int(state.egg >= 0) + int(state.carrier != NOBODY_CARRIES),
        "tiles": sum(spaces_with(state, kind) for kind in range(KINDS)),
        "faces of blood too few": max(0, spaces_with(state, BLOOD) - int(state.bag.sum())),
        "hands with gaps": sum(has_gap(state.players[seat]) for seat in range(state.seats)),
        "coins below zero": sum(state.players[seat].coins < 0 for seat in range(state.seats)),
    }


def object_cards(state: Any, card: int) -> int:
    """In the deck, among the discards, in the hands, and put aside in a battle."""
    held = sum(int((state.players[seat].cards == card).sum()) for seat in range(state.seats))
    aside = int((state.battle.aside == card).sum())
    return int(state.deck[card]) + int(state.discards[card]) + held + aside


def spaces_with(state: Any, kind: int) -> int:
    """How many spaces have a tile of this kind; each space of the Temple has one."""
    found = sum(int(word).bit_count() for word in state.tiles[kind])
    assert found <= INSIDE
    return found


def has_gap(player: Any) -> bool:
    """Cards stand in order, with nothing between them."""
    cards = [int(card) for card in player.cards]
    held = [card for card in cards if card != NO_CARD]
    return cards != sorted(held) + [NO_CARD] * (HAND - len(held))
