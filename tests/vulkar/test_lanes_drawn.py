"""The lanes as the rulebook draws them are those of the island."""

from pathlib import Path

from templetop.games import vulkar
from templetop.games.vulkar.rules.island import (
    END_IDS,
    LANE_END,
    LANE_IDS,
    LANE_TREE,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    PITS,
    TREE_IDS,
)

RULEBOOK = Path(vulkar.__file__).with_name("rulebook.md")


def following(lane: int) -> list[int]:
    return [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]


def drawn(lane: int, before: str) -> list[str]:
    """A lane and what follows: behind a tree there are two ways."""
    line = f"{before}{LANE_IDS[lane]} ─ "
    if LANE_END[lane] != NOWHERE:
        return [line + END_IDS[LANE_END[lane]]]
    if LANE_TREE[lane] == NOWHERE:
        return drawn(following(lane)[0], line)
    fork = f"{line}{TREE_IDS[LANE_TREE[lane]]} "
    left, right = following(lane)
    return [*drawn(left, f"{fork}┬ "), *drawn(right, f"{' ' * len(fork)}└ ")]


def all_drawn() -> str:
    pits = {following(PIT_LANE + pit)[0]: PIT_LANE + pit for pit in range(PITS)}
    lines = []
    for lane in MOUTH_LANES:
        pit = LANE_IDS[pits[following(int(lane))[0]]]
        lines += drawn(int(lane), f"{pit}, ")
    return "\n".join(lines)


def test_1_7_the_lanes_are_drawn_as_they_are() -> None:
    assert f"```\n{all_drawn()}\n```" in RULEBOOK.read_text(encoding="utf-8"), all_drawn()
