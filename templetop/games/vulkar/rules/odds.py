"""How likely the chance moves of a run are: a stand-in for the table that physics fits."""

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import (
    BRIDGE,
    KIND,
    LADDER,
    LANE_END,
    LANE_TREE,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    STRAYS,
    STRENGTHS,
    TREE_HEADINGS,
)
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    AT_SOURCE,
    FELLS,
    FELLS_AND_RESTS,
    INTO,
    LEAVES,
    PASSES,
    RESTS,
    RUN_MOVES,
    SWEEPS,
    SWEEPS_AND_RESTS,
    space_ahead,
)


@rule
def run_weights(run, board, trees, weights):
    """Fill in a whole number for each chance move, 0 for what cannot happen now."""
    for event in range(RUN_MOVES):
        weights[event] = 0
    if run.phase == AT_SOURCE:
        weigh_source(run, weights)
    elif space_ahead(run, board) != NOWHERE:
        weigh_meeting(space_ahead(run, board), weights)
    else:
        weigh_end(run, trees, weights)


@rule
def weigh_source(run, weights):
    """A fireball leaves by the mouth that Vul-Kar looks at, or by those beside it."""
    if run.pit == NOWHERE:
        mouths = len(MOUTH_LANES)
        ahead = (int(run.turn) * mouths // 8 + 3) % mouths
        for aside in range(-1, 2):
            weights[INTO + MOUTH_LANES[(ahead + aside) % mouths]] = 50 if aside == 0 else 25
        return
    strength = int(run.aim) % STRENGTHS
    weights[INTO + PIT_LANE + int(run.pit)] = 70
    weights[RESTS] = 30 - 10 * strength
    weights[LEAVES] = 3 * strength


@rule
def weigh_meeting(space, weights):
    weights[PASSES] = 40
    weights[SWEEPS] = 20
    if KIND[space] not in (BRIDGE, LADDER):
        weights[FELLS] = 30
        weights[FELLS_AND_RESTS] = 8
        weights[SWEEPS_AND_RESTS] = 2


@rule
def weigh_end(run, trees, weights):
    lane = int(run.lane)
    if LANE_END[lane] != NOWHERE:
        weights[ARRIVES] = 94
        weights[LEAVES] = 3
    for way in range(NEXT_LANES.shape[1]):
        if NEXT_LANES[lane, way] != NOWHERE:
            weights[INTO + NEXT_LANES[lane, way]] = fork(lane, way, trees)
    if STRAYS[lane, 0] != NOWHERE:
        weights[INTO + STRAYS[lane, 0]] = 1
    weights[RESTS] = 3


@rule
def fork(lane, way, trees):
    """The root of a tree makes one way likelier."""
    tree = int(LANE_TREE[lane])
    if tree == NOWHERE:
        return 90
    lean = int(trees[tree]) - TREE_HEADINGS // 2 if trees[tree] else 0
    return 45 + 12 * lean if way == 0 else 45 - 12 * lean
