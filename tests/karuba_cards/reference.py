"""The islands a second time: slow and plain, written from the rule text alone.

Nothing of the game's own code is used here. A space is its row and column, an island a dictionary
from spaces to what is on the cards, a path a list of spaces; and all paths there are get tried.
"""

from collections.abc import Iterator

from .facts import Face

Space = tuple[int, int]
Island = dict[Space, Face]

STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
WORTH = {"gold": 2, "crystal": 1, "nothing": 0}


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────


def fits(spaces: set[Space]) -> bool:
    """At most 4 rows and 4 columns."""
    rows = [row for row, _ in spaces]
    columns = [column for _, column in spaces]
    return max(rows) - min(rows) < 4 and max(columns) - min(columns) < 4


def beside(space: Space) -> set[Space]:
    return {(space[0] + down, space[1] + right) for down, right in STEP.values()}


def open_spaces(island: Island) -> set[Space]:
    """Where a card may be laid."""
    touching = {other for space in island for other in beside(space)} - {*island}
    return {space for space in touching if fits({*island, space})}


# ── Points ───────────────────────────────────────────────────────────────────────────────────────


def neighbours(island: Island, space: Space) -> set[Space]:
    """Where paths lead from a space: both cards must have one to the edge between them."""
    found = set()
    for edge in island[space].edges:
        beyond = space[0] + STEP[edge][0], space[1] + STEP[edge][1]
        if beyond in island and OPPOSITE[edge] in island[beyond].edges:
            found.add(beyond)
    return found


def paths(island: Island, path: list[Space], goal: Space) -> Iterator[list[Space]]:
    """All paths that go on from this one to the goal and pass no card twice."""
    if path[-1] == goal:
        yield path
        return
    for beyond in neighbours(island, path[-1]) - {*path}:
        yield from paths(island, [*path, beyond], goal)


def is_blocked(island: Island, path: list[Space]) -> bool:
    """Is another adventurer on the way? The first card of the path is the adventurer's own."""
    return any(island[space].who.islower() for space in path[1:])


def treasure(island: Island, path: list[Space]) -> int:
    return sum(WORTH[island[space].shows] for space in path)


def paths_home(island: Island, colour: str) -> list[list[Space]]:
    """All paths from an adventurer to its temple, blocked ones too."""
    spaces = {face.who: space for space, face in island.items()}
    start, goal = spaces.get(colour), spaces.get(colour.upper())
    return [] if start is None or goal is None else [*paths(island, [start], goal)]


def score(island: Island, colour: str, blocking: str) -> int:
    """The points of one adventurer."""
    possible = paths_home(island, colour)
    if blocking == "detour":
        possible = [path for path in possible if not is_blocked(island, path)]
    shortest = [path for path in possible if len(path) == min(map(len, possible))]
    free = [path for path in shortest if not is_blocked(island, path)]
    return max((3 + treasure(island, path) for path in free), default=0)
