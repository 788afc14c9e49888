"""Matches of bots that decide at once: played by machine code, many deals at a time."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import groupby
from typing import NamedTuple

import numpy as np

from templetop.engine.dealt import OFFERED, USED, Noted, play_deals, read_log
from templetop.engine.ending import winning_sides
from templetop.engine.seats import Array
from templetop.engine.simulate import cores
from templetop.games.shelf import take
from templetop.study.notes import Notes, Pieces
from templetop.study.plan import PARTS, SAME, Fixture, Study
from templetop.study.slow import replayed_pieces

BLOCK = 32  # deals a thread takes at a time
TOLD_DEALS = 1000  # whose points are looked into
LOGGED_DEALS = 32  # whose moves are looked into, as long as there are not too many:
MOST_STEPS = 10_000  # of one task that are looked into, about 2 s of an elaborate game
LONGEST_LOG = 20_000  # moves and events


class Task(NamedTuple):
    """Some deals for one line-up."""

    variant: int
    part: int
    take: int
    bots: tuple[str, ...]
    deals: range


def tasks(study: Study) -> Iterator[Task]:
    for first in range(0, study.deals, BLOCK):
        block = range(first, min(first + BLOCK, study.deals))
        for variant in range(len(study.variants)):
            rows = [
                (part, number, bots, deal)
                for deal in block
                for part, number, bots in study.line_ups(variant, deal)
            ]
            rows.sort(key=lambda row: (row[0], row[1], row[3]))
            for (part, number), same in groupby(rows, key=lambda row: row[:2]):
                found = [*same]
                deals = range(found[0][3], found[-1][3] + 1)
                yield Task(variant, part, number, found[0][2], deals)


def play_fast(
    study: Study,
    threads: int | None,
    progress: Callable[[int], None],
) -> Generator[Notes, None, None]:
    """The notes of one task after the other, in any order."""
    waiting = tasks(study)
    with ThreadPoolExecutor(threads or cores()) as pool:
        running: set[Future[tuple[Task, Noted]]] = set()
        try:
            while True:
                while len(running) < 2 * (threads or cores()) and (task := next(waiting, None)):
                    running.add(pool.submit(play_task, study, task))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    task, noted = future.result()
                    progress(len(task.deals))
                    yield notes_of(study, task, noted)
        finally:
            for future in running:
                future.cancel()


def play_task(study: Study, task: Task) -> tuple[Task, Noted]:
    is_logged = task.part == SAME and task.deals.start < LOGGED_DEALS
    options = study.variants[task.variant].options
    logging = (LONGEST_LOG, LOGGED_DEALS) if is_logged else (1, 0)
    number = task.take if task.part == SAME else len(PARTS) + task.take
    noted = play_deals(
        take(study.game), task.bots, task.deals, study.seed, number, options, *logging
    )
    return task, noted


def notes_of(study: Study, task: Task, noted: Noted) -> Notes:
    """As rows, a row for each seat."""
    card, seats, deals = take(study.game), study.seats, len(task.deals)
    outcomes, courses = noted.outcomes, noted.courses
    rows = deals * seats

    def by_seat(values: Array) -> Array:
        return np.asarray(values[:, :seats].reshape(rows))

    def by_match(values: Array) -> Array:
        return np.repeat(values, seats)

    columns = {
        "variant": np.full(rows, task.variant),
        "deal": by_match(np.arange(task.deals.start, task.deals.stop)),
        "part": np.full(rows, task.part),
        "take": np.full(rows, task.take),
        "seat": np.tile(np.arange(seats), deals),
        "side": by_seat(outcomes["sides"]),
        "points": by_seat(outcomes["points"]).astype(np.int64),
        "place": by_seat(outcomes["places"]),
        "win": wins_of(outcomes["places"], outcomes["sides"], seats).reshape(rows),
        "decisions": by_seat(courses["decisions"]),
        "choices": by_seat(courses["choices"]),
        "forced": by_seat(courses["forced"]),
        "led": by_seat(courses["led"]),
        "steps": by_match(courses["steps"]),
        "changes": by_match(courses["changes"]),
        "settled": by_match(courses["settled"]),
        "first": by_match(outcomes["first"]),
        "course": courses["points"][:, :, :seats].transpose(0, 2, 1).reshape(rows, -1),
        "used": noted.uses[:, :seats, :, USED].reshape(rows, -1).astype(np.int64),
        "offered": noted.uses[:, :seats, :, OFFERED].reshape(rows, -1).astype(np.int64),
        "bot": np.tile([study.everybody.index(bot) for bot in task.bots], deals),
    }
    sources, told = told_sources(study, task, noted)
    columns["sources"] = told
    return Notes(card, seats, columns, study.everybody, sources, [*pieces_of(study, task, noted)])


def wins_of(places: Array, sides: Array, seats: int) -> Array:
    """Each seat's share of the win."""
    shares = [1.0 / max(1, int(winning_sides(p, s, seats))) for p, s in zip(places, sides)]
    return np.asarray((places[:, :seats] == 1) * np.array(shares)[:, None])


def told_sources(study: Study, task: Task, noted: Noted) -> tuple[tuple[str, ...], Array]:
    """What the points are made of, in the first deals."""
    if task.part != SAME or task.deals.start >= TOLD_DEALS:
        return (), np.zeros((len(task.deals) * study.seats, 0))
    tell = take(study.game).breakdown
    told = [tell(state, seat) for state in noted.states for seat in range(study.seats)]
    names = tuple(dict.fromkeys(name for one in told for name in one))
    return names, np.array([[one.get(name, 0) for name in names] for one in told], np.float64)


def pieces_of(study: Study, task: Task, noted: Noted) -> Iterator[tuple[Fixture, Pieces]]:
    """What the first matches were made of; of long matches only a few, for they are interpreted."""
    steps = 0
    for row, deal in zip(noted.logs[:-1], task.deals):
        if row[-1] == 0 and steps < MOST_STEPS:  # a longer one is not known to its end
            fixture = Fixture(task.variant, deal, task.part, task.take, task.bots)
            made = read_log(row)
            steps += len(made)
            yield fixture, replayed_pieces(study, fixture, made)
