"""Matches and their text: every damage is noticed, and the line named."""

from itertools import islice, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.game import Game
from templetop.engine.match import (
    BadMatch,
    BadName,
    GameOver,
    Match,
    NotYourTurn,
    check,
    digest,
    legal_moves,
    make,
    read_options,
    seats_to_move,
)
from templetop.engine.refusal import IllegalMove, Refusal, UnknownOption, WrongSeats
from templetop.engine.seats import CHANCE, NO_MOVE, decisions

from .toy import ROLL, TOY

SAME_EVERY_TIME = settings(derandomize=True, database=None, deadline=None, max_examples=300)

NAMES = ("Ann", "Bob the Second", "Čeněk 3")
LOADED = {"die": "loaded"}


class NoSuchGame(Refusal):
    pass


def shelf(name: str) -> Game:
    if name != TOY.id:
        raise NoSuchGame(f"There is no game {name!r}.")
    return TOY


def played(moves: int = 100, seed: int = 4) -> Match:
    """A match after so many moves, those among them that are not carried out yet; or at its end."""
    random = Random(seed)
    match = Match.new(TOY, NAMES, LOADED)
    while not match.is_over and len(match.moves) + len(match.decided) < moves:
        seat = random.choice(match.awaited)
        match.play(seat, random.choice(legal_moves(match.state, seat)))
    return match


def same(one: Match, other: Match) -> bool:
    return (
        (one.seats, one.options, one.moves) == (other.seats, other.options, other.moves)
        and one.decided == other.decided
        and one.game is other.game
        and bool(one.state.tobytes() == other.state.tobytes())
    )


TEXT = played().write()
LINES = TEXT.split("\n")
END = next(n for n, line in enumerate(LINES, 1) if line.startswith("end:"))
FIRST_MOVE = next(n for n, line in enumerate(LINES, 1) if line.strip().startswith("1 "))


def damaged(text: str) -> BadMatch:
    """How the text is refused."""
    with pytest.raises(BadMatch) as refused:
        Match.read(text, shelf)
    assert str(refused.value).startswith(f"Line {refused.value.line}: ")
    assert str(refused.value).endswith(".")
    assert 1 <= refused.value.line <= len(text.split("\n"))
    return refused.value


def with_line(number: int, line: str | None) -> str:
    """The text with another line there, or without that line."""
    lines = LINES.copy()
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_new_match_writes_down_every_option() -> None:
    assert Match.new(TOY, ["Ann"]).options == {"die": "fair", "mood": "good"}
    assert Match.new(TOY, ["Ann"], LOADED).options == {"die": "loaded", "mood": "good"}


def test_a_match_keeps_its_moves() -> None:
    match = Match.new(TOY, ["Ann", "Bob"])
    match.play(CHANCE, ROLL + 3)
    match.play(0, 2)
    match.play(1, 0)
    assert match.moves == [(CHANCE, ROLL + 3), (0, 2), (1, 0)]
    assert points_of(match.state).tolist() == [3, 0]
    assert places_of(match.state).tolist() == [1, 2]
    assert not match.is_over


def test_a_copy_goes_on_by_itself() -> None:
    match = played(6)
    copy = match.copy()
    assert same(copy, match)
    while not copy.is_over:
        seat = copy.awaited[0]
        copy.play(seat, legal_moves(copy.state, seat)[0])
    assert same(match, played(6))


@pytest.mark.parametrize(
    ("seat", "move", "kind", "rule", "sentence"),
    [
        (0, 1, NotYourTurn, "2.2", "Seat 1 has already decided; waiting for seat 2 and seat 3."),
        (
            CHANCE,
            71,
            NotYourTurn,
            "2.1",
            "Chance has nothing to decide now; waiting for seat 2 and seat 3.",
        ),
        (
            9,
            1,
            NotYourTurn,
            "2.1",
            "Seat 10 has nothing to decide now; waiting for seat 2 and seat 3.",
        ),
        (1, -1, IllegalMove, "", "There is no move -1."),
        (1, 74, IllegalMove, "", "There is no move 74."),
        (1, 3, IllegalMove, "2.3", "There are not so many stones."),
    ],
)
def test_what_may_not_be_done_is_refused_with_its_rule_and_changes_nothing(
    seat: int, move: int, kind: type[Refusal], rule: str, sentence: str
) -> None:
    match = Match.new(TOY, NAMES, {"stones": "2"})
    match.play(CHANCE, ROLL + 1)
    match.play(0, 2)
    before = digest(match.state)
    with pytest.raises(kind) as refused:
        match.play(seat, move)
    why: Any = refused.value
    assert (why.rule, str(why)) == (rule, sentence)
    assert match.moves == [(CHANCE, ROLL + 1)]
    assert match.decided == {0: 2}
    assert digest(match.state) == before


def test_seats_wait_for_chance_by_a_rule() -> None:
    with pytest.raises(
        NotYourTurn, match=r"^Seat 2 has nothing to decide now; waiting for chance"
    ) as why:
        Match.new(TOY, NAMES).play(1, 0)
    assert why.value.rule == "1.1"


def test_what_chance_cannot_do_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"^There is no move 70\.$"):
        Match.new(TOY, NAMES).play(CHANCE, ROLL)


# ── Deciding at the same time ────────────────────────────────────────────────────────────────────


def bidding() -> Match:
    """All three are to bid for a 3."""
    match = Match.new(TOY, NAMES)
    match.play(CHANCE, ROLL + 3)
    return match


def test_decisions_are_kept_until_all_have_decided() -> None:
    match = bidding()
    table = match.state.tobytes()
    match.play(2, 1)
    match.play(0, 3)
    assert match.decided == {2: 1, 0: 3}
    assert match.awaited == [1]
    assert match.moves == [(CHANCE, ROLL + 3)]
    assert match.state.tobytes() == table


def test_the_last_decision_sets_all_of_them_going() -> None:
    match = bidding()
    for seat, stones in ((2, 1), (0, 3), (1, 2)):
        match.play(seat, stones)
    assert match.decided == {}
    assert match.moves == [(CHANCE, ROLL + 3), (0, 3), (1, 2), (2, 1)]
    assert match.state.stones.tolist() == [2, 3, 4]
    assert match.awaited == [CHANCE]


def test_it_does_not_matter_in_which_order_they_decide() -> None:
    ends = []
    for order in permutations(range(3)):
        match = bidding()
        for seat in order:
            match.play(seat, seat)
        ends.append((match.moves, match.state.tobytes()))
    assert len(ends) == 6
    assert all(end == ends[0] for end in ends)


def test_they_are_handed_over_at_once_with_no_move_for_who_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handed: list[list[int]] = []
    monkeypatch.setattr(ask, "play", lambda state, decided: handed.append(decided.tolist()))
    match = bidding()
    for seat in (1, 2, 0):
        match.play(seat, seat + 1)
    assert handed == [[1, 2, 3, NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE]]


def test_nobody_decides_anew_before_all_is_carried_out() -> None:
    match = bidding()
    match.play(1, 0)
    with pytest.raises(NotYourTurn):
        match.play(1, 3)
    assert match.decided == {1: 0}


def test_a_text_with_decisions_that_are_not_carried_out_reads_back() -> None:
    match = bidding()
    match.play(2, 1)
    match.play(0, 3)
    lines = match.write().splitlines()
    assert lines[-4:-2] == [
        "   2  seat 1     3  # Ann bids 3.",
        "   3  seat 3     1  # Čeněk 3 bids 1.",
    ]
    again = Match.read(match.write(), shelf)
    assert (again.decided, again.awaited) == ({0: 3, 2: 1}, [1])
    again.play(1, 2)
    match.play(1, 2)
    assert same(again, match)


def test_a_row_of_decisions_has_a_move_for_each_who_was_asked() -> None:
    row = decisions({0: 7, 3: 2}).tolist()
    assert row == [7, -1, -1, 2, -1, -1, -1, -1]
    assert decisions().tolist() == [NO_MOVE] * 8


# ── Step by step ─────────────────────────────────────────────────────────────────────────────────


def test_a_match_is_gone_through_step_by_step() -> None:
    """Chance alone is a step, and so is all that was decided at the same time."""
    match = played()
    steps = [step for _, step in match.steps()]
    assert [len(step) for step in steps] == [1, 3] * 3
    assert [move for step in steps for move in step] == match.moves


def test_each_step_comes_with_the_table_that_it_is_made_at() -> None:
    match = played()
    state = TOY.start(3, LOADED)
    for table, step in match.steps():
        assert digest(table) == digest(state)
        make(state, step)
    assert digest(state) == digest(match.state)


def test_what_is_not_carried_out_yet_is_no_step() -> None:
    assert [len(step) for _, step in played(3).steps()] == [1]


@pytest.mark.parametrize(
    ("moves", "steps"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (8, 4), (12, 6), (99, 6)]
)
def test_the_table_after_so_many_moves_is_that_before_an_unfinished_decision(
    moves: int, steps: int
) -> None:
    match = played()
    state = TOY.start(3, LOADED)
    for _, step in islice(match.steps(), steps):
        make(state, step)
    assert digest(match.state_after(moves)) == digest(state)


def test_looking_back_leaves_the_match_as_it_is() -> None:
    match = played(7)
    match.state_after(3)
    [*match.steps()]
    assert same(match, played(7))


# ── The end, names and options ───────────────────────────────────────────────────────────────────


def test_nothing_is_done_after_the_end() -> None:
    match = played()
    assert match.is_over
    with pytest.raises(GameOver, match=r"^The game is over\.$"):
        check(match.state, 0, 0)


def test_a_digest_names_exactly_one_table() -> None:
    one, other = TOY.start(2), TOY.start(2)
    assert digest(one) == digest(other)
    ask.happen(other, ROLL + 1)
    assert digest(one) != digest(other)


@pytest.mark.parametrize("name", ["", " ", " Ann", "Ann ", "A,B", "A#B", "A\nB", "A\tB", "\u2028"])
def test_a_name_that_cannot_be_written_down_is_refused(name: str) -> None:
    with pytest.raises(BadName, match=r"cannot name a seat.*\.$"):
        Match.new(TOY, ["Ann", name])


@SAME_EVERY_TIME
@given(st.lists(st.text(max_size=8), min_size=1, max_size=3))
def test_a_name_is_refused_or_read_as_it_was_written(names: list[str]) -> None:
    try:
        match = Match.new(TOY, names)
    except BadName:
        return
    assert Match.read(match.write(), shelf).seats == tuple(names)


def test_numbers_are_written_down_where_they_are_not_the_usual_ones() -> None:
    assert "stones" not in Match.new(TOY, ["Ann"], {"stones": "5"}).options
    match = Match.new(TOY, ["Ann"], {"stones": "7"})
    assert match.options == {"die": "fair", "mood": "good", "stones": "7"}
    assert "options: die=fair mood=good stones=7" in match.write()
    assert Match.read(match.write(), shelf).state.stones[0] == 7


def test_options_and_seats_are_checked() -> None:
    with pytest.raises(UnknownOption):
        Match.new(TOY, ["Ann"], {"dice": "fair"})
    with pytest.raises(WrongSeats):
        Match.new(TOY, [])


# ── As text ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 4, 5, 100])
def test_a_match_reads_as_it_was_written_over_or_not(moves: int) -> None:
    match = played(moves)
    again = Match.read(match.write(), shelf)
    assert same(again, match)
    assert again.write() == match.write()


def test_the_text_can_be_read_by_people() -> None:
    assert LINES[:5] == [
        "templetop match",
        "game: toy",
        "rules: 7",
        "seats: Ann, Bob the Second, Čeněk 3",
        "options: die=loaded mood=good",
    ]
    assert any(line.endswith(("# Ann bids 3.", "# Ann bids 2.")) for line in LINES)
    assert any("  chance    7" in line and "# Chance rolls " in line for line in LINES)
    assert LINES[END - 1].startswith("end: over; points ")


@pytest.mark.parametrize(
    "harmless",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.rstrip("\n"),
        TEXT + "\n\n  \n# Well played!\n",
        TEXT.replace("#", "   # !"),
        "\n".join(line.split("#")[0] for line in LINES),
        "\n\n".join(LINES),
        "\n".join(f"  {line}  " for line in LINES),
    ],
    ids=["CRLF", "no last newline", "comments", "other words", "no words", "blank lines", "spaces"],
)
def test_line_ends_blanks_and_words_do_not_matter(harmless: str) -> None:
    assert same(Match.read(harmless, shelf), played())


@pytest.mark.parametrize("text", ["", "\n", '[Event "Chess"]\n1. e4 e5', "templetop\n", "\x00\xff"])
def test_a_foreign_file_is_refused_at_its_first_line(text: str) -> None:
    assert damaged(text).line == 1
    assert "a match begins with" in str(damaged(text))


@pytest.mark.parametrize(
    ("number", "line", "says"),
    [
        (2, "game: chess", "There is no game 'chess'."),
        (2, "play: toy", "this line should read 'game: …'."),
        (3, "rules: 6", "it was played with version 6 of the rules; this is version 7."),
        (3, "rules: ", "it was played with version  of the rules"),
        (4, "seats: ", "cannot name a seat"),
        (4, "seats: A, B, C, D", "Toy seats 1 to 3, not 4."),
        (5, "options: die", "'die' is not an option; write name=choice."),
        (5, "options: dice=fair", "Toy has no option 'dice'"),
        (5, "options: die=fare", "The option die is fair or loaded, not 'fare'."),
        (5, "options: stones=21", "The option stones must be a number from 1 to 20, not '21'."),
        (5, "options: stones=", "The option stones must be a number from 1 to 20, not ''."),
        (FIRST_MOVE, "   1  dealer  71", "is not a move; a move reads"),
        (FIRST_MOVE, "   1  chance  -1", "is not a move; a move reads"),
        (FIRST_MOVE, "   1  chance  ٧١", "is not a move; a move reads"),
        (FIRST_MOVE, "   2  chance  71", "this is move 2, but move 1 is next."),
        (FIRST_MOVE, "   1  chance  74", "There is no move 74"),
        (FIRST_MOVE, "   1  chance  3", "There is no move 3."),
        (FIRST_MOVE, "   1  seat 1  2", "Seat 1 has nothing to decide now; waiting for chance."),
        (FIRST_MOVE, "   1  seat 0  71", "is not a move; a move reads"),
        (END, "end: over; points 0, 0, 0; table 0", "the moves lead to a different end"),
        (END, LINES[END - 1] + "\nend:", "nothing can follow the end."),
    ],
)
def test_a_damaged_line_is_named(number: int, line: str, says: str) -> None:
    refusal = damaged(with_line(number, line))
    assert refusal.line == number + line.count("\n")
    assert says in str(refusal)


@pytest.mark.parametrize("number", [n for n, line in enumerate(LINES, 1) if line])
def test_a_missing_line_is_noticed(number: int) -> None:
    """Where it should have been, or a blank line after that."""
    assert damaged(with_line(number, None)).line <= number + 1


@pytest.mark.parametrize("number", [n for n, line in enumerate(LINES, 1) if line])
def test_a_line_that_stands_there_twice_is_noticed(number: int) -> None:
    doubled = damaged(with_line(number, LINES[number - 1] + "\n" + LINES[number - 1]))
    assert doubled.line == number + 1


@pytest.mark.parametrize("stop", range(1, len(TEXT) - len(LINES[END - 1]), 7))
def test_a_text_that_stops_early_is_noticed(stop: int) -> None:
    damaged(TEXT[:stop])


def test_any_other_end_is_noticed() -> None:
    """The last line holds the points and the table's digest, to the last letter."""
    end = LINES[END - 1]
    for n in range(len("end:"), len(end)):
        for letter in "0f, ":
            line = end[:n] + letter + end[n + 1 :]
            if line.strip() != end:
                assert damaged(with_line(END, line)).line == END


# ── Any damage at all ────────────────────────────────────────────────────────────────────────────


@st.composite
def damages(draw: st.DrawFn) -> str:
    """The text with lines or characters lost, doubled, swapped or altered."""
    lines = LINES.copy()
    for _ in range(draw(st.integers(1, 3))):
        one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw(st.sampled_from(["lose", "double", "swap", "alter", "insert", "cut"])):
            case "lose" if len(lines) > 1:
                del lines[one]
            case "double":
                lines.insert(other, lines[one])
            case "swap":
                lines[one], lines[other] = lines[other], lines[one]
            case "alter" if lines[one]:
                at = draw(st.integers(0, len(lines[one]) - 1))
                letter = draw(st.sampled_from("0123456789 seat#:,=-\r\x00") | st.characters())
                lines[one] = lines[one][:at] + letter + lines[one][at + 1 :]
            case "insert":
                at = draw(st.integers(0, len(lines[one])))
                lines[one] = lines[one][:at] + draw(st.text(max_size=3)) + lines[one][at:]
            case "cut":
                lines[one] = lines[one][: draw(st.integers(0, len(lines[one])))]
    return "\n".join(lines)


@SAME_EVERY_TIME
@given(damages())
@example(TEXT)
def test_any_damage_is_noticed_or_does_none(text: str) -> None:
    """Only what changes nothing at the table can be altered unseen: names, and some options."""
    try:
        match = Match.read(text, shelf)
    except BadMatch:
        damaged(text)
        return
    intact = played()
    assert match.decided == {}
    assert len(match.seats) == len(intact.seats)
    assert match.moves == intact.moves
    assert match.state.tobytes() == intact.state.tobytes()


@SAME_EVERY_TIME
@given(st.text() | st.binary().map(lambda content: content.decode("latin-1")))
def test_any_text_at_all_is_refused_with_a_line(text: str) -> None:
    damaged(text)
    damaged("templetop match\n" + text)


def test_options_are_read_as_they_are_written() -> None:
    assert read_options("") == {}
    assert read_options("die=loaded  mood=bad") == {"die": "loaded", "mood": "bad"}
    with pytest.raises(Refusal, match=r"^'die' is not an option; write name=choice\.$"):
        read_options("die")


def test_who_is_to_move() -> None:
    match = Match.new(TOY, NAMES)
    assert seats_to_move(match.state) == [CHANCE]
    match.play(CHANCE, ROLL + 1)
    assert seats_to_move(match.state) == match.awaited == [0, 1, 2]
    match.play(1, 0)
    assert seats_to_move(match.state) == [0, 1, 2]
    assert match.awaited == [0, 2]
    assert seats_to_move(played().state) == played().awaited == []
