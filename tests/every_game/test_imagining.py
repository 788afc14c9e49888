"""What a seat imagines is what may be: every world that can be, as often as it should; no other.

The worlds that can be are found without `imagine`: by following everything that chance could have
done, as long as the seat would have seen the same. What seats decide is seen when all have.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import pytest

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import Moves, legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, EVEN

from .swaps import as_far_as_is_told, secretive_tables
from .tables import (
    Story,
    Table,
    after,
    copy_of,
    games_with,
    smallest_and_largest_of,
    some_tables,
    story,
)

DRAWS_FOR_EACH = 20  # world, if all were equally likely
ENOUGH = (
    8  # draws of a world to be expected, so that it must be met; rarer ones are counted together
)
TOO_MANY = 120  # worlds
TOO_STRANGE = 4  # standard deviations of chi square
FEW = 40  # worlds are few enough to meet each of them in so many draws:
MANY_DRAWS = 1500
AT_ONCE = 20  # draws that all differ would hardly do so if the worlds were few
LOOKS = 40  # at a long game
SEATS = 4  # what holds for these holds for others


class World(NamedTuple):
    """A table that a seat may be at, for all it knows, and how likely that is."""

    state: Any
    likely: float


Worlds = dict[bytes, World]
RARE = b"all the others"


# ── All worlds that can be ───────────────────────────────────────────────────────────────────────


def first_secret(told: Story, viewer: int) -> tuple[int, Worlds]:
    """When a seat is asked and something is hidden from the viewer for the first time.

    Or earlier, while whole hands are dealt, if too many worlds would be possible by then.
    """
    worlds = {told.states[0].tobytes(): World(copy_of(told.states[0]), 1.0)}
    for n in range(len(told.steps)):
        before, worlds = worlds, worlds_after(told, n, worlds, viewer)
        if len(worlds) > TOO_MANY and len(before) > 1:
            return n, before
        if len(worlds) > 1 and seats_to_move(told.states[n + 1]) != [CHANCE]:
            return n + 1, worlds
    raise AssertionError("Nothing is ever hidden at this table.")


def worlds_after(told: Story, n: int, before: Worlds, viewer: int) -> Worlds:
    """The worlds after step n; or after any event instead that would have looked the same."""
    seen = told.table.game.view(told.states[n + 1], viewer)
    is_plain = len(alike(told.states[n], viewer, seen)) <= 1
    found: defaultdict[bytes, float] = defaultdict(float)
    states = {}
    for state, likely in before.values():
        for step, odds in likely_steps(state, told.steps[n]):
            if is_plain and step != told.steps[n]:
                continue
            then = after(state, step)
            if told.table.game.view(then, viewer) == seen:
                found[then.tobytes()] += likely * odds
                states[then.tobytes()] = then
    return {key: World(states[key], likely / sum(found.values())) for key, likely in found.items()}


def alike(state: Any, viewer: int, seen: Any) -> list[int]:
    """The events after which the viewer sees this."""
    view = ask.game_of(state).view
    events = legal_moves(state, CHANCE) if seats_to_move(state) == [CHANCE] else []
    return [event for event in events if view(after(state, [(CHANCE, event)]), viewer) == seen]


def likely_steps(state: Any, step: Moves) -> Iterator[tuple[Moves, float]]:
    """What seats decide is known; of events, each that can happen, and how likely it is."""
    if step[0][0] != CHANCE:
        if all(move in legal_moves(state, seat) for seat, move in step):
            yield step, 1.0
        return
    events = legal_moves(state, CHANCE)
    weights = ask.game_of(state).weights()
    if ask.odds(state, ask.game_of(state).event_set(), weights) == EVEN:
        weights[:] = 1
    for event in events:
        yield [(CHANCE, event)], weights[event] / weights[events].sum()


def draws(state: Any, viewer: int, how_many: int) -> Iterator[Any]:
    """So many worlds that the viewer imagines, always the same ones."""
    random = generator(how_many, viewer)
    for _ in range(how_many):
        world = copy_of(state)
        ask.imagine(world, viewer, random)
        yield world


SECRETIVE = secretive_tables()
AT_ENDS = smallest_and_largest_of(SECRETIVE)
FOR_TWO = [table for table in SECRETIVE if table.seats == 2]


# ── Imagined and possible worlds ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("secretive", FOR_TWO, ids=str)
def test_every_world_that_can_be_is_imagined_as_often_as_it_should_and_no_other(
    secretive: Table, viewer: int
) -> None:
    told = story(secretive)
    n, worlds = first_secret(told, viewer)
    assert told.states[n].tobytes() in worlds
    how_many = DRAWS_FOR_EACH * len(worlds)
    imagined = Counter(world.tobytes() for world in draws(told.states[n], viewer, how_many))
    assert imagined.keys() <= worlds.keys(), "A seat imagines what cannot be."
    expected = {key: how_many * world.likely for key, world in worlds.items()}
    likely = {key: mean for key, mean in expected.items() if mean >= ENOUGH}
    assert imagined.keys() >= likely.keys(), "A seat never imagines what may well be."
    rare = sum(expected.values()) - sum(likely.values())
    if rare >= ENOUGH:
        likely[RARE] = rare
        imagined[RARE] = sum(count for key, count in imagined.items() if key not in likely)
    assert strangeness(imagined, likely) < TOO_STRANGE


def strangeness(counts: Counter[bytes], expected: dict[bytes, float]) -> float:
    """By how many standard deviations chi square is larger than chance would have it."""
    chi_square = sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(expected) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


def test_chi_square_would_notice() -> None:
    """Two worlds that should be equally likely are; or one of them is imagined too often."""
    even = {b"one": 500.0, b"other": 500.0}
    assert strangeness(Counter({b"one": 510, b"other": 490}), even) < TOO_STRANGE
    assert strangeness(Counter({b"one": 580, b"other": 420}), even) > TOO_STRANGE


@pytest.mark.parametrize("secretive", AT_ENDS, ids=str)
def test_the_truth_is_imagined_where_few_worlds_are_possible(secretive: Table) -> None:
    told = story(secretive)
    for seat in range(min(SEATS, secretive.seats)):
        for n in moments_of_few_worlds(told, seat):
            truth = as_far_as_is_told(told.states[n], seat).tobytes()
            found = any(
                world.tobytes() == truth for world in draws(told.states[n], seat, MANY_DRAWS)
            )
            assert found, f"seat {seat} never imagines the truth before step {n}"


def moments_of_few_worlds(told: Story, seat: int) -> list[int]:
    """Some moments at which something is hidden from the seat, but not much; late ones first."""
    found = []
    for n in range(len(told.steps) - 1, 0, -max(5, len(told.steps) // LOOKS)):
        if 1 < worlds_met(told.states[n], seat) <= FEW:
            found.append(n)
        if len(found) == 3:
            break
    return found


def worlds_met(state: Any, seat: int) -> int:
    """How many worlds the seat imagines in some draws; it is enough to know that they are many."""
    met = set()
    for n, world in enumerate(draws(state, seat, 2 * FEW), 1):
        met.add(world.tobytes())
        if n == AT_ONCE == len(met):
            return 2 * FEW
    return len(met)


@pytest.mark.parametrize("game", games_with("swaps"), ids=lambda game: game.id)
def test_there_are_such_moments_in_every_game_that_hides_something(game: Game) -> None:
    assert any(moments_of_few_worlds(story(table), 0) for table in some_tables([game]))


def test_a_game_without_swaps_hides_nothing(seated: Table) -> None:
    """Its tests have nothing to exchange; so there must be nothing to imagine."""
    if seated.game in games_with("swaps"):
        pytest.skip("It hides something.")
    told = story(seated)
    for n in told.moments(8):
        for seat in range(seated.seats):
            worlds = {world.tobytes() for world in draws(told.states[n], seat, 8)}
            assert worlds == {told.states[n].tobytes()}
