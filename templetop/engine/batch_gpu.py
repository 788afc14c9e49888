"""A batch of tables on an NVIDIA GPU: a thread for each table, by the same rules.

All kernels run one after the other on the GPU's usual stream, as torch's do: nobody has to wait.
"""

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

try:
    from numba import cuda
except ImportError:
    cuda = None

from templetop.engine.ask import legal, observe
from templetop.engine.batch import (
    BadBatch,
    Desk,
    Room,
    Wanted,
    begin_table,
    empty_sheets,
    first_seat,
    follow_up,
    hear,
    is_in,
    start_bots,
)
from templetop.engine.compile import teach_numba
from templetop.engine.dlpack import Lent
from templetop.engine.game import Game
from templetop.engine.gpu import FEW_PHASES, look_for_a_gpu
from templetop.engine.policy import any_move, greedy_move
from templetop.engine.seats import MOST_SEATS
from templetop.engine.small_code import small_code
from templetop.engine.words import compiling_for_gpu

THREADS = 64  # in a block: a batch is small for a GPU, and is spread over all of it
SQUARE = 32  # numbers of so many tables are turned together
WIDE = SQUARE + 1  # so that a column of a square lies in as many banks of memory as a row
BYTES = 1 << 30  # of numbers that are turned at a time, at most


def code_for(game: Game) -> AbstractContextManager[None]:
    """Small for large games: the rules are compiled for several kernels."""
    return small_code() if len(game.phases) > FEW_PHASES else nullcontext()


@functools.cache
def begin_kernel(game: Game) -> Any:
    events_count, event_words = max(1, game.events.count), max(1, len(game.event_set()))

    def begin(
        tables: Any, fresh: Any, seed: Any, desks: Any,
        asked: Any, legal_moves: Any, over: Any, rewards: Any,
    ) -> None:  # fmt: skip
        n = cuda.grid(1)
        if n < len(tables):
            events = cuda.local.array(event_words, np.uint64)
            weights = cuda.local.array(events_count, np.int64)
            start_bots(desks[n], seed, n)
            over[n] = False
            for seat in range(rewards.shape[1]):
                rewards[n, seat] = 0
            begin_table(tables, n, fresh, seed, desks[n], events, weights)
            asked[n] = first_seat(desks[n].waiting)
            legal(tables[n], asked[n], legal_moves[n])

    return kernel(begin)


@functools.cache
def step_kernel(game: Game) -> Any:
    events_count, event_words = max(1, game.events.count), max(1, len(game.event_set()))

    def step(
        tables: Any, moves: Any, fresh: Any, seed: Any, rewarded: Any, desks: Any,
        asked: Any, legal_moves: Any, over: Any, rewards: Any, refused: Any,
    ) -> None:  # fmt: skip
        n = cuda.grid(1)
        if n < len(tables):
            if not is_in(legal_moves[n], moves[n]):
                cuda.atomic.add(refused, 0, 1)
                over[n] = False
                for seat in range(rewards.shape[1]):
                    rewards[n, seat] = 0
                return
            room = Room(
                cuda.local.array(event_words, np.uint64),
                cuda.local.array(events_count, np.int64),
                cuda.local.array(MOST_SEATS, np.int16),
                cuda.local.array(MOST_SEATS, np.int8),
                cuda.local.array(MOST_SEATS, np.int8),
            )
            if hear(tables, n, moves[n], desks[n], asked, over, rewards):
                follow_up(tables, n, fresh, seed, rewarded, desks[n], over, rewards, room)
            asked[n] = first_seat(desks[n].waiting)
            legal(tables[n], asked[n], legal_moves[n])

    return kernel(step)


@functools.cache
def observe_kernel(game: Game) -> Any:
    """A column for each table: neighbours that write the same number write side by side."""

    def look(tables: Any, asked: Any, first: Any, columns: Any) -> None:
        column = cuda.grid(1)
        if column < columns.shape[1] and first + column < len(tables):
            n = first + column
            observe(tables[n], asked[n], columns[:, column])

    return kernel(look)


@functools.cache
def turn_kernel() -> Any:
    """Columns become rows, a square at a time: read along the one, and written along the other."""

    def turn(columns: Any, first: Any, numbers: Any) -> None:
        square = cuda.shared.array((SQUARE, WIDE), np.float32)
        across = (columns.shape[1] + SQUARE - 1) // SQUARE
        left = cuda.blockIdx.x % across * SQUARE
        top = cuda.blockIdx.x // across * SQUARE
        here, begin = cuda.threadIdx.x % SQUARE, cuda.threadIdx.x // SQUARE
        for row in range(begin, SQUARE, THREADS // SQUARE):
            if top + row < columns.shape[0] and left + here < columns.shape[1]:
                square[row, here] = columns[top + row, left + here]
        cuda.syncthreads()
        for row in range(begin, SQUARE, THREADS // SQUARE):
            if top + here < columns.shape[0] and first + left + row < len(numbers):
                numbers[first + left + row, top + here] = square[here, row]

    return kernel(turn)


@functools.cache
def mask_kernel() -> Any:
    def spread(legal_moves: Any, mask: Any) -> None:
        place = cuda.grid(1)  # neighbours write to neighbours
        n, move = place // mask.shape[1], place % mask.shape[1]
        if n < len(mask):
            word = legal_moves[n, move >> 6]
            mask[n, move] = (word >> np.uint64(move & 63)) & np.uint64(1) != np.uint64(0)

    return kernel(spread)


@functools.cache
def choose_kernel(game: Game, is_greedy: bool) -> Any:
    def choose(tables: Any, asked: Any, legal_moves: Any, desks: Any, chosen: Any) -> None:
        n = cuda.grid(1)
        if n < len(tables):
            if is_greedy:
                chosen[n] = greedy_move(tables[n], asked[n], legal_moves[n], desks[n].whims)
            else:
                chosen[n] = any_move(legal_moves[n], desks[n].whims)

    return kernel(choose)


def kernel(function: Any) -> Any:
    teach_numba()
    return cuda.jit(function)


class Card:
    """A GPU."""

    def __init__(self, wanted: Wanted, say: Callable[[str], None]) -> None:
        look_for_a_gpu()
        self.wanted, self.say = wanted, say
        game, size = wanted.game, wanted.size
        self.tables = cuda.device_array(size, game.State)
        self.desks = cuda.device_array(size, Desk)
        self.sheets = empty_sheets(wanted, cuda.device_array)
        self.fresh = cuda.to_device(wanted.fresh)
        self.chosen = cuda.device_array(size, np.int64)
        self.counted = cuda.to_device(np.zeros(1, np.int64))
        self.numbers: Any = None
        self.columns: Any = None
        self.bools: Any = None
        self.seed = np.uint64(0)
        self.is_ready: set[Any] = set()

    def shown(self, array: Any) -> Lent:
        return Lent(array)

    @property
    def refused(self) -> int:
        return int(self.counted.copy_to_host()[0])

    def begin(self, seed: Any) -> None:
        self.seed = seed
        self.counted.copy_to_device(np.zeros(1, np.int64))
        self.run(
            begin_kernel(self.wanted.game), self.wanted.size,
            self.tables, self.fresh, self.seed, self.desks, *self.sheets,
        )  # fmt: skip

    def step(self, moves: Any) -> None:
        self.run(
            step_kernel(self.wanted.game), self.wanted.size,
            self.tables, self.on_device(moves), self.fresh, self.seed, self.wanted.rewarded,
            self.desks, *self.sheets, self.counted,
        )  # fmt: skip

    def on_device(self, moves: Any) -> Any:
        """The moves, where they are if they lie on the GPU; others are copied there."""
        given = moves.array if isinstance(moves, Lent) else moves
        is_there = hasattr(given, "__cuda_array_interface__")
        found = cuda.as_cuda_array(given) if is_there else cuda.to_device(np.asarray(given))
        if found.shape != (self.wanted.size,) or np.dtype(found.dtype).kind not in "iu":
            raise BadBatch(f"A step takes {self.wanted.size} whole numbers, one for each table.")
        return found

    def observe(self) -> Any:
        size, count = self.wanted.size, self.wanted.game.observation
        if self.numbers is None:
            at_a_time = min(size, max(SQUARE, BYTES // (4 * max(1, count))))
            self.numbers = cuda.device_array((size, count), np.float32)
            self.columns = cuda.device_array((count, at_a_time), np.float32)
        at_a_time = self.columns.shape[1]
        squares = -(-at_a_time // SQUARE) * -(-count // SQUARE)
        for first in range(0, size, at_a_time):
            look = self.tables, self.sheets.asked, first, self.columns
            self.run(observe_kernel(self.wanted.game), at_a_time, *look)
            self.run(turn_kernel(), squares * THREADS, self.columns, first, self.numbers)
        return self.numbers

    def mask(self) -> Any:
        shape = (self.wanted.size, self.wanted.game.moves.count)
        if self.bools is None:
            self.bools = cuda.device_array(shape, np.bool_)
        self.run(mask_kernel(), shape[0] * shape[1], self.sheets.legal, self.bools)
        return self.bools

    def choose(self, policy: int) -> Any:
        self.run(
            choose_kernel(self.wanted.game, bool(policy)), self.wanted.size,
            self.tables, self.sheets.asked, self.sheets.legal, self.desks, self.chosen,
        )  # fmt: skip
        return self.chosen

    def run(self, work: Any, threads: int, *arguments: Any) -> None:
        """So many threads do it, each a part."""
        shape = -(-threads // THREADS), THREADS
        if work in self.is_ready:
            work[shape](*arguments)
            return
        self.say(compiling_for_gpu(self.wanted.game))
        with code_for(self.wanted.game):
            work[shape](*arguments)
        self.is_ready.add(work)
