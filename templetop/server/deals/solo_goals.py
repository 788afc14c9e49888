"""Personal bests of people in solo matches, found among the matches that are still stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, exists, select
from sqlalchemy.orm import aliased

from templetop.games.shelf import NotOnTheShelf, take
from templetop.server.api_models import Bound, Goal, OwnBest
from templetop.server.core.refusals import NotAllowed, NotNow
from templetop.server.store.person_store import Person
from templetop.server.store.schema import BestPossibleRow, SeatRow, TableRow
from templetop.server.tables.listings import game_measure, game_name
from templetop.server.tables.table import Table, ended_early
from templetop.server.translations import t

MAX_MATCHES = 2_000  # the newest of one person, among which bests are looked for


def check_solo_match(table: Table, person: Person) -> None:
    """Refuses a match that the person has not played alone, or that has not ended by the rules."""
    if len(table.seats) != 1 or table.seats[0].person != person.id:
        raise NotAllowed(t("Only matches that you have played alone have goals."))
    if table.match is None or not table.match.is_over or ended_early(table):
        raise NotNow(t("The match is not over."))


# ── Personal bests ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class SoloMatch:
    """A match that a person has played alone to its end."""

    table: str
    game: str
    options: dict[str, str]
    points: int
    bound: Bound | None

    @property
    def way(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self.options.items()))


def solo_matches(person: str, game: str | None, connection: Connection) -> list[SoloMatch]:
    """Returns a person's solo matches, the newest first. Practice is left out."""
    other = aliased(SeatRow)
    query = (
        select(TableRow.id, TableRow.game, TableRow.options, TableRow.standing)
        .add_columns(BestPossibleRow.found, BestPossibleRow.most)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .outerjoin(BestPossibleRow, BestPossibleRow.table == TableRow.id)
        .where(SeatRow.person == person, SeatRow.seat == 0, SeatRow.result.is_not(None))
        .where(TableRow.state == "over", TableRow.practice.is_(False))
        .where(~exists().where(other.table == TableRow.id, other.seat == 1))
        .order_by(TableRow.made_at.desc())
        .limit(MAX_MATCHES)
    )
    if game is not None:
        query = query.where(TableRow.game == game)
    return [
        SoloMatch(
            row.id, row.game, row.options, row.standing[0],
            None if row.found is None else Bound(row.found, row.most),
        )
        for row in connection.execute(query)
    ]  # fmt: skip


def solo_goal(
    table: Table, matches: Sequence[SoloMatch], bound: Bound | None, is_coming: bool
) -> Goal:
    options_key = tuple(sorted(table.row.options.items()))
    others = [
        match.points for match in matches if match.way == options_key and match.table != table.id
    ]
    points = table.row.standing[0]
    return Goal(points, max(others, default=None), len(others) + 1, is_coming, bound)


def personal_bests(matches: Sequence[SoloMatch]) -> list[OwnBest]:
    ways: dict[tuple[str, object], list[SoloMatch]] = {}
    for match in matches:
        ways.setdefault((match.game, match.way), []).append(match)
    return [personal_best(those) for those in ways.values()]


def personal_best(those: Sequence[SoloMatch]) -> OwnBest:
    best = max(those, key=lambda match: match.points)
    return OwnBest(
        game=best.game,
        name=game_name(best.game),
        measure=game_measure(best.game),
        options=changed_options(best.game, best.options),
        points=best.points,
        table=best.table,
        matches=len(those),
        bound=best.bound,
    )


def changed_options(game: str, options: Mapping[str, str]) -> dict[str, str]:
    """Returns the options that differ from the defaults."""
    try:
        known = {option.name: option.usual for option in take(game).options}
    except NotOnTheShelf:
        known = {}
    return {name: setting for name, setting in options.items() if known.get(name) != setting}
