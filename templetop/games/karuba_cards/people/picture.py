"""The table for a person in the terminal, drawn with characters; rich prints it."""

import textwrap
from collections.abc import Sequence
from itertools import product
from typing import Any

from templetop.engine.canvas import (
    Canvas,
    Looks,
    Size,
    Spot,
    boxed,
    first_that_fits,
    in_a_column,
    in_a_row,
    in_rows,
    lines,
)
from templetop.engine.match import seats_to_move
from templetop.engine.picture import Drawing, Picture
from templetop.games.karuba_cards.people.notation import MARK_OF, card_mark, cards_by_space
from templetop.games.karuba_cards.rules.hand import cards_in, sum_of
from templetop.games.karuba_cards.rules.island import FRAME, MIDDLE, SIDE, SPACES, space_name
from templetop.games.karuba_cards.rules.pieces import (
    ADVENTURERS,
    CRYSTAL,
    FACE,
    GOLD,
    LETTER,
    LETTERS,
    PATHS,
    ROUNDS,
    TREASURE,
)
from templetop.games.karuba_cards.rules.scoring import points_for, points_of
from templetop.games.karuba_cards.rules.state import CHOOSING, DISCARDING, DRAWING, OVER
from templetop.games.karuba_cards.rules.turn import open_spaces

# The look of everything that is drawn, in colour and without.
COLOURED = {
    "bold": "bold",
    "dim": "dim",
    "path": "bold #f2dca4",
    "jungle": "#4f8a5b",
    "number": "bold #d5ecd2",
    "card even": "on #1b5133",
    "card odd": "on #206040",
    "name": "#b9c9be",
    "dot": "#56635b",
    "empty even": "on #222b26",
    "empty odd": "on #28322c",
    CRYSTAL: "bold #8ff0ff",
    GOLD: "bold #ffd54a",
    "b": "bold #ffffff on #2563eb",
    "o": "bold #1a1a1a on #fb923c",
    "g": "bold #10240f on #86e07a",
    "p": "bold #ffffff on #9333ea",
}
PLAIN = {
    **dict.fromkeys(COLOURED, ""),
    **dict.fromkeys(["bold", "path", CRYSTAL, GOLD, *LETTERS], "bold"),
    **dict.fromkeys(["dim", "jungle", "number", "dot"], "dim"),
}

SPACE_WIDTH, SPACE_HEIGHT = 7, 3
CARD_WIDTH, CARD_HEIGHT = 9, 5  # in a hand
SMALL_SPACE = 4
SMALL_WIDTH = FRAME * SMALL_SPACE
NOTES_WIDTH = 13  # what stands beside a small island
SIDE_WIDTH = 38  # what lies beside the large island needs so much
GAP = 3
HOMES_TO_END = 23  # from the first adventurer to the end of a line of the standings


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


def draw_card(canvas: Canvas, spot: Spot, size: Size, card: int, ground: str) -> None:
    """Jungle with a number in its upper left corner, the paths, and what is on them."""
    drawing = FACE[card]
    canvas.dot(spot, size, "jungle", ground)
    canvas.draw_paths(spot, size, drawing, PATHS[drawing], "path", ground)
    canvas.put(spot, f"{card} ", "number", ground)
    middle, centre = spot[0] + size[1] // 2, spot[1] + (size[0] - 1) // 2
    if treasure := int(TREASURE[card]):
        canvas.put((middle, centre), MARK_OF[treasure], treasure, ground)
    if letter := LETTER[card]:
        canvas.put((middle, centre - 1), badge(letter, canvas.looks), letter.lower())


def badge(letter: str, looks: Looks) -> str:
    """An adventurer or a temple: on its colour, or in brackets where there are no colours."""
    if letter.isupper():
        return f"▲{letter} "
    return f"({letter})" if looks is PLAIN else f" {letter} "


def in_a_hand(cards: Any, looks: Looks) -> Canvas:
    """Cards side by side, larger than on an island."""
    drawn = []
    for number, card in enumerate(cards_in(cards)):
        canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, looks)
        ground = f"card {'odd' if number % 2 else 'even'}"
        draw_card(canvas, (0, 0), (CARD_WIDTH, CARD_HEIGHT), card, ground)
        drawn.append(canvas)
    return in_a_row(drawn, 1)


# ── Islands ──────────────────────────────────────────────────────────────────────────────────────


def rows_and_columns(spaces: int) -> tuple[range, range]:
    """The smallest piece of the field that holds all these spaces."""
    held = [divmod(space, SIDE) for space in range(SPACES) if spaces >> space & 1]
    rows, columns = zip(*held, strict=True) if held else ((0,), (0,))
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def ground_of(space: int, is_laid: bool) -> str:
    """Neighbouring spaces differ a little, like a chessboard."""
    parity = "odd" if sum(divmod(space, SIDE)) % 2 else "even"
    return f"{'card' if is_laid else 'empty'} {parity}"


def large_island(player: Any, looks: Looks) -> Canvas:
    """The cards, with paths that join from space to space, and the spaces open to the next one."""
    open_now = int(open_spaces(player)) if player.laid else 1 << MIDDLE
    rows, columns = rows_and_columns(int(player.laid) | open_now)
    canvas = Canvas(len(columns) * SPACE_WIDTH, len(rows) * SPACE_HEIGHT, looks)
    cards = cards_by_space(player)
    for row, column in product(rows, columns):
        space = row * SIDE + column
        spot = (row - rows[0]) * SPACE_HEIGHT, (column - columns[0]) * SPACE_WIDTH
        draw_space(canvas, spot, space, cards.get(space), bool(open_now >> space & 1))
    return canvas


def draw_space(canvas: Canvas, spot: Spot, space: int, card: int | None, is_open: bool) -> None:
    """A card, or the name of a space where one may be laid, or a dot."""
    ground = ground_of(space, card is not None)
    if card is not None:
        draw_card(canvas, spot, (SPACE_WIDTH, SPACE_HEIGHT), card, ground)
        return
    canvas.fill(spot, (SPACE_WIDTH, SPACE_HEIGHT), ground)
    words, look = (space_name(space), "name") if is_open else ("·", "dot")
    canvas.put((spot[0] + 1, spot[1] + 3), words, look, ground)


def small_island(player: Any, looks: Looks) -> Canvas:
    """One line for each row, four characters for each space; only where cards lie."""
    canvas = Canvas(SMALL_WIDTH, FRAME, looks)
    rows, columns = rows_and_columns(int(player.laid))
    for space, card in cards_by_space(player).items():
        row, column = divmod(space, SIDE)
        draw_small_card(canvas, (row - rows[0], (column - columns[0]) * SMALL_SPACE), space, card)
    return canvas


def draw_small_card(canvas: Canvas, spot: Spot, space: int, card: int) -> None:
    """The drawing with its arms, and behind it what is on the card."""
    row, column = spot
    ground, drawing = ground_of(space, is_laid=True), FACE[card]
    canvas.fill(spot, (SMALL_SPACE, 1), ground)
    canvas.draw_paths(spot, (SMALL_SPACE, 1), drawing, PATHS[drawing], "path", ground)
    if treasure := int(TREASURE[card]):
        canvas.put((row, column + 2), MARK_OF[treasure], treasure, ground)
    if letter := LETTER[card]:
        canvas.put((row, column + 2), letter, letter.lower())


# ── The table ────────────────────────────────────────────────────────────────────────────────────


class KarubaCardsDrawing(Drawing):
    """The table as a seat sees it, its own island in large; or as a spectator does."""

    coloured, plain = COLOURED, PLAIN

    def drawn(self, height: int | None = None) -> Canvas:
        """One's own island and cards, and the others' islands where there is height for them."""
        heading = self.heading(self.news())
        if self.seat is None:
            return in_a_column([heading, self.panels(self.seats), self.standings()])
        rivals = [seat for seat in self.seats if seat != self.seat]
        alone = in_a_column([heading, self.own([*self.cards(), self.standings()])])
        least = in_a_column([heading, self.own(self.cards())])
        return first_that_fits([in_a_column([alone, self.panels(rivals)]), alone, least], height)

    def own(self, side: list[Canvas]) -> Canvas:
        """One's own island, with the other things beside it, or below where there is no room."""
        island = large_island(self.state.players[self.seat], self.looks)
        if island.width + GAP + SIDE_WIDTH <= self.width:
            return in_a_row([island, in_a_column(side, 1)], GAP)
        return in_a_column([island, *side])

    # What is going on

    def news(self) -> str:
        round_number = f"round {self.state.rounds} of {ROUNDS}"
        return f"Karuba cards, {round_number}: {self.going_on()}."

    def going_on(self) -> str:
        """What the table is waiting for."""
        phase = self.state.phase
        if phase == DRAWING:
            return "cards are drawn"
        if phase == OVER:
            return self.outcome()
        if phase == DISCARDING:
            return f"{self.deciding()} to discard a card, {self.lowest_sum()} is the lowest sum"
        return f"{self.deciding()} to {'choose two cards' if phase == CHOOSING else 'lay a card'}"

    def lowest_sum(self) -> int:
        """3.2.1  That of those who have to discard."""
        return int(sum_of(self.state.players[seats_to_move(self.state)[0]].turned))

    # One's own cards

    def cards(self) -> list[Canvas]:
        """The hand, the cards to lay, and what is still to come."""
        player = self.state.players[self.seat]
        drawn = []
        if player.played:
            drawn += [self.titled(self.title_of_played(player), player.played)]
        if player.hand:
            title = "your card in hand" if player.played else "your hand"
            drawn += [self.titled(title, player.hand)]
        return [*drawn, self.lists(player)]

    def titled(self, title: str, cards: Any) -> Canvas:
        return in_a_column([lines([title], self.looks), in_a_hand(cards, self.looks)])

    def title_of_played(self, player: Any) -> str:
        if self.state.phase == DISCARDING:
            return f"you have played {sum_of(player.turned)}"
        return "to lay"

    def lists(self, player: Any) -> Canvas:
        """3.4.3  One knows which cards are in one's own pile, and which are out of the game."""
        words = []
        for title, cards in (("to come", player.pile), ("out", player.discards)):
            marks = " ".join(map(card_mark, cards_in(cards))) or "none"
            indent = " " * 8
            words += textwrap.wrap(
                marks, SIDE_WIDTH, initial_indent=f"{title:<8}", subsequent_indent=indent
            )
        return lines(words, self.looks, first="")

    # The others

    def panels(self, seats: Sequence[int]) -> Canvas:
        return in_rows([self.panel(seat) for seat in seats], self.width, 1)

    def panel(self, seat: int) -> Canvas:
        """A small island in a box, with its seat's name, points and open cards."""
        notes = Canvas(NOTES_WIDTH, FRAME, self.looks)
        for row, words in enumerate(self.notes(seat)[:FRAME]):
            notes.put((row, 0), words)
        island = small_island(self.state.players[seat], self.looks)
        return boxed(in_a_row([island, notes], 1), self.names[seat], self.progress(seat))

    def notes(self, seat: int) -> list[str]:
        """What a seat has played and discarded."""
        player = self.state.players[seat]
        played = [short_mark(card) for card in cards_in(player.played)]
        out = [short_mark(card) for card in cards_in(player.discards)]
        words = [f"plays {' '.join(played)}"] if played else []
        return words + textwrap.wrap(f"out {' '.join(out)}" if out else "", NOTES_WIDTH)

    def progress(self, seat: int) -> str:
        points = f"{points_of(self.state, self.state.players[seat])} points"
        return f"{points}, deciding" if self.is_deciding(seat) else points

    def standings(self) -> Canvas:
        """Who of each seat's adventurers would be home, and how many cards it has where."""
        canvas = self.roster("  points  home     laid hand pile", self.counts, self.width)
        homes = canvas.width - HOMES_TO_END
        for seat in self.seats:
            for colour in self.home(seat):
                letter = LETTERS[colour]
                canvas.put((1 + seat, homes + 2 * colour), f"{letter} ", letter)
        return canvas

    def home(self, seat: int) -> list[int]:
        """The colours that would reach their temples as things stand."""
        player = self.state.players[seat]
        return [colour for colour in range(ADVENTURERS) if points_for(self.state, player, colour)]

    def counts(self, seat: int) -> str:
        player = self.state.players[seat]
        points = points_of(self.state, player)
        laid, hand, pile = (int(player[cards]).bit_count() for cards in ("laid", "hand", "pile"))
        return f"{points:>8}  {'· ' * ADVENTURERS}{laid:>5}{hand:>5}{pile:>5}"


def short_mark(card: int) -> str:
    """A card by its number, and who is on it."""
    return f"{card}{LETTER[card]}"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    """The table as a seat sees it, or as a spectator does, for rich to print."""
    return Picture(KarubaCardsDrawing, state, seat, **how)
