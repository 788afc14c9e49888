"""2.8  What others hold shows in nothing: not in what is offered, and not in who is asked next."""

from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY
from templetop.games.karmaggan.rules import turn
from templetop.games.karmaggan.rules.hands import imagine

from .drawn import asked, choices, numbers, phase
from .swaps import swap
from .test_playing import play_on, wild

LOOKS = 8  # at a game, so many times on the average
STEPS = 250


def moments(seed: int) -> list[tuple[Any, Random]]:
    """Some tables of a game that began in the middle."""
    random = Random(f"secret {seed}")
    state = wild(random)
    found = []
    for _ in range(STEPS):
        if turn.to_move(state) == NOBODY:
            break
        if turn.to_move(state) != CHANCE and random.random() < LOOKS / STEPS * 4:
            found.append((state.copy(), random))
        play_on(state, random)
    return found


def swapped(state: Any, viewer: int, random: Random) -> Any:
    """The same table to the viewer, with other cards in all other hands."""
    world = state.copy()
    for rival in range(int(state.seats)):
        if rival != viewer:
            swap(world, viewer, rival, random)
    return world


def all_decide(state: Any, decided: dict[int, int]) -> Any:
    world = state.copy()
    decisions = np.full(MOST_SEATS, NO_MOVE, np.int64)
    for seat, move in decided.items():
        decisions[seat] = move
    turn.play(world, decisions)
    return world


def deciders(state: Any) -> list[int]:
    return [seat for seat in range(MOST_SEATS) if int(turn.to_move(state)) >> seat & 1]


@pytest.mark.parametrize("seed", range(12))
def test_2_8_what_a_seat_may_do_does_not_depend_on_what_others_hold(seed: int) -> None:
    for state, random in moments(seed):
        for seat in deciders(state):
            world = swapped(state, seat, random)
            assert asked(world) == asked(state)
            assert numbers(world, seat) == numbers(state, seat)


@pytest.mark.parametrize("seed", range(12))
def test_2_8_who_is_asked_next_does_not_tell_what_anybody_holds(seed: int) -> None:
    """A viewer sees the same move made in two worlds; so the same must be asked of the same."""
    for state, random in moments(seed):
        for viewer in range(int(state.seats)):
            world = swapped(state, viewer, random)
            decided = {}
            for seat in deciders(state):
                shared = {*numbers(state, seat)} & {*numbers(world, seat)}
                assert shared
                decided[seat] = random.choice(sorted(shared))
            one, other = all_decide(state, decided), all_decide(world, decided)
            assert (asked(one), phase(one)) == (asked(other), phase(other))
            if phase(one) in ("rolling", "turning", "hurting", "tasting", "counting"):
                assert choices(one) == choices(other)


@pytest.mark.parametrize("seed", range(6))
def test_2_8_what_is_imagined_looks_the_same(seed: int) -> None:
    for state, random in moments(seed):
        for seat in range(int(state.seats)):
            world = state.copy()
            imagine(world, seat, generator(random.randrange(1000)))
            assert asked(world) == asked(state)
            if seat in deciders(state):
                assert numbers(world, seat) == numbers(state, seat)
            for other in range(int(state.seats)):
                mine, theirs = state.players[other], world.players[other]
                assert (mine.cards != 0).sum() == (theirs.cards != 0).sum()
                assert seen_by(seat, mine) == seen_by(seat, theirs)


def seen_by(seat: int, player: Any) -> list[int]:
    """The cards of a hand that a seat has seen."""
    pairs = zip(player.cards, player.known, strict=True)
    return [int(card) for card, seen in pairs if card and int(seen) >> seat & 1]
