"""The bench says which figures are off their aims."""

from bench.vulkar import off


def test_no_seat_is_far_ahead_in_the_standard_game() -> None:
    row = {"game": "standard", "seats": 4, "win": 0.0}
    assert off({**row, "lead": 5.0}, "greedy") == []
    assert off({**row, "lead": 5.1}, "greedy") == ["a seat is 5.1 ahead, and should be at most 5"]


def test_level_4_breaks_the_curse_as_often_as_it_should() -> None:
    row = {"game": "curse", "seats": 3, "win": 23.3}
    assert off(row, "level4") == ["win is 23.3, and should be 25 to 55"]
    assert off({**row, "win": 40.0}, "level4") == []
    assert off({**row, "seats": 1}, "level4") == []  # nothing is aimed at for one seat
    assert off(row, "greedy") == []
