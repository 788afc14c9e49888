"""4  Building over."""

import pytest

from templetop.engine.refusal import IllegalMove

from .drawn import CARD, asked, board, choices, draw_on, drawing, ground, play, points, table

LATE = """
        o     p      q      r
    24  .     p1111  .      .
    25  .     G1     r1111  .
    26  .     .      TE     p1111
"""
FREE = {"o25", "p26", "q27"}
SUN = {"suns": 1}


def test_4_1_when_pile_and_display_are_empty_a_seat_may_pay_a_sun_and_build_over() -> None:
    state = table(LATE, display="", pile="", red={"suns": 2})
    assert choices(state) == FREE | {"q25"}
    play(state, "q25", "0130")
    assert board(state, "red") == {"suns": 1}
    assert ground(state)[2] == "25 G1 r0130 ."


@pytest.mark.parametrize(("display", "pile"), [("WA", ""), ("", "WA"), ("WA SU", "P1")])
def test_4_1_it_may_not_while_there_are_jungle_tiles(display: str, pile: str) -> None:
    state = table(LATE, display=display, pile=pile, red=SUN)
    assert choices(state) == FREE
    with pytest.raises(IllegalMove, match="when no jungle tile is left"):
        play(state, "q25")


def test_4_2_it_must_be_one_of_its_own() -> None:
    state = table(LATE, display="", pile="", red=SUN)
    with pytest.raises(IllegalMove, match="belongs to another seat"):
        play(state, "p24")
    state = table(LATE, display="", pile="", active="purple", purple=SUN)
    assert choices(state) == FREE | {"p24", "r26"}


def test_4_3_the_workers_of_the_upper_tile_act_beside_the_jungle_tiles_there_are() -> None:
    state = table(LATE, display="", pile="", red=SUN)
    play(state, "q25", "0013")
    assert board(state, "red") == {"gold": 3}


def test_4_4_in_one_place_this_is_done_once() -> None:
    state = table(LATE, display="", pile="", red={"suns": 3})
    play(state, "q25", "1111")
    draw_on(state)
    play(state, "o25", "1111")
    draw_on(state)
    assert asked(state) == "red"
    assert choices(state) == {"p26", "q27"}
    with pytest.raises(IllegalMove, match="A tile on q25 has already been built over"):
        play(state, "q25")


BY_TILE = {"building_over": "by_tile"}


def test_4_4_the_usual_choice_is_once_in_each_place() -> None:
    assert CARD.option("building_over").usual == "by_place"


def test_4_10_by_tile_an_upper_tile_may_be_built_over_as_well() -> None:
    state = table(LATE, display="", pile="", options=BY_TILE, red={"suns": 3})
    for face, suns in [("0130", 2), ("1111", 1)]:
        play(state, "q25", face)
        assert board(state, "red")["suns"] == suns
        draw_on(state)
        play(state, sorted(choices(state) - {"q25"})[0], "1111")
        draw_on(state)
        assert "q25" in choices(state)
    assert [tile.is_covered for tile in CARD.view(state, 0).worker_tiles if tile.name == "q25"] == [
        True, True, False,
    ]  # fmt: skip
    assert "covered  2r1111 on q25, 4r0130 on q25" in CARD.write(state)


def test_4_10_only_the_topmost_tile_counts() -> None:
    state = table(LATE, display="", pile="", options=BY_TILE, red={"suns": 2})
    play(state, "q25", "0013")
    draw_on(state)
    play(state, "o25", "1111")
    draw_on(state)
    play(state, "q25", "2101")
    temple = CARD.view(state, 0).temples[0]
    assert temple.workers[:2] == [0, 1]
    assert board(state, "red") == {"gold": 4}


def test_4_10_every_tile_costs_a_sun_and_must_be_ones_own() -> None:
    state = table(LATE, display="", pile="", options=BY_TILE, red=SUN, purple=SUN)
    play(state, "q25", "1111")
    draw_on(state)
    with pytest.raises(IllegalMove, match="belongs to another seat"):
        play(state, "q25")
    play(state, "p24", "1111")
    draw_on(state)
    with pytest.raises(IllegalMove, match="costs a sun"):
        play(state, "q25")


def test_4_5_the_lower_tile_counts_for_nothing() -> None:
    state = table(LATE, display="", pile="", red=SUN)
    assert points(state) == [1 - 10 + 3, -10 + 3]
    play(state, "q25", "3001")
    assert points(state) == [-10 + 1, -10 + 6]


def test_4_6_without_a_sun_a_seat_must_take_a_free_square() -> None:
    state = table(LATE, display="", pile="")
    assert choices(state) == FREE
    with pytest.raises(IllegalMove, match="costs a sun"):
        play(state, "q25")


@pytest.mark.parametrize("face", ["2101", "1210", "0121", "1012"])
def test_4_7_the_upper_tile_may_be_turned_as_one_likes(face: str) -> None:
    state = table(LATE, display="", pile="", hand="2-1-0-1 2-1-0-1", red=SUN)
    play(state, "q25", face)
    assert ground(state)[2] == f"25 G1 r{face} ."


def test_4_8_building_over_fills_no_space() -> None:
    """Around r26 two spaces touch two worker tiles, but nothing is left to fill them with."""
    empty = """
            q      r      s
        25  r1111  .      p1111
        26  TE     r1111  .
    """
    state = table(empty, display="", pile="", red=SUN)
    play(state, "r26", "2101")
    assert asked(state) == "chance"
    assert ground(state)[1:] == ["25 r1111 . p1111", "26 TE r2101 ."]
    play(state, "draw 1-1-1-1")
    assert asked(state) == "purple"


def test_4_9_at_most_one_tile_is_built_over_in_a_turn() -> None:
    own = LATE.replace("p1111", "r1111")
    state = table(own, display="", pile="", red={"suns": 3})
    assert choices(state) > {"p24", "q25", "r26"}
    play(state, "q25", "1111")
    draw_on(state)
    assert asked(state) == "purple"
    assert board(state, "red") == {"gold": 1, "suns": 2}


def test_4_it_is_written_and_read_with_the_covered_tile() -> None:

    state = table(LATE, display="", pile="", red=SUN)
    play(state, "q25", "0130")
    assert "covered  2r1111 on q25" in CARD.write(state)
    assert ground(state) == drawing(
        """
            p      q      r
        24  p1111  .      .
        25  G1     r0130  .
        26  .      TE     p1111
        """
    )
