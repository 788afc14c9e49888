"""What several commands are told: the game, who plays it, by which options."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.sentences import did_you_mean, quoted, screen
from templetop.cli.words import t, tn
from templetop.engine.refusal import Refusal
from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.bots.names import Chosen
    from templetop.engine.game import Game, Numbers, Option
    from templetop.engine.variant import Variant


class LostSeat(Refusal):
    """A bot failed, and with --strict that is not put up with."""


class Wrong(typer.BadParameter):
    """Bad usage, in a sentence of our own."""

    def format_message(self) -> str:
        return self.message


def complete_games(context: typer.Context) -> list[str]:
    """The games that can be played, and none that is only announced."""
    from templetop.games.shelf import boxes, name

    for folder in context.params.get("outside") or []:  # --game, before this word
        name(folder)
    return [box.id for box in boxes() if box.is_ready]


def complete_bots(incomplete: str) -> list[str]:
    """The last of several bots, separated by commas."""
    from templetop.bots.own import installed
    from templetop.bots.roster import NAMES

    return completed(incomplete, [*NAMES, *installed()])


def complete_policies(incomplete: str) -> list[str]:
    from templetop.engine.policy import POLICIES

    return completed(incomplete, POLICIES)


def completed(incomplete: str, bots: Iterable[str]) -> list[str]:
    """With what was typed before it: earlier bots, and the name that this one is given."""
    before, comma, last = incomplete.rpartition(",")
    name, equals, _ = last.rpartition("=")
    return [f"{before}{comma}{name}{equals}{bot}" for bot in bots]


def complete_options(context: typer.Context, incomplete: str) -> list[str]:
    """The options of the game that was named, and the choices of each."""
    from templetop.games.shelf import take

    try:
        options = take(str(context.params.get("game"))).options
    except Refusal:
        return []
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{option.name}=" for option in options]
    found = [option for option in options if option.name == name]
    return [f"{name}={choice.name}" for option in found for choice in option.choices]


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
        "--set",
        metavar="NAME=CHOICE",
        help="Such as setup=random, or nuggets=8; may be repeated. `templetop games karuba` lists"
        " them.",
        autocompletion=complete_options,
    ),
]
VariantFile = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="FILE",
        help="A file of settings (TOML); --set overrides individual ones.",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="WHAT",
        help="What to compare with, on the same deals: usual, a file of settings, or NAME=CHOICE,"
        " which may be repeated.",
    ),
]
EACH = "one for all seats, or one for each"
POLICIES = f"random or greedy; {EACH}"  # who decides at once
BOTS = (
    "random, greedy, level1 to level5, search, search:800 (simulated games), search:2s, or your"
    f" own: exec:COMMAND, py:module:Class, mine=exec:COMMAND; {EACH}"
)
Strict = Annotated[
    bool,
    typer.Option("--strict", help="Stop with exit code 3 as soon as a bot loses its seat."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def a_seed(number: int | None) -> int | None:
    """One that no other number stands for."""
    from templetop.engine.random import SEEDS

    if number is not None and number not in SEEDS:
        raise Wrong(
            t("A seed is a whole number from {least} to {most}.", least=SEEDS[0], most=SEEDS[-1])
        )
    return number


def options_chosen(
    game: "Game", words: list[str] | None, variant: str | None = None
) -> dict[str, str]:
    """The options of the command line and of a file of settings, checked."""
    settings = {} if variant is None else dict(variant_in(game, variant).options)
    return settings | typed_options(game, words)


def variant_chosen(game: "Game", words: list[str] | None, variant: str | None) -> "Variant":
    """The same, with a name."""
    from templetop.engine.variant import USUAL, Variant, changes

    told = Variant() if variant is None else variant_in(game, variant)
    typed = changes(game, typed_options(game, words))
    names = [*([] if told.name == USUAL else [told.name]), *in_words(typed)]
    return Variant(", ".join(names) or USUAL, {**told.options, **typed}, told.says, game.id)


def compared_with(game: "Game", words: list[str]) -> "Variant":
    """What stands behind --against."""
    from templetop.engine.variant import USUAL

    if words == [USUAL]:
        return variant_chosen(game, None, None)
    if len(words) == 1 and "=" not in words[0]:
        return variant_chosen(game, None, words[0])
    return variant_chosen(game, words, None)


def in_words(options: "Mapping[str, str]") -> list[str]:
    return [f"{name}={choice}" for name, choice in options.items()]


def variant_in(game: "Game", file: str) -> "Variant":
    from pathlib import Path

    from templetop.engine.variant import fitting, read_variant

    path = Path(file)
    return fitting(read_variant(path), game, path)


def typed_options(game: "Game", words: list[str] | None) -> dict[str, str]:
    from templetop.engine.match import read_options

    chosen = read_options(" ".join(words or []))
    known = [option.name for option in game.options]
    for name, choice in chosen.items():
        if name not in known:
            parts = {"game": game.words.text(game.name), "name": quoted(name)}
            raise Wrong(
                t("{game} has no option {name}; it has {known}.", known=listed(known), **parts)
                + did_you_mean(name, known)
                if known
                else t("{game} has no option {name}; it has none.", **parts)
            )
        check_choice(game.option(name), choice)
    return {name: game.option(name).written(choice) for name, choice in chosen.items()}


def check_choice(option: "Option | Numbers", choice: str) -> None:
    """One of its choices, or numbers that fit."""
    from templetop.engine.refusal import UnknownOption

    choices = [one.name for one in option.choices]
    if choices and choice not in choices:
        raise Wrong(
            t(
                "The option {name} is {names}, not {wrong}.",
                name=option.name,
                names=listed(choices, "or"),
                wrong=quoted(choice),
            )
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
        name = game.words.text(game.name)
        raise Wrong(t("Nobody can play {game} with this combination of options.", game=name))
    return able


def note_idle_options(game: "Game", seats: int, options: "Mapping[str, str]") -> None:
    """Say on stderr which of the options that were chosen change nothing here."""
    for sentence in game.without_effect(seats, options).values():
        note = t("Note: {sentence}", sentence=sentence)
        screen(stderr=True).print(note, style="yellow", soft_wrap=True)


def several(able: list[int], wanted: int) -> int:
    """So many seats, or the most below that, or as few as can be."""
    return max((seats for seats in able if seats <= wanted), default=able[0])


def bots_chosen(names: str) -> "tuple[Chosen, ...]":
    """Bots, separated by commas: level3, or mine=exec:./mybot."""
    from templetop.bots.names import check_different, chosen

    bots = tuple(chosen(name.strip()) for name in names.split(","))
    for one in bots:
        check_bot(one.bot)
    check_different(bots)
    return bots


def bots_named(names: str, count: int) -> "tuple[Chosen, ...]":
    """So many bots, separated by commas; one name stands for all."""
    bots = bots_chosen(names)
    if len(bots) not in (1, count):
        raise Wrong(
            tn("Name one bot for all seats, or {count} bot, not {wrong}.",
               "Name one bot for all seats, or {count} bots, not {wrong}.", count, wrong=len(bots))
        )  # fmt: skip
    return bots * count if len(bots) == 1 else bots


def lose_seat(sentence: str) -> None:
    """With --strict, a lost seat ends everything."""
    raise LostSeat(sentence)


def check_bot(name: str) -> None:
    from templetop.bots.own import installed
    from templetop.bots.roster import NAMES, UnknownBot, check

    try:
        check(name)
    except UnknownBot:
        known = [*NAMES, *installed()]
        near = did_you_mean(name, known)
        there = listed([*known, "exec:COMMAND", "py:module:Class"])
        no_bot = t("There is no bot {name}; there are {known}.", name=quoted(name), known=there)
        raise Wrong(no_bot + near) from None
