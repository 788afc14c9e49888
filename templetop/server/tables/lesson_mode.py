"""Lessons at tables: one pupil has a seat, and the other seats and chance follow a text.

The column `lesson` of the table's row holds the current step and the digest of its text. A move
that the step does not ask for changes nothing, and a lesson has no result that counts.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from templetop.engine import lesson as engine
from templetop.engine.deal import Deal
from templetop.engine.ending import points_of
from templetop.engine.game import Game
from templetop.engine.lesson import PUPIL, Lesson, TaughtStep, lesson_of
from templetop.engine.match import Match, make, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.engine.speech import language, mark
from templetop.games.shelf import take
from templetop.server.api_models import AttemptView, LessonView, SaidView
from templetop.server.core.refusals import NoLesson, NotNow, StaleTable
from templetop.server.store.change import MadeMove, TableChange
from templetop.server.tables.table import Table, number_at
from templetop.server.translations import t

CACHE_SIZE = 200  # steps
REWRITTEN = mark("This lesson has been rewritten since you began it. Please begin it again.")
NO_DUE_TIMES = {"deadline": None, "bot_due": None, "chance_due": None}


# ── The current step ─────────────────────────────────────────────────────────────────────────────


def step_at(table: Table) -> int:
    return int(table.row.lesson.get("step", 0))


def lesson_at(table: Table) -> Lesson | None:
    """Returns the lesson of the table, or None if its text has changed since it was begun."""
    lesson = lesson_of(table.game)
    return lesson if lesson and lesson.digest == table.row.lesson.get("text") else None


def current_step(table: Table) -> tuple[Lesson, TaughtStep]:
    """Returns the lesson and its current step. Refuses a lesson that is over or was rewritten."""
    lesson = lesson_at(table)
    if lesson is None:
        raise NotNow(t(REWRITTEN))
    if table.row.state == "over":
        raise NotNow(t("The lesson is over."))
    return lesson, lesson.steps[step_at(table)]


def is_text_only(table: Table) -> bool:
    """True if the table has a lesson that asks nothing of the pupil now."""
    if not table.row.lesson:
        return False
    lesson = lesson_at(table)
    return lesson is None or table.row.state == "over" or not lesson.steps[step_at(table)].asks


def awaited_seats(table: Table) -> list[int]:
    """Returns the seats that have to decide.

    In a lesson that is the pupil alone, since the other seats follow the text.
    """
    if not table.row.lesson:
        return table.awaited_seats()
    return [] if is_text_only(table) else [PUPIL]


# ── Changes ──────────────────────────────────────────────────────────────────────────────────────


def start_lesson(table: Table, lesson: Lesson, now: float) -> TableChange:
    """Returns the change from a waiting table to the first step of the lesson."""
    match, deal = engine.begin(lesson, table.game, table.names)
    empty = Match.new(table.game, table.names, table.row.options)
    return advance_lesson(table, empty, match, deal, lesson, 0, now)


def decide_in_lesson(
    table: Table, seat: int, number: int, move: int, now: float
) -> TableChange | None:
    """Returns the change for the pupil's move and what follows from it, or None if it was made
    before.

    Refuses a move that the current step does not ask for.
    """
    if number != table.number:
        if table.was_made(seat, number, move):
            return None
        raise StaleTable(t("The table has changed in the meantime."))
    lesson, step = current_step(table)
    assert table.match is not None
    table.check(seat, move)
    engine.check_wanted(step, table.match, move)
    match, deal = table.match.copy(), table.deal.copy()
    match.put_down(seat, move)
    return complete_step(table, lesson, match, deal, now)


def next_step(table: Table, step: int, now: float) -> TableChange | None:
    """Returns the change to the step after `step`, or None if the lesson is already past that.

    Refuses it while the current step asks for a move.
    """
    if not table.row.lesson:
        raise NotNow(t("There is no lesson at this table."))
    lesson, current = current_step(table)
    if step < step_at(table):
        return None
    if step > step_at(table) or current.asks:
        raise NotNow(t("First make the move that the lesson asks for."))
    assert table.match is not None
    return complete_step(table, lesson, table.match.copy(), table.deal.copy(), now)


def complete_step(
    table: Table, lesson: Lesson, match: Match, deal: Deal, now: float
) -> TableChange:
    """Returns the change that plays the end of the current step and begins the next one."""
    assert table.match is not None
    engine.finish(lesson, step_at(table), match, deal)
    return advance_lesson(table, table.match, match, deal, lesson, step_at(table) + 1, now)


def advance_lesson(
    table: Table, before: Match, match: Match, deal: Deal, lesson: Lesson, step: int, now: float
) -> TableChange:
    is_over = step >= len(lesson.steps)
    asks = not is_over and lesson.steps[step].asks
    row: dict[str, Any] = NO_DUE_TIMES | {
        "state": "over" if is_over else "running",
        "length": len(match.moves),
        "standing": points_of(match.state).tolist(),
        "asked_at": now,
        "awaited": 1 << PUPIL if asks else 0,
        "lesson": {"step": step, "text": lesson.digest},
    }
    moves = [*moves_since(before, match, table.row.undone)]
    return TableChange(row=row, moves=moves, decisions={}, match=match, deal=deal)


def moves_since(before: Match, match: Match, undone: int) -> Iterator[MadeMove]:
    """Yields the moves that `match` has more than `before`, each with the number that it answers.

    Decisions that are made at the same time answer the same number.
    """
    state, done = before.state.copy(), len(before.moves)
    while done < len(match.moves):
        is_chance = match.moves[done][0] == CHANCE
        step = match.moves[done : done + (1 if is_chance else len(seats_to_move(state)))]
        for seat, move in step:
            yield MadeMove(seat, move, number_at(done, undone))
        make(state, step)
        done += len(step)


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


def lesson_view(table: Table) -> LessonView | None:
    """Returns the texts of the current step and of those before it, or None without a lesson."""
    if not table.row.lesson or table.match is None:
        return None
    lesson = lesson_at(table)
    if lesson is None:
        texts = [SaidView(t("The lesson was rewritten"), t(REWRITTEN), [], [], [])]
        return LessonView("", 0, 1, texts, False, [], is_over=True, is_rewritten=True)
    at, is_over = step_at(table), table.row.state == "over"
    texts = [step_text_view(step) for step in lesson.steps[: at + 1]]
    steps, asks = len(lesson.steps), False
    tries: list[AttemptView] = []
    if not is_over:
        key = (table.row.game, lesson.digest, language(), at, table.match.state.tobytes())
        targets, tries = pointed_parts(*key)
        texts[-1].targets.extend(targets)
        asks = lesson.steps[at].asks
    at = min(at, steps - 1)
    return LessonView(lesson.title, at, steps, texts, asks, tries, is_over, is_rewritten=False)


def step_text_view(step: TaughtStep) -> SaidView:
    return SaidView(step.title, step.says, [*step.rules], engine.pieces(step), [])


@lru_cache(CACHE_SIZE)
def pointed_parts(
    game: str, text: str, language_code: str, at: int, table: bytes
) -> tuple[list[Any], list[AttemptView]]:
    """Returns the parts that a step points at, and the forbidden moves that may be tried in it.

    The arguments are what the answer depends on, so that all tables share the cache.
    """
    card = take(game)
    lesson = lesson_of(card)
    assert lesson is not None
    step, state = lesson.steps[at], np.frombuffer(table, card.State)[0]
    targets = [*engine.targets(step, state)]
    return targets, [
        AttemptView(engine.forbidden(state, attempt), attempt.says) for attempt in step.tries
    ]


def lesson_of_game(game: Game) -> Lesson:
    lesson = lesson_of(game)
    if lesson is None:
        raise NoLesson(t("{name} has no lesson yet.", name=game.name))
    return lesson
