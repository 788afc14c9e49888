"""Tables that were begun by earlier rules of their game, whose moves had other numbers.

If the game can translate the old numbers, the moves are converted when the table is loaded, and
stored again. Otherwise the table is closed: it stays in the lists, and only if its match is over
can people see its seats, its result and its chat.
"""

import time

from templetop.engine.game import Game
from templetop.engine.match import Match
from templetop.engine.refusal import Refusal
from templetop.games.shelf import NotOnTheShelf, ready_games, take
from templetop.server.core.refusals import TableUnreadable
from templetop.server.store.change import MadeMove, PendingDecision, Row, StoredTable
from templetop.server.tables.table import Table
from templetop.server.translations import t


def closed_reason(row: Row) -> str | None:
    """Returns a sentence why the table cannot be opened any more, or None if it can.

    A table that could not be converted has its version of the rules stored as a negative number.
    """
    try:
        game = take(row.game)
    except NotOnTheShelf:
        return t("This match cannot be shown: {game} is no longer on the shelf.", game=row.game)
    if row.rules_version == game.rules_version or row.rules_version in game.renumbered:
        return None
    return t(
        "This match of {game} was begun with version {version} of the rules, on {day}; "
        "they have changed, and its moves can no longer be shown.",
        game=game.words.text(game.name),
        version=abs(row.rules_version),
        day=time.strftime("%Y-%m-%d", time.gmtime(row.made_at)),
    )


def may_be_opened(row: Row) -> bool:
    """True if what is known of a closed table without its moves can be shown."""
    return row.state == "over" and not row.lesson and row.game in ready_games()


def check_moves(table: Table) -> None:
    """Refuses what needs the moves of a table if they cannot be read any more."""
    if table.is_closed:
        raise TableUnreadable(closed_reason(table.row) or "")


def needs_conversion(row: Row) -> bool:
    """True if the moves have the numbers of earlier rules.

    Refuses a table that cannot be converted.
    """
    if sentence := closed_reason(row):
        raise TableUnreadable(sentence)
    return row.rules_version != take(row.game).rules_version


def converted_table(stored: StoredTable) -> StoredTable:
    """Returns the table with today's numbers of its moves.

    Refuses it if a move cannot be translated, or if today's rules forbid a move.
    """
    game = take(stored.row.game)
    moves = [made._replace(move=current_number(game, stored.row, made)) for made in stored.moves]
    decisions = {
        seat: decision._replace(
            move=current_number(game, stored.row, MadeMove(seat, decision.move, 0))
        )
        for seat, decision in stored.decisions.items()
    }
    check_converted(game, stored, moves, decisions)
    return StoredTable(stored.row, stored.seats, moves, decisions, stored.attachments)


def current_number(game: Game, row: Row, made: MadeMove) -> int:
    try:
        return game.renumbered[row.rules_version](made.seat, made.move)
    except (LookupError, ValueError):
        raise TableUnreadable(unreadable_reason(game, row)) from None


def check_converted(
    game: Game, stored: StoredTable, moves: list[MadeMove], decisions: dict[int, PendingDecision]
) -> None:
    if stored.row.state == "waiting":
        return
    try:
        match = Match.new(game, [seat.name for seat in stored.seats], stored.row.options)
        for made in moves:
            match.play(made.seat, made.move)
        for seat, decision in decisions.items():
            match.play(seat, decision.move)
    except Refusal:
        raise TableUnreadable(unreadable_reason(game, stored.row)) from None


def unreadable_reason(game: Game, row: Row) -> str:
    return t(
        "This match of {game} was begun with version {version} of the rules, "
        "and by today's rules it could not have been played.",
        game=game.name,
        version=row.rules_version,
    )
