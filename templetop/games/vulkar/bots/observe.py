"""What a seat may know, as numbers from 0 to about 1 for a network."""

from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import one_of, size_of
from templetop.games.vulkar.rules.island import LANES, SPACES, TREE_HEADINGS, TREES, VULKAR_HEADINGS
from templetop.games.vulkar.rules.pieces import (
    FACES,
    HAND,
    MOST_FIGURES,
    NO_CARD,
    SLABS,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import (
    COPTERS,
    IN_MAW,
    MOST_JOBS,
    OVER,
    POSTURES,
    RUNNING,
    TASKS,
)
from templetop.games.vulkar.rules.table import cards_in, hand_size, is_curse, seat_of, souvenirs_of

FIGURE = SPACES + len(POSTURES) + 2 * TOKEN_COLOURS + 8
PLAYER = 2 + FACES + SOUVENIR_KINDS
JOB = 4
MARBLE = 8 + 5 + MOST_FIGURES
PLANES = (
    Plane("each figure: space, posture, known tokens, pictures, unknown tokens, Heart, Penny, "
          "active, own, reached, first, fell", (MOST_FIGURES, FIGURE)),
    Plane("each seat: cards, souvenirs, and which, if they are known", (MOST_FIGURES, PLAYER)),
    Plane("the token on each slab", (SLABS, TOKEN_COLOURS)),
    Plane("tokens in the bag, in the Maw, pictures that are left", (3, TOKEN_COLOURS)),
    Plane("discards, tracker, box, and the card that is played", (4, FACES)),
    Plane("souvenirs that are gone", (SOUVENIR_KINDS,)),
    Plane("the headings of the trees", (TREES, TREE_HEADINGS)),
    Plane("Vul-Kar's heading", (VULKAR_HEADINGS,)),
    Plane("the marble: its run, and what came of it; who was felled", (MARBLE,)),
    Plane("what is to be done: task, figure, what, many", (MOST_JOBS, JOB)),
    Plane("the phase", (OVER + 1,)),
    Plane("the copter", (len(COPTERS),)),
    Plane("which seat this is", (MOST_FIGURES,)),
    Plane("where the walk came from", (SPACES,)),
    Plane("scar, deck, shop, steps, extra, rounds, turns, turns left, Heart and Penny in the Maw, "
          "seats, figures, Curse, needed, arrivals, last round, ending, second piles", (18,)),
)  # fmt: skip
OBSERVATION = size_of(PLANES)
MANY = 40


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it; figures and seats from its own on."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    at = 0
    for turn in range(MOST_FIGURES):
        if turn < state.count:
            observe_figure(state, seat, (seat + turn) % int(state.count), numbers, at)
        at += FIGURE
    for turn in range(MOST_FIGURES):
        if turn < state.seats:
            observe_player(state, seat, (seat + turn) % int(state.seats), numbers, at)
        at += PLAYER
    at = observe_tokens(state, numbers, at)
    at = observe_cards(state, numbers, at)
    for tree in range(TREES):
        at = one_of(numbers, at, TREE_HEADINGS, state.trees[tree])
    at = one_of(numbers, at, VULKAR_HEADINGS, state.heading)
    at = observe_marble(state, numbers, at)
    at = observe_jobs(state, numbers, at)
    at = one_of(numbers, at, OVER + 1, state.phase)
    at = one_of(numbers, at, len(COPTERS), state.copter)
    at = one_of(numbers, at, MOST_FIGURES, seat)
    at = one_of(numbers, at, SPACES, state.came)
    observe_rest(state, numbers, at)


@rule
def observe_figure(state, seat, figure, numbers, at):
    one = state.figures[figure]
    at = one_of(numbers, at, SPACES, one.at)
    at = one_of(numbers, at, len(POSTURES), one.posture)
    for place in range(int(one.held)):
        if int(one.known[place]) >> seat & 1:
            numbers[at + int(one.tokens[place])] += 0.1
        else:
            numbers[at + 2 * TOKEN_COLOURS] += 0.1
    at += TOKEN_COLOURS
    for colour in range(TOKEN_COLOURS):
        numbers[at + colour] = int(one.pictures) >> colour & 1
    at += TOKEN_COLOURS + 1
    numbers[at] = int(state.heart == figure)
    numbers[at + 1] = int(state.penny == figure)
    numbers[at + 2] = int(state.active == figure)
    numbers[at + 3] = int(seat_of(state, figure) == seat)
    numbers[at + 4] = one.reached / MOST_FIGURES
    numbers[at + 5] = int(state.first == figure)
    for place in range(int(state.fallen)):
        if state.falls[place] == figure:
            numbers[at + 6] = (place + 1) / MOST_FIGURES


@rule
def observe_player(state, seat, other, numbers, at):
    """5.4  Other hands are hidden; 12.1  but not under the Curse."""
    numbers[at] = hand_size(state, other) / HAND
    numbers[at + 1] = souvenirs_of(state, other) / 12
    at += 2
    if other != seat and not is_curse(state):
        return
    for place in range(HAND):
        if state.hands[other, place] != NO_CARD:
            numbers[at + int(state.hands[other, place])] += 0.5
    at += FACES
    for kind in range(SOUVENIR_KINDS):
        numbers[at + kind] = state.souvenirs[other, kind] / 2


@rule
def observe_tokens(state, numbers, at):
    for slab in range(SLABS):
        at = one_of(numbers, at, TOKEN_COLOURS, state.slabs[slab])
    for colour in range(TOKEN_COLOURS):
        numbers[at + colour] = state.bag[colour] / 12
        numbers[at + TOKEN_COLOURS + colour] = state.maw[colour] / 12
        numbers[at + 2 * TOKEN_COLOURS + colour] = state.album[colour] / 4
    return at + 3 * TOKEN_COLOURS


@rule
def observe_cards(state, numbers, at):
    for card in range(FACES):
        numbers[at + card] = state.discards[card] / 4
        numbers[at + FACES + card] = state.tracker[card] / 4
        numbers[at + 2 * FACES + card] = state.box[card] / 4
    at = one_of(numbers, at + 3 * FACES, FACES, state.card)
    for kind in range(SOUVENIR_KINDS):
        numbers[at + kind] = state.gone[kind] / 2
    return at + SOUVENIR_KINDS


@rule
def observe_marble(state, numbers, at):
    """Only while it rolls."""
    if state.phase == RUNNING:
        run = state.run
        numbers[at] = run.phase / 2
        numbers[at + 1] = (int(run.pit) + 1) / 6
        numbers[at + 2] = run.aim / 48
        numbers[at + 3] = (int(run.lane) + 1) / LANES
        numbers[at + 4] = run.before / 4
        numbers[at + 5] = run.turn / 8
        numbers[at + 6] = run.met / 4
        numbers[at + 7] = run.station / 4
        numbers[at + 8] = state.marbles / 4
        numbers[at + 9] = state.sighted
        numbers[at + 10] = state.overboard
        for figure in range(MOST_FIGURES):
            numbers[at + 13 + figure] = int(state.felled) >> figure & 1
    return at + MARBLE


@rule
def observe_jobs(state, numbers, at):
    for place in range(int(state.depth)):
        job = state.agenda[place]
        numbers[at + JOB * place] = (int(job.task) + 1) / len(TASKS)
        numbers[at + JOB * place + 1] = int(job.figure) / MOST_FIGURES
        numbers[at + JOB * place + 2] = int(job.what) / 8
        numbers[at + JOB * place + 3] = int(job.many) / MANY
    return at + JOB * MOST_JOBS


@rule
def observe_rest(state, numbers, at):
    """Some numbers that stand for themselves."""
    numbers[at] = state.scar / 4
    numbers[at + 1] = cards_in(state.deck) / MANY
    numbers[at + 2] = cards_in(state.shop) / 12
    numbers[at + 3] = state.steps / 24
    numbers[at + 4] = state.extra / 16
    numbers[at + 5] = state.rounds_over / 100
    numbers[at + 6] = state.turns / 400
    numbers[at + 7] = state.turns_left / 9
    numbers[at + 8] = int(state.heart == IN_MAW)
    numbers[at + 9] = int(state.penny == IN_MAW)
    numbers[at + 10] = state.seats / MOST_FIGURES
    numbers[at + 11] = state.count / MOST_FIGURES
    numbers[at + 12] = state.game
    numbers[at + 13] = state.needed / 12
    numbers[at + 14] = state.arrivals / MOST_FIGURES
    numbers[at + 15] = state.rounds / 100
    numbers[at + 16] = state.ending / 4
    numbers[at + 17] = state.second_piles / 5
