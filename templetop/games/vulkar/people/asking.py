"""What a seat is asked, in a sentence."""

from typing import Any

from templetop.engine.match import seats_to_move
from templetop.engine.words import counted
from templetop.games.vulkar.rules.agenda import top
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
    RISING,
    SEIZING,
    SHELTERING,
    TURNING,
    WAITING,
    WALKING,
)
from templetop.games.vulkar.rules.table import is_curse

ASKS = {
    RISING: "Choose where your figure stands up.",
    CHOOSING: "Choose a card: your figure walks all its spaces, and then its action follows.",
    "first": "Choose a card. As you begin later, your figure walks its spaces and {extra} more; "
    "then its action follows.",
    WALKING: "Where does your figure go? {steps} to go.",
    "further": "Where does your figure go? {steps} to go, with {extra} more than the card says.",
    COLLECTING: "Do you take the token or leave it for somebody else?",
    GRABBING: "Do you take the Heart of Vul-Kar? It stirs another fireball.",
    "heart": "Do you take the Heart of Vul-Kar? Then it has to be carried to the helipad.",
    MEETING: "You pass the carrier of the Heart: do you take it?",
    "exchange": "You pass somebody: do you give or take anything?",
    EXPLORING: "You are in a cave: roll the die, or play a Trail Map.",
    DELVING: "What do you take out of the Maw?",
    TURNING: "Where should Vul-Kar look?",
    BENDING: "Turn a tree, or none; {more} to go.",
    FLICKING: "Flick an ember: out of which pit, where to, how hard?",
    SHELTERING: "Your figure has fallen: do you play a souvenir?",
    SEIZING: "Do you seize the Heart, or a token unseen?",
    LOSING: "Which treasure goes into the Maw?",
    PAYING: "What do you give up?",
}


def asks(state: Any, seat: int) -> str | None:
    """What the seat is asked now, if it is asked anything."""
    return question(state) if seat in seats_to_move(state) else None


def question(state: Any) -> str:
    key: Any = int(state.phase)
    if is_curse(state):
        key = {GRABBING: "heart", MEETING: "exchange"}.get(key, key)
    elif state.extra > 0:
        key = {CHOOSING: "first" if is_first_walk(state) else key, WALKING: "further"}.get(key, key)
    return ASKS[key].format(
        steps=counted(int(state.steps), "step"),
        extra=int(state.extra),
        more=counted(int(top(state).many), "tree"),
    )


def is_first_walk(state: Any) -> bool:
    """2.12"""
    return bool(state.figures[state.active].posture == WAITING)


# To those who wait, for a heading: Ann to choose a card
NEWS = {
    RISING: "to stand up",
    CHOOSING: "to choose a card",
    WALKING: "to walk",
    COLLECTING: "to take the token or leave it",
    GRABBING: "to take the Heart or leave it",
    MEETING: "to pass by",
    EXPLORING: "to leave the cave",
    DELVING: "to take something out of the Maw",
    TURNING: "to turn Vul-Kar",
    BENDING: "to turn a tree",
    FLICKING: "to flick an ember",
    SHELTERING: "to play a souvenir or not",
    SEIZING: "to seize a treasure",
    LOSING: "to lose a treasure",
    PAYING: "to pay",
}
