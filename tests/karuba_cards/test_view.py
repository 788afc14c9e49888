"""What a seat may see: cards, counts, points, and the ways that score."""

import dataclasses
import json
from typing import Any

import pytest

from templetop.games.karuba_cards.people.view import CardView, colour_view

from .drawn import (
    CARD,
    COLOURS,
    SPACE_NAMES,
    anything,
    decide,
    draw,
    hands,
    invented,
    is_over,
    move_on,
    table,
    to_lay,
    with_island,
)


def ways(island: str, blocking: str = "stops") -> dict[str, str]:
    """The way of each colour that scores on an island of any faces."""
    state = with_island(invented(island), blocking)
    views = [colour_view(state, 0, colour) for colour in range(len(COLOURS))]
    return {
        view.colour: " ".join(SPACE_NAMES[space] for space in view.path)
        for view in views
        if view.is_home
    }


def test_4_2_the_way_leads_from_the_adventurer_to_its_temple() -> None:
    assert ways("┌b ─ ─ ╴B") == {"blue": "a1 b1 c1 d1"}


def test_4_2_who_does_not_come_home_has_no_way() -> None:
    assert ways("┌b ─ │ ╴B") == {}


def test_4_3_it_is_the_shortest() -> None:
    way = """
        ┌b ┬ ╴B
        └● ┘ .
    """
    assert ways(way) == {"blue": "a1 b1 c1"}


def test_4_5_of_equals_it_is_the_one_with_the_most_treasure() -> None:
    ring = """
        ┌b ─  ┐
        │  .  │
        └● ─  ┤B
    """
    assert ways(ring) == {"blue": "a1 a2 a3 b3 c3"}
    assert ways(ring.replace("●", "").replace("─  ┐", "─◆ ┐")) == {"blue": "a1 b1 c1 c2 c3"}


def test_4_8_with_detours_it_goes_round_who_blocks() -> None:
    blocked = """
        ┬b ┬o ╴B
        └  ┴  ┘
    """
    assert ways(blocked) == {}
    assert ways(blocked.replace("╴B", "┐B"), "detour") == {"blue": "a1 a2 b2 c2 c1"}


def says(island: str, colour: str = "blue", blocking: str = "stops") -> str:
    """What is said of the points of a colour on an island of any faces."""
    state = with_island(invented(island), blocking)
    return colour_view(state, 0, COLOURS.index(colour)).says


def test_4_9_what_the_points_are_made_of() -> None:
    assert says("┌b ─ ╴B") == "3 for coming home"
    assert says("┌b ─◆ ╴B") == "3 for coming home + 1 for a crystal"
    assert says("┌b ─◆ ─● ╴B") == "3 for coming home + 2 for gold + 1 for a crystal"
    assert says("┌b ─◆ ─◆ ╴B") == "3 for coming home + 2 for crystals"
    assert says("┌o ─● ╴O", "orange") == "3 for coming home + 2 for gold"


def test_4_2_why_there_are_none() -> None:
    assert says("┌b ─ ─") == "no temple on the island"
    assert says("─ ─ ╴B") == "no adventurer on the island"
    assert says("─ ─") == "no adventurer and no temple on the island"
    assert says("┌b │ ╴B") == "no path to the temple"
    assert says("┌b │ ┬o ╴B") == "no path to the temple"


def test_4_6_who_is_in_the_way() -> None:
    assert says("┌b ┬o ╴B") == "orange in the way"
    assert says("┌b ┬o ┬p ╴B") == "orange and purple in the way"
    a_ring = """
        ┌b ─o  ┐
        │g .   │
        └  ─   ┤B
    """
    assert says(a_ring) == "orange and green in the way"
    assert says(a_ring.replace("│g", "│ ")) == "3 for coming home"


def test_4_8_who_walks_round_others_is_not_told_that_they_are_in_the_way() -> None:
    blocked = """
        ┬b ┬o ┐B
        └  ┴  ┘
    """
    assert says(blocked) == "orange in the way"
    assert says(blocked, blocking="detour") == "3 for coming home"


# ── The table ────────────────────────────────────────────────────────────────────────────────────


def numbers(cards: list[CardView]) -> list[int]:
    return [card.number for card in cards]


def test_1_2_it_shows_what_is_on_a_card() -> None:
    on_the_island = {
        one.name: one.card for one in CARD.view(table("9 4 1 \n . . 16"), 0).seats[0].spaces
    }
    assert {name: (card.number, card.drawing) for name, card in on_the_island.items()} == {
        "d4": (9, "└"), "e4": (4, "─"), "f4": (1, "┼"), "f5": (16, "╵"),
    }  # fmt: skip
    assert (on_the_island["d4"].adventurer, on_the_island["d4"].temple) == ("blue", None)
    assert (on_the_island["f5"].adventurer, on_the_island["f5"].temple) == (None, "blue")
    assert [on_the_island[name].shows for name in ("d4", "e4", "f4")] == [
        "nothing", "gold", "crystal",
    ]  # fmt: skip


def test_3_4_3_it_shows_a_seat_its_own_cards_and_of_the_others_how_many() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    for seat, own in ((0, [3, 7, 12]), (1, [1, 2, 16])):
        seen = CARD.view(state, seat)
        assert numbers(seen.hand) == own
        assert numbers(seen.pile) == [card for card in range(1, 17) if card not in own]
        assert [(one.in_hand, one.in_pile) for one in seen.seats] == [(3, 13), (3, 13)]
    spectators = CARD.view(state, None)
    assert (spectators.hand, spectators.pile) == ([], [])
    draw(fresh := table(seats=2), 5)
    assert [(one.in_hand, one.in_pile) for one in CARD.view(fresh, None).seats] == [
        (1, 15),
        (0, 16),
    ]


def test_3_it_shows_the_round_and_the_phase() -> None:
    def now(state: Any) -> tuple[int, str]:
        seen = CARD.view(state, None)
        return seen.round, seen.phase

    assert now(table(seats=2)) == (1, "drawing")
    state = hands((3, 5, 9), (1, 2, 3))
    assert now(state) == (1, "choosing")
    decide(state, "keep 3", "keep 3")
    assert now(state) == (1, "discarding")
    decide(state, "", "discard 1")
    assert now(state) == (1, "laying")
    decide(state, "lay 9 on d3")
    assert now(state) == (2, "drawing")
    while not is_over(state):
        move_on(state)
    assert now(state) == (8, "over")


def test_3_2_it_shows_what_was_played_and_what_was_discarded() -> None:
    state = hands((3, 5, 9), (1, 2, 3))
    decide(state, "keep 3", "keep 3")
    assert [numbers(one.played) for one in CARD.view(state, None).seats] == [[5, 9], [1, 2]]
    decide(state, "", "discard 1")
    seats = CARD.view(state, None).seats
    assert [numbers(one.discards) for one in seats] == [[], [1]]
    assert [numbers(one.played) for one in seats] == [[9], []]


def test_4_12_it_shows_points_and_places() -> None:
    state = table("9 1 \n . 16", "", "9 4 1 \n . . 16", "15 . \n 1 10", seats=4)
    seats = CARD.view(state, 1).seats
    assert [(one.seat, one.points, one.place) for one in seats] == [
        (0, 4, 2), (1, 0, 4), (2, 6, 1), (3, 4, 2),
    ]  # fmt: skip


def this_round(state: Any) -> list[tuple[int, bool, int | None]]:
    """Of every seat: its sum, whether it is the lowest, and what it has lost."""
    return [(one.sum, one.is_lowest, one.discarded) for one in CARD.view(state, None).seats]


def test_3_2_1_it_shows_the_sums_who_is_lowest_and_what_they_lose() -> None:
    state = hands((3, 5, 9), (4, 6, 7), (1, 9, 16), islands=["1", "1", "2"])
    assert this_round(state) == [(0, False, None)] * 3
    decide(state, "keep 9", "keep 7", "keep 9")
    assert this_round(state) == [(8, True, None), (10, False, None), (17, False, None)]
    decide(state, "discard 3")
    laying = [(8, False, 3), (10, False, None), (17, False, None)]
    assert this_round(state) == laying
    decide(state, "lay 5 on d3", "lay 4 on d3", "lay 16 on d3")
    assert this_round(state) == laying  # of the cards, one or none is still to be laid
    decide(state, "", "lay 6 on d5", "lay 1 on d5")
    assert this_round(state) == [(0, False, None)] * 3


def test_3_2_4_several_may_be_the_lowest() -> None:
    state = hands((3, 5, 9), (1, 7, 16), (14, 15, 16))
    decide(state, "keep 9", "keep 16", "keep 14")
    assert this_round(state) == [(8, True, None), (8, True, None), (31, False, None)]
    decide(state, "discard 3", "discard 7")
    assert this_round(state) == [(8, False, 3), (8, False, 7), (31, False, None)]


def test_3_1_4_in_the_eighth_round_there_are_sums_as_well() -> None:
    state = table(seats=2)
    anything(state, until=8)
    sums = [sum(numbers(one.played)) for one in CARD.view(state, None).seats]
    assert [(one, one == min(sums), None) for one in sums] == this_round(state)
    while not is_over(state):
        move_on(state)
    assert this_round(state) == [(0, False, None)] * 2


@pytest.mark.parametrize("state", [to_lay("1", 5, 12), hands((3, 7, 12), (1, 2, 16))])
def test_it_can_be_sent_as_json(state: Any) -> None:
    for seat in (0, None):
        json.dumps(dataclasses.asdict(CARD.view(state, seat)))
