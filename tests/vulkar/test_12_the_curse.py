"""12  The Curse of Vul-Kar."""

from pathlib import Path
from typing import Any

import pytest

from templetop.engine.match import phase_of, say
from templetop.engine.pieces import pieces_in, short_of
from templetop.engine.refusal import IllegalMove, WrongSeats
from templetop.engine.seats import CHANCE
from templetop.engine.telling import told_to
from templetop.games import vulkar
from templetop.games.vulkar.picture_lanes import (
    RULEBOOKS,
    lanes_listed,
    lanes_past_pictures,
    written_into,
)
from templetop.games.vulkar.rules import moves
from templetop.games.vulkar.rules.acting import watch
from templetop.games.vulkar.rules.island import LANE_IDS, LANES
from templetop.games.vulkar.rules.tokens import EVERYONE

from .drawn import (
    ALL_CARDS,
    asked,
    choices,
    do,
    ending,
    event_of,
    game,
    heart_of,
    island,
    kit_of,
    maw_of,
    move_of,
    new,
    odds,
    phase,
    places_of,
    points_of,
    posture,
    tokens_of,
    where,
)

FOLDER = Path(vulkar.__file__).parent
MADE_BY = "run `python -m templetop.games.vulkar.picture_lanes`"
CALM = ("roots 4", "shop 4", "vul-kar 4")
TO_M14 = ("m3", "m10", "m9", "m14")


def cursed(*where: str, tracker: tuple[str, ...] = CALM, **told: Any) -> Any:
    return island(*where, tracker=tracker, game="curse", **told)


def flicked(*others: str, **told: Any) -> Any:
    """A, on the Summit, flicks an ember out of Spitter."""
    state = cursed("M2", *others, tracker=("geyser 4", "shop 4", "vul-kar 4"), **told)
    do(state, "geyser 4", *TO_M14)
    assert "none" not in choices(state)
    return do(state, "flick wink e normal")


def refused(state: Any, move: int) -> IllegalMove:
    return game().moves.why_not(state, asked(state), move, phase_of(state))


def test_12_1_everybody_sees_what_goes_into_the_open_tracker() -> None:
    state = do(cursed("M2", "B1"), "roots 4", *TO_M14, "none")
    heard = [told_to(viewer, 0, state, CHANCE, event_of("draws shop 5")) for viewer in (0, 1, None)]
    assert {one.sentence(["Ann", "Ben"]) for one in heard} == {
        "Gift Shop 5 comes into the tracker."
    }


def test_12_1_the_curse_is_for_one_to_four() -> None:
    assert game().seats_for({"game": "curse"}) == [1, 2, 3, 4]


def test_12_1_all_are_partners_and_all_lies_open() -> None:
    state = cursed("M2", "B1", kit={0: ["boots"]})
    for seats in (1, 2, 3, 4):
        sides = [9] * seats
        game().sides(new(seats, game="curse"), sides)
        assert sides == [0] * seats
    assert game().view(state, 1).players[0].kit == ["Hiking Boots"]
    assert [int(new(seats, game="curse").count) for seats in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_12_2_all_fireballs_lie_in_the_scar() -> None:
    assert int(new(2, game="curse").scar) == 4


def test_12_3_bags_and_globes_stay_in_the_box() -> None:
    assert new(2, game="curse").shop.tolist() == [2, 0, 0, 2, 2, 2]


def test_12_4_three_cards_lie_in_the_tracker_at_first_no_cataclysm() -> None:
    state = do(new(1, game="curse", souvenirs="0", removed="0,0,0,0"), "first 1")
    do(state, *["lays red"] * 12, *["lays yellow"] * 12, *["lays blue"] * 12)
    assert phase(state) == "drawing"
    assert min(odds(state)) >= 43 + 6  # no Cataclysm! can be drawn
    do(state, "draws geyser 5", "draws geyser 6", "draws shop 3")
    assert choices(state) == {"geyser 5", "geyser 6", "shop 3"}


def test_12_5_a_played_card_is_laid_aside() -> None:
    state = cursed("M2", "B1")
    do(state, "roots 4", *TO_M14, "none")
    assert (int(state.discards.sum()), int(state.tracker.sum())) == (1, 2)


def test_12_5_a_cataclysm_drops_four_fireballs_and_leaves_its_slot() -> None:
    state = cursed("M2", "B1", tracker=("cataclysm 4", "cataclysm 5", "shop 4"))
    do(state, "cataclysm 4", *TO_M14)
    for _ in range(4):
        do(state, "into doze", "into low doze", "into heron", "into lagoon mouth", "arrives")
    assert (int(state.discards.sum()), int(state.tracker.sum())) == (1, 2)


def test_12_6_an_ember_that_runs_past_a_picture_space_costs_nothing() -> None:
    state = flicked("B1")
    do(state, "into Wink", "into low glitter", "into mirror", "into reed mouth", "arrives")
    assert phase(state) == "drawing"


def test_12_6_one_that_misses_costs_a_payment() -> None:
    state = flicked("B1")
    do(state, "rests")
    assert (phase(state), asked(state)) == ("paying", 0)


def test_12_6_in_the_region_of_the_active_figure() -> None:
    state = cursed("S7", "B1", tracker=("geyser 4", "shop 4", "vul-kar 4"))
    do(state, "geyser 4", "s6", "m27", "flick wink e normal")
    do(state, "into Wink", "into low glitter", "into mirror", "into reed mouth", "arrives")
    assert phase(state) == "drawing"  # it has come to the Summit
    state = cursed("S23", "B1", tracker=("geyser 4", "shop 4", "vul-kar 4"))
    do(state, "geyser 4", "s24", "s26", "s25", "flick wink e normal")
    do(state, "into Wink", "into low glitter", "into mirror", "into reed mouth", "arrives")
    assert phase(state) == "paying"


@pytest.mark.parametrize(("at", "is_paid"), [("S7", False), ("S23", True)])
def test_12_6_the_region_is_not_that_of_another_seat(at: str, is_paid: bool) -> None:
    ways = {"S7": ["s6", "m27"], "S23": ["s24", "s26", "s25"]}
    away = {"S7": "B1", "S23": "M2"}  # where the first seat is
    state = cursed(away[at], at, turn_of="B", tracker=("geyser 4", "shop 4", "vul-kar 4"))
    do(state, "geyser 4", *ways[at], "flick wink e normal")
    do(state, "into Wink", "into low glitter", "into mirror", "into reed mouth", "arrives")
    assert (phase(state) == "paying") == is_paid


def test_12_6_one_that_leaves_the_island_has_missed() -> None:
    state = flicked("B1", tokens={"A": "r"})
    do(state, "into Wink", "into low glitter", "into mirror", "leaves")
    assert maw_of(state) == "rP"  # 7.5
    assert phase(state) == "paying"


def test_12_18_the_rulebooks_list_the_lanes_that_run_past_a_picture_space() -> None:
    assert [lanes_past_pictures(region) for region in range(3)] == [
        ["gull run", "scar run"],
        ["doze", "glitter", "low doze", "low glitter"],
        ["high water", "lagoon mouth", "reed mouth", "shell water"],
    ]
    for spoken, name in RULEBOOKS.items():
        text = (FOLDER / name).read_text("utf-8")
        assert lanes_listed(spoken) in text, MADE_BY
        assert written_into(text, spoken) == text, MADE_BY
    stale = "- **12.18** These lanes run past: a ditch. (ours: because)"
    assert written_into(stale, "en") == stale.replace("a ditch", lanes_listed("en"))


@pytest.mark.parametrize(("lane", "costs"), [("lagoon mouth", False), ("otter", True)])
def test_12_18_only_such_a_lane_of_the_region_counts(lane: str, costs: bool) -> None:
    """A is on Beachside, at the end of its walk."""
    state = do(cursed("B39", "S1", tracker=("geyser 4", "shop 4", "vul-kar 4")), "geyser 4")
    while phase(state) == "walking":
        do(state, min(choices(state)))
    assert where(state, "A").startswith("B")
    do(state, "flick wink e normal")
    do(state, "into Wink", "into low glitter", f"into {lane}", "rests")
    assert (phase(state) == "paying") == costs


def test_12_19_a_miss_is_paid_for_before_the_falls_that_the_ember_has_caused() -> None:
    state = flicked("B22", kit={1: ["boots"]})
    do(state, "into Cough", "into sulphur", "drops B", "rests")
    assert (phase(state), asked(state)) == ("paying", 0)
    do(state, "pay shop 4")
    assert (phase(state), asked(state)) == ("paying", 1)


def test_12_19_the_treasure_for_an_ember_that_is_gone_comes_first() -> None:
    state = flicked("B1", tokens={"A": "rb"})
    do(state, "into Cough", "leaves")
    assert phase(state) == "losing"
    do(state, "lose red")
    assert (phase(state), asked(state)) == ("paying", 0)


def test_12_19_without_a_miss_only_those_who_fall_pay() -> None:
    state = flicked("B22", "B1", kit={1: ["boots", "map"]})
    do(state, "into Wink", "into low glitter", "fells", "into mirror", "rests")
    assert (phase(state), asked(state)) == ("paying", 1)
    do(state, "pay boots")
    assert phase(state) == "drawing"


REASONS = [
    (("rests",), "as the ember ran past no picture space of the Summit"),
    (("into Wink", "leaves"), "as the ember has left the island"),
]


@pytest.mark.parametrize(("run", "why"), REASONS)
@pytest.mark.parametrize("deed", ["pay shop 4", "pay boots"])
def test_12_6_it_is_told_why_somebody_pays(run: tuple[str, ...], why: str, deed: str) -> None:
    state = flicked("B1", kit={0: ["boots"]})
    do(state, *run)
    assert say(state, 0, move_of(state, deed)).endswith(f", {why}")


def test_12_8_it_is_told_that_it_is_for_a_fall() -> None:
    state = flicked("B22", kit={1: ["boots"]})
    do(state, "into Wink", "into low glitter", "fells-rests")
    assert say(state, 1, move_of(state, "pay boots")) == "gives up a Hiking Boots for a fall"
    assert game().view(state, 1).asks == "Your figure has fallen: what will you give up?"


def test_12_6_who_pays_is_asked_with_the_reason() -> None:
    state = do(flicked("B1"), "rests")
    question = "Your ember ran past no picture space of the Summit: what will you give up?"
    assert game().view(state, 0).asks == question
    state = do(flicked("B1"), "into Wink", "leaves")
    assert game().view(state, 0).asks == "Your ember has left the island: what will you give up?"


def test_12_6_an_aim_tells_how_many_embers_run_past_a_picture_space() -> None:
    """Under the Curse alone: elsewhere none has to."""
    state = cursed("M2", "B1", tracker=("geyser 4", "shop 4", "vul-kar 4"))
    do(state, "geyser 4", *TO_M14)
    move = move_of(state, "flick wink se normal")
    assert game().moves.target(state, 0, move).passes > 90
    assert game().moves.target(state, 0, move_of(state, "flick cough w hard")).passes == 0
    state = island("M2", "B1", "B12", cards={0: ["geyser 4"]})
    do(state, "geyser 4", *TO_M14)
    assert game().moves.target(state, 0, move).passes is None


def test_12_7_a_souvenir_or_a_card_is_paid() -> None:
    state = flicked("B1", kit={0: ["boots"]}, tokens={"A": "r"})
    do(state, "rests")
    assert choices(state) == {"pay boots", "pay shop 4", "pay vul-kar 4"}
    do(state, "pay shop 4")
    assert int(state.tracker.sum()) == 1
    assert kit_of(state, 0) == ["boots"]


def test_12_7_cataclysms_are_not_paid_with() -> None:
    state = cursed("M2", "B1", tracker=("geyser 4", "cataclysm 4", "cataclysm 5"),
                   tokens={"A": "rb"})  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick wink e normal")
    do(state, "rests")
    assert choices(state) == {"pay red", "pay blue"}
    refusal = refused(state, moves.PAY_CARD + ALL_CARDS.index("cataclysm 4"))
    assert (str(refusal), refusal.rule) == ("A Cataclysm! cannot be given up.", "12.7")
    do(state, "pay red")
    assert maw_of(state) == "rP"


def test_12_7_who_has_nothing_pays_nothing() -> None:
    state = cursed("M2", "B1", tracker=("geyser 4", "cataclysm 4", "cataclysm 5"))
    do(state, "geyser 4", *TO_M14, "flick wink e normal")
    do(state, "rests")
    assert phase(state) == "drawing"


def test_12_8_for_a_fall_its_seat_pays() -> None:
    state = flicked("B22", tokens={"B": "r"}, kit={1: ["boots"]})
    do(state, "into Wink", "into low glitter", "fells", "into mirror", "into reed mouth")
    do(state, "arrives")
    assert (phase(state), asked(state)) == ("paying", 1)
    assert "pay boots" in choices(state)
    do(state, "pay boots")
    assert (tokens_of(state, "B"), kit_of(state, 1)) == ("r", [])


def test_12_9_the_heart_of_who_falls_goes_back() -> None:
    state = flicked("B22", heart="B")
    do(state, "into Wink", "into low glitter", "fells-rests")
    assert heart_of(state) == "slab"
    assert posture(state, "B") == "lying"


def test_12_9_it_never_comes_into_the_maw() -> None:
    """Not even where an ember that leaves the island costs a treasure."""
    state = flicked("B1", tokens={"A": "r", "B": "r"}, heart="A", copter="here")
    do(state, "leaves")
    assert (heart_of(state), maw_of(state)) == ("A", "rP")


def test_12_9_not_even_for_an_ember_that_is_gone() -> None:
    state = flicked("B1", tokens={"A": "rb"}, heart="A")
    do(state, "into Wink", "into low glitter", "into mirror", "leaves")
    assert choices(state) == {"lose red", "lose blue"}
    refusal = refused(state, moves.LOSE + moves.THE_HEART)
    assert "never comes into the Maw" in str(refusal)
    assert refusal.rule == "12.9"


def test_12_10_tokens_may_be_left() -> None:
    state = cursed("M2", "B1", slabs={"M3": "red"})
    do(state, "roots 4", "m3")
    assert choices(state) == {"take", "leave"}
    do(state, "leave")
    assert (tokens_of(state, "A"), int((state.slabs >= 0).sum())) == ("", 1)


def test_12_11_who_passes_another_may_give_and_take() -> None:
    state = cursed("M2", "M3", tokens={"A": "rb", "B": "y"})
    do(state, "roots 4", "m3")
    assert choices(state) == {
        "pass", "give red", "give blue", "take yellow", "give red take yellow",
        "give blue take yellow",
    }  # fmt: skip
    do(state, "give red take yellow")
    assert (tokens_of(state, "A"), tokens_of(state, "B")) == ("yb", "r")


def test_12_11_also_the_heart_and_from_who_lies() -> None:
    state = cursed("M2", "lying M3", heart="B")
    do(state, "roots 4", "m3", "take")
    assert heart_of(state) == "A"


SETS: dict[str, Any] = {"tokens": {"A": "rrrrrr", "B": "bbbbbb"}, "pictures": {"A": "r", "B": "b"}}


def test_12_12_the_heart_may_be_taken_when_all_have_their_sets() -> None:
    state = cursed("M24", "B1", **SETS)
    do(state, "roots 4", "m23")
    assert choices(state) == {"take", "leave"}


@pytest.mark.parametrize(
    ("tokens", "pictures"),
    [("bbbbb", "b"), ("bbbbbb", "y"), ("bbbyyy", "yb")],
)
def test_12_12_not_before(tokens: str, pictures: str) -> None:
    state = cursed("M24", "B1", tokens={"A": "rrrrrr", "B": tokens},
                   pictures={"A": "r", "B": pictures})  # fmt: skip
    do(state, "roots 4", "m23")
    assert heart_of(state) == "slab"
    assert phase(state) == "bending"  # M22, the ladder, has ended the walk


def test_12_12_how_many_tokens_may_be_agreed_on() -> None:
    one: dict[str, Any] = {"tokens": {"A": "rrrr"}, "pictures": {"A": "r"}}
    state = do(cursed("M24", **one), "roots 4", "m23")
    assert phase(state) == "bending"
    state = game().start(1, {"game": "curse", "tokens": "4"})
    assert int(state.needed) == 4


@pytest.mark.parametrize("needed", [7, 12])
def test_12_20_with_four_seats_no_set_has_more_than_six_tokens(needed: int) -> None:
    """There are 12 of each of three colours: with 7 or more there are sets for three."""
    options = {"game": "curse", "tokens": str(needed)}
    assert game().seats_for(options) == [1, 2, 3]
    with pytest.raises(WrongSeats) as refused:
        new(4, **options)
    assert str(refused.value) == (
        f"With 4 seats, {needed} tokens of one colour cannot be had by all: there are 12 of each "
        "of 3 colours (12.20)."
    )
    assert game().seats_for({"tokens": str(needed)}) == [2, 3, 4]  # no Curse, no sets
    assert game().seats_for({"game": "curse", "tokens": "6"}) == [1, 2, 3, 4]


def test_12_13_the_copter_comes_when_the_heart_is_taken() -> None:
    state = cursed("M24", "B1", **SETS)
    do(state, "roots 4", "m23", "take")
    assert (heart_of(state), int(state.copter), int(state.scar)) == ("A", 2, 4)


def test_12_14_the_carrier_boards_and_all_have_won() -> None:
    state = cursed("M1", "B1", heart="A", copter="here", **SETS)
    do(state, "roots 4")
    assert "board" in choices(state)
    do(state, "board")
    assert (ending(state), places_of(state)) == ("win", [1, 1])


def test_12_14_a_win_comes_before_the_tracker_is_filled() -> None:
    """Two of its cards are Cataclysm!, and the pile is empty."""
    state = cursed("M1", tracker=("shop 4", "cataclysm 4", "cataclysm 5"), tokens={"A": "rrrrrr"},
                   pictures={"A": "r"}, heart="A", copter="here")  # fmt: skip
    state.deck[:] = 0
    assert ending(do(state, "shop 4", "board")) == "win"


def test_12_14_nobody_else_boards_and_not_without_the_sets() -> None:
    state = cursed("M1", "B1", heart="B", copter="here", **SETS)
    assert "board" not in choices(do(state, "roots 4"))
    state = cursed("M1", "B1", heart="A", copter="here", tokens={"A": "rrrrrr"})
    assert "board" not in choices(do(state, "roots 4"))


def test_12_15_the_tracker_is_filled_up() -> None:
    state = cursed("M2", "B1")
    do(state, "roots 4", *TO_M14, "none", "draws cataclysm 4")
    assert int(state.active) == 1


def test_12_15_three_cataclysms_are_the_end() -> None:
    state = cursed("M2", "B1", tracker=("roots 4", "cataclysm 4", "cataclysm 5"))
    do(state, "roots 4", *TO_M14, "none", "draws cataclysm 5")
    assert (ending(state), places_of(state)) == ("cataclysm", [2, 2])


def test_12_15_so_is_an_empty_pile() -> None:
    state = cursed("M2", "B1")
    state.discards += state.deck
    state.deck[:] = 0
    do(state, "roots 4", *TO_M14, "none")
    assert ending(state) == "no cards"


def test_12_17_with_three_or_four_the_cards_come_back_once() -> None:
    state = cursed("M2", "B1", "B12")
    state.discards += state.deck
    state.deck[:] = 0
    do(state, "roots 4", *TO_M14, "none")
    assert phase(state) == "drawing"
    assert (int(state.second_piles), int(state.discards.sum())) == (0, 0)
    assert [int(new(seats, game="curse").second_piles) for seats in (1, 2, 3, 4)] == [0, 0, 1, 1]


def test_12_16_the_heart_stirs_no_fireball_and_there_is_no_last_round() -> None:
    state = cursed("M23", "B1", **SETS)
    state.scar = 3
    do(state, "take")
    assert (int(state.scar), int(state.turns_left)) == (3, 0)


def test_12_1_what_is_otherwise_under_the_curse_is_told_to_newcomers() -> None:
    folder = game().folder
    assert folder is not None
    says = {piece.name: piece.says for piece in pieces_in(folder)}
    for name in ("you", "rival", "hand", "scar", "maw", "copter"):
        assert "under the Curse" in says[name] or "Under the Curse" in says[name], name
    assert any("12.12" in rules for _, rules in short_of(folder))


def test_12_12_what_all_have_is_counted_together() -> None:
    state = cursed("M2", "B1", tokens={"A": "rrb", "B": "bbbbbbbb"}, pictures={"A": "b", "B": "b"})
    assert points_of(state) == [9, 9]


def test_12_13_no_pictures_call_the_copter() -> None:
    state = cursed("M3", "B1", pictures={"A": "ryb"})
    do(state, "roots 4", "m2")
    assert (where(state, "A"), int(state.copter), int(state.turns_left)) == ("M1", 0, 0)


def test_12_11_nobody_is_asked_who_has_nothing_to_exchange() -> None:
    """Not even if a third figure has tokens, or the Heart."""
    for told in ({}, {"tokens": {"C": "r"}}, {"heart": "C"}, {"heart": "A"}):
        state = cursed("M2", "M3", "B12", **told)
        assert phase(do(state, "roots 4", "m3")) == "walking"
    for told in ({"tokens": {"A": "r"}}, {"tokens": {"B": "r"}}, {"heart": "B"}):
        state = cursed("M2", "M3", "B12", **told)
        assert phase(do(state, "roots 4", "m3")) == "meeting"


@pytest.mark.parametrize(
    ("deed", "of_a", "of_b"),
    [("pass", "rrb", "ry"), ("give red", "rb", "rry"), ("give blue", "rr", "ryb"),
     ("take red", "rrrb", "y"), ("take yellow", "rryb", "r"), ("give red take yellow", "ryb", "rr"),
     ("give blue take red", "rrr", "yb"), ("give blue take yellow", "rry", "rb")],
)  # fmt: skip
def test_12_11_tokens_change_hands_before_the_eyes_of_all(deed: str, of_a: str, of_b: str) -> None:
    state = cursed("M2", "M3", tokens={"A": "rrb", "B": "ry"})
    do(state, "roots 4", "m3")
    assert "give red take red" not in choices(state)
    do(state, deed)
    assert (tokens_of(state, "A"), tokens_of(state, "B")) == (of_a, of_b)
    known = {int(seen) for one in state.figures for seen in one.known[: one.held]}
    assert known == {EVERYONE}


def test_12_11_all_who_are_passed_on_the_helipad_are_met() -> None:
    state = cursed("M3", "M1", "M1", tokens={"A": "rr"})
    do(state, "roots 4", "m2", "give red")
    assert phase(state) == "meeting"
    do(state, "give red")
    assert [tokens_of(state, name) for name in "ABC"] == ["", "r", "r"]


def test_12_14_when_all_have_won_nothing_more_is_to_be_done() -> None:
    state = cursed("M1", "B1", heart="A", copter="here", kit={0: ["boots"]}, **SETS)
    do(state, "boots 2", "roots 4", "board")
    assert (phase(state), asked(state)) == ("over", -1)
    fields = ("card", "steps", "extra", "came", "depth")
    assert [int(state[field]) for field in fields] == [-1, 0, 0, -1, 0]
    assert {*state.agenda.tobytes()} == {0}


def test_12_7_a_card_that_is_paid_is_laid_aside() -> None:
    state = do(flicked("B1"), "rests", "pay shop 4")
    assert int(state.discards[ALL_CARDS.index("shop 4")]) == 1


def test_12_7_a_souvenir_that_is_given_up_is_gone() -> None:
    state = do(flicked("B1", kit={0: ["boots", "map"]}), "rests", "pay map")
    assert (kit_of(state, 0), int(state.gone[5]), int(state.tracker.sum())) == (["boots"], 1, 2)


@pytest.mark.parametrize("colour", ["red", "yellow", "blue"])
def test_12_7_each_token_can_be_paid_by_who_has_nothing_else(colour: str) -> None:
    state = cursed("M2", "B1", tracker=("geyser 4", "cataclysm 4", "cataclysm 5"),
                   tokens={"A": "ryb"}, kit={1: ["boots"]})  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick wink e normal", "rests")
    assert choices(state) == {"pay red", "pay yellow", "pay blue"}
    do(state, f"pay {colour}")
    assert (tokens_of(state, "A"), maw_of(state)) == ("ryb".replace(colour[0], ""), colour[0] + "P")


def test_12_8_everyone_who_falls_pays_alone() -> None:
    """The active seat, whose ember it was, pays only for its own fall."""
    state = flicked("B22", "B1", kit={1: ["boots", "map"], 2: ["stick", "map"]})
    do(state, "into Wink", "into low glitter", "fells", "drops C", "into mirror", "rests")
    assert (phase(state), asked(state)) == ("paying", 1)
    do(state, "pay boots")
    assert (phase(state), asked(state)) == ("paying", 2)
    do(state, "pay stick")
    assert phase(state) == "drawing"


def test_12_15_three_cataclysms_are_not_the_end_before_the_third() -> None:
    state = cursed("M2", "B1", tracker=("roots 4", "cataclysm 4", "shop 3"))
    do(state, "roots 4", *TO_M14, "none", "draws cataclysm 5")
    assert (ending(state), int(state.active)) == ("", 1)


def test_12_17_the_cards_come_back_only_as_often_as_was_agreed_on() -> None:
    state = cursed("M2", "B1", second_piles="0,2,0,0")
    state.discards += state.deck
    state.deck[:] = 0
    do(state, "roots 4", *TO_M14, "none")
    assert (phase(state), int(state.second_piles), int(state.deck.sum())) == ("drawing", 1, 28)


def test_12_18_every_lane_counts_in_the_region_for_which_it_is_listed_and_no_other() -> None:
    names = {lane: n for n, lane in enumerate(LANE_IDS)}
    listed = [{names[name] for name in lanes_past_pictures(region)} for region in range(3)]
    for region, space in enumerate(("S1", "M2", "B1")):
        for lane in range(LANES):
            state = cursed(space, "M1")
            watch(state, lane)
            assert bool(state.sighted) == (lane in listed[region])
