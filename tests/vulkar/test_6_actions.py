"""6  Actions."""

from itertools import product
from typing import Any

import pytest

from templetop.engine.seats import decisions
from templetop.games.vulkar.rules import turn
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    PITS,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.moves import FLICK, HEADING, TREE

from .drawn import asked, choices, do, game, island, kit_of, legal, phase

AWAY = ("B1", "B12")
TO_M14 = ("m3", "m10", "m9", "m14")


def test_6_1_an_action_may_be_left_out() -> None:
    for card, now in (("geyser 4", "flicking"), ("vul-kar 4", "turning"), ("roots 4", "bending")):
        state = island("M2", *AWAY, cards={0: [card]})
        do(state, card, *TO_M14)
        assert phase(state) == now
        assert "none" in choices(state)
        assert phase(do(state, "none")) == "drawing"


def test_6_1_a_cataclysm_has_to_be_carried_out() -> None:
    state = island("M2", *AWAY, cards={0: ["cataclysm 4"]})
    assert phase(do(state, "cataclysm 4", *TO_M14)) == "running"


def test_6_2_vulkar_is_given_any_other_heading() -> None:
    state = island("M2", *AWAY, cards={0: ["vul-kar 4"]})
    do(state, "vul-kar 4", *TO_M14)
    assert len(choices(state)) == 8  # all but south, and none
    assert "turn south" not in choices(state)
    assert int(do(state, "turn west").heading) == 4


def test_6_3_a_tree_is_given_any_other_heading() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4"]})
    do(state, "roots 4", *TO_M14)
    assert len(choices(state)) == 7 * 5 + 1
    do(state, "tree cinder oak 5")
    assert int(state.trees[1]) == 5


def test_6_3_two_trees_are_two_different_ones() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4"]})
    do(state, "roots 4", *TO_M14, "tree cinder oak 5")
    assert not [code for code in choices(state) if "cinder" in code]
    assert phase(do(state, "tree wader 1")) == "drawing"


def test_6_3_a_lava_blast_turns_one_and_then_flicks() -> None:
    state = island("M2", *AWAY, cards={0: ["blast 4"]})
    do(state, "blast 4", *TO_M14, "tree cinder oak 5")
    assert phase(state) == "flicking"
    state = island("M2", *AWAY, cards={0: ["blast 4"]})
    assert phase(do(state, "blast 4", *TO_M14, "none")) == "flicking"


def test_6_4_an_ember_has_six_pits_sixteen_directions_and_three_strengths() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 4"]})
    do(state, "geyser 4", *TO_M14)
    assert len(choices(state)) == 6 * 16 * 3 + 1
    do(state, "flick old grudge wsw hard")
    assert (int(state.run.pit), int(state.run.aim)) == (2, 9 * 3 + 2)


def test_6_3_it_is_said_why_a_thing_of_the_island_cannot_be_used() -> None:
    state = island("M2", *AWAY, cards={0: ["blast 4"]})
    assert untouched(state) == {"tree", "ember", "vulkar"}
    assert "after the walk" in game().view(state, 0).untouched["tree"]
    assert game().view(state, 1).untouched == game().view(state, None).untouched == {}
    assert untouched(do(state, "blast 4", *TO_M14)) == {"ember", "vulkar"}
    assert untouched(do(state, "none")) == {"tree", "vulkar"}
    two = island("M2", *AWAY, cards={0: ["roots 4"]})
    do(two, "roots 4", *TO_M14, "tree cinder oak 5")
    assert game().view(two, 0).untouched["tree"] == "The tree cinder oak has just been turned."


def untouched(state: Any) -> set[str]:
    return set(game().view(state, 0).untouched)


def test_6_5_the_gift_shop_gives_a_souvenir() -> None:
    state = island("M2", *AWAY, cards={0: ["shop 4"]})
    do(state, "shop 4", *TO_M14, "gets umbrella")
    assert kit_of(state, 0) == ["umbrella"]


def test_6_5_as_long_as_there_are_any() -> None:
    state = island("M2", *AWAY, cards={0: ["shop 4"]})
    state.gone += state.shop
    state.shop[:] = 0
    assert phase(do(state, "shop 4", *TO_M14)) == "drawing"
    assert asked(state) == -1


def test_6_4_every_pit_direction_and_strength_is_flicked_as_it_was_said() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 4"]})
    do(state, "geyser 4", *TO_M14)
    for pit, direction, strength in product(range(PITS), range(DIRECTIONS), range(STRENGTHS)):
        move = FLICK + (pit * DIRECTIONS + direction) * STRENGTHS + strength
        flicked = state.copy()
        turn.play(flicked, decisions({0: move}))
        assert (int(flicked.run.pit), phase(flicked)) == (pit, "running")
        assert int(flicked.run.aim) == direction * STRENGTHS + strength


def test_6_3_every_tree_can_be_turned_to_every_other_heading() -> None:
    state = do(island("M2", *AWAY, cards={0: ["roots 4"]}), "roots 4", *TO_M14)
    state.trees[:] = [tree % TREE_HEADINGS for tree in range(TREES)]
    for tree, heading in product(range(TREES), range(TREE_HEADINGS)):
        move = TREE + tree * TREE_HEADINGS + heading
        assert (move in legal(state)) == (heading != tree % TREE_HEADINGS)
        if move in legal(state):
            turned = state.copy()
            turn.play(turned, decisions({0: move}))
            expected = state.trees.tolist()
            expected[tree] = heading
            assert turned.trees.tolist() == expected


def test_6_3_after_one_tree_no_other_has_to_be_turned() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4"]})
    do(state, "roots 4", *TO_M14, "tree cinder oak 5")
    assert len(choices(state)) == (TREES - 1) * (TREE_HEADINGS - 1) + 1
    assert phase(do(state, "none")) == "drawing"


def test_6_2_every_heading_of_vulkar_can_be_chosen() -> None:
    state = do(island("M2", *AWAY, cards={0: ["vul-kar 4"]}), "vul-kar 4", *TO_M14)
    for number in range(VULKAR_HEADINGS):
        move = HEADING + number
        assert (move in legal(state)) == (number != state.heading)
        if move in legal(state):
            turned = state.copy()
            turn.play(turned, decisions({0: move}))
            assert int(turned.heading) == number


@pytest.mark.parametrize(
    ("card", "asks"),
    [("vul-kar 4", ["turning"]), ("geyser 4", ["flicking"]), ("blast 4", ["bending", "flicking"]),
     ("roots 4", ["bending"])],
)  # fmt: skip
def test_6_1_a_card_has_its_own_action_and_no_other(card: str, asks: list[str]) -> None:
    state = do(island("M2", *AWAY, cards={0: [card]}), card, *TO_M14)
    asked_for = []
    while phase(state) != "drawing":
        asked_for.append(phase(state))
        do(state, "none")
    assert asked_for == asks
