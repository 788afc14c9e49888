"""How the search weighs moves, step by step: a deal, what is done in it, and what comes of it."""

from math import inf
from typing import Any

import numpy as np
import pytest

from templetop.bots import search
from templetop.bots.search import (
    CHANCE_STREAM,
    CONSOLATION,
    FOR_POINTS,
    SEAT_STREAM,
    TO_WIN_TOGETHER,
    Mind,
    add_wins,
    aim_of,
    answer_beyond,
    answer_in_tree,
    begin,
    clear_mind,
    consolation,
    count_points,
    drawn_by,
    even_odds,
    find_answers,
    foresee,
    foreseen,
    judge,
    key_of,
    mind,
    note,
    play_on,
    room_for,
    shift,
    take_over,
    total_of_side,
    weigh,
    worth_of_lead,
)
from templetop.bots.search import Sample as SampleRow
from templetop.bots.thinker import alone
from templetop.bots.tree import FREE, NO_ROWS, NODES, STEPS, knowledge, mixed
from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.level import Ways
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, decisions
from tests.engine.toy import ROLL, TOY

from .small import DUEL, PAIRS, PAPER, ROCK, SCISSORS
from .test_together import BOAT

WAYS = Ways()


def bidding(seats: int = 2, number: int = 1, **fields: Any) -> Any:
    """A toy where this number was rolled."""
    state = TOY.start(seats)
    ask.happen(state, ROLL + number)
    for name, value in fields.items():
        state[name] = value
    return state


def thinking(state: Any, nodes: int = 64) -> Mind:
    """At this table, with the sides that there are."""
    room = mind(ask.game_of(state), nodes, 16 * nodes, 4)
    room.world[0] = state
    ask.sides(state, room.sides)
    return room


# ── Room ─────────────────────────────────────────────────────────────────────────────────────────


def test_four_nodes_for_each_game_in_mind_but_at_least_so_many_and_at_most() -> None:
    assert room_for(0) == room_for(4096) == (1 << 14, 1 << 18)
    assert room_for(4097) == (1 << 15, 1 << 19)
    assert room_for(1 << 14) == (1 << 16, 1 << 20)
    assert room_for(inf) == (1 << 17, 1 << 21)


def test_a_mind_has_room_for_all_seats_and_knows_what_is_counted() -> None:
    room = mind(TOY, 8, 40, 4)
    assert (len(room.tree.nodes), len(room.tree.edges), room.tree.rows.shape[1]) == (8, 40, 5)
    for each in (room.unseen, room.points, room.places, room.sides, room.totals, room.values):
        assert len(each) == MOST_SEATS if each is not room.unseen else len(each) >= MOST_SEATS
    assert (len(room.deal), len(room.random), len(room.aim)) == (1, 1, 1)
    assert (room.has_measure, room.is_for_points) == (True, True)
    usual = mind(TOY)
    assert (len(usual.tree.nodes), len(usual.tree.edges)) == (1 << 14, 1 << 18)


class Uncounted:
    """A toy in which nothing is counted, or in which it does not decide."""

    def __init__(self, measure: Any) -> None:
        self.measure = measure

    def __getattr__(self, name: str) -> Any:
        return getattr(TOY, name)


def test_where_nothing_is_counted_nothing_is_for_points() -> None:
    without: Any = Uncounted(None)
    assert mind(without, 8, 40)[-2:] == (False, False)
    beside: Any = Uncounted(TOY.measure and TOY.measure.__class__(decides=False))
    assert mind(beside, 8, 40)[-2:] == (True, False)


def test_a_clear_mind_remembers_nothing() -> None:
    room = thinking(bidding())
    room.tree.nodes["key"], room.tree.used[:] = 9, 9
    clear_mind.plain(room.world, room.tree)
    assert not room.tree.nodes["key"].any()
    assert not room.tree.used.any()


# ── What is played for ───────────────────────────────────────────────────────────────────────────


def test_alone_one_plays_for_the_win_until_it_is_certain() -> None:
    state, room = bidding(1), thinking(bidding(1))
    assert aim_of(state, 1, room) == FOR_POINTS
    assert aim_of(bidding(2), 2, room) == FOR_POINTS
    boat = BOAT.start(2)
    assert aim_of(boat, 2, thinking(boat)) == TO_WIN_TOGETHER
    boat.bailed = 3  # they are first
    assert aim_of(boat, 2, thinking(boat)) == FOR_POINTS
    assert aim_of(boat, 2, thinking(boat)._replace(is_for_points=False)) == TO_WIN_TOGETHER


def test_rivals_play_for_points_though_one_is_behind() -> None:
    state = bidding(2)
    state.points[:2] = [0, 5]
    room = thinking(state)
    room.sides[:] = 0  # as it was in another game
    assert aim_of(state, 2, room) == FOR_POINTS


# ── Odds ─────────────────────────────────────────────────────────────────────────────────────────


def test_at_first_all_are_as_likely() -> None:
    odds = even_odds(4)
    assert odds["share"].tolist() == [0.25] * 4
    assert odds["column"].tolist() == [0, 1, 2, 3]
    assert odds["regret"].tolist() == odds["total"].tolist() == odds["deals"].tolist() == [0.0] * 4
    assert len(even_odds(0)) == 0
    assert even_odds(1)["share"].tolist() == [1.0]


@pytest.mark.parametrize(
    ("part", "drawn"), [(0, 0), (0.24, 0), (0.25, 1), (0.74, 1), (0.75, 2), (0.9999, 2)]
)
def test_a_candidate_is_drawn_as_likely_as_the_odds_say(
    monkeypatch: pytest.MonkeyPatch, part: float, drawn: int
) -> None:
    monkeypatch.setattr(search, "next_bits", lambda random: int(part * 2**32))
    odds = even_odds(3)
    odds["share"] = [0.25, 0.5, 0.25]
    assert drawn_by(odds, None) == drawn
    odds["share"] = 0.1  # rounding may leave something over: then it is the last
    assert drawn_by(odds, None) == min(int(part * 10), 2)


def samples(*values: float, seat: int = 1) -> Any:
    row = np.zeros(len(values), SampleRow)
    row["values"][:, seat] = values
    row["values"][:, 1 - seat] = 99.0
    return row


def test_what_would_have_been_better_gets_likelier() -> None:
    odds = even_odds(3)
    shift(odds, samples(1.0, 0.5, 0.0), 1)
    assert odds["deals"].tolist() == [1.0] * 3
    assert odds["regret"].tolist() == [0.5, 0.0, 0.0]
    assert odds["total"] == pytest.approx([1 / 3] * 3)  # of the shares before
    assert odds["share"].tolist() == [1.0, 0.0, 0.0]
    shift(odds, samples(0.0, 1.0, 0.5), 1)
    assert odds["regret"].tolist() == [0.5, 1.0, 0.5]
    assert odds["total"] == pytest.approx([1 / 3 + 2, 1 / 3, 1 / 3])  # later ones count more
    assert odds["share"].tolist() == [0.25, 0.5, 0.25]
    shift(odds, samples(0.0, 4.0, 0.0), 1)
    assert odds["regret"].tolist() == [0.0, 3.0, 0.0]


def test_without_any_regret_all_are_as_likely_again() -> None:
    odds = even_odds(2)
    odds["share"] = [1.0, 0.0]
    shift(odds, samples(0.5, 0.5), 1)
    assert odds["share"].tolist() == [0.5, 0.5]


# ── A deal ───────────────────────────────────────────────────────────────────────────────────────


def test_a_deal_is_begun_with_numbers_of_its_own_for_chance_and_for_the_seats() -> None:
    state = bidding()
    room = thinking(TOY.start(3))
    begin(alone(state), 0, np.uint64(7), np.uint64(5), room)
    assert room.world[0].tobytes() == state.tobytes()
    assert room.deal[0] == generator(7, 10 + CHANCE_STREAM)[0]
    assert room.random[0] == generator(7, 10 + SEAT_STREAM)[0]
    assert (CHANCE_STREAM, SEAT_STREAM) == (0, 1)
    assert room.sides[:2].tolist() == [0, 1]


def test_the_world_is_imagined_by_the_seat_with_the_numbers_of_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    pairs = PAIRS.start(4)
    room = thinking(pairs)
    monkeypatch.setattr(
        search, "imagine", lambda state, seat, random: asked.append((seat, random is room.deal))
    )
    room.sides[:] = 9
    begin(alone(pairs), 2, np.uint64(7), np.uint64(5), room)
    assert asked == [(2, True)]
    assert room.sides[:4].tolist() == [0, 1, 0, 1]


def test_a_sample_is_what_it_was_worth_to_each_seat() -> None:
    room = thinking(bidding())
    room.values[:3], room.totals[:3] = [0.25, 0.5, 0.75], [3, 4, 5]
    row = np.zeros(1, SampleRow)
    note(row[0], 2, np.uint64(9), room)
    assert row["rivals"][0] == 9
    assert row["values"][0, :3].tolist() == [0.25, 0.5, 0.0]
    assert row["points"][0, :3].tolist() == [3.0, 4.0, 0.0]


def test_the_answers_of_all_seats_are_one_number() -> None:
    first = decisions({0: 1, 2: 3})
    copy = decisions()
    take_over(first, copy)
    assert copy.tolist() == first.tolist()
    assert key_of(first) == key_of(copy)
    others = [decisions(), decisions({0: 3, 2: 1}), decisions({0: 1}), decisions({0: 1, 2: 4})]
    last = MOST_SEATS - 1
    others += [decisions({**{0: 1, 2: 3}, last: 1})]
    assert len({int(key_of(one)) for one in [first, *others]}) == len(others) + 1
    expected = np.uint64(1)
    for move in first[:MOST_SEATS]:
        expected = mixed(mixed(expected ^ np.uint64(int(move) + 1)))
    assert key_of(first) == expected


# ── What is done in it ───────────────────────────────────────────────────────────────────────────

FIRST_LEGAL = Ways(depth=0, greed=0)


def scripted(monkeypatch: pytest.MonkeyPatch, name: str, answer: Any) -> list[Any]:
    """A part of the search does just this; returns what it was asked."""
    asked: list[Any] = []

    def act(*about: Any) -> Any:
        asked.append(about)
        return answer(*about)

    monkeypatch.setattr(search, name, act)
    return asked


def test_beyond_the_tree_moves_are_greedy_or_random_as_it_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bidding()
    room = thinking(state)
    by = {id(room.random): "any"}
    scripted(monkeypatch, "any_move", lambda moves, random: by[id(random)])
    scripted(monkeypatch, "greedy_move", lambda *about: "greedy")
    ticket = scripted(monkeypatch, "below", lambda random, limit: 40)
    assert answer_beyond(state, 0, WAYS._replace(greed=40), room) == "any"
    assert answer_beyond(state, 0, WAYS._replace(greed=41), room) == "greedy"
    assert [(random is room.random, limit) for random, limit in ticket] == [(True, 100)] * 2
    assert answer_beyond(state, 0, WAYS._replace(greed=100), room) == "greedy"
    assert len(ticket) == 2
    scripted(monkeypatch, "below", lambda random, limit: 99)
    assert answer_beyond(state, 0, WAYS._replace(greed=99), room) == "any"


def test_of_many_moves_a_greedy_one_is_the_best_of_some(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bidding()  # four moves
    room = thinking(state)
    drawn = iter([3, 1, 3])
    asked = scripted(monkeypatch, "any_move", lambda moves, random: next(drawn))
    looked = scripted(
        monkeypatch, "greedy_move", lambda state, seat, moves, random: [*members(moves)]
    )
    assert answer_beyond(state, 1, WAYS._replace(glances=4), room) == [0, 1, 2, 3]
    assert asked == []
    assert answer_beyond(state, 1, WAYS._replace(glances=3), room) == [1, 3]
    drawn = iter([0, 0, 0])
    assert answer_beyond(state, 1, WAYS._replace(glances=3), room) == [0]
    assert len(asked) == 6
    assert all([*members(moves)] == [0, 1, 2, 3] and by is room.random for moves, by in asked)
    assert [(about[1], about[3] is room.random) for about in looked] == [(1, True)] * 3


def test_who_decides_answers_in_the_tree_or_beyond_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bidding(3)
    room = thinking(state)
    room.answers[:] = 9
    scripted(monkeypatch, "answer_beyond", lambda state, seat, ways, mind: 10 + seat)

    def in_tree(state: Any, seat: int, inside: int, ways: Ways, mind: Mind) -> int:
        mind.answers[seat] = 20 + seat
        return inside & ~(1 << seat)

    scripted(monkeypatch, "answer_in_tree", in_tree)
    assert find_answers(state, 0b1101, 0b0111, WAYS, room) == 0b0010
    assert room.answers[:5].tolist() == [20, NO_MOVE, 22, 13, NO_MOVE]


def test_one_may_be_in_the_tree_and_another_beyond_it(monkeypatch: pytest.MonkeyPatch) -> None:
    room = thinking(bidding(2))
    scripted(monkeypatch, "answer_beyond", lambda state, seat, ways, mind: 10 + seat)
    scripted(monkeypatch, "answer_in_tree", lambda state, seat, inside, ways, mind: 40 + seat)
    assert find_answers(bidding(2), 0b11, 0b01, WAYS, room) == 40
    assert room.answers[1] == 11
    assert find_answers(bidding(2), 0b11, 0b10, WAYS, room) == 41
    assert room.answers[0] == 10


def test_each_seat_does_what_is_legal_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bidding(2)
    state.stones[1] = 1
    room = thinking(state)
    scripted(monkeypatch, "greedy_move", lambda state, seat, moves, random: len([*members(moves)]))
    assert [answer_beyond(state, seat, WAYS, room) for seat in range(2)] == [4, 2]
    for seat, edges in ((0, 4), (1, 2)):
        room = thinking(state)
        assert answer_in_tree(state, seat, 0b11, WAYS, room) == 0b11 & ~(1 << seat)
        node = room.tree.nodes[room.tree.path[0].node]
        assert (node.key, node.edges) == (knowledge(room.tree, state, seat), edges)
        room = thinking(state)
        foreseen(state, seat, even_odds(1), WAYS, room)
        node = room.tree.nodes[room.tree.path[0].node]
        assert (node.key, node.edges) == (knowledge(room.tree, state, seat), edges)


def test_those_who_decide_at_the_same_time_are_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bidding(3)
    room = thinking(state)
    room.answers[:] = 9
    asked = scripted(monkeypatch, "foreseen", lambda state, seat, odds, ways, mind: 30 + seat)
    foresee(state, 0b101, "odds", WAYS, room)
    assert room.answers[:MOST_SEATS].tolist() == [30, NO_MOVE, 32] + [NO_MOVE] * (MOST_SEATS - 3)
    assert [about[1:3] for about in asked] == [(0, "odds"), (2, "odds")]


def beyond(state: Any, seat: int, ways: Ways, mind: Mind) -> str:
    assert isinstance(ways, Ways)
    assert isinstance(mind, Mind)
    return f"beyond {seat}"


def test_who_is_foreseen_chooses_by_the_odds_and_gets_a_node(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bidding()
    room = thinking(state)
    assert foreseen(state, 1, even_odds(2), WAYS, room) == 2  # what looks best
    assert room.tree.used.tolist() == [1, 4, 1, 4]
    assert room.tree.path[0].tolist()[2] == 1
    node = room.tree.nodes[room.tree.path[0].node]
    assert node.rows != NO_ROWS
    room.tree.rows[node.rows : node.rows + 4, -1] = 10
    room.tree.rows[node.rows + 2, 0] = 9.0  # bidding 1 was good against the first candidate
    node.visits = 40
    assert foreseen(state, 1, even_odds(1), WAYS, room) == 1
    assert room.tree.used.tolist() == [1, 4, 2, 4]
    scripted(monkeypatch, "answer_beyond", beyond)
    assert foreseen(state, 1, even_odds(1), WAYS._replace(depth=0), room) == "beyond 1"
    assert foreseen(state, 1, even_odds(1), WAYS._replace(depth=1), room) == 1
    room.tree.used[1] = len(room.tree.edges)  # full: who has a node keeps it
    assert foreseen(state, 1, even_odds(1), WAYS, room) == 1
    assert foreseen(state, 0, even_odds(1), WAYS, room) == "beyond 0"


def test_in_the_tree_a_seat_leaves_it_at_a_new_node_or_when_it_is_deep_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bidding()
    room = thinking(state)
    assert answer_in_tree(state, 0, 0b11, WAYS, room) == 0b10  # it is new
    assert room.answers[0] == 2
    assert room.tree.used.tolist() == [1, 4, 1, 0]
    assert room.tree.path[0].tolist()[2] == 0
    assert room.tree.nodes[room.tree.path[0].node].key == knowledge(room.tree, state, 0)
    assert answer_in_tree(state, 0, 0b11, WAYS, room) == 0b11
    assert room.tree.used[STEPS] == 2
    assert answer_in_tree(state, 0, 0b11, WAYS._replace(depth=3), room) == 0b10  # the third step
    assert answer_in_tree(state, 0, 0b11, WAYS._replace(depth=5), room) == 0b11
    assert room.tree.used[NODES] == 1
    scripted(monkeypatch, "answer_beyond", lambda *about: int(beyond(*about)[-1]) + 76)
    room.tree.used[1] = len(room.tree.edges)
    assert answer_in_tree(state, 1, 0b11, WAYS, room) == 0b01
    assert (room.answers[1], room.tree.used[STEPS], room.tree.used[NODES]) == (77, 4, 1)


def played(
    monkeypatch: pytest.MonkeyPatch, state: Any, seats: int, **ways: Any
) -> tuple[list[Any], list[Any]]:
    """What is asked of the tree and of chance, until it is judged."""
    room = thinking(state)
    asked: list[Any] = []

    def answer(state: Any, deciding: int, in_tree: int, ways: Ways, mind: Mind) -> int:
        asked.append((int(state.turn), int(deciding), int(in_tree)))
        mind.answers[:] = NO_MOVE
        for seat in range(seats):
            mind.answers[seat] = 1
        return in_tree & ~1

    monkeypatch.setattr(search, "find_answers", answer)
    monkeypatch.setattr(search, "any_event", lambda state, deal, *room_for_it: ROLL + 1)
    judged = scripted(monkeypatch, "judge", lambda *about: None)
    for seat in range(seats):
        room.answers[seat] = 2
    play_on(seats, Ways(**ways), room)
    assert room.world[0].stones[0] == 5 - 2 - len(asked)
    return asked, [about[-1] for about in judged]


def test_it_is_played_on_to_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, judged = played(monkeypatch, bidding(), 2)
    # Everybody is in the tree at first; the script takes seat 0 out of it.
    assert asked == [(1, 0b11, (1 << MOST_SEATS) - 1), (2, 0b11, (1 << MOST_SEATS) - 2)]
    assert judged == [True]


def test_or_as_far_as_the_eye_reaches_beyond_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, judged = played(monkeypatch, bidding(), 2, depth=0, horizon=1)
    assert asked == [(1, 0b11, 0)]
    assert judged == [False]
    asked, judged = played(monkeypatch, bidding(), 2, depth=1, horizon=1)
    assert asked[0] == (1, 0b11, (1 << MOST_SEATS) - 1)  # a tree of one step is one
    asked, judged = played(monkeypatch, bidding(1), 1, horizon=1)
    assert [turn for turn, *_ in asked] == [1, 2]  # the first of these is in the tree
    assert judged == [True]
    asked, judged = played(monkeypatch, bidding(), 2, horizon=0)
    assert (asked, judged) == ([], [False])
    asked, judged = played(monkeypatch, bidding(turn=2), 2, horizon=0)
    assert (asked, judged) == ([], [True])


def test_chance_takes_no_part_in_what_seats_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    happened = scripted(monkeypatch, "any_event", lambda *about: ROLL + 3)
    state = bidding()
    room = thinking(state)
    room.random[:] = generator(1)
    room.answers[0], room.answers[1] = 2, 1
    play_on(2, FIRST_LEGAL, room)
    assert len(happened) == 2
    given = (room.deal, room.events, room.weights)
    assert all(
        one is other for about in happened for one, other in zip(about[1:], given, strict=True)
    )
    assert room.world[0].points[:2].sum() in (1, 4, 7)
    assert room.points[:2].tolist() == room.world[0].points[:2].tolist()


# ── What came of it ──────────────────────────────────────────────────────────────────────────────


def test_a_lost_game_is_worth_more_with_more_points_but_little() -> None:
    assert consolation(0, 10.0) == consolation(-5, 10.0) == consolation(0, 0.0) == 0.0
    assert consolation(10, 10.0) == CONSOLATION / 2 == 0.05
    assert consolation(1, 3.0) == pytest.approx(0.025)


def test_points_are_those_of_the_end_or_as_many_as_they_may_come_to() -> None:
    state = bidding(3)
    state.points[:3] = [4, 1, 2]
    room = thinking(state)
    room.points[:3] = 99
    count_points(state, 3, room, True)
    assert room.totals[:4].tolist() == [4, 1, 2, 0]
    count_points(state, 2, room, False)
    assert room.totals[:3].tolist() == [9, 6, 2]  # every stone is a point


def test_partners_have_what_they_have_in_the_mean() -> None:
    room = thinking(PAIRS.start(4))
    room.totals[:5] = [1, 10, 4, 20, 1000]
    assert total_of_side(0, 4, room) == 2.5
    assert total_of_side(1, 4, room) == 15.0


def test_a_lead_counts_the_less_the_greater_it_is() -> None:
    room = thinking(bidding(3))
    room.totals[:3] = [14, 4, 9]
    ways = WAYS._replace(margin=5.0)
    assert worth_of_lead(0, 3, ways, room) == 0.5 + 0.5 * 5 / 10
    assert worth_of_lead(1, 3, ways, room) == pytest.approx(0.5 - 0.5 * 10 / 15)
    assert worth_of_lead(2, 3, ways, room) == 0.25
    pairs = thinking(PAIRS.start(4))
    pairs.totals[:4] = [1, 10, 4, 20]
    assert worth_of_lead(2, 4, ways, pairs) == pytest.approx(0.5 - 0.5 * 12.5 / 17.5)


def test_alone_points_are_points() -> None:
    room = thinking(bidding(1))
    room.totals[0] = 20
    assert worth_of_lead(0, 1, WAYS._replace(margin=10.0), room) == 0.4
    room.totals[0] = 60
    assert worth_of_lead(0, 1, WAYS._replace(margin=10.0), room) == 1.0


def test_the_win_counts_as_much_as_one_is_eager_for_it() -> None:
    state = bidding(2)
    state.points[:2] = [1, 3]
    room = thinking(state)
    for eagerness, expected in ((0.5, [0.3, 0.8]), (0.25, [0.45, 0.7]), (0.0, [0.6, 0.6])):
        room.values[:2] = 0.6
        add_wins(state, 2, WAYS._replace(eagerness=eagerness), room)
        assert room.values[:2] == pytest.approx(expected)
    room.values[:2] = 0.6
    add_wins(state, 2, WAYS._replace(eagerness=0.25), room._replace(has_measure=False))
    assert room.values[:2].tolist() == [0.0, 1.0]


def test_alone_for_points_only_a_loss_counts() -> None:
    room = thinking(bidding(1))
    room.values[0] = 0.6
    add_wins(bidding(1), 1, WAYS, room)
    assert room.values[0] == 0.6
    add_wins(bidding(1), 1, WAYS, room._replace(is_for_points=False))
    assert room.values[0] == pytest.approx(0.8)  # it has won
    boat = BOAT.start(1)
    lost = thinking(boat)
    lost.values[0] = 0.6
    add_wins(boat, 1, WAYS, lost)
    assert lost.values[0] == pytest.approx(0.3)
    two = thinking(bidding(2))
    two.values[:2] = 0.6
    add_wins(bidding(2), 2, WAYS, two)
    assert two.values[:2] == pytest.approx([0.55, 0.55])  # they share the first place


def judged(state: Any, seats: int, is_over: bool, aim: int, **ways: Any) -> list[float]:
    room = thinking(state)
    room.aim[0] = aim
    judge(state, seats, Ways(**ways), room, is_over)
    return [float(value) for value in room.values[: seats + 1]]


def test_for_points_the_lead_and_the_win_are_judged() -> None:
    state = bidding(2)
    state.points[:2] = [10, 0]
    assert judged(state, 2, True, FOR_POINTS) == pytest.approx([0.875, 0.125, 0])
    assert judged(state, 2, False, FOR_POINTS) == pytest.approx([0.75, 0.25, 0])


def test_together_only_the_win_is_judged_or_how_likely_it_is() -> None:
    boat = BOAT.start(2)
    boat.fish, boat.bailed = 1, 2
    assert judged(boat, 2, False, TO_WIN_TOGETHER) == pytest.approx([0.6, 0.6, 0])
    assert judged(boat, 2, True, TO_WIN_TOGETHER) == pytest.approx([0.05, 0.05, 0])
    boat.bailed = 4
    assert judged(boat, 2, False, TO_WIN_TOGETHER) == [1.0, 1.0, 0]
    assert judged(boat, 2, True, TO_WIN_TOGETHER) == [1.0, 1.0, 0]
    boat.bailed = -1
    assert judged(boat, 2, False, TO_WIN_TOGETHER) == [0.0, 0.0, 0]
    room = thinking(boat)
    room.aim[0] = TO_WIN_TOGETHER
    judge(boat, 2, WAYS, room, False)
    assert room.totals[:3].tolist() == [10, 10, 0]
    toy = bidding(2)
    toy.stones[:2] = [0, 1]
    assert judged(toy, 2, False, TO_WIN_TOGETHER) == [0.0, 1.0, 0]
    toy.points[:2] = [1, 3]
    room = thinking(toy)
    room.aim[0] = TO_WIN_TOGETHER
    judge(toy, 2, WAYS, room, True)
    assert room.totals[:3].tolist() == [1, 3, 0]
    assert judged(toy, 2, True, TO_WIN_TOGETHER) == pytest.approx([0.1 / 11, 1.0, 0])


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


def weighed(
    state: Any, seat: int, seats: int, deals: int, *moves: int, ways: Ways = WAYS, **which: Any
) -> tuple[Any, Any, Mind]:
    about = {"first": 0, "stride": 1, "seed": 7, **which}
    rows = np.zeros((deals, len(moves)), SampleRow)
    room, odds = mind(ask.game_of(state), 1 << 8, 1 << 12, 4), even_odds(len(moves))
    candidates = np.array(moves, np.int64)
    order = (about["first"], about["stride"], np.uint64(about["seed"]))
    weigh.plain(alone(state), seat, seats, candidates, *order, ways, room, odds, rows)
    return rows, odds, room


def test_every_candidate_meets_the_same_answers_of_the_others() -> None:
    rows, odds, room = weighed(DUEL.start(2), 0, 2, 24, ROCK, PAPER, SCISSORS)
    assert (rows["rivals"] == rows["rivals"][:, :1]).all()
    assert len(np.unique(rows["rivals"])) == 3  # the rival does each of its moves at times
    assert odds["deals"].tolist() == [24.0] * 3
    node = room.tree.nodes[room.tree.path[0].node]
    visits = room.tree.rows[node.rows : node.rows + 3, -1]
    assert visits.sum() == 24
    assert room.tree.rows[node.rows : node.rows + 3, :3].sum() == pytest.approx(
        float(rows["values"][:, :, 1].sum()), rel=1e-5
    )
    assert node.visits == 24  # the rival has learnt from what was likely, once for each deal


def test_where_one_decides_alone_the_odds_do_not_change() -> None:
    rows, odds, room = weighed(PAIRS.start(4), 0, 4, 6, 1, 2, 3)
    assert odds["deals"].tolist() == [0.0] * 3
    assert (rows["rivals"] == rows["rivals"][0, 0]).all()
    assert room.tree.used[NODES] > 0
    assert room.tree.used[3] == 0  # rows
    assert room.tree.used[STEPS] <= 3  # of this candidate alone
    nobody = room.tree.nodes["key"] == FREE
    assert not room.tree.nodes["visits"][nobody].any()


def test_deals_are_counted_from_the_first_by_the_stride() -> None:
    ways = Ways(depth=0)
    every, _, _ = weighed(bidding(1), 0, 1, 8, 1, 2, ways=ways)
    some, _, _ = weighed(bidding(1), 0, 1, 3, 1, 2, ways=ways, first=1, stride=3)
    assert (every[[1, 4, 7]] == some).all()
    other, _, _ = weighed(bidding(1), 0, 1, 8, 1, 2, ways=ways, seed=8)
    assert (every != other).any()


def test_a_move_is_made_by_the_seat_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    truly = ask.play

    def play(state: Any, answers: Any) -> None:
        made.append((int(state.turn), *(int(one) for one in answers[:2])))
        truly(state, answers)

    monkeypatch.setattr(search, "play", play)
    weighed(DUEL.start(2), 1, 2, 2, PAPER, SCISSORS)
    first = [one for one in made if one[0] == 0]
    assert [one[2] for one in first] == [PAPER, SCISSORS] * 2
    assert first[0][1] == first[1][1]
    assert first[2][1] == first[3][1]
    assert CHANCE not in (one[0] for one in made)


def test_every_candidate_of_a_deal_begins_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    foreseen_at: list[Any] = []

    def note_begin(known: Any, seat: int, seed: Any, deal: Any, mind: Mind) -> None:
        begun.append((seat, int(seed), int(deal)))
        begin(known, seat, seed, deal, mind)

    def note_foresee(state: Any, deciding: int, odds: Any, ways: Ways, mind: Mind) -> None:
        foreseen_at.append((int(state.turn), deciding, len(odds)))
        foresee(state, deciding, odds, ways, mind)

    shifted: list[int] = []
    monkeypatch.setattr(search, "shift", lambda odds, row, seat: shifted.append(seat))
    monkeypatch.setattr(search, "begin", note_begin)
    monkeypatch.setattr(search, "foresee", note_foresee)
    weighed(bidding(3), 1, 3, 2, 0, 3, first=5, stride=4)
    assert begun == [(1, 7, 5)] * 3 + [(1, 7, 9)] * 3
    assert foreseen_at == [(0, 0b101, 2)] * 2
    assert shifted == [1, 1]


def test_what_is_played_for_is_known_before_the_first_deal() -> None:
    for bailed, aim in ((0, TO_WIN_TOGETHER), (3, FOR_POINTS)):
        boat = BOAT.start(1)
        boat.bailed = bailed
        _, _, room = weighed(boat, 0, 1, 1, 0, 1)
        assert room.aim[0] == aim
