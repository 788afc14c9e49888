"""3  The turn."""

import pytest

from templetop.engine.bits import members
from templetop.games.vulkar.rules import turn
from templetop.games.vulkar.rules.island import (
    KIND,
    LADDER,
    LADDER_FOOT,
    NEIGHBOURS,
    NOWHERE,
    NUMBER_OF,
    ON_LANES,
    SPACE_IDS,
    SWEPT_TO,
)
from templetop.games.vulkar.rules.tokens import EVERYONE

from .drawn import (
    asked,
    choices,
    do,
    game,
    hand_of,
    island,
    legal,
    maw_of,
    odds,
    phase,
    posture,
    tokens_of,
    where,
)

AWAY = ("B1", "B12")


def test_3_1_stand_up_look_around_choose_walk_act_draw() -> None:
    state = island("lying M3", *AWAY, slabs={"M3": "red"}, cards={0: ["roots 4", "shop 3"]})
    assert posture(state, "A") == "standing"
    assert state.figures[0].held == 1  # the token where it starts
    assert phase(state) == "choosing"
    do(state, "shop 3", "m2", "m5")  # from the helipad there is more than one way
    assert phase(state) == "giving"
    do(state, "gets map")
    assert phase(state) == "drawing"
    do(state, "draws blast 4")
    assert int(state.active) == 1


def test_3_2_a_card_of_the_hand_is_chosen() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4", "shop 3"]})
    assert choices(state) == {"roots 4", "shop 3"}


def test_3_3_a_played_card_goes_to_the_discards() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4", "shop 3"]})
    do(state, "roots 4", "m3", "m10", "m9", "m14", "none")
    assert game().view(state, None).discards[0].card.card == "Roots Stir"
    assert hand_of(state, 0) == ["shop 3"]


def test_3_4_the_hand_is_filled_up_to_two() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4", "shop 3"]})
    do(state, "roots 4", "m3", "m10", "m9", "m14", "none", "draws geyser 8")
    assert hand_of(state, 0) == ["geyser 8", "shop 3"]


def test_3_4_when_the_pile_is_used_up_the_discards_are_shuffled() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4", "shop 3"]})
    state.discards[:] = state.deck
    state.deck[:] = 0
    do(state, "roots 4", "m3", "m10", "m9", "m14", "none")
    assert len(odds(state)) > 10
    assert not state.discards.any()


def test_3_5_vulkar_and_the_trees_stay_as_they_are_turned() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4"]})
    do(state, "roots 4", "m3", "m10", "m9", "m14", "tree twins 3", "none", "draws geyser 8")
    assert int(state.trees[4]) == 3


def test_3_5_all_marbles_go_home_and_the_bridge_is_put_back() -> None:
    """Whoever was swept from S16 stands up below, and somebody else stops on it."""
    state = island("M2", "S16", "S17", cards={0: ["cataclysm 4"]})
    do(state, "cataclysm 4", "m3", "m10", "m9", "m14")
    do(state, "into ash", "into low ash", "into gull run", "sweeps", "arrives", "gets map")
    do(state, "draws geyser 8")
    assert (int(state.scar), int(state.marbles)) == (1, 0)
    assert not state.board.any()
    assert where(state, "B") != "S16"
    state = island("M2", "swept S16", "S17", turn_of="C", cards={2: ["shop 4"]})
    do(state, "shop 4", "s16")
    assert (where(state, "C"), phase(state)) == ("S16", "giving")


def test_3_5_who_lies_stays_so_until_the_own_turn() -> None:
    state = island("M2", "lying B1", "B12", cards={0: ["roots 4"]})
    do(state, "roots 4", "m3", "m10", "m9")
    assert posture(state, "B") == "lying"
    do(state, "m14", "none", "draws geyser 8")
    assert posture(state, "B") == "standing"


def test_3_6_who_lies_stands_up_there() -> None:
    state = island("lying S13", *AWAY)
    assert (where(state, "A"), posture(state, "A")) == ("S13", "standing")
    assert phase(state) == "choosing"


def test_3_7_who_was_swept_stands_up_at_the_end_of_the_stream() -> None:
    state = island("swept S9", *AWAY)
    assert (where(state, "A"), posture(state, "A")) == ("S20", "standing")


def test_3_7_who_fell_from_the_ladder_stands_up_at_its_foot() -> None:
    assert where(island("swept M22", *AWAY), "A") == "M21"


def test_3_8_who_is_off_the_island_chooses_a_cave() -> None:
    state = island("off S9", *AWAY)
    assert choices(state) == {"s11", "m31", "b19"}
    do(state, "m31")
    assert where(state, "A") == "M31"
    assert phase(state) == "choosing"  # and no die is rolled


def test_3_8_it_has_to_be_free() -> None:
    assert choices(island("off S9", "M31", "B12")) == {"s11", "b19"}


def test_3_12_if_all_caves_are_taken_the_free_space_nearest_to_one_of_them_is_chosen() -> None:
    state = island("off S9", "S11", "M31", "B19")
    nearest = {name for cave in ("S11", "M31", "B19") for name in beside(cave)}
    assert choices(state) == {name.lower() for name in nearest}
    assert asked(state) == 0


def beside(space: str) -> list[str]:
    ways = NEIGHBOURS[NUMBER_OF[space]]
    return [SPACE_IDS[other] for other in ways if other != NOWHERE]


def test_3_9_if_the_place_is_taken_the_nearest_free_space_is_chosen() -> None:
    state = island("swept S9", "S20", "B12")
    assert choices(state) == {"s15", "s19", "s21"}
    assert asked(state) == 0


def test_3_10_who_lies_occupies_the_space_and_who_is_swept_does_not() -> None:
    state = island("M2", "lying M3", "B12", cards={0: ["shop 3"]})
    do(state, "shop 3", "m3")
    assert int(state.steps) == 2
    assert phase(state) == "walking"  # past B, who lies there
    state = island("swept S9", "swept S20", "B12")
    assert where(state, "A") == "S20"


def test_3_11_where_there_is_one_way_nobody_is_asked() -> None:
    state = island("S7", *AWAY, cards={0: ["shop 3", "roots 8"]})
    assert choices(do(state, "shop 3")) == {"s6", "s8"}
    do(state, "s6")
    assert (where(state, "A"), int(state.steps)) == ("S5", 1)  # there the path forks
    assert choices(state) == {"s4", "m27"}


def test_3_11_two_equal_cards_are_chosen_from_all_the_same() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 5", "geyser 5"]})
    assert phase(state) == "choosing"
    assert choices(state) == {"geyser 5"}


@pytest.mark.parametrize("seen", [EVERYONE, 0b0011])
def test_3_11_who_is_asked_what_to_lose_does_not_show_what_was_stolen(seen: int) -> None:
    """Of two red tokens, one was perhaps stolen unseen: if nobody were asked, it would be seen."""
    state = island("M2", *AWAY, cards={0: ["geyser 4"]}, tokens={"A": "rr"})
    state.figures[0].known[1] = seen
    do(state, "geyser 4", "m3", "m10", "m9", "m14", "flick spitter nw normal", "into Spitter")
    do(state, "leaves")  # 7.5
    if seen == EVERYONE:
        assert phase(state) == "drawing"
    else:
        assert choices(state) == {"lose red"}
        do(state, "lose red")
    assert (tokens_of(state, "A"), maw_of(state)) == ("r", "rP")


def test_3_11_nobody_is_asked_on_any_space_from_which_one_way_leads_on() -> None:
    """From S1 to B43: whoever comes to a plain space with two paths goes on by the other one."""
    ends = {0: SPACE_IDS.index("M13"), len(SPACE_IDS) - 1: SPACE_IDS.index("B39")}
    for goal, beyond in ends.items():
        between = next(
            space
            for space, ways in enumerate(NEIGHBOURS)
            if goal in ways and space != beyond and (ways != NOWHERE).sum() >= 2
        )
        state = island(SPACE_IDS[between], "S20", "B20", cards={0: ["roots 8"]})
        state.came = NOWHERE
        others = [int(way) for way in NEIGHBOURS[between] if way not in (goal, NOWHERE)]
        do(state, "roots 8")
        assert SPACE_IDS[goal].lower() in choices(state), others
        do(state, SPACE_IDS[goal].lower())
        assert where(state, "A") != SPACE_IDS[goal]


def test_3_11_the_only_token_that_can_be_lost_is_lost_without_asking() -> None:
    """Even one that was stolen unseen: it is the only one."""
    state = island("M2", *AWAY, cards={0: ["geyser 4"]}, tokens={"A": "r"})
    state.figures[0].known[0] = 0b0011
    do(state, "geyser 4", "m3", "m10", "m9", "m14", "flick spitter nw normal", "into Spitter")
    do(state, "leaves")
    assert (phase(state), maw_of(state)) == ("drawing", "rP")


def test_3_11_who_has_a_bag_has_no_token_to_lose_and_is_not_asked() -> None:
    """Of tokens that a rival has stolen unseen; the Heart is all that can be lost."""
    state = island("M2", "B1", "M15", "B12", seats=2, cards={0: ["geyser 4"]},
                   tokens={"C": "rb"}, kit={0: ["bag"]}, heart="C")  # fmt: skip
    state.figures[2].known[:2] = 0b01
    do(state, "geyser 4", "m3", "m10", "m9", "m14", "flick hiccup s normal")
    do(state, "into Hiccup", "into low doze", "fells-rests", "bag")
    assert (phase(state), maw_of(state)) == ("giving", "HP")


def test_3_9_a_figure_of_the_helipads_stream_finds_room_there() -> None:
    """4.6  The helipad is never taken: whoever lies there stands up there."""
    state = island("lying M1", "M1", "M1")
    assert (where(state, "A"), posture(state, "A"), phase(state)) == ("M1", "standing", "choosing")


def test_3_7_every_figure_that_was_swept_away_stands_up_at_the_end_of_its_own_stream() -> None:
    for space in ON_LANES:
        state = island(f"swept {SPACE_IDS[space]}", "waiting", "waiting")
        at_ladder = KIND[space] == LADDER
        end = LADDER_FOOT if at_ladder else int(SWEPT_TO[space])
        assert (where(state, "A"), posture(state, "A")) == (SPACE_IDS[end], "standing")


def test_3_11_under_the_curse_where_all_lies_open_the_only_card_is_played_without_asking() -> None:
    """Of three equal cards; in the standard game that would show a hand."""
    state = island("M2", "B12", game="curse", tracker=["blast 5"] * 3, lava_blast="1,1,4,1,1,0")
    assert (phase(state), int(state.steps), int(state.tracker.sum())) == ("walking", 5, 2)


def test_3_6_everyone_sees_where_a_figure_that_lies_will_stand_up() -> None:
    for space in ("S9", "S13"):
        figure = game().view(island("M2", f"lying {space}", "B12"), 0).figures[1]
        assert figure.rises_at.id == space


def test_3_1_what_may_be_done_does_not_depend_on_what_was_possible_before() -> None:
    """The same for what can happen."""
    state = island("M2", *AWAY, cards={0: ["roots 4", "shop 3"]})
    cards = game().move_set()
    cards[:] = ~cards
    turn.legal(state, 0, cards)
    assert members(cards) == legal(state)
    do(state, "shop 3", "m3", "m10", "m9")
    events, weights = game().event_set(), game().weights()
    events[:] = ~events
    assert turn.odds(state, events, weights) == 12
    assert members(events) == [*odds(state)]
