"""The hall: all tables, who sits or looks on there, and the bots that play.

Every change goes the same way: it is planned on the table in memory, written to the store if the
table there is still the one it was planned on, and only then made and told. If it is not, another
worker was faster: we catch up with the store and plan anew.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from templetop.bots.company import named
from templetop.bots.program import BotFailed
from templetop.engine.game import Refusal
from templetop.engine.telling import by_name
from templetop.games.shelf import take
from templetop.server import luck
from templetop.server.bell import ANNOUNCE, Bell
from templetop.server.minds import Minds, Question
from templetop.server.models import (
    BotSeat,
    Hint,
    MySeat,
    NewTable,
    ProgramSeat,
    SeatView,
    TableCard,
    TableView,
    Which,
)
from templetop.server.programs import Programs
from templetop.server.refusals import NotNow, NotYours, OldRules, Stale
from templetop.server.sight import Sights
from templetop.server.store import Behind, Listed, Person, Store
from templetop.server.table import Change, Kept, Row, Seat, Table

MOST_TRIES = 20
MOST_DRAWINGS = 5  # that are thrown away because somebody has moved meanwhile
MOST_IN_MEMORY = 3_000  # tables
TICK = 0.5  # seconds between two looks at the clocks
BOT_PATIENCE = 20.0  # seconds after which we think for a bot of another worker
ANOTHER_TRY = 1.0  # seconds after which a bot is asked again that could not decide
LOOK_ROUND = 2.0  # seconds between two looks at what other workers did

log = logging.getLogger("templetop.server")
Thinking = tuple[str, int, int]  # the table, its number, the seat


class Watcher:
    """Somebody before a screen: a tab of a person at a seat, or of one who only looks on.

    It is sent how the table is, not everything that it was: who is slow misses nothing that lasts.
    """

    def __init__(self, person: str | None, with_drawing: bool) -> None:
        self.person = person
        self.with_drawing = with_drawing
        self.news = asyncio.Event()
        self.is_behind = False  # the table has changed since it was sent
        self.is_pinged = False  # however often: it is answered once

    def alert(self) -> None:
        self.is_behind = True
        self.news.set()

    def ping(self) -> None:
        self.is_pinged = True
        self.news.set()


class Place:
    """A table in the hall, with all who are there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sights = Sights(table)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.frames: dict[tuple[int | None, bool], bytes] = {}

    def own_here(self) -> set[int]:
        """The seats with somebody before a screen of this worker."""
        seats = {self.table.seat_of(watcher.person) for watcher in self.watchers}
        return {seat for seat in seats if seat is not None}

    def alert(self) -> None:
        """Everybody is sent the table anew."""
        self.frames.clear()
        for watcher in self.watchers:
            watcher.alert()


class Hall:
    """All tables."""

    def __init__(self, store: Store, minds: Minds, bell: Bell, programs: Programs) -> None:
        self.store = store
        self.minds = minds
        self.programs = programs
        self.bell = bell
        self.places: OrderedDict[str, Place] = OrderedDict()
        self.loading: dict[str, asyncio.Lock] = {}
        self.thinking: dict[Thinking, asyncio.Task[bool]] = {}
        self.errands: set[asyncio.Task[None]] = set()

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        await self.bell.start(self)
        self.minds.start()
        self.run(self.watch_clocks())
        self.run(self.programs.send_idle_home())
        if self.store.is_shared:
            self.run(self.look_round())
            self.run(self.announce())

    async def close(self) -> None:
        for task in [*self.errands, *self.thinking.values()]:
            task.cancel()
        await asyncio.gather(*self.errands, *self.thinking.values(), return_exceptions=True)
        await self.programs.close()
        await self.minds.close()
        await self.bell.close()

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    # ── Finding a table ──────────────────────────────────────────────────────────────────────────

    async def find(self, table_id: str) -> Place:
        """The table as it is now, whoever changed it."""
        place = self.places.get(table_id)
        if place is None:
            place = await self.fetch(table_id)
        elif self.store.is_shared:
            await self.catch_up_if_behind(place)
        self.places.move_to_end(table_id)
        return place

    async def fetch(self, table_id: str) -> Place:
        """From the store into memory; once, however many ask for it at the same time."""
        async with self.loading.setdefault(table_id, asyncio.Lock()):
            if table_id not in self.places:
                kept = await self.store.table(table_id)
                check_rules(kept.row)
                self.places[table_id] = Place(await asyncio.to_thread(Table, kept))
                self.make_room()
        self.loading.pop(table_id, None)
        return self.places[table_id]

    def make_room(self) -> None:
        """Forget the tables that nobody has asked for in the longest time."""
        spare = len(self.places) - MOST_IN_MEMORY
        for table_id in [*self.places][: max(0, spare)]:
            place = self.places[table_id]
            if not place.watchers and not place.lock.locked():
                del self.places[table_id]

    async def catch_up_if_behind(self, place: Place) -> None:
        if await self.store.revision(place.table.id) != place.table.row.revision:
            await self.catch_up_and_tell(place)

    async def catch_up_and_tell(self, place: Place) -> None:
        async with place.lock:
            await self.catch_up(place)
        place.alert()

    async def catch_up(self, place: Place) -> None:
        """Learn what others have changed; under the lock of the place."""
        kept = await self.store.table(place.table.id, place.table.length)
        if kept.row.revision <= place.table.row.revision or place.table.catch_up(kept):
            return
        kept = await self.store.table(place.table.id)
        place.table = await asyncio.to_thread(Table, kept)
        place.sights = Sights(place.table)

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def change(self, place: Place, plan: Callable[[], Change | None]) -> bool:
        """Plan a change, have it written, make it, and tell everyone; False: there was none."""
        async with place.lock:
            for _ in range(MOST_TRIES):
                if (change := plan()) is None:
                    return False
                if await self.is_written(place, change):
                    place.table.apply(change)
                    if change.cut:
                        place.sights.take_back()
                    break
                await self.catch_up(place)
            else:
                raise NotNow("Too much happens at this table at once; try again.")
            self.ring(place, change)
        place.alert()
        self.drive(place)
        return True

    async def is_written(self, place: Place, change: Change) -> bool:
        """Has the store taken it? Not if it knows a later table."""
        table = place.table
        try:
            await self.store.change(
                table.id, table.row.revision, table.length, change, bool(table.decisions)
            )
        except Behind:
            return False
        return True

    def ring(self, place: Place, change: Change) -> None:
        if self.store.is_shared:
            self.run(self.bell.ring(place.table.id, place.table.row.revision, change))

    def hear_of_change(self, table_id: str, revision: int, change: Change) -> None:
        """Another worker has changed a table; it is of interest if somebody watches it here."""
        if change.row.get("state") == "over":
            self.programs.leave(table_id)
        place = self.places.get(table_id)
        if place and place.watchers and place.table.row.revision < revision:
            self.run(self.follow(place, revision, change))

    async def follow(self, place: Place, revision: int, change: Change) -> None:
        async with place.lock:
            if place.table.row.revision >= revision:
                return
            if not place.table.follow(revision, change):
                await self.catch_up(place)
        place.alert()

    def hear_of_people(self, table_id: str) -> None:
        if place := self.places.get(table_id):
            place.alert()

    # ── What people do ───────────────────────────────────────────────────────────────────────────

    async def decide(self, place: Place, person: Person, number: int, move: int) -> None:
        """Make a move, or change one's mind about it."""
        await self.change(
            place,
            lambda: place.table.decide(own_seat(place, person), number, move, time.time()),
        )

    async def undo(self, place: Place, person: Person, number: int) -> None:
        await self.change(place, lambda: place.table.undo(own_seat(place, person), number))

    async def sit(
        self, place: Place, person: Person, seat: int | None, invitation: str | None
    ) -> None:
        await self.change(
            place,
            lambda: place.table.sit(person.id, person.name, seat, invitation or "", time.time()),
        )

    async def leave(self, place: Place, person: Person) -> None:
        await self.change(place, lambda: place.table.leave(person.id, time.time()))

    async def make(self, person: Person, wanted: NewTable) -> Place:
        """Open a table; its match begins at once if no seat is open."""
        for seat in wanted.seats:
            if isinstance(seat, ProgramSeat):
                self.programs.check(seat.name, wanted.game)
        table = new_table(person, wanted)
        return await self.add(table)

    async def rematch(self, place: Place, person: Person) -> Place:
        """The same people and bots again; another one begins. One rematch for each table."""
        own_seat(place, person)
        if place.table.row.state != "over":
            raise NotNow("The match is not over.")
        async with place.lock:
            if place.table.row.rematch is None:
                try:
                    new = await self.add(again(place.table), place.table)
                    change = Change(row={"rematch": new.table.id})
                    place.table.apply(change)
                    self.ring(place, change)
                except Behind:
                    await self.catch_up(place)
        place.alert()
        assert place.table.row.rematch is not None
        return await self.find(place.table.row.rematch)

    async def add(self, table: Table, before: Table | None = None) -> Place:
        """Keep a new table, with the moves that chance has made there already."""
        change = table.with_all_seated({}, table.row.made_at)
        table.apply(change)
        kept = Kept(table.row, table.seats, change.moves, {})
        predecessor = None if before is None else (before.id, before.row.revision)
        await self.store.add_table(kept, predecessor)
        place = self.places[table.id] = Place(table)
        self.make_room()
        self.minds.want(table.row.game)
        self.drive(place)
        return place

    # ── What is sent ─────────────────────────────────────────────────────────────────────────────

    def here(self, place: Place) -> set[int]:
        return place.own_here() | self.bell.others_here(place.table.id)

    def view(self, place: Place, person: str | None, with_drawing: bool = True) -> TableView:
        seat = place.table.seat_of(person)
        return place.sights.view(seat, self.here(place), time.time(), with_drawing)

    async def shown(self, place: Place, person: str | None, with_drawing: bool = True) -> TableView:
        """The same, when it is drawn."""
        if with_drawing:
            await self.draw(place, person)
        return self.view(place, person, with_drawing)

    async def frame(self, place: Place, watcher: Watcher) -> bytes:
        if watcher.with_drawing:
            await self.draw(place, watcher.person)
        return frame_for(place, watcher, self.here(place))

    async def draw(self, place: Place, person: str | None) -> None:
        """As the table is now, off the event loop: it takes longer than all the rest."""
        for _ in range(MOST_DRAWINGS):
            sights = place.sights
            if await sights.draw(place.table.seat_of(person)) and sights is place.sights:
                return

    async def cards(
        self, which: Which, person: str | None, after: str | None = None
    ) -> tuple[list[TableCard], bool]:
        """A page of a list, and whether there are more."""
        tables, has_more = await self.store.listed(which, person, after)
        return [self.card(listed, person) for listed in tables], has_more

    def card(self, listed: Listed, person: str | None) -> TableCard:
        row = listed.row
        place = self.places.get(row.id)
        seats = card_seats(listed, person, self.here(place) if place else set())
        return TableCard(
            id=row.id,
            game=row.game,
            name=take(row.game).name,
            seats=seats,
            state=row.state,
            is_public=row.is_public,
            awaits_you=any(seat.is_you and seat.is_awaited for seat in seats),
            made_at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(row.made_at)),
            moves=row.length,
            guide=row.guide,
        )

    # ── Who is there ─────────────────────────────────────────────────────────────────────────────

    def come(self, place: Place, watcher: Watcher) -> None:
        place.watchers.add(watcher)
        self.after_coming_or_going(place)

    def go(self, place: Place, watcher: Watcher) -> None:
        place.watchers.discard(watcher)
        self.after_coming_or_going(place)

    def after_coming_or_going(self, place: Place) -> None:
        place.alert()
        if self.store.is_shared:
            self.run(self.bell.say_who_is_at(place.table.id, place.own_here()))

    def all_here(self) -> dict[str, set[int]]:
        return {i: seats for i, place in self.places.items() if (seats := place.own_here())}

    # ── Bots, clocks and other workers ───────────────────────────────────────────────────────────

    def drive(self, place: Place) -> None:
        """Let every bot think that is awaited, and one for each seat that is out of time."""
        now = time.time()
        if place.table.row.state == "over":
            self.programs.leave(place.table.id)
        for seat in place.table.awaited():
            if (level := place.table.bot_for(seat, now)) is not None:
                self.let_think(place, seat, level)

    def let_think(self, place: Place, seat: int, level: int) -> None:
        """Once, however often it is asked for."""
        key = (place.table.id, place.table.number, seat)
        if key not in self.thinking:
            is_program = place.table.seats[seat].program is not None
            think = self.ask_program(place, seat) if is_program else self.think(place, seat, level)
            self.thinking[key] = asyncio.create_task(think)
            self.thinking[key].add_done_callback(lambda task: self.thought(place, key, task))

    def thought(self, place: Place, key: Thinking, task: "asyncio.Task[bool]") -> None:
        self.thinking.pop(key, None)
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            log.error("A bot could not decide; it is asked again.", exc_info=error)
        if error is not None or not task.result():
            self.run(self.drive_later(place))  # whoever was awaited meanwhile was not asked again

    async def drive_later(self, place: Place) -> None:
        await asyncio.sleep(ANOTHER_TRY)
        self.drive(place)

    async def think(self, place: Place, seat: int, level: int) -> bool:
        """What the bot decides counts as if a person had, unless the table has changed meanwhile.

        Or the seat: who was away and is back decides for themselves.
        """
        table, number = place.table, place.table.number
        assert table.match is not None
        seed = luck.seed(table, len(table.match.moves), seat)
        state, seats = table.match.state, len(table.seats)
        question = Question.about(state, table.game, seat, seats, seed, table.id)
        move = await self.minds.decide(question, level)
        return await self.decide_for(place, seat, number, move)

    async def decide_for(self, place: Place, seat: int, number: int, move: int) -> bool:
        """What a bot has decided; if it still may."""

        def plan() -> Change | None:
            now = time.time()
            if place.table.bot_for(seat, now) is None or seat in place.table.decisions:
                return None
            return place.table.decide(seat, number, move, now)

        try:
            return await self.change(place, plan)
        except Refusal as refusal:
            log.info("A bot was too late: %s", refusal)
            return False

    async def ask_program(self, place: Place, seat: int) -> bool:
        """As `think` does, where a program sits."""
        table, number = place.table, place.table.number
        assert table.match is not None
        about = (table.match.state, table.game, seat, len(table.seats))
        question = Question.about(*about, luck.seed(table, len(table.match.moves), seat))
        move = await self.answer_of_program(place, question)
        return await self.decide_for(place, seat, number, move)

    async def answer_of_program(self, place: Place, question: Question) -> int:
        """Or of the random bot, if the program has lost its seat, or loses it now."""
        table, seat = place.table, place.table.seats[question.seat]
        if seat.program is not None and seat.replaced is None:
            try:
                return await self.programs.decide(
                    table.id, seat.program, question, table.row.options
                )
            except BotFailed as failure:
                log.warning(
                    "%s loses its seat to the random bot at table %s: %s.",
                    seat.name, table.id, failure,
                )  # fmt: skip
                why = failure.briefly
                await self.change(place, lambda: place.table.replace_program(seat.seat, why))
        return await self.programs.at_random(question)

    async def hint(self, place: Place, person: Person) -> Hint:
        """What the strongest bot would do in one's place."""
        table, seat = place.table, own_seat(place, person)
        if not table.row.guide:
            raise NotNow("There is no guide at this table.")
        if table.match is None or seat not in table.asked():
            raise NotNow("You are not asked to decide anything.")
        if not self.minds.can_advise(table.row.game):
            raise NotNow("The strongest bot is still getting ready; ask again in a minute.")
        seed = luck.seed(table, len(table.match.moves), seat)
        state, seats = table.match.state, len(table.seats)
        asker = f"{table.id} {seat}"  # not behind the bots of the same table
        question = Question.about(state, table.game, seat, seats, seed, asker)
        hint = await self.minds.advise(question)
        line = [replace(step, says=by_name(table.names, step.says)) for step in hint.line]
        return replace(hint, line=line)

    async def watch_clocks(self) -> None:
        """Bots play for those who are out of time, and for bots that a dead worker left behind."""
        patience = BOT_PATIENCE if self.store.is_shared else 0.0
        while True:
            now = time.time()
            try:
                for table_id in await self.store.overdue(now, now - patience):
                    with contextlib.suppress(OldRules):  # nobody can play on there
                        self.drive(await self.find(table_id))
            except Exception:
                log.exception("The clocks could not be looked at.")
            patience = BOT_PATIENCE
            await asyncio.sleep(TICK)

    async def look_round(self) -> None:
        """A bell that was not heard costs no more than these seconds."""
        while True:
            await asyncio.sleep(LOOK_ROUND)
            watched = [i for i, place in self.places.items() if place.watchers]
            try:
                revisions = await self.store.revisions(watched)
                for table_id, revision in revisions.items():
                    place = self.places.get(table_id)
                    if place is not None and place.table.row.revision < revision:
                        await self.catch_up_if_behind(place)
            except Exception:
                log.exception("The store could not be looked into.")

    async def announce(self) -> None:
        while True:
            await self.bell.say_who_is_here(self.all_here())
            await asyncio.sleep(ANNOUNCE)


def frame_for(place: Place, watcher: Watcher, here: set[int]) -> bytes:
    """What a watcher is sent; made once for all who see the same."""
    key = (place.table.seat_of(watcher.person), watcher.with_drawing)
    if key not in place.frames or place.table.row.clock is not None:
        place.frames[key] = place.sights.frame(key[0], here, time.time(), watcher.with_drawing)
    return place.frames[key]


def check_rules(row: Row) -> None:
    """Moves are kept in numbers, which mean something else when the rules have changed."""
    game = take(row.game)
    if row.rules_version != game.rules_version:
        raise OldRules(
            f"This match of {game.name} was begun by version {row.rules_version} of the rules; "
            f"they have changed, and it cannot be shown any more."
        )


def own_seat(place: Place, person: Person) -> int:
    seat = place.table.seat_of(person.id)
    if seat is None:
        raise NotYours("You do not sit at this table.")
    return seat


async def stale_with(
    hall: Hall, place: Place, person: str, refusal: Refusal, with_drawing: bool
) -> Refusal:
    """Whoever answered an old number is shown the table as it is."""
    if isinstance(refusal, Stale):
        refusal.table = await hall.shown(place, person, with_drawing)
    return refusal


def card_seats(listed: Listed, person: str | None, here: set[int]) -> list[SeatView]:
    """The seats of a table in a list, by what its rows say; no match is looked at for that."""
    row = listed.row
    return [
        SeatView(
            seat=seat.seat,
            name=seat.name,
            kind=seat.kind,
            level=seat.level,
            program=seat.program,
            is_replaced=seat.replaced is not None,
            is_you=person is not None and seat.person == person and not seat.has_left,
            is_awaited=bool(row.awaited >> seat.seat & 1),
            has_decided=False,
            points=row.standing[seat.seat] if row.standing else 0,
            place=seat.place,
            seconds_left=None,
            is_here=seat.seat in here,
        )
        for seat in listed.seats
    ]


# ── New tables ───────────────────────────────────────────────────────────────────────────────────


def new_table(person: Person, wanted: NewTable) -> Table:
    """A table as somebody wants it, before its match."""
    game = take(wanted.game)
    if sum(isinstance(seat, MySeat) for seat in wanted.seats) > 1:
        raise NotNow("You can sit at one seat only.")
    game.start(len(wanted.seats), wanted.options)  # refuses what cannot be played
    usual = {option.name: option.choices[0].name for option in game.options}
    clock = wanted.clock
    row = new_row(
        Row(
            id="",
            game=game.id,
            rules_version=game.rules_version,
            options=usual | wanted.options,
            is_public=wanted.is_public,
            invitation="",
            clock=clock.kind if clock else None,
            seconds=clock.seconds if clock else None,
            state="waiting",
            made_at=0.0,
            guide=has_guide(wanted),
        )
    )
    bots = iter(names_of_bots(wanted, person.name))
    seats = []
    for number, seat in enumerate(wanted.seats):
        if isinstance(seat, MySeat):
            seats.append(Seat(row.id, number, "person", person=person.id, name=person.name))
        elif isinstance(seat, BotSeat):
            seats.append(Seat(row.id, number, "bot", level=seat.level, name=next(bots)))
        elif isinstance(seat, ProgramSeat):
            seats.append(Seat(row.id, number, "bot", program=seat.name, name=next(bots)))
        else:
            seats.append(Seat(row.id, number, "open"))
    return Table(Kept(row, seats, [], {}))


def new_row(row: Row) -> Row:
    """The same agreements, for a table that nobody knows yet."""
    return Row(
        id=secrets.token_urlsafe(9),
        game=row.game,
        rules_version=row.rules_version,
        options=dict(row.options),
        is_public=row.is_public,
        invitation=secrets.token_urlsafe(12),
        clock=row.clock,
        seconds=row.seconds,
        state="waiting",
        made_at=time.time(),
        guide=row.guide,
    )


def has_guide(wanted: NewTable) -> bool:
    """As was said; if nothing was, where nobody plays against other people."""
    if wanted.guide is not None:
        return wanted.guide
    return all(isinstance(seat, MySeat | BotSeat | ProgramSeat) for seat in wanted.seats)


def names_of_bots(wanted: NewTable, person: str) -> list[str]:
    """A program is called as it was named, unless somebody is called so already."""
    bots = [
        f"level{seat.level}" if isinstance(seat, BotSeat) else seat.name
        for seat in wanted.seats
        if isinstance(seat, BotSeat | ProgramSeat)
    ]
    return [f"{name} (bot)" if name == person else name for name in named(bots)]


def again(table: Table) -> Table:
    """The rematch: everybody moves on by a seat; where somebody has left, the seat is open."""
    row = new_row(table.row)
    seats = [
        replace(
            seat,
            table=row.id,
            seat=(seat.seat + 1) % len(table.seats),
            spent=0.0,
            place=None,
            replaced=None,  # a program gets another chance
            replaced_at=None,
        )
        for seat in table.seats
    ]
    for seat in seats:
        if seat.has_left:
            seat.kind, seat.level, seat.person, seat.name = "open", None, None, ""
            seat.has_left = False
    return Table(Kept(row, sorted(seats, key=lambda seat: seat.seat), [], {}))
