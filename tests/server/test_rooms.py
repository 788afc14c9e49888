"""Bots think in turns: a table with many of them keeps nobody waiting.

The processes are real. What they think is held up until the test lets it go on, so that the order
of what happens can be told without a clock.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from templetop.server import minds
from templetop.server.rooms import Turns
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
        return len(self.server.app.state.server.hall.driver.minds.searching.turns.waiting)

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
        "templetop.server.minds.Minds.load", lambda minds, game: None
    )  # in line, too
    monkeypatch.setenv(HELD, str(tmp_path))
    monkeypatch.setattr(minds, "decide", decide_when_let)
    monkeypatch.setattr(minds, "advise", advise_when_let)
    with serving(settings_in(tmp_path)) as server:
        server.app.state.server.hall.driver.minds.ready.update(("karuba", "karuba_cards", "cacao"))
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


# ── Whose turn it is ─────────────────────────────────────────────────────────────────────────────


def order(asked: str, seats: int = 1) -> str:
    """In which order they are called who ask in this order; each letter is an asker."""

    async def ask_all() -> str:
        turns, called = Turns(seats), []

        async def ask(who: str) -> None:
            async with turns.turn(who):
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
        turns, called = Turns(1), []

        async def ask(who: str, times: int) -> None:
            for _ in range(times):
                async with turns.turn(who):
                    called.append(who)
                    await asyncio.sleep(0)

        await asyncio.gather(*(ask("a", 1) for _ in range(3)), ask("b", 6))
        return "".join(called)

    assert in_a_loop(ask_all()) == "ababab" + "bbb"


def test_who_has_gone_is_not_called_and_takes_no_turn() -> None:
    async def go() -> list[str]:
        turns, called = Turns(1), []

        async def ask(who: str) -> None:
            async with turns.turn(who):
                called.append(who)
                await asyncio.sleep(0.01)

        asking = [asyncio.create_task(ask(who)) for who in "abc"]
        await asyncio.sleep(0)
        asking[1].cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await ask("d")
        assert turns.free == 1
        return called

    assert in_a_loop(go()) == ["a", "c", "d"]


def test_what_was_asked_long_ago_is_forgotten() -> None:
    async def ask_all() -> int:
        turns = Turns(2)

        async def ask(who: str) -> None:
            async with turns.turn(who):
                await asyncio.sleep(0)

        for number in range(200):
            await asyncio.gather(ask("always"), ask(f"once {number}"))
        return len(turns.last)

    assert in_a_loop(ask_all()) < 10


def test_bots_that_truly_search_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever Ann's bot asks, no more than one of the full table's is called before it."""
    said: list[tuple[str, str]] = []
    truly_wait = Turns.wait

    async def wait(turns: Turns, who: str, is_patient: bool = False) -> None:
        said.append(("asks", who))
        await truly_wait(turns, who, is_patient)
        said.append(("is called", who))

    monkeypatch.setattr(Turns, "wait", wait)
    with serving(settings_in(tmp_path)) as server:
        server.app.state.server.hall.driver.minds.ready.add("karuba_cards")
        mia, ann = server.person("Mia"), server.person("Ann")
        full = mia.open_table("karuba_cards", *[SEARCHES] * 6)
        table = ann.open_table("karuba_cards", "me", SEARCHES)
        with mia.live(full, drawing=False):
            eventually(lambda: play_some(ann, table) and said.count(("asks", id_of(table))) >= 5)
    assert said.count(("is called", id_of(full))) >= 5, "it was not busy, so nothing was tested"
    for turn in range(1, said.count(("is called", id_of(table))) + 1):
        asks = nth(said, ("asks", id_of(table)), turn)
        called = nth(said, ("is called", id_of(table)), turn)
        assert said[asks:called].count(("is called", id_of(full))) <= 1


def play_some(ann: Person, table: Table) -> bool:
    """Ann decides if she is asked."""
    seen = ann.look(table)
    if seen["offers"] and seen["decided"] is None:
        ann.move(table, seen["number"], seen["offers"][0]["move"])
    return True


def nth(said: list[tuple[str, str]], what: tuple[str, str], times: int) -> int:
    """Where this was said for the so many-th time."""
    return [at for at, one in enumerate(said) if one == what][times - 1]
