"""What a person reads and types: moves in words, what points are made of, and the greeting."""

import re

import pytest

from templetop.cli.typed import Codes
from templetop.engine.match import legal_moves, say, seats_to_move

from .drawn import CARD, asked, number_of, play, points, table

BETWEEN = """
        p     q      r
    25  P1    r1111  .
    26  .     M2     .
    27  .     p1111  .
"""
TRADE = """
        p     q     r
    25  P1    .     M3
"""
CORNER = """
        p     q
    24  .     M2
    25  P1    .
"""


def says(state: object, code: str) -> str:
    """The words of the move that is typed so."""
    (seat,) = seats_to_move(state)
    return say(state, seat, number_of(state, seat, code))


def test_a_square_is_chosen_before_a_tile_is_laid() -> None:
    assert says(table(BETWEEN), "p24") == "chooses the free square p24"
    late = table(BETWEEN, display="", pile="", red={"suns": 1})
    assert says(late, "q25") == "chooses to build over q25, for a sun"


def test_a_tile_is_told_with_the_work_that_its_workers_find() -> None:
    state = table(TRADE)
    play(state, "q25")
    assert (
        says(state, "2101")
        == "lays a worker tile 2-1-0-1 on q25: 1 worker at a market of 3, 1 worker at a plantation"
    )
    assert says(state, "1300") == "lays a worker tile 1-3-0-0 on q25: 3 workers at a market of 3"
    play(state, "3001")
    assert asked(state) == "chance"


def test_filling_tells_where_the_other_tile_goes() -> None:
    state = table(BETWEEN, display="TE WA")
    play(state, "r26", "3001")
    assert says(state, "te") == "puts the temple on r25 and the water on r27"


def test_working_tells_what_is_sold_and_which_edge_comes_first() -> None:
    state = table(TRADE, red={"cacao": 5})
    play(state, "q25", "2101")
    assert says(state, "p1x1") == "lets 1 worker at a plantation act first"
    play(state, "m3x1")
    assert says(state, "1") == "sells 1 for 3 gold"
    assert says(state, "0") == "sells nothing at 3 gold"


@pytest.mark.parametrize(("typed", "code"), [
    ("q25", "q25"), ("choose q25", "q25"), ("take Q 25", "q25"),
])  # fmt: skip
def test_a_square_may_be_typed_in_words(typed: str, code: str) -> None:
    state = table(TRADE)
    assert Codes(state, 0).understand(typed) == number_of(state, 0, code)


def test_every_code_that_is_offered_is_understood() -> None:
    state = table(BETWEEN, display="TE WA", red={"cacao": 3})
    for code in ("r26", "2101", "te", "1"):
        codes = Codes(state, 0)
        for move in legal_moves(state, 0):
            assert codes.understand(codes.of[move]) == move
        play(state, code)


def test_5_3_points_are_told_with_what_they_are_made_of() -> None:
    temples = """
            o      p      q
        25  .      TE     r1111
        26  .      p0013  TE
    """
    board = {"gold": 12, "suns": 2, "water": -4, "cacao": 3}
    state = table(temples, red=board, purple={"cacao": 1})
    parts = {"gold": 12, "temples": 6 + 6, "suns": 2, "water": -4, "fruits": 3}
    assert CARD.breakdown(state, 0) == parts
    assert points(state)[0] == sum(parts.values()) - parts["fruits"]
    assert CARD.breakdown(state, 1)["fruits"] == 1


def test_the_greeting_says_what_can_be_typed() -> None:
    """Everything that it tells people to type is understood at some table."""
    filling = table(BETWEEN, display="M3 WA", red={"cacao": 3})
    choosing = table()
    laying = table()
    play(laying, "q25")
    play(filling, "r26", "2101")
    selling = filling.copy()
    play(selling, "m3")
    ordering = table(CORNER, hand="2-1-0-1", red={"cacao": 5})
    play(ordering, "q25", "1012")
    tables = {
        "q25": choosing,
        "2101": laying,
        "m3": filling,
        "m3 r25": filling,
        "2": selling,
        "p1x2": ordering,
    }
    for typed, state in tables.items():
        assert re.search(rf"\b{typed} (to|for)", CARD.welcome), typed
        Codes(state, 0).understand(typed)
