"""Puzzles: positions from bots' matches in which one move is clearly best.

A position is weighed with all its moves among the candidates. The favourite of the search and its
nearest rivals then meet in fresh deals. The *margin* is how much better the favourite is than the
best of those rivals. The *confidence* is how likely it is that it really beats every one of them:
what remains of 1 after the odds that each of them is as good are taken away. Positions where the
best answer is to be unpredictable are no puzzles.

How hard a puzzle is, is told by who finds it: each level tries several times.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import erf, sqrt
from typing import Any

from templetop.bots.bot import Bot
from templetop.bots.roster import LEVELS, Engagement, call, level_name, strength
from templetop.bots.seen import Seen, seen_by
from templetop.coach.scales import STRONGEST, Effort, Estimate, Scales, Weighing, estimate
from templetop.coach.words import t
from templetop.engine.game import Game
from templetop.engine.match import Match, code_of, legal_moves, say
from templetop.engine.policy import any_event
from templetop.engine.random import below, generator, next_bits
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE

WIDEST = 64  # moves; where there are more, not all of them could be weighed
RIVALS = 3  # meet the favourite in fresh deals
PROMISING = 1.5  # standard errors ahead at a first look
TRIES = 4  # of each level
FOUND = 0.75  # of the tries
OF_A_MATCH = 2  # puzzles at most, so that they are not all alike
LOOKED_AT = 3  # one position of so many


class BadPuzzle(Refusal):
    """Something that cannot be a puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its solution. The margin counts in the outlook, from 0 to 1."""

    game: str
    rules: int
    options: dict[str, str]
    seats: int
    match: str  # its text, up to the position
    seat: int  # from 1, that is to find the move
    best: int
    code: str
    words: str
    moves: int  # that can be made
    margin: float
    error: float
    confidence: float
    levels: dict[str, float]  # how often each level finds it
    difficulty: int  # the level from which on all find it; one more than the last if none does


@dataclass(frozen=True)
class Demands:
    """What a position must have to be a puzzle."""

    margin: float = 0.03
    confidence: float = 0.99
    difficulty: int = 1  # at least


@dataclass(frozen=True)
class Margin:
    """How far the favourite is ahead of the best of its rivals, and how surely of all of them."""

    ahead: Estimate
    confidence: float


def margin_of(weighing: Weighing, seat: int) -> Margin:
    values = weighing.values[:, :, seat]
    aheads = [estimate(values[:, 0] - values[:, n]) for n in range(1, values.shape[1])]
    doubt = sum(1 - surely(one) for one in aheads)
    return Margin(min(aheads, key=lambda one: one.mean), max(0.0, 1 - doubt))


def surely(ahead: Estimate) -> float:
    """How likely the truth is above zero."""
    if ahead.error == 0:
        return float(ahead.mean > 0)
    return 0.5 * (1 + erf(ahead.mean / ahead.error / sqrt(2)))


def effort_for(game: Game, times: float = 1.0) -> Effort:
    """As long as the strongest level thinks, or so many times longer."""
    search = int(max(32, strength(STRONGEST, game)[0].simulations) * times)
    return Effort(search, max(48, search // 4))


# ── Finding them ─────────────────────────────────────────────────────────────────────────────────


class Finder:
    """Lets bots play and looks over their shoulders."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        bots: Sequence[str],
        demands: Demands,
        effort: Effort,
    ) -> None:
        self.game = game
        self.options = options
        self.demands = demands
        self.names = [f"{bot} {seat + 1}" for seat, bot in enumerate(bots)]
        engaged = Engagement(seats, options)
        self.players = [call(bot, game, seat, engaged) for seat, bot in enumerate(bots)]
        self.solvers = {
            level_name(level): call(level_name(level), game, 0, engaged) for level in LEVELS
        }
        self.glance = Scales(game, Effort(effort.search // 4, effort.deals // 4), WIDEST)
        self.scales = Scales(game, effort, WIDEST)

    def puzzles(self, seed: int, looked: Callable[[], None]) -> Iterator[Puzzle]:
        """One match after the other, without end; `looked` is told of every position."""
        number = 0
        while True:
            yield from self.in_match(generator(seed, number), looked)
            number += 1

    def in_match(self, random: Any, looked: Callable[[], None]) -> Iterator[Puzzle]:
        match, found = Match.new(self.game, self.names, self.options), 0
        while not match.is_over and found < OF_A_MATCH:
            if match.awaited != [CHANCE] and not match.decided and not below(random, LOOKED_AT):
                looked()
                if puzzle := self.puzzle_at(match, random):
                    found += 1
                    yield puzzle
            for seat in match.awaited:
                match.play(seat, self.decide(match, seat, random))

    def decide(self, match: Match, seat: int, random: Any) -> int:
        if seat == CHANCE:
            room = (self.game.event_set(), self.game.weights())
            return int(any_event(match.state, random, *room))
        return self.players[seat].decide(self.seen(match, seat, random), random)

    def seen(self, match: Match, seat: int, random: Any) -> Seen:
        return seen_by(seat, match.state, len(match.seats), random)

    def puzzle_at(self, match: Match, random: Any) -> Puzzle | None:
        """For one of those who are to decide; None if no move stands out."""
        seat = match.awaited[below(random, len(match.awaited))]
        if not 2 <= len(legal_moves(match.state, seat)) <= WIDEST:
            return None
        seen = self.seen(match, seat, random)
        seeds = [int(next_bits(random)) for _ in range(2)]
        glimpse = margin_of(self.glance.weigh(seen, seeds[0], rivals=RIVALS), seat).ahead
        if glimpse.mean < self.demands.margin or glimpse.mean < PROMISING * glimpse.error:
            return None
        weighing = self.scales.weigh(seen, seeds[1], rivals=RIVALS)
        margin = margin_of(weighing, seat)
        is_clear = (
            margin.ahead.mean >= self.demands.margin
            and margin.confidence >= self.demands.confidence
            and not weighing.is_mixed
        )
        if not is_clear:
            return None
        puzzle = self.written(match, seen, weighing.best, margin, random)
        return puzzle if puzzle.difficulty >= self.demands.difficulty else None

    def written(self, match: Match, seen: Seen, best: int, margin: Margin, random: Any) -> Puzzle:
        levels = {
            name: how_often(bot, match, seen.seat, best, random)
            for name, bot in self.solvers.items()
        }
        return Puzzle(
            self.game.id,
            self.game.rules_version,
            match.options,
            len(match.seats),
            match.write(),
            seen.seat + 1,
            best,
            code_of(seen.state, seen.seat, best),
            say(seen.state, seen.seat, best),
            len(seen.moves),
            margin.ahead.mean,
            margin.ahead.error,
            margin.confidence,
            levels,
            difficulty(levels),
        )

    def close(self) -> None:
        for bot in (*self.players, *self.solvers.values()):
            bot.close()
        self.glance.close()
        self.scales.close()


def how_often(bot: Bot, match: Match, seat: int, best: int, random: Any) -> float:
    """In several tries, each with the hidden part imagined anew."""
    found = sum(
        bot.decide(seen_by(seat, match.state, len(match.seats), random), random) == best
        for _ in range(TRIES)
    )
    return found / TRIES


def difficulty(levels: Mapping[str, float]) -> int:
    """The level from which on all find it, most of the time."""
    missed = [n for n, found in enumerate(levels.values(), 1) if found < FOUND]
    return max(missed, default=0) + 1


# ── Weighing them again ──────────────────────────────────────────────────────────────────────────


def check(puzzle: Puzzle, match: Match, scales: Scales, seed: int) -> tuple[bool, Margin]:
    """Is it still the best move, by a search that knows nothing of the first one?

    If the search prefers another, the puzzle has failed, however small the difference.
    """
    random = generator(seed)
    seat = puzzle.seat - 1
    seen = seen_by(seat, match.state, len(match.seats), random)
    weighing = scales.weigh(seen, int(next_bits(random)), puzzle.best, rivals=RIVALS)
    margin = margin_of(weighing, seat)
    return weighing.best == puzzle.best and margin.ahead.mean > 0, margin


def read_puzzle(data: Any, shelf: Callable[[str], Game]) -> tuple[Puzzle, Match]:
    """A line of a file, with its match at the position; refused if it cannot be one."""
    try:
        puzzle = Puzzle(**data)
        match = Match.read(puzzle.match, shelf)
        legal = match.legal(puzzle.seat - 1)
    except (TypeError, AttributeError):
        raise BadPuzzle(t("this is not a puzzle.")) from None
    if puzzle.best not in legal:
        raise BadPuzzle(t("its best move is not a legal one."))
    return puzzle, match


def as_data(puzzle: Puzzle) -> dict[str, Any]:
    return asdict(puzzle)
