"""Whose question is thought about next, where more is asked than there are processes.

Nothing here waits, and the clock is handed in, so what is decided can be tested without either.

Questions that somebody waits for at a table come first, then those of tables where nobody is
connected or only bots play, and last those that are in no hurry, as the coach's. Among questions of
the same kind, the address on which the least time was spent is next; among the people there, the
person; and among their tables, the table. So it does not matter at how many tables somebody lets
bots play, or under how many names.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median

AWAITED, UNATTENDED, PATIENT = KINDS = range(3)  # in the order in which they are served
LEAST = 0.05  # seconds that are charged for a question at least
USUAL = 1.0  # seconds that a question takes of which nothing is known
LATELY = 30.0  # seconds for which somebody who has asked is reckoned with
MOST_KNOWN = 1000  # people who have asked lately
AGED = 30.0  # seconds after which a question is served as if somebody waited for it


@dataclass(frozen=True)
class Asker:
    """For whom something is thought about; who is not named is somebody of their own."""

    table: str  # or a person there who wants advice
    person: str = ""  # who plays there, or has opened it
    home: str = ""  # the address from which the person comes
    is_awaited: bool = True  # by somebody who is connected

    @property
    def path(self) -> tuple[str, str, str]:
        person = self.person or self.table
        return self.home or person, person, self.table


def asker_named(who: Asker | str) -> Asker:
    return Asker(who) if isinstance(who, str) else who


@dataclass(eq=False)
class Entry:
    """A question that waits, or is thought about."""

    asker: Asker
    kind: int
    seconds: float  # that it is expected to take
    came: float
    path: "list[Account]"
    began: float | None = None
    is_gone: bool = False
    call: Callable[[], None] = lambda: None


@dataclass(eq=False)
class Account:
    """What was spent on an address, a person or a table, and what waits there."""

    spent: float = 0.0  # seconds, from a beginning that all parts of the whole have in common
    mark: float = 0.0  # what the part had spent that was served last: who comes now begins there
    parts: "dict[str, Account]" = field(default_factory=dict)
    waiting: list[int] = field(default_factory=lambda: [0] * len(KINDS))
    load: list[float] = field(default_factory=lambda: [0.0] * len(KINDS))  # seconds that wait
    busy: int = 0
    line: list[deque[Entry]] = field(default_factory=lambda: [deque() for _ in KINDS])  # of a table

    @property
    def is_idle(self) -> bool:
        return not self.busy and not any(self.waiting)

    def part(self, name: str) -> "Account":
        """Who asked for nothing so far cannot make up for it."""
        if name not in self.parts:
            self.parts[name] = Account(self.mark)
        part = self.parts[name]
        if part.is_idle:
            part.spent = max(part.spent, self.mark)
        return part

    def forget_the_idle(self) -> None:
        """Those who would begin at the mark, if they were new."""
        if not any(not part.is_idle for part in self.parts.values()):
            self.parts.clear()
            return
        for name in [*self.parts]:
            if self.parts[name].is_idle and self.parts[name].spent <= self.mark:
                del self.parts[name]

    def next_parts(self, kind: int) -> "list[tuple[str, Account]]":
        """Those where something waits, the one first on which the least was spent."""
        there = [named for named in self.parts.items() if named[1].waiting[kind]]
        return sorted(there, key=lambda named: named[1].spent)


class Schedule:
    """So many questions are thought about at a time; who waits is served fairly.

    No more than half of the places are for one person, as long as anybody else has asked lately.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.places = self.free = places
        self.most_each = max(1, places // 2)
        self.asked: OrderedDict[str, float] = OrderedDict()  # who has asked, and when last
        self.clock = clock
        self.all = Account()
        self.begun: set[Entry] = set()
        self.unattended: dict[Entry, None] = {}  # the one that came first is first

    def enter(self, who: Asker | str, seconds: float = USUAL, is_patient: bool = False) -> Entry:
        """A question that waits from now on."""
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
        """That somebody has asked."""
        self.asked[person] = self.clock()
        self.asked.move_to_end(person)
        if len(self.asked) > MOST_KNOWN:
            self.asked.popitem(last=False)

    def limit(self, person: str) -> int:
        """How many questions of this person are thought about at a time."""
        others = (at for who, at in reversed(self.asked.items()) if who != person)
        is_alone = self.clock() - next(others, float("-inf")) >= LATELY
        return self.places if is_alone else self.most_each

    def put(self, entry: Entry) -> None:
        entry.path[-1].line[entry.kind].append(entry)
        if entry.kind == UNATTENDED:
            self.unattended[entry] = None
        for account in entry.path:
            account.waiting[entry.kind] += 1
            account.load[entry.kind] += entry.seconds

    def take_out(self, entry: Entry) -> None:
        """It does not wait any more."""
        self.unattended.pop(entry, None)
        for account in entry.path:
            account.waiting[entry.kind] -= 1
            account.load[entry.kind] -= entry.seconds

    def leave(self, entry: Entry) -> None:
        """Nobody wants to know any more; whether it waits or is thought about."""
        if entry.began is not None:
            self.end(entry)
        elif not entry.is_gone:
            entry.is_gone = True
            self.take_out(entry)
            entry.path[-1].line[entry.kind].remove(entry)
            self.tidy(entry)

    def promote(self, table: str) -> None:
        """Somebody waits for what is asked there, from now on."""
        for entry in [one for one in self.unattended if one.asker.table == table]:
            self.serve_as_awaited(entry)

    def serve_as_awaited(self, entry: Entry) -> None:
        self.take_out(entry)
        entry.path[-1].line[entry.kind].remove(entry)
        entry.kind = AWAITED
        self.put(entry)

    def next(self) -> Entry | None:
        """The question that is thought about now; None, if nothing waits or no place is free."""
        if not self.free:
            return None
        for aged in [*self.aged()]:
            self.serve_as_awaited(aged)
        chosen = (self.chosen(self.all, kind, 0) for kind in KINDS)
        return next((entry for entry in chosen if entry is not None), None)

    def aged(self) -> Iterator[Entry]:
        """What has waited for so long that it would never be its turn."""
        for entry in self.unattended:
            if self.clock() < entry.came + AGED:
                return
            yield entry

    def chosen(self, account: Account, kind: int, depth: int) -> Entry | None:
        """Down to the table; a person for whom enough is thought about already is left out."""
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
        self.take_out(entry)
        entry.began = self.clock()
        self.begun.add(entry)
        self.free -= 1
        for account in entry.path:
            account.busy += 1
            account.spent += entry.seconds
        return entry

    def end(self, entry: Entry) -> None:
        """It was thought about; what it truly took is charged instead of what was expected."""
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

    # ── What can be expected ─────────────────────────────────────────────────────────────────────

    def seconds_until(self, who: Asker | str, seconds: float) -> float:
        """When a question would be answered that came now, from what the others are expected to
        take: each of them is served at most as much before it as is served for its own side."""
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
        """Seconds that are still to be spent on what is thought about now."""
        now = self.clock()
        return sum(max(0.0, one.seconds - (now - (one.began or now))) for one in self.begun)


def before_it(whole: Account | None, name: str, kind: int, needed: float) -> float:
    """Seconds that the other parts get while this one gets so many."""
    parts = whole.parts.items() if whole else ()
    return sum(min(part.load[kind], needed) for other, part in parts if other != name)


# ── How long it takes ────────────────────────────────────────────────────────────────────────────


class Durations:
    """How long something usually takes, from how long it took lately."""

    KEPT = 9
    FRESH = 120.0  # seconds; after that it is tried again, whatever it took then

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.known: dict[tuple[str, str], deque[tuple[float, float]]] = {}

    def note(self, game: str, bot: str, seconds: float) -> None:
        known = self.known.setdefault((game, bot), deque(maxlen=self.KEPT))
        known.append((self.clock(), seconds))

    def of(self, game: str, bot: str, guess: float) -> float:
        since = self.clock() - self.FRESH
        lately = [seconds for at, seconds in self.known.get((game, bot), ()) if at > since]
        return median(lately) if lately else guess
