"""Islands and tables read from text, as `people/notation.py` writes them; damaged ones are refused.

In the short form of an island, for tests, there are no names of columns and rows: the first card
that is drawn lies in the middle, and any part of a mark is enough (┼ is the lowest crossing that is
left, and B the blue temple).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from templetop.games import shelf
from templetop.games.karuba_cards.people.notation import (
    COLUMN_NAMES,
    EMPTY,
    NONE,
    PILES,
    cards_by_space,
    shows,
    write,
)
from templetop.games.karuba_cards.rules.hand import NO_SEAT, cards_in, drawer, hand_size
from templetop.games.karuba_cards.rules.island import (
    FIELD,
    FRAME,
    FRAMES_AROUND,
    MIDDLE,
    NOWHERE,
    SIDE,
    SPACES,
    beside,
    space_name,
)
from templetop.games.karuba_cards.rules.pieces import (
    CARDS,
    CRYSTALS,
    EAST,
    FACE,
    LETTER,
    NORTH,
    NOTHING,
    NUGGETS,
    PATHS,
    ROUNDS,
    SOUTH,
    TREASURE,
    TREASURE_MARKS,
    WEST,
)
from templetop.games.karuba_cards.rules.start import OPTIONS
from templetop.games.karuba_cards.rules.state import CHOOSING, DISCARDING, DRAWING, LAYING, OVER
from templetop.games.karuba_cards.rules.turn import lowest
from tests.reading import BadNotation, Line, Lines, Mark, written_lines

SPACE_NAMES = [space_name(space) for space in range(SPACES)]
ISLAND = "island"
TURNED = "turned"  # wherever else these cards are
PLAYED = 2  # so many cards are played in a round

Place = tuple[str, int]  # in a pile, or on the island
Where = TypeVar("Where")

CARD_MARK = re.compile(rf"([0-9]{{1,2}})?([{''.join(PATHS)}])?([◆●])?([bogpBOGP])?")


def space_of(name: str) -> int:
    """The space of that name."""
    if name not in SPACE_NAMES:
        raise BadNotation(f"There is no space {name!r}; they are called a1 to g7.")
    return SPACE_NAMES.index(name)


def cards_of(numbers: Iterable[int]) -> int:
    """The set of these cards."""
    return sum(1 << number for number in numbers)


# ── An island ────────────────────────────────────────────────────────────────────────────────────


def read_island(text: str, state: Any, seat: int) -> None:
    """Make a seat's island what is drawn. Its cards are nowhere else then."""
    lines = written_lines(text)
    marks = marks_drawn(lines)
    cards = cards_drawn(marks)
    check_shape(lines, cards)
    lay_out(state.players[seat], cards)


def marks_drawn(lines: list[Line]) -> dict[int, Mark]:
    """The marks of cards by their space; those of the short form are moved to the middle."""
    if lines and lines[0].text.split() == list(COLUMN_NAMES):
        return marks_with_names(lines)
    if len(lines) > FRAME:
        raise lines[FRAME].refusal(f"an island has at most {FRAME} rows.")
    drawn = [
        (row, column, Mark(line, word))
        for row, line in enumerate(lines)
        for column, word in enumerate(words_of(line, FRAME))
        if word != EMPTY
    ]
    up, left, _ = drawn[0] if drawn else (0, 0, None)
    return {MIDDLE + SIDE * (row - up) + column - left: mark for row, column, mark in drawn}


def marks_with_names(lines: list[Line]) -> dict[int, Mark]:
    """The form that `write_island` writes."""
    if lines[0].text.split() != list(COLUMN_NAMES):
        raise lines[0].refusal("here should be the names of the columns, a to g.")
    if len(lines) != 1 + SIDE:
        raise lines[-1].refusal(f"a field with its names takes {1 + SIDE} lines.")
    marks: dict[int, Mark] = {}
    for row, line in enumerate(lines[1:]):
        name, *words = line.text.split()
        if name != str(row + 1):
            raise line.refusal(f"here should be row {row + 1}, not {name!r}.")
        if len(words) != SIDE:
            raise line.refusal(f"there are {SIDE} marks in a row, not {len(words)}.")
        marks |= {SIDE * row + column: Mark(line, word) for column, word in enumerate(words)}
    return {space: mark for space, mark in marks.items() if mark.text != EMPTY}


def words_of(line: Line, most: int) -> list[str]:
    words = line.text.split()
    if len(words) > most:
        raise line.refusal(f"there are at most {most} marks in a row, not {len(words)}.")
    return words


def cards_drawn(marks: dict[Where, Mark]) -> dict[Where, int]:
    """The card of each mark; those with a number or a letter are looked up first."""
    free = list(range(1, CARDS + 1))
    cards = {}
    for where in sorted(marks, key=lambda where: leeway(marks[where])):
        cards[where] = lowest_fitting(marks[where], free)
        free.remove(cards[where])
    return cards


def leeway(mark: Mark) -> int:
    """The fewer cards a mark may mean, the sooner its own has to be found."""
    number, _, treasure, letter = parts(mark)
    return 0 if number or letter else 1 if treasure else 2


def parts(mark: Mark) -> tuple[str, str, str, str]:
    """Number, drawing, treasure and letter, each perhaps empty."""
    match = CARD_MARK.fullmatch(mark.text)
    if not match:
        raise mark.line.refusal(f"{mark.text!r} is not the mark of a card.")
    number, drawing, treasure, letter = (part or "" for part in match.groups())
    return number, drawing, treasure, letter


def lowest_fitting(mark: Mark, free: list[int]) -> int:
    """The lowest card that has everything the mark has; rather one without more than that."""
    number, drawing, sign, letter = parts(mark)
    fitting = [
        card
        for card in free
        if number in ("", str(card))
        and drawing in ("", FACE[card])
        and TREASURE_MARKS[sign] in (NOTHING, TREASURE[card])
        and letter in ("", LETTER[card])
    ]
    if not fitting:
        raise mark.line.refusal(f"there is no card {mark.text!r}, or it is used elsewhere.")
    return min(fitting, key=lambda card: (LETTER[card] != letter, shows(card) != sign))


def check_shape(lines: list[Line], cards: dict[int, int]) -> None:
    """3.3.3, 3.3.5, 3.3.6  An island is one piece of at most 4 x 4 cards, one in the middle."""
    laid = sum(1 << space for space in cards)
    if not cards:
        return
    if any(laid & ~int(FRAMES_AROUND[space]) for space in cards):
        raise lines[-1].refusal(f"the island is larger than {FRAME} x {FRAME}.")
    if MIDDLE not in cards:
        raise lines[-1].refusal(f"the first card lies on {space_name(MIDDLE)}.")
    if laid != connected(1 << MIDDLE, laid):
        raise lines[-1].refusal("the cards of an island touch, edge to edge.")


def connected(spaces: int, laid: int) -> int:
    """All laid spaces that hang together with these."""
    beyond = spaces | int(beside(np.uint64(spaces))) & laid
    return spaces if beyond == spaces else connected(beyond, laid)


def lay_out(player: Any, cards: dict[int, int]) -> None:
    """Lay these cards and no others; they leave the hand and wherever else they were."""
    for pile in PILES:
        player[pile] = int(player[pile]) & ~cards_of(cards.values())
    player.places[:] = NOWHERE
    player.frame = FIELD
    for space, card in cards.items():
        player.places[card] = space
        player.frame &= FRAMES_AROUND[space]
    player.laid = sum(1 << space for space in cards)
    player.north, player.east = showing(cards, NORTH), showing(cards, EAST)
    player.south, player.west = showing(cards, SOUTH), showing(cards, WEST)
    player.crystals, player.gold = showing(cards, CRYSTALS), showing(cards, NUGGETS)


def showing(cards: dict[int, int], shown: Any) -> int:
    """The spaces whose card shows that."""
    return sum(1 << space for space, card in cards.items() if shown[card])


# ── The table ────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state, phase = read_agreement(lines)
    seats = [read_seat(lines, state, seat) for seat in range(state.seats)]
    lines.end("the last island")
    state.phase = phase_of(state)
    for seat, line in enumerate(seats):
        check_cards(state, seat, line)
        check_turned(state, seat, line)
    check_rounds(state, phase)
    lines.agree_with(write(state))
    return state


def read_agreement(lines: Lines) -> tuple[Any, Line]:
    """A new table for so many seats, with these options; and where its phase is written."""
    form = "Karuba: The Card Game for ([2-6]) seats"
    _, (seats,) = lines.take(form, "'Karuba: The Card Game for' 2 to 6 seats")
    settings = lines.settings(OPTIONS)
    _, (number,) = lines.take(f"round ([1-{ROUNDS}])", f"the round, 1 to {ROUNDS}")
    phase, _ = lines.take("phase .*", "the phase")
    card = shelf.take("karuba_cards")
    state = card.state()[0]
    card.new(state, int(seats), settings)
    state.rounds = int(number)
    return state, phase


def read_seat(lines: Lines, state: Any, seat: int) -> Line:
    """The cards of a seat, none of them in two places; returns where they begin."""
    player = state.players[seat]
    first, _ = lines.take(f"seat {seat + 1}", f"seat {seat + 1}")
    piles = {pile: read_pile(lines, pile) for pile in PILES}
    turned = cards_drawn(piles.pop(TURNED))
    field = [lines.next("a row of an island") for _ in range(1 + SIDE)]
    marks = {place: mark for pile in piles.values() for place, mark in pile.items()}
    marks |= {(ISLAND, space): mark for space, mark in marks_with_names(field).items()}
    cards = cards_drawn(marks)
    island = {space: card for (where, space), card in cards.items() if where == ISLAND}
    check_shape(field, island)
    lay_out(player, island)
    for pile in piles:
        player[pile] = cards_of(card for (where, _), card in cards.items() if where == pile)
    player.turned = cards_of(turned.values())
    return first


def read_pile(lines: Lines, pile: str) -> dict[Place, Mark]:
    """The marks in a pile."""
    line, (words,) = lines.take(f"{pile} (.*)", f"the {pile}")
    marks = [] if words == NONE else words.split()
    return {(pile, number): Mark(line, word) for number, word in enumerate(marks)}


def phase_of(state: Any) -> int:
    """What comes next at this table."""
    played = [len(cards_in(state.players[seat].played)) for seat in range(state.seats)]
    if any(played):
        return DISCARDING if min(played) == PLAYED else LAYING
    if drawer(state) == NO_SEAT:
        return CHOOSING
    everything_drawn = not any(state.players[seat].pile for seat in range(state.seats))
    return OVER if state.rounds == ROUNDS and everything_drawn else DRAWING


def check_cards(state: Any, seat: int, line: Line) -> None:
    """The seat has all 16 cards, and as many of them in each place as the round wants."""
    player = state.players[seat]
    counts = {pile: len(cards_in(player[pile])) for pile in PILES if pile != TURNED}
    counts[ISLAND] = len(cards_by_space(player))
    if sum(counts.values()) != CARDS:
        raise line.refusal(f"there are {sum(counts.values())} cards, not {CARDS}.")
    if counts["hand"] not in hands_possible(state, seat):
        raise line.refusal(f"nobody has {counts['hand']} cards in hand here.")
    if PLAYED * rounds_played(state) != CARDS - counts["hand"] - counts["pile"]:
        raise line.refusal(f"so many cards have not been seen in round {state.rounds}.")
    if counts["discards"] > rounds_compared(state) or counts["played"] > PLAYED:
        raise line.refusal("one card at most is discarded in a round, and two are played.")
    if state.phase == LAYING and not counts[ISLAND]:
        raise line.refusal(f"the first card lies on {space_name(MIDDLE)}.")
    if state.phase == LAYING and state.rounds == 1 and not is_lower_laid(player):
        raise line.refusal(f"the lower of two cards lies on {space_name(MIDDLE)}.")


def is_lower_laid(player: Any) -> bool:
    """3.3.5  In the first round the lower card lies down by itself, and the higher comes later."""
    return all(card > cards_by_space(player)[MIDDLE] for card in cards_in(player.played))


def check_turned(state: Any, seat: int, line: Line) -> None:
    """3.1.3  Two cards of the round lie open; 3.2.1  the lowest, and nobody else, lose one."""
    player = state.players[seat]
    turned, lost = cards_in(player.turned), cards_in(player.turned & player.discards)
    if len(turned) != (PLAYED if state.phase in (DISCARDING, LAYING) else 0):
        raise line.refusal(f"nobody has turned up {len(turned)} cards here.")
    if player.turned & (player.hand | player.pile) or player.played & ~player.turned:
        raise line.refusal("what is played was turned up, and lies open from then on.")
    if state.phase == LAYING and len(lost) != int(lowest(state)) >> seat & 1:
        raise line.refusal("the lowest sum loses one of its two cards, and no other does.")


def check_rounds(state: Any, phase: Line) -> None:
    """Somebody has lost a card in every round that was compared, and all lay step by step."""
    players = [state.players[seat] for seat in range(state.seats)]
    if sum(len(cards_in(player.discards)) for player in players) < rounds_compared(state):
        raise phase.refusal("in every round somebody discards a card.")  # 3.2.1
    to_lay = [len(cards_in(player.played)) for player in players]
    if state.phase == LAYING and state.rounds > 1 and {0, PLAYED} <= {*to_lay}:
        raise phase.refusal("all lay their first card at the same time.")  # 3.3.2


def hands_possible(state: Any, seat: int) -> Sequence[int]:
    """3.4.1  How many cards the seat can hold: seats draw one after the other."""
    before = 0 if state.rounds == 1 else 1  # the card that was kept
    if state.phase == CHOOSING or (state.phase == DRAWING and seat < drawer(state)):
        return [hand_size(state)]
    if state.phase == DRAWING:
        return range(before, hand_size(state) if seat == drawer(state) else before + 1)
    return [0 if state.rounds == ROUNDS else 1]


def rounds_played(state: Any) -> int:
    """In how many rounds two cards were turned face up."""
    return int(state.rounds) - (state.phase in (DRAWING, CHOOSING))


def rounds_compared(state: Any) -> int:
    """In how many rounds the lowest have discarded."""
    return int(state.rounds) - (state.phase in (DRAWING, CHOOSING, DISCARDING))
