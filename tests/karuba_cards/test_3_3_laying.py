"""3.3  Laying."""

from random import Random
from typing import Any

import pytest

from templetop.engine.match import (
    NotYourTurn,
    check,
    legal_moves,
    make,
    seats_to_move,
    target_of,
)
from templetop.games.karuba_cards.people.view import Reach
from templetop.games.karuba_cards.rules.moves import LAY_HIGHER
from templetop.games.karuba_cards.rules.pieces import FACE
from templetop.games.karuba_cards.rules.state import DRAWING, LAYING

from .drawn import (
    CARD,
    SPACE_NAMES,
    anything,
    cards,
    decide,
    hands,
    has_to_lay,
    laid,
    lays,
    match_at,
    number_of,
    open_to,
    play,
    put_down,
    refused,
    table,
    to_lay,
)
from .facts import EDGES


def two_of_three(seats: int = 3) -> Any:
    """In the second round the first seat has lost a card, and the others have two to lay."""
    state = hands(*[(3, 7, 12)] * seats, islands=["1"] * seats)
    decide(state, "keep 12", *["keep 7"] * (seats - 1))
    play(state, 0, "discard 7")
    return state


def test_3_3_1_everyone_lays_the_cards_they_have_played_and_not_discarded() -> None:
    state = two_of_three()
    assert seats_to_move(state) == [0, 1, 2]
    decide(state, "lay 3 on d3", "lay 3 on d3", "lay 12 on c4")
    assert seats_to_move(state) == [1, 2]
    decide(state, "", "lay 12 on d2", "lay 3 on c3")
    assert laid(state, 0) == {"d4": 1, "d3": 3}
    assert laid(state, 1) == {"d4": 1, "d3": 3, "d2": 12}
    assert laid(state, 2) == {"d4": 1, "c4": 12, "c3": 3}


def test_3_3_1_it_begins_with_whichever_of_two_one_likes() -> None:
    state = two_of_three()
    assert len(legal_moves(state, 0)) == 4
    assert len(legal_moves(state, 1)) == 2 * 4


def test_3_3_1_all_of_them_have_to_be_laid() -> None:
    state = table(seats=4)
    for number in range(2, 9):
        anything(state, until=number)
        seen = [len(laid(state, seat)) + len(cards(state, seat, "discards")) for seat in range(4)]
        assert seen == [2 * (number - 1)] * 4


def test_3_3_1_there_is_no_second_card_where_only_one_is_left() -> None:
    state = to_lay("1", 5)
    refusal = refused(state, 0, LAY_HIGHER + SPACE_NAMES.index("d3"))
    assert (str(refusal), refusal.rule) == ("You have only one card left to lay.", "3.3.1")


def test_3_3_2_all_lay_at_the_same_time_and_it_is_seen_when_all_have_laid() -> None:
    match = match_at(two_of_three())
    before = match.state.tobytes()
    put_down(match, 0, "lay 3 on d3")
    put_down(match, 1, "lay 3 on d3")
    assert match.state.tobytes() == before  # of all that is asked of the game, nothing differs
    assert laid(match.state, 0) == {"d4": 1}
    put_down(match, 2, "lay 3 on d3")
    assert laid(match.state, 0) == {"d4": 1, "d3": 3}


def test_3_3_2_who_has_laid_a_card_waits_for_the_others() -> None:
    match = match_at(two_of_three())
    put_down(match, 1, "lay 3 on d3")
    with pytest.raises(NotYourTurn) as wait:
        put_down(match, 1, "lay 12 on d5")
    assert str(wait.value) == "Seat 2 has already decided; waiting for seat 1 and seat 3."
    assert wait.value.rule == "3.3.2"
    assert match.decided == {1: SPACE_NAMES.index("d3")}


def test_3_3_1_who_has_lost_a_card_is_not_asked_for_a_second() -> None:
    state = two_of_three()
    decide(state, *["lay 3 on d3"] * 3)
    with pytest.raises(NotYourTurn) as wait:
        check(state, 0, LAY_HIGHER + SPACE_NAMES.index("d5"))
    assert str(wait.value) == "Seat 1 has nothing to decide now; waiting for seat 2 and seat 3."
    assert wait.value.rule == "3.3.1"


def test_3_3_3_an_island_fits_into_a_frame_of_4_x_4() -> None:
    assert open_to("1 2 3 4") == {
        "d3", "e3", "f3", "g3",
        "d5", "e5", "f5", "g5",
    }  # fmt: skip


def test_3_3_3_a_card_outside_of_it_is_refused() -> None:
    state = to_lay("1 2 3 4", 16)
    refusal = refused(state, 0, SPACE_NAMES.index("c4"))
    assert str(refusal) == "With a card on c4 your island would be larger than 4 x 4."
    assert refusal.rule == "3.3.3"


def seen_open(state: Any, viewer: int | None) -> list[str]:
    """The spaces of the first island that are seen to be open to a card."""
    spaces = CARD.view(state, viewer).seats[0].open_to_cards
    assert [one.name for one in spaces] == [SPACE_NAMES[one.space] for one in spaces]
    return [one.name for one in spaces]


def test_3_3_3_who_looks_at_the_table_sees_where_a_card_may_be_laid() -> None:
    empty, begun, full = (table(island) for island in ("", "1 2 3 4", FULL))
    assert seen_open(empty, None) == ["d4"]
    assert seen_open(full, 1) == []
    assert seen_open(begun, 0) == [
        "d3", "e3", "f3", "g3",
        "d5", "e5", "f5", "g5",
    ]  # fmt: skip


def test_3_3_3_who_lays_sees_where_not_and_is_told_why() -> None:
    state = to_lay("1 2 3 4", 5, 16)
    closed = CARD.view(state, 0).closed_to_cards
    assert {SPACE_NAMES[one.space] for one in closed} == {*SPACE_NAMES} - lays(state)
    assert {refused(state, 0, one.move).rule for one in closed} == {"3.3.3", "3.3.6"}
    assert CARD.view(state, None).closed_to_cards == []
    assert CARD.view(table("1 2 3 4"), 0).closed_to_cards == []


def reaches(island: str) -> Any:
    return CARD.view(table(island), None).seats[0].reach


def test_3_3_4_who_looks_at_the_table_sees_how_far_an_island_may_spread() -> None:
    assert reaches("") is None
    assert reaches("1") == Reach(column=0, row=0, columns=7, rows=7)
    assert reaches("1 2 3") == Reach(column=2, row=0, columns=5, rows=7)
    assert reaches("1 2 3 4 \n 5 . . .") == Reach(column=3, row=1, columns=4, rows=6)
    assert reaches(FULL) == Reach(column=3, row=3, columns=4, rows=4)


def test_3_3_4_an_offer_tells_how_far_it_may_spread_then() -> None:
    state = to_lay("1", 16)
    assert target_of(state, 0, number_of(state, 0, "lay 16 on e4")).then == Reach(
        column=1, row=0, columns=6, rows=7
    )


def test_3_3_3_who_looks_at_the_table_sees_how_large_an_island_is_and_may_be() -> None:
    seen = CARD.view(table("1 2 3 \n 5 . .", ""), None)
    assert [(one.columns, one.rows) for one in seen.seats] == [(3, 2), (0, 0)]
    assert seen.frame == 4


FULL = """
    1   2   3   4
    5   6   7   8
    9   10  11  12
    13  14  15  16
"""


def test_3_3_3_all_sixteen_cards_fill_it() -> None:
    assert open_to(FULL.replace("16", ".")) == {"g7"}


def open_after(*one_by_one: str) -> set[str]:
    """Where a card may be laid after these have been laid one by one, by the rules: 1 is on d4."""
    state = to_lay("1", 16)
    for words in one_by_one:
        lay_next(state, words)
    has_to_lay(state, 16)
    assert seen_open(state, None) == sorted(lays(state), key=SPACE_NAMES.index)
    return lays(state)


def lay_next(state: Any, words: str) -> None:
    card, space = words.split()
    has_to_lay(state, int(card))
    play(state, 0, f"lay {card} on {space}")


def square(columns: str, rows: str) -> set[str]:
    return {column + row for column in columns for row in rows}


def test_3_3_4_the_frame_slides_until_the_island_is_4_wide_and_4_high() -> None:
    assert open_after() == {"d3", "c4", "e4", "d5"}
    assert open_after("2 e4", "3 f4") == {"c4", "g4"} | square("def", "35")
    assert open_after("2 e4", "3 f4", "4 g4") == square("defg", "35")
    assert open_after("2 d3", "3 d2", "4 d1") == square("ce", "1234")


@pytest.mark.parametrize(
    ("columns", "rows"), [("abcd", "1234"), ("defg", "4567"), ("abcd", "4567"), ("bcde", "3456")]
)
def test_3_3_4_it_may_come_to_lie_anywhere_around_the_first_card(columns: str, rows: str) -> None:
    frame = square(columns, rows)
    state = to_lay("1", 2)
    for card in range(2, 17):
        has_to_lay(state, card)
        lay_next(state, f"{card} {min(frame & lays(state))}")
    assert {*laid(state)} == frame


def test_3_3_4_it_can_slide_in_one_direction_and_be_settled_in_the_other() -> None:
    row_of_four = ["2 e4", "3 f4", "4 g4"]
    still_low = [*row_of_four, "5 d5", "6 d6"]
    assert open_after(*still_low) == square("defg", "3") | square("efg", "5") | {"e6", "d7"}
    settled = [*still_low, "7 d7"]
    assert open_after(*settled) == square("efg", "5") | {"e6", "e7"}


def test_3_3_5_the_first_card_of_an_island_lies_on_d4() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")
    play(state, 0, "discard 1")
    assert laid(state, 0) == {"d4": 15}


def test_3_3_5_it_is_the_lower_one_of_two() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")
    play(state, 0, "discard 1")
    assert laid(state, 1) == {"d4": 4}
    assert seats_to_move(state) == [1]
    assert lays(state, 1) == {"d3", "c4", "e4", "d5"}
    play(state, 1, "lay 16 on e4")
    assert state.phase == DRAWING


def test_3_3_6_every_further_card_shares_an_edge_with_a_card_that_lies() -> None:
    island = """
        1  2
        .  3
    """
    assert open_to(island) == {"d3", "e3", "c4", "f4", "d5", "f5", "e6"}


def test_3_3_6_a_shared_corner_is_not_enough() -> None:
    state = to_lay("1", 5)
    for space in ("c3", "e3", "c5", "e5"):
        refusal = refused(state, 0, SPACE_NAMES.index(space))
        assert str(refusal) == f"No card of your island shares an edge with {space}."
        assert refusal.rule == "3.3.6"


def test_3_3_6_it_is_not_laid_on_another() -> None:
    state = to_lay("1 2", 5)
    refusal = refused(state, 0, SPACE_NAMES.index("e4"))
    assert (str(refusal), refusal.rule) == ("There is already a card on e4.", "3.3.6")


def test_3_3_6_the_end_of_a_row_does_not_touch_the_beginning_of_the_next() -> None:
    assert open_to("1 2 3 4").isdisjoint({"a5", "a4"})
    state = to_lay("1 2 3 4", 16)
    play(state, 0, "lay 16 on g5")
    assert laid(state)["g5"] == 16


def paths(state: Any, seat: int, space: str) -> set[str]:
    """The edges of a space to which the card there has paths."""
    player, here = state.players[seat], 1 << SPACE_NAMES.index(space)
    spaces = {"N": player.north, "E": player.east, "S": player.south, "W": player.west}
    return {edge for edge in spaces if int(spaces[edge]) & here}


@pytest.mark.parametrize("card", range(1, 17))
def test_3_3_7_cards_are_never_turned(card: int) -> None:
    state = to_lay("1" if card > 1 else "2", card)
    play(state, 0, f"lay {card} on e4")
    assert paths(state, 0, "e4") == EDGES[card]
    assert FACE[card] in CARD.write(state)


def test_3_3_7_it_can_be_laid_in_one_way_only_on_a_space() -> None:
    assert len(legal_moves(to_lay("1", 5), 0)) == 4


def test_3_3_8_paths_need_not_go_on_and_dead_ends_are_allowed() -> None:
    assert open_to("7") == open_to("8") == open_to("1")
    state = to_lay("8", 7)
    play(state, 0, "lay 7 on d3")
    assert laid(state) == {"d4": 8, "d3": 7}


@pytest.mark.parametrize("seed", range(3))
def test_3_3_9_a_card_that_has_been_laid_stays_where_it_is(seed: int) -> None:
    random = Random(seed)
    state = table(seats=2)
    before = [laid(state, seat) for seat in range(2)]
    while seats_to_move(state):
        asked = seats_to_move(state)
        if state.phase == LAYING:
            assert all(lays(state, seat).isdisjoint(before[seat]) for seat in asked)
        make(state, [(seat, random.choice(legal_moves(state, seat))) for seat in asked])
        after = [laid(state, seat) for seat in range(2)]
        assert all(old.items() <= new.items() for old, new in zip(before, after))
        for space, card in after[0].items():
            assert paths(state, 0, space) == EDGES[card]
        before = after
    for seat in range(2):
        assert len(before[seat]) == 16 - len(cards(state, seat, "discards"))
