"""The game with the rows of `more_rows` in its box; test_modules.py runs it elsewhere."""

from collections import Counter
from random import Random

import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.cacao.card import CARD
from templetop.games.cacao.ground import SIZE
from templetop.games.cacao.moves import LAST_ACT, MOVES, PLACE
from templetop.games.cacao.state import WORK

from ..every_game.tables import some_tables
from .drawn import MARKS, asked, board, choices, is_over, places, play, points, table
from .test_reference import OPTIONS, Pair


@pytest.mark.parametrize(("third_fill", "declining"), OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_the_one_that_is_played_to_the_letter(
    seats: int, third_fill: str, declining: str
) -> None:
    """Whatever any order of the edges allows can be reached by answers, and nothing else."""
    pair = Pair(seats, third_fill, declining, Random(f"{seats} {third_fill} {declining}"))
    while not is_over(pair.state):
        pair.play()
    pair.end_turn()
    assert points(pair.state) == pair.table.points()
    assert places(pair.state) == pair.table.places()


def test_all_that_is_new_is_played_with() -> None:
    """Else nothing would be shown by the games that all these tests look at."""
    seen = Counter[str]()
    for seated in some_tables([CARD]):
        state, random = seated.start(), Random(str(seated))
        while seats_to_move(state):
            (seat,) = seats_to_move(state)
            move = random.choice(legal_moves(state, seat))
            if state.phase == WORK:
                seen[MARKS[state.job]] += CARD.code(state, seat, move) != "0"
                seen["four workers"] += int(state.workers) == 4
            ask.play(state, seat, move)
    for new in ("M5", "WG", "SM", "TR", "four workers", "."):
        assert seen[new] > 1, new


# ── Single rows ──────────────────────────────────────────────────────────────────────────────────


def ground_with(tile: str) -> str:
    return f"""
            p     q     r
        25  {tile}    .     .
    """


@pytest.mark.parametrize(("tile", "before", "answer", "after"), [
    ("M5", {"cacao": 5},              "3", {"cacao": 2, "gold": 15}),
    ("WG", {"water": 2},              "1", {"water": 0, "cacao": 4}),
    ("WG", {"water": 2, "cacao": 3},  "4", {"cacao": 5}),              # as far back as it started
    ("SM", {"suns": 3, "gold": 1},    "2", {"suns": 1, "gold": 7}),
])  # fmt: skip
def test_a_row_says_what_its_tile_gives_and_takes(
    tile: str, before: dict[str, int], answer: str, after: dict[str, int]
) -> None:
    state = table(ground_with(tile), hand="0-0-0-4", red=before)
    play(state, "q25", "0004")
    assert asked(state) == "red"
    play(state, answer)
    assert board(state, "red") == after


def test_who_has_nothing_to_give_is_not_asked() -> None:
    for tile in ("M5", "WG", "SM"):
        state = table(ground_with(tile), hand="0-0-0-4")
        play(state, "q25", "0004")
        assert asked(state) == "chance"


def test_a_deed_that_no_column_says_is_done_too() -> None:
    state = table(ground_with("TR"), hand="0-0-0-4")
    play(state, "q25", "0004")
    assert board(state, "red") == {"gold": 1 + 2 + 3 + 4}


def test_which_comes_first_is_asked_where_one_fills_what_the_other_takes_from() -> None:
    """To fetch water and then to go back, or the other way round; on the last field it matters."""
    both = """
            p     q     r
        25  WG    .     WA
    """
    state = table(both, hand="0-2-0-2", red={"water": 16})
    play(state, "q25", "0202")
    assert choices(state) == {"wgx2", "wax2"}
    play(state, "wax2", "2")
    assert board(state, "red") == {"water": 7, "cacao": 5}


# ── Numbers that follow from the rows ────────────────────────────────────────────────────────────


def test_a_module_is_an_option_that_is_off_unless_it_is_chosen() -> None:
    option = CARD.options[-1]
    assert (option.name, option.choices[0].name) == ("plenty", "no")
    usual, rich = (CARD.census(CARD.start(3, {"plenty": answer})) for answer in ("no", "yes"))
    changed = {name: rich[name] - usual[name] for name in usual if rich[name] != usual[name]}
    assert changed == {"watering": 2, "temple": -2} | {
        f"{colour} {kind}": more
        for colour in ("red", "purple", "white")
        for kind, more in (("0-0-0-4", 1), ("1-1-1-1", -1))
    }


def test_a_table_with_a_module_reads_as_it_was_written() -> None:
    for answer in ("no", "yes"):
        state = CARD.start(2, {"plenty": answer})
        assert f"plenty={answer}" in CARD.write(state)
        assert CARD.read(CARD.write(state)).tobytes() == state.tobytes()


def test_the_ground_is_as_large_as_before_and_squares_begin_with_a_word() -> None:
    assert SIZE == 32
    assert LAST_ACT < PLACE
    assert PLACE % 64 == 0
    assert PLACE + SIZE * SIZE // 2 == MOVES


def test_chance_draws_every_new_tile() -> None:
    state = CARD.start(4)
    assert {"draw 0-0-0-4", "draw 0-2-0-2"} <= choices(state)
    while not any(code.startswith("turn") for code in choices(state)):
        ask.play(state, CHANCE, legal_moves(state, CHANCE)[0])
    assert {"turn m5", "turn wg", "turn sm", "turn tr"} <= choices(state)
