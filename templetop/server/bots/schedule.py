"""Decides which question gets a process next, where more is asked than there are processes.

Nothing here waits, and the clock is a parameter, so decisions can be tested without either.

Questions that a connected person waits for come first, then those of tables without a connected
person or with bots alone, and last patient ones, as the coach's. Within a kind, the network on
which the least time was spent is served next, in it the person, and of that person the table. So
neither many tables nor many names get anybody more bot time.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median

from templetop.server.core.bounded_dict import BoundedDict

AWAITED, UNATTENDED, BACKGROUND = PRIORITIES = range(3)  # in the order in which they are served
MIN_SECONDS = 0.05  # seconds that every question is charged at least
DEFAULT_SECONDS = 1.0  # seconds that a question is expected to take if nothing else is known
RECENT_SECONDS = (
    30.0  # seconds after a question for which its person keeps others to half of the slots
)
MAX_ASKERS = 1000  # people who have asked lately; those who asked longest ago are forgotten
PROMOTION_SECONDS = 30.0  # seconds after which an unattended question is served as an awaited one


@dataclass(frozen=True)
class Asker:
    """On whose account a question is computed. Without a person, the table counts as a person of
    its own."""

    table: str  # or the person at a table who wants a hint
    person: str = ""  # a player, or the owner of the table
    network: str = ""  # the network of the person's address
    is_awaited: bool = True  # a connected person waits for the answer

    @property
    def path(self) -> tuple[str, str, str]:
        """The network, the person and the table on which the time is charged."""
        person = self.person or self.table
        return self.network or person, person, self.table


def as_asker(asker_or_table: Asker | str) -> Asker:
    return Asker(asker_or_table) if isinstance(asker_or_table, str) else asker_or_table


@dataclass(eq=False)
class QueueEntry:
    """A question that waits or is being computed."""

    asker: Asker
    priority: int
    seconds: float  # the expected duration
    queued_at: float
    path: "list[UsageAccount]"
    started_at: float | None = None
    is_removed: bool = False
    grant: Callable[[], None] = lambda: None


@dataclass(eq=False)
class UsageAccount:
    """The time spent on a network, a person or a table, and the questions that wait there."""

    spent: float = 0.0  # seconds, on a scale that all parts of one account share
    virtual_time: float = 0.0  # what the part served last had spent; new parts start there
    parts: "dict[str, UsageAccount]" = field(default_factory=dict)
    waiting: list[int] = field(default_factory=lambda: [0] * len(PRIORITIES))
    load: list[float] = field(default_factory=lambda: [0.0] * len(PRIORITIES))  # their seconds
    running: int = 0
    queues: list[deque[QueueEntry]] = field(
        default_factory=lambda: [deque() for _ in PRIORITIES]
    )  # at tables

    @property
    def is_idle(self) -> bool:
        return not self.running and not any(self.waiting)

    def part(self, name: str) -> "UsageAccount":
        """Returns the account of a part. A part that was idle starts level with the others: it has
        saved no time up."""
        if name not in self.parts:
            self.parts[name] = UsageAccount(self.virtual_time)
        part = self.parts[name]
        if part.is_idle:
            part.spent = max(part.spent, self.virtual_time)
        return part

    def remove_idle_parts(self) -> None:
        """Removes idle parts that would start at the same level if they were created anew."""
        if not any(not part.is_idle for part in self.parts.values()):
            self.parts.clear()
            return
        for name in [*self.parts]:
            if self.parts[name].is_idle and self.parts[name].spent <= self.virtual_time:
                del self.parts[name]

    def next_parts(self, priority: int) -> "list[tuple[str, UsageAccount]]":
        """Returns the parts where a question of this kind waits, that with the least time spent
        first."""
        parts = [item for item in self.parts.items() if item[1].waiting[priority]]
        return sorted(parts, key=lambda item: item[1].spent)


class Schedule:
    """Grants a number of slots to the questions that wait, in fair order.

    One person gets at most half of the slots while anybody else has asked lately.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.places = self.free = places
        self.max_per_person = max(1, places // 2)
        # By person: when they asked last.
        self.last_asked: BoundedDict[str, float] = BoundedDict(MAX_ASKERS)
        self.clock = clock
        self.root = UsageAccount()
        self.started: set[QueueEntry] = set()
        self.unattended: dict[QueueEntry, None] = {}  # the oldest first

    def add(
        self,
        asker_or_table: Asker | str,
        seconds: float = DEFAULT_SECONDS,
        is_background: bool = False,
    ) -> QueueEntry:
        """Queues a question, and returns its entry."""
        asker, path = as_asker(asker_or_table), [self.root]
        for name in asker.path:
            path.append(path[-1].part(name))
        priority = BACKGROUND if is_background else AWAITED if asker.is_awaited else UNATTENDED
        if priority != BACKGROUND:
            self.note_asker(asker.path[1])
        entry = QueueEntry(asker, priority, seconds, self.clock(), path)
        self.enqueue(entry)
        return entry

    def note_asker(self, person: str) -> None:
        """Records that a person has asked now."""
        self.last_asked[person] = self.clock()

    def limit(self, person: str) -> int:
        """Returns how many questions of this person may be computed at the same time."""
        others = (at for other, at in reversed(self.last_asked.items()) if other != person)
        is_alone = self.clock() - next(others, float("-inf")) >= RECENT_SECONDS
        return self.places if is_alone else self.max_per_person

    def enqueue(self, entry: QueueEntry) -> None:
        """Adds an entry to its table's queue and to the totals above it."""
        entry.path[-1].queues[entry.priority].append(entry)
        if entry.priority == UNATTENDED:
            self.unattended[entry] = None
        for account in entry.path:
            account.waiting[entry.priority] += 1
            account.load[entry.priority] += entry.seconds

    def dequeue(self, entry: QueueEntry) -> None:
        """Subtracts an entry that no longer waits from the totals."""
        self.unattended.pop(entry, None)
        for account in entry.path:
            account.waiting[entry.priority] -= 1
            account.load[entry.priority] -= entry.seconds

    def remove(self, entry: QueueEntry) -> None:
        """Removes an entry whose answer nobody wants any more, or that has its answer, whether it
        waits or runs."""
        if entry.started_at is not None:
            self.finish(entry)
        elif not entry.is_removed:
            entry.is_removed = True
            self.dequeue(entry)
            entry.path[-1].queues[entry.priority].remove(entry)
            self.remove_idle(entry)

    def promote(self, table: str) -> None:
        """Serves the table's unattended questions as awaited ones from now on."""
        for entry in [waiting for waiting in self.unattended if waiting.asker.table == table]:
            self.serve_as_awaited(entry)

    def serve_as_awaited(self, entry: QueueEntry) -> None:
        self.dequeue(entry)
        entry.path[-1].queues[entry.priority].remove(entry)
        entry.priority = AWAITED
        self.enqueue(entry)

    def next(self) -> QueueEntry | None:
        """Starts the next question and returns it; None if nothing waits or no slot is free."""
        if not self.free:
            return None
        for aged in [*self.overdue()]:
            self.serve_as_awaited(aged)
        chosen = (self.start_next(self.root, priority, 0) for priority in PRIORITIES)
        return next((entry for entry in chosen if entry is not None), None)

    def overdue(self) -> Iterator[QueueEntry]:
        """Yields the unattended entries that have waited so long that they are promoted."""
        for entry in self.unattended:
            if self.clock() < entry.queued_at + PROMOTION_SECONDS:
                return
            yield entry

    def start_next(self, account: UsageAccount, priority: int, depth: int) -> QueueEntry | None:
        """Starts the next question of this kind below the account, and returns it; None if there is
        none.

        People who already have as many questions running as they may are left out.
        """
        if depth == len(Asker("").path):
            return self.start(account.queues[priority].popleft())
        for name, part in account.next_parts(priority):
            is_person = depth == 1
            if is_person and priority != BACKGROUND and part.running >= self.limit(name):
                continue
            spent = part.spent
            if (entry := self.start_next(part, priority, depth + 1)) is not None:
                account.virtual_time = max(account.virtual_time, spent)
                return entry
        return None

    def start(self, entry: QueueEntry) -> QueueEntry:
        """Takes a slot for the entry, and charges the expected time."""
        self.dequeue(entry)
        entry.started_at = self.clock()
        self.started.add(entry)
        self.free -= 1
        for account in entry.path:
            account.running += 1
            account.spent += entry.seconds
        return entry

    def finish(self, entry: QueueEntry) -> None:
        """Frees the slot, and charges the time that was used instead of the expected one."""
        if entry not in self.started:
            return
        assert entry.started_at is not None
        self.started.remove(entry)
        self.free += 1
        took = max(MIN_SECONDS, self.clock() - entry.started_at)
        for account in entry.path:
            account.running -= 1
            account.spent += took - entry.seconds
        self.remove_idle(entry)

    def remove_idle(self, entry: QueueEntry) -> None:
        for account in entry.path[:-1]:
            account.remove_idle_parts()

    # ── Waiting times ────────────────────────────────────────────────────────────────────────────

    def seconds_until(self, asker_or_table: Asker | str, seconds: float) -> float:
        """Returns in how many seconds a question that came now would be answered.

        This is an upper estimate: each other account is served at most as much before the question
        as the question's own account is.
        """
        asker = as_asker(asker_or_table)
        priority = AWAITED if asker.is_awaited else UNATTENDED
        accounts: list[UsageAccount | None] = [self.root]
        for name in asker.path:
            accounts.append(accounts[-1].parts.get(name) if accounts[-1] else None)
        everybody, network, person, table = accounts
        needed = seconds + (table.load[priority] if table else 0.0)
        needed += seconds_of_others(person, asker.path[2], priority, needed)
        alone = needed / self.limit(asker.path[1])
        needed += seconds_of_others(network, asker.path[1], priority, needed)
        needed += seconds_of_others(everybody, asker.path[0], priority, needed)
        before = sum(self.root.load[:priority])
        return max(seconds, alone, (self.remaining_seconds() + before + needed) / self.places)

    def remaining_seconds(self) -> float:
        """Returns the expected seconds that the running questions still need."""
        now = self.clock()
        return sum(
            max(0.0, entry.seconds - (now - (entry.started_at or now))) for entry in self.started
        )


def seconds_of_others(whole: UsageAccount | None, name: str, priority: int, needed: float) -> float:
    """Returns the seconds that the other parts get while the named part gets `needed` seconds."""
    parts = whole.parts.items() if whole else ()
    return sum(min(part.load[priority], needed) for other, part in parts if other != name)


# ── Durations ────────────────────────────────────────────────────────────────────────────────────


class Durations:
    """Estimates how long a bot of a game thinks, from its latest decisions."""

    MAX_SAMPLES = 9
    MAX_AGE_SECONDS = 120.0  # seconds after which a measured duration is ignored

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.samples: dict[tuple[str, str], deque[tuple[float, float]]] = {}

    def add(self, game: str, bot: str, seconds: float) -> None:
        samples = self.samples.setdefault((game, bot), deque(maxlen=self.MAX_SAMPLES))
        samples.append((self.clock(), seconds))

    def estimate(self, game: str, bot: str, guess: float) -> float:
        """Returns the median of the recent durations, or the guess if there is none.

        Old durations are ignored, so that a level that was once too slow gets another try.
        """
        since = self.clock() - self.MAX_AGE_SECONDS
        recent = [seconds for at, seconds in self.samples.get((game, bot), ()) if at > since]
        return median(recent) if recent else guess
