"""Puzzles: read from files, shown as positions, and what a wrong answer costs.

A game's own puzzles are in `puzzles.jsonl` beside its rulebook; the operator adds files to the
folder `puzzles` of the data folder, as `karuba.jsonl` for Karuba. A file is read once, with the
first request that needs it. The best move never leaves the server before an answer.
"""

import hashlib
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from templetop.bots.names import named
from templetop.coach.scales import Effort, Unit
from templetop.engine.ending import points_of, sides_of
from templetop.engine.game import Game
from templetop.engine.match import Match, legal_moves
from templetop.engine.refusal import Refusal
from templetop.engine.telling import Teller
from templetop.games.shelf import ready_games, take
from templetop.server.api_models import LogLine, Measured, Offer, PuzzleView, SeatView
from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.core.refusals import NoSuchPuzzle
from templetop.server.tables.view_builder import log_line, measure_view, offer_view, text_drawing
from templetop.server.translations import t

FILE = "puzzles.jsonl"
MAX_PUZZLES = 2_000  # puzzles of one game, and cached costs; further puzzles are ignored
MAX_LOG_LINES = 12  # of the log that a puzzle shows
SHOWN_LEVEL = 3  # shown for the other seats: puzzles usually come from matches of such bots
POSITION_CACHE_SIZE = 256  # positions in memory; beyond that, those used longest ago are dropped
REQUIRED_FIELDS = ("game", "rules", "match", "seat", "best", "margin", "levels", "difficulty")

log = logging.getLogger("templetop.server")


@dataclass(frozen=True)
class CatalogPuzzle:
    """A puzzle from a file."""

    id: str
    text: bytes  # its line in the file
    best: int
    margin: float
    levels: tuple[float, ...]
    difficulty: int


class PuzzleCatalog:
    """The puzzles of all games. Its methods read files, so they are called on a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.has_file: dict[str, bool] = {}
        self.shelves: dict[str, dict[str, CatalogPuzzle]] = {}
        self.cached_costs: BoundedDict[tuple[str, int], AnswerCost] = BoundedDict(MAX_PUZZLES)

    def files(self, game: Game) -> list[Path]:
        own = [game.folder / FILE] if game.folder is not None else []
        return [*own, self.folder / f"{game.id}.jsonl"]

    def has(self, game: str) -> bool:
        """True if a file exists for the game. The answer is cached, because every card of a game
        asks."""
        if game not in self.has_file:
            self.has_file[game] = any(file.is_file() for file in self.files(take(game)))
        return self.has_file[game]

    def games(self) -> list[Game]:
        """Returns the games that have puzzles."""
        return [game for game in map(take, ready_games()) if self.puzzles_of(game)]

    def puzzles_of(self, game: Game) -> dict[str, CatalogPuzzle]:
        """Returns the puzzles of a game by their ids, the easiest first."""
        with self.lock:
            if game.id not in self.shelves:
                found = [
                    puzzle for file in self.files(game) for puzzle in read_puzzles(file, game)
                ][:MAX_PUZZLES]
                self.shelves[game.id] = {
                    puzzle.id: puzzle
                    for puzzle in sorted(found, key=lambda puzzle: puzzle.difficulty)
                }
            return self.shelves[game.id]

    def cache_cost(self, puzzle: str, move: int, cost: "AnswerCost") -> None:
        self.cached_costs[puzzle, move] = cost

    def find(self, game: Game, puzzle: str) -> CatalogPuzzle:
        found = self.puzzles_of(game).get(puzzle)
        if found is None:
            raise NoSuchPuzzle(t("There is no such puzzle."))
        return found


def read_puzzles(file: Path, game: Game) -> Iterator[CatalogPuzzle]:
    """Yields the puzzles of a file. Lines that are no puzzles by today's rules are skipped and
    counted in the log."""
    if not file.is_file():
        return
    skipped = 0
    for line in file.read_bytes().splitlines():
        try:
            yield parse_puzzle(line, game)
        except (ValueError, KeyError, TypeError):
            skipped += bool(line.strip())
    if skipped:
        log.warning("%s: %d lines are not puzzles of %s as it is now.", file, skipped, game.name)


def parse_puzzle(line: bytes, game: Game) -> CatalogPuzzle:
    data = orjson.loads(line)
    _, rules, match, seat, best, margin, levels, difficulty = (
        data[name] for name in REQUIRED_FIELDS
    )
    if data["game"] != game.id or rules != game.rules_version:
        raise ValueError("It is about another game, or other rules.")
    name = hashlib.sha256(f"{seat} {match}".encode()).hexdigest()[:12]
    found_by = tuple(map(float, levels.values()))
    return CatalogPuzzle(name, line, int(best), float(margin), found_by, int(difficulty))


# ── The position ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class PuzzlePosition:
    """The match of a puzzle, and the seat that has to move."""

    match: Match
    seat: int

    def offers(self) -> list[Offer]:
        moves = legal_moves(self.match.state, self.seat)
        return [self.offer(move) for move in moves]

    def offer(self, move: int) -> Offer:
        return offer_view(self.match, self.seat, move, [*self.match.seats])


@lru_cache(POSITION_CACHE_SIZE)
def puzzle_position(line: bytes) -> PuzzlePosition:
    """Returns the position of a puzzle's line, with names of bots at all seats."""
    from templetop.coach.puzzles import read_puzzle

    try:
        puzzle, match = read_puzzle(orjson.loads(line), take)
    except Refusal as refusal:
        log.warning("A puzzle cannot be read: %s", refusal)
        raise NoSuchPuzzle(t("There is no such puzzle.")) from None
    names = named([f"level{SHOWN_LEVEL}"] * len(match.seats))
    return PuzzlePosition(replace(match, seats=tuple(names)), puzzle.seat - 1)


def puzzle_view(game: Game, puzzle: CatalogPuzzle, with_drawing: bool) -> PuzzleView:
    """Returns a puzzle as its seat sees it, without the answer."""
    position = puzzle_position(puzzle.text)
    match, seat = position.match, position.seat
    return PuzzleView(
        id=puzzle.id,
        game=game.id,
        game_name=game.words.text(game.name),
        options=match.options,
        difficulty=puzzle.difficulty,
        you=seat,
        seats=seats_at(position),
        measure=measure_view(game),
        view=game.view(match.state, seat),
        drawing=text_drawing(match, match.state, seat) if with_drawing else "",
        offers=position.offers(),
        log=last_log_lines(position),
    )


def last_log_lines(position: PuzzlePosition) -> list[LogLine]:
    """Returns the last lines of the log, as the seat may see them. Attachments of experiments are
    not stored."""
    teller, number = Teller(position.seat), 0
    for state, step in position.match.steps():
        teller.tell(number, state, step)
        number += len(step)
    return [
        log_line(line, [*position.match.seats], (), ()) for line in teller.lines[-MAX_LOG_LINES:]
    ]


def seats_at(position: PuzzlePosition) -> list[SeatView]:
    points, sides = (
        points_of(position.match.state).tolist(),
        sides_of(position.match.state).tolist(),
    )
    return [
        SeatView(
            seat=seat,
            name=name,
            kind="person" if seat == position.seat else "bot",
            level=None if seat == position.seat else SHOWN_LEVEL,
            program=None,
            is_replaced=False,
            is_you=seat == position.seat,
            is_awaited=seat in position.match.awaited,
            has_decided=False,
            side=sides[seat],
            points=points[seat],
            place=None,
            result=None,
            seconds_left=None,
            is_here=False,
            has_left=False,
            away_until=None,
            rated=None,
        )
        for seat, name in enumerate(position.match.seats)
    ]


# ── In worker processes ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class PuzzleAttempt:
    """An answer to be compared with the best move, in a form that a worker process can read."""

    game: str
    table: bytes
    seat: int
    names: tuple[str, ...]
    best: int
    move: int
    effort: Effort


@dataclass(frozen=True)
class AnswerCost:
    """What an answer costs against the best move, and how the match might go on after the best
    move.

    The costs are None if they are not significant.
    """

    unit: Unit
    lost: Measured | None = None
    cost: Measured | None = None
    line: tuple[str, ...] = ()


def evaluate_answer(answer: PuzzleAttempt) -> AnswerCost:
    """Compares an answer with the best move in the same fresh deals. Runs in a worker process."""
    from templetop.bots.seen import seen_by
    from templetop.coach.puzzles import RIVALS, WIDEST
    from templetop.coach.review import sentences
    from templetop.coach.scales import Scales, estimate, unit_of
    from templetop.engine.random import generator, next_bits

    game, seats = take(answer.game), len(answer.names)
    state, random = np.frombuffer(answer.table, game.State).copy()[0], generator(0)
    seen = seen_by(answer.seat, state, seats, random)
    scales = Scales(game, answer.effort, WIDEST)
    try:
        seed = int(next_bits(random))
        weighing = scales.weigh(seen, seed, answer.move, rivals=RIVALS, lines=True)
    finally:
        scales.close()
    line = sentences(weighing.lines.get(answer.best, []), answer.seat, answer.names)
    unit = unit_of(state, seats)
    if answer.best not in weighing.moves:
        return AnswerCost(unit, line=line)

    def behind(samples: Any) -> Measured:
        best, move = (weighing.of(candidate, samples) for candidate in (answer.best, answer.move))
        found = estimate((best - move)[:, answer.seat])
        return Measured(found.mean, found.margin)

    lost = behind(weighing.values)
    if lost.mean <= 0:  # the difference is too small for this effort
        return AnswerCost(unit, line=line)
    return AnswerCost(unit, lost, behind(weighing.stakes), line)
