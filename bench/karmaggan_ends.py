"""`python -m bench.karmaggan_ends`: what must be true in all of 100,000 games of Karmaggän.

Every number of seats and mode, with random and with greedy bots. After every decision and event:

    ended      games that came to an end; one that goes on for a million steps counts as endless
    gained     steps after which there was not the same number of each object or temple card
    cut off    turns that began cut off from the centre
    no ring    of these, turns in which the own ring could not be turned
    longest    turns in a row that one raider began cut off
    at the end raiders that began their last turn cut off, and the longest row of these
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.karmaggan import TABLES
from bench.keeping import RESULTS, keep
from templetop.engine.ask import happen, legal, play, to_move
from templetop.engine.bits import has
from templetop.engine.compile import compiled, rule
from templetop.engine.policy import POLICIES, any_event, seat_move
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY
from templetop.engine.simulate import scratch_for, wanted
from templetop.games.karmaggan.rules.ground import ring_of
from templetop.games.karmaggan.rules.moves import RING
from templetop.games.karmaggan.rules.pieces import FACES, HAND, NO_CARD, TEMPLE_KINDS
from templetop.games.karmaggan.rules.state import ALIVE, PREPARING
from templetop.games.shelf import take

FOUND = ("ended", "gained", "cut_off", "no_ring", "longest", "at_end", "longest_at_end")
ENDED, GAINED, CUT_OFF, NO_RING, LONGEST, AT_END, LONGEST_AT_END = range(len(FOUND))
ENDLESS = 1_000_000
GAMES = 100_000


@rule
def count_cards(state, cards):
    """How many there are of each: object cards, and behind them temple cards."""
    for card in range(FACES):
        cards[card] = int(state.deck[card]) + int(state.discards[card])
    for seat in range(state.seats):
        for place in range(HAND):
            cards[int(state.players[seat].cards[place])] += 1
    for side in range(2):
        for place in range(3):
            cards[int(state.battle.aside[side, place])] += 1
    cards[NO_CARD] = 0
    for card in range(TEMPLE_KINDS):
        cards[FACES + card] = int(state.temple[card]) + int(state.turned_up[card])


@rule
def is_same(one, other):
    for n in range(len(one)):
        if one[n] != other[n]:
            return False
    return True


@rule
def can_turn_own_ring(state, moves):
    seat = int(state.active)
    legal(state, seat, moves)
    way = RING + 2 * ring_of(int(state.at[seat]))
    return has(moves, way) and has(moves, way + 1)


@rule
def look_at_turn(state, found, rows, moves):
    """A raider's turn begins."""
    seat = int(state.active)
    rows[seat] = rows[seat] + 1 if state.cut_off == 1 else 0
    if state.cut_off == 1:
        found[CUT_OFF] += 1
        found[NO_RING] += int(not can_turn_own_ring(state, moves))
        found[LONGEST] = max(found[LONGEST], rows[seat])


@rule
def look_at_end(state, found, rows):
    found[ENDED] += 1
    for seat in range(state.seats):
        if rows[seat] > 0 and state.players[seat].life == ALIVE:
            found[AT_END] += 1
            found[LONGEST_AT_END] = max(found[LONGEST_AT_END], rows[seat])


@compiled
def play_looking(
    tables: Any, fresh: Any, games: Any, policies: Any, found: Any, rows: Any, cards: Any, room: Any
) -> None:
    """So many games, one after the other on the same table."""
    random, moves, events, weights, decided = room
    for n in range(games):
        tables[0] = fresh[0]
        state = tables[0]
        count_cards(state, cards[0])
        start(random, np.uint64(1), np.uint64(n))
        rows[:] = 0
        turn, steps = -1, 0
        deciding = to_move(state)
        while deciding != NOBODY and steps < ENDLESS:
            if deciding == CHANCE:
                happen(state, any_event(state, random, events, weights))
            else:
                if state.phase == PREPARING and state.turns != turn:
                    turn = int(state.turns)
                    look_at_turn(state, found, rows, moves)
                for seat in range(MOST_SEATS):
                    decided[seat] = NO_MOVE
                    if deciding >> seat & 1:
                        decided[seat] = seat_move(state, seat, policies, random, moves)
                play(state, decided)
            steps += 1
            count_cards(state, cards[1])
            found[GAINED] += int(not is_same(cards[0], cards[1]))
            deciding = to_move(state)
        if deciding == NOBODY:
            look_at_end(state, found, rows)


def figures(seats: int, mode: str, bot: str, games: int) -> dict[str, Any]:
    karmaggan = take("karmaggan")
    these = wanted(karmaggan, seats, games, (bot,), 1, {"mode": mode})
    found = np.zeros(len(FOUND), np.int64)
    cards = np.zeros((2, FACES + TEMPLE_KINDS), np.int64)
    rows = np.zeros(MOST_SEATS, np.int64)
    begin = time.perf_counter()
    room = scratch_for(karmaggan)
    play_looking(karmaggan.state(), these.fresh, games, these.policies, found, rows, cards, room)
    return {
        "seats": seats,
        "mode": mode,
        "bot": bot,
        "games": games,
        **dict(zip(FOUND, found.tolist(), strict=True)),
        "object_cards": int(cards[0, :FACES].sum()),
        "temple_cards": int(cards[0, FACES:].sum()),
        "seconds": round(time.perf_counter() - begin, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.karmaggan_ends", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="in all")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    each = -(-arguments.games // (len(TABLES) * len(POLICIES)))
    rows = []
    for bot in POLICIES:
        for seats, mode in TABLES:
            rows.append(figures(seats, mode, bot, each))
            print(json.dumps(rows[-1]), flush=True)
            total = {name: sum(row[name] for row in rows) for name in ("games", "ended", "gained")}
            keep("karmaggan-ends", {"total": total, "rows": rows}, arguments.out)
    print(json.dumps(total))


if __name__ == "__main__":
    main()
