"""13  Souvenirs; and the questions at the end of the rulebook."""

from typing import Any

import pytest

from templetop.engine.match import say
from templetop.engine.speech import speaking
from templetop.engine.telling import Teller
from templetop.games.vulkar.rules.island import (
    CAVES,
    COLOURS,
    HEART_SPACE,
    HELIPAD_SPACE,
    KIND,
    NEIGHBOURS,
    NOWHERE,
    NUMBER_OF,
    REGION,
    SNAPSHOT,
    SPACE_IDS,
    SPACES,
)
from templetop.games.vulkar.rules.state import FLOWN

from .drawn import (
    asked,
    choices,
    do,
    game,
    hand_of,
    heart_of,
    island,
    kit_of,
    move_of,
    odds,
    phase,
    pictures_of,
    points_of,
    posture,
    tokens_of,
    where,
)

AWAY = ("B1", "B12")
TO_M14 = ("m3", "m10", "m9", "m14")
CALM = ("roots 4", "shop 4", "vul-kar 4")


def fallen(kit: list[str], tokens: str = "r", heart: str = "slab", spot: str = "S4") -> Any:
    """B has fallen on S4, by an ember of A."""
    state = island("M2", spot, "B12", cards={0: ["geyser 4"]}, tokens={"B": tokens},
                   kit={1: kit}, heart=heart)  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick spitter nw normal", "into Spitter", "into low ash")
    if spot == "S4":
        return do(state, "fells-rests")
    return do(state, "into gull run", "sweeps", "arrives")


def test_13_1_a_played_souvenir_goes_back_into_the_box() -> None:
    state = island("M2", *AWAY, kit={0: ["boots"]})
    do(state, "boots 2")
    assert (kit_of(state, 0), int(state.gone.sum())) == ([], 1)


def test_13_2_several_may_be_played() -> None:
    state = island("M2", *AWAY, kit={0: ["boots", "boots"]}, cards={0: ["shop 3"]})
    do(state, "boots 2", "boots 1", "shop 3")
    assert int(state.steps) == 6


@pytest.mark.parametrize("more", [1, 2])
def test_13_3_hiking_boots_go_one_or_two_spaces_more(more: int) -> None:
    state = island("M2", *AWAY, kit={0: ["boots"]}, cards={0: ["shop 3"]})
    do(state, f"boots {more}", "shop 3")
    assert int(state.steps) == 3 + more


def test_13_4_a_snow_globe_brings_a_new_hand() -> None:
    state = island("M2", *AWAY, kit={0: ["globe"]}, cards={0: ["cataclysm 3", "shop 3"]})
    do(state, "globe", "draws geyser 8", "draws geyser 7")
    assert hand_of(state, 0) == ["geyser 7", "geyser 8"]
    assert (int(state.discards.sum()), int(state.tracker.sum())) == (2, 0)
    assert phase(state) == "choosing"


def test_13_4_everybody_is_told_which_cards_are_discarded() -> None:
    state = island("M2", *AWAY, kit={0: ["globe"]}, cards={0: ["cataclysm 3", "shop 3"]})
    number = move_of(state, "globe")
    assert say(state, 0, number) == (
        "shakes a Snow Globe, discards Cataclysm! 3 and Gift Shop 3 and draws a new hand"
    )
    with speaking("de"):
        assert say(state, 0, number).startswith("schüttelt eine Schneekugel, legt ")
    for viewer in (0, 1, None):
        teller = Teller(viewer)
        teller.tell(0, state, [(0, number)])
        assert "discards Cataclysm! 3 and Gift Shop 3" in teller.lines[0].sentence(
            ["Ann", "Ben", "Cem"]
        )
    do(state, "globe")
    for viewer in (0, 1):  # nothing that they would not see where the discards lie
        piles = game().view(state, viewer).discards
        assert sum(pile.number for pile in piles) == 2


def test_13_5_who_opens_an_umbrella_stands_again_and_loses_nothing() -> None:
    state = do(fallen(["umbrella"], heart="B"), "umbrella")
    assert (posture(state, "B"), tokens_of(state, "B"), heart_of(state)) == ("standing", "r", "B")
    assert phase(state) == "drawing"  # and no souvenir is drawn


def test_13_5_on_a_bridge_too() -> None:
    state = do(fallen(["umbrella"], spot="S16"), "umbrella")
    assert (posture(state, "B"), where(state, "B")) == ("standing", "S16")


def test_13_6_a_tote_bag_keeps_the_tokens() -> None:
    state = do(fallen(["bag"]), "bag", "gets map")
    assert (tokens_of(state, "B"), posture(state, "B")) == ("r", "lying")


def test_13_6_but_not_the_heart() -> None:
    state = do(fallen(["bag"], heart="B"), "bag")
    assert (tokens_of(state, "B"), heart_of(state)) == ("r", "A")


@pytest.mark.parametrize(("heart", "after"), [("slab", "slab"), ("C", "maw")])
def test_13_6_also_when_a_marble_of_its_own_seat_has_felled_the_figure(
    heart: str, after: str
) -> None:
    state = island("M2", "B1", "M15", "B12", seats=2, cards={0: ["geyser 4"]},
                   tokens={"C": "rb"}, kit={0: ["bag"]}, heart=heart)  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick hiccup s normal")
    do(state, "into Hiccup", "into low doze", "fells-rests", "bag", "gets map")
    assert (tokens_of(state, "C"), kit_of(state, 0)) == ("rb", ["map"])
    assert heart_of(state) == after


def test_13_6_nobody_keeps_what_is_not_there() -> None:
    assert choices(fallen(["bag"], tokens="")) == {"none"}


def test_13_7_a_trail_map_chooses_the_cave() -> None:
    state = island("S12", *AWAY, cards={0: ["shop 5"]}, kit={0: ["map"]})
    do(state, "shop 5", "s11")
    assert choices(state) == {"roll", "map 1", "map 2", "map 3"}
    assert where(do(state, "map 3"), "A") == "B19"


def test_13_8_a_selfie_stick_is_worth_two_for_each_colour_that_scores() -> None:
    for place, points in (("aboard", 5 * 2 + 2 * 2), ("M1", 0)):
        state = island("M2", place, "B12", pictures={"B": "rb"}, kit={1: ["stick"]})
        state.ending = FLOWN
        assert points_of(state)[1] == points


@pytest.mark.parametrize(("of_c", "colours"), [("r", 2), ("rb", 2), ("y", 3), ("", 2)])
def test_13_8_a_colour_that_two_figures_of_a_seat_have_counts_once(of_c: str, colours: int) -> None:
    pictures = {"A": "rb", "C": of_c}
    points = [
        points_of(aboard(pictures, kit))[0] for kit in ({}, {0: ["stick"]}, {0: ["stick", "stick"]})
    ]
    assert points[0] == 5 * len("rb" + of_c)
    assert [more - points[0] for more in points] == [0, 2 * colours, 4 * colours]


def aboard(pictures: dict[str, str], kit: dict[int, list[str]]) -> Any:
    """Two seats with two figures each; both figures of the first have left the island."""
    state = island(
        "aboard", "B1", "aboard", "B12", turn_of="B", seats=2, pictures=pictures, kit=kit
    )
    state.ending = FLOWN
    return state


def test_13_9_in_the_curse_it_takes_a_picture_from_beside() -> None:
    state = island("S7", "B1", game="curse", tracker=CALM, kit={0: ["stick"]})
    assert "selfie red" in choices(state)
    do(state, "selfie red")
    assert (pictures_of(state, "A"), kit_of(state, 0)) == ("r", [])


def test_13_11_also_where_another_figure_is() -> None:
    state = island("S7", "S8", game="curse", tracker=CALM, kit={0: ["stick"]})
    assert "selfie red" in choices(state)
    do(state, "selfie red")
    assert pictures_of(state, "A") == "r"


def test_13_9_not_where_there_is_none() -> None:
    state = island("M2", "B1", game="curse", tracker=CALM, kit={0: ["stick"]})
    assert not [code for code in choices(state) if "selfie" in code]


@pytest.mark.parametrize("thing", ["map", "boots"])
def test_13_10_who_has_souvenirs_is_asked_whichever_they_are(thing: str) -> None:
    state = island("S12", *AWAY, cards={0: ["shop 5"]}, kit={0: [thing]})
    assert phase(do(state, "shop 5", "s11")) == "exploring"
    state = fallen([thing])
    assert (phase(state), asked(state), choices(state)) == ("sheltering", 1, {"none"})


def test_13_10_under_the_curse_only_who_can_play_one() -> None:
    state = island("S12", "B1", game="curse", tracker=CALM, kit={0: ["boots"]})
    assert phase(do(state, "shop 4", "s11")) == "rolling"


# ── Questions ────────────────────────────────────────────────────────────────────────────────────


def test_f_1_a_space_is_a_letter_and_a_number() -> None:
    ends = [[name for name in SPACE_IDS if name[0] == letter][-1] for letter in "SMB"]
    assert ends == ["S44", "M33", "B43"]
    assert (NUMBER_OF["M1"], NUMBER_OF["M23"]) == (HELIPAD_SPACE, HEART_SPACE)


def test_f_2_the_heart_is_a_treasure() -> None:
    assert choices(fallen([], heart="B")) == {"seize heart", "seize unseen"}


def test_f_3_taking_the_heart_brings_a_fireball() -> None:
    assert int(do(island("M23", *AWAY), "take").scar) == 2


def test_f_4_who_is_knocked_over_in_a_cave_stands_up_there() -> None:
    state = island("lying M31", *AWAY)
    assert (where(state, "A"), phase(state)) == ("M31", "choosing")


def test_f_5_an_ember_that_leaves_the_island_costs_its_owner_a_treasure() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 4"]}, tokens={"A": "r"})
    do(state, "geyser 4", *TO_M14, "flick spitter nw hard", "leaves")
    assert tokens_of(state, "A") == ""


def test_f_6_who_falls_without_being_met_has_fallen_all_the_same() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 4"]}, tokens={"B": "r"})
    do(state, "geyser 4", *TO_M14, "flick spitter nw hard", "into Spitter", "into low ash")
    do(state, "drops B", "rests")
    assert phase(state) == "snatching"
    assert len(odds(state)) == 1


def test_f_7_nobody_falls_before_landing_or_at_home() -> None:
    state = island("M2", "waiting", "aboard", cards={0: ["cataclysm 4"]}, copter="here")
    do(state, "cataclysm 4", *TO_M14)
    assert state.upright.tolist() == [NUMBER_OF["M14"], NOWHERE, NOWHERE, NOWHERE]


def test_f_8_nothing_of_the_expansions_is_in_the_box() -> None:
    names = {card.card.card for card in game().view(island("M2", *AWAY), None).discards}
    assert not names & {"Boulder", "Tiger", "Bees"}


def test_13_9_it_takes_the_picture_of_every_picture_space_beside_a_figure() -> None:
    """Of its colour, as long as one is left and the figure has none; from nowhere else."""
    for space in range(SPACES):
        state = island(SPACE_IDS[space], "B1", game="curse", tracker=CALM, kit={0: ["stick"]})
        if phase(state) != "choosing":
            state = do(state, "leave")
        has = pictures_of(state, "A")
        beside = [int(other) for other in NEIGHBOURS[space] if other != NOWHERE]
        near = {COLOURS[REGION[one]] for one in beside if KIND[one] == SNAPSHOT}
        expected = {f"selfie {colour}" for colour in near if colour[0] not in has}
        assert {code for code in choices(state) if "selfie" in code} == expected
        for code in expected:
            then = do(state.copy(), code)
            assert {*pictures_of(then, "A")} == {*has, code.split()[1][0]}
            state.album[COLOURS.index(code.split()[1])] = 0
            assert code not in choices(state)


def test_13_9_by_the_figure_of_the_seat_that_plays_it() -> None:
    state = island("B1", "S7", turn_of="B", game="curse", tracker=CALM, kit={1: ["stick"]})
    assert [code for code in choices(state) if "selfie" in code] == ["selfie red"]
    do(state, "selfie red")
    assert (pictures_of(state, "B"), kit_of(state, 1)) == ("r", [])
    assert int(state.album[0]) == 3


def test_13_9_not_from_the_copter() -> None:
    state = island("waiting", "B1", game="curse", tracker=CALM, kit={0: ["stick"]})
    assert not [code for code in choices(state) if "selfie" in code]


def test_13_4_only_the_own_hand_is_discarded() -> None:
    state = island("M2", *AWAY, turn_of="B", kit={1: ["globe"]})
    others = [hand_of(state, seat) for seat in (0, 2)]
    do(state, "globe", "draws geyser 8", "draws geyser 7")
    assert [hand_of(state, seat) for seat in (0, 2)] == others
    assert hand_of(state, 1) == ["geyser 7", "geyser 8"]
    assert [int(state.souvenirs[1, 2]), int(state.gone[2])] == [0, 1]


def test_13_7_a_trail_map_is_gone_when_it_was_used_and_not_when_the_die_is_rolled() -> None:
    state = island("S12", *AWAY, cards={0: ["shop 5"]}, kit={0: ["map"]})
    do(state, "shop 5", "s11")
    assert kit_of(do(state.copy(), "map 2"), 0) == []
    rolled = do(state, "roll")
    assert (phase(rolled), kit_of(rolled, 0)) == ("rolling", ["map"])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_13_7_every_cave_can_be_chosen(number: int) -> None:
    state = island("S12", *AWAY, cards={0: ["shop 5"]}, kit={0: ["map"]})
    do(state, "shop 5", "s11", f"map {number}")
    assert where(state, "A") == SPACE_IDS[CAVES[number - 1]]
