"""The ground held against the reference: steps, lines, throws and ways, however the rings stand."""

from itertools import product
from random import Random
from typing import Any

import pytest

from templetop.engine.seats import MOST_SEATS, NOBODY
from templetop.games.karmaggan.rules import turn
from templetop.games.karmaggan.rules.ground import (
    FAR,
    SPACES,
    acid_hits,
    across_rollers,
    all_inside,
    arrow_hits,
    beside,
    crosses_roller,
    distance,
    either,
    fire_hits,
    includes,
    landings,
    line_from,
    nothing,
    only,
)
from templetop.games.karmaggan.rules.table import abysses, are_allies
from tests.parameters import slow

from . import facts, reference
from .drawn import NOTHING, RINGS, fresh, gates, name, phase, space, steps, temple, tile
from .facts import MIDDLE_BARS, STARTS
from .reference import Ground
from .test_playing import play_on, wild

RANDOM = Random(1)
POSITIONS = [tuple(RANDOM.randrange(16) for _ in range(4)) for _ in range(12)]
POSITIONS += [(0, 0, 0, 0), (1, 0, 0, 0), (0, 15, 0, 15), (0, 0, 5, 4)]
AT_FIRST = 13  # by default those from here on: one at random, and three that are special
standing = pytest.mark.parametrize(
    "offsets", [*slow(*POSITIONS[:AT_FIRST]), *POSITIONS[AT_FIRST:]], ids=str
)

Offsets = tuple[int, int, int, int]


def both(offsets: Offsets) -> tuple[Any, Ground]:
    """The same temple twice, with the rollers out."""
    by: dict[str, Any] = dict(zip(RINGS, offsets, strict=True))
    state = fresh(2)
    state.offsets[:] = offsets
    state.rollers = 1
    return state, Ground(**by)


def bits(state: Any, spaces: reference.Spaces) -> Any:
    """A set of names as the rules keep it."""
    found = nothing()
    for place in spaces:
        found = either(found, only(space(state, place)))
    return found


def names(state: Any, spaces: Any) -> set[str]:
    return {name(state, number) for number in range(SPACES) if includes(spaces, number)}


def some(random: Random, share: float) -> set[str]:
    return {place for place in reference.SPACES if random.random() < share}


@standing
def test_3_4_every_space_has_the_neighbours_of_the_reference(offsets: Offsets) -> None:
    state, ground = both(offsets)
    for place in reference.SPACES:
        near = names(state, beside(state, only(space(state, place))))
        assert near == ground.beside[place], place


@standing
def test_3_4_the_neighbours_of_many_are_all_of_theirs(offsets: Offsets) -> None:
    state, ground = both(offsets)
    spaces = some(Random(str(offsets)), 0.2)
    together = set().union(*(ground.beside[place] for place in spaces))
    assert names(state, beside(state, bits(state, spaces))) == together


@standing
def test_1_8_the_rollers_hang_where_the_reference_has_them(offsets: Offsets) -> None:
    state, ground = both(offsets)
    across = {place for pair, hangs in ground.borders.items() if hangs for place in pair}
    assert names(state, across_rollers(state, all_inside())) == across
    for pair, hangs in ground.borders.items():
        one, other = (space(state, place) for place in pair)
        assert crosses_roller(state, one, other) == hangs
        assert crosses_roller(state, other, one) == hangs


@standing
def test_4_2_lines_hit_what_they_hit_in_the_reference(offsets: Offsets) -> None:
    state, ground = both(offsets)
    random = Random(str(offsets))
    for place in reference.SPACES:
        taken = some(random, 0.1)
        hits = line_from(state, space(state, place), bits(state, taken))
        assert names(state, hits) == ground.line(place, taken), place


@standing
def test_4_5_traps_hit_what_they_hit_in_the_reference(offsets: Offsets) -> None:
    state, ground = both(offsets)
    random = Random(str(offsets))
    for share in (0.02, 0.1, 0.5, 1.0):
        taken = some(random, share)
        pieces = bits(state, taken)
        assert names(state, fire_hits(state, pieces)) == ground.trap("fire", taken)
        assert names(state, acid_hits(state, pieces)) == ground.trap("acid", taken)
        assert names(state, arrow_hits(state, pieces)) == ground.trap("arrows", taken)


@standing
def test_6_10_throws_land_where_they_do_in_the_reference(offsets: Offsets) -> None:
    state, ground = both(offsets)
    random = Random(str(offsets))
    around_rollers = [f"{row}{n}" for row in "ABC" for n in (5, 6, 7, 8, 9, 10, 39, 40)]
    for place in [*random.sample(reference.SPACES, 30), *around_rollers]:
        for least, share in ((3, 1.0), (3, 0.3), (1, 0.2), (3, 0.03), (6, 0.01)):
            fit = some(random, share)
            past, across = landings(state, space(state, place), least, bits(state, fit))
            found = names(state, past), names(state, across)
            assert found == ground.landings(place, least, fit), (place, least)


@standing
def test_3_16_ways_are_as_long_as_in_the_reference(offsets: Offsets) -> None:
    state, ground = both(offsets)
    tiles = {*reference.SPACES} - ground.abysses
    passable = bits(state, tiles)
    assert names(state, abysses(state)) == ground.abysses
    far = ground.distances("G", tiles)
    for place in Random(str(offsets)).sample(sorted(tiles), 40):
        found = distance(state, space(state, place), only(space(state, "G")), passable)
        assert found == far.get(place, FAR), place


# ── All positions of the rings ───────────────────────────────────────────────────────────────────


def cut_off(ground: Ground) -> set[str]:
    """The tiles from which no way leads to the centre, counted along their rings."""
    tiles = {*reference.SPACES} - ground.abysses
    lost = tiles - {*ground.distances("G", tiles)}
    return {along_ring(ground, place) for place in lost}


def along_ring(ground: Ground, place: str) -> str:
    row, column = reference.split(place)
    by = ground.offset(reference.RING_OF[row])
    return f"{row}{(column - by) % reference.COLUMNS[row]}"


@pytest.mark.parametrize("central", [0, *slow(*range(1, 16))])
def test_1_9_only_two_corners_of_the_middle_ring_are_ever_cut_off(central: int) -> None:
    corners = {f"{row}{bar + n}" for row in "DE" for bar in MIDDLE_BARS for n in range(3)}
    found = []
    for inner, outer in product(range(16), repeat=2):
        lost = cut_off(Ground(central, inner, 0, outer))
        assert lost <= corners, (central, inner, outer)
        found.append(bool(lost))
    assert len(found) == 256
    assert sum(found) == 16


def test_3_16_turning_the_own_ring_always_may_free_who_is_cut_off() -> None:
    for inner, outer in product(range(16), repeat=2):
        if lost := cut_off(Ground(0, inner, 0, outer)):
            ways = [cut_off(Ground(0, inner, sectors, outer)) for sectors in range(-6, 7)]
            assert any(not lost & after for after in ways), (inner, outer)


def test_1_9_the_starting_points_lie_ten_to_twelve_steps_from_the_centre() -> None:
    ground = Ground()
    far = ground.distances("G", {*reference.SPACES} - ground.abysses)
    assert {far[f"A{column}"] for column in STARTS} <= {10, 11, 12}


def test_3_16_nobody_is_cut_off_when_the_game_begins() -> None:
    state = temple(*(f"A{column}" for column in STARTS))
    assert not state.cut_off


# ── Steps (3.3 to 3.5, 3.13 to 3.15) ─────────────────────────────────────────────────────────────


class Walker:
    """A piece of a table and what stands around it, to be asked for its steps by searching."""

    def __init__(self, state: Any, piece: int) -> None:
        central, inner, middle, outer = map(int, state.offsets)
        self.ground = Ground(central, inner, middle, outer)
        self.here = name(state, int(state.at[piece]))
        pieces = {n: name(state, int(space)) for n, space in enumerate(state.at) if n != piece}
        allies = {n for n in pieces if are_allies(state, piece, n)}
        self.allies = {place for n, place in pieces.items() if n in allies}
        self.rivals = {place for n, place in pieces.items() if n not in allies}
        self.abysses = {place for place in reference.SPACES if tile(state, place) == "abyss"}
        self.is_spawn = piece >= MOST_SEATS
        self.egg = name(state, int(state.egg)) if self.is_spawn else "nowhere"
        self.poles = 0 if self.is_spawn else int(state.poles)
        self.gates = self.gates_for(state, piece)

    def gates_for(self, state: Any, piece: int) -> dict[str, str]:
        """The spaces before open gates by which the piece may leave, and the trails behind them."""
        found: dict[str, str] = {}
        trails = {"sun": facts.SUN_GATES, "moon": facts.MOON_GATES}
        for group in gates(state).split():
            for number, columns in enumerate(trails[group]):
                trail = f"{group.capitalize()} {number + 1}"
                carrier = int(state.carrier)
                follows = carrier >= 0 and name(state, int(state.at[carrier])) == trail
                is_rival = carrier >= 0 and not are_allies(state, piece, carrier)
                if not self.is_spawn and (carrier == piece or (follows and is_rival)):
                    found |= {f"A{column}": trail for column in columns}
        return found

    def steps(self, number: int) -> set[str]:
        if not number:
            return set()
        found = {self.gates[self.here]} if self.here in self.gates else set()
        return found | {
            place for place in self.beside(self.here) if self.may_enter(place, number, self.poles)
        }

    def beside(self, place: str) -> reference.Spaces:
        return {near for near in self.ground.beside[place] if near != self.egg}

    def may_enter(self, place: str, number: int, poles: int) -> bool:
        if place in self.abysses:
            return poles > 0 and self.gets_off(place, number - 1, poles - 1)
        return place not in self.allies or self.gets_off(place, number - 1, poles)

    def gets_off(self, place: str, number: int, poles: int) -> bool:
        """Can it go on from there to where it may stay, fight or leave?"""
        if number == 0:
            return False
        near = self.beside(place)
        return place in self.gates or any(self.may_enter(each, number, poles) for each in near)


@pytest.mark.parametrize("seed", [*range(8), *slow(*range(8, 25))])
def test_3_15_steps_are_those_of_the_reference(seed: int) -> None:
    random = Random(f"steps {seed}")
    state = wild(random)
    for _ in range(150):
        if turn.to_move(state) == NOBODY:
            return
        piece = int(state.active) if phase(state) == "moving" else int(state.spawn)
        if phase(state) in ("moving", "swarming") and piece != NOTHING:
            assert steps(state) == Walker(state, piece).steps(int(state.steps))
        play_on(state, random)
