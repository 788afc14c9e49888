"""What a bot is given: the table as its seat knows it, and ways to ask about it."""

from hashlib import blake2b
from typing import Any

import pytest

from templetop.bots import seen as seeing
from templetop.bots.seen import Seen, drawn, seen_by, told
from templetop.bots.what_if import WhatIf
from templetop.engine import ask
from templetop.engine.match import Match
from templetop.engine.random import generator, next_bits
from tests.engine.toy import ROLL, TOY, Bid, View


def rolled(seats: int = 3) -> Any:
    state = TOY.start(seats)
    ask.happen(state, ROLL + 2)
    state.stones[1] = 2
    state.points[:3] = [4, 0, 7]
    return state


def test_a_seat_is_asked_about_with_its_own_moves() -> None:
    seen = Seen(TOY, rolled(), 1, 3)
    assert seen.moves == [0, 1, 2]
    assert seen.says(2) == "bids 2"
    assert seen.code(2) == "2"
    assert seen.target(2) == Bid("bid", 2)
    assert seen.view == View(2, [5, 2, 5])
    assert seen.points == [4, 0, 7]
    assert seen.places == [2, 3, 1]


def test_where_nothing_is_counted_there_are_no_points() -> None:
    class Uncounted:
        measure = None

    uncounted: Any = Uncounted()
    assert Seen(uncounted, rolled(), 1, 3).points is None


def test_what_if_asks_for_this_seat_and_this_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(seeing, "what_if", lambda *about: asked.append(about))
    seen = Seen(TOY, rolled(), 1, 3)
    seen.what_if(2, 1, world=4)
    seen.what_if()
    assert asked == [(seen.state, 1, (2, 1), 4), (seen.state, 1, (), 0)]


def test_what_if_answers_with_a_table() -> None:
    after = Seen(TOY, rolled(), 1, 3).what_if(2)
    assert isinstance(after, WhatIf)
    assert after.seat == 1
    assert after.state.stones[1] == 0


def test_the_truth_is_copied_and_the_rest_is_imagined_by_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, random = rolled(), generator(3)
    asked: list[Any] = []

    def imagine(world: Any, seat: int, by: Any) -> None:
        asked.append((seat, by is random))
        world.turn = 9

    monkeypatch.setattr(ask, "imagine", imagine)
    seen = seen_by(2, state, 3, random)
    assert asked == [(2, True)]
    assert (seen.game, seen.seat, seen.seats) == (TOY, 2, 3)
    assert (int(seen.state.turn), int(state.turn)) == (9, 0)
    assert seen.state.stones.tolist() == state.stones.tolist()


def test_of_a_match_a_seat_sees_what_it_knows_now(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(TOY, ("Ann", "Ben", "Cem"))
    asked: list[Any] = []
    monkeypatch.setattr(
        ask, "imagine", lambda world, seat, random: asked.append((seat, int(random[0])))
    )
    seen = Seen.of(match, 2, 5)
    assert (seen.seat, seen.seats, seen.game) == (2, 3, TOY)
    assert seen.state.tobytes() == match.state.tobytes()
    Seen.of(match, 1)
    assert asked == [(2, int(generator(5)[0])), (1, int(generator(0)[0]))]


def test_what_was_done_since_is_told_beside_it() -> None:
    seen = Seen(TOY, rolled(), 1, 3)
    news: Any = (4, ("something",))
    knows: Any = told(seen, news, 8, "the final")
    assert (knows.since, knows.history, knows.seed, knows.match) == (
        4,
        ("something",),
        8,
        "the final",
    )
    assert (knows.seat, knows.state) == (1, seen.state)
    assert (seen.since, seen.history, seen.seed, seen.match) == (0, (), 0, "")


def test_a_drawn_number_comes_of_two_draws_and_hides_them() -> None:
    one, other = generator(1), generator(1)
    number = drawn(one)
    assert 0 <= number < 2**32
    bits = [int(next_bits(other)) for _ in range(2)]
    known = b"".join(one.to_bytes(4) for one in bits)
    assert number == int.from_bytes(blake2b(known, digest_size=4).digest())
    assert one[0] == other[0]
    assert number not in bits
    assert number == drawn(generator(1)) != drawn(generator(2))
