"""Setting up: the options, the piles and decks, the first two jungle tiles."""

from math import ceil, sqrt

import numpy as np

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option, UnknownOption, slot_of
from templetop.engine.words import quoted
from templetop.games.cacao.rules.box import MODULES
from templetop.games.cacao.rules.ground import (
    NO_SQUARE,
    START_MARKET,
    START_PLANTATION,
    add,
    includes,
    square_beside,
)
from templetop.games.cacao.rules.pieces import (
    DEAREST,
    EVERYONE,
    FIRST_KIND,
    GOLD,
    HAND,
    JUNGLE_FOR,
    KINDS,
    LAST_FIELD,
    MARKET_2,
    MARKETS,
    MAX_SEATS,
    MINES,
    MOST_LAID,
    PARTS,
    PLANTATION,
    PRIZES,
    SIDES,
    SUN_WORTH,
    TILES_FOR,
    WATER_TRACK,
    WORKER_KINDS,
)
from templetop.games.cacao.rules.state import DEALING
from templetop.games.cacao.words import t


class Prizes(Numbers):
    """What a temple pays."""

    def settings(self, text: str) -> list[int]:
        """5.2.7  The second prize is not higher than the first."""
        first, second = super().settings(text)
        if second > first:
            raise UnknownOption(
                t("The second of the numbers of the option {name} must not be higher than the "
                  "first (5.2.7); {wrong} is not possible.",
                  name=self.name, wrong=quoted(text))
            )  # fmt: skip
        return [first, second]


class JungleTiles(Numbers):
    """How many jungle tiles of each kind there are."""

    def settings(self, text: str) -> list[int]:
        """2.13  Among them the two with which the table is set up."""
        tiles = super().settings(text)
        if not all(tiles[kind - FIRST_KIND] for kind in (PLANTATION, MARKET_2)):
            raise UnknownOption(
                t("The option {name} needs a plantation and a market of 2, which are laid at the "
                  "start (2.13); {wrong} is not possible.",
                  name=self.name, wrong=quoted(text))
            )  # fmt: skip
        return tiles


def fewest_jungle(worker_tiles: int) -> int:
    """3.1.7  So many jungle tiles have a square for each of the worker tiles, however they lie."""
    jungle = 2
    while jungle + ceil(2 * sqrt(jungle)) + 1 < worker_tiles:
        jungle += 1
    return jungle


def jungle_tiles(name: str, says: str, *seats: int) -> Numbers:
    """How many of each kind a designer may choose, for so many seats."""
    usual = tuple(JUNGLE_FOR[0, seats[0], FIRST_KIND:].tolist())
    fewest = max(fewest_jungle(n * int(TILES_FOR[0, n].sum())) for n in seats)
    most = int(JUNGLE_FOR[0, MAX_SEATS].sum())
    return JungleTiles(name, says, usual, total=(fewest, most), only_seats=seats)


def worker_tiles(seats: int) -> Numbers:
    """How many of each kind every seat has: a hand at least, and no more than there is room for."""
    usual = tuple(TILES_FOR[0, seats].tolist())
    says = f"How many worker tiles of each kind everyone has with {seats} seats (2.{seats})."
    name = f"worker_tiles_for_{seats}"
    return Numbers(name, says, usual, total=(HAND, sum(usual)), only_seats=(seats,))


OPTIONS: tuple[Option | Numbers, ...] = (
    Option(
        "third_fill",
        "What a third space is filled with in one turn.",
        (
            Choice("chosen", "The display is refilled, and you choose (3.2.6)."),
            Choice("blind", "The next tile of the pile, whatever it is (3.2.7)."),
        ),
    ),
    Option(
        "declining",
        "What workers may decline to do.",
        (
            Choice("anything", "Anything (3.3.9)."),
            Choice("sales", "Only sales; free gains are taken automatically (3.3.10)."),
        ),
    ),
    Option(
        "building_over",
        "How often tiles may be built over.",
        (
            Choice("by_place", "Once in each place (4.4)."),
            Choice("by_tile", "Once for each tile, upper tiles included (4.10)."),
        ),
    ),
    *(
        Option(
            module.name,
            module.says,
            (Choice("no", "It is left out."), Choice("yes", "It is part of the game.")),
        )
        for module in MODULES
    ),
    Prizes("prizes", "What a temple pays for the most workers and the second most (5.2).", PRIZES),
    Numbers("water_track", "What each field of the water track is worth (1.7).", WATER_TRACK, -99),
    jungle_tiles("jungle_tiles", "How many jungle tiles of each kind there are (2.6).", 3, 4),
    jungle_tiles("jungle_tiles_for_2", "The same for two seats (2.7).", 2),
    *map(worker_tiles, EVERYONE),
    Numbers("market_prices", "What a fruit is sold for at the markets of 2, 3 and 4 (3.4.10).",
            tuple(int(GOLD[kind]) for kind in MARKETS), 1, DEAREST),
    Numbers("mine_gold", "What a worker digs at the gold mines of 1 and 2 (3.4.10).",
            tuple(int(GOLD[kind]) for kind in MINES), 0, 9),
    Numbers("sun_worth", "What a sun is worth in the end (5.3.6).", (SUN_WORTH,), 0, 20),
)  # fmt: skip
MARKET_PRICE, MINE_GOLD, SUN_VALUE = (
    slot_of(OPTIONS, name) for name in ("market_prices", "mine_gold", "sun_worth")
)
THIRD_FILL, DECLINING, BUILDING_OVER, FIRST_MODULE = range(4)
PRIZE = slot_of(OPTIONS, "prizes")
FIELD = slot_of(OPTIONS, "water_track")
JUNGLE = np.array([
    slot_of(OPTIONS, "jungle_tiles_for_2" if seats == 2 else "jungle_tiles") - FIRST_KIND
    for seats in range(MAX_SEATS + 1)
], np.int64)  # fmt: skip
WORKERS = np.array(
    [0, 0, *(slot_of(OPTIONS, f"worker_tiles_for_{seats}") for seats in EVERYONE)], np.int64
)


@rule
def new(state, seats, options):
    """2  Set up the table, as far as the dealing of the hands."""
    state.seats = seats
    state.blind = options[THIRD_FILL]
    state.declines = 1 - options[DECLINING]
    state.by_tile = options[BUILDING_OVER]
    state.modules = modules_in(options)
    state.phase = DEALING
    state.square = NO_SQUARE
    for n in range(MOST_LAID):
        state.squares[n] = NO_SQUARE
    take_numbers(state, options)
    for seat in range(seats):
        take_deck(state, state.players[seat], options)
    make_pile(state, options)
    start_jungle(state, START_PLANTATION, PLANTATION)
    start_jungle(state, START_MARKET, MARKET_2)


@rule
def take_numbers(state, options):
    """1.7, 3.4.10, 5.2.2, 5.2.3, 5.3.6  What water, markets, mines, temples and suns are worth."""
    for place in range(len(PRIZES)):
        state.prizes[place] = options[PRIZE + place]
    for field in range(LAST_FIELD + 1):
        state.water_track[field] = options[FIELD + field]
    for kind in range(KINDS):
        state.numbers.gold[kind] = GOLD[kind]
    for n in range(len(MARKETS)):
        state.numbers.gold[MARKETS[n]] = options[MARKET_PRICE + n]
    for n in range(len(MINES)):
        state.numbers.gold[MINES[n]] = options[MINE_GOLD + n]
    state.numbers.sun_worth = options[SUN_VALUE]


@rule
def modules_in(options):
    """1.10  The modules that are agreed upon, a bit each."""
    modules = 0
    for part in range(1, PARTS):
        modules |= int(options[FIRST_MODULE + part - 1]) << (part - 1)
    return modules


@rule
def is_played(state, part):
    """Is this module in the game? They are counted from 1: the first part is the game itself."""
    return int(state.modules) >> (part - 1) & 1 == 1


@rule
def take_deck(state, player, options):
    """2.2  Everyone's worker tiles; 2.3, 2.4  fewer of them for three and for four."""
    for kind in range(WORKER_KINDS):
        player.deck[kind] = options[WORKERS[state.seats] + kind]
        for part in range(1, PARTS):
            if is_played(state, part):
                player.deck[kind] += TILES_FOR[part, state.seats, kind]


@rule
def make_pile(state, options):
    """2.6  All jungle tiles; 2.7  fewer of them for two."""
    for kind in range(FIRST_KIND, KINDS):
        state.pile[kind] = options[JUNGLE[state.seats] + kind]
        for part in range(1, PARTS):
            if is_played(state, part):
                state.pile[kind] += JUNGLE_FOR[part, state.seats, kind]


@rule
def start_jungle(state, space, kind):
    """2.8  One of the first two jungle tiles is taken from the pile and lies on its space."""
    state.pile[kind] -= 1
    put_jungle(state, space, kind)


@rule
def put_jungle(state, space, kind):
    """3.1.1  The free squares beside a jungle tile are open to worker tiles."""
    state.jungle[space] = kind
    for side in range(SIDES):
        square = square_beside(space, side)
        if not includes(state.occupied, square):
            add(state.open, square)
