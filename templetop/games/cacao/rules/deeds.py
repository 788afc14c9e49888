"""What workers do beside a jungle tile, and how many of them can: the one place that knows.

The columns of the box say it for every tile. A store of its own is a field of the seat, a column,
and a line in each rule here.
"""

from templetop.engine.compile import rule
from templetop.games.cacao.rules.pieces import (
    CACAO,
    LAST_FIELD,
    STEPS,
    STORAGE,
    SUN_PLACES,
    SUNS,
)


@rule
def gold_at(state, kind):
    """3.4.4, 3.4.6  What a worker gets at a market or a mine; 3.4.10  or what was agreed on."""
    return int(state.numbers.gold[kind])


@rule
def work(state, player, kind, workers):
    """3.4  So many workers act beside such a tile; what there is no room for is lost."""
    player.cacao = min(STORAGE, int(player.cacao) + workers * CACAO[kind])  # 3.4.1, 3.4.2, 3.4.3
    player.gold += workers * gold_at(state, kind)  # 3.4.4, 3.4.6
    player.water = min(LAST_FIELD, int(player.water) + workers * STEPS[kind])  # 3.4.7
    player.suns = min(SUN_PLACES, int(player.suns) + workers * SUNS[kind])  # 3.4.8


@rule
def is_market(kind):
    """3.4.4  Does a worker give a fruit there? Then it is never done unasked."""
    return CACAO[kind] < 0


@rule
def can_act(player, kind):
    """3.3.4  Can a worker act there at all? One that gives nothing can, even if nothing changes."""
    return not is_market(kind) or player.cacao > 0  # 3.4.5


@rule
def most_useful(state, player, kind, workers):
    """3.3.8  Beyond so many it makes no difference how many of the workers act."""
    if is_market(kind):
        return min(workers, int(player.cacao))  # 3.4.5
    if gold_at(state, kind) > 0:
        return workers
    return min(workers, most_gaining(player, kind))


@rule
def most_gaining(player, kind):
    """3.4.3, 3.4.7, 3.4.8  For what so many bring there is room."""
    gaining = 0
    if CACAO[kind] > 0:
        gaining = max(gaining, bringing(STORAGE - int(player.cacao), CACAO[kind]))
    if STEPS[kind] > 0:
        gaining = max(gaining, bringing(LAST_FIELD - int(player.water), STEPS[kind]))
    if SUNS[kind] > 0:
        gaining = max(gaining, bringing(SUN_PLACES - int(player.suns), SUNS[kind]))
    return gaining


@rule
def bringing(room, each):
    """So many workers fill the room, if each brings so much; the last one may lose some of it."""
    return (room + each - 1) // each
