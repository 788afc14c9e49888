"""What is said, typed and refused."""

from typing import Any

import pytest

from templetop.engine.match import code_of, phase_of, say
from templetop.games.vulkar import WELCOME
from templetop.games.vulkar.rules import moves

from .drawn import asked, choices, do, event_of, game, island, move_of, phase, where

AWAY = ("B1", "B12")
TO_M14 = ("m3", "m10", "m9", "m14")


def told(state: Any, deed: str) -> str:
    seat = asked(state)
    return say(state, seat, event_of(deed) if seat < 0 else move_of(state, deed))


def test_steps_say_what_is_found() -> None:
    state = island("M2", "M1", "B12", slabs={"M3": "red"}, cards={0: ["shop 3"]})
    do(state, "shop 3")
    assert told(state, "m3") == "goes to M3 and takes a red token"
    state = island("S7", *AWAY, cards={0: ["shop 3"]})
    do(state, "shop 3")
    assert told(state, "s8") == "goes to Gannet Stair (S8) and takes a red picture"
    state = island("M2", "M3", "B12", cards={0: ["shop 3"]})
    assert told(do(state, "shop 3"), "m3") == "goes past M3, where somebody is"


def test_a_step_is_told_with_all_that_follow_by_themselves() -> None:
    state = island("M1", *AWAY, slabs={"M6": "red", "M14": "blue"}, cards={0: ["shop 3"]})
    do(state, "shop 3")
    assert told(state, "m5") == "goes via M5 to M6 and takes a red token"
    way = game().moves.target(state, 0, move_of(state, "m5")).way
    assert [space.id for space in way] == ["M5", "M6"]


def test_what_is_told_of_a_step_is_what_happens() -> None:
    for start in ("S7", "M1", "B39", "S41", "M24", "S3"):
        state = island(start, "S5", "B12", cards={0: ["roots 8"]}, slabs={"S6": "red"})
        do(state, "roots 8")
        while phase(state) == "walking":
            code = min(choices(state))
            there = game().moves.target(state, 0, move_of(state, code)).space.id
            do(state, code)
            assert where(state, "A") == there


def test_a_marble_is_told_with_what_it_hits() -> None:
    state = island("M2", "S4", "B12", cards={0: ["geyser 4"]})
    do(state, "geyser 4", *TO_M14, "flick spitter nw normal", "into Spitter", "into low ash")
    assert told(state, "fells") == "The ember knocks seat 2 over on S4"
    state = island("M2", "S4", "B12", "B1", seats=2, cards={0: ["geyser 4"]})
    do(state, "geyser 4", *TO_M14, "flick spitter nw normal", "into Spitter", "into low ash")
    assert told(state, "fells") == "The ember knocks figure 1 of seat 2 over on S4"


def test_a_theft_is_told_in_full_to_two_only() -> None:
    state = island("M2", "S4", "B12", cards={0: ["geyser 4"]}, tokens={"B": "r"})
    do(state, "geyser 4", *TO_M14, "flick spitter nw normal", "into Spitter", "into low ash")
    do(state, "fells-rests")
    event = event_of("snatches red")
    assert told(state, "snatches red") == "seat 1 steals a red token from seat 2"
    assert game().events.seen_by(state, -1, event) == frozenset({0, 1})
    hidden = game().events.hidden_message(state, -1, event)
    assert hidden.sentence("") == "Seat 1 steals a token from seat 2."


@pytest.mark.parametrize("code", ["geyser 5", "m7", "flick wink e hard", "tree twins 3", "none"])
def test_the_welcome_names_codes_that_exist(code: str) -> None:
    assert code in WELCOME
    state = island("M2", *AWAY)
    assert code in {code_of(state, 0, move) for move in range(game().moves.count)}


@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [
        (moves.STEP + 4, "4.2", "No path leads"),
        (moves.BOARD, "10.4", "boarded from the helipad"),
        (moves.ROLL, "4.1", "It is time to walk"),
    ],
)
def test_refusals_say_why(move: int, rule: str, words: str) -> None:
    state = do(island("M2", *AWAY, cards={0: ["roots 4"]}), "roots 4")
    refusal = game().moves.why_not(state, 0, move, phase_of(state))
    assert refusal.rule == rule
    assert words in str(refusal)


def test_nobody_turns_back() -> None:
    state = do(island("M2", *AWAY, cards={0: ["roots 4"]}), "roots 4", "m3")
    refusal = game().moves.why_not(state, 0, moves.STEP + 45, phase_of(state))
    assert str(refusal) == "It came from M2, and cannot turn back."
