"""What a search has to say about a decision."""

from dataclasses import dataclass

from templetop.engine.kinds import Message


@dataclass(frozen=True)
class Weighed:
    """A move that was weighed."""

    move: int
    visits: int  # games in mind that began with it
    values: tuple[float, ...]  # what it is worth to each seat, from 0 to 1
    points: tuple[float, ...]  # what each seat has in the end, in the mean
    share: float = 0.0  # how often it should be made, where several decide at once


@dataclass(frozen=True)
class Thought:
    """The moves that were weighed, the best first, and what it took."""

    weighed: tuple[Weighed, ...]
    simulations: int
    seconds: float

    @property
    def move(self) -> int:
        return self.weighed[0].move

    def pick(self, ticket: float) -> int:
        """The best move; where one has to be unpredictable, by how often each should be made."""
        for one in self.weighed:
            ticket -= one.share
            if ticket < 0:
                return one.move
        return self.move


@dataclass(frozen=True)
class Expected:
    """A move of the line that a search expects; the seat may be CHANCE."""

    seat: int
    move: int
    message: Message
