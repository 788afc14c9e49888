"""What comes of whole games with our set of cards, in the form that stands in the rulebook.

python -m tests.karuba_cards.figures [SHARE]

Whole games of one bot against itself. A SHARE of 0.1 plays a tenth of the games; all of them take
a quarter of an hour.
"""

import sys
from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import appeal, imagine, legal, play, points, to_move
from templetop.engine.bits import clear, count, has, nth, put
from templetop.engine.compile import compiled, rule
from templetop.engine.game import CHANCE, NOBODY, Array
from templetop.engine.policy import GREEDY, POLICIES, RANDOM, chance_move
from templetop.engine.random import start
from templetop.engine.simulate import play_out, simulate
from templetop.games.karuba_cards.card import CARD
from templetop.games.karuba_cards.island import NOWHERE, ways_on
from templetop.games.karuba_cards.pieces import ADVENTURER, ADVENTURERS, CARDS, COLOURS, TEMPLE
from templetop.games.karuba_cards.scoring import NO_WAY, place_of, points_for, steps_between

SEED = 1
QUICK_GAMES = 20_000  # of random and greedy
FEWEST_AND_MOST = (CARD.seats[0], CARD.seats[-1])


# ── A strong player ──────────────────────────────────────────────────────────────────────────────


class Search(NamedTuple):
    """How far it looks: so many moves, each played out in so many imagined worlds."""

    name: str
    moves: int
    worlds: int
    islands: int  # that are counted, whatever the number of seats


SEARCH = Search("search", moves=8, worlds=16, islands=600)
LONGER_SEARCH = Search("longer search", moves=16, worlds=32, islands=300)


class Desk(NamedTuple):
    """What is written on while a seat thinks."""

    random: Any
    moves: Any
    weights: Any
    shortlist: Any  # the moves that are tried
    totals: Any  # the points of each, over all worlds
    points: Any
    policies: Any  # of everyone in an imagined game
    worlds: Any  # an imagined one, and a second in which it is played out


def desk() -> Desk:
    return Desk(
        random=np.zeros(1, np.uint64),
        moves=CARD.move_set(),
        weights=np.zeros(CARD.moves, np.int64),
        shortlist=CARD.move_set(),
        totals=np.zeros(CARD.moves, np.int64),
        points=np.zeros(CARD.seats[-1], np.int16),
        policies=np.full(CARD.seats[-1], RANDOM, np.int8),
        worlds=CARD.state(2),
    )


@rule
def most_appealing(state: Any, seat: Any, desk: Any) -> Any:
    """The best-looking move that is not on the shortlist yet."""
    best, most = -1, 0
    for n in range(count(desk.moves)):
        move = nth(desk.moves, n)
        if not has(desk.shortlist, move):
            how_much = appeal(state, seat, move)
            if best < 0 or how_much > most:
                best, most = move, how_much
    return best


@rule
def make_shortlist(state: Any, seat: Any, how_many: Any, desk: Any) -> None:
    legal(state, seat, desk.moves)
    clear(desk.shortlist)
    for _ in range(min(how_many, count(desk.moves))):
        put(desk.shortlist, most_appealing(state, seat, desk))


@rule
def try_shortlist(seat: Any, desk: Any) -> None:
    """Play each move out in the imagined world: the seat greedily, the others anything."""
    for n in range(count(desk.shortlist)):
        desk.worlds[1] = desk.worlds[0]
        play(desk.worlds[1], seat, nth(desk.shortlist, n))
        play_out(desk.worlds[1], desk.policies, desk.random, desk.moves, desk.weights)
        points(desk.worlds[1], desk.points)
        desk.totals[n] += desk.points[seat]


@rule
def searched_move(state: Any, seat: Any, moves: Any, worlds: Any, desk: Any) -> Any:
    """The move that earns the seat most over all imagined worlds."""
    make_shortlist(state, seat, moves, desk)
    if count(desk.shortlist) == 1:
        return nth(desk.shortlist, 0)
    desk.totals[:] = 0
    desk.policies[seat] = GREEDY
    for _ in range(worlds):
        desk.worlds[0] = state
        imagine(desk.worlds[0], seat, desk.random, desk.moves)
        try_shortlist(seat, desk)
    desk.policies[seat] = RANDOM
    return nth(desk.shortlist, np.argmax(desk.totals[: count(desk.shortlist)]))


@compiled
def play_searching(fresh: Any, ends: Any, seed: Any, moves: Any, worlds: Any, desk: Any) -> None:
    """One game for each end; all seats search."""
    for n in range(len(ends)):
        ends[n] = fresh[0]
        start(desk.random, seed, np.uint64(n))
        deciding = to_move(ends[n])
        while deciding != NOBODY:
            if deciding == CHANCE:
                chance = chance_move(ends[n], desk.random, desk.moves, desk.weights)
                play(ends[n], CHANCE, chance)
            else:
                seat = 0
                while not (deciding >> seat) & 1:
                    seat += 1
                play(ends[n], seat, searched_move(ends[n], seat, moves, worlds, desk))
            deciding = to_move(ends[n])


def played_by_search(search: Search, seats: int, games: int) -> Array:
    """The last tables of so many games."""
    fresh: Array = CARD.state()
    ends: Array = CARD.state(games)
    fresh[0] = CARD.start(seats)
    play_searching(fresh, ends, np.uint64(SEED), search.moves, search.worlds, desk())
    return ends


def played_by(bot: str, seats: int, games: int) -> Array:
    results = simulate(CARD, seats, games, bots=[bot], seed=SEED, keep_states=True)
    assert results.states is not None
    return results.states


# ── What is on the last tables ───────────────────────────────────────────────────────────────────


@compiled
def count_points(ends: Any, detours: Any, scores: Any) -> None:
    for n in range(len(ends)):
        for seat in range(scores.shape[1]):
            for colour in range(ADVENTURERS):
                scores[n, seat, colour] = points_for(ends[n].players[seat], colour, detours)


def points_by_colour(ends: Array, detours: int = 0) -> Array:
    """For each game, seat and colour."""
    scores = np.zeros((len(ends), int(ends[0].seats), ADVENTURERS), np.int64)
    count_points(ends, detours, scores)
    return scores


def home(ends: Array) -> Array:
    """How many adventurers each seat of each game has brought home."""
    return np.asarray((points_by_colour(ends) > 0).sum(axis=2))


def laid(ends: Array) -> Array:
    """For each game, seat and card: was it laid?"""
    return np.asarray(ends["players"]["places"][:, : int(ends[0].seats), 1:] != NOWHERE)


def wins(ends: Array) -> Array:
    """Each seat's share of the games; a shared win is split."""
    scores = points_by_colour(ends).sum(axis=2)
    first = scores == scores.max(axis=1, keepdims=True)
    return np.asarray((first / first.sum(axis=1, keepdims=True)).mean(axis=0))


def worth_of_cards(ends: Array) -> list[float]:
    """For each card: how many points more have they who laid it than they who lost it?"""
    scores, has_laid = points_by_colour(ends).sum(axis=2), laid(ends)
    cards = range(CARDS)
    return [scores[has_laid[..., n]].mean() - scores[~has_laid[..., n]].mean() for n in cards]


def lowest_with(card: int) -> float:
    """How often this card and any other have the lowest sum, or share it, against any two cards."""
    pairs = [sum(pair) for pair in combinations(range(1, CARDS + 1), 2)]
    sums = [card + other for other in range(1, CARDS + 1) if other != card]
    return float(np.mean([mine <= theirs for mine in sums for theirs in pairs]))


@compiled
def count_blocked(ends: Any, scores: Any, blocked: Any) -> None:
    """Which adventurers have a path to their temple and do not come home."""
    for n in range(len(ends)):
        for seat in range(scores.shape[1]):
            player = ends[n].players[seat]
            for colour in range(ADVENTURERS):
                start = place_of(player, ADVENTURER[colour])
                goal = place_of(player, TEMPLE[colour])
                steps = steps_between(start, goal, player.laid, ways_on(player))
                blocked[n, seat, colour] = steps != NO_WAY and scores[n, seat, colour] == 0


def islands_with_a_block(ends: Array) -> float:
    """The share of islands where only another adventurer keeps one from its temple."""
    scores = points_by_colour(ends)
    blocked = np.zeros_like(scores)
    count_blocked(ends, scores, blocked)
    return float(blocked.any(axis=2).mean())


def islands_better_with_detours(ends: Array) -> float:
    """The share of islands that would score more by the option of 4.8."""
    gain = points_by_colour(ends, detours=1) - points_by_colour(ends)
    return float((gain > 0).any(axis=2).mean())


# ── In the rulebook's form ───────────────────────────────────────────────────────────────────────


def row(who: str, ends: Array) -> str:
    scores, back = points_by_colour(ends).sum(axis=2), home(ends)
    all_four = (back == ADVENTURERS).mean()
    cells = [
        who,
        str(int(ends[0].seats)),
        f"{len(ends):,}",
        f"{back.mean():.2f}",
        f"{100 * all_four:.1f} %" if all_four else "never",
        f"{scores.mean():.1f}",
        str(scores.max()),
    ]
    return f"| {' | '.join(cells)} |"


def shares(names: Iterable[Any], parts: Iterable[float]) -> str:
    return ", ".join(f"{name} {100 * part:.1f}" for name, part in zip(names, parts, strict=True))


def details(who: str, ends: Array) -> str:
    """Are colours and seats alike, what is each card worth, and who is in whose way?"""
    seats = int(ends[0].seats)
    return "\n".join([
        f"{who}, {seats} seats, {len(ends)} games",
        f"  home: {shares(COLOURS, (points_by_colour(ends) > 0).mean(axis=(0, 1)))}",
        f"  wins: {shares(range(1, seats + 1), wins(ends))}",
        f"  laid: {shares(range(1, CARDS + 1), laid(ends).mean(axis=(0, 1)))}",
        f"  points more: {' '.join(f'{worth:+.1f}' for worth in worth_of_cards(ends))}",
        f"  blocked: {islands_with_a_block(ends):.2%} of the islands",
        f"  better with detours: {islands_better_with_detours(ends):.3%}",
    ])  # fmt: skip


def report(who: str, ends: Array) -> None:
    """A row of the table, and the details for the fewest and the most seats."""
    print(row(who, ends), flush=True)
    if who != POLICIES[RANDOM] and ends[0].seats in FEWEST_AND_MOST:
        print(details(who, ends), flush=True)


def main(share: float) -> None:
    for bot in POLICIES:
        for seats in CARD.seats:
            report(bot, played_by(bot, seats, round(share * QUICK_GAMES)))
    for search, table_sizes in ((SEARCH, CARD.seats), (LONGER_SEARCH, FEWEST_AND_MOST)):
        for seats in table_sizes:
            games = round(share * search.islands / seats)
            report(search.name, played_by_search(search, seats, games))
    print("lowest:", shares(range(1, CARDS + 1), map(lowest_with, range(1, CARDS + 1))))


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else 1)
