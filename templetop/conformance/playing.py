"""A kit is played against an engine until an answer differs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from templetop.conformance.counting import count
from templetop.conformance.difference import Difference, compared, in_positions, writes_table
from templetop.conformance.engine import DoesNotPlay, Engine, EngineFailed, is_unknown
from templetop.conformance.kit import Exchange, Kit, Recorded, file_of
from templetop.conformance.reference import COUNT, NEW, Reference, command_for, position
from templetop.conformance.words import t
from templetop.engine.faults import shown
from templetop.engine.game import Game
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.refusal import Refusal

MOST_TRIED = 1000  # steps from one table, to find which of them counts differ after


class OldKit(Refusal):
    """A kit that was made by other rules than those of today."""


@dataclass
class Played:
    """What has been compared so far."""

    matches: int = 0
    left_out: int = 0  # that the engine does not know the options or the seats of
    answers: int = 0
    has_counts: bool = True
    has_tables: bool = True
    difference: Difference | None = None


class Playing:
    """One engine, one game."""

    def __init__(self, game: Game, kit: Kit, engine: Engine) -> None:
        self.game, self.kit, self.engine = game, kit, engine
        self.played = Played()

    def play(self, only: int | None = None) -> Played:
        """All matches, or only that one, up to the first difference."""
        self.check_version()
        self.engine.begin(self.kit.begin.command)
        for number, match in enumerate(self.kit.matches, 1):
            if only in (None, number):
                self.played.difference = self.match(number, match)
            if self.played.difference is not None:
                return self.played
        if not self.played.matches:
            raise DoesNotPlay(t("The program plays none of the matches."))
        return self.played

    def check_version(self) -> None:
        expected = Reference(self.game).answer(self.kit.begin.command)
        if expected != self.kit.begin.answer:
            raise self.old_kit()

    def old_kit(self) -> OldKit:
        return OldKit(
            t("The conformance kit of {game} does not agree with the rules of today;"
              " `python -m templetop.conformance {folder}` writes it anew.",
              game=self.game.name, folder=shown(file_of(self.game).parent))
        )  # fmt: skip

    def match(self, number: int, match: Recorded) -> Difference | None:
        """The first difference in a match."""
        commands: list[str] = []
        for exchange in match:
            is_count = exchange.command.startswith(COUNT)
            if is_count and not self.played.has_counts:
                continue
            answer = self.answer(exchange.command)
            if is_unknown(answer) and exchange.command.startswith(NEW):
                self.played.left_out += 1
                return None
            if is_unknown(answer) and is_count:
                self.played.has_counts = False
                continue
            if not is_count:
                commands.append(exchange.command)
            if found := self.difference(number, commands, exchange, answer):
                return found
        self.played.matches += 1
        return None

    def answer(self, command: str) -> str:
        self.played.answers += 1
        return self.engine.answer(command)

    def difference(
        self, number: int, commands: list[str], exchange: Exchange, answer: str
    ) -> Difference | None:
        """What differs in an answer, and which sentence of the rulebook that concerns."""
        if exchange.command.startswith(COUNT):
            if not answer.isdecimal():
                raise EngineFailed(exchange.command, f"it answered {answer!r}, which is no number")
            if answer == exchange.answer:
                return None
            return self.narrowed(number, tuple(commands), exchange, answer)
        differs = in_positions(exchange.command, exchange.answer, answer)
        self.played.has_tables &= writes_table(answer)
        if not differs:
            return None
        before, now = self.tables(commands)
        if now.last != exchange.answer:
            raise self.old_kit()
        return compared(self.engine, number, tuple(commands), before, now, answer)

    def tables(self, commands: Sequence[str]) -> tuple[Reference, Reference]:
        """Our table before the last of the commands, and after it."""
        before, now = self.reference_at(commands[:-1]), self.reference_at(commands)
        now.last = position(now.state)
        return before, now

    # ── Counts ───────────────────────────────────────────────────────────────────────────────────

    def narrowed(
        self, number: int, commands: tuple[str, ...], exchange: Exchange, answer: str
    ) -> Difference:
        """Of a count that differs: the table from which on something else differs, if one does.

        Where counts differ by several moves, there is a first move after which they do.
        """
        depth = int(exchange.command.split()[1])
        for step in self.steps_from(commands, depth):
            further = (*commands, step)
            if found := self.played_again(number, further):
                return found
            reference = self.reference_at(further)
            rest = depth - moves_in(step)
            expected = str(count(reference.state, rest))
            asked = Exchange(f"{COUNT} {rest}", expected)
            answered = self.answer(asked.command)
            if answered != expected:
                return self.narrowed(number, further, asked, answered)
        reference = self.reference_at(commands)
        if str(count(reference.state, depth)) != exchange.answer:
            raise self.old_kit()
        return Difference.of_counts(reference, number, commands, exchange, answer)

    def steps_from(self, commands: tuple[str, ...], depth: int) -> Iterator[str]:
        """The commands for what can be done, if fewer moves than the depth do it."""
        state = self.reference_at(commands).state
        seats = seats_to_move(state)
        if len(seats) >= depth:
            return
        rows = product(*(legal_moves(state, seat) for seat in seats))
        for row in islice(rows, MOST_TRIED):
            yield command_for([*zip(seats, row)])

    def reference_at(self, commands: Sequence[str]) -> Reference:
        """Our own rules, after these commands."""
        reference = Reference(self.game)
        try:
            for command in commands:
                reference.carry_out(command)
        except Refusal:
            raise self.old_kit() from None
        return reference

    def played_again(self, number: int, commands: tuple[str, ...]) -> Difference | None:
        """From the beginning, with another last step."""
        for command in commands[:-1]:
            self.answer(command)
        answer = self.answer(commands[-1])
        before, now = self.tables(commands)
        if not in_positions(commands[-1], now.last, answer):
            return None
        return compared(self.engine, number, commands, before, now, answer)


def moves_in(command: str) -> int:
    """How many moves a step is: all decisions made at the same time, or one event."""
    return len(command.split()) // 2
