"""What nobody can beat in a deal of Karuba alone, not even who knows the order of the tiles.

Places are forgotten, and only counts are kept from turn to turn: how many tiles are laid, how many
paths they have beyond two each, what lies on the island, and who is in a temple. Every game that
the rules allow is a way through these counts; the best way through them is found exactly, by
dynamic programming, and no game gets more points than that. Why every game is such a way:

- A turn lays its tile or discards it (3.2.1). A discard ends one walk in one place (3.4.2): it
  takes what lies on one space (3.5.1, 3.5.2) or brings one adventurer home (3.6.1), and there are
  no other points (5.1 to 5.4).
- What is picked up was put there with a tile laid in an earlier turn (3.3.4), and only once.
- Who is home has walked on laid tiles only (3.4.3), from the space at its beach (3.4.5) to the one
  at its temple (3.6.1). Adventurers whose ways share a space belong to one group, and so do those
  linked by others in this manner. The spaces of a group hang together: they are at least as many
  as the smallest connected set that holds all its beaches and temples, which is a Steiner tree.
  Groups share no space, so their numbers add up.
- Two ways that end crosswise along the shore share a space, as always in a plane: one group.
- The n spaces of a group of g adventurers are linked by at least n - 1 borders, and each takes a
  path of both its tiles (3.4.3). Beaches and temples take 2 g paths more, as no two of them stand
  at one number (2.9). So these n tiles have at least 2 n - 2 + 2 g paths, which is 2 g - 2 beyond
  two each; and no tile anywhere has fewer than two (1.6).
- The game ends when all four are home (4.1) or after the last tile (4.2), and there are 30 spaces
  (1.1).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from templetop.engine.compile import compiled, rule
from templetop.engine.seats import Array
from templetop.games.karuba.rules.island import BEACH_SPACE, COLUMNS, SPACES, TEMPLE_SPACE
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    CRYSTAL,
    CRYSTAL_WORTH,
    GOLD,
    GOLD_WORTH,
    STACKS,
    STEPS,
    TREASURE,
)

EVERYONE = (1 << ADVENTURERS) - 1
MOST_BRANCHES = 2 * (ADVENTURERS - 1)  # paths beyond two each: more are never needed
CRYSTALS, NUGGETS = map(TREASURE.tolist().count, (CRYSTAL, GOLD))
(TEMPLE_WORTH,) = STACKS[1]
UNREACHED = -1

Group = tuple[int, ...]  # adventurers


def ceiling(beaches: Sequence[int], temples: Sequence[int], tiles: Sequence[int]) -> int:
    """No game in which these tiles are called in this order gets more points."""
    shape = (SPACES + 1, MOST_BRANCHES + 1, EVERYONE + 1, CRYSTALS + 1, NUGGETS + 1)
    points = np.full(shape, UNREACHED, np.int8)
    points[0, 0, 0, 0, 0] = 0
    ways = possible_ways(beaches, temples)
    for tile in tiles:
        after = np.full(shape, UNREACHED, np.int8)
        take_turn(points, after, ways, int(STEPS[tile]) - 2, int(TREASURE[tile]))
        points = after
    return int(points.max())


@compiled
def take_turn(points, after, ways, branches, treasure):
    """Everything that a turn can do to the counts."""
    for laid, branched, home, crystals, gold in np.ndindex(points.shape):
        now = points[laid, branched, home, crystals, gold]
        if now == UNREACHED:
            continue
        reach(after, laid, branched, home, crystals, gold, now)
        if home == EVERYONE:
            continue
        if laid < SPACES:
            more = min(branched + branches, MOST_BRANCHES)
            lying = crystals + int(treasure == CRYSTAL), gold + int(treasure == GOLD)
            reach(after, laid + 1, more, home, lying[0], lying[1], now)
        if crystals > 0:
            reach(after, laid, branched, home, crystals - 1, gold, now + CRYSTAL_WORTH)
        if gold > 0:
            reach(after, laid, branched, home, crystals, gold - 1, now + GOLD_WORTH)
        for adventurer in range(ADVENTURERS):
            then = home | 1 << adventurer
            if then != home and ways[then, laid, branched]:
                reach(after, laid, branched, then, crystals, gold, now + TEMPLE_WORTH)


@rule
def reach(after, laid, branched, home, crystals, gold, points):
    """These counts can be reached with so many points."""
    if points > after[laid, branched, home, crystals, gold]:
        after[laid, branched, home, crystals, gold] = points


# ── The ways home ────────────────────────────────────────────────────────────────────────────────


def possible_ways(beaches: Sequence[int], temples: Sequence[int]) -> Array:
    """For those who are home: may so many tiles with so many paths beyond two have been enough?"""
    enough = np.zeros((EVERYONE + 1, SPACES + 1, MOST_BRANCHES + 1), np.bool_)
    trees = smallest_trees([BEACH_SPACE[b] for b in beaches] + [TEMPLE_SPACE[t] for t in temples])
    for home in range(1, EVERYONE + 1):
        members = tuple(one for one in range(ADVENTURERS) if home >> one & 1)
        for groups in groupings(members):
            if not is_crossed(groups, beaches, temples):
                tiles = sum(trees[ends_of(group)] for group in groups)
                branches = sum(2 * len(group) - 2 for group in groups)
                enough[home, tiles:, branches:] = True
    return enough


def groupings(members: Group) -> Iterator[list[Group]]:
    """All ways to part them into groups."""
    if not members:
        yield []
        return
    first, others = members[0], members[1:]
    for chosen in range(1 << len(others)):
        group = (first, *(other for n, other in enumerate(others) if chosen >> n & 1))
        for groups in groupings(tuple(other for other in others if other not in group)):
            yield [group, *groups]


def is_crossed(groups: list[Group], beaches: Sequence[int], temples: Sequence[int]) -> bool:
    """Must ways of different groups cross?

    Beach numbers run along the shore from the north-west to the south-east, and so do temple
    numbers on the other side: two ways need not cross if both are in the same order.
    """
    return any(
        (beaches[one] - beaches[other]) * (temples[one] - temples[other]) < 0
        for group, another in combinations(groups, 2)
        for one in group
        for other in another
    )


def ends_of(group: Group) -> int:
    """The beaches and temples of these adventurers, a bit each."""
    return sum(1 << one | 1 << one + ADVENTURERS for one in group)


def smallest_trees(ends: Sequence[int]) -> list[int]:
    """For every set of these: how many spaces are the fewest that hang together and hold it.

    After Dreyfus and Wagner: `trees[wanted, space]` holds this space too. It is made of two trees
    that meet somewhere, and of the straight way from there.
    """
    trees = np.full((1 << len(ends), SPACES), SPACES, np.int64)
    for wanted in range(1, len(trees)):
        meeting = trees[wanted]
        if wanted.bit_count() == 1:
            meeting[ends[wanted.bit_length() - 1]] = 1
        part = (wanted - 1) & wanted
        while part:
            meeting = np.minimum(meeting, trees[part] + trees[wanted ^ part] - 1)
            part = (part - 1) & wanted
        trees[wanted] = (meeting[:, None] + DISTANCES).min(axis=0)
    return [int(tree.min()) for tree in trees]


ROW, COLUMN = np.divmod(np.arange(SPACES), COLUMNS)
DISTANCES = abs(ROW[:, None] - ROW) + abs(COLUMN[:, None] - COLUMN)
