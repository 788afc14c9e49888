"""The islands held against the reference: all that may be laid, and all points.

Whole games show few islands on which adventurers get in each other's way, so there are islands at
random as well: of our cards, and of cards that are not in the box. What is met on them is counted.
"""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.games.karuba_cards.rules.pieces import PATHS
from templetop.games.karuba_cards.rules.state import LAYING

from .drawn import CARD, COLOURS, SPACE_NAMES, laid, lays, points, score_invented, table
from .facts import FACES, Face
from .reference import Island, Space, is_blocked, open_spaces, paths_home, score, treasure

BLOCKING = ("stops", "detour")


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


def as_reference(state: Any, seat: int) -> Island:
    cards = laid(state, seat).items()
    return {divmod(SPACE_NAMES.index(name), 7): FACES[card] for name, card in cards}


def names_of(spaces: set[Space]) -> set[str]:
    return {SPACE_NAMES[7 * row + column] for row, column in spaces}


def any_move(state: Any, seat: int, random: Random) -> int:
    """Any legal move; now and then the one that looks best, so that somebody comes home."""
    moves = legal_moves(state, seat)
    if seat < 0 or random.random() < 0.1:
        return random.choice(moves)
    return max(moves, key=lambda move: int(ask.appeal(state, seat, move)))


@pytest.mark.parametrize("blocking", BLOCKING)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whole_games_are_laid_and_scored_as_the_reference_does(seats: int, blocking: str) -> None:
    random = Random(f"{seats} {blocking}")
    state = CARD.start(seats, {"blocking": blocking})
    most = 0
    while awaited := seats_to_move(state):
        if state.phase == LAYING:
            for seat in awaited:
                assert lays(state, seat) == names_of(open_spaces(as_reference(state, seat)))
        make(state, [(seat, any_move(state, seat, random)) for seat in awaited])
        check_points(state, blocking)
        most = max(most, *points(state))
    assert most >= 4


def check_points(state: Any, blocking: str) -> None:
    for seat in range(state.seats):
        island = as_reference(state, seat)
        colours = CARD.view(state, None).seats[seat].colours
        expected = {colour: score(island, colour, blocking) for colour in COLOURS}
        assert {colour.colour: colour.points for colour in colours} == expected


# ── What there is to be met ──────────────────────────────────────────────────────────────────────


def met(island: Island, colour: str) -> dict[str, bool]:
    """What makes the points of a colour hard to count on this island."""
    possible = paths_home(island, colour)
    shortest = [path for path in possible if len(path) == min(map(len, possible))]
    free = [path for path in shortest if not is_blocked(island, path)]
    between = [island[space].who for path in free for space in path[1:-1]]
    return {
        "longer paths": len(possible) > len(shortest),
        "a longer path with more treasure": any(
            treasure(island, path) > max(treasure(island, other) for other in shortest)
            for path in possible
        ),
        "equally short, different treasure": len({treasure(island, path) for path in free}) > 1,
        "equally short, blocked and free": 0 < len(free) < len(shortest),
        "blocked, with a longer way round": score(island, colour, "detour") > 0 == len(free),
        "blocked altogether": bool(possible) and score(island, colour, "detour") == 0,
        "past a temple": any(who.isupper() for who in between),
    }


def count_met(islands: list[Island]) -> Counter[str]:
    """How often each of these is met; 0 is counted, too."""
    counted: Counter[str] = Counter()
    for island in islands:
        for colour in COLOURS:
            counted.update(met(island, colour))
    return counted


# ── Islands of our cards ─────────────────────────────────────────────────────────────────────────


BLOCKED_ALTOGETHER = """
    15  8   12  7
    2   4   1   14
    9   10  16  5
    6   13  11  3
"""
A_SHORT_CUT = """
    .   14  .   .
    11  1   4   15
    7   5   .   .
    2   3   10  .
"""
A_WAY_ROUND = """
    2   4   3
    5   11  1
    9   12  16
"""
TWO_EQUAL_WAYS = """
    11  10  14
    2   1   3
"""


def one_like(drawing: str, random: Random) -> str:
    """The same island with two of its cards exchanged, or one of them exchanged for another."""
    cards = [card for card in drawing.split() if card != "."]
    others = [str(card) for card in range(1, 17) if str(card) not in cards]
    one, other = random.choice(cards), random.choice(cards + others)
    exchanged = {one: other, other: one}
    return re.sub(r"\d+", lambda mark: exchanged.get(mark[0], mark[0]), drawing)


@pytest.mark.parametrize(
    ("drawing", "what"),
    [
        (BLOCKED_ALTOGETHER, "blocked altogether"),
        (A_SHORT_CUT, "a longer path with more treasure"),
        (A_WAY_ROUND, "blocked, with a longer way round"),
        (TWO_EQUAL_WAYS, "equally short, blocked and free"),
    ],
)
def test_islands_of_our_cards_and_those_like_them_are_scored_as_the_reference_does(
    drawing: str, what: str
) -> None:
    random = Random(what)
    islands = []
    for drawn in (drawing, *(one_like(drawing, random) for _ in range(100))):
        for blocking in BLOCKING:
            state = table(drawn, options={"blocking": blocking})
            check_points(state, blocking)
        islands.append(as_reference(state, seat=0))
    assert count_met(islands[:1])[what]
    assert 5 <= count_met(islands)[what] < 95


# ── Islands of any cards ─────────────────────────────────────────────────────────────────────────


def any_island(random: Random) -> Island:
    """12 to 16 faces at random, with many paths, treasure here and there, and almost everyone."""
    people = [*COLOURS, *map(str.upper, COLOURS)]
    shown = ["gold"] * 3 + ["crystal"] * 3 + ["nothing"] * 2
    faces = [Face(any_paths(random), "nothing", who) for who in people]
    faces += [Face(any_paths(random), what) for what in shown]
    spaces = [(row, column) for row in range(4) for column in range(4)]
    return dict(zip(spaces, random.sample(faces, random.randrange(12, 17))))


def any_paths(random: Random) -> frozenset[str]:
    """Mostly crossings and junctions."""
    few_and_many = sorted(random.choices([*PATHS.values()], k=4), key=len)
    return frozenset(few_and_many[-1])


@pytest.mark.parametrize("seed", range(2))
def test_dense_islands_of_any_cards_are_scored_as_the_reference_does(seed: int) -> None:
    random = Random(seed)
    islands = [any_island(random) for _ in range(500)]
    for island in islands:
        for blocking in BLOCKING:
            expected = {colour: score(island, colour, blocking) for colour in COLOURS}
            scored = {colour: points for colour, points in expected.items() if points}
            assert score_invented(island, blocking) == scored
    counted = count_met(islands)
    assert min(counted.values()) >= 5, counted
