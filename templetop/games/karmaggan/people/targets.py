"""What moves and events touch: their parts, for boards, bots and words.

Nothing here says more than the move itself and what everybody sees, so whoever may know a move may
know its target.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from templetop.games.karmaggan.people.ahead import (
    WAY_NAMES,
    Ahead,
    Brought,
    Swept,
    lines_of_fire,
    what_is_brought,
    what_rings_bring,
)
from templetop.games.karmaggan.people.spaces import GATE_NAMES, Space, space_at
from templetop.games.karmaggan.people.view import EFFECTS, seats_in, spawn_number
from templetop.games.karmaggan.rules.agenda import top
from templetop.games.karmaggan.rules.fate import ROLLER, damage, next_victim
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    NOWHERE,
    TRAIL,
    acid_hits,
    arrow_hits,
    crosses_roller,
    fire_hits,
    includes,
    is_any,
    only,
)
from templetop.games.karmaggan.rules.moves import WAYS
from templetop.games.karmaggan.rules.pieces import (
    ACID,
    ARROWS,
    BLOOD_FACES,
    CARD_NAMES,
    DIE,
    DULL_HELMET,
    FIRE,
    FLASH,
    HORNED_HELMET,
    MEDALLION,
    MIRROR_HELMET,
    NO_CARD,
    PISTON,
    RINGS,
    ROTATIONS,
    TEMPLE_NAMES,
    VALUE,
    VALUES,
)
from templetop.games.karmaggan.rules.start import PASSAGE_SPACES, STARTING_POINTS
from templetop.games.karmaggan.rules.state import (
    ANSWERING,
    BUILDING,
    CHOOSING,
    DROPPING,
    FLASHING,
    FLINGING,
    MEETING,
    NO_PIECE,
    PUSHING,
    RAISING,
    RETREATING,
    SWARMING,
    TAKING,
    UNCOVERING,
)
from templetop.games.karmaggan.rules.steps import exits_of_flash
from templetop.games.karmaggan.rules.swarm import own_spawn, summonable
from templetop.games.karmaggan.rules.table import is_spawn, piece_on, taken
from templetop.games.karmaggan.rules.temple import ARROW_DAMAGE, FIRE_DAMAGE, raiders_on
from templetop.games.karmaggan.words import t


@dataclass(frozen=True)
class Step:
    """A piece, and the space it steps on."""

    kind: Literal["step"]
    words: str
    seat: int
    piece: int
    raider: int | None  # None: a spawn
    spawn: int | None  # its number in the swarm
    space: Space
    met: int | None  # the raider that is there
    meets_spawn: bool
    is_hurt: bool  # by a roller


@dataclass(frozen=True)
class Put:
    """Something that comes to lie on a space: what, says its name."""

    kind: Literal["put"]
    words: str
    seat: int
    what: str  # raider, spawn, Egg, summoning tile, temple tile
    piece: int | None  # that is moved
    raider: int | None
    spawn: int | None
    space: Space


@dataclass(frozen=True)
class Start:
    """A starting point, and the gate that it is inside of."""

    kind: Literal["start"]
    seat: int
    space: Space
    gate: str


@dataclass(frozen=True)
class Deed:
    """What is done without choosing anything."""

    kind: Literal["roll", "stop", "pay", "take", "gain", "enough", "fight", "pass", "yes", "no",
                  "stay", "through", "past", "summon"]  # fmt: skip
    words: str
    seat: int
    other: int | None  # the player or raider whom it concerns
    space: Space | None


@dataclass(frozen=True)
class Card:
    """A card of the hand that is played."""

    kind: Literal["play"]
    seat: int
    card: str
    does: str
    turns: tuple[Ahead, ...]  # what it could turn, and what that would bring where


HELMETS = (DULL_HELMET, HORNED_HELMET, MIRROR_HELMET)


@dataclass(frozen=True)
class BattleCard:
    """A card for a round of battle, or none."""

    kind: Literal["battle"]
    words: Literal["card", "none"]
    seat: int
    card: str | None
    value: str | None


@dataclass(frozen=True)
class Concern:
    """Another player, whom the Egg or a card concerns."""

    kind: Literal["hand", "target", "spoil"]
    words: str
    seat: int
    other: int


@dataclass(frozen=True)
class Throw:
    """The Egg is thrown: by whom, and to whom."""

    kind: Literal["throw"]
    words: Literal["", "by another"]
    seat: int
    giver: int  # the seat itself, or the team-mate that it has moved (8.9)
    other: int


@dataclass(frozen=True)
class Turn:
    """A ring that will turn."""

    kind: Literal["ring"]
    words: Literal["card", "cut off"]
    seat: int
    ring: str
    way: str
    brings: tuple[Brought, ...]  # what the ring would take along, and where to


@dataclass(frozen=True)
class Exit:
    """A passage to go on from."""

    kind: Literal["exit"]
    words: Literal["own", "other"]
    seat: int
    raider: int
    space: Space


@dataclass(frozen=True)
class Spawn:
    """A spawn of the swarm."""

    kind: Literal["lead", "sacrifice"]
    seat: int
    piece: int
    spawn: int
    space: Space


# ── Of moves ─────────────────────────────────────────────────────────────────────────────────────


def step_target(state: Any, seat: int, number: int) -> Step:
    piece = mover(state, seat)
    other = int(piece_on(state, number))
    is_met = other not in (NO_PIECE, piece)
    is_hurt = number < TRAIL and bool(crosses_roller(state, int(state.at[piece]), number))
    raider, spawn = who_is(piece)
    met, meets_spawn = who_is(other) if is_met else (None, None)
    return Step(
        kind="step",
        words=words_of_step(state, seat, piece, number, is_hurt, other if is_met else NO_PIECE),
        seat=seat,
        piece=piece,
        raider=raider,
        spawn=spawn,
        space=space_at(state, number),
        met=met,
        meets_spawn=meets_spawn is not None,
        is_hurt=is_hurt and raider is not None,
    )


def mover(state: Any, seat: int) -> int:
    """The piece that steps: one's own raider, a spawn, or the raider of a dagger."""
    if state.phase == SWARMING:
        return max(int(state.spawn), 0)
    return int(top(state).what) if state.phase == PUSHING else seat


def who_is(piece: int) -> tuple[int | None, int | None]:
    """The seat of a raider, or the number of a spawn."""
    return (None, spawn_number(piece)) if is_spawn(piece) else (piece, None)


def words_of_step(state: Any, seat: int, piece: int, number: int, is_hurt: bool, other: int) -> str:
    subject = "spawn" if is_spawn(piece) else "own" if piece == seat else "pushed"
    if number >= TRAIL:
        return "out"
    if other != NO_PIECE:
        return f"{subject} onto {'spawn' if is_spawn(other) else 'raider'}"
    if is_hurt and not is_spawn(piece):
        return f"{subject} through roller"
    return f"{subject} to Egg" if state.egg == number else subject


PUT_THINGS = {
    DROPPING: "Egg",
    RAISING: "summoning tile",
    BUILDING: "temple tile",
}


def put_target(state: Any, seat: int, number: int) -> Put:
    phase = int(state.phase)
    if phase not in (FLINGING, RETREATING, FLASHING):
        what = PUT_THINGS.get(phase, "spawn")
        words = "summon" if what == "spawn" else what
        return Put("put", words, seat, what, None, None, None, space_at(state, number))
    piece = int(top(state).what)
    raider, spawn = who_is(piece)
    what = "spawn" if raider is None else "raider"
    words = words_of_piece_put(state, seat, phase, piece)
    return Put("put", words, seat, what, piece, raider, spawn, space_at(state, number))


def words_of_piece_put(state: Any, seat: int, phase: int, piece: int) -> str:
    if is_spawn(piece):
        return "fling spawn" if phase == FLINGING else "retreat with spawn"
    if phase == FLINGING:
        return "fling body" if state.players[piece].coins <= 0 else "fling"
    if phase == RETREATING:
        return "retreat"
    return "flash" if piece == seat else "flash other"


def start_target(state: Any, seat: int, point: int) -> Start:
    return Start("start", seat, space_at(state, int(STARTING_POINTS[point])), GATE_NAMES[point])


def roll_target(state: Any, seat: int, number: int) -> Deed:
    is_swarm, has_egg = state.phase == SWARMING, state.carrier == seat
    return Deed("roll", "swarm" if is_swarm else "one die" if has_egg else "two dice", seat, None,
                None)  # fmt: skip


def stop_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("stop", "", seat, None, None)


def pay_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("pay", "spawn" if state.phase == SWARMING else "card", seat, None, None)


def take_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("take", "", seat, int(state.carrier), None)


def gain_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("gain", "", seat, None, None)


def enough_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("enough", "", seat, None, None)


def fight_target(state: Any, seat: int, number: int) -> Deed:
    return meeting(state, seat, "fight")


def pass_target(state: Any, seat: int, number: int) -> Deed:
    return meeting(state, seat, "pass")


def meeting(state: Any, seat: int, kind: Literal["fight", "pass"]) -> Deed:
    """6.1  Whom one meets; the one who answers is met by the other."""
    job = top(state)
    other = int(job.many) if state.phase == MEETING else int(job.what)
    raider, _ = who_is(other)
    side = "answer" if state.phase == ANSWERING else "meet"
    words = f"{side} {'spawn' if raider is None else 'raider'}"
    return Deed(kind, words, seat, raider, space_at(state, int(job.space)))


def yes_target(state: Any, seat: int, number: int) -> Deed:
    return offer_of_tile(state, seat, "yes")


def no_target_of_tile(state: Any, seat: int, number: int) -> Deed:
    return offer_of_tile(state, seat, "no")


def offer_of_tile(state: Any, seat: int, kind: Literal["yes", "no"]) -> Deed:
    words = "card" if state.phase == TAKING else "blood"
    return Deed(kind, words, seat, None, space_at(state, int(top(state).space)))


def stay_target(state: Any, seat: int, number: int) -> Deed:
    piece = int(top(state).what)
    words = "own" if piece == seat else "other"
    return Deed("stay", words, seat, piece, space_at(state, int(top(state).space)))


def through_target(state: Any, seat: int, number: int) -> Deed:
    job = top(state)
    return Deed("through", "", seat, int(job.what), space_at(state, int(job.space)))


def past_target(state: Any, seat: int, number: int) -> Deed:
    job = top(state)
    return Deed("past", "", seat, int(job.what), space_at(state, int(job.space)))


def summon_target(state: Any, seat: int, number: int) -> Deed:
    """7.7  Where, if there is only one tile for it."""
    tiles = summonable(state, seat)
    spaces = [space for space in range(TRAIL) if includes(tiles, space)]
    if len(spaces) > 1:
        return Deed("summon", "somewhere", seat, None, None)
    return Deed("summon", "there", seat, None, space_at(state, spaces[0]))


def card_target(state: Any, seat: int, card: int) -> Card:
    turns = what_rings_bring(state) if card in HELMETS else ()
    return Card("play", seat, CARD_NAMES[card], t(EFFECTS[CARD_NAMES[card]]), turns)


def battle_target(state: Any, seat: int, card: int) -> BattleCard:
    if card == NO_CARD:
        return BattleCard("battle", "none", seat, None, None)
    return BattleCard("battle", "card", seat, CARD_NAMES[card], VALUES[VALUE[card]])


def hand_target(state: Any, seat: int, other: int) -> Concern:
    return Concern("hand", "", seat, other)


def throw_target(state: Any, seat: int, other: int) -> Throw:
    giver = int(state.carrier)
    return Throw("throw", "" if giver == seat else "by another", seat, giver, other)


def named_target(state: Any, seat: int, other: int) -> Concern:
    return Concern("target", CARD_NAMES[top(state).what], seat, other)


def spoil_target(state: Any, seat: int, other: int) -> Concern:
    return Concern("spoil", "", seat, other)


def ring_target(state: Any, seat: int, number: int) -> Turn:
    words: Literal["card", "cut off"] = "card" if state.phase == CHOOSING else "cut off"
    ring, way = divmod(number, WAYS)
    brings = what_is_brought(state, ring, way)
    return Turn("ring", words, seat, RINGS[ring], WAY_NAMES[way], brings)


def exit_target(state: Any, seat: int, passage: int) -> Exit:
    piece = int(top(state).what)
    words: Literal["own", "other"] = "own" if piece == seat else "other"
    return Exit("exit", words, seat, piece, space_at(state, int(PASSAGE_SPACES[passage])))


def lead_target(state: Any, seat: int, number: int) -> Spawn:
    piece = int(own_spawn(state, number))
    return Spawn("lead", seat, piece, number + 1, space_at(state, int(state.at[piece])))


def sacrifice_target(state: Any, seat: int, number: int) -> Spawn:
    piece = int(own_spawn(state, number))
    return Spawn("sacrifice", seat, piece, number + 1, space_at(state, int(state.at[piece])))


# ── Of events ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class First:
    """Who begins."""

    kind: Literal["first"]
    seat: int


@dataclass(frozen=True)
class Draw:
    """A card from the object deck, into a hand."""

    kind: Literal["draw"]
    words: Literal["dealing", "drawing"]
    seat: int
    card: str
    is_shown: bool  # all have seen it on top of the deck


@dataclass(frozen=True)
class Dice:
    """What was rolled for steps, and how many there are now."""

    kind: Literal["dice", "die"]
    words: Literal["one", "many"]
    seat: int
    numbers: tuple[int, ...]
    steps: int


@dataclass(frozen=True)
class Uncover:
    """A temple card, the raider who stepped on the tile, and whom a trap hits."""

    kind: Literal["uncover"]
    words: str
    seat: int
    card: str
    hit: tuple[int, ...]
    dead: tuple[int, ...]
    lines: tuple[Swept, ...]  # where a trap shoots


@dataclass(frozen=True)
class Sectors:
    """How far a ring turns."""

    kind: Literal["sectors"]
    words: str
    ring: str
    way: str
    number: int


@dataclass(frozen=True)
class Damage:
    """What somebody rolls for damage, and what it costs."""

    kind: Literal["damage"]
    words: str
    seat: int
    cause: Literal["acid", "roller"]
    number: int
    coins: int
    dies: bool


@dataclass(frozen=True)
class Taste:
    """The face of a blood tile."""

    kind: Literal["taste"]
    words: Literal["coins", "medallion"]
    seat: int
    coins: int


@dataclass(frozen=True)
class Steal:
    """A card that changes hands."""

    kind: Literal["steal"]
    thief: int
    victim: int
    card: str


@dataclass(frozen=True)
class Lose:
    """A card that is discarded unwillingly."""

    kind: Literal["lose"]
    seat: int
    card: str


@dataclass(frozen=True)
class Count:
    """So many temple cards."""

    kind: Literal["count"]
    words: Literal["one", "many"]
    seat: int
    number: int


@dataclass(frozen=True)
class Show:
    """The top of a deck."""

    kind: Literal["show"]
    card: str


def first_target(state: Any, seat: int, first: int) -> First:
    return First("first", first)


def draw_target(state: Any, seat: int, card: int) -> Draw:
    to = int(top(state).seat)
    words: Literal["dealing", "drawing"] = "drawing" if state.turns else "dealing"
    return Draw("draw", words, to, CARD_NAMES[card], bool(state.shown == card))


def dice_target(state: Any, seat: int, number: int) -> Dice:
    one, other = divmod(number, DIE)
    return dice(state, "dice", (one + 1, other + 1))


def die_target(state: Any, seat: int, number: int) -> Dice:
    return dice(state, "die", (number + 1,))


def dice(state: Any, kind: Literal["dice", "die"], numbers: tuple[int, ...]) -> Dice:
    steps = int(state.steps) + max(numbers)
    words: Literal["one", "many"] = "one" if steps == 1 else "many"
    return Dice(kind, words, int(top(state).seat), numbers, steps)


BY_SALIVA = ", saliva"  # the end of the words for a card that saliva turns up


def is_by_saliva(state: Any) -> bool:
    """5.19  Are there temple cards to come, of which none lies under a raider?"""
    jobs = state.agenda[: int(state.depth)]
    return any(job.task == UNCOVERING and job.space == NOWHERE for job in jobs)


def uncover_target(state: Any, seat: int, card: int) -> Uncover:
    hit, dead = victims(state, card)
    words = f"{words_of_card(state, card, hit, dead)}{BY_SALIVA if is_by_saliva(state) else ''}"
    lines = lines_of_fire(state, card)
    return Uncover("uncover", words, int(top(state).seat), TEMPLE_NAMES[card], hit, dead, lines)


def words_of_card(state: Any, card: int, hit: Sequence[int], dead: Sequence[int]) -> str:
    """4.5  A trap with its victims; 4.9  a flash, and whether it leads anywhere."""
    if card < ROTATIONS:
        return "ring"
    if ARROWS <= card <= PISTON:
        return f"{TEMPLE_NAMES[card]} {len(hit)} {len(dead)}"
    is_idle = card == FLASH and not is_any(exits_of_flash(state, int(top(state).seat)))
    return f"{TEMPLE_NAMES[card]} nowhere" if is_idle else TEMPLE_NAMES[card]


def victims(state: Any, card: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """4.5 to 4.7  Whom a trap hits, and who dies of it at once."""
    if not ARROWS <= card <= PISTON:
        return (), ()
    hit = seats_in(state, raiders_on(state, line_of_fire(state, card)))
    deadly = {ARROWS: ARROW_DAMAGE, FIRE: FIRE_DAMAGE}.get(card, 0)
    return (*hit,), tuple(seat for seat in hit if state.players[seat].coins <= deadly)


def line_of_fire(state: Any, card: int) -> Any:
    if card == PISTON:
        return only(CENTRE)
    hits = {ARROWS: arrow_hits, ACID: acid_hits, FIRE: fire_hits}[card]
    return hits(state, taken(state))


def sectors_target(state: Any, seat: int, number: int) -> Sectors:
    job = top(state)
    words = ("many" if number else "one") + (BY_SALIVA if is_by_saliva(state) else "")
    return Sectors("sectors", words, RINGS[job.what], WAY_NAMES[job.many], number + 1)


def damage_target(state: Any, seat: int, number: int) -> Damage:
    job, hurt = top(state), int(next_victim(state))
    cause: Literal["acid", "roller"] = "roller" if job.what == ROLLER else "acid"
    has = int(state.players[hurt].coins)
    coins = min(has, int(damage(state, int(job.what), number + 1)))
    words = "dies" if coins == has else "none" if not coins else "one" if coins == 1 else "many"
    words = f"{cause} {words}{BY_SALIVA if is_by_saliva(state) else ''}"
    return Damage("damage", words, hurt, cause, number + 1, coins, coins == has)


def taste_target(state: Any, seat: int, face: int) -> Taste:
    to = int(top(state).seat)
    if face == MEDALLION:
        return Taste("taste", "medallion", to, 0)
    return Taste("taste", "coins", to, int(BLOOD_FACES[face]))


def steal_target(state: Any, seat: int, card: int) -> Steal:
    job = top(state)
    return Steal("steal", int(job.seat), int(job.what), CARD_NAMES[card])


def lose_target(state: Any, seat: int, card: int) -> Lose:
    return Lose("lose", int(top(state).seat), CARD_NAMES[card])


def count_target(state: Any, seat: int, number: int) -> Count:
    words: Literal["one", "many"] = "many" if number else "one"
    return Count("count", words, int(top(state).seat), number + 1)


def show_target(state: Any, seat: int, card: int) -> Show:
    return Show("show", CARD_NAMES[card])


def show_temple_target(state: Any, seat: int, card: int) -> Show:
    return Show("show", TEMPLE_NAMES[card])
