"""What is refused names its rule: out of turn, and what is not even a move."""

from typing import Any

import pytest

from templetop.cli.typed import Codes, Unclear
from templetop.engine.match import NotYourTurn, check, legal_moves
from templetop.engine.refusal import IllegalMove
from templetop.games.cacao.rules.ground import number_at

from .drawn import CARD, TWO_SPACES, asked, draw_on, play, table

SHARED_MARKET = """
        q      r
    25  p0310  .
    26  M2     .
"""


def out_of_turn(state: Any, seat: int) -> str:
    """The rule by which the seat has to wait."""
    with pytest.raises(NotYourTurn) as refusal:
        check(state, seat, legal_moves(state, 1 - seat)[0])
    return refusal.value.rule


def test_3_5_3_it_is_refused_to_lay_a_tile_before_it_is_ones_turn() -> None:
    state = table()
    assert out_of_turn(state, 1) == "3.5.3"
    play(state, "q25")
    assert out_of_turn(state, 1) == "3.5.3"


def test_3_2_3_it_is_refused_to_choose_a_tile_for_another() -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26", "2101")
    assert out_of_turn(state, 1) == "3.2.3"


def test_3_3_6_it_is_refused_to_decide_about_the_workers_of_others() -> None:
    state = table(SHARED_MARKET, display="M3 M3", purple={"cacao": 2})
    play(state, "r26", "2101")
    assert asked(state) == "purple"
    assert out_of_turn(state, 0) == "3.3.6"


def refused(state: Any, typed: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refusal:
        Codes(state, 0).understand(typed)
    return refusal.value


@pytest.mark.parametrize("name", ["p25", "q26", "r27", "p 25", "take a10"])
def test_3_1_5_it_is_refused_to_lay_a_worker_tile_on_a_space(name: str) -> None:
    refusal = refused(table(), name)
    assert refusal.rule == "3.1.5"
    assert "is a space for jungle tiles" in str(refusal)


@pytest.mark.parametrize("name", ["q9", "q42", "q99", "zz25", "ag10"])
def test_3_1_6_it_is_refused_to_go_where_no_game_can_get(name: str) -> None:
    refusal = refused(table(), name)
    assert refusal.rule == "3.1.6"
    assert f"as far as {name}: places go from a10 to af41" in str(refusal)


@pytest.mark.parametrize("face", ["2222", "4000", "2110", "0003"])
def test_1_2_it_is_refused_to_lay_a_tile_that_nobody_has(face: str) -> None:
    state = table()
    play(state, "q25")
    refusal = refused(state, face)
    assert refusal.rule == "1.2"
    assert f"can show {' '.join(face)}" in str(refusal)


def test_words_that_mean_nothing_name_no_rule() -> None:
    state = table()
    for typed in ("hello", "q25q", "12345"):
        with pytest.raises(Unclear):
            Codes(state, 0).understand(typed)


def test_a_square_is_no_answer_once_it_is_chosen() -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26")
    assert refused(state, "q25").rule == "3.1.2"
    play(state, "2101", "te")
    draw_on(state)
    assert asked(state) == "purple"


def test_the_move_to_any_square_is_known_to_whoever_chooses_one() -> None:
    state = table()
    first = CARD.view(state, 0).first_move
    assert [CARD.view(state, seat).first_move for seat in (1, None)] == [None, None]
    with pytest.raises(IllegalMove, match="no jungle tile beside b10") as refusal:
        check(state, 0, first + number_at(1, 0))
    assert refusal.value.rule == "3.1.1"
