"""The table of the turn: what is done, what is to be done now, what comes later."""

from templetop.games.vulkar.people.course import course_of

from .drawn import do, island, new


def told(state: object) -> dict[str, str]:
    return {row.what: row.when for row in course_of(state)}


def test_3_1_a_turn_goes_from_the_card_to_the_hand() -> None:
    state = island("M9", "B1", "B12", cards={0: ["blast 4"]})
    later = {"walk": "later", "act": "later", "draw": "later"}
    assert told(state) == {"card": "now", **later}
    do(state, "blast 4")
    assert told(state) == {**later, "card": "done", "walk": "now"}
    assert [row.left for row in course_of(state) if row.what == "walk"] == [4]
    do(state, "m8", "m2")
    assert told(state) == {"card": "done", "walk": "done", "act": "now", "draw": "later"}
    do(state, "none", "none")
    assert told(state) == {"card": "done", "walk": "done", "act": "done", "draw": "now"}


def test_3_1_what_interrupts_a_turn_comes_first() -> None:
    state = island("S10", "B1", "B12", cards={0: ["geyser 4"]}, kit={0: ["map"]})
    first, *others = course_of(do(state, "geyser 4", "s11"))
    assert (first.what, first.says, first.when) == ("exploring", "leave the cave", "now")
    assert [row.when for row in others] == ["done", "later", "later", "later"]


def test_2_before_the_first_turn_there_is_no_table() -> None:
    assert course_of(new()) == []
