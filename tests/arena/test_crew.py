"""Tournaments on the processes of this machine: the same results however they are played."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from templetop.arena.crew import MatchFailed, Results, WorkersDie, play_here
from templetop.arena.folder import Folder
from templetop.arena.hold import Players, hold
from templetop.arena.playing import play_fixture
from templetop.arena.results import Scoresheets, SeatResult
from templetop.arena.standings import Standings, standings
from templetop.arena.tournament import Fixture, Tournament
from templetop.bots.roster import make_ready
from templetop.cli.app import app
from templetop.games.shelf import take
from tests.parameters import slow

from .made import killer_of_its_worker, program, same, small

ROOT = Path(__file__).parents[2]
LONGEST = 300  # seconds; a busy machine takes its time
BOTS = {"level1": "level1", "random": "random", "random 2": "random"}


def crew(rules: Tournament, workers: int) -> Players:
    return lambda fixtures: play_here(rules, fixtures, workers)


def one_after_the_other(rules: Tournament, most: int | None = None) -> Players:
    """Played here and now; as if it was broken off after so many matches."""
    return lambda fixtures: (play_fixture(rules, fixture) for fixture in islice(fixtures, most))


def held(rules: Tournament, play: Players, sheets: Scoresheets | None = None) -> list[SeatResult]:
    sheets = sheets or Scoresheets()
    hold(rules, sheets, play)
    return timeless(sheets.results)


def timeless(results: list[SeatResult]) -> list[SeatResult]:
    """Everything but the time it took, in the order of the matches."""
    return sorted(result._replace(seconds=0.0) for result in results)


def each_once(rules: Tournament, results: list[SeatResult]) -> bool:
    """Is every match of the tournament there, with all its seats, and none twice?"""
    lines = Counter(result.match for result in results)
    return lines == {fixture.match: rules.seats for fixture in rules.fixtures()}


# ── The same results ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("workers", [2, *slow(1)])
def test_one_worker_two_workers_and_none_play_the_same_matches(workers: int) -> None:
    rules = small(BOTS, 6)
    alone = held(rules, one_after_the_other(rules))
    assert each_once(rules, alone)
    assert held(rules, crew(rules, workers)) == alone


def test_broken_off_and_taken_up_again_gives_the_same_table(tmp_path: Path) -> None:
    rules = small(BOTS, 12)
    whole = held(rules, one_after_the_other(rules))
    for most in (5, 4, None):
        results = held(rules, one_after_the_other(rules, most), Folder(tmp_path, rules))
    assert results == whole
    assert figures(results) == figures(whole)


def figures(results: list[SeatResult]) -> Standings:
    return standings(list(BOTS), results)


def test_finished_matches_are_not_played_again(tmp_path: Path) -> None:
    rules = small(BOTS, 6)
    held(rules, one_after_the_other(rules), Folder(tmp_path, rules))

    def refuse(fixtures: Iterator[Fixture]) -> Results:
        assert list(fixtures) == []
        yield from ()

    assert len(held(rules, refuse, Folder(tmp_path, rules))) == 12


def test_what_is_finished_is_saved_when_it_is_broken_off(tmp_path: Path) -> None:
    rules = small(BOTS, 6)

    def interrupted(fixtures: Iterator[Fixture]) -> Results:
        for fixture in islice(fixtures, 3):
            yield play_fixture(rules, fixture)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hold(rules, Folder(tmp_path, rules), interrupted)
    assert len(Folder(tmp_path, rules).finished) == 3


# ── What they say ────────────────────────────────────────────────────────────────────────────────


def test_greedy_beats_random() -> None:
    rules = small({"greedy": "greedy", "random": "random"}, 24)
    best, other = standings(list(rules.bots), held(rules, one_after_the_other(rules))).bots
    assert (best.bot, other.bot) == ("greedy", "random")
    assert best.rating_interval is not None
    assert best.rating_interval.low > 0
    assert best.wins > 0.9


def test_a_bot_against_itself_comes_out_even() -> None:
    rules = small(same("search:20"), 16)
    make_ready(rules.bots.values(), take(rules.game), lambda sentence: None)
    one = standings(list(rules.bots), held(rules, one_after_the_other(rules))).bots[0]
    assert one.wins_interval is not None
    assert one.wins_interval.low < 0.5 < one.wins_interval.high
    assert one.points > 5


def test_a_program_that_crashes_costs_it_its_seat_and_every_match_counts(tmp_path: Path) -> None:
    crashing = program(tmp_path, "sys.exit(1) if message['number'] == 2 else None")
    rules = small({"mine": crashing, "greedy": "greedy"}, 4)
    sheets, said = Scoresheets(), list[str]()
    hold(rules, sheets, one_after_the_other(rules), say=said.append)
    results = timeless(sheets.results)
    assert each_once(rules, results)
    assert len(said) == 1  # at once, and not for every match
    assert "loses its seat to the random bot" in said[0]
    notes = [result.note for result in results if result.bot == "mine"]
    assert all("loses its seat to the random bot" in note for note in notes)
    assert [one.seats_lost for one in standings(list(rules.bots), results).bots] == [0, 4]


# ── Accidents ────────────────────────────────────────────────────────────────────────────────────


def test_a_match_whose_worker_is_killed_is_played_by_another(tmp_path: Path) -> None:
    rules = small({"mine": killer_of_its_worker(tmp_path), "random": "random"}, 6)
    results = held(rules, crew(rules, 2))
    assert (tmp_path / "killed").exists()
    assert each_once(rules, results)
    assert {result.note for result in results} == {""}


def test_a_match_that_kills_every_worker_ends_the_tournament(tmp_path: Path) -> None:
    bot = program(tmp_path, "os.kill(os.getppid(), signal.SIGKILL)")
    rules = small({"mine": bot, "random": "random"}, 2)
    with pytest.raises(WorkersDie, match="has killed the process playing it 3 times"):
        held(rules, crew(rules, 1))


def test_a_mistake_of_ours_is_not_hidden() -> None:
    rules = small({"one": "no such bot", "other": "random"}, 2)
    with pytest.raises(MatchFailed, match=r"match 0-0-\d: .*There is no bot") as failure:
        held(rules, crew(rules, 2))
    assert "Traceback" in failure.value.__notes__[0]


MATCHES = 24
WORDS = ["karuba_cards", "--bots", "random,random", "--games", str(MATCHES), "--workers", "2"]

# The command, which stands still when the first part is saved, until something happens to it.
ARENA = """
import sys, threading
from templetop.arena import folder
from templetop.cli import main

write_part = folder.write_part

def write_and_wait(path, results):
    folder.write_part = write_part  # before anybody can press Ctrl-C: the rest is saved as usual
    write_part(path, results)
    print("saved", flush=True)
    threading.Event().wait()

folder.EVERY = 0
folder.write_part = write_and_wait
main()
"""


def arena(out: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", ARENA, "arena", *WORDS, "--out", str(out)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def is_anybody_left(session: int) -> bool:
    """Does a process of that session still run?"""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[3]) == session and words[0] != "Z":
            return True
    return False


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
def test_the_arena_is_stopped_in_the_middle_and_goes_on(tmp_path: Path, how: int) -> None:
    out = tmp_path / "out"
    playing = arena(out)
    assert playing.stdout is not None
    assert playing.stdout.readline() == "saved\n"
    if how == signal.SIGINT:
        os.killpg(playing.pid, how)  # as a terminal does it
    else:
        os.kill(playing.pid, how)
    _, errors = playing.communicate(timeout=LONGEST)
    rules = small({"random": "random", "random 2": "random"}, MATCHES)
    finished = len(Folder(out, rules).finished)
    assert 0 < finished < MATCHES
    if how == signal.SIGINT:
        assert playing.returncode == 130
        assert errors == "Stopped.\n"
    if Path("/proc/self/stat").exists():
        patience = time.monotonic() + LONGEST
        while is_anybody_left(playing.pid) and time.monotonic() < patience:
            time.sleep(0.1)
        assert not is_anybody_left(playing.pid)
    again = CliRunner(env={"COLUMNS": "100"}).invoke(app, ["arena", *WORDS, "--out", str(out)])
    assert again.exit_code == 0, again.output
    assert f"{MATCHES} matches of {MATCHES // 2} deals" in again.stdout
    assert each_once(rules, Folder(out, rules).results)
    assert sum(1 for _ in out.glob("matches/*.parquet")) > 1
