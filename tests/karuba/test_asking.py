"""What a seat is asked, in a sentence."""

from typing import Any

import pytest

from templetop.engine.seats import CHANCE

from .drawn import CARD, bring_home, decide, play, table

FULL = """
    │ │ │ │ │ │
    │ ┌ ┌ ┐ ┐ └
    └ ┘ ┘ ┤ ├ ┤
    ├ ┬ ┬ ┴ ┴ ┼
    ┼ ┼ ┼ ─ ─ ─
"""


def asks(state: Any, seat: int | None = 0) -> Any:
    return CARD.view(state, seat).asks


def test_2_6_who_places_is_asked_where() -> None:
    state = CARD.start(2)
    assert asks(state) == "Choose the beach number where the brown adventurer sets out."
    play(state, 0, "place on 50")
    assert asks(state) == "Choose the temple number for the brown temple."
    play(state, 0, "site on 20")
    assert asks(state, 1) == "Choose the beach number where the blue adventurer sets out."


def test_only_who_is_to_decide_is_asked() -> None:
    state = CARD.start(2)
    assert asks(state, 1) is None
    assert asks(state, None) is None
    state = table("", "")
    assert [asks(state, seat) for seat in (0, 1, None)] == [None] * 3
    play(state, CHANCE, "call 36")
    assert [asks(state, seat) is None for seat in (0, 1, None)] == [False, False, True]


@pytest.mark.parametrize(("island", "sentence"), [
    ("", "Lay tile 36, or discard it."),
    ("─n ─", "Lay tile 36, or discard it and walk an adventurer up to 2 steps."),
    (FULL, "Your island is full: discard tile 36."),
    (FULL.replace("─ ─ ─", "─ ─n ─"),
     "Your island is full: discard tile 36, and walk an adventurer up to 2 steps if you like."),
])  # fmt: skip
def test_3_2_1_it_is_asked_what_becomes_of_the_tile(island: str, sentence: str) -> None:
    assert asks(table(island, tile=36)) == sentence


def test_4_1_nobody_is_asked_when_it_is_over() -> None:
    state = table(". . . . . ─n", tile=36)
    bring_home(state, 0, "blue", "purple", "yellow")
    decide(state, "walk brown to temple")
    assert asks(state) is None
