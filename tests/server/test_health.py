"""Whether the server says truly that it is well, whoever asks and however many do."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import make_url

from templetop.server.operations.health import StoreHealth
from templetop.server.store.database import Store


class StoreWhere:
    """A store that answers, after something has happened on the event loop."""

    is_shared = True
    engine = SimpleNamespace(url=make_url("postgresql://127.0.0.1/none"))

    def __init__(self, happens: Callable[[], Any]) -> None:
        self.happens = happens

    async def run(self, job: Any) -> None:
        asyncio.get_running_loop().call_soon(self.happens)


@pytest.mark.parametrize("others", [1, 3])
def test_whoever_asks_while_the_last_answer_comes_in_is_answered_as_well(others: int) -> None:
    async def ask() -> list[bool]:
        asked: list[asyncio.Task[bool]] = []

        def ask_anew() -> None:
            if len(asked) < others:
                asked.append(asyncio.create_task(store_health.is_well()))

        store_health = StoreHealth(cast(Store, StoreWhere(ask_anew)), lambda: 0.0)
        first = await store_health.is_well()
        return [first, *await asyncio.gather(*asked)]

    answers = asyncio.run(ask())
    assert answers[0] is True
    assert len(answers) > 1
    assert all(answers)
