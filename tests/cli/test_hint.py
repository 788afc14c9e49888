"""Hints, and bots that search at the table; these compile."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from templetop.bots.seen import Seen
from templetop.bots.thought import Expected, Thought, Weighed
from templetop.cli import hint
from templetop.cli.hint import Advice, in_words
from templetop.engine.game import Game, Measure
from templetop.engine.kinds import Message
from templetop.engine.match import Match, legal_moves, say, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take

from .conftest import Run

KARUBA = take("karuba")
THINKING = ("play", "karuba", "--bots", "search:20", "--seats", 2, "--option", "setup=random")


def printed(advice: Advice, *names: str) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        for part in in_words(advice, names):
            console.print(part)
    return captured.get()


def seen(seats: int) -> Seen:
    """The first tile, 12, lies open."""
    match = Match.new(KARUBA, ["?"] * seats, {"setup": "random"})
    while len(match.moves) < 8:
        match.play(CHANCE, legal_moves(match.state, CHANCE)[0])
    events = legal_moves(match.state, CHANCE)
    match.play(CHANCE, next(e for e in events if "12" in say(match.state, CHANCE, e)))
    return Seen(KARUBA, match.state, 0, seats)


def step(seat: int, words: str) -> Expected:
    return Expected(seat, 0, Message("", f"{{who}} {words}"))


def test_the_best_three_with_what_everyone_may_expect() -> None:
    weighed = tuple(
        Weighed(move, 500 - move, (0.6 - move / 100, 0.4), (21.25, 9.0)) for move in range(5)
    )
    line = [
        step(0, "lays tile 12 on a1"),
        step(1, "lays tile 12 on d1"),
        step(CHANCE, "calls tile 4"),
        step(0, "lays tile 4 on c3"),
    ]
    advice = Advice(seen(2), Thought(weighed, 1234, 1.5), line)
    lines = printed(advice, "Ann", "Owl").splitlines()
    assert lines[0].split() == ["best", "Ann", "Owl", "games"]
    assert lines[1].split() == [
        "a1",
        "lays",
        "tile",
        "12",
        "on",
        "a1",
        "60%",
        "21.2",
        "40%",
        "9.0",
        "500",
    ]
    assert [row.split()[0] for row in lines[1:4]] == ["a1", "b1", "c1"]
    assert lines[4].startswith("1,234 simulated games in 1.5 s; for everyone the outlook from")
    assert " ".join(lines[5:]) == (
        "The game might go on like this: Owl lays tile 12 on d1. Chance calls tile 4. "
        "Ann lays tile 4 on c3."
    )


def test_alone_there_are_only_points() -> None:
    weighed = tuple(Weighed(move, 10, (0.4,), (17.5,)) for move in range(2))
    line = [step(0, "lays tile 12 on a1")]
    text = printed(Advice(seen(1), Thought(weighed, 20, 0.1), line), "Ann")
    assert "17.5" in text
    assert "%" not in text
    assert "for everyone the points in the end." in text
    assert "go on" not in text


def test_where_several_decide_at_once_it_is_said_how_often() -> None:
    weighed = tuple(Weighed(n, 9, (0.5, 0.5), (9.0, 9.0), (0.75, 0.25)[n]) for n in range(2))
    text = printed(Advice(seen(2), Thought(weighed, 20, 0.1), [step(0, "waits")]), "Ann", "Owl")
    assert text.splitlines()[0].split() == ["best", "often", "Ann", "Owl", "games"]
    assert text.splitlines()[1].split()[6:8] == ["75%", "50%"]
    assert "how often the search would make each move" in text


@pytest.mark.parametrize("measure", [None, Measure("door", "doors", decides=False)])
def test_where_points_do_not_decide_there_are_only_chances(measure: Measure | None) -> None:
    weighed = tuple(Weighed(n, 9, (0.25, 0.75), (8.0, 7.0)) for n in range(2))
    with_doors = replace(seen(2), game=replace(KARUBA, measure=measure))
    text = printed(Advice(with_doors, Thought(weighed, 20, 0.1), [step(0, "waits")]), "Ann", "Owl")
    assert "25%  75%" in text
    assert "8.0" not in text
    assert "points" not in text


def test_where_there_is_no_choice_nothing_is_thought() -> None:
    weighed = (Weighed(30, 1, (0.5, 0.5), (9.0, 9.0)),)
    text = printed(Advice(seen(2), Thought(weighed, 1, 0.0), []), "Ann", "Owl")
    assert "without walking" in text
    assert text.endswith("There is no other move.\n")


# ── Really ───────────────────────────────────────────────────────────────────────────────────────


def test_a_hint_is_one_of_the_moves(run: Run) -> None:
    answer = run(*THINKING, "--seed", 3, typed="hint\nd\n")
    assert answer.exit_code == 0, answer.output
    advice = answer.stdout.partition("Player> hint")[2].partition("Player> d")[0]
    rows = advice.splitlines()[2:5]
    assert all(row.split()[1] in ("lays", "discards") for row in rows)
    assert all(row.count("%") == 3 for row in rows)
    assert "simulated games in" in advice
    assert "The game might go on like this: search:20 " in advice.replace("Search", "search")
    assert "Player discards tile" in answer.stdout
    assert "earch:20 " in answer.stdout.partition("Player> d")[2]


def test_one_is_told_when_something_is_compiled(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(names: list[str], game: Game, say: Callable[[str], None]) -> None:
        say(f"Compiling for {game.name} …")

    monkeypatch.setattr(hint, "make_ready", tell)
    at_once = ("play", "karuba", "--bots", "random", "--option", "setup=random")
    assert run(*at_once, typed="hint\n").stderr == "Compiling for Karuba …\n"


def test_the_same_seed_gives_the_same_match_of_searching_bots(run: Run, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        words = ("--seats", 2, "--bots", "search:20,level4", "--seed", 4, "-o", "setup=random")
        done = run("record", "karuba", *words, "--out", tmp_path / name)
        assert done.exit_code == 0, done.output
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    assert Match.read(texts[0], take).seats == ("search:20", "level4")
    assert seats_to_move(Match.read(texts[0], take).state) == []
