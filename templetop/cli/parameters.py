"""What several commands are told: the game, who plays it, by which options."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.sentences import did_you_mean, quoted
from templetop.engine.words import counted, listed

if TYPE_CHECKING:
    from templetop.engine.game import Game, Numbers, Option


class Wrong(typer.BadParameter):
    """Bad usage, in a sentence of our own."""

    def format_message(self) -> str:
        return self.message


def complete_games() -> list[str]:
    from templetop.games.shelf import boxes

    return [box.id for box in boxes()]


def complete_bots(incomplete: str) -> list[str]:
    """The last of several bots, separated by commas."""
    from templetop.bots.roster import NAMES

    return completed(incomplete, NAMES)


def complete_policies(incomplete: str) -> list[str]:
    from templetop.engine.policy import POLICIES

    return completed(incomplete, POLICIES)


def completed(incomplete: str, bots: Iterable[str]) -> list[str]:
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{bot}" for bot in bots]


GameId = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The game's id; see `templetop games`.", autocompletion=complete_games
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=CHOICE",
        help="Such as setup=random, or nuggets=8; may be repeated. `templetop games karuba` lists"
        " them.",
    ),
]
EACH = "one for all seats, or one for each"
POLICIES = f"random or greedy; {EACH}"  # who decides at once
BOTS = (
    "random, greedy, level1 to level5, search, search:800 (simulated games), search:2s, or "
    f"exec:COMMAND, a program of your own; {EACH}"
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def options_chosen(game: "Game", words: list[str] | None) -> dict[str, str]:
    """The options of the command line, checked."""
    from templetop.engine.match import read_options

    chosen = read_options(" ".join(words or []))
    known = [option.name for option in game.options]
    for name, choice in chosen.items():
        if name not in known:
            has = f"it has {listed(known)}" if known else "it has none"
            raise Wrong(
                f"{game.name} has no option {quoted(name)}; {has}." + did_you_mean(name, known)
            )
        check_choice(game.option(name), choice)
    return chosen


def check_choice(option: "Option | Numbers", choice: str) -> None:
    """One of its choices, or numbers that fit."""
    from templetop.engine.refusal import UnknownOption

    choices = [one.name for one in option.choices]
    if choices and choice not in choices:
        raise Wrong(
            f"The option {option.name} is {listed(choices, 'or')}, not {quoted(choice)}."
            + did_you_mean(choice, choices)
        )
    try:
        option.settings(choice)
    except UnknownOption as refusal:
        raise Wrong(str(refusal)) from None


def able_seats(game: "Game", options: dict[str, str]) -> list[int]:
    """How many can play with these options; it is refused where nobody can."""
    able = game.seats_for(options)
    if not able:
        raise Wrong(f"Nobody can play {game.name} with this combination of options.")
    return able


def several(able: list[int], wanted: int) -> int:
    """So many seats, or the most below that, or as few as can be."""
    return max((seats for seats in able if seats <= wanted), default=able[0])


def bots_named(names: str, count: int) -> tuple[str, ...]:
    """So many bots, named with commas; one name stands for all."""
    bots = tuple(name.strip() for name in names.split(","))
    for bot in bots:
        check_bot(bot)
    if len(bots) not in (1, count):
        raise Wrong(f"Name one bot for all seats, or {counted(count, 'bot')}, not {len(bots)}.")
    return bots * count if len(bots) == 1 else bots


def check_bot(name: str) -> None:
    from templetop.bots.roster import NAMES, UnknownBot, check

    try:
        check(name)
    except UnknownBot:
        known = listed([*NAMES, "exec:COMMAND"])
        near = did_you_mean(name, NAMES)
        raise Wrong(f"There is no bot {quoted(name)}; there are {known}.{near}") from None
