"""The deal of the day: one for each game and the same for everybody, its tables, results and
history."""

from typing import Literal

from sqlalchemy import Connection

from templetop.engine.game import Game
from templetop.games.shelf import NotOnTheShelf, ready_games, take
from templetop.server.api_models import (
    BestMatch,
    BotSeat,
    DailyDeal,
    DailyPast,
    DailyView,
    MySeat,
    NewTable,
    ResultLine,
)
from templetop.server.core import utc_days
from templetop.server.core.utc_days import iso_time
from templetop.server.deals import shared_deals
from templetop.server.store import deal_plays
from templetop.server.store.deal_plays import DealLists, DealPlay, DealRanking
from templetop.server.store.person_store import Person
from templetop.server.tables import create
from templetop.server.tables.listings import game_measure, game_name
from templetop.server.tables.table import Table
from templetop.server.translations import t

MAX_HISTORY = 60  # deals in a person's history


def playable_game(game: str) -> Game:
    """Returns the game; refused if it is not among the games that can be played here."""
    if game not in ready_games():
        raise NotOnTheShelf(t("There is no game called {game} here.", game=repr(game)))
    return take(game)


def daily_table(card: Game, person: Person, deal: str, secret: bytes) -> Table:
    """Returns a new table with the deal of a day, and bots in all other seats."""
    seats = daily_seats(card)
    wanted = NewTable(
        game=card.id,
        seats=[MySeat(kind="me"), *[BotSeat(kind="bot", level=card.daily.level)] * (seats - 1)],
        options={**card.daily.options},
        is_public=False,
        guide=False,
    )
    return create.with_shared_deal(
        create.build_table(person, wanted), deal, shared_deals.shared_deal_secret(secret, deal)
    )


def daily_seats(card: Game) -> int:
    """Returns the number of seats on the game's card, or the smallest number that can play it."""
    return card.daily.seats if card.daily.seats in card.seats else card.seats[0]


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


def daily_view(
    day: str, person: Person | None, lists: DealLists, connection: Connection
) -> DailyView:
    return DailyView(
        day=day,
        before=utc_days.day_before(day),
        is_today=day == utc_days.today_utc(),
        is_over=utc_days.is_day_over(day),
        ends_at=iso_time(utc_days.end_of_day(day)),
        counts_until=iso_time(utc_days.closes_at(day)),
        is_listed=person is not None and person.account is not None,
        deals=[
            daily_deal_view(day, take(game), person, lists, connection) for game in ready_games()
        ],
    )


def daily_deal_view(
    day: str, card: Game, person: Person | None, lists: DealLists, connection: Connection
) -> DailyDeal:
    deal = shared_deals.daily_deal_id(day, card.id)
    play = deal_plays.play_of(deal, person.id, connection) if person else None
    is_done = play is not None and play.ended_at is not None
    is_open = utc_days.is_day_over(day) or (play is not None and play.is_finished)
    standing = deal_plays.ranking_of(play, connection) if play else None
    seats = daily_seats(card)
    return DailyDeal(
        game=card.id,
        name=game_name(card.id),
        measure=game_measure(card.id),
        seats=seats,
        level=card.daily.level if seats > 1 else None,
        options={**card.daily.options},
        state=daily_state(play, day),
        table=play.table if play else None,
        players=lists.count_players(deal, connection),
        mine=result_line(play, person, place_of(play, standing)) if play and is_done else None,
        percentile=standing.percentile if standing else None,
        results=daily_results(deal, person, lists, connection) if is_open else [],
        best=best_daily_match(utc_days.day_before(day), card.id, person, lists, connection),
    )


def daily_state(play: DealPlay | None, day: str) -> Literal["new", "running", "over", "missed"]:
    if play is not None and play.ended_at is not None:
        return "over"
    if utc_days.is_day_over(day) or (play is None and day != utc_days.today_utc()):
        return "missed"
    return "new" if play is None else "running"


def daily_results(
    deal: str, person: Person | None, lists: DealLists, connection: Connection
) -> list[ResultLine]:
    """Returns the best results of a deal. Equal scores share a place; results set apart take
    none."""
    lines: list[ResultLine] = []
    place, last = 0, None
    for number, play in enumerate(lists.best_plays(deal, connection), 1):
        place, last = (place if play.score == last else number), play.score
        lines.append(result_line(play, person, None if play.apart else place))
    return lines


def place_of(play: DealPlay, standing: DealRanking | None) -> int | None:
    return None if play.apart or standing is None else standing.place


def result_line(play: DealPlay, person: Person | None, place: int | None) -> ResultLine:
    return ResultLine(
        place=place,
        name=play.name,
        result=play.result,
        points=play.points or 0,
        gave_up=play.gave_up,
        is_you=person is not None and play.person == person.id,
        table=play.table,
        apart=play.apart,
    )


def best_daily_match(
    day: str, game: str, person: Person | None, lists: DealLists, connection: Connection
) -> BestMatch | None:
    """Returns the best match of a day that is over, which everybody may watch.

    None if the day is not over, or the best result was given up or set apart.
    """
    if not utc_days.is_day_over(day):
        return None
    first = lists.best_plays(shared_deals.daily_deal_id(day, game), connection)[:1]
    if not first or first[0].gave_up or first[0].apart:
        return None
    return BestMatch(day, result_line(first[0], person, 1))


def daily_history(person: Person, connection: Connection) -> list[DailyPast]:
    played = deal_plays.plays_of(person.id, shared_deals.DAY, MAX_HISTORY, connection)
    return [
        past_daily_view(play, person, connection) for play in played if play.ended_at is not None
    ]


def past_daily_view(play: DealPlay, person: Person, connection: Connection) -> DailyPast:
    _, day, game = play.deal.split("/")
    standing = deal_plays.ranking_of(play, connection)
    return DailyPast(
        day=day,
        game=game,
        name=game_name(game),
        measure=game_measure(game),
        line=result_line(play, person, place_of(play, standing)),
        is_counted=standing is not None,
        percentile=standing.percentile if standing else None,
        players=deal_plays.count_players(play.deal, connection),
    )
