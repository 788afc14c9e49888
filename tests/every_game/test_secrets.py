"""What a seat cannot know shows in nothing that it is given."""

from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.game import CHANCE, Game
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.engine.simulate import play_out
from templetop.engine.telling import words_for, words_found_out

from .contract import answers
from .pictures import picture_text
from .tables import Story, Table, copy_of, story, waiting_rivals

SPECTATOR = None
WORLDS = 2  # imagined at each moment
DRAWS = 40  # in which something hidden has to change at least once


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
        known["words"] = [game.say(state, seat, move) for move in known["moves"]]
        known["appeal"] = sheet.appeal[seat].tolist()
    return known


def observation(game: Game, state: Any, seat: int) -> Any:
    numbers = np.full(game.observation, np.nan, np.float32)
    ask.observe(state, seat, numbers)
    return numbers


def imagined(state: Any, seat: int, seed: int) -> Any:
    """A world that the seat may be in, for all it knows."""
    world = copy_of(state)
    ask.imagine(world, seat, generator(seed, seat), ask.game_of(state).move_set())
    return world


def secret_moments(told: Story, how_many: int) -> list[int]:
    """Some moments at which decisions have been made unseen, and some others."""
    hidden = waiting_rivals(told)
    random = Random(str(told.table))
    chosen = random.sample(hidden, min(len(hidden), how_many))
    return sorted({*chosen, *told.moments(3)})


# ── Worlds from `imagine` ────────────────────────────────────────────────────────────────────────


def test_a_seat_knows_the_same_in_every_world_it_imagines(seated: Table) -> None:
    told = story(seated)
    for n in secret_moments(told, 4):
        for seat in range(seated.seats):
            known = knowledge(seated, told.states[n], seat)
            for world in range(WORLDS):
                assert knowledge(seated, imagined(told.states[n], seat, world), seat) == known


def test_a_spectator_knows_the_same_in_every_world_that_a_seat_imagines(seated: Table) -> None:
    told = story(seated)
    for n in secret_moments(told, 4):
        known = knowledge(seated, told.states[n], SPECTATOR)
        for seat in range(seated.seats):
            assert knowledge(seated, imagined(told.states[n], seat, n), SPECTATOR) == known


def test_imagine_redraws_what_others_have_decided(table: Table) -> None:
    told = story(table)
    for n in unseen_decisions(told)[::5]:
        truth = told.states[n]
        for seat in set(range(table.seats)) - {told.moves[n - 1][0]}:
            worlds = {imagined(truth, seat, draw).tobytes() for draw in range(DRAWS)}
            assert worlds - {truth.tobytes()}, f"{seat} knows it all after move {n}"


def unseen_decisions(told: Story) -> list[int]:
    """After which moves there is a decision on the table that others must not see."""
    found = [n for n in waiting_rivals(told) if had_a_choice(told, n - 1)]
    if not found:
        pytest.skip("Nobody ever decides unseen by others at this table.")
    return found


def had_a_choice(told: Story, n: int) -> bool:
    return len(legal_moves(told.states[n], told.moves[n][0])) > 1


def test_the_same_draws_imagine_the_same_world(table: Table) -> None:
    told = story(table)
    for n in secret_moments(told, 4):
        for seat in range(table.seats):
            worlds = {imagined(told.states[n], seat, 7).tobytes() for _ in range(2)}
            assert len(worlds) == 1


def test_an_imagined_world_has_the_same_pieces_and_can_be_played_to_the_end(seated: Table) -> None:
    game, told = seated.game, story(seated)
    for n in secret_moments(told, 3):
        for seat in range(seated.seats):
            world = imagined(told.states[n], seat, n)
            assert game.census(world) == game.census(told.states[0])
            assert ask.to_move(world) == ask.to_move(told.states[n])
            play_out(world, None, generator(n), game.move_set(), np.zeros(game.moves, np.int64))
            assert game.census(world) == game.census(told.states[0])


# ── Without trust in `imagine`: two tables that differ only in what a rival decided ──────────────


def test_what_a_rival_decides_unseen_shows_in_nothing(table: Table) -> None:
    told = story(table)
    random = Random(str(table))
    for n in random.sample(unseen_decisions(told), 4):
        rival, decided = told.moves[n - 1]
        other = random.choice([m for m in legal_moves(told.states[n - 1], rival) if m != decided])
        truth, swapped = told.states[n], copy_of(told.states[n - 1])
        ask.play(swapped, rival, other)
        assert swapped.tobytes() != truth.tobytes()
        assert knowledge(table, swapped, rival) != knowledge(table, truth, rival)
        for seat in (SPECTATOR, *(seat for seat in range(table.seats) if seat != rival)):
            same = knowledge(table, swapped, seat) == knowledge(table, truth, seat)
            assert same, f"{seat} sees what {rival} decides at move {n}"


# ── What chance does unseen ──────────────────────────────────────────────────────────────────────


def test_a_game_says_truly_who_sees_what_chance_does(table: Table) -> None:
    """What it says is held against what can be found out by looking at all that may have been.

    All may know the last thing that is left by counting; nobody is told more than they may know.
    """
    told = story(table)
    draws = [n for n, (seat, _) in enumerate(told.moves) if seat == CHANCE]
    for n in {*draws[:1], *Random(str(table)).sample(draws, min(3, len(draws)))}:
        state, move = copy_of(told.states[n]), told.moves[n][1]
        for viewer in (SPECTATOR, *range(table.seats)):
            found_out = words_found_out(state, move, viewer)
            is_known = found_out == table.game.say(state, CHANCE, move)
            assert words_for(state, CHANCE, move, viewer) == found_out or is_known


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
