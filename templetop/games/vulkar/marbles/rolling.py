"""7.1  At a table marbles really roll: an action is one experiment, and its pictures are kept."""

from typing import Any

from templetop.games.vulkar.marbles.launch import Board, Ember, Fireballs, Shot, launch
from templetop.games.vulkar.rules.island import STRENGTHS
from templetop.games.vulkar.rules.moves import RUN
from templetop.games.vulkar.rules.runs import AT_SOURCE
from templetop.games.vulkar.rules.state import RUNNING


def takes_time(state: Any) -> bool:
    """Before the first marble of an action; those that follow roll in the same launch."""
    is_ember = state.run.pit >= 0
    is_first = is_ember or state.marbles + 1 == state.scar
    return bool(state.phase == RUNNING and state.run.phase == AT_SOURCE and is_first)


def experiment(state: Any, seed: int) -> tuple[list[int], bytes]:
    """What all marbles of the action do, one after another, and what was seen of them."""
    launched = launch(board_of(state), shot_of(state), seed)
    return [RUN + event for run in launched.runs for event in run], launched.seen.to_bytes()


def board_of(state: Any) -> Board:
    return Board(
        int(state.heading),
        tuple(int(heading) for heading in state.trees),
        tuple(int(space) for space in state.upright),
    )


def shot_of(state: Any) -> Shot:
    if state.run.pit < 0:
        return Fireballs(int(state.scar))
    direction, strength = divmod(int(state.run.aim), STRENGTHS)
    return Ember(int(state.run.pit), direction, strength)
