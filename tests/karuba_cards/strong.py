"""A strong player of the card game, small enough for a thread of a GPU: all its games are counted.

It plays each of the best-looking moves out in imagined worlds, itself greedily and the others
anything, and takes the one that earns it most. Where several are as good it takes any of them, so
that nothing depends on the order of moves: no direction on the island is preferred, and no colour.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import appeal, happen, legal, play, points, to_move
from templetop.engine.bits import clear, count, has, nth, put
from templetop.engine.compile import compiled, rule, teach_numba
from templetop.engine.gpu import look_for_a_gpu
from templetop.engine.policy import GREEDY, RANDOM, any_event, seat_move
from templetop.engine.random import below, start
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY, Array, decisions
from templetop.engine.simulate import Scratch, play_out, scratch_for
from templetop.games import shelf
from templetop.games.karuba_cards.rules.turn import redraw_hand

CARD = shelf.take("karuba_cards")


class Search(NamedTuple):
    """How far it looks: so many moves, each played out in so many imagined worlds."""

    name: str
    moves: int
    worlds: int
    islands: int  # that are counted, whatever the number of seats


SEARCH = Search("search", moves=8, worlds=8, islands=600)
LONGER_SEARCH = Search("longer search", moves=16, worlds=32, islands=180)


class Desk(NamedTuple):
    """What is written on while a seat thinks."""

    room: Any  # to play imagined games in
    decided: Any  # what the seats before it have decided, in the true game
    imagined: Any  # what they may have decided, for all it knows
    shortlist: Any  # the moves that are tried
    totals: Any  # the points of each, over all worlds
    points: Any
    policies: Any  # of everyone in an imagined game
    worlds: Any  # an imagined one, and a second in which it is played out


THREADS = 64  # in a block: what more of them write no longer fits into the cache beside them
MOVES, WORDS, SEATS = CARD.moves.count, len(CARD.move_set()), CARD.seats[-1]
EVENTS, EVENT_WORDS = CARD.events.count, len(CARD.event_set())


def desk() -> Desk:
    return Desk(
        room=scratch_for(CARD),
        decided=decisions(),
        imagined=decisions(),
        shortlist=np.zeros(WORDS, np.uint64),
        totals=np.zeros(MOVES, np.int64),
        points=np.zeros(SEATS, np.int16),
        policies=np.zeros(SEATS, np.int8),
        worlds=CARD.state(2),
    )


# ── One decision ─────────────────────────────────────────────────────────────────────────────────


@rule
def most_appealing(state: Any, seat: Any, desk: Any) -> Any:
    """The best-looking move that is not on the shortlist yet."""
    best, most, equals = -1, 0, 0
    moves, random = desk.room.moves, desk.room.random
    for n in range(count(moves)):
        move = nth(moves, n)
        if not has(desk.shortlist, move):
            how_much = appeal(state, seat, move)
            if best < 0 or how_much > most:
                best, most, equals = move, how_much, 1
            elif how_much == most:
                equals += 1
                if below(random, equals) == 0:
                    best = move
    return best


@rule
def make_shortlist(state: Any, seat: Any, how_many: Any, desk: Any) -> None:
    legal(state, seat, desk.room.moves)
    clear(desk.shortlist)
    for _ in range(min(how_many, count(desk.room.moves))):
        put(desk.shortlist, most_appealing(state, seat, desk))


@rule
def imagine_world(state: Any, seat: Any, desk: Any) -> None:
    """3.4.3  The others hold anything; 3.1.2  who comes before it has decided anything."""
    desk.worlds[0] = state
    world, deciding = desk.worlds[0], to_move(state)
    for other in range(state.seats):
        desk.imagined[other] = NO_MOVE
        if other != seat:
            redraw_hand(world.players[other], desk.room.random)
            if other < seat and (deciding >> other) & 1:
                desk.imagined[other] = decision(world, other, desk)


@rule
def decision(world: Any, seat: Any, desk: Any) -> Any:
    return seat_move(world, seat, desk.policies, desk.room.random, desk.room.moves)


@rule
def try_shortlist(seat: Any, desk: Any) -> None:
    """Play each move out in the imagined world: the seat greedily, the others anything."""
    deciding = to_move(desk.worlds[0])
    for n in range(count(desk.shortlist)):
        desk.worlds[1] = desk.worlds[0]
        desk.imagined[seat] = nth(desk.shortlist, n)
        for other in range(seat + 1, desk.worlds[0].seats):
            if (deciding >> other) & 1:
                desk.imagined[other] = decision(desk.worlds[1], other, desk)
        play(desk.worlds[1], desk.imagined)
        play_out(desk.worlds[1], desk.policies, desk.room)
        points(desk.worlds[1], desk.points)
        desk.totals[n] += desk.points[seat]


@rule
def best_tried(desk: Any) -> Any:
    """The move of the shortlist with the most points."""
    best, equals = 0, 1
    for n in range(1, count(desk.shortlist)):
        if desk.totals[n] > desk.totals[best]:
            best, equals = n, 1
        elif desk.totals[n] == desk.totals[best]:
            equals += 1
            if below(desk.room.random, equals) == 0:
                best = n
    return nth(desk.shortlist, best)


@rule
def searched_move(state: Any, seat: Any, moves: Any, worlds: Any, desk: Any) -> Any:
    """The move that earns the seat most over all imagined worlds."""
    make_shortlist(state, seat, moves, desk)
    if count(desk.shortlist) == 1:
        return nth(desk.shortlist, 0)
    for n in range(moves):
        desk.totals[n] = 0
    for other in range(state.seats):
        desk.policies[other] = GREEDY if other == seat else RANDOM
    for _ in range(worlds):
        imagine_world(state, seat, desk)
        try_shortlist(seat, desk)
    return best_tried(desk)


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


@rule
def search_to_the_end(state: Any, moves: Any, worlds: Any, desk: Any) -> None:
    """Everyone searches; of several who are awaited the first seat decides first."""
    deciding = to_move(state)
    while deciding != NOBODY:
        if deciding == CHANCE:
            room = desk.room
            happen(state, any_event(state, room.random, room.events, room.weights))
        else:
            for seat in range(MOST_SEATS):
                desk.decided[seat] = NO_MOVE
                if (deciding >> seat) & 1:
                    desk.decided[seat] = searched_move(state, seat, moves, worlds, desk)
            play(state, desk.decided)
        deciding = to_move(state)


@compiled
def search_games(fresh: Any, ends: Any, seed: Any, moves: Any, worlds: Any, desk: Any) -> None:
    """One game for each end."""
    for n in range(len(ends)):
        ends[n] = fresh[0]
        start(desk.room.random, seed, np.uint64(n))
        search_to_the_end(ends[n], moves, worlds, desk)


@functools.cache
def kernel() -> Any:
    """One game for each thread."""
    from numba import cuda

    teach_numba()
    state_type = CARD.State

    def search_on_gpu(fresh: Any, ends: Any, seed: Any, moves: Any, worlds: Any) -> None:
        n = cuda.grid(1)
        if n < len(ends):
            desk = Desk(
                Scratch(
                    cuda.local.array(1, np.uint64),
                    cuda.local.array(WORDS, np.uint64),
                    cuda.local.array(EVENT_WORDS, np.uint64),
                    cuda.local.array(EVENTS, np.int64),
                    cuda.local.array(MOST_SEATS, np.int64),
                ),
                cuda.local.array(MOST_SEATS, np.int64),
                cuda.local.array(MOST_SEATS, np.int64),
                cuda.local.array(WORDS, np.uint64),
                cuda.local.array(MOVES, np.int64),
                cuda.local.array(SEATS, np.int16),
                cuda.local.array(SEATS, np.int8),
                cuda.local.array(2, state_type, alignment=8),
            )
            table = cuda.local.array(1, state_type, alignment=8)
            table[0] = fresh[0]
            start(desk.room.random, seed, np.uint64(n))
            search_to_the_end(table[0], moves, worlds, desk)
            ends[n] = table[0]

    return cuda.jit(search_on_gpu)


def played_by_search(
    search: Search, seats: int, games: int, seed: int, device: str = "cpu"
) -> Array:
    """The last tables of so many games: the same on any device."""
    fresh: Array = CARD.state()
    ends: Array = CARD.state(games)
    fresh[0] = CARD.start(seats)
    if device == "cuda":
        from numba import cuda

        look_for_a_gpu()
        tables = cuda.device_array(games, CARD.State)
        blocks = (games + THREADS - 1) // THREADS
        kernel()[blocks, THREADS](
            cuda.to_device(fresh), tables, np.uint64(seed), search.moves, search.worlds
        )
        tables.copy_to_host(ends)
    else:
        search_games(fresh, ends, np.uint64(seed), search.moves, search.worlds, desk())
    return ends
