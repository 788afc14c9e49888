"""Before machine code is made of somebody's rules, they are played under watch."""

from itertools import count
from pathlib import Path

import numpy as np
import pytest

from templetop.engine import compile as compiling
from templetop.engine import trial
from templetop.engine.compile import record
from templetop.engine.faults import FaultInGame, NeverEnds
from templetop.engine.game import Game
from templetop.engine.simulate import simulate
from templetop.games.shelf import take
from tests.checks.games import as_before, starter, taken

__all__ = ["as_before"]
TURN = "rules/turn.py"


@pytest.mark.parametrize(("old", "new", "says"), [
    ("state.banked[state.turn] +=", "state.banked[state.turn + 7] +=", "beyond the end"),
    ("        put(moves, HOLD)", "        put(moves, 9)", "no kind of MOVES has it"),
    ("ROLLING else 1 << int(state.turn)", "ROLLING else int(state.turn)",
     "over before anybody has done anything"),
    ("        return NOBODY\n", "        return None\n", "to_move returned None"),
    ("    return EVEN\n", "    return None\n", "odds: This returned None, which is no number."),
    ("state.banked[state.turn] += state.pot",
     "state.banked[state.turn] = np.int64(40000) + decisions[0]", "does not fit into int16"),
])  # fmt: skip
def test_wrong_rules_are_refused_before_they_give_figures(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    folder = starter(
        tmp_path,
        (TURN, old, new),
        (TURN, "from templetop.engine.bits", "import numpy as np\n\nfrom templetop.engine.bits"),
    )
    with pytest.raises(FaultInGame, match=says):
        simulate(taken(folder), 2, 100)


def test_it_is_done_once_for_each_version_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(trial, "try_out", lambda game: tried.append(game.id))
    game = taken(starter(tmp_path))
    for _ in range(2):
        compiling.try_out_once(game.State)
    assert tried == [game.id]
    assert (compiling.cache_folder(game.State) / compiling.TRIED).exists()
    compiling.made_of[game.State] = compiling.made_of[game.State]._replace(contents="edited")
    compiling.cache_folder.cache_clear()
    compiling.try_out_once(game.State)
    assert tried == [game.id] * 2


def test_ours_are_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "try_out", lambda game: pytest.fail("It was."))
    compiling.try_out_once(take("karuba").State)


def test_what_has_failed_is_tried_again(tmp_path: Path) -> None:
    game = taken(starter(tmp_path, (TURN, "state.pot += event", "state.pott += event")))
    for _ in range(2):
        with pytest.raises(FaultInGame, match="pott"):
            compiling.try_out_once(game.State)


def test_whatever_it_takes_one_game_is_played_by_appeal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who always rolls, never ends it: at random, nobody does."""
    monkeypatch.setattr(trial, "MOST_STEPS", 2000)
    game = taken(
        starter(tmp_path, ("bots/appeal.py", "(move == HOLD) == is_enough", "move != HOLD"))
    )
    with pytest.raises(NeverEnds):
        trial.try_out(game, clock=count(0.0, 60.0).__next__)


def test_no_game_is_begun_when_it_has_taken_long_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def begin(game: Game, seed: int) -> list[int]:
        begun.append(seed)
        return []

    monkeypatch.setattr(trial, "play_watched", begin)
    game = taken(starter(tmp_path))
    trial.try_out(game, clock=count(0.0, 0.3).__next__)
    assert len(begun) == 4
    begun.clear()
    trial.try_out(game, clock=lambda: 0.0)
    assert len(begun) == trial.GAMES


def test_a_game_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "MOST_STEPS", 300)
    with pytest.raises(NeverEnds, match="Every game has to end"):
        trial.try_out(taken(starter(tmp_path, (TURN, ">= state.goal:", ">= 32767:"))))


def test_the_seats_and_choices_change_from_game_to_game() -> None:
    karuba = take("karuba")
    settings = [trial.setting(karuba, seed) for seed in range(4)]
    assert [seats for seats, _ in settings] == [1, 4, 2, 3]
    assert {options["setup"] for _, options in settings} == {"placed", "random"}


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64])
def test_a_watched_record_refuses_what_does_not_fit(kind: type[np.integer]) -> None:
    """Also a number of NumPy's own, of which NumPy would cut something off."""
    inner = record([("few", kind, 3)])
    plain = record([("one", kind), ("several", kind, (2, 2)), ("within", inner, 2)])
    table = np.zeros(1, trial.watched(plain))
    assert table.dtype.itemsize == plain.itemsize
    state, most = table[0], np.iinfo(kind).max
    state.one = state.several[1, 1] = state.within[1].few[2] = most
    assert (int(state.one), int(state.several[1, 1])) == (most, most)
    assert np.frombuffer(table.tobytes(), plain)[0].within[1].few[2] == most
    if kind is np.uint64:
        return
    too_large = np.int64(most) + 1
    with pytest.raises(OverflowError):
        state.one = too_large
    with pytest.raises(OverflowError):
        state.several[0, 1] = too_large
    with pytest.raises(OverflowError):
        state.within[0].few[0] = too_large
