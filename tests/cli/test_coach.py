"""`templetop coach` and `templetop puzzles` on the command line."""

import json
from pathlib import Path

import pytest

from templetop.cli.coach_words import curve
from templetop.coach import puzzles, review
from templetop.coach.review import Efforts
from templetop.coach.scales import Effort
from templetop.engine.game import Game

from .conftest import Run


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With next to no effort."""

    def efforts(game: Game, quick: bool = False) -> Efforts:
        return Efforts(Effort(16, 8), None if quick else Effort(32, 8))

    monkeypatch.setattr(review, "efforts_for", efforts)
    monkeypatch.setattr(puzzles, "effort_for", lambda game, times=1.0: Effort(64, 32))


def test_a_match_is_coached_once_and_then_read(
    run: Run, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("coach", recorded, "--quick")
    assert first.exit_code == 0, first.output
    for words in (
        "Outlook, from 0% to 100%, before each decision",
        "Look at these first",
        "Better: ",
        "Why: the search expects ",
        "The costliest decisions",
        "Luck and skill, in points ahead of the best rival",
        "own moves",
    ):
        assert words in first.stdout
    assert "A first look: " in first.stderr
    assert recorded.with_suffix(".coach.json").is_file()

    monkeypatch.setattr(review, "coach", None)  # nothing is weighed again
    assert run("coach", recorded, "--quick").stdout == first.stdout
    data = json.loads(run("coach", recorded, "--quick", "--json").stdout)
    assert data["quick"]
    assert len(data["moments"]) == 3
    assert data["accounts"][0]["seat"] == 1
    other_seed = run("coach", recorded, "--quick", "--seed", 1)
    assert "bug in Templetop" in other_seed.stderr  # it would be weighed


def test_one_seat_of_a_match_by_name_or_number(run: Run, recorded: Path) -> None:
    by_name = run("coach", recorded, "--seats", "random 2", "--quick", "--json", "--no-keep")
    by_number = run("coach", recorded, "--seats", "2", "--quick", "--json", "--no-keep")
    assert by_name.stdout == by_number.stdout
    assert json.loads(by_name.stdout)["coached"] == [2]
    assert not recorded.with_suffix(".coach.json").exists()


def test_what_cannot_be_coached_is_refused_in_a_sentence(
    run: Run, recorded: Path, tmp_path: Path
) -> None:
    nobody = run("coach", recorded, "--seats", "Zoe")
    assert nobody.exit_code == 2
    assert nobody.stderr == (
        "Nobody called 'Zoe' sits at this table; there are random and random 2.\n"
    )
    missing = run("coach", tmp_path / "none.txt")
    assert missing.exit_code == 1
    assert "there is no such file" in missing.stderr
    bad = tmp_path / "bad.txt"
    bad.write_text("Hello")
    refused = run("coach", bad)
    assert refused.exit_code == 1
    assert refused.stderr.endswith("a match begins with 'templetop match'; this does not.\n")
    own = run("puzzles", "karuba", "--bots", "exec:./mybot", "--out", tmp_path / "none.jsonl")
    assert own.exit_code == 2
    assert own.stderr.startswith("Puzzles are found in matches of built-in bots only")
    assert not (tmp_path / "none.jsonl").exists()
    for words in (("puzzles", "karuba"), ("puzzles", "karuba", "--out", "a", "--check", "b")):
        refused = run(*words)
        assert refused.exit_code == 2
        assert refused.stderr.startswith("Use either --out FILE")


def test_puzzles_are_made_and_checked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    words = ("puzzles", "karuba", "--bots", "greedy", "-o", "setup=random")
    made = run(*words, "--count", 1, "--out", file)
    assert made.exit_code == 0, made.output
    assert "1 puzzle: 1 " in made.stdout
    assert json.loads(file.read_text())["game"] == "karuba"
    assert "already exists; --force overwrites it." in run(*words, "--out", file).stderr
    assert " of 1 puzzle" in run("puzzles", "karuba", "--check", file).stdout
    other = run("puzzles", "cacao", "--check", file)
    assert other.exit_code == 1
    assert "puzzle 1: this is a puzzle of Karuba, not of Cacao." in other.stderr
    file.write_text("nothing\n")
    assert "puzzle 1: this is not JSON." in run("puzzles", "karuba", "--check", file).stderr


def test_a_curve_fits_on_a_line() -> None:
    assert curve([0.0, 0.5, 1.0]) == "▁▅█"
    assert len(curve([0.5] * 300)) == 56
