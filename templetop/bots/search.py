"""Tree search for any game: it tries its moves in worlds that might be the true one.

A *deal* is an imagined world and everything chance does in it. Every move that is weighed gets the
same deals, so that luck does not decide between them; after a while the worse half is put aside and
the better half gets more deals. Behind the first move, each seat chooses by what it knows and what
it has learnt in earlier deals (`tree`), and beyond that everybody plays on by a simple policy, to
the end of the game or as far as the eye reaches.
"""

from typing import Any, NamedTuple

import numpy as np

from templetop.bots.tree import (
    FREE,
    STEPS,
    choose,
    forget,
    grow,
    knowledge,
    learn,
    place_of,
    step_on,
    tree,
)
from templetop.engine.ask import imagine, legal, places, play, points, prospect, to_move
from templetop.engine.bits import clear, count, put
from templetop.engine.compile import compiled, record, rule
from templetop.engine.game import CHANCE, NOBODY, Game
from templetop.engine.policy import any_move, chance_move, greedy_move
from templetop.engine.random import below, start
from templetop.engine.simulate import MOST_SEATS

PERCENT = 100
THOUSAND = 1000
ALONE = 5  # so many margins are a very good result of who plays alone
FAR_BEHIND = 1e9
EVERYBODY = (1 << MOST_SEATS) - 1
CHANCE_STREAM, SEAT_STREAM = range(2)  # of a deal


class Mind(NamedTuple):
    """Room to think in: for one thread."""

    tree: Any
    world: Any
    deal: Any  # the generator of chance, and of what is imagined
    random: Any  # the generator of the seats
    moves: Any
    looked_at: Any
    weights: Any
    answers: Any  # what each seat does in the decision at hand
    unseen: Any  # what the others do at the same time as the candidates: the same for all of these
    points: Any
    places: Any
    totals: Any  # points, or as many as they may come to
    values: Any  # what a deal is worth to each seat


NODES, MOST_NODES = 1 << 14, 1 << 17
EDGES_OF_A_NODE = 16
NODES_OF_A_GAME = 4  # in mind: one for each seat, and the table is best left half empty


def room_for(simulations: float) -> tuple[int, int]:
    """How many nodes, a power of two, and edges a tree may need for so many games in mind."""
    nodes = NODES
    while nodes < min(NODES_OF_A_GAME * simulations, MOST_NODES):
        nodes *= 2
    return nodes, EDGES_OF_A_NODE * nodes


def mind(game: Game, nodes: int = NODES, edges: int = EDGES_OF_A_NODE * NODES) -> Mind:
    return Mind(
        tree(game, nodes, edges),
        game.state(),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        game.move_set(),
        game.move_set(),
        np.zeros(game.moves, np.int64),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS, np.int16),
        np.zeros(MOST_SEATS, np.int8),
        np.zeros(MOST_SEATS, np.float64),
        np.zeros(MOST_SEATS, np.float64),
    )


Sample = record([
    ("values", np.float32, MOST_SEATS),
    ("points", np.float32, MOST_SEATS),
])  # fmt: skip


@compiled
def weigh(known, seat, seats, candidates, first, stride, seed, ways, mind, samples):
    """Try every candidate in one deal for each row of samples; a row gets what came of each."""
    for n in range(len(samples)):
        deal = np.uint64(first + n * stride)
        begin(known, seat, seed, deal, mind)
        mind.tree.used[STEPS] = 0
        others = to_move(mind.world[0]) & ~(1 << seat)
        find_answers(mind.world[0], others, EVERYBODY if ways.depth > 0 else 0, ways, mind)
        so_far = mind.tree.used[STEPS]
        mind.unseen[:] = mind.answers
        for candidate in range(len(candidates)):
            begin(known, seat, seed, deal, mind)
            mind.tree.used[STEPS] = so_far
            mind.answers[:] = mind.unseen
            mind.answers[seat] = candidates[candidate]
            play_on(seats, ways, mind)
            note(samples[n, candidate], seats, mind)


@compiled
def clear_mind(mind):
    forget(mind.tree)


@rule
def begin(known, seat, seed, deal, mind):
    """A deal from its beginning: the world that is imagined, and all that chance will do."""
    start(mind.deal, seed, deal + deal + np.uint64(CHANCE_STREAM))
    start(mind.random, seed, deal + deal + np.uint64(SEAT_STREAM))
    mind.world[0] = known[0]
    imagine(mind.world[0], seat, mind.deal, mind.moves)


@rule
def note(sample, seats, mind):
    for seat in range(seats):
        sample.values[seat] = mind.values[seat]
        sample.points[seat] = mind.totals[seat]


# ── One deal ─────────────────────────────────────────────────────────────────────────────────────


@rule
def play_on(seats, ways, mind):
    """From the first decision, with the answers that are known, to the end or the horizon."""
    state = mind.world[0]
    give_answers(state, to_move(state), mind)
    in_tree = EVERYBODY if ways.depth > 0 else 0
    left = ways.horizon
    deciding = to_move(state)
    while deciding != NOBODY and left > 0:
        if deciding == CHANCE:
            play(state, CHANCE, chance_move(state, mind.deal, mind.moves, mind.weights))
        else:
            left -= int(in_tree & deciding == 0)
            in_tree = find_answers(state, deciding, in_tree, ways, mind)
            give_answers(state, deciding, mind)
        deciding = to_move(state)
    judge(state, seats, ways, mind, deciding == NOBODY)
    learn(mind.tree, mind.values)


@rule
def give_answers(state, deciding, mind):
    """Everyone who decides now does what was found for them."""
    for seat in range(MOST_SEATS):
        if deciding >> seat & 1:
            play(state, seat, mind.answers[seat])


@rule
def find_answers(state, deciding, in_tree, ways, mind):
    """What everyone does who decides now; returns who is still in the tree after that."""
    for seat in range(MOST_SEATS):
        if deciding >> seat & 1:
            if in_tree >> seat & 1:
                in_tree = answer_in_tree(state, seat, in_tree, ways, mind)
            else:
                mind.answers[seat] = answer_beyond(state, seat, ways, mind)
    return in_tree


@rule
def answer_in_tree(state, seat, in_tree, ways, mind):
    """By what it has learnt; who comes to a new node does what looks best, and leaves the tree."""
    tree = mind.tree
    key = knowledge(tree, state, seat, mind.moves)
    place = place_of(tree, key)
    is_new = tree.nodes[place].key == FREE
    if is_new and not grow(tree, place, key, state, seat, mind.moves, ways.doubt):
        mind.answers[seat] = answer_beyond(state, seat, ways, mind)
        return in_tree & ~(1 << seat)
    edge = choose(tree, place, ways.curiosity)
    step_on(tree, place, edge, seat)
    mind.answers[seat] = tree.edges[edge].move
    stays = not is_new and tree.used[STEPS] < ways.depth
    return in_tree if stays else in_tree & ~(1 << seat)


@rule
def answer_beyond(state, seat, ways, mind):
    """By the simple policy: greedy or at random, as it comes."""
    legal(state, seat, mind.moves)
    if ways.greed < PERCENT and below(mind.random, PERCENT) >= ways.greed:
        return any_move(mind.moves, mind.random)
    if count(mind.moves) <= ways.glances:
        return greedy_move(state, seat, mind.moves, mind.random)
    clear(mind.looked_at)
    for _ in range(ways.glances):
        put(mind.looked_at, any_move(mind.moves, mind.random))
    return greedy_move(state, seat, mind.looked_at, mind.random)


# ── What came of it ──────────────────────────────────────────────────────────────────────────────


@rule
def judge(state, seats, ways, mind, is_over):
    """What the deal is worth to each seat, from 0 to 1, and the points."""
    count_points(state, seats, mind, is_over)
    for seat in range(seats):
        mind.values[seat] = worth_of_lead(seat, seats, ways, mind)
    if is_over and seats > 1:
        add_wins(state, seats, ways, mind)


@rule
def count_points(state, seats, mind, is_over):
    """The points of everyone; where the game is not over, as many as they may come to."""
    if is_over:
        points(state, mind.points)
    for seat in range(seats):
        mind.totals[seat] = mind.points[seat] if is_over else prospect(state, seat) / THOUSAND


@rule
def worth_of_lead(seat, seats, ways, mind):
    """A lead counts the less the greater it is already; alone, points are points."""
    if seats == 1:
        return mind.totals[0] / (ALONE * ways.margin)
    best = -FAR_BEHIND
    for other in range(seats):
        if other != seat:
            best = max(best, mind.totals[other])
    lead = mind.totals[seat] - best
    return 0.5 + 0.5 * lead / (ways.margin + abs(lead))


@rule
def add_wins(state, seats, ways, mind):
    """The share of a win, which counts for itself."""
    places(state, mind.places)
    winners = 0
    for seat in range(seats):
        winners += int(mind.places[seat] == 1)
    for seat in range(seats):
        win = 1.0 / winners if mind.places[seat] == 1 else 0.0
        mind.values[seat] += ways.eagerness * (win - mind.values[seat])
