"""The terminal speaks the language that it is set to, where there are words in it."""

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from templetop.cli.app import EXIT_CODES, HEADINGS, app
from templetop.cli.flags import TYPER, USAGE, in_paragraphs, texts_of_help
from templetop.cli.words import SPEECH, language_wanted
from templetop.engine.refusal import UnknownOption, WrongSeats
from templetop.engine.speech import speaking
from templetop.games.shelf import take

from .conftest import Run
from .test_bad_usage import REFUSED
from .test_bad_usage import USAGE as WRONG

GERMAN = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT.UTF-8", "LANGUAGE": ""}
LETTERS = re.compile("[A-Za-z]{2}")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en:de"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de_AT"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    assert language_wanted(environment) == language


def in_german(*words: object, typed: str = "", columns: int = 200) -> Result:
    runner = CliRunner(
        env={"COLUMNS": str(columns), "NO_COLOR": "1", "TEMPLETOP_GAMES": "", **GERMAN}
    )
    return runner.invoke(app, [str(word) for word in words], input=typed)


def test_a_game_is_played_in_german(tmp_path: Path) -> None:
    file = tmp_path / "abend.txt"
    words = ("play", "karuba", "--bots", "random", "--set", "setup=random", "--seed", 3)
    done = in_german(*words, "--save", file, typed="?\nroll\nlay zz\nquit\n")
    assert "Du spielst gegen" in done.output
    assert "legt Plättchen" in done.output
    assert "'roll' ist jetzt kein Zug; ? zeigt, was du eingeben kannst." in done.output
    assert "Du verlässt den Tisch." in done.output
    assert "calls tile" in file.read_text("utf-8")  # files are for everybody


def test_refusals_have_no_english_word_in_them() -> None:
    done = in_german("play", "karuba", "--set", "setup=x")
    assert done.stderr == "Die Option setup ist placed oder random, nicht 'x'.\n"
    with speaking("de"), pytest.raises(UnknownOption) as refused:
        take("karuba").settings({"setup": "x"})
    assert f"{refused.value}\n" == done.stderr
    with speaking("de"), pytest.raises(WrongSeats) as wrong:
        take("karmaggan").start(3, {"mode": "teams"})
    assert "or" not in str(wrong.value).split()


def test_a_match_is_told_in_german_but_not_to_programs(recorded: Path) -> None:
    told = in_german("replay", recorded)
    assert "Platz" in told.output
    assert json.loads(in_german("replay", recorded, "--json").stdout)["breakdown"][0].keys() >= {
        "treasures"
    }


# ── Help ─────────────────────────────────────────────────────────────────────────────────────────


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, and how it is called."""
    yield words, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*words, name))


COMMANDS = [*commands(get_command(app))]


def said_in_help(command: Any) -> set[str]:
    """Sentences and words in capitals that its own help must have translated."""
    own = copy.copy(command)
    own.commands = {}
    return {text for text in texts_of_help(own) if LETTERS.search(text)}


@pytest.mark.parametrize(("words", "command"), COMMANDS, ids=[" ".join(w) for w, _ in COMMANDS])
def test_help_has_no_english_sentence(words: tuple[str, ...], command: Any) -> None:
    done = in_german(*words, "--help", columns=1000)
    assert done.exit_code == 0
    shown = " ".join(done.output.split())
    for text in said_in_help(command):
        german = SPEECH.known("de", text)
        assert german, text
        for paragraph, english in zip(german.split("\n\n"), text.split("\n\n"), strict=True):
            assert paragraph in shown
            assert paragraph == english or english not in shown.split("│")
    for english in (*TYPER.values(), *USAGE, *HEADINGS, *EXIT_CODES.values()):
        assert english.split("{")[0].strip() not in shown


def test_help_below_a_group_is_translated_as_well() -> None:
    shown = " ".join(in_german("--help", columns=1000).output.split())
    for _, command in COMMANDS[1:]:
        summary = in_paragraphs(command.help).split("\n\n")[0]
        assert summary not in shown
    assert "Exit-Codes 0 alles in Ordnung 1 es ging nicht" in shown
    assert "Beispiele templetop play karuba" in shown


def test_help_leaves_nothing_behind_for_whoever_speaks_english(run: Run) -> None:
    before = run("play", "--help").output
    assert in_german("play", "--help").output != before
    assert run("play", "--help").output == before
    assert "Usage: templetop play [OPTIONS] [GAME]" in " ".join(before.split())
    assert "[default: Player]" in " ".join(before.split())


# ── What goes wrong ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", dict.fromkeys(words for words, _ in [*WRONG, *REFUSED]))
def test_what_goes_wrong_is_said_in_german(run: Run, words: str) -> None:
    english, german = run(*words.split()), in_german(*words.split())
    assert german.exit_code == english.exit_code
    assert german.stderr.count("\n") == 1
    assert german.stderr != english.stderr


def test_a_bug_of_ours_is_said_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("templetop.cli.games.shelf", break_down)
    assert in_german("games").stderr.startswith("Ein Fehler in Templetop selbst (ZeroDivisionError")


# ── What comes of it ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        ("games", ["Karuba, 1 bis 4 Plätze", "spielbar"]),
        (
            "games karuba",
            ["was sie bedeutet", "1.600 simulierten Partien ab", "2 Zahlen von 0 bis 99."],
        ),
        (
            "simulate karuba --seats 2 --games 1200",
            ["Karuba, 1.200 Partien, Startwert 0", "95-%-Intervall", "Entscheidungen pro Partie"],
        ),
        (
            "simulate karuba --seats 2 --games 200 --against setup=random",
            ["je 200 Partien", "A  üblich", "Unterschied", "Fette Unterschiede sind sicher"],
        ),
        (
            "study karuba_cards --games 40",
            ["2 Personen", "Glück der Verteilung", "geteilter erster Rang", "aus: Blau"],
        ),
        ("rules karuba 3.4", ["Satz", "70 von 70 Regeln haben einen Test"]),
        ("check karuba --games 1", ["im erlaubten Bereich: 1 Partie", "Karuba hat bestanden."]),
    ],
)
def test_results_are_said_in_german(words: str, sentences: list[str]) -> None:
    done = in_german(*words.split())
    assert done.exit_code == 0, done.output
    for sentence in sentences:
        assert sentence in done.output
    assert not re.search(r"\b(the|of|and|game|games|decisions|seats)\b", done.output)


@pytest.mark.usefixtures("arena_in_this_process")
def test_a_tournament_is_told_in_german(tmp_path: Path) -> None:
    out = tmp_path / "cup"
    done = in_german(
        "arena", "karuba_cards", "--bots", "greedy,random", "--games", 20, "--out", out
    )
    assert "2 Plätze, 20 Partien, 10 Verteilungen, Startwert 0" in done.output
    assert "Wertung  95-%-Intervall" in done.output
    assert "liegt vor" in done.output
    assert "Partien, standings.json und ladder.svg." in done.output
    assert "Wertung (Elo) mit 95-%-Intervall" in (out / "ladder.svg").read_text("utf-8")


def test_the_coach_speaks_german(recorded: Path) -> None:
    words = ("coach", recorded, "--quick", "--seats", 1)
    told, again = in_german(*words), in_german(*words)
    assert "Ein erster Blick: " in told.stderr
    assert "Entscheidungen abgewogen." in told.stderr
    assert "Aussichten, von 0 % bis 100 %, vor jeder Entscheidung" in told.stdout
    assert "Glück und Können" in told.stdout
    assert "legt" in told.stdout
    assert not re.search(r"\b(lays|tile|the|of)\b", told.stdout)
    assert again.stdout == told.stdout  # the same as they are read from the file
    assert "lays tile" in recorded.with_suffix(".coach.json").read_text("utf-8")


def test_matches_and_folders_are_told_in_german(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.txt"
    words = ("record", "karuba", "--seats", 2, "--bots", "random", "--seed", 4, "--out", out)
    assert "Züge." in in_german(*words).output
    assert out.read_text("utf-8") == recorded.read_text("utf-8")
    assert "auf dem neuesten Stand" in in_german("convert", recorded).output
    made = in_german("new-game", "mygame", "--in", tmp_path)
    assert "ist ein Spiel, das man spielen kann" in made.output


def test_the_page_of_a_study_is_in_german(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    page = tmp_path / "study.html"
    done = in_german("study", "karuba_cards", "--games", 40, "--report", page)
    assert done.exit_code == 0, done.output
    text = page.read_text("utf-8")
    assert '<html lang="de">' in text
    assert "Wie es gemacht wurde" in text
    shown = re.sub(r"<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert not re.search(r"\b(the|of|and|games|decisions|seats|wins|usual)\b", shown)


@pytest.mark.parametrize(
    "words",
    [
        "games --json",
        "games karuba --json",
        "study karuba_cards --games 20 --json",
        "check karuba --games 1 --json",
        "rules karuba 3.4 --json",
        "bot-protocol karuba",
    ],
)
def test_programs_read_the_same_in_every_language(
    run: Run, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEMPLETOP_GAMES", "")
    spoken = json_without_language(run(*words.split()).stdout)
    assert json_without_language(in_german(*words.split()).stdout) == spoken


def json_without_language(text: str) -> str:
    """Without the sentences of a rulebook, of which there is one in each language."""
    return re.sub(r'"(text|source)": ".*"', "", text)
