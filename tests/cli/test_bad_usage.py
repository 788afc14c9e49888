"""Whatever goes wrong is told in one sentence, and each kind of mistake has its exit code."""

import os
from pathlib import Path

import pytest
from typer.testing import Result

from templetop.cli import app as application

from .conftest import Run

USAGE = [
    ("plya", "There is no command 'plya'. Did you mean play?"),
    ("--versio", "There is no option --versio. Did you mean --version?"),
    ("games karuba more", "unexpected extra argument"),
    ("play", "Name a game"),
    ("play karuba --seat 7", "There are 3 seats"),
    ("play karuba --seat -1", "--seat should be greater than or equal to 0."),
    ("play karuba --name greedy", "choose another name"),
    ("play karuba --name Jaguar", "Jaguar is the name of a bot; choose another name."),
    ("play karuba --seats 3 --bots greedy,greedy,greedy", "or 2 bots, not 3."),
    ("play --resume x --level 2", "already"),
    ("play karuba --level 0", "--level should be greater than or equal to 1."),
    ("play karuba --level 6", "--level should be less than or equal to 5."),
    ("play karuba --level 2 --bots greedy", "Use either --bots or --level"),
    ("play karuba --name exec:./mybot", "exec:./mybot is the name of a bot"),
    ("play karuba --name level4", "level4 is the name of a bot; choose another name."),
    ("simulate", "Missing argument 'GAME'."),
    ("simulate karuba --gmaes 5", "There is no option --gmaes. Did you mean --games?"),
    ("simulate karuba --games", "requires an argument"),
    ("simulate karuba --games -5", "--games should be greater than or equal to 1."),
    ("simulate karuba --games 0", "--games should be greater than or equal to 1."),
    ("simulate karuba --games 1e6", "--games should be a whole number."),
    ("simulate karuba --games 1000000000000", "There is not enough memory for so many games"),
    ("simulate karuba --games " + "9" * 5000, "--games"),
    ("simulate karuba --seed text", "--seed should be a whole number."),
    ("simulate karuba --threads 0", "--threads"),
    ("simulate karuba --threads 1000000", "--threads should be less than or equal to 1024."),
    ("simulate karuba --seats 0", "--seats"),
    ("simulate karuba --bots gredy", "There is no bot 'gredy'; there are random, greedy, level1,"),
    ("simulate karuba --bots gredy", "Did you mean greedy?"),
    ("simulate karuba --bots level3", "Only random and greedy can be simulated; `templetop arena`"),
    ("simulate karuba --bots exec:./mybot", "also plays 'exec:./mybot'."),
    ("record karuba --out x --bots level6", "There is no bot 'level6'"),
    ("record karuba --out x --bots exec:", "There is no bot 'exec:'"),
    ("record karuba --out x --bots search:0", "There is no bot 'search:0'"),
    ("simulate karuba --bots greedy,random", "Name one bot for all seats, or 4 bots, not 2."),
    ("simulate karuba --bots ,", "There is no bot ''"),
    ("simulate karuba --option setpu=random", "Did you mean setup?"),
    ("simulate karuba --option setup=randm", "Did you mean random?"),
    ("simulate karuba --option nuggets=many", "must be a number from 0 to 99, not 'many'."),
    (
        "simulate karuba --option stack_of_4=5,4",
        "must be 4 numbers, separated by commas, from 0 to 99",
    ),
    (
        "simulate karuba --option stack_of_2=3,5",
        "must not rise, as the best treasure is on top",
    ),
    ("convert a b --out c", "--out is for a single match"),
    ("simulate karuba --device gpu", "Games are simulated on cpu or cuda, not on 'gpu'."),
    ("record karuba", "Missing option '--out'."),
    ("record karuba --out x --number -1", "--number"),
    ("replay x --to -1", "--to should be greater than or equal to 0."),
    ("simulate karubba", "Did you mean karuba?"),
    ("simulate karuba --seats 9", "Karuba seats 1 to 4, not 9."),
    ("simulate karuba --option setup", "write name=choice."),
    ("record karuba --seats 12 --out x", "Karuba seats 1 to 4, not 12."),
    ("rules karuba 9.9", "There is no rule '9.9'; the parts are 1, 2, 3, 4, 5, F."),
    ("rules chess", "There is no game 'chess'"),
    ("games karubba", "Did you mean karuba?"),
    ("play karuba --name a,b", "cannot name a seat"),
    ("record karuba --bots exec:./my#bot --out x", "cannot name a seat"),
    ("bot-protocol chess", "There is no game 'chess'"),
    ("arena karuba --bots level5=greedy,random", "'level5' is the name of another bot"),
    ("arena karuba --bots a=greedy,a=random", "Two bots are called a."),
    ("record karuba --out x --bots py:module", "There is no bot 'py:module'"),
    ("record karuba --out x --bots a#b=greedy", "cannot name a seat"),
    ("play --resume x --bots greedy", "--bots can only say which bots names stand for"),
]

REFUSED = [
    ("record karuba --out x --bots exec:./no-such-bot", "cannot play: it does not start ("),
    ("record karuba --out x --bots mine=py:no_such:Bot", "mine cannot play: there is no module"),
    ("arena karuba --bots exec:./no-such-bot,greedy", "cannot play: it does not start ("),
    ("record karuba --bots random --out no/such/folder", "There is no folder no/such."),
    ("replay nothing.txt", "nothing.txt cannot be found"),
    ("replay /", "/ is a folder, not a file."),
    ("play karuba --save no/such/folder", "there is no such file or folder."),
    ("play karuba --save -", "only be saved in a file."),
    ("play --resume nothing.txt", "nothing.txt cannot be found"),
    ("convert nothing.txt", "nothing.txt cannot be found"),
]


def told_in_one_sentence(answer: Result, sentence: str) -> bool:
    """Nothing on stdout, one line on stderr, and that is it."""
    return answer.stdout == "" and answer.stderr.count("\n") == 1 and sentence in answer.stderr


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


def test_a_game_that_is_not_ready_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from templetop.games import shelf

    box = shelf.Box("checkers", "Checkers", "2", "Jumps.", is_ready=False)
    monkeypatch.setattr(shelf, "COMING", [box])
    answer = run("simulate", "checkers")
    assert answer.exit_code == 2
    assert told_in_one_sentence(answer, "Checkers is not playable yet.")


@pytest.mark.parametrize("command", ["replay", "play --resume"])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x00\xff\xfe\x80", "is not a text file"),
        (b"", "Line 1"),
        (b"dear diary\n", "Line 1"),
        (b"templetop match\ngame: karubba\n", "Line"),
        (b"x" * 5_000_000, "far too long"),
    ],
    ids=["binary", "empty", "other text", "damaged", "too long"],
)
def test_a_file_that_is_no_match(
    run: Run, tmp_path: Path, command: str, content: bytes, sentence: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    answer = run(*command.split(), file)
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, sentence), answer.output
    assert str(file) in answer.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_to(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    answer = run("record", "karuba", "--bots", "random", "--out", tmp_path / "match.txt")
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, "Permission denied")


def test_a_disk_that_is_full(run: Run) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    answer = run("record", "karuba", "--bots", "random", "--out", "/dev/full", "--force")
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, "No space left on device.")


def test_our_own_mistakes_are_no_traceback_either(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("templetop.cli.games.print_json", break_down)
    answer = run("games", "--json")
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, f"set {application.SHOW_WHERE}=1 to see where.")


def test_they_can_be_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("templetop.cli.games.print_json", break_down)
    monkeypatch.setenv(application.SHOW_WHERE, "1")
    assert isinstance(run("games", "--json").exception, ZeroDivisionError)


def test_too_little_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def want_more(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("templetop.cli.games.print_json", want_more)
    answer = run("games", "--json")
    assert told_in_one_sentence(answer, "There is not enough memory for this.")


def test_no_word_and_help_are_asking_for_help(run: Run) -> None:
    for words in ((), ("help",), ("--help",)):
        answer = run(*words)
        assert answer.exit_code == 0
        assert "Commands" in answer.stdout
        assert answer.stderr == ""
    play = run("help", "play")
    assert (play.exit_code, play.stdout) == (0, run("play", "--help").stdout)
    unknown = run("help", "plai")
    assert unknown.exit_code == 2
    assert told_in_one_sentence(unknown, "plai")


def test_the_version_has_a_short_option(run: Run) -> None:
    assert run("-V").stdout == run("--version").stdout
    assert run("-V").stdout.startswith("templetop ")


@pytest.mark.parametrize(
    "words",
    [
        "simulate karuba",
        "study karuba",
        "arena karuba --bots greedy,random",
        "record karuba --out x",
        "play karuba",
        "puzzles karuba --out x",
        "coach x",
    ],
)
@pytest.mark.parametrize("seed", [2**64, -(2**70)])
def test_a_seed_that_would_be_cut_is_refused(run: Run, words: str, seed: int) -> None:
    answer = run(*words.split(), "--seed", seed)
    assert answer.exit_code == 2
    assert told_in_one_sentence(answer, f"A seed is a whole number from {-(2**63)} to {2**64 - 1}.")


@pytest.mark.parametrize("name", ["out.pdf", "out", "out.parquet"])
def test_a_page_is_html(run: Run, name: str) -> None:
    answer = run("study", "karuba", "--report", name)
    assert answer.exit_code == 2
    assert told_in_one_sentence(answer, "The page is HTML, so it needs a name such as out.html.")


def test_a_folder_that_is_missing_is_noticed_before_anything_is_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from templetop.cli import record

    monkeypatch.setattr(record, "played", pytest.fail)
    answer = run("record", "karuba", "--bots", "random", "--out", "no/such/folder/x")
    assert answer.exit_code == 1
    assert told_in_one_sentence(answer, "There is no folder no/such/folder.")
