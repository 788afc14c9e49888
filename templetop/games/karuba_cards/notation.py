"""Islands and whole tables as text, both ways.

A card is written as a mark: its number, its paths as on the sheet of pieces, the crystal or gold on
it, and a letter for who is on it:

    .        an empty space
    3┤◆      card 3, a junction with a crystal
    9└b      card 9 with the blue adventurer: b blue, o orange, g green, p purple
    16╵B     card 16 with the blue temple

An island is drawn with a mark for each space, and the names of the columns and rows around it. In
the short form, for tests, there are no names: the first card that is drawn lies in the middle, and
any part of a mark is enough (┼ is the lowest crossing that is left, and B the blue temple).
"""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from templetop.engine.bits import members, move_set
from templetop.engine.notation import (
    BadNotation,
    Line,
    Lines,
    Mark,
    options_words,
    written_lines,
)
from templetop.games.karuba_cards import moves
from templetop.games.karuba_cards.hand import (
    NO_SEAT,
    cards_in,
    cards_of,
    drawer,
    hand_size,
    sum_of,
)
from templetop.games.karuba_cards.island import (
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
from templetop.games.karuba_cards.pieces import (
    CARDS,
    CRYSTALS,
    DRAWING,
    EAST,
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
from templetop.games.karuba_cards.rules import legal, lowest_sum
from templetop.games.karuba_cards.start import OPTIONS, new
from templetop.games.karuba_cards.state import (
    CHOOSE,
    DISCARD,
    DRAW,
    LAY,
    NO_CHOICE,
    OVER,
    PHASES,
    State,
)

MARK_OF = {treasure: mark for mark, treasure in TREASURE_MARKS.items()}
EMPTY = "."
NONE = "-"  # where a list of cards is empty
COLUMN_NAMES = "abcdefg"
SPACE_NAMES = [space_name(space) for space in range(SPACES)]
PILES = ("hand", "pile", "played", "discards")
ISLAND = "island"
PLAYED = 2  # so many cards are played in a round
DECIDED = "decided: "

Place = tuple[str, int]  # in a pile, or on the island
Where = TypeVar("Where")

CARD_MARK = re.compile(rf"([0-9]{{1,2}})?([{''.join(PATHS)}])?([◆●])?([bogpBOGP])?")


def space_of(name: str) -> int:
    """The space of that name."""
    if name not in SPACE_NAMES:
        raise BadNotation(f"There is no space {name!r}; they are called a1 to g7.")
    return SPACE_NAMES.index(name)


# ── Writing an island ────────────────────────────────────────────────────────────────────────────


def card_mark(card: int) -> str:
    """A card in full: 3┤◆, or 9└b."""
    return f"{card}{DRAWING[card]}{shows(card)}{LETTER[card]}"


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


# ── Reading an island ────────────────────────────────────────────────────────────────────────────


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
        and drawing in ("", DRAWING[card])
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
        player[pile] = int(player[pile]) & ~cards_of(list(cards.values()))
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


# ── Writing the table ────────────────────────────────────────────────────────────────────────────


def write(state: Any) -> str:
    """The whole table, with all hands and piles and with what the seats have decided unseen."""
    lines = [
        f"Karuba: The Card Game for {state.seats} seats",
        f"options   {options_words(OPTIONS, [state.detours])}",
        f"round     {state.rounds}",
        f"phase     {PHASES[state.phase]}",
    ]
    for seat in range(state.seats):
        lines += ["", f"seat {seat + 1}: {decision_words(state, seat)}"]
        lines += [f"{pile:<9} {pile_words(state.players[seat][pile])}" for pile in PILES]
        lines.append(write_island(state, seat))
    return "\n".join(lines) + "\n"


def decision_words(state: Any, seat: int) -> str:
    """Whether the seat is to decide, and what it has decided."""
    choice = int(state.players[seat].choice)
    if choice != NO_CHOICE:
        return f"{DECIDED}{choice_words(state, seat, choice)}"
    return "deciding" if int(state.deciding) >> seat & 1 and state.phase != DRAW else "waiting"


def choice_words(state: Any, seat: int, choice: int) -> str:
    """A decision in the fewest words: keep 7, discard 7, lay 7 on c4."""
    if not moves.is_lay(choice):
        return moves.code(state, seat, choice)
    card = moves.card_of_lay(state.players[seat], choice)
    return f"lay {card} on {space_name(moves.space_of_lay(choice))}"


def pile_words(cards: Any) -> str:
    """Cards in the order of their numbers: 3┤◆ 4─● 12┘p."""
    return " ".join(map(card_mark, cards_in(cards))) or NONE


# ── Reading the table ────────────────────────────────────────────────────────────────────────────

SEATS_FORM = "Karuba: The Card Game for ([2-6]) seats"
SEAT_FORM = "seat {}: (waiting|deciding|decided: .*)"


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state, phase = read_agreement(lines)
    seats = [read_seat(lines, state, seat) for seat in range(state.seats)]
    lines.end("the last island")
    settle(state)
    check_cards(state, [line for line, _ in seats])
    check_rounds(state, phase)
    for seat, (line, decision) in enumerate(seats):
        state.players[seat].choice = choice_of(state, seat, line, decision)
    check_somebody_decides(state, phase)
    lines.agree_with(write(state))
    return state


def read_agreement(lines: Lines) -> tuple[Any, Line]:
    """A new table for so many seats, with these options; and where its phase is written."""
    _, (seats,) = lines.take(SEATS_FORM, "'Karuba: The Card Game for' 2 to 6 seats")
    settings = lines.settings(OPTIONS)
    _, (number,) = lines.take(f"round ([1-{ROUNDS}])", f"the round, 1 to {ROUNDS}")
    phase, _ = lines.take("phase .*", "the phase")
    state = np.zeros(1, State)[0]
    new(state, int(seats), settings)
    state.rounds = int(number)
    return state, phase


def read_seat(lines: Lines, state: Any, seat: int) -> tuple[Line, str]:
    """The cards of a seat, none of them in two places; its decision is understood in the end."""
    player = state.players[seat]
    first, (decision,) = lines.take(SEAT_FORM.format(seat + 1), f"seat {seat + 1}")
    marks = {place: mark for pile in PILES for place, mark in read_pile(lines, pile).items()}
    field = [lines.next("a row of an island") for _ in range(1 + SIDE)]
    marks |= {(ISLAND, space): mark for space, mark in marks_with_names(field).items()}
    cards = cards_drawn(marks)
    island = {space: card for (where, space), card in cards.items() if where == ISLAND}
    check_shape(field, island)
    lay_out(player, island)
    for pile in PILES:
        player[pile] = cards_of([card for (where, _), card in cards.items() if where == pile])
    return first, str(decision)


def read_pile(lines: Lines, pile: str) -> dict[Place, Mark]:
    """The marks in a pile."""
    line, (words,) = lines.take(f"{pile} (.*)", f"the {pile}")
    marks = [] if words == NONE else words.split()
    return {(pile, number): Mark(line, word) for number, word in enumerate(marks)}


def settle(state: Any) -> None:
    """What follows from the cards that were read."""
    state.phase = phase_of(state)
    seats = range(state.seats)
    played = [state.players[seat].played for seat in seats]
    if state.phase == DISCARD:
        deciding = [seat for seat in seats if sum_of(played[seat]) == lowest_sum(state)]
    elif state.phase == LAY:
        deciding = [seat for seat in seats if played[seat]]
    else:
        deciding = [*seats] if state.phase == CHOOSE else []
    state.deciding = sum(1 << seat for seat in deciding)


def phase_of(state: Any) -> int:
    """What comes next at this table."""
    played = [len(cards_in(state.players[seat].played)) for seat in range(state.seats)]
    if any(played):
        return DISCARD if min(played) == PLAYED else LAY
    if drawer(state) == NO_SEAT:
        return CHOOSE
    everything_drawn = not any(state.players[seat].pile for seat in range(state.seats))
    return OVER if state.rounds == ROUNDS and everything_drawn else DRAW


def check_cards(state: Any, lines: list[Line]) -> None:
    """Everyone has all 16 cards, and as many of them in each place as the round wants."""
    for seat, line in enumerate(lines):
        player = state.players[seat]
        counts = {pile: len(cards_in(player[pile])) for pile in PILES}
        counts[ISLAND] = len(cards_by_space(player))
        if sum(counts.values()) != CARDS:
            raise line.refusal(f"there are {sum(counts.values())} cards, not {CARDS}.")
        if counts["hand"] not in hands_possible(state, seat):
            raise line.refusal(f"nobody has {counts['hand']} cards in hand here.")
        if PLAYED * rounds_played(state) != CARDS - counts["hand"] - counts["pile"]:
            raise line.refusal(f"so many cards have not been seen in round {state.rounds}.")
        if counts["discards"] > rounds_compared(state) or counts["played"] > PLAYED:
            raise line.refusal("one card at most is discarded in a round, and two are played.")
        if state.phase == LAY and not counts[ISLAND]:
            raise line.refusal(f"the first card lies on {space_name(MIDDLE)}.")
        if state.phase == LAY and state.rounds == 1 and not is_lower_laid(player):
            raise line.refusal(f"the lower of two cards lies on {space_name(MIDDLE)}.")


def is_lower_laid(player: Any) -> bool:
    """3.3.5  In the first round the lower card lies down by itself, and the higher comes later."""
    return all(card > cards_by_space(player)[MIDDLE] for card in cards_in(player.played))


def check_rounds(state: Any, phase: Line) -> None:
    """Somebody has lost a card in every round that was compared, and all lay step by step."""
    players = [state.players[seat] for seat in range(state.seats)]
    if sum(len(cards_in(player.discards)) for player in players) < rounds_compared(state):
        raise phase.refusal("in every round somebody discards a card.")  # 3.2.1
    to_lay = [len(cards_in(player.played)) for player in players]
    if state.phase == LAY and state.rounds > 1 and {0, PLAYED} <= {*to_lay}:
        raise phase.refusal("all lay their first card at the same time.")  # 3.3.2


def hands_possible(state: Any, seat: int) -> Sequence[int]:
    """3.4.1  How many cards the seat can hold: seats draw one after the other."""
    before = 0 if state.rounds == 1 else 1  # the card that was kept
    if state.phase == CHOOSE or (state.phase == DRAW and seat < drawer(state)):
        return [hand_size(state)]
    if state.phase == DRAW:
        return range(before, hand_size(state) if seat == drawer(state) else before + 1)
    return [0 if state.rounds == ROUNDS else 1]


def rounds_played(state: Any) -> int:
    """In how many rounds two cards were turned face up."""
    return int(state.rounds) - (state.phase in (DRAW, CHOOSE))


def rounds_compared(state: Any) -> int:
    """In how many rounds the lowest have discarded."""
    return int(state.rounds) - (state.phase in (DRAW, CHOOSE, DISCARD))


def choice_of(state: Any, seat: int, line: Line, decision: str) -> int:
    """3.1.1, 3.2.2, 3.3.1  The legal move that is written here, if the seat has decided."""
    if not decision.startswith(DECIDED):
        return NO_CHOICE
    possible = move_set(moves.MOVES)
    if int(state.deciding) >> seat & 1:
        legal(state, seat, possible)
    for move in members(possible):
        if choice_words(state, seat, move) == decision.removeprefix(DECIDED):
            state.deciding &= ~(1 << seat)
            return move
    raise line.refusal(f"{decision.removeprefix(DECIDED)!r} cannot be decided here.")


def check_somebody_decides(state: Any, phase: Line) -> None:
    """3.1.3  When all have decided, everything is carried out."""
    if state.phase in (CHOOSE, DISCARD, LAY) and state.deciding == 0:
        raise phase.refusal("when all seats have decided, everything is carried out.")
