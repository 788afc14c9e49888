"""The game held against the reference: all that may be done, and all that follows, move by move."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import prod
from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.cacao.card import CARD
from templetop.games.cacao.ground import SIZE
from templetop.games.cacao.rules import go_on_working
from templetop.games.cacao.state import FILL, PLACE, TURN, WORK

from .drawn import MARKS, is_over, places, points, table
from .reference import Board, Edge, Place, Table, outcomes

COLUMNS = [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab", "ac", "ad", "ae", "af"]
OPTIONS = list(product(["chosen", "blind"], ["sales", "anything"]))


# ── The same table twice ─────────────────────────────────────────────────────────────────────────


def place_of(name: str) -> Place:
    """A name as columns and rows from the first plantation, at p25, which are less than 16 away."""
    column, row = COLUMNS.index(name[:-2]), int(name[-2:]) - 10
    return (column - 15 + 16) % SIZE - 16, (row - 15 + 16) % SIZE - 16


def codes(state: Any) -> dict[str, int]:
    """What whoever is asked may do: as it is typed, and its number."""
    (seat,) = seats_to_move(state)
    return {CARD.code(state, seat, move): move for move in legal_moves(state, seat)}


def boards(state: Any) -> list[Board]:
    players = [state.players[seat] for seat in range(state.seats)]
    return [Board(int(p.gold), int(p.cacao), int(p.suns), int(p.water)) for p in players]


def copy_of(state: Any) -> Any:
    states = CARD.state()
    states[0] = state
    return states[0]


def reachable(state: Any) -> set[tuple[Board, ...]]:
    """All boards that the answers of the seats can lead to in this turn."""
    if state.phase != WORK:
        return {tuple(boards(state))}
    found = set()
    for move in codes(state).values():
        after = copy_of(state)
        ask.play(after, seats_to_move(state)[0], move)
        found |= reachable(after)
    return found


class Pair:
    """A game and its reference, played side by side."""

    def __init__(self, seats: int, third_fill: str, declining: str, random: Random) -> None:
        self.state = CARD.start(seats, {"third_fill": third_fill, "declining": declining})
        self.table = Table(seats)
        self.declining = declining
        self.random = random
        self.square: Place = (0, 0)
        self.possible = [frozenset({Board()})] * seats  # boards at the end of the turn

    def play(self) -> None:
        """One move, chosen at random; what there was to choose from is checked."""
        state, (seat,) = self.state, seats_to_move(self.state)
        phase, in_turn = int(state.phase), bool(state.spaces)
        offered = codes(state)
        code = self.random.choice(sorted(offered))
        if seat == CHANCE:
            self.draw(code, in_turn)
        elif phase == PLACE:
            self.take_square(offered, code)
        elif phase == TURN:
            assert {*offered} == self.table.faces()
            self.table.lay(self.square, code)
        elif phase == FILL:
            self.fill(offered, code)
        ask.play(state, seat, offered[code])
        if (phase in (PLACE, TURN, FILL) or in_turn) and state.phase not in (TURN, FILL):
            self.catch_up()

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
        self.table.active = int(self.state.active)
        assert {place_of(name) for name in offered} == self.table.squares()
        self.square = place_of(code)
        left = self.table.hands[self.table.active] + self.table.decks[self.table.active]
        if {*left} == {"1-1-1-1"}:
            self.table.lay(self.square, "1111")

    def end_turn(self) -> None:
        """What the seats have made of their chances was possible."""
        now = boards(self.state)
        assert all(board in possible for board, possible in zip(now, self.possible))
        self.table.boards = now

    def fill(self, offered: dict[str, int], code: str) -> None:
        spaces = self.table.to_fill()
        tiles = {word.split()[0].upper() for word in offered}
        assert tiles == {*self.table.display}
        choice_of_spaces = len(spaces) if len(spaces) > len(self.table.display) else 1
        assert len(offered) == choice_of_spaces * len(tiles)
        tile, _, name = code.partition(" ")
        self.table.fill(place_of(name) if name else spaces[0], tile.upper())

    def catch_up(self) -> None:
        """What the game did without asking: it filled spaces, and let workers act."""
        if self.state.spaces:
            return
        for space in self.table.to_fill():
            if self.table.display:
                assert len({*self.table.display}) == 1
                self.table.fill(space, self.table.display[0])
        seats = range(self.table.seats)
        edges = [self.table.edges(seat) for seat in seats]
        self.possible = [
            outcomes(self.table.boards[seat], edges[seat], self.declining) for seat in seats
        ]
        if prod(map(len, self.possible)) < 200:
            assert reachable(self.state) == {*product(*self.possible)}


@pytest.mark.parametrize(("third_fill", "declining"), OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_the_one_that_is_played_to_the_letter(
    seats: int, third_fill: str, declining: str
) -> None:
    pair = Pair(seats, third_fill, declining, Random(f"{seats} {third_fill} {declining}"))
    while not is_over(pair.state):
        pair.play()
        assert Counter(pair.table.display) == Counter(display_of(pair.state))
    pair.end_turn()
    assert points(pair.state) == pair.table.points()
    assert places(pair.state) == pair.table.places()
    assert not pair.table.display
    assert all(not hand.total() for hand in [*pair.table.hands, *pair.table.decks])


def display_of(state: Any) -> list[str]:
    return [mark for mark, count in zip(MARKS, state.display) for _ in range(count)]


# ── The shortened game and the literal one ───────────────────────────────────────────────────────

SMALL = [(tile, workers) for tile in ("P1", "P2", "M2", "M4") for workers in (1, 2, 3)]
GAINS = [("G1", 2), ("G2", 1), ("WA", 2), ("SU", 2)]


def asked_about(edges: tuple[Edge, ...], board: Board, declining: str) -> Any:
    """A table where these edges of the active seat get their chance to act."""
    state = table(options={"declining": declining})
    player = state.players[0]
    player.gold, player.cacao, player.suns, player.water = board
    for tile, workers in edges:
        player.jobs[MARKS.index(tile), workers - 1] += 1
    go_on_working(state)
    return state


def outcomes_of(state: Any) -> set[Board]:
    return {seats[0] for seats in reachable(state)}


@pytest.mark.parametrize("cacao", range(6))
@pytest.mark.parametrize("declining", ["sales", "anything"])
def test_3_3_7_the_shortened_game_reaches_exactly_what_the_literal_one_does(
    declining: str, cacao: int
) -> None:
    """Every two edges at plantations and markets, and some threes, with every number of fruits."""
    random = Random(f"{declining} {cacao}")
    threes = random.sample([*combinations_with_replacement(SMALL, 3)], 60)
    fours = random.sample([*combinations_with_replacement(SMALL, 4)], 6)
    for edges in [*combinations_with_replacement(SMALL, 2), *threes, *fours]:
        board = Board(cacao=cacao)
        state = asked_about(edges, board, declining)
        assert outcomes_of(state) == outcomes(board, tuple(sorted(edges)), declining), edges


@pytest.mark.parametrize("declining", ["sales", "anything"])
def test_3_3_7_it_does_so_with_mines_waters_and_sun_sites_as_well(declining: str) -> None:
    for gain, other, edge in product(GAINS, GAINS, SMALL[::4]):
        board = Board(gold=1, cacao=2, suns=2, water=7)
        edges = (gain, other, edge)
        state = asked_about(edges, board, declining)
        assert outcomes_of(state) == outcomes(board, tuple(sorted(edges)), declining), edges


def test_3_3_8_nothing_is_asked_where_all_answers_come_to_the_same() -> None:
    """At every question on the way, two answers lead to different choices of boards."""
    random = Random(8)
    for cacao in range(6):
        for edges in random.sample([*combinations_with_replacement(SMALL, 3)], 50):
            state = asked_about(edges, Board(cacao=cacao), "sales")
            assert (state.phase == WORK) == (len(outcomes_of(state)) > 1), edges
            assert not idle_questions(state), edges


def idle_questions(state: Any) -> int:
    """How many questions there are, now and later, whose answers all lead to the same boards."""
    if state.phase != WORK:
        return 0
    followers = [copy_of(state) for _ in codes(state)]
    for after, move in zip(followers, codes(state).values()):
        ask.play(after, seats_to_move(state)[0], move)
    is_idle = len({frozenset(reachable(after)) for after in followers}) == 1
    return is_idle + sum(map(idle_questions, followers))


@pytest.mark.parametrize("declining", ["sales", "anything"])
def test_3_3_7_it_reaches_everything_with_an_empty_storage_and_many_edges(declining: str) -> None:
    """Three plantations and two markets, where the largest edge first is not always enough."""
    many = [
        [("P1", 3), ("P1", 3), ("P2", 2), ("M2", 3), ("M4", 2)],
        [("P1", 2), ("P2", 1), ("P1", 2), ("P1", 3), ("M2", 2), ("M4", 2)],
        [("P1", 2), ("P1", 2), ("P1", 2), ("M2", 1), ("M4", 1)],
        [("P2", 3), ("P1", 1), ("M2", 3), ("M3", 1), ("M4", 2)],
    ]
    for edges in many if declining == "sales" else many[2:]:
        state = asked_about(tuple(edges), Board(), declining)
        assert outcomes_of(state) == outcomes(Board(), tuple(sorted(edges)), declining), edges
        assert state.phase != WORK or len(codes(state)) > 1


def test_3_3_9_nothing_better_is_missed_by_taking_all_gains() -> None:
    """Whatever the letter allows, one can have as much of everything when gains are not asked."""
    random = Random(9)
    for cacao in range(6):
        for edges in random.sample([*combinations_with_replacement([*SMALL, *GAINS], 3)], 60):
            board, order = Board(cacao=cacao, suns=2, water=7), tuple(sorted(edges))
            short = outcomes(board, order, "sales")
            for letter in outcomes(board, order, "anything"):
                assert any(all(map(int.__ge__, ours, letter)) for ours in short)


def test_3_3_7_the_order_is_asked_only_where_it_matters() -> None:
    """It is asked exactly where plantations first does not lead to everything."""
    for edges, cacao in product(combinations_with_replacement(SMALL, 2), range(6)):
        state = asked_about(edges, Board(cacao=cacao), "sales")
        is_asked = state.phase == WORK and state.job == 0
        in_order = {Board(cacao=cacao)}
        for edge in sorted(edges, reverse=True):
            in_order = {after for before in in_order for after in one_edge(before, edge)}
        everything = outcomes(Board(cacao=cacao), tuple(sorted(edges)), "sales")
        assert is_asked == (in_order != everything), (edges, cacao)


def one_edge(board: Board, edge: Edge) -> frozenset[Board]:
    return outcomes(board, (edge,), "sales")
