"""Goals for who plays alone: one's own best, and what could have been got by knowing what comes."""

from typing import Any

import pytest

from templetop.server.minds import Minds, Played
from tests.server.serving import Refused, Serving, eventually, play_on

SHORT = {"setup": "random", "tiles": "4"}


def test_a_match_alone_is_compared_with_ones_best_and_with_what_could_have_been_got(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Played] = []

    async def look_back(self: Minds, about: Played, within: float) -> tuple[int, int]:
        asked.append(about)
        return 30, 34

    ann, ben = server.person("Ann"), server.person("Ben")
    first = play_on([ann], ann.open_table("karuba", "me", options=SHORT, is_public=True))
    goal = f"/tables/{first['id']}/goal"
    assert ann.get(goal) == {
        "points": first["seats"][0]["points"], "best": None, "matches": 1,
        "is_coming": False, "bound": None,
    }  # fmt: skip
    monkeypatch.setattr(Minds, "can_advise", lambda self, game: True)
    monkeypatch.setattr(Minds, "look_back", look_back)
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
