"""What the protocol says of a table, and how many games follow from it."""

import pytest

from templetop.conformance.counting import count, counts
from templetop.conformance.reference import (
    Reference,
    WrongCommand,
    begin,
    checksum,
    command_for,
    step_of,
)
from templetop.engine.game import Game
from templetop.engine.match import Match
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take
from tests.every_game.perft import file_of, positions_of, read
from tests.every_game.tables import games


@pytest.mark.parametrize(
    ("text", "sum_of_it"), [("", "811c9dc5"), ("a", "e40c292c"), ("foobar", "bf9cf968")]
)
def test_the_checksum_is_fnv_1a(text: str, sum_of_it: str) -> None:
    assert checksum(text) == sum_of_it


def test_a_position_says_who_decides_how_many_moves_there_are_and_two_checksums(
    connect_four: Game,
) -> None:
    reference = Reference(connect_four)
    table = "Connect Four for 2 seats" + 6 * "\t......." + "\tseat 1"
    sums = f"{checksum('0 1 2 3 4 5 6')} {checksum(table)}"
    assert reference.answer("new 2") == f"0 7 {sums} -"
    assert reference.answer("moves") == "0 1 2 3 4 5 6"
    assert reference.answer("table") == table


def test_when_the_game_is_over_a_position_has_the_places(connect_four: Game) -> None:
    reference = Reference(connect_four)
    reference.answer("new 2")
    for seat, column in [(0, 0), (1, 1)] * 3 + [(0, 0)]:
        answer = reference.answer(f"play {seat} {column}")
    assert answer.split()[:2] == ["over", "0"]
    assert answer.endswith(" - 1,2")
    assert reference.answer("moves") == ""


def test_who_decides_at_the_same_time_is_asked_together() -> None:
    reference = Reference(take("karuba"))
    answer = reference.answer("new 2 setup=random")
    while answer.startswith("chance"):
        assert ":" not in reference.answer("moves")  # all are equally likely
        answer = reference.answer(f"happen {reference.answer('moves').split()[0]}")
    who, how_many, *_, points = answer.split()
    first, second = reference.answer("moves").split(" / ")
    assert (who, points) == ("0,1", "0,0")
    assert how_many == f"{len(first.split())},{len(second.split())}"
    with pytest.raises(WrongCommand, match="at the same time: 0,1"):
        reference.answer("play 0 0")
    assert reference.answer("play 0 0 1 1").startswith("chance ")


def test_events_have_weights_without_a_common_divisor() -> None:
    reference = Reference(take("cacao"))
    reference.answer("new 2")
    state = reference.state
    assert reference.answer("moves") == "0:4 1:5 2:1 3:1"
    for kind, tiles in enumerate((4, 4, 2, 0)):
        state.players[state.active].deck[kind] = tiles
    assert reference.answer("moves") == "0:2 1:2 2:1"
    state.players[state.active].deck[:3] = 3
    assert reference.answer("moves") == "0 1 2"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("play 0 3", "comes before 'new'"),
        ("new two", "is no number of seats"),
        ("new 2 colour=red", "no option"),
        ("hello", "comes before"),
    ],
)
def test_what_cannot_be_done_is_refused(connect_four: Game, command: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        Reference(connect_four).answer(command)


@pytest.mark.parametrize(
    "command", ["play 1 3", "play 0 7", "play 0", "happen 0", "count 0", "move"]
)
def test_a_refused_command_changes_nothing(connect_four: Game, command: str) -> None:
    reference = Reference(connect_four)
    before = reference.answer("new 2"), reference.state.tobytes()
    with pytest.raises(Refusal):
        reference.answer(command)
    assert reference.state.tobytes() == before[1]


def test_another_game_or_version_is_unknown(connect_four: Game) -> None:
    reference = Reference(connect_four)
    assert reference.answer(begin(connect_four)) == "ready"
    assert reference.answer("conform 1 connect_four 99").startswith("unknown ")


@pytest.mark.parametrize("step", [[(0, 3)], [(0, 3), (2, 14)], [(CHANCE, 7)]])
def test_a_step_is_read_as_it_was_written(step: list[tuple[int, int]]) -> None:
    assert step_of(command_for(step)) == step


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.id))
def test_as_many_ways_are_counted_as_machine_code_counts(game: Game) -> None:
    """The first two positions of which the ways are recorded in tests/GAME/GAME.perft."""
    recorded = read(file_of(game).read_text("utf-8"))
    for position, (state, decided) in [*positions_of(game).items()][:2]:
        ways = [ways for ways, _ in recorded[position] if ways <= 500]
        if (decided < 0).all():
            assert [*counts(state, 500)] == ways
            assert not ways or count(state, len(ways)) == ways[-1]


def test_ways_that_end_earlier_do_not_count(connect_four: Game) -> None:
    match = Match.new(connect_four, ["Ann", "Ben"])
    for number, column in enumerate((0, 1, 0, 1, 0, 2)):
        match.play(number % 2, column)
    assert (count(match.state, 1), count(match.state, 2)) == (7, 6 * 7)  # one of them wins
