"""The card of a game: what any game answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from templetop.engine import usual
from templetop.engine.bits import MoveSet, move_set
from templetop.engine.kinds import Kinds, Phase
from templetop.engine.level import LEVELS, Level
from templetop.engine.refusal import IllegalMove, Refusal, UnknownOption, WrongSeats
from templetop.engine.seats import CHANCE, EVEN, MOST_SEATS, NO_MOVE, NOBODY, Array
from templetop.engine.speech import ENGINE, Words
from templetop.engine.words import listed, quoted

__all__ = [
    "CHANCE", "EVEN", "MOST_SEATS", "NOBODY", "NO_MOVE", "POINTS",
    "Array", "Choice", "Daily", "Game", "IllegalMove", "Measure", "Numbers", "Option", "Plane",
    "Refusal", "UnknownOption", "WrongSeats", "slot_of",
]  # fmt: skip

t, tn = ENGINE.t, ENGINE.tn


# ── What is agreed before a match ────────────────────────────────────────────────────────────────

# An option may have an effect only where certain choices are made: {"game": ("curse",)} says that
# it has none with another `game`. `only_seats` says with how many seats it has one.
Effects = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Choice:
    """One setting of an option."""

    name: str
    says: str
    seats: tuple[int, ...] | None = None  # how many can play so; None: as many as ever


@dataclass(frozen=True)
class Option:
    """Something the players agree on before a match. The first choice is the usual one."""

    name: str
    says: str
    choices: tuple[Choice, ...]
    only_with: Effects = field(default_factory=dict)
    only_seats: tuple[int, ...] | None = None

    @property
    def usual(self) -> str:
        return self.choices[0].name

    @property
    def slots(self) -> int:
        """How many numbers it is for the rules."""
        return 1

    def choice(self, name: str) -> Choice:
        return self.choices[self.settings(name)[0]]

    def settings(self, name: str) -> list[int]:
        names = [choice.name for choice in self.choices]
        if name not in names:
            raise UnknownOption(
                t("The option {name} is {names}, not {wrong}.",
                  name=self.name, names=listed(names, "or"), wrong=quoted(name))
            )  # fmt: skip
        return [names.index(name)]

    def written(self, name: str) -> str:
        """The choice as a match keeps it."""
        return name


@dataclass(frozen=True)
class Numbers:
    """A number of the game, or several in a row, that a designer may change.

    They reach the rules as options do, and live in the record: no variant is compiled anew.
    """

    name: str
    says: str
    values: tuple[int, ...]
    low: int = 0
    high: int = 99
    total: tuple[int, int] | None = None  # from … to …, all of them together
    only_with: Effects = field(default_factory=dict)
    only_seats: tuple[int, ...] | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def usual(self) -> str:
        return ",".join(map(str, self.values))

    @property
    def slots(self) -> int:
        return len(self.values)

    def settings(self, text: str) -> list[int]:
        words = text.split(",")
        if len(words) != self.slots or not all(map(self.fits, words)):
            raise UnknownOption(
                tn("The option {name} must be a number from {low} to {high}, not {wrong}.",
                   "The option {name} must be {count} numbers, separated by commas, "
                   "from {low} to {high}, not {wrong}.",
                   self.slots, name=self.name, low=self.low, high=self.high, wrong=quoted(text))
            )  # fmt: skip
        numbers = [int(word) for word in words]
        if self.total is not None and not self.total[0] <= sum(numbers) <= self.total[1]:
            least, most = self.total
            raise UnknownOption(
                t("The numbers of the option {name} must add up to {least} to {most}, "
                  "not to {sum}.",
                  name=self.name, least=least, most=most, sum=sum(numbers))
            )  # fmt: skip
        return numbers

    def written(self, text: str) -> str:
        """The setting as a match keeps it: 00002 as 2; what does not fit stays as it is."""
        words = text.split(",")
        return ",".join(str(int(word)) for word in words) if all(map(self.fits, words)) else text

    def fits(self, word: str) -> bool:
        digits = word.removeprefix("-")
        is_number = digits.isascii() and digits.isdecimal() and len(digits) < 7
        return is_number and self.low <= int(word) <= self.high


def slot_of(options: Sequence[Option | Numbers], name: str) -> int:
    """Where the settings of an option begin in what `new` is given."""
    slot = 0
    for option in options:
        if option.name == name:
            return slot
        slot += option.slots
    raise KeyError(name)


# ── What is counted and what is known ────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Measure:
    """What is counted for each seat in the course of a match."""

    one: str = "point"
    many: str = "points"
    decides: bool = True  # more of it wins; else it only shows how far everybody has come


@dataclass(frozen=True)
class Daily:
    """How the deal of the day is played: a person has the first seat, bots have all others."""

    seats: int = 2
    level: int = 3
    options: Mapping[str, str] = field(default_factory=dict)


POINTS = Measure()
NO_EVENTS = Kinds()  # of a game without chance


@dataclass(frozen=True)
class Plane:
    """Some of the numbers of `observe`: what they are, and their shape."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))


def no_reason(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """For a game that says nothing about what is no code."""
    return None


def no_parts(state: Any, seat: int) -> Mapping[str, int]:
    """For a game that does not say what its points are made of."""
    return {}


def never(state: Any) -> bool:
    """For a game whose chance is drawn at once."""
    return False


def no_experiment(state: Any, seed: int) -> tuple[Sequence[int], bytes]:
    raise NotImplementedError("Chance is drawn from the odds.")


def nothing_against(seats: int, chosen: Mapping[str, str]) -> str | None:
    """For a game whose options all go together."""
    return None


def no_hindsight(match: Any, key: bytes) -> tuple[int, int] | None:
    """For a game in which nobody has found out what could have been got."""
    return None


# ── The card ─────────────────────────────────────────────────────────────────────────────────────


class View(Protocol):
    """What somebody sees of a table: a seat, or with None who only watches."""

    def __call__(self, state: Any, seat: int | None) -> Any: ...


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """What a game answers. `engine.ask` puts these questions to any state."""

    id: str
    name: str
    says: str  # the game in one sentence
    rules_version: int
    seats: Sequence[int]
    options: tuple[Option | Numbers, ...] = ()
    measure: Measure | None = POINTS
    daily: Daily = field(default_factory=Daily)
    folder: Path | None = None  # where its sources and its rulebook are
    words: Words = ENGINE  # what it says, in other languages

    State: np.dtype[Any]
    phases: tuple[Phase, ...]  # `state.phase` is the number of one of them
    moves: Kinds  # of the seats
    events: Kinds = NO_EVENTS  # of chance, with numbers of their own
    planes: tuple[Plane, ...] = ()  # what `observe` fills in, in this order

    # Rules: interpreted, compiled, and on a GPU
    new: Callable[..., Any]
    to_move: Callable[..., Any]
    legal: Callable[..., Any]
    odds: Callable[..., Any] = usual.odds
    play: Callable[..., Any]
    happen: Callable[..., Any] = usual.happen
    places: Callable[..., Any]
    points: Callable[..., Any] = usual.points
    sides: Callable[..., Any] = usual.sides
    first_player: Callable[..., Any] = usual.first_player
    imagine: Callable[..., Any] = usual.imagine
    observe: Callable[..., Any] = usual.observe
    appeal: Callable[..., Any] = usual.appeal
    prospect: Callable[..., Any] = usual.prospect

    # For people
    view: View
    picture: Callable[..., Any]
    write: Callable[[Any], str]  # all that lies on the table, as text
    synonyms: Mapping[str, str] = field(default_factory=dict)  # to type for words of the codes
    # Why something that was typed is the code of no move; in the words of the codes, without spaces
    why_no_move: Callable[[Any, int, str], IllegalMove | None] = no_reason
    welcome: str = ""  # for who plays it the first time: the aim, and what can be typed
    # Why so many cannot play by these options, in a sentence; each option is among them, by name
    why_not_together: Callable[[int, Mapping[str, str]], str | None] = nothing_against
    # What a seat's points are made of, by names for people, and what decides among equals
    breakdown: Callable[[Any, int], Mapping[str, int]] = no_parts

    # Chance that takes its time: is the next event found by an experiment, away from the table?
    takes_time: Callable[[Any], bool] = never
    # What happens, one event after another, and what is kept beside the first; the same seed gives
    # the same. Whatever of it is still open afterwards is drawn from the odds
    experiment: Callable[[Any, int], tuple[Sequence[int], bytes]] = no_experiment

    # Of a match that somebody played alone, and the key of its deal: how many points could have
    # been got by who knew what comes, at least and at most; nothing where that is not known
    hindsight: Callable[..., tuple[int, int] | None] = no_hindsight

    levels: tuple[Level, ...] = LEVELS  # of bots, from the weakest to the strongest
    # Numbers of moves and events of earlier versions of the rules, by version, as they are now
    renumbered: Mapping[int, Callable[[int, int], int]] = field(default_factory=dict)

    def measured(self, value: int) -> str:
        """1 point, 27 points; nothing where nothing is measured."""
        if self.measure is None:
            return ""
        unit = self.words.text(self.measure.one if value == 1 else self.measure.many)
        return f"{value:,} {unit}"

    def state(self, count: int = 1) -> Any:
        """Empty records; use one as `states[0]`."""
        return np.zeros(count, self.State)

    @property
    def observation(self) -> int:
        """How many numbers `observe` fills in."""
        return sum(plane.size for plane in self.planes)

    def move_set(self) -> MoveSet:
        """An empty set of moves."""
        return move_set(self.moves.count)

    def event_set(self) -> MoveSet:
        """An empty set of what chance can do."""
        return move_set(self.events.count)

    def weights(self) -> Array:
        """Room for how likely each event is."""
        return np.zeros(self.events.count, np.int64)

    def agreed(self, chosen: Mapping[str, str] = {}) -> dict[str, str]:
        """How every option is chosen; of the numbers, those that are not as usual."""
        self.check_names(chosen)
        return {
            name: choice
            for name, choice in self.all_of(chosen).items()
            if self.option(name).choices or choice != self.option(name).usual
        }

    def settings(self, chosen: Mapping[str, str] = {}) -> Array:
        """The options as numbers for the rules, the usual choice where nothing was chosen."""
        self.check_names(chosen)
        found = [
            number
            for option in self.options
            for number in option.settings(chosen.get(option.name, option.usual))
        ]
        return np.array(found, np.int64)

    def option(self, name: str) -> Option | Numbers:
        return next(option for option in self.options if option.name == name)

    def check_names(self, chosen: Mapping[str, str]) -> None:
        known = [option.name for option in self.options]
        for name in chosen:
            if name not in known:
                raise UnknownOption(
                    t("{game} has no option {name}; it has {known}.",
                      game=self.name, name=quoted(name), known=", ".join(known))
                    if known
                    else t("{game} has no option {name}; it has none.",
                           game=self.name, name=quoted(name))
                )  # fmt: skip

    def seats_for(self, chosen: Mapping[str, str] = {}) -> list[int]:
        """How many can play, when they have agreed on this."""
        choices = [
            option.choice(chosen.get(option.name, option.usual))
            for option in self.options
            if isinstance(option, Option)
        ]
        limits = [choice.seats for choice in choices if choice.seats is not None]
        able = [seats for seats in self.seats if all(seats in limit for limit in limits)]
        return [seats for seats in able if not self.why_not_together(seats, self.all_of(chosen))]

    def all_of(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The setting of every option, the usual ones too, as a match keeps it."""
        return {
            option.name: option.written(chosen.get(option.name, option.usual))
            for option in self.options
        }

    def start(self, seats: int, chosen: Mapping[str, str] = {}) -> Any:
        """A new game, set up to its first decision."""
        settings = self.settings(chosen)
        if seats in self.seats and (why := self.why_not_together(seats, self.all_of(chosen))):
            raise WrongSeats(why)
        if seats not in self.seats_for(chosen):
            raise WrongSeats(self.not_for(seats, chosen))
        state = self.state()[0]
        self.new(state, seats, settings)
        return state

    def without_effect(self, seats: int, chosen: Mapping[str, str]) -> dict[str, str]:
        """What was chosen, other than usual, and changes nothing here: by option, a sentence each.

        The game says so of an option, or the table is set up with it as it is without it: rules
        know of options only what `new` has put on the table.
        """
        other = {name: choice for name, choice in chosen.items() if self.is_unusual(name, choice)}
        sentences = {name: self.why_no_effect(seats, chosen, name) for name in other}
        return {name: why for name, why in sentences.items() if why}

    def is_unusual(self, name: str, choice: str) -> bool:
        option = self.option(name)
        return option.written(choice) != option.usual

    def why_no_effect(self, seats: int, chosen: Mapping[str, str], name: str) -> str:
        """A sentence; nothing where the option may have an effect."""
        option, settings = self.option(name), self.all_of(chosen)
        for needed, choices in option.only_with.items():
            if settings[needed] not in choices:
                return t("The option {name} has no effect with {setting}.",
                         name=name, setting=f"{needed}={settings[needed]}")  # fmt: skip
        if option.only_seats is not None and seats not in option.only_seats:
            return tn("The option {name} has no effect with {count} seat.",
                      "The option {name} has no effect with {count} seats.",
                      seats, name=name)  # fmt: skip
        without = {other: choice for other, choice in chosen.items() if other != name}
        if self.begins_alike(seats, chosen, without):
            return t("The option {name}={choice} has no effect with these seats and options.",
                     name=name, choice=chosen[name])  # fmt: skip
        return ""

    def begins_alike(self, seats: int, one: Mapping[str, str], other: Mapping[str, str]) -> bool:
        """Is the table the same, byte for byte, before anything is done?"""
        try:
            return bool(self.start(seats, one).tobytes() == self.start(seats, other).tobytes())
        except Refusal:
            return False

    def not_for(self, seats: int, chosen: Mapping[str, str]) -> str:
        """Why so many cannot play, and by which option they could."""
        able = self.how_many(chosen)
        ways = [
            f"{option.name}={choice.name}"
            for option in self.options
            if isinstance(option, Option)
            for choice in option.choices
            if seats in self.seats_for({**chosen, option.name: choice.name})
        ]
        if ways:
            return t(
                "{game} seats {able}, not {seats}; with {ways} it does.",
                game=self.name, able=able, seats=seats, ways=listed(ways, "or"),
            )  # fmt: skip
        return t("{game} seats {able}, not {seats}.", game=self.name, able=able, seats=seats)

    def how_many(self, chosen: Mapping[str, str] = {}) -> str:
        """The seats in words: 2 to 8, or 4, 6 or 8; perhaps with what was agreed."""
        able = self.seats_for(chosen)
        words = in_words(able)
        if able == [*self.seats]:
            return words
        agreed = self.agreed(chosen).items()
        limits = [f"{name}={choice}" for name, choice in agreed if self.limits(name, choice)]
        return t("{seats} with {limits}", seats=words, limits=listed(limits)) if limits else words

    def limits(self, name: str, choice: str) -> bool:
        option = self.option(name)
        return isinstance(option, Option) and option.choice(choice).seats is not None


def in_words(seats: Sequence[int]) -> str:
    """1 to 4; or 4, 6 or 8; or nobody, where what was agreed does not go together."""
    if not seats:
        return t("nobody")
    if len(seats) == 1:
        return str(seats[0])
    if [*seats] == [*range(seats[0], seats[-1] + 1)] and len(seats) > 2:
        return t("{first} to {last}", first=seats[0], last=seats[-1])
    return listed(map(str, seats), "or")
