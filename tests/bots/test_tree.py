"""What the search remembers, step by step: nodes, edges, and what each choice came to."""

from math import exp, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from templetop.bots import tree as trees
from templetop.bots.search import even_odds
from templetop.bots.tree import (
    EDGES,
    FREE,
    LONGEST_PATH,
    NO_ROWS,
    NODES,
    ROWS,
    ROWS_AT_HAND,
    STEPS,
    Tree,
    against,
    choose,
    choose_against,
    count_visits,
    forget,
    grow,
    insert,
    is_full,
    knowledge,
    learn,
    learn_against,
    make_rows,
    mixed,
    slot_of,
    state_and_words,
    step_on,
    tree,
    weigh_appeal,
)
from templetop.engine import ask
from templetop.engine.random import LOW, MULTIPLIER, generator
from tests.engine.toy import ROLL, TOY

from .small import DUEL, PAIRS

FIRST = 3  # the first edge of the node of these tests, so that it is not the tree's
NODE = 5  # its slot


def small() -> Tree:
    return tree(TOY, 8, 40, 4)


def with_node(*edges: tuple[float, float, int]) -> Tree:
    """A tree with one node, which has edges with these priors, values and visits."""
    memory = small()
    node = memory.nodes[NODE]
    node.key, node.first, node.edges, node.rows = np.uint64(1), FIRST, len(edges), NO_ROWS
    for n, (prior, value, visits) in enumerate(edges):
        edge = memory.edges[FIRST + n]
        edge.prior, edge.value, edge.visits = prior, value, visits
        node.value += value
        node.visits += visits
    return memory


# ── An empty tree ────────────────────────────────────────────────────────────────────────────────


def test_a_tree_has_the_room_that_was_asked_for() -> None:
    memory = tree(TOY, 8, 40, 5)
    assert (len(memory.nodes), len(memory.edges), len(memory.path)) == (8, 40, LONGEST_PATH)
    assert memory.rows.shape == (ROWS_AT_HAND, 6)  # one column is for the visits
    assert (ROWS_AT_HAND, LONGEST_PATH) == (2048, 64)
    assert memory.used.tolist() == [0, 0, 0, 0]
    assert (len(memory.random), len(memory.glimpse)) == (1, 1)
    assert tree(TOY, 8, 40).rows.shape[1] == trees.WIDTH + 1 == 17


NINE = SimpleNamespace(id="nine", State=np.dtype([("bytes", np.int8, 9)]))


@pytest.mark.parametrize("small_game", [TOY, DUEL, PAIRS, NINE], ids=lambda one: str(one.id))
def test_a_state_and_its_numbers_are_the_same_memory(small_game: Any) -> None:
    state, words = state_and_words(small_game)
    size = small_game.State.itemsize
    assert len(words) == -(-size // 8)
    state.view(np.uint8)[:] = 255
    assert np.frombuffer(words.tobytes(), np.uint8)[:size].min() == 255
    assert np.frombuffer(words.tobytes(), np.uint8)[size:].sum() == 0


def test_forgetting_leaves_no_node_and_nothing_used() -> None:
    memory = small()
    memory.nodes["key"] = 7
    memory.used[:] = 9
    forget(memory)
    assert (memory.nodes["key"] == FREE).all()
    assert memory.used.tolist() == [0] * 4


# ── Keys and slots ───────────────────────────────────────────────────────────────────────────────


def test_stirring_is_a_step_of_the_random_generator() -> None:
    key = np.uint64(0x1234_5678_9ABC_DEF0)
    assert int(mixed(key)) == 0x9ABC_DEF0 * int(MULTIPLIER) + 0x1234_5678
    assert int(mixed(np.uint64(LOW))) == int(LOW) * int(MULTIPLIER)


def test_a_node_is_where_its_key_says_or_in_the_next_free_slot() -> None:
    memory = small()
    three, same, last = (np.uint64(number << 8 | 1) for number in (3, 3 + 8, 7))
    assert slot_of(memory, three) == 3
    memory.nodes[3].key = three
    assert slot_of(memory, three) == 3
    assert slot_of(memory, same) == 4
    memory.nodes[4].key = same
    assert slot_of(memory, same) == 4
    memory.nodes[7].key = three
    assert slot_of(memory, last) == 0  # behind the last comes the first


def key(seat: int, **fields: int) -> int:
    state = TOY.start(2)
    ask.happen(state, ROLL + 1)
    for name, value in fields.items():
        state[name] = value
    return int(knowledge(small(), state, seat))


def test_what_a_seat_knows_is_a_number_that_is_never_free() -> None:
    keys = [key(0), key(1), key(0, turn=1), key(0, number=2), key(0, turn=2)]
    assert len({*keys}) == 5
    assert all(one % 2 for one in keys)
    assert key(0) == key(0)


def test_the_number_is_made_of_all_words_each_stirred_twice() -> None:
    memory = small()
    state = TOY.start(2)
    found = knowledge(memory, state, 1)
    memory.glimpse[0] = state
    expected = np.uint64(2)
    for word in memory.words:
        expected = mixed(mixed(expected ^ word))
    assert int(found) == int(expected) | 1
    assert len(memory.words) > 1


def test_what_a_seat_cannot_know_is_imagined_always_in_the_same_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The world of before is forgotten, and the truth stays as it is."""
    asked: list[tuple[int, int]] = []

    def imagine(world: Any, seat: int, random: Any) -> None:
        asked.append((seat, int(random[0])))
        world.stones[1 - seat] = 0

    monkeypatch.setattr(trees, "imagine", imagine)
    memory, state, other = small(), TOY.start(2), TOY.start(2)
    other.stones[1] = 3
    memory.random[0] = 9
    assert knowledge(memory, state, 0) == knowledge(memory, other, 0)
    assert knowledge(memory, state, 1) != knowledge(memory, other, 1)
    assert state.stones[1] == 5
    assert asked == [(seat, int(generator(0)[0])) for seat in (0, 0, 1, 1)]


# ── Making nodes ─────────────────────────────────────────────────────────────────────────────────


def test_a_tree_is_full_when_three_of_four_slots_are_taken_or_all_edges() -> None:
    memory = small()
    memory.used[NODES] = 5
    assert not is_full(memory, 0)
    memory.used[NODES] = 6
    assert is_full(memory, 0)
    memory.used[NODES], memory.used[EDGES] = 0, 36
    assert not is_full(memory, 4)
    assert is_full(memory, 5)


def test_a_new_node_has_all_legal_moves_the_most_appealing_first() -> None:
    memory, state = small(), TOY.start(2)
    ask.happen(state, ROLL + 1)
    memory.used[EDGES] = FIRST
    node = memory.nodes[NODE]
    node.value, node.visits, node.rows = 4.0, 3, 8  # left over from before
    for edge in memory.edges:
        edge.value, edge.visits = 9.0, 9
    assert grow(memory, NODE, np.uint64(77), state, 1, TOY.move_set(), 1.0)
    assert (node.key, node.value, node.visits, node.rows) == (77, 0, 0, NO_ROWS)
    assert (node.first, node.edges) == (FIRST, 4)
    edges = memory.edges[FIRST : FIRST + 4]
    assert edges["move"].tolist() == [2, 3, 1, 0]  # those that look alike as they come
    assert edges["value"].tolist() == [0.0] * 4
    assert edges["visits"].tolist() == [0] * 4
    likely = np.array([1, 1, exp(-1), exp(-2)])
    assert edges["prior"] == pytest.approx(likely / likely.sum())
    assert memory.used.tolist() == [1, FIRST + 4, 0, 0]
    assert memory.edges[FIRST + 4].value == 9.0
    assert grow(memory, 6, np.uint64(78), state, 0, TOY.move_set(), 1.0)
    assert memory.nodes[6].first == FIRST + 4
    assert memory.used.tolist() == [2, FIRST + 8, 0, 0]


def test_only_the_moves_of_its_seat_are_legal_and_appeal_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    appealing: list[int] = []

    def appeal(state: Any, seat: int, move: int) -> int:
        appealing.append(seat)
        return 0

    monkeypatch.setattr(trees, "appeal", appeal)
    memory, state = small(), TOY.start(2)
    ask.happen(state, ROLL + 1)
    state.stones[1] = 1
    for seat, edges in ((0, 4), (1, 2)):
        assert grow(memory, seat, np.uint64(seat + 1), state, seat, TOY.move_set(), 1.0)
        assert memory.nodes[seat].edges == edges
    assert appealing == [0] * 4 + [1] * 2


def test_a_full_tree_takes_no_node() -> None:
    memory, state = small(), TOY.start(2)
    ask.happen(state, ROLL + 1)
    memory.used[EDGES] = 37
    assert not grow(memory, NODE, np.uint64(77), state, 1, TOY.move_set(), 1.0)
    assert memory.nodes[NODE].key == FREE
    assert memory.used.tolist() == [0, 37, 0, 0]


def test_an_edge_is_put_before_those_with_less_appeal() -> None:
    edges = small().edges
    for n, (move, prior) in enumerate([(4, 1.0), (5, 3.0), (6, 2.0), (7, 3.0), (8, 0.0)]):
        edges[FIRST + n].visits = edges[FIRST + n].value = 9
        insert(edges, FIRST, FIRST + n, move, prior)
    edges[FIRST - 1].prior = -1.0
    found = edges[FIRST : FIRST + 5]
    assert found["move"].tolist() == [5, 7, 6, 4, 8]
    assert found["prior"].tolist() == [3.0, 3.0, 2.0, 1.0, 0.0]
    assert found["visits"].tolist() == [0] * 5
    assert found["value"].tolist() == [0.0] * 5
    insert(edges, FIRST, FIRST, 9, 5.0)  # the edges before the first are another node's
    assert edges[FIRST - 1].prior == -1.0


def test_priors_add_up_to_one_and_so_much_less_appeal_is_e_times_less_likely() -> None:
    edges = small().edges
    edges["prior"] = 5.0
    edges[FIRST : FIRST + 3]["prior"] = [7.0, 5.0, 1.0]
    weigh_appeal(edges, FIRST, 3, 2.0)
    likely = np.array([1, exp(-1), exp(-3)])
    assert edges[FIRST : FIRST + 3]["prior"] == pytest.approx(likely / likely.sum())
    assert edges[FIRST - 1].prior == edges[FIRST + 3].prior == 5.0
    edges[:2]["prior"] = [9000.0, 8998.0]  # much too great for a power of it
    weigh_appeal(edges, 0, 2, 2.0)
    assert edges[:2]["prior"] == pytest.approx([1 / (1 + exp(-1)), 1 / (1 + exp(1))])


# ── Choosing ─────────────────────────────────────────────────────────────────────────────────────


def test_without_curiosity_the_best_so_far_is_tried() -> None:
    memory = with_node((0.2, 1.0, 4), (0.3, 2.0, 4), (0.5, 1.5, 4))
    assert choose(memory, NODE, 0.0) == FIRST + 1


def test_what_was_never_tried_is_expected_to_be_as_good_as_the_rest() -> None:
    memory = with_node((0.5, 1.0, 4), (0.5, 0.0, 0), (0.0, 3.0, 4))
    # Expected are 4 of 8, which is more than 1 of 4 and less than 3 of 4.
    assert choose(memory, NODE, 0.0) == FIRST + 2
    memory.edges[FIRST + 2].value = 1.0
    assert choose(memory, NODE, 0.0) == FIRST + 1


def test_of_equals_the_first_is_tried_also_where_nothing_is_known() -> None:
    assert choose(with_node((0.5, 0.0, 0), (0.5, 0.0, 0)), NODE, 1.0) == FIRST
    assert choose(with_node((0.1, -0.5, 1), (0.1, -0.5, 1)), NODE, 0.0) == FIRST


def test_where_everything_came_to_less_than_nothing_it_is_the_first() -> None:
    worthless = [(0.5, -4.0, 2), (0.5, -4.0, 2)]
    assert choose(with_node(*worthless), NODE, 0.0) == FIRST
    memory = rows_of(with_node(*worthless), [-4.0, 0, 0, 0, 2.0], [-4.0, 0, 0, 0, 2.0])
    assert choose_against(memory, NODE, sure(0), 0.0) == FIRST


def test_curiosity_is_for_what_is_likely_and_was_tried_little() -> None:
    means, priors, visits = (0.5, 0.6), (0.8, 0.2), (1, 8)
    edges = [(prior, mean * n, n) for prior, mean, n in zip(priors, means, visits, strict=True)]
    memory = with_node(*edges)
    # They are as good when curiosity * sqrt(9) * (0.8 / 2 - 0.2 / 9) = 0.6 - 0.5.
    equal = 0.1 / (sqrt(9) * (0.8 / 2 - 0.2 / 9))
    assert choose(memory, NODE, equal * 0.99) == FIRST + 1
    assert choose(memory, NODE, equal * 1.01) == FIRST


# ── Choosing against odds ────────────────────────────────────────────────────────────────────────


def test_a_node_gets_empty_rows_once() -> None:
    memory = with_node((0.5, 0.0, 0), (0.5, 0.0, 0))
    memory.rows[:] = 7.0
    memory.used[ROWS] = 4
    make_rows(memory, NODE)
    assert memory.nodes[NODE].rows == 4
    assert memory.used[ROWS] == 6
    assert (memory.rows[4:6] == 0).all()
    assert (memory.rows[3] == 7).all()
    assert (memory.rows[6] == 7).all()
    memory.rows[4] = 3.0
    make_rows(memory, NODE)
    assert (memory.nodes[NODE].rows, memory.used[ROWS]) == (4, 6)
    assert (memory.rows[4] == 3).all()


def test_where_there_is_no_room_for_rows_there_are_none() -> None:
    memory = with_node((0.5, 0.0, 0), (0.5, 0.0, 0))
    memory.used[ROWS] = ROWS_AT_HAND - 1
    make_rows(memory, NODE)
    assert memory.nodes[NODE].rows == NO_ROWS
    assert memory.used[ROWS] == ROWS_AT_HAND - 1
    memory.used[ROWS] = ROWS_AT_HAND - 2
    make_rows(memory, NODE)
    assert memory.nodes[NODE].rows == ROWS_AT_HAND - 2


def test_what_a_move_came_to_is_weighed_by_the_odds_of_those_that_are_left() -> None:
    odds = even_odds(2)
    odds["share"], odds["column"] = [0.25, 0.75], [0, 2]
    assert against(np.array([4.0, 100.0, 8.0, 5.0]), odds) == 7.0


def rows_of(memory: Tree, *rows: list[float]) -> Tree:
    """The rows of the node, behind others; the last column counts the visits."""
    memory.nodes[NODE].rows = 2
    memory.rows[:2] = 50.0
    memory.rows[2 : 2 + len(rows), : len(rows[0])] = rows
    return memory


def sure(column: int) -> Any:
    odds = even_odds(1)
    odds["column"] = column
    return odds


def test_the_answer_depends_on_the_odds() -> None:
    edges = [(0.5, 2.0, 4), (0.5, 2.0, 4)]
    memory = rows_of(with_node(*edges), [4.0, 1.0, 0, 0, 4.0], [1.0, 3.0, 0, 0, 4.0])
    assert choose_against(memory, NODE, sure(0), 0.0) == FIRST
    assert choose_against(memory, NODE, sure(1), 0.0) == FIRST + 1
    assert choose_against(memory, NODE, even_odds(2), 0.0) == FIRST


def test_without_rows_it_is_chosen_as_anywhere() -> None:
    memory = with_node((0.5, 1.0, 4), (0.5, 3.0, 4))
    assert choose_against(memory, NODE, sure(0), 0.0) == FIRST + 1


def test_an_untried_answer_is_expected_to_be_as_good_as_the_rest() -> None:
    edges = [(0.5, 4.0, 8), (0.5, 0.0, 0)]  # 4 of 8 in the mean
    for value, best in ((3.0, FIRST), (1.0, FIRST + 1)):
        memory = rows_of(with_node(*edges), [value, 0, 0, 0, 4.0], [0, 0, 0, 0, 0])
        assert choose_against(memory, NODE, sure(0), 0.0) == best


def test_there_curiosity_counts_the_visits_of_the_rows() -> None:
    edges = [(0.8, 4.0, 4), (0.2, 4.0, 5)]
    memory = rows_of(with_node(*edges), [0.5, 0, 0, 0, 1.0], [4.8, 0, 0, 0, 8.0])
    equal = 0.1 / (sqrt(9) * (0.8 / 2 - 0.2 / 9))
    assert choose_against(memory, NODE, sure(0), equal * 0.99) == FIRST + 1
    assert choose_against(memory, NODE, sure(0), equal * 1.01) == FIRST
    alike = rows_of(with_node(*[(0.5, 0.0, 0)] * 2), [-0.5, 0, 0, 0, 1.0], [-0.5, 0, 0, 0, 1.0])
    assert choose_against(alike, NODE, sure(0), 0.0) == FIRST


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────


def on_the_way() -> Tree:
    """Three steps at two nodes, of seats 1, 0 and 1."""
    memory = small()
    memory.nodes[2].first, memory.nodes[2].rows = 10, 4
    memory.nodes[6].first, memory.nodes[6].rows = 20, NO_ROWS
    for slot, edge, seat in ((2, 11, 1), (6, 20, 0), (2, 10, 1)):
        step_on(memory, slot, edge, seat)
    return memory


def test_the_way_is_noted_step_by_step_as_long_as_there_is_room() -> None:
    memory = on_the_way()
    assert memory.path[:3].tolist() == [(2, 11, 1), (6, 20, 0), (2, 10, 1)]
    assert memory.used[STEPS] == 3
    memory.used[STEPS] = LONGEST_PATH - 1
    step_on(memory, 1, 2, 3)
    assert memory.path[LONGEST_PATH - 1].tolist() == (1, 2, 3)
    step_on(memory, 4, 5, 6)
    assert memory.used[STEPS] == LONGEST_PATH


def test_everybody_on_the_way_learns_what_it_was_worth_to_them() -> None:
    memory = on_the_way()
    memory.nodes[2].value, memory.nodes[2].visits = 1.0, 1
    memory.edges[10].value, memory.edges[10].visits = 1.0, 1
    learn(memory, np.array([0.25, 0.5]), 1)
    assert (memory.nodes[2].value, memory.nodes[2].visits) == (1.5, 2)
    assert (memory.nodes[6].value, memory.nodes[6].visits) == (0.25, 1)
    assert (memory.edges[10].value, memory.edges[10].visits) == (1.5, 2)
    assert (memory.edges[20].value, memory.edges[20].visits) == (0.25, 1)
    assert (memory.edges[11].value, memory.edges[11].visits) == (0.0, 0)
    learn(memory, np.array([0.25, 0.5]), 0)
    assert (memory.edges[11].value, memory.edges[11].visits) == (0.5, 1)


def test_who_decides_at_the_same_time_learns_against_what() -> None:
    memory = on_the_way()
    learn_against(memory, np.array([0.25, 0.5]), 3, 2)
    learn_against(memory, np.array([0.25, 0.5]), 1, 2)
    assert memory.rows[4].tolist() == [0, 0, 0.5, 0, 0]  # edge 10
    assert memory.rows[5].tolist() == [0, 0, 1.0, 0, 0]  # edge 11
    assert memory.rows.sum() == 1.5


def test_and_how_often() -> None:
    memory = on_the_way()
    count_visits(memory, 3)
    count_visits(memory, 1)
    assert memory.rows[4].tolist() == [0, 0, 0, 0, 1.0]
    assert memory.rows[5].tolist() == [0, 0, 0, 0, 2.0]
    assert memory.rows.sum() == 3.0
