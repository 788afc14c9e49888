"""Whole tables as text.

The Temple is drawn unrolled as in plan.py, sector by sector; | stands before a sector with a wall
across the row. Between the rings stand the walls: . a gap, | wall, * a trap. Cards are followed by
the seats that have seen them: tar:13. The agenda is what is still to be done, the next thing last.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from templetop.engine.notation import options_words
from templetop.games.karmaggan.people.plan import (
    MARKS,
    WALL_BELOW,
    WIDTH,
    barred_sectors,
    in_sectors,
    spaces_in,
    wall_below,
)
from templetop.games.karmaggan.people.spaces import ROWS, name_of
from templetop.games.karmaggan.people.view import LIVES, seats_in, spawn_number
from templetop.games.karmaggan.rules.ground import NOWHERE, OUTER_COLUMNS, TRAIL, has_space
from templetop.games.karmaggan.rules.hands import EVERYONE, cards_in
from templetop.games.karmaggan.rules.pieces import (
    BLOOD_FACES,
    CARD_NAMES,
    NO_CARD,
    PIECES,
    SECTORS,
    TEMPLE_NAMES,
    TILES,
)
from templetop.games.karmaggan.rules.start import OPTIONS
from templetop.games.karmaggan.rules.state import (
    ENDINGS,
    NAMING,
    NO_PIECE,
    NOBODY_CARRIES,
    NOT_ENDED,
    PHASES,
)
from templetop.games.karmaggan.rules.table import is_spawn, swarm_of_spawn, tile_at
from templetop.games.karmaggan.rules.temple import NO_TEMPLE_CARD

NONE = "none"
ALL = "all"
SWARM_NAMES = TILES[-2:]  # as their summoning tiles
TASKS = (
    *(phase.name for phase in PHASES),
    "meet", "pick", "act", "settle", "draw-up", "finish", "begin-turn", "end-turn",
)  # fmt: skip
CARD_WORDS = tuple(name.replace(" ", "-") for name in CARD_NAMES)
TEMPLE_WORDS = tuple(name.replace(" ", "-") for name in TEMPLE_NAMES)
COUNTED = ("steps", "plays", "poles", "spells", "cut_off", "has_acted", "last_turns")


def write(state: Any) -> str:
    """All that lies on the table, with everyone's hand."""
    return "\n".join([
        f"Karmaggän for {state.seats} seats",
        f"options   {options_words(OPTIONS, choices_of(state))}",
        f"limits    trail {state.trail}, rounds {state.rounds}",
        f"rings     {' '.join(map(str, state.offsets))}",
        f"phase     {PHASES[state.phase].name}",
        f"time      turn {state.turns}, rounds {state.rounds_over}, first {state.first + 1}, "
        f"active {state.active + 1}",
        f"turn      {', '.join(f'{name} {state[name]}' for name in COUNTED)}",
        f"agenda    {'; '.join(job_words(state, job) for job in state.agenda[: state.depth])}",
        f"egg       {egg_words(state)}",
        f"gave      {seat_words(state, state.gave)}",
        f"gates     {['closed', 'Sun', 'Moon', 'Sun and Moon'][state.gates]}",
        f"rollers   {'out' if state.rollers else 'in'}",
        f"pieces    {pieces_words(state)}",
        f"leads     {NONE if state.spawn == NO_PIECE else piece_name(int(state.spawn))}",
        f"used      {used_words(state)}",
        f"battle    {battle_words(state.battle)}",
        f"victims   {seat_words(state, state.victims)}",
        f"fallen    {seat_words(state, state.fallen)}",
        f"objects   {counted(CARD_WORDS, state.deck)}",
        f"discards  {counted(CARD_WORDS, state.discards)}",
        f"temple    {counted(TEMPLE_WORDS, state.temple)}",
        f"turned    {counted(TEMPLE_WORDS, state.turned_up)}",
        f"shown     {shown_words(state)}",
        f"blood     {counted(BLOOD_FACES, state.bag)}",
        f"end       {end_words(state)}",
        *(player_words(state, seat) for seat in range(state.seats)),
        "",
        *temple_lines(state),
    ]) + "\n"  # fmt: skip


def choices_of(state: Any) -> list[int]:
    """What was agreed upon, a number for each option with choices."""
    return [
        int(state.mode),
        int(state.places),
        int(state.least > 0),
        int(state.spawn_coin),
        1 - int(state.team_wipe),
    ]


def counted(names: Sequence[str], pile: Iterable[int]) -> str:
    """Cards of several kinds: tarx3 pole."""
    pairs = [(name, int(number)) for name, number in zip(names, pile, strict=True) if number]
    return " ".join(name if number == 1 else f"{name}x{number}" for name, number in pairs) or NONE


def seat_words(state: Any, bits: int) -> str:
    return " ".join(str(seat + 1) for seat in seats_in(state, bits)) or NONE


def job_words(state: Any, job: Any) -> str:
    """flinging 2 of 3: seat 2 decides, about piece 3; meeting 1 with 4 at A5; drawing 1 x3."""
    words = f"{TASKS[job.task]} {job.seat + 1}"
    words += f" of {job.what}" if job.what else ""
    words += f" x{job.many}" if job.many else ""
    if job.task == NAMING:
        return words + (f" after {job.space + 1}" if job.space != NOWHERE else "")
    return words + (f" at {place_name(state, int(job.space))}" if job.space != NOWHERE else "")


def place_name(state: Any, space: int) -> str:
    """In one word: Sun-1."""
    return name_of(state, space).replace(" ", "-")


def egg_words(state: Any) -> str:
    if state.carrier != NOBODY_CARRIES:
        return f"with {state.carrier + 1}"
    return f"on {place_name(state, int(state.egg))}"


def piece_name(piece: int) -> str:
    """2 is the raider of seat 2, dark-3 the third spawn of the dark swarm."""
    if not is_spawn(piece):
        return str(piece + 1)
    return f"{SWARM_NAMES[swarm_of_spawn(piece)]}-{spawn_number(piece)}"


def pieces_words(state: Any) -> str:
    there = [piece for piece in range(PIECES) if state.at[piece] != NOWHERE]
    words = [f"{piece_name(piece)} on {place_name(state, int(state.at[piece]))}" for piece in there]
    return ", ".join(words) or NONE


def used_words(state: Any) -> str:
    """3.7  Tiles that have acted in this turn, by the rows in which they are kept."""
    rows = [
        (user, [space for space in range(TRAIL) if has_space(row, space)])
        for user, row in enumerate(state.used)
    ]
    words = [
        f"{user + 1}: {' '.join(place_name(state, space) for space in spaces)}"
        for user, spaces in rows
        if spaces
    ]
    return "; ".join(words) or NONE


def battle_words(battle: Any) -> str:
    if not battle.tobytes().strip(b"\0"):
        return NONE
    sides = [
        f"{battle.seats[side] + 1} with {piece_name(int(battle.pieces[side]))} "
        f"won {battle.won[side]} aside {' '.join(map(aside_word, battle.aside[side]))}"
        for side in range(2)
    ]
    return f"round {battle.rounds}: {' against '.join(sides)}"


def aside_word(card: int) -> str:
    return CARD_WORDS[card] if card != NO_CARD else "-"


def shown_words(state: Any) -> str:
    card = NONE if state.shown == NO_CARD else CARD_WORDS[state.shown]
    is_unseen = state.shown_temple == NO_TEMPLE_CARD
    return f"{card} {NONE if is_unseen else TEMPLE_WORDS[state.shown_temple]}"


def end_words(state: Any) -> str:
    if state.ending == NOT_ENDED:
        return NONE
    return f"{ENDINGS[state.ending]} for {seat_words(state, state.winners)}"


def player_words(state: Any, seat: int) -> str:
    player = state.players[seat]
    facts = f"{LIVES[player.life]}, coins {player.coins}, medallions {player.medallions}"
    cards = [card_words(state, player, place) for place in range(cards_in(player))]
    return f"seat {seat + 1}    {facts}: {' '.join(cards) or NONE}"


def card_words(state: Any, player: Any, place: int) -> str:
    known = int(player.known[place])
    seats = "".join(str(seat + 1) for seat in seats_in(state, known))
    return f"{CARD_WORDS[player.cards[place]]}:{ALL if known == EVERYONE else seats}"


# ── The Temple ───────────────────────────────────────────────────────────────────────────────────


def temple_lines(state: Any) -> list[str]:
    numbers = " ".join(f"{WIDTH * sector:<{WIDTH + 1}}" for sector in range(SECTORS))
    found = [f"    {numbers}".rstrip()]
    for row in ROWS:
        found.append(f"{row}  {row_words(state, row)}".rstrip())
        if row in WALL_BELOW:
            parts = in_sectors(wall_below(state, row))
            found.append("-   " + " ".join(f"{part:<{WIDTH + 1}}" for part in parts).rstrip())
    return found


def row_words(state: Any, row: str) -> str:
    marks = row_marks(state, row)
    if len(marks) == 1:
        return f" {marks}"
    barred = barred_sectors(state, row)
    sectors = in_sectors(marks)
    return " ".join(
        f"{'|' if number in barred else ' '}{sector}" for number, sector in enumerate(sectors)
    )


def row_marks(state: Any, row: str) -> str:
    """The tiles, each as wide as its column."""
    spaces = spaces_in(state, row)
    width = OUTER_COLUMNS // len(spaces) if len(spaces) > 1 else 1
    return "".join(MARKS[tile_at(state, space)] * width for space in spaces)
