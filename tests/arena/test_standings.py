"""The figures of a tournament, and how they look."""

from random import Random
from xml.etree import ElementTree

import pytest

from templetop.arena.ladder import ladder, round_step, signed
from templetop.arena.results import Scoresheets, SeatResult
from templetop.arena.standings import Standings, standings
from templetop.arena.tables import cross_table, standings_table
from templetop.cli.sentences import screen
from templetop.engine.game import Measure

from .made import contest, played_by_strength, result


@pytest.fixture
def figures() -> Standings:
    """Two deals of two matches: a wins three, and one is a tie."""
    lines = [
        *contest("0-0-0", 0, "a", "b"),
        *contest("0-0-1", 0, "a", "b"),
        *contest("1-0-0", 1, "a", "b"),
        *contest("1-0-1", 1, "a", "b", tie=True),
    ]
    return standings(["b", "a"], lines)


def test_wins_points_places_and_time(figures: Standings) -> None:
    best, other = figures.bots
    assert (best.bot, other.bot) == ("a", "b")
    assert (best.wins, other.wins) == (3.5 / 4, 0.5 / 4)
    assert (best.place, other.place) == (1, 7 / 4)
    assert best.points == 10
    assert best.ms_per_move == pytest.approx(1000 * 0.01 / 5)
    assert (figures.matches, figures.deals) == (4, 2)


def test_who_beats_whom(figures: Standings) -> None:
    pair = figures.pair("a", "b")
    assert pair is not None
    assert (pair.share, pair.matches) == (3.5 / 4, 4)
    assert pair.interval is None  # of two deals
    back = figures.pair("b", "a")
    assert back is not None
    assert back.share == 1 - pair.share
    assert figures.pair("a", "a") is None


def test_in_a_match_of_three_every_two_seats_are_compared() -> None:
    lines = [result("0", 0, n + 1, bot, n + 1, seats=3) for n, bot in enumerate("abb")]
    figures = standings(["a", "b"], lines)
    pair = figures.pair("a", "b")
    assert pair is not None
    assert (pair.share, pair.matches) == (1, 2)
    assert {one.bot: one.matches for one in figures.bots} == {"a": 1, "b": 2}


def test_the_order_in_which_results_came_in_does_not_matter() -> None:
    lines = played_by_strength({"a": 90.0, "b": 30.0, "c": 0.0}, 10, seed=1)
    mixed = Random(1).sample(lines, len(lines))
    assert standings(["a", "b", "c"], mixed) == standings(["a", "b", "c"], lines)


def test_seats_that_programs_lost_are_counted_and_the_first_is_told() -> None:
    lines: list[SeatResult] = []
    for deal in range(3):
        won, lost = contest(str(deal), deal, "a", "mine")
        lines += [won, lost._replace(note=f"mine loses its seat, {deal}")]
    figures = standings(["a", "mine"], lines)
    assert [one.seats_lost for one in figures.bots] == [0, 3]
    assert figures.notes == ["mine loses its seat, 0"]


def test_a_match_is_counted_once_however_often_it_is_handed_in() -> None:
    sheets = Scoresheets()
    assert sheets.add(contest("0-0-0", 0, "a", "b"))
    assert not sheets.add(contest("0-0-0", 0, "b", "a"))
    assert [line.bot for line in sheets.results] == ["a", "b"]


# ── Teams, and all together ──────────────────────────────────────────────────────────────────────


def in_teams(match: str, deal: int, winner: str, loser: str) -> list[SeatResult]:
    """Two against two, the partners opposite each other."""
    bots = (winner, loser, winner, loser)
    return [
        result(match, deal, seat + 1, bot, 1 + seat % 2, seats=4, side=1 + seat % 2)
        for seat, bot in enumerate(bots)
    ]


def test_a_team_is_counted_once_and_partners_are_not_compared() -> None:
    ends = [("a", "b"), ("a", "b"), ("b", "a")]
    teams = [line for n, end in enumerate(ends) for line in in_teams(str(n), n, *end)]
    figures = standings(["a", "b"], teams)
    pair = figures.pair("a", "b")
    assert pair is not None
    assert pair.share == pytest.approx(2 / 3)
    assert pair.matches == 3
    assert [(one.bot, one.matches) for one in figures.bots] == [("a", 3), ("b", 3)]
    assert figures.bots[0].wins == pytest.approx(2 / 3)
    twos = [line for n, end in enumerate(ends) for line in contest(str(n), n, *end)]
    alike = standings(["a", "b"], twos)
    assert [one.rating for one in figures.bots] == [one.rating for one in alike.bots]


def together(match: str, deal: int, bot: str, is_won: bool) -> list[SeatResult]:
    place = 1 if is_won else 2
    return [result(match, deal, seat, bot, place, side=1) for seat in (1, 2)]


def test_where_all_play_together_wins_are_counted_and_nobody_is_rated() -> None:
    lines = [
        line
        for deal in range(8)
        for bot in ("a", "b")
        for line in together(f"{deal}-{bot}", deal, bot, bot == "b" or deal < 2)
    ]
    figures = standings(["a", "b"], lines)
    assert figures.is_together
    assert figures.pairs == []
    best, other = figures.bots
    assert (best.bot, best.wins, other.wins) == ("b", 1.0, 0.25)
    assert other.wins_interval is not None
    assert other.wins_interval.low < 0.25 < other.wins_interval.high < 0.75
    heading, *_ = printed(standings_table(figures, None))
    assert heading.split() == ["bot", "wins", "95%", "interval", "ms/move"]
    doors = Measure("door", "doors", decides=False)
    assert "doors" in printed(standings_table(figures, doors))[0]


# ── To look at ───────────────────────────────────────────────────────────────────────────────────


def printed(drawing: object) -> list[str]:
    console = screen()
    with console.capture() as captured:
        console.print(drawing)
    return captured.get().splitlines()


def test_tables_have_the_best_bot_first(figures: Standings) -> None:
    _, best, other = printed(standings_table(figures))
    assert best.split()[:2] == ["1", "a"]
    assert other.split()[:2] == ["2", "b"]
    assert "87.5%" in best
    assert "12.5%" in other
    _, first, second = printed(cross_table(figures))
    assert first.split() == ["1", "a", "-", "87.5%"]
    assert second.split() == ["2", "b", "12.5%", "-"]


def test_the_ladder_is_a_picture_of_every_bot(figures: Standings) -> None:
    picture = ElementTree.fromstring(ladder("A < B & C", figures))
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == "A < B & C"
    assert "1  a" in words
    assert "2  b" in words
    assert signed(figures.bots[1].rating or 0.0) in words
    dots = [*picture.iter("{http://www.w3.org/2000/svg}circle")]
    bars = [
        bar.attrib["d"]
        for bar in picture.iter("{http://www.w3.org/2000/svg}path")
        if bar.attrib["class"] == "bar"
    ]
    for dot, bar in zip(dots, bars):
        left, right = (float(word.split()[0]) for word in bar.removeprefix("M").split("H"))
        assert left <= float(dot.attrib["cx"]) <= right
    assert float(dots[0].attrib["cx"]) > float(dots[1].attrib["cx"])


def test_the_steps_of_the_axis_are_round_and_a_minus_is_a_minus() -> None:
    assert [round_step(least) for least in (0.2, 1, 3, 18, 50, 51, 730)] == [
        1, 1, 5, 20, 50, 100, 1000,
    ]  # fmt: skip
    assert [signed(rating) for rating in (-120.4, -0.3, 0.0, 37.6)] == ["−120", "0", "0", "38"]


def test_who_failed_in_every_match_is_last_and_has_no_rating() -> None:
    lines: list[SeatResult] = []
    for deal in range(6):
        lines += contest(f"{deal}-0", deal, "mine", "a")
        lines += contest(f"{deal}-1", deal, "b", "a")
    lines = [
        one._replace(note="mine loses its seat") if one.bot == "mine" else one for one in lines
    ]
    figures = standings(["a", "b", "mine"], lines)
    assert [(one.bot, one.has_failed) for one in figures.bots] == [
        ("b", False), ("a", False), ("mine", True),
    ]  # fmt: skip
    assert figures.bots[2].rating is None
    assert not figures.is_together
    words = [line.split() for line in printed(standings_table(figures))]
    assert words[3][:3] == ["3", "mine", "-"]
    picture = ladder("Cup", figures)
    assert "b" in picture
    assert "mine" not in picture
    once = [*lines, *contest("9-9", 9, "mine", "a")]
    assert not standings(["a", "b", "mine"], once).bots[0].has_failed
