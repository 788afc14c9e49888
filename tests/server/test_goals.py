"""Goals for who plays alone: one's own best, and what could have been got by knowing what comes."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from templetop.games.shelf import take
from templetop.server.api_models import Bound
from templetop.server.bots.bot_pool import BotPool, FinishedMatch
from templetop.server.deals.best_possible import BestPossibleService, find_best_possible
from tests.server.serving import Refused, Serving, eventually, in_a_loop, play_on

SHORT = {"setup": "random", "tiles": "4"}


def test_a_match_alone_is_compared_with_ones_best_and_with_what_could_have_been_got(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[FinishedMatch] = []

    async def look_back(self: BotPool, about: FinishedMatch, within: float) -> tuple[int, int]:
        asked.append(about)
        return 30, 34

    ann, ben = server.person("Ann"), server.person("Ben")
    first = play_on([ann], ann.open_table("karuba", "me", options=SHORT, is_public=True))
    goal = f"/tables/{first['id']}/goal"
    assert ann.get(goal) == {
        "points": first["seats"][0]["points"], "best": None, "matches": 1,
        "is_coming": False, "bound": None,
    }  # fmt: skip
    monkeypatch.setattr(BotPool, "can_advise", lambda self, game: True)
    monkeypatch.setattr(BotPool, "best_possible", look_back)
    assert ann.get(goal)["is_coming"]
    known: Any = eventually(lambda: ann.get(goal)["bound"])
    assert known == {"found": 30, "most": 34}
    assert [len(about.key) for about in asked] == [32]
    again = play_on([ann], ann.open_table("karuba", "me", options=SHORT))
    assert ann.get(f"/tables/{again['id']}/goal")["best"] == first["seats"][0]["points"]
    [best] = ann.get("/me/bests")
    assert (best["matches"], best["options"]) == (2, SHORT)
    with pytest.raises(Refused, match="played alone"):
        ben.get(goal)
    running = ann.open_table("karuba", "me", options=SHORT)
    with pytest.raises(Refused, match="not over"):
        ann.get(f"/tables/{running['id']}/goal")


def test_a_bound_that_is_found_while_somebody_asks_is_not_looked_for_again() -> None:
    """Whoever asks has just read that it is not known when it becomes known."""
    asked, known = [], []

    async def look_back(about: FinishedMatch, within: float) -> tuple[int, int]:
        asked.append(about)
        return 30, 34

    async def have(job: Any, *about: Any) -> Bound | None:
        if job is not find_best_possible:
            known.append(about[1])
            return None
        found = known[-1] if known else None
        await asyncio.gather(*hindsight.tasks.values())
        return found

    bot_pool: Any = SimpleNamespace(can_advise=lambda game: True, best_possible=look_back)
    store = SimpleNamespace(run=have)
    table_service: Any = SimpleNamespace(store=store)
    hindsight, game = BestPossibleService(table_service, bot_pool), take("karuba")
    row = SimpleNamespace(game="karuba", deal=None, secret="ab" * 32, options={}, standing=[10])
    match = SimpleNamespace(moves=[])
    table: Any = SimpleNamespace(id="T", names=["Ann"], game=game, match=match, row=row)

    async def ask_three_times() -> list[Any]:
        return [await hindsight.find_or_start(table) for _ in range(3)]

    told = in_a_loop(ask_three_times())
    assert told == [(None, True), (None, True), (Bound(30, 34), False)]
    assert len(asked) == 1
