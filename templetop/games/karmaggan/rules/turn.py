"""The turn, as a table of phases. Jobs wait on the agenda (agenda.py), the next one on top.

    phase       who       decides                             and then
    BEGINNING   chance    who is first                        DRAWING of all hands, ENTERING
    DRAWING     chance    an object card                      on
    ENTERING    each      a starting point, last seat first   the first turn
    PREPARING   active    roll; before that cards, Egg        ROLLING, and then MOVING
    ROLLING     chance    how many steps there are            MOVING, or on with SWARMING
    MOVING      active    a step, a card, the Egg, stop       after each step: HURTING by a roller,
                                                              MEETING, the Egg, what the tile does
    MEETING     active    pass or fight                       ANSWERING or BATTLING
    ANSWERING   other     let pass or fight                   on, or BATTLING
    BATTLING    both      a card each, unseen, three times    FLINGING, DROPPING, draws
    FLINGING    winner    where the loser lands               AIMING if a roller may be in the way
    AIMING      winner    through the roller or past it       HURTING if through it
    HURTING     chance    how much a roller or acid hurts     the next who rolls, then the deaths
    DROPPING    one seat  where the Egg comes down            on
    RAISING     the dead  where a summoning tile lies         on
    RETREATING  active    where to, if nobody may stay        the turn ends
    TAKING      one seat  draw a card or not                  DRAWING
    CONSUMING   one seat  take the blood or not               TASTING
    TASTING     chance    the face of a blood tile            on
    LEAVING     active    by which passage to go on           on
    UNCOVERING  chance    a temple card                       TURNING, HURTING, DRAWING, FLASHING
    TURNING     chance    how far a ring turns                HURTING by a roller
    FLASHING    active    where a flash leads                 on
    NAMING      active    whom a card concerns                ROBBING, SPOILING, DRAWING, PUSHING
    ROBBING     chance    a card that is stolen               NAMING again, or on
    SPOILING    chance    a card that is lost                 on
    COUNTING    chance    how many temple cards follow        UNCOVERING of each
    SHOWING     chance    the top of a deck                   on
    PUSHING     active    a step of another raider, twice     as after any step
    CHOOSING    active    a ring and its direction            TURNING
    BUILDING    active    where temple tiles are laid         on
    SWARMING    active    summon or roll; lead, step …        SUMMONING, ROLLING, as after any step
    SUMMONING   active    where a spawn appears               on

A decision with one way out is made at once, unless that would show what is in a hand.
"""

from templetop.engine.bits import clear, count, nth, put
from templetop.engine.compile import rule
from templetop.engine.seats import CHANCE, EVEN, NOBODY
from templetop.games.karmaggan.rules.agenda import add, add_task, base, counted_down, done, top
from templetop.games.karmaggan.rules.battle import (
    ATTACKER,
    DEFENDER,
    aim,
    battle_cards,
    battling,
    draw_up,
    fight,
    fight_round,
    finish_battle,
    fling,
    flung,
    meet,
    offer_truce,
)
from templetop.games.karmaggan.rules.egg import (
    drop,
    drops,
    egg_moves,
    give,
    let_rollers_out,
    note_moved,
    pick_up,
)
from templetop.games.karmaggan.rules.fate import (
    collapse,
    escape,
    hurt,
    raisable,
    raise_tile,
    settle,
)
from templetop.games.karmaggan.rules.ground import (
    NOWHERE,
    TRAIL,
    WORDS,
    either,
    includes,
    ring_of,
    word_of,
)
from templetop.games.karmaggan.rules.hands import (
    cards_in,
    discard,
    draw,
    has_top,
    likely,
    likely_of_hand,
    steal,
)
from templetop.games.karmaggan.rules.moves import (
    BATTLE,
    COUNT,
    DAMAGE,
    DICE,
    DIE_ROLL,
    DRAW,
    EXIT,
    FIGHT,
    FIRST,
    HAND_OVER,
    LEAD,
    LOSE,
    NO,
    PASS,
    PASSAGES,
    PAST,
    PAY,
    PLAY,
    PUT,
    PUT_WORD,
    RING,
    ROLL,
    SACRIFICE,
    SECTORS_ROLLED,
    SHOW,
    SHOW_TEMPLE,
    START,
    STAY,
    STEAL,
    STEP,
    STEP_WORD,
    STOP,
    SUMMON,
    TAKE,
    TASTE,
    THROUGH,
    THROW,
    UNCOVER,
    WAYS,
    YES,
)
from templetop.games.karmaggan.rules.objects import (
    OF_TEMPLE,
    build,
    buildable,
    card_moves,
    might_play,
    name_target,
    play_card,
    pushes,
    targets,
)
from templetop.games.karmaggan.rules.pieces import (
    DIE,
    EMPTY,
    FIRST_HAND,
    GATES,
    HAND,
    MEDALLION,
    NO_CARD,
    RINGS,
)
from templetop.games.karmaggan.rules.start import PASSAGE_SPACES, SPREAD, STARTING_POINTS
from templetop.games.karmaggan.rules.state import (
    ACT,
    AIMING,
    ANSWERING,
    BATTLING,
    BEGIN_TURN,
    BEGINNING,
    BUILDING,
    CHOOSING,
    CONSUMING,
    COUNTING,
    DRAW_UP,
    DRAWING,
    DROPPING,
    END_TURN,
    ENTERING,
    FALLEN,
    FINISH,
    FIRST_OF_SEATS,
    FLASHING,
    FLINGING,
    GONE,
    HURTING,
    LEAVING,
    MEET,
    MEETING,
    MOVING,
    NAMING,
    NO_PIECE,
    NOT_ENDED,
    OVER,
    PICK,
    PREPARING,
    PUSHING,
    RAISING,
    RETREATING,
    ROBBING,
    ROLLING,
    SETTLE,
    SHOWING,
    SPOILING,
    SUMMONING,
    SWARMING,
    TAKING,
    TASTING,
    TURNING,
    UNCOVERING,
)
from templetop.games.karmaggan.rules.steps import (
    act,
    exits_of_flash,
    exits_of_passage,
    has_step,
    is_cut_off,
    may_stay,
    retreat,
    retreats,
    step,
    steps_of,
)
from templetop.games.karmaggan.rules.swarm import (
    lead_only_spawn,
    own_spawn,
    sacrifice,
    summon,
    summonable,
    swarm_moves,
)
from templetop.games.karmaggan.rules.table import (
    exit_before,
    is_alive,
    is_inside,
    is_outside,
    is_taken,
    lay,
    seat_after,
)
from templetop.games.karmaggan.rules.temple import NO_TEMPLE_CARD, turn_ring, uncover

# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3.1  Whoever the job on top asks; 6.3  in a battle both at once."""
    if state.phase == OVER:
        return NOBODY
    if state.phase < FIRST_OF_SEATS:
        return CHANCE
    return battling(state) if state.phase == BATTLING else 1 << int(top(state).seat)


@rule
def legal(state, seat, moves):
    """3  What may be done in this phase."""
    clear(moves)
    phase = int(state.phase)
    if phase in (PREPARING, MOVING):
        raider_moves(state, seat, moves)
    elif phase == SWARMING:
        swarm_moves(state, seat, moves)
        put_steps(moves, spawn_steps(state))
    elif phase == BATTLING:
        battle_cards(state, seat, moves)
    elif phase == NAMING:
        targets(state, seat, moves)
    elif phase == PUSHING:
        put_steps(moves, pushes(state, int(top(state).what)))
    elif phase == ENTERING:
        points_to_choose(state, moves)
    elif phase == LEAVING:
        passages_to_choose(state, moves)
    elif phase == CHOOSING:
        for number in range(WAYS * len(RINGS)):
            put(moves, RING + number)
    else:
        answers_or_places(state, phase, moves)


@rule
def answers_or_places(state, phase, moves):
    """Where two answers are possible; and where something is put."""
    if phase in (MEETING, ANSWERING):
        put(moves, FIGHT)
        put(moves, PASS)
    elif phase in (TAKING, CONSUMING):
        put(moves, YES)
        put(moves, NO)
    elif phase == AIMING:
        put(moves, THROUGH)
        put(moves, PAST)
    else:
        put_spaces(moves, PUT_WORD, places_to_choose(state, phase))


@rule
def places_to_choose(state, phase):
    """Where something may be put in this phase."""
    job = top(state)
    if phase == FLINGING:
        past, across = flung(state, int(job.what))
        return either(past, across)
    if phase == DROPPING:
        return drops(state, int(job.space))
    if phase == RAISING:
        return raisable(state, int(job.space))
    if phase == RETREATING:
        return retreats(state, int(job.what))
    if phase == FLASHING:
        return exits_of_flash(state, int(job.what))
    return buildable(state) if phase == BUILDING else summonable(state, int(job.seat))


@rule
def put_spaces(moves, first, spaces):
    """A set of spaces is a set of moves, word by word."""
    for word in range(WORDS):
        moves[first + word] |= word_of(spaces, word)


@rule
def put_steps(moves, spaces):
    put_spaces(moves, STEP_WORD, spaces)


@rule
def raider_moves(state, seat, moves):
    """3.1  Cards and the Egg at any time; first roll, then step as often as one may, and stop."""
    card_moves(state, seat, moves)
    egg_moves(state, seat, moves)
    if state.phase == PREPARING:
        put(moves, ROLL)
        if state.cut_off:  # 3.16
            put(moves, RING + WAYS * ring_of(int(state.at[seat])))
            put(moves, RING + WAYS * ring_of(int(state.at[seat])) + 1)
        return
    if state.steps > 0:
        put_steps(moves, steps_of(state, seat, int(state.steps)))
        if exit_before(state, seat) != NOWHERE:  # 9.1
            put(moves, STEP + exit_before(state, seat))
    if may_stay(state, seat) or not has_step(state, seat, int(state.steps)):
        put(moves, STOP)


@rule
def spawn_steps(state):
    """7.8  The steps of the spawn that is led."""
    piece = int(state.spawn)
    return steps_of(state, max(piece, 0), int(state.steps) if piece != NO_PIECE else 0)


@rule
def points_to_choose(state, moves):
    """2.9  Starting points that are free."""
    for point in range(len(GATES)):
        if not is_taken(state, int(STARTING_POINTS[point])):
            put(moves, START + point)


@rule
def passages_to_choose(state, moves):
    """3.11  Any other passage that nobody is on; or stay."""
    exits = exits_of_passage(state, int(top(state).space))
    for passage in range(PASSAGES):
        if includes(exits, int(PASSAGE_SPACES[passage])):
            put(moves, EXIT + passage)
    put(moves, STAY)


@rule
def odds(state, events, weights):
    """Dice are fair; each card and face of what is left is as likely as it is frequent."""
    clear(events)
    phase = int(state.phase)
    job = top(state)
    if phase == DRAWING or (phase == SHOWING and job.what != OF_TEMPLE):
        first = DRAW if phase == DRAWING else SHOW
        return top_card(state.deck, int(state.shown), NO_CARD, first, events, weights)
    if phase in (UNCOVERING, SHOWING):
        first = UNCOVER if phase == UNCOVERING else SHOW_TEMPLE
        shown = int(state.shown_temple)
        return top_card(state.temple, shown, NO_TEMPLE_CARD, first, events, weights)
    if phase == ROBBING:
        return likely_of_hand(state.players[job.what], STEAL, events, weights)
    if phase == SPOILING:
        return likely_of_hand(state.players[job.seat], LOSE, events, weights)
    if phase == TASTING:
        return likely(state.bag, TASTE, events, weights)
    return dice(state, phase, events)


@rule
def top_card(pile, shown, none, first, events, weights):
    """5.13  The card that all have seen; else any of the pile."""
    if shown == none:
        return likely(pile, first, events, weights)
    put(events, first + shown)
    return EVEN


@rule
def dice(state, phase, events):
    """3.2  Two dice, or one for the carrier; all other rolls are of one die."""
    if phase == BEGINNING:
        for seat in range(state.seats):
            put(events, FIRST + seat)
    elif phase == ROLLING and state.carrier != state.active:
        for number in range(DIE * DIE):
            put(events, DICE + number)
    else:
        for number in range(DIE):
            put(events, die_of(phase) + number)
    return EVEN


@rule
def die_of(phase):
    """What the die decides."""
    if phase == ROLLING:
        return DIE_ROLL
    if phase == TURNING:
        return SECTORS_ROLLED
    return DAMAGE if phase == HURTING else COUNT


# ── What a move does ─────────────────────────────────────────────────────────────────────────────


@rule
def play(state, decisions):
    """What was decided is carried out; then all goes on to the next question."""
    if state.phase == BATTLING:
        battle = state.battle
        card = card_of(decisions[battle.seats[ATTACKER]])
        fight_round(state, card, card_of(decisions[battle.seats[DEFENDER]]))
    else:
        seat = int(top(state).seat)
        carry_out(state, seat, int(decisions[seat]))
    go_on(state)


@rule
def card_of(move):
    """6.7  Who was not asked has no card."""
    return move - BATTLE if move >= BATTLE else NO_CARD


@rule
def carry_out(state, seat, move):
    """What a seat has decided, by the phase."""
    phase = int(state.phase)
    if phase in (PREPARING, MOVING):
        carry_out_of_raider(state, seat, move)
    elif phase == SWARMING:
        carry_out_of_swarm(state, seat, move)
    elif phase == NAMING:
        name_target(state, seat, move)
    elif phase == PUSHING:
        push(state, move - STEP)
    elif phase == ENTERING:
        done(state)
        state.at[seat] = STARTING_POINTS[move - START]
    elif phase == LEAVING:
        leave_by_passage(state, move)
    elif phase == CHOOSING:
        done(state)
        turn_by_choice(state, move - RING)
    elif phase in (TAKING, CONSUMING):
        answer(state, seat, phase, move == YES)
    elif phase == AIMING:
        aim(state, move == THROUGH)
    elif phase in (MEETING, ANSWERING):
        answer_meeting(state, phase, move == PASS)
    else:
        put_there(state, phase, move - PUT)


@rule
def carry_out_of_raider(state, seat, move):
    """3.1  A step, a card, the Egg, the dice, or the end of the turn."""
    if move < PUT:
        step_or_leave(state, seat, move - STEP)
    elif move == ROLL:
        top(state).task = MOVING
        add_task(state, ROLLING, seat)
    elif move == STOP:
        stop(state, seat)
    elif move == PAY:
        pay_for_card(state, seat)
    elif move < HAND_OVER:
        play_card(state, seat, move - PLAY)
    elif move < TAKE:
        give(state, move - HAND_OVER if move < THROW else move - THROW)
    elif move == TAKE:
        give(state, seat)
    else:
        top(state).task = MOVING  # 3.16
        turn_by_choice(state, move - RING)


@rule
def step_or_leave(state, seat, space):
    """3.3  A step is paid; 9.1, 9.3  who leaves the Temple ends the turn there and has to last."""
    state.steps -= 1
    if space >= TRAIL:
        top(state).task = END_TURN
        state.last_turns = state.trail
    step(state, seat, space)


@rule
def stop(state, piece):
    """3.14  Where nobody may stay, the piece is moved to the nearest free space."""
    top(state).task = END_TURN
    if not may_stay(state, piece):
        add(state, RETREATING, state.active, piece, 0, NOWHERE)


@rule
def pay_for_card(state, seat):
    """5.4  One more card."""
    state.players[seat].medallions -= 1
    state.plays += 1


@rule
def turn_by_choice(state, choice):
    """5.16  The ring and the direction are chosen; the die says how far."""
    add(state, TURNING, state.active, choice >> 1, choice & 1, NOWHERE)


@rule
def carry_out_of_swarm(state, seat, move):
    """7.6 to 7.10  What the swarm does."""
    if move < PUT:
        state.steps -= 1
        step(state, int(state.spawn), move - STEP)
    elif move == ROLL:
        state.has_acted = 1
        lead_only_spawn(state)
        add_task(state, ROLLING, seat)
    elif move == STOP:
        stop_swarm(state)
    elif move == SUMMON:
        state.has_acted = 1
        add_task(state, SUMMONING, seat)
    elif move == PAY:
        state.players[seat].medallions -= 1
        add_task(state, SUMMONING, seat)
    elif move < SACRIFICE:
        state.spawn = own_spawn(state, move - LEAD)
    else:
        sacrifice(state, move - SACRIFICE)


@rule
def stop_swarm(state):
    """7.8  A spawn that is stuck on another's space is moved off it."""
    if state.spawn == NO_PIECE:
        top(state).task = END_TURN
    else:
        stop(state, int(state.spawn))


@rule
def push(state, space):
    """5.24  A step of another raider."""
    piece = int(top(state).what)
    counted_down(state)
    step(state, piece, space)
    note_moved(state, piece)


@rule
def leave_by_passage(state, move):
    """3.11  On from another passage, which does not act; it costs no step."""
    piece = int(top(state).what)
    done(state)
    if move != STAY:
        state.at[piece] = PASSAGE_SPACES[move - EXIT]
        add(state, PICK, 0, piece, 0, state.at[piece])


@rule
def answer(state, seat, phase, is_yes):
    """3.9  A card is drawn or not; 3.10  the blood is taken or not."""
    space = int(top(state).space)
    done(state)
    if is_yes and phase == TAKING:
        add(state, DRAWING, seat, 0, 1, NOWHERE)
    elif is_yes:
        lay(state, space, EMPTY)
        add_task(state, TASTING, seat)


@rule
def answer_meeting(state, phase, passes):
    """6.1  Both have to agree to pass."""
    if not passes:
        fight(state)
    elif phase == MEETING:
        offer_truce(state)
    else:
        done(state)


@rule
def put_there(state, phase, space):
    """Something is put on a space."""
    if phase == FLINGING:
        fling(state, space)
    elif phase == DROPPING:
        drop(state, space)
    elif phase == RAISING:
        raise_tile(state, space)
    elif phase == RETREATING:
        retreat(state, space)
    elif phase == FLASHING:
        flash(state, space)
    elif phase == BUILDING:
        counted_down(state)
        build(state, space)
    else:
        summon(state, space)


@rule
def flash(state, space):
    """4.9  On from another temple tile, which does not act."""
    piece = int(top(state).what)
    done(state)
    state.at[piece] = space
    add(state, PICK, 0, piece, 0, space)


# ── What chance does ─────────────────────────────────────────────────────────────────────────────


@rule
def happen(state, event):
    """A card, a face, a number; then all goes on to the next question."""
    phase = int(state.phase)
    if phase == DRAWING:
        draw_next(state, event - DRAW)
    elif phase == ROLLING:
        roll(state, event)
    elif phase == UNCOVERING:
        uncover(state, event - UNCOVER)
    elif phase == TURNING:
        turn_ring(state, event - SECTORS_ROLLED + 1)
    elif phase == HURTING:
        hurt(state, event - DAMAGE + 1)
    elif phase == BEGINNING:
        begin(state, event - FIRST)
    else:
        happen_by_card(state, phase, event)
    go_on(state)


@rule
def happen_by_card(state, phase, event):
    """3.10, 5.10, 5.13, 5.19, 5.21  What a card or a blood tile brings."""
    seat, what = int(top(state).seat), int(top(state).what)
    done(state)
    if phase == TASTING:
        taste(state, state.players[seat], event - TASTE)
    elif phase == ROBBING:
        steal(state, seat, what, event - STEAL)
    elif phase == SPOILING:
        discard(state, seat, event - LOSE)
    elif phase == COUNTING:
        add(state, UNCOVERING, seat, 0, event - COUNT + 1, NOWHERE)
    elif what == OF_TEMPLE:
        state.shown_temple = event - SHOW_TEMPLE
    else:
        state.shown = event - SHOW


@rule
def draw_next(state, card):
    """5.2  One card more."""
    seat = int(top(state).seat)
    counted_down(state)
    draw(state, seat, card)


@rule
def roll(state, event):
    """3.2  The higher of two dice, or one die, is how many steps one may go."""
    done(state)
    number = event - DIE_ROLL
    if event < DIE_ROLL:
        number = max((event - DICE) // DIE, (event - DICE) % DIE)
    state.steps += number + 1


@rule
def taste(state, player, face):
    """3.10  Two, three or four coins, or a medallion."""
    state.bag[face] -= 1
    if face == MEDALLION:
        player.medallions += 1
    else:
        player.coins += face + 2


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────


@rule
def begin(state, first):
    """2.3 to 2.6, 2.9  Who is first; hands; starting points, the last seat first."""
    done(state)
    state.first = first
    state.active = first
    add_task(state, BEGIN_TURN, first)
    for turn in range(int(state.seats)):
        seat = (first + turn) % int(state.seats)
        if state.places == SPREAD:
            state.at[seat] = STARTING_POINTS[turn * len(GATES) // int(state.seats)]
        else:
            add_task(state, ENTERING, seat)
    for turn in range(int(state.seats)):
        add(state, DRAWING, (first + turn) % int(state.seats), 0, FIRST_HAND, NOWHERE)


@rule
def begin_turn(state):
    """3.1  A raider, 7.6  the swarm, or 9.3  a carrier outside who has lasted."""
    seat = int(state.active)
    clear_turn(state)
    if state.players[seat].life == GONE:
        base(state).task = END_TURN
    elif is_outside(state, seat):
        last_outside(state, seat)
    elif state.players[seat].life == FALLEN:
        begin_job(state, SWARMING, seat)
    else:
        state.cut_off = 1 if is_cut_off(state, seat) else 0
        begin_job(state, PREPARING, seat)


@rule
def begin_job(state, task, seat):
    state.turns += 1
    base(state).task = task
    base(state).seat = seat


@rule
def clear_turn(state):
    """3.7, 5.1, 8.6, 8.9  What counts for one turn only."""
    base(state).many = 0
    state.steps = 0
    state.plays = 1
    state.poles = 0
    state.spells = 0
    state.gave = 0
    state.cut_off = 0
    state.has_acted = 0
    state.spawn = NO_PIECE
    for mover in range(len(state.used)):
        for word in range(WORDS):
            state.used[mover, word] = 0


@rule
def last_outside(state, seat):
    """9.3  The carrier wins at the beginning of a turn."""
    state.turns += 1
    state.last_turns -= 1
    base(state).task = END_TURN
    if state.last_turns <= 0:
        escape(state, seat)


@rule
def end_turn(state):
    """3.1  Clockwise; 9.7  after the last round the Temple collapses."""
    state.active = seat_after(state, int(state.active))
    base(state).task = BEGIN_TURN
    if state.active == state.first:
        state.rounds_over += 1
        if state.rounds_over >= state.rounds:
            collapse(state)


# ── On to the next question ──────────────────────────────────────────────────────────────────────


@rule
def go_on(state):
    """Job by job, until somebody or chance is asked, or the game is over."""
    is_waiting = False
    while state.ending == NOT_ENDED and not is_waiting:
        let_rollers_out(state)
        task = int(top(state).task)
        if task > OVER:
            do(state, task)
        elif task < FIRST_OF_SEATS:
            state.phase = task
            is_waiting = waits_for_chance(state, task)
        else:
            state.phase = task
            is_waiting = is_question(state, task)


@rule
def do(state, task):
    """What needs no answer."""
    if task == ACT:
        act(state)
    elif task == PICK:
        pick_up(state)
    elif task == MEET:
        meet(state)
    elif task == SETTLE:
        settle(state)
    elif task == DRAW_UP:
        draw_up(state)
    elif task == FINISH:
        finish_battle(state)
    elif task == BEGIN_TURN:
        begin_turn(state)
    else:
        end_turn(state)


@rule
def waits_for_chance(state, task):
    """Is there anything to draw? 5.2, 5.3, 4.1, 5.13; 7.1  The dead draw no temple cards."""
    job = top(state)
    if task == DRAWING or (task == SHOWING and job.what != OF_TEMPLE):
        is_needed = task == SHOWING or cards_in(state.players[job.seat]) < HAND
        return is_left(state, is_needed and has_top(state.deck, state.discards))
    if task in (UNCOVERING, SHOWING):
        is_needed = is_inside(state, int(job.seat))
        return is_left(state, is_needed and has_top(state.temple, state.turned_up))
    return is_left(state, task != COUNTING or is_alive(state, int(job.seat)))


@rule
def is_left(state, waits):
    """A job that cannot be done is passed over."""
    if not waits:
        done(state)
    return waits


@rule
def is_question(state, task):
    """Is anybody to be asked? What has no answer lapses, what has one is done at once."""
    if task == BATTLING:
        return is_battle_question(state)
    if lapses(state, task):
        return False
    seat = int(top(state).seat)
    legal(state, seat, state.scratch)
    answers = count(state.scratch)
    only_answer = nth(state.scratch, 0) if answers else 0
    clear(state.scratch)
    if answers == 0:
        done(state)
        return False
    is_asked = answers > 1 or is_for_show(state, task, seat)
    if not is_asked:
        carry_out(state, seat, only_answer)
    return is_asked


@rule
def is_for_show(state, task, seat):
    """2.8  Who might have a card to play is asked: others must not learn that there is none."""
    return (task in (PREPARING, MOVING)) and might_play(state, seat)


@rule
def is_battle_question(state):
    """6.7  Without cards on either side the round passes."""
    if battling(state):
        return True
    fight_round(state, NO_CARD, NO_CARD)
    return False


@rule
def lapses(state, task):
    """7.1  Is whoever it is about dead? Then the turn ends, or the job is passed over."""
    job = top(state)
    if is_possible(state, job, task):
        return False
    if task in (PREPARING, MOVING):
        job.task = END_TURN
    else:
        done(state)
    return True


@rule
def is_possible(state, job, task):
    """5.25, 7.1  The dead play no cards and take no steps; 5.2  a full hand draws nothing."""
    if task in (PUSHING, FLASHING, LEAVING):
        return is_alive(state, int(job.seat)) and state.at[job.what] != NOWHERE
    if task in (PREPARING, MOVING, CONSUMING, NAMING, CHOOSING, BUILDING):
        return is_alive(state, int(job.seat))
    return task != TAKING or cards_in(state.players[job.seat]) < HAND
