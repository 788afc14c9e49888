"""Options that change nothing in this combination are named on stderr."""

from pathlib import Path

import pytest

from .conftest import Run

IDLE = "Note: The option nuggets has no effect with gold=enough.\n"
NUGGETS = ("-o", "nuggets=3")


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "karuba", "--seats", 2, "--games", 1, "--json"),
        ("record", "karuba", "--seats", 2, "--bots", "random", "--out", "one.txt"),
        ("arena", "karuba", "--bots", "random,greedy", "--games", 1, "--workers", 1),
        ("study", "karuba", "--bots", "random", "--games", 2),
        ("play", "karuba", "--bots", "random", "--seat", 0),
    ],
)
def test_every_command_that_takes_options_says_which_change_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert IDLE in run(*words, *NUGGETS).stderr


def test_what_has_an_effect_is_not_mentioned(run: Run, tmp_path: Path) -> None:
    words = ("record", "karuba", "--seats", 2, "--bots", "random", "--out", tmp_path / "one.txt")
    assert run(*words, "-o", "gold=twelve", *NUGGETS).stderr == ""


def test_both_variants_of_a_comparison_are_looked_at(run: Run) -> None:
    words = ("simulate", "karuba", "--seats", 2, "--games", 1, "--against", "nuggets=3")
    assert IDLE in run(*words).stderr


def test_a_long_wrong_value_is_not_repeated_at_length(run: Run) -> None:
    answer = run("simulate", "karuba", "-o", f"nuggets={'x' * 200}")
    assert answer.exit_code == 2
    assert f"'{'x' * 39}…'" in answer.stderr
    assert "x" * 40 not in answer.stderr


def test_a_number_is_stored_without_needless_zeros(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.match"
    words = ("--seats", 2, "--bots", "random", "-o", "gold=twelve", "-o", "nuggets=00002")
    assert run("record", "karuba", *words, "--out", file).exit_code == 0
    assert " nuggets=2\n" in file.read_text("utf-8")
