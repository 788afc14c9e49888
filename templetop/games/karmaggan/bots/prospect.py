"""What may come of a position: in thousandths of a coin, as a seat's points are coins."""

from templetop.engine.compile import rule
from templetop.games.karmaggan.bots.appeal import egg_inside
from templetop.games.karmaggan.bots.goals import exits, sides_for, way
from templetop.games.karmaggan.rules.ground import is_any, only
from templetop.games.karmaggan.rules.pieces import HAND, NO_CARD, VALUE
from templetop.games.karmaggan.rules.state import ALIVE, FALLEN
from templetop.games.karmaggan.rules.table import (
    are_partners,
    is_alive,
    is_outside,
    spawns_of,
    swarm_of,
)

COIN = 1000
CARD = 250
MEDALLION = 400
EGG = 6000
STEP_TO_EGG = 150
STEP_TO_GATE = 350
OPEN_GATE = 1500
OUTSIDE = 12000
SPAWN = 700
WORTH = (150, 350, 400, 700, 1000)  # of a card in battle, by its value


@rule
def prospect(state, seat):
    """Coins, cards, and how near one is to getting out with the Egg; for the dead, the swarm."""
    player = state.players[seat]
    if player.life == ALIVE:
        return worth_of_raider(state, seat) + worth_of_hand(player)
    return worth_of_swarm(state, seat) + worth_of_hand(player) if player.life == FALLEN else 0


@rule
def worth_of_hand(player):
    total = MEDALLION * int(player.medallions)
    for place in range(HAND):
        card = int(player.cards[place])
        total += int(WORTH[VALUE[card]]) if card != NO_CARD else 0
    return total


@rule
def worth_of_raider(state, seat):
    """More coins help the less the more there are."""
    coins = int(state.players[seat].coins)
    total = COIN * min(coins, 4) + COIN * max(0, coins - 4) // 2
    if is_outside(state, seat):
        return total + OUTSIDE
    if state.carrier == seat:
        return total + EGG + worth_of_way_out(state, seat)
    return total - STEP_TO_EGG * way(
        state, only(egg_inside(state)), int(state.at[seat]), sides_for(state, seat)
    )


@rule
def worth_of_way_out(state, seat):
    gates = exits(state)
    if not is_any(gates):
        return 0
    return OPEN_GATE + STEP_TO_GATE * (
        12 - way(state, gates, int(state.at[seat]), sides_for(state, seat))
    )


@rule
def worth_of_swarm(state, seat):
    """Spawns, and raiders that have little blood left; nothing if the Egg is outside."""
    total = SPAWN * spawns_of(state, swarm_of(state, seat))
    for other in range(state.seats):
        if is_alive(state, other) and not are_partners(state, seat, other):
            total -= COIN * min(int(state.players[other].coins), 6) // 2
            total -= EGG if is_outside(state, other) else 0
    return total
