"""What is the same for everybody is worked out once, in each language, until something changes."""

from pathlib import Path
from typing import Any

import pytest

from templetop.server.catalog import routes
from templetop.server.http.responses import ResponseCache
from templetop.server.learning import puzzle_routes
from templetop.server.store import deal_plays
from templetop.server.store.deal_plays import DealLists
from tests.server.serving import Person, Serving


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[Any]:
    """The calls of a function, which is called all the same."""
    calls, truly = [], getattr(module, name)

    def called(*about: Any) -> Any:
        calls.append(about)
        return truly(*about)

    monkeypatch.setattr(module, name, called)
    return calls


def asked(person: Person, path: str, language: str = "en") -> Any:
    return person.http.get(path, headers={"Accept-Language": language}).json()


def test_the_cards_of_all_games_are_made_once_in_each_language(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.app.state.server.game_cards.entries.clear()
    made = counted(monkeypatch, routes, "game_card")
    ann = server.person("Ann")
    first = asked(ann, "/games")
    assert len(made) == len(first) > 4
    assert asked(server.stranger(), "/games") == first
    assert len(made) == len(first)
    german = asked(ann, "/games", "de")
    assert len(made) == 2 * len(first)
    assert german != first
    assert asked(ann, "/games") == first


def test_a_game_that_is_put_on_the_shelf_later_has_a_card(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = asked(server.stranger(), "/games")
    monkeypatch.setattr(routes, "ready_games", lambda: ["karuba"])
    assert [card["id"] for card in asked(server.stranger(), "/games")] == ["karuba"]
    monkeypatch.undo()
    assert asked(server.stranger(), "/games") == whole


def test_a_puzzle_is_looked_at_once_in_each_language(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = counted(monkeypatch, puzzle_routes, "puzzle_view")
    ann, ben = server.person("Ann"), server.stranger()
    [one, *_] = ann.get("/puzzles/karuba")["puzzles"]
    path = f"/puzzles/karuba/{one['id']}"
    first = asked(ann, path)
    assert asked(ben, path) == first
    assert len(made) == 1
    assert asked(ben, path, "de") != first
    assert asked(ben, f"{path}?drawing=false")["drawing"] == ""
    assert len(made) == 3


def test_answers_that_nobody_has_asked_for_in_a_while_are_given_up() -> None:
    known = ResponseCache(2)
    for number in range(5):
        known.add({"is": number}, number)
    assert [number for number in range(5) if known.find(number)] == [3, 4]
    assert known.find(4) == b'{"is":4}'


def test_lists_of_deals_are_asked_for_anew_after_a_while_or_when_something_happened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now, there = 0.0, 1
    monkeypatch.setattr(deal_plays, "count_players", lambda deal, connection: there)
    lists, nobody = DealLists(lambda: now), None

    def players() -> int:
        return lists.count_players("day/2026-03-02/karuba", nobody)  # type: ignore[arg-type]

    assert players() == 1
    there = 2
    assert players() == 1
    lists.forget()
    assert players() == 2
    there, now = 3, deal_plays.CACHE_SECONDS
    assert players() == 3
