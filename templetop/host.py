"""The process in which a Python bot plays: `python -m templetop.host py:module:Class`.

It is spoken to in lines, like a program in any language, but is handed the imagined table itself.
It plays one match after the other, with a new bot for each.
"""

import base64
import json
import os
import pickle
import random
import sys
import traceback
from collections.abc import Iterator
from typing import Any, TextIO

import numpy as np

from templetop.bots.own import load
from templetop.bots.program import FAILED, READY, Message
from templetop.bots.seen import Seen
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.games.shelf import take


class Host:
    """Holds the bot of the match that is being played."""

    def __init__(self, bot: str) -> None:
        self.named = bot
        self.kind: type[Any] | None = None
        self.bot: Any = None
        self.game: Game
        self.about: Message = {}

    def answer(self, message: Message) -> Message | None:
        """What is said to a message; nothing when it is over."""
        match message["type"]:
            case "hello":
                return self.begin(message)
            case "decide":
                return self.decide(message)
        self.end()
        return None

    def begin(self, message: Message) -> Message:
        self.about, self.game = message, take(message["game"])
        self.kind = self.kind or load(self.named)
        self.bot = self.kind()
        return READY

    def decide(self, message: Message) -> Message:
        seen = self.seen(message)
        random.seed(seen.seed)
        np.random.seed(seen.seed % 2**32)
        move = self.bot.decide(seen)
        if not isinstance(move, int | np.integer) or isinstance(move, bool):
            raise Refusal(f"decide returned {move!r:.60}, which is not the number of a move")
        return {"number": message["number"], "move": int(move)}

    def seen(self, message: Message) -> Seen:
        table, history = pickle.loads(base64.b64decode(message["known"]))
        state = np.frombuffer(table, self.game.State).copy()[0]
        about = (message["since"], message["seed"], self.about["match"])
        return Seen(self.game, state, self.about["seat"], self.about["seats"], history, *about)

    def end(self) -> None:
        """Nobody waits for an answer any more."""
        close = getattr(self.bot, "close", None)
        self.bot = None
        try:
            if close is not None:
                close()
        except Exception:
            traceback.print_exc()


def main() -> None:
    """Answer every line, until there are no more."""
    heard, said = own_streams()
    sys.path.insert(0, os.getcwd())
    host = Host(sys.argv[1])
    for message in heard:
        try:
            answer = host.answer(message)
        except Exception as error:
            if not isinstance(error, Refusal):
                traceback.print_exc()
            answer = {FAILED: in_a_line(error)}
        sys.stdout.flush()
        if answer is not None:
            said.write(json.dumps(answer) + "\n")
            said.flush()


def own_streams() -> tuple[Iterator[Message], TextIO]:
    """Ours to talk; whatever the bot prints goes to its standard error."""
    heard, said = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return map(json.loads, open(heard, "rb")), open(said, "w", encoding="utf-8")


def in_a_line(error: Exception) -> str:
    """What went wrong, and where in the bot."""
    words = " ".join(str(error).split())
    if isinstance(error, Refusal):
        return words.removesuffix(".")
    frames = traceback.extract_tb(error.__traceback__)
    ours = os.path.join(os.path.dirname(__file__), "")
    where = next((f for f in reversed(frames) if not f.filename.startswith((ours, "<"))), None)
    place = f" ({os.path.basename(where.filename)}, line {where.lineno})" if where else ""
    return f"{type(error).__name__}: {words}{place}"


if __name__ == "__main__":
    main()
