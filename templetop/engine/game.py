"""The card of a game: what any game answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.bits import MoveSet, move_set
from templetop.engine.level import LEVELS, Level

Array = np.ndarray[Any, Any]

# Whose move it is: a set of seats (a bit each), or one of these.
NOBODY = 0
CHANCE = -1

EVEN = 0  # the answer of `odds` when everything that can happen is equally likely


@dataclass(frozen=True)
class Choice:
    """One setting of an option."""

    name: str
    says: str


@dataclass(frozen=True)
class Option:
    """Something the players agree on before a match. The first choice is the usual one."""

    name: str
    says: str
    choices: tuple[Choice, ...]

    def index(self, name: str) -> int:
        names = [choice.name for choice in self.choices]
        if name not in names:
            raise UnknownOption(f"The option {self.name} is {' or '.join(names)}, not {name!r}.")
        return names.index(name)


class Secret(NamedTuple):
    """What chance does unseen by all seats but one."""

    seat: int  # that sees it
    says: str  # what all others are told


class Refusal(Exception):
    """Something that cannot be done; the message is a sentence for the person who asked."""


class UnknownOption(Refusal):
    """There is no such option, or no such choice of it."""


class WrongSeats(Refusal):
    """The game cannot be played by so many."""


class IllegalMove(Refusal):
    """The rules forbid it; the message says why, and `rule` which sentence forbids it."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


def no_parts(state: Any, seat: int) -> Mapping[str, int]:
    """For a game that does not say what its points are made of."""
    return {}


def no_reason(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """For a game that says nothing about what is no code."""
    return None


def no_rule(state: Any, seat: int) -> str:
    """For a game that names no rule by which seats wait for each other."""
    return ""


def no_target(state: Any, seat: int, move: int) -> Any:
    """For a game whose moves are offered in words alone."""
    return None


def no_secret(state: Any, move: int) -> Secret | None:
    """For a game where everyone sees what chance does."""
    return None


def no_decision(state: Any, seat: int) -> bool:
    """For a game where seats decide one after another."""
    return False


@dataclass(frozen=True, eq=False)
class Game:
    """What a game answers. `engine.ask` puts these questions to any state."""

    id: str
    name: str
    says: str  # the game in one sentence
    rules_version: int
    seats: range
    options: tuple[Option, ...]

    State: np.dtype[Any]
    moves: int  # every move is a number below this
    seat_moves: int  # every move of a seat is a number below this
    observation: int  # how many numbers `observe` fills

    # Rules: interpreted, compiled, and on a GPU
    new: Callable[..., Any]
    to_move: Callable[..., Any]
    legal: Callable[..., Any]
    odds: Callable[..., Any]
    play: Callable[..., Any]
    points: Callable[..., Any]
    places: Callable[..., Any]
    imagine: Callable[..., Any]
    observe: Callable[..., Any]
    appeal: Callable[..., Any]
    prospect: Callable[..., Any]

    # For people
    view: Callable[[Any, int | None], Any]
    say: Callable[[Any, int, int], str]
    code: Callable[[Any, int, int], str]  # the move as it is typed; "" for a number that is no move
    why_not: Callable[[Any, int, int], IllegalMove]
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    picture: Callable[..., Any]
    census: Callable[[Any], Mapping[str, int]]  # what must never change in number
    synonyms: Mapping[str, str] = field(default_factory=dict)  # to type for words of the codes
    # Why something that was typed is the code of no move; in the words of the codes, without spaces
    why_no_move: Callable[[Any, int, str], IllegalMove | None] = no_reason
    why_wait: Callable[[Any, int], str] = no_rule  # the rule by which it is not a seat's turn
    # Where several decide at once: has this seat done so, while others are awaited?
    has_decided: Callable[[Any, int], bool] = no_decision
    welcome: str = ""  # for who plays it the first time: the aim, and what can be typed
    # What a seat's points are made of, by names for people, and what decides among equals
    breakdown: Callable[[Any, int], Mapping[str, int]] = no_parts
    # Which thing on the table a legal move belongs to: a dataclass, for boards that can be clicked
    offer: Callable[[Any, int, int], Any] = no_target
    # Who alone sees a move of chance, if not all do; None: it is found out, which takes long
    secret: Callable[[Any, int], Secret | None] | None = None
    levels: tuple[Level, ...] = LEVELS  # of bots, from the weakest to the strongest

    def state(self, count: int = 1) -> Any:
        """Empty records; use one as `states[0]`."""
        return np.zeros(count, self.State)

    def move_set(self) -> MoveSet:
        """An empty set of moves."""
        return move_set(self.moves)

    def settings(self, chosen: Mapping[str, str] = {}) -> Array:
        """The options as numbers, the usual choice where nothing was chosen."""
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise UnknownOption(
                    f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}."
                )
        usual = {option.name: option.choices[0].name for option in self.options}
        choices = usual | dict(chosen)
        return np.array([known[name].index(choice) for name, choice in choices.items()], np.int64)

    def start(self, seats: int, options: Mapping[str, str] = {}) -> Any:
        """A new game, set up to its first decision."""
        if seats not in self.seats:
            raise WrongSeats(
                f"{self.name} is played by {self.seats[0]} to {self.seats[-1]}, not by {seats}."
            )
        state = self.state()[0]
        self.new(state, seats, self.settings(options))
        return state
