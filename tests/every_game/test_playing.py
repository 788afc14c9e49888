"""Whole games: somebody can always move, nothing is lost, and the same moves give the same end."""

from collections.abc import Iterable
from itertools import islice, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE, EVEN, NOBODY, Array, Game
from templetop.engine.match import legal_moves, places_of, points_of, seats_to_move

from .pictures import picture_text
from .tables import Story, Table, copy_of, every_table, some_tables, story

UNFILLED = -99
ORDERS = 24  # in which four seats can decide


def test_somebody_can_always_move_until_the_game_is_over(any_table: Table) -> None:
    told = story(any_table)
    for state in told.states[:-1]:
        assert seats_to_move(state)
        assert all(legal_moves(state, seat) for seat in seats_to_move(state))
    assert ask.to_move(told.end) == NOBODY


def test_only_seats_of_this_table_are_asked(table: Table) -> None:
    for state in story(table).states:
        deciding = ask.to_move(state)
        assert deciding == CHANCE or 0 <= deciding < 1 << table.seats


def test_seats_make_moves_of_seats_and_chance_moves_of_the_game(table: Table) -> None:
    game = table.game
    assert 0 < game.seat_moves <= game.moves
    for state in story(table).states[:-1]:
        for seat in seats_to_move(state):
            limit = game.moves if seat == CHANCE else game.seat_moves
            assert max(legal_moves(state, seat)) < limit


def test_what_chance_can_do_has_odds(table: Table) -> None:
    game = table.game
    for state in story(table).states:
        if ask.to_move(state) == CHANCE:
            weights = np.full(game.moves, UNFILLED, np.int64)
            total = ask.odds(state, game.move_set(), weights)
            possible = weights[legal_moves(state, CHANCE)]
            assert total == EVEN or (min(possible) > 0 and sum(possible) == total)


def test_the_answer_to_legal_and_odds_forgets_what_was_in_the_set_before(table: Table) -> None:
    game = table.game
    for state in story(table).states[:-1]:
        for seat in seats_to_move(state):
            full = ~game.move_set()
            if seat == CHANCE:
                ask.odds(state, full, np.zeros(game.moves, np.int64))
            else:
                ask.legal(state, seat, full)
            assert members_of(full) == legal_moves(state, seat)


def members_of(moves: Array) -> list[int]:
    return [n for n in range(64 * len(moves)) if int(moves[n // 64]) >> n % 64 & 1]


# ── Points and places ────────────────────────────────────────────────────────────────────────────


def test_every_seat_has_points_and_a_place_at_any_time(table: Table) -> None:
    for state in some_states(story(table)):
        points = np.full(table.seats, UNFILLED, np.int16)
        places = np.full(table.seats, UNFILLED, np.int8)
        ask.points(state, points)
        ask.places(state, places)
        assert UNFILLED not in points
        assert all(place == 1 + sum(places < place) for place in places)


def test_more_points_are_a_better_place(table: Table) -> None:
    for state in some_states(story(table)):
        points = points_of(state, table.seats)
        places = places_of(state, table.seats)
        for seat in range(table.seats):
            assert all(places[seat] < places[points < points[seat]])


def test_points_are_the_sum_of_their_parts_and_the_rest_decides_among_equals(game: Game) -> None:
    """Everywhere the same parts, the first ones, add up to the points."""
    heard = [
        (told.table, state)
        for told in map(story, some_tables([game]))
        for state in some_states(told)
        if game.breakdown(state, 0)
    ]
    if not heard:
        pytest.skip("This game does not say what its points are made of.")
    parts = range(len(game.breakdown(heard[0][1], 0)) + 1)
    counted = [n for n in parts if all(adds_up(game, *moment, n) for moment in heard)]
    assert counted, "No part of the breakdown always adds up to the points."
    for table, state in heard:
        assert_that_the_rest_decides(game, table, state, counted[-1])


def adds_up(game: Game, table: Table, state: Any, count: int) -> bool:
    """Are everyone's points the sum of the first so many parts?"""
    sums = [sum([*game.breakdown(state, seat).values()][:count]) for seat in range(table.seats)]
    return bool(sums == points_of(state, table.seats).tolist())


def assert_that_the_rest_decides(game: Game, table: Table, state: Any, count: int) -> None:
    """Places go by points, and among equals by the other parts, of which more is better."""
    parts = [[*game.breakdown(state, seat).values()] for seat in range(table.seats)]
    merits = [[sum(own[:count]), *own[count:]] for own in parts]
    places = [1 + sum(other > own for other in merits) for own in merits]
    assert places == places_of(state, table.seats).tolist()


def some_states(told: Story) -> list[Any]:
    return [told.states[n] for n in [*told.moments(20), len(told.moves)]]


def test_somebody_gets_points_in_some_game(game: Game) -> None:
    """Else the games that all these tests look at are too dull to show anything."""
    tables = [table for table in every_table() if table.game is game]
    assert any(points_of(story(table).end, table.seats).any() for table in tables)


# ── Nothing appears, vanishes or depends on anything else ────────────────────────────────────────


def test_nothing_appears_or_vanishes(any_table: Table) -> None:
    told = story(any_table)
    counted = any_table.game.census(told.states[0])
    assert counted
    for n, state in enumerate(told.states):
        assert any_table.game.census(state) == counted, f"after move {n}"


def test_the_same_moves_always_give_the_same_end(any_table: Table) -> None:
    told = story(any_table)
    match = any_table.match()
    for n, (seat, move) in enumerate(told.moves):
        assert match.state.tobytes() == told.states[n].tobytes()
        match.play(seat, move)
    assert match.is_over
    assert match.state.tobytes() == told.end.tobytes()


def test_every_move_changes_the_table(table: Table) -> None:
    told = story(table)
    for n in range(len(told.moves)):
        assert told.states[n].tobytes() != told.states[n + 1].tobytes()


def test_questions_do_not_change_the_table(seated: Table) -> None:
    told = story(seated)
    for n in told.moments(6):
        state = copy_of(told.states[n])
        ask_everything(state, seated)
        assert state.tobytes() == told.states[n].tobytes()


def ask_everything(state: Any, table: Table) -> None:
    game = table.game
    for seat in seats_to_move(state):
        for move in legal_moves(state, seat):
            game.say(state, seat, move)
        if seat != CHANCE:
            ask.appeal(state, seat, legal_moves(state, seat)[-1])
    for seat in range(table.seats):
        ask.observe(state, seat, np.zeros(game.observation, np.float32))
        game.view(state, seat)
        picture_text(game, state, seat)
    points_of(state, table.seats)
    places_of(state, table.seats)
    game.census(state)
    game.write(state)


def test_play_on_a_copy_leaves_all_earlier_tables_as_they_were(table: Table) -> None:
    """After TAG's ForwardModelTester: a copy that shares something would show here."""
    told = story(table)
    state = table.start()
    kept, hashes = [], []
    for seat, move in told.moves:
        kept.append(state)
        hashes.append(hash(state.tobytes()))
        state = copy_of(state)
        ask.play(state, seat, move)
        assert hash(kept[-1].tobytes()) == hashes[-1]
    assert state.tobytes() == told.end.tobytes()
    assert [hash(earlier.tobytes()) for earlier in kept] == hashes


# ── Decisions at the same time ───────────────────────────────────────────────────────────────────


def test_the_order_in_which_decisions_are_handed_in_changes_nothing(table: Table) -> None:
    told = story(table)
    random = Random(str(table))
    for n in shared_decisions(told)[::4]:
        state = told.states[n]
        decisions = [
            (seat, random.choice(legal_moves(state, seat))) for seat in seats_to_move(state)
        ]
        orders = islice(permutations(random.sample(decisions, len(decisions))), ORDERS)
        ends = {after(state, order).tobytes() for order in orders}
        assert len(ends) == 1, f"at move {n}: {decisions}"


def shared_decisions(told: Story) -> list[int]:
    """Where several seats have to decide at the same time."""
    return [n for n, state in enumerate(told.states) if len(seats_to_move(state)) > 1]


def after(state: Any, decisions: Iterable[tuple[int, int]]) -> Any:
    table = copy_of(state)
    for seat, move in decisions:
        ask.play(table, seat, move)
    return table


def test_who_has_decided_is_not_asked_again_until_all_have(table: Table) -> None:
    told = story(table)
    for n in shared_decisions(told):
        seat = told.moves[n][0]
        still = [other for other in seats_to_move(told.states[n]) if other != seat]
        assert seats_to_move(told.states[n + 1]) == still
