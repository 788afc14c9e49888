"""5  The end."""

from random import Random

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.games.cacao.rules.state import PLACING

from .drawn import CARD, Board, asked, draw_on, is_over, places, play, points, table

LETTERS = "rpwy"


@pytest.mark.parametrize(("seats", "rounds"), [(2, 11), (3, 10), (4, 9)])
def test_5_1_1_the_game_ends_with_the_round_in_which_everyone_has_laid_the_last_worker_tile(
    seats: int, rounds: int
) -> None:
    random = Random(seats)
    state = CARD.start(seats)
    turns = []
    while seats_to_move(state):
        (seat,) = seats_to_move(state)
        if state.phase == PLACING:
            turns.append(seat)
        make(state, [(seat, random.choice(legal_moves(state, seat)))])
    assert turns == [*range(seats)] * rounds
    view = CARD.view(state, None)
    assert [player.hand_size + player.deck_size for player in view.players] == [0] * seats


def test_5_1_1_it_does_not_end_before_the_last_seat_of_the_round() -> None:
    state = table(hand="2-1-0-1", seats=3, display="TE TE")
    state.players["deck"] = 0
    play(state, "p24", "2101")
    assert asked(state) == "purple"
    play(state, "r26", "0121")
    assert asked(state) == "white"
    play(state, "o25", "2101")
    draw_on(state)
    assert is_over(state)


def test_5_1_2_it_goes_on_when_the_jungle_tiles_have_run_out() -> None:
    state = table(display="", pile="")
    play(state, "p24", "1111", "draw 2-1-0-1")
    assert not is_over(state)


def temple(*workers: int) -> str:
    """A temple with so many workers of each seat beside it."""
    marks = [
        f"{LETTERS[seat]}{face(workers, seat)}" if n else "." for seat, n in enumerate(workers)
    ]
    marks += ["."] * (4 - len(marks))
    north, east, south, west = marks
    return f"""
            o        p        q
        24  .        {north}  .
        25  {west}   TE       {east}
        26  .        {south}  .
    """


def face(workers: tuple[int, ...], seat: int) -> str:
    """A tile with so many workers on the edge that faces the temple; seat 1 lies in the north …"""
    tile = {1: "1111", 2: "2101", 3: "3001"}[workers[seat]]
    quarters = (seat + 2) % 4
    return "".join(tile[(side - quarters) % 4] for side in range(4))


def temple_gold(*workers: int) -> list[int]:
    seats = max(2, len(workers))
    return [gold + 10 for gold in points(table(temple(*workers), seats=seats))]


def test_5_2_1_every_temple_is_scored_by_itself() -> None:
    two_temples = """
            o      p      q      r
        24  .      .      .      .
        25  .      TE     r1111  .
        26  .      p0013  TE     p0013
    """
    state = table(two_temples)
    view = CARD.view(state, None)
    assert {temple.name: (temple.workers, temple.gold) for temple in view.temples} == {
        "p25": ([1, 0], [6, 0]),
        "q26": ([1, 3], [3, 6]),
    }
    assert points(state) == [9 - 10, 6 - 10]


def test_5_2_1_it_counts_the_workers_of_several_tiles() -> None:
    state = table(
        """
            o      p      q
        24  .      r1111  .
        25  r1210  TE     p0012
        26  .      .      .
        """.replace("p0012", "p1012")
    )
    assert CARD.view(state, None).temples[0].workers == [3, 2]


@pytest.mark.parametrize("workers", [(3, 1), (2, 1), (1, 0), (3, 2, 1), (3, 2, 1, 1)])
def test_5_2_2_the_most_workers_earn_six(workers: tuple[int, ...]) -> None:
    assert temple_gold(*workers)[0] == 6


@pytest.mark.parametrize("workers", [(3, 1), (2, 1), (3, 2, 1), (3, 2, 0, 1)])
def test_5_2_3_the_second_most_earn_three(workers: tuple[int, ...]) -> None:
    assert temple_gold(*workers)[1] == 3
    assert sum(temple_gold(*workers)) == 9


@pytest.mark.parametrize(("workers", "gold"), [
    ((2, 2), [3, 3]),
    ((2, 2, 1), [3, 3, 0]),
    ((2, 2, 2), [2, 2, 2]),
    ((1, 1, 1, 1), [1, 1, 1, 1]),
    ((2, 2, 2, 1), [2, 2, 2, 0]),
    ((3, 3, 2, 1), [3, 3, 0, 0]),
])  # fmt: skip
def test_5_2_4_several_with_the_most_share_the_six_and_nobody_is_second(
    workers: tuple[int, ...], gold: list[int]
) -> None:
    assert temple_gold(*workers) == gold


@pytest.mark.parametrize(("workers", "gold"), [
    ((3, 1, 1), [6, 1, 1]),
    ((3, 1, 1, 1), [6, 1, 1, 1]),
    ((3, 2, 2, 1), [6, 1, 1, 0]),
])  # fmt: skip
def test_5_2_5_several_with_the_second_most_share_the_three(
    workers: tuple[int, ...], gold: list[int]
) -> None:
    assert temple_gold(*workers) == gold


@pytest.mark.parametrize(
    ("workers", "gold"), [((0, 0), [0, 0]), ((2, 0), [6, 0]), ((0, 1, 0), [0, 6, 0])]
)
def test_5_2_6_who_has_no_worker_there_earns_nothing(
    workers: tuple[int, ...], gold: list[int]
) -> None:
    assert temple_gold(*workers) == gold


def test_5_3_1_every_sun_left_is_worth_one_gold() -> None:
    assert points(table(red={"suns": 3}, purple={"suns": 1})) == [3 - 10, 1 - 10]


@pytest.mark.parametrize("field", [-10, -4, -1, 0, 2, 4, 7, 11, 16])
def test_5_3_2_the_field_of_the_water_carrier_is_added(field: int) -> None:
    assert points(table(red={"gold": 5, "water": field}))[0] == 5 + field


def test_5_3_3_fruits_left_are_worth_nothing() -> None:
    assert points(table(red={"cacao": 5})) == [-10, -10]


def test_5_3_4_the_most_gold_wins() -> None:
    assert places(table(seats=3, red={"gold": 5}, white={"gold": 7})) == [2, 3, 1]


@pytest.mark.parametrize(("boards", "expected"), [
    (({"gold": 5, "cacao": 2}, {"gold": 5, "cacao": 3}), [2, 1]),
    (({"gold": 5, "cacao": 3}, {"gold": 5, "cacao": 3}), [1, 1]),
    (({"gold": 6}, {"gold": 5, "cacao": 5}), [1, 2]),
])  # fmt: skip
def test_5_3_5_among_equals_more_fruits_are_ahead_and_then_the_place_is_shared(
    boards: tuple[Board, Board], expected: list[int]
) -> None:
    red, purple = boards
    assert places(table(red=red, purple=purple)) == expected
