"""Tree search for any game: it tries its moves in worlds that might be the true one.

A *deal* is an imagined world and everything chance does in it. Every move that is weighed gets the
same deals, so that luck does not decide between them; after a while the worse half is put aside and
the better half gets more deals. Where several decide at once a best move is not enough, as others
would foresee it: there the moves are tried by odds, which shift to what would have been better, and
the rivals learn from what these odds bring about. Behind the first move, each seat chooses by what
it knows and what it has learnt in earlier deals (`tree`), and beyond that everybody plays on by a
simple policy, to the end of the game or as far as the eye reaches.
"""

from typing import Any, NamedTuple

import numpy as np

from templetop.bots.tree import (
    FREE,
    STEPS,
    WIDTH,
    choose,
    choose_against,
    count_visits,
    forget,
    grow,
    knowledge,
    learn,
    learn_against,
    make_rows,
    mixed,
    slot_of,
    step_on,
    tree,
)
from templetop.engine.ask import (
    happen,
    imagine,
    legal,
    places,
    play,
    points,
    prospect,
    sides,
    to_move,
)
from templetop.engine.bits import clear, count, put
from templetop.engine.compile import compiled, record, rule
from templetop.engine.ending import are_together, win_of
from templetop.engine.game import Game
from templetop.engine.policy import any_event, any_move, greedy_move
from templetop.engine.random import below, next_bits, start
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY, decisions

PERCENT = 100
THOUSAND = 1000
ALONE = 5  # so many margins are a very good result of who plays alone
CONSOLATION = 0.1  # a game that all have lost together is worth less than that
FAR_BEHIND = 1e9
EVERYBODY = (1 << MOST_SEATS) - 1
CHANCE_STREAM, SEAT_STREAM = range(2)  # of a deal
FOR_POINTS, TO_WIN_TOGETHER = range(2)  # what is played for


class Mind(NamedTuple):
    """Room to think in: for one thread."""

    tree: Any
    world: Any
    deal: Any  # the generator of chance, and of what is imagined
    random: Any  # the generator of the seats
    moves: Any
    looked_at: Any
    events: Any
    weights: Any
    answers: Any  # what each seat does in the decision at hand
    unseen: Any  # what the others do at the same time as the candidates: the same for all of these
    points: Any
    places: Any
    sides: Any
    totals: Any  # points, or as many as they may come to
    values: Any  # what a deal is worth to each seat
    aim: Any  # what is played for: FOR_POINTS or TO_WIN_TOGETHER
    has_measure: bool  # is anything counted?
    is_for_points: bool  # and does more of it win?


NODES, MOST_NODES = 1 << 14, 1 << 17
EDGES_OF_A_NODE = 16
NODES_OF_A_GAME = 4  # in mind: one for each seat, and the table is best left half empty


def room_for(simulations: float) -> tuple[int, int]:
    """How many nodes, a power of two, and edges a tree may need for so many games in mind."""
    nodes = NODES
    while nodes < min(NODES_OF_A_GAME * simulations, MOST_NODES):
        nodes *= 2
    return nodes, EDGES_OF_A_NODE * nodes


def mind(
    game: Game, nodes: int = NODES, edges: int = EDGES_OF_A_NODE * NODES, width: int = WIDTH
) -> Mind:
    """For so many candidates at most."""
    measure = game.measure
    return Mind(
        tree(game, nodes, edges, width),
        game.state(),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        game.move_set(),
        game.move_set(),
        game.event_set(),
        game.weights(),
        decisions(),
        decisions(),
        np.zeros(MOST_SEATS, np.int16),
        np.zeros(MOST_SEATS, np.int8),
        np.zeros(MOST_SEATS, np.int8),
        np.zeros(MOST_SEATS, np.float64),
        np.zeros(MOST_SEATS, np.float64),
        np.zeros(1, np.int8),
        measure is not None,
        measure is not None and measure.decides,
    )


Sample = record([
    ("values", np.float32, MOST_SEATS),
    ("points", np.float32, MOST_SEATS),
    ("rivals", np.uint64),    # a number for all that others did at the same time
])  # fmt: skip


@compiled
def weigh(known, seat, seats, candidates, first, stride, seed, ways, mind, odds, samples):
    """Try every candidate in one deal for each row of samples; a row gets what came of each."""
    mind.aim[0] = aim_of(known[0], seats, mind)
    for n in range(len(samples)):
        deal = np.uint64(first + n * stride)
        begin(known, seat, seed, deal, mind)
        mind.tree.used[STEPS] = 0
        others = to_move(mind.world[0]) & ~(1 << seat)
        foresee(mind.world[0], others, odds, ways, mind)
        so_far = mind.tree.used[STEPS]
        take_over(mind.answers, mind.unseen)
        rivals = key_of(mind.unseen)
        likely = drawn_by(odds, mind.random) if others else len(candidates)
        for candidate in range(len(candidates)):
            begin(known, seat, seed, deal, mind)
            mind.tree.used[STEPS] = so_far
            take_over(mind.unseen, mind.answers)
            mind.answers[seat] = candidates[candidate]
            play_on(seats, ways, mind)
            learn(mind.tree, mind.values, 0 if candidate == likely or not others else so_far)
            learn_against(mind.tree, mind.values, so_far, odds[candidate].column)
            note(samples[n, candidate], seats, rivals, mind)
        if others:
            count_visits(mind.tree, so_far)
            shift(odds, samples[n], seat)


@rule
def aim_of(state, seats, mind):
    """What is played for from this decision on.

    All who are on one side play for the win alone, unless they already have the first place and
    points decide: then they cannot but win, and play for as many points as they can get.
    """
    sides(state, mind.sides)
    places(state, mind.places)
    can_lose = mind.places[0] != 1 or not mind.is_for_points
    return TO_WIN_TOGETHER if can_lose and are_together(mind.sides, seats) else FOR_POINTS


@compiled
def clear_mind(world, tree):
    """`world` says which game it is about."""
    forget(tree)


# ── Odds, where several decide at once ───────────────────────────────────────────────────────────
# Regret matching: each candidate is tried against the same answers of the others, so it is known
# how much better each would have been than the odds. Those get likelier that would have been
# better. The rivals do what is best against the odds of now, as far as has been found out. In the
# mean over all deals little can be gained against such odds, even by who knows them.

Odd = record([
    ("regret", np.float64),   # how much better it would have been, added up, never below 0
    ("share",  np.float64),   # how likely it is in the next deal
    ("total",  np.float64),   # its shares added up, later ones counting more
    ("deals",  np.float64),   # so many deals are in these
    ("column", np.int64),     # its number among all candidates, those that dropped out as well
])  # fmt: skip


def even_odds(candidates: int) -> Any:
    odds = np.zeros(candidates, Odd)
    odds["share"] = 1 / max(1, candidates)
    odds["column"] = np.arange(candidates)
    return odds


@rule
def drawn_by(odds, random):
    """One of the candidates, as likely as the odds say."""
    ticket = float(next_bits(random)) / 4294967296.0
    for candidate in range(len(odds)):
        ticket -= odds[candidate].share
        if ticket < 0:
            return candidate
    return len(odds) - 1


@rule
def shift(odds, row, seat):
    """A deal has shown what each candidate is worth against what the others did."""
    mean = 0.0
    for candidate in range(len(odds)):
        mean += odds[candidate].share * row[candidate].values[seat]
    regrets = 0.0
    for candidate in range(len(odds)):
        odd = odds[candidate]
        odd.deals += 1
        odd.total += odd.deals * odd.share
        odd.regret = max(0.0, odd.regret + row[candidate].values[seat] - mean)
        regrets += odd.regret
    for candidate in range(len(odds)):
        odd = odds[candidate]
        odd.share = odd.regret / regrets if regrets > 0 else 1.0 / len(odds)


# ── A deal ───────────────────────────────────────────────────────────────────────────────────────


@rule
def begin(known, seat, seed, deal, mind):
    """A deal from its beginning: the world that is imagined, and all that chance will do."""
    start(mind.deal, seed, deal + deal + np.uint64(CHANCE_STREAM))
    start(mind.random, seed, deal + deal + np.uint64(SEAT_STREAM))
    mind.world[0] = known[0]
    imagine(mind.world[0], seat, mind.deal)
    sides(mind.world[0], mind.sides)


@rule
def note(sample, seats, rivals, mind):
    sample.rivals = rivals
    for seat in range(seats):
        sample.values[seat] = mind.values[seat]
        sample.points[seat] = mind.totals[seat]


@rule
def play_on(seats, ways, mind):
    """From the first decision, with the answers that are known, to the end or the horizon."""
    state = mind.world[0]
    play(state, mind.answers)
    in_tree = EVERYBODY if ways.depth > 0 else 0
    left = ways.horizon
    deciding = to_move(state)
    while deciding != NOBODY and left > 0:
        if deciding == CHANCE:
            happen(state, any_event(state, mind.deal, mind.events, mind.weights))
        else:
            left -= int(in_tree & deciding == 0)
            in_tree = find_answers(state, deciding, in_tree, ways, mind)
            play(state, mind.answers)
        deciding = to_move(state)
    judge(state, seats, ways, mind, deciding == NOBODY)


@rule
def take_over(answers, place):
    """Copy them. Not by a slice: Numba takes seconds to compile what a wrong length would need."""
    for seat in range(MOST_SEATS):
        place[seat] = answers[seat]


@rule
def key_of(answers):
    """A number for all of them."""
    key = np.uint64(1)
    for seat in range(MOST_SEATS):
        key = mixed(mixed(key ^ np.uint64(int(answers[seat]) + 1)))
    return key


@rule
def foresee(state, deciding, odds, ways, mind):
    """What those do who decide at the same time as the seat that thinks, by its odds."""
    for seat in range(MOST_SEATS):
        mind.answers[seat] = NO_MOVE
        if deciding >> seat & 1:
            mind.answers[seat] = foreseen(state, seat, odds, ways, mind)


@rule
def foreseen(state, seat, odds, ways, mind):
    """What is best against these odds, as far as that was found out in earlier deals."""
    tree = mind.tree
    if ways.depth <= 0:
        return answer_beyond(state, seat, ways, mind)
    key = knowledge(tree, state, seat)
    slot = slot_of(tree, key)
    if tree.nodes[slot].key == FREE and not grow(
        tree, slot, key, state, seat, mind.moves, ways.doubt
    ):
        return answer_beyond(state, seat, ways, mind)
    make_rows(tree, slot)
    edge = choose_against(tree, slot, odds, ways.curiosity)
    step_on(tree, slot, edge, seat)
    return tree.edges[edge].move


@rule
def find_answers(state, deciding, in_tree, ways, mind):
    """What everyone does who decides now; returns who is still in the tree after that."""
    for seat in range(MOST_SEATS):
        if deciding >> seat & 1:
            if in_tree >> seat & 1:
                in_tree = answer_in_tree(state, seat, in_tree, ways, mind)
            else:
                mind.answers[seat] = answer_beyond(state, seat, ways, mind)
        else:
            mind.answers[seat] = NO_MOVE
    return in_tree


@rule
def answer_in_tree(state, seat, in_tree, ways, mind):
    """By what it has learnt; who comes to a new node does what looks best, and leaves the tree."""
    tree = mind.tree
    key = knowledge(tree, state, seat)
    slot = slot_of(tree, key)
    is_new = tree.nodes[slot].key == FREE
    if is_new and not grow(tree, slot, key, state, seat, mind.moves, ways.doubt):
        mind.answers[seat] = answer_beyond(state, seat, ways, mind)
        return in_tree & ~(1 << seat)
    edge = choose(tree, slot, ways.curiosity)
    step_on(tree, slot, edge, seat)
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
    if mind.aim[0] == TO_WIN_TOGETHER:
        judge_together(state, seats, ways, mind, is_over)
        return
    count_points(state, seats, mind, is_over)
    for seat in range(seats):
        mind.values[seat] = worth_of_lead(seat, seats, ways, mind)
    if is_over:
        add_wins(state, seats, ways, mind)


@rule
def judge_together(state, seats, ways, mind, is_over):
    """1 for a win, next to nothing for a loss; in between, how likely the game says a win is."""
    points(state, mind.points)
    places(state, mind.places)
    for seat in range(seats):
        mind.totals[seat] = mind.points[seat]
        if not is_over:
            mind.values[seat] = max(0.0, min(1.0, prospect(state, seat) / THOUSAND))
        elif mind.places[seat] == 1:
            mind.values[seat] = 1.0
        else:
            mind.values[seat] = consolation(mind.points[seat], ways.margin)


@rule
def consolation(points, margin):
    """What a lost game is worth: more with more points, but always little beside a win."""
    return CONSOLATION * points / (points + margin) if points > 0 else 0.0


@rule
def count_points(state, seats, mind, is_over):
    """The points of everyone; where the game is not over, as many as they may come to."""
    if is_over:
        points(state, mind.points)
    for seat in range(seats):
        mind.totals[seat] = mind.points[seat] if is_over else prospect(state, seat) / THOUSAND


@rule
def worth_of_lead(seat, seats, ways, mind):
    """A lead counts the less the greater it is already; without rivals, points are points."""
    own = total_of_side(mind.sides[seat], seats, mind)
    if are_together(mind.sides, seats):
        return min(1.0, own / (ALONE * ways.margin))
    best = -FAR_BEHIND
    for other in range(seats):
        if mind.sides[other] != mind.sides[seat]:
            best = max(best, total_of_side(mind.sides[other], seats, mind))
    lead = own - best
    return 0.5 + 0.5 * lead / (ways.margin + abs(lead))


@rule
def total_of_side(side, seats, mind):
    """What partners have, in the mean."""
    total = 0.0
    partners = 0
    for seat in range(seats):
        if mind.sides[seat] == side:
            total += mind.totals[seat]
            partners += 1
    return total / partners


@rule
def add_wins(state, seats, ways, mind):
    """The share of a win, which counts for itself, or alone where nothing is counted.

    Who plays alone for points only can lose it.
    """
    places(state, mind.places)
    if seats == 1 and mind.places[0] == 1 and mind.is_for_points:
        return
    eagerness = ways.eagerness if mind.has_measure else 1.0
    for seat in range(seats):
        win = win_of(seat, mind.places, mind.sides, seats)
        mind.values[seat] += eagerness * (win - mind.values[seat])
