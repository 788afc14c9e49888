"""A game in a folder, as somebody may write it who has no place in the package.

One seat takes a pebble, and the game is over: its points are what the pebble is worth. `write_game`
writes the folder; a test may then leave something out or say something else.
"""

from pathlib import Path

FILES = {
    "__init__.py": '''
"""Pebbles: the facts on its box."""

NAME = "Pebbles"
SAYS = "Take one."
SEATS = (1,)
RULES_VERSION = 1
''',
    "rulebook.md": "# Pebbles\n\n## 1 Taking\n\n- **1.1** Take one.\n",
    "rules/__init__.py": '"""The rules."""\n',
    "rules/pieces.py": '''
"""What is in the box."""

import numpy as np

WORTH = np.array([10, 20, 30])
BOWLS = (np.array([1, 2]), np.array([3, 4]))
BONUS = 1
''',
    "rules/taking.py": '''
"""One turn."""

import numpy as np

from pebbles.rules.pieces import BONUS, BOWLS, WORTH
from templetop.engine.bits import clear, put
from templetop.engine.compile import record, rule
from templetop.engine.kinds import Phase
from templetop.engine.seats import EVEN, NOBODY

PHASES = (Phase("taking", "Now a pebble is taken.", "1.1"), Phase("over"))
State = record([("seats", np.int8), ("phase", np.int8), ("pebbles", np.int16)])


@rule
def new(state, seats, options):
    state.seats = seats


@rule
def to_move(state):
    return NOBODY if state.phase else 1


@rule
def legal(state, seat, moves):
    clear(moves)
    put(moves, 2)


@rule
def odds(state, events, weights):
    return EVEN


@rule
def happen(state, event):
    pass


@rule
def play(state, decisions):
    state.pebbles = worth(decisions[0])
    state.phase = 1


@rule
def worth(pebble):
    return WORTH[pebble] + BONUS + BOWLS[0][0] - 1


@rule
def points(state, points):
    points[0] = state.pebbles


@rule
def places(state, places):
    places[0] = 1
''',
    "rules/counting.py": '''
"""What is compiled. Numba looks at this file only, and so not at the rules that are called here."""

from pebbles.rules.taking import worth
from templetop.engine.compile import compiled


@compiled
def total(states, pebble):
    return worth(pebble) + states[0].pebbles
''',
    "people/__init__.py": '"""For people."""\n',
    "people/words.py": '''
"""In words."""

from templetop.engine.kinds import Kind, Kinds

MOVES = Kinds(Kind("take", 0, 3, (0,), "{who} takes a pebble", lambda state, seat, n: str(n)))
EVENTS = Kinds()


def view(state, seat):
    return None


def picture(state, seat=None):
    return None


def write(state):
    return str(state)
''',
}


def write_game(home: Path, name: str = "pebbles") -> Path:
    """The folder of the game, in a folder; under another name it is another game."""
    folder = home / name
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text.replace("pebbles", name), "utf-8")
    return folder
