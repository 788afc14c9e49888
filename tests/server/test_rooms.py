"""Bots think in turns: a table with many of them keeps nobody waiting.

The processes are real. What they think is held up until the test lets it go on, so that the order
of what happens can be told without a clock.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from templetop.games.shelf import take
from templetop.server.bots import autoplay, bot_pool
from templetop.server.bots.process_pool import FairQueue
from templetop.server.bots.schedule import Asker, QueueEntry, as_asker
from templetop.server.store.change import Row, Seat, StoredTable
from templetop.server.tables import deal_key
from templetop.server.tables.table import Table as AtServer
from tests.server.held import HELD, advise_when_let, decide_when_let
from tests.server.serving import (
    Person,
    Serving,
    Table,
    eventually,
    id_of,
    in_a_loop,
    play_on,
    serving,
    settings_in,
)

SEARCHES = 4  # a level that does, but not for long


class Held:
    """A server with one process for bots that search, who are held up."""

    def __init__(self, server: Serving, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.tabs = ExitStack()  # bots alone play only while somebody watches
        self.let(0)

    def begun(self) -> list[str]:
        """For whom it was thought so far, in this order; the last one is still thought for."""
        path = self.folder / "begun"
        return path.read_text().splitlines() if path.exists() else []

    def let(self, so_many: int) -> None:
        draft = self.folder / "draft"
        draft.write_text(str(so_many))
        draft.rename(self.folder / "may")

    def waiting(self) -> int:
        turns: FairQueue = self.server.app.state.server.autoplay.bot_pool.search_pool.queue
        return turns.queued

    def full_table(self) -> Table:
        """Six of the strongest bots, who all have to decide."""
        mia = self.server.person("Mia")
        table = mia.open_table("karuba_cards", *[5] * 6)
        self.tabs.enter_context(mia.live(table, drawing=False))
        eventually(lambda: self.waiting() == 5)
        eventually(lambda: self.begun() == [id_of(table)])
        return table


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    monkeypatch.setattr(
        "templetop.server.bots.bot_pool.BotPool.start_loading", lambda bot_pool, game: None
    )  # in line, too
    monkeypatch.setenv(HELD, str(tmp_path))
    monkeypatch.setattr(bot_pool, "decide_in_worker", decide_when_let)
    monkeypatch.setattr(bot_pool, "hint_in_worker", advise_when_let)
    monkeypatch.setattr(autoplay, "ANSWER_TIMEOUT", 1e9)
    with serving(settings_in(tmp_path, proxies=("127.0.0.1",))) as server:
        server.app.state.server.autoplay.bot_pool.compiled_games.update(
            ("karuba", "karuba_cards", "cacao")
        )
        held = Held(server, tmp_path)
        with held.tabs:
            yield held


def test_people_play_while_a_table_full_of_strongest_bots_thinks(held: Held) -> None:
    """Every move is accepted and seen by the other; the bots have not decided anything yet."""
    full = held.full_table()
    ann, ben = held.server.person("Ann"), held.server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    with ann.live(table) as anns, ben.live(table) as bens:
        for tab in (anns, bens):
            tab.table()
        for _ in range(10):
            seen = ann.look(table)
            number, move = seen["number"], seen["offers"][0]["move"]
            ann.move(table, number, move)
            bens.table(lambda t: t["seats"][0]["has_decided"])
            ben.move(table, number, move)
            for tab in (anns, bens):
                tab.table(lambda t: t["number"] == number + 3)  # noqa: B023
    seen = held.server.stranger().look(full)
    assert not any(seat["has_decided"] for seat in seen["seats"])
    assert held.begun() == [id_of(full)]


def test_a_bot_that_does_not_search_waits_for_none_that_does(held: Held) -> None:
    """A person plays a whole match against one, while the strongest are at their first move."""
    full = held.full_table()
    ann = held.server.person("Ann")
    table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    assert play_on([ann], table)["state"] == "over"
    assert held.begun() == [id_of(full)]


def test_the_bot_of_another_table_is_next(held: Held) -> None:
    """Behind the one thought that has begun, and before the five others of the full table."""
    full = held.full_table()
    ann, ben = held.server.person("Ann"), held.server.person("Ben")
    tables = [p.open_table("karuba", "me", 5, options={"setup": "random"}) for p in (ann, ben)]
    eventually(lambda: held.waiting() == 7)
    held.let(3)
    for person, table in zip((ann, ben), tables, strict=True):
        eventually(lambda: person.look(table)["seats"][1]["has_decided"])  # noqa: B023
    eventually(lambda: len(held.begun()) == 4)
    assert held.begun() == [id_of(full), *map(id_of, tables), id_of(full)]
    seen = held.server.stranger().look(full)
    assert sum(seat["has_decided"] for seat in seen["seats"]) == 1
    ann.any_move(tables[0])  # and with its next question it is next again
    eventually(lambda: held.waiting() == 5)
    held.let(5)
    eventually(lambda: len(held.begun()) == 6)
    assert held.begun()[4:] == [id_of(tables[0]), id_of(full)]


def test_advice_is_next_even_at_the_table_whose_bots_think(held: Held) -> None:
    ann = held.server.person("Ann")
    table = ann.open_table("karuba_cards", "me", *[5] * 5)
    eventually(lambda: held.waiting() == 4 and len(held.begun()) == 1)
    with ThreadPoolExecutor(1) as pool:
        hint = pool.submit(ann.get, f"/tables/{id_of(table)}/hint")
        eventually(lambda: held.waiting() == 5)
        held.let(2)
        assert hint.result()["simulations"] == 0
    eventually(lambda: len(held.begun()) == 3)
    assert held.begun() == [id_of(table), f"{id_of(table)} 0", id_of(table)]
    held.let(100)
    eventually(lambda: all(seat["has_decided"] for seat in ann.look(table)["seats"][1:]))


# ── Who comes from where ─────────────────────────────────────────────────────────────────────────

FROM = "X-Forwarded-For"


def visitor(held: Held, name: str, address: str) -> Person:
    person = held.server.stranger()
    person.http.headers[FROM] = address
    person.post("/guests", name=name)
    return person


def test_one_address_with_many_names_and_tables_is_one_of_those_who_wait(held: Held) -> None:
    """Three guests of one address, each at three tables of five bots, before Ann and Ben come."""
    guests = [visitor(held, f"Guest {n}", "203.0.113.1") for n in range(3)]
    full = [guest.open_table("karuba_cards", "me", *[5] * 5) for guest in guests for _ in range(3)]
    eventually(lambda: held.waiting() == 9 * 5 - 1 and len(held.begun()) == 1)
    honest = [visitor(held, name, f"192.0.2.{n}") for n, name in enumerate(("Ann", "Ben"))]
    tables = [one.open_table("karuba", "me", 5, options={"setup": "random"}) for one in honest]
    eventually(lambda: held.waiting() == 9 * 5 + 1)
    held.let(3)
    eventually(lambda: len(held.begun()) == 4)
    assert held.begun()[1:3] == [*map(id_of, tables)]
    assert {held.begun()[0], held.begun()[3]} <= {*map(id_of, full)}
    held.tabs.callback(held.let, 10_000)


def test_tables_where_somebody_is_come_before_those_where_nobody_is(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(autoplay, "ATTENDED_SECONDS", 0.0)
    mia, ann = visitor(held, "Mia", "192.0.2.1"), visitor(held, "Ann", "192.0.2.2")
    full = [mia.open_table("karuba_cards", "me", *[5] * 5) for _ in range(2)]
    eventually(lambda: held.waiting() == 9 and len(held.begun()) == 1)
    table = ann.open_table("karuba_cards", "me", 5, 5, 5)
    eventually(lambda: held.waiting() == 12)
    with ann.live(table, headers={FROM: "192.0.2.2"}) as tab:
        tab.table(lambda seen: bool(seen["seats"][0]["is_here"]))
        held.let(4)
        eventually(lambda: len(held.begun()) == 5)
    assert held.begun()[1:4] == [id_of(table)] * 3
    assert {held.begun()[0], held.begun()[4]} <= {*map(id_of, full)}
    held.let(10_000)


# ── Bots that would need too long ────────────────────────────────────────────────────────────────

AT_4 = "The server has too much to do, so BOT plays at level 4 for now."
GLANCING = "The server has too much to do, so BOT plays what looks best at first sight for now."
AGAIN = "BOT plays at full strength again."


def takes(held: Held, **seconds: float) -> None:
    """So long the bots of these levels have thought lately."""
    durations = held.server.app.state.server.autoplay.bot_pool.durations
    for level, took in seconds.items():
        for _ in range(durations.MAX_SAMPLES):
            durations.add("karuba_cards", level, took)


def told(person: Person, table: Table) -> list[str]:
    """What everybody is told of how strong the bot plays, whatever it is called."""
    seen = person.look(table)
    says = [line["says"].replace(seen["seats"][1]["name"], "BOT") for line in seen["log"]]
    return [one for one in says if one in (AT_4, GLANCING, AGAIN)]


def test_a_bot_that_would_need_too_long_plays_at_a_lower_level_and_everybody_is_told(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once when it begins, and once when it is over; the match is as good as any other."""
    monkeypatch.setattr(autoplay, "ANSWER_TIMEOUT", 50.0)
    ann = held.server.person("Ann")
    takes(held, level5=60.0, level4=0.1)
    table = ann.open_table("karuba_cards", "me", 5)
    play_on([ann], table, ann.look(table)["number"] + 4)
    assert told(ann, table) == [AT_4]
    assert held.begun() == []
    held.let(10_000)
    takes(held, level5=0.1)
    eventually(lambda: play_some(ann, table) and told(ann, table) == [AT_4, AGAIN])
    takes(held, level2=60.0, level3=60.0, level4=60.0, level5=60.0)
    assert play_on([ann], table)["state"] == "over"
    assert told(ann, table) == [AT_4, AGAIN, GLANCING]
    replay = ann.get(f"/tables/{id_of(table)}/replay")
    assert replay["moments"][-1]["last"] + 1 == ann.look(table)["moves"]
    german = held.server.stranger()
    german.http.headers["Accept-Language"] = "de"
    assert told(german, table) == []


def test_a_bot_whose_turn_does_not_come_in_time_plays_at_first_sight(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was expected to be quick."""
    monkeypatch.setattr(autoplay, "ANSWER_TIMEOUT", 0.5)
    takes(held, level5=0.01)
    held.full_table()
    ann = held.server.person("Ann")
    table = ann.open_table("karuba_cards", "me", 5)
    eventually(lambda: play_some(ann, table) and told(ann, table) == [GLANCING])


def test_where_ratings_or_others_depend_on_it_no_bot_plays_at_a_lower_level() -> None:
    card = take("karuba")
    agreed = (card.rules_version, card.agreed(), True, "I", "A", deal_key.new_secret(), None, None)
    for others, is_allowed in (({}, True), ({"counts": True}, False), ({"deal": "D"}, False)):
        row = Row("T", "karuba", *agreed, "waiting", 0.0, **others)
        seats = [Seat("T", 0, "person", person="Ann"), Seat("T", 1, "bot", level=5)]
        table = AtServer(StoredTable(row, seats, [], {}))
        assert autoplay.may_play_lower(table, 1) == is_allowed
        assert not autoplay.may_play_lower(table, 0)  # who is out of time has a level 3 bot


# ── Whose turn it is ─────────────────────────────────────────────────────────────────────────────


def stopped() -> float:
    """A clock that stands still: nothing takes any time."""
    return 0.0


def order(asked: str, seats: int = 1) -> str:
    """In which order they are called who ask in this order; each letter is an asker."""

    async def ask_all() -> str:
        turns, called = FairQueue(seats, stopped), []

        async def ask(who: str) -> None:
            async with turns.slot(who):
                called.append(who)
                await asyncio.sleep(0)

        await asyncio.gather(*(ask(who) for who in asked))
        return "".join(called)

    return in_a_loop(ask_all())


@pytest.mark.parametrize(("asked", "called"), [
    ("aaa", "aaa"),
    ("aaab", "abaa"),
    ("aaaabbc", "abcabaa"),
    ("abcabc", "abcabc"),
])  # fmt: skip
def test_tables_take_turns(asked: str, called: str) -> None:
    assert order(asked) == called


def test_who_asks_again_and_again_does_not_keep_others_waiting() -> None:
    """B has one question at a time and always another one; A has three at once."""

    async def ask_all() -> str:
        turns, called = FairQueue(1, stopped), []

        async def ask(who: str, times: int) -> None:
            for _ in range(times):
                async with turns.slot(who):
                    called.append(who)
                    await asyncio.sleep(0)

        await asyncio.gather(*(ask("a", 1) for _ in range(3)), ask("b", 6))
        return "".join(called)

    assert in_a_loop(ask_all()) == "ababab" + "bbb"


def test_who_has_gone_is_not_called_and_takes_no_turn() -> None:
    async def go() -> list[str]:
        turns, called = FairQueue(1, stopped), []

        async def ask(who: str) -> None:
            async with turns.slot(who):
                called.append(who)
                await asyncio.sleep(0.01)

        asking = [asyncio.create_task(ask(who)) for who in "abc"]
        await asyncio.sleep(0)
        asking[1].cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await ask("d")
        assert turns.busy == 0
        return called

    assert in_a_loop(go()) == ["a", "c", "d"]


def test_who_is_called_in_the_moment_of_going_gives_the_turn_to_the_next() -> None:
    """Whoever had the turn before has nothing to do with it: their answer is not lost."""

    async def play() -> list[str]:
        turns, called = FairQueue(1), []

        async def have_a_turn(name: str) -> None:
            async with turns.slot(name):
                called.append(name)

        first = await turns.wait("first")
        going, staying = (asyncio.create_task(have_a_turn(name)) for name in ("going", "staying"))
        while turns.queued < 2:
            await asyncio.sleep(0)
        going.cancel()
        turns.leave(first)
        await staying
        with suppress(asyncio.CancelledError):
            await going
        assert turns.busy == turns.queued == 0
        return called

    assert in_a_loop(play()) == ["staying"]


def test_what_was_asked_long_ago_is_forgotten() -> None:
    async def ask_all() -> int:
        turns = FairQueue(2, stopped)

        async def ask(who: str) -> None:
            async with turns.slot(who):
                await asyncio.sleep(0)

        for number in range(200):
            await asyncio.gather(ask("always"), ask(f"once {number}"))
        return len(turns.schedule.root.parts)

    assert in_a_loop(ask_all()) < 10


def test_bots_that_truly_search_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever Ann's bot asks, few of the full table's six are called before it.

    Two people share the time equally, so if hers thought longer, several of the others' may follow.
    """
    said: list[tuple[str, str]] = []
    truly_wait = FairQueue.wait

    async def wait(turns: FairQueue, who: Asker, *about: Any) -> QueueEntry:
        said.append(("asks", as_asker(who).table))
        entry = await truly_wait(turns, who, *about)
        said.append(("is called", as_asker(who).table))
        return entry

    monkeypatch.setattr(FairQueue, "wait", wait)
    with serving(settings_in(tmp_path)) as server:
        server.app.state.server.autoplay.bot_pool.compiled_games.add("karuba_cards")
        mia, ann = server.person("Mia"), server.person("Ann")
        full = mia.open_table("karuba_cards", *[SEARCHES] * 6)
        table = ann.open_table("karuba_cards", "me", SEARCHES)
        with mia.live(full, drawing=False):
            both = (("asks", id_of(table)), ("is called", id_of(full)))
            eventually(lambda: play_some(ann, table) and min(map(said.count, both)) >= 5)
    for turn in range(1, said.count(("is called", id_of(table))) + 1):
        asks = nth(said, ("asks", id_of(table)), turn)
        called = nth(said, ("is called", id_of(table)), turn)
        assert said[asks:called].count(("is called", id_of(full))) <= 3


def play_some(ann: Person, table: Table) -> bool:
    """Ann decides if she is asked."""
    seen = ann.look(table)
    if seen["offers"] and seen["decided"] is None:
        ann.move(table, seen["number"], seen["offers"][0]["move"])
    return True


def nth(said: list[tuple[str, str]], what: tuple[str, str], times: int) -> int:
    """Where this was said for the so many-th time."""
    return [at for at, one in enumerate(said) if one == what][times - 1]
