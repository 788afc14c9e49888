"""The bench says which figures are off their aims."""

from typing import Any

from bench.karmaggan import off

AS_IT_SHOULD_BE: dict[str, Any] = {
    "seats": 2, "mode": "alone", "turns": [13, 26, 55], "collapse": 0.9, "escape": 89.3,
    "swarm_wins": 10.0, "lead": 2.7,
}  # fmt: skip


def test_nothing_is_said_where_all_is_as_it_should_be() -> None:
    assert off(AS_IT_SHOULD_BE) == []


def test_what_is_off_is_said() -> None:
    found = off({**AS_IT_SHOULD_BE, "turns": [9, 19, 40], "swarm_wins": 46.0, "lead": 6.2})
    assert found == [
        "median of turns is 19, and should be 25 to 150",
        "swarm_wins is 46.0, and should be 5 to 30",
        "lead is 6.2, and should be -100 to 5",
    ]


def test_teams_have_aims_of_their_own() -> None:
    teams = {**AS_IT_SHOULD_BE, "seats": 4, "mode": "teams", "swarm_wins": 0.0, "lead": 9.0}
    assert off(teams) == []
    assert off({**teams, "escape": 33.0}) == ["escape is 33.0, and should be 40 to 100"]
