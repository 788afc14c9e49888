"""Everything that is sent to browsers and scripts, and everything that they send.

What is sent is a frozen dataclass, serialised as it is; what is received is a pydantic model, and
checked. The view of a thing, such as an option, has the name of that thing with View behind it. The
browser's types are generated from this module.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from templetop.engine.ending import Result
from templetop.engine.game import Measure as Measure
from templetop.engine.notes import Block as Block
from templetop.engine.notes import Note
from templetop.engine.seats import MOST_SEATS

SeatKind = Literal["person", "bot", "open"]
TableState = Literal["waiting", "running", "over"]
Which = Literal["open", "running", "mine", "over"]
Tie = Literal["none", "asks", "asked", "friend", "blocked"]  # of somebody else to the viewer
Audience = Literal["everybody", "friends", "nobody"]
Phrase = Literal[
    "hello", "good luck", "nice move", "well played", "thanks", "sorry", "oops", "wow",
    "one moment", "take your time", "good game", "another one", "bye",
]  # phrases for every table, which the pages translate  # fmt: skip

# ── The server ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Health:
    """Whether the server is well."""

    version: str
    sentence: str


@dataclass(frozen=True)
class Days:
    """For how many days things that nobody needs are stored; 0 means for ever."""

    waiting: float
    running: float
    over: float
    guests: float


@dataclass(frozen=True)
class About:
    """What visitors should know about this server."""

    version: str
    sends_mail: bool
    keeps: Days


# ── Games ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class ChoiceView:
    """One setting of an option."""

    name: str
    called: str  # its name, in the language of whoever asks
    says: str
    seats: list[int] | None  # numbers of seats that allow it; null: all of the game's


@dataclass(frozen=True)
class NumbersView:
    """Numbers that may be changed: as they are usually, and how far each may be changed."""

    values: list[int]
    low: int
    high: int
    total: list[int] | None  # the smallest and the largest sum of all numbers


@dataclass(frozen=True)
class OptionView:
    """Something to agree on before a match: choices, the first is the usual one; or numbers.

    Numbers are chosen as a text, with commas between them: "3", or "5,4,3".
    """

    name: str
    called: str  # its name, in the language of whoever asks
    says: str
    choices: list[ChoiceView]  # empty if the option is numbers
    numbers: NumbersView | None
    only_with: dict[str, list[str]]  # it has an effect only with these choices of others
    only_seats: list[int] | None  # and only with these numbers of seats; null: with any


@dataclass(frozen=True)
class VariantView:
    """Settings with a name, by the operator of this server; everything else is as usual."""

    name: str
    says: str
    options: dict[str, str]


@dataclass(frozen=True)
class LevelView:
    """How strong a bot can be."""

    level: int
    says: str


@dataclass(frozen=True)
class GameCard:
    """A game that can be played here."""

    id: str
    name: str
    says: str
    seats: list[int]
    options: list[OptionView]
    variants: list[VariantView]
    levels: list[LevelView]
    programs: list[str]  # names of the operator's bots
    measure: Measure | None  # what is counted; null: nothing
    puzzles: bool  # True if the game has puzzles


@dataclass(frozen=True)
class LessonCard:
    """The lesson of a game, how far you are, and which bots are a match for you."""

    game: str
    minutes: int  # 0: there is no lesson
    table: str | None  # where you have begun the lesson and not finished it
    is_done: bool
    level: int  # one above the strongest you have beaten


@dataclass(frozen=True)
class EntryView:
    """A line of a rulebook: a sentence with its number, or a heading."""

    number: str
    text: str
    source: str  # where the sentence comes from
    is_heading: bool
    is_background: bool  # below this heading stands what nobody needs to play


@dataclass(frozen=True)
class Term:
    """A word of a rulebook, and what it means there."""

    word: str
    means: str


@dataclass(frozen=True)
class PieceView:
    """A thing on the board, by the name that the board gives it, and what it is."""

    name: str
    says: str
    rule: str


@dataclass(frozen=True)
class ShortView:
    """A sentence of the rules in short, and the rules that it stands for."""

    says: str
    rules: list[str]


@dataclass(frozen=True)
class ExampleView:
    """A table that shows how a rule is meant."""

    rule: str
    title: str
    says: str
    view: Any  # the game's own
    targets: list[object]  # the things on the board that the rule is about
    names: list[str]  # of the seats


@dataclass(frozen=True)
class RulebookView:
    """The rules of a game as they are played here."""

    name: str
    intro: str  # what the game is about
    language: str  # of the sentences: English, unless they are translated
    marks: str  # what the marks at the sentences mean
    terms: list[Term]
    entries: list[EntryView]
    notes: list[Note]  # what stands under a heading besides sentences
    pieces: list[PieceView]
    short: list[ShortView]


# ── People ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Me:
    """The person who asks."""

    id: str
    name: str
    is_guest: bool
    email: str | None  # where mail for a forgotten password goes


@dataclass(frozen=True)
class Visitor:
    """The person who asks, if there is a session."""

    me: Me | None


@dataclass(frozen=True)
class Sent:
    """The request was carried out; the sentence says what happened, as far as you may know."""

    sentence: str


@dataclass(frozen=True)
class KeptSession:
    """A browser in which somebody is signed in."""

    made_at: str
    seen_at: str  # to the day


@dataclass(frozen=True)
class KeptTable:
    """A table where somebody sits or sat, and what they did there."""

    id: str
    game: str
    state: TableState
    made_at: str
    seat: int
    name: str
    has_left: bool
    result: Result | None
    moves: list[tuple[int, int]]  # the number of each move in the match, and what was chosen
    said: list[str]  # the person's chat lines


@dataclass(frozen=True)
class KeptPlay:
    """A deal that others played, too, and how somebody did."""

    deal: str
    table: str | None
    seat: int
    began_at: str
    ended_at: str | None
    result: Result | None
    points: int | None
    gave_up: bool
    apart: bool


@dataclass(frozen=True)
class KeptHoliday:
    """Days during which somebody's clocks were stopped."""

    begins: str
    ends: str


@dataclass(frozen=True)
class KeptBrowser:
    """A browser in which somebody is notified of turns."""

    endpoint: str
    made_at: str


@dataclass(frozen=True)
class KeptPuzzle:
    """A puzzle that somebody has tried, and whether the first answer was right."""

    game: str
    puzzle: str
    solved: bool
    tried_at: str


@dataclass(frozen=True)
class Export:
    """All that is kept about somebody."""

    id: str
    name: str
    account: str | None
    email: str | None
    made_at: str
    seen_at: str
    sessions: list[KeptSession]
    tables: list[KeptTable]
    notices_by_mail: bool
    browsers: list[KeptBrowser]
    holidays: list[KeptHoliday]
    club: "KeptClub"
    plays: list[KeptPlay]
    duplicates: list[str]  # ids of those that the person is a member of
    puzzles: list[KeptPuzzle]


# ── Notices away from the page ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Notices:
    """How a person is notified of turns, and their holidays."""

    push_key: str | None  # the server's public key; null: this server sends no pushes
    browsers: list[str]  # hashes of the endpoints of subscribed browsers
    can_mail: bool
    by_mail: bool
    holiday_until: str | None
    holidays_left: int  # days


@dataclass(frozen=True)
class AwaitedAt:
    """How many tables wait for a person."""

    tables: int


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


@dataclass  # not frozen: that would take three times as long, and every move makes many
class SeatView:
    """A seat as everyone sees it; `is_you` is the only part that depends on the viewer."""

    seat: int
    name: str
    kind: SeatKind
    level: int | None  # of the bot that sits there
    program: str | None  # the name of the external bot that plays there
    is_replaced: bool  # the external bot has lost its seat to the random bot
    is_you: bool
    is_awaited: bool
    has_decided: bool  # the decision may still be changed
    side: int  # partners have the same
    points: int  # of the game's measure
    place: int | None  # when the match is over
    result: Result | None  # when the match is over
    seconds_left: float | None  # null: there is no clock
    is_here: bool
    has_left: bool  # a bot plays on there
    away_until: str | None  # on holiday: until then no clock runs there
    rated: list[int] | None  # the rating before and after the match, if it counted and is over


@dataclass(frozen=True)
class TalkLine:
    """A chat line at a table."""

    number: int
    seat: int
    kind: Literal["phrase", "text"]  # a `Phrase`, or free words among friends
    says: str
    at: float  # seconds since 1970


@dataclass  # not frozen: that would take three times as long, and every move makes many
class Offer:
    """A move that you may make."""

    move: int
    kind: str  # moves of one kind stand together
    code: str
    says: str
    target: object  # the thing on the board that the move belongs to; empty if there is none


@dataclass(frozen=True)
class LogLine:
    """What was done, as far as you may know it; a happening has parts, which are lines as well."""

    number: int  # of the first move that the line is about
    last: int  # and of the last
    seat: int | None  # null: chance
    says: str
    target: object | None
    parts: list["LogLine"]
    keepsake: int | None  # the number of the event's attachment, which can be fetched
    by_odds: bool  # drawn from the odds, because the experiment of the game has failed
    kind: str  # as in offers; empty if the move is hidden or the parts have kinds


@dataclass(frozen=True)
class Clock:
    """How many seconds there are for each move, or for all moves of a player."""

    kind: Literal["move", "player"]
    seconds: int


@dataclass(frozen=True)
class TableCard:
    """A table in a list."""

    id: str
    game: str
    name: str
    seats: list[SeatView]
    state: TableState
    is_public: bool
    awaits_you: bool
    made_at: str
    moves: int
    guide: bool  # people who sit there may ask what the strongest bot would do
    practice: bool  # moves were taken back whose answer was seen
    lesson: bool  # the table of a lesson
    counts: bool  # for the ratings of those who play
    closed: str | None  # why the table cannot be opened any more, in a sentence
    clock: Clock | None
    deal: str | None  # which one, if others play the same: day/DATE/GAME or duplicate/ID/NUMBER


@dataclass(frozen=True)
class Done:
    """The table at which something was done, and the number that it has now."""

    table: str
    number: int


@dataclass(frozen=True)
class Answered:
    """What a seat decided last, and the number that was the answer to."""

    number: int
    move: int


@dataclass(frozen=True)
class BallotView:
    """A vote that a person at the table has requested."""

    wish: Literal["undo", "end"]
    seat: int  # who asks
    agreed: list[int]
    missing: list[int]  # the seats that have not answered


@dataclass(frozen=True)
class SaidView:
    """What a step of a lesson says."""

    title: str
    says: str
    rules: list[str]
    pieces: list[str]  # to be pointed at, by the names that the board gives them
    targets: list[object]  # to be pointed at, as in offers


@dataclass(frozen=True)
class AttemptView:
    """A move that may be tried because the rules forbid it."""

    move: int
    says: str


@dataclass(frozen=True)
class LessonView:
    """How far a lesson has come; steps that follow are not included."""

    title: str
    step: int
    steps: int
    said: list[SaidView]  # up to the present step
    asks: bool  # the step asks for a move; otherwise there is only something to read
    tries: list[AttemptView]
    is_over: bool
    is_rewritten: bool  # the lesson has changed since it was begun, and cannot go on


@dataclass(frozen=True)
class TableView:
    """A table as you may see it."""

    id: str
    game: str
    game_name: str
    measure: Measure | None  # what is counted; null: nothing
    options: dict[str, str]
    state: TableState
    is_public: bool
    invitation: str | None  # the end of the link that lets others sit; for people who sit here
    admission: str | None  # the end of the link that lets others watch; for the same
    clock: Clock | None
    seats: list[SeatView]
    you: int | None
    number: int  # sent with a decision; a number never comes again, not even after a take-back
    moves: int  # so far
    waits_for_chance: bool  # an experiment is running, and no seat has to decide
    view: Any  # the game's own; nothing while seats are open
    drawing: str
    offers: list[Offer]
    decided: int | None  # your own decision, hidden from others; it may be changed
    answered: Answered | None  # your last decision, revealed or not, which confirms its arrival
    log: list[LogLine]
    can_undo: bool  # your last move can be taken back without a trace
    can_practise: bool  # you may take back a seen move; the match is practice then
    can_ask_undo: bool  # you may request a vote on taking a move back
    can_ask_end: bool  # somebody has left, and you may request a vote on ending the match
    ballot: BallotView | None
    practice: bool  # moves were taken back whose answer was seen
    notices: list[LogLine]  # the lines of the log that are about no move
    winner_says: str | None
    breakdown: list[dict[str, int]]  # what the points of each seat are made of
    rematch: str | None  # the id of the table of the rematch
    guide: bool  # people who sit here may ask what the strongest bot would do
    can_close: bool  # you may delete the table
    lesson: LessonView | None  # at the table of a lesson
    counts: bool  # for the ratings of those who play
    talk: list[TalkLine]  # the last chat lines that you may see
    deal: str | None  # which one, if others play the same: day/DATE/GAME or duplicate/ID/NUMBER


# ── Deals that are the same for everybody ────────────────────────────────────────────────────────


@dataclass(frozen=True)
class ResultLine:
    """How somebody did in a deal."""

    place: int | None  # among those with an account; equals share it, and some take none
    name: str
    result: Result | None
    points: int
    gave_up: bool
    is_you: bool
    table: str | None  # where the match can be watched; null: the table was deleted
    apart: bool  # takes no place: somebody new had begun the deal at the same address


@dataclass(frozen=True)
class BestMatch:
    """The best match of a day that is over, to be watched."""

    day: str
    line: ResultLine


@dataclass(frozen=True)
class DailyDeal:
    """The deal of a day in one game."""

    game: str
    name: str
    measure: Measure | None
    seats: int
    level: int | None  # of the bots; null: there are none
    options: dict[str, str]  # those that differ from the defaults
    state: Literal["new", "running", "over", "missed"]  # for you
    table: str | None  # yours
    players: int  # people who have ended the deal, guests included
    mine: ResultLine | None  # when you have ended the deal
    percentile: float | None  # this share of the others was behind you
    results: list[ResultLine]  # when you have ended the deal or the day is over; the best first
    best: BestMatch | None  # of the day before


@dataclass(frozen=True)
class DailyView:
    """A day, and its deals."""

    day: str
    before: str  # the day before
    is_today: bool
    is_over: bool  # results no longer count, and everybody may see all of them
    ends_at: str  # when nobody can begin any more
    counts_until: str  # when a match must have ended to count
    is_listed: bool  # your results are listed, because you have an account
    deals: list[DailyDeal]


@dataclass(frozen=True)
class DailyPast:
    """A deal of a day that you have played."""

    day: str
    game: str
    name: str
    measure: Measure | None
    line: ResultLine
    is_counted: bool  # the match ended in time
    percentile: float | None
    players: int


@dataclass(frozen=True)
class Bound:
    """The result that was possible in a match with full knowledge of what was hidden."""

    found: int  # at least
    most: int  # nobody gets more


@dataclass(frozen=True)
class Goal:
    """How good a match was that somebody played alone."""

    points: int
    best: int | None  # the most in other matches played in the same way; null: it was the first
    matches: int  # played in this way, this one included
    is_coming: bool  # the best possible result is being computed
    bound: Bound | None


@dataclass(frozen=True)
class OwnBest:
    """The most that somebody has got alone in a game, in one way of playing it."""

    game: str
    name: str
    measure: Measure | None
    options: dict[str, str]  # those that differ from the defaults
    points: int
    table: str
    matches: int
    bound: Bound | None  # of that match


@dataclass(frozen=True)
class MemberView:
    """A member of a duplicate."""

    number: int  # in the order of joining
    name: str
    team: int  # members of a team play at one table
    seat: int
    is_you: bool
    played: int  # deals that the member has ended
    total: float | None  # per cent, over the deals that you may see; null: nothing to compare


@dataclass(frozen=True)
class Cell:
    """A member's result in one of the deals, compared with all others in the same seat."""

    member: int  # the member's number
    result: Result | None
    points: int
    gave_up: bool
    score: float | None  # per cent; null: nobody to be compared with yet
    table: str | None  # where the match can be watched


@dataclass(frozen=True)
class DuplicateDeal:
    """One of the deals."""

    number: int  # from 1
    state: Literal["new", "running", "over"]  # for you
    table: str | None  # yours
    done: int  # members who have ended the deal
    cells: list[Cell]  # empty until you have ended the deal


@dataclass(frozen=True)
class Duplicate:
    """The same deals for several people, compared with each other."""

    id: str  # whoever knows it may join
    game: str
    name: str
    measure: Measure | None
    options: dict[str, str]
    seats: list[int]  # the level of a bot, or 0 for a person
    made_at: str
    members: list[MemberView]
    you: int | None  # your number
    is_full: bool
    waits: bool  # your table lacks people
    deals: list[DuplicateDeal]


@dataclass(frozen=True)
class DuplicateCard:
    """A duplicate in a list."""

    id: str
    game: str
    name: str
    made_at: str
    deals: int
    played: int  # by you
    members: int


# ── The club ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class PersonCard:
    """Somebody in a list."""

    id: str
    name: str
    muted: bool  # by the viewer


@dataclass(frozen=True)
class FriendsView:
    """Your friends, and who might become one."""

    friends: list[PersonCard]
    asking: list[PersonCard]  # people who wait for your answer
    asked: list[PersonCard]  # people who have not answered you
    blocked: list[PersonCard]
    met: list[PersonCard]  # others with an account with whom you have played


@dataclass(frozen=True)
class InvitationView:
    """A free seat that a friend offers you."""

    table: TableCard
    by: str  # the name of the friend
    link: str  # the end of the link that lets you sit; empty at a public table


@dataclass(frozen=True)
class RatingView:
    """How strong somebody is: 1500 at first; 400 more means ten wins for every loss."""

    rating: int
    is_provisional: bool  # too few matches to be sure
    matches: int


@dataclass(frozen=True)
class Companion:
    """The person at a seat, as far as you may know."""

    seat: int
    person: str | None  # null: a bot, an open seat, or a guest with whom you do not play
    has_page: bool
    rating: RatingView | None  # in this game; null: none, or not for you
    tie: Tie
    muted: bool
    is_you: bool


@dataclass(frozen=True)
class Company:
    """Who sits at a table, and what you may say there."""

    seats: list[Companion]
    may_talk: bool  # by phrases
    may_chat: bool  # freely: all who sit there are your friends


@dataclass(frozen=True)
class RatedMoment:
    """A match that counted, and what it did to a rating."""

    at: str
    table: str
    rating: int  # afterwards
    gained: int


@dataclass(frozen=True)
class RatedGame:
    """Somebody's rating in a game, over time."""

    game: str
    name: str
    rating: RatingView
    history: list[RatedMoment]


@dataclass(frozen=True)
class PlayedMatch:
    """A match that somebody has played to its end."""

    table: str
    game: str
    name: str
    made_at: str
    others: list[str]
    result: Result | None  # null: the match was ended early
    points: int | None  # null: the game counts none
    gained: int | None  # null: the match did not count


@dataclass(frozen=True)
class GameFigures:
    """How somebody does in a game; points are means, and the field is all others they played."""

    game: str
    name: str
    matches: int
    won: int
    points: float | None
    field: float | None


@dataclass(frozen=True)
class BestDeal:
    """A match in which somebody was far ahead of the field."""

    table: str
    game: str
    name: str
    made_at: str
    points: int
    ahead: float | None  # of the mean of all others


@dataclass(frozen=True)
class Figures:
    """What somebody's matches come to."""

    favourite: str | None  # the game
    games: list[GameFigures]
    best: list[BestDeal]


@dataclass(frozen=True)
class PersonPage:
    """Somebody with an account; what they do not show you is null."""

    id: str
    name: str
    since: str
    is_you: bool
    tie: Tie
    muted: bool
    ratings: list[RatedGame] | None
    matches: list[PlayedMatch] | None
    figures: Figures | None


@dataclass(frozen=True)
class Standing:
    """A person in a leaderboard."""

    person: str
    name: str
    rating: RatingView
    is_you: bool


@dataclass(frozen=True)
class Mark:
    """The rating of the bots of a level."""

    level: int
    rating: int


@dataclass(frozen=True)
class Leaderboard:
    """The best players of a game who show their rating, and the bots among them."""

    game: str
    name: str
    people: list[Standing]
    newcomers: list[Standing]  # their ratings are provisional
    marks: list[Mark]
    is_measured: bool  # the ratings of bots were measured in this game; else they are defaults


@dataclass(frozen=True)
class ShowingView:
    """Who may see what on your page."""

    rating: Audience
    matches: Audience
    figures: Audience


@dataclass(frozen=True)
class KeptRating:
    """What a match did to somebody's rating."""

    table: str
    game: str
    at: str
    rating: int
    gained: int


@dataclass(frozen=True)
class KeptTie:
    """A friend, somebody who was asked, muted or blocked."""

    person: str
    kind: str
    muted: bool


@dataclass(frozen=True)
class KeptClub:
    """What is stored about a person's ratings, relations and reports."""

    ratings: list[KeptRating]
    ties: list[KeptTie]
    showing: ShowingView
    reported: list[str]  # lines of others


# ── Hints and replays ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WeighedView:
    """A move that the strongest bot weighed in your place."""

    move: int
    code: str
    says: str
    visits: int
    values: list[float]  # the value of the move for each seat, from 0 to 1
    points: list[float]  # what each seat would have in the end
    share: float  # how often to choose the move where several decide at once; else 0


@dataclass(frozen=True)
class Step:
    """A move of the line that the strongest bot expects."""

    seat: int | None
    says: str  # in a whole sentence


@dataclass(frozen=True)
class Hint:
    """What the strongest bot would do, the best first."""

    weighed: list[WeighedView]
    line: list[Step]
    simulations: int


@dataclass(frozen=True)
class BotsView:
    """Whether the bots of a game search, as they should; until then they play at first sight."""

    is_ready: bool
    is_coming: bool  # the machine code is being compiled, or will be
    before: int  # games that are compiled first
    part: float  # estimated progress, from 0 to 1


@dataclass(frozen=True)
class Moment(LogLine):
    """A line of the log, and the points after its last move: one step of a replay."""

    points: list[int]


@dataclass(frozen=True)
class Replay:
    """A match from its beginning, as far as you may know it."""

    seats: list[SeatView]
    measure: Measure | None
    start: list[int]  # the points before the first move
    moments: list[Moment]


@dataclass(frozen=True)
class Sight:
    """The table at one moment."""

    view: Any
    drawing: str
    points: list[int]
    open: list[Any]  # each seat's view, if everything is revealed; else empty


# ── The coach ────────────────────────────────────────────────────────────────────────────────────

Stage = Literal["none", "first", "deep", "others", "done", "failed"]


@dataclass(frozen=True)
class Measured:
    """A mean, and its margin: the true value is that close to it 19 times out of 20."""

    mean: float
    margin: float


@dataclass(frozen=True)
class VerdictView:
    """A decision that cost something: what was done, and what would have been better."""

    number: int  # of the move in the match, from 1
    made: Offer
    better: Offer
    mixed: bool  # the coach would not always do the same there
    moves: int  # legal moves there
    lost: Measured  # of the outlook, from 0 to 1
    cost: Measured  # in the unit of the match
    expected: float  # the expected result after the better move, in the same unit
    after: float  # and after the move that was made
    deep: bool  # the decision was searched for longer
    sure: bool  # the loss is larger than its margin
    better_line: list[str]  # how the match might go on
    made_line: list[str]


@dataclass(frozen=True)
class Height:
    """A seat's prospects before a decision, if it had decided well."""

    number: int  # of the move
    outlook: float  # from 0 to 1
    expected: float  # in the unit of the match


@dataclass(frozen=True)
class AccountView:
    """How a seat came to its result: start + own + others + chance = result."""

    start: Measured
    own: Measured
    others: Measured | None  # null: not evaluated yet, and part of chance
    chance: Measured
    result: float


@dataclass(frozen=True)
class SeatReview:
    """What the coach says to one seat."""

    seat: int
    decisions: int
    curve: list[Height]
    moments: list[int]  # the numbers of the decisions to look at first
    costliest: list[VerdictView]
    account: AccountView | None  # null where the match was not played to its end


@dataclass(frozen=True)
class ReviewView:
    """What the coach has found out about a match, and how far it has come."""

    stage: Stage
    done: int  # decisions of this stage
    total: int
    unit: Literal["lead", "points", "chances"]
    has_chance: bool
    seats: list[SeatReview]


@dataclass(frozen=True)
class PuzzleShelf:
    """The puzzles of a game, and how many of them somebody has tried and solved."""

    game: str
    name: str
    count: int
    tried: int
    solved: int


@dataclass(frozen=True)
class PuzzleCard:
    """A puzzle in a list."""

    id: str
    difficulty: int  # the lowest level from which on all bots solve it; 6: none always does
    solved: bool | None  # by the first answer; null: not tried


@dataclass(frozen=True)
class PuzzleList:
    """All puzzles of a game, the easiest first."""

    game: str
    name: str
    puzzles: list[PuzzleCard]


@dataclass(frozen=True)
class PuzzleView:
    """A position in which one move is clearly best."""

    id: str
    game: str
    game_name: str
    options: dict[str, str]
    difficulty: int
    you: int
    seats: list[SeatView]
    measure: Measure | None
    view: Any  # the game's own
    drawing: str
    offers: list[Offer]
    log: list[LogLine]


@dataclass(frozen=True)
class PuzzleAnswer:
    """Whether it was the best move, and what was."""

    right: bool
    best: Offer
    margin: float  # how far the best is ahead of all others, in the outlook from 0 to 1
    found_by: list[float]  # how often each level finds the best move
    lost: Measured | None  # what the answer costs; null: nothing, or nothing significant
    cost: Measured | None  # the same in `unit`
    unit: Literal["lead", "points", "chances"]
    line: list[str]  # how the match might go on after the best move


# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Problem:
    """Why something cannot be done, the rule that says so, and a name of it for programs.

    The sentence is in the reader's language; the code never changes.
    """

    sentence: str
    rule: str | None = None
    code: str = "refused"


@dataclass(frozen=True)
class Refused:
    """The answer to whatever cannot be done; after a stale number, with the table as it is."""

    error: Problem
    table: TableView | None = None


# ── Live ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class LiveTable:
    """The whole table: the first message on a socket."""

    table: TableView
    type: Literal["table"] = "table"


@dataclass(frozen=True)
class LiveChange:
    """What has changed at the table since the last message."""

    changed: dict[str, Any]  # parts of a `TableView`; all others are as they were
    same: int  # the first lines of the log that are as they were
    log: list[LogLine]  # the lines that follow them
    type: Literal["change"] = "change"


# ── What is received ─────────────────────────────────────────────────────────────────────────────

A_YEAR = 366 * 24 * 3600

MOST = 2**31 - 1  # the largest integer that the store holds; more is refused

Number = Annotated[int, Field(ge=0, le=MOST)]
Name = Annotated[str, Field(min_length=1, max_length=24)]
Password = Annotated[str, Field(min_length=8, max_length=200)]
Word = Annotated[str, Field(max_length=60)]


class Received(BaseModel):
    """The base of all that is received. Unknown fields are refused, so that a misspelt one is
    noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGuest(Received):
    """A guest needs a name and nothing else."""

    name: Name


class NewName(Received):
    """A new name."""

    name: Name


class NewAccount(Received):
    """A new account, or somebody who has one and signs in."""

    name: Name
    password: Password


class Credentials(Received):
    """Somebody who signs in; any password may be tried."""

    name: Annotated[str, Field(max_length=100)]
    password: Annotated[str, Field(max_length=200)]


class NewPassword(Received):
    """A new password, with the old one."""

    old: Annotated[str, Field(max_length=200)]
    new: Password


class Forgotten(Received):
    """Somebody who has forgotten a password."""

    name: Annotated[str, Field(max_length=100)]


class SetPassword(Received):
    """A new password, with the link in an email."""

    token: Word
    password: Password


class NewEmail(Received):
    """Where email should go; the password keeps others who use the browser from changing it."""

    email: Annotated[str, Field(max_length=254)]
    password: Annotated[str, Field(max_length=200)]


class NoEmail(Received):
    """The email address is to be removed."""

    password: Annotated[str, Field(max_length=200)]


class Confirmation(Received):
    """The link in an email was followed."""

    token: Word


class Parting(Received):
    """Somebody who wants to be deleted; a guest has no password."""

    password: Annotated[str, Field(max_length=200)] = ""


class NewBrowser(Received):
    """A browser that wants notifications, as it describes itself."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=30)]


class LostBrowser(Received):
    """A browser that no longer wants notifications."""

    endpoint: Annotated[str, Field(max_length=1000)]


class NewMailWish(Received):
    """Whether an email is wanted at somebody's turn."""

    by_mail: bool


class NewHoliday(Received):
    """For how many days somebody's clocks should stop."""

    days: Annotated[int, Field(ge=1, le=366)]


class MySeat(Received):
    kind: Literal["me"]


class OpenSeat(Received):
    kind: Literal["open"]


class BotSeat(Received):
    kind: Literal["bot"]
    level: Annotated[int, Field(ge=1, le=5)]


class ProgramSeat(Received):
    """One of the programs that the card of the game names."""

    kind: Literal["program"]
    name: Word


class NewClock(Received):
    kind: Literal["move", "player"]
    seconds: Annotated[int, Field(ge=1, le=A_YEAR)]


NewSeat = Annotated[MySeat | OpenSeat | BotSeat | ProgramSeat, Field(discriminator="kind")]


class NewTable(Received):
    """A table to be opened."""

    game: Word
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=MOST_SEATS)]
    options: Annotated[dict[Word, Word], Field(max_length=20)] = {}
    is_public: bool = True
    clock: NewClock | None = None  # null: none; left out: the default for strangers
    guide: bool | None = None  # null: a guide if all other seats are for bots
    counts: bool = False  # for ratings: only accounts, no guide, no take-backs, no programs


class NewDuplicate(Received):
    """The same deals for a group of friends. Seats are for a person (0) or a bot of that level."""

    game: Word
    seats: Annotated[
        list[Annotated[int, Field(ge=0, le=5)]], Field(min_length=1, max_length=MOST_SEATS)
    ]
    options: Annotated[dict[Word, Word], Field(max_length=20)] = {}
    deals: Annotated[int, Field(ge=1, le=8)] = 4


class Sitting(Received):
    """Where to sit; anywhere, if not said."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None


class NewMove(Received):
    """A decision, and the number that it answers."""

    number: Number
    move: Number


class Undo(Received):
    """The number of the table as somebody sees it."""

    number: Number
    practice: bool = False  # also a move that was seen, if only bots play along


class ReadOn(Received):
    """The step of the lesson that was read."""

    step: Annotated[int, Field(ge=0, le=1000)]


class NewBallot(Received):
    """What is asked of all others at the table."""

    wish: Literal["undo", "end"]


class Vote(Received):
    """The answer to a ballot."""

    agrees: bool


class NewTry(Received):
    """From which moment of a match to try again: after how many moves, and with which chance."""

    moves: Number
    chance: Literal["same", "new"] = "same"
    level: Annotated[int, Field(ge=1, le=5)] = 3  # of the bots that play for other people


class Solution(Received):
    """The move that somebody thinks is best."""

    move: Number


class NewBot(Received):
    """A bot for a seat that is still free."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    level: Annotated[int, Field(ge=1, le=5)]


class NewInvitation(Received):
    """Which friend is offered a seat."""

    person: Word


class NewPhrase(Received):
    """Something that can be said at every table."""

    kind: Literal["phrase"]
    says: Phrase


class NewText(Received):
    """Free text, among friends."""

    kind: Literal["text"]
    says: Annotated[str, Field(min_length=1, max_length=400)]


NewLine = Annotated[NewPhrase | NewText, Field(discriminator="kind")]


class NewReport(Received):
    """Which line the operator should see."""

    line: Number


class NewShowing(Received):
    """Who may see what on somebody's page."""

    rating: Audience
    matches: Audience
    figures: Audience


class Ping(Received):
    """The only message that a browser sends on a socket: it still listens, and whether the page is
    visible."""

    type: Literal["ping"]
    is_hidden: bool = False  # the table is in a hidden tab


@dataclass(frozen=True)
class Pong:
    """The answer to a ping."""

    type: Literal["pong"] = field(default="pong")
