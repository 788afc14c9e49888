"""What a seat may know, as numbers from 0 to about 1 for a network."""

from heist.rules.state import CARDS, HAND, OVER
from heist.rules.turn import is_unseen, side_of
from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import one_of, size_of
from templetop.engine.seats import MOST_SEATS

BURGLAR = 4 + HAND * (CARDS + 1) + HAND * MOST_SEATS
PLANES = (
    Plane("each seat from here: steps, runs, robs, partner; its cards, and who knows them",
          (MOST_SEATS, BURGLAR)),
    Plane("the phase", (OVER + 1,)),
    Plane("the mode", (3,)),
    Plane("how many seats, which of them this is", (2, MOST_SEATS)),
    Plane("rounds left, corridor, caught", (3,)),
)  # fmt: skip
OBSERVATION = size_of(PLANES)
MANY = 20


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    at = 0
    for turn in range(MOST_SEATS):
        if turn < state.seats:
            observe_burglar(state, seat, (seat + turn) % int(state.seats), numbers, at)
        at += BURGLAR
    at = one_of(numbers, at, OVER + 1, state.phase)
    at = one_of(numbers, at, 3, state.mode)
    at = one_of(numbers, at, MOST_SEATS, int(state.seats) - 1)
    at = one_of(numbers, at, MOST_SEATS, seat)
    numbers[at] = state.rounds / MANY
    numbers[at + 1] = state.corridor / MANY
    numbers[at + 2] = state.caught / MANY


@rule
def observe_burglar(state, seat, other, numbers, at):
    numbers[at] = state.steps[other] / MANY
    numbers[at + 1] = int(state.running) >> other & 1
    numbers[at + 2] = (int(state.victim[other]) + 1) / MOST_SEATS
    numbers[at + 3] = 1 if side_of(state, seat) == side_of(state, other) else 0
    at += 4
    for side in range(HAND):
        if not is_unseen(state, seat, other, side):
            numbers[at + int(state.loot[other, side])] = 1
        at += CARDS + 1
    for side in range(HAND):
        for one in range(MOST_SEATS):
            numbers[at + one] = int(state.known[other, side]) >> one & 1
        at += MOST_SEATS
