"""`templetop games`: what stands on the shelf."""

from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import Json, complete_games
from templetop.cli.sentences import print_json, screen
from templetop.cli.words import t, tn
from templetop.engine.speech import ENGINE, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from templetop.engine.game import Game, Numbers, Option
    from templetop.engine.level import Level


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Show only this game, with its options.",
            autocompletion=complete_games,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the games, or show one of them."""
    from templetop.games.shelf import boxes, take

    if game is not None:
        show_one(take(game), json)
    elif json:
        print_json([asdict(box) for box in boxes()])
    else:
        screen().print(shelf())


def shelf() -> "Table":
    """Every game with its seats and a sentence about it."""
    from rich.table import Table
    from rich.text import Text

    from templetop.games.shelf import boxes

    table = Table.grid(padding=(0, 2, 0, 0))
    for box in boxes():
        style, ready = ("bold", t("ready")) if box.is_ready else ("", t("not yet"))
        words = words_for(box.id)
        name, says = words.text(box.name), words.text(box.says)
        seats = t("{range} seats", range=box.seats)
        title = Text.assemble((name, style), f", {seats}\n", (says, "dim"))
        table.add_row(Text(box.id, style), title, Text(ready, style))
    return table


def words_for(game: str) -> Words:
    """Those of a game that is not opened for this, as that takes its time."""
    from templetop.games.shelf import package_of

    if (package := package_of(game)) and (file := import_module(package).__file__):
        return Words(Path(file).parent / "words", ENGINE)
    return ENGINE


# ── One game ─────────────────────────────────────────────────────────────────────────────────────


def show_one(card: "Game", json: bool) -> None:
    """What a game is about, and what can be agreed on before a match."""
    if json:
        print_json(as_data(card))
        return
    from templetop.engine.game import in_words

    console = screen()
    name, seats = card.words.text(card.name), t("{range} seats", range=in_words(card.seats))
    console.print(f"{name}, {seats}", style="bold")
    console.print(card.words.text(card.welcome or card.says).strip())
    for table in [options(card)] * bool(card.options) + [levels(card)]:
        console.print()
        console.print(table)


def options(card: "Game") -> "Table":
    """Every option with its choices, the usual one first, and all numbers that can be changed."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("option"), style="cyan", no_wrap=True)
    table.add_column(t("what it means; the first choice is the usual one"))
    for option in card.options:
        table.add_row(option.name, Text(card.words.text(option.says), "dim"))
        for choice, meaning in choices_of(option, card.words):
            table.add_row(f"  ={choice}", meaning)
    return table


def choices_of(option: "Option | Numbers", words: Words = ENGINE) -> "Iterator[tuple[str, str]]":
    """What can be chosen, and what that means."""
    from templetop.engine.game import Numbers, in_words

    if isinstance(option, Numbers):
        numbers = tn("A number from {low} to {high}", "{count} numbers from {low} to {high}",
                     option.slots, low=option.low, high=option.high)  # fmt: skip
        if option.total:
            least, most = option.total
            numbers += t(", {least} to {most} in all", least=least, most=most)
        yield option.usual, f"{numbers}."
        return
    for choice in option.choices:
        says = words.text(choice.says)
        if choice.seats:
            says = f"{says} {t('Only for {range} seats.', range=in_words(choice.seats))}"
        yield choice.name, says


def levels(card: "Game") -> "Table":
    """How strong bots can be, in words."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("level"), style="cyan", no_wrap=True)
    table.add_column(t("how bots play: {command}", command=f"templetop play {card.id} --level 3"))
    for number, level in enumerate(card.levels, 1):
        table.add_row(str(number), how_it_plays(level))
    return table


def how_it_plays(level: "Level") -> str:
    """What a level does before a move."""
    if level.simulations:
        plays = tn("weighs up to {width} moves in {count:,} simulated game",
                   "weighs up to {width} moves in {count:,} simulated games",
                   level.simulations, width=level.width)  # fmt: skip
    else:
        plays = t("plays what looks best at first sight")
    if level.blunders:
        plays += t(", but makes {blunders} of 100 moves at random", blunders=level.blunders)
    return plays


def as_data(card: "Game") -> dict[str, Any]:
    """The same for programs."""
    return {
        "id": card.id,
        "name": card.name,
        "says": card.says,
        "rules": card.rules_version,
        "seats": list(card.seats),
        "options": [asdict(option) for option in card.options],
        "levels": [level._asdict() for level in card.levels],
        "measure": asdict(card.measure) if card.measure else None,
        "moves": card.moves.count,
        "events": card.events.count,
        "observation": card.observation,
        "planes": [asdict(plane) for plane in card.planes],
    }
