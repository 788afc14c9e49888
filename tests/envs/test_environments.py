"""What environments are given and what they refuse; other people's suites ask the rest."""

import pickle
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import templetop as tt
from templetop import envs
from templetop.engine.observing import page
from templetop.games.shelf import ours, take
from tests.every_game.swaps import secretive_tables, swapped
from tests.every_game.tables import Table, story

pytest.importorskip("pettingzoo", reason="pip install 'templetop[envs]'")
DOCS = Path(__file__).parents[2] / "docs"


def a_secretive_table() -> Table:
    """The first game that hides something."""
    return secretive_tables()[0]


def test_nothing_hidden_is_in_what_a_seat_observes() -> None:
    table = a_secretive_table()
    told, random, differ = story(table), Random(1), 0
    env = envs.aec(table.game, table.seats, table.options)
    env.reset(seed=0)
    stepper = env.table.stepper
    for n in random.sample(range(len(told.steps)), 6):
        for seat, agent in enumerate(env.possible_agents):
            seen = []
            for state in (told.states[n], swapped(told.states[n], seat, random)):
                stepper.states[0] = state
                stepper.ask()
                seen.append(env.observe(agent))
            differ += stepper.states[0].tobytes() != told.states[n].tobytes()
            assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
            assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])
    assert differ, "Nothing was exchanged."


def test_a_decision_stays_unseen_until_all_have_decided() -> None:
    env = envs.aec("karuba", seats=2, options={"setup": "random"})
    seen = []
    for choice in (0, 5):
        env.reset(seed=3)
        env.step(np.flatnonzero(env.observe("seat_0")["action_mask"])[choice])
        assert env.agent_selection == "seat_1"
        assert not env.observe("seat_0")["action_mask"].any()
        seen.append(env.observe("seat_1")["observation"])
    assert np.array_equal(seen[0], seen[1])


def test_whoever_is_not_asked_waits() -> None:
    env = envs.parallel("karuba", seats=2)  # the first seat places first
    seen, _ = env.reset(seed=1)
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [env.wait]
    assert not seen["seat_0"]["action_mask"][env.wait]
    legal = np.flatnonzero(seen["seat_0"]["action_mask"])[0]
    env.step({"seat_0": legal, "seat_1": env.wait})
    with pytest.raises(tt.Refusal, match=r"^Move 0 is not legal for seat 0 now\.$"):
        env.step({"seat_0": 0, "seat_1": env.wait})


def test_points_as_rewards_add_up() -> None:
    env = envs.parallel("karuba", seats=2, rewards="points")
    random, total = np.random.default_rng(5), np.zeros(2)
    seen, _ = env.reset(seed=5)
    while env.agents:
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
        moves = {agent: random.choice(legal) for agent, legal in masks.items()}
        seen, gained, *_ = env.step(moves)
        total += [gained["seat_0"], gained["seat_1"]]
    assert total.tolist() == env.table.stepper.points.tolist()


def test_one_seat_against_bots() -> None:
    env = envs.gym("karuba", seats=3, rivals=["greedy", "random"])
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert seats == {0, 1, 2}
    _, info = env.reset(seed=1)
    illegal = np.flatnonzero(~info["action_mask"])[0]
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert info["refused"].startswith(f"Move {illegal} is not legal for seat")
    env.close()


def test_openspiel_loads_a_game_by_its_name() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = envs.openspiel("karuba", seats=3, options={"setup": "random"})
    again = pyspiel.load_game(str(game))
    assert again.num_players() == 3
    state = again.new_initial_state()
    assert state.is_chance_node()
    assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, make in (("pettingzoo", envs.aec), ("gymnasium", envs.gym)):
        missing(name, monkeypatch)
        with pytest.raises(tt.Refusal, match=r"is not installed: pip install 'templetop\[envs\]'"):
            make("karuba")
    missing("pyspiel", monkeypatch)
    with pytest.raises(tt.Refusal, match=r"^OpenSpiel is not installed"):
        envs.openspiel("karuba")


def missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)


def test_what_cannot_be_is_refused() -> None:
    for make in (
        lambda: envs.aec("karuba", seats=9),
        lambda: envs.aec("karuba", rewards="gold"),
        lambda: envs.gym("karuba", seats=4, rivals=["greedy", "random"]),
        lambda: envs.gym("karuba", seat=2),
        lambda: envs.gym("karuba", rivals=["nobody"]),
        lambda: envs.parallel("chess"),
        lambda: envs.parallel("karuba").reset(seed=2**64),
    ):
        with pytest.raises(tt.Refusal):
            make()


@pytest.mark.parametrize("name", ours())
def test_the_page_of_observations_is_as_the_game_declares(name: str) -> None:
    said = (DOCS / "observations" / f"{name}.md").read_text("utf-8")
    assert said == page(take(name)), "Run: python -m templetop.envs.pages docs/observations"


def test_observations_are_compact() -> None:
    assert all(take(name).observation < 7000 for name in ours())
    assert take("cacao").observation < 1000


def test_before_the_first_reset_one_is_told_so() -> None:
    turn, together, alone = (
        envs.aec("karuba"), envs.parallel("karuba"), envs.gym("karuba", rivals=["random"]),
    )  # fmt: skip
    for ask in (
        lambda: turn.step(0),
        turn.last,
        lambda: turn.observe("seat_0"),
        turn.state,
        lambda: together.step({"seat_0": 0, "seat_1": 0}),
        together.state,
        lambda: alone.step(0),
    ):
        with pytest.raises(tt.Refusal, match=r"^Call reset\(\) first: no game has begun yet\.$"):
            ask()
    assert not hasattr(turn, "agent_selection")
    with pytest.raises(AttributeError, match="TurnByTurnEnv has no 'nothing'"):
        _ = turn.nothing


def test_who_has_to_decide_and_does_not_is_named() -> None:
    env = envs.parallel("karuba", options={"setup": "random"})
    env.reset(seed=1)
    before = env.state()
    with pytest.raises(tt.Refusal, match=r"^seat_0 has to decide: `step` takes a move for every"):
        env.step({})
    with pytest.raises(tt.Refusal, match=r"^A move is a whole number, not 'left'\.$"):
        env.step({"seat_0": "left", "seat_1": 0})
    assert np.array_equal(env.state(), before)


def test_the_state_is_what_all_seats_together_may_know() -> None:
    for env in (envs.aec("karuba", seats=3), envs.parallel("karuba", seats=3)):
        env.reset(seed=2)
        state = env.state()
        assert state in env.state_space
        size = env.table.game.observation
        assert np.array_equal(state[size : 2 * size], env.table.observe(1))


def test_a_picture_is_text_for_those_who_want_one() -> None:
    turn = envs.aec("karuba", render_mode="ansi")
    assert turn.metadata["render_modes"] == ["ansi"]
    turn.reset(seed=1)
    assert "seat_0" in str(turn.render())
    alone = envs.gym("karuba", rivals=["random"], render_mode="ansi")
    alone.reset(seed=1)
    assert "seat_1" in str(alone.render())
    silent = envs.parallel("karuba")
    silent.reset(seed=1)
    assert silent.render() is None
    with pytest.raises(tt.Refusal, match=r"^The render mode is ansi, not 'human'"):
        envs.aec("karuba", render_mode="human")


def test_environments_can_be_pickled_in_the_middle_of_a_game() -> None:
    turn, alone = envs.aec("karuba"), envs.gym("karuba", rivals=["greedy"], seat=0)
    turn.reset(seed=3)
    alone.reset(seed=3)
    turn.step(int(np.flatnonzero(turn.observe("seat_0")["action_mask"])[0]))
    turn_again, alone_again = pickle.loads(pickle.dumps((turn, alone)))
    assert turn_again.agent_selection == turn.agent_selection
    assert np.array_equal(turn_again.state(), turn.state())
    move = int(np.flatnonzero(alone.action_masks())[0])
    one, other = alone.step(move), alone_again.step(move)
    assert np.array_equal(one[0], other[0])


def test_openspiel_refuses_before_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    from templetop.envs import with_openspiel

    monkeypatch.setattr(with_openspiel, "register", pytest.fail)
    with pytest.raises(tt.Refusal, match=r"not 1 with game=|, not 1; with game=curse it does\.$"):
        envs.openspiel("vulkar", seats=1)
