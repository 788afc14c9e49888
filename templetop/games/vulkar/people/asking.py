"""What a seat is asked, in a sentence."""

from typing import Any

from templetop.engine.match import seats_to_move
from templetop.engine.speech import mark
from templetop.games.vulkar.people.spaces import region_words
from templetop.games.vulkar.rules.agenda import top
from templetop.games.vulkar.rules.island import REGIONS
from templetop.games.vulkar.rules.state import (
    BENDING,
    CHOOSING,
    COLLECTING,
    DELVING,
    EXPLORING,
    FLICKING,
    GRABBING,
    LOSING,
    MEETING,
    PAYING,
    PAYMENTS,
    RISING,
    SEIZING,
    SHELTERING,
    TURNING,
    WAITING,
    WALKING,
)
from templetop.games.vulkar.rules.table import is_curse, region_of
from templetop.games.vulkar.words import t, tn

ASKS = mark({
    RISING: "Choose where your figure stands up.",
    CHOOSING: "Choose a card: your figure walks all its spaces, and then its action follows.",
    "first": "Choose a card. As you begin later, your figure walks its spaces and {extra} more; "
    "then its action follows.",
    WALKING: "Where will your figure go? {steps} to go.",
    "further": "Where will your figure go? {steps} to go, with {extra} more than the card says.",
    COLLECTING: "Take the token, or leave it for somebody else?",
    GRABBING: "Take the Heart of Vul-Kar? It stirs another fireball.",
    "heart": "Take the Heart of Vul-Kar? Then it has to be carried to the helipad.",
    MEETING: "You are passing the carrier of the Heart: will you take it?",
    "exchange": "You are passing somebody: will you give or take anything?",
    EXPLORING: "You are in a cave: roll the die, or play a Trail Map.",
    DELVING: "What will you take out of the Maw?",
    TURNING: "Where should Vul-Kar look?",
    BENDING: "Turn a tree, or none; {more} to go.",
    FLICKING: "Flick an ember: from which pit, in which direction, how hard?",
    SHELTERING: "Your figure has fallen: will you play a souvenir?",
    SEIZING: "Seize the Heart, or a token unseen?",
    LOSING: "Which treasure goes into the Maw?",
    PAYING: "Your figure has fallen: what will you give up?",
    "missed": "Your ember ran past no picture space of {region}: what will you give up?",
    "gone": "Your ember has left the island: what will you give up?",
})  # fmt: skip


def asks(state: Any, seat: int) -> str | None:
    """What the seat is asked now, if it is asked anything."""
    return question(state) if seat in seats_to_move(state) else None


def question(state: Any) -> str:
    key: Any = int(state.phase)
    if is_curse(state):
        key = {GRABBING: "heart", MEETING: "exchange"}.get(key, key)
        key = why_paid(state) if key == PAYING else key
    elif state.extra > 0:
        key = {CHOOSING: "first" if is_first_walk(state) else key, WALKING: "further"}.get(key, key)
    return t(
        ASKS[key],
        steps=tn("{count:,} step", "{count:,} steps", int(state.steps)),
        extra=int(state.extra),
        more=tn("{count:,} tree", "{count:,} trees", int(top(state).many)),
        region=region_words(REGIONS[region_of(state, int(state.active))]),
    )


def why_paid(state: Any) -> Any:
    """12.6, 12.8  The question of who pays, by the reason."""
    reason = PAYMENTS[top(state).what]
    return PAYING if reason == "fall" else reason


def is_first_walk(state: Any) -> bool:
    """2.12"""
    return bool(state.figures[state.active].posture == WAITING)


# What is done, in a row of the turn's table
DOES = mark({
    RISING: "stand up",
    CHOOSING: "choose a card",
    WALKING: "walk",
    COLLECTING: "take the token or leave it",
    GRABBING: "take the Heart or leave it",
    MEETING: "pass by",
    EXPLORING: "leave the cave",
    DELVING: "take something out of the Maw",
    TURNING: "turn Vul-Kar",
    BENDING: "turn a tree",
    FLICKING: "flick an ember",
    SHELTERING: "play a souvenir or not",
    SEIZING: "seize a treasure",
    LOSING: "lose a treasure",
    PAYING: "pay",
})  # fmt: skip


# To those who wait, for a heading: Ann to choose a card
NEWS = {phase: f"to {words}" for phase, words in DOES.items()}
