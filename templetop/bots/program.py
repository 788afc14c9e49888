"""Bots in any language: a program that reads JSON lines and writes JSON lines (`PROTOCOL.md`)."""

import atexit
import base64
import json
import os
import pickle
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeGuard

from templetop.bots.bot import Bot, Simple
from templetop.bots.seen import Seen
from templetop.bots.story import Happened, News
from templetop.bots.what_if import WhatIf
from templetop.bots.words import t
from templetop.engine.ending import places_of, points_of, sides_of
from templetop.engine.game import Game
from templetop.engine.match import Match, code_of, legal_moves, say, target_of
from templetop.engine.policy import RANDOM
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, Array

PROTOCOL = 2
LONGEST_LINE = 1 << 16  # bytes of an answer
UNASKED = 16  # lines that a program may be ahead, before nobody listens any more
START_UP = 20.0  # seconds that a program has to say that it is ready
FAREWELL = 1.0  # seconds that it has to go by itself
SHOWN = 60  # characters of a wrong answer
LONGEST_LINE_OF_PLAY = 1000  # moves in one what-if
MOST_WORLDS = 1 << 31
LONGEST_REMARK = 4096  # bytes of a line on its standard error
LAST_WORDS = 200  # characters of them

Message = dict[str, Any]
Started = Callable[["subprocess.Popen[bytes]"], None]  # is told of a program as soon as it runs
Hears = Callable[[str], None]  # is told every line that it writes to its standard error


def unnoticed(process: "subprocess.Popen[bytes]") -> None:
    """Nobody needs to know."""


def unheard(remark: str) -> None:
    """Nobody listens."""


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


class Raised(BotFailed):
    briefly = "it failed"


# ── What is said ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Terms:
    """On what terms a program plays."""

    seconds: float = 10.0  # that it has for a decision
    what_ifs: int = 100_000  # that it may ask in the meantime
    match: str = ""  # what the match is called


def hello(game: Game, seat: int, seats: int, options: Mapping[str, str], terms: Terms) -> Message:
    """The first message: which match it is."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "match": terms.match,
        "game": game.id,
        "rules": game.rules_version,
        "seat": seat,
        "seats": seats,
        "sides": sides_of(game.start(seats, options)).tolist(),
        "options": game.agreed(options),
        "seconds": terms.seconds,
        "what_ifs": terms.what_ifs,
    }


def question(seen: Seen, number: int) -> Message:
    """What is to be decided: the table as the seat sees it, and the moves it may make."""
    state, seat = seen.state, seen.seat
    return {
        "type": "decide",
        "number": number,
        "points": seen.points,
        "places": seen.places,
        "since": seen.since,
        "history": [in_plain_words(one) for one in seen.history],
        "view": asdict(seen.view),
        "moves": [offered(state, seat, move) for move in legal_moves(state, seat)],
        "seed": seen.seed,
    }


def offered(state: Any, seat: int, move: int) -> Message:
    """A move that it may make: its number, what people type, what it does, what it touches."""
    return {
        "move": move,
        "code": code_of(state, seat, move),
        "says": say(state, seat, move),
        "target": parts_of(target_of(state, seat, move)),
    }


def in_plain_words(happened: Happened) -> Message:
    """What was done, as far as the seat may know; chance has no seat."""
    return {
        "number": happened.number,
        "seat": None if happened.seat == CHANCE else happened.seat,
        "made": happened.made,
        "says": happened.says,
        "target": parts_of(happened.target),
    }


def parts_of(target: Any) -> Message | None:
    return None if target is None else asdict(target)


def over(match: Match | None = None, news: News = (0, ())) -> Message:
    """The last message; how it ended, unless the match was broken off."""
    since, history = news
    is_over = match is not None and match.is_over
    has_points = match is not None and match.game.measure is not None
    return {
        "type": "over",
        "is_over": is_over,
        "points": points_of(match.state).tolist() if match and is_over and has_points else None,
        "places": places_of(match.state).tolist() if match and is_over else None,
        "since": since,
        "history": [in_plain_words(one) for one in history],
    }


OVER: Message = over()
READY: Message = {"ready": True}
FAILED = "failed"  # says a Python bot that has raised something, and what


# ── What if ──────────────────────────────────────────────────────────────────────────────────────


def answered(seen: Seen, asked: Message) -> Message:
    """The answer to a what-if; one that makes no sense is refused, and costs nobody a seat."""
    line, world = asked.get("what_if"), asked.get("world", 0)
    line = [line] if is_whole(line) else line
    told = {"type": "what_if", "number": asked.get("number"), "what_if": line, "world": world}
    if why := wrong_with(line, world):
        return {**told, "refused": why}
    try:
        found = seen.what_if(*line, world=world)  # type: ignore[misc]  # it is a list, as was seen
    except Refusal as refusal:
        return {**told, "refused": str(refusal)}
    return {**told, **imagined(found, is_brief=asked.get("brief") is True)}


def wrong_with(line: Any, world: Any) -> str:
    if not isinstance(line, list) or not all(map(is_whole, line)):
        return "what_if should be the number of a move, or a list of such numbers."
    if len(line) > LONGEST_LINE_OF_PLAY:
        return f"what_if can have at most {LONGEST_LINE_OF_PLAY} moves."
    if not is_whole(world) or not 0 <= world < MOST_WORLDS:
        return f"world should be a whole number from 0 to {MOST_WORLDS - 1}."
    return ""


def imagined(found: WhatIf, is_brief: bool) -> Message:
    """How the table would look; in brief, only its numbers."""
    state, asked = found.state, found.asked
    brief = {
        "points": found.points,
        "places": found.places,
        "is_over": found.is_over,
        "to_move": [seat for seat in found.to_move if seat != CHANCE],
        "asked": None if asked == CHANCE else asked,
        "moves": found.moves,
        "odds": [*found.odds.items()],
    }
    if is_brief:
        return brief
    seat = 0 if asked is None else asked
    events = [
        {"event": event, "odds": odds, "says": say(state, CHANCE, event),
         "target": parts_of(target_of(state, CHANCE, event))}
        for event, odds in found.odds.items()
    ]  # fmt: skip
    moves = [offered(state, seat, move) for move in found.moves]
    return {**brief, "view": asdict(found.view), "moves": moves, "odds": events}


def understood(line: bytes) -> Message:
    """An answer, which is a JSON object; Python would also take NaN for a number."""
    try:
        answer = json.loads(line.decode(), parse_constant=refuse)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Nonsense(t("it answered {line}, which is not a JSON object", line=shown(line)))
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
        hears: Hears = unheard,
        started: Started = unnoticed,
        surroundings: Mapping[str, str] | None = None,
    ) -> None:
        self.command = command
        self.process = start(command, surroundings)
        started(self.process)
        self.hears = hears
        self.last_words: deque[str] = deque(maxlen=1)
        self.lines: queue.Queue[bytes] = queue.Queue(UNASKED)
        self.listening = threading.Thread(target=self.listen, daemon=True)
        self.listening.start()
        self.overhearing = threading.Thread(target=self.overhear, daemon=True)
        self.overhearing.start()
        self.telling: threading.Thread | None = None

    def listen(self) -> None:
        """Take down what it says, as it comes; nothing means that it says no more."""
        assert self.process.stdout is not None
        with self.process.stdout as output, suppress(queue.Full):
            while line := output.readline(LONGEST_LINE):
                self.lines.put_nowait(line)
            self.lines.put_nowait(b"")

    def overhear(self) -> None:
        """What it writes to its standard error, line by line."""
        assert self.process.stderr is not None
        with self.process.stderr as errors, suppress(OSError):
            while line := errors.readline(LONGEST_REMARK):
                remark = line.decode(errors="replace").rstrip()
                if remark:
                    self.last_words.append(remark)
                self.hears(remark)

    def ask(self, message: Message, patience: float, until: float = 0.0) -> bytes:
        """Its answer to a message, within its patience; that may have begun with an earlier one."""
        return self.ask_line(json.dumps(message), patience, until)

    def ask_line(self, text: str, patience: float, until: float = 0.0) -> bytes:
        """The same for a line that need not be JSON."""
        until = until or time.monotonic() + patience
        if not self.tell_line(text, max(0.0, until - time.monotonic())):
            raise TooSlow(t("it did not read its input within {seconds:g} s", seconds=patience))
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise TooSlow(t("it took longer than {seconds:g} s", seconds=patience)) from None
        if not line:
            raise Stopped(self.exit_words() + self.farewell_words())
        return line

    def farewell_words(self) -> str:
        """The last line of its standard error, which usually says what went wrong."""
        self.overhearing.join(FAREWELL)
        if not self.last_words:
            return ""
        words = "".join(sign if sign.isprintable() else "\ufffd" for sign in self.last_words[0])
        shown = words if len(words) <= LAST_WORDS else f"{words[:LAST_WORDS]}…"
        return t('; its last words were "{words}"', words=shown.strip())

    def tell(self, message: Message, patience: float) -> bool:
        """Write it a line; is all of it under way in time?"""
        return self.tell_line(json.dumps(message), patience)

    def tell_line(self, text: str, patience: float) -> bool:
        """The same for a line that need not be JSON."""
        line = text.encode() + b"\n"
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

    def exit_words(self) -> str:
        try:
            return t("it stopped with exit code {code}", code=self.process.wait(FAREWELL))
        except subprocess.TimeoutExpired:
            return t("it stopped talking")

    def end(self, patience: float = 0.0) -> None:
        """Let it go by itself for so long; then it is sent away, with all it has started."""
        if patience:
            self.hang_up(patience)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        send_away(self.process)
        self.hang_up(FAREWELL)
        self.listening.join(FAREWELL)
        self.overhearing.join(FAREWELL)

    def hang_up(self, patience: float) -> None:
        """Close its standard input, unless we are stuck in the middle of a word."""
        assert self.process.stdin is not None
        if self.telling:
            self.telling.join(patience)
        if not (self.telling and self.telling.is_alive()):
            with suppress(OSError):
                self.process.stdin.close()


def start(command: str, surroundings: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
    """Run it, in a session of its own: Ctrl-C is for us, and whoever it starts goes with it."""
    try:
        return subprocess.Popen(
            shlex.split(command, posix=os.name == "posix"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=surroundings,
        )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise NotStarted(t("it does not start ({why})", why=why)) from None


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

    def __init__(self, talk: Talk, hello: Message) -> None:
        self.talk = talk
        self.patience = float(hello["seconds"])
        self.what_ifs = int(hello["what_ifs"])
        self.number = 0
        self.over = OVER
        with self.sent_away_if_it_fails():
            line = self.talk.ask(hello, max(START_UP, self.patience))
            if self.understood(line).get("ready") is not True:
                raise Nonsense(
                    t("it answered {line}, not {ready}", line=shown(line), ready=json.dumps(READY))
                )

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
        with self.sent_away_if_it_fails():
            return self.move(self.reply(seen), seen)

    def reply(self, seen: Seen) -> bytes:
        """What it answers; before that it may ask back what would come of this or that."""
        until = time.monotonic() + self.patience
        line = self.talk.ask(self.question(seen), self.patience, until)
        for _ in range(self.what_ifs):
            asked = self.understood(line)
            if "what_if" not in asked:
                return line
            self.check_number(asked, line)
            line = self.talk.ask(answered(seen, asked), self.patience, until)
        if "what_if" in self.understood(line):
            raise Nonsense(
                t("it asked more than {count:,} what-ifs for one decision", count=self.what_ifs)
            )
        return line

    def question(self, seen: Seen) -> Message:
        return question(seen, self.number)

    def move(self, line: bytes, seen: Seen) -> int:
        """The move of an answer, checked."""
        answer = self.understood(line)
        self.check_number(answer, line)
        move = answer.get("move")
        if not is_whole(move) or move not in seen.moves:
            raise Nonsense(
                t("it answered {line}, which is not one of the moves offered", line=shown(line))
            )
        return move

    def understood(self, line: bytes) -> Message:
        return understood(line)

    def check_number(self, answer: Message, line: bytes) -> None:
        number = answer.get("number")
        if not is_whole(number) or number != self.number:
            raise Nonsense(
                t("it answered {line} to question number {number}",
                  line=shown(line), number=self.number)
            )  # fmt: skip

    def close(self) -> None:
        """Say that it is over."""
        self.talk.tell(self.over, FAREWELL)
        self.talk.end(FAREWELL)


class PythonBot(Program):
    """A Python bot in a process of its own, which is handed the imagined table itself."""

    is_kept = True  # after the match, for the next one

    def question(self, seen: Seen) -> Message:
        known = pickle.dumps((seen.state.tobytes(), seen.history))
        return {
            "type": "decide",
            "number": self.number,
            "since": seen.since,
            "seed": seen.seed,
            "known": base64.b64encode(known).decode(),
        }

    def understood(self, line: bytes) -> Message:
        answer = understood(line)
        if FAILED in answer:
            raise Raised(str(answer[FAILED]))
        return answer

    def close(self) -> None:
        """Say that it is over; the process may play another match."""
        if not self.is_kept:
            super().close()
        elif self.talk.tell(self.over, FAREWELL):
            keep(self.talk)
        else:
            self.talk.end()


# Processes of Python bots that wait for their next match: starting one takes longer than many a
# match. They go when we do.
IDLE: list[Talk] = []


def keep(talk: Talk) -> None:
    if not IDLE:
        atexit.register(send_home)
    talk.hears = unheard
    IDLE.append(talk)


def idle_or_new(command: str, hears: Hears) -> Talk:
    """A process that waits for a match, or one that is started for it."""
    for talk in [talk for talk in IDLE if talk.command == command]:
        IDLE.remove(talk)
        if talk.process.poll() is None:
            talk.hears = hears
            return talk
        talk.end()
    return Talk(command, hears)


def send_home() -> None:
    """Let all go that wait."""
    while IDLE:
        IDLE.pop().end(FAREWELL)


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
        self.bot = Simple(RANDOM)
        self.log(t("{name} loses its seat to the random bot: {why}.", name=self.name, why=failure))

    def hear_the_end(self, message: Message) -> None:
        """What it is told when the match is over."""
        if isinstance(self.bot, Program):
            self.bot.over = message

    def close(self) -> None:
        self.bot.close()
