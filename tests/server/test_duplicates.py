"""Duplicates: friends play the same deals, each at a table of their own, and are compared."""

import pytest

from tests.server.serving import Person, Refused, Serving, play_on

SNEAK, RUN = 0, 1  # in the heist
SHORT = {"setup": "random", "tiles": "5"}


def begin(person: Person, duplicate: str, deal: int) -> str:
    return str(person.post(f"/duplicates/{duplicate}/deals/{deal}")["table"])


def test_friends_play_the_same_deals_and_are_compared_when_they_are_done(server: Serving) -> None:
    ann, ben, eve = (server.person(name) for name in ("Ann", "Ben", "Eve"))
    opened = ann.post("/duplicates", game="karuba", seats=[0], options=SHORT, deals=2)
    this = opened["id"]
    assert [member["name"] for member in opened["members"]] == ["Ann"]
    with pytest.raises(Refused, match="Join first"):
        begin(ben, this, 1)
    for _ in range(2):
        joined = ben.post(f"/duplicates/{this}/members")
    assert [member["number"] for member in joined["members"]] == [0, 1]
    tables = {person: begin(person, this, 1) for person in (ann, ben)}
    assert begin(ann, this, 1) == tables[ann] != tables[ben]
    ended = play_on([ann], tables[ann])
    assert not ended["guide"]
    mine = ann.get(f"/duplicates/{this}")
    assert [(cell["member"], cell["score"]) for cell in mine["deals"][0]["cells"]] == [(0, None)]
    his = ben.get(f"/duplicates/{this}")
    assert (his["deals"][0]["state"], his["deals"][0]["cells"]) == ("running", [])
    assert (his["deals"][0]["done"], his["members"][0]["total"]) == (1, None)
    for person in (ben, eve):
        for way in ("", "/replay", "/match"):
            with pytest.raises(Refused, match="when you have played the deal yourself, to its end"):
                person.get(f"/tables/{tables[ann]}{way}")
    same = play_on([ben], tables[ben])
    calls = [[line["says"] for line in t["log"] if line["seat"] is None] for t in (ended, same)]
    assert calls[0] == calls[1]
    assert ben.look(tables[ann])["state"] == "over"
    ben.leave(begin(ben, this, 2))
    ann_ended = play_on([ann], begin(ann, this, 2))
    assert [line["says"] for line in ann_ended["log"] if line["seat"] is None] != calls[0]
    told = ann.get(f"/duplicates/{this}")
    assert [[cell["score"] for cell in deal["cells"]] for deal in told["deals"]] == [
        [50, 50],
        [100, 0],
    ]
    assert [member["total"] for member in told["members"]] == [75, 25]
    assert [card["played"] for card in ann.get("/duplicates")] == [2]
    assert eve.get(f"/duplicates/{this}")["deals"][0]["cells"] == []
    with pytest.raises(Refused):
        eve.get(f"/tables/{tables[ann]}")
    assert ben.get("/me/export")["duplicates"] == [this]
    ben.delete("/me", password="")
    assert [member["name"] for member in ann.get(f"/duplicates/{this}")["members"]] == ["Ann"]


def test_giving_up_shows_how_others_came_off_but_not_what_they_did(server: Serving) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    this = ann.post("/duplicates", game="karuba", seats=[0], options=SHORT, deals=1)["id"]
    eve.post(f"/duplicates/{this}/members")
    own = begin(eve, this, 1)
    table = begin(ann, this, 1)
    eve.leave(own)
    for _ in ("while she plays", "afterwards"):
        for way in ("", "/replay", "/match", "/coach"):
            with pytest.raises(Refused, match="to its end"):
                eve.get(f"/tables/{table}{way}")
        play_on([ann], table)
    [deal] = eve.get(f"/duplicates/{this}")["deals"]
    assert {cell["member"]: cell["table"] for cell in deal["cells"]} == {0: None, 1: own}
    [seen] = ann.get(f"/duplicates/{this}")["deals"]
    assert {cell["member"]: cell["table"] for cell in seen["cells"]} == {0: table, 1: own}


def test_a_match_that_its_people_end_early_is_not_finished(server: Serving) -> None:
    ann, eve, one, two = (server.person(name) for name in ("Ann", "Eve", "One", "Two"))
    this = ann.post("/duplicates", game="karuba", seats=[0, 0], options=SHORT, deals=1)["id"]
    for person in (eve, one, two):
        person.post(f"/duplicates/{this}/members")
    others, own = begin(ann, this, 1), begin(one, this, 1)
    two.leave(own)
    one.post(f"/tables/{own}/ballot", wish="end")
    assert one.look(own)["state"] == "over"
    for person in (one, two):
        with pytest.raises(Refused, match="to its end"):
            person.get(f"/tables/{others}")


def test_chance_that_takes_its_time_is_drawn_from_the_odds_so_that_all_have_the_same(
    server: Serving,
) -> None:
    """Though they do not do the same before."""
    ann, ben = server.person("Ann"), server.person("Ben")
    options = {"mode": "together", "corridor": "20", "rounds": "50", "caught": "0"}
    this = ann.post("/duplicates", game="heist", seats=[0], options=options, deals=1)["id"]
    ben.post(f"/duplicates/{this}/members")
    rolls = {ann: 6 * [RUN], ben: [SNEAK, RUN, SNEAK, *5 * [RUN]]}
    told = [rolled(person, begin(person, this, 1), moves) for person, moves in rolls.items()]
    assert told[0] == told[1]
    assert len(told[0]) == 6


def rolled(person: Person, table: str, moves: list[int]) -> list[int]:
    """What chance rolled for these moves."""
    for move in moves:
        seen = person.move(table, person.look(table)["number"], move)
        assert not seen["waits_for_chance"]
    lines = [part for line in seen["log"] for part in line["parts"] or [line]]
    rolls = [line for line in lines if line["target"] and line["target"]["kind"] == "roll"]
    assert all(line["by_odds"] and line["keepsake"] is None for line in rolls)
    return [line["target"]["number"] for line in rolls]


def test_people_who_share_a_table_sit_there_together(server: Serving) -> None:
    ann, ben, cyd = (server.person(name) for name in ("Ann", "Ben", "Cyd"))
    this = ann.post("/duplicates", game="karuba", seats=[0, 1, 0], options=SHORT, deals=1)["id"]
    with pytest.raises(Refused, match="not complete"):
        begin(ann, this, 1)
    ben.post(f"/duplicates/{this}/members")
    third = cyd.post(f"/duplicates/{this}/members")
    assert [(one["team"], one["seat"]) for one in third["members"]] == [(0, 0), (0, 2), (1, 0)]
    assert third["waits"]
    table = begin(ben, this, 1)
    assert begin(ann, this, 1) == table
    assert [seat["kind"] for seat in ann.look(table)["seats"]] == ["person", "bot", "person"]
    assert (ann.look(table)["you"], ben.look(table)["you"]) == (0, 2)


@pytest.mark.parametrize("wrong", [
    {"seats": [3]},
    {"seats": [0, 9]},
    {"seats": []},
    {"seats": [0] * 5},
    {"seats": [0], "deals": 9},
    {"seats": [0], "options": {"setup": "nowhere"}},
    {"seats": [0], "game": "chess"},
])  # fmt: skip
def test_what_cannot_be_played_is_refused(server: Serving, wrong: dict[str, object]) -> None:
    with pytest.raises(Refused) as refusal:
        server.person("Ann").post("/duplicates", **({"game": "karuba"} | wrong))
    assert 400 <= refusal.value.status < 500
    for missing in ("nothing", "%00", "x" * 33):
        with pytest.raises(Refused):
            server.person("Ann").get(f"/duplicates/{missing}")
