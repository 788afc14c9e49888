"""`templetop conform` and programs: the example in C, a planted fault, and what does not behave."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from templetop.cli.app import app
from templetop.conformance.engine import Engine, EngineFailed, NoProgram
from templetop.engine.game import Game
from templetop.engine.speech import speaking
from tests.every_game.tables import EXAMPLES

SOURCE = EXAMPLES / "connect_four" / "engine.c"
LONG = 600.0  # seconds: a busy machine takes its time
MANY = 1000  # questions
SOON = 0.3  # for programs that never answer


def conform(*words: object, language: str = "C.UTF-8") -> Result:
    runner = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", "LC_ALL": language})
    told = [*map(str, words), "--patience", str(LONG)]
    return runner.invoke(app, ["conform", *told, "--game", str(EXAMPLES / "connect_four")])


@pytest.fixture(scope="module")
def compiler() -> str:
    found = shutil.which("cc")
    if found is None:
        pytest.skip("There is no C compiler (cc), so the engine in C is not tried.")
    return found


def compiled(compiler: str, folder: Path, *flags: str) -> str:
    built = folder / "engine"
    warnings = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic")
    subprocess.run([compiler, *warnings, *flags, "-o", str(built), str(SOURCE)], check=True)
    return f"exec:{shlex.quote(str(built))}"


def test_the_engine_in_c_passes(compiler: str, tmp_path: Path) -> None:
    done = conform(compiled(compiler, tmp_path))
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("Connect Four: 100 matches agree, ")


def test_a_fault_planted_in_it_is_named_with_the_sentence(compiler: str, tmp_path: Path) -> None:
    engine = compiled(compiler, tmp_path, "-DFAULT=1")
    done = conform(engine)
    assert done.exit_code == 1
    assert "The game is over, but the program says: It is up to seat" in done.stdout
    assert "Rule 3.1: Four of your stones in a line without a gap, across, upright" in done.stdout
    assert done.stderr == "The program does not agree with the rules of Connect Four.\n"
    [data] = json.loads(conform(engine, "--json").stdout)
    assert (data["game"], data["agrees"]) == ("connect_four", False)
    assert (data["difference"]["rule"], data["difference"]["what"]) == ("3.1", "who")
    alone = conform(engine, "--match", data["difference"]["match"])
    assert alone.stdout == done.stdout
    german = conform(engine, language="de_DE.UTF-8")
    assert "Das Spiel ist zu Ende, aber das Programm sagt: Platz" in german.stdout


def test_without_a_program_the_protocol_is_shown() -> None:
    done = conform()
    assert done.exit_code == 0
    assert done.stdout.startswith("# The conformance protocol")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("./engine",), 1, "'./engine' is no program; write exec:COMMAND, such as exec:./engine."),
        (("exec: ",), 1, "is no program"),
        (("exec:./not-there",), 1, "it does not start (No such file or directory)"),
        (("exec:cat", "--match", "999"), 2, "there is no match 999"),
        (("exec:cat",), 1, "it answered 'conform 1 connect_four 1', not 'ready'"),
        (("exec:true",), 1, "it stopped with exit code 0"),
        (
            ("exec:sh -c 'read line; echo unknown'",),
            1,
            "The program does not play this game: it does not say why.",
        ),
    ],
)
def test_what_is_no_engine_gets_one_sentence(words: tuple[str, ...], code: int, says: str) -> None:
    done = conform(*words)
    assert done.exit_code == code, done.output
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


# ── Programs that do not behave ──────────────────────────────────────────────────────────────────


def program(source: str) -> str:
    return f"exec:{shlex.join([sys.executable, '-c', source])}"


def failure_of(engine: Engine, questions: int = 1) -> str:
    """The sentence with which it fails at one of the next questions."""

    def ask() -> None:
        with engine:
            for _ in range(questions):
                engine.answer("new 2")

    with pytest.raises(EngineFailed) as failed:
        ask()
    return str(failed.value)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("print('ready', flush=True); import sys; sys.exit(3)", "it stopped with exit code 3"),
        ("raise SystemExit('out of luck')", 'its last words were "out of luck"'),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\n')", "which is not UTF-8"),
        ("print('x' * 70000)", "its answer is too long"),
        ("print('ready', end='')", "its answer is too long, or ends without the end of a line"),
        ("while True: print('ready')", "it wrote a line that nobody had asked for"),
    ],
)  # fmt: skip
def test_a_program_that_does_not_behave_is_stopped_with_one_sentence(source: str, why: str) -> None:
    engine = Engine(program(source), LONG)
    sentence = failure_of(engine, questions=MANY)
    assert why in sentence
    assert "\n" not in sentence
    assert engine.talk.process.poll() is not None


def test_a_program_that_does_not_answer_in_time_is_stopped() -> None:
    source = "print(input(), flush=True); import time; time.sleep(600)"
    engine = Engine(program(source), SOON)
    assert engine.answer("ready") == "ready"
    assert "it took longer than 0.3 s" in failure_of(engine)
    assert engine.talk.process.poll() is not None


def test_what_is_no_program_is_refused_in_german_too(connect_four: Game) -> None:
    with speaking("de"), pytest.raises(NoProgram, match="'level3' ist kein Programm"):
        Engine("level3", LONG)
