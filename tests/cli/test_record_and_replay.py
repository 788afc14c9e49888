"""Matches are written, and told from what was written."""

import json
from pathlib import Path

from templetop.engine.match import Match
from templetop.games.shelf import take

from .conftest import Run


def test_a_recorded_match_reads_to_its_end(recorded: Path) -> None:
    match = Match.read(recorded.read_text(), take)
    assert match.is_over
    assert match.seats == ("random", "random 2")


def test_the_same_seed_gives_the_same_match(run: Run, recorded: Path, tmp_path: Path) -> None:
    words = ("record", "karuba", "--seats", 2, "--bots", "random")
    again, other, number = tmp_path / "again", tmp_path / "other", tmp_path / "number"
    run(*words, "--seed", 4, "--out", again)
    run(*words, "--seed", 5, "--out", other)
    run(*words, "--seed", 4, "--number", 1, "--out", number)
    texts = [file.read_text() for file in (recorded, again, other, number)]
    assert texts[0] == texts[1]
    assert len(set(texts)) == 3


def test_without_a_seed_every_match_is_another(run: Run) -> None:
    words = ("record", "karuba", "--seats", 1, "--bots", "random", "--out", "-")
    assert run(*words).stdout != run(*words).stdout


def test_options_are_written_down(run: Run) -> None:
    words = ("record", "karuba", "--bots", "random", "--out", "-", "-o", "setup=random")
    answer = run(*words, "--option", "gold=twelve")
    assert "options: setup=random distance=apart gold=twelve treasures=by_seats" in answer.stdout


def test_a_file_is_overwritten_only_by_force(run: Run, recorded: Path) -> None:
    before = recorded.read_text()
    words = ("record", "karuba", "--bots", "random", "--seed", 9, "--out", recorded)
    refused = run(*words)
    assert refused.exit_code == 1
    assert "already exists; --force overwrites it." in refused.stderr
    assert recorded.read_text() == before
    assert run(*words, "--force").exit_code == 0
    assert recorded.read_text() != before


def test_a_file_is_not_overwritten_so_nobody_plays_for_it(
    run: Run, recorded: Path, tmp_path: Path
) -> None:
    trap = tmp_path / "played"
    words = ("record", "karuba", "--seats", 2, "--out", recorded)
    refused = run(*words, "--bots", f"exec:touch {trap},random")
    assert "already exists; --force overwrites it." in refused.stderr
    assert not trap.exists()


def test_replay_tells_every_move_and_the_end(run: Run, recorded: Path) -> None:
    match = Match.read(recorded.read_text(), take)
    answer = run("replay", recorded)
    assert answer.exit_code == 0
    told = " ".join(answer.stdout.split())
    for line in match.lines():
        number, _, words = line.partition("  # ")
        assert f"{number.split()[0]} {words}" in told
    assert "place" in answer.stdout
    assert "random" in answer.stdout.splitlines()[-1]


def test_what_belongs_together_is_on_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    words = ("--seats", 2, "--bots", "random", "--seed", 4, "-o", "setup=random")
    run("record", "karuba", *words, "--out", file)
    lines = run("replay", file).stdout.splitlines()
    told = [line.strip().partition(" ")[0] for line in lines if line[:4].strip().isdecimal()]
    assert told[:3] == ["1", "9", "10"]
    assert " ".join(lines).count("Chance places the adventurers and their temples:") == 1


def test_of_decisions_made_at_the_same_time_all_are_told_or_none(run: Run, recorded: Path) -> None:
    for to, told in ((9, 9), (10, 9), (11, 11)):
        data = json.loads(run("replay", recorded, "--to", to, "--json").stdout)
        assert len(data["moves"]) == told


def test_replay_reads_stdin(run: Run, recorded: Path) -> None:
    assert run("replay", "-", typed=recorded.read_text()).stdout == run("replay", recorded).stdout


def test_up_to_a_move(run: Run, recorded: Path) -> None:
    answer = run("replay", recorded, "--to", 9)
    assert "   9  " in answer.stdout
    assert "  10  " not in answer.stdout.partition("place  seat")[0].split("Karuba,")[0]
    assert "The game is not over." in answer.stdout


def test_up_to_more_moves_than_there_are(run: Run, recorded: Path) -> None:
    assert run("replay", recorded, "--to", 100_000).stdout == run("replay", recorded).stdout


def test_the_board_after_each_turn(run: Run, recorded: Path) -> None:
    answer = run("replay", recorded, "--board", "--to", 20)
    turns = Match.read(recorded.read_text(), take).moves[:20]
    assert answer.stdout.count("╭─ random ─") == sum(1 for seat, _ in turns[8:] if seat == 1) + 1


def test_replay_as_json(run: Run, recorded: Path) -> None:
    match = Match.read(recorded.read_text(), take)
    told = json.loads(run("replay", recorded, "--json").stdout)
    assert told["game"] == "karuba"
    assert told["seats"] == ["random", "random 2"]
    assert [(move["seat"] - 1, move["move"]) for move in told["moves"]] == match.moves
    assert told["over"] is True
    assert told["sides"] == [0, 1]
    assert sum(told["wins"]) == 1
    for points, parts in zip(told["points"], told["breakdown"], strict=True):
        assert points == parts["treasures"] + parts["gold"] + parts["crystals"]
    assert f"table {told['table']}" in match.ending()[-1]


def test_a_damaged_line_is_named(run: Run, recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    lines[10] = lines[10].replace("seat", "site").replace("chance", "fate")
    recorded.write_text("\n".join(lines))
    answer = run("replay", recorded)
    assert answer.exit_code == 1
    assert "Line 11: " in answer.stderr


def test_a_file_from_windows_is_read_as_well(run: Run, recorded: Path) -> None:
    text = "\ufeff" + recorded.read_text().replace("\n", "\r\n")
    recorded.write_bytes(text.encode())
    assert run("replay", recorded).exit_code == 0
