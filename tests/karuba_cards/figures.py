"""What comes of whole games with our set of cards, in the form that stands in FIGURES.md.

python -m tests.karuba_cards.figures [SHARE]
python -m tests.karuba_cards.figures colours [--games 600000] [--device cuda] [--json FILE]

Whole games of one bot against itself. A SHARE of 0.1 plays a tenth of the games; all of them take
a quarter of an hour. Most bullets there are greedy's, which are counted in seconds; the
colours take more games, and stand in colours.py.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import happen, to_move
from templetop.engine.compile import compiled, rule
from templetop.engine.policy import GREEDY, POLICIES, RANDOM, any_event
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, NOBODY, Array
from templetop.engine.simulate import let_seats_decide, scratch_for, simulate
from templetop.games import karuba_cards
from templetop.games.karuba_cards.rules.hand import higher_of, lower_of
from templetop.games.karuba_cards.rules.island import NOWHERE, ways_on
from templetop.games.karuba_cards.rules.pieces import ADVENTURER, ADVENTURERS, CARDS, TEMPLE
from templetop.games.karuba_cards.rules.scoring import NO_WAY, place_of, steps_between
from templetop.games.karuba_cards.rules.state import DISCARDING

from . import colours
from .colours import SEED, points_by_colour
from .strong import CARD, LONGER_SEARCH, SEARCH, played_by_search

QUICK_GAMES = 20_000  # of random and greedy
FEWEST_AND_MOST = (CARD.seats[0], CARD.seats[-1])
FOLDER = Path(karuba_cards.__file__).parent
BOOK = (FOLDER / "rulebook.md").read_text("utf-8")
FIGURES = (FOLDER / "FIGURES.md").read_text("utf-8")


def drawn_under(heading: str) -> str:
    """The first drawing under a heading of the rulebook."""
    return BOOK.partition(f"\n## {heading}\n")[2].split("```")[1]


# ── Who plays ────────────────────────────────────────────────────────────────────────────────────


def played_by(bot: str, seats: int, games: int) -> Array:
    results = simulate(CARD, seats, games, bots=[bot], seed=SEED, keep_states=True)
    assert results.states is not None
    return results.states


# ── Which pairs are played, and which are the lowest ─────────────────────────────────────────────


class Pairs(NamedTuple):
    """How often two cards were played together, [lower, higher], and how often they were lowest."""

    played: Array
    lowest: Array


@rule
def note_pairs(state: Any, deciding: Any, played: Any, lowest: Any) -> None:
    """3.2.1  What everyone has turned face up; only the lowest are asked to discard."""
    for seat in range(state.seats):
        cards = state.players[seat].turned
        lower, higher = lower_of(cards), higher_of(cards)
        played[lower, higher] += 1
        lowest[lower, higher] += (deciding >> seat) & 1


@compiled
def watch_greedy(
    fresh: Any, ends: Any, seed: Any, played: Any, lowest: Any, policies: Any, room: Any
) -> None:
    """One game for each end, the same as `simulate` plays."""
    random, moves, events, weights, decided = room
    for n in range(len(ends)):
        ends[n] = fresh[0]
        start(random, seed, np.uint64(n))
        deciding = to_move(ends[n])
        while deciding != NOBODY:
            if deciding == CHANCE:
                happen(ends[n], any_event(ends[n], random, events, weights))
            else:
                if ends[n].phase == DISCARDING:
                    note_pairs(ends[n], deciding, played, lowest)
                let_seats_decide(ends[n], deciding, policies, random, moves, decided)
            deciding = to_move(ends[n])


def pairs_of_greedy(seats: int, games: int) -> tuple[Pairs, Array]:
    """All pairs that were turned face up in so many games, and the last tables."""
    fresh: Array = CARD.state()
    ends: Array = CARD.state(games)
    fresh[0] = CARD.start(seats)
    pairs = Pairs(*np.zeros((2, CARDS + 1, CARDS + 1), np.int64))
    policies = np.full(CARD.seats[-1], GREEDY, np.int8)
    watch_greedy(fresh, ends, np.uint64(SEED), *pairs, policies, scratch_for(CARD))
    return pairs, ends


def lowest_with(pairs: Pairs) -> Array:
    """For each card: how often was the pair with it the lowest? Each is played once in a game."""
    played, lowest = (counts + counts.T for counts in pairs)
    return np.asarray(lowest.sum(axis=1)[1:] / played.sum(axis=1)[1:])


def lowest_between(pairs: Pairs, least: int, most: int) -> float:
    """How often were two cards the lowest whose sum lies between these?"""
    sums = np.add.outer(np.arange(CARDS + 1), np.arange(CARDS + 1))
    chosen = (sums >= least) & (sums <= most)
    return float(pairs.lowest[chosen].sum() / pairs.played[chosen].sum())


# ── What is on the last tables ───────────────────────────────────────────────────────────────────


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


def wins_of_who_lost_fewer(ends: Array) -> float:
    """The share of games that go to the one of two seats that has lost fewer cards."""
    scores, cards = points_by_colour(ends).sum(axis=2), laid(ends).sum(axis=2)
    ahead = np.sign(cards[:, 0] - cards[:, 1]) * np.sign(scores[:, 0] - scores[:, 1])
    return float((1 + ahead[cards[:, 0] != cards[:, 1]].mean()) / 2)


def worth_of_cards(ends: Array) -> list[float]:
    """For each card: how many points more have they who laid it than they who lost it?"""
    scores, has_laid = points_by_colour(ends).sum(axis=2), laid(ends)
    cards = range(CARDS)
    return [scores[has_laid[..., n]].mean() - scores[~has_laid[..., n]].mean() for n in cards]


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
    with_detours = ends.copy()
    with_detours["detours"] = 1
    gain = points_by_colour(with_detours) - points_by_colour(ends)
    return float((gain > 0).any(axis=2).mean())


# ── In the form of FIGURES.md ────────────────────────────────────────────────────────────────────


def row(who: str, ends: Array) -> str:
    scores, back = points_by_colour(ends).sum(axis=2), home(ends)
    all_four = (back == ADVENTURERS).mean()
    cells = [
        who,
        str(int(ends[0].seats)),
        f"{len(ends):,}",
        f"{back.mean():.2f}",
        f"{100 * all_four:.1f}%" if all_four else "never",
        f"{scores.mean():.1f}",
        str(scores.max()),
    ]
    return f"| {' | '.join(cells)} |"


def shares(names: Iterable[Any], parts: Iterable[float]) -> str:
    return ", ".join(f"{name} {100 * part:.1f}" for name, part in zip(names, parts, strict=True))


def details(who: str, ends: Array) -> str:
    """Are all seats alike, what is each card worth, and who is in whose way?"""
    seats = int(ends[0].seats)
    return "\n".join([
        f"{who}, {seats} seats, {len(ends)} games",
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


# ── The bullets under the table ──────────────────────────────────────────────────────────────────


def percent(share: float) -> str:
    return f"{100 * share:.0f}"


def listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}"


def about_low_cards(ends: Array) -> str:
    worth = [f"{points:.1f}" for points in worth_of_cards(ends)]
    lay = [percent(share) for share in laid(ends).mean(axis=(0, 1))]
    return (
        "- Low cards are wanted for their shape: "
        f"whoever has laid card 1 has {worth[0]} points more than whoever has lost it; "
        f"with card 2 it is {worth[1]} and with card 3 {worth[2]}; "
        f"with the straights from 4 to 8 it is {listed(worth[3:8])}. "
        f"Of a hundred seats {lay[0]} lay card 1, {lay[1]} card 2 and {lay[2]} card 3, "
        f"but only {min(lay[3:8], key=int)} to {max(lay[3:8], key=int)} a straight."
    )


def about_high_cards(pairs: Pairs) -> str:
    with_card = [percent(share) for share in lowest_with(pairs)]
    with_sum = [percent(lowest_between(pairs, *sums)) for sums in SUMS]
    return (
        "- High cards are wanted for the sum: everyone plays every card once in a game, "
        f"and card 1 is then in a pair with the lowest sum {with_card[0]} times in a hundred, "
        f"card 8 {with_card[7]} times, card 12 {with_card[11]} times "
        f"and card 16 {with_card[15]} times. "
        f"A sum of 12 or less is the lowest {with_sum[0]} times in a hundred, "
        f"one of 13 to 17 {with_sum[1]} times, one of 18 to 22 {with_sum[2]} times "
        f"and a higher one {with_sum[3]} times."
    )


def about_lost_cards(ends: Array) -> str:
    lost = [percent(share) for share in 1 - laid(ends).mean(axis=(0, 1))]
    people = sorted(map(int, lost[8:]))
    return (
        "- The cards discarded are mostly straights: "
        f"of a hundred seats {listed(lost[3:8])} lose cards 4 to 8, "
        f"{listed(lost[:3])} cards 1 to 3, and {people[0]} to {people[-1]} each of the others. "
        "Whoever has lost fewer cards than the other wins "
        f"{percent(wins_of_who_lost_fewer(ends))} games in a hundred, a shared win counting half."
    )


def about_good_play(ends: Array) -> str:
    lay = [percent(share) for share in laid(ends).mean(axis=(0, 1))]
    return (
        f"- In good play it is the same: in {len(ends)} games of search at two seats "
        f"{listed(lay[:3])} of a hundred seats lay cards 1, 2 and 3, "
        f"and {min(lay[3:8], key=int)} to {max(lay[3:8], key=int)} a straight; "
        "whoever has lost fewer cards than the other wins "
        f"{percent(wins_of_who_lost_fewer(ends))} games in a hundred."
    )


SUMS = ((3, 12), (13, 17), (18, 22), (23, 31))


def bullets(pairs: Pairs, ends: Array) -> list[str]:
    """What FIGURES.md says of greedy at two seats."""
    return [
        about_low_cards(ends),
        about_high_cards(pairs),
        about_lost_cards(ends),
    ]


def main(share: float) -> None:
    print(*bullets(*pairs_of_greedy(2, round(share * QUICK_GAMES))), sep="\n", flush=True)
    for bot in POLICIES:
        for seats in CARD.seats:
            report(bot, played_by(bot, seats, round(share * QUICK_GAMES)))
    for search, table_sizes in ((SEARCH, CARD.seats), (LONGER_SEARCH, FEWEST_AND_MOST)):
        for seats in table_sizes:
            games = round(share * search.islands / seats)
            ends = played_by_search(search, seats, games, SEED)
            report(search.name, ends)
            if (search, seats) == (SEARCH, 2):
                print(about_good_play(ends), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["colours"]:
        colours.main(sys.argv[2:])
    else:
        main(float(sys.argv[1]) if sys.argv[1:] else 1)
