"""8  Falling."""

from typing import Any

import pytest

from .drawn import (
    asked,
    choices,
    do,
    heart_of,
    island,
    kit_of,
    maw_of,
    odds,
    phase,
    posture,
    tokens_of,
)

TO_M14 = ("m3", "m10", "m9", "m14")


def flicked(*others: str, **told: Any) -> Any:
    """A walks from M2 to M14 and flicks an ember out of Spitter; it is in the lane above S4."""
    state = island("M2", *others, cards={0: ["geyser 4"]}, **told)
    do(state, "geyser 4", *TO_M14, "flick spitter nw normal")
    return do(state, "into Spitter", "into low ash")


def test_8_1_falls_are_settled_in_their_order_when_all_marbles_lie_still() -> None:
    state = flicked("S4", "S9", tokens={"B": "r", "C": "b"})
    do(state, "fells", "into gull run", "fells")
    assert phase(state) == "running"
    do(state, "arrives", "snatches red", "gets map", "snatches blue", "gets bag")
    assert tokens_of(state, "A") == "rb"
    assert (kit_of(state, 1), kit_of(state, 2)) == (["map"], ["bag"])


def test_8_2_all_falls_are_the_work_of_the_active_figure() -> None:
    state = island("M2", "S4", "B12", cards={0: ["cataclysm 4"]}, tokens={"B": "r"}, scar=1)
    do(state, "cataclysm 4", *TO_M14)
    do(state, "into ash", "into low ash", "fells-rests")
    do(state, "snatches red")
    assert tokens_of(state, "A") == "r"


def test_8_2_also_of_who_was_not_met() -> None:
    state = flicked("S4", "B12", tokens={"C": "r"})
    do(state, "passes", "into gull run", "drops C", "arrives")
    do(state, "snatches red")
    assert posture(state, "C") == "lying"


def test_8_3_a_token_is_stolen_unseen() -> None:
    state = flicked("S4", "B12", tokens={"B": "rrb"})
    do(state, "fells-rests")
    assert phase(state) == "snatching"
    assert [*odds(state).values()] == [2, 1]


def test_8_3_or_the_heart() -> None:
    state = flicked("S4", "B12", tokens={"B": "rrb"}, heart="B")
    do(state, "fells-rests")
    assert (asked(state), choices(state)) == (0, {"seize heart", "seize unseen"})
    do(state, "seize heart")
    assert (heart_of(state), tokens_of(state, "B")) == ("A", "rrb")


def test_8_4_for_an_own_fall_a_treasure_goes_to_the_maw() -> None:
    state = island("M2", "B1", "M15", "B12", seats=2, cards={0: ["geyser 4"]},
                   tokens={"C": "rb"})  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick hiccup s normal")
    do(state, "into Hiccup", "into low doze", "fells-rests")
    assert (asked(state), choices(state)) == (0, {"lose red", "lose blue"})
    do(state, "lose red", "gets map")
    assert (tokens_of(state, "C"), maw_of(state)) == ("b", "rP")


def test_8_5_the_heart_goes_back_if_another_treasure_is_lost() -> None:
    state = flicked("S4", "B12", tokens={"B": "r"}, heart="B")
    do(state, "fells-rests", "seize unseen")
    assert heart_of(state) == "slab"


def test_8_5_or_to_the_maw_by_an_own_fall() -> None:
    state = island("M2", "B1", "M15", "B12", seats=2, cards={0: ["geyser 4"]},
                   tokens={"C": "r"}, heart="C")  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick hiccup s normal")
    do(state, "into Hiccup", "into low doze", "fells-rests", "lose heart")
    assert heart_of(state) == "maw"


def test_8_6_who_fell_draws_a_souvenir_also_without_treasures() -> None:
    state = flicked("S4", "B12")
    do(state, "fells-rests")
    assert phase(state) == "giving"
    do(state, "gets boots")
    assert kit_of(state, 1) == ["boots"]


def test_8_7_before_that_a_souvenir_may_be_played() -> None:
    state = flicked("S4", "B12", tokens={"B": "r"}, kit={1: ["umbrella", "bag"]})
    do(state, "fells-rests")
    assert (asked(state), choices(state)) == (1, {"umbrella", "bag", "none"})


def both_of_one_seat(kit: list[str]) -> Any:
    """A Cataclysm! of the first seat has felled B and D, figures of the second, in this order."""
    state = island("M2", "S4", "B1", "S9", seats=2, cards={0: ["cataclysm 4"]},
                   tokens={"B": "r", "D": "b"}, kit={1: kit}, scar=1)  # fmt: skip
    do(state, "cataclysm 4", *TO_M14, "into ash", "into low ash", "fells", "into gull run")
    return do(state, "fells", "arrives")


def test_8_7_a_souvenir_of_the_first_fall_may_help_in_the_second() -> None:
    state = do(both_of_one_seat([]), "snatches red", "gets umbrella")
    assert (asked(state), phase(state), choices(state)) == (1, "sheltering", {"umbrella", "none"})
    do(state, "umbrella")
    assert (posture(state, "B"), posture(state, "D")) == ("lying", "standing")
    assert tokens_of(state, "D") == "b"


def test_8_7_whoever_has_used_the_last_souvenir_is_not_asked_again() -> None:
    state = do(both_of_one_seat(["umbrella"]), "umbrella")
    assert phase(state) == "snatching"


def test_8_3_each_token_is_as_likely_to_be_stolen_as_any_other() -> None:
    state = flicked("S4", "B12", tokens={"B": "yybbbr"})
    do(state, "fells-rests")
    assert [*odds(state).values()] == [1, 2, 3]


def test_8_3_who_has_nothing_is_not_robbed_and_the_heart_alone_is_seized_without_asking() -> None:
    state = do(flicked("S4", "B12", tokens={"A": "r", "C": "b"}), "fells-rests")
    assert phase(state) == "giving"
    state = do(flicked("S4", "B12", heart="B"), "fells-rests")
    assert (phase(state), heart_of(state)) == ("giving", "A")


def test_8_4_the_heart_or_a_token_of_an_own_figure_is_chosen() -> None:
    state = island("M2", "B1", "M15", "B12", seats=2, cards={0: ["geyser 4"]},
                   tokens={"A": "y", "C": "rb"}, heart="C")  # fmt: skip
    do(state, "geyser 4", *TO_M14, "flick hiccup s normal")
    do(state, "into Hiccup", "into low doze", "fells-rests")
    assert (asked(state), choices(state)) == (0, {"lose red", "lose blue", "lose heart"})
    do(state, "lose blue", "gets map")
    assert (tokens_of(state, "C"), maw_of(state), heart_of(state)) == ("r", "bP", "slab")
    assert tokens_of(state, "A") == "y"


def test_8_5_only_who_has_fallen_loses_the_heart() -> None:
    state = flicked("S4", "B12", tokens={"B": "r"}, heart="C")
    do(state, "fells-rests", "snatches red", "gets map")
    assert (heart_of(state), tokens_of(state, "A")) == ("C", "r")


@pytest.mark.parametrize("deed", ["fells-rests", "sweeps-rests"])
def test_8_6_each_seat_of_those_who_fell_draws_one_souvenir(deed: str) -> None:
    state = flicked("S4", "S9")
    do(state, "fells", "into gull run", deed, "gets boots", "gets bag")
    assert [kit_of(state, seat) for seat in range(3)] == [[], ["boots"], ["bag"]]
    assert phase(state) == "drawing"
