"""1  What lies on the table."""

from collections import Counter

import pytest

from templetop.games.karuba_cards.people.view import card_view
from templetop.games.karuba_cards.rules.pieces import FACE, MOST_WORTH, PATHS

from .drawn import CARD, cards, hands, score, table
from .facts import ADVENTURERS, EDGES, SHOWS, TEMPLES

COLOURS = ["blue", "orange", "green", "purple"]
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


@pytest.mark.parametrize("seats", [2, 6])
def test_1_1_every_seat_has_the_same_set_of_16_cards(seats: int) -> None:
    state = table(seats=seats)
    assert all(cards(state, seat, "pile") == [*range(1, 17)] for seat in range(seats))


def test_1_2_cards_1_to_8_show_paths_9_to_12_adventurers_and_13_to_16_temples() -> None:
    views = [card_view(card) for card in range(1, 17)]
    assert all(card.adventurer is card.temple is None for card in views[:8])
    assert all(card.adventurer and not card.temple for card in views[8:12])
    assert all(card.temple and not card.adventurer for card in views[12:])


def test_1_3_there_is_one_adventurer_and_one_temple_in_each_of_four_colours() -> None:
    views = [card_view(card) for card in range(1, 17)]
    assert sorted(card.adventurer for card in views if card.adventurer) == sorted(COLOURS)
    assert sorted(card.temple for card in views if card.temple) == sorted(COLOURS)
    for card in views:
        assert card.number == ADVENTURERS.get(card.adventurer or "", card.number)
        assert card.number == TEMPLES.get(card.temple or "", card.number)


def test_1_4_all_paths_of_a_card_meet_on_it() -> None:
    round_a_corner = """
        9   1
        .   16
    """
    straight_on = """
        .   .   14
        .   .   1
        11  4   3
    """
    assert score(round_a_corner) == {"blue": 3 + 1}
    assert score(straight_on) == {"orange": 3 + 2 + 1 + 1}


@pytest.mark.parametrize("card", range(1, 17))
def test_1_5_the_faces_of_the_cards_are_of_our_own_design(card: int) -> None:
    assert {*PATHS[FACE[card]]} == EDGES[card]
    assert card_view(card).shows == SHOWS[card]


def test_1_6_a_crossing_two_junctions_and_five_straights() -> None:
    kinds = [len(EDGES[card]) for card in range(1, 9)]
    assert kinds == [4, 3, 3, 2, 2, 2, 2, 2]
    assert {EDGES[card] for card in range(4, 9)} == {frozenset("EW"), frozenset("NS")}
    assert [len(PATHS[FACE[card]]) for card in range(1, 9)] == kinds


@pytest.mark.parametrize("edge", "NESW")
def test_1_6_as_many_path_cards_lead_to_the_north_as_to_the_east_south_and_west(edge: str) -> None:
    assert len([card for card in range(1, 9) if edge in EDGES[card]]) == 5


def test_1_7_five_cards_show_a_crystal_two_show_gold_and_one_path_card_nothing() -> None:
    shown = Counter(card_view(card).shows for card in range(1, 9))
    assert shown == {"crystal": 5, "gold": 2, "nothing": 1}
    assert [card for card in range(1, 17) if card_view(card).shows == "gold"] == [4, 5]
    assert [card for card in range(1, 9) if card_view(card).shows == "nothing"] == [8]
    assert all(card_view(card).shows == "nothing" for card in range(9, 17))


def test_1_7_all_treasure_together_fits_into_one_purse() -> None:
    """Purses hold at most 255, whatever it is worth, and a seat has at most 1023 points."""
    treasures = sum(shows != "nothing" for shows in SHOWS.values())
    assert treasures * MOST_WORTH <= 255
    assert len(COLOURS) * (treasures + 1) * MOST_WORTH <= 1023


@pytest.mark.parametrize("colour", COLOURS)
def test_1_8_an_adventurer_is_on_a_corner_and_a_temple_has_a_single_path(colour: str) -> None:
    adventurer, temple = EDGES[ADVENTURERS[colour]], EDGES[TEMPLES[colour]]
    assert len(adventurer) == 2
    assert {OPPOSITE[edge] for edge in adventurer}.isdisjoint(adventurer)
    assert len(temple) == 1


@pytest.mark.parametrize("colour", COLOURS)
def test_1_9_the_numbers_of_the_two_cards_of_one_colour_add_up_to_25(colour: str) -> None:
    assert ADVENTURERS[colour] + TEMPLES[colour] == 25


@pytest.mark.parametrize("colour", COLOURS)
def test_1_10_no_colours_two_cards_can_be_joined_without_another_between_them(colour: str) -> None:
    adventurer, temple = EDGES[ADVENTURERS[colour]], EDGES[TEMPLES[colour]]
    assert {OPPOSITE[edge] for edge in adventurer}.isdisjoint(temple)


@pytest.mark.parametrize(
    ("images", "pairs"),
    [
        ("NWSE", {"blue": "purple", "orange": "green"}),  # east is west
        ("SENW", {"blue": "orange", "purple": "green"}),  # north is south
        ("SWNE", {"blue": "green", "orange": "purple"}),  # half a turn
    ],
    ids=["east for west", "north for south", "half a turn"],
)
def test_1_11_the_colours_are_images_of_each_other_and_the_path_cards_together_stay_the_same(
    images: str, pairs: dict[str, str]
) -> None:
    image = dict(zip("NESW", images))
    for one, other in pairs.items():
        for sheet in (ADVENTURERS, TEMPLES):
            assert {image[edge] for edge in EDGES[sheet[one]]} == EDGES[sheet[other]]
    paths = [(EDGES[card], SHOWS[card]) for card in range(1, 9)]
    assert Counter(paths) == Counter(
        (frozenset(image[edge] for edge in edges), shows) for edges, shows in paths
    )


def test_1_12_which_cards_a_set_contains_is_known_to_all() -> None:
    state = hands((1, 2, 3), (4, 5, 6))
    for seat in (None, 0, 1):
        assert [other.unseen for other in CARD.view(state, seat).seats] == [[*range(1, 17)]] * 2
