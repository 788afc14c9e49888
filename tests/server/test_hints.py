"""Hints: what the strongest bot would do, told like everything else at the table."""

import pytest

from templetop.server.models import Hint, Step
from tests.server.serving import Serving


def test_a_hint_calls_everyone_by_name(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, minds = server.person("Ann"), server.app.state.server.hall.minds
    table = ann.open_table("cacao", "me", 1)

    async def advise(question: object) -> Hint:
        return Hint([], [Step(None, "gives seat 1 a worker tile")], 100)

    monkeypatch.setattr(minds, "can_advise", lambda game: True)
    monkeypatch.setattr(minds, "advise", advise)
    hint = ann.get(f"/tables/{table['id']}/hint")
    assert hint["line"] == [{"seat": None, "says": "gives Ann a worker tile"}]
