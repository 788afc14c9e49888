"""The coach's reviews of matches, computed in the background and stored; see `ReviewService`.

A review goes through stages: *first* evaluates every decision of the people, *deep* looks at the
costliest ones for longer, *others* evaluates the decisions of bots, so that they can be told from
chance. Every decision is a task of its own in the search processes, and bots at tables come first.

A stored review has placeholders for names, which are replaced when it is read. There is one review
for a table. If the match was ended early, each seat has a review of its own, because its people may
see no more than they saw then.
"""

import logging
import time
import zlib
from asyncio import Semaphore
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import orjson
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from templetop.engine.match import Match
from templetop.engine.seats import CHANCE
from templetop.engine.speech import language
from templetop.games.shelf import take
from templetop.server.api_models import (
    AccountView,
    Height,
    Measured,
    ReviewView,
    SeatReview,
    Stage,
    VerdictView,
)
from templetop.server.core.refusals import NotAllowed, NotNow, TooManyRequests
from templetop.server.store.person_store import Person
from templetop.server.store.schema import ReviewRow
from templetop.server.tables.rules_upgrade import check_moves
from templetop.server.tables.table import Table, ended_early
from templetop.server.tables.view_builder import offer_view, to_json
from templetop.server.translations import t

if TYPE_CHECKING:
    from templetop.coach.review import Decision, Efforts
    from templetop.coach.scales import Effort, Estimate
    from templetop.coach.verdict import Account, Verdict
    from templetop.server.bots.bot_pool import BotPool
    from templetop.server.tables.room import TableRoom
    from templetop.server.tables.service import TableService

ALL_SEATS = -1  # the seat of a review that everybody may read
FORMAT_VERSION = 1  # of the stored reviews; other formats are shown as empty
MAX_REVIEWS = 8  # unfinished reviews of one worker; more are refused
MAX_TASKS = 1  # tasks of the coach that run at the same time; others wait
PROGRESS_INTERVAL = 1.0  # seconds between two progress reports
ABANDONED_SECONDS = 120.0  # seconds without a progress report after which the worker counts as gone
MAX_LISTED = 10  # costly decisions of a seat that are stored
NAME_PLACEHOLDER = "\u27e6{}\u27e7"  # the placeholder for the name of a seat
SEED = 0

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class StoredReview:
    """The row of a review in the store."""

    table: str
    seat: int
    number: int
    rules_version: int
    person: str | None
    stage: Stage
    done: int
    total: int
    told_at: float
    body: bytes

    def is_about(self, table: Table) -> bool:
        """True if the review is of the match as it is now, and nothing was taken back since."""
        return (self.number, self.rules_version) == (table.number, table.row.rules_version)

    def is_at_work(self, now: float) -> bool:
        """True if a worker computes the review and has reported progress lately."""
        return self.stage in ("first", "deep", "others") and self.told_at > now - ABANDONED_SECONDS


@dataclass(frozen=True)
class DecisionTask:
    """A decision to be evaluated, in a form that a worker process can read."""

    game: str
    table: bytes
    number: int
    seat: int
    move: int
    seats: int
    effort: "Effort"
    is_deep: bool


# ── Permissions ───────────────────────────────────────────────────────────────────────────────────


def may_review(table: Table, person: Person | None) -> bool:
    """True if the match is over, so that reviews and practice may reveal what was hidden in it."""
    return table.row.state == "over"


def check_may_review(table: Table, person: Person | None) -> None:
    """Refuses a match that is not over, or whose moves cannot be read."""
    check_moves(table)
    if not may_review(table, person):
        raise NotNow(t("The coach has nothing to say before the match is over."))


def reviewed_seat(table: Table, person: Person | None) -> int:
    """Returns the seat of the review that the person may read: ALL_SEATS, or the own seat after an
    early end.

    Refused for others if the match was ended early.
    """
    if not ended_early(table):
        return ALL_SEATS
    seat = table.seat_of(person.id if person else None)
    if seat is None:
        raise NotAllowed(
            t("This match was ended early: only those who played it may have it coached.")
        )
    return seat


def reviewed_seats(table: Table) -> list[int]:
    """Returns the seats where people sat; all seats if only bots played."""
    people = [seat.seat for seat in table.seats if seat.kind == "person" or seat.person is not None]
    return people or [*range(len(table.seats))]


# ── The work ──────────────────────────────────────────────────────────────────────────────────────


class ReviewService:
    """The reviews that this worker computes."""

    def __init__(
        self,
        table_service: "TableService",
        bot_pool: "BotPool",
        effort: float = 1.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.table_service = table_service
        self.bot_pool = bot_pool
        self.effort = effort  # a factor: 1.0 is the usual effort
        self.clock = clock
        self.running_reviews: set[tuple[str, int]] = set()
        self.slots = Semaphore(MAX_TASKS)

    async def run_task(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Runs a function in a search process, one at a time, and only when no bot waits for the
        process."""
        async with self.slots:
            return await self.bot_pool.run_for_coach("coach", function, *arguments)

    async def find(self, table: Table, seat: int) -> StoredReview | None:
        """Returns the stored review of the match as it is now; None if there is none."""
        found = await self.table_service.store.run(load_review, table.id, seat)
        return found if found is not None and found.is_about(table) else None

    async def begin(self, room: "TableRoom", person: Person) -> StoredReview:
        """Starts a review, unless one is finished or being computed, and returns it.

        Refused while the machine code is not ready, or if too many reviews are under way.
        """
        table, seat = room.table, reviewed_seat(room.table, person)
        check_may_review(table, person)
        known = await self.find(table, seat)
        is_running_here = (table.id, seat) in self.running_reviews
        if known and (known.stage == "done" or known.is_at_work(self.clock()) or is_running_here):
            return known
        bot_pool = self.bot_pool
        bot_pool.compile_next(table.row.game)
        if not bot_pool.can_advise(table.row.game):
            raise NotNow(t("The coach is still getting ready; ask again in a minute."))
        if len(self.running_reviews) >= MAX_REVIEWS:
            raise TooManyRequests(t("The coach has its hands full; ask again in a few minutes."))
        assert table.match is not None
        fields = (table.id, seat, table.number, table.row.rules_version)
        new = StoredReview(*fields, person.id, "first", 0, 0, self.clock(), b"")
        await self.table_service.store.run(insert_review, new)
        coached = reviewed_seats(table) if seat == ALL_SEATS else [seat]
        self.running_reviews.add((table.id, seat))
        self.table_service.start_task(self.run(ReviewJob(self, new, table.match, coached)))
        return new

    async def run(self, job: "ReviewJob") -> None:
        """Runs a job to its end. It stops if its row is gone, and is stored as failed after an
        error."""
        try:
            await job.run()
        except ReviewCancelled:
            log.info("Table %s will not be coached any more.", job.review.table)
        except Exception:
            log.exception("The coach failed at table %s.", job.review.table)
            await self.table_service.store.run(update_review, job.review, {"stage": "failed"})
        finally:
            self.running_reviews.discard((job.review.table, job.review.seat))


class ReviewCancelled(Exception):
    """The row of the review is gone: its table was deleted or it was requested anew."""


class ReviewJob:
    """The work on one review."""

    def __init__(
        self, coaching: ReviewService, review: StoredReview, match: Match, coached: Sequence[int]
    ) -> None:
        self.service = coaching
        self.table_service = coaching.table_service
        self.review = review
        self.match = match
        self.coached = coached
        self.verdicts: dict[int, Verdict] = {}
        self.reported_at = 0.0

    async def run(self) -> None:
        from templetop.coach.review import DEEP_LOOKS, decisions_of, deep_ones, worth_a_deep_look

        all_seats = range(len(self.match.seats))
        decisions = await self.table_service.replay_threads.run(decisions_of, self.match, all_seats)
        efforts = review_efforts(self.match, self.service.effort)
        own = [decision for decision in decisions if decision.seat in self.coached]
        await self.run_stage("first", own, efforts.first)
        await self.save_stage("deep")
        for _ in range(DEEP_LOOKS):
            worth = worth_a_deep_look(self.verdicts.values())
            left = worth - deep_ones(self.verdicts.values())
            assert efforts.deep is not None
            await self.run_stage(
                "deep", [decision for decision in own if decision.number in left], efforts.deep
            )
        if self.match.is_over:
            await self.save_stage("others")
            rest = [decision for decision in decisions if decision.seat not in self.coached]
            await self.run_stage("others", rest, efforts.first)
        await self.save_stage("done")

    async def run_stage(self, stage: Stage, decisions: "list[Decision]", effort: "Effort") -> None:
        """Evaluates the decisions one after the other, so that tables wait for at most one of
        them."""
        is_deep = stage == "deep"
        for done, decision in enumerate(decisions):
            await self.report_progress(stage, done, len(decisions))
            task = decision_task(self.match, decision, effort, is_deep)
            verdict = await self.service.run_task(evaluate_task, task)
            self.verdicts[verdict.number] = verdict

    async def report_progress(self, stage: Stage, done: int, total: int) -> None:
        """Stores how far the stage has come, at most once a second."""
        now = self.service.clock()
        if done == 0 or now >= self.reported_at + PROGRESS_INTERVAL:
            self.reported_at = now
            await self.save(stage=stage, done=done, total=total)

    async def save_stage(self, stage: Stage) -> None:
        """Stores the review as far as it has come, and the stage that follows."""
        verdicts = [self.verdicts[number] for number in sorted(self.verdicts)]
        match, seats = self.match, len(self.match.seats)
        start = match.game.start(seats, match.options).tobytes()
        tables = (start, match.state.tobytes())
        arguments = (match.game.id, tables, seats, verdicts, match.is_over, stage == "done")
        found = await self.service.run_task(review_summary, *arguments, [*self.coached])
        body = await self.table_service.replay_threads.run(compress, found)
        await self.save(stage=stage, done=0, total=0, body=body)

    async def save(self, **values: Any) -> None:
        """Updates the row of the review; raises `ReviewCancelled` if it is gone."""
        values["told_at"] = self.service.clock()
        if not await self.table_service.store.run(update_review, self.review, values):
            raise ReviewCancelled


def review_efforts(match: Match, times: float) -> "Efforts":
    from templetop.coach.review import Efforts, efforts_for
    from templetop.coach.scales import Effort

    def scaled(effort: Effort) -> Effort:
        return Effort(max(8, int(effort.search * times)), max(4, int(effort.deals * times)))

    usual = efforts_for(match.game)
    assert usual.deep is not None
    return Efforts(scaled(usual.first), scaled(usual.deep))


def decision_task(
    match: Match, decision: "Decision", effort: "Effort", is_deep: bool
) -> DecisionTask:
    seats = len(match.seats)
    values = (decision.number, decision.seat, decision.move, seats)
    return DecisionTask(match.game.id, decision.state.tobytes(), *values, effort, is_deep)


# ── In worker processes ───────────────────────────────────────────────────────────────────────────


def evaluate_task(task: DecisionTask) -> "Verdict":
    from templetop.coach.review import Decision, weighed
    from templetop.coach.scales import Scales

    game = take(task.game)
    state = np.frombuffer(task.table, game.State).copy()[0]
    decision = Decision(task.number, task.seat, state, task.move)
    scales = Scales(game, task.effort)
    try:
        return weighed(decision, name_placeholders(task.seats), SEED, scales, task.is_deep)
    finally:
        scales.close()


def name_placeholders(seats: int) -> list[str]:
    return [NAME_PLACEHOLDER.format(seat) for seat in range(seats)]


def review_summary(
    game: str,
    tables: tuple[bytes, bytes],
    seats: int,
    verdicts: "Sequence[Verdict]",
    is_over: bool,
    is_whole: bool,
    coached: Sequence[int],
) -> dict[str, Any]:
    """Returns what is stored of a review: for every reviewed seat its curve, its costliest
    decisions, its luck.

    `tables` are the first and the last state of the match.
    """
    from templetop.coach.luck import accounts_of, results_of
    from templetop.coach.scales import unit_of

    start, state = (np.frombuffer(table, take(game).State).copy()[0] for table in tables)
    unit = unit_of(start, seats)
    accounts: dict[int, Account] = {}
    if is_over and verdicts:
        results = results_of(state, seats, unit)
        accounts = {
            account_of_seat.seat: account_of_seat
            for account_of_seat in accounts_of(verdicts, results)
        }
    return {
        "format": FORMAT_VERSION,
        "unit": unit,
        "seats": [
            seat_summary(seat, verdicts, accounts.get(seat), is_whole and seats > 1)
            for seat in coached
        ],
    }


def seat_summary(
    seat: int, verdicts: "Sequence[Verdict]", account: "Account | None", knows_others: bool
) -> dict[str, Any]:
    from templetop.coach.verdict import costliest_of, moments_of

    own = [verdict for verdict in verdicts if verdict.seat == seat]
    worst = [verdict for verdict in costliest_of(own) if verdict.is_worth_a_look][:MAX_LISTED]
    return {
        "seat": seat,
        "decisions": len(own),
        "curve": [[verdict.number, verdict.outlook, verdict.expected.mean] for verdict in own],
        "moments": [verdict.number for verdict in moments_of(own)],
        "costliest": [stored_verdict(verdict) for verdict in worst],
        "account": account and stored_account(account, knows_others),
    }


def stored_verdict(verdict: "Verdict") -> dict[str, Any]:
    return {
        "number": verdict.number,
        "made": verdict.made.move,
        "better": verdict.better.move,
        "mixed": verdict.mixed,
        "moves": verdict.moves,
        "lost": mean_and_margin(verdict.lost),
        "cost": mean_and_margin(verdict.cost),
        "expected": verdict.expected.mean,
        "after": verdict.after,
        "deep": verdict.deep,
        "sure": verdict.is_sure,
        "better_line": [*verdict.better_line],
        "made_line": [] if verdict.made_line == verdict.better_line else [*verdict.made_line],
        "lines": {
            spoken: [[*better], [] if made == better else [*made]]
            for spoken, (better, made) in verdict.in_other_languages.items()
        },
    }


def stored_account(account: "Account", knows_others: bool) -> dict[str, Any]:
    return {
        "start": mean_and_margin(account.start),
        "own": mean_and_margin(account.own),
        "others": mean_and_margin(account.others) if knows_others else None,
        "chance": mean_and_margin(account.chance),
        "result": account.result,
    }


def mean_and_margin(found: "Estimate") -> list[float]:
    return [found.mean, found.margin]


# ── Views ─────────────────────────────────────────────────────────────────────────────────────────


def compress(found: dict[str, Any]) -> bytes:
    return zlib.compress(orjson.dumps(found))


EMPTY_REVIEW = ReviewView("none", 0, 0, "chances", False, [])


def review_view(review: StoredReview, match: Match, names: Sequence[str], now: float) -> bytes:
    """Returns the review as JSON. Runs on a thread, because the match is replayed to describe its
    moves."""
    stage: Stage = review.stage
    if stage in ("first", "deep", "others") and not review.is_at_work(now):
        stage = "none"  # its worker is gone, so it can be requested again
    stored = orjson.loads(zlib.decompress(review.body)) if review.body else {}
    if stored.get("format") != FORMAT_VERSION:
        return to_json(ReviewView(stage, review.done, review.total, "chances", False, []))
    views = VerdictViews(
        match, names, [verdict for seat in stored["seats"] for verdict in seat["costliest"]]
    )
    seats = [seat_review(seat, views) for seat in stored["seats"]]
    has_chance = any(seat == CHANCE for seat, _ in match.moves)
    view = ReviewView(stage, review.done, review.total, stored["unit"], has_chance, seats)
    return to_json(view)


class VerdictViews:
    """The views of evaluated decisions, with their moves as they were offered in the match."""

    def __init__(self, match: Match, names: Sequence[str], verdicts: Iterable[Any]) -> None:
        self.names = [*names]
        wanted = {verdict["number"]: verdict for verdict in verdicts}
        self.verdicts: dict[int, VerdictView] = {}
        number = 1
        for state, step in match.steps():
            for seat, _ in step:
                if number in wanted:
                    self.verdicts[number] = self.view(match, state, seat, wanted[number])
                number += 1

    def view(self, match: Match, state: Any, seat: int, stored: dict[str, Any]) -> VerdictView:
        position = match.copy()
        position.state = state
        stored = {**stored}
        english = [stored["better_line"], stored["made_line"]]
        better, made = stored.pop("lines", {}).get(language(), english)  # old reviews are English
        parts = {
            "made": offer_view(position, seat, stored["made"], self.names),
            "better": offer_view(position, seat, stored["better"], self.names),
            "lost": Measured(*stored["lost"]),
            "cost": Measured(*stored["cost"]),
            "better_line": [self.with_names(line) for line in better],
            "made_line": [self.with_names(line) for line in made],
        }
        return VerdictView(**{**stored, **parts})

    def with_names(self, sentence: str) -> str:
        for seat, name in enumerate(self.names):
            sentence = sentence.replace(NAME_PLACEHOLDER.format(seat), name)
        return sentence


def seat_review(stored: dict[str, Any], views: VerdictViews) -> SeatReview:
    account = stored["account"]
    return SeatReview(
        seat=stored["seat"],
        decisions=stored["decisions"],
        curve=[Height(*point) for point in stored["curve"]],
        moments=stored["moments"],
        costliest=[views.verdicts[verdict["number"]] for verdict in stored["costliest"]],
        account=account and account_view(account),
    )


def account_view(stored: dict[str, Any]) -> AccountView:
    return AccountView(
        start=Measured(*stored["start"]),
        own=Measured(*stored["own"]),
        others=stored["others"] and Measured(*stored["others"]),
        chance=Measured(*stored["chance"]),
        result=stored["result"],
    )


# ── In the store ──────────────────────────────────────────────────────────────────────────────────


def load_review(table_id: str, seat: int, connection: Connection) -> StoredReview | None:
    query = select(ReviewRow.__table__).where(ReviewRow.table == table_id, ReviewRow.seat == seat)
    row = connection.execute(query).mappings().first()
    return StoredReview(**row) if row else None


def insert_review(new: StoredReview, connection: Connection) -> None:
    """Stores a new review. Refused if the person has another one under way."""
    busy = select(ReviewRow.__table__).where(ReviewRow.person == new.person)
    for row in connection.execute(busy).mappings():
        if StoredReview(**row).is_at_work(new.told_at) and row["table"] != new.table:
            raise NotNow(t("The coach is still busy with another match of yours."))
    this = (ReviewRow.table == new.table) & (ReviewRow.seat == new.seat)
    connection.execute(delete(ReviewRow).where(this))
    try:
        with connection.begin_nested():
            connection.execute(insert(ReviewRow).values(**vars(new)))
    except IntegrityError:
        raise NotNow(t("The coach has just begun; look again in a moment.")) from None


def update_review(review: StoredReview, values: dict[str, Any], connection: Connection) -> bool:
    """Updates the row of a review; False if it is gone."""
    this = (
        (ReviewRow.table == review.table)
        & (ReviewRow.seat == review.seat)
        & (ReviewRow.number == review.number)
    )
    return connection.execute(update(ReviewRow).where(this).values(**values)).rowcount == 1
