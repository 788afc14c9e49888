"""`templetop games`: what stands on the shelf."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import Json, complete_games
from templetop.cli.sentences import print_json, screen
from templetop.engine.words import counted

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
        style, ready = ("bold", "ready") if box.is_ready else ("", "not yet")
        title = Text.assemble((box.name, style), f", {box.seats} seats\n", (box.says, "dim"))
        table.add_row(Text(box.id, style), title, Text(ready, style))
    return table


# ── One game ─────────────────────────────────────────────────────────────────────────────────────


def show_one(card: "Game", json: bool) -> None:
    """What a game is about, and what can be agreed on before a match."""
    if json:
        print_json(as_data(card))
        return
    from templetop.engine.game import in_words

    console = screen()
    console.print(f"{card.name}, {in_words(card.seats)} seats", style="bold")
    console.print((card.welcome or card.says).strip())
    for table in [options(card)] * bool(card.options) + [levels(card)]:
        console.print()
        console.print(table)


def options(card: "Game") -> "Table":
    """Every option with its choices, the usual one first, and all numbers that can be changed."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("option", style="cyan", no_wrap=True)
    table.add_column("what it means; the first choice is the usual one")
    for option in card.options:
        table.add_row(option.name, Text(option.says, "dim"))
        for choice, words in choices_of(option):
            table.add_row(f"  ={choice}", words)
    return table


def choices_of(option: "Option | Numbers") -> "Iterator[tuple[str, str]]":
    """What can be chosen, and what that means."""
    from templetop.engine.game import Numbers, in_words

    if isinstance(option, Numbers):
        many = "A number" if option.slots == 1 else f"{option.slots} numbers"
        together = option.total and f", {option.total[0]} to {option.total[1]} in all"
        yield option.usual, f"{many} from {option.low} to {option.high}{together or ''}."
        return
    for choice in option.choices:
        limit = f" Only for {in_words(choice.seats)} seats." if choice.seats else ""
        yield choice.name, f"{choice.says}{limit}"


def levels(card: "Game") -> "Table":
    """How strong bots can be, in words."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("level", style="cyan", no_wrap=True)
    table.add_column(f"how bots play: templetop play {card.id} --level 3")
    for number, level in enumerate(card.levels, 1):
        table.add_row(str(number), how_it_plays(level))
    return table


def how_it_plays(level: "Level") -> str:
    """What a level does before a move."""
    careless = f", but makes {level.blunders} of 100 moves at random" if level.blunders else ""
    if not level.simulations:
        return f"plays what looks best at first sight{careless}"
    games = counted(level.simulations, "simulated game")
    return f"weighs up to {level.width} moves in {games}{careless}"


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
