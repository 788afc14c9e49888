"""Islands and tables as text, both ways, and the picture in the terminal."""

import io
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from templetop.engine.bits import members, move_set
from templetop.engine.game import CHANCE, NOBODY
from templetop.games.karuba import moves, rules, start
from templetop.games.karuba.island import BEACH, NO_NUMBER, SPACES, TEMPLE, UNPLACED, space_name
from templetop.games.karuba.island_notation import BadNotation, read_island, space_of, write_island
from templetop.games.karuba.notation import choice_words, read, write
from templetop.games.karuba.picture import PLAIN, Table, cut_apart, picture
from templetop.games.karuba.pieces import COLOURS, MAX_SEATS, TILES
from templetop.games.karuba.state import (
    CALL,
    DECIDE,
    NO_CHOICE,
    OVER,
    PLACE_ADVENTURER,
    PLACE_TEMPLE,
    State,
)

USUAL = (0, 0, 0, 0)
MATCHES = [
    # seats, options, seed
    (1, USUAL, 1),
    (2, USUAL, 2),
    (2, (1, 2, 1, 1), 17),
    (3, (0, 1, 1, 0), 4),
    (4, (1, 2, 1, 0), 1),
    (4, (0, 2, 0, 1), 6),
]

# Three of the first seat's adventurers are home, and the fourth has one step to go.
ALMOST_OVER = """
Karuba for 2 seats
options      setup=placed distance=any gold=twelve treasures=by_seats
phase        decide
tile called  36│
stack        1-6 9-14 17-24 27-35
gold supply  11

colour  beach  temple  treasures left
brown      10      10  3
blue       50      20  3
purple    110      60  3
yellow     20     110  5 3

seat 1: crystals 2, gold 0, brown 5, blue 5, purple 5; deciding
         10    20    30    40    50    60
         Nn    Bb    .     .     .     Pp
 10  .   7┼    8┼    .     .     .     25┼   .  70
 20  .   .     .     .     .     .     .     .  80
 30  .   .     .     .     .     .     .     .  90
 40  .   .     .     .     .     .     .     .  100
 50  .   .     .     .     .     16─●  26┼y  Y  110
         .     .     .     .     .     .
         60    70    80    90    100   110

seat 2: crystals 0, gold 0; decided: lay c4
         10    20    30    40    50    60
         N     B     .     .     .     P
 10  n   .     .     .     .     .     .     .  70
 20  y   .     .     .     .     .     .     .  80
 30  .   .     .     .     .     .     .     .  90
 40  .   .     .     .     .     .     .     .  100
 50  b   .     15─   .     .     .     .     Y  110
         .     .     .     .     .     p
         60    70    80    90    100   110
"""


# ── Matches and tables ───────────────────────────────────────────────────────────────────────────


def new_table(seats: int = 2, options: Sequence[int] = USUAL) -> Any:
    state = np.zeros(1, State)[0]
    start.new(state, seats, np.array(options, np.int64))
    return state


def a_move(state: Any, chance: random.Random) -> tuple[int, int]:
    """Somebody's legal move; temples are entered when they can be, and walks are liked."""
    possible, who = move_set(moves.MOVES), rules.to_move(state)
    if who == CHANCE:
        rules.odds(state, possible, np.zeros(moves.MOVES, np.int64))
        return CHANCE, chance.choice(members(possible))
    seat = chance.choice([seat for seat in range(MAX_SEATS) if who >> seat & 1])
    rules.legal(state, seat, possible)
    legal = members(possible)
    walks = [move for move in legal if moves.WALK <= move < moves.PLACE]
    home = [move for move in walks if moves.goal_of(move) == TEMPLE]
    return seat, chance.choice(home or (walks if walks and chance.random() < 0.5 else legal))


def match(seats: int, options: Sequence[int], seed: int) -> Iterator[Any]:
    """The states of a match between random players, the same record again and again."""
    state, chance = new_table(seats, options), random.Random(seed)
    yield state
    while rules.to_move(state) != NOBODY:
        rules.play(state, *a_move(state, chance))
        yield state


def mid_decision(seats: int, options: Sequence[int], seed: int, tiles: int) -> Any:
    """A table where that many tiles have been called, and some but not all have decided."""
    for state in match(seats, options, seed):
        called = TILES - int(state.stack).bit_count()
        if called == tiles and 0 < int(state.deciding).bit_count() < seats:
            return state
    raise AssertionError("the match was over too soon")


def printed(table: Any, width: int = 100, **console: Any) -> str:
    screen = Console(width=width, file=io.StringIO(), **console)
    screen.print(table)
    return screen.file.getvalue()  # type: ignore[attr-defined, no-any-return]


COLOURFUL: dict[str, Any] = {"force_terminal": True, "color_system": "truecolor"}


# ── The whole table ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seats", "options", "seed"), MATCHES)
def test_a_table_reads_as_it_was_written(seats: int, options: Sequence[int], seed: int) -> None:
    for number, state in enumerate(match(seats, options, seed)):
        if number < 10 or number % 4 == 0 or state.phase == OVER:
            assert read(write(state)).tobytes() == state.tobytes()


def test_the_matches_of_these_tests_come_to_every_phase_and_into_temples() -> None:
    phases, homes = set(), 0
    for seats, options, seed in MATCHES:
        for state in match(seats, options, seed):
            phases.add(int(state.phase))
        homes += int(state.taken.sum())
    assert phases == {PLACE_ADVENTURER, PLACE_TEMPLE, CALL, DECIDE, OVER}
    assert homes > 0


def test_it_reads_as_it_was_written_when_the_last_adventurer_comes_home() -> None:
    state = read(ALMOST_OVER)
    assert write(state) == ALMOST_OVER.lstrip("\n")
    rules.play(state, 0, moves.walk(3, TEMPLE))
    assert state.phase == OVER
    assert read(write(state)).tobytes() == state.tobytes()


def test_what_follows_from_the_text_is_not_in_it_twice() -> None:
    state = read(ALMOST_OVER)
    assert state.phase == DECIDE
    assert state.deciding == 0b01
    assert state.placing == len(COLOURS)
    assert state.players[1].choice == moves.lay(space_of("c4"))
    assert state.players[0].laid == 5
    assert [*state.taken] == [1, 1, 1, 0]


def test_blank_lines_and_indents_do_not_matter() -> None:
    loose = "\n\n".join("   " + line.replace(" ", "  ") for line in ALMOST_OVER.splitlines())
    assert read(loose).tobytes() == read(ALMOST_OVER).tobytes()


# ── Damaged text ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("Karuba for 2 seats", "Karuba for 5 seats", "Line 2: here should be"),
        ("Karuba for 2 seats", "Karuba for 3 seats", "Line 36: the text ends where seat 3"),
        ("gold=twelve", "gold=lots", "Line 3: here should be the options"),
        ("phase        decide", "phase        call", "Line 4: 'phase call' contradicts"),
        ("called  36│", "called  36─", "Line 5: 'tile called 36─' contradicts"),
        ("called  36│", "called  37│", "Line 5: the tiles are numbered 1 to 36"),
        ("1-6 9-14", "1-9 9-14", "Line 6: 'stack 1-9 9-14 .* contradicts .* 'stack 1-6 9-14"),
        ("supply  11", "supply  13", "Line 7: here should be the gold supply"),
        ("brown      10", "brown      15", "Line 10: there is no number 15"),
        ("blue       50      20  3", "blue - - 5 3", "Line 12: purple is placed after blue"),
        ("brown      10      10", "brown       -      10", "Line 10: a temple is placed after"),
        ("brown      10      10  3", "brown      10      10  5 3", "Line 10: .* contradicts"),
        ("blue 5, purple 5", "blue 3, purple 5", "Line 11: the blue treasures were not taken"),
        ("decided: lay c4", "decided: lay b5", "Line 26: it is not legal to lay b5"),
        ("decided: lay c4", "decided: fly home", "Line 26: nobody can decide to 'fly home'"),
        ("; deciding", "; decided: discard", "Line 26: when all seats have decided"),
        ("26┼y", "26─y", "Line 22: there is no tile '26─y'"),
        ("26┼y", "26┼q", "Line 22: '26┼q' is not a mark"),
        ("25┼ ", "7┼  ", "Line 18: there is no tile '7┼', or none is left"),
        ("16─●", "36│ ", "Line 22: there is no tile '36│'"),
        ("16─●", "16─● .", "Line 22: there are 6 marks in a row, not 7"),
        ("26┼y  Y", "26┼   Y", "Line 23: 'y' is not drawn anywhere"),
        ("26┼y  Y", "26┼y  .", "Line 22: .* contradicts"),
        ("26┼y  Y", "26┼y  P", "Line 22: 'P' has its place at another number"),
        ("7┼    8┼", "7┼    8┼y", "Line 22: 'y' is drawn a second time"),
        (" 30  .", " 35  .", "Line 20: the numbers here are 30 90, not 35 90"),
    ],
)
def test_a_damaged_text_is_refused_with_its_line(before: str, after: str, sentence: str) -> None:
    assert before in ALMOST_OVER
    with pytest.raises(BadNotation, match=sentence):
        read(ALMOST_OVER.replace(before, after, 1))


LETTERS_OF_DAMAGE = "0123456789.-,;: nbpyNBPY─│┌┼◆●abcdefx٣²\t\r\v\0\u2028"


def respelt(line: str, chance: random.Random) -> str:
    """A letter is changed, lost or added."""
    at = chance.randrange(len(line) + 1)
    letter = chance.choice(LETTERS_OF_DAMAGE) if chance.random() < 0.9 else ""
    return line[:at] + letter + line[at + chance.randrange(2) :]


def damaged(text: str, chance: random.Random) -> str:
    """A line is lost, doubled, misplaced or misspelt, or the text ends there."""
    lines = text.splitlines()
    at, line = chance.randrange(len(lines)), chance.choice(lines)
    misspelt = [respelt(lines[at], chance)]
    damages = [[], [lines[at]] * 2, [line], misspelt, misspelt, misspelt, misspelt]
    rest = lines[at + 1 :] if chance.random() < 0.95 else []
    return "\n".join([*lines[:at], *chance.choice(damages), *rest])


def read_or_refuse(text: str) -> Any:
    """The table, or None where the text is refused; a refusal names the line."""
    try:
        return read(text)
    except BadNotation as refusal:
        if not re.match(r"Line [0-9]+: .*\.$", str(refusal)):
            raise
        return None


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_text_is_refused_or_it_is_a_table_that_can_be_played(seed: int) -> None:
    chance = random.Random(seed)
    texts = [ALMOST_OVER, *(write(mid_decision(*MATCHES[2], tiles)) for tiles in (3, 20))]
    for _ in range(100):
        text = damaged(chance.choice(texts), chance)
        state = read_or_refuse(text)
        if state is not None:
            assert write(state).split() == text.split()
            rules.play(state, *a_move(state, chance))


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="Line "):
        read(text)


@given(st.text("─│┌┼◆●.nbpyNBPY0123456789 \n", max_size=200))
def test_any_text_is_an_island_or_is_refused(text: str) -> None:
    state = new_table()
    before = state.tobytes()
    try:
        read_island(text, state, 0)
    except BadNotation:
        assert state.tobytes() == before


# ── Islands ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seats", "options", "seed"), MATCHES[:4])
def test_an_island_reads_as_it_was_written(seats: int, options: Sequence[int], seed: int) -> None:
    for number, state in enumerate(match(seats, options, seed)):
        if number % 8 == 0:
            text, copy = write_island(state, 0), state.copy()
            read_island(text, copy, 0)
            assert write_island(copy, 0) == text


def test_the_numbers_of_the_tiles_are_written_if_wanted() -> None:
    state = read(ALMOST_OVER)
    assert "16─●  26┼y  Y  110" in write_island(state, 0, numbers=True)
    assert "─●    ┼y    Y  110" in write_island(state, 0)


def test_the_short_form_is_the_spaces_alone_and_may_be_incomplete() -> None:
    state = new_table()
    read_island(
        """
        ┼ ─
        . │b
        """,
        state,
        1,
    )
    assert [*state.players[1].tiles[:8]] == [7, 1, 0, 0, 0, 0, 0, 17]
    assert state.players[1].adventurers[1] == space_of("b2")
    assert state.players[1].laid == 3
    assert not state.players[0].tiles.any()


def test_it_is_the_island_that_laying_these_tiles_makes() -> None:
    laid, drawn = new_table(), new_table()
    for tile, space in ((4, "a1"), (32, "f5"), (30, "c3")):
        rules.call(laid, tile)
        rules.lay_tile(laid, laid.players[0], space_of(space))
    read_island("┐◆ \n . \n . . ┤ \n . \n . . . . . │●", drawn, 0)
    drawn.players[0].tiles[space_of("c3")] = 30  # where the lowest number is 24
    assert drawn.players[0].tobytes() == laid.players[0].tobytes()


def test_it_takes_the_lowest_numbers_and_rather_tiles_without_treasure() -> None:
    state = new_table()
    read_island("┌ ┌ ─◆ ─ 19─ ─", state, 0)
    assert [*state.players[0].tiles[:6]] == [21, 3, 13, 1, 19, 2]
    assert state.players[0].lying_crystals == 1 << 2


def test_its_tiles_leave_the_stack_and_the_called_tile_is_not_among_them() -> None:
    state = new_table()
    state.tile = 7
    read_island("┼", state, 0)
    assert state.players[0].tiles[0] == 8
    assert not int(state.stack) >> 8 & 1


def test_an_adventurer_that_is_not_drawn_is_not_in_the_jungle() -> None:
    state = new_table()
    state.players[0].adventurers[:] = [3, TEMPLE, BEACH, UNPLACED]
    read_island("┼ ┼", state, 0)
    assert [*state.players[0].adventurers] == [BEACH, TEMPLE, BEACH, UNPLACED]


def test_a_drawing_with_numbers_places_what_had_no_place() -> None:
    state = new_table()
    read_island(ISLAND_WITH_NUMBERS, state, 0)
    assert [*state.beaches] == [NO_NUMBER, 2, NO_NUMBER, NO_NUMBER]
    assert [*state.temples] == [NO_NUMBER, 9, NO_NUMBER, 0]
    assert [*state.players[0].adventurers] == [UNPLACED, BEACH, space_of("b1"), TEMPLE]


ISLAND_WITH_NUMBERS = """
         10 20 30 40 50 60
         Yy .  .  .  .  .
    10 . ┼  ─p .  .  .  .  .  70
    20 . .  .  .  .  .  .  .  80
    30 b .  .  .  .  .  .  .  90
    40 . .  .  .  .  .  .  B 100
    50 . .  .  .  .  .  .  . 110
         .  .  .  .  .  .
         60 70 80 90 100 110
"""


@pytest.mark.parametrize(
    ("drawing", "sentence"),
    [
        ("┐●", "Line 1: there is no tile '┐●'"),
        ("┼ ┼ ┼ ┼ ┼", "Line 1: there is no tile '┼', or none is left"),
        (". .\n. . . . . . .", "Line 2: there are 6 marks in a row, not 7"),
        (".\n" * 6, "Line 6: an island has 5 rows"),
        ("┼b\n┼b", "Line 2: 'b' is drawn a second time"),
        ("7─", "Line 1: there is no tile '7─'"),
        ("10 20 30 40 50 60", "Line 1: an island with its numbers takes 9 lines"),
    ],
)
def test_an_impossible_island_is_refused_with_its_line(drawing: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        read_island(drawing, new_table(), 0)


def test_every_space_has_a_name_and_every_name_is_one_space() -> None:
    assert [space_of(space_name(space)) for space in range(SPACES)] == [*range(SPACES)]
    with pytest.raises(BadNotation, match="There is no space 'g1'"):
        space_of("g1")


# ── The picture ──────────────────────────────────────────────────────────────────────────────────


def test_3_2_2_a_picture_does_not_change_with_what_others_have_decided_unseen() -> None:
    state = mid_decision(4, USUAL, 6, tiles=18)
    other = next(seat for seat in range(4) if state.players[seat].choice != NO_CHOICE)
    changed = state.copy()
    discards = state.players[other].choice == moves.DISCARD
    changed.players[other].choice = moves.lay(0) if discards else moves.DISCARD
    for seat in (None, *range(4)):
        same = printed(picture(state, seat)) == printed(picture(changed, seat))
        assert same == (seat != other)


def test_it_shows_what_one_has_decided_oneself() -> None:
    state = mid_decision(3, USUAL, 6, tiles=18)
    seat = next(seat for seat in range(3) if state.players[seat].choice != NO_CHOICE)
    decision = f"you have decided: {choice_words(int(state.players[seat].choice))}"
    assert decision in printed(picture(state, seat))
    assert "has decided" in printed(picture(state))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 140])
@pytest.mark.parametrize("seat", [None, 0])
def test_a_picture_fits_the_terminal(width: int, seat: int | None) -> None:
    for text in (ALMOST_OVER, *(write(mid_decision(*MATCHES[4], tiles)) for tiles in (1, 30))):
        lines = printed(picture(read(text), seat), width).splitlines()
        assert max(cell_len(line) for line in lines) <= width
        assert "…" not in "".join(lines)
        assert "▲  ◆ ● tiles" in "".join(lines)


@pytest.mark.parametrize(("seats", "options", "seed"), MATCHES)
def test_a_picture_can_be_drawn_of_every_phase(
    seats: int, options: Sequence[int], seed: int
) -> None:
    drawn = set()
    for state in match(seats, options, seed):
        if int(state.phase) not in drawn:
            drawn.add(int(state.phase))
            assert printed(picture(state, seats - 1)).startswith("Karuba")


def test_without_colours_a_picture_shows_the_same_letters() -> None:
    plain = printed(picture(read(ALMOST_OVER), 0, colour=False), **COLOURFUL)
    coloured = printed(picture(read(ALMOST_OVER), 0), **COLOURFUL)
    assert ";2;" in coloured
    assert ";2;" not in plain
    for word in ("▲Nn", "▲Bb", "▲Pp", "(y)", "tile 36", "straight", "2 steps", "25", "●"):
        assert word in printed(picture(read(ALMOST_OVER), 0))


def test_paths_join_from_space_to_space_and_open_to_the_shore() -> None:
    state = new_table(1)
    read_island("┼ ─ ┐\n│ . └◆", state, 0)
    lines = printed(picture(state, 0)).splitlines()
    assert any("┝━━━╋━━━━━━━━━━━━━┓" in line for line in lines)
    column = next(line.index("┓") for line in lines if "┓" in line)
    assert [line[column] for line in lines[5:9]] == ["┓", "┃", "┃", "◆"]


def test_names_are_shown_and_cut_where_there_is_no_room() -> None:
    names = ["Ada", "Bartholomew of the Long Shore"]
    picture_of_two = printed(picture(read(ALMOST_OVER), 0, names=names), 80)
    assert "╭─ Bartholomew of the Long S… ─╮" in picture_of_two
    assert "Ada to decide" in picture_of_two


def test_names_that_are_cut_do_not_look_the_same() -> None:
    names = ["Ann", "greedy", "greedy 2", "greedy 3", "greedy 12"]
    assert cut_apart(names, 6) == ["Ann", "greedy", "gre… 2", "gre… 3", "gre…12"]
    assert cut_apart(names, 9) == names
    assert cut_apart(["Ann", "Ann"], 6) == ["Ann", "Ann"]
    table = printed(picture(new_table(4), 0, names=names[1:]), 80)
    assert all(name in table for name in ("greedy ", "gre… 2", "gre… 3", "gre…12"))


@pytest.mark.parametrize(
    ("width", "height", "parts"),
    [
        (80, 40, {"island", "rivals", "tile", "points"}),
        (80, 30, {"island", "tile", "points"}),
        (80, 10, {"island", "tile", "points"}),
        (60, 60, {"island", "rivals", "tile", "points"}),
        (60, 33, {"island", "tile", "points"}),
        (60, 28, {"island", "tile"}),
        (60, 10, {"island", "tile"}),
        (40, 50, {"rivals", "tile", "points"}),
        (40, 24, {"tile"}),
    ],
)
def test_for_want_of_height_something_is_left_out(width: int, height: int, parts: set[str]) -> None:
    state = mid_decision(2, USUAL, 2, tiles=18)
    drawn = Table(state, 0, ["Ann", "Ben"], PLAIN, width).drawn(height)
    text = "\n".join("".join(letter for letter, _ in row) for row in drawn.rows)
    marks = {"island": "│100", "rivals": "╭─ Ben ─", "tile": "steps", "points": "▲  ◆ ● tiles"}
    assert {part for part, mark in marks.items() if mark in text} == parts
    assert len(drawn.rows) <= height or height == 10


def test_nobody_waits_for_rich_who_prints_nothing() -> None:
    program = "import sys; import templetop.games.karuba.picture; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
