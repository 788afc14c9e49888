"""What a person types at the table, and which move it means; for any game."""

from collections.abc import Mapping
from typing import Any

from templetop.cli.offers import Offer, kinds
from templetop.cli.sentences import did_you_mean, quoted
from templetop.engine import ask
from templetop.engine.game import Refusal
from templetop.engine.match import check, legal_moves

MOST_CHOICES = 12  # that are listed when several moves begin as typed


class Unclear(Refusal):
    """What was typed is no move, or could be several."""


def squeezed(text: str, synonyms: Mapping[str, str]) -> str:
    """Without spaces and capitals, and in the words of the codes: `Blue to C4` is `bc4`."""
    return "".join(synonyms.get(word, word) for word in text.lower().split())


class Codes:
    """The codes of a seat's moves, as the table is now."""

    def __init__(self, state: Any, seat: int) -> None:
        game = ask.game_of(state)
        self.state, self.seat = state, seat
        self.synonyms = game.synonyms
        codes = {move: game.code(state, seat, move) for move in range(game.seat_moves)}
        self.of = {move: code for move, code in codes.items() if code}
        self.legal = legal_moves(state, seat)

    def understand(self, text: str) -> int:
        """The legal move that is meant, or a refusal."""
        move = self.meant(text)
        check(self.state, self.seat, move)
        return move

    def meant(self, text: str) -> int:
        """The move with that code; or the only one with a code that begins so."""
        typed = squeezed(text, self.synonyms)
        starting = [move for move in self.of if typed and self.key(move).startswith(typed)]
        exact = [move for move in starting if self.key(move) == typed]
        open_now = [move for move in starting if move in self.legal]
        for found in (exact, open_now, starting):
            if len(found) == 1:
                return found[0]
        raise Unclear(self.which(open_now) if open_now else self.nothing_like(text))

    def key(self, move: int) -> str:
        return squeezed(self.of[move], {})

    def which(self, moves: list[int]) -> str:
        codes = [self.of[move] for move in moves]
        more = ["…"] if len(codes) > MOST_CHOICES else []
        return f"Which one: {', '.join([*codes[:MOST_CHOICES], *more])}?"

    def nothing_like(self, text: str) -> str:
        hint = did_you_mean(text, [self.of[move] for move in self.legal])
        return f"{quoted(text)} is no move now; ? lists what can be typed.{hint}"

    def offers(self) -> list[Offer]:
        """The legal moves by their kind, in their order."""
        say = ask.game_of(self.state).say
        return kinds((self.of[move], say(self.state, self.seat, move)) for move in self.legal)
