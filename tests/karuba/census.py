"""Counting the pieces: what can neither appear nor vanish while a game is played."""

from typing import Any

import numpy as np

from templetop.games.karuba.rules.island import UNPLACED
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    CRYSTAL,
    GOLD,
    NO_TILE,
    TILES,
    TREASURE,
)
from templetop.games.karuba.rules.start import ENOUGH_GOLD


def census(state: Any) -> dict[str, int]:
    """Sums that are the same from the first move to the last."""
    players = [state.players[seat] for seat in range(state.seats)]
    return {
        "adventurers": sum(int((player.adventurers <= UNPLACED).sum()) for player in players),
        "treasures in stacks and taken": in_stacks(state) + sum(map(taken, players)),
        "tiles in the stack or called": int(state.stack).bit_count() + called(state),
        "tiles laid and not called, or twice": sum(laid_wrongly(state, p) for p in players),
        "gold": sum(map(gold_of, players)) + supply_of_gold(state, players),
        "crystals short": sum(crystals_short(player) for player in players),
    }


def in_stacks(state: Any) -> int:
    """What the treasures are worth that nobody has taken yet."""
    return sum(
        int(state.treasures[state.taken[colour] : state.stacks].sum())
        for colour in range(ADVENTURERS)
    )


def taken(player: Any) -> int:
    return int(player.treasures.sum())


def called(state: Any) -> int:
    """How many tiles have been called so far."""
    return sum(not int(state.stack) >> tile & 1 for tile in range(1, TILES + 1))


def laid_tiles(player: Any) -> list[int]:
    return [int(tile) for tile in player.tiles if tile != NO_TILE]


def laid_wrongly(state: Any, player: Any) -> int:
    """Tiles on an island that are still in the stack, that lie there twice, or are not counted."""
    laid = laid_tiles(player)
    in_the_stack = sum(int(state.stack) >> tile & 1 for tile in laid)
    return in_the_stack + len(laid) - len(set(laid)) + abs(len(laid) - int(player.laid))


def gold_of(player: Any) -> int:
    """Gold lying on the island or taken."""
    return int(player.lying_gold).bit_count() + int(player.gold)


def supply_of_gold(state: Any, players: list[Any]) -> int:
    """What is left; where there is enough, every gold tile laid has taken one from it."""
    if state.gold != ENOUGH_GOLD:
        return int(state.gold)
    return -sum(shown(player, GOLD) for player in players)


def crystals_short(player: Any) -> int:
    """Crystals that tiles showed and that lie nowhere and were not taken. (3.6.4 may add some.)"""
    there = int(player.lying_crystals).bit_count() + int(player.crystals)
    return max(0, shown(player, CRYSTAL) - there)


def shown(player: Any, treasure: int) -> int:
    """How many tiles on the island show this treasure."""
    return int(np.sum(TREASURE[player.tiles] == treasure))
