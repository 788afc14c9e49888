"""Practice from a moment of one's own match: a new table, with bots for all other people."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from templetop.bots.names import named
from templetop.bots.roster import level_name
from templetop.engine.match import Match
from templetop.engine.speech import mark
from templetop.server.api_models import NewTry
from templetop.server.core.refusals import NoSuchMoment, NotNow
from templetop.server.learning.reviews import may_review
from templetop.server.store.change import MadeMove, Row, Seat, StoredTable
from templetop.server.store.database import add_table
from templetop.server.store.person_store import Person
from templetop.server.store.schema import AttachmentRow
from templetop.server.tables.create import check_table_quota, copy_settings
from templetop.server.tables.room import TableRoom, require_seat
from templetop.server.tables.rules_upgrade import check_moves
from templetop.server.tables.service import TableService
from templetop.server.tables.table import Table, ended_early
from templetop.server.translations import t

NOTHING_LEFT = mark("There is nothing left to decide after that moment.")


async def create_practice_table(
    table_service: TableService,
    room: TableRoom,
    person: Person,
    wanted: NewTry,
    max_tables: int = 0,
) -> TableRoom:
    """Opens a practice table at a moment of a finished match, and returns its room.

    Refused if the person did not sit there, the match is not over, or it was ended early.
    """
    require_seat(room, person)
    check_moves(room.table)
    if not may_review(room.table, person):
        raise NotNow(t("You can try again when the match is over."))
    if ended_early(room.table):
        raise NotNow(t("This match was ended early, and what was hidden in it stays hidden."))
    await check_table_quota(table_service, person, max_tables)
    table, stored = await table_service.loaders.run(practice_table, room.table, person, wanted)
    await table_service.store.run(add_practice_table, stored, room.table.id)
    return table_service.add_new(table)


def practice_table(before: Table, person: Person, wanted: NewTry) -> tuple[Table, StoredTable]:
    """Builds the practice table and what is stored of it. Runs on a thread, because moves are
    replayed."""
    assert before.match is not None
    to = moves_before_step(before.match, wanted.moves)
    row = copy_settings(replace(before.row, owner=person.id, is_public=False, admission=""))
    if wanted.chance == "same":
        row.secret = before.row.secret
    row.practice, row.guide, row.counts = True, True, False
    if before.row.deal is not None or not before.row.admission:
        # Others may still play that deal, so no link may open this table or one made from it.
        row.invitation = row.admission = ""
    row.clock, row.seconds = None, None
    row.state, row.asked_at = "running", row.made_at
    seats = [practice_seat(seat, row, person, wanted.level) for seat in before.seats]
    rename_bots(seats)
    row.notices = [[to, before.seat_of(person.id), "again"]]
    moves = [MadeMove(*move, n) for n, move in enumerate(before.moves[:to])]
    answers = with_common_answers(before.answers[:to], moves)
    attachments = [number for number in before.attachments if number < to]
    table = Table(StoredTable(row, seats, answers, {}, attachments))
    assert table.match is not None
    change = table.advance(table.match, [], {}, row.made_at)
    if change.row["state"] == "over":
        raise NoSuchMoment(t(NOTHING_LEFT))
    table.apply(change)
    return table, StoredTable(table.row, table.seats, [*answers, *change.moves], {}, attachments)


def moves_before_step(match: Match, moves: int) -> int:
    """Returns how many moves the practice table begins with.

    This is `moves`, or fewer if that would split a decision that several seats make together.
    """
    if moves >= len(match.moves):
        raise NoSuchMoment(t(NOTHING_LEFT))
    done = 0
    for _, step in match.steps():
        if done + len(step) > moves:
            break
        done += len(step)
    return done


def with_common_answers(answers: list[int], moves: list[MadeMove]) -> list[MadeMove]:
    """Returns the moves with new numbers of the positions that they answer.

    Moves that answered the same position still do: each position gets the number of moves before
    it.
    """
    first: dict[int, int] = {}
    return [
        move._replace(answers=first.setdefault(answered, n))
        for n, (move, answered) in enumerate(zip(moves, answers, strict=True))
    ]


def practice_seat(seat: Seat, row: Row, person: Person, level: int) -> Seat:
    """Returns a seat of the practice table: the person's own, a bot as it was, or a bot in place of
    another person."""
    fresh: dict[str, Any] = {
        "table": row.id, "spent": 0.0, "place": None, "result": None, "missed": 0,
        "replaced": None, "replaced_at": None, "has_left": False,
    }  # fmt: skip
    if seat.person == person.id and not seat.has_left:
        return replace(seat, **fresh)
    if seat.kind == "bot" and seat.person is None:
        return replace(seat, **fresh)
    return replace(seat, **fresh, kind="bot", level=level, program=None, person=None, name="")


def rename_bots(seats: list[Seat]) -> None:
    """Gives the bots that replace people names that nobody at the table has."""
    taken = {seat.name for seat in seats if seat.name}
    for seat in seats:
        if not seat.name:
            names = named([level_name(seat.level or 1)] * (2 * len(seats)))
            seat.name = next(name for name in names if name not in taken)
            taken.add(seat.name)


def add_practice_table(stored: StoredTable, before: str, connection: Connection) -> None:
    """Stores the practice table, with copies of the attachments that belong to its moves."""
    add_table(stored, None, connection)
    if stored.attachments:
        query = select(AttachmentRow.number, AttachmentRow.body).where(
            AttachmentRow.table == before, AttachmentRow.number.in_([*stored.attachments])
        )
        rows = [{"table": stored.row.id, **found} for found in connection.execute(query).mappings()]
        connection.execute(insert(AttachmentRow), rows)
