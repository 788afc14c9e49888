"""Where bots think: in processes of their own, so that no table waits for another one's bot.

Those that answer at first sight have a room for themselves: they never wait for one that searches.
So have the experiments by which it is found out what chance does, where that takes its time.

What a seat knows goes there as bytes, with everything else imagined; the truth stays here. Bots
that search need machine code. Until that is made, once on a machine, they do what looks best at
first sight: nobody waits for a compiler.
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
from templetop.server.bots.process_pool import FairProcessPool, TooLate
from templetop.server.bots.schedule import Asker, Durations

STRONGEST = 5
INSTANT_MOVES = 5  # moves that are named at first sight
DEFAULT_COMPILE_SECONDS = 40.0  # seconds that the machine code of a game takes, more or less
A_GAME = 0.0005  # seconds for each game in mind, as long as nothing else is known
FIRST_SIGHT = 0  # instead of a level

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class BotQuestion:
    """A decision to be thought about, as a seat knows it."""

    game: str
    table: bytes  # the record, with what the seat cannot know imagined
    seat: int
    seats: int
    seed: int
    asker: str = ""  # a table, or a person there who wants advice: askers take turns

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
    """What a bot does, and the level at which that was found out."""

    move: int
    level: int  # or FIRST_SIGHT


@dataclass(frozen=True)
class Experiment:
    """An experiment to be made at a table as it truly is."""

    game: str
    table_id: str
    table: bytes  # the record
    seed: int
    asker: str  # a person who plays there, or the table


@dataclass(frozen=True)
class FinishedMatch:
    """A match that is over, and the key of its deal."""

    game: str
    table_id: str
    seats: list[str]
    options: dict[str, str]
    moves: list[tuple[int, int]]
    key: bytes


class BotPool:
    """The processes in which bots think and experiments run, and one that compiles."""

    def __init__(self, processes: int = 0, is_compiling: bool = True) -> None:
        self.is_compiling = is_compiling
        self.searching = FairProcessPool(processes or os.cpu_count() or 1)
        self.at_first_sight = FairProcessPool(1)
        self.experimenting = FairProcessPool(processes or os.cpu_count() or 1)
        self.looking_back = FairProcessPool(1)
        self.pools = (
            self.searching, self.at_first_sight, self.experimenting, self.looking_back,
        )  # fmt: skip
        self.ready: set[str] = set()
        self.played: set[str] = set()  # games that somebody plays, or has played
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.durations = Durations()
        self.wanted: list[str] = ready_games() if is_compiling else []
        self.compiling: asyncio.Task[None] | None = None
        self.begun_at = 0.0  # when the first of those that are wanted was begun

    def start(self) -> None:
        """Make machine code for every game, one after the other."""
        if self.is_compiling:
            self.compiling = asyncio.create_task(self.compile_all())

    async def compile_all(self) -> None:
        workshop = FairProcessPool(1)
        try:
            while self.wanted:
                game, self.begun_at = self.wanted[0], time.monotonic()
                await workshop.run(compile_for, game)
                self.wanted.remove(game)
                self.ready.add(game)
                log.info("The bots of %s can search now.", game)
                self.load(game)
        except BrokenProcessPool:
            log.warning("The compiler died; bots will not search.")
        finally:
            workshop.close()  # at once, also in the middle of a game

    def compile_next(self, game: str) -> None:
        """Somebody is about to play this: it comes first."""
        self.played.add(game)
        if game in self.wanted[1:]:
            self.wanted.remove(game)
            self.wanted.insert(1, game)
        self.load(game)

    def load(self, game: str) -> None:
        """Before the first question comes: whoever asks should not wait for code to be read."""
        if game in self.ready & self.played and game not in self.loading:
            self.loading[game] = asyncio.create_task(self.read_code_of(game))

    async def read_code_of(self, game: str) -> None:
        try:
            await self.searching.submit(f"loading {game}", compile_for, game)
        except BrokenProcessPool:
            log.warning("The code of %s was not loaded ahead; the first question loads it.", game)

    def bots_view(self, game: str) -> BotsView:
        """For those who play meanwhile; how long it takes is only known from other machines."""
        is_coming = game in self.wanted and self.compiling is not None and not self.compiling.done()
        before = self.wanted.index(game) if is_coming else 0
        spent = time.monotonic() - self.begun_at if is_coming and not before else 0.0
        part = 1.0 if game in self.ready else spent / (spent + DEFAULT_COMPILE_SECONDS / 2)
        return BotsView(game in self.ready, is_coming, before, part)

    async def decide(
        self,
        question: BotQuestion,
        level: int,
        asker: Asker | None = None,
        within: float | None = None,
    ) -> Choice:
        """What a bot of this level does; or of a lower one, if that is expected to take longer than
        so many seconds, with all the waiting."""
        who = asker or Asker(question.asker)
        if not self.searches(question.game, level):
            name = self.playable_bot(question.game, level)
            return Choice(
                await self.at_first_sight.submit(who, decide_in_worker, question, name), level
            )
        chosen = self.level_within(question.game, level, who, within)
        if chosen != FIRST_SIGHT:
            try:
                return Choice(await self.search(question, chosen, who, within), chosen)
            except TooLate:
                log.info("A level %d bot of %s was not its turn in time.", chosen, question.game)
        return Choice(
            await self.at_first_sight.submit(who, decide_in_worker, question, "greedy"), FIRST_SIGHT
        )

    def searches(self, game: str, level: int) -> bool:
        """Does a bot of this level search, and can it by now?"""
        return bool(take(game).levels[level - 1].simulations) and game in self.ready

    def level_within(self, game: str, level: int, who: Asker, within: float | None) -> int:
        """The highest level, up to this one, whose bot is expected to answer in time."""
        if within is None:
            return level
        schedule = self.searching.turns.schedule
        for lower in range(level, FIRST_SIGHT, -1):
            seconds = self.seconds_for(game, lower)
            if self.searches(game, lower) and schedule.seconds_until(who, seconds) <= within:
                return lower
        return FIRST_SIGHT

    def seconds_for(self, game: str, level: int) -> float:
        """That a bot of this level usually thinks."""
        guess = A_GAME * take(game).levels[level - 1].simulations
        return self.durations.of(game, level_name(level), guess)

    async def search(
        self, question: BotQuestion, level: int, who: Asker, within: float | None
    ) -> int:
        """When it is their turn, which has to come early enough."""
        name, seconds = level_name(level), self.seconds_for(question.game, level)
        until = None if within is None else max(0.0, within - seconds)
        move, took = await self.searching.submit(
            who, timed, decide_in_worker, question, name, seconds=seconds, until=until
        )
        if took is not None:
            self.durations.note(question.game, name, took)
        return move

    def playable_bot(self, game: str, level: int) -> str:
        """The name of the bot that plays at this level, or for it."""
        if take(game).levels[level - 1].simulations and game not in self.ready:
            log.info("A level %d bot of %s plays without searching for now.", level, game)
            return "greedy"
        return level_name(level)

    def will_search(self, game: str, level: int) -> bool:
        """Does a bot of this level search as soon as its machine code is there?"""
        return bool(take(game).levels[level - 1].simulations) and self.bots_view(game).is_coming

    def can_advise(self, game: str) -> bool:
        return game in self.ready

    async def hint(
        self, question: BotQuestion, names: Sequence[str], asker: Asker | None = None
    ) -> Hint:
        """What the strongest bot would do, everyone called by name."""
        return await self.searching.submit(
            asker or question.asker,
            run_in_language,
            question,
            language(),
            hint_in_worker,
            names,
            seconds=self.seconds_for(question.game, STRONGEST),
        )

    async def quick_hint(self, question: BotQuestion, names: Sequence[str]) -> Hint:
        """What looks best at first sight: no machine code is needed for that."""
        return await self.at_first_sight.submit(
            question.asker, run_in_language, question, language(), quick_hint_in_worker, names
        )

    async def run_for_coach(self, who: str, think: Callable[..., Answer], *about: Any) -> Answer:
        """For the coach, who lets all bots at tables think first."""
        return await self.searching.submit(who, think, *about, is_patient=True)

    async def experiment(
        self, trial: Experiment, within: float, asker: Asker | None = None
    ) -> tuple[list[int], bytes]:
        """The events that were found, and what is kept beside them; waiting does not count."""
        who = asker or Asker(trial.asker)
        return await self.experimenting.submit(who, experiment_in_worker, trial, within=within)

    async def best_possible(self, about: "FinishedMatch", within: float) -> tuple[int, int] | None:
        """What could have been got in a match; a new process after one that took too long."""
        try:
            return await self.looking_back.submit(
                about.table_id, best_possible_in_worker, about, within=within
            )
        except TimeoutError:
            self.looking_back.restart()
            return None

    async def close(self) -> None:
        tasks = [*self.loading.values(), *([self.compiling] if self.compiling else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in self.pools:
            pool.close()


# ── In those processes ───────────────────────────────────────────────────────────────────────────


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


BEGUN: set[tuple[str, str]] = set()  # games and bots for which it was thought here before


def timed(
    think: Callable[[BotQuestion, str], int], question: BotQuestion, name: str
) -> tuple[int, float | None]:
    """What was found, and how long it took; not the first time, when code has to be loaded."""
    is_first, begin = (question.game, name) not in BEGUN, time.perf_counter()
    found = think(question, name)
    BEGUN.add((question.game, name))
    return found, None if is_first else time.perf_counter() - begin


def experiment_in_worker(trial: Experiment) -> tuple[list[int], bytes]:
    game = take(trial.game)
    state = np.frombuffer(trial.table, game.State).copy()[0]
    events, keepsake = game.experiment(state, trial.seed)
    return [int(event) for event in events], bytes(keepsake)


def run_in_language(
    question: BotQuestion,
    wanted: str,
    think: Callable[[BotQuestion, Sequence[str]], Hint],
    names: Sequence[str],
) -> Hint:
    """In a process of its own, which knows nothing of who asked."""
    with speaking(wanted):
        return think(question, names)


def best_possible_in_worker(about: FinishedMatch) -> tuple[int, int] | None:
    from templetop.engine.match import Match

    match = Match.new(take(about.game), about.seats, about.options)
    for seat, move in about.moves:
        match.put_down(seat, move)
    return match.game.hindsight(match, about.key)


def quick_hint_in_worker(question: BotQuestion, names: Sequence[str]) -> Hint:
    """All moves by their appeal; nothing is played in mind."""
    from templetop.engine.ask import appeal
    from templetop.engine.match import legal_moves

    seen = question.seen()
    by_appeal = sorted(
        legal_moves(seen.state, seen.seat),
        key=lambda move: int(appeal(seen.state, seen.seat, move)),
        reverse=True,
    )
    best = [Weighed(move, 0, (), ()) for move in by_appeal[:INSTANT_MOVES]]
    return Hint([weighed_move_view(seen, one, names) for one in best], [], 0)


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
        weighed=[weighed_move_view(seen, one, names) for one in thought.weighed],
        line=[expected_move_view(one, names) for one in line],
        simulations=thought.simulations,
    )


def weighed_move_view(seen: Seen, one: Weighed, names: Sequence[str]) -> WeighedView:
    from templetop.engine.match import code_of, message_of

    return WeighedView(
        move=int(one.move),
        code=code_of(seen.state, seen.seat, one.move),
        says=message_of(seen.state, seen.seat, one.move).without_subject(names),
        visits=int(one.visits),
        values=[float(value) for value in one.values],
        points=[float(points) for points in one.points],
        share=float(one.share),
    )


def expected_move_view(expected: Expected, names: Sequence[str]) -> Step:
    """In a whole sentence."""
    seat = None if expected.seat == CHANCE else expected.seat
    subject = ENGINE.t(CHANCE_NAME) if seat is None else names[seat]
    return Step(seat, expected.message.sentence(subject, names))
