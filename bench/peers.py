"""How fast the peers play: uniform random legal games on one core, by CPU time.

Each peer is driven as its own documentation does, or faster where that is as simple. OpenSpiel
appears twice: driven from Python, and with whole games inside its C++ (the rollouts of its search),
which is the fair match for a compiled loop. A library that is not installed is passed over; so is
Pgx unless added by hand (`pip install pgx==2.6.0 jax==0.4.38 jaxlib==0.4.38`, 380 MB more). Left
out: PettingZoo chess (3 games a second) and all that needs torch, Java or a compiler.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

COMPARABLE = range(60, 301)  # decisions a game; Karuba with four seats has 144 to 152


@dataclass(frozen=True)
class Row:
    """One peer's speed at one game."""

    who: str
    game: str
    seats: int
    games_per_second: float
    moves_per_second: float  # decisions by players
    moves_per_game: float
    nodes_per_second: float  # decisions and the chance nodes between them, where the peer has any
    comparable: bool  # about as many decisions a game as ours
    note: str
    version: str


class Played(NamedTuple):
    """What a stretch of play amounted to."""

    games: float
    moves: float
    nodes: float


Play = Callable[[], Played]  # one game or a handful


@dataclass(frozen=True)
class Peer:
    """A library and one of its games; `start` imports it and gives the play to be timed."""

    who: str
    game: str
    seats: int
    start: Callable[[], Play]
    note: str

    @property
    def name(self) -> str:
        return f"{self.who} {self.game}"

    @property
    def version(self) -> str:
        return version(PACKAGES.get(self.who, self.who))


# OpenSpiel


def open_spiel(game_name: str) -> Play:
    """An OpenSpiel game driven from Python, one node at a time."""
    game = import_module("pyspiel").load_game(game_name)
    return partial(play_open_spiel, game, random.Random(1))


def open_spiel_in_python() -> Play:
    """The tic-tac-toe that OpenSpiel offers as the model of a game written in Python."""
    import_module("open_spiel.python.games.tic_tac_toe")  # which enters it in pyspiel's list
    return open_spiel("python_tic_tac_toe")


def play_open_spiel(game: Any, rng: random.Random) -> Played:
    state = game.new_initial_state()
    moves = nodes = 0
    while not state.is_terminal():
        nodes += 1
        if state.is_chance_node():
            roll(state, rng)
        else:
            moves += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return Played(1, moves, nodes)


def roll(state: Any, rng: random.Random) -> None:
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, odds)[0])


GAMES_FOR_LENGTH = 300
ROLLOUTS = 20


def rollouts(game_name: str) -> Play:
    """Whole OpenSpiel games in C++: the rollouts of a search that looks at one position only.

    The rollouts do not tell their length, so it is taken from games driven from Python.
    """
    pyspiel = import_module("pyspiel")
    game, rng = pyspiel.load_game(game_name), random.Random(1)
    sample = [play_open_spiel(game, rng) for _ in range(GAMES_FOR_LENGTH)]
    moves = ROLLOUTS * mean(played.moves for played in sample)
    nodes = ROLLOUTS * mean(played.nodes for played in sample)
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1),
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=1,
        verbose=False,
    )

    def play() -> Played:
        state = game.new_initial_state()
        while state.is_chance_node():
            roll(state, rng)
        bot.mcts_search(state)
        return Played(ROLLOUTS, moves, nodes)

    return play


# The others


def catanatron() -> Play:
    """Catan by four of catanatron's RandomPlayers; rolling and ending the turn count as moves."""
    game, player = import_module("catanatron.game"), import_module("catanatron.models.player")
    random.seed(1)

    def play() -> Played:
        match = game.Game([player.RandomPlayer(color) for color in player.Color])
        match.play()
        moves = len(match.state.actions)
        return Played(1, moves, moves)

    return play


def petting_zoo(module: str, **settings: int) -> Play:
    """A PettingZoo classic environment, by the loop over agents of its documentation."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = import_module(f"pettingzoo.classic.{module}").env(**settings)
    rng = random.Random(1)

    def play() -> Played:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                env.step(rng.choice(seen["action_mask"].nonzero()[0]))
                moves += 1
        return Played(1, moves, moves)

    return play


def rlcard(game_name: str) -> Play:
    """An RLCard environment, stepped from Python."""
    env = import_module("rlcard").make(game_name, config={"seed": 1})
    rng = random.Random(1)

    def play() -> Played:
        seen, _ = env.reset()
        moves = 0
        while not env.is_over():
            seen, _ = env.step(rng.choice(list(seen["legal_actions"])))
            moves += 1
        return Played(1, moves, moves)

    return play


def python_chess() -> Play:
    """Chess by python-chess until mate, stalemate or a draw that needs no claim."""
    chess = import_module("chess")
    rng = random.Random(1)

    def play() -> Played:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return Played(1, board.ply(), board.ply())

    return play


BOARDS = 64  # 1024 make connect four a fifth faster on a CPU and slow the others down
STEPS = 32
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def pgx(game_name: str) -> Play:
    """A batch of Pgx boards moved together in one compiled loop; a finished board starts again.

    In backgammon each checker moved is a move of its own, so games seem twice as long.
    """
    os.environ.setdefault("XLA_FLAGS", ONE_THREAD)
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    env = import_module("pgx").make(game_name)
    jax, wrappers = import_module("jax"), import_module("pgx.experimental.wrappers")
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def move_all(boards_and_key: Any, _: None) -> Any:
        boards, key = boards_and_key
        key, to_choose, to_step = jax.random.split(key, 3)
        odds = jax.numpy.where(boards.legal_action_mask, 0.0, -1e9)
        moves = jax.random.categorical(to_choose, odds, axis=-1)
        boards = step(boards, moves, jax.random.split(to_step, BOARDS))
        return (boards, key), boards.terminated.sum()

    many_steps = jax.jit(lambda start: jax.lax.scan(move_all, start, None, length=STEPS))
    boards = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), BOARDS))
    now = boards, jax.random.PRNGKey(2)

    def play() -> Played:
        nonlocal now
        now, finished = many_steps(now)
        return Played(int(finished.sum()), BOARDS * STEPS, BOARDS * STEPS)

    while not play().games:  # compiled, and past the opening in which no game can end
        pass
    return play


LOOPED = "C++ game, loop in Python"
INSIDE = "game and loop in C++"
PYTHON = "game and loop in Python"
BATCH = f"{BOARDS} boards at once"

PEERS = [
    # who                 game        seats start                                         driven
    Peer("OpenSpiel",     "backgammon",   2, partial(open_spiel, "backgammon"),           LOOPED),
    Peer("OpenSpiel",     "go 9x9",       2, partial(open_spiel, "go(board_size=9)"),     LOOPED),
    Peer("OpenSpiel",     "connect four", 2, partial(open_spiel, "connect_four"),         LOOPED),
    Peer("OpenSpiel",     "chess",        2, partial(open_spiel, "chess"),                LOOPED),
    Peer("OpenSpiel",     "hanabi",       2, partial(open_spiel, "hanabi"),               LOOPED),
    Peer("OpenSpiel",     "tic-tac-toe",  2, open_spiel_in_python,                        PYTHON),
    Peer("OpenSpiel C++", "backgammon",   2, partial(rollouts, "backgammon"),             INSIDE),
    Peer("OpenSpiel C++", "go 9x9",       2, partial(rollouts, "go(board_size=9)"),       INSIDE),
    Peer("OpenSpiel C++", "connect four", 2, partial(rollouts, "connect_four"),           INSIDE),
    Peer("OpenSpiel C++", "chess",        2, partial(rollouts, "chess"),                  INSIDE),
    Peer("catanatron",    "Catan",        4, catanatron,                                  PYTHON),
    Peer("PettingZoo",    "tic-tac-toe",  2, partial(petting_zoo, "tictactoe_v3"),        PYTHON),
    Peer("PettingZoo",    "connect four", 2, partial(petting_zoo, "connect_four_v3"),     PYTHON),
    Peer("PettingZoo",    "go 9x9",       2, partial(petting_zoo, "go_v5", board_size=9), PYTHON),
    Peer("RLCard",        "uno",          2, partial(rlcard, "uno"),                      PYTHON),
    Peer("python-chess",  "chess",        2, python_chess,                                PYTHON),
    Peer("Pgx",           "backgammon",   2, partial(pgx, "backgammon"),                  BATCH),
    Peer("Pgx",           "go 9x9",       2, partial(pgx, "go_9x9"),                      BATCH),
    Peer("Pgx",           "connect four", 2, partial(pgx, "connect_four"),                BATCH),
]  # fmt: skip

PACKAGES = {"OpenSpiel": "open_spiel", "OpenSpiel C++": "open_spiel", "python-chess": "chess"}


def measure(seconds: float, only: list[str] | None, progress: Callable[[str], None]) -> list[Row]:
    """Each peer in turn, or those with one of the words of `only` in their name."""
    rows = []
    with one_core():
        for peer in PEERS:
            if only is None or any(word.lower() in peer.name.lower() for word in only):
                rows += row_of(peer, seconds, progress)
    return rows


def row_of(peer: Peer, seconds: float, progress: Callable[[str], None]) -> list[Row]:
    """One row, or none where the library is missing."""
    try:
        play = peer.start()
    except ImportError as missing:
        progress(f"{peer.name}: not installed ({missing})")
        return []
    progress(f"{peer.name} …")
    timed(play, seconds / 5)
    return [row(peer, *timed(play, seconds))]


def timed(play: Play, seconds: float) -> tuple[Played, float]:
    """Whole games until so much CPU time is spent, and the time they really took."""
    games = moves = nodes = spent = 0.0
    begin = process_time()
    while not games or spent < seconds:
        more = play()
        games, moves, nodes = games + more.games, moves + more.moves, nodes + more.nodes
        spent = process_time() - begin
    return Played(games, moves, nodes), spent


def row(peer: Peer, played: Played, spent: float) -> Row:
    games, moves, nodes = played
    return Row(
        who=peer.who,
        game=peer.game,
        seats=peer.seats,
        games_per_second=games / spent,
        moves_per_second=moves / spent,
        moves_per_game=moves / games,
        nodes_per_second=nodes / spent,
        comparable=round(moves / games) in COMPARABLE,
        note=peer.note,
        version=peer.version,
    )


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and any threads a library starts, on a single core."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def table(rows: list[Row]) -> Table:
    """The rows as printed; a star marks games of comparable size."""
    shown = Table(title="Uniform random play of the peers, one core, CPU time")
    for heading in ("who", "game", "seats"):
        shown.add_column(heading)
    for heading in ("games/s", "moves/s", "moves/game", "nodes/s"):
        shown.add_column(heading, justify="right")
    for heading in ("★", "note", "version"):
        shown.add_column(heading)
    for row in rows:
        shown.add_row(*cells(row))
    return shown


def cells(row: Row) -> list[str]:
    speeds = row.games_per_second, row.moves_per_second, row.moves_per_game, row.nodes_per_second
    star = "★" if row.comparable else ""
    return [row.who, row.game, str(row.seats), *map(rounded, speeds), star, row.note, row.version]


def rounded(amount: float) -> str:
    return f"{amount:,.1f}" if amount < 100 else f"{amount:,.0f}"


def main() -> None:
    """`python -m bench.peers [--seconds 3] [word ...]`"""
    parser = argparse.ArgumentParser(prog="python -m bench.peers")
    parser.add_argument("only", nargs="*", help="words in the peer's name, such as backgammon")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each peer")
    asked = parser.parse_args()
    console = Console()
    rows = measure(asked.seconds, asked.only or None, lambda said: console.print(said, style="dim"))
    console.print(table(rows))


if __name__ == "__main__":
    main()
