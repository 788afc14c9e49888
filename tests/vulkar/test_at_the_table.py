"""Vul-Kar at a web table: its marbles roll in a process of their own, and are kept."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mujoco", reason="The marbles roll by MuJoCo: pip install 'templetop[marbles]'")

from templetop.games.vulkar.marbles.events import events_of
from templetop.games.vulkar.marbles.launch import pit_of
from templetop.games.vulkar.marbles.rolling import board_of, shot_of
from templetop.games.vulkar.marbles.trajectory import from_bytes
from templetop.games.vulkar.rules.moves import RUN
from templetop.server.bots import bot_pool
from templetop.server.tables import deal_key
from tests.server.held import experiment_that_fails
from tests.server.serving import Person, Table, eventually, id_of, serving, settings_in

WANTED = ("flick spitter w normal", "geyser", "blast")  # what is done if it is offered


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_key, "new_secret", lambda: "5a" * deal_key.KEY_BYTES)


def flicked(ann: Person) -> Table:
    """Ann plays alone against the Curse until an ember that she has flicked lies still."""
    # 2.9  With all the cards, as an ember has to come up.
    options = {"game": "curse", "removed": "0,0,0,0"}
    table = ann.open_table("vulkar", "me", options=options)
    while True:
        seen: Table = eventually(lambda: waited(ann, table))
        offers = seen["offers"]
        liked = [offer for offer in offers if offer["code"].startswith(WANTED)] or offers
        ann.move(table, seen["number"], liked[0]["move"])
        if liked[0]["code"].startswith("flick"):
            seen = eventually(lambda: waited(ann, table))
            return seen


def waited(person: Person, table: Table) -> Table | None:
    seen = person.look(table)
    return None if seen["waits_for_chance"] else seen


def all_lines(table: Table) -> list[dict[str, Any]]:
    return [part for line in table["log"] for part in [line, *line["parts"]]]


def test_what_the_marble_did_is_kept_beside_its_first_event(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        table = flicked(ann)
        assert not [line for line in all_lines(table) if line["by_odds"]]
        first = [line["keepsake"] for line in all_lines(table) if line["keepsake"] is not None][-1]
        assert all_lines(table)[-1]["number"] > first
        answer = ann.http.get(f"/tables/{id_of(table)}/keepsakes/{first}")
        room = server.app.state.server.table_service.rooms[id_of(table)]
        state = room.table.match.state_after(first)
        figures, pit = board_of(state).figures, pit_of(shot_of(state))
        [run] = events_of(from_bytes(answer.content), figures, pit)
        assert len(run) > 2
        made = room.table.moves[first : first + len(run)]
        assert [event for _, event, *_ in made] == [RUN + event for event in run]


def test_where_marbles_cannot_roll_the_odds_decide_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_that_fails)
    with serving(settings_in(tmp_path)) as server:
        table = flicked(server.person("Ann"))
        lines = all_lines(table)
    assert not [line for line in lines if line["keepsake"] is not None]
    told = [line for line in lines if line["by_odds"]]
    assert {line["target"]["kind"] for line in told} == {"run"}
    rolls = ("An ember rolls.", "Vul-Kar spits fireballs.")
    assert len(told) == len([line for line in lines if line["says"] in rolls])
    assert table["offers"]
