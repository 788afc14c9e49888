"""However games are simulated, they are the same games."""

import numpy as np
import pytest

from templetop.engine import simulate as simulating
from templetop.engine.ending import places_of, points_of, sides_of
from templetop.engine.seats import Array
from templetop.engine.simulate import (
    Outcome,
    Results,
    arguments,
    play_games,
    simulate,
    wanted,
)

from .digests import kinds_of_bots, played
from .tables import Table

SEED = 2024


def same(one: Results, other: Results) -> bool:
    return one.outcomes.tobytes() == other.outcomes.tobytes()


def same_tables(one: Results, other: Results) -> bool:
    assert one.states is not None
    assert other.states is not None
    return one.states.tobytes() == other.states.tobytes()


def test_threads_do_not_matter(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "SHARE", 20)
    game, seats, options = table.game, table.seats, table.options
    one, two = (
        simulate(game, seats, 90, options=options, threads=threads, keep_states=True)
        for threads in (1, 2)
    )
    assert same(one, two)
    assert same_tables(one, two)


def test_machine_code_plays_as_the_interpreter_does(seated: Table) -> None:
    for bots in kinds_of_bots(seated):
        games = wanted(seated.game, seated.seats, 1, bots, SEED, seated.options)
        machine, plain = (np.zeros(1, Outcome) for _ in range(2))
        machine_tables, plain_tables = (seated.game.state() for _ in range(2))
        play_games(*arguments(games, 5, machine, machine_tables))
        play_games.plain(*arguments(games, 5, plain, plain_tables))
        assert machine.tobytes() == plain.tobytes()
        assert machine_tables.tobytes() == plain_tables.tobytes()


def test_seats_that_are_told_to_play_at_random_do_what_they_do_untold(table: Table) -> None:
    told, untold = (np.zeros(50, Outcome) for _ in range(2))
    for policies, outcomes in ((np.zeros(table.seats, np.int8), told), (None, untold)):
        play_with(policies, outcomes, table)
    assert told.tobytes() == untold.tobytes()


def play_with(policies: Array | None, outcomes: Array, table: Table) -> None:
    games = wanted(table.game, table.seats, len(outcomes), seed=SEED, options=table.options)
    call = list(arguments(games, 0, outcomes, table.game.state()))
    call[3] = policies
    play_games(*call)


def test_a_game_does_not_depend_on_how_many_are_played(table: Table) -> None:
    for bots in kinds_of_bots(table):
        few, many = (played(table, bots, "cpu", games) for games in (7, 40))
        assert few.states is not None
        assert many.states is not None
        assert few.outcomes.tobytes() == many.outcomes[:7].tobytes()
        assert few.states.tobytes() == many.states[:7].tobytes()


def test_outcomes_are_those_of_the_last_tables(table: Table) -> None:
    for bots in kinds_of_bots(table):
        results = played(table, bots, "cpu", 5)
        assert results.states is not None
        for n, state in enumerate(results.states):
            assert results.points[n].tolist() == points_of(state).tolist()
            assert results.places[n].tolist() == places_of(state).tolist()
            assert results.sides[n].tolist() == sides_of(state).tolist()


def test_another_seed_gives_other_games(table: Table) -> None:
    one, other = (
        simulate(table.game, table.seats, 20, options=table.options, seed=seed, keep_states=True)
        for seed in (1, 2)
    )
    assert not same_tables(one, other)
