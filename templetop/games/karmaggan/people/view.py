"""What a seat may see: everything but the cards that it has not seen (2.8).

Rings are given as they are drawn, with how far they have turned: a column of the world is a column
of the ring and as many columns more as the ring's sectors have.
"""

from dataclasses import dataclass, replace
from typing import Any

from templetop.engine.alike import seen_alike
from templetop.engine.match import seats_to_move
from templetop.engine.seats import CHANCE
from templetop.engine.speech import mark
from templetop.games.karmaggan.people.asking import asks, card_asked_about, next_to_roll
from templetop.games.karmaggan.people.course import LessonView, MayView, course_of, lessons_of
from templetop.games.karmaggan.people.spaces import (
    GATE_NAMES,
    GROUPS,
    ROWS,
    Space,
    space_at,
    space_or_none,
)
from templetop.games.karmaggan.rules.agenda import top
from templetop.games.karmaggan.rules.battle import BATTLE_ROUNDS
from templetop.games.karmaggan.rules.ending import side_of
from templetop.games.karmaggan.rules.ground import (
    NOWHERE,
    TRAIL,
    has_space,
    is_open,
    ring_of,
)
from templetop.games.karmaggan.rules.hands import cards_in, cards_of
from templetop.games.karmaggan.rules.moves import PUT, STEP
from templetop.games.karmaggan.rules.pieces import (
    BEATS,
    BLOOD_FACES,
    CARD_NAMES,
    CENTRAL_WALL,
    FIRST_SPAWN,
    GATE_WIDTH,
    GATES,
    INNER_WALL,
    MIDDLE_BARS,
    MIDDLE_WALL,
    MOST_SPAWNS,
    NO_CARD,
    OUTER_BARS,
    PIECES,
    RINGS,
    ROLLERS,
    SECTORS,
    TEMPLE_NAMES,
    TILES,
    VALUE,
    VALUES,
)
from templetop.games.karmaggan.rules.state import (
    AIMING,
    ALIVE,
    ANSWERING,
    BATTLING,
    BUILDING,
    CONSUMING,
    DROPPING,
    ENDINGS,
    FLASHING,
    FLINGING,
    LEAVING,
    MEETING,
    NO_PIECE,
    NOBODY_CARRIES,
    NOT_ENDED,
    OVER,
    PHASES,
    PUSHING,
    RAISING,
    RETREATING,
    SUMMONING,
    TAKING,
    TEAMS,
    UNCOVERING,
)
from templetop.games.karmaggan.rules.steps import user_of
from templetop.games.karmaggan.rules.table import (
    first_spawn,
    is_spawn,
    swarm_of,
    swarm_of_spawn,
    tile_at,
)
from templetop.games.karmaggan.rules.temple import NO_TEMPLE_CARD
from templetop.games.karmaggan.words import t

PUTTING = (FLINGING, DROPPING, RAISING, RETREATING, FLASHING, BUILDING, SUMMONING)
LIVES = ("alive", "dead", "out")
WALLS = (CENTRAL_WALL, INNER_WALL, MIDDLE_WALL, "")  # around each ring
TRAPS = ("fire", "acid", "arrows", "")
BEATEN = {  # 6.4, 6.7
    value: ["none", *(other for other, beats in zip(VALUES, row, strict=True) if beats)]
    for value, row in zip(VALUES, BEATS, strict=True)
}
BARS: tuple[tuple[int, ...], ...] = ((), (), MIDDLE_BARS, OUTER_BARS)
EFFECTS = mark({
    "fingers": "steal a random card from one or two players",
    "mishmash": "draw three cards",
    "pole": "step on one abyss in this turn",
    "gaze": "show the top card of both decks to all",
    "spell": "the next tile does nothing",
    "stone": "gain a coin, or give one of yours to another raider",
    "dull helmet": "turn a ring",
    "horned helmet": "turn a ring",
    "mirror helmet": "turn a ring",
    "sparks": "two more steps",
    "sword": "nothing; it is for battle",
    "saliva": "draw a card, then as many temple cards as a die says",
    "eclipse": "close all gates and discard the rest of the hand",
    "carving": "another player draws two cards or loses one",
    "twins": "draw a card, then turn two empty tiles into temple tiles",
    "tar": "lose a coin and draw three cards",
    "dagger": "move another raider two steps",
})  # fmt: skip


@dataclass(frozen=True)
class RowView:
    """A row of a ring, its tiles counted along the ring."""

    row: str
    first: int  # the number of its first space
    tiles: list[str]


@dataclass(frozen=True)
class RingView:
    """A ring with what turns with it; a wall is drawn part by part: . a gap, | wall, * a trap."""

    ring: str
    columns: int
    turned: int  # by so many sectors, clockwise
    rows: list[RowView]  # from the rim inwards
    wall: str  # around the ring; the Outer one has none that turns
    trap: str  # what is built into it
    bars: list[int]  # columns before which a wall stands across the ring


@dataclass(frozen=True)
class GateView:
    """A gate in the outermost wall, which never turns."""

    name: str
    group: str
    column: int  # of the world, the first one
    width: int
    is_open: bool
    trail: int  # the number of the space outside


@dataclass(frozen=True)
class PieceView:
    """A raider or a spawn on the table."""

    piece: int
    seat: int | None  # whose raider it is; None: a spawn
    swarm: int | None
    spawn: int | None  # its number in the swarm, from 1
    space: Space
    has_egg: bool


@dataclass(frozen=True)
class CardView:
    """A card of your own."""

    card: str
    value: str  # in battle
    known_to: list[int]  # the others who have seen it
    does: str


@dataclass(frozen=True)
class PlayerView:
    """A seat."""

    seat: int
    side: int
    swarm: int  # that it leads when it is dead
    life: str
    coins: int
    medallions: int
    cards: int
    seen: list[str]  # those of another hand that you have seen
    hand: list[CardView] | None  # None: not for your eyes
    space: Space | None
    is_outside: bool
    has_egg: bool


@dataclass(frozen=True)
class EggView:
    """Where it lies, or who has it."""

    space: Space
    carrier: int | None


@dataclass(frozen=True)
class DeckView:
    """A deck: its size, and its top card if all have seen that."""

    cards: int
    shown: str | None


@dataclass(frozen=True)
class UsedView:
    """The tiles that have acted on a piece in this turn."""

    piece: int
    spaces: list[Space]


@dataclass(frozen=True)
class TurnView:
    """What counts for this turn."""

    active: int
    steps: int
    plays: int
    poles: int
    spells: int
    is_cut_off: bool
    has_acted: bool  # the swarm has summoned or rolled
    spawn: int | None  # the piece that the swarm moves now
    gave: list[int]  # who has given the Egg away
    used: list[UsedView]


@dataclass(frozen=True)
class FighterView:
    """One side of a battle."""

    seat: int  # who plays the cards
    piece: int
    won: int
    aside: list[str]  # cards that return


@dataclass(frozen=True)
class BattleView:
    """Three rounds of unseen cards."""

    round: int
    rounds: int
    attacker: FighterView
    defender: FighterView


@dataclass(frozen=True)
class QuestionView:
    """What is to be decided or rolled now, and what it is about."""

    phase: str
    seats: list[int]  # who decides; nobody: chance does
    card: str | None
    piece: int | None
    space: Space | None
    more: int  # times
    rolls: int | None  # who rolls for damage


@dataclass(frozen=True)
class KarmagganView:
    """The table, as this seat or a spectator sees it."""

    seat: int | None
    asks: str | None  # what this seat is asked now, in a sentence
    phase: str
    round: int
    rounds: int
    mode: str
    first: int
    question: QuestionView | None
    turn: TurnView
    course: list[MayView]  # the table of this turn
    lessons: list[LessonView]  # what is to be told when it happens for the first time
    battle: BattleView | None
    beats: dict[str, list[str]]  # which values a value beats; "none" is no card
    sectors: int
    rings: list[RingView]  # from the centre outwards
    gates: list[GateView]
    rollers: list[int]  # the columns of the world before which they hang
    are_rollers_out: bool
    pieces: list[PieceView]
    egg: EggView
    to_last: int  # turns that the carrier outside has to begin
    players: list[PlayerView]
    objects: DeckView
    discards: dict[str, int]
    temple: DeckView
    temple_left: dict[str, int]
    turned_up: dict[str, int]
    blood_left: dict[str, int]
    victims: list[int]  # who has still to roll for damage
    # While this seat is asked: the move to a space is this plus the number of the space. If it is
    # not among the offers, it is refused with the reason.
    first_move: int | None
    ending: str | None
    winners: list[int]


def view(state: Any, seat: int | None) -> KarmagganView:
    """What the seat may see; None is a spectator."""
    of_all = view_of_all(state)
    if seat is None:
        return of_all
    players = [seen_from(state, player, seat) for player in of_all.players]
    first = first_move(state) if seat in seats_to_move(state) else None
    return replace(of_all, seat=seat, asks=asks(state, seat), players=players, first_move=first)


def first_move(state: Any) -> int:
    return PUT if state.phase in PUTTING else STEP


@seen_alike
def view_of_all(state: Any) -> KarmagganView:
    """2.8  All but the hands."""
    has_ended = state.ending != NOT_ENDED
    return KarmagganView(
        seat=None,
        asks=None,
        phase=PHASES[state.phase].name,
        round=min(int(state.rounds_over) + 1, int(state.rounds)),
        rounds=int(state.rounds),
        mode="teams" if state.mode == TEAMS else "alone",
        first=int(state.first),
        question=None if state.phase == OVER else question_view(state),
        turn=turn_view(state),
        course=course_of(state),
        lessons=lessons_of(state),
        battle=battle_view(state) if state.phase == BATTLING else None,
        beats=BEATEN,
        sectors=SECTORS,
        rings=[ring_view(state, ring) for ring in range(len(RINGS))],
        gates=[gate_view(state, gate) for gate in range(len(GATES))],
        rollers=[*ROLLERS],
        are_rollers_out=bool(state.rollers),
        pieces=[piece_view(state, piece) for piece in range(PIECES) if is_there(state, piece)],
        egg=egg_view(state),
        to_last=int(state.last_turns),
        players=[player_view(state, seat) for seat in range(state.seats)],
        objects=DeckView(cards_of(state.deck), shown_card(state)),
        discards=counts(CARD_NAMES, state.discards),
        temple=DeckView(cards_of(state.temple), shown_temple_card(state)),
        temple_left=counts(TEMPLE_NAMES, state.temple),
        turned_up=counts(TEMPLE_NAMES, state.turned_up),
        blood_left=counts(BLOOD_FACES, state.bag),
        victims=seats_in(state, state.victims),
        first_move=None,
        ending=ENDINGS[state.ending] if has_ended else None,
        winners=seats_in(state, state.winners) if has_ended else [],
    )


def counts(names: tuple[str, ...], pile: Any) -> dict[str, int]:
    """How many there are of each."""
    return {name: int(number) for name, number in zip(names, pile, strict=True) if number}


def seats_in(state: Any, bits: int) -> list[int]:
    return [seat for seat in range(state.seats) if int(bits) >> seat & 1]


def shown_card(state: Any) -> str | None:
    """5.13"""
    return None if state.shown == NO_CARD else CARD_NAMES[state.shown]


def shown_temple_card(state: Any) -> str | None:
    return None if state.shown_temple == NO_TEMPLE_CARD else TEMPLE_NAMES[state.shown_temple]


# ── The Temple ───────────────────────────────────────────────────────────────────────────────────


def ring_view(state: Any, ring: int) -> RingView:
    rows = {row: place for row, place in ROWS.items() if ring_of(place[0]) == ring}
    return RingView(
        ring=RINGS[ring],
        columns=max(columns for _, columns in rows.values()),
        turned=int(state.offsets[ring]),
        rows=[row_view(state, row) for row in rows],
        wall=WALLS[ring],
        trap=TRAPS[ring],
        bars=[*BARS[ring]],
    )


def row_view(state: Any, row: str) -> RowView:
    first, columns = ROWS[row]
    return RowView(row, first, [TILES[tile_at(state, first + column)] for column in range(columns)])


def gate_view(state: Any, gate: int) -> GateView:
    open_now = bool(is_open(state, gate))
    name, group, trail = GATE_NAMES[gate], GROUPS[gate], TRAIL + gate
    return GateView(name, group, GATES[gate], GATE_WIDTH, open_now, trail)


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


def is_there(state: Any, piece: int) -> bool:
    return bool(state.at[piece] != NOWHERE)


def piece_view(state: Any, piece: int) -> PieceView:
    space = space_at(state, int(state.at[piece]))
    if is_spawn(piece):
        swarm = int(swarm_of_spawn(piece))
        return PieceView(piece, None, swarm, spawn_number(piece), space, False)
    return PieceView(piece, piece, None, None, space, bool(state.carrier == piece))


def spawn_number(piece: int) -> int:
    """Its number in the swarm, from 1."""
    return (piece - FIRST_SPAWN) % MOST_SPAWNS + 1


def egg_view(state: Any) -> EggView:
    if state.carrier == NOBODY_CARRIES:
        return EggView(space_at(state, int(state.egg)), None)
    carrier = int(state.carrier)
    return EggView(space_at(state, int(state.at[carrier])), carrier)


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


def player_view(state: Any, seat: int) -> PlayerView:
    """As everyone sees it."""
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        side=int(side_of(state, seat)),
        swarm=int(swarm_of(state, seat)),
        life=LIVES[player.life],
        coins=int(player.coins),
        medallions=int(player.medallions),
        cards=cards_in(player),
        seen=[],
        hand=None,
        space=space_or_none(state, int(state.at[seat])),
        is_outside=bool(player.life == ALIVE and state.at[seat] >= TRAIL),
        has_egg=bool(state.carrier == seat),
    )


def seen_from(state: Any, player: PlayerView, viewer: int) -> PlayerView:
    """2.8  One's own cards, and those of others that one has seen."""
    cards = state.players[player.seat]
    places = range(player.cards)
    if player.seat == viewer:
        return replace(player, hand=[card_view(state, cards, place, viewer) for place in places])
    known = [CARD_NAMES[cards.cards[place]] for place in places if knows(cards, place, viewer)]
    return replace(player, seen=known)


def knows(player: Any, place: int, seat: int) -> bool:
    return bool(int(player.known[place]) >> seat & 1)


def card_view(state: Any, player: Any, place: int, owner: int) -> CardView:
    card = int(player.cards[place])
    others = [seat for seat in range(state.seats) if seat != owner and knows(player, place, seat)]
    name = CARD_NAMES[card]
    return CardView(name, VALUES[VALUE[card]], others, t(EFFECTS[name]))


# ── What is going on ─────────────────────────────────────────────────────────────────────────────

ABOUT_A_PIECE = (FLINGING, RETREATING, LEAVING, FLASHING, PUSHING)
AT_A_SPACE = (MEETING, ANSWERING, TAKING, CONSUMING, LEAVING, AIMING, DROPPING, RAISING)
REPEATED = (PUSHING, BUILDING, RAISING, UNCOVERING)


def question_view(state: Any) -> QuestionView:
    job, phase = top(state), int(state.phase)
    return QuestionView(
        phase=PHASES[phase].name,
        seats=[seat for seat in seats_to_move(state) if seat != CHANCE],
        card=card_asked_about(state),
        piece=int(job.what) if phase in ABOUT_A_PIECE else None,
        space=space_at(state, int(job.space)) if phase in AT_A_SPACE else None,
        more=int(job.many) if phase in REPEATED else 1,
        rolls=next_to_roll(state),
    )


def turn_view(state: Any) -> TurnView:
    return TurnView(
        active=int(state.active),
        steps=int(state.steps),
        plays=int(state.plays),
        poles=int(state.poles),
        spells=int(state.spells),
        is_cut_off=bool(state.cut_off),
        has_acted=bool(state.has_acted),
        spawn=int(state.spawn) if state.spawn != NO_PIECE else None,
        gave=seats_in(state, state.gave),
        used=[
            used_view(state, piece) for piece in movers(state) if state.used[user_of(piece)].any()
        ],
    )


def movers(state: Any) -> list[int]:
    """3.7  The pieces that tiles have acted on in this turn: raiders, or the active swarm."""
    if not state.has_acted:  # no swarm has rolled; whoever dies in their turn was a raider in it
        return [*range(state.seats)]
    first = int(first_spawn(swarm_of(state, int(state.active))))
    return [*range(first, first + MOST_SPAWNS)]


def used_view(state: Any, piece: int) -> UsedView:
    row = state.used[user_of(piece)]
    spaces = [number for number in range(TRAIL) if has_space(row, number)]
    return UsedView(piece, [space_at(state, number) for number in spaces])


def battle_view(state: Any) -> BattleView:
    round_now = int(state.battle.rounds) + 1
    attacker, defender = fighter_view(state, 0), fighter_view(state, 1)
    return BattleView(round_now, BATTLE_ROUNDS, attacker, defender)


def fighter_view(state: Any, side: int) -> FighterView:
    battle = state.battle
    aside = [CARD_NAMES[card] for card in battle.aside[side] if card != NO_CARD]
    seat, piece, won = (int(part[side]) for part in (battle.seats, battle.pieces, battle.won))
    return FighterView(seat, piece, won, aside)
