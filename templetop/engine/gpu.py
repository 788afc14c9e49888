"""Whole games on an NVIDIA GPU: one thread plays one game, by the same rules."""

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

try:
    from numba import config, cuda

    config.CUDA_LOW_OCCUPANCY_WARNINGS = False  # a few games are allowed to leave a GPU idle
except ImportError:
    cuda = None

from templetop.engine.compile import teach_numba
from templetop.engine.game import Game
from templetop.engine.seats import MOST_SEATS, Array
from templetop.engine.simulate import CannotSimulate, Outcome, Results, Scratch, Wanted, play_one

THREADS = 128  # in a block
BATCH = 1 << 22  # games in one launch

NO_PACKAGE = 'Simulating on a GPU needs the CUDA package: pip install "templetop[cuda]".'
NO_GPU = "There is no NVIDIA GPU with a working driver here; use --device cpu."


def look_for_a_gpu() -> None:
    """Refuse, with a sentence saying what is missing, where there is none."""
    if cuda is None:
        raise CannotSimulate(NO_PACKAGE)
    if not cuda.is_available():
        raise CannotSimulate(NO_GPU)


@functools.cache
def kernel_for(game: Game, all_random: bool) -> Any:
    """The kernel that plays this game; what is known here is decided while compiling."""
    teach_numba()
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


def simulate_on_gpu(
    wanted: Wanted,
    keep_states: bool,
    progress: Callable[[int], None],
    say: Callable[[str], None],
) -> Results:
    """As on the CPU, to the last byte."""
    launch = Launch(wanted, say)
    outcomes = np.zeros(wanted.games, Outcome)
    states = wanted.game.state(wanted.games) if keep_states else None
    begin = time.perf_counter()
    for first in range(0, wanted.games, BATCH):
        batch = slice(first, first + BATCH)
        launch(first, outcomes[batch], None if states is None else states[batch])
        progress(len(outcomes[batch]))
    seconds = time.perf_counter() - begin
    return Results(wanted.game, wanted.seats, wanted.bots, wanted.seed, seconds, outcomes, states)


class Launch:
    """A kernel compiled for what is wanted, and the memory it works in on the device."""

    def __init__(self, wanted: Wanted, say: Callable[[str], None]) -> None:
        look_for_a_gpu()
        policies = wanted.policies
        self.kernel = kernel_for(wanted.game, policies is None)
        self.seed = np.uint64(wanted.seed & 0xFFFFFFFFFFFFFFFF)
        self.fresh = cuda.to_device(wanted.fresh)
        nobody_thinks = np.zeros(0, np.int8)
        self.policies = cuda.to_device(nobody_thinks if policies is None else policies)
        self.outcomes = cuda.to_device(np.zeros(min(wanted.games, BATCH), Outcome))
        self.nothing = cuda.device_array(0, wanted.game.State)
        say(f"Compiling the rules of {wanted.game.name} for the GPU …")
        self(0, np.zeros(1, Outcome), None)

    def __call__(self, first: int, outcomes: Array, states: Array | None) -> None:
        """Play a batch of games, from number `first` on, and bring the outcomes home."""
        games = len(outcomes)
        tables = self.nothing if states is None else cuda.device_array(games, states.dtype)
        played = self.outcomes[:games]
        blocks = (games + THREADS - 1) // THREADS
        self.kernel[blocks, THREADS](self.fresh, first, self.seed, self.policies, played, tables)
        played.copy_to_host(outcomes)
        if states is not None:
            tables.copy_to_host(states)
