"""The table of the turn, and what is told when it first happens."""

from typing import Any

from templetop.games import shelf

from .drawn import do, draw_on, temple, walk

CARD = shelf.take("karmaggan")


def rows(state: Any) -> dict[str, tuple[str, int | None]]:
    """What may be done when, and how often."""
    return {row.what: (row.when, row.left) for row in CARD.view(state, None).course}


def lessons(state: Any) -> list[str]:
    return [lesson.about for lesson in CARD.view(state, None).lessons]


def test_3_1_before_the_dice_there_are_no_steps() -> None:
    table = rows(temple("A5", "A30", hands=["pole"], medallions=[1, 0]))
    assert table["roll"] == ("now", None)
    assert table["step"][0] == "later"
    assert table["play"] == ("now", 1)
    assert table["pay"] == ("closed", 1)
    assert table["stop"][0] == "later"


def test_3_3_after_them_steps_are_counted() -> None:
    table = rows(walk(temple("A5", "A30"), 4, "A4"))
    assert table["roll"] == ("done", None)
    assert table["step"] == ("now", 3)
    assert table["stop"] == ("now", None)


def test_5_7_no_card_is_played_in_the_first_turn() -> None:
    assert rows(temple("A5", "A30", first_round=True))["play"] == ("closed", 0)


def test_5_4_a_medallion_brings_one_more() -> None:
    state = do(temple("A5", "A30", hands=["pole, tar"], medallions=[2, 0]), "play pole")
    assert rows(state)["play"] == ("closed", 0)
    assert rows(state)["pay"] == ("now", 2)


def test_8_5_who_has_the_egg_may_give_it_away() -> None:
    assert rows(temple("A5", "A30", egg="Ann", hands=["tar"]))["Egg"] == ("now", None)
    assert "Egg" not in rows(temple("A5", "A30", egg="Ben"))


def test_8_6_a_team_mate_may_take_it() -> None:
    beside = temple("A4", "A30", "A5", "A40", egg="Cem", mode="teams", hands=["tar"])
    assert rows(beside)["Egg"] == ("now", None)
    away = temple("A4", "A30", "A53", "A40", egg="Cem", mode="teams", hands=["tar"])
    assert rows(away)["Egg"] == ("later", None)
    given = do(temple("A4", "A30", "A5", "A40", egg="Ann", mode="teams", hands=["tar"]), "hand Cem")
    assert rows(do(given, "take"))["Egg"] == ("closed", None)


def test_3_16_who_is_cut_off_may_turn_the_ring() -> None:
    state = temple("D0", "F4", turned={"inner": 3, "outer": 1})
    assert rows(state)["ring"] == ("now", None)
    assert "ring" not in rows(temple("D0", "F4"))


def test_what_interrupts_a_turn_stands_first() -> None:
    state = walk(temple("A6", "A7"), 4, "A7")
    first = CARD.view(state, None).course[0]
    assert (first.what, first.says, first.when) == ("meeting", "pass or fight", "now")
    assert first.rule == "6.1"
    assert rows(state)["step"] == ("later", 3)


def test_3_13_where_nobody_may_stay_the_turn_does_not_end() -> None:
    state = walk(temple("A6", "A7", hands=["pole"]), 4, "A7", "pass", "pass")
    assert rows(state)["stop"] == ("later", None)
    assert rows(do(state, "A6"))["stop"] == ("now", None)
    state = temple("A37", "dead", spawns="F4 F5", active="Ben")
    do(state, "roll", "die 3", "lead 1", "F5")
    assert rows(state)["stop"] == ("later", None)
    assert rows(do(state, "F4"))["stop"] == ("now", None)


def test_what_chance_does_is_told_in_words() -> None:
    for state in (
        walk(temple("A14", "A30"), 2, "A15"),
        do(temple("A5", "A30", hands=["tar"]), "roll"),
    ):
        first = CARD.view(state, None).course[0]
        assert first.says in ("a temple card is turned up", "the dice are rolled")


def test_7_1_nothing_is_left_to_do_for_who_has_died_in_their_turn() -> None:
    state = temple("A5", "A30", "A53", hands=["tar", "pole"], coins=[1, 4, 4])
    assert "step" in rows(do(state, "play tar"))  # the cards come first: 5.5
    assert [*rows(draw_on(state))] == ["raising"]


def test_7_6_the_swarm_has_a_table_of_its_own() -> None:
    state = temple("A30", "dead", spawns="A7", active="Ben", medallions=[0, 1])
    table = rows(state)
    assert [*table] == ["summon", "roll", "step", "sacrifice", "pay", "stop"]
    assert table["sacrifice"] == ("now", None)
    assert rows(do(state, "roll", "die 4"))["step"] == ("now", 4)


def test_7_6_only_what_the_own_swarm_can_do_is_told() -> None:
    state = temple("A6", "dead", "A9", "A53", tiles={"A3": "light"}, hands=["", "tar"],
                   active="Ben", mode="teams", spawns="A30")  # of the other team  # fmt: skip
    table = rows(state)
    assert (table["summon"][0], table["roll"][0]) == ("now", "closed")
    assert (table["sacrifice"][0], table["pay"][0]) == ("later", "closed")


def test_lessons_are_about_what_happens() -> None:
    aim = "What you are after"
    assert lessons(temple("A5", "A30")) == [aim]
    assert lessons(temple("A5", "A30", gates="sun")) == ["Open gates", aim]
    assert lessons(walk(temple("A6", "A7"), 4, "A7")) == ["Pass or fight", aim]
    late = temple("A5", "A30")
    late.rounds_over = 3
    assert lessons(late) == []
    swarm = temple("A30", "dead", spawns="A7", active="Ben", tiles={"A9": "dark"})
    assert lessons(swarm) == ["Sacrifice", "The swarm", "A summoning tile", aim]


def test_9_3_it_is_told_whether_the_next_turn_wins() -> None:
    for trail, about in (("1", "Out of the gate"), ("2", "A long trail")):
        state = temple("A5", "A30", egg="Ann", gates="sun", rollers_out=True, trail=trail)
        assert lessons(walk(state, 6, "Sun 1"))[0] == about
    walk(state, 1, "stop")  # one turn outside is over
    assert lessons(state)[0] == "Out of the gate"


def test_6_4_the_view_tells_what_beats_what() -> None:
    beats = CARD.view(temple("A5", "A30"), None).beats
    assert beats["null"] == ["none"]
    assert beats["power"] == ["none", "null", "attack", "counter"]
