"""10  The Hello-copter and the end; 11  the standard game for two."""

from typing import Any

import pytest

from templetop.games.shelf import take
from templetop.games.vulkar.rules.island import ON_LANES, SPACE_IDS, SWEPT_TO, TO_HELIPAD
from templetop.games.vulkar.rules.state import FLOWN
from templetop.games.vulkar.rules.tokens import EVERYONE

from .drawn import (
    choices,
    do,
    ending,
    heart_of,
    island,
    maw_of,
    phase,
    places_of,
    points_of,
    posture,
    tokens_of,
)

AWAY = ("B1", "B12")
TO_M14 = ("m3", "m10", "m9", "m14")
ONE_RUN = ("into doze", "into low doze", "into heron", "into lagoon mouth", "arrives")
COPTERS = ["away", "coming", "here"]


def copter(state: Any) -> str:
    return COPTERS[int(state.copter)]


def test_10_1_three_colours_on_the_helipad_call_the_copter_at_once() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, pictures={"A": "ryb"})
    do(state, "shop 3", "m2")
    assert copter(state) == "here"
    assert choices(state) == {"board", "m5", "m7"}


def test_10_1_two_do_not() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, pictures={"A": "ry"})
    assert copter(do(state, "shop 3", "m2")) == "away"


def test_10_2_the_fourth_fireball_calls_it_at_the_end_of_the_turn() -> None:
    state = island("M23", *AWAY, scar=3, cards={0: ["shop 3"]})
    do(state, "take")
    assert copter(state) == "coming"
    do(state, "shop 3", "m24", "m26", "m25", "gets map", "draws geyser 8")
    assert (copter(state), int(state.turns_left)) == ("here", 6)


def test_10_2_also_by_the_third_cataclysm() -> None:
    state = island("M2", *AWAY, cards={0: ["cataclysm 4"]}, scar=3,
                   tracker=("cataclysm 3", "cataclysm 5"))  # fmt: skip
    do(state, "cataclysm 4", *TO_M14, *ONE_RUN * 3)
    assert copter(state) == "coming"


def test_10_3_it_comes_at_the_end_of_the_last_round() -> None:
    state = island("M2", *AWAY, turn_of="C", cards={2: ["shop 3"]}, rounds="1")
    do(state, "shop 3", "b8", "b3", "b2", "gets map", "draws geyser 8")
    assert copter(state) == "here"


def test_10_4_from_the_helipad_one_step_leads_into_it() -> None:
    state = island("M1", *AWAY, cards={0: ["shop 3"]}, copter="here")
    do(state, "shop 3", "board")
    assert posture(state, "A") == "aboard"
    assert int(state.steps) == 0


def test_10_4_not_without_a_step() -> None:
    state = island("M4", *AWAY, cards={0: ["shop 3"]}, copter="here")
    do(state, "shop 3", "m3", "m2")
    assert phase(state) == "giving"


def test_10_5_who_boards_takes_one_thing_from_the_maw() -> None:
    state = island("M1", *AWAY, cards={0: ["shop 3"]}, copter="here", maw="rb", heart="maw")
    do(state, "shop 3", "board")
    assert choices(state) == {"pick red", "pick blue", "pick heart", "pick penny"}
    do(state, "pick heart")
    assert (heart_of(state), maw_of(state)) == ("A", "rbP")


def test_10_5_of_a_single_thing_nobody_is_asked() -> None:
    state = island("M1", *AWAY, cards={0: ["shop 3"]}, copter="here")
    do(state, "shop 3", "board")
    assert int(state.penny) == 0


def test_10_5_nobody_takes_anything_from_an_empty_maw() -> None:
    state = island("M1", *AWAY, cards={0: ["shop 3"]}, copter="here")
    state.penny = 1
    do(state, "shop 3", "board")
    assert (phase(state), maw_of(state), tokens_of(state, "A")) == ("giving", "", "")


def test_10_6_the_action_still_follows_and_then_there_are_no_more_turns() -> None:
    state = island("M1", "B1", "aboard", cards={0: ["shop 3"], 1: ["shop 4"]}, copter="here")
    do(state, "shop 3", "board", "gets map", "draws geyser 8")
    assert int(state.active) == 1
    do(state, "shop 4", "b2", "b8", "b12", "gets boots", "draws geyser 7")
    assert int(state.active) == 1  # C and A are aboard


def test_10_7_who_is_aboard_cannot_fall() -> None:
    state = island("M2", "aboard", "B12", cards={0: ["geyser 4"]}, copter="here")
    do(state, "geyser 4", *TO_M14, "flick spitter nw normal")
    assert int((state.board > 0).sum()) == 2


def test_10_8_every_figure_has_two_more_turns() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, pictures={"A": "ryb"})
    do(state, "shop 3", "m2", "m5", "gets map", "draws geyser 8")
    assert int(state.turns_left) == 6


def test_10_8_who_called_it_comes_last() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, pictures={"A": "ryb"})
    do(state, "shop 3", "m2", "m5", "gets map", "draws geyser 8")
    assert (int(state.active), int(state.turns_left) % 3) == (1, 0)


def test_10_8_for_two_every_figure_of_a_seat_has_two() -> None:
    state = island("M3", "B1", "B12", "S20", seats=2, cards={0: ["shop 3"]},
                   pictures={"A": "ryb", "C": "ryb"})  # fmt: skip
    do(state, "shop 3", "m2", "m5", "gets map", "draws geyser 8")
    assert int(state.turns_left) == 8


def test_10_9_then_it_is_over() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, copter="here")
    state.turns_left = 1
    do(state, "shop 3", "m2", "m5", "gets map", "draws geyser 8")
    assert ending(state) == "copter"


def test_10_9_or_as_soon_as_all_are_aboard() -> None:
    state = island("M1", "aboard", "aboard", cards={0: ["shop 3"]}, copter="here")
    do(state, "shop 3", "board", "gets map", "draws geyser 8")
    assert ending(state) == "copter"
    assert (int(state.active), int(state.turns_left)) == (0, 5)  # and no further turn has begun


@pytest.mark.parametrize(
    ("tokens", "points"),
    [("", 0), ("r", 1), ("rr", 3), ("rrr", 6), ("rrrr", 10), ("rrrrr", 15), ("rrrrrr", 15),
     ("rrb", 4), ("rrryb", 8)],
)  # fmt: skip
def test_10_10_sets_of_tokens(tokens: str, points: int) -> None:
    assert points_of(island("M2", *AWAY, tokens={"A": tokens}))[0] == points


def test_10_11_the_heart_and_the_penny() -> None:
    state = island("M2", *AWAY, heart="A")
    assert points_of(state)[0] == 7
    state.penny = 0
    assert points_of(state)[0] == 13


def test_10_12_a_picture_is_worth_five_aboard() -> None:
    for where, points in (("aboard", 10), ("M1", 0)):
        state = island("M2", where, "B12", pictures={"B": "rb"})
        assert points_of(state)[1] == points


def test_10_13_treasures_score_anywhere() -> None:
    assert points_of(island("M2", "off S9", "B12", tokens={"B": "rr"}))[1] == 3


def test_10_14_among_equals_who_was_first_on_the_helipad_is_ahead() -> None:
    state = island("M2", *AWAY, tokens={"A": "r", "B": "r"})
    state.figures[1].reached = 1
    assert places_of(state) == [2, 1, 3]


def test_10_14_who_stood_there_when_it_came_was_there_after_who_called_it() -> None:
    state = island("M3", "M1", "B12", cards={0: ["shop 3"]}, pictures={"A": "ryb"})
    do(state, "shop 3", "m2")
    assert [int(figure.reached) for figure in state.figures[:3]] == [1, 2, 0]


def test_10_17_the_others_there_have_come_in_the_order_of_play() -> None:
    """B calls it; D, whose turn is next but one, comes before A."""
    state = island("lying M1", "M3", "B12", "M1", turn_of="B", cards={1: ["shop 3"]},
                   pictures={"B": "ryb"})  # fmt: skip
    do(state, "shop 3", "m2")
    assert [int(figure.reached) for figure in state.figures] == [3, 1, 0, 2]


def test_10_17_at_the_end_of_a_turn_its_own_figure_comes_last() -> None:
    state = island("M10", "M1", "B12", cards={0: ["shop 3"]}, copter="coming")
    do(state, "shop 3", "m3", "m2", "gets map", "draws geyser 8")
    assert copter(state) == "here"
    assert [int(figure.reached) for figure in state.figures[:3]] == [2, 1, 0]


def test_10_14_of_two_figures_the_better_one_counts() -> None:
    state = island("S20", "M5", "M2", "S20", seats=2, tokens={"A": "r", "B": "b"})
    assert places_of(state) == [1, 1]
    state.figures[2].reached = 1
    assert places_of(state) == [1, 2]


def test_10_14_then_who_is_closest_then_they_share() -> None:
    assert places_of(island("S20", "M2", "B10", tokens={"A": "r", "B": "b"}))[:2] == [2, 1]
    assert places_of(island("M2", "M5", "B10", tokens={"A": "r", "B": "b"}))[:2] == [1, 1]


def test_10_15_a_token_counts_in_public_when_all_have_seen_it_and_in_the_end() -> None:
    state = island("M2", *AWAY, tokens={"A": "rr"})
    state.figures[0].known[1] = 0b011  # stolen: two of three have seen it
    assert points_of(state)[0] == 1
    state.ending = FLOWN
    assert points_of(state)[0] == 3


def test_10_15_so_do_souvenirs() -> None:
    state = island("aboard", *AWAY, pictures={"A": "ry"}, kit={0: ["stick"]})
    assert points_of(state)[0] == 10
    state.ending = FLOWN
    assert points_of(state)[0] == 14


# ── For two (11) ─────────────────────────────────────────────────────────────────────────────────


def test_11_1_each_seat_leads_two_figures_in_turn() -> None:
    state = island("M2", "B1", "B12", "S20", seats=2, cards={0: ["shop 3"], 1: ["shop 4"]})
    do(state, "shop 3", "m3", "m10", "m9", "gets map", "draws geyser 8")
    assert int(state.active) == 1
    do(state, "shop 4", "b2", "b8", "b7", "gets map", "draws geyser 7")
    assert int(state.active) == 2
    assert int(state.hands[0, 0]) >= 0


def test_11_2_both_have_one_hand_and_one_kit() -> None:
    for figure in "AC":
        state = island("M2", "B1", "B12", "S20", seats=2, turn_of=figure, cards={0: ["shop 3"]},
                       kit={0: ["boots"]})  # fmt: skip
        assert {"shop 3", "boots 1"} <= choices(state)


def test_11_3_treasures_of_two_figures_score_apart() -> None:
    state = island("M2", "B1", "B12", "S20", seats=2, tokens={"A": "rrr", "C": "rr"})
    assert points_of(state) == [9, 0]


def test_11_4_every_figure_has_its_own_pictures() -> None:
    state = island("S7", "B1", "B12", "S20", seats=2, cards={0: ["shop 3"]}, pictures={"C": "r"})
    do(state, "shop 3", "s8")
    assert state.album.tolist() == [2, 4, 4]


@pytest.mark.parametrize(("others", "comes"), [("ryb", "here"), ("ry", "away")])
def test_11_5_six_pictures_of_a_seat_call_the_copter(others: str, comes: str) -> None:
    state = island("M3", "B1", "B12", "S20", seats=2, cards={0: ["shop 3"]},
                   pictures={"A": "ryb", "C": others})  # fmt: skip
    assert copter(do(state, "shop 3", "m2")) == comes


def test_8_4_the_tokens_of_an_own_figure_are_not_stolen() -> None:
    state = island("M2", "B1", "M15", "B12", seats=2, cards={0: ["geyser 4"]}, tokens={"C": "r"})
    do(state, "geyser 4", *TO_M14, "flick hiccup s normal")
    do(state, "into Hiccup", "into low doze", "fells-rests")
    assert (tokens_of(state, "A"), maw_of(state)) == ("", "rP")


def test_10_16_treasures_may_be_worth_something_else() -> None:
    card = take("vulkar")
    other = {"set_points": "2,0,0,0,0", "treasure_points": "9,0,4", "selfie_points": "0"}
    state = card.start(2, other)
    assert state.numbers.set_points.tolist() == [0, 2, 0, 0, 0, 0]
    state.heart = 0
    assert card.breakdown(state, 0)["Heart and Penny"] == 9
    assert card.breakdown(card.start(2), 0)["Heart and Penny"] == 0


def test_10_14_who_is_swept_away_is_as_close_as_the_place_where_it_will_stand() -> None:
    """Whoever lies is where it lies; who is off the island is farthest, who is aboard closest."""
    swept = max(ON_LANES, key=lambda space: TO_HELIPAD[SWEPT_TO[space]] - TO_HELIPAD[space])
    name, end = SPACE_IDS[swept], SPACE_IDS[SWEPT_TO[swept]]
    assert TO_HELIPAD[swept] < TO_HELIPAD[SWEPT_TO[swept]]
    farthest = SPACE_IDS[TO_HELIPAD.tolist().index(TO_HELIPAD.max())]
    for of_a, of_b, expected in [
        (f"swept {name}", end, [1, 1]),
        (f"swept {name}", name, [2, 1]),
        (f"lying {name}", name, [1, 1]),
        (f"off {name}", farthest, [2, 1]),
        ("aboard", "M1", [1, 1]),
        ("aboard", "M2", [1, 2]),
    ]:
        state = island(of_a, of_b, "B12", turn_of="C", tokens={"A": "r", "B": "b"})
        assert places_of(state)[:2] == expected, (of_a, of_b)


def test_10_14_more_points_come_before_everything_else() -> None:
    state = island("S20", "M1", "B12", tokens={"A": "rr", "B": "b"}, copter="here")
    state.figures[1].reached = 1
    state.arrivals = 1
    assert places_of(state)[:2] == [1, 2]
    state.figures[0].reached = 2
    state.figures[1].tokens[1] = state.figures[1].tokens[0]
    state.figures[1].known[1] = state.figures[1].known[0]
    state.figures[1].held = 2
    assert places_of(state)[:2] == [2, 1]


def test_10_14_who_comes_back_to_the_helipad_was_there_at_the_first_time() -> None:
    state = island("M5", "M7", "B12", cards={0: ["shop 3"]}, copter="here")
    state.figures[0].reached, state.figures[1].reached, state.arrivals = 1, 2, 2
    do(state, "shop 3", "m1")
    assert [int(figure.reached) for figure in state.figures[:3]] == [1, 2, 0]
    assert int(state.arrivals) == 2


def test_10_8_who_comes_with_three_pictures_later_calls_nothing_and_gains_no_turns() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, pictures={"A": "ryb"}, copter="here")
    state.turns_left = 3
    do(state, "shop 3", "m2")
    assert (copter(state), int(state.turns_left)) == ("here", 3)


@pytest.mark.parametrize(
    ("maw", "heart", "penny", "gains"),
    [("", "slab", -2, "penny"), ("", "maw", 1, "heart"), ("b", "slab", 1, "b"), ("", "B", 1, "")],
)
def test_10_5_each_thing_in_the_maw_can_be_taken(
    maw: str, heart: str, penny: int, gains: str
) -> None:
    state = island("M1", *AWAY, cards={0: ["shop 3"]}, copter="here", maw=maw, heart=heart)
    state.penny = penny
    do(state, "shop 3", "board")
    assert phase(state) == "giving"
    found = [tokens_of(state, "A"), "heart" * (heart_of(state) == "A")]
    assert "".join([*found, "penny" * int(state.penny == 0)]) == gains
    assert maw_of(state) == ""


@pytest.mark.parametrize("colour", ["red", "yellow", "blue"])
def test_10_5_what_is_taken_from_the_maw_is_seen_by_all(colour: str) -> None:
    state = island("M1", *AWAY, cards={0: ["shop 3"]}, copter="here", maw="ryb")
    do(state, "shop 3", "board", f"pick {colour}")
    assert tokens_of(state, "A") == colour[0]
    assert int(state.figures[0].known[0]) == EVERYONE
    assert maw_of(state) == "ryb".replace(colour[0], "") + "P"


def test_10_9_the_last_turn_is_over_only_for_the_last_one() -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, copter="here")
    state.turns_left = 2
    do(state, "shop 3", "m2", "m5", "gets map", "draws geyser 8")
    assert (ending(state), int(state.turns_left), int(state.active)) == ("", 1, 1)


@pytest.mark.parametrize(("first", "over"), [("A", False), ("B", True), ("C", False)])
def test_10_3_a_round_is_over_when_the_first_figure_is_next(first: str, over: bool) -> None:
    state = island("M3", *AWAY, cards={0: ["shop 3"]}, rounds="1")
    state.first = "ABC".index(first)
    do(state, "shop 3", "m2", "m5", "gets map", "draws geyser 8")
    assert (copter(state), int(state.rounds_over)) == (("here", 1) if over else ("away", 0))


def test_10_3_it_does_not_come_a_second_time() -> None:
    state = island("M3", *AWAY, turn_of="C", cards={2: ["shop 3"]}, rounds="1", copter="here")
    state.turns_left = 3
    do(state, "shop 3", "b8", "b3", "b2", "gets map", "draws geyser 8")
    assert (int(state.rounds_over), int(state.turns_left)) == (1, 2)


def test_13_8_each_seat_has_its_own_selfie_sticks() -> None:
    state = island("aboard", "aboard", "aboard", "B12", turn_of="D",
                   pictures={"A": "ryb", "B": "r"},
                   kit={1: ["stick"], 2: ["stick"]})  # fmt: skip
    state.ending = FLOWN
    assert points_of(state)[:3] == [15, 5 + 2, 0]
