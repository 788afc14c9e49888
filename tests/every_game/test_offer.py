"""What a move belongs to on the table: for boards that can be clicked."""

import json
from dataclasses import asdict, is_dataclass
from typing import Any

from templetop.engine.match import legal_moves, seats_to_move

from .tables import Story, Table, copy_of, story
from .test_secrets import imagined, secret_moments


def decisions(told: Story) -> list[tuple[Any, int]]:
    return [(state, seat) for state in told.states for seat in seats_to_move(state)]


def targets(state: Any, seat: int, table: Table) -> list[Any]:
    return [table.game.offer(state, seat, move) for move in legal_moves(state, seat)]


def test_no_two_moves_belong_to_the_same(seated: Table) -> None:
    for state, seat in decisions(story(seated)):
        sent = [as_json(target) for target in targets(state, seat, seated)]
        assert len(set(sent)) == len(sent), sent


def as_json(target: Any) -> str:
    assert is_dataclass(target)
    assert not isinstance(target, type)
    assert asdict(target)["kind"]
    return json.dumps(asdict(target))


def test_to_ask_changes_nothing(for_two: Table) -> None:
    for state, seat in decisions(story(for_two))[::7]:
        asked = copy_of(state)
        targets(asked, seat, for_two)
        assert asked.tobytes() == state.tobytes()


def test_a_seat_is_offered_the_same_in_every_world_it_imagines(seated: Table) -> None:
    told = story(seated)
    for n in secret_moments(told, 4):
        for seat in set(seats_to_move(told.states[n])) & set(range(seated.seats)):
            offered = targets(told.states[n], seat, seated)
            assert targets(imagined(told.states[n], seat, n), seat, seated) == offered
