"""Karuba alone: what is found by who knows the order of the tiles, and what nobody can beat."""

from typing import Any

import numpy as np
import pytest

from bench.solo import OPTIONS, bot_alone, ceiling_of, clairvoyant, deal, points, summary
from templetop.bots.roster import Engagement, call
from templetop.bots.seen import seen_by
from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.deal import Deal, key_of
from templetop.engine.ending import points_of
from templetop.engine.match import Match
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, decisions
from templetop.games.karuba.bots.ceiling import ceiling, groupings, smallest_trees
from templetop.games.karuba.bots.hindsight import hindsight
from templetop.games.karuba.rules.moves import CALL, PLACED, SITED
from templetop.games.shelf import take

KARUBA = take("karuba")

# Beach and temple numbers, from 0.
NESTED = [0, 1, 2, 3], [0, 1, 2, 3]
CROSSWISE = [0, 1, 2, 3], [3, 2, 1, 0]

STRAIGHT, JUNCTION, CROSSING, CRYSTAL, GOLD = 1, 5, 7, 13, 14  # tiles


@pytest.mark.parametrize(("tiles", "most"), [
    ([], 0),
    ([GOLD], 0),                   # 3.3.5
    ([GOLD, STRAIGHT], 2),
    ([STRAIGHT, GOLD], 0),         # 3.3.4  what is laid last stays
    ([CRYSTAL, GOLD, STRAIGHT], 2),  # 3.4.2  one walk takes one of them
    ([STRAIGHT] * 3, 0),
    ([STRAIGHT] * 4, 5),           # three tiles to the first temple, and a walk
    ([GOLD] + [STRAIGHT] * 4, 7),
    ([STRAIGHT] * 9, 5),
    ([STRAIGHT] * 10, 10),         # five more to the second
])  # fmt: skip
def test_the_ceiling_counts_what_walks_can_bring(tiles: list[int], most: int) -> None:
    assert ceiling([1, 2, 3, 4], [1, 2, 3, 4], tiles) == most


def test_ways_that_cross_need_more_than_two_paths_somewhere() -> None:
    assert ceiling(*CROSSWISE, [STRAIGHT] * 12) == 5
    assert ceiling(*CROSSWISE, [CROSSING] + [STRAIGHT] * 11) == 10
    assert ceiling(*CROSSWISE, [JUNCTION, JUNCTION] + [STRAIGHT] * 10) == 10


def test_the_smallest_trees() -> None:
    corners = smallest_trees([0, 5, 24, 29])
    assert corners[0b0001] == 1
    assert corners[0b0011] == 6
    assert corners[0b1001] == 10
    assert corners[0b1111] == 14  # two sides of five, and four between them
    assert smallest_trees([1, 6, 8, 13])[0b1111] == 5  # around b2


def test_four_can_be_parted_into_groups_in_fifteen_ways() -> None:
    found = [sorted(groups) for groups in groupings((0, 1, 2, 3))]
    assert len(found) == 15 == len({tuple(groups) for groups in found})
    assert all(sorted(sum(groups, ())) == [0, 1, 2, 3] for groups in found)


def most_by_trying_all(state: Any, calls: list[int]) -> int:
    """The points of the best of all games."""
    if not calls or ask.to_move(state) != CHANCE:
        return int(points_of(state)[0])
    ask.happen(state, CALL + calls[0])
    moves = KARUBA.move_set()
    ask.legal(state, 0, moves)
    most = 0
    for move in members(moves):
        after = state.copy()
        ask.play(after, decisions({0: move}))
        most = max(most, most_by_trying_all(after, calls[1:]))
    return most


@pytest.mark.parametrize(("tiles", "most"), [
    ([GOLD, CRYSTAL, STRAIGHT], 2),
    ([CROSSING, GOLD, CROSSING], 5),
    ([10, STRAIGHT, STRAIGHT], 6),  # ┘ leads from beach 10 to temple 10, and has a crystal
])  # fmt: skip
def test_no_game_of_all_beats_the_ceiling(tiles: list[int], most: int) -> None:
    state = KARUBA.start(1, {**OPTIONS, "distance": "any"})
    for beach, temple in zip(*NESTED, strict=True):
        ask.happen(state, PLACED + beach)
        ask.happen(state, SITED + temple)
    assert most_by_trying_all(state, tiles) == most <= ceiling(*NESTED, tiles)


@pytest.mark.parametrize("number", range(3))
def test_the_clairvoyant_is_between_who_it_knows_and_the_ceiling(number: int) -> None:
    dealt = deal(KARUBA, number)
    greedy = bot_alone("greedy", KARUBA, dealt)
    found = clairvoyant(KARUBA, dealt, [greedy], runs=2, changes=20_000)
    assert points(greedy) < points(found) <= ceiling_of(dealt) <= 38


def test_the_clairvoyant_finds_the_same_again() -> None:
    dealt = deal(KARUBA, 0)
    one, same = (clairvoyant(KARUBA, dealt, [], runs=1, changes=5_000) for _ in range(2))
    assert one.moves == same.moves


def test_a_known_game_is_never_made_worse() -> None:
    dealt = deal(KARUBA, 1)
    known = clairvoyant(KARUBA, dealt, [], runs=1, changes=20_000)
    for changes in (0, 1, 100):
        again = clairvoyant(KARUBA, dealt, [known], runs=1, changes=changes)
        assert points(again) >= points(known)


def test_a_deal_holds_all_that_chance_does() -> None:
    dealt = deal(KARUBA, 5)
    assert dealt == deal(KARUBA, 5) != deal(KARUBA, 6)
    assert sorted(dealt.calls) == [CALL + tile for tile in range(1, 37)]
    assert len(dealt.places) == 8


def test_the_regret_is_counted_deal_by_deal() -> None:
    who = ("random", "greedy", "level5", "clairvoyant", "ceiling")
    rows = [dict(zip(who, figures)) for figures in ((0, 20, 30, 32, 36), (2, 26, 30, 34, 38))]
    level5 = summary(rows)["level5"]
    assert level5["points"] == {"mean": 30.0, "interval": 0.0}
    assert level5["regret_at_least"]["mean"] == 3.0
    assert level5["regret_at_most"]["mean"] == 7.0
    assert level5["regret_at_most"]["interval"] == pytest.approx(1.96 * np.sqrt(2) / np.sqrt(2))


def test_hindsight_knows_the_whole_order_and_lies_between_the_match_and_the_ceiling() -> None:
    match, key = Match.new(KARUBA, ["Solo"], OPTIONS), key_of(5, 1)
    deal_of_it, random = Deal(KARUBA, key), generator(5)
    bot = call("greedy", KARUBA, 0, Engagement(1, OPTIONS))
    while not match.is_over:
        if match.awaited == [CHANCE]:
            match.play(CHANCE, deal_of_it.event(match.state))
        else:
            match.play(0, bot.decide(seen_by(0, match.state, 1, random), random))
    found = hindsight(match, key, runs=1, changes=20_000)
    assert found is not None
    assert points(match) < found[0] <= found[1] <= 38
    limited = Match.new(KARUBA, ["Solo"], {**OPTIONS, "tiles": "9"})
    assert hindsight(limited, key) is None
    assert hindsight(Match.new(KARUBA, ["Ann", "Ben"], OPTIONS), key) is None
