"""Decides which question gets a process next, where more is asked than there are processes.

Nothing here waits, and the clock is a parameter, so decisions can be tested without either.

Questions that a connected person waits for come first, then those of tables without a connected
person or with bots alone, and last patient ones, as the coach's. Within a kind, the network on
which the least time was spent is served next, in it the person, and of that person the table. So
neither many tables nor many names get anybody more bot time.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median

AWAITED, UNATTENDED, PATIENT = KINDS = range(3)  # in the order in which they are served
LEAST = 0.05  # seconds that every question is charged at least
USUAL = 1.0  # seconds that a question is expected to take if nothing else is known
LATELY = 30.0  # seconds after a question for which its person keeps others to half of the slots
MOST_KNOWN = 1000  # people who have asked lately; those who asked longest ago are forgotten
AGED = 30.0  # seconds after which an unattended question is served as an awaited one


@dataclass(frozen=True)
class Asker:
    """On whose account a question is computed. Without a person, the table counts as a person of
    its own."""

    table: str  # or the person at a table who wants a hint
    person: str = ""  # a player, or the owner of the table
    home: str = ""  # the network of the person's address
    is_awaited: bool = True  # a connected person waits for the answer

    @property
    def path(self) -> tuple[str, str, str]:
        """The network, the person and the table on which the time is charged."""
        person = self.person or self.table
        return self.home or person, person, self.table


def asker_named(who: Asker | str) -> Asker:
    return Asker(who) if isinstance(who, str) else who


@dataclass(eq=False)
class Entry:
    """A question that waits or is being computed."""

    asker: Asker
    kind: int
    seconds: float  # the expected duration
    came: float
    path: "list[Account]"
    began: float | None = None
    is_gone: bool = False
    call: Callable[[], None] = lambda: None


@dataclass(eq=False)
class Account:
    """The time spent on a network, a person or a table, and the questions that wait there."""

    spent: float = 0.0  # seconds, on a scale that all parts of one account share
    mark: float = 0.0  # what the part served last had spent; new parts start there
    parts: "dict[str, Account]" = field(default_factory=dict)
    waiting: list[int] = field(default_factory=lambda: [0] * len(KINDS))
    load: list[float] = field(default_factory=lambda: [0.0] * len(KINDS))  # their seconds
    busy: int = 0
    line: list[deque[Entry]] = field(default_factory=lambda: [deque() for _ in KINDS])  # at tables

    @property
    def is_idle(self) -> bool:
        return not self.busy and not any(self.waiting)

    def part(self, name: str) -> "Account":
        """Returns the account of a part. A part that was idle starts level with the others: it has
        saved no time up."""
        if name not in self.parts:
            self.parts[name] = Account(self.mark)
        part = self.parts[name]
        if part.is_idle:
            part.spent = max(part.spent, self.mark)
        return part

    def forget_the_idle(self) -> None:
        """Removes idle parts that would start at the same level if they were created anew."""
        if not any(not part.is_idle for part in self.parts.values()):
            self.parts.clear()
            return
        for name in [*self.parts]:
            if self.parts[name].is_idle and self.parts[name].spent <= self.mark:
                del self.parts[name]

    def next_parts(self, kind: int) -> "list[tuple[str, Account]]":
        """Returns the parts where a question of this kind waits, that with the least time spent
        first."""
        there = [named for named in self.parts.items() if named[1].waiting[kind]]
        return sorted(there, key=lambda named: named[1].spent)


class Schedule:
    """Grants a number of slots to the questions that wait, in fair order.

    One person gets at most half of the slots while anybody else has asked lately.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.places = self.free = places
        self.most_each = max(1, places // 2)
        self.asked: OrderedDict[str, float] = OrderedDict()  # by person: when they asked last
        self.clock = clock
        self.all = Account()
        self.begun: set[Entry] = set()
        self.unattended: dict[Entry, None] = {}  # the oldest first

    def enter(self, who: Asker | str, seconds: float = USUAL, is_patient: bool = False) -> Entry:
        """Queues a question, and returns its entry."""
        asker, path = asker_named(who), [self.all]
        for name in asker.path:
            path.append(path[-1].part(name))
        kind = PATIENT if is_patient else AWAITED if asker.is_awaited else UNATTENDED
        if kind != PATIENT:
            self.note(asker.path[1])
        entry = Entry(asker, kind, seconds, self.clock(), path)
        self.put(entry)
        return entry

    def note(self, person: str) -> None:
        """Records that a person has asked now."""
        self.asked[person] = self.clock()
        self.asked.move_to_end(person)
        if len(self.asked) > MOST_KNOWN:
            self.asked.popitem(last=False)

    def limit(self, person: str) -> int:
        """Returns how many questions of this person may be computed at the same time."""
        others = (at for who, at in reversed(self.asked.items()) if who != person)
        is_alone = self.clock() - next(others, float("-inf")) >= LATELY
        return self.places if is_alone else self.most_each

    def put(self, entry: Entry) -> None:
        """Adds an entry to its table's queue and to the totals above it."""
        entry.path[-1].line[entry.kind].append(entry)
        if entry.kind == UNATTENDED:
            self.unattended[entry] = None
        for account in entry.path:
            account.waiting[entry.kind] += 1
            account.load[entry.kind] += entry.seconds

    def take_out(self, entry: Entry) -> None:
        """Subtracts an entry that no longer waits from the totals."""
        self.unattended.pop(entry, None)
        for account in entry.path:
            account.waiting[entry.kind] -= 1
            account.load[entry.kind] -= entry.seconds

    def leave(self, entry: Entry) -> None:
        """Removes an entry whose answer nobody wants any more, or that has its answer, whether it
        waits or runs."""
        if entry.began is not None:
            self.end(entry)
        elif not entry.is_gone:
            entry.is_gone = True
            self.take_out(entry)
            entry.path[-1].line[entry.kind].remove(entry)
            self.tidy(entry)

    def promote(self, table: str) -> None:
        """Serves the table's unattended questions as awaited ones from now on."""
        for entry in [one for one in self.unattended if one.asker.table == table]:
            self.serve_as_awaited(entry)

    def serve_as_awaited(self, entry: Entry) -> None:
        self.take_out(entry)
        entry.path[-1].line[entry.kind].remove(entry)
        entry.kind = AWAITED
        self.put(entry)

    def next(self) -> Entry | None:
        """Starts the next question and returns it; None if nothing waits or no slot is free."""
        if not self.free:
            return None
        for aged in [*self.aged()]:
            self.serve_as_awaited(aged)
        chosen = (self.chosen(self.all, kind, 0) for kind in KINDS)
        return next((entry for entry in chosen if entry is not None), None)

    def aged(self) -> Iterator[Entry]:
        """Yields the unattended entries that have waited so long that they are promoted."""
        for entry in self.unattended:
            if self.clock() < entry.came + AGED:
                return
            yield entry

    def chosen(self, account: Account, kind: int, depth: int) -> Entry | None:
        """Starts the next question of this kind below the account, and returns it; None if there is
        none.

        People who already have as many questions running as they may are left out.
        """
        if depth == len(Asker("").path):
            return self.begin(account.line[kind].popleft())
        for name, part in account.next_parts(kind):
            is_person = depth == 1
            if is_person and kind != PATIENT and part.busy >= self.limit(name):
                continue
            spent = part.spent
            if (entry := self.chosen(part, kind, depth + 1)) is not None:
                account.mark = max(account.mark, spent)
                return entry
        return None

    def begin(self, entry: Entry) -> Entry:
        """Takes a slot for the entry, and charges the expected time."""
        self.take_out(entry)
        entry.began = self.clock()
        self.begun.add(entry)
        self.free -= 1
        for account in entry.path:
            account.busy += 1
            account.spent += entry.seconds
        return entry

    def end(self, entry: Entry) -> None:
        """Frees the slot, and charges the time that was used instead of the expected one."""
        if entry not in self.begun:
            return
        assert entry.began is not None
        self.begun.remove(entry)
        self.free += 1
        took = max(LEAST, self.clock() - entry.began)
        for account in entry.path:
            account.busy -= 1
            account.spent += took - entry.seconds
        self.tidy(entry)

    def tidy(self, entry: Entry) -> None:
        for account in entry.path[:-1]:
            account.forget_the_idle()

    # ── Waiting times ────────────────────────────────────────────────────────────────────────────

    def seconds_until(self, who: Asker | str, seconds: float) -> float:
        """Returns in how many seconds a question that came now would be answered.

        This is an upper estimate: each other account is served at most as much before the question
        as the question's own account is.
        """
        asker = asker_named(who)
        kind = AWAITED if asker.is_awaited else UNATTENDED
        accounts: list[Account | None] = [self.all]
        for name in asker.path:
            accounts.append(accounts[-1].parts.get(name) if accounts[-1] else None)
        everybody, home, person, table = accounts
        needed = seconds + (table.load[kind] if table else 0.0)
        needed += before_it(person, asker.path[2], kind, needed)
        alone = needed / self.limit(asker.path[1])
        needed += before_it(home, asker.path[1], kind, needed)
        needed += before_it(everybody, asker.path[0], kind, needed)
        before = sum(self.all.load[:kind])
        return max(seconds, alone, (self.running() + before + needed) / self.places)

    def running(self) -> float:
        """Returns the expected seconds that the running questions still need."""
        now = self.clock()
        return sum(max(0.0, one.seconds - (now - (one.began or now))) for one in self.begun)


def before_it(whole: Account | None, name: str, kind: int, needed: float) -> float:
    """Returns the seconds that the other parts get while the named part gets `needed` seconds."""
    parts = whole.parts.items() if whole else ()
    return sum(min(part.load[kind], needed) for other, part in parts if other != name)


# ── Durations ────────────────────────────────────────────────────────────────────────────────────


class Durations:
    """Estimates how long a bot of a game thinks, from its latest decisions."""

    KEPT = 9
    FRESH = 120.0  # seconds after which a measured duration is ignored

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.known: dict[tuple[str, str], deque[tuple[float, float]]] = {}

    def note(self, game: str, bot: str, seconds: float) -> None:
        known = self.known.setdefault((game, bot), deque(maxlen=self.KEPT))
        known.append((self.clock(), seconds))

    def of(self, game: str, bot: str, guess: float) -> float:
        """Returns the median of the recent durations, or the guess if there is none.

        Old durations are ignored, so that a level that was once too slow gets another try.
        """
        since = self.clock() - self.FRESH
        lately = [seconds for at, seconds in self.known.get((game, bot), ()) if at > since]
        return median(lately) if lately else guess
