"""Votes among the people at a table: to take back a move, or to end a match that somebody left.

A vote is stored in the column `ballot` of the table's row: the wish, the seat that asks, the moves
that would be left, and the seats that agree. It passes when all people who sit there agree.
"""

from typing import Any, Literal

from templetop.server.core.refusals import NotNow
from templetop.server.store.change import TableChange
from templetop.server.tables.announcements import announce
from templetop.server.tables.table import PastMatch, Table, ended_columns, ended_early
from templetop.server.translations import t

VoteKind = Literal["undo", "end"]


def voters(table: Table) -> list[int]:
    """Returns the seats that have a vote: those of people."""
    return [seat.seat for seat in table.seats if seat.kind == "person"]


def is_abandoned(table: Table) -> bool:
    """True if somebody has left the running match or is late with a decision."""
    is_left = any(seat.has_left or seat.missed > 0 for seat in table.seats)
    return table.row.state == "running" and is_left


def can_request_takeback(table: Table, seat: int) -> bool:
    """True if other people could agree to take back a move of the seat.

    That is never possible in a match that counts or whose deal is played at other tables.
    """
    if table.row.deal is not None:
        return False
    others = [other for other in voters(table) if other != seat]
    if table.row.counts:
        return False
    return table.row.state == "running" and bool(others) and table.has_seen_move_of(seat)


def open_vote(table: Table) -> dict[str, Any]:
    """Returns the open vote, or an empty dict if there is none or the match is not running."""
    return table.row.ballot if table.row.state == "running" else {}


def moves_kept(table: Table, seat: int, wish: VoteKind | None) -> int | None:
    """Returns how many moves are left if the vote passes, or None if it takes none back.

    With a wish it answers for a vote that the seat would request, otherwise for the open vote.
    """
    if wish is None:
        to = open_vote(table).get("to")
        return None if to is None else int(to)
    return table.last_step_of(seat) if wish == "undo" else None


def request(
    table: Table, seat: int, wish: VoteKind, now: float, past: PastMatch | None
) -> TableChange:
    """Returns the change that opens a vote.

    If no other people sit at the table, the vote passes at once.
    """
    if ended_early(table) or table.row.state != "running":
        raise NotNow(t("The match is over."))
    if open_vote(table):
        raise NotNow(t("Another question is open already: answer that first."))
    if wish == "end" and not is_abandoned(table):
        raise NotNow(t("Nobody has left this match. If you do not want to play on, you may leave."))
    if wish == "undo" and table.row.counts:
        raise NotNow(t("This match counts for ratings, so nothing is taken back by agreement."))
    if wish == "undo" and not can_request_takeback(table, seat):
        raise NotNow(t("You have no move that needs the others’ agreement."))
    to = moves_kept(table, seat, wish)
    ballot = {"wish": wish, "seat": seat, "to": to, "agreed": [seat]}
    change = tally(table, ballot, now, past)
    return change if change.row["ballot"] == {} else announce(table, change, seat, f"asks {wish}")


def answer(
    table: Table, seat: int, agrees: bool, now: float, past: PastMatch | None
) -> TableChange | None:
    """Returns the change for a vote of yes or no, or None if the seat has agreed before.

    If the seat that has asked says no, the request is withdrawn.
    """
    ballot = open_vote(table)
    if not ballot:
        raise NotNow(t("That question is no longer open."))
    if not agrees:
        kind = "withdraws" if seat == ballot["seat"] else "declines"
        return announce(table, TableChange(row={"ballot": {}}), seat, kind)
    if seat in ballot["agreed"]:
        return None
    agreed = {**ballot, "agreed": [*ballot["agreed"], seat]}
    return tally(table, agreed, now, past)


def tally(table: Table, ballot: dict[str, Any], now: float, past: PastMatch | None) -> TableChange:
    """Returns the change that carries out a vote if everybody agrees, or else stores it."""
    missing = set(voters(table)) - set(ballot["agreed"])
    if missing:
        last = ballot["agreed"][-1]
        change = TableChange(row={"ballot": ballot})
        return change if last == ballot["seat"] else announce(table, change, last, "agrees")
    if ballot["wish"] == "end":
        return announce(table, ended_columns(), ballot["seat"], "ended")
    to = min(int(ballot["to"]), table.length)
    return announce(table, table.rewind(to, now, past), ballot["seat"], "undone", to)
