"""Bot decisions, hints, experiments and reviews, computed in worker processes.

A seat's knowledge is sent to a process as bytes, with all that the seat cannot know imagined; the
true state stays in the server. Instant bots, searching bots, experiments and best possible results
have a pool each, so that quick answers never wait behind long ones. Bots that search need machine
code; until it is compiled, once on each machine, the most appealing move is played instead.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from templetop.bots.roster import level_name
from templetop.bots.seen import Seen, seen_by
from templetop.bots.thought import Expected, Weighed
from templetop.engine.game import Game
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGINE, language, speaking
from templetop.engine.telling import CHANCE_NAME
from templetop.games.shelf import ready_games, take
from templetop.server.api_models import BotsView, Hint, Step, WeighedView
from templetop.server.bots.process_pool import FairProcessPool, QueueTimeout
from templetop.server.bots.schedule import Asker, Durations

STRONGEST = 5
INSTANT_MOVES = 5  # moves in a quick hint
DEFAULT_COMPILE_SECONDS = 40.0  # a rough guess of how long a game takes to compile
SECONDS_PER_SIMULATION = 0.0005  # seconds for each simulation, as long as no duration was measured
NO_SEARCH = 0  # instead of a level: the most appealing move, without a search

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class BotQuestion:
    """A decision to be made by a bot, as the seat knows the position."""

    game: str
    table: bytes  # the game's state, with what the seat cannot know imagined
    seat: int
    seats: int
    seed: int
    asker: str = ""  # the table, or a person there who wants a hint

    @classmethod
    def about(
        cls, state: Any, game: Game, seat: int, seats: int, seed: int, asker: str = ""
    ) -> "BotQuestion":
        seen = seen_by(seat, state, seats, generator(seed, 1))
        return cls(game.id, seen.state.tobytes(), seat, seats, seed, asker)

    def seen(self) -> Seen:
        game = take(self.game)
        return Seen(game, np.frombuffer(self.table, game.State).copy()[0], self.seat, self.seats)


class Choice(NamedTuple):
    """The move of a bot, and the level at which it was found."""

    move: int
    level: int  # NO_SEARCH if nothing was searched


@dataclass(frozen=True)
class Experiment:
    """A game's experiment to be run on the true state of a table."""

    game: str
    table_id: str
    table: bytes  # the game's true state
    seed: int
    asker: str  # a person who plays there, or else the table


@dataclass(frozen=True)
class FinishedMatch:
    """The moves of a finished match, and the key of its deal."""

    game: str
    table_id: str
    seats: list[str]
    options: dict[str, str]
    moves: list[tuple[int, int]]
    key: bytes


class BotPool:
    """The worker processes for bots and experiments, and one more that compiles machine code."""

    def __init__(self, processes: int = 0, is_compiling: bool = True) -> None:
        self.is_compiling = is_compiling
        self.search_pool = FairProcessPool(processes or os.cpu_count() or 1)
        self.instant_pool = FairProcessPool(1)
        self.experiment_pool = FairProcessPool(processes or os.cpu_count() or 1)
        self.best_possible_pool = FairProcessPool(1)
        self.pools = (
            self.search_pool, self.instant_pool, self.experiment_pool, self.best_possible_pool,
        )  # fmt: skip
        self.compiled_games: set[str] = set()
        self.opened_games: set[str] = set()  # games that were opened since the start
        self.loading_tasks: dict[str, asyncio.Task[None]] = {}
        self.durations = Durations()
        self.compile_queue: list[str] = ready_games() if is_compiling else []
        self.compile_task: asyncio.Task[None] | None = None
        self.compile_started_at = 0.0  # when compiling the first game of the queue began

    def start(self) -> None:
        """Starts compiling the machine code of all games, one after the other."""
        if self.is_compiling:
            self.compile_task = asyncio.create_task(self.compile_all())

    async def compile_all(self) -> None:
        compile_pool = FairProcessPool(1)
        try:
            while self.compile_queue:
                game, self.compile_started_at = self.compile_queue[0], time.monotonic()
                await compile_pool.run(compile_for, game)
                self.compile_queue.remove(game)
                self.compiled_games.add(game)
                log.info("The bots of %s can search now.", game)
                self.start_loading(game)
        except BrokenProcessPool:
            log.warning("The compiler died; bots will not search.")
        finally:
            compile_pool.close()  # terminates the compiler, also in the middle of a game

    def compile_next(self, game: str) -> None:
        """Moves a game that is about to be played to the front of the games to compile."""
        self.opened_games.add(game)
        if game in self.compile_queue[1:]:
            self.compile_queue.remove(game)
            self.compile_queue.insert(1, game)
        self.start_loading(game)

    def start_loading(self, game: str) -> None:
        """Starts loading the machine code of a game into a worker process, so that its first
        question need not wait for that."""
        if game in self.compiled_games & self.opened_games and game not in self.loading_tasks:
            self.loading_tasks[game] = asyncio.create_task(self.load_code(game))

    async def load_code(self, game: str) -> None:
        try:
            await self.search_pool.submit(f"loading {game}", compile_for, game)
        except BrokenProcessPool:
            log.warning("The code of %s was not loaded ahead; the first question loads it.", game)

    def bots_view(self, game: str) -> BotsView:
        """Returns how far the bots of a game are compiled. The share that is done is estimated from
        a typical duration."""
        is_coming = (
            game in self.compile_queue
            and self.compile_task is not None
            and not self.compile_task.done()
        )
        before = self.compile_queue.index(game) if is_coming else 0
        spent = time.monotonic() - self.compile_started_at if is_coming and not before else 0.0
        part = 1.0 if game in self.compiled_games else spent / (spent + DEFAULT_COMPILE_SECONDS / 2)
        return BotsView(game in self.compiled_games, is_coming, before, part)

    async def decide(
        self,
        question: BotQuestion,
        level: int,
        asker: Asker | None = None,
        timeout: float | None = None,
    ) -> Choice:
        """Returns the move of a bot of this level.

        With `timeout`, in seconds, a lower level plays if this one is expected to take longer,
        queueing included.
        """
        asker = asker or Asker(question.asker)
        if not self.searches(question.game, level):
            name = self.playable_bot(question.game, level)
            return Choice(
                await self.instant_pool.submit(asker, decide_in_worker, question, name), level
            )
        chosen = self.level_within(question.game, level, asker, timeout)
        if chosen != NO_SEARCH:
            try:
                return Choice(await self.search(question, chosen, asker, timeout), chosen)
            except QueueTimeout:
                log.info("A level %d bot of %s was not its turn in time.", chosen, question.game)
        return Choice(
            await self.instant_pool.submit(asker, decide_in_worker, question, "greedy"), NO_SEARCH
        )

    def searches(self, game: str, level: int) -> bool:
        """True if bots of this level search and their machine code is ready."""
        return bool(take(game).levels[level - 1].simulations) and game in self.compiled_games

    def level_within(self, game: str, level: int, asker: Asker, timeout: float | None) -> int:
        """Returns the highest level, up to this one, whose bot is expected to answer in time.

        NO_SEARCH if none is.
        """
        if timeout is None:
            return level
        schedule = self.search_pool.queue.schedule
        for lower in range(level, NO_SEARCH, -1):
            seconds = self.seconds_for(game, lower)
            if self.searches(game, lower) and schedule.seconds_until(asker, seconds) <= timeout:
                return lower
        return NO_SEARCH

    def seconds_for(self, game: str, level: int) -> float:
        """Returns how many seconds a bot of this level usually thinks."""
        guess = SECONDS_PER_SIMULATION * take(game).levels[level - 1].simulations
        return self.durations.estimate(game, level_name(level), guess)

    async def search(
        self, question: BotQuestion, level: int, asker: Asker, timeout: float | None
    ) -> int:
        """When it is their turn, which has to come early enough."""
        name, seconds = level_name(level), self.seconds_for(question.game, level)
        queue_timeout = None if timeout is None else max(0.0, timeout - seconds)
        move, took = await self.search_pool.submit(
            asker,
            measure_decision,
            decide_in_worker,
            question,
            name,
            seconds=seconds,
            queue_timeout=queue_timeout,
        )
        if took is not None:
            self.durations.add(question.game, name, took)
        return move

    def playable_bot(self, game: str, level: int) -> str:
        """Returns the name of the bot that plays at this level; the greedy bot until the machine
        code is ready."""
        if take(game).levels[level - 1].simulations and game not in self.compiled_games:
            log.info("A level %d bot of %s plays without searching for now.", level, game)
            return "greedy"
        return level_name(level)

    def will_search(self, game: str, level: int) -> bool:
        """True if bots of this level do not search yet, but will when their machine code is
        ready."""
        return bool(take(game).levels[level - 1].simulations) and self.bots_view(game).is_coming

    def can_advise(self, game: str) -> bool:
        return game in self.compiled_games

    async def hint(
        self, question: BotQuestion, names: Sequence[str], asker: Asker | None = None
    ) -> Hint:
        """Returns the strongest bot's analysis, with the players' names in its sentences."""
        return await self.search_pool.submit(
            asker or question.asker,
            run_in_language,
            question,
            language(),
            hint_in_worker,
            names,
            seconds=self.seconds_for(question.game, STRONGEST),
        )

    async def quick_hint(self, question: BotQuestion, names: Sequence[str]) -> Hint:
        """Returns the most appealing moves, which takes no search and no machine code."""
        return await self.instant_pool.submit(
            question.asker, run_in_language, question, language(), quick_hint_in_worker, names
        )

    async def run_for_coach(
        self, queue_key: str, function: Callable[..., Answer], *arguments: Any
    ) -> Answer:
        """Runs a function of the coach in a search process, after all questions of bots at
        tables."""
        return await self.search_pool.submit(queue_key, function, *arguments, is_background=True)

    async def experiment(
        self, experiment: Experiment, timeout: float, asker: Asker | None = None
    ) -> tuple[list[int], bytes]:
        """Returns the events that the experiment found, and its attachment.

        `timeout` limits the seconds that it runs; waiting for a process does not count.
        """
        asker = asker or Asker(experiment.asker)
        return await self.experiment_pool.submit(
            asker, experiment_in_worker, experiment, timeout=timeout
        )

    async def best_possible(self, match: "FinishedMatch", timeout: float) -> tuple[int, int] | None:
        """Returns the points that could have been reached, as a lower and an upper bound.

        None if that took longer than `timeout` seconds; the process is replaced then.
        """
        try:
            return await self.best_possible_pool.submit(
                match.table_id, best_possible_in_worker, match, timeout=timeout
            )
        except TimeoutError:
            self.best_possible_pool.restart()
            return None

    async def close(self) -> None:
        tasks = [*self.loading_tasks.values(), *([self.compile_task] if self.compile_task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in self.pools:
            pool.close()


# ── In worker processes ──────────────────────────────────────────────────────────────────────────


def compile_for(game: str) -> None:
    from templetop.bots.roster import make_ready

    make_ready([level_name(STRONGEST)], take(game), lambda sentence: None)


def decide_in_worker(question: BotQuestion, name: str) -> int:
    from templetop.bots.roster import Engagement, call

    seen = question.seen()
    bot = call(name, seen.game, seen.seat, Engagement(seen.seats))
    try:
        return bot.decide(seen, generator(question.seed))
    finally:
        bot.close()


WARM_BOTS: set[tuple[str, str]] = set()  # games and bots whose code this process has loaded


def measure_decision(
    function: Callable[[BotQuestion, str], int], question: BotQuestion, name: str
) -> tuple[int, float | None]:
    """Returns the move, and the seconds that it took to find.

    None instead of the seconds the first time in a process, when loading the code would distort
    them.
    """
    is_first, started_at = (question.game, name) not in WARM_BOTS, time.perf_counter()
    found = function(question, name)
    WARM_BOTS.add((question.game, name))
    return found, None if is_first else time.perf_counter() - started_at


def experiment_in_worker(experiment: Experiment) -> tuple[list[int], bytes]:
    game = take(experiment.game)
    state = np.frombuffer(experiment.table, game.State).copy()[0]
    events, keepsake = game.experiment(state, experiment.seed)
    return [int(event) for event in events], bytes(keepsake)


def run_in_language(
    question: BotQuestion,
    language_code: str,
    function: Callable[[BotQuestion, Sequence[str]], Hint],
    names: Sequence[str],
) -> Hint:
    """Runs the function with the language of the person who asked, which a worker process does not
    know."""
    with speaking(language_code):
        return function(question, names)


def best_possible_in_worker(finished: FinishedMatch) -> tuple[int, int] | None:
    from templetop.engine.match import Match

    match = Match.new(take(finished.game), finished.seats, finished.options)
    for seat, move in finished.moves:
        match.put_down(seat, move)
    return match.game.hindsight(match, finished.key)


def quick_hint_in_worker(question: BotQuestion, names: Sequence[str]) -> Hint:
    """Returns the moves with the most appeal, without any search."""
    from templetop.engine.ask import appeal
    from templetop.engine.match import legal_moves

    seen = question.seen()
    by_appeal = sorted(
        legal_moves(seen.state, seen.seat),
        key=lambda move: int(appeal(seen.state, seen.seat, move)),
        reverse=True,
    )
    best = [Weighed(move, 0, (), ()) for move in by_appeal[:INSTANT_MOVES]]
    return Hint([weighed_move_view(seen, weighed, names) for weighed in best], [], 0)


def hint_in_worker(question: BotQuestion, names: Sequence[str]) -> Hint:
    from templetop.bots.line import expected_line
    from templetop.bots.roster import strength
    from templetop.bots.thinker import Thinker

    seen = question.seen()
    level, budget = strength("search", seen.game)
    assert budget is not None
    thinker = Thinker(seen.game, level.ways, level.width, budget)
    try:
        thought = thinker.think(seen, question.seed)
        line = expected_line(seen, thought.move, thinker.minds[0], question.seed)
    finally:
        thinker.close()
    return Hint(
        weighed=[weighed_move_view(seen, move, names) for move in thought.weighed],
        line=[expected_move_view(move, names) for move in line],
        simulations=thought.simulations,
    )


def weighed_move_view(seen: Seen, weighed: Weighed, names: Sequence[str]) -> WeighedView:
    from templetop.engine.match import code_of, message_of

    return WeighedView(
        move=int(weighed.move),
        code=code_of(seen.state, seen.seat, weighed.move),
        says=message_of(seen.state, seen.seat, weighed.move).without_subject(names),
        visits=int(weighed.visits),
        values=[float(value) for value in weighed.values],
        points=[float(points) for points in weighed.points],
        share=float(weighed.share),
    )


def expected_move_view(expected: Expected, names: Sequence[str]) -> Step:
    seat = None if expected.seat == CHANCE else expected.seat
    subject = ENGINE.t(CHANCE_NAME) if seat is None else names[seat]
    return Step(seat, expected.message.sentence(subject, names))
