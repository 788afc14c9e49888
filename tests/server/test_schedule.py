"""Bots of whoever plays at many tables keep nobody else waiting: no process and no true clock."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from templetop.server.bots.schedule import (
    PROMOTION_SECONDS,
    RECENT_SECONDS,
    Asker,
    Durations,
    QueueEntry,
    Schedule,
)

THOUGHT = 2.0  # seconds of one at level 5
SEATS = 7


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Day:
    """What goes on at a server: whoever asks, and workers that only let time go by."""

    def __init__(self, places: int) -> None:
        self.clock = Clock()
        self.schedule = Schedule(places, self.clock)
        self.moments: list[tuple[float, int, Callable[[], None]]] = []
        self.waits: dict[str, list[float]] = {}  # of each table
        self.spent: defaultdict[str, float] = defaultdict(float)  # seconds, on each address
        self.numbers: Iterator[int] = iter(range(10**9))

    def at(self, moment: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.moments, (moment, next(self.numbers), what))

    def ask(
        self,
        who: Asker,
        seconds: float = THOUGHT,
        then: Callable[[], None] = lambda: None,
        truly: float | None = None,
    ) -> QueueEntry:
        entry = self.schedule.add(who, seconds)

        def begin() -> None:
            self.waits.setdefault(who.table, []).append(self.clock() - entry.queued_at)
            self.at(self.clock() + (seconds if truly is None else truly), end)

        def end() -> None:
            self.spent[who.network] += self.clock() - (entry.started_at or 0.0)
            self.schedule.finish(entry)
            then()
            self.call()

        entry.grant = begin
        self.call()
        return entry

    def call(self) -> None:
        while (entry := self.schedule.next()) is not None:
            entry.grant()

    def until(self, end: float) -> None:
        while self.moments and self.moments[0][0] <= end:
            self.clock.now, _, what = heapq.heappop(self.moments)
            what()
        self.clock.now = end

    def plays_on(self, who: Asker, seconds: float = THOUGHT, pause: float = 0.0) -> None:
        """A table at which a bot is asked again, a while after it has answered."""
        self.ask(
            who,
            seconds,
            lambda: self.at(self.clock() + pause, lambda: self.plays_on(who, seconds, pause)),
        )


def greedy(tables: int = 60, guests: int = 3, home: str = "203.0.113.1") -> list[Asker]:
    """Of one address, with several names and many tables."""
    return [Asker(f"{home} {n}", f"{home} guest {n % guests}", home) for n in range(tables)]


ANN = Asker("Ann's table", "Ann", "198.51.100.7")
BEN = Asker("Ben's table", "Ben", "192.0.2.9")


@pytest.mark.parametrize("places", [1, 2, 4, 16])
def test_sixty_greedy_tables_of_one_address_keep_an_honest_person_waiting_for_one_thought(
    places: int,
) -> None:
    """Each of them has seven bots that always want to think; Ann has one, now and then."""
    day = Day(places)
    for table in greedy():
        for _ in range(SEATS):
            day.plays_on(table)
    day.at(10.0, lambda: day.plays_on(ANN, pause=3.0))
    day.until(600.0)
    assert len(day.waits[ANN.table]) > 70
    assert max(day.waits[ANN.table]) <= THOUGHT


def test_time_is_shared_by_address_and_not_by_tables_names_or_questions() -> None:
    """One has sixty tables, one has two with several people, one asks for what takes longer."""
    day = Day(3)
    busy = [*greedy(), *greedy(2, 2, "198.51.100.7"), *greedy(4, 1, "192.0.2.9")]
    for table in busy:
        for _ in range(SEATS):
            day.plays_on(table, 6.0 if table.network == "192.0.2.9" else THOUGHT)
    day.until(6_000.0)
    shares = sorted(seconds / 18_000 for seconds in day.spent.values())
    assert shares == pytest.approx([1 / 3, 1 / 3, 1 / 3], abs=0.02)


def test_people_of_one_address_share_what_it_gets() -> None:
    day = Day(1)
    family = [Asker(f"Ann {n}", "Ann", "home") for n in range(20)] + [Asker("Ben", "Ben", "home")]
    for table in family:
        day.plays_on(table)
    day.until(400.0)
    asked = {table: len(waits) for table, waits in day.waits.items()}
    assert asked["Ben"] == pytest.approx(100, abs=2)
    assert {asked[f"Ann {n}"] for n in range(20)} <= {4, 5, 6}


def test_what_somebody_waits_for_comes_before_tables_where_nobody_does() -> None:
    day = Day(1)
    for table in greedy(home=BEN.network):
        day.plays_on(replace(table, is_awaited=False))
    day.until(1.0)
    waiting = [day.ask(replace(BEN, table=f"Ben {n}")) for n in range(3)]
    day.until(9.0)
    assert [entry.started_at for entry in waiting] == [2.0, 4.0, 6.0]


def test_a_table_where_nobody_waits_has_its_turn_some_time() -> None:
    """Even if others always have somebody who waits."""
    day = Day(1)
    for table in greedy():
        day.plays_on(table)
    entry = day.ask(replace(ANN, is_awaited=False))
    day.until(PROMOTION_SECONDS + 2 * THOUGHT)
    assert entry.started_at is not None
    assert entry.started_at >= PROMOTION_SECONDS


def test_when_somebody_comes_to_a_table_its_bots_are_waited_for() -> None:
    day = Day(1)
    for table in greedy():
        day.plays_on(table)
    entry = day.ask(replace(ANN, is_awaited=False))
    day.until(9.0)
    assert entry.started_at is None
    day.schedule.promote(ANN.table)
    day.until(9.0 + THOUGHT)
    assert entry.started_at == 10.0


def test_so_many_bots_of_one_person_think_at_a_time() -> None:
    """Half of the places, as long as anybody else has asked lately; and all of them alone."""
    day = Day(4)
    table = greedy(1)[0]
    for _ in range(9):
        day.plays_on(table, 1.0)
    day.until(5.5)
    assert len(day.schedule.started) == 4
    day.ask(ANN, 0.1)
    day.until(8.5)
    assert len(day.schedule.started) == 2
    quick = day.ask(BEN, 0.1)
    assert quick.started_at == 8.5  # at once
    day.until(8.5 + RECENT_SECONDS + 2.0)
    assert len(day.schedule.started) == 4


def test_the_coach_comes_last_whoever_asks_for_it() -> None:
    day = Day(1)
    day.ask(BEN)
    coach = day.schedule.add("coach", is_background=True)
    coach.grant = lambda: day.at(day.clock() + 1.0, lambda: day.schedule.finish(coach))
    for n in range(5):
        day.ask(replace(ANN, table=f"{n}", is_awaited=False))
    day.until(11.0)
    assert coach.started_at is None
    day.until(12.0)
    assert coach.started_at == 12.0


def test_what_it_truly_took_is_charged() -> None:
    """Who says that it takes no time gains nothing."""
    day = Day(1)
    for _ in range(300):
        day.ask(ANN, 0.1, truly=4.0)
        day.ask(BEN, 4.0, truly=1.0)
    day.until(200.0)
    assert day.spent[ANN.network] == pytest.approx(day.spent[BEN.network], rel=0.05)


def test_who_has_gone_leaves_nothing_behind() -> None:
    day = Day(1)
    entries = [day.ask(table) for table in greedy()]
    for entry in entries:
        day.schedule.remove(entry)
        day.schedule.remove(entry)
    assert day.schedule.free == 1
    assert not day.schedule.started
    assert not day.schedule.root.parts
    assert day.schedule.root.load == pytest.approx([0.0, 0.0, 0.0])


# ── What can be expected ─────────────────────────────────────────────────────────────────────────


def test_alone_it_takes_as_long_as_it_thinks() -> None:
    assert Day(2).schedule.seconds_until(ANN, THOUGHT) == THOUGHT


def test_who_asks_for_much_waits_for_their_own() -> None:
    day = Day(2)
    for table in greedy():
        for _ in range(SEATS):
            day.ask(table)
    assert day.schedule.seconds_until(greedy()[0], THOUGHT) > 300
    assert day.schedule.seconds_until(ANN, THOUGHT) <= 3 * THOUGHT


@pytest.mark.parametrize("places", [1, 2, 4])
def test_what_is_expected_is_not_much_less_than_what_happens(places: int) -> None:
    day = Day(places)
    for table in [*greedy(20), *greedy(3, 2, "192.0.2.9")]:
        for _ in range(3):
            day.ask(table)
    for who in (ANN, greedy()[4], greedy(1, 1, "192.0.2.9")[0]):
        expected = day.schedule.seconds_until(who, THOUGHT)
        other = Day(places)
        for table in [*greedy(20), *greedy(3, 2, "192.0.2.9")]:
            for _ in range(3):
                other.ask(table)
        ended: list[float] = []
        other.ask(who, then=lambda: ended.append(other.clock()))  # noqa: B023  it ends here
        other.until(1_000.0)
        assert ended[0] <= expected + THOUGHT


def test_how_long_it_takes_is_what_it_took_lately() -> None:
    clock = Clock()
    durations = Durations(clock)
    assert durations.estimate("cacao", "level5", 1.5) == 1.5
    for seconds in (1.0, 30.0, 2.0):
        durations.add("cacao", "level5", seconds)
    assert durations.estimate("cacao", "level5", 1.5) == 2.0
    assert durations.estimate("karuba", "level5", 1.5) == 1.5
    clock.now = Durations.MAX_AGE_SECONDS + 1.0
    assert durations.estimate("cacao", "level5", 1.5) == 1.5  # it is tried again
