"""Bots in any language: a program that reads JSON lines and writes JSON lines (`PROTOCOL.md`)."""

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any, TypeGuard

from templetop.bots.bot import Bot, Simple
from templetop.bots.seen import Seen
from templetop.engine.ending import points_of, sides_of
from templetop.engine.game import Game
from templetop.engine.match import code_of, legal_moves, say, target_of
from templetop.engine.policy import RANDOM
from templetop.engine.refusal import Refusal
from templetop.engine.seats import Array

PROTOCOL = 1
LONGEST_LINE = 1 << 16  # bytes of an answer
UNASKED = 16  # lines that a program may be ahead, before nobody listens any more
START_UP = 20.0  # seconds that a program has to say that it is ready
FAREWELL = 1.0  # seconds that it has to go by itself
SHOWN = 60  # characters of a wrong answer

Message = dict[str, Any]
Started = Callable[["subprocess.Popen[bytes]"], None]  # is told of a program as soon as it runs


def unnoticed(process: "subprocess.Popen[bytes]") -> None:
    """Nobody needs to know."""


class BotFailed(Refusal):
    """A program crashed, was too slow or answered nonsense.

    `briefly` is for all at its table: what it wrote may tell what its seat alone should know.
    """

    briefly = "it failed"


class NotStarted(BotFailed):
    briefly = "it does not start"


class Stopped(BotFailed):
    briefly = "it stopped"


class TooSlow(BotFailed):
    briefly = "it took too long"


class Nonsense(BotFailed):
    briefly = "it answered nonsense"


# ── What is said ─────────────────────────────────────────────────────────────────────────────────


def hello(game: Game, seat: int, seats: int, options: Mapping[str, str], seconds: float) -> Message:
    """The first message: which match it is."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.id,
        "rules": game.rules_version,
        "seat": seat,
        "seats": seats,
        "sides": sides_of(game.start(seats, options)).tolist(),
        "options": game.agreed(options),
        "seconds": seconds,
    }


def question(seen: Seen, number: int) -> Message:
    """What is to be decided: the table as the seat sees it, and the moves it may make."""
    state, seat, game = seen.state, seen.seat, seen.game
    return {
        "type": "decide",
        "number": number,
        "points": None if game.measure is None else points_of(state).tolist(),
        "view": asdict(game.view(state, seat)),
        "moves": [offered(state, seat, move) for move in legal_moves(state, seat)],
    }


def offered(state: Any, seat: int, move: int) -> Message:
    """A move that it may make: its number, what people type, what it does, what it touches."""
    target = target_of(state, seat, move)
    return {
        "move": move,
        "code": code_of(state, seat, move),
        "says": say(state, seat, move),
        "target": None if target is None else asdict(target),
    }


OVER: Message = {"type": "over"}
READY: Message = {"ready": True}


def understood(line: bytes) -> Message:
    """An answer, which is a JSON object; Python would also take NaN for a number."""
    try:
        answer = json.loads(line.decode(), parse_constant=refuse)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Nonsense(f"it answered {shown(line)}, which is not a JSON object")
    return answer


def refuse(constant: str) -> None:
    raise ValueError(constant)


def is_whole(answer: Any) -> TypeGuard[int]:
    """Is it a whole number? In Python, true is one as well."""
    return type(answer) is int


def shown(line: bytes) -> str:
    """What it said, not too much of it, and nothing that would command a terminal."""
    text = repr(line.decode(errors="replace").strip())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# ── How it is said ───────────────────────────────────────────────────────────────────────────────


class Talk:
    """A conversation with a running program, line by line. Nobody is waited for endlessly.

    Threads read and write, because a pipe is full or empty for as long as the program likes.
    """

    def __init__(
        self,
        command: str,
        is_heard: bool,
        started: Started = unnoticed,
        surroundings: Mapping[str, str] | None = None,
    ) -> None:
        self.process = start(command, is_heard, surroundings)
        started(self.process)
        self.lines: queue.Queue[bytes] = queue.Queue(UNASKED)
        self.listening = threading.Thread(target=self.listen, daemon=True)
        self.listening.start()
        self.telling: threading.Thread | None = None

    def listen(self) -> None:
        """Take down what it says, as it comes; nothing means that it says no more."""
        assert self.process.stdout is not None
        with self.process.stdout as output, suppress(queue.Full):
            while line := output.readline(LONGEST_LINE):
                self.lines.put_nowait(line)
            self.lines.put_nowait(b"")

    def ask(self, message: Message, patience: float) -> bytes:
        """Its answer to a message."""
        until = time.monotonic() + patience
        if not self.tell(message, patience):
            raise TooSlow(f"it did not read its input within {patience:g} s")
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise TooSlow(f"it took longer than {patience:g} s") from None
        if not line:
            raise Stopped(f"it stopped{self.exit_code()}")
        return line

    def tell(self, message: Message, patience: float) -> bool:
        """Write it a line; is all of it under way in time?"""
        line = json.dumps(message).encode() + b"\n"
        self.telling = threading.Thread(target=self.write, args=(line,), daemon=True)
        self.telling.start()
        self.telling.join(patience)
        return not self.telling.is_alive()

    def write(self, line: bytes) -> None:
        """If nobody is there any more, it is noticed when no answer comes."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(line)
            self.process.stdin.flush()

    def exit_code(self) -> str:
        try:
            return f" with exit code {self.process.wait(FAREWELL)}"
        except subprocess.TimeoutExpired:
            return " talking"

    def end(self, patience: float = 0.0) -> None:
        """Let it go by itself for so long; then it is sent away, with all it has started."""
        if patience:
            self.hang_up(patience)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        send_away(self.process)
        self.hang_up(FAREWELL)
        self.listening.join(FAREWELL)

    def hang_up(self, patience: float) -> None:
        """Close its standard input, unless we are stuck in the middle of a word."""
        assert self.process.stdin is not None
        if self.telling:
            self.telling.join(patience)
        if not (self.telling and self.telling.is_alive()):
            with suppress(OSError):
                self.process.stdin.close()


def start(
    command: str, is_heard: bool, surroundings: Mapping[str, str] | None = None
) -> "subprocess.Popen[bytes]":
    """Run it, in a session of its own: Ctrl-C is for us, and whoever it starts goes with it."""
    try:
        return subprocess.Popen(
            shlex.split(command, posix=os.name == "posix"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if is_heard else subprocess.DEVNULL,
            start_new_session=True,
            env=surroundings,
        )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise NotStarted(f"it does not start ({why})") from None


def send_away(process: "subprocess.Popen[bytes]") -> None:
    """End a program and all it has started, whatever they think of it."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)


# ── Who says it ──────────────────────────────────────────────────────────────────────────────────


class Program:
    """A running program at one seat of one match. Whoever fails is sent away at once."""

    def __init__(
        self,
        command: str,
        hello: Message,
        patience: float,
        is_heard: bool,
        started: Started = unnoticed,
        surroundings: Mapping[str, str] | None = None,  # the environment; None: ours
    ) -> None:
        self.patience = patience
        self.number = 0
        self.talk = Talk(command, is_heard, started, surroundings)
        with self.sent_away_if_it_fails():
            line = self.talk.ask(hello, max(START_UP, patience))
            if understood(line).get("ready") is not True:
                raise Nonsense(f"it answered {shown(line)}, not {json.dumps(READY)}")

    @contextmanager
    def sent_away_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except BaseException:  # Ctrl-C as well
            self.talk.end()
            raise

    def decide(self, seen: Seen, random: Array) -> int:
        """One of the moves it was offered, for the question it was asked."""
        self.number += 1
        asked = question(seen, self.number)
        with self.sent_away_if_it_fails():
            return self.move(self.talk.ask(asked, self.patience), asked)

    def move(self, line: bytes, asked: Message) -> int:
        """The move of an answer, checked."""
        answer = understood(line)
        number, move = answer.get("number"), answer.get("move")
        if not is_whole(number) or number != asked["number"]:
            raise Nonsense(f"it answered {shown(line)} to question number {asked['number']}")
        if not is_whole(move) or move not in [one["move"] for one in asked["moves"]]:
            raise Nonsense(f"it answered {shown(line)}, which is not one of the moves offered")
        return move

    def close(self) -> None:
        """Say that it is over."""
        self.talk.tell(OVER, FAREWELL)
        self.talk.end(FAREWELL)


class Replaceable:
    """A program whose seat the random bot takes over when it fails; the match goes on."""

    def __init__(self, name: str, begin: Callable[[], Program], log: Callable[[str], None]) -> None:
        self.name = name
        self.log = log
        self.bot: Bot = Simple(RANDOM)
        try:
            self.bot = begin()
        except BotFailed as failure:
            self.replace(failure)

    def decide(self, seen: Seen, random: Array) -> int:
        try:
            return self.bot.decide(seen, random)
        except BotFailed as failure:
            self.replace(failure)
            return self.bot.decide(seen, random)

    def replace(self, failure: BotFailed) -> None:
        self.log(f"{self.name} loses its seat to the random bot: {failure}.")
        self.bot = Simple(RANDOM)

    def close(self) -> None:
        self.bot.close()
