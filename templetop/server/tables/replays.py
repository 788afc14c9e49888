"""Replays of matches."""

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

REPLAY_THREADS = 2  # that are worked out
MAX_WAITING = 40
CHECKPOINT_EVERY = 16  # moves; so far apart are the tables that are kept on the checkpoints
MAX_ANSWERS = 64  # answers, for each match
MAX_ANSWER_BYTES = 1 << 20  # bytes that all of them take

ReplayKey = tuple[Any, ...]


def create_replay_threads() -> BoundedThreadPool:
    return BoundedThreadPool("replays", REPLAY_THREADS, MAX_WAITING)


class ReplayCheckpoints:
    """Of a match: some of the tables that it came by, and the points after every move."""

    def __init__(self, match: Match) -> None:
        self.state = match.game.start(len(match.seats), match.options)
        self.moves_made = 0
        self.states = [(0, self.state.copy())]
        self.points: list[list[int]] = [points_of(self.state).tolist()]

    def extend(self, match: Match) -> None:
        """As far as the match has come."""
        while self.moves_made < len(match.moves):
            step = step_at_move(match, self.moves_made, self.state)
            make(self.state, step)
            # Of those who decide at the same time, the last sets all of it going.
            before, after = self.points[-1], points_of(self.state).tolist()
            self.points += [before] * (len(step) - 1) + [before if after == before else after]
            self.moves_made += len(step)
            if self.moves_made >= self.states[-1][0] + CHECKPOINT_EVERY:
                self.states.append((self.moves_made, self.state.copy()))

    def state_after(self, match: Match, moves: int) -> Any:
        """The table after so many moves; in the midst of a decision, the one before it."""
        near = bisect_right(self.states, moves, key=lambda table: table[0]) - 1
        done, state = self.states[near][0], self.states[near][1].copy()
        while done < moves:
            step = step_at_move(match, done, state)
            if done + len(step) > moves:
                break
            make(state, step)
            done += len(step)
        return state


def step_at_move(match: Match, done: int, state: Any) -> Moves:
    """All that is done at the same time, after so many moves."""
    together = 1 if match.moves[done][0] == CHANCE else len(seats_to_move(state))
    return match.moves[done : done + together]


class ReplayCache:
    """Of one match. All that is asked here is asked on a thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.latest: ReplayCheckpoints | None = None
        self.undone = 0
        self.answers: OrderedDict[ReplayKey, bytes] = OrderedDict()

    def checkpoints(self, match: Match, undone: int) -> ReplayCheckpoints:
        """Once it is gone; anew, where something was taken back."""
        if self.latest is None or self.undone != undone:
            self.latest, self.undone = ReplayCheckpoints(match), undone
            self.answers.clear()
        checkpoints, self.latest = (
            self.latest,
            None,
        )  # one that fails in the middle of a step is of no use
        checkpoints.extend(match)
        self.latest = checkpoints
        return checkpoints

    def cached(self, key: ReplayKey) -> bytes | None:
        """What was answered before; without waiting for those who work."""
        return self.answers.get(key)

    def compute_once(self, key: ReplayKey, work: Callable[[], Any]) -> bytes:
        """Worked out once, however many ask."""
        return self.compute_json_once(key, lambda: to_json(work()))

    def compute_json_once(self, key: ReplayKey, work: Callable[..., bytes], *about: Any) -> bytes:
        """The same, of what is JSON already."""
        with self.lock:
            found = self.answers.get(key)
            if found is None:
                found = self.answers[key] = work(*about)
                self.evict_oldest()
            return found

    def evict_oldest(self) -> None:
        """A replay of a long match is large, and there is another one after each of its moves."""
        size = sum(map(len, self.answers.values()))
        while len(self.answers) > MAX_ANSWERS or (
            size > MAX_ANSWER_BYTES and len(self.answers) > 1
        ):
            _, oldest = self.answers.popitem(last=False)
            size -= len(oldest)

    def replay(self, match: Match, undone: int, seats: list[SeatView], lines: LogLines) -> bytes:
        """A match from its beginning, with what was told of it to those who ask."""

        def work() -> Replay:
            points = self.checkpoints(match, undone).points
            steps = replay_steps_with(points, lines)
            return Replay(seats, measure_view(match.game), points[0], steps)

        you = next((seat.seat for seat in seats if seat.is_you), None)
        return self.compute_once(("replay", language(), undone, len(match.moves), you), work)

    def moment(
        self, match: Match, undone: int, number: int, viewer: int | None, *flags: bool
    ) -> bytes:
        """The table after so many moves; `how`: all open or not, drawn or not."""

        def work() -> Any:
            state = self.checkpoints(match, undone).state_after(match, number)
            return table_at_state(match, state, viewer, *flags)

        return self.compute_once((language(), undone, number, viewer, *flags), work)
