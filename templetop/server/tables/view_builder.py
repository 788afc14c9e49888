"""Builds what each viewer is sent of a table: all that they may know, and nothing else.

A viewer is a seat, or None for spectators. What takes long to build is kept until somebody moves.
Begin reading at `ViewBuilder`.
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

DRAWING_WIDTH = 100  # characters
MAX_INLINE_MOVES = 40  # narrated on the event loop; more moves are narrated on a thread
TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"

logger = logging.getLogger("templetop.server")


@dataclass
class ViewerView:
    """What one viewer sees at one number of moves, with its JSON."""

    view: Any
    offers: list[Offer]
    can_take_back: bool  # only as long as no seat has decided since
    drawn_text: str | None = None
    drawing_task: "asyncio.Future[str] | None" = None
    parts: Parts = field(default_factory=dict)

    def as_json(self) -> Parts:
        """Returns the parts that only moves can change. They are turned into JSON once."""
        if not self.parts:
            self.parts = {"view": to_json(self.view), "offers": to_json(self.offers)}
        return self.parts


@dataclass
class JsonPartCache:
    """The values that one viewer was sent last, and their JSON.

    Most of them are equal the next time.
    """

    values: dict[str, Any] = field(default_factory=dict)
    parts: Parts = field(default_factory=dict)

    def with_all(self, values: dict[str, Any], known: Parts) -> Parts:
        """Returns the JSON of all values. `known` has the JSON of some of them already."""
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
    """The lines of a log as JSON, and which moves each of them tells.

    A log may have a thousand lines. The objects that they were made of would take ten times as much
    memory, so they are not kept.
    """

    __slots__ = ("json_lines", "lasts", "numbers")

    def __init__(self) -> None:
        self.json_lines: list[bytes] = []
        self.numbers = array("i")  # the first move that each line tells
        self.lasts = array("i")  # the last move that each line tells

    def append(self, entry: Told, json_line: bytes) -> None:
        self.json_lines.append(json_line)
        self.numbers.append(entry.number)
        self.lasts.append(entry.last)

    def pop(self) -> None:
        for part in (self.json_lines, self.numbers, self.lasts):
            part.pop()

    def copy(self) -> "LogLines":
        """Returns a copy that a thread can read while lines are added here."""
        other = LogLines()
        other.json_lines, other.numbers, other.lasts = (
            self.json_lines[:], self.numbers[:], self.lasts[:]
        )  # fmt: skip
        return other


class ViewerLog:
    """The log of one viewer."""

    __slots__ = ("attachments", "lines", "teller", "unfinished")

    def __init__(self, viewer: int | None) -> None:
        self.teller = Teller(viewer)  # keeps its last line, which may grow
        self.lines = LogLines()
        self.unfinished: Told | None = None  # the entry of the last JSON line
        self.attachments: set[int] = set()  # the numbers of those that the viewer may have

    def take_unwritten_lines(self) -> list[Told]:
        """Returns the entries that are not yet JSON lines.

        Removes the last JSON line if its entry has grown, so that it is written again.
        """
        entries = self.teller.lines
        if self.unfinished is None:
            return entries
        if entries[0] is self.unfinished:
            return entries[1:]
        self.lines.pop()
        return entries

    def drop_written_lines(self) -> None:
        """Drops all entries but the last, which may still grow, after all of them were written."""
        del self.teller.lines[:-1]
        self.unfinished = self.teller.lines[-1] if self.teller.lines else None


class MoveLog:
    """The moves of a match in words, as each viewer may know them.

    An exception may leave it in the middle of a move; then it must not be used any more.
    """

    def __init__(
        self, match: Match, names: list[str], attachments: set[int], is_lesson: bool = False
    ) -> None:
        self.names = names
        self.attachments = attachments
        self.is_lesson = is_lesson  # the events of a lesson are written in its text, not drawn
        self.by_odds: set[int] = set()
        self.length = 0  # how many moves are narrated
        self.state = match.game.start(len(names), match.options)
        self.viewers = {viewer: ViewerLog(viewer) for viewer in (None, *range(len(match.seats)))}

    def catch_up(self, match: Match) -> None:
        """Narrates the moves that were made since the last call."""
        while self.length < len(match.moves):
            step = first_step(match.moves[self.length :], self.state)
            self.narrate_step(self.state, step)
            make(self.state, step)

    def narrate_step(self, state: Any, step: Moves) -> None:
        """Narrates to all viewers the moves that are made at the same time."""
        if not self.is_lesson and was_drawn_by_odds(state, self.length, self.attachments):
            self.by_odds.add(self.length)
        logs = self.viewers
        narrate_to_all([log.teller for log in logs.values()], self.length, state, step)
        for viewer, log in logs.items():
            if self.length in self.attachments and is_visible_to(viewer, state, step):
                log.attachments.add(self.length)
        self.length += len(step)
        self.write()

    def write(self) -> None:
        """Writes the new lines as JSON.

        A line that is the same for several viewers is written once.
        """
        new: list[tuple[Told, set[int], bytes]] = []
        for viewer in self.viewers.values():
            for entry in viewer.take_unwritten_lines():
                key = (entry, viewer.attachments)
                same = next((line for line in new if line[:2] == key), None)
                if same is None:
                    log = log_line(entry, self.names, viewer.attachments, self.by_odds)
                    new.append(same := (*key, to_json(log)))
                viewer.lines.append(entry, same[2])
            viewer.drop_written_lines()


def narrate_to_all(tellers: Collection[Teller], number: int, state: Any, step: Moves) -> None:
    """Narrates a step to several viewers, once for those who see it and once for the others."""
    events = ask.game_of(state).events
    for n, (seat, move) in enumerate(step):
        seen_by = kinds_for(ask.game_of(state), seat).seen_by(state, seat, move)
        heading = events.heading(state, move) if seat == CHANCE else None
        entries: dict[bool, Told] = {}  # for viewers who see the move, and for those who do not
        for teller in tellers:
            sees = seen_by is None or teller.viewer in seen_by
            if sees not in entries:
                entries[sees] = told_to(teller.viewer, number + n, state, seat, move)
            teller.add(entries[sees], heading)


def first_step(moves: Moves, state: Any) -> Moves:
    """Returns the moves at the beginning of these that are made at the same time."""
    return moves[: 1 if moves[0][0] == CHANCE else len(seats_to_move(state))]


def is_visible_to(viewer: int | None, state: Any, step: Moves) -> bool:
    """True if the viewer sees the event that chance has drawn."""
    (_, event), *_ = step
    seen_by = ask.game_of(state).events.seen_by(state, CHANCE, event)
    return seen_by is None or viewer in seen_by


def to_json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)


def was_drawn_by_odds(state: Any, number: int, attachments: Collection[int]) -> bool:
    """True if the event would come from an experiment, but no experiment has left an attachment."""
    return number not in attachments and ask.game_of(state).takes_time(state)


def log_line(
    entry: Told, names: list[str], attachments: Collection[int], by_odds: Collection[int]
) -> LogLine:
    return LogLine(
        number=entry.number,
        last=entry.last,
        seat=None if entry.seat == CHANCE else entry.seat,
        says=entry.sentence(names),
        target=entry.target,
        parts=[log_line(part, names, attachments, by_odds) for part in entry.parts],
        keepsake=entry.number if entry.number in attachments and not entry.parts else None,
        by_odds=entry.number in by_odds and not entry.parts,
        kind=entry.kind,
    )


def whole_log(match: Match, names: list[str], attachments: Collection[int]) -> LogLines:
    """Returns the log of a match that is over, in which nothing is hidden any more."""
    teller, number, by_odds = Teller(None, is_open=True), 0, set()
    for state, step in match.steps():
        if was_drawn_by_odds(state, number, attachments):
            by_odds.add(number)
        teller.tell(number, state, step)
        number += len(step)
    lines = LogLines()
    for entry in teller.lines:
        lines.append(entry, to_json(log_line(entry, names, attachments, by_odds)))
    return lines


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class NarrationJob:
    """What is needed to narrate a match in one language, which takes long for a long match.

    No other thread changes any of it, so it can be done on every thread.
    """

    match: Match
    names: list[str]
    attachments: set[int]
    is_lesson: bool
    undone: int
    language_code: str

    def build_log(self) -> MoveLog:
        """Returns the log of each viewer up to the last move."""
        log = MoveLog(self.match, self.names, self.attachments, self.is_lesson)
        log.catch_up(self.match)
        return log

    def build_open_log(self) -> LogLines:
        return whole_log(self.match, self.names, self.attachments)


class ViewBuilder:
    """Builds the views of one table, and keeps their parts until the table changes.

    Its attributes are read and changed on the event loop alone. A thread is given a `NarrationJob`,
    and its result is stored here when it is complete.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        # Each has an entry for every language in which the table was viewed.
        self.logs: dict[str, MoveLog] = {}
        self.viewer_views: dict[tuple[int | None, str], ViewerView] = {}
        self.open_logs: dict[str, LogLines] = {}
        self.json_caches: dict[tuple[int | None, bool, str], JsonPartCache] = {}
        self.breakdowns: dict[str, list[dict[str, int]]] = {}
        self.version = (-1, "", 0)
        self.undone = table.row.undone

    def invalidate(self) -> None:
        """Drops what was built for an earlier version of the table."""
        version = view_version(self.table)
        if version != self.version:
            self.viewer_views, self.breakdowns, self.open_logs = {}, {}, {}
            self.version = version
        if self.undone != self.table.row.undone or self.table.is_played_out:
            # Moves were taken back, which happens rarely, or nothing is hidden any more: all moves
            # are narrated again.
            self.logs, self.undone = {}, self.table.row.undone

    def needs_narration(self) -> bool:
        """True if it takes long to narrate the moves in the current language."""
        self.invalidate()
        if self.table.is_played_out:
            return language() not in self.open_logs and self.table.length > MAX_INLINE_MOVES
        log = self.logs.get(language())
        return self.table.length - (log.length if log else 0) > MAX_INLINE_MOVES

    def narration_job(self) -> NarrationJob | None:
        """Returns what is needed to narrate the current match, or None while seats are open."""
        table, match = self.table, self.table.match
        if match is None:
            return None
        is_lesson = bool(table.row.lesson)
        arguments = (table.names, table.attachments, is_lesson, table.row.undone, language())
        return NarrationJob(match, *arguments)

    def store_narration(self, job: NarrationJob, log: MoveLog | LogLines) -> None:
        """Stores a log that was built on a thread, unless moves were taken back meanwhile."""
        self.invalidate()
        if job.undone != self.undone:
            return
        if isinstance(log, MoveLog):
            if not self.table.is_played_out:
                self.logs[job.language_code] = log
        elif job.match is self.table.match:
            self.open_logs[job.language_code] = log

    def narrate_all(self) -> None:
        """Narrates a table that was just loaded.

        Call it on a thread before others know the table.
        """
        self.invalidate()
        self.move_lines(None)

    # ── The parts of a view ──────────────────────────────────────────────────────────────────────

    def log(self, viewer: int | None) -> list[bytes]:
        """Returns the lines of the log as JSON: moves, lost seats and announcements."""
        lines = self.move_lines(viewer)
        json_lines = [*lines.json_lines]
        for at, line in self.remarks(lines):
            json_lines.insert(at, to_json(line))
        return json_lines

    def remarks(self, lines: LogLines) -> list[tuple[int, LogLine]]:
        """Returns the lines that tell no move, each with its place between those that do.

        The last place comes first, so that the lines can be inserted in this order.
        """
        places = [(bisect_left(lines.numbers, line.number), line) for line in self.remark_lines()]
        return sorted(places, key=lambda place: place[0])[::-1]

    def remark_lines(self) -> list[LogLine]:
        """Returns the lines that tell no move, in the order in which they came."""
        lines = [*self.replacement_lines(), *self.announcement_lines()]
        return [*self.closed_lines(), *sorted(lines, key=lambda line: line.number)]

    def closed_lines(self) -> list[LogLine]:
        """Returns a line with the reason why the moves cannot be shown, or none."""
        reason = closed_reason(self.table.row) if self.table.is_closed else None
        return [remark_line(None, 0, reason)] if reason else []

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
        replaced = [seat for seat in self.table.seats if seat.replaced_at is not None]
        return [
            remark_line(
                seat.seat,
                seat.replaced_at or 0,
                t("{name} loses its seat to the random bot: {why}.",
                  name=seat.name, why=SPEECH.text(seat.replaced or "")),
            )
            for seat in sorted(replaced, key=lambda seat: seat.replaced_at or 0)
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
        """Returns the log up to the last move, built anew if the stored one is of no use."""
        log = self.logs.pop(language(), None)
        if log is None or not try_catch_up(log, job.match):
            log = job.build_log()
        self.logs[language()] = log
        return log

    def may_download(self, viewer: int | None, number: int) -> bool:
        """True if the event of that number has left an attachment that the viewer may have."""
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
        """Returns the table drawn as text. That takes longer than all the rest of a view."""
        match, found = self.table.match, self.viewer_view(viewer)
        if found.drawn_text is None:
            found.drawn_text = "" if match is None else text_drawing(match, match.state, viewer)
        return found.drawn_text

    async def draw(self, viewer: int | None) -> bool:
        """Draws the table on a thread. Returns False if the table has changed meanwhile.

        A match can be read on a thread because it is never changed: another one takes its place.
        """
        self.invalidate()
        version, match, found = self.version, self.table.match, self.viewer_view(viewer)
        if found.drawn_text is None and match is not None:
            if found.drawing_task is None:
                drawing = asyncio.to_thread(text_drawing, match, match.state, viewer)
                found.drawing_task = asyncio.ensure_future(drawing)
            found.drawn_text = await wait_for_drawing(found)
        return version == view_version(self.table)

    def breakdown(self) -> list[dict[str, int]]:
        match = self.table.match
        if match is None:
            return []
        found = self.breakdowns.get(language())
        if found is None:
            found = [breakdown_of(match, seat) for seat in range(len(match.seats))]
            self.breakdowns[language()] = found
        return found

    # ── Whole views ──────────────────────────────────────────────────────────────────────────────

    def view(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool = True
    ) -> TableView:
        values = self.table_values(viewer, connected, now, with_drawing)
        log: list[Any] = [orjson.Fragment(line) for line in self.log(viewer)]
        return TableView(**values, log=log)

    def table_values(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool
    ) -> dict[str, Any]:
        """Returns all fields of a `TableView` except the log."""
        self.invalidate()
        table, row = self.table, self.table.row
        own_view = self.viewer_view(viewer)
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
            "view": own_view.view,
            "drawing": self.drawing(viewer) if with_drawing else "",
            "offers": own_view.offers,
            "decided": decided,
            "answered": last_decision_view(table, viewer),
            "can_undo": row.deal is None
            and (decided is not None or (own_view.can_take_back and not table.decided)),
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
        """Returns the same fields as JSON, and the lines of the log."""
        values = self.table_values(viewer, connected, now, with_drawing)
        key = (viewer, with_drawing, language())
        if key not in self.json_caches:
            self.json_caches[key] = JsonPartCache()
        parts = self.json_caches[key].with_all(values, self.viewer_view(viewer).as_json())
        return parts, self.log(viewer)

    def frame(
        self, viewer: int | None, connected: set[int], now: float, with_drawing: bool = True
    ) -> TableFrame:
        return TableFrame(*self.as_json(viewer, connected, now, with_drawing))


def try_catch_up(log: MoveLog, match: Match) -> bool:
    """Narrates the moves that were made since. Returns False if that fails; drop the log then."""
    if log.length > len(match.moves):
        return False
    try:
        log.catch_up(match)
    except Exception:
        logger.exception("A log could not be continued, so it is built anew.")
        return False
    return True


async def wait_for_drawing(view: ViewerView) -> str:
    """Waits for the drawing that is under way. After a failure the next request draws again."""
    assert view.drawing_task is not None
    try:
        return await asyncio.shield(view.drawing_task)
    except Exception:
        view.drawing_task = None
        raise


def measure_view(game: Game) -> Measure | None:
    """Returns what the game counts in the current language, or None if it counts nothing."""
    if game.measure is None or language() == ENGLISH:
        return game.measure
    translate = game.words.text
    return replace(game.measure, one=translate(game.measure.one), many=translate(game.measure.many))


def breakdown_of(match: Match, seat: int) -> dict[str, int]:
    """Returns the points of a seat by their sources."""
    parts = match.game.breakdown(match.state, seat)
    return {match.game.words.text(name): worth for name, worth in parts.items()}


def view_version(table: Table) -> tuple[int, str, int]:
    """Returns a value that is equal as long as the views of the table are the same."""
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
    """Returns the name of a seat as results show it.

    An external bot that lost its seat has neither won nor lost, so its name gets a remark.
    """
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
    """Returns a line that tells no move, and that comes after so many moves."""
    return LogLine(number, number, seat, says, None, [], keepsake=None, by_odds=False, kind="")


def viewer_view(table: Table, viewer: int | None) -> ViewerView:
    """Returns the game's own view for the viewer, and the moves that it may make."""
    match = table.match
    if match is None:
        return ViewerView(None, [], False)
    can_take_back = viewer is not None and table.can_take_back(viewer)
    return ViewerView(
        match.game.view(match.state, viewer), offer_views(table, viewer), can_take_back
    )


def offer_views(table: Table, viewer: int | None) -> list[Offer]:
    """Returns every move that the seat may make now."""
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
    """Returns the last decision of the viewer, even if the match has gone on since."""
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
    """Returns the number of the side of each seat, as it is known from the start of the match."""
    return sides_at_start_cached(game, seats, tuple(options.items()))


@lru_cache(1000)
def sides_at_start_cached(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> list[int]:
    try:
        sides: list[int] = sides_of(take(game).start(seats, dict(options))).tolist()
    except Refusal:  # options of earlier rules, which the game no longer knows
        return [*range(seats)]
    return sides


def text_drawing(match: Match, state: Any, viewer: int | None) -> str:
    """Returns the table as a terminal draws it, without colours."""
    from rich.console import Console

    paper = io.StringIO()
    console = Console(
        file=paper, width=DRAWING_WIDTH, color_system=None, markup=False, highlight=False
    )
    console.print(match.game.picture(state, viewer, names=match.seats))
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines())


# ── Replays ──────────────────────────────────────────────────────────────────────────────────────


def replay_steps(match: Match, lines: LogLines) -> list[Any]:
    """Returns every line of the log with the points after the last move that it tells."""
    return replay_steps_with([points for _, points in points_after_moves(match)], lines)


def replay_steps_with(points: Sequence[Sequence[int]], lines: LogLines) -> list[Any]:
    """Returns the same as JSON, each line a `Moment`, from points that are known already."""
    return [
        orjson.Fragment(b'%b,"points":%b}' % (line[:-1], orjson.dumps(points[last + 1])))
        for line, last in zip(lines.json_lines, lines.lasts, strict=True)
    ]


def points_after_moves(match: Match) -> Iterator[tuple[int, list[int]]]:
    """Yields the points before each move and at the end.

    Of moves that are made at the same time, only the last one changes the points.
    """
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
    """Returns the table after so many moves."""
    return table_at_state(match, match.state_after(number), viewer, is_open, with_drawing)


def table_at_state(
    match: Match, state: Any, viewer: int | None, is_open: bool, with_drawing: bool
) -> Sight:
    """Returns the table at a state that the match has passed.

    If it is open, the views of all seats are added: together they show all that lies on the table,
    so a game needs no view of its own that hides nothing.
    """
    points = points_of(state).tolist()
    view, seats = match.game.view, range(len(match.seats))
    drawing = ""
    if with_drawing:
        drawing = match.game.write(state) if is_open else text_drawing(match, state, viewer)
    opened = [view(state, seat) for seat in seats] if is_open else []
    return Sight(view(state, viewer), drawing, points, opened)
