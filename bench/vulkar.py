"""`python -m bench.vulkar`: how Vul-Kar plays: lengths, endings, who wins, who falls how often.

A line for each game and number of seats, with greedy bots:

    turns     10, 50 and 90 % of the games are at most so long
    win …     how they end, in per cent; the standard game always ends by the copter
    called    what brings the copter, in per cent: pictures on the helipad, fireballs, or time
    knocks    falls in a game, by embers and by fireballs
    wins      of each seat in the order of play, in per cent; lead: the most over a fair share
    points    of a seat, on the average
    aboard    figures in the copter, in per cent
    rate      moves and events in a second, on one thread

With `--bot level4` (or any bot of the arena) the Curse is played by bots that think: a line tells
how often they win. Those take their time: `--games 100`.

What is off its aim is said below its line, and kept: in the standard game no seat is more than 5
points ahead, and level 4 wins 25 to 55 % under the Curse with two to four seats.
"""

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import RESULTS, keep
from templetop.arena.crew import play_here
from templetop.arena.results import Scoresheets
from templetop.arena.standings import standings
from templetop.arena.tournament import tournament
from templetop.bots.roster import make_ready
from templetop.engine.ask import happen, places, play, points, to_move
from templetop.engine.compile import compiled, rule
from templetop.engine.policy import POLICIES, any_event, seat_move
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY
from templetop.engine.simulate import scratch_for, wanted
from templetop.games.shelf import take
from templetop.games.vulkar.rules.moves import RUN
from templetop.games.vulkar.rules.pieces import FIREBALLS, LAST_TURNS
from templetop.games.vulkar.rules.runs import FALLS_TOO, is_fall
from templetop.games.vulkar.rules.state import ABOARD, CURSE, ENDINGS, HERE, RUNNING

TABLES = [
    *(("standard", seats) for seats in (2, 3, 4)),
    *(("curse", seats) for seats in range(1, 5)),
]
COUNTED = ("by_embers", "by_fireballs", "moves", "called")
BY_EMBERS, BY_FIREBALLS, MOVES, CALLED = range(len(COUNTED))
CALLS = ("never", "pictures", "fireballs", "time")
NEVER, PICTURES, FIREBALLS_CALL, TIME = range(len(CALLS))
PER_CENT = 100

# ── Greedy bots ──────────────────────────────────────────────────────────────────────────────────


@rule
def count_fall(state: Any, event: Any, counts: Any) -> None:
    """Whoever falls by what the marble does now."""
    run = event - RUN
    if state.phase == RUNNING and (run >= FALLS_TOO or is_fall(run)):
        counts[BY_EMBERS if state.run.pit >= 0 else BY_FIREBALLS] += 1


@rule
def who_called(state: Any) -> Any:
    """The copter has come just now: why?"""
    if state.turns_left > LAST_TURNS * int(state.count):  # in the middle of a turn
        return PICTURES
    return FIREBALLS_CALL if state.scar == FIREBALLS else TIME


@compiled
def play_counted(
    states: Any, fresh: Any, seed: Any, policies: Any, counts: Any, came: Any, room: Any
) -> None:
    """One game for each state, counting what a final state does not tell."""
    random, moves, events, weights, decided = room
    for n in range(len(states)):
        states[n] = fresh[0]
        state = states[n]
        start(random, seed, np.uint64(n))
        deciding = to_move(state)
        while deciding != NOBODY:
            if deciding == CHANCE:
                event = any_event(state, random, events, weights)
                count_fall(state, event, counts[n])
                happen(state, event)
            else:
                for seat in range(MOST_SEATS):
                    decided[seat] = NO_MOVE
                    if deciding >> seat & 1:
                        decided[seat] = seat_move(state, seat, policies, random, moves)
                play(state, decided)
            counts[n, MOVES] += 1
            is_new = counts[n, CALLED] == NEVER and state.copter == HERE and state.game != CURSE
            if is_new:
                counts[n, CALLED] = who_called(state)
            deciding = to_move(state)
        places(state, came[n, 0])
        points(state, came[n, 1])


class Played(NamedTuple):
    """Games of one table."""

    states: Any  # as they ended
    counts: Any
    places: Any  # of each seat
    points: Any
    seconds: float


def played(game: str, seats: int, bot: str, games: int, options: Mapping[str, str]) -> Played:
    these = wanted(take("vulkar"), seats, games, (bot,), 1, {"game": game, **options})
    states, counts = these.game.state(games), np.zeros((games, len(COUNTED)), np.int64)
    came = np.zeros((games, 2, MOST_SEATS), np.int64)
    arguments = (these.fresh, np.uint64(these.seed), these.policies)
    room = scratch_for(these.game)
    play_counted(states[:1], *arguments, counts[:1].copy(), came[:1], room)  # compiles
    begin = time.perf_counter()
    play_counted(states, *arguments, counts, came, room)
    seconds = time.perf_counter() - begin
    return Played(states, counts, came[:, 0, :seats], came[:, 1, :seats], seconds)


def figures(
    game: str, seats: int, bot: str, games: int, options: Mapping[str, str]
) -> dict[str, Any]:
    states, counts, places, points, seconds = played(game, seats, bot, games, options)
    endings = np.bincount(states["ending"], minlength=len(ENDINGS)) / games * PER_CENT
    calls = np.bincount(counts[:, CALLED], minlength=len(CALLS)) / games * PER_CENT
    wins = wins_in_order(states, places, seats)
    is_standard = game == "standard"
    return {
        "game": game,
        "seats": seats,
        "turns": np.percentile(states["turns"], [10, 50, 90]).astype(int).tolist(),
        **{name: share(part) for name, part in zip(ENDINGS, endings, strict=True) if name},
        "called": [share(calls[why]) for why in (PICTURES, FIREBALLS_CALL, TIME)],
        "knocks": [share(counts[:, by].mean()) for by in (BY_EMBERS, BY_FIREBALLS)],
        "wins": [share(part) for part in wins * PER_CENT] if is_standard else None,
        "lead": share((wins.max() - 1 / seats) * PER_CENT) if is_standard else None,
        "points": share(points.mean()),
        "aboard": share(aboard(states)),
        "moves": round(float(counts[:, MOVES].mean())),
        "rate": round(float(counts[:, MOVES].sum() / seconds)),
    }


def share(part: Any) -> float:
    return round(float(part), 1)


def aboard(states: Any) -> float:
    """Of the figures that take part."""
    there = (states["figures"]["posture"] == ABOARD).sum()
    return float(there / states["count"].sum() * PER_CENT)


def wins_in_order(states: Any, places: Any, seats: int) -> Any:
    """Each place in the order of play: its share of wins; equals share a win."""
    is_first = places == 1
    shares = is_first / np.maximum(1, is_first.sum(axis=1))[:, None]
    order = (np.arange(seats)[None, :] + states["first"][:, None]) % seats
    return np.take_along_axis(shares, order, axis=1).mean(axis=0)


# ── Bots that think ──────────────────────────────────────────────────────────────────────────────


def together(
    seats: int, bot: str, games: int, options: Mapping[str, str], workers: int
) -> dict[str, Any]:
    """How often they win under the Curse."""
    game = take("vulkar")
    make_ready([bot], game, print, is_compiled=True)
    meeting = tournament(game, {bot: bot}, seats, games, {"game": "curse", **options})
    sheets = Scoresheets()
    for match in play_here(meeting, meeting.fixtures(), workers):
        if match:
            sheets.add(match)
    [one] = standings([bot], sheets.results).bots
    return {
        "game": "curse",
        "seats": seats,
        "bot": bot,
        "games": one.matches,
        "win": share(one.wins * PER_CENT),
        "interval": one.wins_interval and [share(end * PER_CENT) for end in one.wins_interval],
        "points": share(one.points),
        "ms_per_move": share(one.ms_per_move),
    }


# ── Aims ─────────────────────────────────────────────────────────────────────────────────────────

MOST_AHEAD = 5
CURSE_BROKEN = 25, 55


def off(row: Mapping[str, Any], bot: str) -> list[str]:
    """What is not as it should be, in words."""
    least, most = CURSE_BROKEN
    if row["game"] == "standard":
        lead = row["lead"]
        is_off = bot != "random" and lead > MOST_AHEAD
        return [f"a seat is {lead} ahead, and should be at most {MOST_AHEAD}"] if is_off else []
    is_aimed_at = bot == "level4" and row["seats"] > 1
    is_off = is_aimed_at and not least <= row["win"] <= most
    return [f"win is {row['win']}, and should be {least} to {most}"] if is_off else []


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.vulkar", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--game", choices=["standard", "curse"], action="append")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=SETTING")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    options = dict(option.split("=", 1) for option in chosen.option)
    rows = []
    for game, seats in TABLES:
        is_wanted = seats in (chosen.seats or [seats]) and game in (chosen.game or [game])
        if is_wanted and chosen.bot in POLICIES:
            rows.append(figures(game, seats, chosen.bot, chosen.games, options))
        elif is_wanted and game == "curse":
            rows.append(together(seats, chosen.bot, chosen.games, options, chosen.workers))
        else:
            continue
        print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
        rows[-1]["off"] = off(rows[-1], chosen.bot)
        for line in rows[-1]["off"]:
            print(f"  off: {line}", flush=True)
        kept = {"games": chosen.games, "bot": chosen.bot, "options": options, "rows": rows}
        keep(f"vulkar-{chosen.bot}", kept, chosen.out)


if __name__ == "__main__":
    main()
