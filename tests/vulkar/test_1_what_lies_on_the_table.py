"""1  What lies on the table."""

from typing import Any

import pytest

from templetop.engine.match import say
from templetop.engine.seats import CHANCE
from templetop.games.vulkar.rules import island as drawn_island
from templetop.games.vulkar.rules.pieces import ACTION, ACTIONS, DECK, LENGTHS, SOUVENIRS
from templetop.games.vulkar.rules.turn import happen

from .drawn import (
    ALL_CARDS,
    choices,
    do,
    event_of,
    island,
    move_of,
    new,
    odds,
    phase,
)

# Typed by hand from the rulebook's table: how many cards go 3, 4 … 8 spaces.
CARDS = {
    "Cataclysm!": [1, 1, 2, 1, 1, 0],
    "Flame Geyser": [0, 1, 2, 1, 1, 1],
    "Lava Blast": [1, 1, 2, 1, 1, 0],
    "Vul-Kar Turns": [0, 1, 2, 1, 0, 1],
    "Roots Stir": [0, 1, 1, 0, 1, 1],
    "Gift Shop": [1, 1, 1, 0, 0, 0],
}


def test_1_1_the_island_has_three_regions_and_120_spaces() -> None:
    assert drawn_island.REGIONS == ("Scarside", "Summit", "Beachside")
    assert drawn_island.COLOURS == ("red", "yellow", "blue")
    assert drawn_island.SPACES == 120


def test_1_1_no_path_ends() -> None:
    ways = (drawn_island.NEIGHBOURS != drawn_island.NOWHERE).sum(axis=1)
    assert ways.min() >= 2


def test_1_2_there_are_so_many_spaces_of_each_kind() -> None:
    kinds = [drawn_island.KINDS[kind] for kind in drawn_island.KIND]
    counts = {kind: kinds.count(kind) for kind in {*kinds} - {"plain"}}
    assert counts == {
        "treasure": 36, "snapshot": 6, "heart": 1, "helipad": 1, "cave 1": 1, "cave 2": 1,
        "cave 3": 1, "bridge": 2, "ladder": 1,
    }  # fmt: skip


def test_1_2_two_picture_spaces_are_in_each_region() -> None:
    regions = [int(drawn_island.REGION[space]) for space in drawn_island.SNAPSHOTS]
    assert sorted(regions) == [0, 0, 1, 1, 2, 2]


def test_1_3_there_are_twelve_tokens_of_each_colour() -> None:
    assert new().bag.tolist() == [12, 12, 12]


def test_1_4_there_are_four_pictures_of_each_colour() -> None:
    assert new().album.tolist() == [4, 4, 4]


def test_1_5_the_heart_and_the_penny_are_there() -> None:
    state = new()
    assert (state.heart, state.penny) == (-1, -2)  # on its slab, in the Maw


def test_1_6_there_are_six_pits_and_four_fireballs() -> None:
    assert drawn_island.PITS == 6
    assert int(new(1, game="curse").scar) == 4


def test_1_7_seven_trees_have_six_headings_and_vulkar_eight() -> None:
    assert (drawn_island.TREES, drawn_island.TREE_HEADINGS) == (7, 6)
    assert drawn_island.VULKAR_HEADINGS == 8


def test_1_8_there_are_thirty_cards() -> None:
    rows = {name: DECK[LENGTHS * n : LENGTHS * (n + 1)].tolist() for n, name in enumerate(ACTIONS)}
    assert rows == CARDS
    assert int(new().deck.sum()) == 30


def test_1_8_1_9_2_6_other_cards_souvenirs_and_fireballs_too() -> None:
    state = new(gift_shop="0,0,4,0,0,0", copies="4,0,2,2,2,2", fireballs="3")
    assert state.deck[30:].tolist() == [0, 0, 4, 0, 0, 0]
    assert state.shop.tolist() == [4, 0, 2, 2, 2, 2]
    assert state.scar == 3


@pytest.mark.parametrize(
    ("option", "card"),
    [
        ("cataclysms", "cataclysm 8"), ("flame_geyser", "geyser 3"), ("lava_blast", "blast 8"),
        ("vul_kar_turns", "vul-kar 7"), ("roots_stir", "roots 6"), ("gift_shop", "shop 8"),
    ],
)  # fmt: skip
def test_1_8_a_card_of_any_length_is_chosen_and_told(option: str, card: str) -> None:
    deck: Any = {option: "1,1,1,1,1,1"}
    state = island("M2", "B1", "B12", cards={0: [card]}, **deck)
    name = ACTIONS[int(ACTION[ALL_CARDS.index(card)])]
    assert say(state, 0, move_of(state, card)) == f"plays {name} {card[-1]}"
    do(state, card)
    assert int(state.steps) == int(card[-1])


def test_1_8_a_card_of_any_length_can_be_put_back_and_given_up() -> None:
    deck: Any = {"game": "curse", "gift_shop": "0,0,0,0,0,4", "removed": "0,20,0,0"}
    state = do(new(2, **deck), "first 1")
    while phase(state) != "removing":
        happen(state, min(odds(state)))
    assert say(do(state, "removes shop 8"), CHANCE, event_of("removes shop 8")) == (
        "Gift Shop 8 goes back into the box"
    )
    state = island("M2", "B1", tracker=["geyser 4", "shop 8", "roots 4"], **deck)
    do(state, "geyser 4", "m3", "m10", "m9", "m14", "flick wink e normal", "rests")
    assert "pay shop 8" in choices(state)


def test_2_9_2_7_no_more_is_removed_or_given_than_there_is() -> None:
    few = dict.fromkeys(("flame_geyser", "lava_blast", "vul_kar_turns"), "2,0,0,0,0,0")
    state = new(1, game="curse", removed="20,0,0,0", copies="1,4,4,0,0,0", souvenirs="2", **few)
    assert state.removed == 2 + 2 + 2 + 4 + 3 - 4
    assert state.gifts == 1


def test_1_8_cataclysms_may_be_agreed_on() -> None:
    assert new(cataclysms="0,1,1,1,1,0").deck[:6].tolist() == [0, 1, 1, 1, 1, 0]


def test_1_9_there_are_two_of_each_souvenir() -> None:
    assert len(SOUVENIRS) == 6
    assert new().shop.tolist() == [2] * 6


def test_1_10_the_scar_holds_one_fireball_and_the_tracker_waits() -> None:
    state = new()
    assert (int(state.scar), int(state.tracker.sum()), int(state.maw.sum())) == (1, 0, 0)


def test_1_11_there_are_four_figures_and_a_die_with_three_numbers() -> None:
    assert (len(new().figures), len(drawn_island.CAVES)) == (4, 3)
    state = do(island("S12", "B1", "B12", cards={0: ["shop 3"]}), "shop 3", "s11")
    assert [*odds(state).values()] == [1, 1, 1]
