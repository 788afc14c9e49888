"""What a viewer is sent of a table: all it may know, and nothing else.

A viewer is a seat, or None for those who only look on. What takes long is kept until somebody
moves.
"""

import asyncio
import io
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from orjson import Fragment

from templetop.engine import ask
from templetop.engine.game import CHANCE, Game
from templetop.engine.match import Match, legal_moves, points_of
from templetop.engine.telling import Teller, as_sentence, verdict
from templetop.server.models import (
    Answered,
    Clock,
    LogLine,
    Moment,
    Offer,
    SeatView,
    Sight,
    TableView,
)
from templetop.server.table import Table

WIDTH = 100  # of a drawing, in characters


@dataclass
class Seen:
    """What one viewer sees at one number of moves, and how that goes over the line."""

    view: Any
    offers: list[Offer]
    can_take_back: bool  # as long as nobody has decided anything since
    drawing: str | None = None
    being_drawn: "asyncio.Future[str] | None" = None
    parts: dict[str, Fragment] = field(default_factory=dict)

    def as_json(self) -> dict[str, Fragment]:
        """It is sent again whenever somebody decides or comes, so it is written once."""
        if not self.parts:
            self.parts = {"view": as_json(self.view), "offers": as_json(self.offers)}
        return self.parts


class Log:
    """The moves of a match in words, as each viewer may know them; told once, then remembered."""

    def __init__(self, match: Match, names: list[str]) -> None:
        viewers = (None, *range(len(names)))
        self.names = names
        self.tellers = {viewer: Teller(names, viewer) for viewer in viewers}
        self.lines: dict[int | None, list[LogLine]] = {viewer: [] for viewer in viewers}
        self.written: dict[int | None, list[bytes]] = {viewer: [] for viewer in viewers}
        self.told = 0
        self.state = match.game.start(len(names), match.options)

    def catch_up(self, match: Match) -> None:
        """Tell the moves that were not told yet."""
        for seat, move in match.moves[self.told :]:
            self.tell(match.game, seat, move)
            ask.play(self.state, seat, move)
            self.told += 1

    def tell(self, game: Game, seat: int, move: int) -> None:
        """To everyone; what all may know is put into words once."""
        says = as_sentence(self.names, seat, game.say(self.state, seat, move))
        plain = log_line(self.told, seat, says, game.offer(self.state, seat, move))
        plainly = orjson.dumps(plain)
        for viewer, teller in self.tellers.items():
            news = teller.tell(self.state, seat, move)
            if not news:
                self.tell_again(viewer, teller.whispered)
            for words in news:
                hides = bool(teller.whispered)
                line = log_line(self.told, seat, words, None) if hides else plain
                self.lines[viewer].append(line)
                self.written[viewer].append(orjson.dumps(line) if hides else plainly)

    def tell_again(self, viewer: int | None, words: str) -> None:
        """What looks the same as the move before is no line of its own: that one says how often."""
        line = self.lines[viewer][-1]
        times = self.told + 1 - line.number
        line = replace(line, says=f"{words.removesuffix('.')}, {times} times.")
        self.lines[viewer][-1] = line
        self.written[viewer][-1] = orjson.dumps(line)


def as_json(what: Any) -> Fragment:
    return Fragment(orjson.dumps(what, option=orjson.OPT_SERIALIZE_NUMPY))


def log_line(number: int, seat: int, says: str, target: Any) -> LogLine:
    return LogLine(number, None if seat == CHANCE else seat, says, target)


def whole_log(match: Match, names: list[str]) -> list[LogLine]:
    """Everything; for a match that is over there is nothing left to hide."""
    lines, state = [], match.game.start(len(names), match.options)
    for number, (seat, move) in enumerate(match.moves):
        says = as_sentence(names, seat, match.game.say(state, seat, move))
        lines.append(log_line(number, seat, says, match.game.offer(state, seat, move)))
        ask.play(state, seat, move)
    return lines


class Sights:
    """What everybody sees of a table; it is looked at anew when the table has changed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: Log | None = None
        self.seen: dict[int | None, Seen] = {}
        self.ended: list[LogLine] | None = None
        self.parts: list[dict[str, int]] | None = None
        self.at = (-1, "")

    def look(self) -> None:
        """Forget what was seen of an earlier moment."""
        at = (self.table.number, self.table.row.state)
        if at != self.at:
            self.seen, self.parts, self.ended = {}, None, None
            self.at = at

    def take_back(self) -> None:
        """Moves were taken back, which happens rarely: all is told anew, without them."""
        if self.told and self.told.told > self.table.length:
            self.told = None

    # ── The parts of a view ──────────────────────────────────────────────────────────────────────

    def log(self, viewer: int | None) -> list[LogLine]:
        """What was done, and who has lost a seat."""
        lines = self.moves_told(viewer)
        for at, line in self.replacements(lines):
            lines = [*lines[:at], line, *lines[at:]]
        return lines

    def replacements(self, lines: list[LogLine]) -> list[tuple[int, LogLine]]:
        """Where it is told that a program lost its seat, among what is told of moves."""
        lost = [seat for seat in self.table.seats if seat.replaced_at is not None]
        told = []
        for seat in sorted(lost, key=lambda seat: seat.replaced_at or 0, reverse=True):
            at = bisect_left(lines, seat.replaced_at or 0, key=lambda line: line.number)
            says = f"{seat.name} loses its seat to the random bot: {seat.replaced}."
            told.append((at, log_line(seat.replaced_at or 0, seat.seat, says, None)))
        return told

    def moves_told(self, viewer: int | None) -> list[LogLine]:
        match = self.table.match
        if match is None:
            return []
        if match.is_over:
            if self.ended is None:
                self.ended = whole_log(match, self.table.names)
            return self.ended
        return self.log_of(match).lines[viewer]

    def log_of(self, match: Match) -> Log:
        """As far as the match has come."""
        if self.told is None:
            self.told = Log(match, self.table.names)
        self.told.catch_up(match)
        return self.told

    def log_as_json(self, viewer: int | None) -> Fragment:
        """Its lines were written when they were told."""
        match = self.table.match
        if match is None or match.is_over:
            return as_json(self.log(viewer))
        told = self.log_of(match)
        written = told.written[viewer]
        for at, line in self.replacements(told.lines[viewer]):
            written = [*written[:at], orjson.dumps(line), *written[at:]]
        return Fragment(b"[" + b",".join(written) + b"]")

    def seen_by(self, viewer: int | None) -> Seen:
        if viewer not in self.seen:
            self.seen[viewer] = seen(self.table, viewer)
        return self.seen[viewer]

    def drawing(self, viewer: int | None) -> str:
        """Drawing takes longer than all the rest, so it is done only where it is wanted."""
        match, seen = self.table.match, self.seen_by(viewer)
        if seen.drawing is None:
            seen.drawing = "" if match is None else drawn(match, match.state, viewer)
        return seen.drawing

    async def draw(self, viewer: int | None) -> bool:
        """The same on a thread, so that nobody waits for it; False if it shows the past by now.

        A match is never changed, another takes its place: so it can be drawn meanwhile.
        """
        self.look()
        at, match, seen = self.at, self.table.match, self.seen_by(viewer)
        if seen.drawing is None and match is not None:
            if seen.being_drawn is None:
                drawing = asyncio.to_thread(drawn, match, match.state, viewer)
                seen.being_drawn = asyncio.ensure_future(drawing)
            seen.drawing = await asyncio.shield(seen.being_drawn)
        return at == (self.table.number, self.table.row.state)

    def breakdown(self) -> list[dict[str, int]]:
        match = self.table.match
        if self.parts is None and match is not None:
            seats = range(len(match.seats))
            self.parts = [dict(match.game.breakdown(match.state, seat)) for seat in seats]
        return self.parts or []

    # ── All of it ────────────────────────────────────────────────────────────────────────────────

    def view(
        self, viewer: int | None, here: set[int], now: float, with_drawing: bool = True
    ) -> TableView:
        self.look()
        table, row = self.table, self.table.row
        seen = self.seen_by(viewer)
        decision = None if viewer is None else table.decisions.get(viewer)
        match = table.match
        return TableView(
            id=row.id,
            game=row.game,
            game_name=table.game.name,
            options=row.options,
            state=row.state,
            is_public=row.is_public,
            invitation=row.invitation if viewer is not None else None,
            clock=clock_of(table),
            seats=seat_views(table, viewer, here, now),
            you=viewer,
            number=table.number,
            moves=table.length,
            view=seen.view,
            drawing=self.drawing(viewer) if with_drawing else "",
            offers=seen.offers,
            decided=None if decision is None else decision.move,
            answered=answered(table, viewer),
            log=self.log(viewer),
            can_undo=decision is not None or (seen.can_take_back and not table.decisions),
            winner_says=verdict(match.state, table.names) if match and match.is_over else None,
            breakdown=self.breakdown(),
            rematch=row.rematch,
            guide=row.guide,
        )

    def frame(
        self, viewer: int | None, here: set[int], now: float, with_drawing: bool = True
    ) -> bytes:
        """The same as a `LiveTable` that goes over the line."""
        table = vars(self.view(viewer, here, now, with_drawing))
        written = self.seen_by(viewer).as_json() | {"log": self.log_as_json(viewer)}
        return orjson.dumps({"table": table | written, "type": "table"})


def seen(table: Table, viewer: int | None) -> Seen:
    """The game's own view, and the moves that are offered."""
    match = table.match
    if match is None:
        return Seen(None, [], False)
    can_take_back = viewer is not None and table.can_take_back(viewer)
    return Seen(match.game.view(match.state, viewer), offers(table, viewer), can_take_back)


def offers(table: Table, viewer: int | None) -> list[Offer]:
    """Every move that the seat may make now."""
    match = table.match
    if match is None or viewer is None or viewer not in table.asked():
        return []
    game, state = match.game, match.state
    return [
        Offer(
            move,
            game.code(state, viewer, move),
            game.say(state, viewer, move),
            game.offer(state, viewer, move) or {},
        )
        for move in legal_moves(state, viewer)
    ]


def answered(table: Table, viewer: int | None) -> Answered | None:
    """Whatever else has happened since."""
    if viewer is None or (last := table.last_of(viewer)) is None:
        return None
    return Answered(last.answers, last.move)


def clock_of(table: Table) -> Clock | None:
    row = table.row
    return Clock(row.clock, row.seconds) if row.clock and row.seconds else None


def seat_views(table: Table, viewer: int | None, here: set[int], now: float) -> list[SeatView]:
    asked, points = table.asked(), table.row.standing
    return [
        SeatView(
            seat=seat.seat,
            name=seat.name,
            kind=seat.kind,
            level=seat.level,
            program=seat.program,
            is_replaced=seat.replaced is not None,
            is_you=seat.seat == viewer,
            is_awaited=seat.seat in asked and seat.seat not in table.decisions,
            has_decided=seat.seat in table.decisions,
            points=points[seat.seat] if points else 0,
            place=seat.place,
            seconds_left=None if seat.kind == "open" else table.seconds_left(seat.seat, now),
            is_here=seat.seat in here,
        )
        for seat in table.seats
    ]


def drawn(match: Match, state: Any, viewer: int | None) -> str:
    """The table as it is drawn in a terminal, without colours."""
    from rich.console import Console

    paper = io.StringIO()
    console = Console(file=paper, width=WIDTH, color_system=None, markup=False, highlight=False)
    console.print(match.game.picture(state, viewer, names=match.seats))
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines())


# ── Replays ──────────────────────────────────────────────────────────────────────────────────────


def moments(match: Match, lines: list[LogLine]) -> list[Moment]:
    """Every line of the log with the last move that it tells, and the points after it.

    What looks the same to the viewer is told once: the table stands as after all of it.
    """
    points, state = [], match.game.start(len(match.seats), match.options)
    for seat, move in match.moves:
        ask.play(state, seat, move)
        points.append(points_of(state, len(match.seats)).tolist())
    ends = [line.number - 1 for line in lines[1:]] + [len(match.moves) - 1]
    return [
        Moment(end, line.seat, line.says, points[end])
        for line, end in zip(lines, ends, strict=False)
    ]


def sight_at(
    match: Match,
    number: int,
    viewer: int | None,
    is_open: bool = False,
    with_drawing: bool = True,
) -> Sight:
    """The table after so many moves.

    Everything is open when every seat's own view is there: between them they know all that lies on
    the table, and a game need not say once more what it hides.
    """
    state = match.game.start(len(match.seats), match.options)
    for seat, move in match.moves[:number]:
        ask.play(state, seat, move)
    points = points_of(state, len(match.seats)).tolist()
    view, seats = match.game.view, range(len(match.seats))
    drawing = ""
    if with_drawing:
        drawing = match.game.write(state) if is_open else drawn(match, state, viewer)
    opened = [view(state, seat) for seat in seats] if is_open else []
    return Sight(view(state, viewer), drawing, points, opened)
