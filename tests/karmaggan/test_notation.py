"""Tables as text, both ways, and how a damaged text is refused."""

import re
from typing import Any

import pytest

from templetop.games import shelf
from tests.reading import BadNotation

from .drawn import battle, do, draw_on, fresh, temple, walk
from .reading import read

CARD = shelf.take("karmaggan")


def table() -> Any:
    """Ann meets Ben, with the rings turned and some cards known."""
    state = temple(
        "A14", "A13", "dead", hands=["pole, tar", "gaze"], spawns="B20", egg="F0",
        tiles={"A13": "empty"}, turned={"outer": 0, "inner": 3}, rollers_out=True, gates="moon",
    )  # fmt: skip
    return walk(state, 4, "A13")


def written() -> str:
    return str(CARD.write(table()))


def test_a_table_says_what_lies_on_it() -> None:
    text = written()
    for line in [
        "Karmaggän for 3 seats",
        "phase     meeting",
        "egg       on F0",
        "gates     Moon",
        "rollers   out",
        "pieces    1 on A13, 2 on A13, dark-1 on B20",
        "fallen    3",
        "seat 1    alive, coins 4, medallions 0: pole:1 tar:1",
        "seat 3    dead, coins 0, medallions 0: none",
        "B   B#.T  .##. |#.##  .T.#  B#.T  .##. |#.##  .T.#  B#.T  .##. |#.##  .T.#  B#.T  .##. "
        "|#.##  .T.#",
    ]:
        assert line.replace("  |", " |") in text.replace("  |", " |"), line


def test_it_is_drawn_as_the_rings_lie() -> None:
    rows = {line[0]: line.split()[1:] for line in written().splitlines() if line[1:3] == "  "}
    assert rows["F"][:5] == ["....", "OOOO", "TTTT", "....", "####"]
    assert rows["A"][0] == "..#."
    assert rows["A"][2].startswith("|")
    assert len(rows["E"]) == 16


def test_a_table_reads_as_it_was_written() -> None:
    state = table()
    assert read(CARD.write(state)).tobytes() == state.tobytes()


@pytest.mark.parametrize("what", [
    ["fight"], ["pass"], ["pass", "pass"], ["pass", "fight"],
])  # fmt: skip
def test_so_does_the_midst_of_a_meeting(what: list[str]) -> None:
    state = do(table(), *what)
    assert read(CARD.write(state)).tobytes() == state.tobytes()


def agenda(state: Any) -> str:
    return next(line for line in CARD.write(state).splitlines() if line.startswith("agenda"))[10:]


@pytest.mark.parametrize(("card", "then", "left"), [
    ("tar", [], "settle 1; drawing 1 x3"),
    ("tar", ["draws pole"], "settle 1; drawing 1 x2"),
    ("mishmash", [], "drawing 1 x3"),
    ("gaze", [], "showing 1 of 1; showing 1"),
    ("gaze", ["shows calm"], "showing 1 of 1"),
    ("saliva", [], "counting 1; drawing 1 x1"),
    ("saliva", ["draws pole", "die 3"], "uncovering 1 x3"),
    ("twins", [], "building 1 x2; drawing 1 x1"),
    ("twins", ["draws pole", "put A0"], "building 1 x1"),
    ("fingers", [], "naming 1 of 1"),
    ("fingers", ["name Ben"], "naming 1 of 1 after 2; robbing 1 of 1"),
    ("dagger", [], "naming 1 of 17"),
    ("dagger", ["name Ben"], "pushing 1 of 1 x2"),
    ("dagger", ["name Ben", "A36"], "pushing 1 of 1 x1"),
    ("carving", ["name Ben"], "drawing 2 x2"),
    ("carving", ["spoil Ben"], "spoiling 2"),
    ("stone", ["name Ben"], "raising 1 x1 at A4"),
    ("dull helmet", [], "choosing 1"),
    ("dull helmet", ["turn inner -"], "turning 1 of 1 x1"),
])  # fmt: skip
def test_what_a_card_leaves_to_be_done_is_on_the_agenda(
    card: str, then: list[str], left: str
) -> None:
    state = temple("A4", "A37", "A53", hands=[card, "tar, tar", "tar"], coins=[1, 4, 4])
    assert agenda(do(state, f"play {card}", *then)) == f"preparing 1; {left}"


@pytest.mark.parametrize(("card", "left"), [
    ("acid", "settle 1; hurting 1 of 9"),
    ("fire", "raising 2 x1 at F1"),
    ("Inner ring clockwise", "turning 1 of 1"),
    ("Outer ring counterclockwise", "turning 1 of 3 x1"),
    ("battering ram", "drawing 1 x4"),
    ("plenty", "drawing 1 x2"),
    ("iris flash", "flashing 1"),
])  # fmt: skip
def test_what_a_temple_card_leaves_to_be_done_is_on_the_agenda(card: str, left: str) -> None:
    state = temple("F4", "F1", "E4", "E0", coins=[4, 2, 4, 4])
    assert agenda(walk(state, 3, "F3", f"up {card}")) == f"moving 1; {left}"


@pytest.mark.parametrize(("start", "step", "then", "left"), [
    ("F5", "F4", [], "act 1 at F4; pick 1 at F4; meeting 1 x1 at F4"),
    ("F5", "F4", ["pass"], "act 1 at F4; pick 1 at F4; answering 2 x1 at F4"),
    ("F5", "F4", ["fight"], "act 1 at F4; pick 1 at F4; finish 1; battling 1"),
    ("C5", "C4", [], "leaving 1 at C4"),
    ("A0", "B0", [], "consuming 1 at B0"),
    ("A0", "B0", ["yes"], "tasting 1"),
    ("A6", "A7", [], "taking 1 at A7"),
    ("A6", "A7", ["yes"], "drawing 1 x1"),
    ("F4", "F3", [], "uncovering 1 x1 at F3"),
])  # fmt: skip
def test_what_a_step_leaves_to_be_done_is_on_the_agenda(
    start: str, step: str, then: list[str], left: str
) -> None:
    state = temple(start, "F4" if start == "F5" else "A37", hands=["tar", "tar"])
    assert agenda(do(walk(state, 3, step), *then)) == f"moving 1; {left}"


def test_what_follows_a_battle_is_on_the_agenda() -> None:
    state = do(walk(temple("F5", "F4", "A37", hands=["tar", "tar"]), 3, "F4"), "fight")
    after = "end-turn 1; act 1 at F4; pick 1 at F4; draw-up 2; draw-up 1; settle 1; flinging 2"
    assert agenda(battle(state, Ann="tar", Ben="tar")) == after


def test_where_the_egg_and_the_loser_come_down_is_on_the_agenda() -> None:
    there: dict[str, Any] = {"spawns": "F5", "egg": "Ann", "rollers_out": True, "active": "Ben"}
    state = temple("F4", "dead", "A37", hands=["", "pole"], **there)
    do(state, "roll", "die 6", "F4", "fight")
    battle(state, Ben="pole", Ann="nothing")
    draws = "act 1 of 8 at F4; pick 1 of 8 at F4; draw-up 1; draw-up 2"
    assert agenda(state) == f"swarming 2; {draws}; dropping 2 at F4; settle 2; flinging 2"
    assert agenda(do(state, "put F7")) == f"swarming 2; {draws}; dropping 2 at F4"
    state = temple(
        "B6", "C6", "A37", hands=["tar"], turned={"outer": 1, "middle": 6}, egg="Ann",
        rollers_out=True,
    )  # fmt: skip
    battle(walk(state, 1, "C6"), Ann="tar", Ben="nothing")
    assert agenda(do(state, "put C9")).endswith("settle 1; aiming 1 of 1 at C9")
    hurt = "settle 1; pick 1 of 1 at C9; settle 1; hurting 1"
    assert agenda(do(state, "through")).endswith(hurt)


def test_what_a_death_or_a_sacrifice_leaves_to_be_done_is_on_the_agenda() -> None:
    there: dict[str, Any] = {"hands": ["tar"], "coins": [1, 4, 0], "rollers_out": True}
    state = temple("F5", "A37", "dead", spawns="F4", egg="Ann", **there)
    walk(state, 3, "F4", "pass", "pass", "play tar")
    assert agenda(draw_on(state)) == "moving 1; dropping 1 at F4"
    state = temple("G", "A37", "A53", egg="Ann", **{**there, "coins": [1, 4, 4]})
    assert agenda(draw_on(do(state, "play tar"))) == "preparing 1; raising 1 x2 at G"
    state = temple("A37", "dead", "A53", active="Ben", spawns="G", egg="Ann", rollers_out=True)
    assert agenda(do(state, "sacrifice 1")) == "swarming 2; raising 2 x1 at G"


def test_what_begins_a_game_is_on_the_agenda() -> None:
    state = fresh(3, starts="chosen")
    assert agenda(state) == "beginning 1"
    entering = "begin-turn 2; entering 2; entering 3; entering 1"
    assert agenda(do(state, "first Ben")) == (
        f"{entering}; drawing 2 x4; drawing 3 x4; drawing 1 x4"
    )
    assert agenda(draw_on(state)) == entering


@pytest.mark.parametrize(("good", "bad", "reason"), [
    ("for 3 seats", "for 9 seats", "Line 1: here should be 'Karmaggän for' 2 to 8 seats"),
    ("mode=alone", "mode=both", "Line 2: here should be the options"),
    ("trail 1", "trail 7", "Line 3: here should be the turns outside"),
    ("rings     0 3 0 0", "rings     0 3 0 16", "Line 4: 16 is too much here|here should be how"),
    ("phase     meeting", "phase     lunch", "Line 5: here should be the phase"),
    ("phase     meeting", "phase     moving", "this cannot be to be done"),
    ("first 1", "first 4", "there is no seat '4'"),
    ("at A13", "at A64", "there is no space 'A64'"),
    ("egg       on F0", "egg       with 3", "the pieces cannot be so"),
    ("egg       on F0", "egg       on F4", "the pieces cannot be so"),
    ("gates     Moon", "gates     Mars", "here should be the gates"),
    ("2 on A13", "2 on A12", "this cannot be to be done"),
    ("dark-1 on B20", "dark-7 on B20", "there is no piece 'dark-7'"),
    ("fallen    3", "fallen    2", "the pieces cannot be so"),
    ("objects   fingersx3", "objects   fingersx2", "other ones than in the box"),
    ("pole:1", "pole:2", "other ones than in the box"),
    ("pole:1", "poke:1", "there is no card 'poke'"),
    ("shown     none none", "shown     none noon", "there is no card 'noon'"),
    ("B   B#.T", "B   X#.T", "row B has 64 tiles"),
    ("A   ..#.", "A  |..#.", "contradicts the rest"),
])  # fmt: skip
def test_a_damaged_text_is_refused_with_its_line(good: str, bad: str, reason: str) -> None:
    text = re.sub(r"^([A-G]) +", r"\1   ", written(), flags=re.MULTILINE)
    assert good in text, text
    with pytest.raises(BadNotation, match=r"Line \d+: ") as refused:
        read(text.replace(good, bad, 1))
    assert re.search(reason, str(refused.value)), refused.value
