"""Machine code for the tests, made before they begin: `python -m tests.ready`.

Else the first test that wants it waits for the compiler, and of two workers both do, for the same.
Games are made ready side by side, as many at a time as there are cores. What was made before, from
these sources, is only loaded.
"""

import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from templetop.bots import roster
from templetop.checks import sheet
from templetop.engine import simulate
from templetop.engine.batch import Batch
from templetop.engine.game import Game
from templetop.engine.policy import POLICIES
from templetop.engine.seats import decisions
from templetop.engine.stepping import Stepper
from templetop.games.shelf import ready_games, take
from tests.engine.toy import TOY
from tests.every_game import perft

IN_BATCHES = "karuba"
SPAWN = multiprocessing.get_context("spawn")


def whole_games(game: Game) -> None:
    """As they are simulated, by everybody who can be."""
    for bot in POLICIES:
        simulate.make_ready(simulate.wanted(game, fewest(game), 1, [bot]), say_nothing)


def bots(game: Game) -> None:
    roster.make_ready(roster.NAMES, game, say_nothing, is_compiled=True)


def questions(game: Game) -> None:
    """The tests' own: every question that a game answers, and every table that may follow."""
    fresh = game.state()
    fresh[0] = game.start(fewest(game))
    sheet.answers(fresh[0], fewest(game))
    perft.all_followers(fresh, decisions()[None])


def environments(game: Game) -> None:
    """What learning environments ask; and a batch of tables, which is tried with one game."""
    Stepper(game, fewest(game)).begin(0)
    if game.id != IN_BATCHES:
        return
    batch = Batch(game, 1, seats=fewest(game))
    batch.mask()
    batch.observe()
    batch.step(batch.choose("random"))


def fewest(game: Game) -> int:
    return game.seats_for()[0]


OF_A_GAME: Sequence[Callable[[Game], None]] = (whole_games, bots, questions, environments)
OF_THE_TOY: Sequence[Callable[[Game], None]] = (whole_games, bots)


def say_nothing(sentence: str) -> None:
    pass


def make_ready(name: str) -> str:
    """All that is compiled of a game; says how long it took."""
    begin = time.perf_counter()
    is_toy = name == TOY.id
    game = TOY if is_toy else take(name)
    for make in OF_THE_TOY if is_toy else OF_A_GAME:
        make(game)
    return f"{game.name} {time.perf_counter() - begin:.0f} s"


def size_of(name: str) -> int:
    """How much there is to compile, more or less."""
    folder = TOY.folder if name == TOY.id else take(name).folder
    return sum(path.stat().st_size for path in (folder or Path()).glob("rules/*.py"))


def main() -> None:
    longest_first = sorted([*ready_games(), TOY.id], key=size_of, reverse=True)
    begin = time.perf_counter()
    with ProcessPoolExecutor(simulate.cores(), SPAWN) as processes:
        said = [*processes.map(make_ready, longest_first)]
    print(f"{', '.join(said)}; together {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
