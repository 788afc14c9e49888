"""Whole games: somebody can always move, nothing is lost, and the same moves give the same end."""

from itertools import islice, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.checks.pictures import picture_text
from templetop.engine import ask
from templetop.engine.ending import ending, places_of, points_of, sides_of
from templetop.engine.game import Game
from templetop.engine.match import legal_moves, say, seats_to_move
from templetop.engine.seats import CHANCE, EVEN, NOBODY, Array

from .tables import (
    Story,
    Table,
    after,
    companion,
    copy_of,
    few_or_every,
    games_with,
    needed_of,
    shared_decisions,
    some_tables,
    story,
)

UNFILLED = -99
ORDERS = 24  # in which four seats can decide
COUNTED = few_or_every(games_with("census"))


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


def test_moves_and_events_have_numbers_of_a_kind(table: Table) -> None:
    for state in story(table).states[:-1]:
        for seat in seats_to_move(state):
            kinds = table.game.events if seat == CHANCE else table.game.moves
            for number in legal_moves(state, seat):
                assert int(state.phase) in kinds.kind(number).phases


def test_what_chance_can_do_has_odds(table: Table) -> None:
    game = table.game
    for state in story(table).states:
        if ask.to_move(state) == CHANCE:
            weights = np.full(game.events.count, UNFILLED, np.int64)
            total = ask.odds(state, game.event_set(), weights)
            possible = weights[legal_moves(state, CHANCE)]
            assert total == EVEN or (min(possible) > 0 and sum(possible) == total)


def test_the_answer_to_legal_and_odds_forgets_what_was_in_the_set_before(table: Table) -> None:
    game = table.game
    for state in story(table).states[:-1]:
        for seat in seats_to_move(state):
            full = ~(game.event_set() if seat == CHANCE else game.move_set())
            if seat == CHANCE:
                ask.odds(state, full, game.weights())
            else:
                ask.legal(state, seat, full)
            assert members_of(full) == legal_moves(state, seat)


def members_of(moves: Array) -> list[int]:
    return [n for n in range(64 * len(moves)) if int(moves[n // 64]) >> n % 64 & 1]


# ── Points and places ────────────────────────────────────────────────────────────────────────────


def test_every_seat_has_points_a_place_and_a_side_at_any_time(table: Table) -> None:
    for state in some_states(story(table)):
        points = np.full(table.seats, UNFILLED, np.int16)
        places, sides = (np.full(table.seats, UNFILLED, np.int8) for _ in range(2))
        ask.points(state, points)
        ask.places(state, places)
        ask.sides(state, sides)
        assert UNFILLED not in points
        assert min(sides) >= 0
        assert min(places) >= 1


def test_partners_share_a_place_and_no_other_place_is_left_out(table: Table) -> None:
    """Only the first place may be nobody's: then the game itself has beaten all."""
    for state in some_states(story(table)):
        places, sides = places_of(state).tolist(), sides_of(state).tolist()
        assert len({*zip(sides, places, strict=True)}) == len({*sides})
        ahead = 1 if min(places) == 1 else 2
        for place in places:
            assert place == ahead + sum(other < place for other in places)


def test_more_points_are_a_better_place_where_points_decide(table: Table) -> None:
    if table.game.measure is None or not table.game.measure.decides:
        pytest.skip("Places do not go by points in this game.")
    for state in some_states(story(table)):
        points, places = points_of(state), places_of(state)
        for seat in range(table.seats):
            assert all(places[seat] < places[points < points[seat]])


def test_somebody_wins_or_all_lose(any_table: Table) -> None:
    found = ending(story(any_table).end)
    assert found.is_over
    results = [found.result(seat) for seat in range(any_table.seats)]
    assert "won" in results or results.count("drawn") > 1 or {*results} == {"lost"}
    wins = {standing.side: standing.win for standing in found.seats}
    assert sum(wins.values()) == pytest.approx(0.0 if {*results} == {"lost"} else 1.0)


def test_points_are_the_sum_of_their_parts_and_the_rest_decides_among_equals(game: Game) -> None:
    """Everywhere the same parts, the first ones, add up to the points."""
    heard = [
        (told.table, state)
        for told in map(story, needed_of(some_tables([game])))
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
    return bool(sums == points_of(state).tolist())


def assert_that_the_rest_decides(game: Game, table: Table, state: Any, count: int) -> None:
    """Places go by points, and among equals by the other parts, of which more is better."""
    parts = [[*game.breakdown(state, seat).values()] for seat in range(table.seats)]
    merits = [[sum(own[:count]), *own[count:]] for own in parts]
    places = [1 + sum(other > own for other in merits) for own in merits]
    assert places == places_of(state).tolist()


def some_states(told: Story) -> list[Any]:
    return [told.states[n] for n in [*told.moments(20), len(told.steps)]]


def test_somebody_gets_points_in_some_game(game: Game) -> None:
    """Else the games that all these tests look at are too dull to show anything."""
    if game.measure is None:
        pytest.skip("Nothing is counted in this game.")
    assert any(points_of(story(table).end).any() for table in some_tables([game]))


# ── Nothing appears, vanishes or depends on anything else ────────────────────────────────────────


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_nothing_appears_or_vanishes(counted: Table) -> None:
    told, own = story(counted), companion(counted.game, "census")
    assert own is not None
    before = own.census(told.states[0])
    assert before
    for n, state in enumerate(told.states):
        assert own.census(state) == before, f"after step {n}"


def test_the_same_moves_always_give_the_same_end(any_table: Table) -> None:
    told = story(any_table)
    match = any_table.match()
    for n, step in enumerate(told.steps):
        assert match.state.tobytes() == told.states[n].tobytes()
        for seat, move in step:
            match.play(seat, move)
    assert match.is_over
    assert match.state.tobytes() == told.end.tobytes()


def test_a_match_comes_to_every_table_again(seated: Table) -> None:
    told = story(seated)
    match = told.match(len(told.steps))
    moves = 0
    for n, (state, step) in enumerate(match.steps()):
        assert state.tobytes() == told.states[n].tobytes()
        assert step == told.steps[n]
        if n in told.moments(5):
            assert match.state_after(moves).tobytes() == told.states[n].tobytes()
        moves += len(step)
    assert match.state_after(moves).tobytes() == told.end.tobytes()


def test_every_move_changes_the_table(table: Table) -> None:
    told = story(table)
    for n in range(len(told.steps)):
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
            say(state, seat, move)
        if seat != CHANCE:
            ask.appeal(state, seat, legal_moves(state, seat)[-1])
    for seat in range(table.seats):
        ask.observe(state, seat, np.zeros(game.observation, np.float32))
        game.view(state, seat)
        picture_text(game, state, seat)
        ask.prospect(state, seat)
    ending(state)
    game.write(state)


def test_play_on_a_copy_leaves_all_earlier_tables_as_they_were(table: Table) -> None:
    """After TAG's ForwardModelTester: a copy that shares something would show here."""
    told = story(table)
    state = table.start()
    kept, hashes = [], []
    for step in told.steps:
        kept.append(state)
        hashes.append(hash(state.tobytes()))
        state = after(state, step)
        assert hash(kept[-1].tobytes()) == hashes[-1]
    assert state.tobytes() == told.end.tobytes()
    assert [hash(earlier.tobytes()) for earlier in kept] == hashes


# ── Decisions at the same time ───────────────────────────────────────────────────────────────────


def test_the_order_in_which_decisions_are_handed_in_changes_nothing(table: Table) -> None:
    told = story(table)
    random = Random(str(table))
    for n in shared_decisions(told)[::4]:
        state = told.states[n]
        decided = [(seat, random.choice(legal_moves(state, seat))) for seat in seats_to_move(state)]
        orders = islice(permutations(random.sample(decided, len(decided))), ORDERS)
        ends = {handed_in(told, n, order) for order in orders}
        assert len(ends) == 1, f"at step {n}: {decided}"


def handed_in(told: Story, n: int, order: Any) -> bytes:
    match = told.match(n)
    for seat, move in order:
        assert match.state.tobytes() == told.states[n].tobytes(), "Nothing shows until all have."
        match.play(seat, move)
    assert not match.decided
    return bytes(match.state.tobytes())


def test_what_a_seat_may_do_does_not_depend_on_what_others_decide(table: Table) -> None:
    told = story(table)
    for n in shared_decisions(told)[::4]:
        match = told.match(n)
        before = {seat: legal_moves(match.state, seat) for seat, _ in told.steps[n]}
        for seat, move in told.steps[n][:-1]:
            match.play(seat, move)
            assert {other: legal_moves(match.state, other) for other in before} == before
