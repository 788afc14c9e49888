"""Moves and events in words: how they are told and typed, what they touch, and why not.

A choice is told by the two cards that are played, never by the one that is kept: that stays unseen
(3.1.3). A draw is told to nobody but the seat that draws (3.4.3).
"""

import re
from dataclasses import dataclass
from typing import Any, Literal

from templetop.engine.kinds import NO_CODE, Kind, Kinds, seat_name
from templetop.engine.refusal import IllegalMove
from templetop.engine.words import listed
from templetop.games.karuba_cards.people.view import Reach, reach_within
from templetop.games.karuba_cards.rules.hand import cards_in, drawer, only
from templetop.games.karuba_cards.rules.island import FRAMES_AROUND, SPACES, space_name
from templetop.games.karuba_cards.rules.moves import (
    DISCARD,
    DRAW,
    KEEP,
    LAY_HIGHER,
    LAY_LOWER,
    card_of_lay,
    space_of_lay,
)
from templetop.games.karuba_cards.rules.pieces import CARDS, NO_CARD
from templetop.games.karuba_cards.rules.state import (
    CHOOSING,
    DISCARDING,
    DRAWING,
    LAYING,
    PHASES,
)
from templetop.games.karuba_cards.words import SPEECH, t

# ── What a move touches ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Play:
    """Two cards of the hand, to be turned face up."""

    kind: Literal["play"]
    seat: int
    cards: list[int]
    sum: int


@dataclass(frozen=True)
class Discard:
    """One of the two cards played, out of the game."""

    kind: Literal["discard"]
    seat: int
    card: int


@dataclass(frozen=True)
class Lay:
    """A card played, on a space of the seat's island."""

    kind: Literal["lay"]
    seat: int
    card: int
    space: int
    then: Reach  # of the island


@dataclass(frozen=True)
class Draw:
    """A card of the pile, into the hand."""

    kind: Literal["draw"]
    seat: int
    card: int
    round: int  # the one that it is drawn for


Target = Play | Discard | Lay | Draw


# Cards are numbered from 1, and so the moves that name one: the first is that of card 1.


def play_others(state: Any, seat: int, number: int) -> Play:
    """3.1.1  All cards of the hand but the one that is kept."""
    played = cards_in(int(state.players[seat].hand) & ~int(only(number + 1)))
    return Play("play", seat, played, sum(played))


def discard_card(state: Any, seat: int, number: int) -> Discard:
    return Discard("discard", seat, number + 1)


def lay(state: Any, seat: int, number: int) -> Lay:
    player, space = state.players[seat], space_of_lay(number)
    then = reach_within(player.frame & FRAMES_AROUND[space])
    return Lay("lay", seat, int(card_of_lay(player, number)), space, then)


def draw(state: Any, seat: int, number: int) -> Draw:
    return Draw("draw", int(drawer(state)), number + 1, int(state.rounds))


# ── As they are typed ────────────────────────────────────────────────────────────────────────────

# Other words for those of the codes; some may as well be left out.
SYNONYMS = {
    "k": "keep", "hold": "keep", "d": "discard",
    "lay": "", "card": "", "on": "", "to": "",
}  # fmt: skip


def lay_code(state: Any, seat: int, number: int) -> str:
    """The card and the space, while there is such a card to lay."""
    card, space = card_of_lay(state.players[seat], number), space_of_lay(number)
    if state.phase != LAYING or card == NO_CARD or space in NO_SPACES:
        return NO_CODE
    return f"{card} {space_name(space)}"


# ── Why not ──────────────────────────────────────────────────────────────────────────────────────


def why_not_keep(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("Card {number} is not in your hand.", number=number + 1), rule="3.1.1")


def why_not_discard(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(
        t("Card {number} is not one of the two you have played.", number=number + 1), rule="3.2.2"
    )


def why_not_draw(state: Any, seat: int, number: int) -> IllegalMove:
    whose = seat_name(drawer(state))
    return IllegalMove(
        t("Card {number} is not in the pile of {whose}.", number=number + 1, whose=whose),
        rule="3.4.4",
    )


def why_not_lay(state: Any, seat: int, number: int) -> IllegalMove:
    """The first thing that keeps the card from lying there."""
    player, space = state.players[seat], space_of_lay(number)
    name = space_name(space)
    if card_of_lay(player, number) == NO_CARD:
        return IllegalMove(t("You have only one card left to lay."), rule="3.3.1")
    if int(player.laid) >> space & 1:
        return IllegalMove(t("There is already a card on {name}.", name=name), rule="3.3.6")
    if not int(player.frame) >> space & 1:
        return IllegalMove(
            t("With a card on {name} your island would be larger than 4 x 4.", name=name),
            rule="3.3.3",
        )
    return IllegalMove(
        t("No card of your island shares an edge with {name}.", name=name), rule="3.3.6"
    )


# What is not even a move

NUMBER = "(?:0|[1-9][0-9]{0,8})"  # as people write it: 05 is none
NAMED_CARD = re.compile(f"(?:keep|discard)({NUMBER})")
NAMED_SPACE = re.compile(f"({NUMBER}|)([a-z]{NUMBER})")  # perhaps with a card before it


def why_no_move(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """The rule by which there is no such card, no such space, or no such card to lay."""
    if found := NAMED_CARD.fullmatch(typed):
        return IllegalMove(
            t("There is no card {card}: they are 1 to {last}.", card=found[1], last=CARDS),
            rule="1.1",
        )
    if found := NAMED_SPACE.fullmatch(typed):
        return why_no_lay(state, found[1], found[2])
    return None


def why_no_lay(state: Any, card: str, space: str) -> IllegalMove:
    """Neither this card nor this space, or only one of them, is something to lay or to lay on."""
    if state.phase != LAYING:
        return PHASES[state.phase].refusal(state, SPEECH)
    if space not in map(space_name, range(SPACES)):
        return IllegalMove(
            t(
                "No island can reach {space}: it has at most 4 x 4 cards, "
                "and one of them lies on d4.",
                space=space,
            ),
            rule="3.3.3",
        )
    return IllegalMove(
        t("Card {card} is not one of those you have to lay.", card=card), rule="3.3.1"
    )


# ── The tables ───────────────────────────────────────────────────────────────────────────────────

NO_SPACES = range(SPACES, LAY_HIGHER)  # the numbers between those of the lower and the higher card

MOVES = Kinds(
    Kind("lay", LAY_LOWER, LAY_HIGHER + SPACES, (LAYING,),
         "{who} lays card {card} on {space:space}", lay_code, lay, why_not_lay, gaps=NO_SPACES),
    Kind("play", KEEP + 1, CARDS, (CHOOSING,), "{who} plays cards {cards:cards}",
         lambda state, seat, number: f"keep {number + 1}", play_others, why_not_keep),
    Kind("discard", DISCARD + 1, CARDS, (DISCARDING,), "{who} discards card {card}",
         lambda state, seat, number: f"discard {number + 1}", discard_card, why_not_discard),
    formats={"space": space_name, "cards": lambda cards: listed(map(str, cards))},
    words=SPEECH,
)  # fmt: skip

EVENTS = Kinds(
    Kind("draw", DRAW + 1, CARDS, (DRAWING,), "{who} deals card {card} to {seat:seat}",
         target=draw, why_not=why_not_draw,
         seen_by=lambda target: (target.seat,), hidden="{who} deals a card to {seat:seat}",
         together="{who} deals the cards for round {round}"),
    words=SPEECH,
)  # fmt: skip
