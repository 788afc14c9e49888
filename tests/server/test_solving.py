"""Puzzles at the server: nothing of the answer is told before somebody has answered."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from templetop.coach.puzzles import Puzzle, read_puzzle
from templetop.engine.match import Match
from templetop.games.shelf import ready_games, take
from templetop.server.learning.puzzle_catalog import FILE, AnswerCost, PuzzleCatalog, puzzle_view
from tests.coach.matches import finished
from tests.server.serving import Person, Refused, Serving, serving, settings_in

KARUBA = take("karuba")


def made(moves: int, difficulty: int) -> Puzzle:
    """A position of a match; which move is best is only said."""
    whole = finished(Match.new(KARUBA, ["level3 1", "level3 2"], {"setup": "random"}), 5)
    match = Match.new(KARUBA, whole.seats, whole.options)
    for seat, move in whole.moves:
        if len(match.moves) >= moves and match.awaited == [0, 1]:
            break
        match.play(seat, move)
    best = match.legal(1)[3]
    about = ("karuba", KARUBA.rules_version, match.options, 2, match.write(), 2, best, "code")
    levels = {f"level{n}": 0.25 * n for n in range(1, 6)}
    return Puzzle(*about, "words", len(match.legal(1)), 0.07, 0.01, 0.999, levels, difficulty)


PUZZLES = [made(60, 3), made(30, 1)]


@pytest.fixture(scope="module")
def quizzing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with puzzles of its operator's, among lines that are none."""
    settings = settings_in(tmp_path_factory.mktemp("quizzing"), coach=0.05)
    folder = Path(settings.data) / "puzzles"
    folder.mkdir(parents=True)
    old = asdict(PUZZLES[0]) | {"rules": -1}
    lines = [json.dumps(asdict(one)) for one in PUZZLES] + ["{", "[]", json.dumps(old), ""]
    (folder / "heist.jsonl").write_text("nothing\n")
    (folder / "karuba.jsonl").write_text("\n".join(lines))
    with serving(settings) as running:
        shelf = running.app.state.server.puzzles
        shelf.files = lambda game: [shelf.folder / f"{game.id}.jsonl"]  # without those we ship
        yield running


def status_of(refused: Callable[[], Any]) -> int:
    with pytest.raises(Refused) as found:
        refused()
    return found.value.status


def cards(person: Person) -> list[Any]:
    found: list[Any] = person.get("/puzzles/karuba")["puzzles"]
    return found


def test_puzzles_are_tried_and_the_first_answer_counts(quizzing: Serving) -> None:
    ann = quizzing.stranger()
    ann.post("/accounts", name="Ann", password="a long way to the temple")
    easy, hard = cards(ann)
    assert (easy["difficulty"], hard["difficulty"]) == (1, 3)
    assert easy["solved"] is None
    seen = ann.get(f"/puzzles/karuba/{hard['id']}?drawing=false")
    best = PUZZLES[0].best
    assert best in [offer["move"] for offer in seen["offers"]]
    assert seen["you"] == 1
    assert not {"best", "margin", "levels", "code", "match"} & {*seen}
    wrong = next(offer["move"] for offer in seen["offers"] if offer["move"] != best)
    told = ann.post(f"/puzzles/karuba/{hard['id']}", move=wrong)
    assert not told["right"]
    assert told["best"]["move"] == best
    assert told["found_by"] == [0.25, 0.5, 0.75, 1.0, 1.25]
    assert ann.post(f"/puzzles/karuba/{hard['id']}", move=best)["right"]  # too late
    assert ann.post(f"/puzzles/karuba/{easy['id']}", move=PUZZLES[1].best)["right"]
    assert [one["solved"] for one in cards(ann)] == [True, False]
    (shelf,) = ann.get("/puzzles")
    assert shelf == {"game": "karuba", "name": "Karuba", "count": 2, "tried": 2, "solved": 1}
    assert [one["solved"] for one in ann.get("/me/export")["puzzles"]] == [False, True]
    assert [one["solved"] for one in cards(quizzing.person("Ben"))] == [None, None]
    ann.delete("/me", password="a long way to the temple")


def test_whoever_has_no_name_may_try_and_nothing_is_kept(quizzing: Serving) -> None:
    stranger = quizzing.stranger()
    easy, _ = cards(stranger)
    assert stranger.post(f"/puzzles/karuba/{easy['id']}", move=PUZZLES[1].best)["right"]
    assert cards(stranger)[0]["solved"] is None


def test_what_is_no_puzzle_or_no_move_is_refused(quizzing: Serving) -> None:
    ann = quizzing.stranger()
    easy, _ = cards(ann)
    path = f"/puzzles/karuba/{easy['id']}"
    assert status_of(lambda: ann.post(path, move=100_000)) == 422
    assert status_of(lambda: ann.post(path, move="best")) == 422
    assert status_of(lambda: ann.get("/puzzles/karuba/nothing")) == 404
    assert status_of(lambda: ann.get("/puzzles/nothing")) == 404
    assert ann.get("/puzzles/heist")["puzzles"] == []


def test_an_answer_is_weighed_when_the_bots_are_ready(quizzing: Serving) -> None:
    bot_pool = quizzing.app.state.server.autoplay.bot_pool
    bot_pool.compiled_games.add("karuba")
    ann = quizzing.stranger()
    _, hard = cards(ann)
    offers = ann.get(f"/puzzles/karuba/{hard['id']}?drawing=false")["offers"]
    wrong = next(offer["move"] for offer in offers if offer["move"] != PUZZLES[0].best)
    told = ann.post(f"/puzzles/karuba/{hard['id']}", move=wrong)
    assert told["unit"] == "lead"
    assert told["lost"] is None or told["lost"]["mean"] > 0
    assert ann.post(f"/puzzles/karuba/{hard['id']}", move=wrong) == told  # and is remembered


def test_many_guests_of_one_place_take_turns_as_one(
    quizzing: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_pool, askers = quizzing.app.state.server.autoplay.bot_pool, set()

    async def ask(who: str, think: object, *about: object) -> AnswerCost:
        askers.add(who)
        return AnswerCost("lead")

    monkeypatch.setattr(bot_pool, "compiled_games", {"karuba"})
    monkeypatch.setattr(bot_pool, "compile_next", lambda game: None)
    monkeypatch.setattr(bot_pool.search_pool, "submit", ask)
    easy, _ = cards(quizzing.stranger())
    moves = [
        offer["move"]
        for offer in quizzing.stranger().get(f"/puzzles/karuba/{easy['id']}")["offers"]
    ]
    for number, move in enumerate(moves[:3]):
        quizzing.person(f"Guest {number}").post(f"/puzzles/karuba/{easy['id']}", move=move)
    assert len(askers) == 1


@pytest.mark.parametrize("game", ready_games())
def test_the_puzzles_that_a_game_brings_along_can_be_solved(game: str, tmp_path: Path) -> None:
    card, shelf = take(game), PuzzleCatalog(tmp_path)
    if card.folder is None or not (card.folder / FILE).is_file():
        pytest.skip("It brings none along.")
    lines = (card.folder / FILE).read_text("utf-8").splitlines()
    riddles = shelf.puzzles_of(card)
    assert len(riddles) == len(lines) > 0  # all are of today's rules, and none is there twice
    for one in riddles.values():
        puzzle, match = read_puzzle(json.loads(one.text), take)
        assert puzzle.best in match.legal(puzzle.seat - 1)
        assert puzzle.confidence >= 0.99
    seen = puzzle_view(card, next(iter(riddles.values())), True)
    assert seen.offers
    assert seen.drawing
