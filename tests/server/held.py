"""Thinking and experiments that wait until a test lets them go on, or that go wrong.

This is what the processes of a server import, so it imports no more than they need.
"""

import os
import time
from pathlib import Path

import numpy as np

from templetop.bots.roster import level_name
from templetop.engine.match import legal_moves
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take
from templetop.server.api_models import Hint
from templetop.server.bots import bot_pool
from templetop.server.bots.bot_pool import BotQuestion, Experiment

HELD = "TEMPLETOP_TEST_HELD"  # the folder through which the processes are held up
truly_decide = bot_pool.decide_in_worker
truly_experiment = bot_pool.experiment_in_worker


# ── Bots ─────────────────────────────────────────────────────────────────────────────────────────


def hold_up(question: BotQuestion) -> None:
    """Say that this is being thought about, and go on when so many may."""
    begun, may = Path(os.environ[HELD], "begun"), Path(os.environ[HELD], "may")
    with begun.open("a") as file:
        file.write(f"{question.asker}\n")
    number = len(begun.read_text().splitlines())
    while int(may.read_text() or 0) < number:
        time.sleep(0.01)


def decide_when_let(question: BotQuestion, name: str) -> int:
    if name == level_name(5):
        hold_up(question)
    return truly_decide(question, "greedy")


def advise_when_let(question: BotQuestion, names: list[str]) -> Hint:
    hold_up(question)
    return Hint([], [], 0)


# ── Experiments ──────────────────────────────────────────────────────────────────────────────────


def experiment_when_let(trial: Experiment) -> tuple[list[int], bytes]:
    while not Path(os.environ[HELD], "let").exists():
        time.sleep(0.01)
    return truly_experiment(trial)


def experiment_unless_held(experiment: Experiment) -> tuple[list[int], bytes]:
    """It waits as long as there is a file with the name of the table."""
    while Path(os.environ[HELD], experiment.table_id).exists():
        time.sleep(0.01)
    return truly_experiment(experiment)


def experiment_at_once(experiment: Experiment) -> tuple[list[int], bytes]:
    """Anything that can happen, and something to keep; for those who test what is made of it."""
    game = take(experiment.game)
    state = np.frombuffer(experiment.table, game.State).copy()[0]
    events = legal_moves(state, CHANCE)
    return [events[experiment.seed % len(events)]], b"how it came about"


def experiment_that_fails(experiment: Experiment) -> tuple[list[int], bytes]:
    raise ArithmeticError("the ball has left the table")


def experiment_that_dies(trial: Experiment) -> tuple[list[int], bytes]:
    os._exit(3)


def experiment_that_hangs(trial: Experiment) -> tuple[list[int], bytes]:
    time.sleep(3600)
    raise AssertionError


def experiment_that_lies(trial: Experiment) -> tuple[list[int], bytes]:
    return [10**6], b""
