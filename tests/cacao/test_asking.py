"""What a seat is asked, in a sentence, and what stands on the answers."""

from typing import Any

import pytest

from templetop.engine.match import legal_moves, target_of

from .drawn import CARD, ONE_SPACE, THREE_SPACES, TWO_SPACES, asked, play, table
from .test_3_3_letting_workers_act import ANYTHING, OVERFLOW


def asks(state: Any, seat: int | None = 0) -> Any:
    return CARD.view(state, seat).asks


def labels(state: Any, seat: int = 0) -> list[str]:
    return [target_of(state, seat, move).label for move in legal_moves(state, seat)]


def test_only_who_is_to_decide_is_asked() -> None:
    state = table(active="purple")
    assert asks(state, 1) == "Choose a square for your tile."
    assert asks(state, 0) is None
    assert asks(state, None) is None
    play(state, "q25", "3001")
    assert asked(state) == "chance"
    assert asks(state, 1) is None


def test_4_1_it_says_that_one_may_build_over() -> None:
    state = table(ONE_SPACE, display="", pile="", red={"suns": 1})
    assert asks(state).endswith("or one of your own tiles to build over for a sun.")


def test_3_1_3_how_a_tile_lies_is_asked() -> None:
    state = table()
    play(state, "q25")
    assert asks(state) == "Turn the tile as you like, and lay it."


@pytest.mark.parametrize(("ground", "tiles", "moves", "sentence"), [
    (ONE_SPACE, ("TE M3", None), ["r26", "2101"],
     "A space has to be filled: choose a tile from the display for it."),
    (TWO_SPACES, ("TE M3", None), ["r26", "2101"],
     "Both tiles go on these two spaces: choose one and its space; the other follows."),
    (TWO_SPACES, ("TE", ""), ["r26", "2101"],
     "2 spaces have to be filled: choose where the tile goes."),
    (THREE_SPACES, ("P1 G2", "WA SU"), ["q27", "2101"],
     "3 spaces have to be filled: choose where the tile goes."),
    (THREE_SPACES, ("P1 G2", "WA SU"), ["q27", "2101", "p1 q28", "g2 r27", "turn wa", "turn su"],
     "A third space has to be filled, and the display is full again: choose a tile for it."),
])  # fmt: skip
def test_3_2_which_tile_goes_where_is_asked(
    ground: str, tiles: tuple[str, str | None], moves: list[str], sentence: str
) -> None:
    state = table(ground, display=tiles[0], pile=tiles[1])
    play(state, *moves)
    assert asks(state) == sentence


def test_3_3_4_which_edge_acts_first_is_asked() -> None:
    state = table(OVERFLOW, red={"cacao": 5})
    play(state, "q25", "2101")
    assert asks(state) == "The order of your workers matters here: which edge acts first?"
    assert labels(state) == ["1 worker at the plantation", "1 worker at the market of 3"]


def at(tile: str, face: str, **board: int) -> Any:
    """The seat's workers have been laid beside such a tile, in the west."""
    state = table(f"        p     q\n    25  {tile}    .", options=ANYTHING, red=board)
    play(state, "q25", face)
    return state


@pytest.mark.parametrize(("tile", "face", "sentence", "answers"), [
    ("P1", "2101", "Should your worker at the plantation pick 1 cacao?", ["No", "Yes"]),
    ("P2", "1012", "How many of your 2 workers at the double plantation should pick 2 cacao each?",
     ["Nobody", "1", "2"]),
    ("G1", "2101", "Should your worker at the gold mine of 1 dig 1 gold?", ["No", "Yes"]),
    ("G2", "1012", "How many of your 2 workers at the gold mine of 2 should dig 2 gold each?",
     ["Nobody", "1", "2"]),
    ("WA", "2101", "Should your worker at the water fetch water?", ["No", "Yes"]),
    ("WA", "1012", "How many of your 2 workers at the water should fetch water?",
     ["Nobody", "1", "2"]),
    ("SU", "2101", "Should your worker at the sun site pray?", ["No", "Yes"]),
    ("SU", "1012", "How many of your 2 workers at the sun site should pray?", ["Nobody", "1", "2"]),
])  # fmt: skip
def test_3_3_9_how_many_gain_something_is_asked(
    tile: str, face: str, sentence: str, answers: list[str]
) -> None:
    state = at(tile, face)
    assert asks(state) == sentence
    assert labels(state) == answers
    assert not any(target_of(state, 0, move).is_sale for move in legal_moves(state, 0))


def test_3_3_5_how_many_fruits_are_sold_is_asked() -> None:
    state = at("M3", "1012", cacao=2)
    assert asks(state) == (
        "2 workers of yours can sell at the market of 3. How many of your 2 fruits do you sell?"
    )
    assert labels(state) == ["Sell nothing", "Sell 1 for 3 gold", "Sell 2 for 3 gold each"]
    assert all(target_of(state, 0, move).is_sale for move in legal_moves(state, 0))
    one = at("M3", "2101", cacao=1)
    assert asks(one).startswith("1 worker of yours can sell")
    assert "your 1 fruit do" in asks(one)
