"""1.10  Modules have their place: rows in the tables of the box, from which all else follows.

The game is made from the box when it is imported. So another box is put into a copy of the game's
folder, which is a game of its own.
"""

import io
import shutil
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from templetop.engine.collect import NotAGame, collect, open_folder
from templetop.engine.game import Game
from templetop.engine.match import code_of, legal_moves, make, say, seats_to_move, target_of
from templetop.games import cacao

from .drawn import CARD

FOLDER = Path(cacao.__file__).parent


def game_with(box: str, home: Path, name: str) -> Game:
    """The game, with this at the end of its box."""
    folder = home / name
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace("templetop.games.cacao", name), "utf-8")
    with (folder / "rules" / "box.py").open("a", encoding="utf-8") as file:
        file.write(box)
    return collect(open_folder(folder))


# In the manner of modules: another market, a mine, edges of four workers; there are still 28 tiles.
MORE_ROWS = """
JUNGLE_TILES[:] = [(*r[:7], r[7] - {"P1": 1, "TE": 2}.get(r[0], 0), r[8]) for r in JUNGLE_TILES]
JUNGLE_TILES += [
    ("M5", "market of 5", "sell", -1, 5, 0, 0, 1, 0),
    ("G4", "gold mine of 4", "dig", 0, 4, 0, 0, 2, 0),
]
WORKER_TILES[:2] = [((1, 1, 1, 1), 3, 2, 2), ((2, 1, 0, 1), 4, 4, 3)]
WORKER_TILES += [((0, 0, 0, 4), 1, 1, 1), ((0, 2, 0, 2), 1, 1, 1)]
MODULES.append(Module("plenty", "Mines for temples, and another 0-0-0-4.",
    {"G4": 2, "TE": -2}, {"G4": 1, "TE": -1}, {(0, 0, 0, 4): 1, (1, 1, 1, 1): -1}))
"""
# For a longer game: 45 jungle tiles, and 15 worker tiles for each of four seats.
MORE_TILES = """
MORE = {"P1": 4, "M3": 3, "WA": 3, "G1": 3, "TE": 4}
MODULES.append(Module("longer", "There are more tiles of every sort.",
    MORE, MORE, {(1, 1, 1, 1): 3, (2, 1, 0, 1): 3}))
"""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_with(MORE_ROWS, tmp_path_factory.mktemp("box"), "cacao_with_more_rows")


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_with(MORE_TILES, tmp_path_factory.mktemp("box"), "cacao_with_more_tiles")


def pieces(game: Game, state: Any) -> list[list[int]]:
    """How many jungle tiles there are of each kind, and worker tiles of each seat; wherever."""
    own = import_module(f"{game.id}.rules.pieces")
    jungle = Counter(state.jungle.tolist())
    owners = Counter(int(tile) % own.BUILT_OVER // own.OWNER for tile in state.tiles[: state.laid])
    players = [state.players[seat] for seat in range(state.seats)]
    return [
        [int(state.pile[n] + state.display[n]) + jungle[n] for n in range(1, own.KINDS)],
        [int(p.hand.sum() + p.deck.sum()) + owners[seat] for seat, p in enumerate(players)],
    ]


def played(game: Game, seats: int, options: dict[str, str]) -> Iterator[tuple[Any, int, int]]:
    """A whole game at random: each table, who is asked and what is done there."""
    state, random = game.start(seats, options), Random(str(options) + str(seats))
    while seats_to_move(state):
        (seat,) = seats_to_move(state)
        move = random.choice(legal_moves(state, seat))
        yield state, seat, move
        make(state, [(seat, move)])
    yield state, -1, -1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_10_whole_games_are_played_with_more_rows_and_nothing_is_lost(
    rows: Game, seats: int
) -> None:
    before = pieces(rows, rows.start(seats, {"plenty": "yes"}))
    for state, seat, move in played(rows, seats, {"plenty": "yes"}):
        assert pieces(rows, state) == before
        if move >= 0:
            assert say(state, seat, move)
            assert target_of(state, seat, move).kind
            assert rows.view(state, max(seat, 0)).seat == max(seat, 0)
    assert not state.players["hand"].any()
    Console(file=io.StringIO()).print(rows.picture(state))
    assert "plenty=yes" in rows.write(state)


def test_1_10_a_module_is_an_option_that_is_off_unless_it_is_chosen(rows: Game) -> None:
    assert rows.agreed()["plenty"] == "no"
    usual, rich = (pieces(rows, rows.start(3, {"plenty": answer})) for answer in ("no", "yes"))
    assert sum(usual[0]) == sum(rich[0]) == 28
    changed = [more - less for less, more in zip(usual[0], rich[0])]
    assert changed == [0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 0, 2]
    kinds = [rows.start(3, {"plenty": answer}).players[0].deck for answer in ("no", "yes")]
    assert (kinds[1] - kinds[0]).tolist() == [-1, 0, 0, 0, 1, 0]


def test_1_10_four_workers_sell_at_a_new_market(rows: Game) -> None:
    """The tile on q25 lies between two new tiles: the market is asked about, the mine is not."""
    ground, turn = (import_module(f"{rows.id}.rules.{name}") for name in ("ground", "turn"))
    state = rows.start(2, {"declining": "sales"})
    while seats_to_move(state) == [-1]:
        make(state, [(-1, legal_moves(state, -1)[0])])
    state.jungle[ground.START_PLANTATION] = 11
    state.jungle[ground.START_MARKET] = 12
    red = state.players[0]
    red.cacao, red.hand[:] = 5, [0, 0, 0, 0, 1, 1]
    type_in(state, "q25", "0004")
    assert codes(state) == {"0", "1", "2", "3", "4"}
    assert "sells 4 for 5 gold each" in {say(state, 0, move) for move in legal_moves(state, 0)}
    type_in(state, "4")
    assert (red.gold, red.cacao) == (20, 1)
    assert turn.tiles_in(red.hand) == 1


def codes(state: Any) -> set[str]:
    return {code_of(state, 0, move) for move in legal_moves(state, 0)}


def type_in(state: Any, *words: str) -> None:
    for code in words:
        (move,) = (move for move in legal_moves(state, 0) if code_of(state, 0, move) == code)
        make(state, [(0, move)])


def test_1_10_the_ground_is_as_large_as_before_and_squares_begin_with_a_word(rows: Game) -> None:
    moves = import_module(f"{rows.id}.rules.moves")
    assert rows.view(rows.start(2), None).ground == 32
    assert moves.ACT + moves.NUMBERS <= moves.PLACE
    assert moves.PLACE % 64 == 0
    assert rows.moves.count == moves.PLACE + 32 * 32 // 2


def test_1_10_the_ground_grows_with_the_number_of_jungle_tiles(tiles: Game) -> None:
    made = import_module(f"{tiles.id}.rules.pieces")
    names = import_module(f"{tiles.id}.rules.ground")
    assert (made.MOST_JUNGLE, made.MOST_LAID) == (45, 60)
    assert names.SIZE >= 45 + 4
    assert names.SIZE % 2 == 0
    assert len({*map(names.square_name, range(names.SPOTS))}) == names.SPOTS


@pytest.mark.parametrize(("seats", "each"), [(2, 17), (4, 15)])
def test_1_10_a_longer_game_is_played_to_its_end(tiles: Game, seats: int, each: int) -> None:
    before = pieces(tiles, tiles.start(seats, {"longer": "yes"}))
    for state, _, _ in played(tiles, seats, {"longer": "yes"}):
        assert pieces(tiles, state) == before
    assert state.laid == seats * each
    assert len(tiles.view(state, 0).worker_tiles) == state.laid


def test_1_10_without_the_module_it_is_the_usual_game(tiles: Game) -> None:
    for seats in (2, 3, 4):
        usual, short = CARD.start(seats), tiles.start(seats)
        assert short.pile.tolist() == usual.pile.tolist()
        assert short.players["deck"].tolist() == usual.players["deck"].tolist()


# ── What does not fit ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("box", "sentence"), [
    ("WORKER_TILES += [((1, 2, 3, n), 0, 0, 0) for n in range(5, 10)]",
     "A tile on the ground is one byte: 33 faces are too many."),
    ("WORKER_TILES.append(((0, 1, 2, 1), 0, 0, 0))",
     "Two kinds of worker tiles are the same when turned."),
    ("MODULES += [Module(str(n), '', {}, {}, {}) for n in range(9)]",
     "A table has a bit for each of eight modules."),
    ("MODULES.append(Module('much', '', {'P1': 60}, {}, {}))",
     "Rows have names of two digits: 92 are too many."),
    ("JUNGLE_TILES.append(('WG', 'watering', 'go', 4, 0, -1, 0, 0, 0))",
     "A jungle tile gives something for nothing, or gold for one fruit."),
    ("JUNGLE_TILES.append(('SM', 'sun market', 'give', 0, 3, 0, -1, 0, 0))",
     "A jungle tile gives something for nothing, or gold for one fruit."),
], ids=["faces", "twins", "modules", "ground", "watering", "sun market"])  # fmt: skip
def test_1_10_what_does_not_fit_is_said_when_the_game_is_made(
    box: str, sentence: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    name = f"cacao_{request.node.callspec.id}".replace(" ", "_")
    with pytest.raises(NotAGame, match=sentence):
        game_with(f"\n{box}\n", tmp_path, name)
