"""Tables that were begun by earlier rules, whose numbers meant something else.

Where a game says what its old numbers are now, the moves of a table are renumbered when somebody
comes to it, and written back. Where it does not, or is not on the shelf any more, the table is
closed: it keeps its line in the lists, and nobody can open it, unless it is over. Then its seats,
its result and what was said there are shown, and that its moves cannot be.
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
    """Why a table cannot be opened any more, in a sentence; None: it can.

    The version of one that was tried and could not be carried over is kept with a minus.
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
    """Can somebody look at what is known of it without its moves?"""
    return row.state == "over" and not row.lesson and row.game in ready_games()


def check_moves(table: Table) -> None:
    """Refuse what needs moves that nobody can read any more."""
    if table.is_closed:
        raise TableUnreadable(closed_reason(table.row) or "")


def needs_conversion(row: Row) -> bool:
    """Were its numbers those of other rules? Refused if nobody knows what they are now."""
    if sentence := closed_reason(row):
        raise TableUnreadable(sentence)
    return row.rules_version != take(row.game).rules_version


def converted_table(kept: StoredTable) -> StoredTable:
    """The same table in the numbers of today, every move checked by the rules of today."""
    game = take(kept.row.game)
    moves = [made._replace(move=current_number(game, kept.row, made)) for made in kept.moves]
    decisions = {
        seat: decision._replace(
            move=current_number(game, kept.row, MadeMove(seat, decision.move, 0))
        )
        for seat, decision in kept.decisions.items()
    }
    check_converted(game, kept, moves, decisions)
    return StoredTable(kept.row, kept.seats, moves, decisions, kept.attachments)


def current_number(game: Game, row: Row, made: MadeMove) -> int:
    try:
        return game.renumbered[row.rules_version](made.seat, made.move)
    except (LookupError, ValueError):
        raise TableUnreadable(unreadable_reason(game, row)) from None


def check_converted(
    game: Game, kept: StoredTable, moves: list[MadeMove], decisions: dict[int, PendingDecision]
) -> None:
    if kept.row.state == "waiting":
        return
    try:
        match = Match.new(game, [seat.name for seat in kept.seats], kept.row.options)
        for made in moves:
            match.play(made.seat, made.move)
        for seat, decision in decisions.items():
            match.play(seat, decision.move)
    except Refusal:
        raise TableUnreadable(unreadable_reason(game, kept.row)) from None


def unreadable_reason(game: Game, row: Row) -> str:
    return t(
        "This match of {game} was begun with version {version} of the rules, "
        "and by today's rules it could not have been played.",
        game=game.name,
        version=row.rules_version,
    )
