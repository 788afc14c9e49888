"""The line that a search expects after a move: what it tried most often, seat by seat."""

from typing import Any

import numpy as np

from templetop.bots.search import Mind, begin
from templetop.bots.seen import Seen
from templetop.bots.thinker import alone
from templetop.bots.thought import Expected
from templetop.bots.tree import FREE, knowledge, place_of
from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import seats_to_move
from templetop.engine.policy import chance_move

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
        line += [Expected(s, m, seen.game.say(world, s, m)) for s, m in sorted(chosen.items())]
        for seat, decided in sorted(chosen.items()):
            ask.play(world, seat, decided)
        chosen = {}
    return without_chance_at_the_end(line)


def usual(world: Any, seat: int, thinking: Mind) -> int:
    """What chance does in this deal, or what the search tried most often for the seat."""
    if seat == CHANCE:
        return int(chance_move(world, thinking.deal, thinking.moves, thinking.weights))
    tree = thinking.tree
    node = tree.nodes[place_of(tree, knowledge(tree, world, seat, thinking.moves))]
    if node.key == FREE or node.visits == 0:
        return NOTHING
    edges = tree.edges[node.first : node.first + node.edges]
    return int(edges[np.argmax(edges["visits"])]["move"])


def without_chance_at_the_end(line: list[Expected]) -> list[Expected]:
    """What chance does is of interest only where somebody acts upon it."""
    while line and line[-1].seat == CHANCE:
        line.pop()
    return line
