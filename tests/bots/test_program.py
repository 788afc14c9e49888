"""Bots in any language: what they are told, and what becomes of those that do not behave."""

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from templetop.bots import program, roster
from templetop.bots.bot import Bot
from templetop.bots.program import START_UP, Message, Talk, Terms, understood
from templetop.bots.roster import Engagement, call
from templetop.bots.seen import seen_by
from templetop.cli.protocol import text
from templetop.cli.record import play_out
from templetop.cli.thinking import Thinking
from templetop.engine.ending import points_of
from templetop.engine.game import Game
from templetop.engine.match import Match, legal_moves
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take
from templetop.server.bots import external_bots
from tests.engine.toy import ROLL, TOY

TOLD, ANSWERED = "> ", "< "
ROOT = Path(__file__).parents[2]
PATIENCE = 0.4  # seconds for programs that are too slow, all of which sleep for LONG
LONG = 600.0  # seconds for all others: a busy machine takes its time

POLITE = """
import json, os, sys, subprocess, time
def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "decide":
        {decide}
{over}
"""
READY = 'say({"ready": True})'
FIRST_MOVE = 'say({"number": message["number"], "move": message["moves"][0]["move"]})'


def polite(hello: str = READY, decide: str = FIRST_MOVE, over: str = "") -> str:
    """A program that does as it should, except for what is said here."""
    return POLITE.format(hello=hello, decide=decide, over=over)


@dataclass
class Inn:
    """Where programs are at home while they are tested: what was said, and who was there."""

    folder: Path
    said: list[str] = field(default_factory=list)
    guests: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def command(self, script: str) -> str:
        file = self.folder / "bot.py"
        file.write_text(script)
        return f"exec:{shlex.quote(sys.executable)} -S {shlex.quote(str(file))}"

    def call(self, script: str, game: Game = TOY, **settings: Any) -> Bot:
        engaged = Engagement(2, log=self.said.append, **{"patience": LONG, **settings})
        return call(self.command(script), game, 0, engaged)


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inn]:
    """Nobody may be left there when a test is over: no process, no thread."""
    home, begin = Inn(tmp_path), program.start

    def noted(*about: Any) -> "subprocess.Popen[bytes]":
        home.guests.append(begin(*about))
        return home.guests[-1]

    monkeypatch.setattr(program, "start", noted)
    monkeypatch.setattr(program, "FAREWELL", LONG)
    before = {*threading.enumerate()}
    yield home
    for guest in home.guests:
        guest.wait(LONG)
    for thread in {*threading.enumerate()} - before:
        thread.join(LONG)
        assert not thread.is_alive()


def play_toy(bot: Bot) -> Match:
    """A whole match against who bids nothing; three decisions."""
    match, random = Match.new(TOY, ["program", "nobody"]), generator(1)
    while not match.is_over:
        match.play(CHANCE, ROLL + 2)
        match.play(0, bot.decide(seen_by(0, match.state, 2, random), random))
        match.play(1, 0)
    bot.close()
    return match


# ── Programs that behave ─────────────────────────────────────────────────────────────────────────


def test_a_program_decides_for_its_seat(inn: Inn) -> None:
    largest = 'say({"number": message["number"], "move": message["moves"][-1]["move"]})'
    match = play_toy(inn.call(polite(decide=largest)))
    assert [move for seat, move in match.moves if seat == 0] == [3, 2, 0]
    assert inn.said == []


def test_it_is_told_all_that_its_seat_may_know(inn: Inn) -> None:
    heard = inn.folder / "heard"
    note = f"open({str(heard)!r}, 'a').write(line)"
    bot = inn.call(polite(f"{note}; {READY}", f"{note}; {FIRST_MOVE}"), options={"die": "loaded"})
    play_toy(bot)
    hello, *questions = map(json.loads, heard.read_text().splitlines())
    assert hello == {
        "type": "hello",
        "protocol": 2,
        "match": "",
        "game": "toy",
        "rules": 7,
        "seat": 0,
        "seats": 2,
        "sides": [0, 1],
        "options": {"die": "loaded", "mood": "good"},
        "seconds": LONG,
        "what_ifs": 100_000,
    }
    assert questions[0] == {
        "type": "decide",
        "number": 1,
        "points": [0, 0],
        "places": [1, 1],
        "since": 0,
        "history": [],
        "view": {"number": 2, "stones": [5, 5, 5]},
        "moves": [
            {
                "move": n,
                "code": str(n),
                "says": f"bids {n}",
                "target": {"kind": "bid", "stones": n},
            }
            for n in range(4)
        ],
        "seed": 0,
    }
    assert [question["number"] for question in questions] == [1, 2, 3]


def test_every_game_can_be_told_and_played(inn: Inn, game: Game) -> None:
    match, random = Match.new(game, ["program", "other"]), generator(5)
    bot = inn.call(polite(), game)
    while not match.is_over and len(match.moves) < 60:
        seat = match.awaited[0]
        if seat == 0:
            match.play(seat, bot.decide(seen_by(seat, match.state, 2, random), random))
        else:
            match.play(seat, legal_moves(match.state, seat)[0])
    bot.close()
    assert inn.said == []


def test_it_has_more_time_to_start_than_for_a_decision(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, float]] = []

    class Noted(Talk):
        def ask(self, message: Message, patience: float, until: float = 0.0) -> bytes:
            given.append((message["type"], patience))
            return super().ask(message, patience, until)

    monkeypatch.setattr(roster, "Talk", Noted)
    monkeypatch.setattr(program, "START_UP", LONG)
    play_toy(inn.call(polite(), patience=LONG / 2))
    assert given == [("hello", LONG), *[("decide", LONG / 2)] * 3]
    assert inn.said == []


def test_other_fields_and_spaces_are_ignored(inn: Inn) -> None:
    chatty = (
        r"""say('  {"move": 0, "why": "d\u00e9j\u00e0", "number": %d}\r' % message["number"])"""
    )
    play_toy(inn.call(polite(decide=chatty)))
    assert inn.said == []


def test_it_hears_that_it_is_over_and_may_go_by_itself(inn: Inn) -> None:
    note = inn.folder / "note"
    play_toy(inn.call(polite(over=f"open({str(note)!r}, 'w').write(message['type'])")))
    assert note.read_text() == "over"
    assert inn.guests[0].wait(LONG) == 0


def test_its_standard_error_is_heard_line_by_line(inn: Inn) -> None:
    heard: list[str] = []
    play_toy(inn.call(polite(over="print('oh\\ndear', file=sys.stderr)"), hears=heard.append))
    assert heard == ["oh", "dear"]


def test_its_last_words_are_in_the_sentence(inn: Inn) -> None:
    play_toy(inn.call(polite(decide="raise ValueError('no idea')")))
    [sentence] = inn.said
    assert sentence.endswith('exit code 1; its last words were "ValueError: no idea".')


# ── Programs that do not ─────────────────────────────────────────────────────────────────────────

NO_OBJECT = "which is not a JSON object"
NOT_OFFERED = "which is not one of the moves offered"
NOT_READY = 'not {"ready": true}'
SLOW = "it took longer than 0.4 s"


def failing_at_hello() -> dict[str, tuple[str, str]]:
    return {
        "crashes": ("raise SystemExit(3)", "it stopped with exit code 3"),
        "is ended": ("import os; os.kill(os.getpid(), 9)", "it stopped with exit code -9"),
        "hangs": ("import time; time.sleep(600)", SLOW),
        "is silent": (polite(hello="pass"), SLOW),
        "says hello back": (polite(hello="say(message)"), NOT_READY),
        "is not sure": (polite(hello='say({"ready": 1})'), NOT_READY),
        "talks": ("print('Hello, I am a bot.', flush=True)", NO_OBJECT),
        "has no end": ("while True: print('x' * 9999, end='')", NO_OBJECT),
        "closes": ("import os, time; os.close(1); time.sleep(600)", "it stopped talking"),
        "closes both": (
            "import os, time; os.close(0); os.close(1); time.sleep(600)",
            "it stopped talking",
        ),
    }


def failing_at_the_first_decision() -> dict[str, tuple[str, str]]:
    def answering(answer: str) -> str:
        return polite(decide=f"say({answer!r})")

    return {
        "crashes": (polite(decide="raise SystemExit(4)"), "it stopped with exit code 4"),
        "hangs": (polite(decide="time.sleep(600)"), SLOW),
        "stammers": (polite(decide="""print('{"number":', end="", flush=True)"""), SLOW),
        "garbage": (answering("pass the salt"), "it answered 'pass the salt', which"),
        "nothing": (answering(""), NO_OBJECT),
        "list": (answering("[1, 0]"), NO_OBJECT),
        "number": (answering("0"), NO_OBJECT),
        "null": (answering("null"), NO_OBJECT),
        "NaN": (answering('{"number": 1, "move": 0, "sure": NaN}'), NO_OBJECT),
        "infinite": (answering('{"number": 1, "move": -Infinity}'), NO_OBJECT),
        "deep": (polite(decide="""say('{"move": ' * 8000)"""), NO_OBJECT),
        "deep and closed": (
            polite(decide="""say('{"number": 1, "move": ' + '[' * 900 + ']' * 900 + '}')"""),
            NOT_OFFERED,
        ),
        "huge number": (polite(decide="say('9' * 9999)"), NO_OBJECT),
        "no text": (
            polite(decide=r"sys.stdout.buffer.write(b'\xff\xfe{}\n'); sys.stdout.flush()"),
            NO_OBJECT,
        ),
        "lone surrogate": (answering(r'{"number": 1, "move": "\ud800"}'), NOT_OFFERED),
        "no number": (answering('{"move": 0}'), "to question number 1"),
        "wrong number": (answering('{"number": 2, "move": 0}'), "to question number 1"),
        "true number": (answering('{"number": true, "move": 0}'), "to question number 1"),
        "real number": (answering('{"number": 1.0, "move": 0}'), "to question number 1"),
        "no move": (answering('{"number": 1}'), NOT_OFFERED),
        "illegal": (answering('{"number": 1, "move": 4}'), NOT_OFFERED),
        "negative": (answering('{"number": 1, "move": -1}'), NOT_OFFERED),
        "true": (answering('{"number": 1, "move": true}'), NOT_OFFERED),
        "real": (answering('{"number": 1, "move": 1.0}'), NOT_OFFERED),
        "words": (answering('{"number": 1, "move": "0"}'), NOT_OFFERED),
        "floods": (polite(decide="while True: print('x')"), NO_OBJECT),
        "speaks unasked": (polite(hello=f"{READY}; {READY}"), "to question number 1"),
        "commands": (answering("\x1b[2J"), r"it answered '\x1b[2J', which"),
    }


FAILING = [
    pytest.param(when, script, why, id=f"{when}: {name}")
    for when, failing in (
        ("hello", failing_at_hello()),
        ("decide", failing_at_the_first_decision()),
    )
    for name, (script, why) in failing.items()
]


@pytest.mark.parametrize(("when", "script", "why"), FAILING)
def test_who_fails_loses_its_seat_and_the_match_goes_on(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, when: str, script: str, why: str
) -> None:
    is_slow = why == SLOW
    monkeypatch.setattr(program, "START_UP", PATIENCE if is_slow and when == "hello" else LONG)
    if why == "it stopped talking":
        monkeypatch.setattr(program, "FAREWELL", PATIENCE)  # until it is clear that it stays
    assert play_toy(inn.call(script, patience=PATIENCE if is_slow else LONG)).is_over
    assert not is_slow or inn.guests[0].wait(LONG) == -9  # nobody waited for its end
    (sentence,) = inn.said
    name, _, reason = sentence.partition(" loses its seat to the random bot: ")
    assert name == inn.command(script)
    assert why in reason
    assert reason.endswith(".")
    assert sentence.isprintable()


def test_it_may_fail_later_as_well(inn: Inn) -> None:
    play_toy(inn.call(polite(decide=f"{FIRST_MOVE} if message['number'] < 3 else sys.exit()")))
    assert [line.partition(": ")[2] for line in inn.said] == ["it stopped with exit code 0."]


def test_who_floods_after_an_answer_fails_at_the_next(inn: Inn) -> None:
    play_toy(inn.call(polite(decide=f"{FIRST_MOVE}; [print('x') for _ in range(10 ** 5)]")))
    assert len(inn.said) == 1
    assert NO_OBJECT in inn.said[0]


def test_who_does_not_read_does_not_keep_us_from_writing(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "START_UP", PATIENCE)
    terms = {"seconds": PATIENCE, "what_ifs": 0}
    more_than_a_pipe_holds = {"type": "hello", "words": "x" * 1_000_000, **terms}
    monkeypatch.setattr(roster, "hello", lambda *_: more_than_a_pipe_holds)
    play_toy(inn.call("import time; time.sleep(600)", patience=PATIENCE))
    assert inn.guests[0].wait(LONG) == -9
    assert "it did not read its input within 0.4 s" in inn.said[0]


@pytest.mark.parametrize("command", ["./no-such-bot", "/", "'unfinished", "''", "a\0b"])
def test_who_does_not_start(inn: Inn, command: str) -> None:
    bot = call(f"exec:{command}", TOY, 0, Engagement(2, log=inn.said.append))
    assert play_toy(bot).is_over
    assert "the random bot: it does not start (" in inn.said[0]


def test_who_does_not_go_is_sent_away(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "FAREWELL", PATIENCE)
    play_toy(inn.call(polite(over="time.sleep(600)")))
    assert inn.guests[0].wait(LONG) == -9
    assert inn.said == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who is there")
@pytest.mark.parametrize("decide", [FIRST_MOVE, "raise SystemExit(4)", "time.sleep(600)"])
def test_whom_it_has_started_goes_with_it(inn: Inn, decide: str) -> None:
    child = inn.folder / "child"
    birth = f"open({str(child)!r}, 'w').write(str(subprocess.Popen(['sleep', '600']).pid))"
    patience = LONG if decide == FIRST_MOVE else PATIENCE  # the child may keep the line open
    play_toy(inn.call(polite(f"{birth}; {READY}", decide), patience=patience))
    until = time.monotonic() + LONG / 2  # before it would end by itself
    while is_alive(int(child.read_text())) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_alive(int(child.read_text()))


def is_alive(process: int) -> bool:
    """A zombie is not; its parent, who should have seen to it, is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_ctrl_c_leaves_no_program_behind(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = inn.call(polite())

    def interrupt(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(Talk, "ask", interrupt)
    with pytest.raises(KeyboardInterrupt):
        play_toy(bot)
    assert inn.guests[0].wait(LONG) == -9


def test_without_process_groups_a_program_is_ended_all_the_same(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "killpg")
    monkeypatch.setattr(program, "FAREWELL", PATIENCE)
    play_toy(inn.call(polite(over="time.sleep(600)")))
    assert inn.guests[0].wait(LONG) == -9


# ── The page, and the examples ───────────────────────────────────────────────────────────────────


def example(name: str, by: str = shlex.quote(sys.executable)) -> str:
    return f"exec:{by} {shlex.quote(str(ROOT / 'examples' / name))}"


def match_of(bots: list[str], log: Callable[[str], None], seed: int = 1) -> Match:
    """A match of Karuba that begins with the first tile."""
    karuba, options = take("karuba"), {"setup": "random"}
    match = Match.new(karuba, ["first", "second"], options)
    engaged = Engagement(2, match.options, log=log, match="example")
    play_out(match, Thinking(match, bots, engaged, seed), generator(seed))
    return match


def wrapped(direction: str, message: Message) -> list[str]:
    """A message on as many lines as a page needs; on the wire it is one."""
    return textwrap.wrap(
        json.dumps(cut_short(message), ensure_ascii=False),
        width=96,
        initial_indent=direction,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def cut_short(message: Any) -> Any:
    """Two of a long list are enough for a page."""
    if isinstance(message, dict):
        return {name: cut_short(part) for name, part in message.items()}
    if isinstance(message, list):
        return [*map(cut_short, message[:2]), *(["…"] if len(message) > 2 else [])]
    return message


def first_exchange() -> list[str]:
    """What the example and we say to each other in a match, as the page shows it."""
    told: list[tuple[str, Message]] = []

    class Overheard(Talk):
        def ask(self, message: Message, patience: float, until: float = 0.0) -> bytes:
            line = super().ask(message, patience, until)
            told.extend([(TOLD, message), (ANSWERED, understood(line))])
            return line

        def tell(self, message: Message, patience: float) -> bool:
            if message["type"] == "over":
                told.append((TOLD, message))
            return super().tell(message, patience)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(roster, "Talk", Overheard)
        match_of([example("first_bot.py"), "random"], log=pytest.fail)
    lines = [wrapped(direction, message) for direction, message in told]
    decisions = (len(told) - 3) // 2
    between = [f"  … {decisions - 1} more decisions …"]
    return [line for part in (*lines[:4], between, lines[-1]) for line in part]


def test_the_example_on_the_page_is_a_real_match() -> None:
    (shown,) = re.findall(r"```\n(.*?)\n```", text(), re.S)
    assert shown.splitlines() == first_exchange()


def test_the_page_names_every_field_and_every_limit() -> None:
    seen = seen_by(0, TOY.start(2), 2, generator(1))
    messages = [program.hello(TOY, 0, 2, {}, Terms()), program.question(seen, 1)]
    for name in {name for message in messages for name in message}:
        assert f"| `{name}` |" in text()
    asked = program.answered(seen, {"number": 1, "what_if": []})
    later = {**asked, **program.over()}.keys() - {"number", "what_if", "world"}
    for name in later:
        assert re.search(rf"^\|[^|]*`{name}`[^|]*\|", text(), re.M), name
    for name in ("number", "seat", "made", "says", "target"):
        assert f"| `history[].{name}` |" in text()
    for name in ("move", "code", "says", "target"):
        assert f"| `moves[].{name}` |" in text()
    assert f"the version of this protocol: {program.PROTOCOL}\n" in text().replace(" |", "")
    assert f"may take {START_UP:g} seconds" in text()
    assert f"{Engagement.patience:g} in the terminal" in text()
    assert f"{external_bots.MAX_PROGRAMS} programs run at the same time" in text()
    assert (
        f"asked it for {external_bots.IDLE_SECONDS / 60:g} minutes".replace("10", "ten") in text()
    )
    assert f"{program.LONGEST_LINE:,} bytes" in text()


def test_the_first_bot_beats_random_in_karuba() -> None:
    bots = [example("first_bot.py"), "random"]
    ends = [match_of(bots, pytest.fail, seed).state for seed in range(5)]
    first, second = np.sum([points_of(end) for end in ends], axis=0)
    assert first > 2 * second


def test_the_first_bot_has_thirty_lines() -> None:
    source = (ROOT / "examples" / "first_bot.py").read_text()
    assert sum(line != "" for line in source.splitlines()) <= 30


def test_a_shell_can_play_as_well() -> None:
    assert match_of([example("first_bot.sh", "sh"), "random"], pytest.fail).is_over
