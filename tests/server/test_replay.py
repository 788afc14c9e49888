"""Replays: what one may know of a running match, and all of it when it is over."""

import asyncio
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.games.shelf import ready_games, take
from templetop.server.core.refusals import TooManyRequests
from templetop.server.core.settings import RateLimitSettings
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.tables import replays, view_builder
from templetop.server.tables.replays import CHECKPOINT_EVERY, ReplayCache, ReplayCheckpoints
from templetop.server.tables.view_builder import points_after_moves
from tests.every_game.swaps import games_with_secrets
from tests.server.conftest import mostly_at_sqlite
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    Table,
    in_a_loop,
    play_on,
    serving,
    settings_in,
)


def cards(server: Serving, moves: int) -> tuple[Person, Person, Table]:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba_cards", "me", "open")
    ben.sit(table)
    return ann, ben, play_on([ann, ben], table, moves)


def test_a_running_match_is_replayed_as_far_as_one_may_know_it(server: Serving) -> None:
    ann, _, table = cards(server, 20)
    address = f"/tables/{table['id']}/replay"
    replay = ann.get(address)
    table = ann.look(table)
    assert [m["says"] for m in replay["moments"]] == [line["says"] for line in table["log"]]
    dealt = replay["moments"][0]
    assert (dealt["says"], dealt["number"]) == ("Chance deals the cards for round 1.", 0)
    assert dealt["parts"][-1]["says"] == "Chance deals a card to Ben, 3 times."
    for moment in replay["moments"]:
        points = moment.pop("points")
        assert points == ann.get(f"{address}/{moment['last'] + 1}?drawing=false")["points"]
    assert replay["moments"] == table["log"]
    last = ann.get(f"{address}/{table['number']}")
    assert last["view"] == table["view"]
    assert ann.get(f"{address}/0")["view"]["hand"] == []
    assert last["points"] == [seat["points"] for seat in table["seats"]]
    assert server.stranger().get(f"{address}/{table['number']}")["view"]["hand"] == []
    with pytest.raises(Refused) as refused:
        ann.get(f"{address}/{table['number']}?seat=1")
    assert refused.value.status == 403
    for number in (0, 5, table["number"]):
        with pytest.raises(Refused) as refused:
            ann.get(f"{address}/{number}?sight=open")
        assert refused.value.status == 403
    assert last["open"] == []
    with pytest.raises(Refused) as refused:
        ann.get(f"{address}/{table['number'] + 1}")
    assert refused.value.status == 404
    with pytest.raises(Refused) as refused:
        ann.get(f"/tables/{table['id']}/match")
    assert refused.value.status == 403


@pytest.mark.parametrize("game", ["karuba_cards", "cacao"])
def test_what_is_dealt_is_one_moment_and_the_table_shows_all_of_it(
    server: Serving, game: str
) -> None:
    """How many cards somebody has is no secret."""
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table(game, "me", "open")
    ben.sit(table)
    address = f"/tables/{table['id']}/replay"
    told = ann.get(address)["moments"]
    assert any("Ben" in part["says"] and "3 times" in part["says"] for part in told[0]["parts"])
    ahead = ann.get(f"{address}/{told[0]['last'] + 1}?drawing=false")["view"]
    cards: dict[str, Callable[[Any], int]] = {
        "karuba_cards": lambda view: view["seats"][1]["in_hand"],
        "cacao": lambda view: view["players"][1]["hand_size"],
    }
    assert cards[game](ahead) == 3
    assert told[-1]["last"] + 1 == ann.look(table)["moves"]


def test_a_match_that_is_over_is_open_to_all(
    server: Serving, whole_match: Callable[[str], Table]
) -> None:
    table = whole_match("karuba_cards")
    stranger = server.stranger()
    address = f"/tables/{table['id']}/replay"
    replay = stranger.get(address)
    assert replay["start"] == stranger.get(f"{address}/0?drawing=false")["points"]
    told = [part for moment in replay["moments"] for part in moment["parts"] or [moment]]
    assert [part["number"] for part in told] == [*range(table["number"])]
    assert "a card to" not in str(replay["moments"])
    assert replay["measure"] == {"one": "point", "many": "points", "decides": True}
    assert replay["moments"][-1]["points"] == [seat["points"] for seat in table["seats"]]
    assert stranger.get(f"{address}/10?seat=1")["view"]["hand"]
    assert stranger.get(f"{address}/10")["drawing"]
    assert not stranger.get(f"{address}/10?drawing=false")["drawing"]


@mostly_at_sqlite("game", ready_games())
def test_when_it_is_over_everything_can_be_open(
    server: Serving, whole_match: Callable[[str], Table], game: str
) -> None:
    end = whole_match(game)
    address = f"/tables/{end['id']}/replay/{end['number'] // 2}"
    stranger = server.stranger()
    seen = stranger.get(f"{address}?sight=open")
    assert seen["open"] == [stranger.get(f"{address}?seat={seat}")["view"] for seat in (0, 1)]
    assert seen["view"] == stranger.get(address)["view"]
    match = Match.read(stranger.get(f"/tables/{end['id']}/match"), take)
    assert take(game).write(match.state_after(end["number"] // 2)) == seen["drawing"]
    if game in games_with_secrets():
        assert all(beside_the_seat(view) != beside_the_seat(seen["view"]) for view in seen["open"])


def beside_the_seat(view: dict[str, Any]) -> dict[str, Any]:
    """What is on the table; not whose eyes these are."""
    return {name: part for name, part in view.items() if name not in ("seat", "asks")}


def test_the_file_of_a_match_can_be_read_again(
    server: Serving, whole_match: Callable[[str], Table]
) -> None:
    table = whole_match("karuba_cards")
    match = Match.read(server.stranger().get(f"/tables/{table['id']}/match"), take)
    assert match.is_over
    assert list(match.seats) == ["Ann", "Ben"]
    assert len(match.moves) == table["number"]


# ── What it costs ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ready_games())
def test_the_way_of_a_match_leads_past_the_same_tables(game: str) -> None:
    """It is gone once, and in parts, as a match that is being played."""
    match, chosen = Match.new(take(game), ["Ann", "Ben"]), random.Random(5)
    way = ReplayCheckpoints(match)
    while len(match.moves) < 90 and not match.is_over:
        for seat in seats_to_move(match.state):
            match.play(seat, chosen.choice(legal_moves(match.state, seat)))
        if len(match.moves) % 7 == 0:
            way.extend(match)
    way.extend(match)
    assert way.points == [points for _, points in points_after_moves(match)]
    for number in range(0, len(match.moves) + 1, 5):
        true = match.state_after(number)
        assert way.state_after(match, number).tobytes() == true.tobytes()
    assert len(way.states) <= 1 + len(match.moves) / CHECKPOINT_EVERY


def test_a_moment_is_worked_out_once_and_on_threads_of_its_own(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, table = cards(server, 10)
    truly, workers = view_builder.table_at_state, []

    def sight_of(*about: Any) -> Any:
        workers.append(threading.current_thread().name)
        return truly(*about)

    monkeypatch.setattr(replays, "table_at_state", sight_of)
    address = f"/tables/{table['id']}/replay/5?drawing=false"
    assert ann.get(address) == ann.get(address)
    assert len(workers) == 1
    assert workers[0].startswith("replays")
    server.stranger().get(address)  # who sees something else
    assert len(workers) == 2


def test_what_was_taken_back_is_in_no_replay(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "placed"})
    first, second = (offer["move"] for offer in table["offers"][:2])
    address = f"/tables/{table['id']}/replay"
    moved = ann.move(table, table["number"], first)
    before = ann.get(address), ann.get(f"{address}/{moved['moves']}")
    again = ann.undo(table, moved["number"])
    ann.move(table, again["number"], second)
    after = ann.get(address), ann.get(f"{address}/{moved['moves']}")
    assert before[0]["moments"] != after[0]["moments"]
    assert before[1]["view"] != after[1]["view"]


def test_nobody_asks_for_replays_without_end(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=RateLimitSettings(replays=3))) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", options={"setup": "random"})
        address = f"/tables/{table['id']}/replay"
        told = [ann.http.get(address).status_code for _ in range(4)]
        assert told == [200, 200, 200, 429]
        assert server.person("Ben").http.get(address).status_code == 200


def test_the_line_before_the_threads_has_an_end() -> None:
    threads, may = BoundedThreadPool("test", 1, 2), threading.Event()

    async def ask() -> list[bool]:
        jobs = [asyncio.create_task(threads.run(may.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await threads.run(may.wait)
        may.set()
        return await asyncio.gather(*jobs)

    assert in_a_loop(ask()) == [True, True, True]
    threads.close()


def test_not_all_that_was_ever_answered_is_kept() -> None:
    kept = ReplayCache()
    for n in range(3 * replays.MAX_ANSWERS):
        assert kept.compute_once((n,), lambda: n) == str(n).encode()  # noqa: B023
    assert len(kept.answers) == replays.MAX_ANSWERS
