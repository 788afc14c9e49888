"""Tables as text, both ways, and how a damaged text is refused."""

import re
from typing import Any

import pytest

from templetop.games import shelf
from tests.reading import BadNotation

from .drawn import do, temple, walk
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
