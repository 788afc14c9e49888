"""`python -m bench.karmaggan`: how Karmaggän plays: lengths, endings, who wins, with greedy bots.

A line for each number of seats and mode:

    turns     10, 50 and 90 % of the games are at most so long
    escape …  how they end, in per cent; the swarm wins what `swarm` and part of `collapse` say
    lead      by how many percentage points the first seat is ahead of a fair share
    starts    wins by starting point, a fair share being 1 (with `--option starts=chosen`, any seat
              may have any of them)
    dark      the share of wins of the team that begins, in per cent of those that a team won
    cut off   turns that began cut off from the centre, in 1,000 games, and rings turned for that

What is off its aim is said below its line, and kept. Random bots have no aims.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import RESULTS, keep
from templetop.engine.ask import happen, play, to_move
from templetop.engine.compile import compiled
from templetop.engine.policy import any_event, seat_move
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY
from templetop.engine.simulate import Wanted, scratch_for, wanted
from templetop.games.karmaggan.rules.moves import RING, TARGET
from templetop.games.karmaggan.rules.state import ENDINGS, FALLEN, PREPARING
from templetop.games.shelf import take

TABLES = [*((seats, "alone") for seats in range(2, 9)), (4, "teams"), (6, "teams"), (8, "teams")]
CUT_OFF, FREED, MOVES = range(3)
PER_CENT, PER_MILLE = 100, 1000


@compiled
def play_counted(
    states: Any, fresh: Any, seed: Any, policies: Any, counts: Any, starts: Any, room: Any
) -> None:
    """One game for each state, counting what a final state does not tell."""
    random, moves, events, weights, decided = room
    for n in range(len(states)):
        states[n] = fresh[0]
        state = states[n]
        start(random, seed, np.uint64(n))
        deciding = to_move(state)
        turn = -1
        while deciding != NOBODY:
            if deciding == CHANCE:
                happen(state, any_event(state, random, events, weights))
            else:
                if turn < 1 and state.turns == 1:
                    starts[n, :] = state.at[:MOST_SEATS]
                is_new = state.phase == PREPARING and state.turns != turn
                turn = int(state.turns)
                counts[n, CUT_OFF] += int(is_new and state.cut_off == 1)
                for seat in range(MOST_SEATS):
                    decided[seat] = NO_MOVE
                    if deciding >> seat & 1:
                        decided[seat] = seat_move(state, seat, policies, random, moves)
                        turns_ring = state.phase == PREPARING and RING <= decided[seat] < TARGET
                        counts[n, FREED] += int(turns_ring)
                        counts[n, MOVES] += 1
                play(state, decided)
            deciding = to_move(state)


class Played(NamedTuple):
    """Games of one table."""

    states: Any  # as they ended
    counts: Any
    starts: Any  # where each raider began


def played(these: Wanted) -> Played:
    games = Played(
        these.game.state(these.games),
        np.zeros((these.games, 3), np.int64),
        np.zeros((these.games, MOST_SEATS), np.int16),
    )
    states, counts, starts = games
    seed, room = np.uint64(these.seed), scratch_for(these.game)
    play_counted(states, these.fresh, seed, these.policies, counts, starts, room)
    return games


def figures(
    seats: int, mode: str, bot: str, games: int, options: Mapping[str, str]
) -> dict[str, Any]:
    these = wanted(take("karmaggan"), seats, games, (bot,), 1, {"mode": mode, **options})
    states, counts, starts = played(these)
    endings = np.bincount(states["ending"], minlength=len(ENDINGS)) / games * PER_CENT
    wins = shares(states, seats)
    fallen = (states["players"]["life"][:, :seats] == FALLEN).sum(axis=1)
    return {
        "seats": seats,
        "mode": mode,
        "turns": np.percentile(states["turns"], [10, 50, 90]).astype(int).tolist(),
        **{
            name: round(float(share), 1)
            for name, share in zip(ENDINGS, endings, strict=True)
            if name
        },
        "swarm_wins": round(float(swarm_wins(states, seats) * PER_CENT), 1),
        "lead": round(float(wins[0] - wins.sum() / seats) * PER_CENT, 1),
        "wins": [round(float(share) * PER_CENT, 1) for share in wins],
        "starts": by_start(states, starts, seats),
        "dark": dark_share(states) if mode == "teams" else None,
        "deaths": round(float(fallen.mean()), 2),
        "cut_off": round(float(counts[:, CUT_OFF].mean()) * PER_MILLE),
        "freed": round(float(counts[:, FREED].mean()) * PER_MILLE),
        "moves": round(float(counts[:, MOVES].mean())),
    }


# ── Aims ─────────────────────────────────────────────────────────────────────────────────────────


class Aim(NamedTuple):
    """From where to where a figure should be."""

    what: str
    least: float
    most: float

    def is_met(self, found: float) -> bool:
        return self.least <= found <= self.most


def aims(seats: int, mode: str) -> Iterator[Aim]:
    yield Aim("median of turns", 25, 150)
    yield Aim("collapse", 0, 2)
    if mode == "teams":
        yield Aim("escape", 40, PER_CENT)
    else:
        yield Aim("swarm_wins", 5, 30)
    if seats == 2:
        yield Aim("lead", -PER_CENT, 5)


def off(row: Mapping[str, Any]) -> list[str]:
    """What is not as it should be, in words."""
    found = {**row, "median of turns": row["turns"][1]}
    return [
        f"{aim.what} is {found[aim.what]}, and should be {aim.least} to {aim.most}"
        for aim in aims(row["seats"], row["mode"])
        if not aim.is_met(found[aim.what])
    ]


# ── Wins ─────────────────────────────────────────────────────────────────────────────────────────


def split_wins(states: Any, seats: int) -> Any:
    """Each seat's share of the win of each game."""
    winners = states["winners"][:, None] >> np.arange(seats) & 1
    return winners / np.maximum(1, winners.sum(axis=1))[:, None]


def shares(states: Any, seats: int) -> Any:
    """Each place in the order of play: its share of wins."""
    order = (np.arange(seats)[None, :] + states["first"][:, None]) % seats
    return np.take_along_axis(split_wins(states, seats), order, axis=1).mean(axis=0)


def by_start(states: Any, starts: Any, seats: int) -> list[float]:
    """Each starting point that was begun from: its wins, a fair share being 1."""
    wins = split_wins(states, seats) * seats
    begun = starts[:, :seats]
    return [round(float(wins[begun == point].mean()), 2) for point in np.unique(begun)]


def swarm_wins(states: Any, seats: int) -> float:
    """Games that the dead have won, alone or by the collapse."""
    is_won = (states["winners"] == states["fallen"]) & (states["fallen"] != 0)
    return float((is_won & (states["ending"] >= ENDINGS.index("swarm"))).mean())


def dark_share(states: Any) -> float | None:
    """Of the games that one team has won, those of the team that begins."""
    dark = np.where(states["first"] % 2 == 0, 0b01010101, 0b10101010)
    is_draw = (states["winners"] & 0b11) == 0b11
    won = states["winners"][~is_draw] & dark[~is_draw] != 0
    return round(float(won.mean()) * PER_CENT, 1) if len(won) else None


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.karmaggan", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=SETTING")
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    options = dict(option.split("=", 1) for option in chosen.option)
    rows = []
    for seats, mode in TABLES:
        if not chosen.seats or seats in chosen.seats:
            rows.append(figures(seats, mode, chosen.bot, chosen.games, options))
            print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
            rows[-1]["off"] = off(rows[-1]) if chosen.bot != "random" else None
            for line in rows[-1]["off"] or []:
                print(f"  off: {line}", flush=True)
            keep("karmaggan", {"games": chosen.games, "bot": chosen.bot, "rows": rows}, chosen.out)


if __name__ == "__main__":
    main()
