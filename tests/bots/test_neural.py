"""The bot that plays by a network."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from templetop.bots import roster
from templetop.bots.neural import FILE, Network, network_of
from templetop.bots.seen import seen_by
from templetop.engine.match import Match, legal_moves
from templetop.engine.random import generator
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take

KARUBA = take("karuba")


def test_it_plays_a_game_to_its_end() -> None:
    match = Match.new(KARUBA, ["a", "b"], {"setup": "random"})
    bot, random = roster.call("neural", KARUBA, 0, roster.Engagement(2)), generator(1)
    while not match.is_over:
        seat = match.awaited[0]
        moves = match.legal(seat)
        if seat == CHANCE:
            match.play(seat, moves[0])
        else:
            move = bot.decide(seen_by(seat, match.state, 2, random), random)
            assert move in legal_moves(match.state, seat)
            match.play(seat, move)
    bot.close()


def test_its_file_is_small() -> None:
    assert KARUBA.folder is not None
    assert (KARUBA.folder / FILE).stat().st_size < 500_000


def test_looks_are_finite_and_depend_on_what_is_seen() -> None:
    network = network_of(KARUBA)
    mask = np.ones(KARUBA.moves.count, np.bool_)
    nothing, something = (np.full(KARUBA.observation, x, np.float32) for x in (0, 1))
    assert np.isfinite(network.looks(nothing, mask)).all()
    assert not np.allclose(network.looks(nothing, mask), network.looks(something, mask))


def test_a_game_without_a_network_is_refused_before_the_first_match(tmp_path: Path) -> None:
    other = replace(KARUBA, folder=tmp_path)
    for refused in (
        lambda: roster.call("neural", other, 0, roster.Engagement(2)),
        lambda: roster.make_ready(["neural"], other, lambda sentence: None),
    ):
        with pytest.raises(Refusal, match=r"^Karuba has no network for the bot neural yet\.$"):
            refused()
    with pytest.raises(FileNotFoundError):
        Network(tmp_path / FILE)
