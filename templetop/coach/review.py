"""A match from its first decision to its last: a quick look at all, a long one at the costliest."""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from templetop.bots.roster import strength
from templetop.bots.seen import Seen, seen_by
from templetop.bots.thought import Expected
from templetop.coach.luck import accounts_of, results_of
from templetop.coach.scales import STRONGEST, Effort, Scales, Weighing, estimate, unit_of
from templetop.coach.verdict import Choice, Coached, Line, Verdict
from templetop.engine.game import Game
from templetop.engine.kinds import seat_name
from templetop.engine.match import Match, code_of, legal_moves, say
from templetop.engine.random import generator, next_bits
from templetop.engine.seats import CHANCE
from templetop.engine.simulate import cores
from templetop.engine.speech import ENGLISH, LANGUAGES, speaking

COSTLIEST = 10  # are looked at more deeply
AHEAD = 5  # moves of a line that is told
DEEP_LOOKS = 3  # a costly one may prove harmless, and then another is among the costliest
FEWEST_DEALS = 24
DEEPER = 1 << 40  # streams of the seed that the first look does not come near

Progress = Callable[[str, int, int], None]  # which pass, how many are done, of how many


@dataclass(frozen=True)
class Efforts:
    """For the first look at every decision, and for a deeper one; no deeper one if it is None."""

    first: Effort
    deep: Effort | None


def efforts_for(game: Game, quick: bool = False) -> Efforts:
    """The deeper look searches as long as the strongest level, the first a tenth of that."""
    search = max(16, strength(STRONGEST, game)[0].simulations)
    first = Effort(search // 10, max(FEWEST_DEALS, search // 8))
    return Efforts(first, None if quick else Effort(search, max(FEWEST_DEALS, search // 2)))


@dataclass(frozen=True)
class Decision:
    """Somebody had a choice and has made it."""

    number: int
    seat: int
    state: Any
    move: int


def decisions_of(match: Match, seats: Iterable[int]) -> list[Decision]:
    """Those of these seats; where there was only one move, nothing was decided."""
    wanted, found, number = {*seats}, [], 1
    for state, step in match.steps():
        for seat, move in step:
            if seat != CHANCE and seat in wanted and len(legal_moves(state, seat)) > 1:
                found.append(Decision(number, seat, state.copy(), move))
            number += 1
    return found


def digest_of(match: Match) -> str:
    """A short name for exactly this match."""
    return sha256(match.write().encode()).hexdigest()[:32]


def no_progress(which: str, done: int, total: int) -> None:
    pass


def coach(
    match: Match,
    seats: Sequence[int] | None = None,
    seed: int = 0,
    efforts: Efforts | None = None,
    progress: Progress = no_progress,
    threads: int = 0,
) -> Coached:
    """The same match, seats, efforts and seed give the same verdicts, on however many threads."""
    everyone = range(len(match.seats))
    coached = tuple(everyone if seats is None else sorted({*seats}))
    efforts = efforts or efforts_for(match.game)
    pool = Pool(match, seed, threads or cores(), progress)
    decisions = decisions_of(match, coached)
    verdicts = {one.number: one for one in pool.look(decisions, efforts.first)}
    if efforts.deep is not None:
        for _ in range(DEEP_LOOKS):
            worth = worth_a_deep_look(verdicts.values())
            deep = [one for one in decisions if one.number in worth - deep_ones(verdicts.values())]
            verdicts |= {one.number: one for one in pool.look(deep, efforts.deep, is_deep=True)}
    start = match.game.start(len(everyone), match.options)
    unit, in_order = unit_of(start, len(everyone)), tuple(verdicts.values())
    is_told = match.is_over and bool(in_order)
    return Coached(
        match.game.id,
        match.game.rules_version,
        digest_of(match),
        match.seats,
        coached,
        unit,
        match.is_over,
        efforts.deep is None,
        seed,
        in_order,
        tuple(accounts_of(in_order, results_of(match.state, len(everyone), unit)))
        if is_told
        else (),
    )


def worth_a_deep_look(verdicts: Iterable[Verdict]) -> set[int]:
    """The costliest; and the first of each seat, from which its luck is counted."""
    verdicts = list(verdicts)
    first = {verdict.seat: verdict.number for verdict in reversed(verdicts)}
    worst = sorted(verdicts, key=lambda one: (-one.lost.mean, one.number))[:COSTLIEST]
    return {*first.values(), *(one.number for one in worst if one.lost.mean > 0)}


def deep_ones(verdicts: Iterable[Verdict]) -> set[int]:
    return {verdict.number for verdict in verdicts if verdict.deep}


class Pool:
    """Decisions are weighed side by side, each on a thread of its own."""

    def __init__(self, match: Match, seed: int, threads: int, progress: Progress) -> None:
        self.match = match
        self.seed = seed
        self.threads = threads
        self.progress = progress

    def look(
        self, decisions: Sequence[Decision], effort: Effort, is_deep: bool = False
    ) -> list[Verdict]:
        room, scales, done = threading.local(), list[Scales](), 0
        lock, which = threading.Lock(), "deep" if is_deep else "first"

        def begin() -> None:
            room.scales = Scales(self.match.game, effort)
            scales.append(room.scales)

        def one(decision: Decision) -> Verdict:
            nonlocal done
            found = weighed(decision, self.match.seats, self.seed, room.scales, is_deep)
            with lock:
                done += 1
                self.progress(which, done, len(decisions))
            return found

        try:
            with ThreadPoolExecutor(self.threads, initializer=begin) as pool:
                return results_or_stop(pool, one, decisions)
        finally:
            for used in scales:
                used.close()


def weighed(
    decision: Decision, names: Sequence[str], seed: int, scales: Scales, is_deep: bool
) -> Verdict:
    """By what the seat could know: the truth goes no further than `seen_by`."""
    random = generator(seed, decision.number + (DEEPER if is_deep else 0))
    seen = seen_by(decision.seat, decision.state, len(names), random)
    weighing = scales.weigh(seen, int(next_bits(random)), decision.move, lines=is_deep)
    weighing = weighing.conceding(decision.move, decision.seat)
    return verdict_on(seen, decision, weighing, is_deep, names)


def results_or_stop(
    pool: ThreadPoolExecutor, weigh: Callable[[Decision], Verdict], decisions: Sequence[Decision]
) -> list[Verdict]:
    """All of them; after Ctrl-C only those that have been begun are finished."""
    try:
        return [*pool.map(weigh, decisions)]
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def verdict_on(
    seen: Seen, decision: Decision, weighing: Weighing, is_deep: bool, names: Sequence[str]
) -> Verdict:
    seat, made = decision.seat, decision.move
    best, done = (
        weighing.by_search(weighing.values)[:, seat],
        weighing.of(made, weighing.values)[:, seat],
    )
    stakes, after = weighing.by_search(weighing.stakes), weighing.of(made, weighing.stakes)
    return Verdict(
        decision.number,
        seat,
        choice(seen, made),
        choice(seen, weighing.best),
        weighing.is_mixed,
        len(seen.moves),
        estimate(best - done),
        estimate(stakes[:, seat] - after[:, seat]),
        float(best.mean()),
        estimate(stakes[:, seat]),
        float(after[:, seat].mean()),
        tuple(estimate(after[:, other] - stakes[:, other]) for other in range(seen.seats)),
        weighing.simulations,
        is_deep,
        *lines_told(weighing, made, seat, names),
        {one: lines_in(one, weighing, made, seat, names) for one in LANGUAGES if one != ENGLISH},
    )


def choice(seen: Seen, move: int) -> Choice:
    return Choice(move, code_of(seen.state, seen.seat, move), say(seen.state, seen.seat, move))


def lines_in(
    spoken: str, weighing: Weighing, made: int, seat: int, names: Sequence[str]
) -> tuple[Line, Line]:
    with speaking(spoken):
        return lines_told(weighing, made, seat, names)


def lines_told(weighing: Weighing, made: int, seat: int, names: Sequence[str]) -> tuple[Line, Line]:
    """How it might go on after the better move, and after the one that was made."""
    better, after = (weighing.lines.get(move, []) for move in (weighing.best, made))
    return sentences(better, seat, names), sentences(after, seat, names)


def sentences(line: Sequence[Expected], seat: int, names: Sequence[str]) -> Line:
    """How it might go on after the move itself."""
    own = next((n for n, step in enumerate(line) if step.seat == seat), len(line))
    later = [*line[:own], *line[own + 1 :]]
    return tuple(
        step.message.sentence(seat_name(CHANCE) if step.seat == CHANCE else names[step.seat], names)
        for step in later[:AHEAD]
    )
