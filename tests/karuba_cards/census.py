"""Counting the cards: what can neither appear nor vanish while a game is played."""

from typing import Any

from templetop.games.karuba_cards.rules.hand import ALL_CARDS
from templetop.games.karuba_cards.rules.island import NOWHERE, SPACES
from templetop.games.karuba_cards.rules.pieces import CARDS


def census(state: Any) -> dict[str, int]:
    """Sums that are the same from the first move to the last."""
    players = [state.players[seat] for seat in range(state.seats)]
    return {
        "cards": sum(len(where(player, card)) for player in players for card in whole_set()),
        "cards missing or in two places": sum(map(misplaced, players)),
        "spaces with no card or with two": sum(map(wrong_spaces, players)),
        "cards turned up that do not lie open": sum(map(wrongly_turned, players)),
    }


def whole_set() -> range:
    return range(1, CARDS + 1)


def where(player: Any, card: int) -> list[str]:
    """All places where a card of this seat is."""
    piles = ["hand", "pile", "played", "discards"]
    found = [pile for pile in piles if int(player[pile]) >> card & 1]
    return found + (["island"] if player.places[card] != NOWHERE else [])


def misplaced(player: Any) -> int:
    """Cards that are nowhere or in two places, and bits that are no card."""
    piles = int(player.hand) | int(player.pile) | int(player.played) | int(player.discards)
    strange = (piles & ~int(ALL_CARDS)).bit_count()
    return strange + sum(len(where(player, card)) != 1 for card in whole_set())


def wrong_spaces(player: Any) -> int:
    """Spaces that are marked as laid and hold no card, or the other way round, or hold two."""
    held = [int(space) for space in player.places[1:] if space != NOWHERE]
    marked = [space for space in range(SPACES) if int(player.laid) >> space & 1]
    return len(set(held) ^ set(marked)) + len(held) - len(set(held))


def wrongly_turned(player: Any) -> int:
    """Cards of this round that are in hand or in the pile, or played and not turned up."""
    turned, played = int(player.turned), int(player.played)
    unseen = int(player.hand) | int(player.pile)
    return (turned & unseen).bit_count() + (played & ~turned).bit_count()
