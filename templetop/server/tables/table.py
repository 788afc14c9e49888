"""A table in memory: what the store keeps of it, and the match that follows from that.

Nothing here waits or writes. A `Change` says what would become of the table; when the store has
taken it, `apply` makes it so.
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

MAX_MISSED_TURNS = 2  # decisions in a row; then a bot plays on until one is back
STAND_IN_LEVEL = 3  # the level of the bot that plays for who has left or is out of time
NO_TAKEBACK = mark("Everybody plays this deal once, so nothing can be taken back.")
IMAGINED_WORLDS = 8  # worlds that are imagined to find out whether a move showed something
SEAT_IN_TEXT = re.compile(r"\b(?:[Ss]eat|Platz) ([1-9])\b")  # in every language


@dataclass(frozen=True)
class PastMatch:
    """A match as it was, and its deal; found at the table of this number."""

    number: int
    match: Match
    deal: Deal


class Table:
    """What is kept, and the match at this table; there is none while seats are open."""

    def __init__(self, kept: StoredTable) -> None:
        self.row = kept.row
        self.game = take(self.row.game)
        self.seats = kept.seats
        # Nobody knows any more what its moves were; only what came of them is kept.
        self.is_closed = self.row.rules_version != self.game.rules_version
        self.answers = [] if self.is_closed else [made.answers for made in kept.moves]
        self.keepsakes = {*kept.attachments}
        self.known_asked: tuple[Any, list[int]] = (None, [])
        self.deal = Deal(
            self.game, deal_key.key_from_secret(self.row.secret)
        )  # as far as the match has come
        self.match = self.replayed(kept, self.deal)
        self.decided_at = {seat: decision.at for seat, decision in kept.decisions.items()}
        self.before: Any = None  # the table before the last move, where it may be taken back

    def replayed(self, kept: StoredTable, deal: Deal) -> Match | None:
        """The match that follows from what is kept, and the deal comes as far as it.

        Every move was checked when it was made.
        """
        if kept.row.state == "waiting" or self.is_closed:
            return None
        match = Match.new(self.game, [seat.name for seat in kept.seats], kept.row.options)
        replay_moves(kept.moves, match, deal, kept.row.deal is not None)
        match.decided = moves_by_seat(kept.decisions)
        return match

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def has_shared_deal(self) -> bool:
        """Is chance to do the same here as at others' tables?

        Then no experiments are made: each differs with whatever was done before it, and only the
        odds have clocks, which bring the same luck whatever else is done.
        """
        return self.row.deal is not None

    @property
    def length(self) -> int:
        """How many moves were made and not taken back."""
        return len(self.moves)

    @property
    def number(self) -> int:
        """What a decision answers. It grows with every move, and when one is taken back.

        So no two positions ever have the same, and what was meant for one never answers another.
        """
        return number_at(self.length, self.row.undone)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits; None for those who only look on."""
        for seat in self.seats:
            if person is not None and seat.person == person and not seat.has_left:
                return seat.seat
        return None

    def is_open_to(self, person: str | None, link: str) -> bool:
        """May they look at it? At a private one, those who sit or sat there, or have a link.

        What others are to play as well is shown to nobody else by this; see deals.py.
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
        """Has the person opened it, or sat there?"""
        return self.row.owner == person or any(seat.person == person for seat in self.seats)

    def seed(self, what: str, seat: int) -> int:
        """For what the bot of a seat imagines now; the same again when it has been taken back."""
        return number_from(deal_key.key_from_secret(self.row.secret), what, self.length, seat)

    # ── Who is to decide ─────────────────────────────────────────────────────────────────────────

    def to_move(self) -> list[int]:
        """The seats that are to move, or [CHANCE]; asked often, so it is found out once."""
        return [] if ended_early(self) else self.seats_asked()

    def seats_asked(self) -> list[int]:
        if self.match is None:
            return []
        if self.known_asked[0] is not self.match.state:
            self.known_asked = (self.match.state, seats_to_move(self.match.state))
        return self.known_asked[1]

    @property
    def is_played_out(self) -> bool:
        """Is the game over by its rules?"""
        return self.match is not None and not self.seats_asked()

    def asked(self) -> list[int]:
        """The seats that are to move."""
        return [] if self.waits_for_chance else self.to_move()

    @property
    def waits_for_chance(self) -> bool:
        """Is it found out now what happens, by an experiment that takes its time?"""
        return self.to_move() == [CHANCE]

    @property
    def decided(self) -> dict[int, int]:
        """Who has decided, unseen by the others, and what."""
        return {} if self.match is None else self.match.decided

    @property
    def decisions(self) -> dict[int, PendingDecision]:
        """The same, and when."""
        return {
            seat: PendingDecision(move, self.decided_at[seat])
            for seat, move in self.decided.items()
        }

    def awaited(self) -> list[int]:
        """Those who are asked and have not decided."""
        return [seat for seat in self.asked() if seat not in self.decided]

    def is_bot(self, seat: int) -> bool:
        return self.seats[seat].kind == "bot"

    @property
    def has_people(self) -> bool:
        """Does anybody sit there? Bots alone play only while somebody watches."""
        return any(seat.kind == "person" for seat in self.seats)

    def has_other_people(self, person: str) -> bool:
        """Does anybody else sit there?"""
        return any(seat.kind == "person" and seat.person != person for seat in self.seats)

    def bot_for(self, seat: int, now: float) -> int | None:
        """The level of the bot that decides there: its own, or one for who is out of time."""
        if self.is_bot(seat):
            return self.seats[seat].level or STAND_IN_LEVEL
        return STAND_IN_LEVEL if self.seconds_left(seat, now) == 0.0 else None

    def seconds_left(self, seat: int, now: float) -> float | None:
        """On the clock of a person; None where there is no clock."""
        return seconds_left(self.row, self.seats[seat], seat in self.awaited(), now)

    @property
    def is_by_correspondence(self) -> bool:
        return is_by_correspondence(self.row.clock, self.row.seconds)

    # ── Decisions ────────────────────────────────────────────────────────────────────────────────

    def decide(
        self, seat: int, number: int, move: int, now: float, is_out_of_time: bool = False
    ) -> TableChange | None:
        """A seat decides, or a bot for it; None if it has decided just this already."""
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
        if set(self.asked()) - set(decisions):
            change = self.with_decisions(decisions)
        else:
            change = self.resolve(decisions, now)
        return self.with_missed(change, seat, is_out_of_time)

    def with_missed(self, change: TableChange, seat: int, is_out_of_time: bool) -> TableChange:
        """Whoever decides for themselves is there; who does not, once more, may be away."""
        before = self.seats[seat].missed
        missed = before + 1 if is_out_of_time else 0
        if missed == before:
            return change
        values = {**change.seats.get(seat, {}), "missed": missed}
        change = replace(change, seats={**change.seats, seat: values})
        return announce(self, change, seat, "late") if missed == 1 else change

    def is_idle(self, seat: int) -> bool:
        """Has somebody let the others wait again and again?"""
        own = self.seats[seat]
        is_away = own.kind == "person" and own.missed >= MAX_MISSED_TURNS
        return is_away and own.person is not None and self.has_other_people(own.person)

    def check(self, seat: int, move: int) -> None:
        """Refuse what the rules forbid; whoever is waited for is called by name."""
        assert self.match is not None
        others = [other for other in self.decided if other != seat]  # one's own may change
        try:
            check(self.match.state, seat, move, others)
        except (IllegalMove, NotYourTurn) as refusal:
            raise type(refusal)(self.with_names(str(refusal)), refusal.rule) from None

    def with_names(self, sentence: str) -> str:
        """Whoever is called by the number of the seat is called by name."""
        names = {str(seat.seat + 1): seat.name for seat in self.seats}
        return SEAT_IN_TEXT.sub(lambda found: names.get(found[1], found[0]), sentence)

    def was_made(self, seat: int, number: int, move: int) -> bool:
        """Is it in the match already, as the answer to this number?"""
        return any(
            made == (seat, move) and answers == number
            for made, answers in zip(self.moves, self.answers)
        )

    def last_decision(self, seat: int) -> MadeMove | None:
        """What a seat decided last, be it revealed or not."""
        if seat in self.decided:
            return MadeMove(seat, self.decided[seat], self.number)
        for (who, move), answers in zip(reversed(self.moves), reversed(self.answers)):
            if who == seat:
                return MadeMove(seat, move, answers)
        return None

    @property
    def moves(self) -> list[tuple[int, int]]:
        return [] if self.match is None else self.match.moves

    def with_decisions(self, decisions: dict[int, PendingDecision]) -> TableChange:
        """Some have decided and others have not."""
        assert self.match is not None
        awaited = [seat for seat in self.asked() if seat not in decisions]
        deadline = self.deadline(awaited, self.row.asked_at or 0.0)
        return TableChange(
            row=self.awaiting_columns(awaited) | {"deadline": deadline}, decisions=decisions
        )

    def resolve(self, decisions: Mapping[int, PendingDecision], now: float) -> TableChange:
        """All have decided: the moves are made, and what chance does then."""
        assert self.match is not None
        number = self.number
        moves = [MadeMove(seat, made.move, number) for seat, made in sorted(decisions.items())]
        seats = self.time_spent(decisions)
        return self.advance(self.match, moves, seats, now)

    def time_spent(self, decisions: Mapping[int, PendingDecision]) -> dict[int, dict[str, Any]]:
        """On the clocks of players."""
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
        """Make these moves and those of chance, up to what has to be waited for, or the end."""
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
        """What chance does until somebody has to decide, or until it takes its time."""
        moves = []
        while is_drawn_event(match, self.has_shared_deal):
            number = number_at(len(match.moves), self.row.undone)
            moves.append(MadeMove(CHANCE, deal.event(match.state), number))
            match.put_down(CHANCE, moves[-1].move)
        return moves

    def awaiting_columns(self, awaited: Sequence[int], now: float | None = None) -> dict[str, Any]:
        """What the row says about those who have not decided."""
        bots = self.has_people and any(self.is_bot(seat) for seat in awaited)
        since = now if now is not None else self.row.asked_at
        return {"awaited": sum(1 << seat for seat in awaited), "bot_due": since if bots else None}

    def deadline(
        self, awaited: Sequence[int], asked_at: float, seats: Mapping[int, dict[str, Any]] = {}
    ) -> float | None:
        """When the first of them is out of time."""
        row = self.row
        if row.clock is None or row.seconds is None:
            return None
        people = [seat for seat in awaited if not self.is_bot(seat)]
        return min((self.runs_out(seat, asked_at, seats) for seat in people), default=None)

    def runs_out(self, seat: int, asked_at: float, seats: Mapping[int, dict[str, Any]]) -> float:
        """When somebody who was asked then is out of time."""
        row = self.row
        total = float(row.seconds or 0)
        if row.clock == "player":
            return asked_at + max(0.0, total - self.spent(seat, seats))
        return time_out_at(self.seats[seat].away, asked_at, total)

    def spent(self, seat: int, seats: Mapping[int, dict[str, Any]]) -> float:
        return float(seats.get(seat, {}).get("spent", self.seats[seat].spent))

    # ── Chance that takes its time ───────────────────────────────────────────────────────────────

    def seed_of_experiment(self) -> int:
        return self.deal.seed(self.length)

    def are_legal_events(self, events: Sequence[int]) -> bool:
        """One after another, with nobody asked in between?"""
        assert self.match is not None
        match = self.match.copy()
        for event in events:
            is_known = 0 <= event < self.game.events.count and match.awaited == [CHANCE]
            if not is_known or not has(options_of(match.state, CHANCE), event):
                return False
            match.put_down(CHANCE, event)
        return bool(events)

    def draw_event(self) -> int:
        """What happens where the experiment has failed; nothing else depends on it."""
        assert self.match is not None
        key = number_from(deal_key.key_from_secret(self.row.secret), "odds", self.length)
        return Deal(self.game, str(key).encode()).event(self.match.state)

    def apply_events(
        self, number: int, events: Sequence[int], keepsake: bytes | None, now: float
    ) -> TableChange | None:
        """It was found out what happens; None if that is not asked any more."""
        if number != self.number or not self.waits_for_chance:
            return None
        assert self.match is not None
        moves = [MadeMove(CHANCE, event, number + n) for n, event in enumerate(events)]
        change = self.advance(self.match, moves, {}, now)
        return replace(change, attachment=keepsake)

    # ── Taking back ──────────────────────────────────────────────────────────────────────────────

    def undo(self, seat: int, number: int) -> TableChange:
        """Take back what is not revealed yet, or the last move if it is as if it had not been."""
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
        match.state = self.before_last()
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
        """Is its own decision unseen, or can it take back its move and nobody has decided since?"""
        if self.row.deal is not None:
            return False
        return seat in self.decided or (not self.decided and self.can_take_back(seat))

    def can_take_back(self, seat: int) -> bool:
        """Was the last move its own and alone, did no chance follow, and did nothing show?"""
        if self.match is None or not self.moves or self.moves[-1][0] != seat or self.row.deal:
            return False
        if self.is_played_out or self.waits_for_chance or self.row.lesson:
            return False
        is_alone = self.answers[-1] not in self.answers[-2:-1]
        move, state = self.moves[-1][1], self.match.state
        return is_alone and reveals_nothing(self.before_last(), seat, move, state)

    def last_step_of(self, seat: int) -> int | None:
        """How many moves were made before the seat last decided something that all have seen."""
        for at in reversed(range(self.length)):
            if self.moves[at][0] == seat:
                while at and self.moves[at - 1][0] != CHANCE and self.is_with_next(at - 1):
                    at -= 1  # those who decided at the same time
                return at
        return None

    def is_with_next(self, at: int) -> bool:
        return self.answers[at] == self.answers[at + 1]

    def can_practise(self, seat: int) -> bool:
        """May it take back what chance or bots have answered? Not where other people sit."""
        return (
            self.has_seen_move_of(seat)
            and not self.has_other_people(self.seats[seat].person or "")
            and self.row.rematch is None
            and not self.row.lesson
            and self.row.deal is None
            and not self.row.counts
        )

    def has_seen_move_of(self, seat: int) -> bool:
        return not ended_early(self) and any(who == seat for who, _ in self.moves)

    def take_back_seen_move(
        self, seat: int, number: int, now: float, past: "PastMatch | None" = None
    ) -> TableChange:
        """Take back the last decision and all that followed; the match is practice from then on."""
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
        """The match as it was; to be found out on a thread, as all of it is played again.

        The table may change meanwhile, so what is read of it is read once and together.
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
        """As it was before that move, for everybody."""
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

    def before_last(self) -> Any:
        """The table before the last move."""
        assert self.match is not None
        if self.before is not None:
            return self.before
        return self.match.state_after(self.length - 1)

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────

    def sit(
        self, person: str, name: str, seat: int | None, link: str, now: float, away: Holidays = ()
    ) -> TableChange | None:
        """A person takes an open seat, or comes back; the match begins when none is open."""
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

    def put_bot(self, seat: int, level: int, now: float) -> TableChange:
        """A bot takes an open seat, before the match."""
        if seat >= len(self.seats) or self.seats[seat].kind != "open":
            raise NotNow(t("That seat is not free."))
        before = sum(one.kind == "bot" and one.level == level for one in self.seats)
        name = self.free_name(named([level_name(level)] * (before + 1))[-1])
        return self.with_seats({seat: {"kind": "bot", "level": level, "name": name}}, now)

    def free_name(self, name: str) -> str:
        """Nobody at the table has the name of another."""
        number, free = 1, name
        while free in self.names:
            number, free = number + 1, f"{name} {number + 1}"
        return free

    def leave(self, person: str, now: float, why: str = "left") -> TableChange | None:
        """Before the match the seat is open again; in it, a bot plays on."""
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
        change = announce(self, self.with_seats({seat: gone}, now), seat, why)
        return replace(change, row=change.row | {"ballot": {}})  # who is left may ask anew

    def set_holidays(self, person: str, away: Holidays, now: float) -> TableChange | None:
        """Somebody's holidays are other ones; None if that changes nothing here."""
        seat = self.seat_of(person)
        wanted = [[*holiday] for holiday in away]
        if seat is None or self.row.state == "over" or self.seats[seat].away == wanted:
            return None
        return self.with_seats({seat: {"away": wanted}}, now)

    def may_close(self, person: str | None) -> bool:
        """Who opened it may, while it waits; and who is the only one there."""
        if person is None or self.row.deal is not None:
            return False
        if self.row.state == "waiting":
            return self.row.owner == person
        if self.row.state == "over":
            others = any(seat.person not in (None, person) for seat in self.seats)
        else:
            others = self.has_other_people(person)
        return self.has_member(person) and not others

    def replace_program(self, seat: int, why: str) -> TableChange | None:
        """The random bot takes the seat of a program, for the rest of the match."""
        if self.seats[seat].replaced is not None or self.row.state != "running":
            return None
        return TableChange(seats={seat: {"replaced": why, "replaced_at": self.length}})

    def with_seats(self, seats: dict[int, dict[str, Any]], now: float) -> TableChange:
        """Other people at the seats; who is awaited may be a bot then, or a person."""
        there = copy(self)
        there.seats = [replace(seat, **seats.get(seat.seat, {})) for seat in self.seats]
        return there.start_if_full(seats, now)

    def start_if_full(self, seats: dict[int, dict[str, Any]], now: float) -> TableChange:
        """The match begins if no seat is open; one that has begun goes on."""
        if self.row.state == "waiting" and any(seat.kind == "open" for seat in self.seats):
            return TableChange(seats=seats)
        if self.row.state == "waiting":
            match = Match.new(self.game, self.names, self.row.options)
            return self.advance(match, [], seats, now)
        awaited = self.awaited()
        deadline = self.deadline(awaited, self.row.asked_at or now)
        return TableChange(
            row=self.awaiting_columns(awaited, now) | {"deadline": deadline}, seats=seats
        )

    # ── When somebody else has changed it ────────────────────────────────────────────────────────

    def apply_remote(self, revision: int, change: TableChange) -> bool:
        """Make a change that another worker has made; False if ours is not the table before it."""
        begins = self.match is None and change.row.get("state") is not None
        if revision != self.row.revision + 1 or change.taken_back or begins:
            return False
        if change.moves and self.match is not None:
            match, deal = replace(self.match.copy(), decided={}), self.deal.copy()
            replay_moves(change.moves, match, deal, self.has_shared_deal)
            change = replace(change, match=match, deal=deal)
        self.apply(change)
        return True

    def catch_up(self, kept: StoredTable) -> bool:
        """Take over what is kept, with the moves after ours; False if ours are not in it."""
        if kept.row.undone != self.row.undone or kept.row.length != self.length + len(kept.moves):
            return False
        if self.match is not None and [seat.name for seat in kept.seats] != self.names:
            return False
        # Until the moves are made nothing is changed here: one of them may fail, or somebody may
        # draw the match on a thread meanwhile.
        deal = self.deal.copy()
        if self.match is None:
            match = self.replayed(kept, deal)
        else:
            match = replace(self.match.copy(), decided={})
            replay_moves(kept.moves, match, deal, self.has_shared_deal)
            match.decided = moves_by_seat(kept.decisions)
        self.row, self.seats, self.before = kept.row, kept.seats, None
        self.match, self.deal = match, deal
        self.decided_at = {seat: decision.at for seat, decision in kept.decisions.items()}
        self.keepsakes |= {*kept.attachments}
        self.answers += [made.answers for made in kept.moves]
        return True

    # ── When the store has taken it ──────────────────────────────────────────────────────────────

    def apply(self, change: TableChange) -> None:
        """Make it so."""
        self.row.revision += 1
        for name, value in change.row.items():
            setattr(self.row, name, value)
        for seat, values in change.seats.items():
            for name, value in values.items():
                setattr(self.seats[seat], name, value)
        if change.attachment is not None:
            self.keepsakes.add(self.length)
        if change.match is not None:
            is_one = self.match is not None and len(change.moves) == 1
            self.before = self.match.state if is_one and self.match is not None else None
            self.match = change.match
        if change.deal is not None:
            self.deal = change.deal
        if change.decisions is not None and self.match is not None:
            # Another match, not this one changed: it may just be drawn on a thread.
            self.match = replace(self.match, decided=moves_by_seat(change.decisions))
            self.decided_at = {seat: made.at for seat, made in change.decisions.items()}
        if change.taken_back:
            del self.answers[-change.taken_back :]
            self.keepsakes -= {number for number in self.keepsakes if number >= self.length}
        self.answers += [made.answers for made in change.moves]


def ended_columns() -> TableChange:
    """Nobody is asked any more; what was hidden stays so."""
    nothing_due = {"awaited": 0, "deadline": None, "bot_due": None, "chance_due": None}
    return TableChange(row={"state": "over", "ballot": {}, **nothing_due}, decisions={})


def seconds_left(row: Row, seat: Seat, is_asked: bool, now: float) -> float | None:
    """On the clock of a person; None where there is no clock."""
    if row.clock is None or row.seconds is None or seat.kind == "bot":
        return None
    total = row.seconds - (seat.spent if row.clock == "player" else 0.0)
    if not is_asked or row.asked_at is None:
        return max(0.0, total)
    since = max(0.0, now - row.asked_at)  # the clock of the machine may have been set back
    return max(0.0, total - since + paused_seconds(seat.away, row.asked_at, now))


def secrets_match(link: str, secret: str) -> bool:
    """Compared so that nobody learns from the time it takes how much of a guess was right."""
    return bool(link) and secrets.compare_digest(link.encode(), secret.encode())


def number_at(length: int, undone: int) -> int:
    """A move taken back makes the match one shorter, and the number one higher all the same."""
    return length + 2 * undone


def replay_moves(moves: Sequence[MadeMove], match: Match, deal: Deal, is_alike: bool) -> None:
    """Make moves that were made before; the deal comes as far as the match does."""
    for made in moves:
        if made.seat == CHANCE and is_drawn_event(match, is_alike):
            deal.event(match.state)
        match.put_down(made.seat, made.move)


def is_drawn_event(match: Match, is_alike: bool) -> bool:
    """Is it chance's turn, and does it act at once?"""
    if seats_to_move(match.state) != [CHANCE]:
        return False
    return is_alike or not match.game.takes_time(match.state)


def moves_by_seat(decisions: Mapping[int, PendingDecision]) -> dict[int, int]:
    return {seat: decision.move for seat, decision in decisions.items()}


def result_columns(match: Match, seats: Mapping[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """What becomes of the seats, and how each of them came off."""
    end = ending(match.state)
    return {
        seat: seats.get(seat, {}) | {"place": standing.place, "result": end.result(seat)}
        for seat, standing in enumerate(end.seats)
    }


def reveals_nothing(before: Any, seat: int, move: int, state: Any) -> bool:
    """Would the move do the same in all worlds that anyone may take for the true one?

    Then nobody learns anything from it but the decision itself.
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
    """Are there the same bytes changed, and to the same?"""
    if not is_legal(world, seat, move):
        return False
    there = as_bytes(after(world, [(seat, move)]))
    return bool(((there != as_bytes(world)) == changed).all() and (there == truth)[changed].all())


def is_legal(state: Any, seat: int, move: int) -> bool:
    return seats_to_move(state) == [seat] and bool(has(options_of(state, seat), move))


def ended_early(table: "Table") -> bool:
    """Was it ended by those who sat there?"""
    return table.row.state == "over" and table.match is not None and not table.match.is_over
