"""A match as it might have been for all that a viewer knows: what is hidden is exchanged.

Everything a seat spends, everybody sees; what it draws, it sees alone. So whatever a seat is said
to hold now, the match can be told backwards: what it spent was in its hand before, and any tile or
card of the hand may be the one that was drawn last. All moves of that story are legal, and nobody
else can tell it from the true one.

What a seat holds instead comes from one of two: from `imagine`, the game's own idea of what is
hidden; or from an exchange that is written here and knows nothing of it, so that a mistake there
cannot hide a leak.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from templetop.engine import ask
from templetop.engine.game import CHANCE, Game
from templetop.engine.match import legal_moves
from templetop.engine.random import generator
from templetop.engine.telling import imagine_for
from templetop.games.cacao import moves as cacao
from templetop.games.karuba_cards import moves as karuba_cards

Moves = list[tuple[int, int]]
Held = Counter[int]  # cards by their number, or how many tiles of each kind


class Hands(NamedTuple):
    """Where the hidden things of a game lie, and the moves that handle them."""

    hand: Callable[[Any], Held]
    pile: Callable[[Any], Held]
    draw: int  # the number of the move that draws thing 0
    keep: int | None = None  # and of the one that plays all but thing 0


def bits(cards: Any) -> Held:
    return Counter(number for number in range(32) if int(cards) >> number & 1)


def counts(tiles: Any) -> Held:
    return Counter({kind: int(many) for kind, many in enumerate(tiles) if many})


HANDS = {
    "karuba_cards": Hands(
        lambda player: bits(player.hand),
        lambda player: bits(player.pile),
        karuba_cards.DRAW,
        karuba_cards.KEEP,
    ),
    "cacao": Hands(
        lambda player: counts(player.hand),
        lambda player: counts(player.deck),
        cacao.DRAW,
    ),
}


class Event(NamedTuple):
    """A hand has changed: by a draw that others did not see, or by what was shown to all."""

    at: int  # which move of the match did it
    drawn: Held
    spent: Held


@dataclass
class Trail:
    """How a table came to be: every state on the way, and every change of a hand."""

    game: Game
    states: list[Any]
    moves: Moves = field(default_factory=list)

    @property
    def seats(self) -> int:
        return int(self.states[0].seats)

    def follow(self, moves: Moves) -> None:
        """Up to here; moves that were taken back are left out again."""
        same = 0
        while same < min(len(moves), len(self.moves)) and moves[same] == self.moves[same]:
            same += 1
        del self.moves[same:]
        del self.states[same + 1 :]
        for seat, move in moves[same:]:
            state = self.states[-1].copy()
            ask.play(state, seat, move)
            self.states.append(state)
            self.moves.append((seat, move))

    def hand(self, seat: int, number: int) -> Held:
        hands = HANDS.get(self.game.id)
        return hands.hand(self.states[number].players[seat]) if hands else Counter()

    def pile(self, seat: int, number: int) -> Held:
        hands = HANDS.get(self.game.id)
        return hands.pile(self.states[number].players[seat]) if hands else Counter()

    def events(self, seat: int, first: int, last: int) -> list[Event]:
        """What changed the hand of a seat between two moments."""
        found = []
        for at in range(first, last):
            drawn = self.pile(seat, at) - self.pile(seat, at + 1)
            spent = self.hand(seat, at) + drawn - self.hand(seat, at + 1)
            if drawn or spent:
                found.append(Event(at, drawn, spent))
        return found


Swap = Callable[[Trail, int, int | None], dict[int, Held]]  # what others hold instead


def others(trail: Trail, viewer: int | None) -> list[int]:
    return [seat for seat in range(trail.seats) if seat != viewer]


def by_imagining(trail: Trail, number: int, viewer: int | None) -> dict[int, Held]:
    """What the game itself takes for hidden, redrawn."""
    if trail.game.id not in HANDS:
        return {}
    world = trail.states[number].copy()
    imagine_for(world, viewer, generator(number, 1 if viewer is None else 2 + viewer))
    hand = HANDS[trail.game.id].hand
    return {seat: hand(world.players[seat]) for seat in others(trail, viewer)}


def by_exchange(trail: Trail, number: int, viewer: int | None) -> dict[int, Held]:
    """Every other hand is put under the pile, and as many are taken from the top."""
    if trail.game.id not in HANDS:
        return {}
    return {
        seat: exchanged(trail.hand(seat, number), trail.pile(seat, number), number + seat)
        for seat in others(trail, viewer)
    }


def exchanged(hand: Held, pile: Held, turn: int) -> Held:
    """As many of the pile as there are in the hand, whichever comes now; then of the hand again."""
    above, below = sorted(pile.elements()), sorted(hand.elements())
    start = turn % len(above) if above else 0
    return Counter([*above[start:], *above[:start], *below][: len(below)])


SWAPS: dict[str, Swap] = {"imagined": by_imagining, "exchanged": by_exchange}


def story(trail: Trail, number: int, hands: Mapping[int, Held], seed: int) -> Moves:
    """The match up to here, in which these seats hold this instead; told backwards."""
    told, chosen = [*trail.moves[:number]], random.Random(seed)
    for seat, hand in hands.items():
        assert hand.total() == trail.hand(seat, number).total()
        tell_backwards(trail, told, seat, Counter(hand), chosen)
    return told


def tell_backwards(trail: Trail, told: Moves, seat: int, hand: Held, chosen: random.Random) -> None:
    """What this seat drew, and what it kept in hand when it played the rest."""
    game = HANDS[trail.game.id]
    for event in reversed(trail.events(seat, 0, len(told))):
        if event.spent:
            if (at := choice_before(told, seat, event)) is not None and game.keep is not None:
                (kept,) = hand.elements()
                told[at] = (seat, game.keep + kept)
            hand += event.spent
        if event.drawn:
            thing = chosen.choice(sorted(hand.elements()))
            told[event.at] = (CHANCE, game.draw + thing)
            hand -= Counter([thing])
    assert not hand, "everything in the hand was drawn once"


def choice_before(told: Moves, seat: int, event: Event) -> int | None:
    """Which move decided what was played here; None when there was no choice."""
    at = event.at
    while told[at][0] != CHANCE:
        if told[at][0] == seat:
            return at
        at -= 1
    return None


def decided_otherwise(
    state: Any, decisions: Mapping[int, int], viewer: int | None
) -> dict[int, int]:
    """Each other seat that has decided has decided something else, if there is anything else."""
    found = dict(decisions)
    for seat in decisions:
        if seat != viewer:
            legal = legal_moves(state, seat)
            place = legal.index(decisions[seat]) + 1 if decisions[seat] in legal else 0
            found[seat] = legal[place % len(legal)]
    return found


def decided_in_mind(state: Any, decisions: Mapping[int, int], viewer: int | None) -> dict[int, int]:
    """What the game itself takes for possible, where no hand is redrawn as well."""
    game = ask.game_of(state)
    if game.id in HANDS:
        return dict(decisions)
    world = state.copy()
    for seat, move in decisions.items():
        ask.play(world, seat, move)
    imagine_for(world, viewer, generator(len(decisions), 3))
    return {seat: int(world.players[seat].choice) for seat in decisions}
