"""External bots at web tables: programs in any language that the operator has named with --bot.

A browser can only choose one of these names, never a command. Each seat has a process of its own
and a thread that waits for it, so neither the event loop nor our own bots ever wait for a program.
"""

import asyncio
import os
import shlex
import shutil
import subprocess
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from templetop.bots.bot import Simple
from templetop.bots.own import CLASS, command_for, in_full
from templetop.bots.program import (
    BotFailed,
    Hears,
    Message,
    NotStarted,
    Program,
    PythonBot,
    Started,
    Stopped,
    Talk,
    Terms,
    hello,
    over,
    send_away,
    unheard,
    unnoticed,
)
from templetop.bots.roster import PROGRAM
from templetop.bots.seen import told
from templetop.bots.story import Story
from templetop.engine.match import Match
from templetop.engine.policy import RANDOM
from templetop.engine.random import generator
from templetop.engine.refusal import Refusal
from templetop.engine.speech import mark
from templetop.engine.words import listed
from templetop.games.shelf import ELSEWHERE, INSTALLED, ready_games, take
from templetop.server.accounts.name_policy import check_person_name
from templetop.server.bots.bot_pool import BotQuestion
from templetop.server.bots.child_reaper import ChildReaper
from templetop.server.core.refusals import NoSuchBot
from templetop.server.core.settings import NamedBot
from templetop.server.translations import t

MAX_NAME_LENGTH = 24
PASSED_VARIABLES = {
    "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "PYTHONPATH", "TMPDIR", "TZ",
    "USER", "VIRTUAL_ENV",
    "APPDATA", "COMSPEC", "LOCALAPPDATA", "PATHEXT", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE",
}  # environment variables of Unix and of Windows  # fmt: skip
GAME_VARIABLES = {
    ELSEWHERE,
    INSTALLED,
}  # variables by which a Python bot finds games outside the package
MAX_WHAT_IFS = 1000  # for one decision; further ones are refused, as other tables need the time
MAX_LOG_BYTES = 1 << 20  # bytes of standard error; a longer file becomes the old one
MAX_PROGRAMS = (
    32  # programs that run at the same time; a further one waits, or replaces an idle one
)
IDLE_SECONDS = (
    600.0  # seconds after which an idle program is stopped; it is started again when needed
)
IDLE_CHECK_INTERVAL = 60.0  # seconds between two checks for idle programs

SeatKey = tuple[str, int]  # the table and the seat


# ── The option --bot ─────────────────────────────────────────────────────────────────────────────


class BadBotOption(Refusal):
    """A --bot option does not name a program."""


def parse_bot_options(options: Sequence[str]) -> list[NamedBot]:
    """Returns the bots that --bot options name: mine=exec:./mybot plays every game,
    mine@karuba,cacao=exec:./mybot these two.

    Refused if two bots have the same name.
    """
    bots = [parse_bot_option(option) for option in options]
    for program in bots:
        if [other.name for other in bots].count(program.name) > 1:
            raise BadBotOption(t("Two bots are called {name}.", name=program.name))
    return bots


def parse_bot_option(option: str) -> NamedBot:
    """Returns the bot that one option names. An installed bot may be given without NAME=."""
    label, _, bot = option.partition("=")
    name, has_games, games = label.partition("@")
    bot = in_full(bot or name)
    command = bot.removeprefix(PROGRAM).strip()
    if CLASS.fullmatch(bot) is None and (not bot.startswith(PROGRAM) or not command):
        raise BadBotOption(
            t(
                "{word} does not name a bot: write NAME=exec:COMMAND or NAME=py:module:Class.",
                word=repr(option),
            )
        )
    check_person_name(name)
    if len(name) > MAX_NAME_LENGTH:
        raise BadBotOption(
            t("{name} is too long for a name: use at most {longest} letters.",
              name=repr(name), longest=MAX_NAME_LENGTH)
        )  # fmt: skip
    if bot.startswith(PROGRAM):
        check_command(command)
    return NamedBot(
        name, command, [take(game).id for game in games.split(",")] if has_games else []
    )


def check_command(command: str) -> None:
    """Refuses a command that cannot be parsed or whose program does not exist; the program is not
    started."""
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise BadBotOption(
            t("{command} is not a command: its quotes do not match.", command=repr(command))
        ) from None
    if shutil.which(program) is None:
        raise BadBotOption(
            t("There is no program {program} that can be started.", program=repr(program))
        )


def bot_environment(command: str) -> dict[str, str]:
    """Returns the environment variables that a program gets. Settings of the server, such as the
    address of the store, are not among them."""
    needed = PASSED_VARIABLES | GAME_VARIABLES if CLASS.fullmatch(command) else PASSED_VARIABLES
    return {
        name: value
        for name, value in os.environ.items()
        if name in needed or name.startswith("LC_")
    }


def start_bot(
    command: str, hello: Message, hears: Hears = unheard, started: Started = unnoticed
) -> Program:
    """Starts a program, or a Python bot in a process of its own, and waits until it is ready to
    play."""
    is_class = CLASS.fullmatch(command) is not None
    command_line = command_for(command) if is_class else command
    talk = Talk(command_line, hears, started, bot_environment(command))
    if not is_class:
        return Program(talk, hello)
    bot = PythonBot(talk, hello)
    bot.is_kept = False
    return bot


def check_bots_start(bots: Sequence[NamedBot]) -> None:
    """Starts every bot once. A bot that cannot start is refused before the server opens."""
    for bot in bots:
        game = take(bot.games[0] if bot.games else ready_games()[0])
        about = hello(game, 0, game.seats_for()[0], {}, Terms(what_ifs=MAX_WHAT_IFS))
        try:
            start_bot(bot.command, about).close()
        except BotFailed as failure:
            raise BadBotOption(
                t("{name} cannot play: {why}.", name=bot.name, why=failure)
            ) from None


# Why a program loses its seat: the values of `BotFailed.briefly`, which a seat stores in English.
WHY_REPLACED = mark(
    (
        "it failed",
        "it does not start",
        "it stopped",
        "it took too long",
        "it answered nonsense",
    )
)


class BotErrorLog:
    """The last lines that a bot wrote to its standard error: the current file, and the full one
    before it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = folder / f"{name}.log"

    def write(self, table: str, remark: str) -> None:
        with suppress(OSError):  # a full disk must not end a match
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.file.exists() and self.file.stat().st_size > MAX_LOG_BYTES:
                os.replace(self.file, self.file.with_suffix(".old.log"))
            when = time.strftime("%Y-%m-%d %H:%M:%S")
            with open(self.file, "a", encoding="utf-8") as log:
                log.write(f"{when} {table} {remark}\n")


# ── At the tables ────────────────────────────────────────────────────────────────────────────────


class SeatedBot:
    """The external bot at one seat. Its process is started with its first question, on its own
    thread."""

    def __init__(
        self, command: str, hello: Message, child_reaper: ChildReaper, hears: Hears
    ) -> None:
        self.command = command
        self.hello = hello
        self.child_reaper = child_reaper
        self.hears = hears
        self.story = Story(int(hello["seat"]))
        self.thread = ThreadPoolExecutor(1, "program")
        self.program: Program | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.questions = 0  # not answered yet
        self.asked_at = time.monotonic()
        self.is_over = False

    async def decide(self, question: BotQuestion, match: Match) -> int:
        self.questions += 1
        try:
            return await asyncio.wrap_future(self.thread.submit(self.answer, question, match))
        finally:
            self.questions -= 1
            self.asked_at = time.monotonic()

    def answer(self, question: BotQuestion, match: Match) -> int:
        """Returns the bot's move; starts the program if it does not run. Runs on the seat's
        thread."""
        if self.is_over:
            raise Stopped("it was sent away")
        if self.program is None:
            self.program = start_bot(self.command, self.hello, self.hears, self.started)
        seen = told(
            question.seen(),
            self.story.news(match),
            public_seed(question.seed),
            self.hello["match"],
        )
        return self.program.decide(seen, generator(question.seed))

    def started(self, process: "subprocess.Popen[bytes]") -> None:
        """Registers the process with the reaper as soon as it exists, and kills it if the seat has
        ended meanwhile."""
        self.child_reaper.watch(process.pid)
        self.process = process
        if self.is_over:
            self.kill()

    async def send_game_over(self, match: Match | None) -> None:
        """Lets the program end by itself: the match is over, or the bot is not needed for now."""
        if not self.is_over:
            await asyncio.wrap_future(self.thread.submit(self.close, match))
            self.end()

    def close(self, match: Match | None) -> None:
        """Sends the last message, with the result if there is a match, and closes the program. Runs
        on the seat's thread."""
        if self.program is not None:
            if match is not None:
                self.program.over = over(match, self.story.news(match))
            self.program.close()

    def end(self) -> None:
        """Kills the program at once. A question that waits for it raises `Stopped`."""
        if not self.is_over:
            self.is_over = True
            self.kill()
            self.thread.submit(self.release)
            self.thread.shutdown(wait=False)

    def kill(self) -> None:
        if self.process is not None:
            send_away(self.process)
            self.child_reaper.forget(self.process.pid)

    def release(self) -> None:
        """Closes the pipes of the program. Runs on the seat's thread after the last question."""
        if self.program is not None:
            self.program.talk.end()


def public_seed(seed: int) -> int:
    """Returns a random seed for the bot from which it cannot derive the seed that imagined its
    position."""
    return int.from_bytes(blake2b(str(seed).encode(), digest_size=4).digest())


def public_match_id(table: str) -> str:
    """Returns an id for the match by which the table cannot be opened."""
    return blake2b(table.encode(), digest_size=8).hexdigest()


class ExternalBots:
    """The external bots of this server, and those that sit at tables."""

    def __init__(self, named: Sequence[NamedBot], move_timeout: float, folder: Path) -> None:
        self.named = {program.name: program for program in named}
        self.logs = {program.name: BotErrorLog(folder, program.name) for program in named}
        self.move_timeout = move_timeout
        self.child_reaper = ChildReaper()
        self.seated_bots: OrderedDict[SeatKey, SeatedBot] = OrderedDict()  # last asked, last
        self.slots = asyncio.Semaphore(MAX_PROGRAMS)
        self.closing: dict[asyncio.Task[None], SeatedBot] = {}

    def for_game(self, game: str) -> list[str]:
        """Returns the names of the bots that play the game."""
        return [
            named.name for named in self.named.values() if game in named.games or not named.games
        ]

    def check(self, name: str, game: str) -> None:
        names = self.for_game(game)
        if name not in names:
            raise NoSuchBot(
                t("There is no bot {name} for this game; there is {known}.",
                  name=repr(name), known=listed(names))
                if names
                else t("There is no bot {name} for this game; there are only the five levels.",
                       name=repr(name))
            )  # fmt: skip

    async def decide(
        self,
        table: str,
        name: str,
        question: BotQuestion,
        options: Mapping[str, str],
        match: Match,
    ) -> int:
        """Returns the move of the bot at the seat. If the bot fails, it is ended and `BotFailed` is
        raised."""
        if name not in self.for_game(question.game):
            raise NotStarted("it is no longer known here")
        seat = (table, question.seat)
        async with self.slots:
            seated_bot = self.bot_at(seat, name, question, options)
            try:
                return await seated_bot.decide(question, match.copy())
            except BotFailed:
                if self.seated_bots.get(seat) is seated_bot:
                    del self.seated_bots[seat]
                seated_bot.end()
                raise

    def bot_at(
        self, seat: SeatKey, name: str, question: BotQuestion, options: Mapping[str, str]
    ) -> SeatedBot:
        """Returns the bot at the seat, which is created if there is none.

        At the limit, the idle bot that was asked longest ago makes room.
        """
        if seat not in self.seated_bots:
            if len(self.seated_bots) >= MAX_PROGRAMS:
                self.dismiss(
                    next(s for s, other in self.seated_bots.items() if not other.questions)
                )
            terms = Terms(self.move_timeout, MAX_WHAT_IFS, public_match_id(seat[0]))
            about = hello(take(question.game), question.seat, question.seats, options, terms)
            log = self.logs[name]
            self.seated_bots[seat] = SeatedBot(
                self.named[name].command,
                about,
                self.child_reaper,
                hears=lambda remark: log.write(seat[0], remark),
            )
        self.seated_bots.move_to_end(seat)
        return self.seated_bots[seat]

    async def random_move(self, question: BotQuestion) -> int:
        """Returns a random move in place of a bot that failed."""
        return await asyncio.to_thread(
            Simple(RANDOM).decide, question.seen(), generator(question.seed)
        )

    # ── Ending ───────────────────────────────────────────────────────────────────────────────────

    def dismiss(self, seat: SeatKey, match: Match | None = None) -> None:
        """Takes the bot from its seat, and lets it end in the background."""
        seated_bot = self.seated_bots.pop(seat)
        task = asyncio.create_task(seated_bot.send_game_over(match))
        self.closing[task] = seated_bot
        task.add_done_callback(lambda task: self.closing.pop(task, None))

    def end_match(self, table: str, match: Match | None = None) -> None:
        """Dismisses all bots of a table whose match is over."""
        for seat in [seat for seat in self.seated_bots if seat[0] == table]:
            self.dismiss(seat, match.copy() if match else None)

    async def stop_idle(self) -> None:
        """Dismisses, once a minute, the bots that nobody has asked for a long time."""
        while True:
            await asyncio.sleep(IDLE_CHECK_INTERVAL)
            idle_since = time.monotonic() - IDLE_SECONDS
            for seat, seated_bot in [*self.seated_bots.items()]:
                if not seated_bot.questions and seated_bot.asked_at < idle_since:
                    self.dismiss(seat)

    async def close(self) -> None:
        """Ends all programs, and waits until they are gone."""
        closing_tasks, seated_bots = (
            [*self.closing],
            [*self.seated_bots.values(), *self.closing.values()],
        )
        self.seated_bots.clear()
        for seated_bot in seated_bots:
            seated_bot.end()
        for seated_bot in seated_bots:
            await asyncio.to_thread(seated_bot.thread.shutdown)
        await asyncio.gather(*closing_tasks, return_exceptions=True)
        await asyncio.to_thread(self.child_reaper.close)
