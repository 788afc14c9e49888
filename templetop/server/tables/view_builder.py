"""What a viewer is sent of a table: all it may know, and nothing else.

A viewer is a seat, or None for those who only look on. What takes long is kept until somebody
moves.
"""

import asyncio
import io
import logging
import time
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import orjson

from templetop.engine import ask
from templetop.engine.ending import points_of, sides_of, verdict
from templetop.engine.game import Game, Measure
from templetop.engine.match import (
    Match,
    Moves,
    kinds_for,
    legal_moves,
    make,
    seats_to_move,
)
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGLISH, language
from templetop.engine.telling import Teller, Told, told_to
from templetop.games.shelf import take
from templetop.server.api_models import (
    Answered,
    BallotView,
    Clock,
    LogLine,
    Offer,
    SeatView,
    Sight,
    TableView,
)
from templetop.server.store.change import Row, Seat
from templetop.server.tables import lesson_mode, votes
from templetop.server.tables.announcements import (
    ENDED_EARLY,
    LESSON_OVER,
    announcement_text,
    announcements_of,
)
from templetop.server.tables.chat import visible_lines
from templetop.server.tables.correspondence import Holidays, holiday_end
from templetop.server.tables.frames import Parts, TableFrame
from templetop.server.tables.rules_upgrade import closed_reason
from templetop.server.tables.table import Table, ended_early
from templetop.server.translations import SPEECH, t

DRAWING_WIDTH = 100  # of a drawing, in characters
MAX_INLINE_MOVES = 40  # moves that are told at once, without a thread
TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"

logger = logging.getLogger("templetop.server")


@dataclass
class ViewerView:
    """What one viewer sees at one number of moves, and how that goes over the line."""

    view: Any
    offers: list[Offer]
    can_take_back: bool  # as long as nobody has decided anything since
    drawn_text: str | None = None
    drawing_task: "asyncio.Future[str] | None" = None
    parts: Parts = field(default_factory=dict)

    def as_json(self) -> Parts:
        """It is sent again whenever somebody decides or comes, so it is written once."""
        if not self.parts:
            self.parts = {"view": to_json(self.view), "offers": to_json(self.offers)}
        return self.parts


@dataclass
class JsonPartCache:
    """What one viewer was sent last; most of it is the same again, and is not written anew."""

    values: dict[str, Any] = field(default_factory=dict)
    parts: Parts = field(default_factory=dict)

    def with_all(self, values: dict[str, Any], known: Parts) -> Parts:
        """These values as JSON, some of which are known."""
        before, self.values, parts = self.values, values, self.parts
        self.parts = {
            name: known[name]
            if name in known
            else parts[name]
            if name in parts and before[name] == value
            else to_json(value)
            for name, value in values.items()
        }
        return self.parts


# ── The log ──────────────────────────────────────────────────────────────────────────────────────


class LogLines:
    """The lines of a log as they are sent, and which moves they tell; there may be a thousand.

    All that they were made of (texts, targets, parts) would take ten times as much memory, so
    nothing else is kept of them.
    """

    __slots__ = ("json_lines", "lasts", "numbers")

    def __init__(self) -> None:
        self.json_lines: list[bytes] = []
        self.numbers = array("i")  # of the first move that each line tells
        self.lasts = array("i")  # and of the last

    def append(self, told: Told, written: bytes) -> None:
        self.json_lines.append(written)
        self.numbers.append(told.number)
        self.lasts.append(told.last)

    def pop(self) -> None:
        for part in (self.json_lines, self.numbers, self.lasts):
            part.pop()

    def copy(self) -> "LogLines":
        """The same lines, to be read on a thread while others are added here."""
        other = LogLines()
        other.json_lines, other.numbers, other.lasts = (
            self.json_lines[:], self.numbers[:], self.lasts[:]
        )  # fmt: skip
        return other


class ViewerLog:
    """What was told to one viewer."""

    __slots__ = ("attachments", "lines", "teller", "unfinished")

    def __init__(self, viewer: int | None) -> None:
        self.teller = Teller(viewer)  # of its lines it keeps the last, as a happening may go on
        self.lines = LogLines()
        self.unfinished: Told | None = None  # what the last line was made of
        self.attachments: set[int] = set()  # those that the viewer may have

    def unwritten_lines(self) -> list[Told]:
        """What has not been written; the last line is forgotten if there is more to tell of it."""
        told = self.teller.lines
        if self.unfinished is None:
            return told
        if told[0] is self.unfinished:
            return told[1:]
        self.lines.pop()
        return told

    def drop_written_lines(self) -> None:
        """Everything is written: only the last line may change."""
        del self.teller.lines[:-1]
        self.unfinished = self.teller.lines[-1] if self.teller.lines else None


class MoveLog:
    """The moves of a match in words, as each viewer may know them; told once, then remembered.

    An exception may leave it in the middle of a move: whoever catches one makes another log.
    """

    def __init__(
        self, match: Match, names: list[str], attachments: set[int], is_lesson: bool = False
    ) -> None:
        self.names = names
        self.attachments = attachments
        self.is_lesson = is_lesson  # what happens there was written down, not drawn
        self.by_odds: set[int] = set()
        self.length = 0
        self.state = match.game.start(len(names), match.options)
        self.viewers = {viewer: ViewerLog(viewer) for viewer in (None, *range(len(match.seats)))}

    def catch_up(self, match: Match) -> None:
        """Tell the moves that were not told yet."""
        while self.length < len(match.moves):
            step = first_step(match.moves[self.length :], self.state)
            self.narrate_step(self.state, step)
            make(self.state, step)

    def narrate_step(self, state: Any, step: Moves) -> None:
        """To everyone, what is done now at the same time."""
        if not self.is_lesson and was_drawn_by_odds(state, self.length, self.attachments):
            self.by_odds.add(self.length)
        narrate_to_all([one.teller for one in self.viewers.values()], self.length, state, step)
        for viewer, one in self.viewers.items():
            if self.length in self.attachments and is_visible_to(viewer, state, step):
                one.attachments.add(self.length)
        self.length += len(step)
        self.write()

    def write(self) -> None:
        """The new lines; what looks the same to several is put into words once."""
        new: list[tuple[Told, set[int], bytes]] = []
        for viewer in self.viewers.values():
            for told in viewer.unwritten_lines():
                about = (told, viewer.attachments)
                same = next((one for one in new if one[:2] == about), None)
                if same is None:
                    line = log_line(told, self.names, viewer.attachments, self.by_odds)
                    new.append(same := (*about, to_json(line)))
                viewer.lines.append(told, same[2])
            viewer.drop_written_lines()


def narrate_to_all(tellers: Collection[Teller], number: int, state: Any, step: Moves) -> None:
    """To those who may not know the same, what is done now; what all see is looked at once."""
    events = ask.game_of(state).events
    for n, (seat, move) in enumerate(step):
        seen_by = kinds_for(ask.game_of(state), seat).seen_by(state, seat, move)
        heading = events.heading(state, move) if seat == CHANCE else None
        known: dict[bool, Told] = {}
        for teller in tellers:
            sees = seen_by is None or teller.viewer in seen_by
            if sees not in known:
                known[sees] = told_to(teller.viewer, number + n, state, seat, move)
            teller.add(known[sees], heading)


def first_step(moves: Moves, state: Any) -> Moves:
    """All that is done at the same time, at the beginning of these moves."""
    return moves[: 1 if moves[0][0] == CHANCE else len(seats_to_move(state))]


def is_visible_to(viewer: int | None, state: Any, step: Moves) -> bool:
    """Does the viewer see what chance does?"""
    (_, event), *_ = step
    seen_by = ask.game_of(state).events.seen_by(state, CHANCE, event)
    return seen_by is None or viewer in seen_by


def to_json(what: Any) -> bytes:
    return orjson.dumps(what, option=orjson.OPT_SERIALIZE_NUMPY)


def was_drawn_by_odds(state: Any, number: int, attachments: Collection[int]) -> bool:
    """Does an experiment usually find what happens here, and did none bring anything along?"""
    return number not in attachments and ask.game_of(state).takes_time(state)


def log_line(
    told: Told, names: list[str], attachments: Collection[int], by_odds: Collection[int]
) -> LogLine:
    return LogLine(
        number=told.number,
        last=told.last,
        seat=None if told.seat == CHANCE else told.seat,
        says=told.sentence(names),
        target=told.target,
        parts=[log_line(part, names, attachments, by_odds) for part in told.parts],
        keepsake=told.number if told.number in attachments and not told.parts else None,
        by_odds=told.number in by_odds and not told.parts,
        kind=told.kind,
    )


def whole_log(match: Match, names: list[str], attachments: Collection[int]) -> LogLines:
    """Everything; for a match that is over there is nothing left to hide."""
    teller, number, by_odds = Teller(None, is_open=True), 0, set()
    for state, step in match.steps():
        if was_drawn_by_odds(state, number, attachments):
            by_odds.add(number)
        teller.tell(number, state, step)
        number += len(step)
    lines = LogLines()
    for told in teller.lines:
        lines.append(told, to_json(log_line(told, names, attachments, by_odds)))
    return lines


# ── What everybody sees ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class NarrationJob:
    """What is to be told of a match in one language, which takes a while for a long one.

    It needs nothing that another thread may change meanwhile, so it can be done on any.
    """

    match: Match
    names: list[str]
    attachments: set[int]
    is_lesson: bool
    undone: int
    language_code: str

    def build_log(self) -> MoveLog:
        """As each viewer may know it, as far as the match has come."""
        log = MoveLog(self.match, self.names, self.attachments, self.is_lesson)
        log.catch_up(self.match)
        return log

    def build_open_log(self) -> LogLines:
        return whole_log(self.match, self.names, self.attachments)


class ViewBuilder:
    """What everybody sees of a table; it is looked at anew when the table has changed.

    Everything here is asked and changed on the event loop alone. A thread is handed a `Telling`,
    and what it has made of that is put here when it is complete.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        # Each in the languages of those who look at it
        self.logs: dict[str, MoveLog] = {}
        self.viewer_views: dict[tuple[int | None, str], ViewerView] = {}
        self.open_logs: dict[str, LogLines] = {}
        self.json_caches: dict[tuple[int | None, bool, str], JsonPartCache] = {}
        self.breakdowns: dict[str, list[dict[str, int]]] = {}
        self.version = (-1, "", 0)
        self.undone = table.row.undone

    def invalidate(self) -> None:
        """Forget what was seen of an earlier moment."""
        at = view_version(self.table)
        if at != self.version:
            self.viewer_views, self.breakdowns, self.open_logs = {}, {}, {}
            self.version = at
        if self.undone != self.table.row.undone or self.table.is_played_out:
            # Moves were taken back, which happens rarely, or nothing is hidden any more: all of it
            # is told anew.
            self.logs, self.undone = {}, self.table.row.undone

    def needs_narration(self) -> bool:
        """Does it take long to tell what happened, in the language of whoever looks now?"""
        self.invalidate()
        if self.table.is_played_out:
            return language() not in self.open_logs and self.table.length > MAX_INLINE_MOVES
        log = self.logs.get(language())
        return self.table.length - (log.length if log else 0) > MAX_INLINE_MOVES

    def narration_job(self) -> NarrationJob | None:
        """Of the match as it is now; nothing, while seats are open."""
        table, match = self.table, self.table.match
        if match is None:
            return None
        is_lesson = bool(table.row.lesson)
        about = (table.names, table.attachments, is_lesson, table.row.undone, language())
        return NarrationJob(match, *about)

    def store_narration(self, job: NarrationJob, told: MoveLog | LogLines) -> None:
        """What was told on a thread; not if moves were taken back meanwhile."""
        self.invalidate()
        if job.undone != self.undone:
            return
        if isinstance(told, MoveLog):
            if not self.table.is_played_out:
                self.logs[job.language_code] = told
        elif job.match is self.table.match:
            self.open_logs[job.language_code] = told

    def narrate_all(self) -> None:
        """Of a table that nobody else knows yet; what was told takes a while to be told again."""
        self.invalidate()
        self.move_lines(None)

    # ── The parts of a view ──────────────────────────────────────────────────────────────────────

    def log(self, viewer: int | None) -> list[bytes]:
        """What was done, who has lost a seat, and what everybody is told besides, as JSON."""
        lines = self.move_lines(viewer)
        written = [*lines.json_lines]
        for at, line in self.remarks(lines):
            written.insert(at, to_json(line))
        return written

    def remarks(self, lines: LogLines) -> list[tuple[int, LogLine]]:
        """What stands between the lines that tell moves, and where; the last comes first."""
        places = [(bisect_left(lines.numbers, one.number), one) for one in self.remark_lines()]
        return sorted(places, key=lambda place: place[0])[::-1]

    def remark_lines(self) -> list[LogLine]:
        """What everybody at the table is told besides moves, in the order in which it came."""
        told = sorted(
            [*self.replacement_lines(), *self.announcement_lines()], key=lambda line: line.number
        )
        return [*self.closed_lines(), *told]

    def closed_lines(self) -> list[LogLine]:
        """In the place of moves that cannot be shown."""
        why = closed_reason(self.table.row) if self.table.is_closed else None
        return [remark_line(None, 0, why)] if why else []

    def announcement_lines(self) -> list[LogLine]:
        table = self.table
        if not table.row.notices:
            return []
        sides = sides_at_start(table.row.game, len(table.seats), table.row.options)
        return [
            remark_line(notice.seat, notice.at, announcement_text(table, notice, sides))
            for notice in announcements_of(table)
        ]

    def replacement_lines(self) -> list[LogLine]:
        lost = [seat for seat in self.table.seats if seat.replaced_at is not None]
        return [
            remark_line(
                seat.seat,
                seat.replaced_at or 0,
                t("{name} loses its seat to the random bot: {why}.",
                  name=seat.name, why=SPEECH.text(seat.replaced or "")),
            )
            for seat in sorted(lost, key=lambda seat: seat.replaced_at or 0)
        ]  # fmt: skip

    def move_lines(self, viewer: int | None) -> LogLines:
        self.invalidate()
        job = self.narration_job()
        if job is None:
            return LogLines()
        if not self.table.is_played_out:
            return self.log_of(job).viewers[viewer].lines
        if language() not in self.open_logs:
            self.open_logs[language()] = job.build_open_log()
        return self.open_logs[language()]

    def log_of(self, job: NarrationJob) -> MoveLog:
        """As far as the match has come."""
        log = self.logs.pop(language(), None)
        if log is None or not is_caught_up(log, job.match):
            log = job.build_log()
        self.logs[language()] = log
        return log

    def may_download(self, viewer: int | None, number: int) -> bool:
        """Is there a keepsake of that number that the viewer may have?"""
        self.invalidate()
        job = self.narration_job()
        if job is None or self.table.is_played_out:
            return number in self.table.attachments
        return number in self.log_of(job).viewers[viewer].attachments

    def viewer_view(self, viewer: int | None) -> ViewerView:
        found = self.viewer_views.get((viewer, language()))
        if found is None:
            found = self.viewer_views[viewer, language()] = viewer_view(self.table, viewer)
        return found

    def drawing(self, viewer: int | None) -> str:
        """Drawing takes longer than all the rest, so it is done only where it is wanted."""
        match, found = self.table.match, self.viewer_view(viewer)
        if found.drawn_text is None:
            found.drawn_text = "" if match is None else text_drawing(match, match.state, viewer)
        return found.drawn_text

    async def draw(self, viewer: int | None) -> bool:
        """The same on a thread, so that nobody waits for it; False if it shows the past by now.

        A match is never changed, another takes its place: so it can be drawn meanwhile.
        """
        self.invalidate()
        at, match, found = self.version, self.table.match, self.viewer_view(viewer)
        if found.drawn_text is None and match is not None:
            if found.drawing_task is None:
                drawing = asyncio.to_thread(text_drawing, match, match.state, viewer)
                found.drawing_task = asyncio.ensure_future(drawing)
            found.drawn_text = await wait_for_drawing(found)
        return at == view_version(self.table)

    def breakdown(self) -> list[dict[str, int]]:
        match = self.table.match
        if match is None:
            return []
        found = self.breakdowns.get(language())
        if found is None:
            found = [breakdown_of(match, seat) for seat in range(len(match.seats))]
            self.breakdowns[language()] = found
        return found

    # ── All of it ────────────────────────────────────────────────────────────────────────────────

    def view(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool = True
    ) -> TableView:
        about = self.table_values(viewer, connected, now, with_drawing)
        log: list[Any] = [orjson.Fragment(line) for line in self.log(viewer)]
        return TableView(**about, log=log)

    def table_values(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool
    ) -> dict[str, Any]:
        """All but the log."""
        self.invalidate()
        table, row = self.table, self.table.row
        look = self.viewer_view(viewer)
        decided = None if viewer is None else table.decided.get(viewer)
        has_links = viewer is not None and not row.is_public and row.deal is None
        return {
            "id": row.id,
            "game": row.game,
            "game_name": table.game.words.text(table.game.name),
            "measure": measure_view(table.game),
            "options": row.options,
            "state": row.state,
            "is_public": row.is_public,
            "invitation": row.invitation if has_links else None,
            "admission": row.admission if has_links else None,
            "clock": clock_view(table),
            "seats": seat_views(table, viewer, connected, now),
            "you": viewer,
            "number": table.number,
            "moves": table.length,
            "waits_for_chance": table.waits_for_chance,
            "view": look.view,
            "drawing": self.drawing(viewer) if with_drawing else "",
            "offers": look.offers,
            "decided": decided,
            "answered": last_decision_view(table, viewer),
            "can_undo": row.deal is None
            and (decided is not None or (look.can_take_back and not table.decided)),
            "can_practise": viewer is not None and table.can_practise(viewer),
            "can_ask_undo": viewer is not None and votes.can_request_takeback(table, viewer),
            "can_ask_end": viewer is not None and votes.is_abandoned(table),
            "ballot": vote_view(table),
            "practice": row.practice and not row.lesson,
            "notices": self.remark_lines(),
            "winner_says": table_ending_sentence(table),
            "breakdown": self.breakdown(),
            "rematch": row.rematch,
            "guide": row.guide,
            "can_close": table.may_close(person_of_viewer(table, viewer)),
            "counts": row.counts,
            "talk": visible_lines(table, viewer),
            "lesson": lesson_mode.lesson_view(table),
            "deal": row.deal,
        }

    def as_json(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool = True
    ) -> tuple[Parts, list[bytes]]:
        """The same as it goes over the line: its parts, and the lines of the log."""
        about = self.table_values(viewer, connected, now, with_drawing)
        key = (viewer, with_drawing, language())
        if key not in self.json_caches:
            self.json_caches[key] = JsonPartCache()
        parts = self.json_caches[key].with_all(about, self.viewer_view(viewer).as_json())
        return parts, self.log(viewer)

    def frame(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool = True
    ) -> TableFrame:
        return TableFrame(*self.as_json(viewer, connected, now, with_drawing))


def is_caught_up(log: MoveLog, match: Match) -> bool:
    """Has it told the moves that it had not told yet? If anything goes wrong, it is of no use."""
    if log.length > len(match.moves):
        return False
    try:
        log.catch_up(match)
    except Exception:
        logger.exception("A log could not go on, so all of it is told anew.")
        return False
    return True


async def wait_for_drawing(look: ViewerView) -> str:
    """As it is being drawn; who comes after a failure tries once more."""
    assert look.drawing_task is not None
    try:
        return await asyncio.shield(look.drawing_task)
    except Exception:
        look.drawing_task = None
        raise


def measure_view(game: Game) -> Measure | None:
    """What it counts, in the language of whoever reads it."""
    if game.measure is None or language() == ENGLISH:
        return game.measure
    translate = game.words.text
    return replace(game.measure, one=translate(game.measure.one), many=translate(game.measure.many))


def breakdown_of(match: Match, seat: int) -> dict[str, int]:
    """What a seat's points are made of."""
    parts = match.game.breakdown(match.state, seat)
    return {match.game.words.text(name): worth for name, worth in parts.items()}


def view_version(table: Table) -> tuple[int, str, int]:
    """As long as this is the same, everybody sees the same."""
    return table.number, table.row.state, lesson_mode.step_at(table)


def table_ending_sentence(table: Table) -> str | None:
    if table.row.lesson:
        return t(LESSON_OVER) if table.row.state == "over" else None
    if table.is_closed:
        return closed_reason(table.row)
    if ended_early(table):
        return t(ENDED_EARLY)
    match = table.match
    names = [name_of(seat, table.row.state) for seat in table.seats]
    return verdict(match.state, names) if match and table.is_played_out else None


def name_of(seat: Seat, state: str) -> str:
    """As it is called in a result: a program that lost its seat has neither won nor lost there."""
    if state != "over" or seat.replaced is None:
        return seat.name
    return t("{name} (the random bot played on)", name=seat.name)


def vote_view(table: Table) -> BallotView | None:
    ballot = votes.open_vote(table)
    if not ballot:
        return None
    agreed = ballot["agreed"]
    missing = [seat for seat in votes.voters(table) if seat not in agreed]
    return BallotView(ballot["wish"], ballot["seat"], agreed, missing)


def person_of_viewer(table: Table, viewer: int | None) -> str | None:
    return None if viewer is None else table.seats[viewer].person


def remark_line(seat: int | None, number: int, says: str) -> LogLine:
    """A line that tells no move, after so many of them."""
    return LogLine(number, number, seat, says, None, [], keepsake=None, by_odds=False, kind="")


def viewer_view(table: Table, viewer: int | None) -> ViewerView:
    """The game's own view, and the moves that are offered."""
    match = table.match
    if match is None:
        return ViewerView(None, [], False)
    can_take_back = viewer is not None and table.can_take_back(viewer)
    return ViewerView(
        match.game.view(match.state, viewer), offer_views(table, viewer), can_take_back
    )


def offer_views(table: Table, viewer: int | None) -> list[Offer]:
    """Every move that the seat may make now."""
    match = table.match
    if match is None or viewer is None or viewer not in table.deciding_seats():
        return []
    if lesson_mode.is_text_only(table):
        return []
    names = table.names
    return [offer_view(match, viewer, move, names) for move in legal_moves(match.state, viewer)]


def offer_view(match: Match, seat: int, move: int, names: list[str]) -> Offer:
    moves, state = match.game.moves, match.state
    kind = moves.kind(move)
    target = kind.target(state, seat, move - kind.first)
    says = moves.message_about(move, target).without_subject(names)
    return Offer(move, kind.name, kind.code(state, seat, move - kind.first), says, target or {})


def last_decision_view(table: Table, viewer: int | None) -> Answered | None:
    """Whatever else has happened since."""
    if viewer is None or (last := table.last_decision(viewer)) is None:
        return None
    return Answered(last.answers, last.move)


def clock_view(table: Table) -> Clock | None:
    return clock_of_row(table.row)


def clock_of_row(row: Row) -> Clock | None:
    return Clock(row.clock, row.seconds) if row.clock and row.seconds else None


def seat_views(table: Table, viewer: int | None, connected: set[int], now: float) -> list[SeatView]:
    awaited, points = lesson_mode.awaited_seats(table), table.row.standing
    sides = sides_at_start(table.row.game, len(table.seats), table.row.options)
    return [
        SeatView(
            seat=seat.seat,
            name=name_of(seat, table.row.state),
            kind=seat.kind,
            level=seat.level,
            program=seat.program,
            is_replaced=seat.replaced is not None,
            is_you=seat.seat == viewer,
            is_awaited=seat.seat in awaited,
            has_decided=seat.seat in table.decided,
            side=sides[seat.seat],
            points=points[seat.seat] if points else 0,
            place=seat.place,
            result=seat.result,
            seconds_left=None if seat.kind == "open" else table.seconds_left(seat.seat, now),
            is_here=seat.seat in connected,
            has_left=seat.has_left,
            away_until=holiday_until(seat.away, now),
            rated=seat.rated,
        )
        for seat in table.seats
    ]


def holiday_until(away: Holidays, now: float) -> str | None:
    until = holiday_end(away, now) if away else None
    return None if until is None else time.strftime(TIME_FORMAT, time.gmtime(until))


def sides_at_start(game: str, seats: int, options: Mapping[str, str]) -> list[int]:
    """Who are partners, as all know it from the start; the number for each seat."""
    return sides_at_start_cached(game, seats, tuple(options.items()))


@lru_cache(1000)
def sides_at_start_cached(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> list[int]:
    try:
        sides: list[int] = sides_of(take(game).start(seats, dict(options))).tolist()
    except Refusal:  # it was agreed on by rules that nobody knows any more
        return [*range(seats)]
    return sides


def text_drawing(match: Match, state: Any, viewer: int | None) -> str:
    """The table as it is drawn in a terminal, without colours."""
    from rich.console import Console

    paper = io.StringIO()
    console = Console(
        file=paper, width=DRAWING_WIDTH, color_system=None, markup=False, highlight=False
    )
    console.print(match.game.picture(state, viewer, names=match.seats))
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines())


# ── Replays ──────────────────────────────────────────────────────────────────────────────────────


def replay_steps(match: Match, lines: LogLines) -> list[Any]:
    """Every line of the log, and the points after the last move that it tells."""
    return replay_steps_with([points for _, points in points_after_moves(match)], lines)


def replay_steps_with(points: Sequence[Sequence[int]], lines: LogLines) -> list[Any]:
    """The same as JSON, each a `Moment`, where it is known what the points were."""
    return [
        orjson.Fragment(b'%b,"points":%b}' % (line[:-1], orjson.dumps(points[last + 1])))
        for line, last in zip(lines.json_lines, lines.lasts, strict=True)
    ]


def points_after_moves(match: Match) -> Iterator[tuple[int, list[int]]]:
    """Of those who decide at the same time, the last sets all of it going."""
    done = 0
    for state, step in match.steps():
        for n in range(len(step)):
            yield done + n, points_of(state).tolist()
        done += len(step)
    yield done, points_of(match.state).tolist()


def table_at(
    match: Match,
    number: int,
    viewer: int | None,
    is_open: bool = False,
    with_drawing: bool = True,
) -> Sight:
    """The table after so many moves."""
    return table_at_state(match, match.state_after(number), viewer, is_open, with_drawing)


def table_at_state(
    match: Match, state: Any, viewer: int | None, is_open: bool, with_drawing: bool
) -> Sight:
    """A table that the match came by.

    Everything is open when every seat's own view is there: between them they know all that lies on
    the table, and a game need not say once more what it hides.
    """
    points = points_of(state).tolist()
    view, seats = match.game.view, range(len(match.seats))
    drawing = ""
    if with_drawing:
        drawing = match.game.write(state) if is_open else text_drawing(match, state, viewer)
    opened = [view(state, seat) for seat in seats] if is_open else []
    return Sight(view(state, viewer), drawing, points, opened)
