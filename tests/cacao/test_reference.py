"""The game held against the reference: all that may be done, and all that follows, move by move."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.games.cacao.rules.ground import SIZE, number_at
from templetop.games.cacao.rules.state import CHOOSING, FILLING, PLACING, TURNING, WORKING

from .drawn import (
    CARD,
    KINDS,
    MARKS,
    THREE_SPACES,
    TWO_SPACES,
    is_over,
    places,
    points,
    table,
    told,
)
from .reference import Board, Place, Table, outcomes

NAMES = ["third_fill", "declining", "building_over"]
COLUMNS = [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab", "ac", "ad", "ae", "af"]
OPTIONS = [  # every pair of choices
    ("chosen", "anything", "by_place"),
    ("chosen", "sales", "by_tile"),
    ("blind", "anything", "by_tile"),
    ("blind", "sales", "by_place"),
]


# ── The same table twice ─────────────────────────────────────────────────────────────────────────


def place_of(name: str) -> Place:
    """A name as columns and rows from the first plantation, at p25, which are less than 16 away."""
    column, row = COLUMNS.index(name[:-2]), int(name[-2:]) - 10
    return (column - 15 + 16) % SIZE - 16, (row - 15 + 16) % SIZE - 16


def codes(state: Any) -> dict[str, int]:
    """What whoever is asked may do: as it is typed, and its number."""
    (seat,) = seats_to_move(state)
    return {told(state, seat, move): move for move in legal_moves(state, seat)}


def boards(state: Any) -> list[Board]:
    players = [state.players[seat] for seat in range(state.seats)]
    return [Board(int(p.gold), int(p.cacao), int(p.suns), int(p.water)) for p in players]


def one_seats_answers(state: Any) -> list[Any]:
    """All different tables that the answers of the seat now asked lead to."""
    seat = seats_to_move(state)
    waiting: dict[bytes, Any] = {state.tobytes(): state}
    found: dict[bytes, Any] = {}
    while waiting:
        _, before = waiting.popitem()
        for move in codes(before).values():
            after = before.copy()
            make(after, [(seat[0], move)])
            is_asked = after.phase in (CHOOSING, WORKING) and seats_to_move(after) == seat
            (waiting if is_asked else found)[after.tobytes()] = after
    return [*found.values()]


class Pair:
    """A game and its reference, played side by side."""

    def __init__(self, seats: int, options: dict[str, str], random: Random) -> None:
        self.state = CARD.start(seats, options)
        self.table = Table(seats, by_tile=options["building_over"] == "by_tile")
        self.declining = options["declining"]
        self.random = random
        self.square: Place = (0, 0)
        self.possible = [frozenset({Board()})] * seats  # boards at the end of the turn
        self.seen: Counter[str] = Counter()  # how often what is rare has come up

    def play(self, code: str = "") -> None:
        """One move, chosen at random if none is given; what there was to choose from is checked."""
        state, (seat,) = self.state, seats_to_move(self.state)
        phase, in_turn = int(state.phase), bool(state.spaces)
        offered = codes(state)
        code = code or self.random.choice(sorted(offered))
        if seat == CHANCE:
            self.draw(code, in_turn)
        elif phase == PLACING:
            self.take_square(offered, code)
        elif phase == TURNING:
            assert {*offered} == self.table.faces()
            self.lay(code)
        elif phase == FILLING:
            self.fill(offered, code)
        make(state, [(seat, offered[code])])
        if phase in (PLACING, TURNING, FILLING) or in_turn:
            self.fill_unasked()
            if state.phase not in (TURNING, FILLING) and not state.spaces:
                self.end_filling()
                self.let_act()

    def draw(self, code: str, in_turn: bool) -> None:
        what, tile = code.split()
        if what == "draw":
            seat = int(self.state.active)
            assert self.table.decks[seat][tile] > 0
            self.table.decks[seat][tile] -= 1
            self.table.hands[seat][tile] += 1
            return
        assert self.table.pile[tile.upper()] > 0
        self.table.pile[tile.upper()] -= 1
        self.table.display.append(tile.upper())
        if in_turn and self.state.blind:
            (space,) = self.table.to_fill()
            self.table.fill(space, tile.upper())

    def take_square(self, offered: dict[str, int], code: str) -> None:
        self.end_turn()
        self.begin_turn()
        assert {place_of(name) for name in offered} == self.table.squares()
        self.square = place_of(code)
        left = self.table.hands[self.table.active] + self.table.decks[self.table.active]
        if {*left} == {"1-1-1-1"}:
            self.lay("1111")

    def lay(self, face: str) -> None:
        self.seen["built over"] += self.square in self.table.workers
        self.table.lay(self.square, face)

    def begin_turn(self) -> None:
        """3.5.1, 3.5.2  Everyone has drawn, and the display is full, as far as there are tiles."""
        table = self.table
        table.active = int(self.state.active)
        assert len(table.display) == min(2, len(table.display) + table.pile.total())
        for hand, deck in zip(table.hands, table.decks):
            assert hand.total() == min(3, hand.total() + deck.total())

    def end_filling(self) -> None:
        """3.2.2  No space stays empty while there are tiles."""
        table = self.table
        assert not (table.to_fill() and (table.display or table.pile.total()))
        self.seen["filled a third"] += len(table.filled) == 3
        self.seen["had too few tiles"] += bool(table.filled and table.to_fill())

    def end_turn(self) -> None:
        """What the seats have made of their chances was possible."""
        now = boards(self.state)
        assert all(board in possible for board, possible in zip(now, self.possible))
        self.table.boards = now

    def fill(self, offered: dict[str, int], code: str) -> None:
        """What may be filled is in test_3_2_filling.py; here, that the letter allows it."""
        allowed = {*product(self.table.display, self.table.to_fill())}
        chosen = {words: self.tile_and_space(words) for words in offered}
        assert len(chosen) > 1
        assert allowed >= {*chosen.values()}
        tile, space = chosen[code]
        self.table.fill(space, tile)

    def tile_and_space(self, code: str) -> tuple[str, Place]:
        tile, name = code.split()
        return tile.upper(), place_of(name)

    def fill_unasked(self) -> None:
        """Spaces that the game filled without asking, because all tiles were alike."""
        for space in self.table.to_fill():
            tile = MARKS[self.state.jungle[number_at(15 + space[0], 15 + space[1])]]
            if tile != ".":
                assert {*self.table.display} == {tile}
                self.table.fill(space, tile)

    def let_act(self) -> None:
        """Whatever the seats answer from here, they reach all that the letter allows, and no more.

        Nobody's answers change what another one can get, so each seat is followed by itself.
        """
        seats = range(self.table.seats)
        self.possible = [
            outcomes(self.table.boards[seat], self.table.edges(seat), self.declining)
            for seat in seats
        ]
        state, asked = self.state, {}
        while state.phase in (CHOOSING, WORKING):
            (seat,) = seats_to_move(state)
            answered = one_seats_answers(state)
            asked[seat] = {boards(after)[seat] for after in answered}
            state = self.random.choice(answered)
        reached = [asked.get(seat, {board}) for seat, board in enumerate(boards(state))]
        assert reached == self.possible


@pytest.mark.parametrize("game", range(4))
@pytest.mark.parametrize("choices", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_the_one_that_is_played_to_the_letter(
    seats: int, choices: tuple[str, ...], game: int
) -> None:
    options = dict(zip(NAMES, choices))
    pair = Pair(seats, options, Random(f"{seats} {options} {game}"))
    while not is_over(pair.state):
        pair.play()
        assert Counter(pair.table.display) == Counter(display_of(pair.state))
    pair.end_turn()
    assert points(pair.state) == pair.table.points()
    assert places(pair.state) == pair.table.places()
    assert not pair.table.display
    assert all(not hand.total() for hand in [*pair.table.hands, *pair.table.decks])


# ── What is rare ─────────────────────────────────────────────────────────────────────────────────


def pair_from(state: Any, random: Random) -> Pair:
    """A table that is drawn, and its reference."""
    options = {
        "third_fill": ["chosen", "blind"][state.blind],
        "declining": ["sales", "anything"][state.declines],
        "building_over": ["by_place", "by_tile"][state.by_tile],
    }
    pair = Pair(int(state.seats), options, random)
    players = [state.players[seat] for seat in range(state.seats)]
    pair.state, pair.possible = state, [frozenset({board}) for board in boards(state)]
    pair.table.boards = boards(state)
    pair.table.hands = [Counter(named(KINDS, player.hand)) for player in players]
    pair.table.decks = [Counter(named(KINDS, player.deck)) for player in players]
    pair.table.display = display_of(state)
    pair.table.pile = Counter(named(MARKS, state.pile))
    view = CARD.view(state, None)
    pair.table.jungle = {place_of(tile.name): tile.mark for tile in view.jungle_tiles}
    pair.table.workers = {
        place_of(tile.name): [(tile.seat, "".join(map(str, tile.workers)))]
        for tile in view.worker_tiles
    }
    return pair


@pytest.mark.parametrize("game", range(4))
@pytest.mark.parametrize("choices", OPTIONS)
@pytest.mark.parametrize(("what", "ground", "tiles", "square"), [
    ("filled a third",     THREE_SPACES, ("TE WA", "SU P1 M3 G1"),  "q27"),
    ("filled a third",     THREE_SPACES, ("M3 M3", "WA"),           "q27"),
    ("had too few tiles",  THREE_SPACES, ("M3 P1", ""),             "q27"),
    ("had too few tiles",  TWO_SPACES,   ("G2", ""),                "r26"),
    ("built over",         TWO_SPACES,   ("", ""),                  "q25"),
])  # fmt: skip
def test_what_is_rare_is_played_to_the_letter_too(
    what: str,
    ground: str,
    tiles: tuple[str, str],
    square: str,
    choices: tuple[str, ...],
    game: int,
) -> None:
    """The turn in which it comes up, and some more."""
    display, pile = tiles
    options = dict(zip(NAMES, choices))
    suns = {"suns": 2, "cacao": game}
    state = table(ground, display=display, pile=pile, options=options, red=suns, purple=suns)
    pair = pair_from(state, Random(f"{what} {tiles} {options} {game}"))
    pair.play(square)
    while pair.state.laid < 6:
        pair.play()
        assert Counter(pair.table.display) == Counter(display_of(pair.state))
    assert pair.seen[what]


def named(names: list[str], counts: Any) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, counts) if count}


def display_of(state: Any) -> list[str]:
    return [mark for mark, count in zip(MARKS, state.display) for _ in range(count)]
