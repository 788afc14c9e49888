"""Where bots think: in processes of their own, so that no table waits for another one's bot.

What a seat knows goes there as bytes, with everything else imagined; the truth stays here. Bots
that search need machine code. Until that is made, once on a machine, they do what looks best at
first sight: nobody waits for a compiler.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from templetop.bots.seen import Seen, seen_by
from templetop.engine.game import Game
from templetop.engine.random import generator
from templetop.games.shelf import ready_games, take
from templetop.server.models import Hint, Step, Weighed

SPAWN = multiprocessing.get_context("spawn")
STRONGEST = 5
THREADS = 2  # on which one bot thinks
MOST_TRIES = 3

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question:
    """A decision to be thought about, as a seat knows it."""

    game: str
    table: bytes  # the record, with what the seat cannot know imagined
    seat: int
    seats: int
    seed: int

    @classmethod
    def about(cls, state: Any, game: Game, seat: int, seats: int, seed: int) -> "Question":
        seen = seen_by(seat, state, seats, generator(seed, 1))
        return cls(game.id, seen.state.tobytes(), seat, seats, seed)

    def seen(self) -> Seen:
        game = take(self.game)
        return Seen(game, np.frombuffer(self.table, game.State).copy()[0], self.seat, self.seats)


class Minds:
    """The processes in which bots think, and one that compiles."""

    def __init__(self, processes: int = 0, is_compiling: bool = True) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 1) // THREADS)
        self.is_compiling = is_compiling
        self.pool = new_pool(self.processes)
        self.ready: set[str] = set()
        self.wanted: list[str] = ready_games() if is_compiling else []
        self.compiling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Make machine code for every game, one after the other."""
        if self.is_compiling:
            self.compiling = asyncio.create_task(self.compile_all())

    async def compile_all(self) -> None:
        compiler = new_pool(1)
        try:
            while self.wanted:
                game = self.wanted[0]
                await asyncio.wrap_future(compiler.submit(compile_for, game))
                self.wanted.remove(game)
                self.ready.add(game)
                log.info("Bots of %s search from now on.", game)
        except BrokenProcessPool:
            log.warning("The compiler died; bots will not search.")
        finally:
            compiler.shutdown(wait=False, cancel_futures=True)

    def want(self, game: str) -> None:
        """Somebody is about to play this: it comes first."""
        if game in self.wanted[1:]:
            self.wanted.remove(game)
            self.wanted.insert(1, game)

    async def decide(self, question: Question, level: int) -> int:
        """What a bot of this level does."""
        return await self.ask(decide, question, self.possible(question.game, level))

    def possible(self, game: str, level: int) -> str:
        """The name of the bot that plays at this level, or for it."""
        if take(game).levels[level - 1].simulations and game not in self.ready:
            log.info("A bot of level %d of %s plays without searching for now.", level, game)
            return "greedy"
        return f"level{level}"

    def can_advise(self, game: str) -> bool:
        return game in self.ready

    async def advise(self, question: Question) -> Hint:
        """What the strongest bot would do."""
        return await self.ask(advise, question)

    async def ask(self, think: Callable[..., Answer], *arguments: Any) -> Answer:
        """Have it thought about; by others, if those who do so die over it."""
        for _ in range(MOST_TRIES - 1):
            pool = self.pool
            try:
                return await asyncio.wrap_future(pool.submit(think, *arguments))
            except BrokenProcessPool:
                log.warning("A process in which bots think has died; there are new ones.")
                if self.pool is pool:
                    self.pool = new_pool(self.processes)
        return await asyncio.wrap_future(self.pool.submit(think, *arguments))

    async def close(self) -> None:
        if self.compiling is not None:
            self.compiling.cancel()
            await asyncio.gather(self.compiling, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in [*(getattr(self.pool, "_processes", None) or {}).values()]:
            process.terminate()


def new_pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, SPAWN, initializer=stay_with_the_server)


# ── In those processes ───────────────────────────────────────────────────────────────────────────


def stay_with_the_server() -> None:
    """End when the server does, however it ends; and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # people are answered before bots think
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def compile_for(game: str) -> None:
    from templetop.bots.roster import make_ready

    make_ready([f"level{STRONGEST}"], take(game), lambda sentence: None)


def decide(question: Question, name: str) -> int:
    from templetop.bots.roster import Company, call

    seen = question.seen()
    bot = call(name, seen.game, seen.seat, Company(seen.seats, threads=THREADS))
    try:
        return bot.decide(seen, generator(question.seed))
    finally:
        bot.close()


def advise(question: Question) -> Hint:
    from templetop.bots.line import expected_line
    from templetop.bots.roster import strength
    from templetop.bots.thinker import Thinker
    from templetop.engine.game import CHANCE

    seen = question.seen()
    level, budget = strength("search", seen.game)
    assert budget is not None
    thinker = Thinker(seen.game, level.ways, level.width, budget, THREADS)
    try:
        thought = thinker.think(seen, question.seed)
        line = expected_line(seen, thought.move, thinker.minds[0], question.seed)
    finally:
        thinker.close()
    game, state, seat = seen.game, seen.state, seen.seat
    return Hint(
        weighed=[
            Weighed(
                move=int(one.move),
                code=game.code(state, seat, one.move),
                says=game.say(state, seat, one.move),
                visits=int(one.visits),
                values=[float(value) for value in one.values],
                points=[float(points) for points in one.points],
            )
            for one in thought.weighed
        ],
        line=[Step(None if one.seat == CHANCE else one.seat, one.words) for one in line],
        simulations=thought.simulations,
    )
