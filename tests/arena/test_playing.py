"""One match of a tournament."""

from pathlib import Path
from typing import Any

import pytest

from templetop.arena.playing import play_fixture
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Fixture, tournament
from templetop.bots import roster
from templetop.bots.seen import Seen
from templetop.engine import ask
from templetop.engine.match import legal_moves
from templetop.engine.seats import Array
from templetop.games.shelf import take

from .made import program, same, small


def without_time(results: list[SeatResult]) -> list[SeatResult]:
    return [result._replace(seconds=0.0) for result in results]


def test_a_line_for_each_seat_says_how_it_fared() -> None:
    rules = {"a": "greedy", "b": "random"}
    one, other = play_fixture(small(rules, 2), Fixture(3, 0, 1, ("b", "a")))
    assert (one.match, one.seat, one.bot) == ("3-0-1", 1, "b")
    assert (other.match, other.seat, other.bot) == ("3-0-1", 2, "a")
    assert (one.game, one.seats, one.deal, one.rotation) == ("karuba_cards", 2, 3, 1)
    assert (one.side, other.side) == (1, 2)
    assert other.points > one.points
    assert (one.place, other.place, one.win, other.win) == (2, 1, 0.0, 1.0)
    assert one.decisions > 10
    assert one.seconds > 0
    assert other.seconds > 0
    assert one.note == other.note == ""


def test_the_same_fixture_is_always_the_same_match() -> None:
    rules = small(same("greedy"), 2, seed=5)
    once, again = (play_fixture(rules, Fixture(0, 0, 0, ("one", "other"))) for _ in range(2))
    assert without_time(once) == without_time(again)


def test_another_deal_or_another_seed_is_another_match() -> None:
    fixture = Fixture(0, 0, 0, ("one", "other"))
    played = [
        [
            (line.points, line.decisions)
            for deal in (at.deal, at.deal + 2)
            for line in play_fixture(rules, at._replace(deal=deal))
        ]
        for rules, at in [
            (small(same("greedy"), 2, seed=5), fixture),
            (small(same("greedy"), 2, seed=6), fixture),
            (small(same("greedy"), 2, seed=5), fixture._replace(deal=1)),
        ]
    ]
    assert len({str(points) for points in played}) == 3


class Watching:
    """Makes the first legal move and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.draws: list[int] = []

    def decide(self, seen: Seen, random: Array) -> int:
        self.seen.append(seen)
        self.draws.append(int(random[0]))
        return legal_moves(seen.state, seen.seat)[0]

    def close(self) -> None:
        self.seen.append(None)


def watched(monkeypatch: pytest.MonkeyPatch, fixture: Fixture, **bots: str) -> list[Watching]:
    """A match of bots that only watch, in the order of the seats."""
    watching: list[Watching] = []

    def call(*_: Any) -> Watching:
        watching.append(Watching())
        return watching[-1]

    monkeypatch.setattr(roster, "call", call)
    play_fixture(tournament(take("karuba"), bots, len(fixture.bots), 1), fixture)
    return watching


def test_all_decide_before_the_first_of_their_moves_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watching = watched(monkeypatch, Fixture(0, 0, 0, ("a", "b")), a="random", b="random")
    both = 0b11
    together = [
        [ask.to_move(seen.state) == both for seen in bot.seen[:-1]].count(True) for bot in watching
    ]
    assert together[0] == together[1] > 20


def test_everybody_is_told_when_the_match_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    for watching in watched(monkeypatch, Fixture(0, 0, 0, ("a", "b")), a="random", b="random"):
        assert watching.seen[-1] is None


def test_what_a_bot_draws_depends_on_seed_deal_seat_and_bot_but_not_on_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {"a": "random", "b": "random", "c": "random"}
    draws = {
        fixture: [bot.draws[0] for bot in watched(monkeypatch, fixture, **names)]
        for fixture in (
            Fixture(0, 0, 0, ("a", "b")),
            Fixture(0, 1, 0, ("a", "c")),
            Fixture(1, 0, 0, ("a", "b")),
            Fixture(0, 2, 0, ("a", "a")),
        )
    }
    with_b, with_c, next_deal, with_itself = draws.values()
    assert with_b[0] == with_c[0] == with_itself[0]
    assert len({*with_b, *with_c, *next_deal, *with_itself}) == 6


# ── Programs ─────────────────────────────────────────────────────────────────────────────────────


def test_a_program_plays(tmp_path: Path) -> None:
    rules = small({"mine": program(tmp_path), "random": "random"}, 2)
    mine, _ = play_fixture(rules, Fixture(0, 0, 0, ("mine", "random")))
    assert mine.note == ""
    assert mine.decisions > 10


def test_a_program_that_crashes_loses_its_seat_and_the_match_counts(tmp_path: Path) -> None:
    crashing = program(tmp_path, "sys.exit(3) if message['number'] == 4 else None")
    rules = small({"mine": crashing, "greedy": "greedy"}, 2)
    mine, greedy = play_fixture(rules, Fixture(0, 0, 0, ("mine", "greedy")))
    assert "loses its seat to the random bot: it stopped with exit code 3." in mine.note
    assert mine.decisions > 10
    assert (mine.place, greedy.place, greedy.note) == (2, 1, "")


def test_bots_that_have_sat_down_leave_when_another_cannot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Watching()

    def call(name: str, game: Any, seat: int, engaged: Any) -> Watching:
        if seat == 1:
            raise MemoryError
        return sitting

    monkeypatch.setattr(roster, "call", call)
    with pytest.raises(MemoryError):
        play_fixture(small(same("random"), 2), Fixture(0, 0, 0, ("one", "other")))
    assert sitting.seen == [None]
