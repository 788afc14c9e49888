"""Private tables: nobody looks at one without a link, and to watch is not to sit."""

from collections.abc import Callable
from typing import Any

import pytest

from templetop.server.tables import socket_routes
from tests.server.serving import Person, Refused, Serving, Table, play_on

PATHS = ["", "/replay", "/replay/0", "/match", "/keepsakes/0"]
NEITHER = ["", "guessed", "%00"]


def refused_to(asked: Callable[[], Any]) -> int:
    with pytest.raises(Refused) as refused:
        asked()
    return refused.value.status


def private(server: Serving) -> tuple[Person, Table]:
    ann = server.person("Ann")
    return ann, ann.open_table("karuba", "me", "open", is_public=False)


@pytest.mark.parametrize("link", NEITHER)
def test_without_a_link_nothing_of_a_private_table_is_read(server: Serving, link: str) -> None:
    ann = server.person("Ann")
    over = play_on([ann], ann.open_table("karuba_cards", "me", 1, is_public=False))
    running = ann.open_table("karuba", "me", 1, is_public=False)
    for stranger in (server.stranger(), server.person("Eve")):
        for table in (over, running):
            for path in PATHS:
                address = f"/tables/{table['id']}{path}?link={link}"
                assert refused_to(lambda: stranger.get(address)) == 403  # noqa: B023
            with stranger.live(table, link=link) as tab:
                assert tab.hung_up().code == socket_routes.FORBIDDEN
        for which in ("open", "running", "mine", "over"):
            listed = [card["id"] for card in stranger.get(f"/tables?which={which}")]
            assert not {over["id"], running["id"]} & {*listed}


def test_a_link_to_watch_is_no_link_to_sit(server: Serving) -> None:
    ann, table = private(server)
    watch, sit = table["admission"], table["invitation"]
    assert len({watch, sit, table["id"]}) == 3
    eve, ben = server.person("Eve"), server.person("Ben")
    seen = eve.look(table, watch)
    assert (seen["id"], seen["invitation"], seen["admission"]) == (table["id"], None, None)
    with eve.live(table, link=watch) as tab:
        assert tab.table()["you"] is None
    for link in (watch, *NEITHER):
        assert refused_to(lambda: eve.sit(table, link)) == 403  # noqa: B023
    assert ben.look(table, sit)["you"] is None
    assert ben.sit(table, sit)["you"] == 1
    assert ben.look(table)["invitation"] == ann.look(table)["invitation"] == sit


def test_who_has_left_may_look_and_come_back_without_a_link(server: Serving) -> None:
    _, table = private(server)
    ben = server.person("Ben")
    ben.sit(table, table["invitation"])
    ben.leave(table)
    assert ben.look(table)["you"] is None
    assert ben.sit(table)["you"] == 1


def test_who_may_watch_a_match_may_watch_its_rematch(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba_cards", "me", 1, is_public=False)
    play_on([ann], table)
    again = ann.rematch(table)
    assert again["invitation"] != table["invitation"]
    assert server.stranger().look(again, table["admission"])["id"] == again["id"]


def test_a_public_table_needs_no_links(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    assert (table["invitation"], table["admission"]) == (None, None)
    assert server.stranger().look(table)["id"] == table["id"]


def test_no_link_is_the_right_one_for_a_table_that_has_none(server: Serving) -> None:
    """Whatever the store says: an empty secret is no secret."""
    _, table = private(server)
    table_service = server.app.state.server.table_service
    table_service.rooms[table["id"]].table.row.admission = ""
    assert refused_to(lambda: server.stranger().look(table)) == 403
