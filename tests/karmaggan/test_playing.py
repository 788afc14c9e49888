"""Whole games, played at random: what must be true whenever somebody is asked."""

from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY
from templetop.games.karmaggan.rules import turn
from templetop.games.karmaggan.rules.ground import CENTRE, INSIDE, TRAIL
from templetop.games.karmaggan.rules.pieces import ABYSS, PIECES, TILES
from templetop.games.karmaggan.rules.state import ALIVE, BEGINNING, MOST_JOBS, PREPARING, SWARMING
from templetop.games.karmaggan.rules.table import space_of_egg, tile_at
from tests.parameters import slow

from .census import census
from .drawn import NOTHING, SEATS, fresh, numbers, temple
from .facts import OBJECT_CARDS
from .reference import SPACES, Ground

TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {"rounds": "15"}),
    (3, {"rounds": "10", "starts": "chosen", "rollers": "2-5"}),
    (4, {"rounds": "10", "mode": "teams", "gate_cards": "9,9,1,1,0"}),
    (5, {"rounds": "8", "coins": "1,1,1,1,1,1,1", "spawn_coin": "won", "medallions": "3"}),
    (6, {"rounds": "8", "mode": "teams", "team_wipe": "fights-on", "medallions": "2"}),
    (8, {"rounds": "6", "coins": "2,2,2,2,2,2,2", "trail": "2", "gate_cards": "9,9,0,0,0"}),
]


def play_on(state: Any, random: Random) -> None:
    """Whoever is asked does anything; chance does anything that can happen."""
    deciding = int(turn.to_move(state))
    if deciding == CHANCE:
        turn.happen(state, random.choice(numbers(state, CHANCE)))
        return
    decisions = np.full(MOST_SEATS, NO_MOVE, np.int64)
    for seat in range(MOST_SEATS):
        if deciding >> seat & 1:
            moves = numbers(state, seat)
            assert moves, "Somebody is asked who can do nothing."
            decisions[seat] = random.choice(moves)
    turn.play(state, decisions)


def look(state: Any) -> None:
    """What must be true whenever anybody is asked."""
    at = [int(space) for space in state.at]
    seats = range(int(state.seats))
    assert not state.scratch.any()
    assert 0 < state.depth < MOST_JOBS - 8
    assert (state.egg == NOTHING) != (state.carrier == NOTHING)
    assert min(int(state.players[seat].coins) for seat in seats) >= 0
    assert all(tile_at(state, space) in range(len(TILES)) for space in (CENTRE, 0))
    for piece in range(PIECES):
        lives = piece in seats and state.players[piece].life == ALIVE
        if piece < MOST_SEATS and state.phase != BEGINNING and state.places == 0:
            assert (at[piece] != NOTHING) == lives
        assert sum(space == at[piece] for space in at) <= 2 or at[piece] == NOTHING
    if state.rollers == 0:
        assert space_of_egg(state) == CENTRE


def look_between_turns(state: Any) -> None:
    """Nobody shares a space, stands on an abyss, is without blood or lies over the Egg."""
    taken = [int(space) for space in state.at if space != NOTHING]
    assert len(taken) == len({*taken})
    assert all(tile_at(state, space) != ABYSS for space in taken if space < TRAIL)
    spawns = {int(space) for space in state.at[MOST_SEATS:] if space != NOTHING}
    if state.egg != NOTHING:
        assert int(state.egg) < INSIDE
        assert tile_at(state, int(state.egg)) != ABYSS
        assert int(state.egg) not in spawns
    for seat in range(int(state.seats)):
        player = state.players[seat]
        assert (player.coins > 0) == (player.life == ALIVE) or player.life == 2


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_nothing_impossible_happens(seats: int, options: dict[str, str], seed: int) -> None:
    random = Random(f"{seats} {seed}")
    state = fresh(seats, **options)
    counted = census(state)
    turns = 0
    while turn.to_move(state) != NOBODY:
        play_on(state, random)
        if turn.to_move(state) != NOBODY:
            look(state)
            assert census(state) == counted
            if state.turns > turns and state.phase in (PREPARING, SWARMING):
                look_between_turns(state)
                turns = int(state.turns)
    assert state.ending
    assert state.winners


# ── From the middle of a game ────────────────────────────────────────────────────────────────────


def wild(random: Random) -> Any:
    """Raiders and spawns close together, full hands, open gates, and somebody with the Egg."""
    seats = random.choice([2, 3, 4, 4, 6, 8])
    options: dict[str, Any] = {"rounds": "5"}
    deck = [card for card, number in OBJECT_CARDS.items() for _ in range(number)]
    random.shuffle(deck)
    if seats in (4, 6, 8) and random.random() < 0.6:
        options |= {"mode": "teams", "team_wipe": random.choice(["loses", "fights-on"])}
    turned: dict[str, Any] = {
        ring: random.randrange(16) for ring in ("central", "inner", "middle", "outer")
    }
    ground = Ground(**turned)
    middle = random.choice(["F4", "A5", "C8", "B40", "E9", "A37"])
    near = [place for place, far in ground.distances(middle, {*SPACES}).items() if far < 7]
    tiles = [place for place in near if place not in ground.abysses]
    random.shuffle(tiles)
    raiders = ["dead" if random.random() < 0.3 else tiles.pop() for _ in range(seats)]
    raiders[0] = raiders[0] if raiders[0] != "dead" else tiles.pop()
    living = [SEATS[seat] for seat, place in enumerate(raiders) if place != "dead"]
    dead = [seat for seat, place in enumerate(raiders) if place == "dead"]
    has_dark = any(seat % 2 == 0 or "mode" not in options for seat in dead)
    has_light = any(seat % 2 for seat in dead) and "mode" in options
    return temple(
        *raiders,
        egg=random.choice([*living, tiles.pop()]),
        spawns=" ".join(tiles.pop() for _ in range(3 * has_dark)),
        light=" ".join(tiles.pop() for _ in range(3 * has_light)),
        hands=[", ".join(deck.pop() for _ in range(random.randrange(8))) for _ in range(seats)],
        coins=[random.choice([1, 1, 2, 4]) for _ in range(seats)],
        medallions=[random.choice([0, 1, 3]) for _ in range(seats)],
        tiles={tiles.pop(): kind for kind in ("dark", "light", "temple", "object")},
        turned=turned,
        gates=random.choice(["sun moon", "sun", "moon"]),
        rollers_out=True,
        active=SEATS[random.randrange(seats)],
        **options,
    )


@pytest.mark.parametrize("seed", [*range(8), *slow(*range(8, 20))])
def test_nothing_impossible_happens_where_much_is_close_together(seed: int) -> None:
    random = Random(f"wild {seed}")
    state = wild(random)
    counted = census(state)
    turns = int(state.turns)
    while turn.to_move(state) != NOBODY:
        play_on(state, random)
        if turn.to_move(state) != NOBODY:
            look(state)
            assert census(state) == counted
            if state.turns > turns and state.phase in (PREPARING, SWARMING):
                look_between_turns(state)
                turns = int(state.turns)
