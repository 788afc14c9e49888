"""3.1  Laying a worker tile."""

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE
from templetop.games.cacao.people.notation import stretch
from templetop.games.cacao.rules.ground import (
    SIZE,
    SPOTS,
    includes,
    is_space,
    number_at,
    place_of_space,
    place_of_square,
    space_beside,
    square_beside,
)
from templetop.games.cacao.rules.moves import PLACE

from .drawn import CARD, choices, drawing, ground, play, table
from .facts import FACES
from .reading import SQUARE_NAMES
from .reference import Layout, grown


def test_3_1_1_a_worker_tile_is_laid_on_a_free_square_beside_a_jungle_tile() -> None:
    state = table()
    assert choices(state) == {"p24", "q25", "o25", "p26", "r26", "q27"}


def test_3_1_1_a_corner_is_not_enough() -> None:
    lonely = """
            o     p     q
        24  .     .     .
        25  .     P1    .
        26  .     .     .
    """
    assert choices(table(lonely)) == {"p24", "o25", "q25", "p26"}


def test_3_1_1_it_is_not_laid_where_another_one_lies() -> None:
    taken = """
            p      q
        25  P1     r1111
        26  p1111  M2
    """
    state = table(taken)
    assert choices(state) == {"p24", "o25", "r26", "q27"}
    with pytest.raises(IllegalMove, match="A worker tile lies on q25"):
        play(state, "q25")


def test_3_1_2_it_is_any_tile_of_the_hand() -> None:
    state = table(hand="1-1-1-1 3-1-0-0")
    play(state, "q25")
    assert choices(state) == FACES["1-1-1-1"] | FACES["3-1-0-0"]
    play(state, "0310")
    assert CARD.view(state, 0).players[0].hand == {"1-1-1-1": 1}


def test_3_1_2_it_cannot_be_one_that_is_not_in_hand() -> None:
    state = table(hand="1-1-1-1 3-1-0-0")
    play(state, "q25")
    with pytest.raises(IllegalMove, match="You have no 2-1-0-1 in your hand"):
        play(state, "2101")


@pytest.mark.parametrize("face", ["2101", "1210", "0121", "1012"])
def test_3_1_3_it_may_be_turned_as_one_likes(face: str) -> None:
    state = table(hand="2-1-0-1 2-1-0-1")
    play(state, "q25", face)
    after = f"""
            p     q
        25  P1    r{face}
        26  .     M2
    """
    assert ground(state) == drawing(after)


def test_3_1_4_one_says_first_where_and_then_which_tile_and_how() -> None:
    state = table()
    play(state, "q25")
    assert choices(state) == FACES["1-1-1-1"] | FACES["2-1-0-1"] | FACES["3-0-0-1"]


def test_3_1_4_it_is_not_asked_with_nothing_but_1_1_1_1_left() -> None:
    state = table(hand="1-1-1-1 1-1-1-1")
    state.players[0].deck[:] = 0
    play(state, "q25")
    after = """
            p     q
        25  P1    r1111
        26  .     M2
    """
    assert ground(state) == drawing(after)


def test_3_1_4_it_is_asked_where_only_the_hand_has_nothing_else() -> None:
    state = table(hand="1-1-1-1 1-1-1-1")
    play(state, "q25")
    assert choices(state) == FACES["1-1-1-1"]  # else everyone would know the hand


def test_3_1_5_squares_and_spaces_alternate_like_a_chessboard() -> None:
    for number in range(SPOTS):
        for side, (across, down) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
            column, row = place_of_square(number)
            beside = (column + across) % SIZE, (row + down) % SIZE
            assert place_of_space(space_beside(number, side)) == beside
            column, row = place_of_space(number)
            beside = (column + across) % SIZE, (row + down) % SIZE
            assert place_of_square(square_beside(number, side)) == beside


# ── The ground has no edge ───────────────────────────────────────────────────────────────────────


def extents(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first and last column, and the first and last row."""
    columns, rows = zip(*places)
    return [(min(columns), max(columns)), (min(rows), max(rows))]


def test_3_1_6_a_jungle_tile_goes_at_most_one_column_beyond_all_before_it() -> None:
    """On endless ground, in every layout that seven worker tiles can make."""
    layouts: set[Layout] = {(frozenset({(0, 0), (1, 1)}), frozenset())}
    for _ in range(7):
        followers = {layout: grown(layout) for layout in layouts}
        for (before, _), afterwards in followers.items():
            for jungle, _ in afterwards:
                for (first, last), (low, high) in zip(extents(before), extents(jungle)):
                    assert first - low <= 1
                    assert high - last <= 1
                    assert high - low + 1 <= len(jungle)
        layouts = set().union(*followers.values())
    assert len(layouts) > 900


@pytest.mark.parametrize("first", [("q25", "r26"), ("p26", "o25")], ids=["eastward", "westward"])
def test_3_1_6_it_reaches_over_30_columns_at_most_and_the_ends_do_not_meet(
    first: tuple[str, str],
) -> None:
    """A zigzag, on which every worker tile brings a jungle tile one column further on."""
    state = table(seats=4, hand="1-1-1-1", display="TE TE")
    for square in first:
        lay(state, SQUARE_NAMES.index(square))
    widths = [len(columns_of_jungle(state))]
    while state.display.any():
        lay(state, furthest_square(state))
        widths.append(len(columns_of_jungle(state)))
    assert widths == [*range(3, 29)]
    used = {place_of_square(square)[0] for square in range(SPOTS) if is_used(state, square)}
    assert len(used) == 30


@pytest.mark.parametrize("beyond", [(SIZE, 0), (0, SIZE), (-SIZE, SIZE)])
def test_3_1_6_what_leaves_the_ground_at_one_end_comes_in_again_at_the_other(
    beyond: tuple[int, int],
) -> None:
    for column, row in product(range(SIZE), repeat=2):
        number = number_at(column + beyond[0], row + beyond[1])
        place = place_of_space(number) if is_space(column, row) else place_of_square(number)
        assert place == (column, row)


def lay(state: Any, square: int) -> None:
    """A turn in which all that is asked besides is answered by the first answer."""
    make(state, [(seats_to_move(state)[0], PLACE + square)])
    while seats_to_move(state) and legal_moves(state, seats_to_move(state)[0])[0] < PLACE:
        seat = seats_to_move(state)[0]
        make(state, [(seat, legal_moves(state, seat)[0])])


def columns_of_jungle(state: Any) -> list[int]:
    return stretch({place_of_space(space)[0] for space in range(SPOTS) if state.jungle[space]})


def furthest_square(state: Any) -> int:
    """The square from which the jungle grows by one tile, one column further."""
    before = len(columns_of_jungle(state))
    for move in legal_moves(state, int(state.active)):
        after = state.copy()
        lay(after, move - PLACE)
        grown_by = (after.jungle != 0).sum() - (state.jungle != 0).sum()
        if len(columns_of_jungle(after)) > before and grown_by == 1:
            return move - PLACE
    raise AssertionError("the zigzag ends here")


def is_used(state: Any, square: int) -> bool:
    return bool(includes(state.occupied, square) or includes(state.open, square))


def test_3_1_7_there_is_always_a_free_square() -> None:
    random = Random(7)
    for seats in (2, 3, 4) * 3:
        state = CARD.start(seats)
        while seats_to_move(state):
            (seat,) = seats_to_move(state)
            moves = legal_moves(state, seat)
            if seat != CHANCE and moves[0] >= PLACE:
                assert state.open.any()
                moves = crowded(state, moves)
            make(state, [(seat, random.choice(moves))])


def crowded(state: Any, moves: list[int]) -> list[int]:
    """The squares with the most jungle around: who takes them leaves the fewest free."""
    around = {
        move: sum(state.jungle[space] != 0 for space in spaces_beside(move - PLACE))
        for move in moves
    }
    return [move for move in moves if around[move] == max(around.values())]


def spaces_beside(square: int) -> list[int]:
    return [space_beside(square, side) for side in range(4)]
