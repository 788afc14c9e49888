"""The bots at a person's table, and the names they go by. In the file of a match, these tell which
bot sits where."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from templetop.bots.words import t
from templetop.engine.refusal import Refusal

# Enough for every seat of the largest table; a bot of a kind that is not here is named after it.
NAMES = {
    "random": ("Sloth", "Tapir", "Toucan", "Iguana", "Macaw", "Agouti", "Tamarin", "Capybara"),
    "greedy": ("Jaguar", "Condor", "Puma", "Caiman", "Ocelot", "Piranha", "Harpy", "Anaconda"),
    "level1": ("Snail", "Tadpole", "Beetle", "Cricket", "Moth", "Ladybird", "Guppy", "Gecko"),
    "level2": ("Parrot", "Coati", "Opossum", "Chinchilla", "Peccary", "Hoatzin", "Frog", "Llama"),
    "level3": ("Monkey", "Otter", "Heron", "Armadillo", "Kinkajou", "Ibis", "Turtle", "Marmoset"),
    "level4": ("Margay", "Falcon", "Boa", "Tayra", "Kestrel", "Stingray", "Bat", "Maned Wolf"),
    "level5": ("Owl", "Quetzal", "Dolphin", "Viper", "Eagle", "Raven", "Octopus", "Black Panther"),
    "search": ("Spider", "Ant", "Bee", "Termite", "Wasp", "Mantis", "Scorpion", "Centipede"),
}  # fmt: skip
BY_KIND = re.compile(r"(?P<how>exec|py)( [0-9]+)?:(?P<what>.+)|(?P<kind>\S+)( [0-9]+)?")


LONGEST = 24  # letters of a name


class BadBotName(Refusal):
    """A name that a bot cannot have."""


@dataclass(frozen=True)
class Chosen:
    """A bot that was named on a command line: `level3`, or `mine=exec:./mybot`."""

    bot: str
    name: str = ""  # that was given to it

    @property
    def called(self) -> str:
        return self.name or self.bot


def chosen(word: str) -> Chosen:
    """What stands before the first = is a name, unless a command has begun before it."""
    name, equals, bot = word.partition("=")
    if not equals or ":" in name:
        return Chosen(word.strip())
    check_bot_name(name.strip())
    return Chosen(bot.strip(), name.strip())


def check_bot_name(name: str) -> None:
    """It stands in tables, logs and files, and nobody may take it for another bot's."""
    from templetop.engine.match import check_name

    check_name(name)
    if len(name) > LONGEST:
        raise BadBotName(
            t("{name} is too long for a name: use at most {longest} letters.",
              name=repr(name), longest=LONGEST)
        )  # fmt: skip
    if bot_of(name):
        raise BadBotName(
            t("{name} is the name of another bot; choose another name.", name=repr(name))
        )


def check_different(bots: Sequence[Chosen]) -> None:
    """Two bots under one name could not be told apart."""
    for one in bots:
        if any(one.name and one.name == other.name and one.bot != other.bot for other in bots):
            raise BadBotName(t("Two bots are called {name}.", name=one.name))


def named(bots: Sequence[str]) -> list[str]:
    """A name for each, none of them twice."""
    names = []
    for seat, name in enumerate(numbered(tuple(bots))):
        known, before = NAMES.get(bots[seat], ()), bots[:seat].count(bots[seat])
        names.append(known[before] if before < len(known) else name)
    return names


def numbered(names: tuple[str, ...]) -> list[str]:
    """Everyone gets a name of their own: greedy, greedy 2, exec:./mybot, exec 2:./mybot."""
    return [
        with_number(name, names[:seat].count(name) + 1) if name in names[:seat] else name
        for seat, name in enumerate(names)
    ]


def with_number(name: str, number: int) -> str:
    """Behind a command it would be taken for a part of it."""
    kind, colon, what = name.partition(":")
    is_own = kind in ("exec", "py") and colon
    return f"{kind} {number}:{what}" if is_own else f"{name} {number}"


def bot_of(name: str) -> str:
    """The bot that sits under this name, in a file as well; nothing for a person's name."""
    for bot, names in NAMES.items():
        if name in names:
            return bot
    found = BY_KIND.fullmatch(name)
    if found is None:
        return ""
    bot = f"{found['how']}:{found['what']}" if found["how"] else found["kind"]
    return bot if is_bot(bot) else ""


def introduced(name: str, bot: str) -> str:
    """Who is who: Jaguar (greedy); a name that tells it already is enough."""
    tells_it = bot_of(name) == bot and name not in NAMES.get(bot, ())
    return name if tells_it else f"{name} ({bot})"


def is_bot(name: str) -> bool:
    from templetop.bots.roster import UnknownBot, check

    try:
        check(name)
    except UnknownBot:
        return False
    return True


def is_own(bot: str) -> bool:
    """A program or a class of somebody's own, which a file should not start by itself."""
    from templetop.bots import roster

    return roster.is_own(bot)
