"""Chance that takes its time: the table waits for it in sight of all, and it is never lost.

Experiments run in real processes. Where a test has to see what is between, they are held up until
it lets them go on, or take longer than any test does.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from templetop.games.shelf import take
from templetop.server.bots import autoplay, bot_pool
from templetop.server.store.schema import AttachmentRow, TableRow
from templetop.server.tables import deal_key, service
from tests.server.held import (
    HELD,
    experiment_that_dies,
    experiment_that_fails,
    experiment_that_hangs,
    experiment_that_lies,
    experiment_when_let,
)
from tests.server.serving import (
    PATIENCE,
    Later,
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    free_port,
    id_of,
    serving,
    settings_in,
)
from tests.server.test_killed import Process, killed_at_last

SNEAK, RUN = 0, 1
FOR_EVER = {"HEIST_PACE": "36000"}
AT_ONCE = {"HEIST_PACE": "0"}
TOGETHER = {"mode": "together"}


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A server whose experiments wait for `let`."""
    monkeypatch.setenv(HELD, str(tmp_path))
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_when_let)
    with serving(settings_in(tmp_path)) as server:
        yield server


def let(folder: Path) -> None:
    (folder / "let").touch()


def running(ann: Person, *others: str | int, **agreed: Any) -> Table:
    """A table at which Ann alone plays against the museum, and runs."""
    table = ann.open_table("heist", "me", *others, **{"options": TOGETHER, **agreed})
    return ann.move(table, table["number"], RUN)


def lines_with_keepsakes(table: Table) -> list[dict[str, Any]]:
    lines = [part for line in table["log"] for part in [line, *line["parts"]]]
    return [line for line in lines if line["keepsake"] is not None]


def row_of(server: Serving, table: Table) -> Any:
    with server.app.state.server.table_service.store.engine.connect() as connection:
        query = select(TableRow.__table__).where(TableRow.id == id_of(table))
        return connection.execute(query).mappings().one()


def test_a_table_waits_in_sight_of_all(held: Serving, tmp_path: Path) -> None:
    ann, ben, eve = held.person("Ann"), held.person("Ben"), held.stranger()
    table = ann.open_table("heist", "me", "open")
    number = ben.sit(table)["number"]
    assert not ann.look(table)["waits_for_chance"]
    with ann.live(table) as anns, ben.live(table) as bens, eve.live(table) as eves:
        ann.move(table, number, RUN)
        ben.move(table, number, SNEAK)
        for tab in (anns, bens, eves):
            seen = tab.table(lambda t: t["waits_for_chance"])
            assert seen["number"] == number + 2
            assert (seen["state"], seen["offers"], seen["can_undo"]) == ("running", [], False)
            assert not any(seat["is_awaited"] or seat["has_decided"] for seat in seen["seats"])
            assert lines_with_keepsakes(seen) == []
        for person in (ann, ben):
            with pytest.raises(Refused) as refused:
                person.move(table, number + 2, SNEAK)
            assert (refused.value.status, refused.value.rule) == (409, "3.6")
            assert "waiting for chance" in refused.value.sentence
        let(tmp_path)
        for tab in (anns, bens, eves):
            seen = tab.table(lambda t: not t["waits_for_chance"])
            assert seen["number"] == number + 3
            [line] = lines_with_keepsakes(seen)
            assert (line["number"], line["seat"]) == (number + 2, None)
            assert line["target"]["kind"] == "roll"
    assert ann.look(table)["offers"]


def test_what_an_experiment_brings_along_is_fetched_and_never_sent(
    held: Serving, tmp_path: Path
) -> None:
    ann, eve = held.person("Ann"), held.stranger()
    let(tmp_path)
    table = running(ann)
    with eve.live(table) as tab:
        seen = tab.table(lambda t: not t["waits_for_chance"])
    [line] = lines_with_keepsakes(seen)
    answer = eve.http.get(f"/tables/{id_of(table)}/keepsakes/{line['keepsake']}")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert "immutable" in answer.headers["cache-control"]
    room = held.app.state.server.table_service.rooms[id_of(table)]
    seed = room.table.deal.seed(line["number"])
    state = room.table.match.state_after(line["number"])
    assert take("heist").experiment(state, seed) == ([room.table.moves[-1][1]], answer.content)
    ann.move(table, ann.look(table)["number"], SNEAK)
    everything = [
        *map(str, tab.frames),
        *(eve.http.get(f"/tables/{id_of(table)}{path}").text for path in ("", "/replay")),
    ]
    assert not any(answer.text.strip("[]") in text for text in everything)
    for number in (0, line["number"] + 1, 100_000):
        with pytest.raises(Refused) as refused:
            eve.get(f"/tables/{id_of(table)}/keepsakes/{number}")
        assert refused.value.status == 404


def test_no_clock_runs_while_chance_is_awaited(
    held: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = held.person("Ann")
    clock = {"kind": "player", "seconds": 1000}
    table = running(ann, clock=clock)
    row = row_of(held, table)
    assert (row["deadline"], row["awaited"], row["bot_due"]) == (None, 0, None)
    assert row["chance_due"] is not None
    left = ann.look(table)["seats"][0]["seconds_left"]
    with monkeypatch.context() as patch:
        patch.setattr(service, "time", Later(500.0))
        assert ann.look(table)["seats"][0]["seconds_left"] == left
    let(tmp_path)
    eventually(lambda: ann.look(table)["offers"])
    row = row_of(held, table)
    assert row["deadline"] is not None
    assert row["chance_due"] is None
    seconds = ann.look(table)["seats"][0]["seconds_left"]
    assert left - PATIENCE < seconds <= left  # it began to run when she was asked


def test_nothing_can_be_taken_back_that_chance_has_begun_to_answer(
    held: Serving, tmp_path: Path
) -> None:
    ann = held.person("Ann")
    table = running(ann)
    assert table["waits_for_chance"]
    assert not table["can_undo"]
    with pytest.raises(Refused) as refused:
        ann.undo(table, table["number"])
    assert refused.value.status == 409
    let(tmp_path)
    seen = eventually(lambda: waited(ann, table))
    assert not seen["can_undo"]
    with pytest.raises(Refused) as refused:
        ann.undo(table, seen["number"])
    assert refused.value.status == 409


def waited(person: Person, table: Table) -> Table | None:
    seen = person.look(table)
    return None if seen["waits_for_chance"] else seen


def test_who_leaves_and_comes_back_meanwhile_changes_nothing(held: Serving, tmp_path: Path) -> None:
    ann = held.person("Ann")
    table = running(ann)
    ann.leave(table)
    assert ann.sit(table)["waits_for_chance"]
    let(tmp_path)
    assert len(lines_with_keepsakes(eventually(lambda: waited(ann, table)))) == 1


def test_tables_with_one_key_see_the_same_experiments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a restart in the middle."""
    monkeypatch.setattr(deal_key, "new_secret", lambda: "5a" * deal_key.KEY_BYTES)
    told = []
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        for forgets in (False, True):
            table = running(ann, options={**TOGETHER, "corridor": "20"})
            for _ in range(5):
                seen = eventually(lambda: waited(ann, table))  # noqa: B023  it waits here
                if forgets:
                    server.app.state.server.table_service.rooms.clear()
                ann.move(table, seen["number"], RUN)
            seen = eventually(lambda: waited(ann, table))  # noqa: B023
            told.append(seen["log"])
    assert told[0] == told[1]
    assert len(lines_with_keepsakes({"log": told[0]})) == 6


# ── Experiments that fail ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "fails",
    [experiment_that_fails, experiment_that_dies, experiment_that_lies, experiment_that_hangs],
)
def test_where_an_experiment_fails_the_odds_decide(
    fails: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_pool, "experiment_in_worker", fails)
    if fails is experiment_that_hangs:
        monkeypatch.setattr(autoplay, "EXPERIMENT_TIMEOUT", 0.5)
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        table = running(ann)
        seen = eventually(lambda: waited(ann, table))
        assert lines_with_keepsakes(seen) == []
        [part] = seen["log"][-1]["parts"]
        assert part["target"]["number"] in range(1, 7)
        assert part["by_odds"]
        assert seen["number"] == table["number"] + 1
    [line] = [line for line in caplog.messages if "experiment" in line and "failed" in line]
    assert id_of(table) in line


def test_who_asks_for_too_many_experiments_gets_the_odds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(autoplay, "MAX_EXPERIMENTS", 1)
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        assert [is_by_odds(person) for person in (ann, ann, ben)] == [False, True, False]


def is_by_odds(person: Person) -> bool:
    """Did the odds decide at a new table?"""
    table = running(person)
    seen = eventually(lambda: waited(person, table))
    return bool(seen["log"][-1]["parts"][0]["by_odds"])


def test_whatever_fails_the_same_number_does_not_always_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_that_fails)
    monkeypatch.setattr(deal_key, "new_secret", lambda: "5a" * deal_key.KEY_BYTES)
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        table = running(ann, options={**TOGETHER, "corridor": "20", "rounds": "50", "caught": "5"})
        for _ in range(8):
            seen = eventually(lambda: waited(ann, table))
            ann.move(table, seen["number"], RUN)
        seen = eventually(lambda: waited(ann, table))
    rolls = {part["target"]["number"] for line in seen["log"][1:] for part in line["parts"]}
    assert len(rolls) > 2


# ── Servers that are killed ──────────────────────────────────────────────────────────────────────


def test_a_server_that_is_killed_over_an_experiment_makes_it_again(tmp_path: Path) -> None:
    port, settings = free_port(), settings_in(tmp_path)
    ann = Person(port)
    with killed_at_last(Process(settings, port, environment=FOR_EVER)):
        ann.post("/guests", name="Ann")
        table = running(ann)
        assert ann.look(table)["waits_for_chance"]
    with killed_at_last(Process(settings, port, environment=AT_ONCE)):
        seen = eventually(lambda: waited(ann, table))
        assert seen["number"] == table["number"] + 1
        [line] = lines_with_keepsakes(seen)
        path = f"/tables/{id_of(table)}/keepsakes/{line['keepsake']}"
        assert ann.http.get(path).status_code == 200
    ann.http.close()


def test_what_a_killed_worker_was_finding_out_another_one_does(
    tmp_path: Path, postgresql: str, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(autoplay, "TAKEOVER_TIMEOUT", 0.5)
    monkeypatch.setenv("HEIST_PACE", "0")
    settings = settings_in(tmp_path, postgresql, redis)
    with contextlib.ExitStack() as stack:
        process = Process(settings, free_port(), environment=FOR_EVER)
        dying = stack.enter_context(killed_at_last(process))
        ann = Person(dying.port)
        ann.post("/guests", name="Ann")
        table = running(ann)
        dying.kill()
        staying = stack.enter_context(serving(settings))
        again = staying.stranger()
        again.http.cookies.update(ann.http.cookies)
        with again.live(table) as tab:
            seen = tab.table(lambda t: not t["waits_for_chance"])
        assert seen["number"] == table["number"] + 1
        [line] = lines_with_keepsakes(seen)
        with staying.app.state.server.table_service.store.engine.connect() as connection:
            query = select(AttachmentRow.number).where(AttachmentRow.table == id_of(table))
            assert [*connection.execute(query).scalars()] == [line["keepsake"]]
        ann.http.close()


def test_of_two_workers_that_find_out_the_same_one_is_heard(
    tmp_path: Path, postgresql: str, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both come to the same, and nothing happens twice."""
    monkeypatch.setattr(autoplay, "TAKEOVER_TIMEOUT", 0.0)
    monkeypatch.setenv(HELD, str(tmp_path))
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_when_let)
    settings = settings_in(tmp_path, postgresql, redis)
    with serving(settings) as first, serving(settings) as second:
        ann = first.person("Ann")
        table = running(ann)
        drivers = [server.app.state.server.autoplay for server in (first, second)]
        eventually(lambda: all(service.decision_tasks for service in drivers))
        let(tmp_path)
        seen = eventually(lambda: waited(ann, table))
        eventually(lambda: not any(service.decision_tasks for service in drivers))
        assert ann.look(table)["number"] == seen["number"] == table["number"] + 1
        assert len(lines_with_keepsakes(seen)) == 1
