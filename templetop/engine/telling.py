"""What was done, told to one who may not know everything.

A move of chance that looks the same to the viewer as another one is told in the words that both
share: the viewer is told the same, whatever is hidden. Who only looks on may know what everybody at
the table knows, and no hand. When the match is over there is nothing left to hide.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.game import CHANCE, NOBODY, Array
from templetop.engine.match import Match, legal_moves, places_of, points_of, seats_to_move
from templetop.engine.random import generator
from templetop.engine.words import counted, listed

WORLDS = 100  # that are imagined where chance has no choice; enough to find out that it seems to
GLANCES = 24  # worlds that are imagined to find out what is known
SEAT = re.compile(r"\b[Ss]eat (\d+)\b")
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
    game = ask.game_of(state)
    if seat != CHANCE:
        return game.say(state, seat, move)
    if game.secret is None:
        return words_found_out(state, move, viewer)
    secret = game.secret(state, move)
    if secret is None or secret.seat == viewer:
        return game.say(state, seat, move)
    return secret.says


def words_found_out(state: Any, move: int, viewer: int | None) -> str:
    """The same for a move of chance of a game that does not say who sees it."""
    words = ask.game_of(state).say(state, CHANCE, move)
    if words == words_for_all(state.dtype, state.tobytes(), move):
        return words
    return shared([words, *words_alike(state, move, words, viewer)])


@lru_cache(1 << 12)
def words_for_all(kind: np.dtype[Any], table: bytes, move: int) -> str:
    """What even those are told who only look on; every seat knows as much, so it is asked once."""
    state = np.frombuffer(table, kind).copy()[0]
    words = ask.game_of(state).say(state, CHANCE, move)
    return shared([words, *words_alike(state, move, words, None)])


def words_alike(state: Any, move: int, words: str, viewer: int | None) -> list[str]:
    """What else chance could have done, for all that the viewer sees of it."""
    truth = after(state, CHANCE, move)
    if hides_nothing(truth, viewer):
        return []
    if (others := instead(state, words)) and is_plain(state, truth, others, viewer):
        return []
    seen = view_after(state, move, viewer)
    for world in worlds(state, viewer):
        if others := instead(world, words):
            return alike(world, others, seen, words, viewer)
    return []


def is_plain(state: Any, truth: Any, others: list[int], viewer: int | None) -> bool:
    """Do all the others lead to a table that differs from the truth where the viewer knows it?

    Then it sees which of them was made. Looking at the table takes long, so only one of them is
    looked at, lest something was taken for known because all imagined worlds happen to share it.
    """
    known = known_bytes(truth, viewer)
    if any((as_bytes(after(state, CHANCE, other)) == as_bytes(truth))[known].all()
           for other in others):  # fmt: skip
        return False
    return bool(view_after(state, others[0], viewer) != ask.game_of(state).view(truth, viewer))


def hides_nothing(state: Any, viewer: int | None) -> bool:
    """Is there nothing to imagine? Then no random number is drawn for it."""
    random, world = generator(0), state.copy()
    untouched = random.copy()
    imagine_for(world, viewer, random)
    return bool(random[0] == untouched[0] and world.tobytes() == state.tobytes())


def known_bytes(state: Any, viewer: int | None) -> Array:
    """Which bytes of the record are the same in all worlds that the viewer may be in."""
    known = np.ones(state.nbytes, np.bool_)
    for world in islice(worlds(state, viewer), GLANCES):
        known &= as_bytes(world) == as_bytes(state)
    return known


def as_bytes(state: Any) -> Array:
    return np.frombuffer(state.tobytes(), np.uint8)


def alike(state: Any, moves: list[int], seen: Any, words: str, viewer: int | None) -> list[str]:
    """The words of those moves after which the viewer sees the same.

    One that could hide no word that is not hidden already is left out, as looking takes long.
    """
    found: list[str] = []
    for move in moves:
        said = ask.game_of(state).say(state, CHANCE, move)
        so_far = shared([words, *found])
        is_news = shared([so_far, said]) != so_far
        if is_news and view_after(state, move, viewer) == seen:
            found.append(said)
    return found


def instead(state: Any, words: str) -> list[int]:
    """What else chance could do than what these words say."""
    say = ask.game_of(state).say
    return [move for move in legal_moves(state, CHANCE) if say(state, CHANCE, move) != words]


def worlds(state: Any, viewer: int | None) -> Iterator[Any]:
    """How the table may look for all that the viewer knows, the truth first."""
    random = generator(0)
    yield state
    for _ in range(WORLDS):
        world = state.copy()
        imagine_for(world, viewer, random)
        yield world


def imagine_for(world: Any, viewer: int | None, random: Array) -> None:
    """Redraw what the viewer cannot know."""
    moves = ask.game_of(world).move_set()
    for seat in [viewer] if viewer is not None else range(int(world.seats)):
        ask.imagine(world, seat, random, moves)  # one after the other, they redraw everything


def view_after(state: Any, move: int, viewer: int | None) -> Any:
    """What the viewer would see if chance made this move."""
    return ask.game_of(state).view(after(state, CHANCE, move), viewer)


def after(state: Any, seat: int, move: int) -> Any:
    """The table after a move; the one before it stays as it is."""
    copy = state.copy()
    ask.play(copy, seat, move)
    return copy


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
    return f"{subject} {by_name(names, words)}."


def by_name(names: Sequence[str], words: str) -> str:
    """Everyone who is called by the number of the seat is called by their name."""
    return SEAT.sub(lambda found: names[int(found[1]) - 1], words)


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


def verdict(state: Any, names: Sequence[str]) -> str:
    """Who won, in a sentence; or that it is not over."""
    if ask.to_move(state) != NOBODY:
        return "The game is not over."
    if len(names) == 1:
        return f"{names[0]} has {counted(int(points_of(state, 1)[0]), 'point')}."
    places = places_of(state, len(names))
    winners = [name for name, place in zip(names, places, strict=True) if place == 1]
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the first place'}."
