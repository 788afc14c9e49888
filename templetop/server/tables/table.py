"""One table in memory: its row, its seats, and the match that follows from its moves.

No function here waits or writes. Each one returns a `TableChange`, which says what would become of
the table, and `apply` carries it out when the store has accepted it. Begin reading at `Table`.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from templetop.bots.names import named
from templetop.bots.roster import level_name
from templetop.engine import ask
from templetop.engine.bits import has
from templetop.engine.deal import Deal, number_from
from templetop.engine.ending import ending, points_of
from templetop.engine.match import Match, NotYourTurn, check, options_of, seats_to_move
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE, NOBODY, Array
from templetop.engine.speech import mark
from templetop.engine.telling import after
from templetop.engine.worlds import as_bytes, worlds
from templetop.games.shelf import take
from templetop.server.core.refusals import NotAllowed, NotNow, StaleTable
from templetop.server.store.change import (
    MadeMove,
    PendingDecision,
    Row,
    Seat,
    StoredTable,
    TableChange,
)
from templetop.server.tables import deal_key
from templetop.server.tables.announcements import announce
from templetop.server.tables.chat import without_person
from templetop.server.tables.correspondence import (
    Holidays,
    is_by_correspondence,
    paused_seconds,
    time_out_at,
)
from templetop.server.translations import t

MAX_MISSED_TURNS = 2  # in a row; then a bot plays on until the person comes back
STAND_IN_LEVEL = 3  # of the bot that plays for a person who has left or is out of time
NO_TAKEBACK = mark("Everybody plays this deal once, so nothing can be taken back.")
IMAGINED_WORLDS = 8  # for each viewer, to find out whether a move has revealed something
SEAT_IN_TEXT = re.compile(r"\b(?:[Ss]eat|Platz) ([1-9])\b")  # in all languages of the refusals


@dataclass(frozen=True)
class PastMatch:
    """The match and the deal as they were before some move, for the table of this number."""

    number: int
    match: Match
    deal: Deal


class Table:
    """A stored table and its match. There is no match while seats are open."""

    def __init__(self, stored: StoredTable) -> None:
        self.row = stored.row
        self.game = take(self.row.game)
        self.seats = stored.seats
        # The moves cannot be read by today's rules; only the result is known.
        self.is_closed = self.row.rules_version != self.game.rules_version
        self.answers = [] if self.is_closed else [made.answers for made in stored.moves]
        self.attachments = {*stored.attachments}
        self.cached_seats_asked: tuple[Any, list[int]] = (None, [])
        # The deal is always at the same moment as the match.
        self.deal = Deal(self.game, deal_key.key_from_secret(self.row.secret))
        self.match = self.replay_match(stored, self.deal)
        self.decided_at = {seat: decision.at for seat, decision in stored.decisions.items()}
        self.state_before: Any = None  # the state before a last move that was made alone

    def replay_match(self, stored: StoredTable, deal: Deal) -> Match | None:
        """Returns the match that follows from the stored moves, and brings the deal to the same
        moment.

        The moves are not checked again: each was checked when it was made. Returns None while seats
        are open, and for a closed table.
        """
        if stored.row.state == "waiting" or self.is_closed:
            return None
        match = Match.new(self.game, [seat.name for seat in stored.seats], stored.row.options)
        replay_moves(stored.moves, match, deal, stored.row.deal is not None)
        match.decided = moves_by_seat(stored.decisions)
        return match

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def has_shared_deal(self) -> bool:
        """True if chance does the same here as at the other tables of this deal.

        Then no experiments are run, because their outcome depends on all that happened before,
        while draws by the odds bring the same luck whatever else is done.
        """
        return self.row.deal is not None

    @property
    def length(self) -> int:
        """The number of moves that were made and not taken back."""
        return len(self.moves)

    @property
    def number(self) -> int:
        """The number that a decision answers. It grows with every move and with every move taken
        back.

        So no two positions have the same number, and no decision for one can answer another.
        """
        return number_at(self.length, self.row.undone)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seat_of(self, person: str | None) -> int | None:
        """Returns the seat where a person sits, or None for spectators and people who have left."""
        for seat in self.seats:
            if person is not None and seat.person == person and not seat.has_left:
                return seat.seat
        return None

    def is_open_to(self, person: str | None, link: str) -> bool:
        """True if the person may look at the table.

        At a private table that needs a seat, now or earlier, or a link. A table whose deal others
        play is never opened by a link; `deals.shared_deals` decides who else may see it.
        """
        row = self.row
        if row.deal is not None:
            return person is not None and self.has_member(person)
        return (
            row.is_public
            or (person is not None and self.has_member(person))
            or secrets_match(link, row.admission)
            or secrets_match(link, row.invitation)
        )

    def has_member(self, person: str) -> bool:
        """True if the person has opened the table or has had a seat there."""
        return self.row.owner == person or any(seat.person == person for seat in self.seats)

    def seed(self, purpose: str, seat: int) -> int:
        """Returns the seed of what a bot imagines now.

        After a take-back the same seed comes again.
        """
        return number_from(deal_key.key_from_secret(self.row.secret), purpose, self.length, seat)

    # ── Seats to decide ──────────────────────────────────────────────────────────────────────────

    def to_move(self) -> list[int]:
        """Returns the seats that are to move, [CHANCE], or an empty list after the end."""
        return [] if ended_early(self) else self.seats_asked()

    def seats_asked(self) -> list[int]:
        """Returns the seats that the rules ask, even if the match was ended early.

        The answer is cached until the match has another state, because it is needed often.
        """
        if self.match is None:
            return []
        if self.cached_seats_asked[0] is not self.match.state:
            self.cached_seats_asked = (self.match.state, seats_to_move(self.match.state))
        return self.cached_seats_asked[1]

    @property
    def is_played_out(self) -> bool:
        """True if the match is over by the rules of the game."""
        return self.match is not None and not self.seats_asked()

    def deciding_seats(self) -> list[int]:
        """Returns the seats that are to move, without chance."""
        return [] if self.waits_for_chance else self.to_move()

    @property
    def waits_for_chance(self) -> bool:
        """True if an experiment, which takes its time, has to find out what happens next."""
        return self.to_move() == [CHANCE]

    @property
    def decided(self) -> dict[int, int]:
        """The decisions that other seats cannot see yet: a move for each seat that has decided."""
        return {} if self.match is None else self.match.decided

    @property
    def decisions(self) -> dict[int, PendingDecision]:
        """The same decisions, with the times when they were made."""
        return {
            seat: PendingDecision(move, self.decided_at[seat])
            for seat, move in self.decided.items()
        }

    def awaited_seats(self) -> list[int]:
        """Returns the seats that are to move and have not decided."""
        return [seat for seat in self.deciding_seats() if seat not in self.decided]

    def is_bot(self, seat: int) -> bool:
        return self.seats[seat].kind == "bot"

    @property
    def has_people(self) -> bool:
        """True if a person sits here. Bots alone play only while somebody watches."""
        return any(seat.kind == "person" for seat in self.seats)

    def has_other_people(self, person: str) -> bool:
        """True if a person other than this one sits here."""
        return any(seat.kind == "person" and seat.person != person for seat in self.seats)

    def bot_for(self, seat: int, now: float) -> int | None:
        """Returns the level of the bot that decides for a seat, or None if a person still has time.

        For a person who is out of time it is `STAND_IN_LEVEL`.
        """
        if self.is_bot(seat):
            return self.seats[seat].level or STAND_IN_LEVEL
        return STAND_IN_LEVEL if self.seconds_left(seat, now) == 0.0 else None

    def seconds_left(self, seat: int, now: float) -> float | None:
        """Returns the seconds on the clock of a seat, or None if it has no clock."""
        return seconds_left(self.row, self.seats[seat], seat in self.awaited_seats(), now)

    @property
    def is_by_correspondence(self) -> bool:
        return is_by_correspondence(self.row.clock, self.row.seconds)

    # ── Decisions ────────────────────────────────────────────────────────────────────────────────

    def decide(
        self, seat: int, number: int, move: int, now: float, is_out_of_time: bool = False
    ) -> TableChange | None:
        """Returns the change for a decision, or None if the seat has decided just this already.

        Refuses it if the match has not started or is over, if the number is old, or if the rules
        forbid the move. Other decisions of the same moment stay unrevealed until all have decided.
        """
        if self.match is None:
            raise NotNow(t("The match has not started: seats are still open."))
        if ended_early(self):
            raise NotNow(t("The match was ended by those who sat here."))
        if number != self.number:
            if self.was_made(seat, number, move):
                return None
            raise StaleTable(t("The table has changed in the meantime."))
        self.check(seat, move)
        if self.decided.get(seat) == move:
            return None
        decisions = {**self.decisions, seat: PendingDecision(move, now)}
        if set(self.deciding_seats()) - set(decisions):
            change = self.with_decisions(decisions)
        else:
            change = self.resolve(decisions, now)
        return self.with_missed(change, seat, is_out_of_time)

    def with_missed(self, change: TableChange, seat: int, is_out_of_time: bool) -> TableChange:
        """Counts a turn that the seat missed, or begins at 0 again after a decision in time."""
        before = self.seats[seat].missed
        missed = before + 1 if is_out_of_time else 0
        if missed == before:
            return change
        values = {**change.seats.get(seat, {}), "missed": missed}
        change = replace(change, seats={**change.seats, seat: values})
        return announce(self, change, seat, "late") if missed == 1 else change

    def is_idle(self, seat: int) -> bool:
        """True if the person has missed so many turns in a row that a bot should play on for them.

        That is so only where other people wait.
        """
        own = self.seats[seat]
        is_away = own.kind == "person" and own.missed >= MAX_MISSED_TURNS
        return is_away and own.person is not None and self.has_other_people(own.person)

    def check(self, seat: int, move: int) -> None:
        """Refuses what the rules forbid.

        The refusal calls the seats by the names of their players.
        """
        assert self.match is not None
        others = [
            other for other in self.decided if other != seat
        ]  # a seat may change its own decision
        try:
            check(self.match.state, seat, move, others)
        except (IllegalMove, NotYourTurn) as refusal:
            raise type(refusal)(self.with_names(str(refusal)), refusal.rule) from None

    def with_names(self, sentence: str) -> str:
        """Returns the sentence with names in place of seat numbers."""
        names = {str(seat.seat + 1): seat.name for seat in self.seats}
        return SEAT_IN_TEXT.sub(lambda found: names.get(found[1], found[0]), sentence)

    def was_made(self, seat: int, number: int, move: int) -> bool:
        """True if this move is in the match already as the answer to this number."""
        return any(
            made == (seat, move) and answers == number
            for made, answers in zip(self.moves, self.answers)
        )

    def last_decision(self, seat: int) -> MadeMove | None:
        """Returns what a seat decided last, revealed or not, or None if it has decided nothing."""
        if seat in self.decided:
            return MadeMove(seat, self.decided[seat], self.number)
        for (mover, move), answers in zip(reversed(self.moves), reversed(self.answers)):
            if mover == seat:
                return MadeMove(seat, move, answers)
        return None

    @property
    def moves(self) -> list[tuple[int, int]]:
        return [] if self.match is None else self.match.moves

    def with_decisions(self, decisions: dict[int, PendingDecision]) -> TableChange:
        """Returns the change for decisions that stay hidden until all seats have decided."""
        assert self.match is not None
        awaited = [seat for seat in self.deciding_seats() if seat not in decisions]
        deadline = self.deadline(awaited, self.row.asked_at or 0.0)
        return TableChange(
            row=self.awaiting_columns(awaited) | {"deadline": deadline}, decisions=decisions
        )

    def resolve(self, decisions: Mapping[int, PendingDecision], now: float) -> TableChange:
        """Returns the change when all have decided: their moves and what chance does after them."""
        assert self.match is not None
        number = self.number
        moves = [MadeMove(seat, made.move, number) for seat, made in sorted(decisions.items())]
        seats = self.time_spent(decisions)
        return self.advance(self.match, moves, seats, now)

    def time_spent(self, decisions: Mapping[int, PendingDecision]) -> dict[int, dict[str, Any]]:
        """Returns the columns of the clocks that run for a player and not for a move."""
        begin = self.row.asked_at
        if self.row.clock != "player" or begin is None:
            return {}
        return {
            seat: {"spent": self.seats[seat].spent + max(0.0, decision.at - begin)}
            for seat, decision in decisions.items()
        }

    def advance(
        self, match: Match, moves: list[MadeMove], seats: dict[int, dict[str, Any]], now: float
    ) -> TableChange:
        """Returns the change for these moves and those of chance that follow.

        It goes on until a seat has to decide, an experiment has to be run, or the match is over.
        """
        match, deal = replace(match.copy(), decided={}), self.deal.copy()
        replay_moves(moves, match, deal, self.has_shared_deal)
        moves = [*moves, *self.draw_events(match, deal)]
        asked = match.awaited
        if not asked:
            seats = result_columns(match, seats)
        waits_for_chance = asked == [CHANCE]
        awaited = [] if waits_for_chance else asked
        row = self.awaiting_columns(awaited, now) | {
            "state": "running" if asked else "over",
            "length": len(match.moves),
            "standing": points_of(match.state).tolist(),
            "asked_at": now,
            "deadline": self.deadline(awaited, now, seats),
            "chance_due": now if waits_for_chance and self.has_people else None,
        }
        return TableChange(row=row, seats=seats, moves=moves, decisions={}, match=match, deal=deal)

    def draw_events(self, match: Match, deal: Deal) -> list[MadeMove]:
        """Returns the events drawn until a seat has to decide or an experiment has to be run."""
        moves = []
        while is_drawn_event(match, self.has_shared_deal):
            number = number_at(len(match.moves), self.row.undone)
            moves.append(MadeMove(CHANCE, deal.event(match.state), number))
            match.put_down(CHANCE, moves[-1].move)
        return moves

    def awaiting_columns(self, awaited: Sequence[int], now: float | None = None) -> dict[str, Any]:
        """Returns the columns that say who has to decide and since when a bot is due."""
        bots = self.has_people and any(self.is_bot(seat) for seat in awaited)
        since = now if now is not None else self.row.asked_at
        return {"awaited": sum(1 << seat for seat in awaited), "bot_due": since if bots else None}

    def deadline(
        self, awaited: Sequence[int], asked_at: float, seats: Mapping[int, dict[str, Any]] = {}
    ) -> float | None:
        """Returns when the first of these seats is out of time, or None if none has a clock."""
        row = self.row
        if row.clock is None or row.seconds is None:
            return None
        people = [seat for seat in awaited if not self.is_bot(seat)]
        return min((self.time_out_of(seat, asked_at, seats) for seat in people), default=None)

    def time_out_of(self, seat: int, asked_at: float, seats: Mapping[int, dict[str, Any]]) -> float:
        """Returns when a seat that was asked at this time is out of time."""
        row = self.row
        total = float(row.seconds or 0)
        if row.clock == "player":
            return asked_at + max(0.0, total - self.seconds_spent(seat, seats))
        return time_out_at(self.seats[seat].away, asked_at, total)

    def seconds_spent(self, seat: int, seats: Mapping[int, dict[str, Any]]) -> float:
        return float(seats.get(seat, {}).get("spent", self.seats[seat].spent))

    # ── Experiments ──────────────────────────────────────────────────────────────────────────────

    def seed_of_experiment(self) -> int:
        return self.deal.seed(self.length)

    def are_legal_events(self, events: Sequence[int]) -> bool:
        """True if these events can happen one after another without a decision in between."""
        assert self.match is not None
        match = self.match.copy()
        for event in events:
            is_known = 0 <= event < self.game.events.count and match.awaited == [CHANCE]
            if not is_known or not has(options_of(match.state, CHANCE), event):
                return False
            match.put_down(CHANCE, event)
        return bool(events)

    def draw_event(self) -> int:
        """Draws the event by the odds after an experiment has failed.

        The draw has a key of its own, so the deal's other chance does not change.
        """
        assert self.match is not None
        key = number_from(deal_key.key_from_secret(self.row.secret), "odds", self.length)
        return Deal(self.game, str(key).encode()).event(self.match.state)

    def apply_events(
        self, number: int, events: Sequence[int], attachment: bytes | None, now: float
    ) -> TableChange | None:
        """Returns the change for an experiment's outcome, or None if that is no longer awaited."""
        if number != self.number or not self.waits_for_chance:
            return None
        assert self.match is not None
        moves = [MadeMove(CHANCE, event, number + n) for n, event in enumerate(events)]
        change = self.advance(self.match, moves, {}, now)
        return replace(change, attachment=attachment)

    # ── Taking back ──────────────────────────────────────────────────────────────────────────────

    def undo(self, seat: int, number: int) -> TableChange:
        """Returns the change that takes back a decision.

        It is refused unless the decision is unrevealed, or was the last move and revealed nothing.
        """
        if number != self.number:
            raise StaleTable(t("The table has changed in the meantime."))
        if ended_early(self):
            raise NotNow(t("The match was ended by those who sat here."))
        if self.row.deal is not None:
            raise NotNow(t(NO_TAKEBACK))
        if seat in self.decided:
            return self.with_decisions({s: d for s, d in self.decisions.items() if s != seat})
        if not self.can_undo(seat):
            raise NotNow(t("That can no longer be taken back."))
        assert self.match is not None
        match = Match(self.game, self.match.seats, self.match.options, self.match.moves[:-1])
        match.state = self.state_before_last_move()
        awaited = seats_to_move(match.state)
        row = self.awaiting_columns(awaited) | {
            "state": "running",
            "length": len(match.moves),
            "undone": self.row.undone + 1,
            "standing": points_of(match.state).tolist(),
            "deadline": self.deadline(awaited, self.row.asked_at or 0.0),
        }
        return TableChange(row=row, taken_back=1, decisions={}, match=match)

    def can_undo(self, seat: int) -> bool:
        """True if the seat can take back an unrevealed decision or its last move.

        The last move stays if another seat has decided since.
        """
        if self.row.deal is not None:
            return False
        return seat in self.decided or (not self.decided and self.can_take_back(seat))

    def can_take_back(self, seat: int) -> bool:
        """True if this seat alone made the last move, and chance did not follow.

        The move must also have revealed nothing.
        """
        if self.match is None or not self.moves or self.moves[-1][0] != seat or self.row.deal:
            return False
        if self.is_played_out or self.waits_for_chance or self.row.lesson:
            return False
        is_alone = self.answers[-1] not in self.answers[-2:-1]
        move, state = self.moves[-1][1], self.match.state
        return is_alone and reveals_nothing(self.state_before_last_move(), seat, move, state)

    def last_step_of(self, seat: int) -> int | None:
        """Returns how many moves came before the last revealed decision of the seat, or None if it
        has none.

        Decisions that were made at the same time count as one.
        """
        for at in reversed(range(self.length)):
            if self.moves[at][0] == seat:
                while at and self.moves[at - 1][0] != CHANCE and self.is_with_next(at - 1):
                    at -= 1  # decisions that were made at the same time
                return at
        return None

    def is_with_next(self, at: int) -> bool:
        """True if this move and the next were decided at the same time."""
        return self.answers[at] == self.answers[at + 1]

    def can_practise(self, seat: int) -> bool:
        """True if the seat may take back a move that bots or chance have answered.

        That is not possible with other people, in lessons, or where the result counts.
        """
        return (
            self.has_seen_move_of(seat)
            and not self.has_other_people(self.seats[seat].person or "")
            and self.row.rematch is None
            and not self.row.lesson
            and self.row.deal is None
            and not self.row.counts
        )

    def has_seen_move_of(self, seat: int) -> bool:
        return not ended_early(self) and any(mover == seat for mover, _ in self.moves)

    def take_back_seen_move(
        self, seat: int, number: int, now: float, past: "PastMatch | None" = None
    ) -> TableChange:
        """Returns the change that takes back the seat's last decision and all that followed.

        The match is practice from then on.
        """
        if number != self.number:
            raise StaleTable(t("The table has changed in the meantime."))
        if self.row.deal is not None:
            raise NotNow(t(NO_TAKEBACK))
        if self.row.counts:
            raise NotNow(
                t("This match counts for ratings, so nothing that was seen is taken back.")
            )
        to = self.last_step_of(seat)
        if to is None or not self.can_practise(seat):
            raise NotNow(t("That cannot be taken back: ask the people you are playing with."))
        change = self.rewind(to, now, past)
        change = replace(change, row=change.row | {"practice": True})
        return change if self.row.practice else announce(self, change, seat, "practice", to)

    def rewind_to(self, to: int) -> "PastMatch":
        """Returns the match after `to` moves. Call it on a thread, because it replays all of them.

        The table may change meanwhile, so its attributes are read once, together at the beginning.
        """
        assert self.match is not None
        undone, before, answers = self.row.undone, self.match, self.answers[:to]
        number = number_at(len(before.moves), undone)
        match = Match.new(self.game, before.seats, before.options)
        deal = Deal(self.game, deal_key.key_from_secret(self.row.secret))
        moves = [MadeMove(*made, n) for made, n in zip(before.moves[:to], answers)]
        replay_moves(moves, match, deal, self.has_shared_deal)
        return PastMatch(number, match, deal)

    def rewind(self, to: int, now: float, past: "PastMatch | None" = None) -> TableChange:
        """Returns the change that takes back all moves after the first `to`.

        `past` is used if it still fits the table; otherwise the match is replayed here.
        """
        cut = self.length - to
        if past is None or past.number != self.number or len(past.match.moves) != to:
            past = self.rewind_to(to)
        match = past.match
        awaited = seats_to_move(match.state)
        row = self.awaiting_columns(awaited, now) | {
            "state": "running",
            "length": to,
            "undone": self.row.undone + cut,
            "standing": points_of(match.state).tolist(),
            "asked_at": now,
            "deadline": self.deadline(awaited, now),
            "chance_due": None,
            "ballot": {},
        }
        unplaced: dict[int, dict[str, Any]] = {}
        if self.row.state == "over":
            unplaced = {seat.seat: {"place": None, "result": None} for seat in self.seats}
        return TableChange(
            row=row, seats=unplaced, taken_back=cut, decisions={}, match=match, deal=past.deal
        )

    def state_before_last_move(self) -> Any:
        """Returns the state before the last move."""
        assert self.match is not None
        if self.state_before is not None:
            return self.state_before
        return self.match.state_after(self.length - 1)

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────

    def sit(
        self, person: str, name: str, seat: int | None, link: str, now: float, away: Holidays = ()
    ) -> TableChange | None:
        """Returns the change by which a person takes an open seat or comes back to their own.

        The match begins when no seat is open. Returns None if the person sits here already, and
        refuses seats that are taken and people without the invitation link.
        """
        if self.seat_of(person) is not None:
            return None
        for own in self.seats:
            if own.person == person and own.has_left and self.row.state != "over":
                back = {"kind": "person", "level": None, "has_left": False, "missed": 0}
                change = self.with_seats({own.seat: {**back, "away": [*away]}}, now)
                return announce(self, change, own.seat, "back")
        if not self.row.is_public and not secrets_match(link, self.row.invitation):
            raise NotAllowed(t("You need the invitation link to sit at this table."))
        free = [own.seat for own in self.seats if own.kind == "open"]
        if not free or (seat is not None and seat not in free):
            raise NotNow(t("That seat is taken.") if free else t("All seats are taken."))
        taken: dict[str, Any] = {"kind": "person", "person": person, "away": [*away]}
        taken["name"] = self.free_name(name)
        return self.with_seats({free[0] if seat is None else seat: taken}, now)

    def add_bot(self, seat: int, level: int, now: float) -> TableChange:
        """Returns the change that puts a bot at an open seat before the match."""
        if seat >= len(self.seats) or self.seats[seat].kind != "open":
            raise NotNow(t("That seat is not free."))
        before = sum(other.kind == "bot" and other.level == level for other in self.seats)
        name = self.free_name(named([level_name(level)] * (before + 1))[-1])
        return self.with_seats({seat: {"kind": "bot", "level": level, "name": name}}, now)

    def free_name(self, name: str) -> str:
        """Returns the name with a number after it if another seat has the same name."""
        number, free = 1, name
        while free in self.names:
            number, free = number + 1, f"{name} {number + 1}"
        return free

    def leave(self, person: str, now: float, kind: str = "left") -> TableChange | None:
        """Returns the change by which a person leaves, or None if the match is over.

        Before the match their seat is open again; during it a bot plays on.
        """
        seat = self.seat_of(person)
        if seat is None:
            raise NotNow(t("You are not sitting at this table."))
        if self.row.state == "over":
            return None
        if self.row.lesson:
            raise NotNow(t("Nobody plays on for you in a lesson: it waits until you are back."))
        if self.row.state == "waiting":
            nobody: dict[str, Any] = {"kind": "open", "person": None, "name": "", "away": []}
            change = self.with_seats({seat: nobody}, now)
            return replace(change, row=change.row | {"talk": without_person(self.row.talk, person)})
        if self.row.deal is not None and not self.has_other_people(person):
            given_up = replace(ended_columns(), seats={seat: {"has_left": True}})
            return announce(self, given_up, seat, "gives up")
        gone = {"kind": "bot", "level": STAND_IN_LEVEL, "has_left": True}
        change = announce(self, self.with_seats({seat: gone}, now), seat, kind)
        return replace(change, row=change.row | {"ballot": {}})  # those who are left may ask again

    def set_holidays(self, person: str, away: Holidays, now: float) -> TableChange | None:
        """Returns the change to a person's holidays, or None if it makes no difference here."""
        seat = self.seat_of(person)
        wanted = [[*holiday] for holiday in away]
        if seat is None or self.row.state == "over" or self.seats[seat].away == wanted:
            return None
        return self.with_seats({seat: {"away": wanted}}, now)

    def may_close(self, person: str | None) -> bool:
        """True if the person may delete the table.

        While it waits for players, that is the person who opened it; later, one who is there alone.
        """
        if person is None or self.row.deal is not None:
            return False
        if self.row.state == "waiting":
            return self.row.owner == person
        if self.row.state == "over":
            others = any(seat.person not in (None, person) for seat in self.seats)
        else:
            others = self.has_other_people(person)
        return self.has_member(person) and not others

    def replace_program(self, seat: int, reason: str) -> TableChange | None:
        """Returns the change by which the random bot takes the seat of an external bot that failed.

        Returns None if that has happened already, or if the match is not running.
        """
        if self.seats[seat].replaced is not None or self.row.state != "running":
            return None
        return TableChange(seats={seat: {"replaced": reason, "replaced_at": self.length}})

    def with_seats(self, seats: dict[int, dict[str, Any]], now: float) -> TableChange:
        """Returns the change to other players at the seats, with new due times."""
        changed = copy(self)
        changed.seats = [replace(seat, **seats.get(seat.seat, {})) for seat in self.seats]
        return changed.start_if_full(seats, now)

    def start_if_full(self, seats: dict[int, dict[str, Any]], now: float) -> TableChange:
        """Returns the change that begins the match if no seat is open, or updates a running one."""
        if self.row.state == "waiting" and any(seat.kind == "open" for seat in self.seats):
            return TableChange(seats=seats)
        if self.row.state == "waiting":
            match = Match.new(self.game, self.names, self.row.options)
            return self.advance(match, [], seats, now)
        awaited = self.awaited_seats()
        deadline = self.deadline(awaited, self.row.asked_at or now)
        return TableChange(
            row=self.awaiting_columns(awaited, now) | {"deadline": deadline}, seats=seats
        )

    # ── Changes of other workers ─────────────────────────────────────────────────────────────────

    def apply_remote(self, revision: int, change: TableChange) -> bool:
        """Applies a change of another worker. Returns False if that was planned on another
        revision.

        It also returns False for a change that takes moves back or begins the match, which the
        table has to load from the store.
        """
        begins = self.match is None and change.row.get("state") is not None
        if revision != self.row.revision + 1 or change.taken_back or begins:
            return False
        if change.moves and self.match is not None:
            match, deal = replace(self.match.copy(), decided={}), self.deal.copy()
            replay_moves(change.moves, match, deal, self.has_shared_deal)
            change = replace(change, match=match, deal=deal)
        self.apply(change)
        return True

    def catch_up(self, stored: StoredTable) -> bool:
        """Takes over a stored table with the moves after ours.

        Returns False if our moves are not in it.
        """
        if stored.row.undone != self.row.undone or stored.row.length != self.length + len(
            stored.moves
        ):
            return False
        if self.match is not None and [seat.name for seat in stored.seats] != self.names:
            return False
        # Nothing is changed here until all moves are made: one of them may fail, and the match may
        # be drawn on a thread meanwhile.
        deal = self.deal.copy()
        if self.match is None:
            match = self.replay_match(stored, deal)
        else:
            match = replace(self.match.copy(), decided={})
            replay_moves(stored.moves, match, deal, self.has_shared_deal)
            match.decided = moves_by_seat(stored.decisions)
        self.row, self.seats, self.state_before = stored.row, stored.seats, None
        self.match, self.deal = match, deal
        self.decided_at = {seat: decision.at for seat, decision in stored.decisions.items()}
        self.attachments |= {*stored.attachments}
        self.answers += [made.answers for made in stored.moves]
        return True

    # ── Changes that are stored ──────────────────────────────────────────────────────────────────

    def apply(self, change: TableChange) -> None:
        """Applies a change that the store has accepted to the row, the seats and the match.

        Call it under the room's lock.
        """
        self.row.revision += 1
        for name, value in change.row.items():
            setattr(self.row, name, value)
        for seat, values in change.seats.items():
            for name, value in values.items():
                setattr(self.seats[seat], name, value)
        if change.attachment is not None:
            self.attachments.add(self.length)
        if change.match is not None:
            is_single_move = self.match is not None and len(change.moves) == 1
            self.state_before = (
                self.match.state if is_single_move and self.match is not None else None
            )
            self.match = change.match
        if change.deal is not None:
            self.deal = change.deal
        if change.decisions is not None and self.match is not None:
            # The match is replaced, not changed, because it may be drawn on a thread just now.
            self.match = replace(self.match, decided=moves_by_seat(change.decisions))
            self.decided_at = {seat: made.at for seat, made in change.decisions.items()}
        if change.taken_back:
            del self.answers[-change.taken_back :]
            self.attachments -= {number for number in self.attachments if number >= self.length}
        self.answers += [made.answers for made in change.moves]


def ended_columns() -> TableChange:
    """Returns the change that ends a match early. Unrevealed decisions are discarded."""
    nothing_due = {"awaited": 0, "deadline": None, "bot_due": None, "chance_due": None}
    return TableChange(row={"state": "over", "ballot": {}, **nothing_due}, decisions={})


def seconds_left(row: Row, seat: Seat, is_asked: bool, now: float) -> float | None:
    """Returns the seconds on the clock of a person's seat, or None if it has no clock."""
    if row.clock is None or row.seconds is None or seat.kind == "bot":
        return None
    total = row.seconds - (seat.spent if row.clock == "player" else 0.0)
    if not is_asked or row.asked_at is None:
        return max(0.0, total)
    since = max(0.0, now - row.asked_at)  # the machine's clock may have been set back
    return max(0.0, total - since + paused_seconds(seat.away, row.asked_at, now))


def secrets_match(link: str, secret: str) -> bool:
    """True if a link is the secret.

    The time it takes does not show how much of a guess is right.
    """
    return bool(link) and secrets.compare_digest(link.encode(), secret.encode())


def number_at(length: int, undone: int) -> int:
    """Returns the number of a table after so many moves and so many moves taken back.

    A move taken back makes the match one move shorter, but the number still grows by one.
    """
    return length + 2 * undone


def replay_moves(moves: Sequence[MadeMove], match: Match, deal: Deal, is_shared: bool) -> None:
    """Makes moves that were checked before, and brings the deal to the same moment."""
    for made in moves:
        if made.seat == CHANCE and is_drawn_event(match, is_shared):
            deal.event(match.state)
        match.put_down(made.seat, made.move)


def is_drawn_event(match: Match, is_shared: bool) -> bool:
    """True if chance is to move and its event is drawn by the odds, without an experiment."""
    if seats_to_move(match.state) != [CHANCE]:
        return False
    return is_shared or not match.game.takes_time(match.state)


def moves_by_seat(decisions: Mapping[int, PendingDecision]) -> dict[int, int]:
    return {seat: decision.move for seat, decision in decisions.items()}


def result_columns(match: Match, seats: Mapping[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Returns the columns of the seats with the place and the result of each."""
    end = ending(match.state)
    return {
        seat: seats.get(seat, {}) | {"place": standing.place, "result": end.result(seat)}
        for seat, standing in enumerate(end.seats)
    }


def reveals_nothing(before: Any, seat: int, move: int, state: Any) -> bool:
    """True if the move has the same effect in all worlds that some viewer may take for the true
    one.

    Then nobody learns anything from the move but the decision itself. Some worlds are imagined for
    each viewer, so the answer may be wrong in rare cases.
    """
    if ask.to_move(state) == NOBODY:
        return False
    changed = as_bytes(state) != as_bytes(before)
    return all(
        has_same_effect(world, seat, move, as_bytes(state), changed)
        for viewer in range(int(state.seats))
        for world in islice(worlds(before, viewer), 1, IMAGINED_WORLDS)
        if world.tobytes() != before.tobytes()
    )


def has_same_effect(world: Any, seat: int, move: int, truth: Array, changed: Array) -> bool:
    """True if the move changes the same bytes to the same values in this world as in truth."""
    if not is_legal(world, seat, move):
        return False
    result = as_bytes(after(world, [(seat, move)]))
    return bool(((result != as_bytes(world)) == changed).all() and (result == truth)[changed].all())


def is_legal(state: Any, seat: int, move: int) -> bool:
    return seats_to_move(state) == [seat] and bool(has(options_of(state, seat), move))


def ended_early(table: "Table") -> bool:
    """True if the players ended the match before it was over by the rules."""
    return table.row.state == "over" and table.match is not None and not table.match.is_over
