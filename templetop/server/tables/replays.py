"""Replays of matches and single moments in them, computed once for each match and then cached.

The computing is done on threads of its own, so that no move waits for a replay.
"""

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from templetop.engine.ending import points_of
from templetop.engine.match import Match, Moves, make, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.engine.speech import language
from templetop.server.api_models import Replay, SeatView
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.tables.view_builder import (
    LogLines,
    measure_view,
    replay_steps_with,
    table_at_state,
    to_json,
)

REPLAY_THREADS = 2
MAX_WAITING = 40  # requests that wait for a thread; more are refused
CHECKPOINT_EVERY = 16  # moves between two stored states
MAX_ANSWERS = 64  # of each match; the oldest are dropped
MAX_ANSWER_BYTES = 1 << 20  # of all answers of a match together; the oldest are dropped

ReplayKey = tuple[Any, ...]


def create_replay_threads() -> BoundedThreadPool:
    return BoundedThreadPool("replays", REPLAY_THREADS, MAX_WAITING)


class ReplayCheckpoints:
    """Some of the states that a match has passed, and the points after every move."""

    def __init__(self, match: Match) -> None:
        self.state = match.game.start(len(match.seats), match.options)
        self.moves_made = 0
        self.states = [(0, self.state.copy())]
        self.points: list[list[int]] = [points_of(self.state).tolist()]

    def extend(self, match: Match) -> None:
        """Plays on to the last move of the match."""
        while self.moves_made < len(match.moves):
            step = step_at_move(match, self.moves_made, self.state)
            make(self.state, step)
            # Of moves that are made at the same time, only the last one changes the points.
            before, after = self.points[-1], points_of(self.state).tolist()
            self.points += [before] * (len(step) - 1) + [before if after == before else after]
            self.moves_made += len(step)
            if self.moves_made >= self.states[-1][0] + CHECKPOINT_EVERY:
                self.states.append((self.moves_made, self.state.copy()))

    def state_after(self, match: Match, moves: int) -> Any:
        """Returns the state after so many moves.

        Within a simultaneous decision it is the state before.
        """
        near = bisect_right(self.states, moves, key=lambda checkpoint: checkpoint[0]) - 1
        done, state = self.states[near][0], self.states[near][1].copy()
        while done < moves:
            step = step_at_move(match, done, state)
            if done + len(step) > moves:
                break
            make(state, step)
            done += len(step)
        return state


def step_at_move(match: Match, done: int, state: Any) -> Moves:
    """Returns the moves made at the same time, beginning with the one after `done` moves."""
    together = 1 if match.moves[done][0] == CHANCE else len(seats_to_move(state))
    return match.moves[done : done + together]


class ReplayCache:
    """The answers to replay requests of one match.

    Every method except `cached` may compute for long; call it on a thread of the replays.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.latest: ReplayCheckpoints | None = None
        self.undone = 0
        self.answers: OrderedDict[ReplayKey, bytes] = OrderedDict()

    def checkpoints(self, match: Match, undone: int) -> ReplayCheckpoints:
        """Returns the checkpoints up to the end of the match.

        They are kept for the next request, and begun anew after a move was taken back.
        """
        if self.latest is None or self.undone != undone:
            self.latest, self.undone = ReplayCheckpoints(match), undone
            self.answers.clear()
        # Checkpoints that fail in the middle of a step are useless, so they are not put back then.
        checkpoints, self.latest = self.latest, None
        checkpoints.extend(match)
        self.latest = checkpoints
        return checkpoints

    def cached(self, key: ReplayKey) -> bytes | None:
        """Returns an earlier answer or None, without waiting for the lock."""
        return self.answers.get(key)

    def compute_once(self, key: ReplayKey, work: Callable[[], Any]) -> bytes:
        """Returns the cached answer as JSON, or computes it while all other requests wait."""
        return self.compute_json_once(key, lambda: to_json(work()))

    def compute_json_once(
        self, key: ReplayKey, work: Callable[..., bytes], *arguments: Any
    ) -> bytes:
        """Does the same as `compute_once` for work whose answer is JSON already."""
        with self.lock:
            found = self.answers.get(key)
            if found is None:
                found = self.answers[key] = work(*arguments)
                self.evict_oldest()
            return found

    def evict_oldest(self) -> None:
        """Drops the oldest answers beyond the limits.

        Every move of a running match makes a new replay, and that of a long match is large.
        """
        size = sum(map(len, self.answers.values()))
        while len(self.answers) > MAX_ANSWERS or (
            size > MAX_ANSWER_BYTES and len(self.answers) > 1
        ):
            _, oldest = self.answers.popitem(last=False)
            size -= len(oldest)

    def replay(self, match: Match, undone: int, seats: list[SeatView], lines: LogLines) -> bytes:
        """Returns a `Replay` of the match with the log lines of one viewer."""

        def work() -> Replay:
            points = self.checkpoints(match, undone).points
            steps = replay_steps_with(points, lines)
            return Replay(seats, measure_view(match.game), points[0], steps)

        you = next((seat.seat for seat in seats if seat.is_you), None)
        return self.compute_once(("replay", language(), undone, len(match.moves), you), work)

    def moment(
        self, match: Match, undone: int, number: int, viewer: int | None, *flags: bool
    ) -> bytes:
        """Returns a `Sight` of the table after so many moves.

        The flags are `is_open` and `with_drawing` of `table_at_state`.
        """

        def work() -> Any:
            state = self.checkpoints(match, undone).state_after(match, number)
            return table_at_state(match, state, viewer, *flags)

        return self.compute_once((language(), undone, number, viewer, *flags), work)
