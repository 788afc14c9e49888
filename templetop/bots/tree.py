"""What a search remembers: one node for each thing that some seat may know.

A node belongs to a seat and to what it knows, not to the truth: worlds that look alike to the seat
lead to the same node, and so does a decision that others have made unseen. That is why the search
can play any game with hidden hands and with decisions made at the same time, and cannot cheat.

A node has an edge for every legal move, the most appealing first.

Of those who decide at the same time as the seat that thinks, it is also remembered what each of
their moves came to against each of its own: so they can answer its odds of now, and not only what
it has done so far.
"""

from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import appeal, imagine, legal
from templetop.engine.bits import count, nth
from templetop.engine.compile import record, rule
from templetop.engine.game import Game
from templetop.engine.random import HALF, LOW, MULTIPLIER, start
from templetop.engine.seats import Array

FREE = np.uint64(0)  # the key of a slot without a node
WIDTH = 16  # candidates, usually
ROWS_AT_HAND = 1 << 11
FULL = 3, 4  # no more nodes are made when so many slots of so many are taken

Node = record([
    ("key",    np.uint64),
    ("value",  np.float64),   # what came of all visits, added up, for the seat that decides here
    ("visits", np.int32),
    ("first",  np.int32),     # its edges stand one behind the other from here …
    ("edges",  np.int32),     # … and are so many
    ("rows",   np.int32),     # where it stands what each came to against what; or NO_ROWS
])  # fmt: skip

Edge = record([
    ("prior",  np.float64),   # how likely it is the best, at first sight
    ("value",  np.float64),
    ("visits", np.int32),
    ("move",   np.int32),
])  # fmt: skip

Step = record([
    ("node", np.int32),
    ("edge", np.int32),
    ("seat", np.int32),
])  # fmt: skip


NO_ROWS = -1


class Tree(NamedTuple):
    """Nodes and edges, and the way the search takes through them."""

    nodes: Any
    edges: Any
    rows: Any  # for an edge: what it came to against each candidate, added up; and how often
    path: Any
    used: Any  # how many nodes, edges, steps and rows
    glimpse: Any  # room for what a seat knows, as a state …
    words: Any  # … and as numbers
    random: Any


def tree(game: Game, nodes: int, edges: int, width: int = WIDTH) -> Tree:
    """An empty one, for so many candidates; the number of nodes is a power of two."""
    glimpse, words = state_and_words(game)
    return Tree(
        np.zeros(nodes, Node),
        np.zeros(edges, Edge),
        np.zeros((ROWS_AT_HAND, width + 1), np.float64),
        np.zeros(LONGEST_PATH, Step),
        np.zeros(4, np.int64),
        glimpse,
        words,
        np.zeros(1, np.uint64),
    )


LONGEST_PATH = 64


def state_and_words(game: Game) -> tuple[Array, Array]:
    """A state, and the same memory as 64-bit numbers."""
    words = np.zeros((game.State.itemsize + 7) // 8, np.uint64)
    return words.view(np.uint8)[: game.State.itemsize].view(game.State), words


NODES, EDGES, STEPS, ROWS = range(4)


@rule
def forget(tree):
    """Make it empty again."""
    for slot in range(len(tree.nodes)):
        tree.nodes[slot].key = FREE
    for what in range(len(tree.used)):
        tree.used[what] = 0


# ── Finding and making nodes ─────────────────────────────────────────────────────────────────────


@rule
def knowledge(tree, state, seat):
    """A number for all that the seat knows.

    Imagining with always the same draws makes one world of all that it cannot tell apart.
    """
    tree.glimpse[0] = state
    start(tree.random, np.uint64(0), np.uint64(0))
    imagine(tree.glimpse[0], seat, tree.random)
    key = np.uint64(seat + 1)
    for n in range(len(tree.words)):
        key = mixed(mixed(key ^ tree.words[n]))
    return key | np.uint64(1)  # never FREE


@rule
def mixed(key):
    """Stirred as the random generator does it, without an overflow; twice reaches both halves."""
    return (key & LOW) * MULTIPLIER + (key >> HALF)


@rule
def slot_of(tree, key):
    """Where the node with this key is, or would be."""
    last = np.uint64(len(tree.nodes) - 1)
    slot = (key >> np.uint64(8)) & last
    while tree.nodes[slot].key != FREE and tree.nodes[slot].key != key:
        slot = (slot + np.uint64(1)) & last
    return int(slot)


@rule
def is_full(tree, edges):
    """Is there no room for another node with so many edges?"""
    share, whole = FULL
    crowded = tree.used[NODES] * whole >= len(tree.nodes) * share
    return crowded or tree.used[EDGES] + edges > len(tree.edges)


@rule
def grow(tree, slot, key, state, seat, moves, doubt):
    """Make a node for the seat, with its legal moves in the order of their appeal."""
    legal(state, seat, moves)
    edges = count(moves)
    if is_full(tree, edges):
        return False
    node = tree.nodes[slot]
    node.key = key
    node.value = 0
    node.visits = 0
    node.first = tree.used[EDGES]
    node.edges = edges
    node.rows = NO_ROWS
    tree.used[NODES] += 1
    tree.used[EDGES] += edges
    for n in range(edges):
        move = nth(moves, n)
        insert(tree.edges, node.first, node.first + n, move, appeal(state, seat, move))
    weigh_appeal(tree.edges, node.first, edges, doubt)
    return True


@rule
def insert(edges, first, end, move, prior):
    """Put an edge among those from first to end, so that the greatest prior stays first."""
    n = end
    while n > first and edges[n - 1].prior < prior:
        edges[n] = edges[n - 1]
        n -= 1
    edges[n].move = move
    edges[n].prior = prior
    edges[n].visits = 0
    edges[n].value = 0


@rule
def weigh_appeal(edges, first, number, doubt):
    """Turn appeal into priors that add up to 1: `doubt` more of it is e times as likely."""
    best = edges[first].prior
    total = 0.0
    for n in range(first, first + number):
        edges[n].prior = exp((edges[n].prior - best) / doubt)
        total += edges[n].prior
    for n in range(first, first + number):
        edges[n].prior /= total


# ── Choosing and learning ────────────────────────────────────────────────────────────────────────


@rule
def choose(tree, slot, curiosity):
    """The edge to try now: what has been good, or is likely to be and was tried little."""
    node = tree.nodes[slot]
    expected = node.value / node.visits if node.visits else 0.0
    boldness = curiosity * sqrt(float(node.visits))
    best = node.first
    most = -1.0
    for n in range(node.first, node.first + node.edges):
        edge = tree.edges[n]
        mean = edge.value / edge.visits if edge.visits else expected
        score = mean + boldness * edge.prior / (1 + edge.visits)
        if score > most:
            best, most = n, score
    return best


@rule
def make_rows(tree, slot):
    """Room to remember what each move came to against what; as long as there is any."""
    node = tree.nodes[slot]
    first = tree.used[ROWS]
    if node.rows != NO_ROWS or first + node.edges > len(tree.rows):
        return
    node.rows = first
    tree.used[ROWS] += node.edges
    for row in range(first, first + node.edges):
        for column in range(tree.rows.shape[1]):
            tree.rows[row, column] = 0.0


@rule
def choose_against(tree, slot, odds, curiosity):
    """The same, by what would be good against these odds of another seat's moves."""
    node = tree.nodes[slot]
    if node.rows == NO_ROWS:
        return choose(tree, slot, curiosity)
    expected = node.value / node.visits if node.visits else 0.0
    boldness = curiosity * sqrt(float(node.visits))
    best = node.first
    most = -1.0
    for n in range(node.first, node.first + node.edges):
        row = tree.rows[node.rows + n - node.first]
        visits = row[len(row) - 1]
        mean = against(row, odds) / visits if visits else expected
        score = mean + boldness * tree.edges[n].prior / (1 + visits)
        if score > most:
            best, most = n, score
    return best


@rule
def against(row, odds):
    """What a move came to, by how likely each of the candidates is now."""
    total = 0.0
    for n in range(len(odds)):
        total += odds[n].share * row[odds[n].column]
    return total


@rule
def learn_against(tree, values, steps, column):
    """Those who decide at the same time learn what came of it against one of the candidates."""
    for n in range(steps):
        step = tree.path[n]
        node = tree.nodes[step.node]
        if node.rows != NO_ROWS:
            tree.rows[node.rows + step.edge - node.first, column] += values[step.seat]


@rule
def count_visits(tree, steps):
    """Those who decide at the same time have now tried this against all candidates."""
    for n in range(steps):
        step = tree.path[n]
        node = tree.nodes[step.node]
        if node.rows != NO_ROWS:
            tree.rows[node.rows + step.edge - node.first, tree.rows.shape[1] - 1] += 1


@rule
def step_on(tree, slot, edge, seat):
    """Note that the search went this way."""
    n = tree.used[STEPS]
    if n < len(tree.path):
        tree.path[n].node = slot
        tree.path[n].edge = edge
        tree.path[n].seat = seat
        tree.used[STEPS] = n + 1


@rule
def learn(tree, values, first):
    """Everybody on the way, from that step on, learns what came of it, each seat for itself."""
    for n in range(first, tree.used[STEPS]):
        step = tree.path[n]
        node, edge = tree.nodes[step.node], tree.edges[step.edge]
        node.visits += 1
        node.value += values[step.seat]
        edge.visits += 1
        edge.value += values[step.seat]
