"""How strong a bot plays: what a game says about the five levels that people can choose from."""

from typing import Any, NamedTuple


class Ways(NamedTuple):
    """How a tree search goes about a game."""

    greed: int = 100  # per cent of the moves beyond the tree are greedy, the others random
    glances: int = 1000  # a greedy move is the best of so many that are looked at
    horizon: int = 1000  # decisions beyond the tree before the prospects are judged
    depth: int = 64  # decisions in the tree
    curiosity: float = 0.5  # how much a move is tried that has not been good so far
    doubt: float = 1000.0  # a move with so much less appeal is e times less likely to be the best
    point: float = 1000.0  # so much appeal is worth a point
    trust: float = 8.0  # the first sight of a move counts as much as so many deals
    margin: float = 10.0  # a lead of so many points is halfway from nothing to everything
    eagerness: float = 0.5  # how much the win itself counts; the rest is the lead


class Level(NamedTuple):
    """One strength: how much it searches, and how often it does not think at all."""

    blunders: int = 0  # per cent of its moves are made at random
    simulations: int = 0  # games played in mind before each move; with none it is greedy
    width: int = 16  # moves that are weighed, the most appealing
    ways: Ways = Ways()

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "ways": self.ways._asdict()}


# For a game that says nothing about it.
LEVELS = (
    Level(blunders=50),
    Level(blunders=20),
    Level(),
    Level(simulations=100),
    Level(simulations=1000),
)
