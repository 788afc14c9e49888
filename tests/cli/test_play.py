"""A person at the table; what they type stands on stdin."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from templetop.cli.sitting import completing, without_reasons
from templetop.engine.match import Match
from templetop.games.shelf import take

from .conftest import Run

QUICK = ("play", "karuba", "--bots", "random", "--option", "setup=random", "--seed", 3)
ALL_DISCARDED = "d\n" * 36
EVERY_NUMBER = "".join(f"{number}\n" for number in range(10, 120, 10))


def test_a_whole_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    answer = run(*QUICK, "--name", "Ann", typed=f"{ALL_DISCARDED}{file}\n")
    assert answer.exit_code == 0
    assert answer.stdout.count("Ann> d") == 36
    assert answer.stdout.count("Ann discards tile") == 36
    assert "place  seat   points  treasures  gold  crystals  tiles" in answer.stdout
    assert Match.read(file.read_text(), take).is_over
    assert f"templetop replay {file}" in answer.stdout


def test_a_whole_game_against_greedy_from_placing_to_the_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    typed = EVERY_NUMBER * 4 + ALL_DISCARDED  # what is not legal is refused, and the next one read
    words = ("--bots", "greedy", "--seats", 2, "--seat", 2, "--save", file)
    answer = run("play", "karuba", *words, typed=typed)
    assert answer.exit_code == 0
    assert "Jaguar wins." in answer.stdout
    match = Match.read(file.read_text(), take)
    assert match.is_over
    assert match.seats == ("Jaguar", "Player")


def test_it_is_told_what_everyone_did(run: Run) -> None:
    answer = run(*QUICK, "--name", "Ann", typed="c3\n")
    before, _, after = answer.stdout.partition("Ann> c3")
    assert "Chance calls tile" in before
    assert "Ann lays tile" in after
    assert "Sloth " in after
    assert "Tapir " in after


def test_the_same_seed_brings_the_same_tiles_whatever_is_done(run: Run) -> None:
    laid = run(*QUICK, typed="a1\nb1\nc1\n").stdout
    discarded = run(*QUICK, typed="d\nd\nd\n").stdout
    calls = [[line for line in text.splitlines() if "calls" in line] for text in (laid, discarded)]
    assert calls[0] == calls[1]
    assert len(calls[0]) == 4


def test_what_belongs_together_is_told_in_one_line(run: Run) -> None:
    told = run(*QUICK).stdout.replace("\n", " ")
    assert told.count("Chance places the adventurers and their temples:") == 1
    assert told.count("temple number") == 4


def test_what_bots_have_decided_is_kept_and_not_told(run: Run, tmp_path: Path) -> None:
    """They decide before the person; who leaves and comes back finds them waiting."""
    file = tmp_path / "evening.txt"
    left = run(*QUICK, "--save", file, typed="quit\n")
    kept = Match.read(file.read_text(), take)
    assert sorted(kept.decided) == [1, 2]
    again = run("play", "--resume", file, typed="d\nquit\nquit\n")
    for told in (left.stdout, again.stdout.partition("Player> d")[0]):
        assert "Sloth lays" not in told
        assert "Sloth discards" not in told
    resumed = Match.read(file.read_text(), take)
    assert dict(resumed.moves[-3:]) | kept.decided == dict(resumed.moves[-3:])


def test_a_refusal_comes_with_its_rule(run: Run) -> None:
    answer = run(*QUICK, typed="c3\nc3\n")
    assert "There is already a tile on c3." in answer.stdout
    assert "3.3.1  A tile may be laid on any empty space, connected or not." in answer.stdout


def test_but_not_with_the_reasons_for_the_rule(run: Run) -> None:
    answer = run("play", "karuba", typed="10\nc4\n")
    assert "2.6  The players take turns" in answer.stdout
    assert "until all four are placed.\n" in answer.stdout.replace(" \n", "\n")


def test_help_lists_the_moves_in_words_and_the_commands(run: Run) -> None:
    answer = run(*QUICK, typed="?\n")
    told = answer.stdout.partition("Player> ?")[2]
    assert "a1 b1 c1 d1 e1 f1 a2 b2 c2" in told
    assert told.count("lays tile") == 1
    assert "without walking" in told
    assert "save FILE" in told


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("help", "save FILE"),
        ("log", "Chance places the adventurers and their temples: Chance puts the brown"),
        ("log 2", "Chance calls tile"),
        ("log 0", "Player> "),
        ("log " + "9" * 5000, "Chance places the adventurers"),
        ("rules", "3.4  Walking"),
        ("rules", "F    Questions"),
        ("rules", "Bring your four adventurers"),
        ("rules 3.4", "3.4.6  It may not enter or pass a space"),
        ("rules 9", "There is no rule '9'"),
        ("table", "╭─ Player ─"),
        ("save", "Name a file: save FILE."),
        ("save -", "only be saved in a file."),
        ("save no/such/folder", "there is no such file or folder."),
        ("", "Player> "),
        ("fold", "'fold' is not a move now; ? lists what can be typed."),
        ("[red]x[/]", "'[red]x[/]' is not a move now"),
        ("\x1b[31m", "Player> �[31m"),
    ],
)
def test_commands(run: Run, typed: str, shown: str) -> None:
    answer = run(*QUICK, typed=f"{typed}\n")
    assert answer.exit_code == 0
    assert shown in answer.stdout


def test_a_newcomer_is_told_what_it_is_about_and_only_once(run: Run) -> None:
    answer = run(*QUICK, typed="c3\nd\n")
    assert answer.stdout.startswith("Bring your four adventurers")
    assert answer.stdout.count("Type c4 to lay it on c4") == 1
    assert answer.stdout.count("You are playing against Sloth (random) and Tapir (random).") == 1


def test_codes_are_offered_with_what_they_do(run: Run) -> None:
    offered = run(*QUICK).stdout.splitlines()
    (laying,) = [line for line in offered if line.startswith("a1 b1")]
    assert laying.endswith(" on …")
    (discarding,) = [line for line in offered if line.startswith("d ")]
    assert discarding.endswith("without walking")


@pytest.mark.parametrize(("text", "said"), [
    ("A tile stays. (no text moves it)", "A tile stays."),
    ("(ruling) A tile stays. (no text moves it)", "A tile stays."),
    ("(option gold=enough, the usual choice) There is enough. (ruling: why)", "There is enough."),
    ("(option gold=twelve) There are 12 (or fewer) left.", "There are 12 (or fewer) left."),
    ("It turns; (ruling) it may go back. (why not)", "It turns; it may go back."),
    ("Everyone gets 4 cards. (ours: the text is silent)", "Everyone gets 4 cards."),
    ("A card that is not a Cataclysm! (ruling: why)", "A card that is not a Cataclysm!"),
])  # fmt: skip
def test_a_rule_is_quoted_without_its_marks_and_reasons(text: str, said: str) -> None:
    assert without_reasons(text) == said


@pytest.mark.parametrize("word", ["quit", "q", "exit", "Quit"])
def test_leaving(run: Run, word: str) -> None:
    answer = run(*QUICK, typed=f"{word}\nd\n")
    assert answer.exit_code == 0
    assert answer.stdout.endswith("You leave the table. The match was not saved.\n")


def test_a_match_that_is_not_kept_is_not_left_by_one_word(run: Run) -> None:
    stays = run(*QUICK, typed="c3\nquit\nd\n")
    assert "quit again leaves anyway." in stays.stdout
    assert "Player discards tile" in stays.stdout
    again = run(*QUICK, typed="c3\nquit\nd\nquit\nd\n")
    assert again.stdout.count("quit again leaves") == 2
    leaves = run(*QUICK, typed="c3\nquit\nquit\nd\n")
    assert "Player discards tile" not in leaves.stdout


def test_when_nothing_more_comes_the_table_is_left(run: Run) -> None:
    assert run(*QUICK).stdout.endswith("You leave the table. The match was not saved.\n")


def test_saving_and_resuming(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "an evening.txt"
    left = run(*QUICK, "--name", "Ann", typed=f"a1\nsave {file}\nb1\nquit\n")
    assert f"templetop play --resume '{file}'" in left.stdout
    again = run("play", "--resume", file, typed="log\nc1\n")
    assert again.exit_code == 0
    before, _, _ = again.stdout.partition("Karuba, tile 3 of 36")
    assert "Ann lays tile" in before  # what was done last
    assert "Bring your four adventurers" not in before
    assert "Ann> c1" in again.stdout
    match = Match.read(file.read_text(), take)
    own = [move for seat, move in match.moves if seat == 0]
    assert own == [0, 1, 2]


def test_taking_over_a_seat(run: Run, recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    opening = "\n".join(lines[:14])
    match_text = opening + "\n\n" + ending_after(opening)
    recorded.write_text(match_text)
    answer = run("play", "--resume", recorded, "--seat", 2, typed="quit\n")
    assert answer.exit_code == 0, answer.output
    assert "random 2> quit" in answer.stdout


def ending_after(opening: str) -> str:
    """The last line that belongs to the moves so far."""
    try:
        Match.read(f"{opening}\n\nend: wrong\n", take)
    except Exception as refusal:
        return str(refusal).split("'")[1] + "\n"
    raise AssertionError


def test_a_match_of_another_game_is_not_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    run(*QUICK, "--save", file, typed="quit\n")
    answer = run("play", "cacao", "--resume", file)
    assert answer.exit_code == 1
    assert "is a match of Karuba, not of cacao." in answer.stderr


def test_a_match_that_is_over_is_not_resumed(run: Run, recorded: Path) -> None:
    answer = run("play", "--resume", recorded)
    assert answer.exit_code == 1
    assert f"`templetop replay {recorded}` shows it." in answer.stderr


def test_a_file_that_is_there_is_not_overwritten(run: Run, recorded: Path) -> None:
    before = recorded.read_text()
    refused = run(*QUICK, "--save", recorded)
    assert refused.exit_code == 1
    assert "already exists; choose another name." in refused.stderr
    asked = run(*QUICK, typed=f"save {recorded}\n")
    assert "already exists; choose another name." in " ".join(asked.stdout.split())
    assert recorded.read_text() == before


# ── Rivals ───────────────────────────────────────────────────────────────────────────────────────

FIRST_BOT = Path(__file__).parents[2] / "examples" / "first_bot.py"
EXAMPLE = f"exec:{shlex.join([sys.executable, str(FIRST_BOT)])}"


def test_the_usual_rivals_are_of_level_3(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("templetop.cli.sitting.make_ready", lambda *_: None)
    answer = run("play", "karuba", typed="quit\n")
    assert "You are playing against Monkey (level3) and Otter (level3)." in answer.stdout


@pytest.mark.parametrize(("level", "rivals"), [
    (1, "Snail (level1) and Tadpole (level1)"),
    (5, "Owl (level5) and Quetzal (level5)"),
])  # fmt: skip
def test_a_level_is_for_all_rivals(
    run: Run, monkeypatch: pytest.MonkeyPatch, level: int, rivals: str
) -> None:
    monkeypatch.setattr("templetop.cli.sitting.make_ready", lambda *_: None)
    answer = run("play", "karuba", "--level", level, typed="quit\n")
    assert f"You are playing against {rivals}." in answer.stdout


def test_a_program_at_the_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    words = ("play", "karuba", "--bots", f"{EXAMPLE},{EXAMPLE}", "-o", "setup=random")
    answer = run(*words, "--save", file, typed="d\nd\nquit\n")
    assert answer.exit_code == 0, answer.output
    second = EXAMPLE.replace("exec:", "exec 2:")
    assert f"You are playing against {EXAMPLE} and {second}." in unwrapped(answer.stdout)
    assert "loses its seat" not in answer.stdout
    assert Match.read(file.read_text(), take).seats == ("Player", EXAMPLE, second)


STUMBLES = """
import sys
input()
print('{"ready": true}', flush=True)
input()
"""


@pytest.fixture
def stumbling(tmp_path: Path) -> str:
    """A bot that starts, and stops when it is asked for the first time."""
    file = tmp_path / "stumbles.py"
    file.write_text(STUMBLES)
    return f"mine=exec:{shlex.join([sys.executable, str(file)])}"


def test_a_program_that_fails_is_told_of_and_the_match_goes_on(run: Run, stumbling: str) -> None:
    words = ("play", "karuba", "--seats", 2, "--bots", stumbling, "-o", "setup=random")
    answer = run(*words, typed=ALL_DISCARDED)
    told = "mine loses its seat to the random bot: it stopped with exit code 0."
    assert answer.stdout.count(told) == 1
    assert answer.stdout.index(told) < answer.stdout.index("Player> d")
    assert answer.stdout.count("the game is over") == 1


def test_a_file_does_not_start_programs_unless_it_is_trusted(run: Run, tmp_path: Path) -> None:
    file, trap = tmp_path / "evening.txt", tmp_path / "trap"
    match = Match.new(take("karuba"), ["Player", f"exec:touch {trap}"], {"setup": "random"})
    file.write_text(match.write())
    refused = run("play", "--resume", file)
    assert refused.exit_code == 1
    assert f"would start exec:touch {trap}; if you trust it, add --programs." in (refused.stderr)
    assert not trap.exists()
    assert run("play", "--resume", file, "--seat", 2, typed="quit\n").exit_code == 0
    assert not trap.exists()  # who sits there plays instead of it
    started = run("play", "--resume", file, "--programs", typed="d\nquit\n")
    assert "cannot play: it stopped with exit code 0." in started.stderr
    assert trap.exists()


def test_a_named_bot_is_known_again_when_a_match_is_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    words = ("play", "karuba", "--seats", 2, "--seat", 2, "-o", "setup=random", "--seed", 3)
    run(*words, "--bots", "mine=greedy", "--save", file, typed="d\nquit\n")
    assert Match.read(file.read_text(), take).seats == ("mine", "Player")
    answer = run("play", "--resume", file, "--bots", "mine=greedy", typed="quit\n")
    assert "Player> quit" in answer.stdout
    refused = run("play", "--resume", file, "--bots", "yours=greedy")
    assert "is called yours." in refused.stderr


def test_a_move_can_be_taken_back_and_chance_does_the_same_again(run: Run) -> None:
    words = ("play", "karuba", "--seats", 2, "--bots", "random", "-o", "setup=random", "--seed", 3)
    answer = run(*words, typed="back\nc3\nback\nd3\nlog 3\nback\nundo\nquit\n").stdout
    assert "There is no move of yours to take back." in answer
    assert re.search(r"Taken back: Player lays tile \d+ on c3\.", answer)
    assert re.search(r"Taken back: Player lays tile \d+ on d3\.", answer)
    called = re.findall(r"Chance calls tile (\d+)\.", answer)
    assert len({*called}) == 2  # the first, and the second again and again
    assert answer.count("There is no move of yours to take back.") == 2


def test_tab_completes_to_what_can_be_played_and_to_nothing_else() -> None:
    readline = pytest.importorskip("readline")
    completing(["a1", "n a1", "n temple", "hint"])
    complete = readline.get_completer()
    assert [complete("n", n) for n in range(3)] == ["n a1", "n temple", None]
    assert complete("x", 0) is None


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_looking_on(run: Run) -> None:
    answer = run(*QUICK, "--seat", 0, "--seats", 2)
    assert answer.exit_code == 0
    assert answer.stdout.count("the game is over") == 1
    assert "Save the match" not in answer.stdout


def test_alone(run: Run) -> None:
    answer = run(*QUICK[:2], "--seats", 1, "--option", "setup=random", typed=ALL_DISCARDED)
    assert "Player has 0 points." in answer.stdout
    assert "seat    points  treasures" in answer.stdout


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_any_seat(run: Run, seat: int) -> None:
    answer = run(*QUICK, "--seat", seat, "--name", "Ann", typed="d\n")
    match = [line for line in answer.stdout.splitlines() if "tile" in line and "Ann " in line]
    assert match
