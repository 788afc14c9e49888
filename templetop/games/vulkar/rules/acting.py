"""Actions, the marbles that they set rolling, and what becomes of those who fall."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.games.vulkar.rules.agenda import add, add_task, counted_down, done, top
from templetop.games.vulkar.rules.hands import give_souvenirs, use
from templetop.games.vulkar.rules.island import (
    BRIDGE,
    KIND,
    LADDER,
    NOWHERE,
    PITS,
    SPACES,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.moves import (
    AIMS,
    BAG,
    FLICK,
    HEADING,
    LOSE,
    NOTHING,
    PAY_CARD,
    PAY_SOUVENIR,
    PAY_TOKEN,
    SEIZE_HEART,
    SEIZE_TOKEN,
    SHELTER,
    THE_HEART,
    TREE,
)
from templetop.games.vulkar.rules.pieces import (
    ACTION,
    CATACLYSM,
    FACES,
    FLAME_GEYSER,
    GIFT_SHOP,
    LAVA_BLAST,
    MOST_FIGURES,
    PICTURE_LANES,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
    TOTE_BAG,
    TREES_TURNED,
    UMBRELLA,
    VULKAR_TURNS,
)
from templetop.games.vulkar.rules.runs import (
    EMPTY,
    FALLEN,
    FALLS_TOO,
    LEAVES,
    is_into,
    is_swept,
    run_happens,
    start_ember,
    start_fireball,
)
from templetop.games.vulkar.rules.runs import (
    NOTHING as NOTHING_MET,
)
from templetop.games.vulkar.rules.runs import (
    OVER as RUN_OVER,
)
from templetop.games.vulkar.rules.runs import (
    STANDING as STANDS,
)
from templetop.games.vulkar.rules.state import (
    BENDING,
    EMBER_GONE,
    EMBER_MISSED,
    FLICKING,
    FOR_FALL,
    IN_MAW,
    LOSING,
    LYING,
    OFF,
    ON_SLAB,
    PAYING,
    RUNNING,
    SEIZING,
    SETTLE,
    SHELTERING,
    SNATCHING,
    STANDING,
    SUFFER,
    SWEPT,
    TURNING,
)
from templetop.games.vulkar.rules.table import (
    NO_FIGURE,
    cards_in,
    cataclysms_in,
    is_curse,
    might_have,
    region_of,
    seat_of,
    souvenirs_of,
    standing_on,
)
from templetop.games.vulkar.rules.tokens import number_of, remove_token

NO_TREE = -1

# ── What the card says (6.1 to 6.5) ──────────────────────────────────────────────────────────────


@rule
def act(state, figure):
    """6.1  The action of the card that was played, last things first."""
    done(state)
    action = int(ACTION[state.card])
    if action == CATACLYSM:
        erupt(state, figure)
    elif action == GIFT_SHOP:
        give_souvenirs(state, figure, 1)
    elif action == VULKAR_TURNS:
        add_task(state, TURNING, figure)
    if action in (FLAME_GEYSER, LAVA_BLAST):
        add_task(state, FLICKING, figure)
    if TREES_TURNED[action] > 0:
        add(state, BENDING, figure, NO_TREE, int(TREES_TURNED[action]))


@rule
def headings(state, moves):
    """6.2  Any other heading, or none."""
    put(moves, NOTHING)
    for heading in range(VULKAR_HEADINGS):
        if heading != state.heading:
            put(moves, HEADING + heading)


@rule
def bends(state, moves):
    """6.3  Any other heading of a tree that was not turned just now, or none."""
    put(moves, NOTHING)
    for tree in range(TREES):
        for heading in range(TREE_HEADINGS):
            if tree != top(state).what and heading != state.trees[tree]:
                put(moves, TREE + TREE_HEADINGS * tree + heading)


@rule
def turn_vulkar(state, move):
    done(state)
    if move != NOTHING:
        state.heading = move - HEADING


@rule
def bend(state, move):
    """6.3  The tree is turned; it is not turned twice."""
    if move == NOTHING:
        done(state)
        return
    tree = (move - TREE) // TREE_HEADINGS
    state.trees[tree] = (move - TREE) % TREE_HEADINGS
    top(state).what = tree
    counted_down(state)


@rule
def flicks(state, moves):
    """6.4  Any pit, direction and strength; 12.6  under the Curse an ember has to be flicked."""
    for flick in range(PITS * AIMS):
        put(moves, FLICK + flick)
    if not is_curse(state):
        put(moves, NOTHING)


@rule
def flick(state, move):
    """6.4  Out of its pit."""
    figure = int(top(state).figure)
    done(state)
    if move == NOTHING:
        return
    pit, aim = (move - FLICK) // AIMS, (move - FLICK) % AIMS
    let_roll(state, figure)
    start_ember(state.run, pit, aim // STRENGTHS, aim % STRENGTHS)


@rule
def erupt(state, figure):
    """9.1  All fireballs in the Scar, one after another."""
    state.marbles = state.scar
    let_roll(state, figure)
    drop_fireball(state)


# ── Marbles (7.1 to 7.7) ─────────────────────────────────────────────────────────────────────────


@rule
def let_roll(state, figure):
    """7.1  Who stands where; 8.1  and when all lie still, it is settled."""
    for space in range(SPACES):
        state.board[space] = EMPTY
    for other in range(MOST_FIGURES):
        state.upright[other] = NOWHERE
        if state.figures[other].posture == STANDING:
            state.upright[other] = state.figures[other].at
            state.board[state.figures[other].at] = STANDS
    add_task(state, SETTLE, figure)
    add_task(state, RUNNING, figure)


@rule
def drop_fireball(state):
    state.marbles -= 1
    state.felled = 0
    start_fireball(state.run, int(state.heading))


@rule
def is_ember(state):
    return state.run.pit >= 0


@rule
def roll_on(state, event):
    """7.1  One chance move of the marble; 9.1  after its end the next one is dropped."""
    watch(state, event)
    if event >= FALLS_TOO:
        figure = event - FALLS_TOO
        fall(state, figure, posture_after(int(state.figures[figure].at), event))
    else:
        space = int(run_happens(state.run, state.board, state.trees, event))
        if space >= 0:
            fall(state, standing_on(state, space), posture_after(space, event))
    if event == LEAVES:
        leave_island(state)
    if state.run.phase == RUN_OVER:
        if state.marbles > 0:
            drop_fireball(state)
        else:
            done(state)


@rule
def posture_after(space, event):
    """7.2  It lies there, or is swept away; 7.3  with a bridge or the ladder always."""
    is_unstable = KIND[space] in (BRIDGE, LADDER)
    return SWEPT if is_unstable or is_swept(event) else LYING


@rule
def watch(state, event):
    """12.6, 12.18  Does the marble come into a lane that runs past a picture space?"""
    if is_into(event) and PICTURE_LANES[region_of(state, int(state.active)), event]:
        state.sighted = 1


@rule
def fall(state, figure, posture):
    """7.2, 7.3  It lies there, or is swept away; who fell first suffers first."""
    fallen = state.figures[figure]
    fallen.posture = posture
    if standing_on(state, int(fallen.at)) == NO_FIGURE:  # 4.6  on the helipad others may be left
        state.board[fallen.at] = FALLEN if posture == LYING else EMPTY
    state.upright[figure] = NOWHERE
    state.falls[state.fallen] = figure
    state.fallen += 1
    state.felled |= 1 << figure


@rule
def leave_island(state):
    """7.5  An ember that is gone has felled nobody; 7.6  a fireball takes along whom it swept."""
    if is_ember(state):
        state.overboard = 1
        state.sighted = 0
        while state.fallen > 0:
            state.fallen -= 1
            state.figures[state.falls[state.fallen]].posture = STANDING
            state.falls[state.fallen] = 0
        return
    for figure in range(state.count):
        if int(state.felled) >> figure & 1 and is_in_stream(state.figures[figure]):
            state.figures[figure].posture = OFF


@rule
def is_in_stream(figure):
    """7.2  Was it swept away? 7.3  From the ladder a figure falls to its foot, into no stream."""
    return figure.posture == SWEPT and KIND[figure.at] != LADDER


# ── When all lie still (8.1, 12.6) ───────────────────────────────────────────────────────────────


@rule
def settle(state, figure):
    """12.19  A treasure for an ember that is gone (7.5), a payment for a miss, then the falls."""
    done(state)
    for place in range(int(state.fallen) - 1, -1, -1):
        add_fall(state, int(state.falls[place]))
    if is_curse(state) and is_ember(state) and not state.sighted:  # 12.19
        add(state, PAYING, figure, EMBER_GONE if state.overboard else EMBER_MISSED, 0)
    if state.overboard:
        lose(state, figure)
    clear_marbles(state)


@rule
def add_fall(state, figure):
    """8.7  A souvenir against it comes first, 8.6  even one that an earlier fall has brought."""
    add_task(state, SUFFER, figure)
    add_task(state, SHELTERING, figure)


@rule
def clear_marbles(state):
    """3.5  All marbles go home."""
    for space in range(SPACES):
        state.board[space] = EMPTY
    for place in range(MOST_FIGURES):
        state.upright[place] = 0
        state.falls[place] = 0
    state.fallen = 0
    state.felled = 0
    state.sighted = 0
    state.overboard = 0
    state.run.phase = 0
    state.run.pit = 0
    state.run.aim = 0
    state.run.lane = 0
    state.run.before = 0
    state.run.turn = 0
    state.run.met = NOTHING_MET
    state.run.station = 0


# ── Those who have fallen (8.3 to 8.7, 12.8) ─────────────────────────────────────────────────────


@rule
def might_shelter(state):
    """13.10  Whoever might have a souvenir against a fall is asked."""
    return might_have(state, seat_of(state, int(top(state).figure)), UMBRELLA)


@rule
def shelters(state, figure, moves):
    """13.5  An Umbrella; 13.6  a Tote Bag, for who has tokens; or nothing."""
    seat = seat_of(state, figure)
    put(moves, NOTHING)
    if state.souvenirs[seat, UMBRELLA] > 0:
        put(moves, SHELTER)
    if state.souvenirs[seat, TOTE_BAG] > 0 and state.figures[figure].held > 0:
        put(moves, BAG)


@rule
def shelter(state, move):
    """13.5  Nothing has happened; 13.6  or only the Heart is lost."""
    figure = int(top(state).figure)
    done(state)
    if move == SHELTER:
        use(state, seat_of(state, figure), UMBRELLA)
        state.figures[figure].posture = STANDING
        done(state)
    elif move == BAG:
        use(state, seat_of(state, figure), TOTE_BAG)
        top(state).what = 1


@rule
def suffer(state, figure, has_bag):
    """8.3, 8.4, 8.6  A treasure is lost, and a souvenir drawn; 12.8  under the Curse it costs."""
    done(state)
    if is_curse(state):
        return_heart(state, figure)  # 12.9
        add(state, PAYING, figure, FOR_FALL, 0)
        return
    give_souvenirs(state, figure, 1)
    if seat_of(state, figure) == seat_of(state, int(state.active)):
        add(state, LOSING, figure, has_bag, 1)
    else:
        add(state, SEIZING, figure, has_bag, 1)


@rule
def return_heart(state, figure):
    """8.5  Back to its slab."""
    if state.heart == figure:
        state.heart = ON_SLAB


@rule
def has_to_lose(state):
    """8.4  Is there a treasure that the figure can lose now?"""
    job = top(state)
    has_token = state.figures[job.figure].held > 0 and not job.what
    return has_token or (state.heart == job.figure and not is_curse(state))


@rule
def losses(state, moves):
    """8.4  A token or the Heart, 13.6  or without tokens the Heart."""
    job = top(state)
    for colour in range(TOKEN_COLOURS):
        if not job.what and number_of(state.figures[job.figure], colour) > 0:
            put(moves, LOSE + colour)
    if state.heart == job.figure and not is_curse(state):
        put(moves, LOSE + THE_HEART)


@rule
def lose(state, figure):
    """7.5  A treasure of one's own choice; one keeps the Heart if it is another one."""
    add(state, LOSING, figure, 0, 0)


@rule
def lose_treasure(state, treasure):
    """8.4  Into the Maw; 8.5  by a fall the Heart is lost in any case."""
    figure, is_fall = int(top(state).figure), top(state).many > 0
    done(state)
    if treasure == THE_HEART:
        state.heart = IN_MAW
    else:
        remove_token(state.figures[figure], treasure)
        state.maw[treasure] += 1
    if is_fall:
        return_heart(state, figure)


@rule
def seizures(state, moves):
    """8.3  The Heart, or a token unseen."""
    job = top(state)
    if state.heart == job.figure:
        put(moves, SEIZE_HEART)
    if state.figures[job.figure].held > 0 and not job.what:
        put(moves, SEIZE_TOKEN)


@rule
def seize(state, move):
    """8.3  By the active figure; 8.5  the Heart goes to it, or to its slab."""
    figure = int(top(state).figure)
    done(state)
    if move == SEIZE_HEART:
        state.heart = state.active
    else:
        return_heart(state, figure)
        add_task(state, SNATCHING, figure)


# ── Paying under the Curse (12.7) ────────────────────────────────────────────────────────────────


@rule
def has_to_pay(state):
    """12.7  Is there anything to pay with?"""
    figure = int(top(state).figure)
    has_token = state.figures[figure].held > 0
    return has_token or not is_out_of_cards(state, figure)


@rule
def is_out_of_cards(state, figure):
    """12.7  Neither souvenirs nor cards in the tracker."""
    calm = cards_in(state.tracker) - cataclysms_in(state.tracker)
    return calm == 0 and souvenirs_of(state, seat_of(state, figure)) == 0


@rule
def payments(state, moves):
    """12.7  A souvenir or a card; without these, a token."""
    figure = int(top(state).figure)
    for kind in range(SOUVENIR_KINDS):
        if state.souvenirs[seat_of(state, figure), kind] > 0:
            put(moves, PAY_SOUVENIR + kind)
    for card in range(FACES):
        if state.tracker[card] > 0 and ACTION[card] != CATACLYSM:
            put(moves, PAY_CARD + card)
    if is_out_of_cards(state, figure):
        for colour in range(TOKEN_COLOURS):
            if number_of(state.figures[figure], colour) > 0:
                put(moves, PAY_TOKEN + colour)


@rule
def pay(state, move):
    """12.7  It is gone."""
    figure = int(top(state).figure)
    done(state)
    if move >= PAY_TOKEN:
        remove_token(state.figures[figure], move - PAY_TOKEN)
        state.maw[move - PAY_TOKEN] += 1
    elif move >= PAY_CARD:
        state.tracker[move - PAY_CARD] -= 1
        state.discards[move - PAY_CARD] += 1
    else:
        use(state, seat_of(state, figure), move - PAY_SOUVENIR)
