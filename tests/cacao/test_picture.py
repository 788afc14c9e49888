"""The table as it is drawn in the terminal."""

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from templetop.engine import ask
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.cacao.card import CARD

from .drawn import play, table

GROUND = """
        p      q      r
    25  P1     r2101  TE
    26  .      M2     p0031
"""


def printed(state: Any, seat: int | None = None, width: int = 100) -> str:
    paper = io.StringIO()
    Console(file=paper, width=width, color_system=None).print(CARD.picture(state, seat))
    return paper.getvalue()


def end_of_a_game(seats: int) -> Any:
    random, state = Random(seats), CARD.start(seats)
    while seats_to_move(state):
        (seat,) = seats_to_move(state)
        ask.play(state, seat, random.choice(legal_moves(state, seat)))
    return state


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_no_wider_than_the_terminal(seats: int, width: int) -> None:
    lines = printed(end_of_a_game(seats), 0, width).splitlines()
    assert max(map(len, lines)) <= width


def test_tiles_can_be_told_without_colours() -> None:
    picture = printed(table(GROUND, hand="1-1-1-1"))
    for words in ("cacao", "market", "temple", "(r)", "(p)", "M2", "TE", "p24"):
        assert words in picture


def test_a_hand_is_drawn_for_its_own_seat_alone() -> None:
    one, other = table(GROUND, hand="1-1-1-1"), table(GROUND, hand="1-1-1-1")
    other.players[1].hand[:] = [0, 1, 0, 0]
    other.players[1].deck[:] = [4, 4, 1, 0]
    one.players[1].deck[:] = [3, 5, 1, 0]
    assert printed(one, 0) == printed(other, 0)
    assert printed(one) == printed(other)
    assert printed(one, 1) != printed(other, 1)


@pytest.mark.parametrize(("moves", "words"), [
    ([], "turn 3 of 22: red to take a square."),
    (["q27"], "turn 3 of 22: red to lay a worker tile on q27."),
    (["q27", "2101"], "turn 3 of 22: red to fill r27."),
    (["q27", "2101", "wa"], "turn 3 of 22: red to sell up to 2 cacao at 2 gold."),
])  # fmt: skip
def test_its_heading_says_what_is_to_be_done(moves: list[str], words: str) -> None:
    state = table(GROUND, hand="1-1-1-1 2-1-0-1", display="SU WA", red={"cacao": 3})
    play(state, *moves)
    assert printed(state).startswith(f"Cacao, {words}")
