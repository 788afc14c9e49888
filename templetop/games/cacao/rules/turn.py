"""The turn: lay a worker tile, fill the jungle, let the workers act, draw.

    phase      who      what is decided                  and then
    DEALING    chance   a tile of the active seat's      DEALING until all hands are full, then
                        first hand                       REVEALING
    PLACING    active   the square                       TURNING
    TURNING    active   the tile, and how it lies        FILLING while a space is to be filled, then
                                                         CHOOSING or WORKING
    FILLING    active   which tile, and on which space   the same; or REVEALING for a third space
    CHOOSING   one      which edge acts first            CHOOSING or WORKING, as often as there is a
    WORKING    seat     how many workers act             choice, of one seat after the other, then
                                                         DRAWING
    DRAWING    chance   the worker tile drawn            REVEALING
    REVEALING  chance   the jungle tile turned up        REVEALING until the display is full, then
                                                         PLACING of the next seat, or OVER; or
                                                         FILLING again

Decisions with one way out are made at once, and then the next phase begins: the functions named
`begin_…`, `go_on_…` and `ask_…` are the only ones where the phase changes.
"""

from templetop.engine.bits import WORD, clear, put
from templetop.engine.compile import rule
from templetop.engine.random import below
from templetop.engine.seats import CHANCE, NOBODY
from templetop.games.cacao.rules.deeds import most_useful
from templetop.games.cacao.rules.ground import (
    NO_SQUARE,
    SQUARE_WORDS,
    add,
    first_side,
    includes,
    remove,
    space_beside,
    square_beside,
)
from templetop.games.cacao.rules.moves import (
    ACT,
    DRAW,
    PLACE,
    REVEAL,
    TURN,
    choose,
    chosen_kind,
    chosen_workers,
    fill,
    kind_of,
    side_of,
)
from templetop.games.cacao.rules.pieces import (
    BUILT_OVER,
    DISPLAY,
    FACES,
    FIRST_KIND,
    HAND,
    KIND_OF,
    KINDS,
    MOST_WORKERS,
    NO_TILE,
    OWNER,
    SIDES,
    TRADES,
    WORKER_KINDS,
)
from templetop.games.cacao.rules.start import put_jungle
from templetop.games.cacao.rules.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    FILLING,
    OVER,
    PLACING,
    REVEALING,
    TURNING,
)
from templetop.games.cacao.rules.trades import may_act_first, traded
from templetop.games.cacao.rules.work import (
    ASKED,
    answer,
    call_workers,
    choose_edge,
    owner_of,
    work_on,
)

PLACE_WORD = PLACE // WORD


# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3  The active seat; 3.3.6  while workers act, whose they are; chance for all draws."""
    if state.phase == OVER:
        return NOBODY
    if state.phase == DEALING or state.phase == DRAWING or state.phase == REVEALING:
        return CHANCE
    return 1 << seat_to_move(state)


@rule
def seat_to_move(state):
    """3.3.6  The active seat is the first, the others follow clockwise while workers act."""
    seat = int(state.active) + int(state.working)
    return seat - int(state.seats) if seat >= state.seats else seat


@rule
def legal(state, seat, moves):
    """3  What may be done in this phase."""
    clear(moves)
    if state.phase == PLACING:
        squares_to_take(state, seat, moves)
    elif state.phase == TURNING:
        faces_to_lay(state.players[seat], moves)
    elif state.phase == FILLING:
        tiles_to_fill(state, moves)
    elif state.phase == CHOOSING:
        edges_to_choose(state.players[seat], moves)
    else:
        numbers_to_act(state, state.players[seat], moves)


@rule
def squares_to_take(state, seat, moves):
    """3.1.1  Every free square beside a jungle tile; 4.1  perhaps also one's own tiles."""
    for n in range(SQUARE_WORDS):
        moves[PLACE_WORD + n] = state.open[n]
    if may_build_over(state, state.players[seat]):
        for n in range(state.laid):
            tile = int(state.tiles[n])
            if owner_of(tile) == seat and may_be_covered(state, tile):  # 4.2
                put(moves, PLACE + int(state.squares[n]))


@rule
def may_build_over(state, player):
    """4.1  Once pile and display are empty, for one sun."""
    return player.suns > 0 and tiles_in(state.display) == 0 and tiles_in(state.pile) == 0


@rule
def may_be_covered(state, tile):
    """4.4  In one place once; 4.10  or every tile once, those that lie on others too."""
    return tile < BUILT_OVER or state.by_tile == 1


@rule
def tiles_in(pile):
    """How many tiles a pile, a display, a hand or a deck has."""
    total = 0
    for kind in range(len(pile)):
        total += int(pile[kind])
    return total


@rule
def faces_to_lay(player, moves):
    """3.1.2  Any tile of the hand; 3.1.3  turned as one likes; 4.7  on a lower tile as well."""
    for face in range(FACES):
        if player.hand[KIND_OF[face]] > 0:
            put(moves, TURN + face)


@rule
def tiles_to_fill(state, moves):
    """3.2.3  Any tile on the first space; 3.2.5  with too few tiles, the first one on any space."""
    if has_too_few_tiles(state):
        spaces_to_choose(state, first_kind_to_fill(state), moves)
        return
    for kind in range(1, KINDS):
        if state.display[kind] > 0:
            put(moves, fill(first_side(int(state.spaces)), kind))


@rule
def spaces_to_choose(state, kind, moves):
    """3.2.4, 3.2.8  This tile on any of the spaces."""
    sides = spaces_for(state, kind)
    for side in range(SIDES):
        if sides >> side & 1:
            put(moves, fill(side, kind))


@rule
def has_too_few_tiles(state):
    """3.2.5  Are there more spaces to be filled than tiles in the display?"""
    return spaces_to_fill(state) > tiles_in(state.display)


@rule
def first_kind_to_fill(state):
    """3.2.5  The first kind of the display; but if all of the pile is like it, the other kind.

    Then all other spaces get the same in the end, and only the place of the other tile matters.
    """
    first = NO_TILE
    for kind in range(1, KINDS):
        if state.display[kind] > 0 and (first == NO_TILE or consists_of(state.pile, first)):
            first = kind
    return first


@rule
def consists_of(pile, kind):
    """Are there tiles in the pile, and all of this kind?"""
    return pile[kind] > 0 and pile[kind] == tiles_in(pile)


@rule
def spaces_for(state, kind):
    """3.2.5  The sides that such a tile may go on, a bit each: with enough tiles, the first one."""
    if not has_too_few_tiles(state):
        return 1 << first_side(int(state.spaces))
    sides = 0
    last = 0
    for side in range(SIDES):
        if int(state.spaces) >> side & 1 and not is_before_its_like(state, side, kind):
            last = 1 << side
            sides |= last
    return sides - last if state.display[kind] > 1 else sides  # 3.2.5  one is left for its like


@rule
def has_several(sides):
    return sides & (sides - 1) != 0


@rule
def is_before_its_like(state, side, kind):
    """3.2.5  Tiles of one kind are put on their spaces from the north clockwise."""
    for later in range(side + 1, SIDES):
        is_new = int(state.filled) >> later & 1
        if is_new and state.jungle[space_beside(state.square, later)] == kind:
            return True
    return False


@rule
def spaces_to_fill(state):
    """3.2.1  How many spaces are to be filled."""
    spaces = 0
    for side in range(SIDES):
        spaces += int(state.spaces) >> side & 1
    return spaces


@rule
def edges_to_choose(player, moves):
    """3.3.4  Any edge that has still to act."""
    for trade in range(1, TRADES):
        kind = traded(trade)
        for workers in range(1, MOST_WORKERS + 1):
            if may_act_first(player, kind, workers):
                put(moves, choose(kind, workers))


@rule
def numbers_to_act(state, player, moves):
    """3.3.5  None of the workers, or some, or all."""
    for number in range(most_useful(state, player, int(state.job), int(state.workers)) + 1):
        put(moves, ACT + number)


@rule
def odds(state, events, weights):
    """2.5, 2.9, 3.5.1, 3.5.2  Every tile of the deck or the pile is equally likely."""
    clear(events)
    if state.phase == REVEALING:
        return likely(state.pile, REVEAL - FIRST_KIND, events, weights)
    return likely(state.players[state.active].deck, DRAW, events, weights)


@rule
def likely(pile, first, events, weights):
    """Each kind is as likely as there are tiles of it."""
    total = 0
    for kind in range(len(pile)):
        if pile[kind] > 0:
            put(events, first + kind)
            weights[first + kind] = int(pile[kind])
            total += int(pile[kind])
    return total


# ── What a move does ─────────────────────────────────────────────────────────────────────────────


@rule
def play(state, decisions):
    """3  What the seat that was asked has decided."""
    seat = seat_to_move(state)
    move = int(decisions[seat])
    if state.phase == PLACING:
        take_square(state, move - PLACE)
    elif state.phase == TURNING:
        lay_tile(state, seat, move - TURN)
    elif state.phase == FILLING:
        fill_space(state, side_of(move), kind_of(move))
    elif state.phase == CHOOSING:
        let_act_first(state, state.players[seat], chosen_kind(move), chosen_workers(move))
    else:
        let_act(state, state.players[seat], move - ACT)


@rule
def happen(state, event):
    """3.5.2  A jungle tile is turned up; 2.5, 3.5.1  or a worker tile is drawn."""
    if state.phase == REVEALING:
        turn_up(state, event - REVEAL + FIRST_KIND)
    else:
        draw(state, state.players[state.active], event - DRAW)


# Laying


@rule
def begin_turn(state):
    """3.5.3  The next seat's turn; 5.1.1  if its hand is empty, all are: the game is over."""
    state.square = NO_SQUARE
    state.filled = 0
    if tiles_in(state.players[state.active].hand) == 0:
        state.phase = OVER
    else:
        state.phase = PLACING


@rule
def take_square(state, square):
    """3.1.1  The tile will be laid there; how, is asked if there is more than one way."""
    state.square = square
    state.phase = TURNING
    player = state.players[state.active]
    if has_only_plain_tiles(player):
        lay_tile(state, int(state.active), 0)


@rule
def has_only_plain_tiles(player):
    """3.1.4  Nothing but 1-1-1-1 is left in hand and deck together, which everyone can count."""
    plain = int(player.hand[0]) + int(player.deck[0])
    return tiles_in(player.hand) + tiles_in(player.deck) == plain


@rule
def lay_tile(state, seat, face):
    """3.1.2  A tile of the hand is laid; 4.1  perhaps on another one."""
    square = int(state.square)
    tile = face + OWNER * seat
    state.players[seat].hand[KIND_OF[face]] -= 1
    if includes(state.occupied, square):
        build_over(state, state.players[seat], square)
        tile += BUILT_OVER
    put_tile(state, square, tile)
    find_spaces(state, square)
    go_on_filling(state)


@rule
def build_over(state, player, square):
    """4.1  It costs a sun; 4.4, 4.10  all tiles of the place are marked."""
    player.suns -= 1
    for n in range(state.laid):
        if state.squares[n] == square and state.tiles[n] < BUILT_OVER:
            state.tiles[n] += BUILT_OVER


@rule
def put_tile(state, square, tile):
    state.squares[state.laid] = square
    state.tiles[state.laid] = tile
    state.laid += 1
    add(state.occupied, square)
    remove(state.open, square)


# Filling


@rule
def find_spaces(state, square):
    """3.2.1  The empty spaces beside the new tile that touch another worker tile as well."""
    spaces = 0
    for side in range(SIDES):
        space = space_beside(square, side)
        if state.jungle[space] == NO_TILE and worker_tiles_beside(state, space) > 1:
            spaces |= 1 << side
    state.spaces = spaces


@rule
def worker_tiles_beside(state, space):
    tiles = 0
    for side in range(SIDES):
        if includes(state.occupied, square_beside(space, side)):
            tiles += 1
    return tiles


@rule
def go_on_filling(state):
    """3.2.2  All spaces have to be filled, as long as there are tiles; 4.8  else none is."""
    while state.spaces and tiles_in(state.display):
        if has_choice_of_filling(state):
            state.phase = FILLING
            return
        kind = only_kind(state)
        put_on(state, first_side(spaces_for(state, kind)), kind)
    if state.spaces and tiles_in(state.pile):
        state.phase = REVEALING  # 3.2.6, 3.2.7
        return
    state.spaces = 0  # 3.2.8
    begin_work(state)


@rule
def has_choice_of_filling(state):
    """3.2.5  Two tiles for a space; with too few tiles two spaces, unless all tiles are alike."""
    kind = only_kind(state)
    if not has_too_few_tiles(state):
        return kind == NO_TILE
    if kind == NO_TILE:
        return True
    return has_several(spaces_for(state, kind)) and not consists_of(state.pile, kind)


@rule
def only_kind(state):
    """The kind that all tiles of the display are, or NO_TILE if they differ."""
    for kind in range(1, KINDS):
        if state.display[kind] > 0:
            return kind if state.display[kind] == tiles_in(state.display) else NO_TILE
    return NO_TILE


@rule
def fill_space(state, side, kind):
    """3.2.3  The active seat has chosen a tile and a space."""
    put_on(state, side, kind)
    go_on_filling(state)


@rule
def put_on(state, side, kind):
    """3.2.3  A tile of the display goes on that side of the new worker tile."""
    state.display[kind] -= 1
    put_beside(state, side, kind)


@rule
def put_beside(state, side, kind):
    put_jungle(state, space_beside(state.square, side), kind)
    state.spaces = int(state.spaces) & ~(1 << side)
    state.filled = int(state.filled) | 1 << side


# Working


@rule
def begin_work(state):
    """3.3.1  Everyone concerned lets workers act, the active seat first."""
    call_workers(state)
    go_on_working(state)


@rule
def go_on_working(state):
    """3.3.6  Seat by seat, until there is a question; then the turn ends."""
    while state.working < state.seats:
        if work_on(state, state.players[seat_to_move(state)]) == ASKED:
            return
        state.working += 1
    end_work(state)


@rule
def end_work(state):
    """3.5  Then the active seat draws."""
    state.working = 0
    state.job = NO_TILE
    state.workers = 0
    begin_draw(state)


@rule
def let_act_first(state, player, kind, workers):
    """3.3.4  An edge is chosen."""
    if choose_edge(state, player, kind, workers) != ASKED:
        go_on_working(state)


@rule
def let_act(state, player, number):
    """3.3.5  It is said how many act."""
    answer(state, player, number)
    go_on_working(state)


# Drawing


@rule
def begin_draw(state):
    """3.5.1  A worker tile is drawn; 3.5.4  unless the deck is empty."""
    if tiles_in(state.players[state.active].deck):
        state.phase = DRAWING
    else:
        begin_reveal(state)


@rule
def draw(state, player, kind):
    """3.5.1  The tile goes from the deck to the hand; 2.5  as all the first tiles do."""
    player.deck[kind] -= 1
    player.hand[kind] += 1
    if state.phase == DRAWING:
        begin_reveal(state)
    elif tiles_in(player.hand) == HAND:
        go_on_dealing(state)


@rule
def go_on_dealing(state):
    """2.5  The next seat's hand; 2.9  after the last, the display."""
    if int(state.active) + 1 == state.seats:
        begin_reveal(state)
    else:
        state.active += 1


@rule
def begin_reveal(state):
    """3.5.2  The display is made full again; 3.5.3  then the next seat follows."""
    if tiles_in(state.display) < DISPLAY and tiles_in(state.pile):
        state.phase = REVEALING
    else:
        state.active = (int(state.active) + 1) % int(state.seats)
        begin_turn(state)


@rule
def turn_up(state, kind):
    """3.5.2  A tile of the pile joins the display; 3.2.6, 3.2.7  in the turn, for a third space."""
    state.pile[kind] -= 1
    if not state.spaces:
        state.display[kind] += 1
        begin_reveal(state)
    elif state.blind:
        put_beside(state, first_side(int(state.spaces)), kind)
        go_on_filling(state)
    else:
        state.display[kind] += 1
        if tiles_in(state.display) == DISPLAY or tiles_in(state.pile) == 0:
            go_on_filling(state)


# ── What a seat cannot know ──────────────────────────────────────────────────────────────────────


@rule
def imagine(state, seat, random):
    """2.5, 3.5.1  Redraw the hands of the others from the tiles they have not laid."""
    for other in range(state.seats):
        if other != seat:
            redraw(state.players[other], random)


@rule
def redraw(player, random):
    """The hand goes back into the deck, and as many tiles are drawn."""
    hand, deck = player.hand, player.deck
    tiles = tiles_in(hand)
    for kind in range(WORKER_KINDS):
        deck[kind] += hand[kind]
        hand[kind] = 0
    for _ in range(tiles):
        draw_any(hand, deck, below(random, tiles_in(deck)))


@rule
def draw_any(hand, deck, ticket):
    """The tile in that place of the deck, kind by kind, is drawn."""
    kind = 0
    while ticket >= int(deck[kind]):
        ticket -= int(deck[kind])
        kind += 1
    deck[kind] -= 1
    hand[kind] += 1
