"""What a seat is asked, in a sentence, and what stands on the answers."""

from collections.abc import Mapping
from typing import Any

from templetop.engine.kinds import filled_in
from templetop.engine.match import seats_to_move
from templetop.engine.speech import mark
from templetop.games.cacao.rules.deeds import gold_at, is_market
from templetop.games.cacao.rules.pieces import CACAO, DEEDS, NAMES, STEPS, SUNS
from templetop.games.cacao.rules.state import CHOOSING, FILLING, PLACING, TURNING
from templetop.games.cacao.rules.turn import may_build_over, spaces_to_fill, tiles_in
from templetop.games.cacao.words import SPEECH, t, tn

ASKS = mark({
    "place": "Choose a square for your tile.",
    "place or build over": (
        "Choose a free square for your tile, or one of your own tiles to build over for a sun."
    ),
    "turn": "Turn the tile as you like, and lay it.",
    "fill": "A space has to be filled: choose a tile from the display for it.",
    "fill both": (
        "Both tiles go on these two spaces: choose one and its space; the other follows."
    ),
    "fill some": "{spaces} spaces have to be filled: choose where the tile goes.",
    "fill a third": (
        "A third space has to be filled, and the display is full again: choose a tile for it."
    ),
    "choose": "The order of your workers matters here: which edge acts first?",
    "sell": (
        "{workers:workers} of yours can sell at the {tile}. "
        "How many of your {fruits:fruits} do you sell?"
    ),
    "pick one": "Should your worker at the {tile} pick {each} cacao?",
    "pick many": "How many of your {workers} workers at the {tile} should pick {each} cacao each?",
    "dig one": "Should your worker at the {tile} dig {each} gold?",
    "dig many": "How many of your {workers} workers at the {tile} should dig {each} gold each?",
    "fetch one": "Should your worker at the {tile} fetch water?",
    "fetch many": "How many of your {workers} workers at the {tile} should fetch water?",
    "pray one": "Should your worker at the {tile} pray?",
    "pray many": "How many of your {workers} workers at the {tile} should pray?",
})  # fmt: skip
LABELS = mark({
    "sell none": "Sell nothing",
    "sell one": "Sell {number} for {each} gold",
    "sell many": "Sell {number} for {each} gold each",
    "one yes": "Yes",
    "one no": "No",
    "many": "{number}",
    "nobody": "Nobody",
    "edge": "{workers:workers} at the {tile}",
})  # fmt: skip
FORMATS = {
    "workers": lambda number: tn("{count:,} worker", "{count:,} workers", number),
    "fruits": lambda number: tn("{count:,} fruit", "{count:,} fruits", number),
}


def worded(messages: Mapping[Any, str], key: Any, **parts: Any) -> str:
    return filled_in(SPEECH.text(messages[key]), parts, (), FORMATS, SPEECH)


def how_many(number: int) -> str:
    """The key of a message for so many."""
    return "many" if number > 1 else "one" if number else "none"


def each(state: Any, kind: int) -> int:
    """How much each worker gains beside such a tile: fruits, gold, steps or suns."""
    return int(max(CACAO[kind], gold_at(state, kind), STEPS[kind], SUNS[kind]))


# ── The question ─────────────────────────────────────────────────────────────────────────────────


def asks(state: Any, seat: int) -> str | None:
    """What the seat is asked now, if it is asked anything."""
    if seat not in seats_to_move(state):
        return None
    if state.phase == PLACING:
        is_late = may_build_over(state, state.players[seat])
        return t(ASKS["place or build over" if is_late else "place"])
    if state.phase == FILLING:
        return asks_to_fill(state)
    if state.phase in (TURNING, CHOOSING):
        return t(ASKS["turn" if state.phase == TURNING else "choose"])
    return asks_to_work(state, seat)


def asks_to_fill(state: Any) -> str:
    """3.2.5  With a tile for each of two spaces, or too few; 3.2.6  or for a third space."""
    spaces, tiles = spaces_to_fill(state), tiles_in(state.display)
    if spaces == tiles == 2:
        return t(ASKS["fill both"])
    if int(state.filled).bit_count() > 1:
        return t(ASKS["fill a third"])
    return worded(ASKS, "fill some" if spaces > 1 else "fill", spaces=spaces)


def asks_to_work(state: Any, seat: int) -> str:
    """3.3.5  How many sell, or gain something."""
    kind, workers = int(state.job), int(state.workers)
    key = "sell" if is_market(kind) else f"{DEEDS[kind]} {how_many(workers)}"
    fruits = int(state.players[seat].cacao)
    return worded(
        ASKS, key, workers=workers, tile=NAMES[kind], each=each(state, kind), fruits=fruits
    )


# ── The answers ──────────────────────────────────────────────────────────────────────────────────


def label_of_number(state: Any, number: int) -> str:
    """On the button for so many workers that act."""
    kind = int(state.job)
    if is_market(kind):
        return worded(LABELS, f"sell {how_many(number)}", number=number, each=each(state, kind))
    if state.workers == 1:
        return t(LABELS["one yes" if number else "one no"])
    return worded(LABELS, "many" if number else "nobody", number=number)


def label_of_edge(kind: int, workers: int) -> str:
    return worded(LABELS, "edge", workers=workers, tile=NAMES[kind])
