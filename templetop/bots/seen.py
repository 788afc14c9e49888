"""What a bot is given when it has to decide: all that its seat may know, and nothing else."""

from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from templetop.bots.what_if import WhatIf, what_if
from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.game import Game
from templetop.engine.match import code_of, legal_moves, say, target_of
from templetop.engine.random import generator, next_bits
from templetop.engine.seats import Array

if TYPE_CHECKING:
    from templetop.bots.story import Happened
    from templetop.engine.match import Match


@dataclass(frozen=True)
class Seen:
    """The table as a seat knows it. What it cannot know is imagined in `state`.

    `history` tells what has been done since the seat was last asked; it goes on after the first
    `since` moves of the match. Only bots of your own are told it.
    """

    game: Game
    state: Any
    seat: int
    seats: int
    history: "tuple[Happened, ...]" = ()
    since: int = 0
    seed: int = 0  # a number drawn for this decision
    match: str = ""  # what the match is called

    @classmethod
    def of(cls, match: "Match", seat: int, seed: int = 0) -> "Seen":
        """What a seat of a match knows now; another seed imagines the hidden part differently."""
        return seen_by(seat, match.state, len(match.seats), generator(seed))

    @property
    def moves(self) -> list[int]:
        """The numbers of the moves that may be made."""
        return legal_moves(self.state, self.seat)

    def says(self, move: int) -> str:
        """A legal move in words: lays tile 7 on c4."""
        return say(self.state, self.seat, move)

    def code(self, move: int) -> str:
        """A legal move as people type it: c4."""
        return code_of(self.state, self.seat, move)

    def target(self, move: int) -> Any:
        """What a legal move touches: an object with its `kind` and its parts, or None."""
        return target_of(self.state, self.seat, move)

    @property
    def view(self) -> Any:
        """What a person at this seat sees."""
        return self.game.view(self.state, self.seat)

    @property
    def points(self) -> list[int] | None:
        """What each seat has now; None in a game where nothing is counted."""
        return None if self.game.measure is None else points_of(self.state).tolist()

    @property
    def places(self) -> list[int]:
        """The place of each seat as things stand: 1 is the first."""
        return [int(place) for place in places_of(self.state)]

    def what_if(self, *line: int, world: int = 0) -> WhatIf:
        """The table after these moves and events, one after the other, in an imagined world.

        World 0 is this one. Others differ from it in what the seat cannot know. Where several
        decide at the same time, yours is the move of this seat, and the others do anything.
        """
        return what_if(self.state, self.seat, line, world)


def seen_by(seat: int, state: Any, seats: int, random: Array) -> Seen:
    """Show the table to a seat. The truth is copied and never handed over."""
    game = ask.game_of(state)
    world = game.state()
    world[0] = state
    ask.imagine(world[0], seat, random)
    return Seen(game, world[0], seat, seats)


def told(seen: Seen, news: "tuple[int, tuple[Happened, ...]]", seed: int, match: str) -> Seen:
    """The same, with what has been done since the seat was last asked."""
    since, history = news
    return replace(seen, history=history, since=since, seed=seed, match=match)


def drawn(random: Array) -> int:
    """A number for a bot to draw from, which does not give away where it comes from."""
    bits = b"".join(int(next_bits(random)).to_bytes(4) for _ in range(2))
    return int.from_bytes(blake2b(bits, digest_size=4).digest())
