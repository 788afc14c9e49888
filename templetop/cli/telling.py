"""What was done, told to one who may not know everything.

A move of chance that looks the same to the viewer as another one is told in the words that both
share: the viewer is told the same, whatever is hidden. Who only looks on may know what everybody at
the table knows, and no hand. When the match is over there is nothing left to hide.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.random import generator

WORLDS = 100  # that are imagined where chance has no choice; enough to find out that it seems to
SEAT = re.compile(r"\bseat (\d+)\b")
HIDDEN = "?"  # stands for a word that the viewer may not know


class Teller:
    """Tells one viewer, move by move, what is done; None is one who only looks on."""

    def __init__(self, names: Sequence[str], viewer: int | None) -> None:
        self.names = names
        self.viewer = viewer
        self.whispered = ""  # the last sentence, if it hid something

    def tell(self, state: Any, seat: int, move: int) -> list[str]:
        """The sentence for a move that is about to be made; none if it would say nothing new."""
        words = words_for(state, seat, move, self.viewer)
        sentence = as_sentence(self.names, seat, words)
        is_whispered = words != ask.game_of(state).say(state, seat, move)
        is_news = sentence != self.whispered  # three cards into one hand are told once
        self.whispered = sentence if is_whispered else ""
        return [sentence] if is_news else []


def words_for(state: Any, seat: int, move: int, viewer: int | None) -> str:
    """The words of a move, without those that the viewer may not know."""
    words = ask.game_of(state).say(state, seat, move)
    if seat != CHANCE:
        return words
    return shared([words, *words_alike(state, move, words, viewer)])


def words_alike(state: Any, move: int, words: str, viewer: int | None) -> list[str]:
    """What else chance could have done, for all that the viewer sees of it."""
    seen = view_after(state, move, viewer)
    for world in worlds(state, viewer):
        if others := instead(world, words):
            alike = [other for other in others if view_after(world, other, viewer) == seen]
            return [ask.game_of(state).say(world, CHANCE, other) for other in alike]
    return []


def instead(state: Any, words: str) -> list[int]:
    """What else chance could do than what these words say."""
    say = ask.game_of(state).say
    return [move for move in legal_moves(state, CHANCE) if say(state, CHANCE, move) != words]


def worlds(state: Any, viewer: int | None) -> Iterator[Any]:
    """How the table may look for all that the viewer knows, the truth first."""
    random, moves = generator(0), ask.game_of(state).move_set()
    yield state
    for _ in range(WORLDS):
        world = state.copy()
        for seat in [viewer] if viewer is not None else range(int(state.seats)):
            ask.imagine(world, seat, random, moves)  # one after the other, they redraw everything
        yield world


def view_after(state: Any, move: int, viewer: int | None) -> Any:
    """What the viewer would see if chance made this move."""
    after = state.copy()
    ask.play(after, CHANCE, move)
    return ask.game_of(state).view(after, viewer)


def shared(sentences: Sequence[str]) -> str:
    """The words that all have in common; a mark for each of the others, but not at the end."""
    columns = zip(*(sentence.split() for sentence in sentences), strict=False)
    words = [HIDDEN if len({*column}) > 1 else column[0] for column in columns]
    while words[-1] == HIDDEN:
        words.pop()
    return " ".join(words)


def as_sentence(names: Sequence[str], seat: int, words: str) -> str:
    """Who does what; everyone by their name."""
    subject = "Chance" if seat == CHANCE else names[seat]
    return f"{subject} {SEAT.sub(lambda found: names[int(found[1]) - 1], words)}."


def told(match: Match, viewer: int | None) -> Iterator[str]:
    """Every move of a match, as the viewer may know it; decisions when all have decided."""
    state = match.game.start(len(match.seats), match.options)
    teller, waiting = Teller(match.seats, viewer), []
    for seat, move in match.moves:
        if match.is_over:
            waiting.append(as_sentence(match.seats, seat, match.game.say(state, seat, move)))
        else:
            waiting += teller.tell(state, seat, move)
        others = [other for other in seats_to_move(state) if other != seat]
        ask.play(state, seat, move)
        if not others or seats_to_move(state) != others:
            yield from waiting
            waiting.clear()
