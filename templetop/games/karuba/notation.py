"""Whole tables as text, both ways: what was agreed, what lies in the middle, and every island."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from templetop.engine.bits import has, move_set
from templetop.engine.notation import Line, Lines, options_words
from templetop.games.karuba import moves
from templetop.games.karuba.island import (
    BEACH,
    NO_NUMBER,
    TEMPLE,
    UNPLACED,
    space_name,
)
from templetop.games.karuba.island_notation import (
    BEACH_NUMBERS,
    FRAMED_LINES,
    MARK_OF,
    TEMPLE_NUMBERS,
    drawn_with_numbers,
    lay_out,
    write_island,
)
from templetop.games.karuba.pieces import (
    ADVENTURERS,
    COLOURS,
    DRAWING,
    NO_TILE,
    TILES,
    TREASURE,
    TREASURES,
)
from templetop.games.karuba.rules import is_home, legal
from templetop.games.karuba.start import ENOUGH_GOLD, OPTIONS, new
from templetop.games.karuba.state import (
    CALL,
    DECIDE,
    NO_CHOICE,
    OVER,
    PHASES,
    PLACE_ADVENTURER,
    PLACE_TEMPLE,
    State,
)

# ── Writing the table ────────────────────────────────────────────────────────────────────────────


def write(state: Any) -> str:
    """The whole table, with what the seats have decided unseen."""
    lines = [
        f"Karuba for {state.seats} seat{'s' if state.seats > 1 else ''}",
        f"options      {options_words(OPTIONS, settings_of(state))}",
        f"phase        {PHASES[state.phase]}",
        f"tile called  {called_words(state)}",
        f"stack        {stack_words(int(state.stack))}",
        f"gold supply  {'enough' if state.gold == ENOUGH_GOLD else state.gold}",
        "",
        "colour  beach  temple  treasures left",
        *(colour_words(state, colour) for colour in range(ADVENTURERS)),
    ]
    for seat in range(state.seats):
        lines += ["", seat_words(state, seat), write_island(state, seat, numbers=True)]
    return "\n".join(lines) + "\n"


def settings_of(state: Any) -> list[int]:
    """What was agreed before the match."""
    full = state.stacks != state.seats
    return [state.chance_places, state.distance, state.gold != ENOUGH_GOLD, full]


def called_words(state: Any) -> str:
    """The tile everyone decides about: 13─◆."""
    tile = int(state.tile)
    return f"{tile}{DRAWING[tile]}{MARK_OF[TREASURE[tile]]}" if state.phase == DECIDE else "none"


def stack_words(stack: int) -> str:
    """The tiles not called yet: 1-4 7 12-36."""
    called = [tile for tile in range(TILES + 2) if not stack >> tile & 1]
    runs = [(before + 1, after - 1) for before, after in pairwise(called) if after - before > 1]
    words = [f"{first}-{last}" if first < last else str(first) for first, last in runs]
    return " ".join(words) or "empty"


def colour_words(state: Any, colour: int) -> str:
    """A colour's beach number, temple number, and the treasures in its temple, the best first."""
    beach = number_words(BEACH_NUMBERS, state.beaches[colour])
    temple = number_words(TEMPLE_NUMBERS, state.temples[colour])
    left = " ".join(str(treasure) for treasure in treasures_left(state, colour))
    return f"{COLOURS[colour]:<7} {beach:>5}  {temple:>6}  {left or '-'}"


def number_words(numbers: list[str], number: int) -> str:
    return "-" if number == NO_NUMBER else numbers[number]


def treasures_left(state: Any, colour: int) -> list[int]:
    """The treasures still in the temples of a colour, the best first."""
    stack = TREASURES[state.stacks, state.taken[colour] :]
    return [int(treasure) for treasure in stack if treasure]


def seat_words(state: Any, seat: int) -> str:
    """What a seat has taken, and what it has decided."""
    player = state.players[seat]
    taken = zip(COLOURS, player.treasures, strict=True)
    treasures = "".join(f", {colour} {treasure}" for colour, treasure in taken if treasure)
    decision = f"; {decision_words(player.choice)}" if state.phase == DECIDE else ""
    return f"seat {seat + 1}: crystals {player.crystals}, gold {player.gold}{treasures}{decision}"


def decision_words(choice: int) -> str:
    return "deciding" if choice == NO_CHOICE else f"decided: {choice_words(int(choice))}"


def choice_words(choice: int) -> str:
    """A decision in the fewest words: lay c4, or discard, or walk blue to c4."""
    if moves.is_lay(choice):
        return f"lay {space_name(choice)}"
    if not moves.is_walk(choice):
        return "discard"
    goal = moves.goal_of(choice)
    where = "its temple" if goal == TEMPLE else space_name(goal)
    return f"walk {COLOURS[moves.walker(choice)]} to {where}"


# ── Reading the table ────────────────────────────────────────────────────────────────────────────

COLOUR = "|".join(COLOURS)
WALKS = [moves.walk(who, goal) for who in range(ADVENTURERS) for goal in range(TEMPLE + 1)]
CHOICE: dict[str, int] = {
    choice_words(choice): choice for choice in [*range(moves.DISCARD + 1), *WALKS]
}
SEAT_FORM = (
    rf"seat [1-4]: crystals ([0-9]{{1,2}}), gold ([0-9]{{1,2}})((?:, (?:{COLOUR}) [2-5])*)"
    r"(?:; (deciding|decided: .*))?"
)


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state = read_agreement(lines)
    stack = read_piles(lines, state)
    colours = [read_colour(lines, state, colour) for colour in range(ADVENTURERS)]
    seats = [read_seat(lines, state, seat) for seat in range(state.seats)]
    lines.end("the last island")
    settle(state)
    lines.agree_with(write(state))
    check_stack(state, stack)
    check_treasures(state, colours)
    check_decisions(state, seats)
    return state


def read_agreement(lines: Lines) -> Any:
    """A new table for so many seats, with these options."""
    _, (seats,) = lines.take("Karuba for ([1-4]) seats?", "'Karuba for' 1 to 4 seats")
    state = np.zeros(1, State)[0]
    new(state, int(seats), lines.settings(OPTIONS))
    return state


def read_piles(lines: Lines, state: Any) -> Line:
    """The tile called, the stack, and the supply of gold; and where the stack is written."""
    lines.take("phase .*", "the phase")
    called, (tile,) = lines.take(r"tile called (none|[0-9]{1,2}).*", "the tile called")
    state.tile = NO_TILE if tile == "none" else tile_of(called, tile)
    stack, (tiles,) = lines.take(r"stack (empty|[0-9][-0-9 ]*)", "the stack")
    state.stack = sum({1 << tile for word in tiles.split() for tile in run_of(stack, word)})
    state.stack = int(state.stack) & ~(1 << int(state.tile))
    _, (supply,) = lines.take("gold supply (enough|[0-9]|1[0-2])", "the gold supply, at most 12")
    state.gold = ENOUGH_GOLD if supply == "enough" else int(supply)
    return stack


def tile_of(line: Line, word: str) -> int:
    if not (word.isdecimal() and 1 <= int(word) <= TILES):
        raise line.refusal(f"the tiles are numbered 1 to {TILES}; {word!r} is none of them.")
    return int(word)


def run_of(line: Line, word: str) -> Sequence[int]:
    """The tiles of one run in a stack: 7, or 12-36."""
    if word == "empty":
        return []
    first, _, last = word.partition("-")
    return range(tile_of(line, first), tile_of(line, last or first) + 1)


def read_colour(lines: Lines, state: Any, colour: int) -> Line:
    """Where a colour sets out, and where its temple stands."""
    if colour == 0:
        lines.take("colour beach temple treasures left", "the heading of the colours")
    form = rf"{COLOURS[colour]} ([0-9]+|-) ([0-9]+|-) .*"
    line, (beach, temple) = lines.take(form, f"where {COLOURS[colour]} is placed")
    if colour and state.temples[colour - 1] == NO_NUMBER != number_of(line, beach, BEACH_NUMBERS):
        raise line.refusal(f"{COLOURS[colour]} is placed after {COLOURS[colour - 1]}.")
    if beach == "-" != temple:
        raise line.refusal("a temple is placed after its adventurer.")
    state.beaches[colour] = number_of(line, beach, BEACH_NUMBERS)
    state.temples[colour] = number_of(line, temple, TEMPLE_NUMBERS)
    for seat in range(state.seats):
        state.players[seat].adventurers[colour] = UNPLACED if beach == "-" else BEACH
    return line


def number_of(line: Line, word: str, numbers: list[str]) -> int:
    if word != "-" and word not in numbers:
        raise line.refusal(f"there is no number {word}; they are 10, 20 and so on to 110.")
    return NO_NUMBER if word == "-" else numbers.index(word)


def read_seat(lines: Lines, state: Any, seat: int) -> Line:
    """What a seat has taken and decided, and its island."""
    player = state.players[seat]
    line, (crystals, gold, treasures, decision) = lines.take(SEAT_FORM, f"seat {seat + 1}")
    player.crystals, player.gold = int(crystals), int(gold)
    for colour, treasure in re.findall(rf"({COLOUR}) ([2-5])", treasures):
        player.treasures[COLOURS.index(colour)] = int(treasure)
    player.choice = choice_of(line, decision or "deciding")
    island = [lines.next(f"the island of seat {seat + 1}") for _ in range(FRAMED_LINES)]
    lay_out(drawn_with_numbers(island), state, seat)
    return line


def choice_of(line: Line, decision: str) -> int:
    if decision == "deciding":
        return NO_CHOICE
    words = decision.removeprefix("decided: ")
    if words not in CHOICE:
        raise line.refusal(f"nobody can decide to {words!r}.")
    return CHOICE[words]


def settle(state: Any) -> None:
    """What follows from all that was read."""
    seats = range(state.seats)
    for colour in range(ADVENTURERS):
        home = [state.players[seat].adventurers[colour] == TEMPLE for seat in seats]
        state.taken[colour] = sum(home)
        state.placing += state.temples[colour] != NO_NUMBER
    state.phase = phase_of(state)
    if state.phase == DECIDE:
        undecided = [seat for seat in seats if state.players[seat].choice == NO_CHOICE]
        state.deciding = sum(1 << seat for seat in undecided)


def phase_of(state: Any) -> int:
    """What comes next at this table."""
    if state.placing < ADVENTURERS:
        placed = state.beaches[state.placing] != NO_NUMBER
        return PLACE_TEMPLE if placed else PLACE_ADVENTURER
    if state.tile != NO_TILE:
        return DECIDE
    someone_is_home = any(is_home(state.players[seat]) for seat in range(state.seats))
    return OVER if someone_is_home or not state.stack else CALL


def check_stack(state: Any, line: Line) -> None:
    """3.1.1  No tile is called before everything is placed."""
    if state.placing < ADVENTURERS and int(state.stack).bit_count() < TILES:
        raise line.refusal(f"all {TILES} tiles are in the stack until everything is placed.")


def check_treasures(state: Any, lines: list[Line]) -> None:
    """3.6.2  Who is in a temple has a treasure of its stack, and nobody else has one."""
    for colour, line in enumerate(lines):
        taken = sorted(state.players[seat].treasures[colour] for seat in range(state.seats))
        best = TREASURES[state.stacks, : state.taken[colour]]
        if [treasure for treasure in reversed(taken) if treasure] != list(best):
            raise line.refusal(f"the {COLOURS[colour]} treasures were not taken from the top.")


def check_decisions(state: Any, lines: list[Line]) -> None:
    """3.2.1  Whatever was decided is legal; 3.2.3  and somebody has still to decide."""
    if state.phase != DECIDE:
        return
    if state.deciding == 0:
        raise lines[-1].refusal("when all seats have decided, everything is carried out.")
    decisions = move_set(moves.MOVES)
    for seat, line in enumerate(lines):
        choice = int(state.players[seat].choice)
        legal(state, seat, decisions)
        if choice != NO_CHOICE and not has(decisions, choice):
            raise line.refusal(f"it is not legal to {choice_words(choice)}.")
