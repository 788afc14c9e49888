"""Notes of matches that were never played."""

import numpy as np

from templetop.engine.dealt import MOMENTS
from templetop.engine.seats import Array
from templetop.games.shelf import take
from templetop.study.notes import Notes

EMPTY = (
    "variant", "part", "take", "decisions", "choices", "forced", "led", "steps", "changes",
    "settled", "first",
)  # fmt: skip


def notes(points: Array, deals: Array, bots: Array | None = None) -> Notes:
    """Of two seats: a row of points for each match, and its deal."""
    matches = len(points)
    card = take("karuba")
    kinds = len(card.moves.kinds)
    best = points.max(axis=1, keepdims=True)
    first = points == best
    rows = 2 * matches
    columns: dict[str, Array] = {name: np.zeros(rows, np.int64) for name in EMPTY}
    columns |= {
        "deal": np.repeat(deals, 2),
        "seat": np.tile([0, 1], matches),
        "side": np.tile([0, 1], matches),
        "points": points.reshape(rows),
        "place": np.where(first, 1, 2).reshape(rows),
        "win": (first / first.sum(axis=1, keepdims=True)).reshape(rows),
        "bot": np.zeros(rows, np.int64) if bots is None else bots.reshape(rows),
        "course": np.zeros((rows, MOMENTS), np.int64),
        "used": np.zeros((rows, kinds), np.int64),
        "offered": np.zeros((rows, kinds), np.int64),
        "sources": np.zeros((rows, 0)),
    }
    return Notes(card, 2, columns, ("greedy", "random"))
