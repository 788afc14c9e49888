"""A folder becomes a game; what is missing or said twice is refused in a sentence."""

import functools
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from templetop.engine import ask, usual
from templetop.engine.collect import ANSWERS, QUESTIONS, NotAGame, collect, open_folder
from templetop.engine.game import POINTS
from templetop.engine.match import Match
from templetop.games import shelf

from .pebbles import write_game


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test puts on the shelf is gone after it."""
    monkeypatch.setenv(shelf.ELSEWHERE, "")
    monkeypatch.delenv(shelf.INSTALLED, raising=False)
    monkeypatch.setattr(shelf, "opened", functools.cache(collect))
    modules, games = {*sys.modules}, {**ask.known_games}
    yield
    for name in {*sys.modules} - modules:
        del sys.modules[name]
    ask.known_games.clear()
    ask.known_games.update(games)


def test_it_is_said_for_every_question_where_a_game_answers_it() -> None:
    assert {*ANSWERS} == {*QUESTIONS}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def refused(folder: Path) -> str:
    """Why the folder is no game."""
    with pytest.raises(NotAGame) as why:
        collect(open_folder(folder))
    return str(why.value)


# ── A folder ─────────────────────────────────────────────────────────────────────────────────────


def test_a_folder_is_a_game(tmp_path: Path) -> None:
    game = collect(open_folder(write_game(tmp_path)))
    assert (game.id, game.name, game.says, game.rules_version) == (
        "pebbles", "Pebbles", "Take one.", 1
    )  # fmt: skip
    assert [*game.seats] == [1]
    assert game.folder == tmp_path / "pebbles"
    match = Match.new(game, ["Ann"])
    match.play(0, 2)
    assert match.ending()[-1].startswith("end: over; points 31;")


def test_what_it_does_not_say_is_as_usual(tmp_path: Path) -> None:
    game = collect(open_folder(write_game(tmp_path)))
    assert (game.options, game.planes, game.welcome, game.measure) == ((), (), "", POINTS)
    assert game.sides is usual.sides
    assert game.appeal is usual.appeal


def test_a_game_without_chance_says_nothing_about_it(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    edit(folder / "people/words.py", "EVENTS = Kinds()\n", "")
    for rule in ("odds", "happen"):
        edit(folder / "rules/taking.py", f"def {rule}(", f"def no_{rule}(")
    game = collect(open_folder(folder))
    assert (game.events.count, game.odds, game.happen) == (0, usual.odds, usual.happen)


def test_its_states_can_be_asked(tmp_path: Path) -> None:
    game = collect(open_folder(write_game(tmp_path)))
    assert ask.game_of(game.start(1)) is game


@pytest.mark.parametrize(("file", "line", "missing"), [
    ("__init__.py", 'SAYS = "Take one."\n', "SAYS"),
    ("__init__.py", "SEATS = (1,)\n", "SEATS"),
    ("rules/taking.py", "def places(", "places"),
    ("people/words.py", "def view(", "view"),
])  # fmt: skip
def test_what_is_missing_is_named(tmp_path: Path, file: str, line: str, missing: str) -> None:
    folder = write_game(tmp_path)
    edit(folder / file, line, "def elsewhere(" if line.startswith("def") else "")
    assert refused(folder) == f"pebbles does not define: {missing}."


def test_all_that_is_missing_is_named(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "people/words.py").unlink()
    assert refused(folder) == "pebbles does not define: MOVES, view, picture, write."


def test_what_is_said_twice_is_refused_with_the_second_place(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "rules/zeal.py").write_text("def points(state, points):\n    pass\n")
    assert refused(folder) == (
        "pebbles defines points twice, the second time in pebbles.rules.zeal."
    )


def test_a_fact_may_not_be_said_twice_either(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "rules/zeal.py").write_text("SEATS = (1, 2)\n")
    assert refused(folder).startswith("pebbles defines seats twice, the second time in")


def test_what_is_imported_from_another_module_is_not_said_again(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "rules/zeal.py").write_text(
        "from pebbles.rules.taking import PHASES, State, points, to_move\n"
    )
    game = collect(open_folder(folder))
    assert game.points.__module__ == "pebbles.rules.taking"


# ── Where it is looked for ───────────────────────────────────────────────────────────────────────


def test_a_helper_elsewhere_may_have_the_name_of_a_rule(tmp_path: Path) -> None:
    """It once silently became the rule."""
    folder = write_game(tmp_path)
    (folder / "people/zeal.py").write_text("def sides(kind):\n    return kind\n")
    assert collect(open_folder(folder)).sides is usual.sides


def test_a_rule_in_the_wrong_folder_is_refused_with_its_place(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "people/zeal.py").write_text("\ndef sides(state, sides):\n    pass\n")
    assert refused(folder) == (
        f"{folder / 'people/zeal.py'}, line 2: sides stands in the wrong folder; a game says that"
        " in rules/."
    )


def test_a_rule_that_takes_something_else_is_refused_with_its_place(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "rules/zeal.py").write_text("def sides(kind):\n    return kind\n")
    assert refused(folder) == (
        f"{folder / 'rules/zeal.py'}, line 1: sides is called with (state, sides), and this one"
        " takes (kind)."
    )


def test_every_question_has_its_folders_and_is_called_as_it_is_usually_answered() -> None:
    assert {*ANSWERS} == QUESTIONS
    for name, (_, expected) in ANSWERS.items():
        answer = getattr(usual, name, None)
        assert answer is None or (*inspect.signature(answer).parameters,) == expected


def test_our_games_still_answer_with_their_own_rules() -> None:
    """In the folders where they always stood."""
    karuba = shelf.take("karuba")
    assert karuba.breakdown.__module__ == "templetop.games.karuba.rules.scoring"
    assert karuba.hindsight.__module__ == "templetop.games.karuba.bots.hindsight"
    assert shelf.take("vulkar").experiment.__module__ == "templetop.games.vulkar.marbles.rolling"


# ── What does not go together ────────────────────────────────────────────────────────────────────


EVENT = (
    "from templetop.engine.kinds import Kind\n"
    'EVENTS = Kinds(Kind("fall", 0, 2, (0,), "A pebble falls"{more}))\n'
)


def test_events_without_odds_are_refused(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    edit(folder / "people/words.py", "EVENTS = Kinds()\n", EVENT.format(more=""))
    edit(folder / "rules/taking.py", "def odds(", "def no_odds(")
    assert refused(folder) == "pebbles has EVENTS, but no rule odds: that says what can happen."


def test_a_secret_that_nobody_redraws_is_refused(tmp_path: Path) -> None:
    """Bots would see what is hidden."""
    folder = write_game(tmp_path)
    more = ', seen_by=lambda target: (), hidden="Something falls"'
    edit(folder / "people/words.py", "EVENTS = Kinds()\n", EVENT.format(more=more))
    assert refused(folder) == (
        "pebbles hides something from some seats (fall: seen_by), but has no rule imagine(state,"
        " seat, random) that redraws what a seat cannot know: without it, bots would see"
        " everything."
    )
    (folder / "rules/zeal.py").write_text("def imagine(state, seat, random):\n    pass\n")
    assert collect("pebbles").imagine.__module__ == "pebbles.rules.zeal"


# ── What cannot be loaded ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("code", "why"), [
    ("from pebbles.rules.pieces import GEMS\n",
     "cannot import name 'GEMS' from 'pebbles.rules.pieces'"),
    ("gems += 1\n", "name 'gems' is not defined"),
    ("def gems(:\n", "invalid syntax"),
    ("1 / 0\n", "division by zero"),
])  # fmt: skip
def test_what_cannot_be_loaded_is_told_with_file_and_line(
    tmp_path: Path, code: str, why: str
) -> None:
    folder = write_game(tmp_path)
    (folder / "rules/zeal.py").write_text(f"\n{code}")
    place = folder / "rules/zeal.py"
    assert refused(folder) == f"pebbles cannot be loaded: {place}, line 2: {why}."


def test_one_that_cannot_even_be_opened_stands_on_the_shelf_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_game(tmp_path)
    (folder / "__init__.py").write_text("1 / 0\n")
    monkeypatch.setenv(shelf.ELSEWHERE, str(folder))
    [box] = [box for box in shelf.boxes() if box.id == "pebbles"]
    assert not box.is_ready
    assert box.says.endswith("__init__.py, line 1: division by zero.")


# ── Where it lies ────────────────────────────────────────────────────────────────────────────────


def test_a_folder_without_facts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotAGame, match=r"empty has no __init__\.py\.$"):
        open_folder(tmp_path / "empty")
    assert "empty" not in sys.modules


@pytest.mark.parametrize("name", ["nowhere", "no-name", "2nd"])
def test_what_is_no_folder_or_has_no_proper_name_is_refused(tmp_path: Path, name: str) -> None:
    if name != "nowhere":
        write_game(tmp_path, "pebbles").rename(tmp_path / name)
    with pytest.raises(NotAGame, match=rf"{name} is not a game's folder\.$"):
        open_folder(tmp_path / name)


@pytest.mark.parametrize("name", ["random", "json", "templetop"])
def test_a_folder_with_the_name_of_something_else_is_refused(tmp_path: Path, name: str) -> None:
    """Else that would be taken for the game."""
    with pytest.raises(NotAGame, match=rf"The name of .*{name} is already taken; give it another"):
        open_folder(write_game(tmp_path, name))


# ── On the shelf ─────────────────────────────────────────────────────────────────────────────────


def test_a_folder_is_put_on_the_shelf_and_taken(tmp_path: Path) -> None:
    assert shelf.put(write_game(tmp_path)) == "pebbles"
    assert shelf.ready_games()[-1] == "pebbles"
    game = shelf.take("pebbles")
    assert game is shelf.take("pebbles")
    assert shelf.Box("pebbles", "Pebbles", "1", "Take one.") in shelf.boxes()


def test_it_can_be_put_there_twice(tmp_path: Path) -> None:
    for _ in range(2):
        shelf.put(write_game(tmp_path))
    assert shelf.ready_games().count("pebbles") == 1


def test_every_process_that_is_started_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable of the environment says it all."""
    monkeypatch.setenv(shelf.ELSEWHERE, str(write_game(tmp_path)))
    assert shelf.take("pebbles").name == "Pebbles"


def test_ours_come_first_in_their_order() -> None:
    assert shelf.ready_games()[:1] == ["karuba"]
    assert {*shelf.ready_games()} >= {"karuba", "karuba_cards", "cacao"}


def test_what_is_no_game_is_refused_and_leaves_the_shelf_as_it_was(tmp_path: Path) -> None:
    before = shelf.boxes()
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotAGame):
        shelf.put(tmp_path / "empty")
    assert shelf.boxes() == before


def test_what_is_not_there_is_refused_with_a_hint() -> None:
    with pytest.raises(shelf.NotOnTheShelf, match=r"Did you mean karuba\?$"):
        shelf.take("karubo")


def test_an_unfinished_folder_is_refused_in_a_sentence_when_it_is_taken(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    edit(folder / "people/words.py", "def view(", "def elsewhere(")
    shelf.put(folder)
    with pytest.raises(NotAGame, match=r"^pebbles does not define: view\.$"):
        shelf.take("pebbles")


def test_a_path_is_taken_at_once(tmp_path: Path) -> None:
    assert shelf.take(write_game(tmp_path)).name == "Pebbles"
    assert shelf.ready_games()[-1] == "pebbles"


# ── Installed ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where packages are installed."""
    monkeypatch.syspath_prepend(tmp_path)
    shelf.entry_points_here.cache_clear()
    yield tmp_path
    shelf.entry_points_here.cache_clear()


def install(site: Path, *packages: str) -> None:
    """A distribution that brings games along."""
    about = site / "more_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: more-games\nVersion: 1.0\n")
    points = "\n".join(f"{package.rpartition('.')[2]} = {package}" for package in packages)
    (about / "entry_points.txt").write_text(f"[templetop.games]\n{points}\n")


def test_an_installed_game_is_on_the_shelf_after_ours(site: Path) -> None:
    write_game(site)
    install(site, "pebbles")
    assert shelf.ready_games()[-1] == "pebbles"
    assert shelf.take("pebbles").name == "Pebbles"
    assert shelf.Box("pebbles", "Pebbles", "1", "Take one.") in shelf.boxes()


def test_it_cannot_stand_in_for_one_of_ours(site: Path) -> None:
    install(site, "fakes.karuba")
    assert shelf.ready_games().count("karuba") == 1
    assert shelf.package_of("karuba") == "templetop.games.karuba"


def test_one_that_cannot_be_loaded_spoils_nothing_else(site: Path) -> None:
    install(site, "nowhere")
    assert shelf.take("karuba").name == "Karuba"
    [box] = [box for box in shelf.boxes() if box.id == "nowhere"]
    assert not box.is_ready
    assert box.says == "It cannot be loaded: No module named 'nowhere'."
    with pytest.raises(NotAGame, match=r"^nowhere cannot be loaded: No module named 'nowhere'\.$"):
        shelf.take("nowhere")


def test_a_server_has_only_those_that_are_named(site: Path) -> None:
    write_game(site)
    write_game(site, "marbles")
    install(site, "pebbles", "marbles")
    shelf.name("pebbles")
    shelf.only_named()
    assert shelf.others() == ["pebbles"]
    with pytest.raises(shelf.NotOnTheShelf):
        shelf.take("marbles")


def test_a_server_on_which_nothing_is_named_has_ours_alone(site: Path) -> None:
    write_game(site)
    install(site, "pebbles")
    shelf.only_named()
    assert shelf.others() == []


def test_a_folder_is_named_by_its_path(tmp_path: Path) -> None:
    assert shelf.name(str(write_game(tmp_path))) == "pebbles"
    with pytest.raises(NotAGame, match=r"nowhere is not a game's folder\.$"):
        shelf.name(str(tmp_path / "nowhere"))
