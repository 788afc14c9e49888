"""Matches of earlier rules, brought up to date."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from templetop.cli.app import app
from templetop.engine.convert import UpToDate, converted
from templetop.engine.game import Game
from templetop.engine.match import BadMatch, Match, legal_moves
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take
from tests.engine.toy import ROLL, TOY

OLD = 6
FURTHER = 10  # a number of an event was so much greater in those rules


def as_it_is(seat: int, number: int) -> int:
    if seat != CHANCE:
        return number
    if number < ROLL + FURTHER:
        raise KeyError(number)
    return number - FURTHER


GAME = replace(TOY, renumbered={OLD: as_it_is})


def shelf(game_id: str) -> Game:
    return GAME


def played(steps: int = 100) -> Match:
    match, random = Match.new(TOY, ("Ann", "Ben")), Random(3)
    while not match.is_over and len(match.moves) < steps:
        seat = match.awaited[0]
        match.play(seat, random.choice(legal_moves(match.state, seat)))
    return match


def old_text(match: Match) -> str:
    """As an earlier version has written it: decisions in any order, another digest."""
    lines = match.write().splitlines()
    rules = lines.index("rules: 7")
    lines[rules] = f"rules: {OLD}"
    for n, line in enumerate(lines):
        if "chance" in line:
            number = line.split()[2]
            lines[n] = line.replace(f" {number} ", f" {int(number) + FURTHER} ")
        if line.startswith("end:"):
            lines[n] = line.partition("; table")[0] + "; table 0123456789abcdef"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("steps", [0, 1, 4, 100])
def test_a_match_is_the_same_in_todays_numbers(steps: int) -> None:
    match = played(steps)
    assert converted(old_text(match), shelf).write() == match.write()


def test_who_decided_first_does_not_matter() -> None:
    match = played()
    lines = old_text(match).splitlines()
    first = next(n for n, line in enumerate(lines) if "seat 1" in line)
    own, other = lines[first][:6], lines[first + 1][:6]
    swapped = [own + lines[first + 1][6:], other + lines[first][6:]]
    text = "\n".join([*lines[:first], *swapped, *lines[first + 2 :]])
    assert converted(text, shelf).moves == match.moves


def test_a_decision_that_others_have_still_to_make_is_kept() -> None:
    match = played(1)
    match.play(1, 2)
    again = converted(old_text(match), shelf)
    assert (again.moves, again.decided) == (match.moves, {1: 2})


@pytest.mark.parametrize(("what", "instead", "sentence"), [
    ("rules: 6", "rules: 5", "Line 3: it was played with version 5 of the rules of Toy; versions"
     " that can be converted: 6."),
    ("points ", "points 1", "by today's rules the moves lead to a different end:"),
    ("end: over", "end: not over", "by today's rules the moves lead to a different end:"),
    ("end: over", "end: somehow over", "the moves lead to a different end"),
    ("seat 1 ", "seat 3 ", "Seat 3 has nothing to decide now"),
    ("game: toy", "gone: toy", "Line 2: this line should read 'game: …'."),
    ("chance    8", "chance    7", "There was no move 7"),
])  # fmt: skip
def test_what_was_played_otherwise_is_refused(what: str, instead: str, sentence: str) -> None:
    text = old_text(played())
    assert what in text
    with pytest.raises(BadMatch) as refusal:
        converted(text.replace(what, instead, 1), shelf)
    assert str(refusal.value).startswith("Line ")
    assert sentence in str(refusal.value)


def test_what_is_up_to_date_is_not_converted() -> None:
    with pytest.raises(UpToDate):
        converted(played().write(), shelf)


def test_elsewhere_the_command_is_named() -> None:
    with pytest.raises(
        BadMatch, match=r"this is version 7\. `templetop convert` brings it up to date"
    ):
        Match.read(old_text(played()), shelf)
    with pytest.raises(BadMatch, match=r"this is version 7\.$"):
        Match.read(old_text(played()).replace("rules: 6", "rules: 5"), shelf)


# ── The command ──────────────────────────────────────────────────────────────────────────────────

KARUBA = """\
templetop match
game: karuba
rules: 1
seats: Ann, Ben
options: setup=random distance=apart gold=enough treasures=by_seats

   1  chance   167  # chance puts the brown adventurer on beach number 80
   2  chance   181  # chance puts the brown temple on temple number 110
   3  chance   161  # chance puts the blue adventurer on beach number 20
   4  chance   173  # chance puts the blue temple on temple number 30
   5  chance   164  # chance puts the purple adventurer on beach number 50
   6  chance   172  # chance puts the purple temple on temple number 20
   7  chance   170  # chance puts the yellow adventurer on beach number 110
   8  chance   178  # chance puts the yellow temple on temple number 80
   9  chance   211  # chance calls tile 19
  10  seat 2     3  # Ben lays tile 19 on d1
  11  seat 1    30  # Ann discards tile 19 without walking
  12  chance   217  # chance calls tile 25
  13  seat 1     0  # Ann lays tile 25 on a1

end: not over; points 0, 0; table 0123456789abcdef
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "evening.txt"
    found.write_text(KARUBA)
    return found


def run(*words: object) -> Result:
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    return runner.invoke(app, [str(word) for word in words])


def test_in_its_place_with_the_old_one_beside_it(file: Path) -> None:
    answer = run("convert", file)
    assert answer.exit_code == 0, answer.output
    assert answer.stdout == f"{file} is converted; the original is kept as {file}.old.\n"
    assert Path(f"{file}.old").read_text() == KARUBA
    match = Match.read(file.read_text(), take)
    assert match.moves[:2] == [(CHANCE, 71), (CHANCE, 85)]
    assert match.moves[8:11] == [(CHANCE, 19), (0, 30), (1, 3)]
    assert match.decided == {0: 0}
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name, f"{file.name}.old"]


def test_elsewhere_or_on_standard_output(file: Path, tmp_path: Path) -> None:
    assert run("convert", file, "--out", tmp_path / "new.txt").exit_code == 0
    assert run("convert", file, "--out", "-").stdout == (tmp_path / "new.txt").read_text()
    assert file.read_text() == KARUBA
    assert "already exists" in run("convert", file, "--out", tmp_path / "new.txt").stderr


def test_again_it_is_left_alone(file: Path) -> None:
    run("convert", file)
    once = file.read_text()
    again = run("convert", file)
    assert again.exit_code == 0
    assert again.stderr == f"{file} is already up to date and stays as it is.\n"
    assert file.read_text() == once


def test_an_old_one_that_is_kept_is_not_lost(file: Path) -> None:
    Path(f"{file}.old").write_text("dear diary")
    answer = run("convert", file)
    assert answer.exit_code == 1
    assert "evening.txt.old already exists" in answer.stderr
    assert file.read_text() == KARUBA


def test_of_several_those_are_converted_that_can_be(file: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(KARUBA.replace("seat 2     3", "seat 2   999"))
    answer = run("convert", damaged, tmp_path / "nothing.txt", file)
    assert answer.exit_code == 1
    one, other = answer.stderr.splitlines()
    assert one == f"{damaged}: Line 16: There is no move 999."
    assert "nothing.txt cannot be found" in other
    assert Match.read(file.read_text(), take).seats == ("Ann", "Ben")


def test_who_replays_an_old_match_is_told_of_the_command(file: Path) -> None:
    answer = run("replay", file)
    assert answer.exit_code == 1
    assert answer.stderr.endswith("`templetop convert` brings it up to date.\n")
    assert "Line 3: " in answer.stderr
