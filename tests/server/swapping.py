"""A match as it might have been for all that a viewer knows: what is hidden is exchanged.

Every moment is exchanged by itself: the table as it was then becomes another one that looks the
same to the viewer, and where chance acts or somebody decides unseen, it is something else. What a
viewer is told or shown of a moment depends on nothing but that moment, so this may not change it.

What is hidden instead comes from one of two: from `imagine`, the game's own idea of it; or from the
exchange in `swaps.py` of the game's own tests, which knows nothing of it, so that a mistake there
cannot hide a leak. Whole stories that hold together are told in `test_secrets.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from templetop.engine import ask
from templetop.engine.ending import points_of
from templetop.engine.game import Game
from templetop.engine.match import Match, Moves, legal_moves
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.telling import after
from templetop.engine.worlds import imagine_for
from templetop.server.tables.replays import ReplayCheckpoints
from templetop.server.tables.view_builder import first_step
from tests.every_game.swaps import swapped

Viewer = int | None
TRIES = 6  # other tables, until one is found where the same could be done

Swap = Callable[[Any, Viewer, int], Any]  # the table, the viewer, and which of the others


def by_imagining(state: Any, viewer: Viewer, which: int) -> Any:
    """What the game itself takes for hidden, redrawn."""
    world = state.copy()
    imagine_for(world, viewer, generator(which, 1 if viewer is None else 2 + viewer))
    return world


def by_exchange(state: Any, viewer: Viewer, which: int) -> Any:
    """What the game's own tests exchange by hand; who only looks on knows nobody's."""
    world, random = state.copy(), Random(which)
    for seat in [viewer] if viewer is not None else range(int(state.seats)):
        world = swapped(world, seat, random)
    return world


SWAPS: dict[str, Swap] = {"imagined": by_imagining, "exchanged": by_exchange}


@dataclass
class Trail:
    """How a table came to be: every step, and the table before it."""

    game: Game
    state: Any  # as it is after all of them
    steps: list[tuple[Any, Moves]] = field(default_factory=list)

    @property
    def moves(self) -> Moves:
        return [made for _, step in self.steps for made in step]

    def follow(self, moves: Moves) -> int:
        """Up to here; moves that were taken back are left out. Returns how many steps stayed."""
        while self.steps and self.moves != moves[: len(self.moves)]:
            self.state, _ = self.steps.pop()
        stayed = len(self.steps)
        while rest := moves[len(self.moves) :]:
            step = first_step(rest, self.state)
            self.steps.append((self.state, step))
            self.state = after(self.state, step)
        return stayed


def otherwise(
    state: Any, step: Moves, viewer: Viewer, swap: str, number: int
) -> tuple[Any, Moves] | None:
    """The step as it may have been done at another table; None if none was found."""
    seen = ask.game_of(state).view(after(state, step), viewer)
    for attempt in range(TRIES):
        world = SWAPS[swap](state, viewer, TRIES * number + attempt)
        if instead := next(candidates(world, step, viewer, seen), None):
            return world, instead
    return None


def candidates(world: Any, step: Moves, viewer: Viewer, seen: Any) -> Iterator[Moves]:
    """Steps after which the viewer sees just this; something else comes first."""
    options = others_first(world, step, viewer) if step[0][0] == CHANCE else [step]
    for instead in options:
        is_legal = all(move in legal_moves(world, seat) for seat, move in instead)
        if is_legal and ask.game_of(world).view(after(world, instead), viewer) == seen:
            yield instead


def others_first(world: Any, step: Moves, viewer: Viewer) -> list[Moves]:
    """Other events, where the viewer does not see which it is; then the true one."""
    ((_, event),) = step
    others = [[(CHANCE, other)] for other in legal_moves(world, CHANCE) if other != event]
    return [*(other for other in others if is_shown_alike(world, other, step, viewer)), step]


def is_shown_alike(world: Any, other: Moves, step: Moves, viewer: Viewer) -> bool:
    """Are both events hidden from the viewer, who is told the same parts of them?"""
    events = ask.game_of(world).events
    ((_, one),), ((_, two),) = other, step
    if two not in legal_moves(world, CHANCE):
        return is_hidden(world, one, viewer)
    if not is_hidden(world, one, viewer) or not is_hidden(world, two, viewer):
        return False
    told = [events.hidden_message(world, CHANCE, event).parts for event in (one, two)]
    return told[0] == told[1]


def is_hidden(state: Any, event: int, viewer: Viewer) -> bool:
    seen_by = ask.game_of(state).events.seen_by(state, CHANCE, event)
    return seen_by is not None and viewer not in seen_by


class Mirrored(Match):
    """A match of which every moment was exchanged by itself."""

    pairs: list[tuple[Any, Moves]]

    def steps(self) -> Iterator[tuple[Any, Moves]]:
        return ((world.copy(), step) for world, step in self.pairs)

    def state_after(self, moves: int) -> Any:
        done = 0
        for world, step in self.pairs:
            if done + len(step) > moves:
                return world.copy()
            done += len(step)
        return self.state


class MirroredWay(ReplayCheckpoints):
    """Its moments do not follow from each other, so each is taken as it is."""

    def extend(self, match: Match) -> None:
        assert isinstance(match, Mirrored)
        if self.moves_made == len(match.moves):
            return
        later = [*(world for world, _ in match.pairs[1:]), match.state]
        self.points = [points_of(match.pairs[0][0]).tolist()]
        for (_, step), state in zip(match.pairs, later, strict=True):
            self.points += [self.points[-1]] * (len(step) - 1) + [points_of(state).tolist()]
        self.moves_made = len(match.moves)

    def state_after(self, match: Match, moves: int) -> Any:
        assert isinstance(match, Mirrored)
        return match.state_after(moves)


class Mirror:
    """What one viewer may take for the match; it is exchanged anew only where it is new."""

    def __init__(self, trail: Trail, viewer: Viewer, swap: str) -> None:
        self.trail, self.viewer, self.swap = trail, viewer, swap
        self.pairs: list[tuple[Any, Moves]] = []
        self.exchanged = 0  # steps
        self.others = 0  # of them, those where chance does something else

    def follow(self, moves: Moves) -> int:
        """Returns how many steps stayed as they were."""
        stayed = min(self.trail.follow(moves), len(self.pairs))
        del self.pairs[stayed:]
        for number in range(stayed, len(self.trail.steps)):
            state, step = self.trail.steps[number]
            found = otherwise(state, step, self.viewer, self.swap, number)
            self.exchanged += found is not None
            self.others += found is not None and found[1] != step
            self.pairs.append(found or (state, step))
        return stayed

    def state(self) -> Any:
        """The table now. After the viewer's own move it follows from the one before."""
        if self.pairs and self.pairs[-1][1][0][0] == self.viewer and len(self.pairs[-1][1]) == 1:
            return after(*self.pairs[-1])
        return SWAPS[self.swap](self.trail.state, self.viewer, len(self.pairs))

    def match(self, truth: Match) -> Mirrored:
        moves = [made for _, step in self.pairs for made in step]
        match = Mirrored(truth.game, truth.seats, truth.options, moves, self.state())
        match.pairs = [*self.pairs]
        match.decided = decided_otherwise(match.state, truth.decided, self.viewer)
        return match


def decided_otherwise(state: Any, decided: Mapping[int, int], viewer: Viewer) -> dict[int, int]:
    """Each other seat that has decided has decided something else, if there is anything else."""
    found = dict(decided)
    for seat in decided:
        if seat != viewer:
            legal = legal_moves(state, seat)
            at = legal.index(decided[seat]) + 1 if decided[seat] in legal else 0
            found[seat] = legal[at % len(legal)]
    return found
