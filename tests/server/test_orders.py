"""`templetop admin`: orders are given at the store, and a running server obeys them."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from templetop.cli.app import app
from templetop.server.tables.room import SIGNED_OUT, TABLE_GONE
from tests.server import services
from tests.server.conftest import STORES
from tests.server.serving import Person, Refused, Serving, eventually, serving, settings_in

PASSWORD = "under the third stone"


class Governed:
    """A server, and who runs it."""

    def __init__(self, server: Serving, where: list[str]) -> None:
        self.server = server
        self.where = where

    def order(self, command: str, *words: str) -> Result:
        """Ids may begin with a dash."""
        order = ["admin", command, *self.where, "--", *words]
        return CliRunner(env={"NO_COLOR": "1"}).invoke(app, order)

    def obeyed(self, *words: str) -> str:
        answer = self.order(*words)
        assert answer.exit_code == 0, answer.output
        return answer.stdout

    def refused(self, *words: str) -> str:
        answer = self.order(*words)
        assert answer.exit_code in (1, 2)
        assert len(answer.stderr.splitlines()) == 1
        return answer.stderr

    def listed(self, what: str) -> dict[str, dict[str, Any]]:
        order = ["admin", "list", what, "--json", *self.where]
        answer = CliRunner(env={"NO_COLOR": "1"}).invoke(app, order)
        assert answer.exit_code == 0, answer.output
        lines = json.loads(answer.stdout)
        return {line["id"]: line for line in lines}

    def account(self, name: str) -> Person:
        person = self.server.stranger()
        person.post("/accounts", name=name, password=PASSWORD)
        return person


@pytest.fixture(scope="module", params=STORES)
def governed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("governed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("templetop.server.tables.service.POLL_INTERVAL", 0.05)
        if request.param == "sqlite":
            with serving(settings_in(folder)) as server:
                yield Governed(server, ["--data", str(folder / "data")])
            return
        with (
            services.database(request.getfixturevalue("postgresql")) as store,
            serving(settings_in(folder, store)) as server,
        ):
            yield Governed(server, ["--store", store])


def test_tables_and_people_are_listed(governed: Governed) -> None:
    ann, ben = governed.account("Lista Anders"), governed.server.person("Listed Ben")
    table = ann.open_table("karuba", "me", "open", is_public=False)
    listed = governed.listed("tables")[table["id"]]
    assert (listed["game"], listed["state"], listed["is_public"]) == ("karuba", "waiting", False)
    assert listed["seats"] == ["Lista Anders", "(open)"]
    people = governed.listed("people")
    assert not people[ann.get("/me")["id"]]["is_guest"]
    assert people[ben.get("/me")["id"]]["is_guest"]
    everything = governed.obeyed("list") + governed.obeyed("list", "people")
    assert table["id"] in everything
    assert "Listed Ben" in everything
    for secret in (table["invitation"], "argon2"):
        assert secret not in everything + json.dumps(people) + json.dumps(listed)


def test_a_closed_table_is_gone_for_all_who_are_there(governed: Governed) -> None:
    ann = governed.server.person("Ann")
    table = ann.open_table("karuba", "me", 1)
    with ann.live(table) as tab:
        tab.table()
        governed.obeyed("close", table["id"])
        assert tab.hung_up().code == TABLE_GONE[0]
    with pytest.raises(Refused) as refused:
        ann.look(table)
    assert refused.value.status == 404
    assert table["id"] not in governed.listed("tables")
    assert "There is no table" in governed.refused("close", table["id"])


def test_a_new_name_stands_everywhere(governed: Governed) -> None:
    ann, ben = governed.account("Rude Wordington"), governed.server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    with ben.live(table) as tab:
        tab.table()
        governed.obeyed("rename", "rude wordington", "Polite")
        tab.table(lambda seen: seen["seats"][0]["name"] == "Polite")
    assert "Wordington" not in str(ben.look(table))
    eventually(lambda: ann.get("/me")["name"] == "Polite")
    again = governed.server.stranger()
    assert again.post("/sessions", name="polite", password=PASSWORD)["name"] == "Polite"
    assert "could be taken for" in governed.refused("rename", ben.get("/me")["id"], "P0lite")
    assert "is the name of a bot" in governed.refused("rename", "polite", "Jaguar")


def test_who_is_banned_is_out_and_may_come_back(governed: Governed) -> None:
    eve, ben = governed.account("Evening Star"), governed.server.person("Ben")
    playing = eve.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(playing)
    waiting = ben.open_table("karuba", "me", "open", "open")
    eve.sit(waiting)
    with eve.live(playing) as tab, ben.live(playing) as bens:
        tab.table()
        bens.table()
        governed.obeyed("ban", "Evening Star", "Insults  others.")
        assert tab.hung_up().code == SIGNED_OUT[0]
        bens.table(lambda seen: seen["seats"][0]["kind"] == "bot")
    eventually(lambda: is_refused(eve))
    with pytest.raises(Refused) as refused:
        eve.post("/sessions", name="Evening Star", password=PASSWORD)
    assert (refused.value.status, refused.value.sentence) == (
        403,
        "This account is closed: Insults others.",
    )
    assert [seat["kind"] for seat in ben.look(waiting)["seats"]] == ["person", "open", "open"]
    assert [one["banned"] for one in governed.listed("banned").values()] == ["Insults others."]
    governed.obeyed("unban", "Evening Star")
    eventually(lambda: not is_refused(eve))
    eve.sit(playing)
    assert eve.look(playing)["seats"][0]["kind"] == "person"
    assert "is not banned" in governed.refused("unban", "Evening Star")


def is_refused(person: Person) -> bool:
    return person.http.get("/me").status_code == 401


def test_orders_that_cannot_be_meant_change_nothing(governed: Governed) -> None:
    twins = [governed.server.person("Twin") for _ in range(2)]
    assert "Several guests are called Twin" in governed.refused("ban", "Twin", "Noise.")
    assert "Nobody is called" in governed.refused("ban", "Nobody at all", "Noise.")
    assert "why" in governed.refused("ban", twins[0].get("/me")["id"], "  ")
    assert not governed.listed("banned")


def test_no_store_is_made_for_an_order(tmp_path: Path) -> None:
    answer = CliRunner().invoke(app, ["admin", "list", "--data", str(tmp_path / "none")])
    assert answer.exit_code == 1
    assert "There is no store" in answer.stderr
    assert not (tmp_path / "none").exists()
