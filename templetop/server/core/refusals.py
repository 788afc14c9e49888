"""What the server refuses, and the only place where refusals meet HTTP."""

from typing import TYPE_CHECKING

from templetop.engine.match import BadName, GameOver, NotYourTurn
from templetop.engine.refusal import IllegalMove, Refusal, UnknownOption, WrongSeats
from templetop.engine.rulebook import NoRulebook
from templetop.games.shelf import NotOnTheShelf
from templetop.server.api_models import Problem

if TYPE_CHECKING:
    from templetop.server.api_models import TableView


class NoSuchTable(Refusal):
    """There is no such table."""


class Closed(NoSuchTable):
    """This table is kept, but its moves can no longer be read."""


class NoSuchPerson(Refusal):
    """Nobody is called so."""


class NoSuchKeepsake(Refusal):
    """Nothing was kept there, or not for everybody."""


class NoSuchPuzzle(Refusal):
    """There is none of that name, or none at all."""


class NoSuchBot(Refusal):
    """Nobody of that name plays here."""


class NoSuchMoment(Refusal):
    """The match has not got that far."""


class NoLesson(Refusal):
    """The game has none."""


class NotSignedIn(Refusal):
    """One has to have a name for this."""


class WrongPassword(Refusal):
    """The name or the password is wrong."""


class Banned(Refusal):
    """Whoever runs the server does not want this person here."""


class LinkIsOld(Refusal):
    """The link of a mail is good once, and for a while."""


class WrongEmail(Refusal):
    """No mail could be sent there."""


class NameTaken(Refusal):
    """Somebody else goes by this name."""


class NotYours(Refusal):
    """It belongs to someone else."""


class NotNow(Refusal):
    """It cannot be done as things stand."""


class WrongHost(Refusal):
    """The server is asked for by a name that is not its own."""


class TooMany(Refusal):
    """Too many requests in a short time."""


class TooLarge(Refusal):
    """Nobody needs to say so much at once."""


class TooSlow(Refusal):
    """We have waited long enough."""


class Broken(Refusal):
    """A mistake of ours."""


class Away(Refusal):
    """What is needed for this does not answer."""


class Malformed(Refusal):
    """What was sent is not what was expected."""


class Stale(Refusal):
    """The table has changed meanwhile; `table` is how it looks now."""

    def __init__(self, message: str, table: "TableView | None" = None) -> None:
        super().__init__(message)
        self.table = table


STATUS: dict[type[Refusal], int] = {
    Malformed: 400,
    NotSignedIn: 401,
    WrongPassword: 401,
    Banned: 403,
    NotYours: 403,
    NoSuchTable: 404,
    NoSuchMoment: 404,
    NoSuchKeepsake: 404,
    NoSuchPuzzle: 404,
    NoSuchPerson: 404,
    NotOnTheShelf: 404,
    NoRulebook: 404,
    NoLesson: 404,
    TooSlow: 408,
    GameOver: 409,
    NameTaken: 409,
    NotNow: 409,
    NotYourTurn: 409,
    Stale: 409,
    LinkIsOld: 410,
    TooLarge: 413,
    WrongHost: 421,
    BadName: 422,
    IllegalMove: 422,
    NoSuchBot: 422,
    UnknownOption: 422,
    WrongSeats: 422,
    TooMany: 429,
    Broken: 500,
    Away: 503,
}


def status_of(refusal: Refusal) -> int:
    return next((STATUS[kind] for kind in type(refusal).__mro__ if kind in STATUS), 422)


def problem_of(refusal: Refusal) -> Problem:
    return Problem(str(refusal), getattr(refusal, "rule", "") or None)
