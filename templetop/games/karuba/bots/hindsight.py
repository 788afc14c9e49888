"""What somebody alone would have got who knew the order of the tiles: at least, and at most."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from templetop.engine import ask
from templetop.engine.deal import Deal
from templetop.engine.ending import points_of
from templetop.engine.match import Match, seats_to_move
from templetop.engine.seats import CHANCE, decisions
from templetop.games.karuba.bots.ceiling import ceiling
from templetop.games.karuba.bots.clairvoyant import best_plan
from templetop.games.karuba.rules.moves import CALL, DISCARD
from templetop.games.karuba.rules.start import OPTIONS
from templetop.games.karuba.rules.state import CALLING

RUNS = 8  # of annealing: a few seconds, and seldom a point less than by forty
CHANGES = 200_000  # in a run
SEED = 20
OF_THE_PLACES = ("setup", "distance")  # what changes nothing but where everybody begins


def hindsight(
    match: Match, key: bytes, runs: int = RUNS, changes: int = CHANGES
) -> tuple[int, int] | None:
    """Points that could have been got in this match, which was dealt by that key.

    At least the first, which were found or made, and at most the second. Nothing, where several
    play or the numbers of the game are not the usual ones.
    """
    if len(match.seats) != 1 or not is_usual(match.options):
        return None
    start, before = as_it_began(match)
    deal = Deal(match.game, key).follow(islice(match.steps(), before))
    calls = order_of_tiles(start, deal)
    own = [move for seat, move in match.moves[before:] if seat == 0]
    plan = best_plan(match.game, start, calls, [own], runs, changes, SEED)
    found = max(points_by(start, calls, plan), int(points_of(match.state)[0]))
    most = ceiling(start.beaches.tolist(), start.temples.tolist(), [call - CALL for call in calls])
    return found, max(found, most)


def is_usual(options: Mapping[str, str]) -> bool:
    return all(
        options.get(option.name, option.usual) == option.usual
        for option in OPTIONS
        if option.name not in OF_THE_PLACES
    )


def as_it_began(match: Match) -> tuple[Any, int]:
    """The table when the first tile is to be called, and after how many moves that was."""
    for number, (state, _) in enumerate(match.steps()):
        if state.phase == CALLING:
            return state.copy(), number
    raise ValueError("No tile was called in this match.")


def order_of_tiles(start: Any, deal: Deal) -> list[int]:
    """All of them, also those that were not called any more: it does not depend on what is done."""
    state, calls = start.copy(), []
    while awaited := seats_to_move(state):
        if awaited == [CHANCE]:
            calls.append(deal.event(state))
            ask.happen(state, calls[-1])
        else:
            ask.play(state, decisions({0: DISCARD}))
    return calls


def points_by(start: Any, calls: Sequence[int], plan: Sequence[int]) -> int:
    """By the rules, whatever the plan says."""
    state, coming, planned = start.copy(), iter(calls), iter(plan)
    while awaited := seats_to_move(state):
        if awaited == [CHANCE]:
            ask.happen(state, next(coming))
        else:
            ask.play(state, decisions({0: next(planned)}))
    return int(points_of(state)[0])
