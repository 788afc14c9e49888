"""Bots in any language at the web table: they play, or lose their seat, and the match goes on."""

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from templetop.bots import program as bot_program
from templetop.bots.program import offered
from templetop.engine.match import Match, legal_moves
from templetop.engine.refusal import Refusal
from templetop.engine.speech import speaking
from templetop.games.shelf import ready_games, take
from templetop.server.bots import bot_pool, external_bots
from templetop.server.bots.child_reaper import ChildReaper
from templetop.server.bots.external_bots import WHY_REPLACED, BadBotOption, parse_bot_options
from templetop.server.core.settings import NamedBot
from templetop.server.store.database import load_table
from templetop.server.translations import SPEECH
from tests.server.bots_of_ones_own import (
    FIRST_BOT,
    SAYS_ITS_NUMBER,
    WRITES_DOWN,
    is_running,
    noted,
    program,
)
from tests.server.held import experiment_at_once
from tests.server.serving import PATIENCE as LONG
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    free_port,
    id_of,
    play_on,
    serving,
    settings_in,
)
from tests.server.test_killed import Process, killed_at_last

PATIENCE = 0.7  # seconds for the program that is too slow; others have as long as they need
FOREVER = "while True: time.sleep(1)"
FIRST = NamedBot("first", FIRST_BOT, [])


def end_of(person: Person, table: Table) -> Table:
    """A match of bots alone, when it is over; who looks at a table hears of it."""
    with person.live(table, drawing=False) as tab:
        return tab.table(lambda seen: seen["state"] == "over")


def open_with(person: Person, game: str, *seats: str | int, **others: Any) -> Table:
    """Seats: "me", "open", the level of a bot, or the name of a program."""
    kinds = [as_seat(seat) for seat in seats]
    table: Table = person.post("/tables?view=true", game=game, seats=kinds, **others)
    return table


def as_seat(seat: str | int) -> dict[str, Any]:
    if isinstance(seat, int):
        return {"kind": "bot", "level": seat}
    return {"kind": seat} if seat in ("me", "open") else {"kind": "program", "name": seat}


@pytest.fixture(autouse=True)
def patience_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an interpreter takes long to start."""
    monkeypatch.setattr(bot_program, "START_UP", LONG)


# ── Programs that behave ─────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("own")
    own = (FIRST, program("mine", folder, games=("karuba_cards",)))
    with serving(settings_in(folder, programs=own)) as running:
        yield running


WHOLE = "karuba_cards"  # the game that is always played to its end
TO_THE_END = 100_000
WAYS = [
    pytest.param(game, moves, marks=[pytest.mark.slow] if is_left else [])
    for game in ready_games()
    for moves in (20, TO_THE_END)
    for is_left in [(moves == TO_THE_END) != (game == WHOLE)]
]


@pytest.mark.parametrize(("game", "moves"), WAYS)
def test_the_example_bot_plays_every_game(
    server: Serving, game: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_at_once)
    person = server.person("Ann")
    table = open_with(person, game, "me", "first", 1)
    assert [seat["name"] for seat in table["seats"]][:2] == ["Ann", "first"]
    seen = play_until(person, table, moves, lambda seen: has_moved(seen, 1))
    assert [(seat["program"], seat["level"]) for seat in seen["seats"]] == [
        (None, None),
        ("first", None),
        (None, 1),
    ]
    assert not any(seat["is_replaced"] for seat in seen["seats"])
    assert moves < TO_THE_END or seen["state"] == "over"


def play_until(
    person: Person, table: Table, moves: int, is_enough: Callable[[Table], bool]
) -> Table:
    """So many moves, and more as long as that is not enough."""
    while not is_enough(seen := play_on([person], table, moves)):
        assert seen["state"] == "running"
        moves = seen["number"] + 5
    return seen


def has_moved(seen: Table, seat: int) -> bool:
    return any(part["seat"] == seat for line in seen["log"] for part in (line, *line["parts"]))


def test_one_program_may_sit_at_several_seats_under_several_names(server: Serving) -> None:
    person = server.person("Ann")
    end = end_of(person, open_with(person, "karuba_cards", "mine", "mine", "first"))
    assert [seat["name"] for seat in end["seats"]] == ["mine", "mine 2", "first"]


def test_nobody_bears_the_name_of_a_program(server: Serving) -> None:
    with pytest.raises(Refused) as refused:
        server.person("mine")
    assert refused.value.sentence == "'mine' is the name of a bot; choose another name."


def test_a_game_says_which_programs_play_it(server: Serving) -> None:
    cards = {card["id"]: card["programs"] for card in server.stranger().get("/games")}
    assert cards.pop("karuba_cards") == ["first", "mine"]
    assert all(programs == ["first"] for programs in cards.values())


@pytest.mark.parametrize("seat", [
    {"kind": "program", "name": "exec:ls"},
    {"kind": "program", "name": FIRST_BOT},
    {"kind": "program", "name": "../first"},
    {"kind": "program", "name": ""},
    {"kind": "program", "name": "mine"},  # which plays another game
    {"kind": "program", "name": "first", "command": "ls"},
    {"kind": "program"},
    {"kind": "bot", "level": "exec:ls"},
    {"kind": "exec:ls"},
])  # fmt: skip
def test_nobody_in_a_browser_can_name_a_program(server: Serving, seat: dict[str, str]) -> None:
    person = server.person("Mallory")
    with pytest.raises(Refused) as refused:
        person.post("/tables", game="karuba", seats=[{"kind": "me"}, seat])
    assert refused.value.status in (400, 422)
    assert person.get("/tables?which=mine") == []


def test_a_rematch_is_with_the_same_programs(server: Serving) -> None:
    person = server.person("Ann")
    table = play_on([person], open_with(person, "karuba_cards", "me", "mine"))
    again = person.rematch(table)
    assert sorted(str(seat["program"]) for seat in again["seats"]) == ["None", "mine"]
    assert play_on([person], again)["state"] == "over"


def test_a_replay_tells_the_moves_of_a_program(server: Serving) -> None:
    person = server.person("Ann")
    end = play_on([person], open_with(person, "karuba_cards", "me", "mine"))
    replay = person.get(f"/tables/{id_of(end)}/replay")
    assert replay["moments"][-1]["last"] + 1 == end["moves"]


def test_a_program_is_handed_nothing_that_it_does_not_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's environment has the password of its store, and its files are open."""
    monkeypatch.setenv("TEMPLETOP_STORE", "postgresql://templetop:hunter2@127.0.0.1/templetop")
    file, draft = tmp_path / "found", tmp_path / "draft"
    look = f"""
files = [n for n in range(3, 256) if os.path.exists(f"/proc/self/fd/{{n}}")]
with open({str(draft)!r}, "w") as out: json.dump([{{**os.environ}}, files], out)
os.rename({str(draft)!r}, {str(file)!r})
"""
    with serving(
        settings_in(tmp_path, programs=(program("mine", tmp_path, first=look),))
    ) as running:
        running_with = open_with(running.person("Ann"), "karuba_cards", "me", "mine")
        assert running_with["state"] == "running"
        environment, files = json.loads(eventually(lambda: file.exists() and file.read_text()))
    assert environment["PATH"] == os.environ["PATH"]
    told = [f"{name}={value}" for name, value in environment.items()]
    assert not [word for word in told if "TEMPLETOP" in word or "hunter2" in word]
    assert files == []


@pytest.mark.parametrize(("game", "moves"), WAYS)
def test_a_program_is_told_what_its_seat_may_know_and_nothing_else(
    tmp_path: Path, game: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes down what it is asked."""
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_at_once)
    heard = tmp_path / "heard"
    own = program("mine", tmp_path, WRITES_DOWN.format(file=str(heard)))
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person = server.person("Ann")
        table = open_with(person, game, "mine", "me")
        end = play_until(person, table, moves, lambda _: len(questions_in(heard)) >= FEW)
        questions, sees = questions_in(heard), [*what_seat_sees(match_at(server, table), 0)]
    assert len(sees) >= len(questions) - 1, "the last may not have been decided"
    assert questions[: len(sees)] == sees[: len(questions)]
    if moves == TO_THE_END:
        assert end["state"] == "over"
        assert len(questions) == len(sees)


FEW = 2


def questions_in(heard: Path) -> list[Any]:
    """Those that are written down completely."""
    lines = heard.read_text().splitlines(keepends=True) if heard.exists() else []
    asked = [json.loads(line) for line in lines if line.endswith("\n")]
    return [{name: one[name] for name in ("type", "view", "moves")} for one in asked]


def match_at(server: Serving, table: Table) -> Match:
    """As far as it is in the store."""
    table_service = server.app.state.server.table_service
    with table_service.store.engine.connect() as connection:
        kept = load_table(id_of(table), 0, connection)
    moves = [(made.seat, made.move) for made in kept.moves]
    names = tuple(str(seat.name) for seat in kept.seats)
    return Match(take(kept.row.game), names, kept.row.options, moves)


def what_seat_sees(match: Match, seat: int) -> Iterator[Any]:
    """At each of its decisions, by the rules alone; decisions at the same time see the same."""
    for state, step in match.steps():
        if seat in dict(step):
            asked = {
                "type": "decide",
                "view": asdict(match.game.view(state, seat)),
                "moves": [offered(state, seat, one) for one in legal_moves(state, seat)],
            }
            yield json.loads(json.dumps(asked))


PYTHON_BOT = """
import templetop as tt

class Sociable(tt.Bot):
    def decide(self, seen):
        print("asked", len(seen.history), "since", seen.since)
        seen.what_if(seen.moves[0])
        return seen.moves[0]
"""


def test_a_python_class_plays_and_what_it_prints_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "sociable.py"
    file.write_text(PYTHON_BOT)
    named = parse_bot_options([f"mine@karuba_cards=py:{file}:Sociable"])
    external_bots.check_bots_start(named)
    with serving(settings_in(tmp_path, programs=tuple(named))) as server:
        person = server.person("Ann")
        end = end_of(person, open_with(person, "karuba_cards", "mine", 1))
        assert not any(seat["is_replaced"] for seat in end["seats"])
        [log] = tmp_path.rglob("bots/mine.log")
        assert f"{id_of(end)} asked" in log.read_text()
    with pytest.raises(BadBotOption, match=r"^mine cannot play: .* has no class Nobody\.$"):
        external_bots.check_bots_start(parse_bot_options([f"mine=py:{file}:Nobody"]))


# ── Programs that do not ─────────────────────────────────────────────────────────────────────────

MISCHIEF = {
    "crashes": ("sys.exit(3)", "it stopped", "it stopped with exit code 3"),
    "sleeps": ("time.sleep(600)", "it took too long", f"it took longer than {PATIENCE} s"),
    "babbles": ("say('my hand: ' + 'secret')", "it answered nonsense", "'my hand: secret'"),
    "cheats": (
        "say({**first_move, 'move': 9999})",
        "it answered nonsense",
        "which is not one of the moves offered",
    ),
    "crashes later": (
        "sys.exit(4) if message['number'] == 3 else say(first_move)",
        "it stopped",
        "exit code 4",
    ),
}


def check_nobody_takes_it_for_the_program(person: Person, end: Table, name: str, why: str) -> None:
    """The result names who played to the end: at the table, in lists, in the history; in German."""
    called = f"{name} (the random bot played on)"
    assert end["seats"][1]["name"] == called
    assert name not in end["winner_says"].replace(called, "")
    [card] = person.get("/tables?which=over")
    assert [seat["name"] for seat in card["seats"]] == ["Ann", called]
    german = {"Accept-Language": "de"}
    seen = person.http.get(f"/tables/{id_of(end)}?drawing=false", headers=german).json()
    assert seen["seats"][1]["name"] == f"{name} (weiter spielte der Zufallsbot)"
    [line] = [line["says"] for line in seen["log"] if "Zufallsbot" in line["says"]]
    assert line.startswith(f"{name} verliert den Platz an den Zufallsbot: es ")
    assert why not in line


def test_every_reason_for_losing_a_seat_is_translated() -> None:
    failed = bot_program.BotFailed
    kinds: list[type[bot_program.BotFailed]] = [failed, *failed.__subclasses__()]
    assert {kind.briefly for kind in kinds} == {*WHY_REPLACED}
    with speaking("de"):
        assert not {SPEECH.text(why) for why in WHY_REPLACED} & {*WHY_REPLACED}


@pytest.mark.parametrize("name", MISCHIEF)
def test_who_does_not_behave_loses_the_seat_to_the_random_bot_and_the_match_goes_on(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide, told, logged = MISCHIEF[name]
    patience = PATIENCE if name == "sleeps" else LONG
    monkeypatch.setattr(bot_program, "FAREWELL", LONG)
    file = tmp_path / "numbers"
    own = program(name, tmp_path, decide, first=SAYS_ITS_NUMBER.format(file=str(file)))
    with (
        caplog.at_level(logging.WARNING, "templetop.server"),
        serving(settings_in(tmp_path, programs=(own,), patience=patience)) as server,
    ):
        person = server.person("Ann")
        table = open_with(person, "karuba_cards", "me", name)
        end = play_on([person], table)
        assert end["state"] == "over"
        assert [seat["is_replaced"] for seat in end["seats"]] == [False, True]
        check_nobody_takes_it_for_the_program(person, end, name, told)
        sentence = f"{name} loses its seat to the random bot: {told}."
        for anyone in (person, server.stranger()):
            lines = [line for line in anyone.look(table)["log"] if "seat" in line["says"]]
            assert [(line["says"], line["seat"]) for line in lines] == [(sentence, 1)]
        assert "secret" not in json.dumps(person.look(table))
        assert len(noted(file)) == 1
        assert not any(is_running(process) for process in noted(file))
        replay = person.get(f"/tables/{id_of(end)}/replay")
        assert replay["moments"][-1]["last"] + 1 == end["moves"]
    [line] = [line for line in caplog.messages if "loses its seat" in line]
    assert line.startswith(f"{name} loses its seat to the random bot at table {id_of(table)}: ")
    assert logged in line


def test_everyone_hears_at_once_that_a_program_has_lost_its_seat(tmp_path: Path) -> None:
    own = program("crashes", tmp_path, "sys.exit(3)")
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person, stranger = server.person("Ann"), server.stranger()
        table = open_with(person, "karuba_cards", "me", "crashes", is_public=True)
        with person.live(table) as own_tab, stranger.live(table) as other_tab:
            for tab in (own_tab, other_tab):
                seen = tab.table(lambda table: bool(table["seats"][1]["is_replaced"]))
                assert any("loses its seat" in line["says"] for line in seen["log"])
                assert any("loses its seat" in line["says"] for line in seen["notices"])
        assert person.look(table)["number"] == seen["number"]


def test_a_program_that_is_gone_does_not_start(tmp_path: Path) -> None:
    own = NamedBot("gone", str(tmp_path / "gone"), [])
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person = server.person("Ann")
        end = end_of(person, open_with(person, "karuba_cards", "gone", 1))
        assert "gone loses its seat to the random bot: it does not start." in [
            line["says"] for line in end["log"]
        ]


def test_programs_that_sleep_keep_nobody_else_waiting(tmp_path: Path) -> None:
    """More of them than there are threads for other work."""
    own = program("sleeps", tmp_path, "time.sleep(600)")
    with serving(settings_in(tmp_path, programs=(own, FIRST), patience=300.0)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        sleeping = [open_with(ann, "karuba_cards", *["sleeps"] * 6) for _ in range(2)]
        end = play_on([ben], open_with(ben, "karuba_cards", "me", "first", 1))
        assert ben.get(f"/tables/{id_of(end)}/replay")["moments"]
        for table in sleeping:
            assert not any(seat["is_replaced"] for seat in ann.look(table)["seats"])


# ── How they come and go ─────────────────────────────────────────────────────────────────────────


def stubborn(folder: Path) -> tuple[NamedBot, Path]:
    """A program that stays when its standard input ends, and where it notes its number."""
    file = folder / "numbers"
    own = program("stubborn", folder, first=SAYS_ITS_NUMBER.format(file=str(file)), last=FOREVER)
    return own, file


def test_programs_end_with_their_match_and_with_the_server(tmp_path: Path) -> None:
    own, file = stubborn(tmp_path)
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person = server.person("Ann")
        play_on([person], open_with(person, "karuba_cards", "me", "stubborn"))
        eventually(lambda: not is_running(noted(file)[0]))
        open_with(person, "karuba_cards", "me", "stubborn")
        eventually(lambda: len(noted(file)) == 2)
        assert is_running(noted(file)[1])
    assert not is_running(noted(file)[1])


def test_a_killed_server_leaves_no_program_behind_and_starts_it_again_where_the_match_was(
    tmp_path: Path,
) -> None:
    own, file = stubborn(tmp_path)
    settings, port = settings_in(tmp_path, programs=(own,)), free_port()
    with killed_at_last(Process(settings, port)):
        person = Person(port)
        person.post("/guests", name="Ann")
        table = open_with(person, "karuba_cards", "me", "stubborn")
        before = play_on([person], table, moves=10)
        [first] = noted(file)
        assert is_running(first)
    eventually(lambda: not is_running(first))
    with killed_at_last(Process(settings, port)):
        assert person.look(table)["number"] >= before["number"]
        end = play_on([person], table)
        assert (end["state"], end["seats"][1]["is_replaced"]) == ("over", False)
        assert len(noted(file)) == 2
    person.http.close()
    eventually(lambda: not is_running(noted(file)[1]))


def test_a_server_that_no_longer_knows_a_program_plays_on_at_random(tmp_path: Path) -> None:
    own = program("mine", tmp_path)
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person = server.person("Ann")
        table = open_with(person, "karuba_cards", "me", "mine")
        play_on([person], table, moves=10)
        cookies = dict(person.http.cookies)
    with serving(settings_in(tmp_path)) as server:
        person = server.stranger()
        person.http.cookies.update(cookies)
        end = play_on([person], table)
        assert (end["state"], end["seats"][1]["is_replaced"]) == ("over", True)
        again = person.rematch(end)
        assert play_on([person], again)["state"] == "over"


def test_two_workers_agree_on_who_has_lost_a_seat(
    postgresql: str, redis: str, tmp_path: Path
) -> None:
    """A program sits at the worker that has to ask it, at both perhaps, and nowhere at the end."""
    own, file = stubborn(tmp_path)
    three = "sys.exit(3) if message['number'] == 3 else say(first_move)"
    fails = program("fails", tmp_path, three)
    settings = settings_in(tmp_path, postgresql, redis, programs=(own, fails))
    with serving(settings) as first, serving(settings) as second:
        ann, ben = first.person("Ann"), second.person("Ben")
        table = open_with(ann, "karuba_cards", "me", "stubborn", "fails", "open")
        ben.sit(table)
        end = play_on([ann, ben], table)
        assert [seat["is_replaced"] for seat in end["seats"]] == [False, False, True, False]
        assert ann.look(table)["log"] == ben.look(table)["log"]
        assert len([line for line in end["log"] if "loses its seat" in line["says"]]) == 1
        eventually(lambda: not any(is_running(process) for process in noted(file)))


def test_only_so_many_programs_run_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has to go for another one is started again when it is asked."""
    monkeypatch.setattr(external_bots, "MAX_PROGRAMS", 2)
    file = tmp_path / "numbers"
    own = program("mine", tmp_path, first=SAYS_ITS_NUMBER.format(file=str(file)))
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person = server.person("Ann")
        end = end_of(person, open_with(person, "karuba_cards", "mine", "mine", "mine"))
        assert not any(seat["is_replaced"] for seat in end["seats"])
    assert len(noted(file)) > 3


def test_who_is_not_asked_for_long_goes_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_bots, "IDLE_CHECK_INTERVAL", 0.05)
    monkeypatch.setattr(external_bots, "IDLE_SECONDS", 0.1)
    own, file = stubborn(tmp_path)
    with serving(settings_in(tmp_path, programs=(own,))) as server:
        person = server.person("Ann")
        table = open_with(person, "karuba_cards", "me", "stubborn")
        eventually(lambda: noted(file) and not is_running(noted(file)[0]))
        end = play_on([person], table)
        assert not any(seat["is_replaced"] for seat in end["seats"])
        assert len(noted(file)) > 1


def test_a_watchman_who_dies_is_followed_by_another() -> None:
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    sleeping = subprocess.Popen(sleep, start_new_session=True)
    child_reaper = ChildReaper()
    child_reaper.watch(sleeping.pid)
    assert child_reaper.process is not None
    os.kill(child_reaper.process.pid, signal.SIGKILL)
    child_reaper.process.wait()
    child_reaper.forget(0)
    child_reaper.close()
    assert sleeping.wait(LONG) == -signal.SIGKILL


# ── How they are named ───────────────────────────────────────────────────────────────────────────


def test_whoever_runs_the_server_names_programs_and_their_games() -> None:
    assert parse_bot_options(["mine=exec:sh -c 'x=1'", "Big Bot@karuba,cacao=exec: sh"]) == [
        NamedBot("mine", "sh -c 'x=1'", []),
        NamedBot("Big Bot", "sh", ["karuba", "cacao"]),
    ]


@pytest.mark.parametrize(("words", "sentence"), [
    (["mine"], "NAME=exec:COMMAND"),
    (["mine=sh"], "NAME=exec:COMMAND"),
    (["mine=exec:"], "NAME=exec:COMMAND"),
    (["mine=exec:./there/is/none"], "no program './there/is/none'"),
    (["mine=exec:sh -c 'x"], "quotes"),
    (["mine=exec:sh", "mine=exec:sh -x"], "Two bots are called mine"),
    ([f"{'m' * 25}=exec:sh"], "too long"),
])  # fmt: skip
def test_what_names_no_program_is_refused(words: list[str], sentence: str) -> None:
    with pytest.raises(BadBotOption, match=sentence):
        parse_bot_options(words)


@pytest.mark.parametrize("word", [
    "random=exec:sh", "level3=exec:sh", "Owl=exec:sh", "=exec:sh", "a,b=exec:sh", "m@chess=exec:sh",
    "m@=exec:sh",
])  # fmt: skip
def test_a_name_that_means_something_else_is_refused(word: str) -> None:
    with pytest.raises(Refusal):
        parse_bot_options([word])
