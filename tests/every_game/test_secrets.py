"""What a seat cannot know shows in nothing that it is given."""

import functools
from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.checks.pictures import picture_text
from templetop.checks.sheet import answers
from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.game import Game
from templetop.engine.match import code_of, legal_moves, say, seats_to_move, target_of
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.simulate import play_out, scratch_for
from templetop.engine.telling import Told, told_to

from .swaps import secretive_tables, swapped
from .tables import (
    Story,
    Table,
    after,
    companion,
    copy_of,
    smallest_and_largest_of,
    story,
)

SPECTATOR = None
WORLDS = 2  # imagined at each moment
SECRETIVE = smallest_and_largest_of(secretive_tables())


def knowledge(table: Table, state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat, or a spectator, is ever given of a table."""
    game = table.game
    known = {"view": game.view(state, seat), "picture": picture_text(game, state, seat)}
    if seat is SPECTATOR:
        return known
    sheet = answers(state, table.seats)
    known["numbers"] = sheet.numbers[seat].tobytes()
    known["deciding"] = int(sheet.deciding[0])
    if seat in seats_to_move(state):
        known["moves"] = members(sheet.legal[seat])
        known["words"] = [say(state, seat, move) for move in known["moves"]]
        known["codes"] = [code_of(state, seat, move) for move in known["moves"]]
        known["targets"] = [target_of(state, seat, move) for move in known["moves"]]
        known["appeal"] = sheet.appeal[seat].tolist()
    return known


@functools.cache
def known(table: Table, n: int, viewer: int | None) -> dict[str, Any]:
    """What the truth gives a viewer before step n; several tests compare with it."""
    return knowledge(table, story(table).states[n], viewer)


def observation(game: Game, state: Any, seat: int) -> Any:
    numbers = np.full(game.observation, np.nan, np.float32)
    ask.observe(state, seat, numbers)
    return numbers


def imagined(state: Any, seat: int, seed: int) -> Any:
    """A world that the seat may be in, for all it knows."""
    world = copy_of(state)
    ask.imagine(world, seat, generator(seed, seat))
    return world


def some_moments(told: Story, how_many: int) -> list[int]:
    """Some moments, taken at random, and the first and the last."""
    random = Random(str(told.table))
    return sorted({*random.sample(range(len(told.steps)), how_many), *told.moments(3)})


# ── In the worlds that a seat imagines ───────────────────────────────────────────────────────────


def test_a_seat_knows_the_same_in_every_world_it_imagines(seated: Table) -> None:
    told = story(seated)
    for n in some_moments(told, 4):
        for seat in range(seated.seats):
            for world in range(WORLDS):
                other = imagined(told.states[n], seat, world)
                assert knowledge(seated, other, seat) == known(seated, n, seat)


def test_a_spectator_knows_the_same_in_every_world_that_a_seat_imagines(seated: Table) -> None:
    told = story(seated)
    for n in some_moments(told, 4):
        for seat in range(seated.seats):
            other = imagined(told.states[n], seat, n)
            assert knowledge(seated, other, SPECTATOR) == known(seated, n, SPECTATOR)


def test_the_same_draws_imagine_the_same_world(table: Table) -> None:
    told = story(table)
    for n in some_moments(told, 4):
        for seat in range(table.seats):
            worlds = {imagined(told.states[n], seat, 7).tobytes() for _ in range(2)}
            assert len(worlds) == 1


def test_an_imagined_world_can_be_played_to_the_end(seated: Table) -> None:
    game, told, own = seated.game, story(seated), companion(seated.game, "census")
    room = scratch_for(game)
    for turn, n in enumerate(some_moments(told, 2)):
        world = imagined(told.states[n], turn % seated.seats, n)
        assert ask.to_move(world) == ask.to_move(told.states[n])
        room.random[0] = generator(n)[0]
        play_out(world, None, room)
        assert own is None or own.census(world) == own.census(told.states[0])


# ── Without trust in `imagine`: what is hidden is exchanged by hand ──────────────────────────────


@pytest.mark.parametrize("secretive", SECRETIVE, ids=str)
def test_what_is_hidden_shows_in_nothing(secretive: Table) -> None:
    told = story(secretive)
    random = Random(str(secretive))
    differ = 0
    for n in some_moments(told, 4):
        for seat in range(secretive.seats):
            world = swapped(told.states[n], seat, random)
            differ += world.tobytes() != told.states[n].tobytes()
            for viewer in (seat, SPECTATOR):
                found = knowledge(secretive, world, viewer)
                assert found == known(secretive, n, viewer), f"{viewer} at step {n}"
    assert differ, "Nothing was exchanged."


# ── What is done unseen ──────────────────────────────────────────────────────────────────────────


def test_what_is_told_of_an_event_is_no_more_than_can_be_seen(table: Table) -> None:
    """Events that make a difference which a viewer cannot see are told to it in the same words."""
    told = story(table)
    events = [n for n, step in enumerate(told.steps) if step[0][0] == CHANCE]
    for n in {*events[:1], *Random(str(table)).sample(events, min(3, len(events)))}:
        state, event = told.states[n], told.steps[n][0][1]
        for viewer in (SPECTATOR, *range(table.seats)):
            words = [
                in_words(told_to(viewer, n, state, CHANCE, other), table)
                for other in alike(state, event, viewer)
            ]
            assert len({*words}) == 1, f"{viewer} at step {n}: {words}"


def alike(state: Any, event: int, viewer: int | None) -> list[int]:
    """This event, and those that make a difference to it, but none that the viewer sees."""
    view = ask.game_of(state).view
    truth = after(state, [(CHANCE, event)])
    others = [(other, after(state, [(CHANCE, other)])) for other in legal_moves(state, CHANCE)]
    return [event] + [
        other
        for other, table in others
        if table.tobytes() != truth.tobytes() and view(table, viewer) == view(truth, viewer)
    ]


def in_words(told: Told, table: Table) -> tuple[str, Any]:
    names = [f"Player {seat + 1}" for seat in range(table.seats)]
    return told.sentence(names), told.target


@pytest.mark.parametrize("secretive", SECRETIVE, ids=str)
def test_who_sees_an_event_is_told_all_of_it(secretive: Table) -> None:
    told, game = story(secretive), secretive.game
    secrets = 0
    for n, step in enumerate(told.steps):
        if step[0][0] != CHANCE:
            continue
        state, event = told.states[n], step[0][1]
        seen_by = game.events.seen_by(state, CHANCE, event)
        for seat in range(secretive.seats):
            heard = told_to(seat, n, state, CHANCE, event)
            assert (heard.target is None) == (seen_by is not None and seat not in seen_by)
        secrets += seen_by is not None
    assert secrets, "Nothing is ever done unseen."


# ── What is seen ─────────────────────────────────────────────────────────────────────────────────


def test_tables_that_look_different_are_different_numbers(table: Table) -> None:
    told = story(table)
    game = table.game
    for seat in range(table.seats):
        seen: dict[bytes, Any] = {}
        for n in told.moments(12):
            numbers = observation(game, told.states[n], seat).tobytes()
            view = game.view(told.states[n], seat)
            assert seen.setdefault(numbers, view) == view


def test_every_number_of_an_observation_is_filled_and_of_a_sensible_size(table: Table) -> None:
    told = story(table)
    for n in told.moments(6):
        for seat in range(table.seats):
            numbers = observation(table.game, told.states[n], seat)
            assert np.isfinite(numbers).all()
            assert numbers.min() >= -1
            assert numbers.max() <= 2


def test_seats_see_where_they_sit(table: Table) -> None:
    """One network plays for all seats, so the numbers have to say for which."""
    told = story(table)
    for n in told.moments(5):
        seats = range(table.seats)
        seen = {observation(table.game, told.states[n], seat).tobytes() for seat in seats}
        assert len(seen) == table.seats
