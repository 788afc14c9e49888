"""The program that is checked: started, asked line by line, and stopped."""

from contextlib import suppress
from types import TracebackType

from templetop.bots.program import FAREWELL, START_UP, BotFailed, Hears, Nonsense, Talk, unheard
from templetop.bots.program import shown as shown_answer
from templetop.bots.roster import PROGRAM
from templetop.conformance.reference import READY, UNKNOWN
from templetop.conformance.words import t
from templetop.engine.refusal import Refusal
from templetop.engine.words import quoted


class NoProgram(Refusal):
    """What is to be checked is not named as a program."""


class EngineFailed(Refusal):
    """The program stopped, was too slow, or answered what is no answer."""

    def __init__(self, command: str, failure: str) -> None:
        self.command, self.failure = command, failure
        super().__init__(
            t("The program failed at {command}: {failure}.",
              command=quoted(command), failure=failure)
        )  # fmt: skip


class DoesNotPlay(Refusal):
    """The program says that it does not know the game, or none of its matches."""


class Engine:
    """A running program, to be used with `with`."""

    def __init__(self, named: str, patience: float, hears: Hears = unheard) -> None:
        command = named.removeprefix(PROGRAM)
        if not named.startswith(PROGRAM) or not command.strip():
            raise NoProgram(
                t("{name} is no program; write exec:COMMAND, such as exec:./engine.",
                  name=quoted(named))
            )  # fmt: skip
        self.patience = patience
        self.asked_before = False
        try:
            self.talk = Talk(command, hears)
        except BotFailed as failure:
            raise EngineFailed(command, str(failure)) from None

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.talk.end(0.0 if error else FAREWELL)

    def answer(self, command: str) -> str:
        """The line with which it answers a command, without blanks around it."""
        patience = self.patience if self.asked_before else max(START_UP, self.patience)
        self.asked_before = True
        try:
            if any([*self.talk.lines.queue]):  # an empty one says that it has stopped
                raise Nonsense("it wrote a line that nobody had asked for")
            return decoded(self.talk.ask_line(command, patience))
        except BotFailed as failure:
            raise EngineFailed(command, str(failure)) from None

    def begin(self, command: str) -> None:
        """The first command; refused unless it is ready for this game."""
        answer = self.answer(command)
        if answer == READY:
            return
        if is_unknown(answer):
            why = reason(answer)
            raise DoesNotPlay(t("The program does not play this game: {why}.", why=why))
        failure = f"it answered {shown_answer(answer.encode())}, not {READY!r}"
        raise EngineFailed(command, failure)


def decoded(line: bytes) -> str:
    """The text of a whole line."""
    if not line.endswith(b"\n"):
        raise Nonsense("its answer is too long, or ends without the end of a line")
    with suppress(UnicodeDecodeError):
        return line.decode().strip()
    raise Nonsense(f"it answered {shown_answer(line)}, which is not UTF-8")


def is_unknown(answer: str) -> bool:
    """Does the engine say that it does not do this?"""
    return answer.partition(" ")[0] == UNKNOWN


def reason(answer: str) -> str:
    """Why, in its own words."""
    why = answer.removeprefix(UNKNOWN).strip().removesuffix(".")
    return shown_answer(why.encode()) if why else t("it does not say why")
