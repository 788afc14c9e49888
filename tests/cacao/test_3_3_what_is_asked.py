"""3.3.7, 3.3.8  What is asked about workers, held against all that the letter of the rules allows.

Edges of one seat get their chance to act. From every such position all answers to all questions are
followed, as machine code plays them, and what they lead to is compared with the reference.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from templetop.engine.seats import Array, decisions
from templetop.games.cacao.rules.pieces import NO_TILE
from templetop.games.cacao.rules.state import CHOOSING, WORKING
from templetop.games.cacao.rules.turn import go_on_working, worker_tiles_beside
from tests.parameters import slow, slow_rows

from ..every_game.perft import all_followers
from ..every_game.tables import Table, few_of, some_tables, story
from .drawn import CARD, MARKS, table
from .reference import Board, Edge, outcomes

Edges = tuple[Edge, ...]
Boards = frozenset[Board]

TRADE: list[Edge] = list(product(["P1", "P2", "M2", "M3", "M4"], [1, 2, 3]))
GAINS: list[Edge] = [("G1", 2), ("G2", 1), ("WA", 2), ("SU", 2), ("SU", 1)]
DECLINING = ["anything", "sales"]
FRUITS = range(6)


class Position(NamedTuple):
    """So many fruits and so on, and the edges that get their chance to act."""

    edges: Edges
    board: Board


def positions(choices: Iterable[Edges], board: Board = Board()) -> list[Position]:  # noqa: B008
    """All of them, with every number of fruits."""
    return [Position(edges, board._replace(cacao=cacao)) for edges in choices for cacao in FRUITS]


# ── Following all answers ────────────────────────────────────────────────────────────────────────


@cache
def blank(declining: str) -> Any:
    return table(options={"declining": declining})


def laid_out(position: Position, declining: str) -> Any:
    """A table with such a position, at its first question, or where nothing was asked."""
    state = blank(declining).copy()
    player = state.players[0]
    player.gold, player.cacao, player.suns, player.water = position.board
    for tile, workers in position.edges:
        player.jobs[MARKS.index(tile), workers - 1] += 1
    go_on_working(state)
    return state


class Answers:
    """Every table that answers lead to, from some positions, and the tables that follow each."""

    def __init__(self, places: list[Position], declining: str) -> None:
        self.first = {place: laid_out(place, declining).tobytes() for place in places}
        self.followers: dict[bytes, list[bytes]] = {}
        self.known: dict[bytes, Boards] = {}
        waiting = {*self.first.values()}
        while waiting:
            questions = [text for text in waiting if is_asked(read(text))]
            self.followers |= {text: [] for text in waiting} | followers_of(questions)
            waiting = {after for text in questions for after in self.followers[text]}
            waiting -= self.followers.keys()

    def boards(self, text: bytes) -> Boards:
        """What can become of a table by answers."""
        if text not in self.known:
            after = self.followers[text]
            found = frozenset[Board]().union(*map(self.boards, after))
            self.known[text] = found if after else frozenset({board_of(read(text))})
        return self.known[text]

    def questions(self) -> list[bytes]:
        return [text for text, after in self.followers.items() if after]


def read(text: bytes) -> Any:
    return np.frombuffer(text, CARD.State)[0]


def is_asked(state: Any) -> bool:
    return state.phase in (CHOOSING, WORKING)


def board_of(state: Any) -> Board:
    player = state.players[0]
    return Board(int(player.gold), int(player.cacao), int(player.suns), int(player.water))


def followers_of(texts: list[bytes]) -> dict[bytes, list[bytes]]:
    if not texts:
        return {}
    states: Array = np.frombuffer(bytearray().join(texts), CARD.State)
    undecided = np.tile(decisions(), (len(states), 1))
    followers, _, how_many = all_followers(states, undecided)
    parts = np.split(followers, np.cumsum(how_many)[:-1])
    return {text: [after.tobytes() for after in part] for text, part in zip(texts, parts)}


def check(places: list[Position], declining: str) -> Answers:
    """3.3.7, 3.3.8  All that the letter allows can be reached, and no question is idle."""
    answers = Answers(places, declining)
    for place, text in answers.first.items():
        literal = outcomes(place.board, place.edges, declining)
        assert answers.boards(text) == literal, place
        assert is_asked(read(text)) == (len(literal) > 1), place
    for text in answers.questions():
        after = {answers.boards(follower) for follower in answers.followers[text]}
        assert len(after) > 1, f"Every answer comes to the same:\n{CARD.write(read(text))}"
        if read(text).phase == CHOOSING:
            assert answers.boards(text) not in after, CARD.write(read(text))
    return answers


# ── Every small position ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("declining", DECLINING)
@pytest.mark.parametrize("number", [1, 2, *slow(3)])
def test_3_3_7_all_the_letter_allows_is_reached_and_nothing_idle_asked(
    number: int, declining: str
) -> None:
    """Every three edges at plantations and markets, with every number of fruits."""
    check(positions(combinations_with_replacement(TRADE, number)), declining)


@pytest.mark.parametrize("declining", DECLINING)
@pytest.mark.parametrize(
    ("number", "some"), [(3, 40), (4, 20), (5, 5), *slow_rows((4, 150), (5, 40), (6, 8), (7, 2))]
)
def test_3_3_7_it_holds_for_some_of_as_many_edges_as_may_meet(
    number: int, some: int, declining: str
) -> None:
    random = Random(f"{number} {declining}")
    choices = [tuple(sorted(random.choices(TRADE, k=number))) for _ in range(some)]
    check(positions(choices), declining)


@pytest.mark.parametrize("declining", DECLINING)
def test_3_3_7_it_holds_with_mines_waters_and_sun_sites_as_well(declining: str) -> None:
    random = Random(declining)
    choices = [(*gains, trade) for gains in product(GAINS, GAINS) for trade in TRADE[::4]]
    check(positions(random.sample(choices, 30), Board(gold=1, suns=2, water=7)), declining)


MANY = [
    "P1x3 P1x3 P2x2 M2x3 M4x2", "P1x2 P1x2 P1x2 M2x1 M4x1", "P2x3 P1x1 M2x3 M3x1 M4x2",
    "P1x1 P1x1 P2x2 M4x1 M4x2", "P1x1 P1x1 P2x2 M2x1 M4x2", "P1x3 P2x2 M3x1 M3x3 M3x3",
]  # fmt: skip


@pytest.mark.parametrize("declining", DECLINING)
@pytest.mark.parametrize("edges", MANY)
def test_3_3_7_it_holds_for_several_plantations_and_several_markets(
    edges: str, declining: str
) -> None:
    check(positions([edges_of(edges)]), declining)


def edges_of(words: str) -> Edges:
    """P1x3: an edge of three workers at a plantation."""
    return tuple((word[:2], int(word[3:])) for word in words.split())


@pytest.mark.parametrize(("cacao", "edges"), [
    (5, "P1x1 M3x1"),                 # sold before, a fruit is kept
    (1, "P2x3 M3x3"),                 # sold before, one; sold after, three: see the Notes
    (1, "P2x3 P1x1 M2x1"),            # room for one more between the two plantations
    (0, "P1x2 P1x2 P1x2 M2x1 M4x1"),  # sold between the second and the third, or at once
])  # fmt: skip
def test_3_3_7_the_order_is_asked_where_every_edge_would_shut_something_out(
    cacao: int, edges: str
) -> None:
    state = laid_out(Position(edges_of(edges), Board(cacao=cacao)), "sales")
    assert state.phase == CHOOSING


@pytest.mark.parametrize(("cacao", "edges"), [
    (4, "P1x1 M3x1"),                 # no fruit can be lost
    (0, "P2x3 M3x3"),                 # nothing to sell before
    (0, "P1x1 P1x1 P2x2 M4x1 M4x2"),  # it does not matter who picks first, only who does so last
    (0, "P1x1 P1x1 P2x2 M2x1 M4x2"),
    (4, "M3x1 M3x3 M3x3 P1x2"),       # as much can be sold after as before
])  # fmt: skip
def test_3_3_7_the_order_is_not_asked_where_one_edge_leaves_all_ways_open(
    cacao: int, edges: str
) -> None:
    answers = check([Position(edges_of(edges), Board(cacao=cacao))], "sales")
    (first,) = map(read, answers.first.values())
    has_begun = board_of(first).cacao != cacao
    assert has_begun or first.phase != CHOOSING


@pytest.mark.parametrize("declining", DECLINING)
@pytest.mark.parametrize(("cacao", "edges"), [
    (0, "P1x1 P1x1 P1x1 P1x1 P1x1 P1x1 P1x2 M4x1"),
    (0, "P1x3 P1x3 P1x1 P2x3 P2x1 P2x2 P1x2 M4x1"),
    (1, "P1x3 P1x3 P1x1 P2x3 P2x1 P2x2 P1x2 M4x1"),
    (0, "P1x1 P1x1 P1x1 P2x1 P2x1 M2x1 M4x1"),
    (5, "P1x1 P1x1 P1x1 P1x1 P1x1 M3x1 M3x1 M3x1 M3x1 M3x2"),
])  # fmt: skip
def test_3_3_7_it_holds_for_more_edges_than_have_ever_met(
    cacao: int, edges: str, declining: str
) -> None:
    """Seven or more in one turn have not been seen in 200,000 games."""
    check([Position(edges_of(edges), Board(cacao=cacao))], declining)


@pytest.mark.parametrize("seated", few_of(some_tables([CARD])), ids=str)
def test_3_3_7_a_space_that_is_filled_has_one_other_worker_tile_beside_it(seated: Table) -> None:
    """So seven edges of a seat at most can act in a turn, and all their orders are tried."""
    filled = 0
    for before, after in pairwise(story(seated).states):
        for space in np.flatnonzero((before.jungle == NO_TILE) & (after.jungle != NO_TILE)):
            assert worker_tiles_beside(after, int(space)) == 2
            filled += 1
    assert filled > 5


def test_3_3_7_all_gold_that_one_turn_can_earn_fits_into_a_bit_each() -> None:
    """A seat has two tiles with an edge of three and five with one of two; 13 edges at most act.

    With the edges of these sizes at double plantations, and the largest of the others at the market
    of 4, which has four sides, it is as much as can be.
    """
    sizes = [3, 3, *[2] * 5, *[1] * 6]
    assert max(most_gold(sizes, pick) for pick in product([0, 1], repeat=13)) < 63


def most_gold(sizes: list[int], picks: tuple[int, ...]) -> int:
    fruits = 5 + sum(min(5, 2 * size) for size, pick in zip(sizes, picks) if pick)
    sellers = [size for size, pick in zip(sizes, picks) if not pick]
    at_4 = min(fruits, sum(sellers[:4]))
    return 4 * at_4 + 3 * min(fruits - at_4, sum(sellers[4:]))


def test_3_3_7_with_one_kind_of_edge_there_is_nothing_to_choose_however_many_there_are() -> None:
    place = Position(edges_of("P1x1 " * 6 + "M4x1"), Board())
    answers = check([place], "sales")
    (first,) = answers.first.values()
    assert read(first).players[0].jobs[MARKS.index("P1"), 0] < 6


def test_3_3_10_who_declines_nothing_but_sales_misses_nothing_better() -> None:
    """Whatever the letter allows, as much of everything can be had when all gains are taken."""
    random = Random(9)
    choices = [tuple(sorted(random.choices([*TRADE, *GAINS], k=3))) for _ in range(60)]
    for edges, board in positions(choices, Board(suns=2, water=7)):
        short = outcomes(board, edges, "sales")
        for letter in outcomes(board, edges, "anything"):
            assert any(all(map(int.__ge__, ours, letter)) for ours in short)
