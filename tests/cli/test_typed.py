"""What is typed at the table, and which move it means."""

from typing import Any

import pytest

from templetop.cli.typed import Codes, Unclear
from templetop.engine import ask
from templetop.engine.match import say
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import decisions
from templetop.games.karuba.people.island_notation import LETTERS
from templetop.games.karuba.people.words import SYNONYMS
from templetop.games.karuba.rules.island import SPACES, space_name
from templetop.games.karuba.rules.moves import CALL, DISCARD, lay, walk
from templetop.games.karuba.rules.pieces import COLOURS
from templetop.games.shelf import take

KARUBA = take("karuba")
BROWN, BLUE, PURPLE, YELLOW = range(4)


def space_of(name: str) -> int:
    return [space_name(space) for space in range(SPACES)].index(name)


def do(state: Any, move: int) -> None:
    """The first seat alone is asked."""
    ask.play(state, decisions({0: move}))


@pytest.fixture
def state() -> Any:
    """Tile 7 is called and lies on a1 already; brown can walk there from beach 10."""
    state = KARUBA.start(1)
    for code in ("10", "60", "20", "50", "30", "40", "40", "30"):
        do(state, Codes(state, 0).understand(code))
    ask.happen(state, CALL + 7)
    do(state, lay(space_of("a1")))
    ask.happen(state, CALL + 8)
    return state


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("c4", lay(space_of("c4"))),
        ("C4", lay(space_of("c4"))),
        (" lay c4 ", lay(space_of("c4"))),
        ("d", DISCARD),
        ("-", DISCARD),
        ("Discard", DISCARD),
        ("d3", lay(space_of("d3"))),
        ("n a1", walk(BROWN, space_of("a1"))),
        ("na1", walk(BROWN, space_of("a1"))),
        ("N  A1", walk(BROWN, space_of("a1"))),
        ("walk brown to a1", walk(BROWN, space_of("a1"))),
        ("n", walk(BROWN, space_of("a1"))),
        ("brown", walk(BROWN, space_of("a1"))),
    ],
)
def test_a_move_can_be_typed_in_several_ways(state: Any, typed: str, move: int) -> None:
    assert Codes(state, 0).understand(typed) == move


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("a1", "3.3.1"), ("b a1", "3.4.5"), ("n t", "3.6.1"), ("brown to its temple", "3.6.1")],
)
def test_a_move_that_is_not_legal_is_refused_with_its_rule(
    state: Any, typed: str, rule: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Codes(state, 0).understand(typed)
    assert refusal.value.rule == rule


@pytest.mark.parametrize("typed", ["", " ", "zz", "c9", "lay", "b", "tile 7", "ß", "\x00"])
def test_what_is_no_move_is_unclear(state: Any, typed: str) -> None:
    with pytest.raises(Unclear):
        Codes(state, 0).understand(typed)


def test_what_could_be_several_moves_that_are_forbidden_alike_is_refused_like_one(
    state: Any,
) -> None:
    with pytest.raises(IllegalMove, match=r"^It is time to lay or discard the called tile\.$"):
        Codes(state, 0).understand("30")  # a beach, or a temple: everyone is placed already


def test_where_several_moves_begin_so_they_are_listed(state: Any) -> None:
    with pytest.raises(Unclear, match=r"^Which one: c1, c2, c3, c4, c5\?$"):
        Codes(state, 0).understand("c")


def test_a_near_miss_is_suggested(state: Any) -> None:
    with pytest.raises(Unclear, match=r"Did you mean [a-f]\d\?$"):
        Codes(state, 0).understand("c44")


def test_moves_are_offered_by_their_kind(state: Any) -> None:
    lay, discard, walk = Codes(state, 0).offers()
    assert lay.codes[0] == "b1"
    assert lay.says == "lays tile 8 on …"
    assert discard.codes == ("d",)
    assert walk.codes == ("n a1",)
    assert walk.says == "discards tile 8 and walks brown to a1"


def test_in_the_set_up_numbers_are_enough() -> None:
    state = KARUBA.start(2)
    codes = Codes(state, 0)
    assert say(state, 0, codes.understand("30")).endswith("beach number 30")
    do(state, codes.understand("30"))
    codes = Codes(state, 0)
    assert say(state, 0, codes.understand("110")).endswith("temple number 110")
    with pytest.raises(Unclear, match=r"^Which one: 10, 100, 110\?$"):
        codes.understand("1")


def test_the_letters_of_the_colours_are_those_of_the_notation() -> None:
    assert "".join(SYNONYMS[colour] for colour in COLOURS) == LETTERS
