"""What the rulebook says of all paths that our cards can make, found by trying them all.

Cards with the same paths are as good as each other here, so a path is drawn with kinds of cards.
"""

import functools
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest

from .drawn import COLOURS, score
from .facts import ADVENTURERS, EDGES, TEMPLES
from .reference import OPPOSITE, STEP, Space, fits

Kind = tuple[frozenset[str], bool]  # where its paths lead, and is an adventurer on it?
Path = dict[Space, Kind]  # in the order in which the spaces are passed

PATH_CARDS = range(1, 9)
CARDS_THAT_TURN = (1, 2, 3)
STRAIGHTS = range(4, 9)
A_WAY_ROUND = """
    2   4   3
    5   11  1
    9   12  16
"""


# ── All paths ────────────────────────────────────────────────────────────────────────────────────


def kinds(cards: range | list[int]) -> Counter[Kind]:
    """How many there are of each kind among these cards."""
    return Counter((EDGES[card], card in ADVENTURERS.values()) for card in cards)


def paths(colour: str, between: Counter[Kind], most: int = 16) -> Iterator[Path]:
    """All ways from an adventurer to its temple over these cards, of so many cards at most."""
    start = (EDGES[ADVENTURERS[colour]], True)
    goal = (EDGES[TEMPLES[colour]], False)
    for edge in start[0]:
        yield from paths_on({(0, 0): start}, edge, goal, between, most)


def paths_on(
    path: Path, edge: str, goal: Kind, between: Counter[Kind], most: int
) -> Iterator[Path]:
    """All ways on over this edge of the last card."""
    (row, column), (down, right) = [*path][-1], STEP[edge]
    space, back = (row + down, column + right), OPPOSITE[edge]
    if space in path or len(path) == most or not fits({*path, space}):
        return
    if back in goal[0]:
        yield path | {space: goal}
    for kind in between:
        if between[kind] and back in kind[0]:
            left = between - Counter([kind])
            for out in kind[0] - {back}:
                yield from paths_on(path | {space: kind}, out, goal, left, most)


@functools.cache
def free_paths(colour: str) -> list[Path]:
    return [*paths(colour, kinds(PATH_CARDS))]


def blocked_paths(colour: str, most: int) -> list[Path]:
    others = [card for card in ADVENTURERS.values() if card != ADVENTURERS[colour]]
    tried = paths(colour, kinds([*PATH_CARDS, *others]), most)
    return [path for path in tried if any(kind[1] for kind in [*path.values()][1:])]


def by_goal(paths: list[Path]) -> dict[Space, list[Path]]:
    """Which of them lead to a temple on the same space."""
    sorted_out = defaultdict(list)
    for path in paths:
        sorted_out[[*path][-1]].append(path)
    return sorted_out


def lie_together(one: Path, other: Path) -> bool:
    """Can both be on the same island?"""
    if any(one[space] != other[space] for space in one.keys() & other.keys()):
        return False
    island = one | other
    people = [*ADVENTURERS.values(), *TEMPLES.values()]
    return fits({*island}) and Counter(island.values()) <= kinds([*PATH_CARDS, *people])


# ── What holds for all of them ───────────────────────────────────────────────────────────────────


def turns(path: Path) -> set[Kind]:
    """The kinds of card between the two ends on which the path turns."""
    steps = [*path]
    return {
        path[here]
        for before, here, after in zip(steps, steps[1:], steps[2:])
        if before[0] != after[0] and before[1] != after[1]
    }


@pytest.mark.parametrize("colour", COLOURS)
def test_1_10_on_every_path_home_there_is_a_turn_that_only_cards_1_2_and_3_allow(
    colour: str,
) -> None:
    those = {*kinds([*CARDS_THAT_TURN])}
    assert free_paths(colour)
    assert all(turns(path) and turns(path) <= those for path in free_paths(colour))
    assert not [*paths(colour, kinds(STRAIGHTS))]


@pytest.mark.parametrize("colour", COLOURS)
def test_4_5_no_two_equally_short_paths_of_our_cards_are_both_free(colour: str) -> None:
    for group in by_goal(free_paths(colour)).values():
        for one, other in combinations(group, 2):
            assert len(one) != len(other) or not lie_together(one, other)


def test_4_5_but_a_free_one_may_be_as_short_as_a_blocked_one() -> None:
    free, blocked = by_goal(free_paths("blue")), by_goal(blocked_paths("blue", most=5))
    assert any(
        len(one) == len(other) and lie_together(one, other)
        for goal in blocked
        for one in blocked[goal]
        for other in free.get(goal, [])
    )


def islands_with_a_way_round(colour: str, most: int) -> Iterator[Path]:
    """Islands of so many cards on which a path is blocked and a longer one is free."""
    free = by_goal([path for path in free_paths(colour) if len(path) <= most])
    for blocked in blocked_paths(colour, most - 1):
        for path in free.get([*blocked][-1], []):
            is_small = len({*path, *blocked}) <= most
            if is_small and len(blocked) < len(path) and lie_together(path, blocked):
                yield path | blocked


@pytest.mark.parametrize("colour", COLOURS)
def test_4_8_no_island_of_eight_cards_has_a_way_round(colour: str) -> None:
    assert not [*islands_with_a_way_round(colour, most=8)]


def test_4_8_one_of_nine_cards_has() -> None:
    assert len(A_WAY_ROUND.split()) == 9
    assert score(A_WAY_ROUND) == {}
    assert "blue" in score(A_WAY_ROUND, blocking="detour")
    assert next(islands_with_a_way_round("blue", most=9))
