"""Profile pages and leaderboards: ratings, matches and figures, as far as the viewer may see them.

Matches at private tables are shown only to those who sat there.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sqlalchemy import Connection, select

from templetop.bots.strength import is_measured
from templetop.games.shelf import NotOnTheShelf, take
from templetop.server.api_models import (
    BestDeal,
    Figures,
    GameFigures,
    Leaderboard,
    Mark,
    PersonPage,
    PlayedMatch,
    RatedGame,
    RatedMoment,
    RatingView,
    Standing,
)
from templetop.server.community.ratings import (
    PROVISIONAL_MATCHES,
    Rating,
    bot_points,
    rating_points,
)
from templetop.server.community.relations import find_member, relation_between, relation_of
from templetop.server.community.visibility import may_see, visibility_of
from templetop.server.core.utc_days import iso_time
from templetop.server.store.change import Seat
from templetop.server.store.database import seats_of
from templetop.server.store.person_store import Person
from templetop.server.store.schema import (
    PersonRow,
    RatingChangeRow,
    RatingRow,
    SeatRow,
    TableRow,
    VisibilityRow,
)
from templetop.server.tables import view_builder
from templetop.server.tables.listings import game_name
from templetop.server.tables.view_builder import sides_at_start

MAX_MATCHES = 300  # the newest, from which figures are computed
MAX_LISTED_MATCHES = 30  # matches in the list
MAX_RATING_CHANGES = 200  # changes of a rating that are shown
MAX_PEOPLE = 100  # in a leaderboard
MAX_BEST_DEALS = 5  # matches with the largest lead that are shown


# ── Profiles ─────────────────────────────────────────────────────────────────────────────────────


def profile_page(ref: str, viewer: str | None, connection: Connection) -> PersonPage:
    """Returns the page of a person with an account; what the viewer may not see is None."""
    person = find_member(ref, connection)
    shows = visibility_of(person.id, connection)

    def sees(audience: str) -> bool:
        return may_see(audience, person.id, viewer, connection)

    matches = recent_matches(person.id, viewer, connection)
    return PersonPage(
        id=person.id,
        name=person.name,
        since=iso_time(person.made_at),
        is_you=person.id == viewer,
        tie="none" if viewer is None else relation_between(viewer, person.id, connection),
        muted=viewer is not None and relation_of(viewer, person.id, connection).muted,
        ratings=rated_games(person, connection) if sees(shows.rating) else None,
        matches=[match_view(match) for match in matches[:MAX_LISTED_MATCHES]]
        if sees(shows.matches)
        else None,
        figures=person_statistics(matches) if sees(shows.figures) else None,
    )


def rating_view(rating: Rating) -> RatingView:
    return RatingView(rating.points, rating.is_provisional, rating.matches)


def rated_games(person: Person, connection: Connection) -> list[RatedGame]:
    query = select(RatingRow.__table__).where(RatingRow.person == person.id)
    rows = connection.execute(query.order_by(RatingRow.matches.desc(), RatingRow.game))
    return [
        RatedGame(
            row.game,
            game_name(row.game),
            rating_view(Rating(row.mu, row.sigma, row.matches)),
            rating_history(person.id, row.game, connection),
        )
        for row in rows
    ]


def rating_history(person: str, game: str, connection: Connection) -> list[RatedMoment]:
    """Returns the last changes of a rating, the oldest first."""
    mine = (RatingChangeRow.person == person) & (RatingChangeRow.game == game)
    query = select(RatingChangeRow.__table__).where(mine).order_by(RatingChangeRow.at.desc())
    rows = [*connection.execute(query.limit(MAX_RATING_CHANGES))][::-1]
    return [
        RatedMoment(iso_time(row.at), row.table, rating_points(row.mu), row.gained) for row in rows
    ]


# ── Matches ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class PlayedSeat:
    """A finished match as one of its players had it."""

    row: Any
    own: Seat
    others: list[Seat]
    points: int | None
    field: float | None  # the mean points of all on other sides

    @property
    def ahead(self) -> float | None:
        return None if self.points is None or self.field is None else self.points - self.field


def recent_matches(person: str, viewer: str | None, connection: Connection) -> list[PlayedSeat]:
    """Returns the newest finished matches that the viewer may know of. Practice is left out."""
    query = (
        select(TableRow.id, TableRow.game, TableRow.options, TableRow.standing, TableRow.made_at)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .where(SeatRow.person == person, TableRow.state == "over", TableRow.practice.is_(False))
    )
    if viewer != person:
        theirs = select(SeatRow.table).where(SeatRow.person == viewer)
        query = query.where(TableRow.is_public.is_(True) | TableRow.id.in_(theirs))
    rows = [*connection.execute(query.order_by(TableRow.changed_at.desc()).limit(MAX_MATCHES))]
    seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
    for seat in seats_of([*seats], connection):
        seats[seat.table].append(seat)
    return [played_seat(person, row, seats[row.id]) for row in rows]


def played_seat(person: str, row: Any, seats: Sequence[Seat]) -> PlayedSeat:
    """Returns a match with the player's points, and the mean points of the other sides.

    Both are None if the game has no points that decide, or the match was ended early.
    """
    own = next(seat for seat in seats if seat.person == person)
    others = [seat for seat in seats if seat is not own]
    if not row.standing or not has_points(row.game):
        return PlayedSeat(row, own, others, None, None)
    sides = sides_at_start(row.game, len(seats), row.options)
    rivals = [row.standing[rival.seat] for rival in others if sides[rival.seat] != sides[own.seat]]
    return PlayedSeat(row, own, others, row.standing[own.seat], fmean(rivals) if rivals else None)


def has_points(game: str) -> bool:
    """True if the winner of the game is decided by its points; False for a game that is no longer
    installed."""
    try:
        measure = take(game).measure
    except NotOnTheShelf:
        return False
    return measure is not None and measure.decides


def match_view(match: PlayedSeat) -> PlayedMatch:
    return PlayedMatch(
        table=match.row.id,
        game=match.row.game,
        name=game_name(match.row.game),
        made_at=iso_time(match.row.made_at),
        others=[view_builder.name_of(seat, "over") for seat in match.others],
        result=match.own.result,
        points=match.points,
        gained=match.own.rated[1] - match.own.rated[0] if match.own.rated else None,
    )


def person_statistics(matches: Sequence[PlayedSeat]) -> Figures:
    ended = [match for match in matches if match.own.result is not None]
    games = Counter(match.row.game for match in ended)
    best = sorted(ended, key=lambda match: match.ahead or 0.0, reverse=True)
    return Figures(
        favourite=next((game_name(game) for game, _ in games.most_common(1)), None),
        games=[
            game_statistics(game, [match for match in ended if match.row.game == game])
            for game, _ in games.most_common()
        ],
        best=[best_deal(match) for match in best[:MAX_BEST_DEALS] if (match.ahead or 0.0) > 0],
    )


def game_statistics(game: str, matches: Collection[PlayedSeat]) -> GameFigures:
    """Returns a person's figures in one game. Mean points are taken over the matches that had
    rivals with points."""
    compared = [match for match in matches if match.field is not None]
    return GameFigures(
        game=game,
        name=game_name(game),
        matches=len(matches),
        won=sum(match.own.result == "won" for match in matches),
        points=fmean(match.points or 0 for match in compared) if compared else None,
        field=fmean(match.field or 0.0 for match in compared) if compared else None,
    )


def best_deal(match: PlayedSeat) -> BestDeal:
    row = match.row
    columns = (row.id, row.game, game_name(row.game), iso_time(row.made_at))
    return BestDeal(*columns, match.points or 0, match.ahead)


# ── Leaderboards ─────────────────────────────────────────────────────────────────────────────────


def build_leaderboard(game: str, viewer: str | None, connection: Connection) -> Leaderboard:
    """Returns the best rated players of a game, newcomers in a list of their own, and the levels of
    bots."""
    card = take(game)
    people = [*top_players(card.id, False, viewer, connection)]
    return Leaderboard(
        game=card.id,
        name=game_name(card.id),
        people=people,
        newcomers=[*top_players(card.id, True, viewer, connection)],
        marks=[Mark(level, rating) for level, rating in enumerate(bot_points(card.id), 1)],
        is_measured=is_measured(card.id),
    )


def top_players(
    game: str, is_provisional: bool, viewer: str | None, connection: Connection
) -> list[Standing]:
    """Returns the people with the highest ratings who show them to everybody, and the viewer, if
    among them."""
    has_enough = RatingRow.matches >= PROVISIONAL_MATCHES
    is_shown = VisibilityRow.rating.is_(None) | (VisibilityRow.rating == "everybody")
    query = (
        select(RatingRow.__table__, PersonRow.name)
        .join(PersonRow, PersonRow.id == RatingRow.person)
        .outerjoin(VisibilityRow, VisibilityRow.person == RatingRow.person)
        .where(RatingRow.game == game, PersonRow.banned.is_(None))
        .where(~has_enough if is_provisional else has_enough)
        .where(is_shown | (RatingRow.person == viewer) if viewer else is_shown)
        .order_by(RatingRow.mu.desc(), RatingRow.person)
        .limit(MAX_PEOPLE)
    )
    return [
        Standing(
            row.person,
            row.name,
            rating_view(Rating(row.mu, row.sigma, row.matches)),
            row.person == viewer,
        )
        for row in connection.execute(query)
    ]
