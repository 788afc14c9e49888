"""Rules, code and tests side by side."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from templetop.cli import rules as command
from templetop.engine.kept_faults import fingerprint, rule_modules
from templetop.games import shelf as games
from templetop.games.shelf import take

from .conftest import Run

FITTING = '@rule\ndef walk(x):\n    """1.1  All walk."""\n'


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another rulebook for karuba, with code and tests that do not fit it."""
    game = tmp_path / "games" / "karuba"
    tests = tmp_path / "tests" / "karuba"
    (game / "rules").mkdir(parents=True)
    tests.mkdir(parents=True)
    (game / "rulebook.md").write_text(
        "## 1 Walking\n- **1.1** All walk. [text]\n- **1.2** None fly.\n"
    )
    (game / "rules" / "walk.py").write_text(
        '@rule\ndef walk(x):\n    """1.1  All walk; 1.9  or not."""\n'
    )
    (tests / "test_1.py").write_text("def test_1_1_all_walk(): ...\ndef test_3_1_some(): ...\n")
    elsewhere = replace(take("karuba"), folder=game, options=())
    monkeypatch.setattr(games, "take", lambda game_id: elsewhere)
    monkeypatch.setattr(command, "TESTS", tmp_path / "tests")
    return tmp_path


@pytest.fixture
def fitting(shelf: Path) -> Path:
    """Code and tests that fit the rulebook."""
    (shelf / "games" / "karuba" / "rules" / "walk.py").write_text(FITTING)
    (shelf / "tests" / "karuba" / "test_1.py").write_text("def test_1_1_and_1_2_are_so(): ...\n")
    return shelf


def test_every_rule_of_karuba_is_shown_with_code_and_tests(run: Run) -> None:
    answer = run("rules", "karuba")
    assert answer.exit_code == 0
    for rule in command.rulebook_of(take("karuba")).sentences:
        assert f"{rule.number} " in answer.stdout
    assert "occupied" in answer.stdout
    assert "rules have a test" in answer.stdout


def test_a_section(run: Run) -> None:
    answer = run("rules", "karuba", "3.4")
    assert "3.4.9" in answer.stdout
    assert "3.5.1" not in answer.stdout


def test_as_json(run: Run) -> None:
    told = json.loads(run("rules", "karuba", "3.4.6", "--json").stdout)
    (rule,) = told["rules"]
    assert rule["number"] == "3.4.6"
    assert rule["code"] == ["occupied"]
    assert all(name.startswith("test_3_4_6_") for name in rule["tests"])


def test_to_read(run: Run) -> None:
    assert "Karuba: the rules as we play them" in run("rules", "karuba", "--text").stdout
    answer = run("rules", "karuba", "f.2", "--text")
    assert "F.2 May I lay a tile that blocks my own adventurer?" in answer.stdout
    assert "F.3" not in answer.stdout


def test_the_last_line_says_what_is_wanting(run: Run, shelf: Path) -> None:
    last = " ".join(run("rules", "karuba").stdout.split())
    assert "1 of 2 rules have a test; without: 1.2;" in last
    assert (
        "tests of unknown rules: 3.1 (test_1.py:2); code for unknown rules: 1.9 (rules/walk.py:2)"
        in last
    )


def test_check_fails_where_something_is_wanting(run: Run, shelf: Path) -> None:
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 1
    assert answer.stderr.splitlines() == [
        "No test bears the number of 1.2.",
        "The rulebook does not have what tests are named after: 3.1 (test_1.py:2).",
        "The rulebook does not have what code cites: 1.9 (rules/walk.py:2).",
    ]


def test_check_is_content_where_all_fits(run: Run, shelf: Path) -> None:
    game, tests = shelf / "games" / "karuba", shelf / "tests" / "karuba"
    (game / "rules" / "walk.py").write_text(FITTING)
    (tests / "test_1.py").write_text("def test_1_1_walk(): ...\ndef test_1_2_fly(): ...\n")
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 0
    assert answer.stderr == ""
    assert answer.stdout.splitlines()[-2:] == [
        "No code cites 1.2.",
        "No result of planted faults is kept for karuba, so nobody knows what its tests notice.",
    ]


def test_a_test_counts_for_every_rule_in_its_name(run: Run, fitting: Path) -> None:
    assert run("rules", "karuba", "--check").exit_code == 0
    (row, other) = json.loads(run("rules", "karuba", "--json").stdout)["rules"]
    assert row["tests"] == other["tests"] == ["test_1_1_and_1_2_are_so"]


def test_it_is_shown_how_many_faults_the_tests_of_a_rule_noticed(run: Run, fitting: Path) -> None:
    keep(fitting, {"1.1": [12, 9, 11]})
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 0
    assert "9 of 12" in answer.stdout
    assert answer.stdout.endswith("\n11 of 12 planted faults were noticed.\n")
    told = json.loads(run("rules", "karuba", "--json").stdout)
    rows = [(one["faults"], one["noticed"], one["noticed_by_any"]) for one in told["rules"]]
    assert rows == [(12, 9, 11), (None, None, None)]
    assert (told["uncited"], told["unnoticed"]) == (["1.2"], [])


def test_a_rule_whose_tests_noticed_no_fault_is_wanting(run: Run, fitting: Path) -> None:
    keep(fitting, {"1.1": [12, 0, 11], "1.2": [0, 0, 0]})
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 1
    assert answer.stderr == (
        "The tests of these rules noticed none of the faults planted in their code,"
        " of which there were so many: 1.1 (12).\n"
    )
    assert json.loads(run("rules", "karuba", "--json").stdout)["unnoticed"] == ["1.1"]


def test_that_the_rules_have_changed_since_is_said(run: Run, fitting: Path) -> None:
    keep(fitting, {"1.1": [12, 9, 11]})
    source = fitting / "games" / "karuba" / "rules" / "walk.py"
    source.write_text(FITTING + "# changed\n")
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 0
    assert answer.stdout.splitlines()[-1] == (
        "The rules of karuba have changed since the faults were planted,"
        " so these numbers may be out of date."
    )


@pytest.mark.parametrize("text", ["no", "[]", '{"sentences": {"1.1": 3}}'])
def test_a_broken_result_is_said(run: Run, fitting: Path, text: str) -> None:
    path = fitting / "tests" / "karuba" / "mutants.json"
    path.write_text(text)
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 1
    assert answer.stderr == f"{path} is no result of planted faults.\n"


def test_own_games_keep_it_with_their_own_tests(run: Run, fitting: Path) -> None:
    game = fitting / "games" / "karuba"
    (fitting / "tests" / "karuba").rename(game / "tests")
    keep(fitting, {"1.1": [4, 3, 3]}, game / "tests")
    answer = run("rules", "karuba", "--check")
    assert answer.exit_code == 0
    assert "3 of 4" in answer.stdout


def keep(shelf: Path, sentences: dict[str, list[int]], tests: Path | None = None) -> None:
    """What `python -m tests.mutants` would keep."""
    sources = fingerprint(rule_modules(shelf / "games" / "karuba"))
    faults, _, noticed = sentences["1.1"]
    kept = {"sources": sources, "faults": faults, "noticed": noticed, "sentences": sentences}
    folder = tests or shelf / "tests" / "karuba"
    (folder / "mutants.json").write_text(json.dumps(kept))


def test_where_there_are_no_tests_it_is_said(run: Run, shelf: Path) -> None:
    (shelf / "tests").rename(shelf / "elsewhere")
    answer = run("rules", "karuba")
    assert answer.exit_code == 0
    assert "not here" in answer.stdout
    assert "the tests are not installed here" in " ".join(answer.stdout.split())
    assert run("rules", "karuba", "--check").exit_code == 1


def test_a_game_without_a_rulebook(run: Run, shelf: Path) -> None:
    (shelf / "games" / "karuba" / "rulebook.md").unlink()
    answer = run("rules", "karuba")
    assert answer.exit_code == 1
    assert answer.stderr == "There is no rulebook for karuba yet.\n"
