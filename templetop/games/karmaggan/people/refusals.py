"""Why a move cannot be made now: the rule's sentence, and its number."""

import re
from typing import Any

from templetop.engine.refusal import IllegalMove
from templetop.games.karmaggan.people.spaces import (
    GATE_NAMES,
    GROUPS,
    ROWS,
    lie_beside,
    name_of,
    row_of,
    space_at,
    tile_words,
)
from templetop.games.karmaggan.people.targets import mover
from templetop.games.karmaggan.rules.agenda import top
from templetop.games.karmaggan.rules.egg import (
    has_moved_carrier,
    is_in_line,
    may_give,
    may_hand_over,
)
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    TRAIL,
    beside,
    gate_at,
    includes,
    is_open,
    only,
    ring_of,
)
from templetop.games.karmaggan.rules.hands import cards_in, has_card
from templetop.games.karmaggan.rules.moves import WAYS
from templetop.games.karmaggan.rules.objects import can_be_named
from templetop.games.karmaggan.rules.pieces import (
    CARD_NAMES,
    CARVING,
    DARK,
    EMPTY,
    FINGERS,
    HAND,
    MOST_SPAWNS,
    RINGS,
    STONE,
    TEMPLE,
    TEMPLE_NAMES,
)
from templetop.games.karmaggan.rules.start import PASSAGE_SPACES, STARTING_POINTS
from templetop.games.karmaggan.rules.state import (
    BUILDING,
    DROPPING,
    FLASHING,
    FLINGING,
    MOVING,
    NO_PIECE,
    NOBODY_CARRIES,
    PREPARING,
    PUSHING,
    RAISING,
    RETREATING,
    SWARMING,
)
from templetop.games.karmaggan.rules.swarm import must_go_on, own_spawn
from templetop.games.karmaggan.rules.table import (
    are_partners,
    is_abyss,
    is_inside,
    is_spawn,
    is_taken,
    piece_on,
    spawns_of,
    swarm_of,
    tile_at,
)
from templetop.games.karmaggan.words import t

# ── Steps ────────────────────────────────────────────────────────────────────────────────────────


def why_not_step(state: Any, seat: int, number: int) -> IllegalMove:
    """3.2 to 3.5, 3.13 to 3.15; 5.25 by a dagger; 7.8, 7.11 of a spawn; 9.1 out of a gate."""
    if state.phase == SWARMING and state.spawn == NO_PIECE:
        return why_none_is_led(state, seat)
    piece = mover(state, seat)
    if state.phase != PUSHING and state.steps <= 0:
        rule = "7.8" if state.phase == SWARMING else "3.2"
        return IllegalMove(t("There are no steps left."), rule=rule)
    if number >= TRAIL:
        return why_not_out(state, seat, piece, number - TRAIL)
    return why_not_beside(state, piece, number) or why_not_onto(state, piece, number)


def why_none_is_led(state: Any, seat: int) -> IllegalMove:
    """7.8  First the dice, then which spawn goes."""
    if state.steps > 0:
        return IllegalMove(t("Say first which spawn goes."), rule="7.8")
    if state.has_acted or not spawns_of(state, swarm_of(state, seat)):
        return why_not_act(state, seat)
    return IllegalMove(t("No spawn is being led: roll, and say which one goes."), rule="7.8")


def why_not_out(state: Any, seat: int, piece: int, gate: int) -> IllegalMove:
    """9.1  Who may leave, and where."""
    if is_spawn(piece):
        return IllegalMove(t("Spawns cannot leave through a gate."), rule="7.11")
    if piece != seat:
        return IllegalMove(t("A dagger cannot move anybody out of a gate."), rule="5.25")
    here = name_of(state, int(state.at[piece]))
    if gate_at(state, int(state.at[piece])) != gate:
        return IllegalMove(
            t(
                "The gate {gate} is not before {here}.",
                gate=GATE_NAMES[gate],
                here=here,
            ),
            rule="9.1",
        )
    if not is_open(state, gate):
        return IllegalMove(t("The {group} gates are closed.", group=GROUPS[gate]), rule="9.1")
    return IllegalMove(
        t("Only the carrier of the Egg can leave, or a rival who follows onto the same trail."),
        rule="9.1",
    )


def why_not_beside(state: Any, piece: int, number: int) -> IllegalMove | None:
    """3.4  A step leads to a space beside, never through a wall."""
    here = int(state.at[piece])
    name, there = name_of(state, here), name_of(state, number)
    if here == number:
        return IllegalMove(t("The piece is already on {there}.", there=there), rule="3.4")
    if not lie_beside(state, here, number):
        return IllegalMove(t("{there} is not beside {name}.", there=there, name=name), rule="3.4")
    if not includes(beside(state, only(here)), number):
        return IllegalMove(
            t("A wall stands between {name} and {there}.", name=name, there=there), rule="3.4"
        )
    return None


def why_not_onto(state: Any, piece: int, number: int) -> IllegalMove:
    """3.5, 3.13, 3.15  An abyss, or somebody there."""
    there = name_of(state, number)
    if is_abyss(state, number):
        return why_not_onto_abyss(state, piece, there)
    if state.phase == PUSHING:
        return IllegalMove(
            t("Somebody is on {there}: a dagger moves nobody there.", there=there), rule="5.25"
        )
    if state.egg == number:
        return IllegalMove(t("Spawns cannot step on a loose Egg."), rule="7.11")
    if state.steps == 1:
        return IllegalMove(
            t("An ally is on {there}, and this is the last step.", there=there), rule="3.13"
        )
    return IllegalMove(
        t("The steps left are not enough to get off {there} again.", there=there), rule="3.15"
    )


def why_not_onto_abyss(state: Any, piece: int, there: str) -> IllegalMove:
    if state.phase == PUSHING:
        return IllegalMove(
            t("{there} is an abyss: a dagger cannot move anybody there.", there=there), rule="5.25"
        )
    if is_spawn(piece):
        return IllegalMove(
            t("{there} is an abyss: spawns cannot step there.", there=there), rule="7.11"
        )
    if state.poles <= 0:
        return IllegalMove(
            t("{there} is an abyss: you need a pole to step there.", there=there), rule="3.5"
        )
    return IllegalMove(
        t("The steps left are not enough to get off the abyss {there}.", there=there), rule="3.15"
    )


# ── What is put somewhere ────────────────────────────────────────────────────────────────────────


def why_not_put(state: Any, seat: int, number: int) -> IllegalMove:
    """Each phase has places of its own."""
    phase, space = int(state.phase), tile_words(space_at(state, number))
    if phase == FLINGING:
        return why_not_flung(state, number, space)
    if phase == DROPPING:
        return why_not_dropped(state, number, space)
    if phase == RAISING:
        return why_not_raised(state, number, space)
    if phase == RETREATING:
        return IllegalMove(
            t("{start} is not a free space, or there is a nearer one.", start=start_of(space)),
            rule="3.14",
        )
    if phase == FLASHING:
        return why_not_flashed(state, number, space)
    if phase == BUILDING:
        return why_not_built(state, number, space)
    return why_not_summoned(state, seat, number, space)


def why_not_flung(state: Any, number: int, space: str) -> IllegalMove:
    if is_abyss(state, number) or is_taken(state, number):
        return IllegalMove(
            t("Nobody can land on {space}: it is not a free space.", space=space), rule="6.10"
        )
    if state.egg == number and is_spawn(int(top(state).what)):
        return IllegalMove(t("A spawn is never thrown onto the Egg."), rule="6.18")
    return IllegalMove(
        t("{start} is not as far away as the loser is thrown.", start=start_of(space)), rule="6.10"
    )


def why_not_dropped(state: Any, number: int, space: str) -> IllegalMove:
    if is_abyss(state, number):
        return IllegalMove(t("The Egg cannot lie on {space}.", space=space), rule="8.7")
    if is_taken(state, number) and is_spawn(int(piece_on(state, number))):
        return IllegalMove(
            t("A spawn is on {space}: the Egg cannot lie under it.", space=space), rule="8.7"
        )
    return IllegalMove(t("The Egg comes down nearer than {space}.", space=space), rule="8.7")


def why_not_raised(state: Any, number: int, space: str) -> IllegalMove:
    near = int(top(state).space)
    if is_abyss(state, number):
        return IllegalMove(t("No summoning tile is placed on an abyss."), rule="7.3")
    if number == CENTRE:
        return IllegalMove(t("No summoning tile lies in the centre."), rule="7.2")
    return IllegalMove(
        t("{start} is not beside {near}.", start=start_of(space), near=name_of(state, near)),
        rule="7.2" if near == CENTRE else "7.3",
    )


def why_not_flashed(state: Any, number: int, space: str) -> IllegalMove:
    if tile_at(state, number) != TEMPLE:
        return IllegalMove(t("{start} is not a temple tile.", start=start_of(space)), rule="4.9")
    if is_taken(state, number):
        return IllegalMove(t("Somebody is on {space}.", space=space), rule="4.9")
    return IllegalMove(t("{start} is in another ring.", start=start_of(space)), rule="4.9")


def why_not_built(state: Any, number: int, space: str) -> IllegalMove:
    if tile_at(state, number) != EMPTY:
        return IllegalMove(t("{start} is not an empty tile.", start=start_of(space)), rule="5.22")
    return IllegalMove(t("Somebody is on {space}.", space=space), rule="5.22")


def why_not_summoned(state: Any, seat: int, number: int, space: str) -> IllegalMove:
    if tile_at(state, number) != DARK + swarm_of(state, seat):
        return IllegalMove(
            t("{start} is not a summoning tile of your swarm.", start=start_of(space)), rule="7.7"
        )
    return IllegalMove(t("{start} is not free.", start=start_of(space)), rule="7.7")


def start_of(words: str) -> str:
    """As a sentence begins."""
    return words[0].upper() + words[1:]


def why_not_start(state: Any, seat: int, point: int) -> IllegalMove:
    name = name_of(state, int(STARTING_POINTS[point]))
    return IllegalMove(t("Somebody already begins on {name}.", name=name), rule="2.9")


def why_not_exit(state: Any, seat: int, passage: int) -> IllegalMove:
    space = int(PASSAGE_SPACES[passage])
    if space == top(state).space:
        return IllegalMove(
            t("{name} is where the raider is.", name=name_of(state, space)), rule="3.11"
        )
    if is_taken(state, space):
        return IllegalMove(t("Somebody is on {name}.", name=name_of(state, space)), rule="3.11")
    return IllegalMove(
        t("There is no passage on {name} any more.", name=name_of(state, space)), rule="3.11"
    )


# ── Dice and the end of a turn ───────────────────────────────────────────────────────────────────


def why_not_roll(state: Any, seat: int, number: int) -> IllegalMove:
    if state.phase == MOVING:
        return IllegalMove(t("The dice have already been rolled in this turn."), rule="3.2")
    return why_not_act(state, seat)


def why_not_stop(state: Any, seat: int, number: int) -> IllegalMove:
    if state.phase == PREPARING:
        return IllegalMove(t("You have to roll, even if you do not want to move."), rule="3.1")
    if state.phase == SWARMING:
        return IllegalMove(t("The spawn is on somebody else's space and has to go on."), rule="7.8")
    if is_abyss(state, int(state.at[seat])):
        return IllegalMove(t("A turn cannot end on an abyss."), rule="5.12")
    return IllegalMove(t("A turn cannot end on somebody else's space."), rule="3.13")


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


def why_not_play(state: Any, seat: int, card: int) -> IllegalMove:
    """5.1, 5.4, 5.6, 5.7"""
    name = CARD_NAMES[card]
    if state.phase == SWARMING:
        return IllegalMove(t("Players of the swarm cannot play cards."), rule="5.7")
    if state.rounds_over == 0:
        return IllegalMove(t("You cannot play a card in your first turn."), rule="5.7")
    if not has_card(state.players[seat], card):
        return IllegalMove(t("The card {card} is not in your hand.", card=name), rule="5.1")
    if state.plays > 0:
        return IllegalMove(t("The card {card} has nobody to act on.", card=name), rule="5.6")
    if state.players[seat].medallions > 0:
        return IllegalMove(t("You have played a card: pay a medallion first."), rule="5.4")
    return IllegalMove(t("You have already played a card in this turn."), rule="5.1")


def why_not_pay(state: Any, seat: int, number: int) -> IllegalMove:
    """5.4  For a card; 7.10  for a spawn."""
    is_swarm = state.phase == SWARMING
    if state.players[seat].medallions <= 0:
        return IllegalMove(t("You have no medallion."), rule="7.10" if is_swarm else "5.4")
    if is_swarm:
        return why_no_spawn(state, seat)
    if state.rounds_over == 0:
        return IllegalMove(t("You cannot play a card in your first turn."), rule="5.7")
    if state.plays > 0:
        return IllegalMove(t("You may play a card without paying."), rule="5.4")
    return IllegalMove(t("No card in your hand can be played."), rule="5.4")


def why_not_target(state: Any, seat: int, other: int) -> IllegalMove:
    """5.8, 5.10, 5.15, 5.21, 5.24"""
    card = int(top(state).what)
    if other == seat:
        return IllegalMove(t("It has to be another player."), rule="5.8")
    if card in (FINGERS, CARVING):
        if not can_be_named(state, seat, other):
            return nobody_outside(other)
        return why_not_carved(state, other) if card == CARVING else why_not_robbed(state, other)
    if not is_inside(state, other):
        rule = "5.15" if card == STONE else "5.24"
        return IllegalMove(
            t("Seat {other} has no raider in the Temple.", other=other + 1), rule=rule
        )
    return IllegalMove(
        t("The raider of seat {other} cannot be moved.", other=other + 1), rule="5.24"
    )


def nobody_outside(other: int) -> IllegalMove:
    return IllegalMove(
        t("Seat {other} is outside or out of the game.", other=other + 1), rule="5.8"
    )


def why_not_carved(state: Any, other: int) -> IllegalMove:
    return IllegalMove(
        t("Seat {other} has {HAND} cards and draws nothing.", other=other + 1, HAND=HAND),
        rule="5.21",
    )


def why_not_robbed(state: Any, other: int) -> IllegalMove:
    if top(state).space == other:
        return IllegalMove(t("Seat {other} has already been robbed.", other=other + 1), rule="5.10")
    if not cards_in(state.players[other]):
        return IllegalMove(t("Seat {other} has no card.", other=other + 1), rule="5.10")
    return IllegalMove(t("You have {HAND} cards and can take no more.", HAND=HAND), rule="5.10")


def why_not_spoil(state: Any, seat: int, other: int) -> IllegalMove:
    if top(state).what != CARVING:
        return IllegalMove(t("Only the carving makes somebody lose a card."), rule="5.21")
    if other == seat:
        return IllegalMove(t("It has to be another player."), rule="5.8")
    if not can_be_named(state, seat, other):
        return nobody_outside(other)
    return IllegalMove(t("Seat {other} has no card to lose.", other=other + 1), rule="5.21")


def why_not_gain(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("Only the stone brings a coin."), rule="5.15")


def why_not_enough(state: Any, seat: int, number: int) -> IllegalMove:
    if top(state).what == FINGERS:
        return IllegalMove(t("Somebody has to be robbed first."), rule="5.10")
    return IllegalMove(t("The card needs a target."), rule="5.6")


def why_not_ring(state: Any, seat: int, number: int) -> IllegalMove:
    if not state.cut_off:
        return IllegalMove(t("You are not cut off from the centre: roll."), rule="3.16")
    own = RINGS[ring_of(int(state.at[seat]))]
    wanted = RINGS[number // WAYS]
    return IllegalMove(
        t("You are on the {own} ring, not on the {wanted} one.", own=own, wanted=wanted),
        rule="3.16",
    )


def why_not_battle(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(t("The card {card} is not in your hand.", card=CARD_NAMES[card]), rule="6.3")


# ── The Egg ──────────────────────────────────────────────────────────────────────────────────────


def why_not_give(state: Any, seat: int, other: int, rule: str) -> IllegalMove | None:
    """8.4  Handed over, 8.5  or thrown."""
    if state.carrier != seat:
        return IllegalMove(t("You do not carry the Egg."), rule=rule)
    if not may_give(state, seat):
        return IllegalMove(t("You have already given the Egg away in this turn."), rule="8.6")
    if other == seat:
        return IllegalMove(t("You already have the Egg."), rule=rule)
    return None


def why_not_hand(state: Any, seat: int, other: int) -> IllegalMove:
    refusal = why_not_give(state, seat, other, "8.4")
    if refusal is not None:
        return refusal
    if not are_partners(state, seat, other):
        return IllegalMove(t("Seat {other} is not your team-mate.", other=other + 1), rule="8.4")
    return IllegalMove(
        t("The raider of seat {other} is not beside yours.", other=other + 1), rule="8.4"
    )


def why_not_throw(state: Any, seat: int, other: int) -> IllegalMove:
    if state.carrier not in (seat, NOBODY_CARRIES) and has_moved_carrier(state):
        return IllegalMove(
            t("Your team-mate has the Egg: it can be thrown to another of your team in line."),
            rule="8.9",
        )
    refusal = why_not_give(state, seat, other, "8.5")
    if refusal is not None:
        return refusal
    if may_hand_over(state, seat, other) and is_in_line(state, seat, other):
        return IllegalMove(t("Your team-mate is beside you: hand it over."), rule="8.4")
    return IllegalMove(
        t("The raider of seat {other} is not the first on a line outwards.", other=other + 1),
        rule="8.5",
    )


def why_not_take(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("No team-mate could give you the Egg now."), rule="8.6")


# ── The swarm ────────────────────────────────────────────────────────────────────────────────────


def why_not_act(state: Any, seat: int) -> IllegalMove:
    """7.6  Either summon or move, once."""
    if state.has_acted:
        return IllegalMove(t("The swarm has already summoned or moved in this turn."), rule="7.6")
    return IllegalMove(t("The swarm has no spawn that could move."), rule="7.8")


def why_not_summon(state: Any, seat: int, number: int) -> IllegalMove:
    return why_not_act(state, seat) if state.has_acted else why_no_spawn(state, seat)


def why_no_spawn(state: Any, seat: int) -> IllegalMove:
    """7.5, 7.7  Also for a medallion."""
    if spawns_of(state, swarm_of(state, seat)) >= MOST_SPAWNS:
        return IllegalMove(
            t("A swarm has at most {MOST_SPAWNS} spawns.", MOST_SPAWNS=MOST_SPAWNS), rule="7.5"
        )
    return IllegalMove(t("There is no free summoning tile of your swarm."), rule="7.7")


def why_not_lead(state: Any, seat: int, number: int) -> IllegalMove:
    piece = own_spawn(state, number)
    if state.at[piece] < 0:
        return IllegalMove(
            t("There is no spawn {number} on the table.", number=number + 1), rule="7.8"
        )
    if must_go_on(state):
        return IllegalMove(t("The spawn on somebody else's space has to go on first."), rule="7.8")
    if state.spawn == piece:
        return IllegalMove(t("Spawn {number} is already being led.", number=number + 1), rule="7.8")
    if state.steps <= 0:
        return IllegalMove(t("The swarm has no step left."), rule="7.8")
    return IllegalMove(t("Spawn {number} cannot step anywhere.", number=number + 1), rule="7.8")


def why_not_sacrifice(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("There is no spawn {number} on the table.", number=number + 1), rule="7.9")


# ── What chance cannot do ────────────────────────────────────────────────────────────────────────


def why_not_first(state: Any, seat: int, first: int) -> IllegalMove:
    return IllegalMove(t("There are only {seats} seats.", seats=state.seats), rule="2.5")


def why_not_draw(state: Any, seat: int, card: int) -> IllegalMove:
    if state.deck[card] > 0:
        return IllegalMove(t("Another card is on top of the object deck."), rule="5.13")
    return IllegalMove(
        t("The card {card} is not in the object deck.", card=CARD_NAMES[card]),
        rule="1.10",
    )


def why_not_uncover(state: Any, seat: int, card: int) -> IllegalMove:
    if state.temple[card] > 0:
        return IllegalMove(t("Another card is on top of the temple deck."), rule="5.13")
    return IllegalMove(
        t("The temple deck has no such card: {card}.", card=TEMPLE_NAMES[card]),
        rule="1.11",
    )


def why_not_show(state: Any, seat: int, card: int) -> IllegalMove:
    if state.deck[card] <= 0:
        return IllegalMove(
            t("The card {card} is not in the object deck.", card=CARD_NAMES[card]),
            rule="1.10",
        )
    return IllegalMove(t("The top of the other deck is shown now."), rule="5.13")


def why_not_show_temple(state: Any, seat: int, card: int) -> IllegalMove:
    if state.temple[card] <= 0:
        return IllegalMove(
            t("The temple deck has no such card: {card}.", card=TEMPLE_NAMES[card]),
            rule="1.11",
        )
    return IllegalMove(t("The top of the other deck is shown now."), rule="5.13")


def why_not_dice(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("Whoever carries the Egg rolls one die."), rule="3.2")


def why_not_die(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("Whoever does not carry the Egg rolls two dice."), rule="3.2")


def why_not_taste(state: Any, seat: int, face: int) -> IllegalMove:
    return IllegalMove(t("No such blood tile is left."), rule="1.12")


def why_not_steal(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(
        t("The card {card} is not in that hand.", card=CARD_NAMES[card]), rule="5.10"
    )


def why_not_lose(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(
        t("The card {card} is not in that hand.", card=CARD_NAMES[card]), rule="5.21"
    )


# ── What is not even a move ──────────────────────────────────────────────────────────────────────

NAMED_SPACE = re.compile(r"([a-z])([0-9]{1,9})")


def why_no_move(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """1.1  There is no such space."""
    named = NAMED_SPACE.fullmatch(typed)
    if not named:
        return None
    row, column = named[1].upper(), named[2]
    if row not in ROWS:
        return IllegalMove(t("There is no row {row}: they are A to G.", row=row), rule="1.1")
    last = ROWS[row][1] - 1
    if row == row_of(CENTRE):
        return IllegalMove(t("The centre is one space, G."), rule="1.1")
    sentence = t(
        "There is no space {row}{column}: row {row} ends with {row}{last}.",
        row=row,
        column=column,
        last=last,
    )
    return IllegalMove(sentence, rule="1.1")
