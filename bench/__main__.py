"""`make bench`: our speeds and our peers', measured in one run, as ratios."""

import argparse
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
    found = measure(0 if arguments.no_peers else arguments.seconds)
    show(found)
    if not arguments.no_save:
        print(f"Kept in {keep('', found).name}.")


def measure(seconds: float) -> dict[str, Any]:
    """Everything, ours before and after the peers so that a busy machine shows."""
    games = [take(game_id) for game_id in ready_games()]
    found: dict[str, Any] = {"machine": ours.machine(), "date": str(date.today())}
    with console.status("Measuring our games …"):
        found["ours"] = {game.id: measure_game(game) for game in games}
    found["peers"] = []
    if seconds:
        with console.status("Measuring the peers …") as status:
            rows = peers.measure(seconds, None, lambda name: status.update(f"Measuring {name} …"))
        found["peers"] = [asdict(row) for row in rows]
    return found


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
