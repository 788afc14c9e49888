"""Rules, code and tests side by side."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from templetop.cli import rules as command
from templetop.games import shelf as games
from templetop.games.shelf import take

from .conftest import Run


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
    elsewhere = replace(take("karuba"), folder=game)
    monkeypatch.setattr(games, "take", lambda game_id: elsewhere)
    monkeypatch.setattr(command, "TESTS", tmp_path / "tests")
    return tmp_path


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
    assert answer.stderr == "Rules, code and tests do not match: 3 mistakes.\n"


def test_check_is_content_where_all_fits(run: Run, shelf: Path) -> None:
    game, tests = shelf / "games" / "karuba", shelf / "tests" / "karuba"
    (game / "rules" / "walk.py").write_text('@rule\ndef walk(x):\n    """1.1  All walk."""\n')
    (tests / "test_1.py").write_text("def test_1_1_walk(): ...\ndef test_1_2_fly(): ...\n")
    assert run("rules", "karuba", "--check").exit_code == 0


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
