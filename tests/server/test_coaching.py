"""The coach at the server: a review in the background, another try, and who may have either."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from templetop.coach.scales import Estimate
from templetop.coach.verdict import Choice, Verdict
from templetop.engine.match import legal_moves
from templetop.games.shelf import take
from templetop.server.bots.process_pool import FairQueue
from templetop.server.learning import reviews
from templetop.server.learning.reviews import ABANDONED_SECONDS, DecisionTask
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    in_a_loop,
    play_on,
    serving,
    settings_in,
)


def pretended(piece: DecisionTask) -> Verdict:
    """As if the first of the legal moves were always best, and the others the worse the later."""
    state = np.frombuffer(piece.table, take(piece.game).State).copy()[0]
    legal = legal_moves(state, piece.seat)
    lost = Estimate(legal.index(piece.move) / 100, 0.001)
    made, best = (Choice(move, "", "") for move in (piece.move, legal[0]))
    effects = tuple(Estimate(-lost.mean if s == piece.seat else 0.0) for s in range(piece.seats))
    name = reviews.NAME_PLACEHOLDER.format(piece.seat)
    line = (f"{name} goes on.",) if piece.is_deep else ()
    german = {"de": ((f"{name} geht weiter.",), ())} if piece.is_deep else {}
    about = (piece.number, piece.seat, made, best, False, len(legal), lost, lost)
    told = {"better_line": line, "in_other_languages": german}
    return Verdict(*about, 0.5, Estimate(3.0, 1.0), 2.0, effects, 10, piece.is_deep, **told)  # type: ignore[arg-type]


@pytest.fixture
def coached(server: Serving, monkeypatch: pytest.MonkeyPatch) -> Serving:
    """A server whose coach answers at once, without machine code."""
    bot_pool = server.app.state.server.autoplay.bot_pool

    async def study(who: str, think: Callable[..., Any], *about: Any) -> Any:
        return await asyncio.to_thread(
            pretended if think is reviews.evaluate_task else think, *about
        )

    monkeypatch.setattr(bot_pool, "can_advise", lambda game: True)
    monkeypatch.setattr(bot_pool, "run_for_coach", study)
    return server


def review_of(person: Person, table: Table | str) -> Any:
    name = table if isinstance(table, str) else table["id"]
    return person.get(f"/tables/{name}/coach")


def have_coached(person: Person, table: Table) -> Any:
    person.post(f"/tables/{table['id']}/coach")
    eventually(lambda: review_of(person, table)["stage"] == "done")
    return review_of(person, table)


def heist_over(server: Serving, **others: Any) -> tuple[Person, Table]:
    ann = server.person("Ann")
    table = ann.open_table("heist", "me", 1, **others)
    play_on([ann], table)
    return ann, table


def status_of(refused: Callable[[], Any]) -> int:
    with pytest.raises(Refused) as found:
        refused()
    return found.value.status


# ── The review ───────────────────────────────────────────────────────────────────────────────────


def test_a_match_is_coached_in_the_background_and_the_review_is_kept(coached: Serving) -> None:
    ann, table = heist_over(coached)
    assert review_of(ann, table)["stage"] == "none"
    review = have_coached(ann, table)
    (own,) = review["seats"]  # of the people, and not of bots
    assert own["seat"] == 0
    assert len(own["curve"]) == own["decisions"] > 0
    losses = [one["lost"]["mean"] for one in own["costliest"]]
    assert losses == sorted(losses, reverse=True)
    assert own["moments"] == [one["number"] for one in own["costliest"][:3]]
    worst = own["costliest"][0]
    assert worst["deep"]
    assert worst["sure"]
    assert worst["made"]["says"] != worst["better"]["says"]
    assert worst["better_line"] == ["Ann goes on."]
    stranger = coached.stranger()
    stranger.http.cookies.set("language", "de")
    (seat,) = review_of(stranger, table)["seats"]
    assert seat["costliest"][0]["better_line"] == ["Ann geht weiter."]
    account = own["account"]
    parts = [account[name]["mean"] for name in ("start", "own", "others", "chance")]
    assert sum(parts) == pytest.approx(account["result"])
    stranger = coached.stranger()
    assert review_of(stranger, table) == review  # the table is public, and all is open
    assert status_of(lambda: stranger.post(f"/tables/{table['id']}/coach")) == 401


def test_everyone_reads_a_review_in_their_own_language(coached: Serving) -> None:
    ann = coached.person("Ann")
    table = ann.open_table("karuba_cards", "me", 1)
    play_on([ann], table)
    have_coached(ann, table)
    ben = coached.stranger()
    ben.http.cookies.set("language", "de")
    ours, theirs = (
        {one["better"]["says"] for one in review_of(person, table)["seats"][0]["costliest"]}
        for person in (ann, ben)
    )
    assert ours
    assert not ours & theirs


def test_what_was_taken_back_is_coached_anew(coached: Serving) -> None:
    ann, table = heist_over(coached)
    have_coached(ann, table)
    number = ann.look(table)["number"]
    ann.delete(f"/tables/{table['id']}/moves", number=number, practice=True)
    assert status_of(lambda: review_of(ann, table)) == 409  # it goes on
    play_on([ann], table)
    assert review_of(ann, table)["stage"] == "none"


def test_of_a_match_that_was_ended_early_everyone_hears_about_themselves(coached: Serving) -> None:
    ann, ben, eve = (coached.person(name) for name in ("Ann", "Ben", "Eve"))
    table = ann.open_table("heist", "me", "open", "open", options={"corridor": "20"})
    ben.sit(table)
    cem = coached.person("Cem")
    cem.sit(table)
    play_on([ann, ben, cem], table, moves=12)
    cem.leave(table)
    ann.post(f"/tables/{table['id']}/ballot", wish="end")
    ben.ask("PUT", f"/tables/{table['id']}/ballot", agrees=True)
    for seat, person in enumerate((ann, ben)):
        review = have_coached(person, table)
        assert [one["seat"] for one in review["seats"]] == [seat]
        assert review["seats"][0]["account"] is None
    assert status_of(lambda: review_of(eve, table)) == 403
    assert status_of(lambda: ann.post(f"/tables/{table['id']}/again", moves=2)) == 409


def test_nobody_is_coached_twice_at_a_time_nor_before_the_end(
    coached: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, first = heist_over(coached)
    second = ann.open_table("heist", "me", 1)
    assert status_of(lambda: ann.post(f"/tables/{second['id']}/coach")) == 409
    play_on([ann], second)
    work = coached.app.state.server.review_service
    held = asyncio.Event()

    async def wait(self: Any, desk: Any) -> None:
        await held.wait()

    monkeypatch.setattr(reviews.ReviewService, "run", wait)
    ann.post(f"/tables/{first['id']}/coach")
    assert review_of(ann, first)["stage"] == "first"
    assert status_of(lambda: ann.post(f"/tables/{second['id']}/coach")) == 409
    # A worker that has died is not waited for.
    now = work.clock()
    monkeypatch.setattr(work, "clock", lambda: now + ABANDONED_SECONDS + 1)
    work.running_reviews.clear()
    assert review_of(ann, first)["stage"] == "none"
    assert ann.post(f"/tables/{second['id']}/coach")["stage"] == "first"
    work.running_reviews.clear()


def test_who_thinks_at_a_table_comes_before_the_coach() -> None:
    order: list[str] = []

    async def play() -> None:
        turns = FairQueue(1)
        first = await turns.wait("a table")

        async def think(who: str, is_patient: bool) -> None:
            async with turns.slot(who, is_patient):
                order.append(who)

        tasks = [asyncio.create_task(think("coach", True))]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(think(f"table {n}", False)) for n in range(3)]
        await asyncio.sleep(0)
        turns.leave(first)
        await asyncio.gather(*tasks)

    in_a_loop(play())
    assert order == ["table 0", "table 1", "table 2", "coach"]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose coach truly searches, but not for long."""
    with serving(settings_in(tmp_path_factory.mktemp("hasty"), coach=0.02)) as running:
        running.app.state.server.autoplay.bot_pool.compiled_games.add("karuba")
        yield running


def test_the_coach_truly_weighs_a_match(hasty: Serving) -> None:
    ann = hasty.person("Ann")
    table = ann.open_table("karuba", "me", 1, is_public=False, options={"setup": "random"})
    play_on([ann], table)
    review = have_coached(ann, table)
    (own,) = review["seats"]
    assert review["unit"] == "lead"
    assert review["has_chance"]
    assert own["decisions"] >= 30
    assert own["costliest"][0]["deep"]
    assert own["costliest"][0]["cost"]["mean"] > 0  # who plays at random loses points
    assert "space" in own["costliest"][0]["better"]["target"]
    assert own["account"]["own"]["mean"] < 0
    eve = hasty.person("Eve")
    assert status_of(lambda: review_of(eve, table)) == 403  # it is private


# ── Another try ──────────────────────────────────────────────────────────────────────────────────


def again(person: Person, table: Table, **wanted: Any) -> Table:
    done = person.post(f"/tables/{table['id']}/again", **wanted)
    return person.look(done["table"])


def plain_log(seen: Table) -> list[str]:
    return [line["says"] for line in seen["log"] if line not in seen["notices"]]


def test_a_moment_of_ones_own_match_is_tried_again_with_the_same_chance(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("cacao", "me", 1)
    over = play_on([ann], table)
    tried = seen = again(ann, table, moves=20)
    assert (seen["state"], seen["practice"], seen["is_public"]) == ("running", True, False)
    assert [one["kind"] for one in seen["seats"]] == ["person", "bot"]
    assert [one["name"] for one in seen["seats"]] == [one["name"] for one in over["seats"]]
    assert plain_log(seen)[:10] == plain_log(over)[:10]
    assert "tries again" in seen["notices"][0]["says"]
    # Who does the same again meets the same: chance, and what bots do.
    answers = ann.get(f"/tables/{table['id']}/match")
    own = [int(line.split()[3]) for line in answers.splitlines() if " seat 1 " in line]
    while seen["state"] == "running":
        seen = eventually(lambda: asked_or_over(ann.look(tried)))
        if seen["state"] == "running":
            ann.move(tried, seen["number"], own[count_own(ann, seen)])
    assert seen["moves"] == over["moves"]
    assert plain_log(seen) == plain_log(over)
    assert "practice" in json.dumps(ann.get("/tables?which=over"))


def asked_or_over(seen: Table) -> Table | None:
    return seen if seen["state"] == "over" or seen["offers"] else None


def count_own(person: Person, seen: Table) -> int:
    """How many decisions of seat 1 are in the match so far."""
    told = person.get(f"/tables/{seen['id']}/replay")
    return len({one["last"] for one in told["moments"] if one["seat"] == 0})


def test_people_are_replaced_by_bots_and_chance_may_be_new(server: Serving) -> None:
    ann, ben, eve = (server.person(name) for name in ("Ann", "Ben", "Eve"))
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    assert status_of(lambda: again(ann, table, moves=2)) == 409  # it is not over
    over = play_on([ann, ben], table)
    seen = again(ben, table, moves=32, chance="new", level=1)
    assert seen["you"] == 1
    assert (seen["seats"][0]["kind"], seen["seats"][0]["level"]) == ("bot", 1)
    assert seen["seats"][0]["name"] not in ("Ann", "Ben", "")
    same = again(ben, table, moves=32, level=1)
    told = [line.replace(same["seats"][0]["name"], "Ann") for line in plain_log(same)]
    assert told == plain_log(over)[: len(told)]
    assert plain_log(seen)[:-1] == plain_log(same)[:-1]
    assert plain_log(seen)[-1] != plain_log(same)[-1]  # another tile is called
    text = json.dumps([seen, same])
    secrets = [
        room.table.row.secret for room in server.app.state.server.table_service.rooms.values()
    ]
    assert not any(secret in text for secret in secrets)
    assert status_of(lambda: again(eve, table, moves=2)) == 403
    assert status_of(lambda: again(ann, table, moves=over["moves"])) == 404
    assert status_of(lambda: again(ann, table, moves=2, level=9)) == 422


def test_what_experiments_left_behind_comes_along(server: Serving) -> None:
    ann, table = heist_over(server, options={"corridor": "20"})
    over = ann.look(table)
    brought = [line for line in lines_of(over) if line["keepsake"] is not None]
    assert brought
    seen = again(ann, table, moves=over["moves"] - 1)
    there = [line for line in lines_of(seen) if line["keepsake"] is not None]
    assert len(there) >= len(brought) - 1
    assert not any(line["by_odds"] for line in lines_of(seen))
    what = f"keepsakes/{there[0]['keepsake']}"
    bodies = [ann.http.get(f"/tables/{one['id']}/{what}").content for one in (table, seen)]
    assert bodies[0] == bodies[1] != b""


def lines_of(seen: Table) -> list[dict[str, Any]]:
    return [part for line in seen["log"] for part in (line, *line["parts"])]
