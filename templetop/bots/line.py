"""The line that a search expects after a move: what it tried most often, seat by seat."""

from typing import Any

import numpy as np

from templetop.bots.search import Mind, begin
from templetop.bots.seen import Seen
from templetop.bots.thinker import alone
from templetop.bots.thought import Expected
from templetop.bots.tree import FREE, knowledge, slot_of
from templetop.engine.match import make, message_of, seats_to_move
from templetop.engine.policy import any_event
from templetop.engine.seats import CHANCE

LONGEST = 12
NOTHING = -1


def expected_line(seen: Seen, move: int, thinking: Mind, seed: int) -> list[Expected]:
    """From the move on, as far as the search has been there, in the first of its deals."""
    begin(alone(seen.state), seen.seat, np.uint64(seed), np.uint64(0), thinking)
    world = thinking.world[0]
    line: list[Expected] = []
    chosen = {seen.seat: move}
    while len(line) < LONGEST:
        for seat in seats_to_move(world):
            if seat not in chosen:
                chosen[seat] = usual(world, seat, thinking)
        if not chosen or NOTHING in chosen.values():
            return without_chance_at_the_end(line)
        step = sorted(chosen.items())
        line += [Expected(seat, made, message_of(world, seat, made)) for seat, made in step]
        make(world, step)
        chosen = {}
    return without_chance_at_the_end(line)


def usual(world: Any, seat: int, thinking: Mind) -> int:
    """What chance does in this deal, or what the search tried most often for the seat."""
    if seat == CHANCE:
        return int(any_event(world, thinking.deal, thinking.events, thinking.weights))
    tree = thinking.tree
    node = tree.nodes[slot_of(tree, knowledge(tree, world, seat))]
    if node.key == FREE or node.visits == 0:
        return NOTHING
    edges = tree.edges[node.first : node.first + node.edges]
    return int(edges[np.argmax(edges["visits"])]["move"])


def without_chance_at_the_end(line: list[Expected]) -> list[Expected]:
    """What chance does is of interest only where somebody acts upon it."""
    while line and line[-1].seat == CHANCE:
        line.pop()
    return line
