"""Tables as text, both ways; a damaged text is refused with one sentence that names its line."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.seats import Array
from tests.reading import BadNotation

from .tables import (
    Table,
    companion,
    few_or_every,
    games_with,
    seated_tables,
    smallest_and_largest_of,
    story,
)

SENTENCE = re.compile(r"Line [0-9]+: .*\.")
DAMAGES = 150  # tried at each table
RUNS, RUN = 4, 40  # tables that follow each other
READERS = games_with("reading")
STRANGE = "٣²x?\t\r\v\0\u2028"  # a digit that is none here, blanks of all kinds


def texts_of(table: Table, how_many: int) -> list[str]:
    """The table as it was written at some moments of a game, its end among them."""
    told = story(table)
    return [table.game.write(told.states[n]) for n in [*told.moments(how_many), len(told.steps)]]


def read(game: Game, text: str) -> Any:
    own = companion(game, "reading")
    assert own is not None
    return own.read(text)


def read_or_refused(game: Game, text: str) -> tuple[Any, str]:
    """The table; or None, and the sentence with which the text is refused."""
    try:
        return read(game, text), ""
    except BadNotation as refusal:
        return None, str(refusal)


def refused(game: Game, text: str) -> str:
    """The sentence with which a text is refused: one, with the number of a line."""
    state, sentence = read_or_refused(game, text)
    assert state is None, f"This is read as a table:\n{text}"
    assert SENTENCE.fullmatch(sentence), sentence
    return sentence


# ── Both ways ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("any_table", few_or_every(READERS), ids=str)
def test_a_table_reads_as_it_was_written(any_table: Table) -> None:
    told = story(any_table)
    for n in [*told.moments(5), len(told.steps)]:
        text = any_table.game.write(told.states[n])
        assert read(any_table.game, text).tobytes() == told.states[n].tobytes(), text


def test_tables_that_differ_are_written_differently(table: Table) -> None:
    states = runs_of(story(table).states)
    written = {table.game.write(state): state.tobytes() for state in states}
    assert len(written) == len({state.tobytes() for state in states})


def runs_of(states: Array) -> list[Any]:
    """Some that follow each other, as those differ least: at the beginning, later, at the end."""
    begins = np.linspace(0, max(0, len(states) - RUN), RUNS).round().astype(int)
    places = {n for first in begins for n in range(first, min(first + RUN, len(states)))}
    return [states[n] for n in sorted(places)]


@pytest.mark.parametrize("seated", smallest_and_largest_of(seated_tables(READERS)), ids=str)
def test_blank_lines_and_indents_do_not_matter(seated: Table) -> None:
    for text in texts_of(seated, 3):
        loose = "\n\n".join("   " + line.replace(" ", "  ") for line in text.splitlines())
        assert read(seated.game, loose).tobytes() == read(seated.game, text).tobytes()


# ── Damaged text ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seated", smallest_and_largest_of(seated_tables(READERS)), ids=str)
def test_a_text_that_ends_early_is_refused(seated: Table) -> None:
    """Above all, no table is read of which a part is missing."""
    for text in texts_of(seated, 3):
        lines = text.rstrip("\n").splitlines()
        for length in range(len(lines)):
            refused(seated.game, "\n".join(lines[:length]))


@pytest.mark.parametrize("seated", smallest_and_largest_of(seated_tables(READERS)), ids=str)
def test_a_text_that_goes_on_is_refused(seated: Table) -> None:
    for text in texts_of(seated, 3):
        last = text.splitlines()[-1]
        for more in ("and so on", last, text.splitlines()[0]):
            refused(seated.game, f"{text}{more}\n")


@pytest.mark.parametrize("game", READERS, ids=lambda game: game.id)
def test_the_table_of_another_game_is_refused_in_its_first_line(game: Game) -> None:
    for other in READERS:
        if other is not game:
            assert refused(game, other.write(other.start(2))).startswith("Line 1: ")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("seated", smallest_and_largest_of(seated_tables(READERS)), ids=str)
def test_a_damaged_text_is_refused_or_it_is_a_table_that_can_be_played(
    seated: Table, seed: int
) -> None:
    random, texts = Random(f"{seated} {seed}"), texts_of(seated, 12)
    letters = sorted({*"".join(texts), *STRANGE})
    for _ in range(DAMAGES):
        text, other = random.sample(texts, 2)
        text = damaged(text, other, letters, random)
        state, sentence = read_or_refused(seated.game, text)
        if state is None:
            assert SENTENCE.fullmatch(sentence), sentence
            continue
        assert seated.game.write(state).split() == text.split()
        play_on(state, random)


def damaged(text: str, other: str, letters: Sequence[str], random: Random) -> str:
    """A line is lost, doubled, misspelt or from the other text, or the text ends there."""
    lines, others = text.splitlines(), other.splitlines()
    at = random.randrange(len(lines))
    misspelt, misplaced = [respelt(lines[at], letters, random)], others[at : at + 1]
    damages = [[], [lines[at]] * 2, [random.choice(others)], *[misplaced] * 2, *[misspelt] * 4]
    rest = lines[at + 1 :] if random.random() < 0.95 else []
    return "\n".join([*lines[:at], *random.choice(damages), *rest])


def respelt(line: str, letters: Sequence[str], random: Random) -> str:
    """A letter is changed, lost or added."""
    at = random.randrange(len(line) + 1)
    letter = random.choice(letters) if random.random() < 0.9 else ""
    return line[:at] + letter + line[at + random.randrange(2) :]


def play_on(state: Any, random: Random) -> None:
    """A few moves, whoever is to make them; and whoever looks on sees the table."""
    for _ in range(5):
        if seats := seats_to_move(state):
            make(state, [(seat, random.choice(legal_moves(state, seat))) for seat in seats])
    for viewer in (None, 0):
        ask.game_of(state).view(state, viewer)


@pytest.mark.parametrize("game", READERS, ids=lambda game: game.id)
@given(text=st.text())
def test_any_other_text_is_refused(game: Game, text: str) -> None:
    refused(game, text)


def test_a_text_begins_with_the_name_of_its_game_and_the_number_of_seats(game: Game) -> None:
    for table in seated_tables([game]):
        first = game.write(table.start()).splitlines()[0]
        assert first.startswith(f"{game.name} for {table.seats} seat")
