"""The same games as our peers play, in one run on one core: `python -m bench.same_games`.

Connect Four and backgammon, uniform random play, by CPU time; ours are measured before and after
the others, and the slower figures count. In backgammon a move is here one checker moved by one die,
and for OpenSpiel both dice at once: so whole games are what is compared.
"""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import ours, peers
from bench.keeping import keep
from templetop.engine.game import Game
from templetop.games.shelf import take

EXAMPLES = Path(__file__).parents[1] / "examples"
SAME = {"connect_four": "connect four", "backgammon": "backgammon"}

console = Console(stderr=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.same_games", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each peer's game")
    parser.add_argument("--no-save", action="store_true", help="leave bench/results/ as it is")
    arguments = parser.parse_args()
    found = measure(arguments.seconds)
    show(found)
    if not arguments.no_save and found["peers"]:
        print(f"Kept in {keep('same-games', found).name}.")


def measure(seconds: float) -> dict[str, Any]:
    games = [take(EXAMPLES / name) for name in SAME]
    with console.status("Measuring our games …") as status:
        before = [speed_of(game) for game in games]
        rows = peers.measure(
            seconds, [*SAME.values()], lambda name: status.update(f"Measuring {name} …")
        )
        after = [speed_of(game) for game in games]
    both = zip(games, before, after, strict=True)
    return {
        "machine": ours.machine(),
        "ours": {game.id: asdict(slower(*speeds)) for game, *speeds in both},
        "peers": [asdict(row) for row in rows],
    }


def speed_of(game: Game) -> ours.Speed:
    return ours.on_one_core(game)


def slower(one: ours.Speed, other: ours.Speed) -> ours.Speed:
    return min(one, other, key=lambda speed: speed.games_per_second)


def show(found: dict[str, Any]) -> None:
    table = Table("who", "driven", box=None)
    for heading in ("moves/game", "moves/s", "games/s", "ours: games"):
        table.add_column(heading, justify="right")
    for name, game in SAME.items():
        own = found["ours"][name]
        table.add_row(f"[bold]Templetop {game}", "compiled Python", *figures(own), "")
        for row in found["peers"]:
            if row["game"] == game:
                times = own["games_per_second"] / row["games_per_second"]
                table.add_row(f"{row['who']} {game}", row["note"], *figures(row), f"{times:,.1f} x")
    Console(width=120).print(f"Measured on {found['machine']}\n", table)


def figures(row: dict[str, Any]) -> list[str]:
    moves, games = row["moves_per_second"], row["games_per_second"]
    return [f"{moves / games:.0f}", f"{moves:,.0f}", f"{games:,.0f}"]


if __name__ == "__main__":
    main()
