"""What a person types at the table, and which move it means; for any game."""

import re
from collections.abc import Mapping
from typing import Any

from templetop.cli.offers import Offer, kinds
from templetop.cli.sentences import did_you_mean, quoted
from templetop.cli.words import t
from templetop.engine import ask
from templetop.engine.match import check, code_of, legal_moves, phase_of, say
from templetop.engine.refusal import Refusal

MOST_CHOICES = 12  # that are listed when several moves begin as typed
TWO_NUMBERS = re.compile(r"\d\s+\d")


class Unclear(Refusal):
    """What was typed is no move, or could be several."""


def squeezed(text: str, synonyms: Mapping[str, str]) -> str:
    """Without spaces and capitals, and in the words of the codes: `Blue to C4` is `bc4`."""
    return "".join(synonyms.get(word, word) for word in text.lower().split())


def endings(code: str) -> set[str]:
    """What is left of a code without its first words: `5 d3` ends with `d3`."""
    words = code.split()
    return {"".join(words[n:]) for n in range(1, len(words))}


class Codes:
    """The codes of a seat's moves, as the table is now."""

    def __init__(self, state: Any, seat: int) -> None:
        game = ask.game_of(state)
        self.state, self.seat = state, seat
        self.synonyms = game.synonyms
        codes = {move: code_of(state, seat, move) for move in range(game.moves.count)}
        self.of = {move: code for move, code in codes.items() if code}
        self.legal = legal_moves(state, seat)

    def understand(self, text: str) -> int:
        """The legal move that is meant, or a refusal."""
        move = self.meant(text)
        check(self.state, self.seat, move)
        return move

    def meant(self, text: str) -> int:
        """The move that fits, rather a legal one; or any of several that are forbidden alike."""
        readings = self.readings(text)
        fitting = [self.fitting(typed) for typed in readings]
        for moves in sorted(fitting, key=len):
            if legal := [move for move in moves if move in self.legal]:
                return self.only(moves, legal)
        for moves in fitting:
            if self.are_alike(moves):
                return moves[0]
        raise self.no_move(text, readings)

    def readings(self, text: str) -> list[str]:
        """As it stands, and with other words for those of the codes: `d 3` may be a space."""
        typed = [squeezed(text, {}), squeezed(text, self.synonyms)]
        return [*dict.fromkeys(filter(None, typed))]

    def fitting(self, typed: str) -> list[int]:
        """The move with that code, or the only legal one that begins so; or all that fit."""
        starting = [move for move in self.of if self.key(move).startswith(typed)]
        exact = [move for move in starting if self.key(move) == typed]
        open_now = [move for move in starting if move in self.legal]
        for found in (exact, open_now):
            if len(found) == 1:
                return found
        return starting or [move for move in self.of if typed in endings(self.of[move])]

    def only(self, moves: list[int], legal: list[int]) -> int:
        """The move, if no other fits; else it is asked which of the legal ones is meant."""
        if len(moves) > 1:
            raise Unclear(self.which(legal))
        return moves[0]

    def are_alike(self, moves: list[int]) -> bool:
        """Is there at least one, and are all of them forbidden for the same reason?"""
        return len({*map(self.why_not, moves)}) == 1

    def why_not(self, move: int) -> str:
        kinds_of_moves = ask.game_of(self.state).moves
        return str(kinds_of_moves.why_not(self.state, self.seat, move, phase_of(self.state)))

    def key(self, move: int) -> str:
        return squeezed(self.of[move], {})

    def which(self, moves: list[int]) -> str:
        codes = [self.of[move] for move in moves]
        more = ["…"] if len(codes) > MOST_CHOICES else []
        return t("Which one: {codes}?", codes=", ".join([*codes[:MOST_CHOICES], *more]))

    def no_move(self, text: str, readings: list[str]) -> Refusal:
        """The rule by which it is no move, if the game knows one; 3 and 5 are not a wrong 35."""
        if TWO_NUMBERS.search(text):
            return Unclear(self.nothing_like(text))
        why_no_move = ask.game_of(self.state).why_no_move
        reasons = (why_no_move(self.state, self.seat, typed) for typed in reversed(readings))
        return next(filter(None, reasons), Unclear(self.nothing_like(text)))

    def nothing_like(self, text: str) -> str:
        hint = did_you_mean(text, [self.of[move] for move in self.legal])
        no_move = t("{word} is not a move now; ? lists what can be typed.", word=quoted(text))
        return no_move + hint

    def playable(self) -> list[str]:
        """The codes of the legal moves, and of no others."""
        return [self.of[move] for move in self.legal]

    def offers(self) -> list[Offer]:
        """The legal moves by their kind, in their order."""
        return kinds((self.of[move], say(self.state, self.seat, move)) for move in self.legal)
