"""HTTP routes of lessons and rule examples; how a lesson goes on is in `tables/lesson_mode.py`."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from fastapi import Path as InPath
from fastapi import Response
from sqlalchemy import Connection, String, cast, select
from sqlalchemy.orm import aliased

from templetop.engine.game import Game
from templetop.engine.lesson import PUPIL, Lesson, begin, lesson_of, targets, walked
from templetop.engine.speech import language
from templetop.games.shelf import ready_games, take
from templetop.server.api_models import Done, ExampleView, LessonCard, ReadOn, TableView
from templetop.server.dependencies import (
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    CurrentRoom,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import JsonResponse, json_response
from templetop.server.store.change import Row, Seat, StoredTable
from templetop.server.store.database import NO_LESSON_JSON
from templetop.server.store.person_store import Person
from templetop.server.store.schema import SeatRow, TableRow
from templetop.server.tables import create, lesson_mode
from templetop.server.tables.routes import Drawing, View, changed_response
from templetop.server.tables.service import TableService
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import to_json
from templetop.server.translations import t

FIRST_LEVEL, LAST_LEVEL = 1, 5
EXAMPLE_CACHE_SIZE = 64  # rendered examples in memory, one for each game and language
MAX_PROGRESS_ROWS = 500  # the newest matches, from which progress is computed

GameInPath = Annotated[str, InPath(max_length=40)]


@api.get("/lessons", response_model=list[LessonCard])
async def get_lessons(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson
) -> JsonResponse:
    """The lesson of every game, how far you are, and which bots are a match for you."""
    await server.pages.hit(person.id if person else network)
    lessons: list[tuple[str, str, bool]] = []
    levels: dict[str, int] = {}
    if person is not None:
        lessons, levels = await server.table_service.store.run(load_progress, person.id)
    return JsonResponse([lesson_card(game, lessons, levels) for game in ready_games()])


@api.get("/games/{game}/examples", response_model=list[ExampleView])
async def get_rule_examples(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, game: GameInPath
) -> Response:
    """Tables that show how some rules are meant."""
    await server.replays.hit(person.id if person else network)
    lesson = lesson_of(take(game))
    if lesson is None:
        return JsonResponse([])
    return json_response(
        await server.table_service.replay_threads.run(
            rule_examples_json, game, lesson.digest, language()
        )
    )


@lru_cache(EXAMPLE_CACHE_SIZE)
def rule_examples_json(game: str, text: str, spoken: str) -> bytes:
    """Returns the examples as JSON, computed once in each language. `text` is the lesson's digest,
    so that a rewritten lesson is computed anew."""
    return to_json([*rule_examples(take(game))])


def rule_examples(game: Game) -> Iterator[ExampleView]:
    lesson = lesson_mode.lesson_of_game(game)
    names = [t("You"), *lesson.rivals]
    match, deal = begin(lesson, game, names)
    for _, step in walked(lesson, match, deal):
        for rule in step.examples:
            view, lit = game.view(match.state, PUPIL), [*targets(step, match.state)]
            yield ExampleView(rule, step.title, step.says, view, lit, names)


@api.post("/games/{game}/lesson", response_model=Done)
async def begin_lesson(
    server: CurrentApp, person: CurrentPerson, network: ClientNetwork, game: GameInPath
) -> JsonResponse:
    """Begin the lesson of a game, or continue it, at a table of your own."""
    lesson = lesson_mode.lesson_of_game(take(game))
    await server.tables.hit(person.id)
    lessons, _ = await server.table_service.store.run(load_progress, person.id)
    for table_id, lesson_game, is_over in lessons:
        if lesson_game == game and not is_over:
            room = await server.table_service.get(table_id)
            if lesson_mode.lesson_at(room.table) is not None:
                return JsonResponse(Done(table_id, room.table.number))
    await server.tables_from.hit(network)
    await create.check_table_quota(server.table_service, person, server.settings.limits.standing)
    table = await open_lesson_table(server.table_service, person, game, lesson)
    return JsonResponse(Done(table.id, table.number))


@api.post("/tables/{table_id}/lesson", response_model=Done | TableView)
async def next_lesson_step(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    read: ReadOn,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Go to the next step of a lesson, if this one asks for no move; sent twice, it counts once."""
    await server.table_service.next_lesson_step(room, person, read.step)
    return await changed_response(server, room, person, view, drawing)


def lesson_card(
    game: str, lessons: list[tuple[str, str, bool]], beaten: dict[str, int]
) -> LessonCard:
    lesson = lesson_of(take(game))
    tables = [(table, is_over) for table, taught, is_over in lessons if taught == game]
    return LessonCard(
        game=game,
        minutes=lesson.minutes if lesson else 0,
        table=next((table for table, is_over in tables if not is_over), None),
        is_done=any(is_over for _, is_over in tables),
        level=min(LAST_LEVEL, beaten.get(game, FIRST_LEVEL - 1) + 1),
    )


# ── The table of a lesson ────────────────────────────────────────────────────────────────────────


async def open_lesson_table(
    table_service: TableService, person: Person, game: str, lesson: Lesson
) -> Table:
    """Opens and stores the table of a lesson. It is private and has no links, so nobody else can
    enter."""
    table = lesson_table(person, game, lesson)
    change = lesson_mode.start_lesson(table, lesson, table.row.made_at)
    table.apply(change)
    await table_service.store.add_table(StoredTable(table.row, table.seats, change.moves, {}))
    return table_service.add_new(table).table


def lesson_table(person: Person, game: str, lesson: Lesson) -> Table:
    card = take(game)
    row = create.copy_settings(
        Row(
            id="",
            game=card.id,
            rules_version=card.rules_version,
            options=card.agreed(lesson.options),
            is_public=False,
            invitation="",
            admission="",
            secret="",
            clock=None,
            seconds=None,
            state="waiting",
            made_at=0.0,
            owner=person.id,
        )
    )
    row.secret, row.practice = lesson.key.hex(), True
    pupil = Seat(row.id, 0, "person", person=person.id, name=person.name)
    rivals = [
        Seat(row.id, n, "bot", level=FIRST_LEVEL, name=unused_name(person.name, name))
        for n, name in enumerate(lesson.rivals, 1)
    ]
    return Table(StoredTable(row, [pupil, *rivals], [], {}))


def unused_name(person: str, name: str) -> str:
    """Returns the name of a bot, which differs from the person's: names at a table are unique."""
    return f"{name} (bot)" if name == person else name


# ── Progress, from the store ─────────────────────────────────────────────────────────────────────

Progress = tuple[list[tuple[str, str, bool]], dict[str, int]]


def load_progress(person: str, connection: Connection) -> Progress:
    """Returns the lessons that a person has begun, the newest first, and the strongest bot beaten
    in each game."""
    return [*lessons_begun(person, connection)], levels_beaten(person, connection)


def lessons_begun(person: str, connection: Connection) -> list[tuple[str, str, bool]]:
    rows = connection.execute(
        select(TableRow.id, TableRow.game, TableRow.state)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .where(SeatRow.person == person, cast(TableRow.lesson, String) != NO_LESSON_JSON)
        .order_by(TableRow.made_at.desc())
        .limit(MAX_PROGRESS_ROWS)
    )
    return [(table, game, state == "over") for table, game, state in rows]


def levels_beaten(person: str, connection: Connection) -> dict[str, int]:
    """Returns the highest level of bots that a person has beaten in each game.

    At a table with several bots the weakest one counts.
    """
    bot = aliased(SeatRow)
    rows = connection.execute(
        select(TableRow.game, TableRow.id, bot.level)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .join(bot, bot.table == TableRow.id)
        .where(SeatRow.person == person, SeatRow.result == "won", bot.level.is_not(None))
        .where(bot.person.is_(None), TableRow.practice.is_(False))
        .order_by(TableRow.made_at.desc())
        .limit(MAX_PROGRESS_ROWS)
    )
    weakest: dict[tuple[str, str], int] = {}
    for game, table, level in rows:
        weakest[game, table] = min(level or LAST_LEVEL, weakest.get((game, table), LAST_LEVEL))
    beaten: dict[str, int] = {}
    for (game, _), level in weakest.items():
        beaten[game] = max(level, beaten.get(game, 0))
    return beaten
