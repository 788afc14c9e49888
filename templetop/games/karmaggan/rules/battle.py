"""Meetings and battles: truce, three rounds of unseen cards, and what the winner does."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import add, base, done, top
from templetop.games.karmaggan.rules.fate import end_if_all_are_dead, settle_later
from templetop.games.karmaggan.rules.ground import (
    NOWHERE,
    TRAIL,
    all_inside,
    either,
    includes,
    landings,
    only,
    without,
)
from templetop.games.karmaggan.rules.hands import (
    EVERYONE,
    add_card,
    cards_in,
    discard,
    discard_hand,
    remove_card,
)
from templetop.games.karmaggan.rules.moves import BATTLE
from templetop.games.karmaggan.rules.pieces import (
    AFTER_BATTLE,
    BEATS,
    NO_CARD,
    VALUE,
)
from templetop.games.karmaggan.rules.state import (
    AIMING,
    ANSWERING,
    BATTLING,
    DRAW_UP,
    DRAWING,
    DROPPING,
    END_TURN,
    FALLEN,
    FINISH,
    FLINGING,
    GONE,
    MEETING,
    NO_PIECE,
    NOBODY_CARRIES,
    NOT_ENDED,
)
from templetop.games.karmaggan.rules.steps import arrive, avoids_egg, can_get_off
from templetop.games.karmaggan.rules.table import (
    abysses,
    are_allies,
    is_spawn,
    other_piece,
    seat_after,
    swarm_of,
    swarm_of_spawn,
    taken,
)

ATTACKER, DEFENDER = range(2)
BATTLE_ROUNDS = 3

# ── Meetings (6.1, 6.2) ──────────────────────────────────────────────────────────────────────────


@rule
def meet(state):
    """6.1  Who steps on a rival's space offers to pass, or fights."""
    piece, space = int(top(state).what), int(top(state).space)
    done(state)
    if state.at[piece] != space:
        return
    other = other_piece(state, piece)
    if other == NO_PIECE or are_allies(state, piece, other):
        return
    if space < TRAIL and can_get_off(state, piece, space, int(state.steps)):
        add(state, MEETING, state.active, piece, other, space)
    else:
        begin_battle(state, piece, other)  # 3.13, 9.4


@rule
def offer_truce(state):
    """6.1  The other one answers."""
    piece, other = int(top(state).what), int(top(state).many)
    done(state)
    add(state, ANSWERING, player_of(state, other), piece, other, state.at[piece])


@rule
def fight(state):
    """6.1  Whoever says so, there is a battle."""
    piece, other = int(top(state).what), int(top(state).many)
    done(state)
    begin_battle(state, piece, other)


@rule
def player_of(state, piece):
    """6.2  Who plays for a piece that is met: for a spawn, a player of its swarm."""
    return defender_of(state, swarm_of_spawn(piece)) if is_spawn(piece) else piece


@rule
def defender_of(state, swarm):
    """7.12  The one with the most cards, then the next clockwise after the active seat."""
    best, most = 0, -1
    seat = int(state.active)
    for _ in range(state.seats):
        seat = seat_after(state, seat)
        leads = state.players[seat].life == FALLEN and swarm_of(state, seat) == swarm
        if leads and cards_in(state.players[seat]) > most:
            best, most = seat, cards_in(state.players[seat])
    return best


# ── Three rounds (6.3 to 6.9) ────────────────────────────────────────────────────────────────────


@rule
def begin_battle(state, piece, other):
    """6.2  The attacker is the one whose turn it is."""
    battle = state.battle
    battle.pieces[ATTACKER], battle.pieces[DEFENDER] = piece, other
    battle.seats[ATTACKER] = state.active
    battle.seats[DEFENDER] = player_of(state, other)
    add(state, FINISH, state.active, 0, 0, NOWHERE)
    add(state, BATTLING, state.active, 0, 0, NOWHERE)


@rule
def battling(state):
    """6.3  Who has cards to choose from, a bit each."""
    seats = 0
    for side in range(2):
        if cards_in(state.players[state.battle.seats[side]]) > 0:
            seats |= 1 << int(state.battle.seats[side])
    return seats


@rule
def battle_cards(state, seat, moves):
    """6.3  Any card of the hand; 6.7  or none."""
    put(moves, BATTLE)
    player = state.players[seat]
    for place in range(cards_in(player)):
        put(moves, BATTLE + int(player.cards[place]))


@rule
def fight_round(state, card, answer):
    """6.3  Both cards are turned up."""
    battle = state.battle
    winner = winner_of_round(card, answer)
    put_down(state, ATTACKER, card, winner < 0 or answer == NO_CARD)
    put_down(state, DEFENDER, answer, winner < 0 or card == NO_CARD)
    battle.rounds += 1
    if winner >= 0:
        battle.won[winner] += 1
        pay(state, winner)
    if battle.rounds == BATTLE_ROUNDS or dead_side(state) >= 0:
        done(state)


@rule
def winner_of_round(card, answer):
    """6.4  By the values; 6.7  no card loses to any card."""
    if card == NO_CARD or answer == NO_CARD:
        return -1 if card == answer else ATTACKER if answer == NO_CARD else DEFENDER
    if BEATS[VALUE[card], VALUE[answer]]:
        return ATTACKER
    return DEFENDER if BEATS[VALUE[answer], VALUE[card]] else -1


@rule
def put_down(state, side, card, returns):
    """6.5  A card is discarded; 6.6  after a tie, and 6.7  against none, it is only put aside."""
    if card == NO_CARD:
        return
    seat = int(state.battle.seats[side])
    if returns:
        remove_card(state.players[seat], card)
        state.battle.aside[side, state.battle.rounds] = card
    else:
        discard(state, seat, card)


@rule
def pay(state, winner):
    """6.5  The loser of a round hands over a coin; 6.17, 6.19, 6.20  unless spawns are in it."""
    battle = state.battle
    piece, loser = int(battle.pieces[winner]), int(battle.pieces[1 - winner])
    is_paid = True
    if is_spawn(loser):
        remove_spawn(state, loser)
        is_paid = state.spawn_coin == 1
    else:
        state.players[loser].coins -= 1
    if is_paid and not is_spawn(piece):
        state.players[piece].coins += 1


@rule
def remove_spawn(state, piece):
    """6.17  It leaves no tile behind, and leads nowhere."""
    state.at[piece] = NOWHERE
    if state.spawn == piece:
        state.spawn = NO_PIECE


@rule
def dead_side(state):
    """6.8  The side whose piece has died in the battle, or -1."""
    for side in range(2):
        piece = int(state.battle.pieces[side])
        if is_spawn(piece):
            if state.at[piece] == NOWHERE:
                return side
        elif state.players[piece].coins <= 0:
            return side
    return -1


@rule
def winning_side(state):
    """6.8  Who dies has lost; 6.9  else the most rounds win, and of equals the defender."""
    dead = dead_side(state)
    if dead >= 0:
        return 1 - dead
    won = state.battle.won
    return ATTACKER if won[ATTACKER] > won[DEFENDER] else DEFENDER


# ── After the battle (6.10 to 6.17) ──────────────────────────────────────────────────────────────


@rule
def finish_battle(state):
    """6.11  Cards return, the Egg, the throw, deaths, a loose Egg, and then draws."""
    done(state)
    battle = state.battle
    winner = winning_side(state)
    piece, loser = int(battle.pieces[winner]), int(battle.pieces[1 - winner])
    seats = int(battle.seats[ATTACKER]), int(battle.seats[DEFENDER])
    space = int(state.at[piece])
    return_cards(state)
    forget_battle(state)
    if winner == DEFENDER and not is_spawn(loser):
        base(state).task = END_TURN  # 6.16
    end_if_killed(state, loser)
    if state.ending == NOT_ENDED:
        if space >= TRAIL:
            finish_outside(state, piece, loser)
        else:
            finish_inside(state, seats, player_behind(state, seats, winner), piece, loser, space)


@rule
def player_behind(state, seats, side):
    return seats[0] if side == ATTACKER else seats[1]


@rule
def end_if_killed(state, loser):
    """9.5, 9.6  A death that ends the game does so at once."""
    if not is_spawn(loser) and state.players[loser].coins <= 0:
        end_if_all_are_dead(state, 1 << loser)


@rule
def return_cards(state):
    """6.6  Everyone has seen them."""
    for side in range(2):
        for place in range(BATTLE_ROUNDS):
            card = int(state.battle.aside[side, place])
            if card != NO_CARD:
                add_card(state.players[state.battle.seats[side]], card, EVERYONE)


@rule
def forget_battle(state):
    """Nothing of it stays on the table."""
    battle = state.battle
    battle.rounds = 0
    for side in range(2):
        battle.pieces[side] = 0
        battle.seats[side] = 0
        battle.won[side] = 0
        for place in range(BATTLE_ROUNDS):
            battle.aside[side, place] = NO_CARD


@rule
def finish_inside(state, seats, winner, piece, loser, space):
    """6.11  What follows inside, the last first."""
    add(state, DRAW_UP, seats[1], 0, 0, NOWHERE)
    add(state, DRAW_UP, seats[0], 0, 0, NOWHERE)
    if not is_spawn(loser) and state.carrier == loser:
        if is_spawn(piece):
            add(state, DROPPING, winner, 0, 0, space)  # 6.14
            state.carrier = NOBODY_CARRIES
            state.egg = space
        else:
            state.carrier = piece  # 6.13
    if state.at[loser] != NOWHERE:
        settle_later(state)
        add(state, FLINGING, winner, loser, 0, NOWHERE)


@rule
def finish_outside(state, piece, loser):
    """9.4  The loser is out of the game; the winner has the Egg and has to last again."""
    discard_hand(state, loser)
    state.players[loser].life = GONE
    state.at[loser] = NOWHERE
    state.carrier = piece
    end_if_all_are_dead(state, 1 << loser)
    add(state, DRAW_UP, piece, 0, 0, NOWHERE)
    base(state).task = END_TURN


@rule
def draw_up(state):
    """6.15  Up to three cards."""
    seat = int(top(state).seat)
    done(state)
    missing = AFTER_BATTLE - cards_in(state.players[seat])
    if missing > 0:
        add(state, DRAWING, seat, 0, missing, NOWHERE)


# ── The throw (6.10, 6.12) ───────────────────────────────────────────────────────────────────────

FLUNG = 3  # steps


@rule
def flung(state, loser):
    """6.10  Where the loser may be thrown: past rollers, and across them."""
    fit = without(all_inside(), either(abysses(state), taken(state)))
    if avoids_egg(state, loser):
        fit = without(fit, only(int(state.egg)))
    return landings(state, int(state.at[loser]), FLUNG, fit)


@rule
def fling(state, space):
    """6.12  Where two ways are as short, the winner chooses the one through the roller or past."""
    job = top(state)
    loser, winner = int(job.what), int(job.seat)
    past, across = flung(state, loser)
    done(state)
    is_hurt = includes(across, space)
    if is_hurt and includes(past, space) and not is_spawn(loser) and state.players[loser].coins > 0:
        add(state, AIMING, winner, loser, 0, space)
    else:
        arrive(state, loser, space, is_hurt and not includes(past, space))


@rule
def aim(state, is_hurt):
    """6.12  Through the roller, or past it."""
    loser, space = int(top(state).what), int(top(state).space)
    done(state)
    arrive(state, loser, space, is_hurt)
