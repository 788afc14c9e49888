"""Everything that happens at tables without a person: bot moves, external bots, clocks, chance.

Work done in another process is applied only if the table still has the number for which it was
requested. Start reading at `Autoplay.schedule`.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any

from sqlalchemy.exc import DBAPIError

from templetop.bots.program import BotFailed
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE
from templetop.engine.speech import mark
from templetop.server.api_models import Hint, NewTable, ProgramSeat
from templetop.server.bots.bot_pool import BotPool, BotQuestion, Experiment
from templetop.server.bots.external_bots import ExternalBots
from templetop.server.bots.schedule import Asker
from templetop.server.core.background_tasks import BackgroundTasks
from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.core.client_addresses import client_network
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.rate_limits import RateLimit, RateLimitStore
from templetop.server.core.refusals import NoSuchTable, NotNow, TableUnreadable, TooManyRequests
from templetop.server.store.change import TableChange
from templetop.server.store.database import first_line_of, is_store_unavailable
from templetop.server.store.person_store import Person
from templetop.server.tables.announcements import announce_bot_level
from templetop.server.tables.room import TableRoom, require_seat
from templetop.server.tables.service import TableListener, TableService
from templetop.server.tables.table import Table
from templetop.server.translations import t

CLOCK_INTERVAL = 0.5  # seconds between two looks at the clocks
TAKEOVER_TIMEOUT = 20.0  # seconds after which this worker does what another one has left undone
EXPERIMENT_TIMEOUT = 60.0  # seconds; after that the event is drawn from the odds
MAX_ATTACHMENT_BYTES = 1 << 20  # a larger attachment makes the experiment fail
MAX_EXPERIMENTS = 60  # a minute for one person; beyond that the odds decide
ANSWER_TIMEOUT = (
    5.0  # seconds that connected people wait for a bot; a slower bot plays at a lower level
)
ATTENDED_SECONDS = 15.0  # seconds after its last request for which a table still counts as attended
MAX_NETWORKS = 20_000  # people whose network is remembered; those seen longest ago are forgotten
RETRY_INTERVAL = 1.0  # seconds until a bot that could not decide is asked again

log = logging.getLogger("templetop.server")


class StoreOutage:
    """Counts the tasks of bots and chance that failed because the store did not answer.

    The log gets one line when an outage begins and one when it ends, however many tasks fail
    meanwhile.
    """

    def __init__(self) -> None:
        self.failures = 0  # since the start
        self.current_failures = 0  # in the present outage; 0 while the store answers

    def count_failure(self, error: BaseException) -> bool:
        """True if the error came from an unavailable store; the failure is then counted and need
        not be logged."""
        if not isinstance(error, DBAPIError) or not is_store_unavailable(error):
            return False
        if not self.current_failures:
            log.error("Bots and chance wait for the store: %s.", first_line_of(error.orig))
        self.failures += 1
        self.current_failures += 1
        return True

    def end(self) -> None:
        """Ends the present outage, and logs how many tasks failed during it."""
        if self.current_failures:
            log.info(
                "The store answers again; bots and chance had tried %d times.",
                self.current_failures,
            )
        self.current_failures = 0


TaskKey = tuple[str, int, int]  # the table, its number, and the seat or CHANCE


class Autoplay(TableListener):
    """Starts the tasks that let bots move, compute chance and act for people who are out of
    time."""

    def __init__(
        self,
        table_service: TableService,
        bot_pool: BotPool,
        programs: ExternalBots,
        rate_limits: RateLimitStore,
    ) -> None:
        self.table_service = table_service
        self.bot_pool = bot_pool
        self.programs = programs
        self.decision_tasks: dict[TaskKey, asyncio.Task[bool]] = {}
        self.background_tasks = BackgroundTasks()
        self.throttle = Throttle()
        self.outage = StoreOutage()
        self.networks: BoundedDict[str, str] = BoundedDict(MAX_NETWORKS)  # by person
        self.experiments = RateLimit(
            rate_limits, "experiments", MAX_EXPERIMENTS, mark("That was too often; slow down.")
        )

    def start(self) -> None:
        self.bot_pool.start()
        self.background_tasks.start(self.watch_clocks())
        self.background_tasks.start(self.programs.stop_idle())

    async def close(self) -> None:
        decisions = [*self.decision_tasks.values()]
        for task in decisions:
            task.cancel()
        await asyncio.gather(*decisions, return_exceptions=True)
        await self.background_tasks.close()
        await self.programs.close()
        await self.bot_pool.close()

    def note_network(self, person: str, address: str) -> None:
        """Remembers the network from which a person last sent a request.

        The people of one network share the bot time that the fair queue grants.
        """
        self.networks[person] = client_network(address)

    def asker_for(self, room: TableRoom) -> Asker:
        """Returns on whose account the bots of a table think.

        Connected people at the table come before the others who sit there, and among them the owner
        of the table comes first. If nobody sits there, the owner is charged.
        """
        table = room.table
        connected_seats = self.table_service.connected_seats(room)
        seated = [seat for seat in table.seats if seat.person is not None and not seat.has_left]
        connected = [seat for seat in seated if seat.seat in connected_seats]
        people, owner = [seat.person for seat in connected or seated], table.row.owner
        person = (owner if owner in people or not people else people[0]) or ""
        was_asked_for = bool(seated) and room.used_at > time.monotonic() - ATTENDED_SECONDS
        is_awaited = bool(connected) or was_asked_for
        return Asker(table.id, person, self.networks.get(person, ""), is_awaited)

    # ── What happens at the tables ───────────────────────────────────────────────────────────────

    def check_new_table(self, wanted: NewTable) -> None:
        """Raises `NoSuchBot` if an external bot of the new table does not exist or does not play
        the game."""
        for seat in wanted.seats:
            if isinstance(seat, ProgramSeat):
                self.programs.check(seat.name, wanted.game)

    def table_opened(self, room: TableRoom) -> None:
        self.bot_pool.compile_next(room.table.row.game)
        self.schedule(room)

    def table_changed(self, room: TableRoom, change: TableChange | None) -> None:
        self.schedule(room)

    def match_ended(self, table_id: str) -> None:
        self.programs.end_match(table_id)

    def client_connected(self, room: TableRoom, is_seated: bool) -> None:
        """Moves the table's waiting questions forward if a person who sits there has connected.

        A table of bots alone pauses while nobody watches it; a new spectator lets it go on.
        """
        if is_seated:
            for pool in self.bot_pool.pools:
                pool.queue.schedule.promote(room.table.id)
        if not room.table.has_people:
            self.schedule(room)

    def needs_room(self, table_id: str) -> bool:
        """True while a bot or an experiment works for the table, which must stay in memory to get
        the result."""
        return any(key[0] == table_id for key in self.decision_tasks)

    # ── Scheduling ───────────────────────────────────────────────────────────────────────────────

    def schedule(self, room: TableRoom) -> None:
        """Starts a task for every bot that has to decide, for every seat that is out of time, and
        for chance.

        Does nothing at a lesson, whose text decides all moves, or at a table that nobody watches
        and no person plays at.
        """
        now, table = time.time(), room.table
        if table.row.state == "over":
            self.programs.end_match(table.id, table.match)
        if not room.has_audience() or table.row.lesson:  # a lesson's text decides all moves
            return
        if table.waits_for_chance:
            self.start_task(room, CHANCE, self.run_experiment(room))
        for seat in table.awaited_seats():
            if (level := table.bot_for(seat, now)) is not None:
                is_program = table.seats[seat].program is not None
                coroutine = (
                    self.let_external_bot_move(room, seat)
                    if is_program
                    else self.let_bot_move(room, seat, level)
                )
                self.start_task(room, seat, coroutine)

    def start_task(self, room: TableRoom, seat: int, coroutine: Coroutine[Any, Any, bool]) -> None:
        """Starts the task for a seat and the number it answers, unless one is running. The
        coroutine is closed if it is not needed."""
        key = (room.table.id, room.table.number, seat)
        if key in self.decision_tasks:
            coroutine.close()
            return
        self.decision_tasks[key] = asyncio.create_task(coroutine)
        self.decision_tasks[key].add_done_callback(lambda task: self.task_ended(room, key, task))

    def task_ended(self, room: TableRoom, key: TaskKey, task: "asyncio.Task[bool]") -> None:
        """Logs what went wrong, and schedules the table again if the task has changed nothing."""
        self.decision_tasks.pop(key, None)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, NoSuchTable):
            return
        if error is not None and not self.outage.count_failure(error):
            log.error("A bot or chance could not decide; it will be asked again.", exc_info=error)
        if error is not None or not task.result():
            self.background_tasks.start(
                self.schedule_later(room)
            )  # nothing else was started meanwhile

    async def schedule_later(self, room: TableRoom) -> None:
        """Schedules the table again after a pause, unless it was closed meanwhile."""
        await asyncio.sleep(RETRY_INTERVAL)
        if self.table_service.rooms.get(room.table.id) is room:  # the table may have been closed
            self.schedule(room)

    async def watch_clocks(self) -> None:
        """Checks every half second which tables have a clock that ran out or a bot that is overdue.

        Where several workers share a store, a bot is overdue here only after the worker that began
        it has had time to finish. At the start of a single worker nobody else can be at work, so
        nothing is waited for.
        """
        takeover_after = TAKEOVER_TIMEOUT if self.table_service.store.is_shared else 0.0
        while True:
            now = time.time()
            try:
                overdue = await self.table_service.store.due_tables(now, now - takeover_after)
                self.outage.end()
            except Exception as error:
                if not self.outage.count_failure(error) and self.throttle.allow("clocks"):
                    log.error("The clocks could not be checked: %r", error)
                overdue = []
            for table_id in overdue:
                await self.check_table(table_id)
            takeover_after = TAKEOVER_TIMEOUT
            await asyncio.sleep(CLOCK_INTERVAL)

    async def check_table(self, table_id: str) -> None:
        """Schedules a table where something is due. Errors are logged, so that the other tables are
        still checked."""
        try:
            self.schedule(await self.table_service.get(table_id))
        except TableUnreadable:
            log.info("Nobody can play on at table %s.", table_id)
        except Exception as error:
            if not self.outage.count_failure(error):
                log.exception("Table %s could not go on.", table_id)

    # ── Bots ─────────────────────────────────────────────────────────────────────────────────────

    async def let_bot_move(self, room: TableRoom, seat: int, level: int) -> bool:
        """Asks a bot for a move and submits it. Returns whether the table was changed.

        The move is dropped if the table has changed meanwhile, or if the person for whom the bot
        thought is back. In a shared deal the bot waits for its machine code, because all tables of
        the deal must meet the same bot.
        """
        number, row = room.table.number, room.table.row
        if row.deal is not None and self.bot_pool.will_search(row.game, level):
            return False  # every table of the deal must meet the bot that searches
        timeout = ANSWER_TIMEOUT if may_play_lower(room.table, seat) else None
        question, asker = question_for(room, seat, room.table.id), self.asker_for(room)
        choice = await self.bot_pool.decide(
            question, level, asker, timeout if asker.is_awaited else None
        )
        lower = None if choice.level == level else choice.level
        return await self.submit_bot_move(room, seat, number, choice.move, lower)

    async def submit_bot_move(
        self, room: TableRoom, seat: int, number: int, move: int, lower: int | None = None
    ) -> bool:
        """Submits a bot's decision, if the bot may still decide for this seat. Returns whether the
        table was changed.

        `lower` is the level at which the bot played, if that was below its own; the table then
        announces it.
        """

        def plan() -> TableChange | None:
            now, table = time.time(), room.table
            if table.bot_for(seat, now) is None or seat in table.decided:
                return None
            is_bot = table.is_bot(seat)
            change = table.decide(seat, number, move, now, is_out_of_time=not is_bot)
            return announce_bot_level(table, change, seat, lower) if change and is_bot else change

        try:
            has_decided = await self.table_service.commit_change(room, plan)
            await self.table_service.commit_change(
                room, lambda: replace_idle_person(room.table, seat)
            )
        except Refusal as refusal:
            log.info("A bot was too late: %s", refusal)
            return False
        return has_decided

    async def hint(self, room: TableRoom, person: Person, at_first_sight: bool = False) -> Hint:
        """Returns what the strongest bot would do in the person's seat, or the most appealing moves
        at once.

        Refused if the table has no guide, the person has nothing to decide, or the machine code is
        not ready.
        """
        table, seat = room.table, require_seat(room, person)
        if not table.row.guide:
            raise NotNow(t("There is no guide at this table."))
        if table.match is None or seat not in table.deciding_seats():
            raise NotNow(t("You have nothing to decide right now."))
        question = question_for(room, seat, f"{table.id} {seat}")  # not behind its bots
        if at_first_sight:
            return await self.bot_pool.quick_hint(question, table.names)
        if not self.bot_pool.can_advise(table.row.game):
            raise NotNow(t("The strongest bot is still getting ready; ask again in a minute."))
        asker = Asker(question.asker, person.id, self.networks.get(person.id, ""))
        return await self.bot_pool.hint(question, table.names, asker)

    # ── External bots ────────────────────────────────────────────────────────────────────────────

    async def let_external_bot_move(self, room: TableRoom, seat: int) -> bool:
        """Does what `let_bot_move` does for a seat where an external bot plays."""
        number = room.table.number
        move = await self.external_bot_move(room, question_for(room, seat))
        return await self.submit_bot_move(room, seat, number, move)

    async def external_bot_move(self, room: TableRoom, question: BotQuestion) -> int:
        """Returns the external bot's move. If the bot fails or has failed before, the random bot
        decides."""
        table, seat = room.table, room.table.seats[question.seat]
        if seat.program is not None and seat.replaced is None:
            try:
                assert table.match is not None
                return await self.programs.decide(
                    table.id, seat.program, question, table.row.options, table.match
                )
            except BotFailed as failure:
                log.warning(
                    "%s loses its seat to the random bot at table %s: %s.",
                    seat.name, table.id, failure,
                )  # fmt: skip
                why = failure.briefly
                await self.table_service.commit_change(
                    room, lambda: room.table.replace_program(seat.seat, why)
                )
        return await self.programs.random_move(question)

    # ── Experiments ──────────────────────────────────────────────────────────────────────────────

    async def run_experiment(self, room: TableRoom) -> bool:
        """Lets the game's experiment find what chance does; if it fails, the event is drawn from
        the odds."""
        number = room.table.number
        events, attachment = await self.experiment_result(room)
        return await self.table_service.commit_change(
            room, lambda: room.table.apply_events(number, events, attachment, time.time())
        )

    async def experiment_result(self, room: TableRoom) -> tuple[list[int], bytes | None]:
        """Returns the events that the experiment found and its attachment.

        If the experiment fails, the result is an event that was drawn from the odds, and None.
        """
        table = room.table
        assert table.match is not None
        seed = table.seed_of_experiment()
        experiment = Experiment(
            table.row.game, table.id, table.match.state.tobytes(), seed, fairness_key(table)
        )
        why: object = "it found what cannot happen, or too much"
        try:
            await self.experiments.hit(experiment.asker)
            asker = self.asker_for(room)
            events, attachment = await self.bot_pool.experiment(
                experiment, EXPERIMENT_TIMEOUT, asker
            )
            if table.are_legal_events(events) and len(attachment) <= MAX_ATTACHMENT_BYTES:
                return events, attachment
        except TimeoutError:
            why = "it took too long"
            self.bot_pool.experiment_pool.restart()
        except TooManyRequests:
            why = "whoever plays there has had too many in a minute"
        except Exception as error:
            why = repr(error)
        log.warning("An experiment at table %s failed, and the odds decide: %s.", table.id, why)
        return [table.draw_event()], None


def may_play_lower(table: Table, seat: int) -> bool:
    """True if a bot may answer faster at a lower level.

    Not where others play the same deal, or where ratings depend on the strength of the bot.
    """
    return table.is_bot(seat) and table.row.deal is None and not table.row.counts


def replace_idle_person(table: Table, seat: int) -> TableChange | None:
    """Returns the change by which a bot takes over the seat of a person who was idle again and
    again.

    None if the person is not idle. The person gets the seat back on returning.
    """
    person = table.seats[seat].person
    if person is None or table.row.state != "running" or not table.is_idle(seat):
        return None
    return table.leave(person, time.time(), "away")


def fairness_key(table: Table) -> str:
    """Returns for whom an experiment counts: the first person at the table, so that several tables
    of one person share a limit, or else the table."""
    return next((seat.person for seat in table.seats if seat.person), table.id)


def question_for(room: TableRoom, seat: int, asker: str = "") -> BotQuestion:
    """Returns the decision that a seat has to make now, with all that the seat cannot know
    imagined."""
    table = room.table
    assert table.match is not None
    seed, seats = table.seed("bot", seat), len(table.seats)
    return BotQuestion.about(table.match.state, table.game, seat, seats, seed, asker)
