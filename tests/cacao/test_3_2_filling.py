"""3.2  Filling the jungle."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE
from templetop.games.cacao.rules.ground import SPOTS, space_name

from .drawn import (
    CARD,
    EVENTS,
    MARKS,
    ONE_SPACE,
    THREE_SPACES,
    TWO_SPACES,
    asked,
    choices,
    drawing,
    ground,
    play,
    table,
)


def lay_1111(state: Any, square: str) -> None:
    play(state, square)
    if "1111" in choices(state):
        play(state, "1111")


def test_3_2_1_a_space_that_touches_two_worker_tiles_is_filled_at_once() -> None:
    state = table(ONE_SPACE, display="TE TE")
    lay_1111(state, "r26")
    filled = """
            p     q      r
        25  P1    r1111  TE
        26  .     M2     r1111
    """
    assert ground(state) == drawing(filled)


def test_3_2_1_it_does_not_matter_whose_they_are() -> None:
    state = table(ONE_SPACE.replace("r1111", "p1111"), display="TE TE")
    lay_1111(state, "r26")
    assert ground(state)[1] == "25 P1 p1111 TE"


def test_3_2_1_it_is_not_filled_with_one_worker_tile_beside_it() -> None:
    state = table(ONE_SPACE, display="TE TE")
    lay_1111(state, "o25")
    assert ground(state) == drawing(
        """
            o      p     q
        25  r1111  P1    r1111
        26  .      .     M2
        """
    )


def test_3_2_1_an_old_space_is_filled_only_if_the_new_tile_touches_it() -> None:
    """It was left empty for want of tiles, say: only spaces beside the new tile are looked at."""
    old = """
            p     q      r
        25  P1    r1111  .
        26  .     M2     p1111
    """
    state = table(old, display="TE TE")
    lay_1111(state, "o25")
    assert ground(state)[1] == "25 r1111 P1 r1111 ."


def test_3_2_2_it_has_to_be_filled() -> None:
    state = table(ONE_SPACE, display="TE M3")
    play(state, "r26", "2101")
    assert asked(state) == "red"
    assert choices(state) == {"te r25", "m3 r25"}
    with pytest.raises(IllegalMove, match="It is time to fill a space"):
        play(state, "0")


def test_3_2_3_the_active_seat_chooses_which_tile_of_the_display() -> None:
    for tile in ("te", "m3"):
        state = table(ONE_SPACE, display="TE M3")
        play(state, "r26", "2101", tile)
        assert ground(state)[1] == f"25 P1 r1111 {tile.upper()}"


def test_3_2_3_it_cannot_be_another_tile() -> None:
    state = table(ONE_SPACE, display="TE M3")
    play(state, "r26", "2101")
    with pytest.raises(IllegalMove, match="There is no water in the display"):
        play(state, "wa r25")


@pytest.mark.parametrize(("first", "second"), [("te", "m3"), ("m3", "te")])
def test_3_2_4_it_also_chooses_which_tile_goes_on_which_space(first: str, second: str) -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26", "2101", first)
    assert ground(state) == drawing(
        f"""
            p     q      r
        25  P1    r1111  {first.upper()}
        26  .     M2     r2101
        27  .     p1111  {second.upper()}
        """
    )


def test_3_2_5_they_are_filled_from_the_north_clockwise() -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26", "2101")
    assert choices(state) == {"te r25", "m3 r25"}
    with pytest.raises(IllegalMove, match="Another space comes before r27"):
        play(state, "te r27")


def test_3_2_5_nothing_is_asked_where_all_tiles_are_alike() -> None:
    state = table(TWO_SPACES, display="WA WA")
    play(state, "r26", "2101")
    assert asked(state) == "chance"
    assert CARD.view(state, None).display == {}


def test_3_2_6_for_a_third_space_the_display_is_made_full_and_one_chooses_again() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE")
    play(state, "q27", "2101", "p1 q28", "g2 r27")
    assert asked(state) == "chance"
    play(state, "turn wa", "turn te")
    assert choices(state) == {"wa q26", "te q26"}
    play(state, "te")
    assert ground(state) == drawing(
        """
            p      q      r      s
        25  .      r1111  .      .
        26  .      TE     .      .
        27  M2     r2101  G2     p1111
        28  .      P1     .      .
        29  .      p1111  .      .
        """
    )
    assert CARD.view(state, None).display == {"water": 1}


def test_3_2_6_it_is_the_only_tile_if_the_pile_has_no_more() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA")
    play(state, "q27", "2101", "p1 q28", "g2 r27", "turn wa")
    assert ground(state)[2] == "26 . WA . ."


def test_3_2_7_the_third_space_is_filled_with_the_next_tile_unseen() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE", options={"third_fill": "blind"})
    play(state, "q27", "2101", "p1 q28", "g2 r27")
    assert choices(state) == {"turn wa", "turn su", "turn te"}
    play(state, "turn su")
    assert ground(state)[2] == "26 . SU . ."
    assert CARD.view(state, None).display == {}


def test_3_2_4_any_of_the_tiles_may_go_on_the_first_space() -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26", "2101")
    assert choices(state) == {"te r25", "m3 r25"}


def test_3_2_8_spaces_for_which_there_is_no_tile_left_stay_empty() -> None:
    state = table(TWO_SPACES, display="TE", pile="")
    play(state, "r26", "2101")
    assert choices(state) == {"te r25", "te r27"}
    play(state, "te r27")
    assert ground(state)[1:] == ["25 P1 r1111 .", "26 . M2 r2101", "27 . p1111 TE"]


def test_3_2_8_it_is_the_active_seat_that_chooses_which_are_filled() -> None:
    state = table(THREE_SPACES, display="WA WA", pile="", active="purple")
    play(state, "q27", "2101")
    assert asked(state) == "purple"
    assert choices(state) == {"wa q26", "wa r27"}
    play(state, "wa q26")
    assert choices(state) == {"wa r27", "wa q28"}


def test_3_2_8_without_any_tiles_nothing_is_filled() -> None:
    state = table(TWO_SPACES, display="", pile="")
    play(state, "r26", "2101")
    assert ground(state)[1:] == ["25 P1 r1111 .", "26 . M2 r2101", "27 . p1111 ."]


def test_3_2_9_before_the_third_space_the_display_is_not_made_full() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE")
    play(state, "q27", "2101", "p1 r27")
    assert asked(state) == "red"
    assert CARD.view(state, None).display == {"gold mine of 2": 1}
    assert choices(state) == {"g2 q26", "g2 q28"}


def test_3_2_9_it_is_made_full_at_the_end_of_the_turn_otherwise() -> None:
    state = table(ONE_SPACE, display="TE M3", pile="WA SU")
    play(state, "r26", "2101", "te")
    while asked(state) == "red":
        play(state, "0")
    play(state, "draw 1-1-1-1", "turn su")
    assert CARD.view(state, None).display == {"market of 3": 1, "sun site": 1}


# ── Every way to fill ────────────────────────────────────────────────────────────────────────────

Filled = tuple[tuple[str, ...], frozenset[tuple[str, str]]]  # tiles turned up; tiles and spaces

SPACE_NAMES = [space_name(space) for space in range(SPOTS)]
GROUNDS = {1: (ONE_SPACE, "r26"), 2: (TWO_SPACES, "r26"), 3: (THREE_SPACES, "q27")}
DISPLAYS = ["TE TE", "TE WA", "WA SU", "TE", "WA", ""]
PILES = ["", "TE", "WA", "TE TE", "TE WA", "WA SU SU", "TE WA SU"]


def to_the_letter(
    spaces: list[str], display: list[str], pile: list[str], blind: bool
) -> set[Filled]:
    """Every way to fill the spaces one after another; only the last one may have to wait."""
    if not spaces or not display + pile:
        return {((), frozenset())}
    if display:
        return {
            (turned_up, filled | {(tile, space)})
            for tile, space in product(display, spaces)
            for turned_up, filled in to_the_letter(
                less(spaces, space), less(display, tile), pile, blind
            )
        }
    tiles = 1 if blind else 2
    return {
        (up + turned_up, filled)
        for up in {*permutations(pile, min(tiles, len(pile)))}
        for turned_up, filled in to_the_letter(spaces, [*up], left_after(pile, up), blind)
    }


def less(things: list[str], thing: str) -> list[str]:
    """Without one of them."""
    at = things.index(thing)
    return things[:at] + things[at + 1 :]


def left_after(pile: list[str], drawn: tuple[str, ...]) -> list[str]:
    for tile in drawn:
        pile = less(pile, tile)
    return pile


def ways_to_fill(state: Any, spaces: list[str], turned_up: tuple[str, ...] = ()) -> list[Filled]:
    """What all answers lead to, each as often as it is reached; no question on the way is idle."""
    if not state.spaces:
        return [(turned_up, filled_on(state, spaces))]
    found: list[list[Filled]] = []
    (seat,) = seats_to_move(state)
    for move in legal_moves(state, seat):
        after = state.copy()
        make(after, [(seat, move)])
        up = (EVENTS[move][5:].upper(),) if seat == CHANCE else ()
        found.append(ways_to_fill(after, spaces, turned_up + up))
    if seat != CHANCE:
        assert len({frozenset(ways) for ways in found}) > 1, CARD.write(state)
    return [way for ways in found for way in ways]


def filled_on(state: Any, spaces: list[str]) -> frozenset[tuple[str, str]]:
    tiles = {space: MARKS[state.jungle[SPACE_NAMES.index(space)]] for space in spaces}
    return frozenset((tile, space) for space, tile in tiles.items() if tile != ".")


@pytest.mark.parametrize("third_fill", ["chosen", "blind"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_3_2_5_every_distribution_is_reached_in_one_way_and_nothing_idle_is_asked(
    number: int, third_fill: str
) -> None:
    drawn, square = GROUNDS[number]
    spaces = [["r25"], ["r25", "r27"], ["q26", "r27", "q28"]][number - 1]
    for display, pile in product(DISPLAYS, PILES):
        if pile and len(display.split()) < 2:
            continue  # the display is full as long as there are tiles
        state = table(drawn, display=display, pile=pile, options={"third_fill": third_fill})
        play(state, square, "2101")
        found = Counter(ways_to_fill(state, spaces))
        letter = to_the_letter(spaces, display.split(), pile.split(), third_fill == "blind")
        assert {*found} == letter, (display, pile)
        # A tile turned up later may be like those that were chosen: that is no second way.
        surprises = len({*pile.split()}) > 1
        assert surprises or {*found.values()} == {1}, (display, pile)


@pytest.mark.parametrize("tile", ["P1", "WA"])
def test_3_2_5_nothing_is_asked_where_the_tiles_of_the_pile_are_alike_too(tile: str) -> None:
    state = table(THREE_SPACES, display=f"{tile} {tile}", pile=f"{tile} {tile}")
    play(state, "q27", "2101")
    assert asked(state) == "chance"
    assert CARD.view(state, None).to_fill == ["q28"]


def test_3_2_5_with_too_few_tiles_it_is_one_tile_after_the_other() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="TE WA")
    play(state, "q27", "2101")
    assert choices(state) == {"p1 q26", "p1 r27", "p1 q28"}
    with pytest.raises(IllegalMove, match="The plantation has to be put on a space first"):
        play(state, "g2 q26")
    play(state, "p1 r27")
    assert choices(state) == {"g2 q26", "g2 q28"}


FOUR_CORNERS = """
        o      p      q      r      s
    25  .      .      r1111  .      .
    26  .      .      N      .      .
    27  p1111  W      .      E      p1111
    28  .      .      S      .      .
    29  .      .      r1111  .      .
"""  # beside every space around q27 lies a worker tile already


def with_a_temple(side: str) -> Any:
    """A temple in the north, east, south or west of q27, or in none; and nothing else."""
    drawn = FOUR_CORNERS.replace(f" {side} ", " TE")
    for empty in "NESW":
        drawn = drawn.replace(f" {empty} ", " . ")
    return table(drawn, display="P1 G2")


@pytest.mark.parametrize("side", "NESW")
def test_3_2_10_more_than_three_spaces_are_never_to_be_filled(side: str) -> None:
    state = with_a_temple(side)
    play(state, "q27", "2101")
    spaces = dict(zip("NESW", ["q26", "r27", "q28", "p27"]))
    assert CARD.view(state, None).to_fill == [spaces[other] for other in "NESW" if other != side]


def test_3_2_10_it_lies_beside_a_jungle_tile_already() -> None:
    assert "q27" not in choices(with_a_temple("nowhere"))
