"""Which edge may act first without shutting out anything that another order leads to.

Workers at plantations and markets share one storage, so the order of their edges may matter.
Whether it does is not guessed: all orders are tried, with all that can come of each.

    edges   what has still to act, four bits for each edge, which is three times the kind of jungle
            tile and the workers less one; more bits where there are more kinds or workers
    ways    what can come of edges: for 0, 1 … 5 fruits in the storage a set of amounts of gold that
            may have been earned on the way there, a bit each
"""

from templetop.engine.compile import rule
from templetop.games.cacao.rules.deeds import can_act, gold_at
from templetop.games.cacao.rules.pieces import (
    CACAO,
    MOST_WORKERS,
    SIDES,
    STORAGE,
    TRADE_OF,
    TRADED,
    TRADES,
)

NO_EDGE = 0
EDGE_BITS = ((TRADES - 1) * MOST_WORKERS).bit_length()
BITS = 63  # of a whole number, without its sign
NO_MORE = -1  # orders
# A seat has at most seven edges to act in a turn (the rulebook's notes say why), and all the gold
# that they can earn is less than this: so a bit for each amount is enough.
MOST_EDGES = SIDES + SIDES - 1
assert EDGE_BITS * MOST_EDGES <= BITS, "All edges that act in a turn have to fit in one number."
NO_WAYS = (0, 0, 0, 0, 0, 0)
assert len(NO_WAYS) == STORAGE + 1, "There are ways for every number of fruits."
FIRST_EDGE = MOST_WORKERS  # of one worker at the first of the kinds
BEFORE_ALL = FIRST_EDGE - 1


# ── Edges ────────────────────────────────────────────────────────────────────────────────────────


@rule
def edge_of(kind, workers):
    return MOST_WORKERS * int(TRADE_OF[kind]) + int(workers) - 1


@rule
def kind_beside(edge):
    return traded(edge // MOST_WORKERS)


@rule
def traded(trade):
    """One of the kinds whose order may matter; they are counted from 1."""
    return int(TRADED[trade])


@rule
def workers_on(edge):
    return edge % MOST_WORKERS + 1


@rule
def edges_called(player):
    """How many edges have still to act at plantations and markets."""
    edges = 0
    for trade in range(1, TRADES):
        for n in range(MOST_WORKERS):
            edges += int(player.jobs[traded(trade), n])
    return edges


@rule
def edges_to_act(player):
    """The edges that have still to act there, in rising order: plantations first."""
    edges = 0
    bits = 0
    for trade in range(1, TRADES):
        kind = traded(trade)
        for workers in range(1, MOST_WORKERS + 1):
            for _ in range(player.jobs[kind, workers - 1]):
                edges |= edge_of(kind, workers) - BEFORE_ALL << bits
                bits += EDGE_BITS
    return edges


@rule
def edge_at(edges, n):
    return (edges >> EDGE_BITS * n & ((1 << EDGE_BITS) - 1)) + BEFORE_ALL


@rule
def without(edges, n):
    """All but one of the edges."""
    before = edges & ((1 << EDGE_BITS * n) - 1)
    return before | edges >> EDGE_BITS * (n + 1) << EDGE_BITS * n


@rule
def may_act_first(player, kind, workers):
    """3.3.4  Any edge may act next; 3.3.8  a market without fruits to sell would change nothing."""
    return player.jobs[kind, workers - 1] > 0 and can_act(player, kind)


# ── Which one comes first ────────────────────────────────────────────────────────────────────────


@rule
def edge_to_begin(state, player):
    """3.3.7  An edge after which everything is still possible, or NO_EDGE: then it is asked."""
    edge = only_edge(player)
    return open_edge(state, player) if edge == NO_EDGE else edge


@rule
def only_edge(player):
    """The edge that has to act next because no other can; NO_EDGE if there are several."""
    found = NO_EDGE
    for trade in range(1, TRADES):
        kind = traded(trade)
        for workers in range(1, MOST_WORKERS + 1):
            if may_act_first(player, kind, workers):
                if found != NO_EDGE:
                    return NO_EDGE
                found = edge_of(kind, workers)
    return found


@rule
def open_edge(state, player):
    """The first edge that leads to everything that any edge leads to, or NO_EDGE."""
    edges, number = edges_to_act(player), edges_called(player)
    found = NO_EDGE
    everything = NO_WAYS
    for n in range(number):
        edge = edge_at(edges, n)
        is_new = n == 0 or edge != edge_at(edges, n - 1)
        if is_new and may_act_first(player, kind_beside(edge), workers_on(edge)):
            ways = after_edge(state, nothing_earned(player.cacao), edge)
            ways = in_any_order(state, ways, without(edges, n), number - 1)
            if not are_among(ways, everything):
                found = edge if are_among(everything, ways) else NO_EDGE
                everything = either(everything, ways)
            elif found == NO_EDGE and are_among(everything, ways):
                found = edge
    return found


@rule
def in_any_order(state, ways, edges, number):
    """All that can come of so many edges, which stand in rising order."""
    everything = NO_WAYS
    while edges != NO_MORE:
        if is_worth_trying(edges, number):
            everything = either(everything, in_one_order(state, ways, edges, number))
        edges = next_order(edges, number)
    return everything


@rule
def is_worth_trying(edges, number):
    """Two plantations, or two markets, come to the same either way round: one of them is enough."""
    for n in range(number - 1):
        edge, next_one = edge_at(edges, n), edge_at(edges, n + 1)
        are_alike = CACAO[kind_beside(edge)] * CACAO[kind_beside(next_one)] > 0
        if are_alike and edge > next_one:
            return False
    return True


@rule
def in_one_order(state, ways, edges, number):
    """What can come of them one after another."""
    for n in range(number):
        ways = after_edge(state, ways, edge_at(edges, n))
    return ways


# ── All orders ───────────────────────────────────────────────────────────────────────────────────


@rule
def next_order(edges, number):
    """The next one as in a dictionary, or NO_MORE: the last edge that can grows, the rest rises."""
    n = number - 2
    while n >= 0 and edge_at(edges, n) >= edge_at(edges, n + 1):
        n -= 1
    if n < 0:
        return NO_MORE
    larger = number - 1
    while edge_at(edges, larger) <= edge_at(edges, n):
        larger -= 1
    return turned_round(swapped(edges, n, larger), n + 1, number - 1)


@rule
def turned_round(edges, first, last):
    """From the first place to the last, the other way round."""
    while first < last:
        edges = swapped(edges, first, last)
        first += 1
        last -= 1
    return edges


@rule
def swapped(edges, n, other):
    difference = (edges >> EDGE_BITS * n ^ edges >> EDGE_BITS * other) & ((1 << EDGE_BITS) - 1)
    return edges ^ difference << EDGE_BITS * n ^ difference << EDGE_BITS * other


# ── What can come of it ──────────────────────────────────────────────────────────────────────────


@rule
def nothing_earned(cacao):
    """With so many fruits, before anyone acts."""
    return (
        int(cacao == 0), int(cacao == 1), int(cacao == 2),
        int(cacao == 3), int(cacao == 4), int(cacao == 5),
    )  # fmt: skip


@rule
def after_edge(state, ways, edge):
    """3.3.5  All workers of the edge have acted; or, where it may be declined, some of them."""
    kind = kind_beside(edge)
    after = ways
    for _ in range(workers_on(edge)):
        ways = after_worker(state, ways, kind)
        after = either(after, ways) if state.declines or CACAO[kind] < 0 else ways
    return after


@rule
def after_worker(state, ways, kind):
    """3.4.1, 3.4.2  It picks; 3.4.4  or it sells."""
    if CACAO[kind] < 0:
        return one_sold(ways, gold_at(state, kind))
    for _ in range(CACAO[kind]):
        ways = one_picked(ways)
    return ways


@rule
def one_picked(ways):
    """3.4.3  One fruit more, if there is room."""
    none, one, two, three, four, five = ways
    return 0, none, one, two, three, four | five


@rule
def one_sold(ways, price):
    """3.4.5  One fruit fewer, if there was one."""
    _, one, two, three, four, five = ways
    return one << price, two << price, three << price, four << price, five << price, 0


@rule
def either(ways, others):
    """What is in one of the two, or in both."""
    return (
        ways[0] | others[0], ways[1] | others[1], ways[2] | others[2],
        ways[3] | others[3], ways[4] | others[4], ways[5] | others[5],
    )  # fmt: skip


@rule
def are_among(ways, others):
    """Are all of these among the others?"""
    new = 0
    for fruits in range(len(ways)):
        new |= ways[fruits] & ~others[fruits]
    return new == 0
