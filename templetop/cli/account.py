"""What a person at the table has been told: what was done, and what happened beside it."""

from collections.abc import Iterator
from typing import Any

from templetop.engine.match import Match, Moves
from templetop.engine.telling import Teller, sentences, told


class Account:
    """In sentences, the last ones being news; a happening is one of them."""

    def __init__(self, match: Match, person: int | None) -> None:
        self.names = match.seats
        self.person = person
        self.parts: list[Teller | str] = [Teller(person, lines=told(match, person))]
        last_turn = len(match.seats) + 1  # where a match is resumed, that is news
        self.shown = max(0, len([*self.sentences()]) - last_turn)

    def tell(self, number: int, state: Any, step: Moves) -> None:
        """What is done now at the same time, from move number so-and-so on."""
        if not isinstance(self.parts[-1], Teller):
            self.parts.append(Teller(self.person))
        teller = self.parts[-1]
        assert isinstance(teller, Teller)
        teller.tell(number, state, step)

    def announce(self, sentence: str) -> None:
        """Something that happens at the table without being a move."""
        self.parts.append(sentence)

    def sentences(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, str):
                yield part
            else:
                yield from sentences(part.lines, self.names)

    def sentence_of(self, number: int, seat: int) -> str:
        """What a seat did from move number so-and-so on, in a sentence."""
        tellers = [part for part in self.parts if isinstance(part, Teller)]
        lines = [line for teller in tellers for line in teller.lines if line.number >= number]
        return next(line.sentence(self.names) for line in lines if line.seat == seat)

    def last(self, how_many: int) -> list[str]:
        everything = [*self.sentences()]
        return everything[max(0, len(everything) - how_many) :]

    @property
    def news(self) -> list[str]:
        """What has not been shown."""
        return [*self.sentences()][self.shown :]

    def put_away(self) -> None:
        """All of it has been shown."""
        self.shown = len([*self.sentences()])
