"""The refusals of the server, their HTTP statuses and their codes.

`ERRORS` is the only place that decides which status and which code a refusal gets.
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


class NoSuchDuplicate(NoSuchTable):
    """There is no such duplicate, or it has no such deal."""


class NoSuchPage(Refusal):
    """Nothing is found at this address."""


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


# The HTTP status of each refusal, and its name for programs, which never changes.
ERRORS: dict[type[Refusal], tuple[int, str]] = {
    BadRequest: (400, "bad-request"),
    NotSignedIn: (401, "not-signed-in"),
    WrongPassword: (401, "wrong-password"),
    Banned: (403, "banned"),
    NotAllowed: (403, "not-allowed"),
    NoSuchTable: (404, "no-such-table"),
    TableUnreadable: (404, "table-unreadable"),
    NoSuchDuplicate: (404, "no-such-duplicate"),
    NoSuchPage: (404, "not-found"),
    NoSuchMoment: (404, "no-such-moment"),
    NoSuchAttachment: (404, "no-such-attachment"),
    NoSuchPuzzle: (404, "no-such-puzzle"),
    NoSuchPerson: (404, "no-such-person"),
    NotOnTheShelf: (404, "no-such-game"),
    NoRulebook: (404, "no-rulebook"),
    NoLesson: (404, "no-lesson"),
    RequestTimedOut: (408, "request-timeout"),
    GameOver: (409, "game-over"),
    NameTaken: (409, "name-taken"),
    NotNow: (409, "not-now"),
    NotYourTurn: (409, "not-your-turn"),
    StaleTable: (409, "stale"),
    LinkExpired: (410, "link-expired"),
    BodyTooLarge: (413, "body-too-large"),
    WrongHost: (421, "wrong-host"),
    BadEmail: (422, "bad-email"),
    BadName: (422, "bad-name"),
    IllegalMove: (422, "illegal-move"),
    NoSuchBot: (422, "no-such-bot"),
    UnknownOption: (422, "unknown-option"),
    WrongSeats: (422, "wrong-seats"),
    TooManyRequests: (429, "too-many-requests"),
    InternalError: (500, "internal-error"),
    ServiceUnavailable: (503, "unavailable"),
}
OTHER_ERROR = (422, "refused")
# Names of errors for which no refusal was raised.
STATUS_CODES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    408: "request-timeout",
    413: "body-too-large",
    422: "invalid-request",
    429: "too-many-requests",
    431: "headers-too-large",
    500: "internal-error",
    503: "unavailable",
}


def error_of(refusal: Refusal) -> tuple[int, str]:
    return next((ERRORS[kind] for kind in type(refusal).__mro__ if kind in ERRORS), OTHER_ERROR)


def http_status(refusal: Refusal) -> int:
    return error_of(refusal)[0]


def problem_view(refusal: Refusal) -> Problem:
    return Problem(str(refusal), getattr(refusal, "rule", "") or None, error_of(refusal)[1])


def problem_of_status(status: int, sentence: str) -> Problem:
    """Returns what is sent of an error for which no refusal was raised."""
    return Problem(sentence, code=STATUS_CODES.get(status, "refused"))
