"""All that is kept of somebody: they may have it, and have it deleted."""

from typing import Any

import pytest
from sqlalchemy import select

from templetop.server.operations import account_deletion, data_export
from templetop.server.store.schema import Base, PersonRow
from templetop.server.tables.room import SIGNED_OUT, TABLE_GONE
from tests.server.serving import Person, Refused, Serving, eventually, play_on

PASSWORD = "under the third stone"


def account(server: Serving, name: str) -> Person:
    person = server.stranger()
    person.post("/accounts", name=name, password=PASSWORD)
    return person


def everything(server: Serving) -> str:
    """All that the store keeps."""
    with server.app.state.server.table_service.store.engine.connect() as connection:
        tables = Base.metadata.sorted_tables
        return "\n".join(repr([*connection.execute(table.select())]) for table in tables)


def test_one_may_have_all_that_is_kept(server: Serving) -> None:
    ann, ben = account(server, "Exa Ported"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"}, is_public=False)
    ben.sit(table, table["invitation"])
    move = ann.look(table)["offers"][0]["move"]
    for person in (ann, ben):
        person.move(table, ann.look(table)["number"], move)
    answer = ann.http.get("/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert (found["name"], found["account"], found["email"]) == ("Exa Ported", "exa ported", None)
    assert len(found["sessions"]) == 1
    [kept] = found["tables"]
    assert (kept["id"], kept["seat"], kept["state"]) == (table["id"], 0, "running")
    assert [one for _, one in kept["moves"]] == [move]
    for secret in (PASSWORD, "argon2", "Ben", ann.http.cookies["templetop"], table["invitation"]):
        assert secret not in answer.text


def test_nobody_has_what_is_kept_of_others(server: Serving) -> None:
    with pytest.raises(Refused) as refused:
        server.stranger().get("/me/export")
    assert refused.value.status == 401


def test_an_account_is_deleted_with_all_that_is_kept(server: Serving) -> None:
    ann, ben = account(server, "Exit Annabella"), server.person("Ben")
    person = ann.get("/me")["id"]
    alone = ann.open_table("karuba_cards", "me", 1)
    waiting = ben.open_table("karuba", "me", "open", "open")
    ann.sit(waiting)
    running = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(running)
    over = ann.open_table("karuba_cards", "me", "open")
    ben.sit(over)
    play_on([ann, ben], over)
    cookie = ann.http.cookies["templetop"]
    for password in ("", "guessed"):
        with pytest.raises(Refused) as refused:
            ann.delete("/me", password=password)
        assert refused.value.status == 401
    with ann.live(running) as anns, ben.live(running) as bens, ben.live(alone) as watching:
        watching.table()
        anns.table()
        ann.delete("/me", password=PASSWORD)
        assert anns.hung_up().code == SIGNED_OUT[0]
        assert watching.hung_up().code == TABLE_GONE[0]
        seen = bens.table(lambda t: t["seats"][0]["kind"] == "bot")
    assert "Annabella" not in str(seen)
    kept = everything(server)
    assert "Annabella" not in kept
    assert person not in kept
    ann.http.cookies.set("templetop", cookie)
    with pytest.raises(Refused) as refused:
        ann.get("/me")
    assert refused.value.status == 401
    with pytest.raises(Refused) as refused:
        ben.look(alone)
    assert refused.value.status == 404
    assert [seat["kind"] for seat in ben.look(waiting)["seats"]] == ["person", "open", "open"]
    assert "Annabella" not in str([ben.look(table) for table in (waiting, running, over)])
    assert "Annabella" not in ben.get(f"/tables/{over['id']}/match")
    assert ben.look(over)["winner_says"]
    ben.any_move(running)  # a bot plays on
    eventually(lambda: ben.look(running)["number"] > seen["number"])


def test_the_name_of_who_was_deleted_is_free(server: Serving) -> None:
    ann = account(server, "Exit Twice")
    ann.delete("/me", password=PASSWORD)
    assert account(server, "Exit Twice").get("/me")["name"] == "Exit Twice"


def test_a_guest_is_deleted_without_a_password(server: Serving) -> None:
    ann = server.person("Ann")
    person = ann.get("/me")["id"]
    ann.open_table("karuba", "me", "open")
    ann.delete("/me", password="")
    with server.app.state.server.table_service.store.engine.connect() as connection:
        found: Any = connection.execute(select(PersonRow).where(PersonRow.id == person)).first()
    assert found is None


def test_who_has_many_tables_keeps_nobody_waiting(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked of the store is asked in pieces: others come between them."""
    for module in (account_deletion, data_export):
        monkeypatch.setattr(module, "BATCH_SIZE", 2)
    pieces: list[int] = []

    def watched(what: Any) -> Any:
        def kept_or_not(row: Any, *about: Any) -> Any:
            pieces[-1] += 1
            return what(row, *about)

        return kept_or_not

    def begun(what: Any) -> Any:
        def piece(*about: Any) -> Any:
            pieces.append(0)
            return what(*about)

        return piece

    for module, name in ((data_export, "exported_tables"), (account_deletion, "leave_tables")):
        monkeypatch.setattr(module, name, begun(getattr(module, name)))
    for module, name in ((data_export, "exported_table"), (account_deletion, "erase_table")):
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    ann = server.person("Ann")
    person = ann.get("/me")["id"]
    tables = [ann.open_table("karuba_cards", "me", 1)["id"] for _ in range(5)]
    assert [one["id"] for one in ann.get("/me/export")["tables"]] == tables
    assert pieces == [2, 2, 1]
    ann.delete("/me", password="")
    assert pieces[3:6] == [2, 2, 1]
    assert person not in everything(server)
