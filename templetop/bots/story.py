"""What a seat has not yet been told of a match: everything done since it was last asked.

It is told as to a person there: what only others may see is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from templetop.engine import ask
from templetop.engine.match import Match, Moves, kinds_for, make, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.engine.telling import told_to


@dataclass(frozen=True)
class Happened:
    """One move, or one event of chance, as a seat may know it."""

    number: int  # in the match, counted from 0
    seat: int  # or CHANCE
    made: int | None  # the number of the move or event; None where it is hidden
    says: str
    target: Any  # what it touches; None where that is hidden


News = tuple[int, tuple[Happened, ...]]  # after how many moves of the match, and what was done


class Story:
    """Follows a match for one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.told: Moves = []
        self.state: Any = None

    def news(self, match: Match) -> News:
        """What has been done since this was last asked; less is told if moves were taken back."""
        self.go_back(match)
        since = len(self.told)
        return since, tuple(self.go_on(match))

    def go_back(self, match: Match) -> None:
        """To the last table that both the story and the match have come to."""
        pairs = zip(self.told, match.moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if self.state is not None and common == len(self.told):
            return
        self.state, self.told = match.game.start(len(match.seats), match.options), []
        while self.told != match.moves[:common]:
            step = next_step(self.state, match.moves, len(self.told))
            if len(self.told) + len(step) > common:
                return  # one of those who decided at the same time decides differently now
            self.make(step)

    def go_on(self, match: Match) -> Iterator[Happened]:
        while len(self.told) < len(match.moves):
            step = next_step(self.state, match.moves, len(self.told))
            for number, (seat, move) in enumerate(step, len(self.told)):
                yield happened(self.seat, number, self.state, seat, move)
            self.make(step)

    def make(self, step: Moves) -> None:
        make(self.state, step)
        self.told += step


def next_step(state: Any, moves: Moves, done: int) -> Moves:
    """All that is done at the same time."""
    together = 1 if moves[done][0] == CHANCE else len(seats_to_move(state))
    return moves[done : done + together]


def happened(viewer: int, number: int, state: Any, seat: int, move: int) -> Happened:
    """A move that is about to be made, without what the viewer may not know."""
    told = told_to(viewer, number, state, seat, move)
    seen_by = kinds_for(ask.game_of(state), seat).seen_by(state, seat, move)
    is_known = seen_by is None or viewer in seen_by
    return Happened(
        number, seat, move if is_known else None, told.message.without_subject(), told.target
    )
