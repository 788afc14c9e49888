"""What was done, told to one who may not know everything."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.random import generator

WORLDS = 30  # that are imagined where chance has no choice; enough to find out that it seems to
SEAT = re.compile(r"\bseat (\d+)\b")


def is_seen(state: Any, seat: int, move: int, viewer: int | None) -> bool:
    """Would the viewer notice if chance did something else? Who only looks on sees everything."""
    if seat != CHANCE or viewer is None:
        return True
    words, view = ask.game_of(state).say(state, seat, move), view_after(state, move, viewer)
    if others := instead(state, words):
        return all(view_after(state, other, viewer) != view for other in others)
    return not any(instead(world, words) for world in worlds(state, viewer))


def instead(state: Any, words: str) -> list[int]:
    """What else chance could do than what these words say."""
    say = ask.game_of(state).say
    return [move for move in legal_moves(state, CHANCE) if say(state, CHANCE, move) != words]


def worlds(state: Any, viewer: int) -> Iterator[Any]:
    """How the table may look for all that the viewer knows."""
    random, moves = generator(0), ask.game_of(state).move_set()
    for _ in range(WORLDS):
        world = state.copy()
        ask.imagine(world, viewer, random, moves)
        yield world


def view_after(state: Any, move: int, viewer: int | None) -> Any:
    """What the viewer would see if chance made this move."""
    after = state.copy()
    ask.play(after, CHANCE, move)
    return ask.game_of(state).view(after, viewer)


def as_sentence(names: Sequence[str], seat: int, words: str) -> str:
    """Who does what; everyone by their name."""
    subject = "Chance" if seat == CHANCE else names[seat]
    return f"{subject} {SEAT.sub(lambda found: names[int(found[1]) - 1], words)}."


def told(match: Match, viewer: int | None) -> Iterator[str]:
    """Every move of a match that the viewer may know of; decisions when all have decided."""
    state = match.game.start(len(match.seats), match.options)
    unseen: list[str] = []
    for seat, move in match.moves:
        sentence = as_sentence(match.seats, seat, match.game.say(state, seat, move))
        seen = is_seen(state, seat, move, viewer)
        others = [other for other in seats_to_move(state) if other != seat]
        ask.play(state, seat, move)
        if seen:
            unseen.append(sentence)
        if not others or seats_to_move(state) != others:
            yield from unseen
            unseen.clear()
