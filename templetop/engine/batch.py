"""Many tables at once, stepped together: for whoever trains a network.

At every table one seat is asked at a time. Seats that decide at the same time are asked one after
the other, and what each has decided stays unseen until all have. Chance goes on by itself. Where a
game has ended, the next one has begun. Game k at table n draws from stream n + k * size of the
seed, so the same moves give the same games on a CPU and on a GPU.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from templetop.engine.ask import happen, legal, observe, places, play, points, sides, to_move
from templetop.engine.bits import ONE, WORD
from templetop.engine.compile import compiled, record, rule
from templetop.engine.ending import are_together, win_of
from templetop.engine.game import Game
from templetop.engine.policy import POLICIES, any_event, any_move, greedy_move
from templetop.engine.random import is_seed, start
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY, Array
from templetop.engine.simulate import NO_SEED, check_game, cores
from templetop.engine.words import compiling

REWARDS = ("win", "points")
WIN, POINTS = range(len(REWARDS))
SHARE = 1024  # tables that a thread takes at a time, at least
WHIMS = np.uint64(1 << 62)  # streams from here on are for what `choose` draws

BYTE = 8
LOW_BYTE = np.uint64(0xFF)
# For each byte, its bits as bytes; the lowest comes first in memory
BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
SPREAD = np.ascontiguousarray(BITS.view("<u8")[:, 0], np.uint64)


class BadBatch(Refusal):
    """There can be no such batch, or it cannot do this."""


# ── One table ────────────────────────────────────────────────────────────────────────────────────


Desk = record([
    ("random",   np.uint64, 1),
    ("whims",    np.uint64, 1),              # what simple bots draw, apart from chance
    ("game",     np.int64),                  # the number of the game that is being played
    ("waiting",  np.int64),                  # the seats that still have to decide, a bit each
    ("decided",  np.int64, MOST_SEATS),      # what the others have decided, unseen
    ("standing", np.int16, MOST_SEATS),      # the points before the last step
])  # fmt: skip


class Sheets(NamedTuple):
    """What everyone may know of the tables, a row for each."""

    asked: Any  # the seat that is asked
    legal: Any  # its moves
    over: Any  # has the last step ended a game?
    rewards: Any


class Room(NamedTuple):
    """Scratch for one thread."""

    events: Any
    weights: Any
    points: Any
    places: Any
    sides: Any


def room_for(game: Game) -> Room:
    return Room(
        game.event_set(),
        game.weights(),
        np.zeros(MOST_SEATS, np.int16),
        np.zeros(MOST_SEATS, np.int8),
        np.zeros(MOST_SEATS, np.int8),
    )


@rule
def first_seat(waiting):
    """The first of a set of seats."""
    seat = 0
    while not waiting >> seat & 1:
        seat += 1
    return seat


@rule
def let_chance_go_on(state, desk, events, weights):
    """Until a seat has to decide, or the game is over."""
    deciding = to_move(state)
    while deciding == CHANCE:
        happen(state, any_event(state, desk.random, events, weights))
        deciding = to_move(state)
    desk.waiting = deciding


@rule
def start_bots(desk, seed, n):
    """What simple bots draw at this table is apart from what chance does there."""
    start(desk.whims, seed, WHIMS + np.uint64(n))
    desk.game = n
    for seat in range(MOST_SEATS):
        desk.decided[seat] = NO_MOVE


@rule
def start_game(state, desk, seed, events, weights):
    """As far as the first decision."""
    start(desk.random, seed, np.uint64(desk.game))
    let_chance_go_on(state, desk, events, weights)
    points(state, desk.standing)


@rule
def decide(state, desk, seat, move):
    """A seat has decided; were all of them heard, so that it was carried out?"""
    desk.decided[seat] = move
    desk.waiting &= ~(1 << seat)
    if desk.waiting != NOBODY:
        return False
    play(state, desk.decided)
    for other in range(MOST_SEATS):
        desk.decided[other] = NO_MOVE
    return True


@rule
def gained(state, desk, seat, points):
    """The points that a seat has more than before the last step; `points` are all as they stand."""
    more = int(points[seat]) - int(desk.standing[seat])
    desk.standing[seat] = points[seat]
    return more


@rule
def worth(seat, places, sides, seats):
    """How a game has ended for a seat: from 1, won, to -1, lost.

    It is the share of the win that its side has, less the largest share of another side. So at two
    seats one's gain is the other's loss.
    """
    own = win_of(seat, places, sides, seats)
    if are_together(sides, seats):
        return 2.0 * own - 1.0
    most = 0.0
    for other in range(seats):
        if sides[other] != sides[seat]:
            most = max(most, win_of(other, places, sides, seats))
    return own - most


@rule
def is_in(moves, move):
    """Is the move in the set? Any number may be asked about."""
    if move < 0 or move >= WORD * len(moves):
        return False
    return (moves[move >> 6] >> np.uint64(move & 63)) & np.uint64(1) != np.uint64(0)


# ── Some tables ──────────────────────────────────────────────────────────────────────────────────


@rule
def begin_table(tables, n, fresh, seed, desk, events, weights):
    """The next game at a table."""
    tables[n] = fresh[0]
    start_game(tables[n], desk, seed, events, weights)


@rule
def hear(tables, n, move, desk, asked, over, rewards):
    """The seat that is asked has decided; was it the last one, so that it was carried out?"""
    over[n] = False
    for seat in range(rewards.shape[1]):
        rewards[n, seat] = 0
    return decide(tables[n], desk, asked[n], move)


@rule
def follow_up(tables, n, fresh, seed, rewarded, desk, over, rewards, room):
    """What comes of what all have decided: chance, rewards, perhaps the next game."""
    events, weights, standing, in_place, on_side = room
    let_chance_go_on(tables[n], desk, events, weights)
    if rewarded == POINTS:
        points(tables[n], standing)
        for seat in range(rewards.shape[1]):
            rewards[n, seat] = gained(tables[n], desk, seat, standing)
    if desk.waiting == NOBODY:
        over[n] = True
        if rewarded == WIN:
            places(tables[n], in_place)
            sides(tables[n], on_side)
            for seat in range(rewards.shape[1]):
                rewards[n, seat] = worth(seat, in_place, on_side, rewards.shape[1])
        desk.game += len(tables)
        begin_table(tables, n, fresh, seed, desk, events, weights)


@rule
def look_ahead(state, waiting, ahead):
    """What each seat may do that has to decide: nothing changes on the table until all have.

    To ask for all of them while the table is at hand is faster than for one at each step.
    """
    for seat in range(len(ahead)):
        if waiting >> seat & 1:
            legal(state, seat, ahead[seat])


@rule
def ask_next(n, desk, ahead, asked, legal_moves):
    """The first of the seats that still have to decide."""
    seat = first_seat(desk.waiting)
    asked[n] = seat
    for word in range(legal_moves.shape[1]):
        legal_moves[n, word] = ahead[seat, word]


@compiled
def begin_tables(tables, first, last, fresh, seed, desks, ahead, sheets, room):
    asked, legal_moves, over, rewards = sheets
    for n in range(first, last):
        start_bots(desks[n], seed, n)
        over[n] = False
        for seat in range(rewards.shape[1]):
            rewards[n, seat] = 0
        begin_table(tables, n, fresh, seed, desks[n], room.events, room.weights)
        look_ahead(tables[n], desks[n].waiting, ahead[n])
        ask_next(n, desks[n], ahead[n], asked, legal_moves)


@compiled
def step_tables(tables, first, last, moves, fresh, seed, rewarded, desks, ahead, sheets, room):
    asked, legal_moves, over, rewards = sheets
    for n in range(first, last):
        if hear(tables, n, moves[n], desks[n], asked, over, rewards):
            follow_up(tables, n, fresh, seed, rewarded, desks[n], over, rewards, room)
            look_ahead(tables[n], desks[n].waiting, ahead[n])
        ask_next(n, desks[n], ahead[n], asked, legal_moves)


@compiled
def first_illegal(tables, moves, legal_moves):
    """The first table with a move that may not be made; -1 if there is none."""
    for n in range(len(tables)):
        if not is_in(legal_moves[n], moves[n]):
            return n
    return -1


@compiled
def observe_tables(tables, first, last, seats, numbers):
    for n in range(first, last):
        observe(tables[n], seats[n], numbers[n])


@compiled
def mask_tables(tables, first, last, legal_moves, count, mask):
    """A byte for each bit, written eight at a time: rows follow each other without a gap.

    The first row begins with a whole word of `mask`. What is left of one row is held back, and goes
    before the first bytes of the next.
    """
    word, held, left = first * count // BYTE, np.uint64(0), 0
    whole, rest = count // BYTE, count % BYTE
    for n in range(first, last):
        up, down = np.uint64(BYTE * left), np.uint64(WORD - 1 - BYTE * left)
        for byte in range(whole):
            eight = SPREAD[legal_moves[n, byte >> 3] >> np.uint64(BYTE * (byte & 7)) & LOW_BYTE]
            mask[word] = held | eight << up
            held = eight >> ONE >> down
            word += 1
        if rest:
            eight = SPREAD[legal_moves[n, whole >> 3] >> np.uint64(BYTE * (whole & 7)) & LOW_BYTE]
            held |= eight << up
            left += rest
            if left >= BYTE:
                mask[word] = held
                held = eight >> ONE >> down
                word += 1
                left -= BYTE
    if left:
        mask[word] = held


@compiled
def any_moves(tables, first, last, seats, legal_moves, desks, chosen):
    for n in range(first, last):
        chosen[n] = any_move(legal_moves[n], desks[n].whims)


@compiled
def greedy_moves(tables, first, last, seats, legal_moves, desks, chosen):
    for n in range(first, last):
        chosen[n] = greedy_move(tables[n], seats[n], legal_moves[n], desks[n].whims)


# ── All tables ───────────────────────────────────────────────────────────────────────────────────


class Hands(Protocol):
    """Whoever does the work: the cores of this machine, or a GPU."""

    sheets: Sheets

    def begin(self, seed: Any) -> None: ...
    def step(self, moves: Any) -> None: ...
    def observe(self) -> Any: ...
    def mask(self) -> Any: ...
    def choose(self, policy: int) -> Any: ...
    def shown(self, array: Any) -> Any: ...


class Wanted(NamedTuple):
    """What a batch is to be."""

    game: Game
    size: int
    seats: int
    fresh: Array  # one record: the game as it begins
    rewarded: int


class Batch:
    """Thousands of tables of one game, on all cores or on a GPU (`device="cuda"`).

    A network is trained in a loop like this::

        batch = tt.Batch(tt.take("karuba"), 4096, seats=2)
        while True:
            numbers, mask = batch.observe(), batch.mask()
            batch.step(your_network(numbers, mask))
            learn(batch.asked, batch.rewards, batch.over)

    At every table one seat is asked at a time: `asked` says which. `observe()` gives what it may
    know, `mask()` what it may do, and `step` takes a move for each table. Seats that decide at the
    same time are asked one after the other, without knowing each other's decision.

    `rewards` has a column for each seat: by default 1 for a win and -1 for a loss when a game ends;
    with `rewards="points"`, the points that each seat has gained by the step. Where `over` is true,
    the step has ended a game, and the table already shows the next one.

    On the CPU all arrays are NumPy's. On a GPU they are given by DLPack, without a copy:
    `torch.from_dlpack(batch.observe())`. The next call overwrites them: copy what you keep.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        device: str = "cpu",
        *,
        seats: int = 2,
        seed: int = 0,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        threads: int | None = None,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        check_game(game)
        if not is_seed(seed):
            raise BadBatch(NO_SEED)
        if size < 1:
            raise BadBatch("A batch has at least one table.")
        if rewards not in REWARDS:
            raise BadBatch(f"Rewards are {' or '.join(REWARDS)}, not {rewards!r}.")
        fresh = game.state()
        fresh[0] = game.start(seats, options)
        wanted = Wanted(game, size, seats, fresh, REWARDS.index(rewards))
        self.game, self.size, self.seats, self.device = game, size, seats, device
        self.hands = hands_for(wanted, device, threads or cores(), say)
        self.reset(seed)

    def __getstate__(self) -> dict[str, Any]:
        """All tables as they are, for `pickle` and `copy.deepcopy`."""
        if self.device != "cpu":
            raise BadBatch("A batch on a GPU cannot be pickled or copied; one on the CPU can.")
        return self.__dict__

    def reset(self, seed: int = 0) -> None:
        """Start again at all tables; the same seed gives the same chance."""
        if not is_seed(seed):
            raise BadBatch(NO_SEED)
        self.hands.begin(np.uint64(int(seed) & 0xFFFFFFFFFFFFFFFF))

    @property
    def asked(self) -> Any:
        """The seat that is asked at each table: whole numbers, (size,)."""
        return self.hands.shown(self.hands.sheets.asked)

    @property
    def over(self) -> Any:
        """Has the last step ended the game at this table? (size,)"""
        return self.hands.shown(self.hands.sheets.over)

    @property
    def rewards(self) -> Any:
        """What the last step has brought to each seat: (size, seats)."""
        return self.hands.shown(self.hands.sheets.rewards)

    def observe(self) -> Any:
        """What the seat that is asked may know, as numbers: (size, game.observation).

        `game.planes` gives their names and shapes, in this order. It is the same array each time.
        """
        return self.hands.shown(self.hands.observe())

    def mask(self) -> Any:
        """What the seat that is asked may do: (size, game.moves.count), true for legal moves.

        It is the same array each time.
        """
        return self.hands.shown(self.hands.mask())

    def step(self, moves: Any) -> None:
        """A move for each table, of the seat that is asked there. Whole numbers: (size,).

        On the CPU an illegal move is refused, and nothing is changed anywhere. A GPU cannot stop
        for that: a table with an illegal move stays as it is, and `refused` counts them.
        """
        self.hands.step(moves)

    @property
    def refused(self) -> int:
        """How many illegal moves a GPU has been given since the last reset."""
        return int(getattr(self.hands, "refused", 0))

    def choose(self, bot: str = "random") -> Any:
        """A move for each table, by a simple bot: random or greedy. (size,)"""
        if bot not in POLICIES:
            raise BadBatch(f"A batch has the bots {' and '.join(POLICIES)}, not {bot!r}.")
        return self.hands.shown(self.hands.choose(POLICIES.index(bot)))


def hands_for(wanted: Wanted, device: str, threads: int, say: Callable[[str], None]) -> Hands:
    if device == "cpu":
        return Cores(wanted, threads, say)
    if device == "cuda":
        from templetop.engine.batch_gpu import Card

        return Card(wanted, say)
    raise BadBatch(f"A batch is played on cpu or cuda, not on {device!r}.")


def empty_sheets(wanted: Wanted, zeros: Callable[..., Any] = np.zeros) -> Sheets:
    game, size = wanted.game, wanted.size
    return Sheets(
        asked=zeros(size, np.int64),
        legal=zeros((size, len(game.move_set())), np.uint64),
        over=zeros(size, np.bool_),
        rewards=zeros((size, wanted.seats), np.float32),
    )


class Cores:
    """The cores of this machine."""

    def __init__(self, wanted: Wanted, threads: int, say: Callable[[str], None]) -> None:
        self.wanted, self.say = wanted, say
        self.tables = wanted.game.state(wanted.size)
        self.sheets = empty_sheets(wanted)
        self.desks = np.zeros(wanted.size, Desk)
        self.ahead = np.zeros((wanted.size, wanted.seats, len(wanted.game.move_set())), np.uint64)
        self.seed = np.uint64(0)
        self.shares = shares_of(wanted.size, threads)
        self.chosen = np.zeros(wanted.size, np.int64)
        self.make_room()

    def make_room(self) -> None:
        """What nothing depends on: threads, scratch, and arrays that are written before use."""
        self.rooms = [room_for(self.wanted.game) for _ in self.shares]
        self.pool = ThreadPoolExecutor(len(self.shares)) if len(self.shares) > 1 else None
        self.numbers: Array | None = None
        self.words: Array | None = None
        self.bools: Array = np.zeros(0, np.bool_)
        self.is_ready: set[Any] = set()

    def __getstate__(self) -> dict[str, Any]:
        made_again = ("say", "rooms", "pool", "numbers", "words", "bools", "is_ready")
        return {name: value for name, value in vars(self).items() if name not in made_again}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.say = lambda sentence: None
        self.make_room()

    def shown(self, array: Array) -> Array:
        return array

    def begin(self, seed: Any) -> None:
        self.seed = seed
        rest = (self.wanted.fresh, self.seed, self.desks, self.ahead, self.sheets)
        self.by_all(begin_tables, lambda share, room: (*rest, room))

    def step(self, moves: Any) -> None:
        chosen = self.checked(moves)
        wanted = self.wanted
        rest = (chosen, wanted.fresh, self.seed, wanted.rewarded)
        about = (self.desks, self.ahead, self.sheets)
        self.by_all(step_tables, lambda share, room: (*rest, *about, room))

    def checked(self, moves: Any) -> Array:
        """The moves as they are handed to the rules; refused if one of them is illegal."""
        given = np.ascontiguousarray(moves)
        if given.shape != (self.wanted.size,) or given.dtype.kind not in "iu":
            raise BadBatch(f"A step takes {self.wanted.size} whole numbers, one for each table.")
        chosen = given.astype(np.int64, copy=False)
        wrong = int(first_illegal(self.tables, chosen, self.sheets.legal))
        if wrong >= 0:
            seat = int(self.sheets.asked[wrong])
            raise BadBatch(f"Move {chosen[wrong]} is not legal for seat {seat} at table {wrong}.")
        return chosen

    def observe(self) -> Array:
        if self.numbers is None:
            self.numbers = np.zeros((self.wanted.size, self.wanted.game.observation), np.float32)
        self.by_all(observe_tables, lambda share, room: (self.sheets.asked, self.numbers))
        return self.numbers

    def mask(self) -> Array:
        size, count = self.wanted.size, self.wanted.game.moves.count
        if self.words is None:
            self.words = np.zeros(-(-size * count // BYTE), np.uint64)
            self.bools = self.words.view(np.bool_)[: size * count].reshape(size, count)
        self.by_all(mask_tables, lambda share, room: (self.sheets.legal, count, self.words))
        return self.bools

    def choose(self, policy: int) -> Array:
        rest = (self.sheets.asked, self.sheets.legal, self.desks, self.chosen)
        self.by_all((any_moves, greedy_moves)[policy], lambda share, room: rest)
        return self.chosen

    def by_all(self, work: Any, rest: Callable[[range, Room], tuple[Any, ...]]) -> None:
        """Every thread does its share of the tables."""

        def do(number: int) -> None:
            share, room = self.shares[number], self.rooms[number]
            work(self.tables, share.start, share.stop, *rest(share, room))

        self.make_ready(work, (self.tables, 0, 1, *rest(self.shares[0], self.rooms[0])))
        if self.pool is None:
            do(0)
        else:
            list(self.pool.map(do, range(len(self.shares))))

    def make_ready(self, work: Any, arguments: tuple[Any, ...]) -> None:
        """Compile, or load what was compiled before; one thread alone."""
        if work in self.is_ready:
            return
        if not work.is_on_disk(*arguments):
            self.say(compiling(self.wanted.game))
        work.prepare(*arguments)
        self.is_ready.add(work)


def shares_of(size: int, threads: int) -> list[range]:
    """The tables of each thread: no more threads than are worth their while."""
    count = max(1, min(threads, size // SHARE))
    ends = [size * n // count // BYTE * BYTE for n in range(count)]  # a mask begins with a word
    ends.append(size)
    return [range(first, last) for first, last in pairwise(ends)]
