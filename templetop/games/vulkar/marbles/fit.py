"""The table of odds, fitted to launches: counts for all that an answer depends on, with back-off.

    python -m templetop.games.vulkar.marbles.fit launch FILE --first 0 --count 20000
    python -m templetop.games.vulkar.marbles.fit bake FILE …

The first makes launches and writes a line for each (it goes on where a file ends); the second
makes the table. Where little is known about a case, the table says what is known about cases like
it: for the end of a lane without how the last junction was turned, then without the way it was
entered, then without what was met, then without the tree.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from templetop.engine.compile import record
from templetop.games.vulkar.marbles.launch import Ember
from templetop.games.vulkar.marbles.practice import Trial, off_way, read, trial, written
from templetop.games.vulkar.rules import odds
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_TREE,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    PITS,
    SPACES,
    STRAYS,
    STRENGTHS,
)
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    AT_SOURCE,
    EMPTY,
    FALLEN,
    FALLS_TOO,
    LEAVES,
    PASSES,
    RESTS,
    RUN,
    STANDING,
    is_fall,
    is_into,
    is_swept,
    met_before,
    run_happens,
    space_ahead,
    start_ember,
    start_fireball,
)

Counts = NDArray[np.float64]

TRUST = 12.0  # so many cases weigh as much as what is known without the last condition
MEETING_TRUST, FLICK_TRUST = 30.0, 2.0  # found best for launches that were kept back
RunKind = record(RUN)
LAUNCHES = 20_000  # that a table is fitted to
AIM_BINS = 9  # of 22.5° each: how far beside the way out of a pit


# ── Following a run by the rules ─────────────────────────────────────────────────────────────────


def new_run() -> Any:
    return np.zeros(1, RunKind)[0]


def new_board(figures: Sequence[int]) -> NDArray[np.int8]:
    board = np.full(SPACES, EMPTY, np.int8)
    board[[space for space in figures if space != NOWHERE]] = STANDING
    return board


def begin(run: Any, made: Trial) -> None:
    shot = made.shot
    if isinstance(shot, Ember):
        start_ember(run, shot.pit, shot.direction, shot.strength)
    else:
        start_fireball(run, made.board.heading)


def happen_to(run: Any, board: NDArray[np.int8], made: Trial, event: int) -> None:
    """The run goes on, and the board shows who fell."""
    space = run_happens(run, board, made.board.trees, event)
    if event >= FALLS_TOO:
        board[made.board.figures[event - FALLS_TOO]] = FALLEN
    elif is_fall(event):
        board[space] = EMPTY if is_swept(event) else FALLEN


def questions(made: Trial) -> Iterator[tuple[Any, NDArray[np.int8], int]]:
    """Every question of a launch, as it was asked, and its answer."""
    board = new_board(made.board.figures)
    for events in made.runs:
        run = new_run()
        begin(run, made)
        for event in events:
            yield run, board, event
            happen_to(run, board, made, event)


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────


class Tally:
    """How often each answer was given to each question."""

    def __init__(self) -> None:
        self.mouth = np.zeros(odds.MOUTH_SHAPE)
        self.flick = np.zeros(odds.FLICK_SHAPE)
        self.meeting = np.zeros(odds.MEETING_SHAPE)
        self.end = np.zeros(odds.END_SHAPE)

    def add(self, made: Trial) -> None:
        for run, board, event in questions(made):
            if event < FALLS_TOO and not is_rare(run, event):
                self.count(run, board, made.board.trees, event)

    def count(self, run: Any, board: NDArray[np.int8], trees: Sequence[int], event: int) -> None:
        if run.phase == AT_SOURCE and run.pit == NOWHERE:
            self.mouth[run.turn, [*MOUTH_LANES].index(event)] += 1
        elif run.phase == AT_SOURCE:
            self.flick[run.pit, run.aim, flick_answer(int(run.pit), event)] += 1
        elif (space := space_ahead(run, board)) != NOWHERE:
            number = odds.ON_LANE_NUMBER[space]
            self.meeting[number, run.met, run.before, run.turn, event - PASSES] += 1
        else:
            lane, met = int(run.lane), met_before(run, board)
            heading = trees[LANE_TREE[lane]] if LANE_TREE[lane] != NOWHERE else 0
            self.end[lane, heading, met, run.before, run.turn, end_answer(lane, event)] += 1


def is_rare(run: Any, event: int) -> bool:
    """Does the marble jump where hardly any does? The table has no place for that."""
    if run.phase == AT_SOURCE:
        return bool(run.pit != NOWHERE and is_into(event) and event != PIT_LANE + run.pit)
    return event in STRAYS[run.lane][1:]


def flick_answer(pit: int, event: int) -> int:
    answers = {RESTS: odds.FLICKED_BACK, LEAVES: odds.FLICKED_AWAY}
    return odds.FLICKED_OUT if event == PIT_LANE + pit else answers[event]


def end_answer(lane: int, event: int) -> int:
    if event in NEXT_LANES[lane]:
        return odds.ONWARD + [*NEXT_LANES[lane]].index(event)
    answers = {ARRIVES: odds.ONWARD, RESTS: odds.THEN_RESTS, LEAVES: odds.THEN_LEAVES}
    return odds.THEN_STRAYS if is_into(event) else answers[event]


# ── Fitting ──────────────────────────────────────────────────────────────────────────────────────


def backed_off(counts: Counts, axes: Sequence[int], trust: float = TRUST) -> Counts:
    """Shares of the answers, the last axis; conditions are forgotten in this order."""
    known = np.full(1, 1 / counts.shape[-1])
    for kept in range(len(axes) + 1):
        forgotten = tuple(axes[: len(axes) - kept])
        known = shared(counts.sum(axis=forgotten, keepdims=True), known, trust if kept else 1.0)
    return known


def shared(counts: Counts, before: Counts, trust: float = TRUST) -> Counts:
    total = counts.sum(axis=-1, keepdims=True)
    return np.asarray((counts + trust * before) / (total + trust))


def flick_shares(counts: Counts) -> Counts:
    """An aim is like those that are as far beside the way out of their pits, and as strong."""
    pooled = np.zeros((AIM_BINS, STRENGTHS, counts.shape[-1]))
    for pit, aim in np.ndindex(PITS, DIRECTIONS * STRENGTHS):
        pooled[aim_bin(pit, aim), aim % STRENGTHS] += counts[pit, aim]
    known = shared(pooled, np.array([0.3, 0.68, 0.02]), FLICK_TRUST)
    alike = [[known[aim_bin(pit, aim), aim % STRENGTHS] for aim in range(counts.shape[1])]
             for pit in range(PITS)]  # fmt: skip
    return shared(counts, np.array(alike), FLICK_TRUST)


def aim_bin(pit: int, aim: int) -> int:
    return round(off_way(pit, aim // STRENGTHS) / 22.5)


def in_shares(part: Counts) -> NDArray[np.uint16]:
    return np.maximum(1, np.round(part * odds.SHARES)).astype(np.uint16)


def table(tally: Tally) -> dict[str, NDArray[np.uint16]]:
    """Axes of a meeting: space, met, before, turn; of an end: lane, tree, met, before, turn."""
    return {
        "mouth": in_shares(shared(tally.mouth, np.full(1, 1 / len(MOUTH_LANES)), 1.0)),
        "flick": in_shares(flick_shares(tally.flick)),
        "meeting": in_shares(backed_off(tally.meeting, (3, 2, 1, 0), MEETING_TRUST)),
        "end": in_shares(backed_off(tally.end, (4, 3, 2, 1))),
    }


# ── Commands ─────────────────────────────────────────────────────────────────────────────────────


def read_all(files: Iterable[Path]) -> Iterator[Trial]:
    for file in files:
        with file.open(encoding="utf-8") as lines:
            yield from (read(line) for line in lines if line.endswith("\n"))


def launch_to(file: Path, first: int, count: int) -> None:
    done = len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
    with file.open("a", encoding="utf-8") as out:
        for seed in range(first + done, first + count):
            out.write(written(trial(seed)) + "\n")
            out.flush()


def bake(files: Sequence[Path]) -> int:
    tally, count = Tally(), 0
    for made in read_all(files):
        tally.add(made)
        count += 1
    for old in odds.FILE.parent.glob("odds-*.npz"):
        old.unlink()
    np.savez_compressed(odds.FILE, allow_pickle=False, launches=np.array(count), **table(tally))
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    launching = commands.add_parser("launch")
    launching.add_argument("file", type=Path)
    launching.add_argument("--first", type=int, default=0)
    launching.add_argument("--count", type=int, default=LAUNCHES)
    baking = commands.add_parser("bake")
    baking.add_argument("files", type=Path, nargs="+")
    wanted = parser.parse_args()
    if wanted.command == "launch":
        launch_to(wanted.file, wanted.first, wanted.count)
    else:
        print(f"{odds.FILE.name}: fitted to {bake(wanted.files):,} launches")


if __name__ == "__main__":
    main()
