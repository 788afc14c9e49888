"""A game for these tests that has secrets: cards are dealt, a word is whispered, all guess at once.

Two cards are dealt to each of three seats, and nobody else sees them. Then the first seat whispers
one of three words to the second, and the third does not hear which. At last all guess a card, at
the same time, and the game is over.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import clear, put
from templetop.engine.compile import record, rule
from templetop.engine.game import Game
from templetop.engine.kinds import Kind, Kinds, Phase
from templetop.engine.seats import CHANCE, EVEN, NOBODY

SEATS, CARDS, WORDS = 3, 9, 3
WHISPER, GUESS = 0, WORDS
EACH = 2  # cards
SPOKEN = ("yes", "no", "perhaps")

PHASES = (
    Phase("dealing", "Now cards are dealt.", "1"),
    Phase("whispering", "Now a word is whispered.", "2", waits="2.1"),
    Phase("guessing", "Now all guess.", "3", waits="3.1", decided="3.2"),
    Phase("over", "The game is over.", "4"),
)
DEALING, WHISPERING, GUESSING, OVER = range(len(PHASES))

State = record([
    ("hands", np.int8, (SEATS, EACH)),
    ("dealt", np.int8),
    ("guesses", np.int8, SEATS),
    ("seats", np.int8),
    ("phase", np.int8),
])  # fmt: skip


@rule
def new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats


@rule
def to_move(state: Any) -> Any:
    if state.phase == DEALING:
        return CHANCE
    if state.phase == OVER:
        return NOBODY
    return 0b001 if state.phase == WHISPERING else 0b111


@rule
def legal(state: Any, seat: int, moves: Any) -> None:
    clear(moves)
    for number in range(WORDS if state.phase == WHISPERING else CARDS):
        put(moves, WHISPER + number if state.phase == WHISPERING else GUESS + number)


@rule
def odds(state: Any, events: Any, weights: Any) -> Any:
    clear(events)
    for card in range(CARDS):
        put(events, card)
    return EVEN


@rule
def happen(state: Any, event: int) -> None:
    state.hands[int(state.dealt) // EACH, int(state.dealt) % EACH] = event
    state.dealt += 1
    if state.dealt == SEATS * EACH:
        state.phase = WHISPERING


@rule
def play(state: Any, decisions: Any) -> None:
    if state.phase == WHISPERING:
        state.phase = GUESSING
    else:
        for seat in range(SEATS):
            state.guesses[seat] = decisions[seat] - GUESS
        state.phase = OVER


@rule
def places(state: Any, places: Any) -> None:
    for seat in range(state.seats):
        places[seat] = 1


@dataclass(frozen=True)
class Deal:
    kind: Literal["deal"]
    to: int
    card: int


@dataclass(frozen=True)
class Whisper:
    kind: Literal["whisper"]
    by: int
    to: int
    word: int


@dataclass(frozen=True)
class Guess:
    kind: Literal["guess"]
    words: Literal["right", "wrong"]
    card: int


def deal(state: Any, seat: int, card: int) -> Deal:
    return Deal("deal", int(state.dealt) // EACH, card)


def whisper(state: Any, seat: int, word: int) -> Whisper:
    return Whisper("whisper", seat, seat + 1, word)


def guess(state: Any, seat: int, card: int) -> Guess:
    return Guess("guess", "right" if card in state.hands else "wrong", card)


def nothing_to_see(state: Any, seat: int | None = None) -> None:
    return None


MOVES = Kinds(
    Kind("whisper", WHISPER, WORDS, (WHISPERING,), "{who} whispers {word:spoken} to {to:seat}",
         lambda state, seat, word: SPOKEN[word], whisper,
         seen_by=lambda target: (target.by, target.to),
         hidden="{who} whispers something to {to:seat}"),
    Kind("guess", GUESS, CARDS, (GUESSING,),
         {"right": "{who} finds card {card}", "wrong": "{who} guesses {card} in vain"},
         lambda state, seat, card: str(card), guess),
    formats={"spoken": lambda word: SPOKEN[word]},
)  # fmt: skip
EVENTS = Kinds(
    Kind("deal", 0, CARDS, (DEALING,), "{who} deals card {card} to {to:seat}", target=deal,
         seen_by=lambda target: (target.to,), hidden="{who} deals a card to {to:seat}",
         together="{who} deals the cards"),
)  # fmt: skip

WHISPERS = ask.know(
    Game(
        id="whispers",
        name="Whispers",
        says="Guess what was whispered.",
        rules_version=1,
        seats=(SEATS,),
        measure=None,
        State=State,
        phases=PHASES,
        moves=MOVES,
        events=EVENTS,
        new=new,
        to_move=to_move,
        legal=legal,
        odds=odds,
        play=play,
        happen=happen,
        places=places,
        view=nothing_to_see,
        picture=nothing_to_see,
        write=str,
    )
)
