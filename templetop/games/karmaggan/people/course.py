"""The course of a turn as a table that is always in sight, and what is told when it first happens.

Only what everybody sees is told: whether a hand has a card that fits is its owner's to know.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from templetop.engine.speech import mark
from templetop.games.karmaggan.people.asking import DOES
from templetop.games.karmaggan.rules.agenda import base
from templetop.games.karmaggan.rules.egg import may_give, may_take
from templetop.games.karmaggan.rules.objects import may_play_cards
from templetop.games.karmaggan.rules.pieces import DARK, FIRST_SPAWN, LIGHT, PIECES
from templetop.games.karmaggan.rules.state import (
    ANSWERING,
    BATTLING,
    FIRST_OF_SEATS,
    MEETING,
    MOVING,
    NO_PIECE,
    NOBODY_CARRIES,
    OVER,
    PHASES,
    PREPARING,
    SWARMING,
)
from templetop.games.karmaggan.rules.steps import has_step, may_stay
from templetop.games.karmaggan.rules.swarm import may_summon
from templetop.games.karmaggan.rules.table import (
    are_partners,
    is_alive,
    is_outside,
    spawns_of,
    swarm_of,
)
from templetop.games.karmaggan.words import t

TURNS = (PREPARING, MOVING, SWARMING)
When = Literal["now", "later", "done", "closed"]


@dataclass(frozen=True)
class MayView:
    """A row of the turn's table: what may be done, when, how often, and by which rule."""

    what: str
    says: str
    left: int | None  # so many times; None: it is not counted
    when: When
    rule: str


def course_of(state: Any) -> list[MayView]:
    """What belongs to this turn, in the order of the rules, and what interrupts it first."""
    if state.phase == OVER or base(state).task not in TURNS:
        return []
    return [*interruption(state), *rows_of(state)]


def rows_of(state: Any) -> Iterator[MayView]:
    """7.1  A raider who has died in their turn has nothing left to do in it."""
    if base(state).task == SWARMING:
        yield from swarm_rows(state)
    elif is_alive(state, int(state.active)):
        yield from raider_rows(state)


def interruption(state: Any) -> Iterator[MayView]:
    """What has to be decided or rolled before the turn goes on."""
    if state.phase not in TURNS:
        phase = PHASES[state.phase]
        says = DOES[int(state.phase)] if is_asked(state) else BY_CHANCE[state.phase]
        yield MayView(phase.name, t(says), None, "now", phase.rule)


BY_CHANCE = mark((
    "the first player is drawn",
    "a card is drawn",
    "the dice are rolled",
    "a temple card is turned up",
    "a die says how far the ring turns",
    "a die says how much it hurts",
    "the blood is turned over",
    "a card is stolen",
    "a card is lost",
    "a die says how many cards follow",
    "the top of a deck is shown",
))  # fmt: skip


def is_asked(state: Any) -> bool:
    """Does somebody decide, and not chance?"""
    return bool(FIRST_OF_SEATS <= state.phase < OVER)


def raider_rows(state: Any) -> Iterator[MayView]:
    """3.1, 5.1, 5.4, 8.5"""
    seat = int(state.active)
    has_rolled, has_egg = base(state).task == MOVING, state.carrier == seat
    is_now = state.phase in TURNS
    dice = t("roll one die, with the Egg") if has_egg else t("roll two dice")
    roll: When = "done" if has_rolled else when(is_now, True)
    yield MayView("roll", dice, None, roll, "3.2")
    if state.cut_off:
        yield MayView("ring", t("or turn the ring instead"), None, roll, "3.16")
    steps = int(state.steps)
    yield MayView(
        "step",
        t("take steps"),
        steps,
        when(is_now and has_rolled, steps > 0 or not has_rolled),
        "3.3",
    )
    yield card_row(state, seat, is_now)
    medallions = int(state.players[seat].medallions)
    pays = medallions > 0 and state.plays == 0 and may_play_cards(state, seat)
    yield MayView("pay", t("a medallion for one more"), medallions, when(is_now, pays), "5.4")
    yield from egg_row(state, seat, is_now)
    stops = is_now and has_rolled and may_stop(state, seat)
    yield MayView("stop", t("end the turn"), None, when(stops, True), "3.3")


def may_stop(state: Any, piece: int) -> bool:
    """3.13, 3.14  Not on a space where nobody may stay, if a step leads off it."""
    return bool(may_stay(state, piece) or not has_step(state, piece, int(state.steps)))


def when(is_now: bool, is_open: bool) -> When:
    return "closed" if not is_open else "now" if is_now else "later"


def card_row(state: Any, seat: int, is_now: bool) -> MayView:
    plays = int(state.plays)
    if not may_play_cards(state, seat):
        return MayView("play", t("no card in the first turn"), 0, "closed", "5.7")
    return MayView("play", t("play a card"), plays, when(is_now, plays > 0), "5.1")


def egg_row(state: Any, seat: int, is_now: bool) -> Iterator[MayView]:
    """8.5, 8.6  The carrier gives it away; whose team-mate has it may take it."""
    carrier = int(state.carrier)
    if carrier == NOBODY_CARRIES:
        return
    gives = bool(may_give(state, carrier))
    if carrier == seat:
        yield MayView("Egg", t("hand over or throw the Egg"), None, when(is_now, gives), "8.5")
    elif are_partners(state, seat, carrier):
        takes = is_now and bool(may_take(state, seat))
        yield MayView("Egg", t("take the Egg"), None, when(takes, gives), "8.6")


def swarm_rows(state: Any) -> Iterator[MayView]:
    """7.6 to 7.10"""
    is_now, has_acted = state.phase in TURNS, bool(state.has_acted)
    steps, seat = int(state.steps), int(state.active)
    medallions = int(state.players[seat].medallions)
    can_summon = bool(may_summon(state, seat))
    has_spawns = bool(spawns_of(state, swarm_of(state, seat)))
    stirs = can_summon or has_spawns  # a sacrifice makes room, and a medallion brings a spawn
    pays = medallions > 0 and stirs
    summon: When = "done" if has_acted else when(is_now and can_summon, stirs)
    roll: When = "done" if has_acted else when(is_now and has_spawns, has_spawns or pays)
    yield MayView("summon", t("summon a spawn"), None, summon, "7.7")
    yield MayView("roll", t("or roll to move the swarm"), None, roll, "7.8")
    yield MayView("step", t("lead spawns"), steps, when(is_now, steps > 0), "7.8")
    sacrifice = when(is_now and has_spawns, stirs)
    yield MayView("sacrifice", t("sacrifice a spawn"), None, sacrifice, "7.9")
    pay = when(is_now and can_summon, pays)
    yield MayView("pay", t("a medallion for a spawn"), medallions, pay, "7.10")
    stops = is_now and (state.spawn == NO_PIECE or may_stop(state, int(state.spawn)))
    yield MayView("stop", t("end the turn"), None, when(stops, True), "7.6")


# ── What is told once ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class LessonView:
    """Something that happens for the first time, and what it means."""

    about: str
    says: str
    rule: str


def has_summoning_tile(state: Any) -> bool:
    return bool(state.tiles[DARK].any() or state.tiles[LIGHT].any())


def has_spawn(state: Any) -> bool:
    return any(int(state.at[piece]) >= 0 for piece in range(FIRST_SPAWN, PIECES))


def is_swarm_turn(state: Any) -> bool:
    return bool(state.phase != OVER and base(state).task == SWARMING)


def is_about_to_win(state: Any) -> bool:
    """9.3  Somebody outside, who has one turn to last."""
    return is_anybody_outside(state) and bool(state.last_turns <= 1)


def is_anybody_outside(state: Any) -> bool:
    return any(is_outside(state, seat) for seat in range(state.seats))


NEW = 3  # rounds in which it is told what all this is about

LESSONS: list[tuple[str, Callable[[Any], bool], str, str]] = mark([
    (
        "A battle",
        lambda state: state.phase == BATTLING,
        "Three rounds: both choose a card face down, or none. Attack beats null, counter beats "
        "attack, power beats all three, the sword beats everything. A lost round costs a coin.",
        "6.3",
    ),
    (
        "Pass or fight",
        lambda state: state.phase in (MEETING, ANSWERING),
        "Two rivals stand on one space. If both want peace, the one whose turn it is must go on; "
        "if either wants to fight, there is a battle.",
        "6.1",
    ),
    (
        "Sacrifice",
        lambda state: is_swarm_turn(state) and has_spawn(state),
        "A spawn may be given up at any time in the turn: it leaves a summoning tile of the "
        "swarm, nearer to where the swarm wants to be.",
        "7.9",
    ),
    (
        "The swarm",
        is_swarm_turn,
        "The dead play on. In a turn they summon a spawn or roll to move the swarm; spawns share "
        "the steps, stop raiders, and win if no raider is left.",
        "7.6",
    ),
    (
        "A summoning tile",
        has_summoning_tile,
        "There is a summoning tile where a raider died. The dead let spawns of their swarm rise "
        "from it, as often as they like; the tile stays.",
        "7.2",
    ),
    (
        "Out of the gate",
        is_about_to_win,
        "The carrier is outside and wins at the beginning of their next turn. A rival may "
        "follow through the same gate and fight for the Egg.",
        "9.3",
    ),
    (
        "A long trail",
        lambda state: is_anybody_outside(state) and not is_about_to_win(state),
        "The carrier is outside and wins after as many turns there as were agreed on. A rival "
        "may follow through the same gate and fight for the Egg.",
        "9.3",
    ),
    (
        "The rollers",
        lambda state: bool(state.rollers),
        "The Egg has left the centre, and two rollers hang across the Outer ring from now on: "
        "whoever is moved through them rolls a die and bleeds.",
        "8.2",
    ),
    (
        "The Egg is carried",
        lambda state: state.carrier != NOBODY_CARRIES,
        "The carrier rolls only one die, and has to leave through an open gate. Everyone else "
        "will try to stop them.",
        "3.2",
    ),
    (
        "Cut off",
        lambda state: bool(state.cut_off and state.phase == PREPARING),
        "No way leads from here to the centre: instead of rolling, this raider may turn the ring "
        "it is on.",
        "3.16",
    ),
    (
        "Open gates",
        lambda state: bool(state.gates),
        "Gates of the Sun, or of the Moon, stand open, all four of them, until a card closes them.",
        "4.11",
    ),
    (
        "What you are after",
        lambda state: state.rounds_over < NEW and state.carrier == NOBODY_CARRIES,
        "Get to the Egg in the middle and carry it out through an open gate. On the way, chests "
        "give cards and drops give blood; a pyramid turns up a temple card, which opens gates, "
        "turns rings or hurts. Black tiles are abysses.",
        "3.9",
    ),
])  # fmt: skip


def lessons_of(state: Any) -> list[LessonView]:
    """What is going on that needs to be told once, the most urgent first."""
    return [
        LessonView(t(about), t(says), rule) for about, is_so, says, rule in LESSONS if is_so(state)
    ]
