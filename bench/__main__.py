"""`make bench`: our speeds and our peers', measured in one run, as ratios."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import ours, peers
from bench.keeping import keep
from templetop.engine.game import Game
from templetop.games.shelf import ready_games, take

WIDTH = 140
console = Console(stderr=True)


def main() -> None:
    """Measure, print the tables, and keep the figures with the machine's name."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each peer's game")
    parser.add_argument("--no-peers", action="store_true", help="measure ourselves only")
    parser.add_argument("--no-save", action="store_true", help="leave bench/results/ as it is")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    for found in measure(0 if arguments.no_peers else arguments.seconds):
        if not arguments.no_save:
            keep("", found)
    show(found)


def measure(seconds: float) -> Iterator[dict[str, Any]]:
    """All figures so far, again and again: an interrupted run leaves what it has measured."""
    found: dict[str, Any] = {"machine": ours.machine(), "date": str(date.today())}
    found["ours"], found["peers"] = {}, []
    for game in map(take, ready_games()):
        with console.status(f"Measuring {game.name} …"):
            found["ours"][game.id] = measure_game(game)
        print(told(game.name, found["ours"][game.id]["speeds"][0]), flush=True)
        yield found
    if seconds:
        with console.status("Measuring the peers …") as status:
            rows = peers.measure(seconds, None, lambda name: status.update(f"Measuring {name} …"))
        found["peers"] = [asdict(row) for row in rows]
        yield found


def told(name: str, speed: dict[str, Any]) -> str:
    return f"{name}: {speed['moves_per_second']:,.0f} moves/s on one core"


def measure_game(game: Game) -> dict[str, Any]:
    one, two = ours.on_one_core(game), ours.on_threads(game, 2)
    return {
        "name": game.name,
        "seats": ours.seats_of(game),
        "options": game.agreed(),
        "bytes of a state": game.State.itemsize,
        "speeds": [asdict(one), asdict(two)],
        "two threads against one": two.moves_per_second / ours.on_threads(game, 1).moves_per_second,
        "seconds to the first answer": ours.first_answers(game),
    }


def show(found: dict[str, Any]) -> None:
    out = Console()
    out.width = max(out.width, WIDTH)
    out.print(f"\n[bold]Measured on[/] {found['machine']}, {found['date']}; uniform random play\n")
    out.print(our_table(found["ours"]))
    if found["peers"]:
        out.print(peer_table(found["ours"], found["peers"]))


def our_table(games: dict[str, Any]) -> Table:
    """Our games, one line for each."""
    table = Table(title="Templetop", title_justify="left")
    for heading in ("game", "seats", "moves/s one core", "games/s", "two threads", "state"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    table.add_column("first answer: plain, compiled", justify="right")
    for game in games.values():
        one = game["speeds"][0]
        starts = " s, ".join(f"{s:.2f}" for s in game["seconds to the first answer"].values())
        table.add_row(
            game["name"],
            str(game["seats"]),
            f"{one['moves_per_second'] / 1e6:.2f} million",
            f"{one['games_per_second']:,.0f}",
            f"{game['two threads against one']:.2f} x",
            f"{game['bytes of a state']} B",
            f"{starts} s",
        )
    return table


def peer_table(games: dict[str, Any], rows: list[dict[str, Any]]) -> Table:
    """The peers, and how many times as fast ours are: in moves, and in whole games."""
    table = Table(title="Peers on one core, and ours against them", title_justify="left")
    for heading in ("who", "plays"):
        table.add_column(heading, no_wrap=True)
    for heading in ("moves/game", "moves/s", "games/s"):
        table.add_column(heading, justify="right")
    for game in games.values():
        table.add_column(f"{game['name']}: moves, games", justify="right")
    for row in rows:
        table.add_row(*peer_cells(row), *(ratios(game, row) for game in games.values()))
    table.caption = "Bold: games of comparable size, 60 to 300 decisions."
    return table


def peer_cells(row: dict[str, Any]) -> list[str]:
    return [
        f"{row['who']} {row['version']}",
        row["game"],
        f"{row['moves_per_game']:.0f}",
        f"{row['moves_per_second']:,.0f}",
        f"{row['games_per_second']:,.0f}",
    ]


def ratios(game: dict[str, Any], row: dict[str, Any]) -> str:
    """How many times the peer's moves and games a second."""
    one = game["speeds"][0]
    moves = one["moves_per_second"] / row["moves_per_second"]
    games = one["games_per_second"] / row["games_per_second"]
    style = "bold" if row["comparable"] else "dim"
    return f"{moves:,.0f} x  [{style}]{games:,.1f} x[/]"


if __name__ == "__main__":
    main()
