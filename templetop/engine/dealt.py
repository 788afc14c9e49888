"""Whole games on given deals, as machine code, and the course that each of them took.

As in `deal`, every event has a clock of its own, so that a pile is drawn in the same order whatever
is done in between. Only the numbers come from a faster generator, so these deals are others than
those of the arena. What the bots draw comes from a stream of its own: the same deal can be played
several times, or by another variant of the game.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import happen, odds, places, play, points, sides, to_move
from templetop.engine.bits import count, has
from templetop.engine.compile import compiled, record, rule
from templetop.engine.game import Game
from templetop.engine.policy import POLICIES, seat_move
from templetop.engine.random import next_bits, start
from templetop.engine.seats import CHANCE, EVEN, MOST_SEATS, NO_MOVE, NOBODY, Array, decisions
from templetop.engine.simulate import Outcome, Results, by_shares, cores, wanted, write_down
from templetop.engine.words import compiling

MOMENTS = 21  # of a game, at which its points are kept: from the first decision to the end
TRAIL = 1024  # steps whose points are remembered on the way; of a longer game, every second one
NO_LEADER = -1
CHANCE_STREAM, FIRST_TAKE = np.uint64(0), 1
USED, OFFERED = range(2)

Course = record([
    ("steps",     np.int32),                 # how often seats decided, one alone or several at once
    ("changes",   np.int32),                 # of the lead
    ("settled",   np.int32),                 # the step since which the leader has been the same
    ("led",       np.int32, MOST_SEATS),     # steps in which the seat's side led alone
    ("decisions", np.int32, MOST_SEATS),
    ("choices",   np.int64, MOST_SEATS),     # legal moves at these, added up
    ("forced",    np.int32, MOST_SEATS),     # decisions with a single legal move
    ("points",    np.int16, (MOMENTS, MOST_SEATS)),
])  # fmt: skip


class Desk(NamedTuple):
    """Scratch to play in and to take notes in: for one thread."""

    random: Any  # of the bots
    chance: Any  # of the clock that is wound up
    key: Any  # of the deal
    moves: Any
    events: Any
    weights: Any
    decided: Any
    clocks: Any  # what is left until they strike, at weight 1
    wound: Any  # how often each was wound up
    places: Any
    sides: Any
    trail: Any  # points after each step
    first: Any  # the first number of each kind of moves …
    end: Any  # … and the one behind its last


def desk_for(game: Game) -> Desk:
    kinds = game.moves.kinds
    return Desk(
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        game.move_set(),
        game.event_set(),
        game.weights(),
        decisions(),
        np.zeros(game.events.count, np.float64),
        np.zeros(game.events.count, np.int64),
        np.zeros(MOST_SEATS, np.int8),
        np.zeros(MOST_SEATS, np.int8),
        np.zeros((TRAIL, MOST_SEATS), np.int16),
        np.array([kind.first for kind in kinds], np.int64),
        np.array([kind.end for kind in kinds], np.int64),
    )


# ── The deal ─────────────────────────────────────────────────────────────────────────────────────


@rule
def begin_deal(desk, seed, deal, take):
    """Everything that chance will do follows from seed and deal; what bots draw, from the take."""
    start(desk.chance, seed, deal)
    desk.key[0] = desk.chance[0]
    start(desk.random, desk.key[0], np.uint64(take) << np.uint64(48))
    for event in range(len(desk.wound)):
        desk.wound[event] = 0


@rule
def wind_up(desk, event):
    """A clock strikes after an exponential time, which does not remember how long it has run."""
    desk.wound[event] += 1
    start(
        desk.chance, desk.key[0], np.uint64(event) | np.uint64(desk.wound[event]) << np.uint64(24)
    )
    bits = next_bits(desk.chance)
    desk.clocks[event] = -log((float(bits) + 1.0) / 4294967296.0)


@rule
def weight_of(desk, event, total):
    return 1.0 if total == EVEN else float(desk.weights[event])


@rule
def dealt_event(state, desk):
    """What happens now: the clock that strikes first."""
    total = odds(state, desk.events, desk.weights)
    first = -1
    soonest = 0.0
    for event in range(len(desk.clocks)):
        if has(desk.events, event):
            if desk.wound[event] == 0:
                wind_up(desk, event)
            due = desk.clocks[event] / weight_of(desk, event, total)
            if first < 0 or due < soonest:
                first, soonest = event, due
    for event in range(len(desk.clocks)):
        if has(desk.events, event):
            left = desk.clocks[event] - soonest * weight_of(desk, event, total)
            desk.clocks[event] = max(0.0, left)
    wind_up(desk, first)
    return first


# ── The course ───────────────────────────────────────────────────────────────────────────────────


@rule
def clear_course(course, uses):
    course.steps = 0
    course.changes = 0
    course.settled = 0
    for seat in range(MOST_SEATS):
        course.led[seat] = 0
        course.decisions[seat] = 0
        course.choices[seat] = 0
        course.forced[seat] = 0
        for kind in range(uses.shape[1]):
            uses[seat, kind, USED] = 0
            uses[seat, kind, OFFERED] = 0


@rule
def offers(moves, first, end):
    """Is there a move of the kind with these numbers?"""
    for move in range(first, end):
        if has(moves, move):
            return True
    return False


@rule
def note_decision(course, uses, seat, move, desk):
    """Which kinds of moves were possible, and which was made."""
    number = count(desk.moves)
    course.decisions[seat] += 1
    course.choices[seat] += number
    course.forced[seat] += int(number == 1)
    for kind in range(len(desk.first)):
        if desk.first[kind] <= move < desk.end[kind]:
            uses[seat, kind, USED] += 1
        if offers(desk.moves, desk.first[kind], desk.end[kind]):
            uses[seat, kind, OFFERED] += 1


@rule
def leading_side(state, desk):
    """The side that has the first place alone."""
    places(state, desk.places)
    leader = NO_LEADER
    for seat in range(state.seats):
        if desk.places[seat] == 1:
            side = int(desk.sides[seat])
            if leader != NO_LEADER and leader != side:
                return NO_LEADER
            leader = side
    return leader


@rule
def note_step(state, course, leader, desk):
    """Who leads after a step; returns who has led alone last."""
    course.steps += 1
    now = leading_side(state, desk)
    if now != NO_LEADER and now != leader:
        course.changes += int(leader != NO_LEADER)
        course.settled = course.steps
    for seat in range(state.seats):
        course.led[seat] += int(now != NO_LEADER and int(desk.sides[seat]) == now)
    return leader if now == NO_LEADER else now


@rule
def note_points(state, desk, kept, stride, step):
    """Keep every so manieth step's points; returns how many are kept, and every how manieth."""
    if step % stride != 0:
        return kept, stride
    if kept == TRAIL:
        for row in range(TRAIL // 2):
            for seat in range(MOST_SEATS):
                desk.trail[row, seat] = desk.trail[2 * row, seat]
        kept, stride = TRAIL // 2, 2 * stride
        if step % stride != 0:
            return kept, stride
    points(state, desk.trail[kept])
    return kept + 1, stride


@rule
def keep_moments(state, course, desk, kept):
    """The points at moments that are evenly spaced; the last is the end."""
    for moment in range(MOMENTS - 1):
        row = moment * kept // (MOMENTS - 1)
        for seat in range(MOST_SEATS):
            course.points[moment, seat] = desk.trail[row, seat] if kept > 0 else 0
    for seat in range(MOST_SEATS):
        course.points[MOMENTS - 1, seat] = 0
    points(state, course.points[MOMENTS - 1])


@rule
def play_noted(state, policies, course, uses, log, desk):
    """Play to the end and take notes; returns how many decisions the seats made."""
    clear_course(course, uses)
    sides(state, desk.sides)
    made, logged, kept, stride, leader = 0, 0, 0, 1, NO_LEADER
    deciding = to_move(state)
    while deciding != NOBODY:
        if deciding == CHANCE:
            event = dealt_event(state, desk)
            logged = write_log(log, logged, CHANCE, event)
            happen(state, event)
        else:
            kept, stride = note_points(state, desk, kept, stride, int(course.steps))
            for seat in range(MOST_SEATS):
                desk.decided[seat] = NO_MOVE
                if deciding >> seat & 1:
                    move = seat_move(state, seat, policies, desk.random, desk.moves)
                    desk.decided[seat] = move
                    note_decision(course, uses, seat, move, desk)
                    logged = write_log(log, logged, seat, move)
                    made += 1
            play(state, desk.decided)
            leader = note_step(state, course, leader, desk)
        deciding = to_move(state)
    keep_moments(state, course, desk, kept)
    return made


@rule
def write_log(log, logged, seat, number):
    """Whoever did what, as long as there is room; a row that is not full ends with a zero."""
    if logged < len(log):
        log[logged] = (number + 1) * 16 + seat + 1
    return logged + 1


@compiled
def play_dealt(fresh, first, seed, take, policies, outcomes, courses, uses, logs, states, desk):
    """One game for each outcome, on a deal of its own.

    Courses, uses, logs and states are kept as far as there is room for them.
    """
    for n in range(len(outcomes)):
        kept = n % len(states)
        noted = n % len(courses)
        state = states[kept]
        states[kept] = fresh[0]
        begin_deal(desk, seed, np.uint64(first + n), take)
        log_row = logs[min(n, len(logs) - 1)]
        for place in range(len(log_row)):
            log_row[place] = 0
        outcomes[n].length = play_noted(state, policies, courses[noted], uses[noted], log_row, desk)
        write_down(state, outcomes[n])


# ── Many of them ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Noted:
    """What came of so many deals in one take, and how; a row for each."""

    outcomes: Array
    courses: Array
    uses: Array  # by game, seat and kind of moves: how often it was used, and offered
    logs: Array  # of the first games: who did what
    states: Array  # at the end


NO_LOG = 1  # of one entry, which is never read


def play_deals(
    game: Game,
    bots: Sequence[str],
    deals: range,
    seed: int,
    take: int,
    options: Mapping[str, str],
    longest_log: int = NO_LOG,
    logged: int = 0,
) -> Noted:
    """Play these deals on this thread; the first so many are logged."""
    these = wanted(game, len(bots), len(deals), bots, seed, options)
    kinds = len(game.moves.kinds)
    noted = Noted(
        np.zeros(len(deals), Outcome),
        np.zeros(len(deals), Course),
        np.zeros((len(deals), MOST_SEATS, kinds, 2), np.int32),
        np.zeros((min(logged, len(deals)) + 1, longest_log), np.int64),
        game.state(len(deals)),
    )
    play_dealt(*call(game, these.fresh, bots, deals.start, seed, take, noted))
    return noted


def call(
    game: Game, fresh: Array, bots: Sequence[str], first: int, seed: int, take: int, noted: Noted
) -> tuple[Any, ...]:
    """What `play_dealt` is called with."""
    policies = np.array([POLICIES.index(bot) for bot in bots], np.int8)
    whole = np.uint64(int(seed) & 0xFFFFFFFFFFFFFFFF)
    rows = (noted.outcomes, noted.courses, noted.uses, noted.logs, noted.states)
    return (fresh, first, whole, FIRST_TAKE + take, policies, *rows, desk_for(game))


def make_ready(game: Game, bots: Sequence[str], say: Callable[[str], None]) -> None:
    """Compile the rules, or load them if this machine has compiled them before."""
    these = wanted(game, len(bots), 1, bots, 0, usable_options(game, len(bots)))
    noted = Noted(
        np.zeros(1, Outcome),
        np.zeros(1, Course),
        np.zeros((1, MOST_SEATS, len(game.moves.kinds), 2), np.int32),
        np.zeros((1, 1), np.int64),
        game.state(),
    )
    arguments = call(game, these.fresh, bots, 0, 0, 0, noted)
    if not play_dealt.is_on_disk(*arguments):
        say(compiling(game))
    play_dealt.prepare(*arguments)


def usable_options(game: Game, seats: int) -> dict[str, str]:
    """Options by which so many can play: the machine code is the same for all."""
    for option in game.options:
        for choice in option.choices:
            if seats in game.seats_for({option.name: choice.name}):
                return {option.name: choice.name}
    return {}


def simulate_dealt(
    game: Game,
    seats: int,
    games: int,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, str],
    threads: int | None = None,
    progress: Callable[[int], None] = lambda games_played: None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Results:
    """As `simulate`, but game number n has deal number n, whatever the options are."""
    these = wanted(game, seats, games, bots, seed, options)
    outcomes = np.zeros(games, Outcome)
    make_ready(game, these.bots, say)

    def play_share(share: range) -> None:
        mine = outcomes[share.start : share.stop]
        none = np.zeros((1, MOST_SEATS, len(game.moves.kinds), 2), np.int32)
        log_row = np.zeros((1, 1), np.int64)
        noted = Noted(mine, np.zeros(1, Course), none, log_row, game.state())
        play_dealt(*call(game, these.fresh, these.bots, share.start, seed, 0, noted))

    begin = time.perf_counter()
    by_shares(play_share, games, threads or cores(), progress)
    return Results(game, seats, these.bots, seed, time.perf_counter() - begin, outcomes)


def read_log(row: Array) -> list[tuple[int, int]]:
    """Who did what, in order: the seat, or CHANCE, and the number."""
    return [(entry % 16 - 1, entry // 16 - 1) for entry in row.tolist() if entry]
