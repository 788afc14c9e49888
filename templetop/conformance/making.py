"""The matches of a conformance kit: played so that little is needed to meet with much.

The same game always gives the same kit. Options are chosen at random; the moves and the events are
those that have been rarest in the kit so far, or at random, so that what chance would hardly ever
do is met as well.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from templetop.conformance.counting import counts
from templetop.conformance.kit import Exchange, Kit, Recorded
from templetop.conformance.reference import (
    COUNT,
    NEW,
    NOTHING,
    PROTOCOL,
    Reference,
    begin,
    command_for,
)
from templetop.engine.ask import appeal
from templetop.engine.game import Game, Numbers, Option
from templetop.engine.kinds import Kind
from templetop.engine.match import Moves, kinds_for, legal_moves, make, message_of, seats_to_move
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGLISH, speaking

MATCHES = 100
SHORT = 36  # steps of most matches
LONG = 300  # steps of those that are to reach their end
TO_THE_END = 5  # every so many-th match
WITH_NUMBERS = 4  # so often one of the designer's numbers is another one
FEW_WAYS, MANY_WAYS = (
    500,
    20_000,
)  # that are counted in a match, and at the beginning of the first ones
TRIES = 100  # to find options that go together
MORE = 60  # matches that are tried where a kind of moves has not been met

LONGEST = 1000  # steps of these
AFTERWARDS = 6  # steps that follow what was missing

ROUNDS, MANY_ROUNDS, FEW_ROUNDS = "rounds", 20, "3"

KindOf = tuple[bool, str]  # is it chance's, and its name


class Making:
    """The matches of a game, one after the other: each knows what those before it have met."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.made: Counter[tuple[bool, int]] = Counter()  # of chance or not, and the number
        self.kinds: Counter[KindOf] = Counter()
        self.meanings: dict[tuple[bool, int], str] = {}
        self.seated: set[int] = set()

    def kit(self) -> Kit:
        matches = (*self.matches(), *self.missing_kinds())
        return Kit(tuple(self.listing()), Exchange(begin(self.game), "ready"), matches)

    def matches(self) -> Iterator[Recorded]:
        for number in range(MATCHES):
            is_long = number % TO_THE_END == TO_THE_END - 1
            yield self.match(number, LONG if is_long else SHORT)

    def match(self, number: int, steps: int) -> Recorded:
        """The match of that number, at most so many steps, with counts from one of its tables."""
        random = Random(f"{self.game.id} {number}")
        seats, options = self.agreed(number, random)
        reference = Reference(self.game)
        exchanges = [said(reference, self.beginning(seats, options))]
        if seats not in self.seated:
            exchanges += counted(reference, MANY_WAYS)
        self.seated.add(seats)
        counting = random.randrange(1, SHORT)
        for step in islice(self.steps(reference.state, number, random), steps):
            exchanges.append(said(reference, command_for(step)))
            counting -= 1
            if counting == 0:
                exchanges += counted(reference, FEW_WAYS)
        return tuple(exchanges)

    def beginning(self, seats: int, options: dict[str, str]) -> str:
        chosen = [f"{name}={choice}" for name, choice in self.game.agreed(options).items()]
        return " ".join([NEW, str(seats), *chosen])

    def missing_kinds(self) -> Iterator[Recorded]:
        """Further matches for kinds that none of the first has met, up to where they do."""
        for number in range(MATCHES, MATCHES + MORE):
            missing = {*self.unmet}
            if not missing:
                return
            random = Random(f"{self.game.id} {number}")
            seats, options = self.agreed(number, random)
            commands = self.up_to(missing, seats, options, random)
            if commands:
                reference = Reference(self.game)
                yield tuple(said(reference, command) for command in commands)

    def up_to(
        self, missing: set[KindOf], seats: int, options: dict[str, str], random: Random
    ) -> list[str]:
        """A match of those who know what is good, as far as the last of these kinds it meets."""
        state = self.game.start(seats, options)
        commands, wanted = [self.beginning(seats, options)], 0
        while (asked := seats_to_move(state)) and len(commands) < LONGEST:
            step = [(seat, self.sought(state, seat, missing, random)) for seat in asked]
            for seat, made in step:
                self.explain(state, seat, [made])
                if (kind := self.kind_of(seat, made)) in missing:
                    self.kinds[kind] += 1
                    missing.remove(kind)
                    wanted = len(commands) + AFTERWARDS
            commands.append(command_for(step))
            make(state, step)
        return commands[:wanted]

    def sought(self, state: Any, seat: int, missing: set[KindOf], random: Random) -> int:
        """One of a kind that is missing, if there is any; else an event, or what looks best."""
        numbers = legal_moves(state, seat)
        wanted = [number for number in numbers if self.kind_of(seat, number) in missing]
        if wanted or seat == CHANCE:
            return random.choice(wanted or numbers)
        return best(state, seat, numbers, random)

    @property
    def unmet(self) -> list[KindOf]:
        """The kinds of moves, and of events, that no match has met."""
        return [kind for kind in self.every_kind() if not self.kinds[kind]]

    @property
    def not_met(self) -> list[str]:
        """The same in words."""
        return [f"{'event' if is_chance else 'move'} {name}" for is_chance, name in self.unmet]

    def every_kind(self) -> Iterator[KindOf]:
        for is_chance, kinds in ((False, self.game.moves), (True, self.game.events)):
            yield from ((is_chance, kind.name) for kind in kinds.kinds)

    # ── What is played ───────────────────────────────────────────────────────────────────────────

    def agreed(self, number: int, random: Random) -> tuple[int, dict[str, str]]:
        """How many play, and by which options; the first matches are as usual."""
        every = [*self.game.seats]
        seats = every[number % len(every)]
        if number < len(every) and seats in self.game.seats_for():
            return seats, {}
        changing = self.number_to_change(number)
        for _ in range(TRIES):
            options = {
                option.name: random.choice(option.choices).name
                for option in self.game.options
                if isinstance(option, Option)
            }
            if changing is not None:
                seats = random.choice(changing.only_seats or every)
                needed = changing.only_with.items()
                options |= {name: random.choice(choices) for name, choices in needed}
                options[changing.name] = changed(changing, random)
            for some in (options | self.shorter(number, options), options):
                if self.can_be_played(seats, some):
                    return seats, some
        return self.game.seats_for()[0], {}

    def number_to_change(self, number: int) -> Numbers | None:
        """In some matches, one of the designer's numbers is another one than usual."""
        numbers = [option for option in self.game.options if isinstance(option, Numbers)]
        if not numbers or number % WITH_NUMBERS:
            return None
        return numbers[number // WITH_NUMBERS % len(numbers)]

    def shorter(self, number: int, options: dict[str, str]) -> dict[str, str]:
        """A game of many rounds is over after a few, where its end is to be met."""
        rounds = next((one for one in self.game.options if one.name == ROUNDS), None)
        is_long = isinstance(rounds, Numbers) and rounds.values[0] > MANY_ROUNDS
        to_the_end = number % TO_THE_END == TO_THE_END - 1 and number < MATCHES
        return {ROUNDS: FEW_ROUNDS} if is_long and to_the_end and ROUNDS not in options else {}

    def can_be_played(self, seats: int, options: dict[str, str]) -> bool:
        try:
            self.game.start(seats, options)
        except Refusal:
            return False
        numbers = [name for name in options if isinstance(self.game.option(name), Numbers)]
        return not {*numbers} & {*self.game.without_effect(seats, options)}

    def steps(self, state: Any, number: int, random: Random) -> Iterator[Moves]:
        """What is done, step by step, at a table that somebody else changes accordingly."""
        while seats := seats_to_move(state):
            step = [(seat, self.chosen(state, seat, number, random)) for seat in seats]
            for seat, made in step:
                self.made[seat == CHANCE, made] += 1
                self.kinds[self.kind_of(seat, made)] += 1
            yield step

    def chosen(self, state: Any, seat: int, number: int, random: Random) -> int:
        """A move or event: the rarest so far, one with much appeal, or any."""
        numbers = legal_moves(state, seat)
        self.explain(state, seat, numbers)
        way = random.random()
        if way < 0.5 or (way < 0.8 and seat == CHANCE):
            return min(numbers, key=lambda one: (*self.how_often(seat, one), random.random()))
        if way < 0.8 and number % 2:
            return best(state, seat, numbers, random)
        return random.choice(numbers)

    def how_often(self, seat: int, number: int) -> tuple[int, int]:
        kind = kinds_for(self.game, seat).kind(number)
        per_number = self.kinds[seat == CHANCE, kind.name] // kind.count
        return per_number, self.made[seat == CHANCE, number]

    def kind_of(self, seat: int, number: int) -> KindOf:
        return seat == CHANCE, kinds_for(self.game, seat).kind(number).name

    # ── What the numbers mean ────────────────────────────────────────────────────────────────────

    def explain(self, state: Any, seat: int, numbers: list[int]) -> None:
        """Keep the code and the words of every number, as they are where it is met first."""
        kinds = kinds_for(self.game, seat)
        for number in numbers:
            if (seat == CHANCE, number) not in self.meanings:
                with speaking(ENGLISH):
                    code = kinds.code(state, seat, number)
                    words = message_of(state, seat, number).without_subject()
                self.meanings[seat == CHANCE, number] = f"{code}: {words}" if code else words

    def listing(self) -> Iterator[str]:
        game = self.game
        yield f"Conformance kit of {game.name}, version {game.rules_version} of its rules."
        yield f"The protocol is version {PROTOCOL}: templetop/conformance/PROTOCOL.md."
        yield "Words and codes are those at the first table where a number was possible."
        for is_chance, kinds in ((False, game.moves), (True, game.events)):
            for kind in kinds.kinds:
                yield ""
                yield f"{'event' if is_chance else 'move'} {self.heading(kind)}"
                for number in range(kind.first, kind.end):
                    if meaning := self.meanings.get((is_chance, number)):
                        yield f"  {number} {meaning}"

    def heading(self, kind: Kind) -> str:
        """lay: 0 to 29, deciding (3.2.1)"""
        last = kind.end - 1
        numbers = f"{kind.first} to {last}" if last > kind.first else str(last)
        phases = [self.game.phases[phase] for phase in kind.phases]
        when = ", ".join(f"{phase.name} ({phase.rule or NOTHING})" for phase in phases)
        return f"{kind.name}: {numbers}, {when}"


def best(state: Any, seat: int, numbers: list[int], random: Random) -> int:
    """What looks best at first sight; any of them, if several do."""
    return max(numbers, key=lambda one: (appeal(state, seat, one), random.random()))


def said(reference: Reference, command: str) -> Exchange:
    return Exchange(command, reference.answer(command))


def counted(reference: Reference, most: int) -> list[Exchange]:
    """The counts from where it stands."""
    found = enumerate(counts(reference.state, most), 1)
    return [Exchange(f"{COUNT} {depth}", str(ways)) for depth, ways in found]


def changed(option: Numbers, random: Random) -> str:
    """Numbers near the usual ones that the option allows."""
    for _ in range(TRIES):
        values = [*option.values]
        slot = random.randrange(len(values))
        values[slot] += random.choice((-2, -1, 1, 2))
        if len(values) > 1 and option.total is not None:
            other = random.randrange(len(values))
            values[other] += sum(option.values) - sum(values)
        text = ",".join(map(str, values))
        try:
            option.settings(text)
        except Refusal:
            continue
        if text != option.usual:
            return text
    return option.usual
