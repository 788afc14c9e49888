"""What a seat may know, as numbers from 0 to about 1 for a network."""

from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import one_of, size_of
from templetop.engine.seats import CHANCE, MOST_SEATS
from templetop.games.karmaggan.rules.agenda import top
from templetop.games.karmaggan.rules.ground import INSIDE, NOWHERE, SPACES, has_space
from templetop.games.karmaggan.rules.hands import cards_in
from templetop.games.karmaggan.rules.pieces import (
    BLOOD_FACES,
    FACES,
    FIRST_SPAWN,
    HAND,
    KINDS,
    NO_CARD,
    PIECES,
    RINGS,
    SECTORS,
    SWARMS,
    TEMPLE_KINDS,
)
from templetop.games.karmaggan.rules.state import OVER, TEAMS
from templetop.games.karmaggan.rules.table import are_partners, swarm_of, swarm_of_spawn
from templetop.games.karmaggan.rules.turn import to_move

SEAT = 9 + 2 * FACES
TURN = 14
SIDES = 2  # of a battle
PLANES = (
    Plane("tiles: the kind of each space, counted along its ring", (INSIDE, KINDS)),
    Plane("tiles that have acted on this seat's raider in this turn", (INSIDE,)),
    Plane("raiders: whose stands on each space, the seat's own first", (SPACES, MOST_SEATS)),
    Plane("spawns on each space: of the seat's own swarm, of the other", (SPACES, SWARMS)),
    Plane("the Egg, carried or not", (SPACES,)),
    Plane(
        "each seat from here: coins, medallions, cards, alive, fallen, gone, partner, active, has "
        "the Egg; cards of it that this seat has seen; of those, known to the seat itself only",
        (MOST_SEATS, SEAT),
    ),
    Plane("sectors that each ring has turned", (len(RINGS), SECTORS)),
    Plane("object cards discarded", (FACES,)),
    Plane("temple cards turned up", (TEMPLE_KINDS,)),
    Plane("the top of the object deck, if it is known", (FACES,)),
    Plane("the top of the temple deck, if it is known", (TEMPLE_KINDS,)),
    Plane("faces of blood left", (len(BLOOD_FACES),)),
    Plane("the phase", (OVER + 1,)),
    Plane("what it is about: a card, a piece or a ring; and where", (2,)),
    Plane(
        "Sun open, Moon open, rollers out; steps, cards to play, poles, spells, cut off, swarm has "
        "acted; rounds over and left; teams; turns to last outside; this seat is asked",
        (TURN,),
    ),
    Plane("battle: rounds won by attacker and defender, fought", (3,)),
    Plane("cards put aside by attacker and defender", (SIDES, FACES)),
    Plane("how many seats, which of them this is", (2, MOST_SEATS)),
)  # fmt: skip
OBSERVATION = size_of(PLANES)
MANY_COINS = 10
MANY_STEPS = 8
MANY_ROUNDS = 60
MANY_CARDS = 13


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    at = observe_ground(state, seat, numbers, 0)
    at = observe_pieces(state, seat, numbers, at)
    for turn in range(MOST_SEATS):
        if turn < state.seats:
            observe_seat(state, seat, (seat + turn) % int(state.seats), numbers, at)
        at += SEAT
    at = observe_decks(state, numbers, at)
    at = observe_turn(state, seat, numbers, at)
    at = observe_battle(state, numbers, at)
    at = one_of(numbers, at, MOST_SEATS, int(state.seats) - 1)
    one_of(numbers, at, MOST_SEATS, seat)


@rule
def observe_ground(state, seat, numbers, at):
    for space in range(INSIDE):
        for kind in range(KINDS):
            numbers[at + kind] = 1 if has_space(state.tiles[kind], space) else 0
        at += KINDS
    if not state.has_acted:  # in a turn of the swarm the rows are those of its spawns
        for space in range(INSIDE):
            numbers[at + space] = 1 if has_space(state.used[seat], space) else 0
    return at + INSIDE


@rule
def observe_pieces(state, seat, numbers, at):
    for other in range(state.seats):
        if state.at[other] != NOWHERE:
            whose = (other - seat) % int(state.seats)
            numbers[at + MOST_SEATS * int(state.at[other]) + whose] = 1
    at += MOST_SEATS * SPACES
    for piece in range(FIRST_SPAWN, PIECES):
        if state.at[piece] != NOWHERE:
            is_other = int(swarm_of_spawn(piece) != swarm_of(state, seat))
            numbers[at + SWARMS * int(state.at[piece]) + is_other] = 1
    at += SWARMS * SPACES
    egg = int(state.egg) if state.egg != NOWHERE else int(state.at[state.carrier])
    if egg != NOWHERE:
        numbers[at + egg] = 1
    return at + SPACES


@rule
def observe_seat(state, seat, other, numbers, at):
    player = state.players[other]
    numbers[at] = player.coins / MANY_COINS
    numbers[at + 1] = player.medallions / MANY_COINS
    numbers[at + 2] = cards_in(player) / HAND
    numbers[at + 3 + int(player.life)] = 1
    numbers[at + 6] = 1 if seat == other or are_partners(state, seat, other) else 0
    numbers[at + 7] = 1 if state.active == other else 0
    numbers[at + 8] = 1 if state.carrier == other else 0
    at += 9
    for place in range(HAND):
        card, known = int(player.cards[place]), int(player.known[place])
        if card != NO_CARD and known >> seat & 1:
            numbers[at + card] += 1 / HAND
            if seat == other and known == 1 << seat:
                numbers[at + FACES + card] += 1 / HAND


@rule
def observe_decks(state, numbers, at):
    for ring in range(len(RINGS)):
        at = one_of(numbers, at, SECTORS, state.offsets[ring])
    for card in range(FACES):
        numbers[at + card] = state.discards[card] / MANY_CARDS
    at += FACES
    for card in range(TEMPLE_KINDS):
        numbers[at + card] = state.turned_up[card] / MANY_CARDS
    at += TEMPLE_KINDS
    at = one_of(numbers, at, FACES, state.shown)
    at = one_of(numbers, at, TEMPLE_KINDS, state.shown_temple)
    for face in range(len(BLOOD_FACES)):
        numbers[at + face] = state.bag[face] / len(BLOOD_FACES)
    return at + len(BLOOD_FACES)


@rule
def observe_turn(state, seat, numbers, at):
    at = one_of(numbers, at, OVER + 1, state.phase)
    if state.phase != OVER:
        numbers[at] = top(state).what / PIECES
        numbers[at + 1] = top(state).space / SPACES
    at += 2
    numbers[at] = int(state.gates) & 1
    numbers[at + 1] = int(state.gates) >> 1 & 1
    numbers[at + 2] = state.rollers
    numbers[at + 3] = state.steps / MANY_STEPS
    numbers[at + 4] = state.plays
    numbers[at + 5] = state.poles
    numbers[at + 6] = state.spells
    numbers[at + 7] = state.cut_off
    numbers[at + 8] = state.has_acted
    numbers[at + 9] = state.rounds_over / MANY_ROUNDS
    numbers[at + 10] = (int(state.rounds) - int(state.rounds_over)) / MANY_ROUNDS
    numbers[at + 11] = 1 if state.mode == TEAMS else 0
    numbers[at + 12] = state.last_turns
    numbers[at + 13] = 1 if is_asked(state, seat) else 0
    return at + TURN


@rule
def is_asked(state, seat):
    """6.3  In a battle both are, if they have cards."""
    asked = to_move(state)
    return asked != CHANCE and asked >> seat & 1 == 1


@rule
def observe_battle(state, numbers, at):
    battle = state.battle
    for side in range(SIDES):
        numbers[at + side] = battle.won[side] / 3
    numbers[at + 2] = battle.rounds / 3
    at += 3
    for side in range(SIDES):
        for place in range(3):
            card = int(battle.aside[side, place])
            if card != NO_CARD:
                numbers[at + card] += 1 / HAND
        at += FACES
    return at
