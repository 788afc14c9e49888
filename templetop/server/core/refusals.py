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


class TableUnreadable(NoSuchTable):
    """This table is kept, but its moves can no longer be read."""


class NoSuchPerson(Refusal):
    """Nobody is called so."""


class NoSuchAttachment(Refusal):
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


class LinkExpired(Refusal):
    """The link of a mail is good once, and for a while."""


class BadEmail(Refusal):
    """No mail could be sent there."""


class NameTaken(Refusal):
    """Somebody else goes by this name."""


class NotAllowed(Refusal):
    """It belongs to someone else."""


class NotNow(Refusal):
    """It cannot be done as things stand."""


class WrongHost(Refusal):
    """The server is asked for by a name that is not its own."""


class TooManyRequests(Refusal):
    """Too many requests in a short time."""


class BodyTooLarge(Refusal):
    """Nobody needs to say so much at once."""


class RequestTimedOut(Refusal):
    """We have waited long enough."""


class InternalError(Refusal):
    """A mistake of ours."""


class ServiceUnavailable(Refusal):
    """What is needed for this does not answer."""


class BadRequest(Refusal):
    """What was sent is not what was expected."""


class StaleTable(Refusal):
    """The table has changed meanwhile; `table` is how it looks now."""

    def __init__(self, message: str, table: "TableView | None" = None) -> None:
        super().__init__(message)
        self.table = table


HTTP_STATUS: dict[type[Refusal], int] = {
    BadRequest: 400,
    NotSignedIn: 401,
    WrongPassword: 401,
    Banned: 403,
    NotAllowed: 403,
    NoSuchTable: 404,
    NoSuchMoment: 404,
    NoSuchAttachment: 404,
    NoSuchPuzzle: 404,
    NoSuchPerson: 404,
    NotOnTheShelf: 404,
    NoRulebook: 404,
    NoLesson: 404,
    RequestTimedOut: 408,
    GameOver: 409,
    NameTaken: 409,
    NotNow: 409,
    NotYourTurn: 409,
    StaleTable: 409,
    LinkExpired: 410,
    BodyTooLarge: 413,
    WrongHost: 421,
    BadName: 422,
    IllegalMove: 422,
    NoSuchBot: 422,
    UnknownOption: 422,
    WrongSeats: 422,
    TooManyRequests: 429,
    InternalError: 500,
    ServiceUnavailable: 503,
}


def http_status(refusal: Refusal) -> int:
    return next((HTTP_STATUS[kind] for kind in type(refusal).__mro__ if kind in HTTP_STATUS), 422)


def problem_view(refusal: Refusal) -> Problem:
    return Problem(str(refusal), getattr(refusal, "rule", "") or None)
