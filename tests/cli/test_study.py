"""Studies and comparisons: Karuba's greedy bots, which are compiled once for all of these."""

import json
from pathlib import Path

import pytest

from templetop.cli import study as command
from templetop.study import pictures
from templetop.study.hold import Forecast, Played, duration
from templetop.study.plan import Study

from .conftest import Run

RICH = ("--set", "stack_of_2=9,1")


def test_two_variants_side_by_side(run: Run) -> None:
    words = ("simulate", "karuba", "--seats", 2, "--bots", "greedy", "--games", 40, *RICH)
    answer = run(*words, "--against", "usual", "--json")
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    assert [one["name"] for one in told["variants"]] == ["stack_of_2=9,1", "usual"]
    assert told["variants"][0]["options"] == {"stack_of_2": "9,1"}
    points = next(one for one in told["figures"] if one["name"] == "points of a seat")
    assert points["difference"] == pytest.approx(points["first"] - points["second"])
    assert points["low"] < points["difference"] < points["high"]
    assert points["low"] > 0
    table = run(*words, "--against", "stack_of_2=9,2").stdout
    assert "40 games of each on the same deals" in table
    assert "95% interval" in table


def test_a_study_of_two_variants(run: Run, tmp_path: Path) -> None:
    from pyarrow import parquet

    page = tmp_path / "rich.html"
    words = ("study", "karuba", "--games", 40, *RICH, "--against", "usual", "--report", page)
    answer = run(*words)
    assert answer.exit_code == 0, answer.output
    assert "clearly differ" in answer.stdout
    assert "from treasures" in answer.stdout
    assert f"Kept in {page} and {page.with_suffix('.parquet')}." in answer.stdout
    text = page.read_text("utf-8")
    for section in ("Seats", "Closeness", "Lead", "Points", "Luck and skill", "Moves", "Pieces"):
        assert f"<h2>{section}</h2>" in text
    assert text.count("<svg") == 7
    assert all(colour not in text for colour in pictures.PAINT)
    assert "http" not in text.replace("http://www.w3.org", "")  # nothing is fetched from anywhere
    rows = parquet.read_table(page.with_suffix(".parquet"))
    assert rows.num_rows == 2 * (2 * 40 + 2 * 20)
    assert {"variant", "deal", "seat", "bot", "points", "win", "used: lay"} <= {*rows.column_names}
    again = run(*words)
    assert again.exit_code == 2
    assert again.stderr == f"{page} exists already; --force overwrites it.\n"


def test_bots_that_think_are_studied_too(run: Run) -> None:
    answer = run("study", "karuba", "--bots", "random,greedy", "--games", 2, "--json")
    fast = json.loads(answer.stdout)
    names = [figure["name"] for section in fast["sections"] for figure in section["figures"]]
    assert {"seat 1 wins", "changes of the lead", "moves to choose from", "due to the deal"} <= {
        *names
    }
    assert fast["rival"] is None


def test_machine_code_and_the_crew_take_the_same_notes() -> None:
    """The same moves, noted by both ways."""
    from templetop.engine.dealt import play_deals, read_log
    from templetop.engine.match import Match
    from templetop.engine.seats import CHANCE
    from templetop.engine.variant import Variant
    from templetop.games.shelf import take
    from templetop.study.fast import Task, notes_of
    from templetop.study.notes import in_columns
    from templetop.study.plan import SAME, Fixture
    from templetop.study.slow import Book

    card, bots = take("karuba"), ("greedy", "random")
    study = Study("karuba", 2, (Variant(),), bots, None, 2)
    noted = play_deals(card, bots, range(3, 4), 0, 0, {}, 2000, 1)
    fast = notes_of(study, Task(0, SAME, 0, bots, range(3, 4)), noted)
    match = Match.new(card, ["a", "b"])
    book = Book(match)
    for seat, move in read_log(noted.logs[0]):
        if seat != CHANCE and not match.decided:
            book.before(match)
        if seat != CHANCE:
            book.decision(match.state, seat, move)
        match.play(seat, move)
        if seat != CHANCE and not match.decided:
            book.after(match)
    slow = in_columns(card, 2, study.everybody, [book.notes(Fixture(0, 3, SAME, 0, bots))])
    for name, column in fast.columns.items():
        assert column.tolist() == slow[name].tolist(), name
    assert slow.pieces[0][1] == fast.pieces[0][1]


def test_only_so_much_is_replayed_to_look_at_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replays are interpreted: of long matches, a few suffice."""
    from templetop.engine.dealt import play_deals, read_log
    from templetop.engine.variant import Variant
    from templetop.games.shelf import take
    from templetop.study import fast
    from templetop.study.plan import SAME

    card, bots, deals = take("karuba"), ("greedy", "greedy"), range(8)
    study = Study("karuba", 2, (Variant(),), bots, None, 8)
    noted = play_deals(card, bots, deals, 0, 0, {}, 2000, 8)
    task = fast.Task(0, SAME, 0, bots, deals)
    assert len(fast.notes_of(study, task, noted).pieces) == 8
    steps = [len(read_log(row)) for row in noted.logs[:2]]
    monkeypatch.setattr(fast, "MOST_STEPS", sum(steps))
    assert len(fast.notes_of(study, task, noted).pieces) == 2


def test_what_was_played_is_reported_when_it_is_stopped(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from templetop.study import fast, hold

    whole = fast.play_fast

    def stopped(study: Study, *others: object) -> object:
        yield next(whole(study, *others))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(hold, "play_fast", stopped)
    answer = run("study", "karuba", "--games", 200)
    assert answer.exit_code == command.STOPPED
    assert "A player makes" in answer.stdout
    assert "Stopped after 32 of 300 games." in answer.stderr


def test_how_long_it_takes_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    now = iter([0.0, 5.0, 30.0, 60.0])
    forecast = Forecast(1001, said.append, lambda: next(now))
    for _ in range(4):
        forecast.advance(1)
    assert said == ["This will take about 4 hours more; Ctrl-C keeps what is played."]
    assert [duration(s) for s in (40, 700, 9000)] == ["40 seconds", "12 minutes", "2 hours"]


def test_nothing_played_is_nothing_to_report() -> None:
    from templetop.engine.variant import Variant
    from templetop.study.hold import NothingPlayed

    with pytest.raises(NothingPlayed):
        Played(Study("karuba", 2, (Variant(),), ("greedy",) * 2, None, 2)).notes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--set", "nugets=4"), "Karuba has no option 'nugets'; it has"),
        (("--against", "usual"), "Both variants are the same: change something, as in `--set"),
        (("--against", "gone.toml"), "gone.toml cannot be found: there is no such file or folder."),
        (("--variant", "gone.toml"), "gone.toml cannot be found: there is no such file or folder."),
        (("--bots", "greedi"), "There is no bot 'greedi'; there are"),
        (("--rival", "greedy"), "The rival of greedy has to be another bot."),
        (("--bots", "greedy,random", "--rival", "level1"), "--rival needs one bot for all seats"),
        (("--seats", "9"), "Karuba seats 1 to 4, not 9."),
        (("--report", "nowhere/study.html"), "There is no folder nowhere."),
        (("--report", "a.parquet"), "The page is HTML, so it needs a name such as a.html."),
        (("--games", "1"), "--games"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    answer = run("study", "karuba", *words)
    assert answer.exit_code in (1, 2)
    assert sentence in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert not answer.stdout


def test_without_the_extra_one_is_told_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = run("study", "karuba", "--report", "study.html")
    assert answer.exit_code == 1
    assert answer.stderr == f"{pictures.NO_PLOTS}\n"


def test_variants_can_be_compared_on_a_processor_alone(run: Run) -> None:
    answer = run("simulate", "karuba", *RICH, "--against", "usual", "--device", "cuda")
    assert answer.stderr.endswith("Two variants are compared on cpu, not on cuda.\n")
