"""Karuba a second time: slow and plain, written from the rule text and the fact sheet alone.

Nothing of the game's own code is used here. A space is its row and column, counted from 1; sets of
spaces are Python sets; a decision is a tuple:

    ("lay", (4, 3))    ("discard",)    ("walk", "blue", (4, 3))    ("walk", "blue", "temple")
"""

from dataclasses import dataclass, field
from itertools import product

from .facts import BEACHES, EDGES, SHOWS, TEMPLES

Space = tuple[int, int]
Place = Space | str  # a space, "beach" or "temple"
Decision = tuple[str] | tuple[str, Space] | tuple[str, str, Place]

COLOURS = ["brown", "blue", "purple", "yellow"]
SPACES = set(product(range(1, 6), range(1, 7)))
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
STACKS = {1: [5], 2: [5, 3], 3: [5, 3, 2], 4: [5, 4, 3, 2]}
WORTH = {"gold": 2, "crystal": 1}

# All numbers in the order in which one meets them walking along the shore, clockwise.
SHORE = [("temple", number) for number in range(10, 120, 10)]
SHORE += [("beach", number) for number in range(110, 0, -10)]


def apart(beach: int, temple: int) -> int:
    """How many numbers it is from one to the other along the shore, the shorter way round."""
    one_way = abs(SHORE.index(("beach", beach)) - SHORE.index(("temple", temple)))
    return min(one_way, len(SHORE) - one_way)


@dataclass
class Island:
    """What one player has before them."""

    tiles: dict[Space, int] = field(default_factory=dict)
    lying: dict[Space, str] = field(default_factory=dict)  # crystals and gold on the tiles
    stands: dict[str, Place] = field(default_factory=lambda: dict.fromkeys(COLOURS, "beach"))
    treasures: list[int] = field(default_factory=list)
    found: list[str] = field(default_factory=list)  # crystals and gold taken

    def has_path(self, space: Space, edge: str) -> bool:
        return space in self.tiles and edge in EDGES[self.tiles[space]]

    def neighbours(self, space: Space) -> set[Space]:
        """Where paths lead from a space: both tiles must have one to the edge between them."""
        found = set()
        for edge, (down, right) in STEP.items():
            beyond = space[0] + down, space[1] + right
            if self.has_path(space, edge) and self.has_path(beyond, OPPOSITE[edge]):
                found.add(beyond)
        return found

    @property
    def points(self) -> int:
        return sum(self.treasures) + sum(WORTH[thing] for thing in self.found)

    @property
    def is_finished(self) -> bool:
        return all(place == "temple" for place in self.stands.values())


@dataclass
class Table:
    """A game from the first call on."""

    islands: list[Island]
    beaches: dict[str, int]
    temples: dict[str, int]
    stacks: dict[str, list[int]]
    gold: int
    last_tile_counts: bool = True
    tiles: set[int] = field(default_factory=lambda: set(range(1, 37)))
    is_over: bool = False

    # ── What may be done ─────────────────────────────────────────────────────────────────────────

    def one_step(self, island: Island, colour: str, place: Place) -> set[Place]:
        """Where one step can lead from a beach or a space, if nobody stood in the way."""
        if place == "beach":
            edge, space = BEACHES[self.beaches[colour]]
            return {space} if island.has_path(space, edge) else set()
        if isinstance(place, str):
            return set()
        beyond: set[Place] = {*island.neighbours(place)}
        edge, door = TEMPLES[self.temples[colour]]
        if place == door and island.has_path(door, edge):
            beyond.add("temple")
        return beyond

    def goals(self, island: Island, colour: str, steps: int) -> set[Place]:
        """Where an adventurer may end its walk: a walk for each number of steps, place by place."""
        start = island.stands[colour]
        others = {island.stands[other] for other in COLOURS if other != colour} - {"temple"}
        reached, edge_of_it = {start}, {start}
        for _ in range(steps):
            beyond = {goal for place in edge_of_it for goal in self.one_step(island, colour, place)}
            edge_of_it = beyond - others - reached
            reached |= edge_of_it
        return reached - {start}

    def decisions(self, seat: int, tile: int) -> set[Decision]:
        island = self.islands[seat]
        walks: set[Decision] = {
            ("walk", colour, goal)
            for colour in COLOURS
            for goal in self.goals(island, colour, len(EDGES[tile]))
        }
        return {("discard",), *(("lay", space) for space in SPACES - set(island.tiles)), *walks}

    # ── What it does ─────────────────────────────────────────────────────────────────────────────

    def reveal(self, tile: int) -> None:
        """The leader turns it over; the letter of the text ends the game with the last one."""
        self.tiles.remove(tile)
        self.is_over = not self.tiles and not self.last_tile_counts

    def turn(self, tile: int, decisions: list[Decision]) -> None:
        best = {colour: max(stack, default=0) for colour, stack in self.stacks.items()}
        for island, decision in zip(self.islands, decisions, strict=True):
            match decision:
                case ("lay", (int(), int()) as space):
                    self.lay(island, tile, space)
                case ("walk", str(colour), "temple"):
                    island.stands[colour] = "temple"
                    self.reward(island, best[colour], self.stacks[colour].pop(0))
                case ("walk", str(colour), (int(), int()) as space):
                    island.stands[colour] = space
                    if space in island.lying:
                        island.found.append(island.lying.pop(space))
        self.is_over = not self.tiles or any(island.is_finished for island in self.islands)

    def lay(self, island: Island, tile: int, space: Space) -> None:
        island.tiles[space] = tile
        if SHOWS[tile] == "crystal" or (SHOWS[tile] == "gold" and self.gold > 0):
            island.lying[space] = SHOWS[tile]
            self.gold -= SHOWS[tile] == "gold"

    def reward(self, island: Island, best: int, treasure: int) -> None:
        """The treasure, and crystals up to the best treasure there was when the turn began."""
        island.treasures.append(treasure)
        island.found += ["crystal"] * (best - treasure)

    # ── How it stands ────────────────────────────────────────────────────────────────────────────

    @property
    def places(self) -> list[int]:
        ranks = [(island.points, len(island.tiles)) for island in self.islands]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]


def new_table(
    seats: int,
    beaches: list[int],
    temples: list[int],
    gold: str,
    treasures: str,
    last_tile: str = "played",
) -> Table:
    """A table with everything placed."""
    stack = STACKS[4 if treasures == "full" else seats]
    return Table(
        islands=[Island() for _ in range(seats)],
        beaches=dict(zip(COLOURS, beaches)),
        temples=dict(zip(COLOURS, temples)),
        stacks={colour: list(stack) for colour in COLOURS},
        gold=12 if gold == "twelve" else 16,
        last_tile_counts=last_tile == "played",
    )
