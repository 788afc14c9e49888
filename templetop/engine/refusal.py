"""What cannot be done, in a sentence for the person who asked."""


class Refusal(Exception):
    """Something that cannot be done; the message is a sentence for the person who asked."""


class UnknownOption(Refusal):
    """There is no such option, or no such choice of it."""


class WrongSeats(Refusal):
    """The game cannot be played by so many."""


class IllegalMove(Refusal):
    """The rules forbid it; the message says why, and `rule` which sentence forbids it."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule
