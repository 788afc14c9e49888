"""Setting up: the options, and the placing of adventurers and their temples."""

from itertools import pairwise

import numpy as np

from templetop.engine.bits import ONE
from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option, UnknownOption, slot_of
from templetop.engine.words import counted, quoted
from templetop.games.karuba.rules.island import BEACH, NO_NUMBER, NUMBERS, UNPLACED
from templetop.games.karuba.rules.moves import PLACE, SITE
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    CRYSTAL_WORTH,
    GOLD_NUGGETS,
    GOLD_WORTH,
    MAX_SEATS,
    MOST_WORTH,
    STACKS,
    TILES,
)
from templetop.games.karuba.rules.state import (
    CALLING,
    CHANCE_PLACES,
    LAST_TILE_REVEALED,
    PLACING_ADVENTURER,
    PLACING_TEMPLE,
)
from templetop.games.karuba.words import t


class Stack(Numbers):
    """The treasures of a temple, the best on top."""

    def settings(self, text: str) -> list[int]:
        """2.15  No treasure is worth more than the one above it."""
        treasures = super().settings(text)
        if any(above < below for above, below in pairwise(treasures)):
            raise UnknownOption(
                t(
                    "The numbers of the option {name} must not rise, as the best treasure is "
                    "on top (2.15); {wrong} is not possible.",
                    name=self.name,
                    wrong=quoted(text),
                )
            )
        return treasures


def stack_of(seats: int) -> Stack:
    """2.3, 2.4  The treasures of each temple for so many seats."""
    rule = "2.4" if seats == 1 else "2.3"
    says = f"The treasures of each temple for {counted(seats, 'seat')} ({rule})."
    is_full = seats == MAX_SEATS  # 2.5
    return Stack(
        f"stack_of_{seats}",
        says,
        STACKS[seats],
        only_with={} if is_full else {"treasures": ("by_seats",)},
        only_seats=None if is_full else (seats,),
    )


OPTIONS: tuple[Option | Numbers, ...] = (
    Option(
        "setup",
        "Who places the adventurers and temples.",
        (
            Choice("placed", "The players take turns (2.6)."),
            Choice("random", "Chance places them (2.13)."),
        ),
    ),
    Option(
        "distance",
        "How close a temple may be to its adventurer.",
        (
            Choice("apart", "At least 3 numbers apart (2.10)."),
            Choice("between", "At least 3 numbers between them (2.11)."),
            Choice("any", "As close as you like (2.12)."),
        ),
    ),
    Option(
        "gold",
        "How much gold there is.",
        (
            Choice("enough", "Enough for everyone (1.10)."),
            Choice("twelve", "12 nuggets, first come, first served (1.11)."),
        ),
    ),
    Option(
        "treasures",
        "The treasures of each temple.",
        (
            Choice("by_seats", "One for each seat (2.3)."),
            Choice("full", "5, 4, 3 and 2 for any number of seats (2.5)."),
        ),
    ),
    Option(
        "last_tile",
        "What happens to the last tile.",
        (
            Choice("played", "It is played like any other (4.2)."),
            Choice("revealed", "The game ends as soon as it is revealed (4.3)."),
        ),
    ),
    Numbers("nuggets", "How many nuggets there are when gold is limited (1.11).", (GOLD_NUGGETS,),
            only_with={"gold": ("twelve",)}),
    *(stack_of(seats) for seats in range(1, MAX_SEATS + 1)),
    Numbers("gold_worth", "What a nugget is worth (5.7).", (GOLD_WORTH,), high=MOST_WORTH),
    Numbers("crystal_worth", "What a crystal is worth (5.7).", (CRYSTAL_WORTH,), high=MOST_WORTH),
    Numbers("tiles", "How many tiles are called, at most (4.4).", (TILES,), 1, TILES),
)  # fmt: skip
SETUP, DISTANCE, GOLD_SUPPLY, TREASURE_STACKS, LAST_TILE, NUGGETS = range(6)
FIRST_TREASURE = np.array(
    [0] + [slot_of(OPTIONS, f"stack_of_{seats}") for seats in range(1, MAX_SEATS + 1)], np.int64
)

GOLD_VALUE, CRYSTAL_VALUE, TILES_CALLED = (
    slot_of(OPTIONS, name) for name in ("gold_worth", "crystal_worth", "tiles")
)

ENOUGH_GOLD = -1
FULL_STACKS = MAX_SEATS

# With beach and temple numbers counted from 1, their sum says how near they are: 2 is the corner
# space in the north-west, 22 the one in the south-east. For each choice of `distance`: from, to.
SUMS = np.array([(4, 20), (5, 19), (2, 22)], np.int64)


@rule
def new(state, seats, options):
    """2  Set up the table, as far as the first placing."""
    state.seats = seats
    state.agreed = CHANCE_PLACES * options[SETUP] + LAST_TILE_REVEALED * options[LAST_TILE]
    state.distance = options[DISTANCE]
    state.gold = options[NUGGETS] if options[GOLD_SUPPLY] else ENOUGH_GOLD  # 1.10, 1.11
    state.stacks = FULL_STACKS if options[TREASURE_STACKS] else seats  # 2.3, 2.4, 2.5
    for n in range(state.stacks):
        state.treasures[n] = options[FIRST_TREASURE[state.stacks] + n]
    state.numbers.gold_worth = options[GOLD_VALUE]  # 5.7
    state.numbers.crystal_worth = options[CRYSTAL_VALUE]
    state.numbers.left_over = TILES - options[TILES_CALLED]  # 4.4
    state.stack = ((ONE << np.uint64(TILES)) - ONE) << ONE
    state.phase = PLACING_ADVENTURER
    for adventurer in range(ADVENTURERS):
        state.beaches[adventurer] = NO_NUMBER
        state.temples[adventurer] = NO_NUMBER
    for seat in range(MAX_SEATS):
        for adventurer in range(ADVENTURERS):
            state.players[seat].adventurers[adventurer] = UNPLACED


@rule
def chance_places(state):
    """2.13  Does chance make the set-up, instead of the players?"""
    return int(state.agreed) & CHANCE_PLACES != 0


@rule
def last_tile_is_revealed(state):
    """4.3  Is the last tile only revealed, and not played?"""
    return int(state.agreed) & LAST_TILE_REVEALED != 0


@rule
def placer(state):
    """2.6  The players place in turn, the first seat first."""
    return int(state.placing) % int(state.seats)


@rule
def is_used(numbers, number):
    """2.9  No beach number holds two adventurers, and no temple number two temples."""
    for adventurer in range(ADVENTURERS):
        if numbers[adventurer] == number:
            return True
    return False


@rule
def is_far_enough(state, beach, temple):
    """2.10  Adventurer and temple of one colour are at least 3 numbers apart (2.11, 2.12)."""
    together = beach + 1 + temple + 1
    return SUMS[state.distance, 0] <= together <= SUMS[state.distance, 1]


@rule
def may_site(state, temple):
    """2.9, 2.10  Where the temple of the adventurer just placed may stand."""
    beach = int(state.beaches[state.placing])
    return not is_used(state.temples, temple) and is_far_enough(state, beach, temple)


@rule
def placements(state):
    """2.6, 2.13  The numbers that are open to whoever places, as bits from PLACE on."""
    open_numbers = np.uint64(0)
    for number in range(NUMBERS):
        if state.phase == PLACING_ADVENTURER:
            if not is_used(state.beaches, number):
                open_numbers |= ONE << np.uint64(number)
        elif may_site(state, number):
            open_numbers |= ONE << np.uint64(number + SITE - PLACE)
    return open_numbers


@rule
def place_adventurer(state, beach):
    """2.8  It stands on the same beach number on all islands."""
    adventurer = state.placing
    state.beaches[adventurer] = beach
    for seat in range(state.seats):
        state.players[seat].adventurers[adventurer] = BEACH
    state.phase = PLACING_TEMPLE


@rule
def place_temple(state, temple):
    """2.6, 2.7  Its temple follows; then the next colour, and after the fourth the first call."""
    state.temples[state.placing] = temple
    state.placing += 1
    state.phase = CALLING if state.placing == ADVENTURERS else PLACING_ADVENTURER
