"""How likely the chance moves of a run are: a table that was fitted to many thousand launches.

`marbles/fit.py` makes the table and tells from what. There is a row of whole numbers for each
question that a run asks and for all that the answer depends on; every answer that the rules allow
has at least 1 of about SHARES.
"""

from pathlib import Path

import numpy as np

from templetop.engine.compile import rule
from templetop.games.vulkar.drawing import HASH
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_END,
    LANE_TREE,
    LANES,
    MOST_BEFORE,
    MOST_STRAYS,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    ON_LANES,
    PIT_LANE,
    PITS,
    SIDES,
    SPACES,
    STRAYS,
    STRENGTHS,
    TREE_HEADINGS,
    UNSTABLE,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    AT_SOURCE,
    FALLS_TOO,
    FIGURES,
    INTO,
    LEAVES,
    MEETINGS,
    PASSES,
    RESTS,
    RUN_MOVES,
    STANDING,
    is_swept,
    met_before,
    space_ahead,
)

SHARES = 10_000
TURNS = max(VULKAR_HEADINGS, TREE_HEADINGS, SIDES * STRENGTHS)

# The answers of each question, in the order of a row. A lane has an end, or lanes that follow it;
# strays but the nearest were seen in one launch of ten thousand: each has a share of 1.
MEETING_ANSWERS = 5  # PASSES and the four that follow it
ONWARD, THEN_RESTS, THEN_LEAVES, THEN_STRAYS = 0, 2, 3, 4  # ONWARD: ARRIVES, or up to two lanes
END_ANSWERS = 5
FLICKED_OUT, FLICKED_BACK, FLICKED_AWAY = range(3)  # into the pit's own lane; RESTS; LEAVES
FLICK_ANSWERS = 3

ON_LANE_NUMBER = np.full(SPACES, NOWHERE, np.int8)  # of the spaces on lanes
ON_LANE_NUMBER[ON_LANES] = range(len(ON_LANES))
IS_UNSTABLE = np.isin(np.arange(SPACES), UNSTABLE).astype(np.int8)

MOUTH_SHAPE = (VULKAR_HEADINGS, len(MOUTH_LANES))
FLICK_SHAPE = (PITS, DIRECTIONS * STRENGTHS, FLICK_ANSWERS)
MEETING_SHAPE = (len(ON_LANES), MEETINGS, MOST_BEFORE, TURNS, MEETING_ANSWERS)
END_SHAPE = (LANES, TREE_HEADINGS, MEETINGS, MOST_BEFORE, TURNS, END_ANSWERS)

FILE = Path(__file__).with_name(f"odds-{HASH}.npz")


def baked(name: str, shape: tuple[int, ...]) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint16]]":
    """A part of the table; where none is baked yet, all that can happen is equally likely."""
    if not FILE.exists():
        return np.full(shape, 1, np.uint16)
    with np.load(FILE) as file:
        part: np.ndarray[tuple[int, ...], np.dtype[np.uint16]] = file[name].reshape(shape)
    part.setflags(write=False)
    return part


MOUTH_SHARES = baked("mouth", MOUTH_SHAPE)
FLICK_SHARES = baked("flick", FLICK_SHAPE)

# Many rows are alike. A GPU has little room for tables: each is kept once, and found by a number.
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.uint16]]


def rows_of(part: Numbers) -> tuple[Numbers, Numbers]:
    """The different rows of a part, and for each question the number of its row."""
    rows, numbers = np.unique(part.reshape(-1, part.shape[-1]), axis=0, return_inverse=True)
    return rows, numbers.reshape(-1).astype(np.uint16)


MEETING_ROWS, MEETING_NUMBERS = rows_of(baked("meeting", MEETING_SHAPE))
BY_MEETING, BY_BEFORE = MOST_BEFORE * TURNS, TURNS  # how far questions are apart that differ in it
BY_HEADING = MEETINGS * BY_MEETING

# Where no tree stands at the end of a lane, nothing depends on a heading.
HEADINGS = np.where(LANE_TREE == NOWHERE, 1, TREE_HEADINGS)
FIRST_QUESTION = (np.cumsum(HEADINGS * BY_HEADING) - HEADINGS * BY_HEADING).astype(np.int16)
END_ROWS, END_NUMBERS = rows_of(
    np.concatenate([
        part[:headings].reshape(-1, END_ANSWERS)
        for part, headings in zip(baked("end", END_SHAPE), HEADINGS, strict=True)
    ])
)  # fmt: skip


@rule
def run_weights(run, board, figures, trees, weights):
    """All that can happen to this marble next, and how likely it is.

    `board` is by space EMPTY, STANDING or FALLEN, `figures` by figure the space where it stands or
    NOWHERE, `trees` by tree its heading.
    """
    for event in range(RUN_MOVES):
        weights[event] = 0
    if run.phase == AT_SOURCE:
        source_weights(run, weights)
        return
    space = space_ahead(run, board)
    if space != NOWHERE:
        meeting_weights(run, space, weights)
    else:
        end_weights(run, board, figures, trees, weights)


@rule
def source_weights(run, weights):
    if run.pit == NOWHERE:
        for number in range(len(MOUTH_LANES)):
            weights[INTO + int(MOUTH_LANES[number])] = MOUTH_SHARES[int(run.turn), number]
        return
    lane = PIT_LANE + int(run.pit)
    shares = FLICK_SHARES[int(run.pit), int(run.aim)]
    weights[INTO + lane] = shares[FLICKED_OUT]
    weights[RESTS] = shares[FLICKED_BACK]
    weights[LEAVES] = shares[FLICKED_AWAY]
    stray_weights(lane, 1, weights)


@rule
def stray_weights(lane, nearest, weights):
    """Lanes into which a marble may jump, the nearest one first."""
    for number in range(MOST_STRAYS):
        stray = int(STRAYS[lane, number])
        if stray != NOWHERE:
            weights[INTO + stray] = nearest if number == 0 else 1


@rule
def question(met, before, turn):
    """Which of the questions at one place it is: by what was met, and how the marble came there."""
    return met * BY_MEETING + before * BY_BEFORE + turn


@rule
def meeting_weights(run, space, weights):
    """A standing figure is passed, or falls in one of four ways; from a bridge into the stream."""
    number = int(ON_LANE_NUMBER[space])
    asked = number * BY_HEADING + question(int(run.met), int(run.before), int(run.turn))
    shares = MEETING_ROWS[int(MEETING_NUMBERS[asked])]
    for answer in range(MEETING_ANSWERS):
        event = PASSES + answer
        if IS_UNSTABLE[space] == 0 or event == PASSES or is_swept(event):
            weights[event] = shares[answer]


@rule
def end_weights(run, board, figures, trees, weights):
    """The end of a lane, and what else may become of a marble on its way there."""
    lane = int(run.lane)
    tree = int(LANE_TREE[lane])
    heading = int(trees[tree]) if tree != NOWHERE else 0
    asked = question(int(met_before(run, board)), int(run.before), int(run.turn))
    asked += int(FIRST_QUESTION[lane]) + heading * BY_HEADING
    shares = END_ROWS[int(END_NUMBERS[asked])]
    for number in range(NEXT_LANES.shape[1]):
        if NEXT_LANES[lane, number] != NOWHERE:
            weights[INTO + int(NEXT_LANES[lane, number])] = shares[ONWARD + number]
    if LANE_END[lane] != NOWHERE:
        weights[ARRIVES] = shares[ONWARD]
    weights[RESTS] = shares[THEN_RESTS]
    weights[LEAVES] = shares[THEN_LEAVES]
    stray_weights(lane, int(shares[THEN_STRAYS]), weights)
    for figure in range(FIGURES):
        if figures[figure] != NOWHERE and board[int(figures[figure])] == STANDING:
            weights[FALLS_TOO + figure] = 1
