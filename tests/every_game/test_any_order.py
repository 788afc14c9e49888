"""Hypothesis looks for an order of moves, questions and mistakes that breaks something."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, NOBODY

from .tables import Table, companion, copy_of, needed_of, some_tables, story

SAME_EVERY_TIME = settings(
    derandomize=True,
    database=None,
    deadline=None,
    stateful_step_count=20,
    suppress_health_check=list(HealthCheck),
)


class Playing(RuleBasedStateMachine):
    """People at a table, who do what they may and try what they may not."""

    game: Game
    tables: Sequence[Table]

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        """At any table, at any moment of a game."""
        table: Table = data.draw(st.sampled_from(self.tables))
        told = story(table)
        self.match = told.match(data.draw(st.integers(0, len(told.steps)), "steps made before"))
        self.counted = self.census()

    @property
    def seats(self) -> range:
        return range(len(self.match.seats))

    def is_going_on(self) -> bool:
        return not self.match.is_over

    @precondition(is_going_on)
    @rule(data=st.data())
    def make_a_move(self, data: st.DataObject) -> None:
        state = self.match.state
        seat = data.draw(st.sampled_from(self.match.awaited), "seat")
        move = data.draw(st.sampled_from(legal_moves(state, seat)), "move")
        before, is_last = state.tobytes(), len(self.match.awaited) == 1
        self.match.play(seat, move)
        assert (self.match.state.tobytes() != before) == is_last
        assert is_last or self.match.decided[seat] == move

    @rule(data=st.data())
    def try_what_may_not_be_done(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(CHANCE - 1, len(self.seats)), "seat")
        move = data.draw(st.integers(-2, self.game.moves.count + 2), "move")
        if seat in self.match.awaited and move in legal_moves(self.match.state, seat):
            return
        before, moves = self.match.state.tobytes(), list(self.match.moves)
        with pytest.raises(Refusal, match=r"\.$"):
            self.match.play(seat, move)
        assert self.match.state.tobytes() == before
        assert self.match.moves == moves

    @rule()
    def write_the_table_and_read_it(self) -> None:
        text = self.game.write(self.match.state)
        if own := companion(self.game, "reading"):
            assert own.read(text).tobytes() == self.match.state.tobytes()

    @rule()
    def write_the_match_and_read_it(self) -> None:
        text = self.match.write()
        again = Match.read(text, lambda name: self.game)
        assert again == self.match
        assert again.write() == text

    @rule()
    def make_all_moves_again(self) -> None:
        again = Match.new(self.game, self.match.seats, self.match.options)
        for seat, move in [*self.match.moves, *self.match.decided.items()]:
            again.play(seat, move)
        assert again.state.tobytes() == self.match.state.tobytes()

    @rule(data=st.data(), seed=st.integers(0, 2**64 - 1))
    def imagine_another_world(self, data: st.DataObject, seed: int) -> None:
        seat = data.draw(st.sampled_from(self.seats), "seat")
        world = copy_of(self.match.state)
        ask.imagine(world, seat, generator(seed))
        assert self.game.view(world, seat) == self.game.view(self.match.state, seat)
        assert self.options(world, seat) == self.options(self.match.state, seat)

    def options(self, state: Any, seat: int) -> list[int]:
        return legal_moves(state, seat) if seat in seats_to_move(state) else []

    @invariant()
    def nothing_appears_or_vanishes(self) -> None:
        assert self.census() == self.counted

    def census(self) -> Any:
        own = companion(self.game, "census")
        return own and own.census(self.match.state)

    @invariant()
    def somebody_can_move_or_the_game_is_over(self) -> None:
        awaited = seats_to_move(self.match.state)
        assert awaited == [CHANCE] or set(awaited) <= set(self.seats)
        assert all(legal_moves(self.match.state, seat) for seat in awaited)
        assert (not awaited) == (ask.to_move(self.match.state) == NOBODY) == self.match.is_over


@pytest.mark.parametrize("examples", [4, pytest.param(20, marks=pytest.mark.slow)])
def test_moves_questions_and_mistakes_in_any_order_break_nothing(game: Game, examples: int) -> None:
    tables = some_tables([game])
    if examples < len(tables):
        tables = needed_of(tables)  # each is played once to its end, which takes longest
    playing = type("Playing", (Playing,), {"game": game, "tables": tables})
    run_state_machine_as_test(playing, settings=settings(SAME_EVERY_TIME, max_examples=examples))
