"""Moves and events in words: how they are told and typed, what they touch, and why not."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from heist.rules.state import (
    CARDS,
    DEAL,
    DEALING,
    DIE,
    HAND,
    PLANNING,
    ROLL,
    ROLLING,
    RUN,
    SNEAK,
    STEAL,
    TAKE,
    TAKING,
    TOGETHER,
)
from heist.rules.turn import is_out, receiver, runner_of, thief_of
from templetop.engine.game import Measure
from templetop.engine.kinds import NO_CODE, Kind, Kinds
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import MOST_SEATS

MEASURE = Measure("step", "steps", decides=False)
SIDES = ("left", "right")
SYNONYMS = {"sneak": "s", "run": "r", "from": "", "seat": ""}


@dataclass(frozen=True)
class Sneak:
    """A step."""

    kind: Literal["sneak"]
    seat: int


@dataclass(frozen=True)
class Run:
    """Two steps, if the guard lets them."""

    kind: Literal["run"]
    seat: int


@dataclass(frozen=True)
class Steal:
    """Somebody whose loot is wanted."""

    kind: Literal["steal"]
    seat: int
    victim: int


@dataclass(frozen=True)
class Deal:
    """A card, before a seat."""

    kind: Literal["deal"]
    to: int
    card: int


@dataclass(frozen=True)
class Take:
    """Two cards that change places."""

    kind: Literal["take"]
    thief: int
    victim: int
    side: str
    card: int
    given: int


@dataclass(frozen=True)
class Roll:
    """What the guard rolls for a runner."""

    kind: Literal["roll"]
    words: Literal["caught", "away"]
    seat: int
    number: int


Target = Sneak | Run | Steal | Deal | Take | Roll


def sneak(state: Any, seat: int, number: int) -> Sneak:
    return Sneak("sneak", seat)


def run(state: Any, seat: int, number: int) -> Run:
    return Run("run", seat)


def steal(state: Any, seat: int, victim: int) -> Steal:
    return Steal("steal", seat, victim)


def steal_code(state: Any, seat: int, victim: int) -> str:
    return f"steal {victim + 1}" if victim < state.seats else NO_CODE


def why_not_steal(state: Any, seat: int, victim: int) -> IllegalMove:
    if state.mode == TOGETHER:
        return IllegalMove("Nobody steals when all play together.", rule="3.8")
    if victim != seat and is_out(state, victim):
        return IllegalMove(f"Seat {victim + 1} is already out.", rule="3.3")
    return IllegalMove("You cannot steal from yourself.", rule="3.3")


def deal(state: Any, seat: int, card: int) -> Deal:
    return Deal("deal", int(receiver(state)), card)


def why_not_deal(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(f"Card {card} is not in the deck.", rule="2.1")


def take(state: Any, seat: int, side: int) -> Take:
    thief = int(thief_of(state))
    victim = int(state.victim[thief])
    card, given = int(state.loot[victim, side]), int(state.loot[thief, 0])
    return Take("take", thief, victim, SIDES[side], card, given)


def both(taken: Take) -> Collection[int]:
    return (taken.thief, taken.victim)


def roll(state: Any, seat: int, number: int) -> Roll:
    rolled = number + 1
    words: Literal["caught", "away"] = "caught" if rolled <= state.caught else "away"
    return Roll("roll", words, int(runner_of(state)), rolled)


MOVES = Kinds(
    Kind("sneak", SNEAK, 1, (PLANNING,), "{who} sneaks", lambda *_: "s", sneak),
    Kind("run", RUN, 1, (PLANNING,), "{who} runs", lambda *_: "r", run),
    Kind("steal", STEAL, MOST_SEATS, (PLANNING,), "{who} tries to steal from {victim:seat}",
         steal_code, steal, why_not_steal),
)  # fmt: skip

EVENTS = Kinds(
    Kind("deal", DEAL, CARDS + 1, (DEALING,), "{to:seat} gets the card {card}", target=deal,
         why_not=why_not_deal, seen_by=lambda dealt: (dealt.to,), hidden="{to:seat} gets a card",
         together="The loot is dealt"),
    Kind("take", TAKE, HAND, (TAKING,),
         "{thief:seat} takes the {side} card {card} of {victim:seat} and leaves the {given}",
         target=take, seen_by=both,
         hidden="{thief:seat} takes the {side} card of {victim:seat} and leaves another"),
    Kind("roll", ROLL, DIE, (ROLLING,), {
        "caught": "The guard rolls {number} and catches {seat:seat}",
        "away": "The guard rolls {number}, and {seat:seat} gets away",
    }, target=roll, together="The guard goes his rounds"),
)  # fmt: skip
