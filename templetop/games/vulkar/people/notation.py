"""Whole tables as text: a line for each thing.

Cards are written as they are typed, with hyphens; tokens with the seats that have seen them:
red:13, or red:all. The agenda is what is still to be done, the next thing last.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from templetop.engine.notation import options_words
from templetop.games.vulkar.people.spaces import HEADING_NAMES, SHORT_SOUVENIRS, typed_card
from templetop.games.vulkar.rules.island import COLOURS, NOWHERE, SPACE_IDS, SPACES
from templetop.games.vulkar.rules.pieces import FACES, NO_CARD, NO_TOKEN
from templetop.games.vulkar.rules.start import OPTIONS
from templetop.games.vulkar.rules.state import (
    COPTERS,
    ENDINGS,
    IN_MAW,
    ON_SLAB,
    PHASES,
    POSTURES,
    TASKS,
)
from templetop.games.vulkar.rules.tokens import EVERYONE

NONE = "none"
ALL = "all"
CARD_WORDS = tuple(typed_card(card).replace(" ", "-") for card in range(FACES))
TOKEN_MARKS = "ryb"
EMPTY_SLAB = "."
AGREED = ("needed", "second_piles", "removed", "gifts", "rounds")
TIME = ("turns", "rounds_over", "turns_left", "arrivals")
TURN = ("steps", "extra")
MARBLES = ("marbles", "felled", "sighted", "overboard")
BOARD_MARKS = ".sf"
WHERE = {ON_SLAB: "slab", IN_MAW: "maw"}


def write(state: Any) -> str:
    """All that lies on the table, with everyone's hand."""
    plural = "s" if state.seats > 1 else ""
    return "\n".join([
        f"Vul-Kar for {state.seats} seat{plural}",
        f"options   {options_words(OPTIONS, [int(state.game)])}",
        f"agreed    {numbers(state, AGREED)}",
        f"ahead     {' '.join(map(str, state.head_starts))}",
        f"phase     {PHASES[state.phase].name}",
        f"time      {numbers(state, TIME)}, first {state.first + 1}, active {state.active + 1}",
        f"turn      {numbers(state, TURN)}, card {card_word(state.card)}, "
        f"from {space_word(state.came)}",
        f"agenda    {'; '.join(job_words(job) for job in state.agenda[: state.depth]) or NONE}",
        f"vul-kar   {HEADING_NAMES[state.heading]}",
        f"trees     {' '.join(map(str, state.trees))}",
        f"scar      {state.scar}",
        f"copter    {COPTERS[state.copter]}",
        f"heart     {holder(state.heart)}",
        f"penny     {holder(state.penny)}",
        f"slabs     {''.join(slab_mark(token) for token in state.slabs)}",
        f"bag       {counted(COLOURS, state.bag)}",
        f"maw       {counted(COLOURS, state.maw)}",
        f"album     {counted(COLOURS, state.album)}",
        f"marbles   {numbers(state, MARBLES)}",
        f"run       {' '.join(str(state.run[name]) for name in run_fields(state))}",
        f"board     {board_words(state)}",
        f"upright   {' '.join(map(str, state.upright))}",
        f"falls     {' '.join(str(figure + 1) for figure in state.falls[: state.fallen]) or NONE}",
        f"deck      {counted(CARD_WORDS, state.deck)}",
        f"discards  {counted(CARD_WORDS, state.discards)}",
        f"tracker   {counted(CARD_WORDS, state.tracker)}",
        f"box       {counted(CARD_WORDS, state.box)}",
        f"shop      {counted(SHORT_SOUVENIRS, state.shop)}",
        f"gone      {counted(SHORT_SOUVENIRS, state.gone)}",
        f"end       {ENDINGS[state.ending].replace(' ', '-') or NONE}",
        *(seat_words(state, seat) for seat in range(state.seats)),
        *(figure_words(state, figure) for figure in range(state.count)),
    ]) + "\n"  # fmt: skip


def numbers(state: Any, names: Iterable[str]) -> str:
    return ", ".join(f"{name} {state[name]}" for name in names)


def run_fields(state: Any) -> list[str]:
    """Without the gaps between the fields of the record."""
    return [name for name in state.run.dtype.names if "gap" not in name]


def counted(names: Sequence[str], pile: Iterable[int]) -> str:
    """Things of several kinds: shop-3 roots-4x2."""
    pairs = [(name, int(number)) for name, number in zip(names, pile, strict=True) if number]
    return " ".join(name if number == 1 else f"{name}x{number}" for name, number in pairs) or NONE


def card_word(card: int) -> str:
    return NONE if card == NO_CARD else CARD_WORDS[card]


def space_word(space: int) -> str:
    return NONE if space == NOWHERE else SPACE_IDS[space]


def slab_mark(token: int) -> str:
    return EMPTY_SLAB if token == NO_TOKEN else TOKEN_MARKS[token]


def holder(figure: int) -> str:
    return WHERE.get(int(figure)) or f"figure {figure + 1}"


def board_words(state: Any) -> str:
    """s stands, f has fallen: S4s M18f."""
    there = [space for space in range(SPACES) if state.board[space]]
    words = [f"{SPACE_IDS[space]}{BOARD_MARKS[state.board[space]]}" for space in there]
    return " ".join(words) or NONE


def job_words(job: Any) -> str:
    """meeting 2 with 3: figure 2, concerning 3; drawing 1 x2."""
    words = f"{TASKS[job.task]} {job.figure + 1}"
    words += f" with {job.what}" if job.what else ""
    return words + (f" x{job.many}" if job.many else "")


def seat_words(state: Any, seat: int) -> str:
    hand = [CARD_WORDS[card] for card in state.hands[seat] if card != NO_CARD]
    kit = counted(SHORT_SOUVENIRS, state.souvenirs[seat])
    return f"seat {seat + 1}    cards {' '.join(hand) or NONE}, souvenirs {kit}"


def figure_words(state: Any, figure: int) -> str:
    one = state.figures[figure]
    tokens = [token_words(state, one, place) for place in range(int(one.held))]
    pictures = [name for colour, name in enumerate(COLOURS) if int(one.pictures) >> colour & 1]
    return (
        f"figure {figure + 1}  {POSTURES[one.posture]} {space_word(int(one.at))}, "
        f"reached {one.reached}, pictures {' '.join(pictures) or NONE}: {' '.join(tokens) or NONE}"
    )


def token_words(state: Any, figure: Any, place: int) -> str:
    known = int(figure.known[place])
    seats = "".join(str(seat + 1) for seat in range(state.seats) if known >> seat & 1)
    return f"{COLOURS[figure.tokens[place]]}:{ALL if known == EVERYONE else seats}"
