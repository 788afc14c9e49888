"""`templetop arena`."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from templetop.arena.crew import Results
from templetop.arena.hold import Players
from templetop.arena.playing import play_fixture
from templetop.arena.tournament import Fixture, Tournament
from templetop.cli import arena as command
from tests.arena.made import program

from .conftest import Run
from .test_bad_usage import told_in_one_sentence

pytestmark = pytest.mark.usefixtures("arena_in_this_process")
KARUBA = ("arena", "karuba", "-o", "setup=random", "--workers", 1)
WORDS = (*KARUBA, "--bots", "random,level1")

USAGE = [
    ("arena karuba", "Missing option '--bots'."),
    ("arena karuba --bots greedy", "Name at least two bots, such as --bots greedy,random."),
    ("arena karuba --bots greedy,randm", "There is no bot 'randm'"),
    ("arena karuba --bots greedy,randm", "Did you mean random?"),
    ("arena karuba --bots greedy,", "There is no bot ''"),
    ("arena karuba --bots greedy,random --on moon", "here or on ray, not on 'moon'."),
    ("arena karuba --bots greedy,random --seats 0", "--seats"),
    ("arena karuba --bots greedy,random --games 0", "--games"),
    ("arena karuba --bots greedy,random --workers 0", "--workers"),
    ("arena karuba --bots greedy,random --patience 0", "--patience"),
    ("arena karuba --bots greedy,random --option setpu=random", "Did you mean setup?"),
    ("arena karubba --bots greedy,random", "Did you mean karuba?"),
    ("arena karuba --bots greedy,random --seats 9", "Karuba seats 1 to 4, not 9."),
]
REFUSED = [
    ("arena karuba --bots greedy,random --out /dev/null/x", "/dev/null"),
]


@pytest.mark.parametrize(("words", "sentence"), USAGE)
def test_bad_usage_has_code_2(run: Run, words: str, sentence: str) -> None:
    answer = run(*words.split())
    assert answer.exit_code == 2
    assert told_in_one_sentence(answer, sentence), answer.output


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_a_refusal_has_code_1(run: Run, words: str, sentence: str) -> None:
    answer = run(*words.split())
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, sentence), answer.output


def test_tables_and_json_say_the_same(run: Run) -> None:
    table = run(*WORDS, "--games", 8, "--seed", 3).stdout
    assert table.startswith("Karuba, 2 seats, 8 matches of 4 deals, seed 3\n")
    figures = json.loads(run(*WORDS, "--games", 8, "--seed", 3, "--json").stdout)
    assert (figures["matches"], figures["deals"], figures["games"]) == (8, 4, 8)
    for standing in figures["standings"]:
        line = next(line for line in table.splitlines() if f"  {standing['bot']} " in line)
        assert f"{standing['rating']:.0f}" in line.split()
        assert f"{standing['wins']:.1%}" in line.split()
        assert f"{standing['points']:.1f}" in line.split()
    assert [pair["matches"] for pair in figures["pairs"]] == [8, 8]


def test_processes_of_this_machine_play_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """As without the tests' own players, in every other test here."""
    here = json.loads(run(*WORDS, "--games", 4, "--json").stdout)
    monkeypatch.undo()
    there = json.loads(run(*WORDS, "--games", 4, "--json").stdout)
    assert there["pairs"] == here["pairs"]
    assert [one["points"] for one in there["standings"]] == [
        one["points"] for one in here["standings"]
    ]


def test_a_bot_named_twice_takes_part_twice(run: Run) -> None:
    words = (*KARUBA, "--bots", "random,random", "--games", 2, "--json")
    figures = json.loads(run(*words).stdout)
    assert figures["bots"] == {"random": "random", "random 2": "random"}


def test_results_are_kept_where_one_says_and_nowhere_else(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*WORDS, "--games", 2)
    assert list(tmp_path.iterdir()) == []
    kept = run(*WORDS, "--games", 2, "--out", "kept").stdout
    assert "Kept in kept" in kept
    names = {path.name for path in (tmp_path / "kept").iterdir()}
    assert names == {"tournament.json", "matches", "standings.json", "ladder.svg"}
    assert "random" in (tmp_path / "kept" / "ladder.svg").read_text()


def test_the_same_command_again_plays_nothing_and_says_the_same(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(*WORDS, "--games", 4, "--out", tmp_path / "out").stdout
    monkeypatch.setattr("templetop.arena.hold.hold", None)
    assert run(*WORDS, "--games", 4, "--out", tmp_path / "out").stdout == first


def test_another_tournament_in_the_folder_is_refused(run: Run, tmp_path: Path) -> None:
    run(*WORDS, "--games", 2, "--out", tmp_path)
    answer = run(*WORDS, "--games", 2, "--seed", 1, "--out", tmp_path)
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, "contains another tournament (different seed)")


def test_without_parquet_one_is_told_so_before_anything_is_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    answer = run(*WORDS, "--games", 2, "--out", tmp_path / "out")
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, "pip install 'templetop[arena]'")
    assert not (tmp_path / "out").exists()


def test_what_is_finished_is_told_when_it_is_broken_off(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def players(tournament: Tournament, on: str | None, workers: int | None) -> Players:
        def play(fixtures: Iterator[Fixture]) -> Results:
            yield from (play_fixture(tournament, one) for one in islice(fixtures, 3))
            raise KeyboardInterrupt

        return play

    monkeypatch.setattr(command, "players", players)
    answer = run(*WORDS, "--games", 8)
    assert answer.exit_code == 130
    assert "3 of 8 matches have been played; with --out it could be continued." in answer.stdout
    assert answer.stderr == "Stopped.\n"


def test_a_bot_that_failed_is_mentioned_and_what_it_wrote_is_kept(run: Run, tmp_path: Path) -> None:
    mine = f"mine={program(tmp_path, 'sys.exit(chr(79) + chr(104))')}"  # Oh
    words = (*KARUBA, "--bots", f"{mine},random", "--games", 2, "--workers", 1)
    done = run(*words, "--out", tmp_path / "cup")
    told = done.stdout
    assert done.exit_code == 1
    assert "mine lost every seat to the random bot, so nothing was measured." in done.stderr
    assert "2 seats lost to the random bot." in told
    standings = json.loads((tmp_path / "cup" / "standings.json").read_text())["standings"]
    assert [(one["bot"], one["rating"]) for one in standings] == [("random", 0), ("mine", None)]
    sentence = "mine loses its seat to the random bot: it stopped with exit code 1;"
    assert f'{sentence} its last words were "Oh".' in told
    kept = (tmp_path / "cup" / "bots" / "mine.txt").read_text().splitlines()
    assert sorted(kept) == ["[0-0-0 seat 1] Oh", "[0-0-1 seat 2] Oh"]
    strict = run(*words, "--strict")
    assert strict.exit_code == 3
    assert sentence in strict.stderr


def test_alone_nobody_is_rated(run: Run, tmp_path: Path) -> None:
    """All who play are on one side: every bot plays with itself, and a single one is enough."""
    words = (*KARUBA, "--seats", 1, "--games", 4)
    told = run(*words, "--bots", "greedy,random", "--out", tmp_path / "alone").stdout
    assert told.startswith("Karuba, 1 seat, 4 matches of 2 deals")
    assert told.splitlines()[2].split() == ["bot", "wins", "95%", "interval", "points", "ms/move"]
    assert [line.split()[1] for line in told.splitlines()[3:5]] == ["greedy", "random"]
    assert "comes before" not in told
    assert not (tmp_path / "alone" / "ladder.svg").exists()
    figures = json.loads(run(*words, "--bots", "greedy", "--json").stdout)
    assert figures["standings"][0]["rating"] is None
    assert figures["pairs"] == []
