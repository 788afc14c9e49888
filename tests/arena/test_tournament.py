"""Who plays whom."""

from collections import Counter

import pytest

from templetop.arena.tournament import TooFewBots, Tournament, line_ups, tournament
from templetop.engine.refusal import WrongSeats
from templetop.games.shelf import take
from tests.bots.small import PAIRS

KARUBA = take("karuba")


def of(bots: str, seats: int, matches: int) -> Tournament:
    return tournament(KARUBA, dict.fromkeys(bots, "random"), seats, matches)


def test_every_line_up_plays_every_deal_in_every_rotation() -> None:
    fixtures = list(of("abc", 2, 12).fixtures())
    assert len(fixtures) == 12
    for deal in range(2):
        seated = [fixture.bots for fixture in fixtures if fixture.deal == deal]
        assert sorted(map("".join, seated)) == ["ab", "ac", "ba", "bc", "ca", "cb"]


def test_the_number_of_matches_is_rounded_up_to_whole_deals() -> None:
    assert of("abc", 2, 1).matches == 6
    assert of("abc", 2, 13).matches == 18
    assert of("ab", 2, 100).matches == 100


@pytest.mark.parametrize(("bots", "seats"), [("ab", 2), ("abc", 2), ("ab", 3), ("abc", 4)])
def test_everybody_sits_at_every_seat_equally_often(bots: str, seats: int) -> None:
    sat: Counter[tuple[str, int]] = Counter()
    for fixture in of(bots, seats, 1).fixtures():
        sat.update((bot, seat) for seat, bot in enumerate(fixture.bots))
    assert len(sat) == len(bots) * seats
    assert len(set(sat.values())) == 1


def test_with_fewer_bots_than_seats_some_sit_twice_but_none_alone() -> None:
    assert [*map("".join, line_ups(("a", "b"), 3))] == ["aab", "abb"]
    assert len(line_ups(("a", "b", "c"), 4)) == 15 - 3


def test_every_match_has_a_name_of_its_own_that_more_matches_do_not_change() -> None:
    few, many = ([*of("abc", 3, matches).fixtures()] for matches in (6, 60))
    assert [fixture.match for fixture in many[: len(few)]] == [fixture.match for fixture in few]
    assert len({fixture.match for fixture in many}) == len(many)


def test_a_bot_plays_for_a_whole_team() -> None:
    teams = tournament(PAIRS, dict.fromkeys("abc", "random"), 4, 1)
    assert (teams.sides, teams.seats, teams.matches) == ((0, 1, 0, 1), 4, 6)
    seated = sorted("".join(fixture.bots) for fixture in teams.fixtures())
    assert seated == ["abab", "acac", "baba", "bcbc", "caca", "cbcb"]


def test_where_all_are_on_one_side_every_bot_plays_with_itself() -> None:
    alone = of("abc", 1, 6)
    assert alone.is_together
    assert ["".join(fixture.bots) for fixture in alone.fixtures()] == ["a", "b", "c"] * 2
    assert of("a", 1, 3).matches == 3  # there it may be the only one


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(TooFewBots, match="at least two"):
        of("a", 2, 10)
    with pytest.raises(WrongSeats, match="seats 1 to 4"):
        of("ab", 9, 10)
