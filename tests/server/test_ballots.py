"""Taking back what was seen, leaving, running out of time, and what people ask each other."""

import pytest

from templetop.games.shelf import ready_games
from tests.server.serving import Person, Refused, Serving, Table, eventually, play_on

LONG = {"heist": {"corridor": "20"}}  # else the bot may be out, and the match over, in three rounds


def take_back(person: Person, table: Table, **how: bool) -> Table:
    number = person.look(table)["number"]
    path = f"/tables/{table['id']}/moves?view=true&drawing=false"
    seen: Table = person.delete(path, number=number, **how)
    return seen


def ask(person: Person, table: Table, wish: str) -> Table:
    seen: Table = person.post(f"/tables/{table['id']}/ballot?view=true", wish=wish)
    return seen


def answer(person: Person, table: Table, agrees: bool) -> Table:
    seen: Table = person.ask("PUT", f"/tables/{table['id']}/ballot?view=true", agrees=agrees)
    return seen


def told(table: Table) -> list[str]:
    return [line["says"] for line in table["log"] if line in table["notices"]]


# ── Taking back ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ready_games())
def test_against_bots_anything_is_taken_back_and_comes_the_same_again(
    server: Serving, game: str
) -> None:
    ann = server.person("Ann")
    table = ann.open_table(game, "me", 1, options=LONG.get(game, {}))
    for _ in range(4):
        asked = eventually(lambda: is_asked(ann.look(table)))
        after = ann.move(table, asked["number"], asked["offers"][0]["move"])
    after = eventually(lambda: is_asked(ann.look(table)))
    assert after["can_practise"]
    again = take_back(ann, table, practice=True)
    assert again["practice"]
    assert (again["view"], again["offers"]) == (asked["view"], asked["offers"])
    assert again["number"] > after["number"]
    assert "practice from now on" in told(again)[-1]
    ann.move(table, again["number"], asked["offers"][0]["move"])
    seen = eventually(lambda: is_asked(ann.look(table)))
    assert (seen["view"], seen["offers"]) == (after["view"], after["offers"])
    moves = [line for line in seen["log"] if line not in seen["notices"]]
    assert moves == [line for line in after["log"] if line not in after["notices"]]


def is_asked(seen: Table) -> Table | None:
    assert seen["state"] == "running"
    is_it = seen["offers"] and seen["decided"] is None and not seen["waits_for_chance"]
    return seen if is_it else None


def test_the_last_move_of_a_match_is_taken_back_as_well(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    end = play_on([ann], table)
    assert end["state"] == "over"
    again = take_back(ann, table, practice=True)
    assert (again["state"], again["practice"]) == ("running", True)
    assert [seat["result"] for seat in again["seats"]] == [None, None]
    assert play_on([ann], table)["winner_says"]
    (card,) = ann.get("/tables?which=over")
    assert card["practice"]


def test_what_was_taken_back_is_so_in_the_store_too(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    play_on([ann], table, 12)
    eventually(lambda: is_asked(ann.look(table)))
    again = take_back(ann, table, practice=True)
    server.app.state.server.table_service.rooms.clear()
    kept = ann.look(table)
    assert {**kept, "seats": []} == {**again, "seats": [], "drawing": kept["drawing"]}


def test_where_people_play_nobody_practises_alone(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    both_move(ann, ben, table)
    assert not ann.look(table)["can_practise"]
    with pytest.raises(Refused) as refused:
        take_back(ann, table, practice=True)
    assert refused.value.status == 409


def both_move(ann: Person, ben: Person, table: Table) -> Table:
    number = ann.look(table)["number"]
    for person in (ann, ben):
        person.move(table, number, person.look(table)["offers"][0]["move"])
    return ann.look(table)


def test_the_others_are_asked_and_agree(server: Serving) -> None:
    ann, ben, eve = (server.person(name) for name in ("Ann", "Ben", "Eve"))
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    before = ben.sit(table)
    after = both_move(ann, ben, table)
    assert after["can_ask_undo"]
    asked = ask(ann, table, "undo")["ballot"]
    assert asked == {"wish": "undo", "seat": 0, "agreed": [0], "missing": [1]}
    assert eve.look(table)["ballot"] == asked
    with pytest.raises(Refused):
        answer(eve, table, True)
    again = answer(ben, table, True)
    assert again["view"] == before["view"]
    assert (again["ballot"], again["practice"]) == (None, False)
    assert told(again)[-1] == "Everyone agrees: Ann takes the move back."
    assert ask_fails(ann, table, "undo")  # nothing is left to take back


def test_who_does_not_agree_is_named_and_nothing_changes(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    after = both_move(ann, ben, table)
    ask(ann, table, "undo")
    assert ask_fails(ben, table, "undo")  # one thing at a time
    declined = answer(ben, table, False)
    assert declined["number"] == after["number"]
    assert told(declined) == ["Ann asks to take back a move.", "Ben does not agree."]
    assert declined["ballot"] is None


def ask_fails(person: Person, table: Table, wish: str) -> bool:
    with pytest.raises(Refused) as refused:
        ask(person, table, wish)
    return refused.value.status == 409


# ── Leaving, and running out of time ─────────────────────────────────────────────────────────────


def test_all_are_told_who_leaves_and_who_is_back(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open")
    ben.sit(table)
    ben.leave(table)
    seen = ann.look(table)
    assert told(seen) == ["Ben leaves. A level 3 bot plays on for Ben."]
    assert [seat["has_left"] for seat in seen["seats"]] == [False, True]
    ben.sit(table)
    assert told(ann.look(table))[1:] == ["Ben is back."]


def test_where_all_play_together_it_is_told_on_whose_side_the_bot_plays(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("vulkar", "me", "open", options={"game": "curse"})
    ben.sit(table)
    ben.leave(table)
    (says,) = told(ann.look(table))
    assert says == "Ben leaves. A level 3 bot plays on for Ben, on the side of Ann."


def test_all_are_told_who_is_out_of_time(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    clock = {"kind": "move", "seconds": 1}
    table = ann.open_table("karuba", "me", "open", clock=clock, options={"setup": "random"})
    ben.sit(table)
    says = eventually(lambda: told(ann.look(table)))
    assert says[0].endswith(f"is out of time: a level 3 bot decides this for {says[0][:3]}.")


# ── Ending a match ───────────────────────────────────────────────────────────────────────────────


def test_those_who_are_left_end_a_dead_match(server: Serving) -> None:
    people = [server.person(name) for name in ("Ann", "Ben", "Cy")]
    ann, ben, cy = people
    table = ann.open_table("karuba", "me", "open", "open")
    for person in (ben, cy):
        person.sit(table)
    assert not ann.look(table)["can_ask_end"]
    assert ask_fails(ann, table, "end")  # nobody has left
    cy.leave(table)
    assert ann.look(table)["can_ask_end"]
    assert ask(ann, table, "end")["state"] == "running"
    end = answer(ben, table, True)
    assert (end["state"], end["offers"]) == ("over", [])
    assert end["winner_says"] == "The match was ended early, and nobody won."
    assert told(end)[-1].startswith("Everyone who is left agrees")
    assert [seat["result"] for seat in end["seats"]] == [None] * 3
    assert not any(seat["is_awaited"] for seat in end["seats"])
    with pytest.raises(Refused) as refused:
        ann.move(table, end["number"], 0)
    assert refused.value.status == 409
    with pytest.raises(Refused):
        ben.get(f"/tables/{table['id']}/match")  # what was hidden stays so
    server.app.state.server.table_service.rooms.clear()
    assert ann.look(table)["winner_says"] == end["winner_says"]


def test_the_last_one_left_ends_it_alone(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open")
    ben.sit(table)
    ben.leave(table)
    assert ask(ann, table, "end")["state"] == "over"
    assert ann.rematch(table)["state"] == "waiting"


# ── Until bots search ────────────────────────────────────────────────────────────────────────────


def test_it_is_told_whether_bots_search(server: Serving) -> None:
    told_now = server.stranger().get("/games/karuba/bots")
    assert told_now == {"is_ready": False, "is_coming": False, "before": 0, "part": 0.0}
