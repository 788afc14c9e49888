"""Counting the pieces: what can neither appear nor vanish while a game is played."""

from typing import Any

from templetop.games.vulkar.people.notation import CARD_WORDS
from templetop.games.vulkar.rules.island import COLOURS
from templetop.games.vulkar.rules.pieces import FIREBALLS, NO_TOKEN, SLABS, SOUVENIRS


def census(state: Any) -> dict[str, int]:
    """Sums that are the same from the first move to the last."""
    return {
        **{f"{name} tokens": tokens(state, colour) for colour, name in enumerate(COLOURS)},
        **{f"{name} pictures": pictures(state, colour) for colour, name in enumerate(COLOURS)},
        **{name: cards(state, card) for card, name in enumerate(CARD_WORDS)},
        **{name: souvenirs(state, kind) for kind, name in enumerate(SOUVENIRS)},
        "fireballs too many": max(0, int(state.scar) - FIREBALLS),
        "piles that are counted wrong": sum(not is_counted(one) for one in state.figures),
        "figures": int(state.count),
    }


def tokens(state: Any, colour: int) -> int:
    """On slabs, in the bag, in the Maw, and with the figures."""
    held = sum(int((one.tokens == colour).sum()) for one in state.figures)
    laid = int((state.slabs == colour).sum())
    return held + laid + int(state.bag[colour]) + int(state.maw[colour])


def pictures(state: Any, colour: int) -> int:
    taken = sum(int(one.pictures) >> colour & 1 for one in state.figures)
    return int(state.album[colour]) + taken


def cards(state: Any, card: int) -> int:
    """In the piles, in hands, and on the table."""
    piles = (state.deck, state.discards, state.tracker, state.box)
    held = int((state.hands == card).sum()) + int(state.card == card)
    return sum(int(pile[card]) for pile in piles) + held


def souvenirs(state: Any, kind: int) -> int:
    held = int(state.souvenirs[:, kind].sum())
    return int(state.shop[kind]) + int(state.gone[kind]) + held


def is_counted(figure: Any) -> bool:
    """Tokens stand in order, with nothing between them, and are as many as it says."""
    held = [int(token) for token in figure.tokens if token != NO_TOKEN]
    in_order = sorted(held) + [NO_TOKEN] * (SLABS - len(held))
    return bool(len(held) == figure.held) and in_order == figure.tokens.tolist()
