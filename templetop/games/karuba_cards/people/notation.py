"""Islands and whole tables as text.

A card is written as a mark: its number, its paths as on the sheet of pieces, the crystal or gold on
it, and a letter for who is on it:

    .        an empty space
    3┤◆      card 3, a junction with a crystal
    9└b      card 9 with the blue adventurer: b blue, o orange, g green, p purple
    16╵B     card 16 with the blue temple

An island is drawn with a mark for each space, and the names of the columns and rows around it.
"""

from collections.abc import Sequence
from typing import Any

from templetop.engine.notation import options_words
from templetop.games.karuba_cards.rules.hand import cards_in
from templetop.games.karuba_cards.rules.island import NOWHERE, SIDE, SPACES
from templetop.games.karuba_cards.rules.pieces import (
    CARDS,
    FACE,
    LETTER,
    TREASURE,
    TREASURE_MARKS,
)
from templetop.games.karuba_cards.rules.start import OPTIONS
from templetop.games.karuba_cards.rules.state import PHASES

MARK_OF = {treasure: mark for mark, treasure in TREASURE_MARKS.items()}
EMPTY = "."
NONE = "-"  # where a list of cards is empty
COLUMN_NAMES = "abcdefg"
PILES = ("hand", "pile", "turned", "played", "discards")


# ── An island ────────────────────────────────────────────────────────────────────────────────────


def card_mark(card: int) -> str:
    """A card in full: 3┤◆, or 9└b."""
    return f"{card}{FACE[card]}{shows(card)}{LETTER[card]}"


def shows(card: int) -> str:
    """The crystal or gold on a card, or nothing."""
    return MARK_OF[int(TREASURE[card])]


def cards_by_space(player: Any) -> dict[int, int]:
    """Which card lies on each space that has one."""
    laid = [card for card in range(1, CARDS + 1) if player.places[card] != NOWHERE]
    return {int(player.places[card]): card for card in laid}


def write_island(state: Any, seat: int) -> str:
    """The field with the island of a seat, its columns a to g and its rows 1 to 7."""
    cards = cards_by_space(state.players[seat])
    marks = [card_mark(cards[space]) if space in cards else EMPTY for space in range(SPACES)]
    rows = [marks[first : first + SIDE] for first in range(0, SPACES, SIDE)]
    lines = [row_words("", COLUMN_NAMES)]
    lines += [row_words(str(number), row) for number, row in enumerate(rows, start=1)]
    return "\n".join(lines)


def row_words(name: str, marks: Sequence[str]) -> str:
    """One line of an island; its widest mark is like 11┌o."""
    return f"{name:>3}  {''.join(f'{mark:<6}' for mark in marks)}".rstrip()


# ── The table ────────────────────────────────────────────────────────────────────────────────────


def write(state: Any) -> str:
    """The whole table, with all hands and piles."""
    lines = [
        f"Karuba: The Card Game for {state.seats} seats",
        f"options   {options_words(OPTIONS, [state.detours])}",
        f"round     {state.rounds}",
        f"phase     {PHASES[state.phase].name}",
    ]
    for seat in range(state.seats):
        lines += ["", f"seat {seat + 1}"]
        lines += [f"{pile:<9} {pile_words(state.players[seat][pile])}" for pile in PILES]
        lines.append(write_island(state, seat))
    return "\n".join(lines) + "\n"


def pile_words(cards: Any) -> str:
    """Cards in the order of their numbers: 3┤◆ 4─● 12┘p."""
    return " ".join(map(card_mark, cards_in(cards))) or NONE
