"""The run of a marble as a series of chance moves on the lanes. ISLAND.md tells it in prose.

A run is a record of these few numbers; where figures stand and how trees are turned is handed in.
"""

import numpy as np

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import (
    AIM_SIDE,
    LANE_STATIONS,
    LANE_TREE,
    LANES,
    LANES_BEFORE,
    MOST_BEFORE,
    MOST_STATIONS,
    NOWHERE,
    PIT_LANE,
    STATION,
    STRENGTHS,
)

# ── What can happen ──────────────────────────────────────────────────────────────────────────────

INTO = 0  # … LANES - 1: it comes into this lane
ARRIVES = LANES  # at the end of its lane: the foot of a slope, or the Scar
RESTS = ARRIVES + 1  # it comes to rest before
LEAVES = RESTS + 1  # the island, over the rim
PASSES = LEAVES + 1  # the figure that it meets stays as it is
FELLS = PASSES + 1  # the figure falls, and lies on its space
SWEEPS = FELLS + 1  # the figure falls, and is carried down the river or chute
FELLS_AND_RESTS = SWEEPS + 1
SWEEPS_AND_RESTS = FELLS_AND_RESTS + 1
FALLS_TOO = SWEEPS_AND_RESTS + 1  # … + 3: this figure, which the marble did not meet, falls as well
FIGURES = 4
RUN_MOVES = FALLS_TOO + FIGURES

# ── A run ────────────────────────────────────────────────────────────────────────────────────────

AT_SOURCE, ROLLING, OVER = range(3)
NOTHING, PASSED, FELLED, LYING = range(4)  # what it met last on this lane
MEETINGS = 4

RUN = [
    ("phase", np.int8),
    ("pit", np.int8),  # that the ember comes from; NOWHERE for a fireball
    ("aim", np.int8),  # of the ember: direction * STRENGTHS + strength
    ("lane", np.int8),
    ("before", np.int8),  # from which of LANES_BEFORE it came; 0 if there is only one way
    ("turn", np.int8),  # of Vul-Kar or the tree it came past; side and strength of a flick
    ("met", np.int8),
    ("station", np.int8),  # of its lane, to which it comes next
]

# What the board tells about a space.
EMPTY, STANDING, FALLEN = range(3)  # FALLEN: since the marbles of this action began to roll


@rule
def start_fireball(run, heading):
    """A fireball drops into Vul-Kar, who looks that way."""
    start(run, NOWHERE, 0, heading)


@rule
def start_ember(run, pit, direction, strength):
    """An ember is flicked out of its pit."""
    turn = int(AIM_SIDE[pit, direction]) * STRENGTHS + strength
    start(run, pit, direction * STRENGTHS + strength, turn)


@rule
def start(run, pit, aim, turn):
    run.phase = AT_SOURCE
    run.pit = pit
    run.aim = aim
    run.turn = turn
    run.lane = NOWHERE
    run.before = 0
    run.met = NOTHING
    run.station = 0


@rule
def space_ahead(run, board):
    """The next space of its lane where a figure stands, or NOWHERE; fallen ones are rolled over."""
    for order in range(int(run.station), MOST_STATIONS):
        space = int(LANE_STATIONS[int(run.lane), order])
        if space == NOWHERE:
            return NOWHERE
        if board[space] == STANDING:
            return space
    return NOWHERE


@rule
def lies_ahead(run, board):
    """Does a figure lie on what is left of this lane, fallen a moment ago?"""
    for order in range(int(run.station), MOST_STATIONS):
        space = int(LANE_STATIONS[int(run.lane), order])
        if space != NOWHERE and board[space] == FALLEN:
            return True
    return False


@rule
def met_before(run, board):
    """What the marble met last on this lane, when it comes to the lane's end."""
    return LYING if run.met == NOTHING and lies_ahead(run, board) else int(run.met)


@rule
def enter(run, lane, turn):
    """It comes into a lane from the one it was in, past a junction that is turned so."""
    run.before = way_into(lane, int(run.lane))
    run.phase = ROLLING
    run.lane = lane
    run.turn = turn
    run.met = NOTHING
    run.station = 0


@rule
def way_into(lane, before):
    """From which of the lanes before it a marble comes; the first, if it jumped."""
    for way in range(MOST_BEFORE):
        if before != NOWHERE and LANES_BEFORE[lane, way] == before:
            return way
    return 0


@rule
def is_into(event):
    return event < LANES


@rule
def is_from_pit(run):
    return run.lane >= PIT_LANE


@rule
def ends_run(event):
    return event in (ARRIVES, RESTS, LEAVES, FELLS_AND_RESTS, SWEEPS_AND_RESTS)


@rule
def is_fall(event):
    """Does the figure that is met fall?"""
    return FELLS <= event <= SWEEPS_AND_RESTS


@rule
def is_swept(event):
    return event in (SWEEPS, SWEEPS_AND_RESTS)


# ── What happens ─────────────────────────────────────────────────────────────────────────────────


@rule
def run_happens(run, board, trees, event):
    """The run goes on by this event; returns the space where the figure fell, or NOWHERE."""
    if event >= FALLS_TOO:
        return NOWHERE
    if is_into(event):
        enter(run, event, turned_now(run, trees))
        return NOWHERE
    space = meet(run, board, event) if event >= PASSES else NOWHERE
    if ends_run(event):
        run.phase = OVER
    return space if is_fall(event) else NOWHERE


@rule
def turned_now(run, trees):
    """How the junction is turned through which the marble leaves its lane."""
    if run.phase == AT_SOURCE:
        return int(run.turn)
    tree = int(LANE_TREE[int(run.lane)])
    return int(trees[tree]) if tree != NOWHERE else int(run.turn)


@rule
def meet(run, board, event):
    """It meets the figure ahead; returns the space."""
    space = space_ahead(run, board)
    run.station = int(STATION[space]) + 1
    run.met = PASSED if event == PASSES else FELLED
    return space
