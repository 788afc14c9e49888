"""The bots at a person's table, and the names they go by. In the file of a match, these tell which
bot sits where."""

import re
from collections.abc import Sequence

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
BY_KIND = re.compile(r"exec( [0-9]+)?:(?P<command>.+)|(?P<kind>\S+)( [0-9]+)?")


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
    kind, colon, command = name.partition(":")
    return f"{kind} {number}:{command}" if kind == "exec" and colon else f"{name} {number}"


def bot_of(name: str) -> str:
    """The bot that sits under this name, in a file as well; nothing for a person's name."""
    for bot, names in NAMES.items():
        if name in names:
            return bot
    found = BY_KIND.fullmatch(name)
    if found is None:
        return ""
    bot = f"exec:{found['command']}" if found["command"] else found["kind"]
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


def is_program(bot: str) -> bool:
    from templetop.bots.roster import PROGRAM

    return bot.startswith(PROGRAM)
