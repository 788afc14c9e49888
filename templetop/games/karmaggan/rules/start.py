"""Options, and the table as it is set up."""

import numpy as np

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option, slot_of
from templetop.engine.words import listed
from templetop.games.karmaggan.rules.agenda import add_task
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    INNER_SPACE,
    NOWHERE,
    WORDS,
    A,
    B,
    C,
    D,
    E,
)
from templetop.games.karmaggan.rules.pieces import (
    BLOOD_BAG,
    BLOOD_FACES,
    CARD_NAMES,
    CENTRE_TILE,
    COINS,
    DECK,
    DRAWN,
    FACES,
    FEW_SEATS,
    GATE_CARDS,
    INNER,
    KINDS,
    MEDALLIONS,
    MIDDLE_D,
    MIDDLE_E,
    MOON_CLOSE,
    MOON_OPEN,
    OUTER_A,
    OUTER_B,
    OUTER_C,
    PIECES,
    ROUNDS,
    SUN_CLOSE,
    SUN_OPEN,
    TEMPLE_DECK,
    TEMPLE_NAMES,
)
from templetop.games.karmaggan.rules.state import (
    BEGINNING,
    NO_PIECE,
    NOBODY_CARRIES,
)
from templetop.games.karmaggan.rules.temple import NO_TEMPLE_CARD

TEAM_SEATS = (4, 6, 8)
OPTIONS = (
    Option(
        "mode",
        "Who plays against whom.",
        (
            Choice("alone", "Everyone for themselves, and the dead together (2.1)."),
            Choice("teams", "Two teams, with every other seat on the same team (2.2).", TEAM_SEATS),
        ),
    ),
    Option(
        "starts",
        "Where the raiders begin.",
        (
            Choice("spread", "Spread evenly around the Temple (2.6)."),
            Choice("chosen", "Everyone chooses, the last player first (2.9)."),
        ),
    ),
    Option(
        "rollers",
        "How many coins a roller costs.",
        (
            Choice("0-5", "The die less 1 (4.4)."),
            Choice("2-5", "The die less 1, but at least 2 (4.14)."),
        ),
    ),
    Option(
        "spawn_coin",
        "What happens to the coin of a beaten spawn.",
        (
            Choice("lost", "It is lost (6.19)."),
            Choice("won", "It goes to the raider who beat the spawn (6.20)."),
        ),
    ),
    Option(
        "team_wipe",
        "What happens to a team without raiders.",
        (
            Choice("loses", "It loses at once (9.5)."),
            Choice("fights-on", "Its swarm goes on (9.8)."),
        ),
        only_with={"mode": ("teams",)},
    ),
    Numbers("coins", "Blood coins for everyone at the start, with 2, 3 … 8 seats (2.3).",
            COINS, 1, 12),
    Numbers("medallions", "Medallions for everyone at the start (2.3).", (MEDALLIONS,), 0, 20),
    Numbers("blood", "How many blood tiles hide 2, 3 or 4 coins or a medallion (1.12).",
            BLOOD_BAG, 0, 8, total=(8, 32)),
    Numbers("gate_cards",
            "Cards that open Sun, open Moon, close Sun, close Moon, close all gates (1.11).",
            tuple(int(number) for number in TEMPLE_DECK[SUN_OPEN:]), 0, 9),
    Numbers("trail", "How many turns the carrier has to last outside (9.3).", (1,), 1, 5),
    Numbers("rounds", "After how many rounds the Temple collapses (9.7).", (ROUNDS,), 1, 100),
    Numbers("objects", f"Object cards: {listed(CARD_NAMES[1:])} (1.10).",
            tuple(int(number) for number in DECK[1:]), 0, 20, total=(70, 120)),
    Numbers("temple_cards", f"Temple cards: {listed(TEMPLE_NAMES[:SUN_OPEN])} (1.11).",
            tuple(int(number) for number in TEMPLE_DECK[:SUN_OPEN]), 0, 5, total=(40, 70)),
)  # fmt: skip
MODE, STARTS, ROLLER_DAMAGE, SPAWN_COIN, TEAM_WIPE, COINS_FOR = (
    slot_of(OPTIONS, name)
    for name in ("mode", "starts", "rollers", "spawn_coin", "team_wipe", "coins")
)
MEDALLIONS_EACH, BLOOD_BAGS, GATE_DECK, TRAIL_TURNS, LAST_ROUND, OBJECT_DECK, OTHER_TEMPLE = (
    slot_of(OPTIONS, name)
    for name in ("medallions", "blood", "gate_cards", "trail", "rounds", "objects", "temple_cards")
)
SPREAD, CHOSEN = range(2)
LEAST_DAMAGE = 2  # of a roller, by the option


def tiles_drawn() -> np.ndarray:
    """The board of 1.9: for each kind of tile, the spaces that have it."""
    tiles = np.zeros((KINDS, WORDS), np.uint64)
    rows = {A: OUTER_A, B: OUTER_B, C: OUTER_C, E: MIDDLE_E, D: MIDDLE_D}
    for first, row in {**rows, INNER_SPACE: INNER, CENTRE: CENTRE_TILE}.items():
        for column, mark in enumerate(row):
            space = first + column
            tiles[DRAWN[mark], space // 64] |= np.uint64(1 << space % 64)
    return tiles


BOARD = tiles_drawn()
STARTING_POINTS = np.array([A + n for n, mark in enumerate(OUTER_A) if mark == "S"], np.int16)
PASSAGE_SPACES = np.array([C + n for n, mark in enumerate(OUTER_C) if mark == "P"], np.int16)


@rule
def new(state, seats, options):
    """2  The board, the decks and what everyone gets; then it is drawn who is first."""
    state.seats = seats
    agree(state, options)
    lay_board(state)
    fill_decks(state, options)
    for seat in range(seats):
        state.players[seat].coins = options[COINS_FOR + seats - 2]
        state.players[seat].medallions = options[MEDALLIONS_EACH]
    add_task(state, BEGINNING, 0)
    state.phase = BEGINNING


@rule
def agree(state, options):
    """What was agreed on."""
    state.mode = options[MODE]
    state.places = options[STARTS]
    state.least = LEAST_DAMAGE * options[ROLLER_DAMAGE]
    state.spawn_coin = options[SPAWN_COIN]
    state.team_wipe = 1 - options[TEAM_WIPE]
    state.trail = options[TRAIL_TURNS]
    state.rounds = options[LAST_ROUND]


@rule
def lay_board(state):
    """2.7  The Egg in the centre, the gates closed, no rollers."""
    for kind in range(KINDS):
        for word in range(WORDS):
            state.tiles[kind, word] = BOARD[kind, word]
    for piece in range(PIECES):
        state.at[piece] = NOWHERE
    state.egg = CENTRE
    state.carrier = NOBODY_CARRIES
    state.spawn = NO_PIECE
    state.shown_temple = NO_TEMPLE_CARD


@rule
def fill_decks(state, options):
    """1.10, 1.11, 1.12  All cards and faces of blood."""
    for card in range(1, FACES):
        state.deck[card] = options[OBJECT_DECK + card - 1]
    for card in range(SUN_OPEN):
        state.temple[card] = options[OTHER_TEMPLE + card]
    for card in range(GATE_CARDS):
        state.temple[SUN_OPEN + card] = options[GATE_DECK + card]
    if state.seats <= FEW_SEATS and are_usual(options):
        exchange(state, SUN_OPEN, SUN_CLOSE)
        exchange(state, MOON_OPEN, MOON_CLOSE)
    for face in range(len(BLOOD_FACES)):
        state.bag[face] = options[BLOOD_BAGS + face]


@rule
def exchange(state, one, other):
    """1.11  A temple card makes room for another one."""
    if state.temple[one] > 0:
        state.temple[one] -= 1
        state.temple[other] += 1


@rule
def are_usual(options):
    """1.11  Has nobody agreed on other cards for the gates?"""
    for card in range(GATE_CARDS):
        if options[GATE_DECK + card] != TEMPLE_DECK[SUN_OPEN + card]:
            return False
    return True
