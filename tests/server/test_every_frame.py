"""Every frame of whole matches is the same, whatever its viewer cannot see.

As many people as a game has seats for play it to its end, over real sockets of a real server, and
somebody looks on. Every frame that any of them is sent is kept. Afterwards each is made once more:
from the truth, to show that we know how it was made; and from stories in which everything that its
viewer cannot see was exchanged (`swapping.py`), in two ways. Byte by byte it must be the same.

Answers over HTTP are compared with those of a second real server, whose store holds the story.
"""

import contextlib
import functools
import random
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import delete
from websockets.exceptions import ConnectionClosed

from templetop.engine import ask, telling
from templetop.engine.game import Refusal
from templetop.engine.match import points_of
from templetop.games.shelf import take
from templetop.server import schema, sight, store
from templetop.server.models import Refused
from templetop.server.refusals import problem_of
from templetop.server.sight import Sights
from templetop.server.store import Store
from templetop.server.table import Decision, Kept, Made, Table
from tests.server.serving import Live, Person, Serving, eventually, id_of, serving, settings_in
from tests.server.swapping import (
    SWAPS,
    Trail,
    decided_in_mind,
    decided_otherwise,
    others,
    story,
)

MOST_SEATS = {"karuba": 4, "karuba_cards": 6, "cacao": 4}
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli", "Fay")
PROBES = 3  # moments of a match at which everything is asked for over HTTP
Viewer = int | None


# ── A match is played, and all that is sent is kept ──────────────────────────────────────────────


@dataclass
class Sent:
    """A frame, and who was sent it."""

    viewer: Viewer
    raw: bytes
    says: dict[str, Any]  # what is in it


@dataclass
class Tried:
    """Something that a seat may not do, with what it was told and how the table was then."""

    viewer: int
    raw: bytes
    number: int
    move: int


@dataclass
class Asked:
    """Everything that one viewer can ask for over HTTP, at one moment."""

    viewer: Viewer
    moment: "Moment"
    here: set[int]
    answers: dict[str, tuple[int, bytes]]


@dataclass
class Moment:
    """The table in the store at one number; decisions by who had decided."""

    kept: Kept
    decisions: dict[frozenset[int], dict[int, Decision]] = field(default_factory=dict)

    @property
    def moves(self) -> list[tuple[int, int]]:
        return [(made.seat, made.move) for made in self.kept.moves]


@dataclass
class Played:
    """A whole match, and all that was sent of it."""

    game: str
    moments: dict[int, Moment] = field(default_factory=dict)
    frames: list[Sent] = field(default_factory=list)
    refusals: list[Tried] = field(default_factory=list)
    answers: list[Asked] = field(default_factory=list)
    people: list[store.Person] = field(default_factory=list)
    cookies: dict[Viewer, dict[str, str]] = field(default_factory=dict)


class Tab:
    """A socket with somebody who keeps every frame."""

    def __init__(self, person: Person, live: Live) -> None:
        self.person, self.live = person, live
        self.raw: list[bytes] = []
        self.table: dict[str, Any] = {}
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                text = self.live.connection.recv()
                raw = text.encode() if isinstance(text, str) else text
                self.raw.append(raw)
                if (frame := orjson.loads(raw))["type"] == "table":
                    self.table = frame["table"]


class Playing:
    """Scripted people: they decide, take back, decide anew, and try what they may not."""

    def __init__(self, server: Serving, game: str, seed: int) -> None:
        self.server, self.game, self.chosen = server, game, random.Random(seed)
        self.people = [server.person(name) for name in NAMES[: MOST_SEATS[game]]]
        self.watcher = server.person("Wim")
        options = {"setup": "random"} if game == "karuba" else {}
        open_seats = ["open"] * (MOST_SEATS[game] - 1)
        self.id = id_of(self.people[0].open_table(game, "me", *open_seats, options=options))
        for person in self.people[1:]:
            person.sit(self.id)
        self.store: Store = server.app.state.server.hall.store
        self.played = Played(game)

    def note(self) -> Kept:
        """How the table is in the store now."""
        with self.store.engine.connect() as connection:
            kept = store.load_table(self.id, 0, connection)
        number = kept.row.length + 2 * kept.row.undone
        moment = self.played.moments.setdefault(number, Moment(kept))
        moment.decisions[frozenset(kept.decisions)] = kept.decisions
        return kept

    def play(self) -> Played:
        """To the end."""
        with contextlib.ExitStack() as stack:
            everyone = [*self.people, self.watcher]
            drawn_for = (self.people[0], self.watcher)  # drawings take the longest
            self.tabs = [
                Tab(one, stack.enter_context(one.live(self.id, drawing=one in drawn_for)))
                for one in everyone
            ]
            eventually(lambda: all(tab.table for tab in self.tabs))
            step = 0
            while (kept := self.note()).row.state != "over":
                if step % 40 == 20 and step // 40 < PROBES:
                    self.ask_for_everything(kept)
                self.step(kept)
                step += 1
            end = kept.row.length + 2 * kept.row.undone
            eventually(lambda: all(tab.table["number"] == end for tab in self.tabs))
        for tab in self.tabs:
            tab.reader.join()
        self.played.frames = [
            Sent(says["table"]["you"], raw, says["table"])
            for tab in self.tabs
            for raw in tab.raw
            if (says := orjson.loads(raw))["type"] == "table"
        ]
        return self.played

    def step(self, kept: Kept) -> None:
        """One of those who are awaited decides, or does something else first."""
        number = kept.row.length + 2 * kept.row.undone
        awaited = [seat for seat in range(len(self.people)) if kept.row.awaited >> seat & 1]
        seat = self.chosen.choice(awaited)
        tab = self.tabs[seat]
        eventually(lambda: tab.table["number"] == number and tab.table["offers"])
        if self.chosen.random() < 0.1:
            self.try_what_may_not_be(self.chosen.randrange(len(self.people)), number)
        move = self.chosen.choice(tab.table["offers"])["move"]
        tab.person.move(self.id, number, move)
        eventually(lambda: tab.table["number"] > number or tab.table["decided"] == move)
        if tab.table["can_undo"] and self.chosen.random() < 0.15:
            self.note()
            self.take_back(tab)

    def take_back(self, tab: Tab) -> None:
        before = tab.table
        tab.person.undo(self.id, before["number"])
        eventually(lambda: (tab.table["number"], tab.table["decided"]) != (
            before["number"], before["decided"]))  # fmt: skip

    def try_what_may_not_be(self, seat: int, number: int) -> None:
        """Any number of a move, of one's own seat, in turn or not; most are refused."""
        tab, move = self.tabs[seat], self.chosen.randrange(take(self.game).moves)
        offered = {offer["move"] for offer in tab.table["offers"]}
        eventually(lambda: tab.table["number"] == number)
        if move not in offered and move not in {o["move"] for o in tab.table["offers"]}:
            tried = {"number": number, "move": move}
            answer = tab.person.http.post(f"/tables/{self.id}/moves", json=tried)
            assert answer.status_code >= 400
            self.played.refusals.append(Tried(seat, answer.content, number, move))

    def ask_for_everything(self, kept: Kept) -> None:
        """By everyone, while nobody moves."""
        number = kept.row.length + 2 * kept.row.undone
        here = set(range(len(self.people)))
        eventually(lambda: all(tab.table["number"] == number for tab in self.tabs))
        moment = Moment(kept)
        for viewer, person in [*enumerate(self.people), (None, self.watcher)]:
            answers = all_answers(person, self.id, kept.row.length, viewer)
            self.played.answers.append(Asked(viewer, moment, here, answers))
            self.played.cookies[viewer] = dict(person.http.cookies)
        with self.store.engine.connect() as connection:
            rows = connection.execute(schema.PersonRow.__table__.select()).mappings()
            self.played.people = [store.Person(**row) for row in rows]


def all_answers(
    person: Person, table: str, length: int, viewer: Viewer
) -> dict[str, tuple[int, bytes]]:
    """What the server says to every question about a running match, with its status."""
    rival = 1 if viewer == 0 else 0
    paths = [
        f"/tables/{table}",
        f"/tables/{table}?drawing=false",
        f"/tables/{table}/replay",
        *(f"/tables/{table}/replay/{stop}" for stop in (length // 3, length - 1, length)),
        f"/tables/{table}/replay/{length}?seat={rival}",
        f"/tables/{table}/replay/{length}?sight=open",
        f"/tables/{table}/match",
        f"/tables/{table}/hint",
        "/tables?which=running",
        "/tables?which=mine",
    ]
    answers = {path: person.http.get(path) for path in paths}
    return {path: (answer.status_code, answer.content) for path, answer in answers.items()}


# ── Each frame is made again ─────────────────────────────────────────────────────────────────────


class Again:
    """A table that follows a match, as it was or as a story tells it, to make its frames again."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.sights: Sights | None = None

    def follow(self, kept: Kept, moves: list[tuple[int, int]]) -> Table:
        """The same row and seats, and these moves."""
        made = [
            Made(seat, move, true.answers)
            for (seat, move), true in zip(moves, kept.moves, strict=True)
        ]
        known = 0 if self.table is None else self.table.length
        row, seats = replace(kept.row), [replace(seat) for seat in kept.seats]
        if (
            self.table is None
            or self.table.made != moves[:known]
            or not self.table.catch_up(Kept(row, seats, made[known:], {}))
        ):
            self.table = Table(Kept(row, seats, made, {}))
            self.sights = Sights(self.table)
        assert self.table.match is not None
        self.table.row.standing = points_of(self.table.match.state, len(seats)).tolist()
        return self.table

    def frame(self, sent: Sent, decisions: dict[int, Decision]) -> bytes:
        assert self.table is not None
        assert self.sights is not None
        here = {seat["seat"] for seat in sent.says["seats"] if seat["is_here"]}
        self.table.decisions = decisions
        return self.sights.frame(sent.viewer, here, 0.0, with_drawing=bool(sent.says["drawing"]))


def check_every_frame(played: Played, frames: list[Sent], swap: str | None) -> Counter[str]:
    """Raises an AssertionError for the first that differs. `swap` None: made from the truth."""
    game = take(played.game)
    counted: Counter[str] = Counter()
    trail = Trail(game, [game.start(MOST_SEATS[played.game], options_of(played))])
    for viewer in [*range(MOST_SEATS[played.game]), None]:
        again, told = Again(), Told()
        for sent in (one for one in frames if one.viewer == viewer):
            moment = played.moments[sent.says["number"]]
            decisions = decisions_then(moment, sent)
            moves = moment.moves
            if swap is not None and sent.says["state"] != "over":
                trail.follow(moves)
                moves, decisions = told.instead(trail, viewer, decisions, swap)
            again.follow(moment.kept, moves)
            remade = again.frame(sent, decisions)
            assert remade == sent.raw, difference(sent, remade)
            counted["frames"] += 1
            counted["hands"] += moves != moment.moves
            counted["decisions"] += decisions != decisions_then(moment, sent)
    return counted


def difference(sent: Sent, remade: bytes) -> str:
    """In which part of the frame; for whoever has to find the leak."""
    other = orjson.loads(remade)["table"]
    parts = [part for part in other if other[part] != sent.says[part]]
    where = f"at {sent.says['number']}, for {sent.viewer}"
    return f"{where}: {[(part, sent.says[part], other[part]) for part in parts]}"[:2_000]


def options_of(played: Played) -> dict[str, str]:
    return next(iter(played.moments.values())).kept.row.options


def decisions_then(moment: Moment, sent: Sent) -> dict[int, Decision]:
    """Those that were open when a frame was made; one's own is in it."""
    decided = frozenset(seat["seat"] for seat in sent.says["seats"] if seat["has_decided"])
    known: dict[int, Decision] = {}
    for decisions in moment.decisions.values():
        known |= decisions
    found = {seat: known[seat] for seat in decided}
    if sent.viewer in decided and sent.viewer is not None:
        found[sent.viewer] = Decision(sent.says["decided"], 0.0)
    return found


class Told:
    """The story that is told to one viewer; a new one as soon as a hidden hand has changed."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, int]] = []
        self.true: list[tuple[int, int]] = []
        self.trail: Trail | None = None

    def instead(
        self, trail: Trail, viewer: Viewer, decisions: dict[int, Decision], swap: str
    ) -> tuple[list[tuple[int, int]], dict[int, Decision]]:
        """Other moves, and other open decisions of others."""
        number = len(trail.moves)
        open_moves = {seat: decision.move for seat, decision in decisions.items()}
        if self.has_to_be_new(trail, viewer):
            hands = SWAPS[swap](trail, number, viewer)
            self.moves = story(trail, number, hands, seed=number)
        else:
            self.moves = [*self.moves, *trail.moves[len(self.true) :]]
        self.true = [*trail.moves]
        instead = self.decided(trail, viewer, open_moves, swap) if open_moves else {}
        swapped = {seat: Decision(instead.get(seat, d.move), d.at) for seat, d in decisions.items()}
        return self.moves, swapped

    def has_to_be_new(self, trail: Trail, viewer: Viewer) -> bool:
        """Somebody else has drawn or spent something, or a move was taken back."""
        known, number = len(self.true), len(trail.moves)
        if not known or self.true != trail.moves[:known]:
            return True
        return any(trail.events(seat, known, number) for seat in others(trail, viewer))

    def decided(
        self, trail: Trail, viewer: Viewer, decisions: dict[int, int], swap: str
    ) -> dict[int, int]:
        self.trail = self.trail or Trail(trail.game, [trail.states[0]])
        self.trail.follow(self.moves)
        instead = decided_otherwise(self.trail.states[-1], decisions, viewer)
        if swap == "exchanged":
            return instead
        return decided_in_mind(self.trail.states[-1], instead, viewer)


# ── The tests ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(settings_in(tmp_path_factory.mktemp("real"))) as server:
        yield server


@pytest.fixture(scope="module")
def played_once(real: Serving) -> Callable[[str], Played]:
    return functools.cache(lambda game: Playing(real, game, seed=4).play())


@pytest.fixture(params=MOST_SEATS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def played(game: str, played_once: Callable[[str], Played]) -> Played:
    return played_once(game)


def test_every_frame_is_made_of_the_truth_as_we_think(played: Played) -> None:
    counted = check_every_frame(played, played.frames, swap=None)
    assert counted["frames"] == len(played.frames) > 100
    assert {sent.viewer for sent in played.frames} == {None, *range(MOST_SEATS[played.game])}
    assert played.frames[-1].says["state"] == "over"


@pytest.mark.parametrize("swap", SWAPS)
def test_every_frame_is_the_same_whatever_its_viewer_cannot_see(played: Played, swap: str) -> None:
    counted = check_every_frame(played, played.frames, swap)
    assert counted["frames"] == len(played.frames)
    hides = {"karuba": 0.0, "karuba_cards": 0.7, "cacao": 0.7}[played.game]
    decides_unseen = {"karuba": 0.4, "karuba_cards": 0.4, "cacao": 0.0}[played.game]
    assert counted["hands"] >= hides * len(played.frames), "little was hidden, so little was tested"
    assert counted["decisions"] >= decides_unseen * len(played.frames), counted


def test_every_refusal_is_the_same_as_well(played: Played) -> None:
    """Whatever somebody tried: why it cannot be says nothing about what they do not see."""
    game = take(played.game)
    trail = Trail(game, [game.start(MOST_SEATS[played.game], options_of(played))])
    assert len(played.refusals) > 5
    for tried in played.refusals:
        moment = played.moments[tried.number]
        trail.follow(moment.moves)
        stories = [Told().instead(trail, tried.viewer, {}, swap)[0] for swap in SWAPS]
        for moves in [moment.moves, *stories]:
            table = Again().follow(moment.kept, moves)
            with pytest.raises(Refusal) as refused:
                table.decide(tried.viewer, tried.number, tried.move, 0.0)
            again = orjson.dumps(Refused(problem_of(refused.value)))
            assert again == tried.raw


@pytest.mark.parametrize("swap", SWAPS)
def test_every_answer_over_http_is_the_same(
    played: Played, swap: str, real: Serving, tmp_path: Path
) -> None:
    game, seats = take(played.game), MOST_SEATS[played.game]
    trail = Trail(game, [game.start(seats, options_of(played))])
    assert len(played.answers) == PROBES * (seats + 1)
    with mirror(real, played, tmp_path) as other:
        for asked in played.answers:
            kept = asked.moment.kept
            trail.follow(asked.moment.moves)
            moves, decisions = Told().instead(trail, asked.viewer, kept.decisions, swap)
            put(other, Again().follow(kept, moves), decisions, asked.here)
            person = other.stranger()
            person.http.cookies.update(played.cookies[asked.viewer])
            answers = all_answers(person, kept.row.id, kept.row.length, asked.viewer)
            assert answers == asked.answers


@contextlib.contextmanager
def mirror(real: Serving, played: Played, folder: Path) -> Iterator[Serving]:
    """Another server that knows the same people by the same cookies."""
    settings = settings_in(folder)
    Path(settings.data).mkdir(parents=True)
    shutil.copy(Path(real.app.state.server.settings.data, "secret"), settings.data)
    with serving(settings) as other:
        with other.app.state.server.hall.store.engine.begin() as connection:
            for person in played.people:
                store.add_person(person, connection)
        yield other


def put(server: Serving, table: Table, decisions: dict[int, Decision], here: set[int]) -> None:
    """This table instead of the one it has, and these people there."""
    hall = server.app.state.server.hall
    assert table.match is not None
    made = [
        Made(seat, move, answers)
        for (seat, move), answers in zip(table.made, table.answers, strict=True)
    ]
    with hall.store.engine.begin() as connection:
        for row in (schema.DecisionRow, schema.MoveRow, schema.SeatRow):
            connection.execute(delete(row).where(row.table == table.id))
        connection.execute(delete(schema.TableRow).where(schema.TableRow.id == table.id))
        store.add_table(Kept(table.row, table.seats, made, {}), None, connection)
        if decisions:
            store.write_decisions(table.id, table.length, decisions, connection)
    hall.places.pop(table.id, None)
    hall.bell.others_here = lambda table_id: here


# ── The comparison can fail ──────────────────────────────────────────────────────────────────────


def show_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the seat to the left holds lies in the view."""
    truly = sight.seen

    def seen(table: Table, viewer: Viewer) -> sight.Seen:
        assert table.match is not None
        found, rival = truly(table, viewer), 1 if viewer is None else (viewer + 1) % 4
        hand = table.match.state.players[rival]["hand"].tolist()
        return replace(found, view={"view": found.view, "hand": hand})

    monkeypatch.setattr(sight, "seen", seen)


def tell_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log says to everyone what it should say to one."""

    def words_for(state: Any, seat: int, move: int, viewer: Viewer) -> str:
        return ask.game_of(state).say(state, seat, move)

    monkeypatch.setattr(telling, "words_for", words_for)


def show_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level of a seat is the number of the move that it has decided on."""
    truly = sight.seat_views

    def seat_views(table: Table, *others: Any) -> list[Any]:
        return [
            replace(seat, level=table.decisions[seat.seat].move if seat.has_decided else None)
            for seat in truly(table, *others)
        ]

    monkeypatch.setattr(sight, "seat_views", seat_views)


LEAKS = {  # where something of the kind is hidden
    show_a_hand: ("karuba_cards", "cacao"),
    tell_what_is_drawn: ("karuba_cards", "cacao"),
    show_decisions: ("karuba", "karuba_cards"),
}
PUT_IN = [
    pytest.param(game, leak, id=f"{game}-{leak.__name__}")
    for leak, games in LEAKS.items()
    for game in games
]


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize(("game", "leak"), PUT_IN)
def test_a_secret_that_is_put_in_is_found(
    played: Played, leak: Any, swap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [sent for sent in played.frames if sent.viewer in (0, None)]
    some = [sent for sent in some if sent.says["state"] == "running" and sent.says["moves"] < 60]
    leak(monkeypatch)
    leaking = []
    for sent in some:
        moment, again = played.moments[sent.says["number"]], Again()
        again.follow(moment.kept, moment.moves)
        leaking.append(replace(sent, raw=again.frame(sent, decisions_then(moment, sent))))
    check_every_frame(played, leaking, swap=None)
    with pytest.raises(AssertionError, match=r"for (0|None)"):
        check_every_frame(played, leaking, swap)
