"""Whole games on an NVIDIA GPU, by the same rules: one game to a thread, or tables in herds.

The threads of a warp share one instruction. In a game with many phases they would hardly ever want
the same one. There a block of threads owns a herd of tables, and steps those together that are in
the same phase. Each game has random numbers of its own, so it makes no difference who steps when.
"""

import functools
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

try:
    from numba import config, cuda

    config.CUDA_LOW_OCCUPANCY_WARNINGS = False  # a few games are allowed to leave a GPU idle
except ImportError:
    cuda = None

from templetop.engine.ask import happen, to_move
from templetop.engine.compile import is_switched_off, mistake, rule, teach_numba, try_out_once
from templetop.engine.game import Game
from templetop.engine.policy import any_event
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, MOST_SEATS, NOBODY, Array
from templetop.engine.simulate import (
    CannotSimulate,
    Outcome,
    Results,
    Scratch,
    Wanted,
    cores,
    let_seats_decide,
    play_one,
    write_down,
)
from templetop.engine.small_code import small_code
from templetop.engine.speech import ENGINE, mark
from templetop.engine.words import compiling_for_gpu

THREADS = 128  # in a block, where each plays alone
BATCH = 1 << 22  # games in one launch
LOAD = 1 << 23  # bytes that a thread carries home at a time
FEW_PHASES = 5  # with no more than these, the threads of a warp seldom part
LARGE = 1024  # bytes of a table; larger ones are fetched too slowly to take turns
WARP = 32

NO_PACKAGE = mark('Simulating on a GPU needs the CUDA package: pip install "templetop[cuda]".')
NO_GPU = mark("There is no NVIDIA GPU with a working driver here; use --device cpu.")


class Herd(NamedTuple):
    """So many blocks of threads, which own so many tables each."""

    blocks: int = 528  # four for each processor of an H200
    threads: int = 128
    tables: int = 1024
    steps: int = 4  # of a table that stays in its phase, before its block looks round again


HERD = Herd()
SIMULATED_HERD = Herd(blocks=2, threads=4, tables=8)  # Numba's simulator: a real thread for each
NO_GAME = 255  # in place of a phase


def herd_for(game: Game) -> Herd | None:
    """None where every thread plays alone: that is faster with few phases, or large tables."""
    if len(game.phases) <= FEW_PHASES or game.State.itemsize > LARGE:
        return None
    return SIMULATED_HERD if config.ENABLE_CUDASIM else HERD


def look_for_a_gpu() -> None:
    """Refuse, with a sentence saying what is missing, where there is none."""
    if cuda is None:
        raise CannotSimulate(ENGINE.t(NO_PACKAGE))
    if not cuda.is_available():  # the compiler brings parts of the package, which find no GPU
        raise CannotSimulate(ENGINE.t(NO_GPU if find_spec("numba_cuda") else NO_PACKAGE))


@functools.cache
def kernel_for(game: Game, all_random: bool) -> Any:
    """The kernel that plays this game; what is known here is decided while compiling."""
    teach_numba()
    herd = herd_for(game)
    return herding(game, all_random, herd) if herd else alone(game, all_random)


def code_for(game: Game) -> AbstractContextManager[None]:
    """Small for herds, to be ready sooner; a thread alone is up to four times faster without."""
    return small_code() if herd_for(game) else nullcontext()


def alone(game: Game, all_random: bool) -> Any:
    """Each thread plays one game to its end."""
    state_type, events_count = game.State, max(1, game.events.count)
    move_words, event_words = len(game.move_set()), max(1, len(game.event_set()))

    def play_games(
        fresh: Any, first: Any, seed: Any, policies: Any, outcomes: Any, states: Any
    ) -> None:
        n = cuda.grid(1)
        if n < len(outcomes):
            table = cuda.local.array(1, state_type)
            room = Scratch(
                cuda.local.array(1, np.uint64),
                cuda.local.array(move_words, np.uint64),
                cuda.local.array(event_words, np.uint64),
                cuda.local.array(events_count, np.int64),
                cuda.local.array(MOST_SEATS, np.int64),
            )
            table[0] = fresh[0]
            if all_random:
                play_one(table[0], first + n, seed, None, outcomes[n], room)
            else:
                play_one(table[0], first + n, seed, policies, outcomes[n], room)
            if n < len(states):
                states[n] = table[0]

    return cuda.jit(play_games)


def herding(game: Game, all_random: bool, herd: Herd) -> Any:
    """A block goes round its tables: in each phase, as many warps as it can fill take a step."""
    events_count, phases_count = max(1, game.events.count), len(game.phases)
    move_words, event_words = len(game.move_set()), max(1, len(game.event_set()))
    _, threads, tables_here, steps = herd

    def play_games(
        fresh: Any, first: Any, seed: Any, policies: Any, outcomes: Any, states: Any,
        tables: Any, randoms: Any,
    ) -> None:  # fmt: skip
        thread, block, blocks = cuda.threadIdx.x, cuda.blockIdx.x, cuda.gridDim.x
        mine = block * tables_here  # the first of its tables
        phases = cuda.shared.array(tables_here, np.uint8)
        games = cuda.shared.array(tables_here, np.int32)
        line = cuda.shared.array(tables_here, np.int16)  # the tables that take a step
        waiting = cuda.shared.array(phases_count, np.int32)  # tables in each phase
        called = cuda.shared.array(phases_count, np.int32)  # so many of them take a step
        place = cuda.shared.array(phases_count, np.int32)  # in the line, of the next of them
        begun = cuda.shared.array(1, np.int32)  # games
        in_line = cuda.shared.array(1, np.int32)
        moves = cuda.local.array(move_words, np.uint64)
        events = cuda.local.array(event_words, np.uint64)
        weights = cuda.local.array(events_count, np.int64)
        decided = cuda.local.array(MOST_SEATS, np.int64)

        for n in range(thread, tables_here, threads):
            phases[n], games[n] = NO_GAME, block + n * blocks
            if games[n] < len(outcomes):
                tables[mine + n] = fresh[0]
                random = randoms[mine + n : mine + n + 1]
                begin(random, seed, first + games[n], outcomes[games[n]])
                phases[n] = tables[mine + n].phase
        if thread == 0:
            begun[0] = tables_here
        while True:
            cuda.syncthreads()
            for phase in range(thread, phases_count, threads):
                waiting[phase] = 0
            cuda.syncthreads()
            for n in range(thread, tables_here, threads):
                if phases[n] != NO_GAME:
                    cuda.atomic.add(waiting, phases[n], 1)
            cuda.syncthreads()
            if thread == 0:
                in_line[0] = call(waiting, called, place)
            cuda.syncthreads()
            if in_line[0] == 0:
                return
            for n in range(thread, tables_here, threads):
                phase = phases[n]
                if phase != NO_GAME and cuda.atomic.sub(called, phase, 1) > 0:
                    line[cuda.atomic.add(place, phase, 1)] = n
            cuda.syncthreads()
            for at in range(thread, in_line[0], threads):
                n = line[at]
                state, random = tables[mine + n], randoms[mine + n : mine + n + 1]
                phase = state.phase
                for _ in range(steps):
                    deciding = to_move(state)
                    if deciding == NOBODY:
                        write_down(state, outcomes[games[n]])
                        if games[n] < len(states):
                            states[games[n]] = tables[mine + n]
                        games[n] = block + cuda.atomic.add(begun, 0, 1) * blocks
                        if games[n] < len(outcomes):
                            tables[mine + n] = fresh[0]
                            begin(random, seed, first + games[n], outcomes[games[n]])
                        break
                    if deciding == CHANCE:
                        happen(state, any_event(state, random, events, weights))
                    elif all_random:
                        outcomes[games[n]].length += let_seats_decide(
                            state, deciding, None, random, moves, decided
                        )
                    else:
                        outcomes[games[n]].length += let_seats_decide(
                            state, deciding, policies, random, moves, decided
                        )
                    if state.phase != phase:
                        break
                phases[n] = state.phase if games[n] < len(outcomes) else NO_GAME

    return cuda.jit(play_games)


@rule
def begin(random, seed, number, outcome):
    """A game gets the random numbers of its own."""
    start(random, seed, np.uint64(number))
    outcome.length = 0


@rule
def call(waiting, called, place):
    """Full warps of every phase; where no phase fills one, all of the fullest. Returns how many."""
    end = 0
    fullest = 0
    for phase in range(len(waiting)):
        called[phase] = waiting[phase] // WARP * WARP
        place[phase] = end
        end += called[phase]
        if waiting[phase] > waiting[fullest]:
            fullest = phase
    if end == 0:
        called[fullest] = end = waiting[fullest]
    return end


def simulate_on_gpu(
    wanted: Wanted,
    keep_states: bool,
    progress: Callable[[int], None],
    say: Callable[[str], None],
) -> Results:
    """As on the CPU, to the last byte."""
    if is_switched_off():
        raise CannotSimulate("NUMBA_DISABLE_JIT is set: without machine code there is no GPU.")
    try_out_once(wanted.game.State)
    launch = Launch(wanted, say)
    outcomes = np.zeros(wanted.games, Outcome)
    states = wanted.game.state(wanted.games) if keep_states else None
    begin = time.perf_counter()
    with ThreadPoolExecutor(cores()) as porters:
        for first in range(0, wanted.games, BATCH):
            batch = slice(first, first + BATCH)
            launch(first, outcomes[batch], None if states is None else states[batch], porters)
            progress(len(outcomes[batch]))
        launch.bring_home(porters)
    seconds = time.perf_counter() - begin
    return Results(wanted.game, wanted.seats, wanted.bots, wanted.seed, seconds, outcomes, states)


class Launch:
    """A kernel compiled for what is wanted, and the memory it works in on the device.

    Small games end sooner than their outcomes can be written into fresh memory here. While one
    batch is played, that of the last is carried home, by several threads; so there are two docks.
    """

    def __init__(self, wanted: Wanted, say: Callable[[str], None]) -> None:
        look_for_a_gpu()
        policies = wanted.policies
        self.kernel = kernel_for(wanted.game, policies is None)
        self.herd = herd_for(wanted.game)
        self.seed = np.uint64(wanted.seed & 0xFFFFFFFFFFFFFFFF)
        self.fresh = cuda.to_device(wanted.fresh)
        nobody_thinks = np.zeros(0, np.int8)
        self.policies = cuda.to_device(nobody_thinks if policies is None else policies)
        self.docks = [Dock(min(wanted.games, BATCH)), Dock(min(wanted.games, BATCH))]
        self.nothing = cuda.device_array(0, wanted.game.State)
        self.pasture = pasture(wanted.game, self.herd) if self.herd else ()
        say(compiling_for_gpu(wanted.game))
        try:
            with code_for(wanted.game), ThreadPoolExecutor(1) as porter:
                self(0, np.zeros(1, Outcome), None, porter)
                self.bring_home(porter)
        except Exception as error:
            if (fault := mistake(error, wanted.game.State)) is None:
                raise
            raise fault from error

    def __call__(
        self, first: int, outcomes: Array, states: Array | None, porters: ThreadPoolExecutor
    ) -> None:
        """Play a batch of games, from number `first` on; the outcomes of the last come home."""
        games = len(outcomes)
        tables = self.nothing if states is None else cuda.device_array(games, states.dtype)
        other, dock = self.docks = self.docks[::-1]
        dock.clear()
        played = dock.outcomes[:games]
        self.kernel[self.shape(games)](
            self.fresh, first, self.seed, self.policies, played, tables, *self.pasture
        )
        dock.load(outcomes)
        other.unload(porters)
        if states is not None:
            tables.copy_to_host(states)

    def bring_home(self, porters: ThreadPoolExecutor) -> None:
        """Whatever is still on its way."""
        for dock in self.docks:
            dock.unload(porters)
            dock.clear()

    def shape(self, games: int) -> tuple[int, int]:
        """How many blocks, of how many threads."""
        if self.herd:
            return min(self.herd.blocks, games), self.herd.threads
        return (games + THREADS - 1) // THREADS, THREADS


class Dock:
    """Where the outcomes of a batch are written on the device, and through where they leave it."""

    def __init__(self, games: int) -> None:
        self.outcomes = cuda.to_device(np.zeros(games, Outcome))
        self.bytes = cuda.pinned_array(games * Outcome.itemsize, np.uint8)
        self.home: Array | None = None  # where they are to lie in the end
        self.is_loaded = cuda.event()
        self.carried: list[Future[None]] = []

    def load(self, outcomes: Array) -> None:
        """As soon as they are played, let them leave the device."""
        self.home = outcomes.view(np.uint8)
        held = self.bytes[: self.home.size].view(Outcome)
        self.outcomes[: len(held)].copy_to_host(held, stream=cuda.default_stream())
        self.is_loaded.record()

    def unload(self, porters: ThreadPoolExecutor) -> None:
        """Carry them home as soon as they have left it; nobody waits for that here."""
        if self.home is None:
            return
        self.is_loaded.synchronize()
        for begin in range(0, self.home.size, LOAD):
            load = slice(begin, min(begin + LOAD, self.home.size))
            self.carried.append(porters.submit(np.copyto, self.home[load], self.bytes[load]))
        self.home = None

    def clear(self) -> None:
        """Wait until nothing is left here."""
        for future in self.carried:
            future.result()
        self.carried = []


def pasture(game: Game, herd: Herd) -> tuple[Any, Any]:
    """The tables of a herd, and their random numbers."""
    tables = herd.blocks * herd.tables
    return cuda.device_array(tables, game.State), cuda.device_array(tables, np.uint64)
