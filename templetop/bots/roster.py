"""Who can be asked to play, by name.

random            any legal move
greedy            what looks best at first sight
level1 … level5   as strong as people choose, from the weakest to the strongest
search            the search of the strongest level; search:800 simulates so many games
                  before each move, search:2s thinks so many seconds
neural            a network, in games that have one: examples/ppo.py trains such a network
exec:./mybot      a program of your own: `templetop bot-protocol` tells how it is spoken to
py:module:Class   a class of your own, or the name by which an installed package offers one
mine=…            any of these, under a name that you choose
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from templetop.bots.bot import Bot, Fallible, Searching, Simple
from templetop.bots.neural import Neural, network_of
from templetop.bots.own import CLASS, command_for, in_full, installed
from templetop.bots.program import (
    BotFailed,
    Hears,
    Program,
    PythonBot,
    Replaceable,
    Talk,
    Terms,
    hello,
    idle_or_new,
    unheard,
)
from templetop.bots.search import Sample, clear_mind, even_odds, weigh
from templetop.bots.seen import Seen
from templetop.bots.thinker import Budget, Thinker, alone, order_moves
from templetop.bots.words import t
from templetop.engine.compile import Compiled
from templetop.engine.game import Game
from templetop.engine.level import Level
from templetop.engine.policy import GREEDY, RANDOM, think
from templetop.engine.random import generator
from templetop.engine.refusal import Refusal
from templetop.engine.seats import MOST_SEATS
from templetop.engine.speech import ENGLISH, speaking

SEARCH = re.compile(r"search(:([1-9][0-9]{0,8})|:([0-9]{1,4}(\.[0-9]{1,3})?)s)?")
PROGRAM = "exec:"
LEVELS = range(1, 6)


def level_name(number: int) -> str:
    """What the bot of a level is called."""
    return f"level{number}"


def level_number(name: str) -> int | None:
    """The level of a bot; None for one that is of no level."""
    return next((number for number in LEVELS if level_name(number) == name), None)


NEURAL = "neural"
NAMES = ("random", "greedy", *map(level_name, LEVELS), "search")  # in every game


class UnknownBot(Refusal):
    """Nobody of that name can play."""


@dataclass(frozen=True)
class Engagement:
    """What a bot may know of the match it is called to."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    threads: int = 1  # to think on
    patience: float = 10.0  # seconds that a bot of your own has for a move
    log: Callable[[str], None] = lambda sentence: None
    is_compiled: bool = False  # greedy bots too are machine code: worth it for many matches
    hears: Hears = unheard  # each line that a bot of your own writes to its standard error
    match: str = ""  # what the match is called
    called: str = ""  # what the bot is called, if not by what it is

    @property
    def terms(self) -> Terms:
        return Terms(self.patience, match=self.match)


def check(name: str) -> None:
    """Refuse the name of a bot that nobody is."""
    if not (name in (*NAMES, NEURAL) or SEARCH.fullmatch(name) or is_own(name)):
        known = ", ".join([*NAMES, NEURAL, *installed()])
        raise UnknownBot(
            f"There is no bot {name!r}; there are {known}, exec:COMMAND and py:module:Class."
        )


def is_own(name: str) -> bool:
    """Is it a bot of your own: a program, or a class?"""
    if not name or name in (*NAMES, NEURAL) or SEARCH.fullmatch(name):
        return False
    is_program = name.startswith(PROGRAM) and bool(name.removeprefix(PROGRAM).strip())
    return is_program or CLASS.fullmatch(name) is not None or name in installed()


def call(name: str, game: Game, seat: int, engaged: Engagement) -> Bot:
    """The bot of that name, to sit down at that seat."""
    check(name)
    if is_own(name):
        return Replaceable(
            engaged.called or name, lambda: begun(name, game, seat, engaged), engaged.log
        )
    if name == "random":
        return Simple(RANDOM)
    if name == NEURAL:
        return Neural(game)
    level, budget = strength(name, game)
    bot: Bot = Simple(GREEDY, engaged.is_compiled)
    if budget is not None:
        threads = 1 if level_number(name) else engaged.threads  # a level is the same everywhere
        bot = Searching(Thinker(game, level.ways, level.width, budget, threads))
    return Fallible(bot, level.blunders) if level.blunders else bot


def begun(name: str, game: Game, seat: int, engaged: Engagement) -> Program:
    """A bot of your own, started and ready to play at that seat."""
    with speaking(ENGLISH):  # as programs are told everything
        about = hello(game, seat, engaged.seats, engaged.options, engaged.terms)
    bot = in_full(name)
    if bot.startswith(PROGRAM):
        return Program(Talk(bot.removeprefix(PROGRAM).strip(), engaged.hears), about)
    return PythonBot(idle_or_new(command_for(bot), engaged.hears), about)


class CannotPlay(Refusal):
    """A bot of your own that cannot start."""


def try_out(bots: Mapping[str, str], game: Game, engaged: Engagement) -> None:
    """Start every bot of your own once, before the first match; refuse one that cannot."""
    for called, bot in bots.items():
        if is_own(bot):
            try:
                begun(bot, game, 0, engaged).close()
            except BotFailed as failure:
                no_bot = t("{name} cannot play: {why}.", name=called, why=failure)
                raise CannotPlay(no_bot) from None


def strength(name: str, game: Game) -> tuple[Level, Budget | None]:
    """How well a bot plays, and how long it may search; None for one that does not."""
    if name == "random":
        return Level(blunders=100), None
    if name in ("greedy", NEURAL):
        return Level(), None
    if number := level_number(name):
        level = game.levels[number - 1]
        return level, Budget(level.simulations) if level.simulations else None
    return game.levels[-1], search_budget(name, game.levels[-1])


def search_budget(name: str, level: Level) -> Budget:
    """What stands behind search: a number of games in mind, or of seconds."""
    found = SEARCH.fullmatch(name)
    assert found is not None
    if found[2]:
        return Budget(int(found[2]))
    return Budget(seconds=float(found[3])) if found[3] else Budget(level.simulations)


# ── Before the first move ────────────────────────────────────────────────────────────────────────


def make_ready(
    names: Iterable[str], game: Game, say: Callable[[str], None], is_compiled: bool = False
) -> None:
    """Compile what these bots need, unless this machine has done so before."""
    names = list(names)
    if NEURAL in names:
        network_of(game)
    calls = search_calls(game) if any(searches(name, game) for name in names) else []
    if is_compiled and any(is_greedy(name) for name in names):
        calls.append(greedy_call(game))
    if not all(function.is_on_disk(*arguments) for function, arguments in calls):
        say(
            t(
                "Compiling the bots of {game} for this machine, once …",
                game=game.words.text(game.name),
            )
        )
    for function, arguments in calls:
        function.prepare(*arguments)


def searches(name: str, game: Game) -> bool:
    """Does it need the compiled search?"""
    check(name)
    return not is_own(name) and strength(name, game)[1] is not None


def is_greedy(name: str) -> bool:
    """May it make greedy moves?"""
    return name == "greedy" or level_number(name) is not None


Call = tuple[Compiled, tuple[Any, ...]]


def search_calls(game: Game) -> list[Call]:
    """What a search calls as machine code, with such arguments as it will have."""
    seats = game.seats_for()[0]
    thinker = Thinker(game, Level().ways, 1, Budget(1))
    seen, mind = Seen(game, game.start(seats), 0, seats), thinker.minds[0]
    moves, samples = np.zeros(1, np.int64), np.zeros((1, 1), Sample)
    return [
        (order_moves, (alone(seen.state), 0, game.move_set(), moves, moves)),
        (clear_mind, (mind.world, mind.tree)),
        (weigh, thinker.arguments(seen, 0, moves, range(1), mind, even_odds(1), samples)),
    ]


def greedy_call(game: Game) -> Call:
    policies = np.zeros(MOST_SEATS, np.int8)
    return think, (game.state(), 0, policies, generator(0), game.move_set())
