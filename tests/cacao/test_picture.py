"""The table as it is drawn in the terminal."""

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.games.cacao.rules.pieces import COLOURS

from .drawn import CARD, play, table

GROUND = """
        p      q      r
    25  P1     r2101  TE
    26  .      M2     p0031
"""


def printed(
    state: Any, seat: int | None = None, width: int = 100, height: int | None = None
) -> str:
    paper = io.StringIO()
    screen = Console(file=paper, width=width, color_system=None)
    screen.print(CARD.picture(state, seat), height=height)
    return paper.getvalue()


def middle_of_a_game(seats: int, seed: int) -> Any:
    """Half of the worker tiles are laid."""
    random, state = Random(seed), CARD.start(seats)
    while state.laid < {2: 11, 3: 15, 4: 18}[seats]:
        (seat,) = seats_to_move(state)
        make(state, [(seat, random.choice(legal_moves(state, seat)))])
    return state


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_middle_of_a_game_is_seen_whole_in_80_by_24(seats: int, seed: int) -> None:
    state = middle_of_a_game(seats, seed)
    for seat in (None, 0):
        lines = printed(state, seat, 80, height=23).splitlines()  # one is for the prompt
        assert len(lines) <= 23
        assert max(map(len, lines)) <= 80
        assert all(words in "".join(lines) for words in ("in the pile", *COLOURS[:seats]))


@pytest.mark.parametrize(("width", "height", "tile"), [
    (120, None, ["   2   ", " 1(r)1 ", "   ·   "]),
    (64, None, ["  2  ", "1(r)1", "  ·  "]),
    (64, 11, ["r 2  ", "1 · 1"]),
    (50, 11, ["r2 ", "1·1"]),
    (64, 9, ["r2101"]),
])  # fmt: skip
def test_a_tile_is_drawn_as_large_as_there_is_room(
    width: int, height: int | None, tile: list[str]
) -> None:
    """Where a tile has two lines, its numbers lie like the arrows on a keyboard."""
    lines = printed(table(GROUND, hand="1-1-1-1"), None, width, height).splitlines()
    (row, column), *_ = [
        (row, line.index(tile[0])) for row, line in enumerate(lines) if tile[0] in line[:60]
    ]
    drawn = [line[column : column + len(tile[0])] for line in lines[row : row + len(tile)]]
    assert drawn == tile


@pytest.mark.parametrize(("height", "squares"), [(None, "fill"), (9, "?r27")])
def test_the_space_to_fill_is_marked_without_colours_too(height: int | None, squares: str) -> None:
    state = table(GROUND, hand="1-1-1-1 2-1-0-1", display="SU WA")
    play(state, "q27", "2101")
    assert squares in printed(state, None, 70, height)


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
