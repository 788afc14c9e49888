"""The turn, as a table of phases. Jobs wait on the agenda (agenda.py), the next one on top.

    phase        who       decides                               and then
    BEGINNING    chance    who is first                          LAYING, REMOVING, GIVING, DRAWING
    LAYING       chance    the token of the next slab            the next one
    REMOVING     chance    a card that stays in the box          the next one
    GIVING       chance    a souvenir for a seat                 on
    DRAWING      chance    a card for a hand, or the tracker     until it is full
    RISING       active    where a swept figure stands up        what is to be had there
    CHOOSING     active    a card; before that souvenirs         WALKING, the action, DRAWING
    WALKING      active    the next space, or the copter         after each step: COLLECTING,
                                                                 GRABBING, MEETING, EXPLORING …
    COLLECTING   active    take the token or leave it (Curse)    on
    GRABBING     active    take the Heart or leave it            on
    MEETING      active    the Heart, an exchange, or nothing    on
    EXPLORING    active    roll in a cave, or use a map          ROLLING
    ROLLING      chance    the cave die                          on
    DELVING      active    something from the Maw                on
    TURNING      active    how Vul-Kar is turned                 on
    BENDING      active    which tree is turned, and how         once more, or FLICKING
    FLICKING     active    pit, direction, strength              RUNNING
    RUNNING      chance    the next chance move of a marble      the next one; then all is settled
    SHELTERING   fallen    Umbrella, Tote Bag, or nothing        SEIZING or LOSING, or PAYING
    SEIZING      active    the Heart, or a token                 SNATCHING
    SNATCHING    chance    which token                           GIVING
    LOSING       owner     what goes to the Maw                  GIVING
    PAYING       owner     what is given up (Curse)              on

A decision with one answer is not asked, unless that would show what is in a hand (3.11).
"""

from templetop.engine.bits import clear, count, nth, put
from templetop.engine.compile import rule
from templetop.engine.seats import CHANCE, EVEN, NOBODY
from templetop.games.vulkar.rules.acting import (
    act,
    bend,
    bends,
    flick,
    flicks,
    has_to_lose,
    has_to_pay,
    headings,
    lose_treasure,
    losses,
    might_shelter,
    pay,
    payments,
    roll_on,
    seize,
    seizures,
    settle,
    shelter,
    shelters,
    suffer,
    turn_vulkar,
)
from templetop.games.vulkar.rules.agenda import add, add_task, counted_down, done, top
from templetop.games.vulkar.rules.ground import neighbour
from templetop.games.vulkar.rules.hands import (
    discard_hand,
    draw,
    draw_up,
    give_souvenirs,
    likely,
    likely_calm,
    pour,
    receive,
    remove_card,
    use,
    wants_card,
)
from templetop.games.vulkar.rules.island import (
    CAVES,
    KIND,
    MOST_NEIGHBOURS,
    NOWHERE,
    REGION,
    SNAPSHOT,
)
from templetop.games.vulkar.rules.moves import (
    BOARD,
    BOOTS,
    CARD,
    DIE,
    DRAW,
    FIRST,
    GIFT,
    GLOBE,
    LAY,
    LOSE,
    PICK,
    REMOVE,
    RISE,
    RUN,
    SELFIE,
    SNATCH,
    STEP,
    TAKE,
)
from templetop.games.vulkar.rules.odds import run_weights
from templetop.games.vulkar.rules.pieces import (
    ACTION,
    CATACLYSM,
    FACES,
    HIKING_BOOTS,
    LAST_TURNS,
    LENGTH,
    NO_CARD,
    SELFIE_STICK,
    SLABS,
    SLOTS,
    SNOW_GLOBE,
    STRIDES,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.runs import RUN_MOVES
from templetop.games.vulkar.rules.state import (
    ABOARD,
    ACT,
    AWAY,
    BEGIN_TURN,
    BEGINNING,
    BENDING,
    CHOOSING,
    COLLECTING,
    COMING,
    DELVING,
    DRAWING,
    END_TURN,
    EXPLORING,
    FIRST_OF_SEATS,
    FLICKING,
    FLOWN,
    GIVING,
    GRABBING,
    HERE,
    LAYING,
    LOSING,
    MEETING,
    NO_CARDS,
    NOT_ENDED,
    OVER,
    OVERRUN,
    PAYING,
    PUT_AWAY,
    REMOVING,
    RISING,
    ROLLING,
    RUNNING,
    SEIZING,
    SETTLE,
    SHELTERING,
    SNATCHING,
    STAND,
    START,
    SUFFER,
    TURNING,
    WAITING,
    WALKING,
)
from templetop.games.vulkar.rules.table import (
    are_all_aboard,
    cards_in,
    cataclysms_in,
    is_curse,
    is_on_island,
    may_play,
    seat_of,
)
from templetop.games.vulkar.rules.tokens import is_partly_unseen, number_of, steal_token
from templetop.games.vulkar.rules.walking import (
    board,
    can_photograph,
    collect,
    exchange,
    exchanges,
    go_to_cave,
    grab_heart,
    is_walk_over,
    land,
    leave_cave,
    look_around,
    note_those_there,
    photograph,
    pick,
    rise,
    rising_places,
    stand,
    step,
    stir_fireball,
    take_or_leave,
    things_in_maw,
    ways_on,
    ways_out,
)

# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3.1  Whoever the job on top concerns; 8.3  a treasure is seized by the active figure."""
    if state.phase == OVER:
        return NOBODY
    return CHANCE if state.phase < FIRST_OF_SEATS else 1 << asked(state)


@rule
def asked(state):
    """The seat that decides now."""
    is_active = state.phase == SEIZING
    return seat_of(state, int(state.active) if is_active else int(top(state).figure))


@rule
def legal(state, seat, moves):
    """3  What may be done in this phase."""
    clear(moves)
    phase = int(state.phase)
    if phase == WALKING:
        ways_on(state, moves)
    elif phase == CHOOSING:
        cards_to_choose(state, seat, moves)
    elif phase == RISING:
        rising_places(state, int(top(state).figure), moves)
    elif phase in (COLLECTING, GRABBING):
        take_or_leave(state, moves)
    elif phase == MEETING:
        exchanges(state, moves)
    elif phase == EXPLORING:
        ways_out(state, seat, moves)
    elif phase == DELVING:
        things_in_maw(state, moves)
    else:
        legal_in_action(state, phase, moves)


@rule
def legal_in_action(state, phase, moves):
    """6, 8, 12.7  When the walk is over."""
    if phase == TURNING:
        headings(state, moves)
    elif phase == BENDING:
        bends(state, moves)
    elif phase == FLICKING:
        flicks(state, moves)
    elif phase == SHELTERING:
        shelters(state, int(top(state).figure), moves)
    elif phase == SEIZING:
        seizures(state, moves)
    elif phase == LOSING:
        losses(state, moves)
    elif phase == PAYING:
        payments(state, moves)


@rule
def cards_to_choose(state, seat, moves):
    """3.2  A card; 13.3, 13.4, 13.9  or first a souvenir."""
    for card in range(FACES):
        if may_play(state, seat, card):
            put(moves, CARD + card)
    if state.souvenirs[seat, HIKING_BOOTS] > 0:
        for stride in range(STRIDES):
            put(moves, BOOTS + stride)
    if state.souvenirs[seat, SNOW_GLOBE] > 0:
        put(moves, GLOBE)
    if is_curse(state) and state.souvenirs[seat, SELFIE_STICK] > 0:
        for colour in range(TOKEN_COLOURS):
            if is_in_sight(state, int(state.active), colour):
                put(moves, SELFIE + colour)


@rule
def is_in_sight(state, figure, colour):
    """13.9, 13.11  Is there a picture space of that colour beside the figure's, and a picture?"""
    here = int(state.figures[figure].at)
    if here == NOWHERE or not can_photograph(state, figure, colour):
        return False
    for way in range(MOST_NEIGHBOURS):
        space = neighbour(here, way)
        if space != NOWHERE and KIND[space] == SNAPSHOT and REGION[space] == colour:
            return True
    return False


# ── What chance can do ───────────────────────────────────────────────────────────────────────────


@rule
def odds(state, events, weights):
    """Each of what is left is as likely as it is frequent; dice are fair; marbles have a table."""
    clear(events)
    phase = int(state.phase)
    if phase == RUNNING:
        return odds_of_run(state, events, weights)
    if phase == DRAWING:
        return odds_of_card(state, events, weights)
    if phase == REMOVING:
        return likely(state.deck, REMOVE, events, weights)
    if phase == LAYING:
        return likely(state.bag, LAY, events, weights)
    if phase == GIVING:
        return likely(state.shop, GIFT, events, weights)
    if phase == SNATCHING:
        return odds_of_theft(state, events, weights)
    for number in range(len(CAVES) if phase == ROLLING else int(state.seats)):
        put(events, (DIE if phase == ROLLING else FIRST) + number)
    return EVEN


@rule
def odds_of_card(state, events, weights):
    """3.4  Any card of the pile; 12.4  the first three under the Curse are no Cataclysm!."""
    if is_curse(state) and state.turns == 0:
        return likely_calm(state.deck, DRAW, events, weights)
    return likely(state.deck, DRAW, events, weights)


@rule
def odds_of_theft(state, events, weights):
    """8.3  Any token of the pile."""
    victim = state.figures[int(top(state).figure)]
    for colour in range(TOKEN_COLOURS):
        if number_of(victim, colour) > 0:
            put(events, SNATCH + colour)
            weights[SNATCH + colour] = number_of(victim, colour)
    return int(victim.held)


@rule
def odds_of_run(state, events, weights):
    """7.1  As the table of odds has it."""
    run_weights(state.run, state.board, state.upright, state.trees, weights[RUN : RUN + RUN_MOVES])
    total = 0
    for event in range(RUN, RUN + RUN_MOVES):
        if weights[event] > 0:
            put(events, event)
            total += int(weights[event])
    return total


# ── What a move does ─────────────────────────────────────────────────────────────────────────────


@rule
def play(state, decisions):
    """What was decided is carried out; then all goes on to the next question."""
    seat = asked(state)
    carry_out(state, seat, int(decisions[seat]))
    go_on(state)


@rule
def carry_out(state, seat, move):
    """What a seat has decided, by the phase."""
    phase = int(state.phase)
    if phase == WALKING:
        if move == BOARD:
            board(state)
        else:
            step(state, move - STEP)
    elif phase == CHOOSING:
        choose(state, seat, move)
    elif phase == RISING:
        rise(state, move - RISE)
    elif phase in (COLLECTING, GRABBING):
        take_it(state, phase, move == TAKE)
    elif phase == MEETING:
        exchange(state, move)
    elif phase == EXPLORING:
        leave_cave(state, move)
    elif phase == DELVING:
        pick(state, move - PICK)
    else:
        carry_out_action(state, phase, move)


@rule
def carry_out_action(state, phase, move):
    """6, 8, 12.7  When the walk is over."""
    if phase == TURNING:
        turn_vulkar(state, move)
    elif phase == BENDING:
        bend(state, move)
    elif phase == FLICKING:
        flick(state, move)
    elif phase == SHELTERING:
        shelter(state, move)
    elif phase == SEIZING:
        seize(state, move)
    elif phase == LOSING:
        lose_treasure(state, move - LOSE)
    else:
        pay(state, move)


@rule
def take_it(state, phase, is_taken):
    """12.10  A token; 5.5  or the Heart."""
    figure = int(top(state).figure)
    done(state)
    if is_taken and phase == COLLECTING:
        collect(state, figure)
    elif is_taken:
        grab_heart(state, figure)


@rule
def choose(state, seat, move):
    """3.2  The card; or before it a souvenir."""
    figure = int(state.active)
    if move < BOOTS:
        play_card(state, figure, move - CARD)
    elif move < GLOBE:  # 13.3
        use(state, seat, HIKING_BOOTS)
        state.extra += move - BOOTS + 1
    elif move == GLOBE:  # 13.4
        use(state, seat, SNOW_GLOBE)
        discard_hand(state, seat)
        draw_up(state, figure)
    else:  # 13.9
        use(state, seat, SELFIE_STICK)
        photograph(state, figure, move - SELFIE)


@rule
def play_card(state, figure, card):
    """3.1  Walking, then the action, then the card is put away; last things first."""
    done(state)
    if is_curse(state):
        state.tracker[card] -= 1
    else:
        remove_card(state, seat_of(state, figure), card)
    state.card = card
    state.steps = int(LENGTH[card]) + int(state.extra)
    add_task(state, PUT_AWAY, figure)
    add_task(state, ACT, figure)
    add_task(state, WALKING, figure)
    if state.figures[figure].posture == WAITING:
        land(state, figure)


# ── What chance does ─────────────────────────────────────────────────────────────────────────────


@rule
def happen(state, event):
    """A card, a souvenir, a token, a number, a marble; then all goes on to the next question."""
    phase = int(state.phase)
    if phase == RUNNING:
        roll_on(state, event - RUN)
    elif phase == DRAWING:
        draw(state, int(top(state).figure), event - DRAW)
    elif phase == GIVING:
        receive(state, int(top(state).figure), event - GIFT)
        counted_down(state)
    elif phase == ROLLING:
        roll(state, event - DIE)
    elif phase == SNATCHING:
        snatch(state, event - SNATCH)
    else:
        set_up(state, phase, event)
    go_on(state)


@rule
def roll(state, cave):
    """4.5  The cave die."""
    figure = int(top(state).figure)
    done(state)
    go_to_cave(state, figure, cave)


@rule
def snatch(state, colour):
    """8.3  The active figure has it now; 5.3  two seats have seen it."""
    victim, thief = int(top(state).figure), int(state.active)
    done(state)
    both = 1 << seat_of(state, victim) | 1 << seat_of(state, thief)
    steal_token(state.figures[victim], state.figures[thief], colour, both)


@rule
def set_up(state, phase, event):
    """2.4, 2.9, 2.10  The table before the first turn."""
    if phase == BEGINNING:
        begin(state, event - FIRST)
    elif phase == LAYING:
        state.slabs[SLABS - int(top(state).many)] = event - LAY
        state.bag[event - LAY] -= 1
        counted_down(state)
    else:
        state.deck[event - REMOVE] -= 1
        state.box[event - REMOVE] += 1
        counted_down(state)


@rule
def begin(state, seat):
    """2.4, 2.7 to 2.10  It is known who is first: all else is drawn, last things first."""
    done(state)
    state.first = seat
    state.active = seat
    add_task(state, BEGIN_TURN, seat)
    for turn in range(int(state.seats) - 1, -1, -1):
        if not is_curse(state) or turn == 0:
            draw_up(state, (seat + turn) % int(state.seats))
    for turn in range(int(state.seats) - 1, -1, -1):
        give_souvenirs(state, (seat + turn) % int(state.seats), int(state.gifts))
    if state.removed > 0:
        add(state, REMOVING, seat, 0, int(state.removed))
    add(state, LAYING, seat, 0, SLABS)


# ── What is done without asking ──────────────────────────────────────────────────────────────────


@rule
def go_on(state):
    """3.11  Whatever is next, until somebody has something to decide, or chance something to do.

    The only place where the phase changes.
    """
    while state.ending == NOT_ENDED:
        task = int(top(state).task)
        if task > OVER:
            do_task(state, task)
        elif is_pointless(state, task):
            done(state)
        else:
            state.phase = task
            if task < FIRST_OF_SEATS or not answer_alone(state):
                return
    end(state)


@rule
def end(state):
    """10.9, 12.14, 12.15  Nothing is to be done any more."""
    while state.depth > 0:
        done(state)
    state.card = NO_CARD
    state.extra = 0
    state.came = NOWHERE
    state.phase = OVER


@rule
def do_task(state, task):
    """What asks nobody."""
    figure = int(top(state).figure)
    if task == BEGIN_TURN:
        begin_turn(state, figure)
    elif task == STAND:
        stand(state, figure)
    elif task == START:
        start(state, figure)
    elif task == ACT:
        act(state, figure)
    elif task == SETTLE:
        settle(state, figure)
    elif task == SUFFER:
        suffer(state, figure, int(top(state).what))
    elif task == PUT_AWAY:
        put_away(state, figure)
    else:
        end_turn(state, figure)


@rule
def is_pointless(state, task):
    """A question, or a draw, that is answered by how things stand."""
    if task == DRAWING:
        return not can_draw(state, int(top(state).figure))
    if task == WALKING:
        return is_walk_over(state)
    if task in (LOSING, SEIZING):
        return not has_to_lose(state)
    if task == SHELTERING:
        return not might_shelter(state)
    return task == PAYING and not has_to_pay(state)


@rule
def can_draw(state, figure):
    """3.4, 12.17  If the pile is used up, the discards are shuffled; 12.15  or all have lost."""
    if not wants_card(state, figure):
        return False
    if cards_in(state.deck) == 0:
        if is_curse(state) and state.second_piles == 0:
            state.ending = NO_CARDS
        else:
            state.second_piles -= int(is_curse(state))
            pour(state.discards, state.deck)
    return cards_in(state.deck) > 0


@rule
def answer_alone(state):
    """3.11  Carry out what is the only answer; was there only one?"""
    seat = asked(state)
    if is_secret(state):
        return False
    legal(state, seat, state.scratch)
    move = nth(state.scratch, 0) if count(state.scratch) == 1 else -1
    clear(state.scratch)
    if move >= 0:
        carry_out(state, seat, move)
    return move >= 0


@rule
def is_secret(state):
    """3.11, 13.10  Would it show what is in a hand, or in a pile, that nobody is asked?"""
    if is_curse(state):
        return False
    if state.phase == LOSING:
        return not top(state).what and is_partly_unseen(state.figures[int(top(state).figure)])
    return state.phase in (CHOOSING, SHELTERING, EXPLORING)


# ── The turn ─────────────────────────────────────────────────────────────────────────────────────


@rule
def begin_turn(state, figure):
    """3.1  Stand up, look around, choose a card; 10.6  who is aboard has no turn."""
    done(state)
    state.active = figure
    state.turns += 1
    add_task(state, END_TURN, figure)
    if state.figures[figure].posture == WAITING and not is_curse(state):  # 2.12
        state.extra = state.head_starts[(figure - int(state.first)) % int(state.count)]
    if state.figures[figure].posture != ABOARD:
        add_task(state, CHOOSING, figure)
        add_task(state, START, figure)
        add_task(state, STAND, figure)


@rule
def start(state, figure):
    """5.1, 5.2, 5.5  What is to be had where it starts."""
    done(state)
    if is_on_island(state.figures[figure]):
        look_around(state, figure, int(state.figures[figure].at))


@rule
def put_away(state, figure):
    """3.3, 9.2, 12.5  The card; 3.4  then the hand is filled up."""
    done(state)
    card = int(state.card)
    if ACTION[card] == CATACLYSM and not is_curse(state):
        state.tracker[card] += 1
        fill_scar(state)
    else:
        state.discards[card] += 1
    state.card = NO_CARD
    state.extra = 0
    state.came = NOWHERE
    draw_up(state, figure)


@rule
def fill_scar(state):
    """9.3  With the third Cataclysm! all cards are shuffled, and a fireball joins the others."""
    if cards_in(state.tracker) == SLOTS:
        pour(state.tracker, state.deck)
        pour(state.discards, state.deck)
        stir_fireball(state)


@rule
def end_turn(state, figure):
    """3.5  The island is reset; 10.9, 12.15  perhaps it was the last turn."""
    done(state)
    following = (figure + 1) % int(state.count)
    state.rounds_over += int(following == state.first)
    if is_curse(state):
        if cataclysms_in(state.tracker) == SLOTS:
            state.ending = OVERRUN
    else:
        wait_for_copter(state)
    if state.ending == NOT_ENDED:
        add_task(state, BEGIN_TURN, following)


@rule
def wait_for_copter(state):
    """10.2, 10.3  It comes; 10.8, 10.9  or it waits no longer."""
    is_late = state.copter == AWAY and state.rounds_over >= state.rounds
    if state.copter == COMING or is_late:
        come(state)
    elif state.copter == HERE:
        state.turns_left -= 1
        if state.turns_left == 0 or are_all_aboard(state):
            state.ending = FLOWN


@rule
def come(state):
    """10.8  Two turns for everyone; 10.17  whoever is on the helipad was first."""
    state.copter = HERE
    state.turns_left = LAST_TURNS * int(state.count)
    note_those_there(state)
