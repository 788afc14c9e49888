"""The refusals of the server, and their HTTP statuses.

`HTTP_STATUS` is the only place that decides which status a refusal gets.
"""

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
    """The table is stored, but its moves can no longer be read."""


class NoSuchPerson(Refusal):
    """There is no person of this name."""


class NoSuchAttachment(Refusal):
    """The event has no attachment, or the viewer may not see it."""


class NoSuchPuzzle(Refusal):
    """There is no such puzzle, or the game has none."""


class NoSuchBot(Refusal):
    """There is no bot of this name here."""


class NoSuchMoment(Refusal):
    """There is no such moment: the match is shorter, or the day has no deals."""


class NoLesson(Refusal):
    """The game has no lesson."""


class NotSignedIn(Refusal):
    """The request needs a signed-in person, a guest at least."""


class WrongPassword(Refusal):
    """The name or the password is wrong."""


class Banned(Refusal):
    """The operator has banned this person."""


class LinkExpired(Refusal):
    """The link of a mail was used before, or is too old."""


class BadEmail(Refusal):
    """The text is not an email address."""


class NameTaken(Refusal):
    """Somebody else has this name, or one that looks like it."""


class NotAllowed(Refusal):
    """The thing belongs to someone else, or the request comes from another site."""


class NotNow(Refusal):
    """The request is valid, but not in the present state."""


class WrongHost(Refusal):
    """The `Host` header names another server."""


class TooManyRequests(Refusal):
    """A rate limit or a queue is full."""


class BodyTooLarge(Refusal):
    """The body of the request is too large."""


class RequestTimedOut(Refusal):
    """The request did not arrive in time."""


class InternalError(Refusal):
    """The server has made a mistake, which is in the log."""


class ServiceUnavailable(Refusal):
    """Something that the server needs, such as the store, does not answer."""


class BadRequest(Refusal):
    """The request is malformed."""


class StaleTable(Refusal):
    """The table has changed since the client saw it; `table` is the present view."""

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
