"""Bots of one's own in Python; what all bots of one's own are told, and what they may ask."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import templetop as tt
from templetop.bots import own, program, roster
from templetop.bots.names import BadBotName, Chosen, bot_of, check_different, chosen, numbered
from templetop.bots.program import answered, question
from templetop.bots.roster import CannotPlay, Engagement, call, try_out
from templetop.bots.seen import Seen, seen_by
from templetop.bots.story import Story
from templetop.bots.what_if import CannotBe
from templetop.cli.record import play_out
from templetop.cli.thinking import Thinking
from templetop.engine.match import Match
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take
from tests.engine.toy import ROLL, TOY
from tests.every_game.swaps import games_with_secrets, secretive_tables, swapped
from tests.every_game.tables import story

from .thinking import moments_of_decision

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
TEN_LINES = f"py:{EXAMPLES / 'ten_line_bot.py'}:Best"

BOTS = """
import random
import templetop as tt

class First(tt.Bot):
    def decide(self, seen):
        print("asked about", seen.match)
        return seen.moves[0]

class Lucky:
    def decide(self, seen):
        return random.choice(seen.moves)

class Stumbles(tt.Bot):
    def decide(self, seen):
        return [][seen.seat]

class Dreams(tt.Bot):
    def decide(self, seen):
        return "c4"

class Sleeps(tt.Bot):
    def decide(self, seen):
        while True: pass

class Unfinished(tt.Bot):
    pass

class Refuses(tt.Bot):
    def __init__(self):
        raise ValueError("not today")
    def decide(self, seen):
        return seen.moves[0]

class NoBot:
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder with bots, in which we are; their processes go when a test is over."""
    (tmp_path / "own_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    program.send_home()


def a_match(bots: list[str], log: Any = pytest.fail, seed: int = 1, **settings: Any) -> Match:
    match = Match.new(take("karuba"), ["Ann", "Ben"], {"setup": "random"})
    engaged = Engagement(2, match.options, log=log, **settings)
    play_out(match, Thinking(match, bots, engaged, seed), generator(seed))
    return match


# ── Python bots ──────────────────────────────────────────────────────────────────────────────────


def test_a_class_plays_and_what_it_prints_is_kept(folder: Path) -> None:
    heard: list[str] = []
    match = a_match(["py:own_bots:First", "random"], match="cup final", hears=heard.append)
    assert match.is_over
    assert heard.count("Ann: asked about cup final") == 36
    again = a_match(["py:own_bots:First", "py:own_bots.py:First"])  # and a file, in its own process
    assert again.is_over


def test_the_same_seed_gives_the_same_match(folder: Path) -> None:
    bots = ["py:own_bots:Lucky", "random"]
    assert a_match(bots).moves == a_match(bots).moves
    assert a_match(bots).moves != a_match(bots, seed=2).moves


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Stumbles", "IndexError: list index out of range (own_bots.py, line 16)"),
        ("Dreams", "decide returned 'c4', which is not the number of a move"),
        ("Sleeps", "it took longer than 1 s"),
    ],
)
def test_whoever_fails_loses_the_seat(folder: Path, name: str, why: str) -> None:
    said: list[str] = []
    patience = 1.0 if "1 s" in why else 300.0
    match = a_match([f"py:own_bots:{name}", "random"], said.append, patience=patience)
    assert match.is_over
    assert said == [f"Ann loses its seat to the random bot: {why}."]


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("py:own_bots:Nobody", "own_bots has no class Nobody"),
        ("py:own_bots:NoBot", "NoBot has no method decide(self, seen)"),
        ("py:own_bots:Unfinished", "Unfinished has no method decide(self, seen)"),
        ("py:own_bots:Refuses", "ValueError: not today (own_bots.py, line 31)"),
        ("py:no_such_bots:First", "there is no module 'no_such_bots' here"),
        ("py:no/such.py:First", "there is no file 'no/such.py'"),
        ("exec:./no-such-bot", "it does not start (No such file or directory)"),
    ],
)
def test_a_bot_that_cannot_start_is_refused_before_the_first_match(
    folder: Path, bot: str, why: str
) -> None:
    with pytest.raises(CannotPlay) as refused:
        try_out({"greedy": "greedy", "mine": bot}, take("karuba"), Engagement(2))
    assert str(refused.value) == f"mine cannot play: {why}."


def test_installed_bots_are_known_by_their_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "installed", lambda: {"firstling": "py:own_bots:First"})
    monkeypatch.setattr(roster, "installed", own.installed)
    roster.check("firstling")
    assert roster.is_own("firstling")
    assert a_match(["firstling", "random"]).is_over
    with pytest.raises(roster.UnknownBot, match=r"there are random, .*, firstling, exec:COMMAND"):
        roster.check("secondling")


def test_an_author_can_try_a_bot_without_a_command() -> None:
    match = tt.Match.new(tt.take("karuba"), ["Ann", "Ben"], {"setup": "random"})
    while match.awaited == [tt.CHANCE]:
        match.play(tt.CHANCE, match.legal(tt.CHANCE)[0])
    seen = tt.Seen.of(match, 0)
    assert seen.moves == match.legal(0)
    assert (seen.code(0), seen.says(0), seen.target(0).kind) == ("a1", "lays tile 1 on a1", "lay")
    assert seen.view.seat == 0
    assert (seen.points, seen.places) == ([0, 0], [1, 1])


# ── Their names ──────────────────────────────────────────────────────────────────────────────────


def test_a_bot_can_be_given_a_name() -> None:
    assert chosen("mine=exec:env A=b ./bot") == Chosen("exec:env A=b ./bot", "mine")
    assert chosen("exec:env A=b ./bot") == Chosen("exec:env A=b ./bot")
    assert chosen("strong = level5").called == "strong"
    assert numbered(("mine", "mine", "py:a:B", "py:a:B")) == [
        "mine",
        "mine 2",
        "py:a:B",
        "py 2:a:B",
    ]
    assert bot_of("py 2:a:B") == "py:a:B"
    for name in ("Jaguar", "level5", "search:20", "x" * 25):
        with pytest.raises(BadBotName):
            chosen(f"{name}=greedy" if ":" not in name else f"{name.partition(':')[0]}=greedy")
    with pytest.raises(BadBotName, match="Two bots are called a"):
        check_different([Chosen("greedy", "a"), Chosen("random", "a")])


# ── What they are told ───────────────────────────────────────────────────────────────────────────


def test_the_history_goes_on_where_the_last_one_ended_and_moves_can_be_taken_back() -> None:
    match, told = Match.new(TOY, ["Ann", "Ben"]), Story(0)
    match.play(CHANCE, ROLL + 2)
    since, history = told.news(match)
    assert (since, [one.seat for one in history]) == (0, [CHANCE])
    assert told.news(match) == (1, ())
    match.play(0, 3)
    assert told.news(match) == (1, ())  # nothing is told before both have decided
    match.play(1, 0)
    since, history = told.news(match)
    assert since == 1
    assert [(one.number, one.seat, one.made) for one in history] == [(1, 0, 3), (2, 1, 0)]
    assert history[0].says == "bids 3"
    other = Match.new(TOY, ["Ann", "Ben"])
    other.play(CHANCE, ROLL + 2)
    other.play(0, 3)
    other.play(1, 1)
    since, history = told.news(other)
    assert (since, [one.made for one in history]) == (1, [3, 1])


def test_what_if_a_line_is_played() -> None:
    match = Match.new(TOY, ["Ann", "Ben"])
    match.play(CHANCE, ROLL + 2)
    seen = Seen.of(match, 0)
    after = seen.what_if(3)
    assert after.to_move == [CHANCE]
    assert (after.asked, after.moves) == (CHANCE, [])
    assert sum(after.odds.values()) == pytest.approx(1)
    event = next(iter(after.odds))
    further = seen.what_if(3, event)
    assert further.asked == 0
    assert further.moves
    assert seen.what_if().state.tobytes() == seen.state.tobytes()
    assert seen.what_if(3).points is not None
    with pytest.raises(CannotBe, match="Number 1 of these moves, 99, would not be legal"):
        seen.what_if(99)


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"what_if": "c4"}, "what_if should be the number of a move"),
        ({"what_if": [0, True]}, "what_if should be the number of a move"),
        ({"what_if": [0] * 1001}, "at most 1000 moves"),
        ({"what_if": 0, "world": -1}, "world should be a whole number"),
        ({"what_if": [77]}, "Number 1 of these moves, 77, would not be legal."),
    ],
)
def test_a_what_if_that_makes_no_sense_is_refused(asked: Any, refused: str) -> None:
    match = Match.new(TOY, ["Ann", "Ben"])
    match.play(CHANCE, ROLL + 2)
    answer = answered(Seen.of(match, 0), {"number": 1, **asked})
    assert refused in answer["refused"]


QUICK = ("karuba_cards", "heist")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in games_with_secrets()
    ],
)
def test_no_answer_depends_on_what_is_hidden(name: str) -> None:
    """Everything hidden is swapped behind its back: question and answers stay the same."""
    table = next(table for table in secretive_tables() if table.game.id == name)
    random = Random("swaps")
    for state, seat in moments_of_decision(story(table, 0), 3):
        told = {told_at(world, seat, table.seats) for world in worlds(state, seat, random)}
        assert len(told) == 1


def worlds(state: Any, seat: int, random: Random) -> list[Any]:
    return [state, *(swapped(state, seat, random) for _ in range(2))]


def told_at(state: Any, seat: int, seats: int) -> str:
    seen = seen_by(seat, state, seats, generator(7))
    moves = seen.moves
    tried = [{"number": 1, "what_if": [move], "world": world}
             for move in (moves[0], moves[-1]) for world in (0, 3)]  # fmt: skip
    return json.dumps([question(seen, 1), *(answered(seen, asked) for asked in tried)])


# ── Examples in other languages ──────────────────────────────────────────────────────────────────


def javascript(folder: Path) -> str:
    if shutil.which("node") is None:
        pytest.skip("node is not installed, so the bot in JavaScript is not tried.")
    return f"exec:node {shlex.quote(str(EXAMPLES / 'first_bot.js'))}"


def rust(folder: Path) -> str:
    if shutil.which("rustc") is None or subprocess.run(["rustc", "--version"]).returncode:
        pytest.skip("rustc is not installed, so the bot in Rust is not tried.")
    built = folder / "first_bot"
    command = ["rustc", "-O", "-D", "warnings", "-o", str(built), str(EXAMPLES / "first_bot.rs")]
    subprocess.run(command, check=True, timeout=300)
    return f"exec:{shlex.quote(str(built))}"


def python(folder: Path) -> str:
    return TEN_LINES


@pytest.mark.parametrize("example", [javascript, rust, python])
def test_an_example_plays_to_the_end_and_keeps_its_seat(example: Any, folder: Path) -> None:
    assert a_match([example(folder), "random"], patience=300.0).is_over


@pytest.mark.parametrize(
    "name", ["ten_line_bot.py", "first_bot.py", "first_bot.js", "first_bot.rs"]
)
def test_an_example_is_read_in_a_minute(name: str) -> None:
    source = (EXAMPLES / name).read_text("utf-8")
    assert sum(line.strip() != "" for line in source.splitlines()) <= 60


def test_the_bot_in_ten_lines_has_ten_lines() -> None:
    source = (EXAMPLES / "ten_line_bot.py").read_text("utf-8")
    code = source.partition('"""\n\n')[2]
    assert sum(line.strip() != "" for line in code.splitlines()) <= 10


def test_a_program_may_ask_what_would_come_of_its_moves(tmp_path: Path) -> None:
    script = tmp_path / "asks.py"
    script.write_text("""
import json, sys
tell = lambda answer: print(json.dumps(answer), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": tell({"ready": True})
    elif message["type"] == "decide": tell({"number": message["number"], "what_if": [0]})
    elif message["type"] == "what_if":
        assert message["what_if"] == [0] and message["points"] and message["view"]
        tell({"number": message["number"], "move": 0})
    else: assert message["is_over"] and message["places"] and message["history"]
""")
    said: list[str] = []
    bot = f"exec:{shlex.quote(sys.executable)} -S {shlex.quote(str(script))}"
    match = Match.new(TOY, ["Ann", "Ben"])
    engaged = Engagement(2, match.options, log=said.append, hears=said.append)
    play_out(match, Thinking(match, [bot, "random"], engaged, 1), generator(1))
    assert said == []


def test_whoever_asks_too_much_loses_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "asks.py"
    script.write_text("""
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    ready = message["type"] == "hello"
    answer = {"ready": True} if ready else {"number": message.get("number"), "what_if": 0}
    print(json.dumps(answer), flush=True)
""")
    said: list[str] = []
    bot = f"exec:{shlex.quote(sys.executable)} -S {shlex.quote(str(script))}"
    terms = program.Terms(what_ifs=3)
    monkeypatch.setattr(Engagement, "terms", property(lambda engaged: terms))
    match = Match.new(TOY, ["Ann", "Ben"])
    match.play(CHANCE, ROLL + 2)
    sitting = call(bot, TOY, 0, Engagement(2, log=said.append))
    assert sitting.decide(Seen.of(match, 0), generator(1)) in match.legal(0)
    sitting.close()
    assert "it asked more than 3 what-ifs for one decision." in said[0]
