"""Hints: what the strongest bot would do, told like everything else at the table."""

import asyncio

import pytest

from templetop.bots.thought import Expected
from templetop.engine.kinds import Message
from templetop.engine.seats import CHANCE
from templetop.server.api_models import Hint
from templetop.server.bots.bot_pool import BotPool, expected_move_view
from tests.server.serving import Refused, Serving, play_on


def test_a_hint_calls_everyone_by_name(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bot_pool = server.person("Ann"), server.app.state.server.autoplay.bot_pool
    table = ann.open_table("cacao", "me", 1)

    async def advise(question: object, names: list[str], asker: object) -> Hint:
        message = Message("draw", "{who} gives {seat:seat} a worker tile", {"seat": 0})
        return Hint([], [expected_move_view(Expected(CHANCE, 0, message), names)], 100)

    monkeypatch.setattr(bot_pool, "can_advise", lambda game: True)
    monkeypatch.setattr(bot_pool, "hint", advise)
    hint = ann.get(f"/tables/{table['id']}/hint")
    assert hint["line"] == [{"seat": None, "says": "Chance gives Ann a worker tile."}]


def test_at_first_sight_the_guide_answers_at_once(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    hint = ann.get(f"/tables/{table['id']}/hint?at_first_sight=true")  # no code was made
    offered = {offer["move"]: offer["says"] for offer in ann.look(table)["offers"]}
    assert hint["simulations"] == 0
    assert len(hint["weighed"]) == 5
    assert all(offered[one["move"]] == one["says"] for one in hint["weighed"])
    with pytest.raises(Refused):
        ann.get(f"/tables/{table['id']}/hint")


def test_the_code_of_a_game_is_loaded_before_somebody_asks() -> None:
    loaded = []

    async def ask(who: str, load: object, game: str) -> None:
        loaded.append(game)

    async def play() -> None:
        bot_pool = BotPool(1)
        bot_pool.search_pool.submit = ask  # type: ignore[method-assign,assignment]
        bot_pool.compile_next("karuba")  # its code is not there yet
        bot_pool.compiled_games.add("karuba")
        bot_pool.start_loading("cacao")  # nobody plays that
        for _ in range(2):
            bot_pool.compile_next("karuba")
        await asyncio.gather(*bot_pool.loading_tasks.values())
        await bot_pool.close()

    asyncio.run(play())
    assert loaded == ["karuba"]


@pytest.mark.parametrize(("seats", "wanted", "is_on"), [
    (["me"], None, True),
    ([1, "me", 2], None, True),
    (["me", "open"], None, False),
    (["me", 1, "open"], None, False),
    (["me", "open"], True, True),
    (["me", 1], False, False),
])  # fmt: skip
def test_there_is_a_guide_against_bots_or_where_it_was_agreed_on(
    server: Serving, seats: list[str | int], wanted: bool | None, is_on: bool
) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", *seats, guide=wanted)
    assert table["guide"] is is_on
    assert server.stranger().look(table)["guide"] is is_on
    (card,) = ann.get("/tables?which=mine")
    assert card["guide"] is is_on


def test_where_there_is_no_guide_nobody_is_advised(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_pool = server.app.state.server.autoplay.bot_pool
    monkeypatch.setattr(bot_pool, "can_advise", lambda game: True)
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    with pytest.raises(Refused) as refused:
        ann.get(f"/tables/{table['id']}/hint")
    assert (refused.value.status, refused.value.sentence) == (
        409, "There is no guide at this table.",
    )  # fmt: skip


@pytest.mark.parametrize("guide", [True, False])
def test_a_rematch_is_with_the_same_guide(server: Serving, guide: bool) -> None:
    ann = server.person("Ann")
    table = play_on([ann], ann.open_table("karuba_cards", "me", 1, guide=guide))
    again = ann.rematch(table)
    server.app.state.server.table_service.rooms.clear()
    assert ann.look(again)["guide"] is guide
