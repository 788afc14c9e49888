"""What people at a table ask each other: to take back a move, or to end a match that is dead.

A ballot is kept in the row of its table: what is asked, by which seat, to how many moves it would
go back, and who has agreed. It is granted when all people who still sit there have.
"""

from typing import Any, Literal

from templetop.server.core.refusals import NotNow
from templetop.server.store.change import TableChange
from templetop.server.tables.announcements import announce
from templetop.server.tables.table import PastMatch, Table, ended_columns, ended_early
from templetop.server.translations import t

VoteKind = Literal["undo", "end"]


def voters(table: Table) -> list[int]:
    """Whose word counts."""
    return [seat.seat for seat in table.seats if seat.kind == "person"]


def is_abandoned(table: Table) -> bool:
    """Has somebody left, or let all others wait?"""
    is_left = any(seat.has_left or seat.missed > 0 for seat in table.seats)
    return table.row.state == "running" and is_left


def can_request_takeback(table: Table, seat: int) -> bool:
    """Where others play, who would have to agree; not where others play the same deal."""
    if table.row.deal is not None:
        return False
    others = [other for other in voters(table) if other != seat]
    if table.row.counts:
        return False
    return table.row.state == "running" and bool(others) and table.has_seen_move_of(seat)


def open_vote(table: Table) -> dict[str, Any]:
    """What is asked now; nothing, where the match is over by now."""
    return table.row.ballot if table.row.state == "running" else {}


def moves_kept(table: Table, seat: int, wish: VoteKind | None) -> int | None:
    """How many moves are left if all agree to what is asked, or would be asked; None: all."""
    if wish is None:
        to = open_vote(table).get("to")
        return None if to is None else int(to)
    return table.last_step_of(seat) if wish == "undo" else None


def request(
    table: Table, seat: int, wish: VoteKind, now: float, past: PastMatch | None
) -> TableChange:
    """Ask all others; whoever is the only one left need not wait for an answer."""
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
    """Agree to what is asked, or not; who has asked may think better of it."""
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
    """What becomes of it with these votes."""
    missing = set(voters(table)) - set(ballot["agreed"])
    if missing:
        last = ballot["agreed"][-1]
        change = TableChange(row={"ballot": ballot})
        return change if last == ballot["seat"] else announce(table, change, last, "agrees")
    if ballot["wish"] == "end":
        return announce(table, ended_columns(), ballot["seat"], "ended")
    to = min(int(ballot["to"]), table.length)
    return announce(table, table.rewind(to, now, past), ballot["seat"], "undone", to)
