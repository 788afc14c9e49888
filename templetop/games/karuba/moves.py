"""The numbers of the moves.

    LAY     + space                   lay the called tile there             30 moves
    DISCARD                           discard it and walk nobody             1 move
    WALK    + 32 * adventurer + goal  discard it and walk to a space       124 moves
                                      (goal 0 to 29) or its temple (30)
    PLACE   + beach                   set up: the adventurer stands here    11 moves
    SITE    + temple                  set up: its temple stands here        11 moves
    CALL    + tile                    chance: this tile is called           36 moves

A row of 32 numbers for each adventurer lets a set of spaces be a set of moves as it is.
"""

from typing import Any

from templetop.engine.compile import rule
from templetop.games.karuba.island import NUMBERS, SPACES, TEMPLE, number_name, space_name
from templetop.games.karuba.pieces import ADVENTURERS, COLOURS, TILES
from templetop.games.karuba.state import PLACE_ADVENTURER, PLACE_TEMPLE

LAY = 0
DISCARD = LAY + SPACES
WALK = 32
GOALS = 32
PLACE = WALK + ADVENTURERS * GOALS
SITE = PLACE + NUMBERS
SEAT_MOVES = SITE + NUMBERS
CALL = 192
MOVES = CALL + TILES + 1


@rule
def lay(space):
    return LAY + int(space)


@rule
def walk(adventurer, goal):
    return WALK + GOALS * int(adventurer) + int(goal)


@rule
def is_lay(move):
    return move < DISCARD


@rule
def is_walk(move):
    return move >= WALK


@rule
def walker(move):
    return (move - WALK) // GOALS


@rule
def goal_of(move):
    return (move - WALK) % GOALS


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def say(state: Any, seat: int, move: int) -> str:
    """What the seat, or chance, does with this move; a sentence without its subject."""
    colour = COLOURS[min(int(state.placing), ADVENTURERS - 1)]
    if move >= CALL:
        return f"calls tile {move - CALL}"
    if move >= SITE:
        return f"puts the {colour} temple on temple number {number_name(move - SITE)}"
    if move >= PLACE:
        return f"puts the {colour} adventurer on beach number {number_name(move - PLACE)}"
    if is_walk(move):
        return say_walk(state, seat, walker(move), goal_of(move))
    if move == DISCARD:
        return f"discards tile {state.tile} and walks nobody"
    return f"lays tile {state.tile} on {space_name(move)}"


def say_walk(state: Any, seat: int, adventurer: int, goal: int) -> str:
    who = f"discards tile {state.tile} and walks {COLOURS[adventurer]}"
    if goal == TEMPLE:
        return f"{who} into its temple"
    return f"{who} to {space_name(goal)}{say_find(state.players[seat], goal)}"


def say_find(player: Any, space: int) -> str:
    """What waits on a space."""
    if int(player.lying_crystals) >> space & 1:
        return ", where a crystal lies"
    if int(player.lying_gold) >> space & 1:
        return ", where gold lies"
    return ""


# ── As they are typed ────────────────────────────────────────────────────────────────────────────

NO_CODE = ""  # of a number that is no move

# Other words for those of the codes; some may as well be left out.
SYNONYMS = {
    "brown": "n", "blue": "b", "purple": "p", "yellow": "y",
    "discard": "d", "-": "d",
    "lay": "", "walk": "", "to": "", "its": "",
}  # fmt: skip


def code(state: Any, seat: int, move: int) -> str:
    """The move in as few keys as can be: c4, d, b c4, b temple; in the set-up, a number."""
    if is_lay(move):
        return space_name(move)
    if move == DISCARD:
        return SYNONYMS["discard"]
    if WALK <= move < PLACE:
        return walk_code(walker(move), goal_of(move))
    if PLACE <= move < SITE:
        return number_code("beach", number_name(move - PLACE), state.phase == PLACE_ADVENTURER)
    if SITE <= move < SEAT_MOVES:
        return number_code("temple", number_name(move - SITE), state.phase == PLACE_TEMPLE)
    return f"tile {move - CALL}" if move > CALL else NO_CODE


def walk_code(adventurer: int, goal: int) -> str:
    if goal > TEMPLE:
        return NO_CODE
    return f"{SYNONYMS[COLOURS[adventurer]]} {'temple' if goal == TEMPLE else space_name(goal)}"


def number_code(what: str, number: int, is_due: bool) -> str:
    """The number is enough for what is to be placed now."""
    return str(number) if is_due else f"{what} {number}"
