"""What is told of a match: the first hands and the display at once, a drawn tile to its seat."""

from typing import Any

from templetop.engine.match import Match
from templetop.engine.telling import sentences, told
from templetop.games.cacao.people.old import from_version_1

from .drawn import CARD, EVENTS, THREE_SPACES, number_of, play, table
from .test_offer import offered

NAMES = ["Ann", "Ben"]


def dealt(*events: str) -> Match:
    match = Match.new(CARD, NAMES)
    for event in events:
        match.play(-1, EVENTS.index(event))
    return match


HANDS = ["draw 2-1-0-1", "draw 2-1-0-1", "draw 1-1-1-1", *["draw 2-1-0-1"] * 3]


def lines(match: Any, viewer: int | None) -> list[str]:
    return [*sentences(told(match, viewer), NAMES)]


def test_2_5_dealing_the_first_hands_is_one_happening_and_each_sees_its_own() -> None:
    match = dealt(*HANDS)
    anns, bens = "Chance gives Ann a worker tile", "Chance gives Ben a worker tile"
    assert lines(match, None) == [
        f"Chance deals the first hands: {anns}, 3 times. {bens}, 3 times."
    ]
    assert lines(match, 0) == [
        f"Chance deals the first hands: {anns} 2-1-0-1. {anns} 2-1-0-1. {anns} 1-1-1-1. "
        f"{bens}, 3 times."
    ]


def test_2_9_making_the_display_full_is_one_happening() -> None:
    match = dealt(*HANDS, "turn te", "turn m4")
    tiles = "Chance turns up a temple. Chance turns up a market of 4."
    assert lines(match, None)[1:] == [f"Chance refills the display: {tiles}"]


def test_3_5_1_a_tile_drawn_in_a_turn_stands_for_itself() -> None:
    match = dealt(*HANDS, "turn te", "turn m4")
    for code in ("p24", "1210", "0"):
        match.play(0, number_of(match.state, 0, code))
    match.play(-1, EVENTS.index("draw 3-0-0-1"))
    assert lines(match, 0)[-1] == "Chance gives Ann a worker tile 3-0-0-1."
    assert lines(match, 1)[-1] == "Chance gives Ann a worker tile."


def test_3_2_7_a_tile_for_the_third_space_is_told_with_its_space() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE", options={"third_fill": "blind"})
    play(state, "q27", "2101", "p1 q28", "g2 r27")
    target = offered(state, "turn su", -1)
    assert (target.words, target.tile) == ("space", "sun site")
    assert CARD.events.message(state, -1, EVENTS.index("turn su")).sentence("Chance") == (
        "Chance turns up a sun site and puts it on q26."
    )
    assert CARD.events.heading(state, EVENTS.index("turn su")) is None


def test_numbers_of_the_first_version_are_those_of_the_same_moves() -> None:
    """Every number that was a move or an event in version 1 is another one now, in its order."""
    is_fill = [number for number in range(28, 72) if (number - 28) % 11]
    moves = [*range(15, 28), *is_fill, *range(75, 96), *range(128, 640)]
    known = [n for n in range(CARD.moves.count) if CARD.moves.kind_of(n) is not None]
    assert [from_version_1(0, number) for number in moves] == known
    events = [*range(4), *range(5, 15)]
    assert [from_version_1(-1, number) for number in events] == [*range(CARD.events.count)]
