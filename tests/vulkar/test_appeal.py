"""What greedy bots like."""

from typing import Any

from templetop.engine.ask import appeal
from templetop.games.vulkar.bots.goals import REACH, SIGHT

from .drawn import asked, choices, do, island, move_of

AWAY = ("B1", "B12")
TO_M14 = ("m3", "m10", "m9", "m14")


def favourite(state: Any) -> str:
    """The choice with the most appeal."""
    seat = asked(state)
    return max(sorted(choices(state)), key=lambda code: appeal(state, seat, move_of(state, code)))


def test_they_go_where_tokens_are() -> None:
    state = island("M2", *AWAY, slabs={"M3": "red", "M10": "red"}, cards={0: ["shop 3"]})
    assert favourite(do(state, "shop 3")) == "m3"


def test_they_go_where_pictures_are() -> None:
    state = island("S7", *AWAY, cards={0: ["shop 3"]})
    assert favourite(do(state, "shop 3")) == "s8"


def test_they_board() -> None:
    state = island("M1", *AWAY, copter="here", pictures={"A": "ry"}, cards={0: ["shop 3"]})
    assert favourite(do(state, "shop 3")) == "board"


def test_they_take_the_penny_first() -> None:
    state = island("M1", *AWAY, copter="here", maw="rb", cards={0: ["shop 3"]})
    assert favourite(do(state, "shop 3", "board")) == "pick penny"


def test_they_flick_where_somebody_with_tokens_stands() -> None:
    state = island("M2", "S4", "B12", cards={0: ["geyser 4"]}, tokens={"B": "rrr"})
    assert favourite(do(state, "geyser 4", *TO_M14)).startswith("flick spitter")


def test_they_lose_what_is_worth_least() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 4"]}, tokens={"A": "rrrb"})
    do(state, "geyser 4", *TO_M14, "flick spitter nw hard", "leaves")
    assert favourite(state) == "lose blue"


def test_under_the_curse_they_prevent_a_third_cataclysm() -> None:
    tracker = ("roots 4", "cataclysm 4", "cataclysm 5")
    state = island("M2", "B1", game="curse", tracker=tracker)
    assert favourite(state).startswith("cataclysm")


def test_under_the_curse_tokens_go_where_they_are_wanted() -> None:
    state = island("M2", "M3", game="curse", tracker=("roots 4", "shop 4", "vul-kar 4"),
                   tokens={"A": "rrb", "B": "bbr"})  # fmt: skip
    assert favourite(do(state, "roots 4", "m3")) == "give blue take red"


def test_some_ember_reaches_most_lanes_and_the_pictures_of_every_region() -> None:
    assert (REACH.max(axis=0) > 0).sum() >= 25
    assert (SIGHT.max(axis=1) > 0).all()
