"""What a seat is asked, in a sentence."""

from typing import Any

from templetop.engine.match import seats_to_move
from templetop.engine.speech import mark
from templetop.games.karmaggan.people.spaces import name_of, place_words
from templetop.games.karmaggan.rules.agenda import top
from templetop.games.karmaggan.rules.battle import BATTLE_ROUNDS
from templetop.games.karmaggan.rules.fate import next_victim
from templetop.games.karmaggan.rules.ground import NOWHERE
from templetop.games.karmaggan.rules.objects import might_play
from templetop.games.karmaggan.rules.pieces import CARD_NAMES, CARVING, DAGGER, FINGERS, STONE
from templetop.games.karmaggan.rules.state import (
    AIMING,
    ANSWERING,
    BATTLING,
    BUILDING,
    CHOOSING,
    CONSUMING,
    DROPPING,
    ENTERING,
    FLASHING,
    FLINGING,
    HURTING,
    LEAVING,
    MEETING,
    MOVING,
    NAMING,
    NO_PIECE,
    PREPARING,
    PUSHING,
    RAISING,
    RETREATING,
    SUMMONING,
    SWARMING,
    TAKING,
)
from templetop.games.karmaggan.rules.steps import has_step, may_stay
from templetop.games.karmaggan.rules.swarm import may_summon, must_go_on
from templetop.games.karmaggan.rules.table import spawns_of, swarm_of
from templetop.games.karmaggan.words import t, tn

ASKS = mark({
    ENTERING: "Choose the starting point of your raider.",
    PREPARING: "Roll the dice; before that you may play a card.",
    "Egg first": "Roll the dice; before that the Egg may change hands.",
    "cut off": "No way leads to the centre: roll the dice, or turn your own ring instead.",
    MOVING: "You have {steps} left: take a step, or end your turn.",
    "on the way": "You have {steps} left, and cannot stay on {space}: take a step.",
    "no steps": "You have no steps left: play a card, or end your turn.",
    "no cards": "You have no steps left: end your turn.",
    MEETING: "Somebody is on your space: will you pass or fight?",
    ANSWERING: "Somebody wants to pass: will you let them, or fight?",
    BATTLING: "Round {round} of {rounds}: choose a card for the battle, or none.",
    FLINGING: "You have won the battle: choose where the loser is thrown.",
    AIMING: "Two ways are equally short: through the roller, or past it?",
    DROPPING: "Choose where the Egg comes down.",
    RAISING: "Choose where the summoning tile lies.",
    RETREATING: "Nobody may stay on {space}: choose a free space nearby.",
    TAKING: "Draw a card?",
    CONSUMING: "Take the blood on {space}?",
    LEAVING: "Choose where the passage leads.",
    FLASHING: "Choose where the flash leads.",
    PUSHING: "Choose a step for the raider that your dagger moves; {more} to go.",
    CARD_NAMES[FINGERS]: "Who will you rob?",
    CARD_NAMES[DAGGER]: "Whose raider does the dagger move?",
    CARD_NAMES[CARVING]: "Who draws two cards, or who loses one?",
    CARD_NAMES[STONE]: "A coin for you, or one of yours for somebody else?",
    CHOOSING: "Choose a ring to turn, and which way.",
    BUILDING: "Choose an empty tile that becomes a temple tile; {more} to go.",
    SWARMING: "Summon a spawn, roll to move the swarm, or end your turn.",
    "summoning": "Summon a spawn, or end your turn.",
    "rolling": "Roll to move the swarm, or end your turn.",
    "leading": "The swarm has {steps} left: lead a spawn, or end your turn.",
    "passing": "The swarm has {steps} left: the spawn on {space} has to go on.",
    "acted": "The swarm has done its part: end your turn.",
    SUMMONING: "Choose a summoning tile for the spawn.",
})  # fmt: skip


def asks(state: Any, seat: int) -> str | None:
    """What the seat is asked now, if it is asked anything."""
    return question(state) if seat in seats_to_move(state) else None


def question(state: Any) -> str:
    """What is asked of whoever decides."""
    space = space_of(state)
    return t(
        ASKS[key_of(state)],
        steps=tn("{count:,} step", "{count:,} steps", int(state.steps)),
        round=int(state.battle.rounds) + 1,
        rounds=BATTLE_ROUNDS,
        space="" if space == NOWHERE else place_words(name_of(state, space)),
        more=int(top(state).many),
    )


def space_of(state: Any) -> int:
    """Where whatever is asked about is, if the question names it."""
    job, phase = top(state), int(state.phase)
    if phase == RETREATING:
        return int(state.at[job.what])
    if phase == MOVING:
        return int(state.at[job.seat])
    if phase == SWARMING and state.spawn != NO_PIECE:
        return int(state.at[state.spawn])
    return int(job.space) if phase == CONSUMING else NOWHERE


def key_of(state: Any) -> Any:
    """Which of the questions it is."""
    phase = int(state.phase)
    if phase == PREPARING:
        return key_of_start(state, int(top(state).seat))
    if phase == MOVING:
        return key_of_raider(state, int(top(state).seat))
    if phase == SWARMING:
        return key_of_swarm(state, int(top(state).seat))
    return CARD_NAMES[top(state).what] if phase == NAMING else phase  # cards have numbers, too


def key_of_start(state: Any, seat: int) -> Any:
    """3.1  Without a card to play, somebody is asked only because of the Egg."""
    if state.cut_off:
        return "cut off"
    return PREPARING if might_play(state, seat) else "Egg first"


def key_of_raider(state: Any, seat: int) -> Any:
    """3.13  Where nobody may stay one goes on; 5.1  without steps, cards may be left to play."""
    if state.steps > 0:
        has_to_go = not may_stay(state, seat) and has_step(state, seat, int(state.steps))
        return "on the way" if has_to_go else MOVING
    return "no steps" if might_play(state, seat) else "no cards"


def key_of_swarm(state: Any, seat: int) -> Any:
    """7.6  Summon or move; 7.8  a spawn on another's space goes on first."""
    if not state.has_acted:
        if not spawns_of(state, swarm_of(state, seat)):
            return "summoning"
        return SWARMING if may_summon(state, seat) else "rolling"
    if state.steps <= 0:
        return "acted"
    has_to_go = must_go_on(state) and has_step(state, int(state.spawn), int(state.steps))
    return "passing" if has_to_go else "leading"


# ── To those who wait ────────────────────────────────────────────────────────────────────────────


def going_on(state: Any) -> str:
    """What is being done, for a heading: to roll the dice."""
    return NEWS[int(state.phase)]


# What is done, in a row of the turn's table
DOES = mark({
    ENTERING: "choose a starting point",
    PREPARING: "roll",
    MOVING: "move",
    MEETING: "pass or fight",
    ANSWERING: "let somebody pass or fight",
    BATTLING: "choose a card for the battle",
    FLINGING: "throw the loser",
    AIMING: "choose a way past the roller or through it",
    DROPPING: "say where the Egg comes down",
    RAISING: "place a summoning tile",
    RETREATING: "leave a space where nobody may stay",
    TAKING: "draw a card or not",
    CONSUMING: "take the blood or not",
    LEAVING: "leave the passage",
    FLASHING: "follow the flash",
    PUSHING: "move another raider",
    NAMING: "choose whom a card is for",
    CHOOSING: "choose a ring",
    BUILDING: "lay a temple tile",
    SWARMING: "lead the swarm",
    SUMMONING: "place a spawn",
})  # fmt: skip

NEWS = {
    **{phase: f"to {words}" for phase, words in DOES.items()},
    MEETING: "to pass or to fight",
    ANSWERING: "to let somebody pass or to fight",
}


def next_to_roll(state: Any) -> int | None:
    """4.12  Who rolls for damage next."""
    return int(next_victim(state)) if state.phase == HURTING else None


def card_asked_about(state: Any) -> str | None:
    return CARD_NAMES[top(state).what] if state.phase == NAMING else None
