"""A bot that plays by a network, which was trained elsewhere; NumPy is all that it needs.

A game that has one brings it along as `bots/network.npz`; examples/ppo.py makes such a file. The
network sees the board as a row of spaces. The file says which numbers of `observe`, and which legal
moves, each space sees and which ones the network sees as a whole, and where it answers each move.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from templetop.bots.seen import Seen
from templetop.bots.words import t
from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.engine.seats import Array

FILE = Path("bots", "network.npz")
TINY = 1e-5  # as in the training


class NoNetwork(Refusal):
    """Nobody has trained a network for this game."""


def has_network(game: Game) -> bool:
    return game.folder is not None and (game.folder / FILE).is_file()


@functools.cache
def network_of(game: Game) -> "Network":
    if game.folder is None or not has_network(game):
        raise NoNetwork(
            t("{game} has no network for the bot neural yet.", game=game.words.text(game.name))
        )
    return Network(game.folder / FILE)


class Network:
    """What is seen, and what may be done, to how good each move looks."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as weights:
            self.weights = {name: widened(weights[name]) for name in weights.files}
        self.blocks = 1 + max(
            int(name.split(".")[1]) for name in self.weights if name.startswith("blocks.")
        )

    def looks(self, numbers: Array, mask: Array) -> Array:
        """How good each move looks; more is better. What is not legal looks as good as anything."""
        seen = np.concatenate([numbers, mask.astype(np.float32), np.zeros(1, np.float32)])
        whole = self.line("enter_whole", seen[self.weights["whole"]])
        spaces = self.line("enter", seen[self.weights["spaces"]]) + whole + self.weights["place"]
        for block in range(self.blocks):
            spaces = self.block(f"blocks.{block}.", spaces)
        spaces = self.norm("leave", spaces)
        whole = np.maximum(self.line("gather", spaces.mean(axis=0)), 0)
        answers = [self.line("on_spaces", spaces).ravel(), self.line("on_whole", whole)]
        return np.asarray(np.concatenate(answers)[self.weights["moves"]])

    def block(self, name: str, spaces: Array) -> Array:
        talk = np.maximum(self.line(name + "ask", self.norm(name + "before_talk", spaces).T), 0)
        spaces = spaces + self.line(name + "tell", talk).T
        wide = self.line(name + "widen", self.norm(name + "before_thought", spaces))
        return np.asarray(spaces + self.line(name + "narrow", np.maximum(wide, 0)))

    def line(self, name: str, given: Array) -> Array:
        return np.asarray(given @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"])

    def norm(self, name: str, given: Array) -> Array:
        middle = given.mean(axis=-1, keepdims=True)
        spread = np.sqrt(given.var(axis=-1, keepdims=True) + TINY)
        even = (given - middle) / spread
        return np.asarray(even * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"])


def widened(weights: Array) -> Array:
    """Kept in few bytes, used in more."""
    return weights.astype(np.float32 if weights.dtype.kind == "f" else np.int64)


class Neural:
    """Makes the move that looks best to the network."""

    def __init__(self, game: Game) -> None:
        self.network = network_of(game)

    def decide(self, seen: Seen, random: Array) -> int:
        numbers = np.zeros(seen.game.observation, np.float32)
        ask.observe(seen.state, seen.seat, numbers)
        moves = legal_set(seen)
        mask = np.zeros(seen.game.moves.count, np.bool_)
        mask[moves] = True
        looks = self.network.looks(numbers, mask)
        return moves[int(looks[moves].argmax())]

    def close(self) -> None:
        """Nothing is left behind."""


def legal_set(seen: Seen) -> list[int]:
    moves: Any = seen.game.move_set()
    ask.legal(seen.state, seen.seat, moves)
    return members(moves)
