"""Every frame of a match is the same, whatever its viewer cannot see.

As many people as a game has seats for play it, over real sockets of a real server, and somebody
looks on: in one game to its end, and by `make test-all` in every game; in the others for a while.
Every frame that any of them is sent is kept. Afterwards each is made once more: from the truth, to
show that we know how it was made; and from a match in which everything that its viewer cannot see
was exchanged (`swapping.py`), in two ways. Byte by byte it must be the same.

Answers over HTTP are compared with those of a second real server, which has that match instead.
"""

import contextlib
import functools
import itertools
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
from _pytest.mark import ParameterSet
from sqlalchemy import delete, insert, select
from websockets.exceptions import ConnectionClosed

from templetop.engine import telling
from templetop.engine.ending import points_of
from templetop.engine.match import Moves
from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGLISH
from templetop.games.shelf import ready_games, take
from templetop.server.api_models import Refused
from templetop.server.bots import bot_pool
from templetop.server.core.refusals import problem_view
from templetop.server.core.settings import Settings
from templetop.server.store import database, person_store, schema
from templetop.server.store.change import PendingDecision, StoredTable
from templetop.server.store.database import Store
from templetop.server.tables import deal_key, view_builder
from templetop.server.tables.room import TableRoom
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import MoveLog, ViewBuilder, ViewerView
from tests.every_game.swaps import games_with_secrets
from tests.every_game.tables import cut_short
from tests.server.held import experiment_at_once
from tests.server.serving import (
    Live,
    Person,
    Serving,
    eventually,
    id_of,
    serving,
    settings_in,
    shown,
)
from tests.server.swapping import SWAPS, Mirror, Mirrored, MirroredWay, Trail, Viewer

NAMES = ("Ann", "Ben", "Cem", "Dee")  # one acts, one is concerned, and two have only heard of it
FEW = 60  # moves, after which a secret that was put in is found
SOME_WAY = 30  # decisions of which every frame is looked at where a match is not played to its end
TO_THE_END = 100_000
PROBES = 3  # moments of a match at which everything is asked for over HTTP


def options_for(game: str) -> dict[str, str]:
    """Not placing everything by hand, and not for hours: every frame has all of the log."""
    is_placed = any(option.name == "setup" for option in take(game).options)
    return ({"setup": "random"} if is_placed else {}) | cut_short(take(game))


def seats_at(game: str) -> int:
    """As many as can play, and have a name here."""
    return min(len(NAMES), max(take(game).seats_for(options_for(game))))


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
    decisions: dict[int, PendingDecision]  # of those who had decided


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

    kept: StoredTable
    decisions: dict[frozenset[int], dict[int, PendingDecision]] = field(default_factory=dict)

    @property
    def moves(self) -> Moves:
        return [(made.seat, made.move) for made in self.kept.moves]

    def before(self, number: int) -> "Moment":
        """How the table was earlier, when nobody noted it: before chance had acted."""
        length, row = number - 2 * self.kept.row.undone, self.kept.row
        keepsakes = [one for one in self.kept.attachments if one < length]
        row = replace(row, length=length, state="running")
        seats = [replace(seat, place=None, result=None) for seat in self.kept.seats]
        return Moment(StoredTable(row, seats, self.kept.moves[:length], {}, keepsakes))


@dataclass
class Played:
    """A whole match, and all that was sent of it."""

    game: str
    server: Serving
    moments: dict[int, Moment] = field(default_factory=dict)
    frames: list[Sent] = field(default_factory=list)
    refusals: list[Tried] = field(default_factory=list)
    answers: list[Asked] = field(default_factory=list)
    people: list[person_store.Person] = field(default_factory=list)
    sessions: list[dict[str, Any]] = field(default_factory=list)
    keepsakes: dict[int, bytes] = field(default_factory=dict)
    cookies: dict[Viewer, dict[str, str]] = field(default_factory=dict)

    def moment(self, number: int) -> Moment:
        if number not in self.moments:
            later = min(known for known in self.moments if known > number)
            self.moments[number] = self.moments[later].before(number)
        return self.moments[number]


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
                self.table = shown(self.table, orjson.loads(self.live.connection.recv()))
                # As if all of it had been sent: what is not there now was there before.
                self.raw.append(orjson.dumps({"table": self.table, "type": "table"}))


class Playing:
    """Scripted people: they decide, take back, decide anew, and try what they may not."""

    def __init__(self, server: Serving, game: str, seed: int) -> None:
        self.server, self.game, self.chosen = server, game, random.Random(seed)
        self.people = [server.person(name) for name in NAMES[: seats_at(game)]]
        self.watcher = server.person("Wim")
        seats = ["me", *["open"] * (seats_at(game) - 1)]
        self.id = id_of(self.people[0].open_table(game, *seats, options=options_for(game)))
        for person in self.people[1:]:
            person.sit(self.id)
        self.store: Store = server.app.state.server.table_service.store
        self.played = Played(game, server)

    def note(self) -> StoredTable:
        """How the table is in the store now."""
        with self.store.engine.connect() as connection:
            kept = database.load_table(self.id, 0, connection)
        number = kept.row.length + 2 * kept.row.undone
        moment = self.played.moments.setdefault(number, Moment(kept))
        moment.decisions[frozenset(kept.decisions)] = kept.decisions
        return kept

    def play(self, most: int) -> Played:
        """So many decisions, or to the end."""
        with contextlib.ExitStack() as stack:
            everyone = [*self.people, self.watcher]
            drawn_for = (self.people[0], self.watcher)  # drawings take the longest
            self.tabs = [
                Tab(one, stack.enter_context(one.live(self.id, drawing=one in drawn_for)))
                for one in everyone
            ]
            eventually(lambda: all(tab.table for tab in self.tabs))
            step = 0
            while (kept := self.note_decision_asked()).row.state != "over" and step < most:
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
            for says in [orjson.loads(raw)]
        ]
        return self.played

    def note_decision_asked(self) -> StoredTable:
        """How it is as soon as chance is not awaited; and before, if it is."""
        while (kept := self.note()).row.chance_due is not None:
            number = kept.row.length + 2 * kept.row.undone
            eventually(lambda: self.tabs[0].table["number"] > number)  # noqa: B023
        return kept

    def step(self, kept: StoredTable) -> None:
        """One of those who are awaited decides, or does something else first."""
        number = kept.row.length + 2 * kept.row.undone
        awaited = [seat for seat in range(len(self.people)) if kept.row.awaited >> seat & 1]
        seat = self.chosen.choice(awaited)
        tab = self.tabs[seat]
        eventually(lambda: tab.table["number"] == number and tab.table["offers"])
        if self.chosen.random() < 0.3:
            self.try_what_may_not_be(self.chosen.randrange(len(self.people)), number, kept)
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

    def try_what_may_not_be(self, seat: int, number: int, kept: StoredTable) -> None:
        """Any number of a move that is not offered, of one's own seat, in turn or not."""
        tab, count = self.tabs[seat], take(self.game).moves.count
        eventually(lambda: tab.table["number"] == number)
        offered = {offer["move"] for offer in tab.table["offers"]}
        move = self.chosen.choice([one for one in range(count + 1) if one not in offered])
        tried = {"number": number, "move": move}
        answer = tab.person.http.post(f"/tables/{self.id}/moves", json=tried)
        assert answer.status_code >= 400
        self.played.refusals.append(Tried(seat, answer.content, number, move, kept.decisions))

    def ask_for_everything(self, kept: StoredTable) -> None:
        """By everyone, while nobody moves."""
        number = kept.row.length + 2 * kept.row.undone
        here = set(range(len(self.people)))
        eventually(lambda: all(tab.table["number"] == number for tab in self.tabs))
        moment = Moment(kept)
        for viewer, person in [*enumerate(self.people), (None, self.watcher)]:
            answers = all_answers(person, kept, viewer)
            self.played.answers.append(Asked(viewer, moment, here, answers))
            self.played.cookies[viewer] = dict(person.http.cookies)
        with self.store.engine.connect() as connection:
            rows = connection.execute(schema.PersonRow.__table__.select()).mappings()
            self.played.people = [person_store.Person(**row) for row in rows]
            sessions = connection.execute(schema.SessionRow.__table__.select()).mappings()
            self.played.sessions = [dict(session) for session in sessions]
            for number in kept.attachments:
                body = database.load_attachment(self.id, number, connection)
                self.played.keepsakes[number] = body


def all_answers(person: Person, kept: StoredTable, viewer: Viewer) -> dict[str, tuple[int, bytes]]:
    """What the server says to every question about a running match, with its status."""
    table, length, rival = kept.row.id, kept.row.length, 1 if viewer == 0 else 0
    paths = [
        f"/tables/{table}",
        f"/tables/{table}?drawing=false",
        f"/tables/{table}/replay",
        *(f"/tables/{table}/replay/{stop}" for stop in (length // 3, length - 1, length)),
        f"/tables/{table}/replay/{length}?seat={rival}",
        f"/tables/{table}/replay/{length}?sight=open",
        f"/tables/{table}/match",
        f"/tables/{table}/hint",
        *(f"/tables/{table}/keepsakes/{number}" for number in {0, *kept.attachments}),
        "/tables?which=running",
        "/tables?which=mine",
    ]
    answers = {path: person.http.get(path) for path in paths}
    return {path: (answer.status_code, answer.content) for path, answer in answers.items()}


# ── Each frame is made again ─────────────────────────────────────────────────────────────────────


class Again:
    """A table that follows a match, as it was or as it may have been, to make its frames again."""

    def __init__(self, played: Played, viewer: Viewer, swap: str | None) -> None:
        game = take(played.game)
        start = game.start(seats_at(played.game), options_of(played))
        self.played = played
        self.table: Table | None = None
        self.view_builder: ViewBuilder | None = None
        self.truth: Any = None  # the match as it was
        self.log: MoveLog | None = None
        self.mirror = Mirror(Trail(game, start), viewer, swap) if swap else None

    def follow(self, kept: StoredTable, decisions: dict[int, PendingDecision]) -> Table:
        """The same row and seats, these decisions, and perhaps another match."""
        row, seats = replace(kept.row), [replace(seat) for seat in kept.seats]
        known = 0 if self.table is None else self.table.length
        if self.table is not None:
            self.table.match = self.truth
        made = [(one.seat, one.move) for one in kept.moves[:known]]
        later = StoredTable(row, seats, kept.moves[known:], decisions, kept.attachments)
        if self.table is None or self.table.moves != made or not self.table.catch_up(later):
            self.table = Table(StoredTable(row, seats, kept.moves, decisions, kept.attachments))
            self.view_builder = ViewBuilder(self.table)
        self.truth = self.table.match
        if self.mirror is not None and row.state != "over":
            self.exchange(self.table, self.mirror)
        assert self.table.match is not None
        self.table.row.standing = points_of(self.table.match.state).tolist()
        return self.table

    def exchange(self, table: Table, mirror: Mirror) -> None:
        """Another match in place of the true one, and what was told of that."""
        stayed = mirror.follow(self.truth.moves)
        table.match, table.state_before = mirror.match(self.truth), None
        told = sum(len(step) for _, step in mirror.pairs[:stayed])
        if self.log is None or self.log.length != told:
            self.log, stayed = MoveLog(table.match, table.names, table.attachments), 0
        self.log.attachments = table.attachments  # the table may be a new one
        for world, step in mirror.pairs[stayed:]:
            self.log.narrate_step(world, step)
        self.view_builder = ViewBuilder(table)
        self.view_builder.logs = {ENGLISH: self.log}

    def frame(self, sent: Sent) -> bytes:
        assert self.view_builder is not None
        here = {seat["seat"] for seat in sent.says["seats"] if seat["is_here"]}
        with_drawing = bool(sent.says["drawing"])
        return self.view_builder.frame(sent.viewer, here, 0.0, with_drawing).table_message


@contextlib.contextmanager
def drawn_once() -> Iterator[None]:
    """Between two decisions of others a table looks the same, and to draw it takes the longest."""
    truly, drawn = view_builder.text_drawing, dict[tuple[bytes, Viewer], str]()

    def sketch(match: Any, state: Any, viewer: Viewer) -> str:
        key = state.tobytes(), viewer
        if key not in drawn:
            drawn[key] = truly(match, state, viewer)
        return drawn[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_builder, "text_drawing", sketch)
        yield


@drawn_once()
def check_every_frame(played: Played, frames: list[Sent], swap: str | None) -> Counter[str]:
    """Raises an AssertionError for the first that differs. `swap` None: made from the truth."""
    counted: Counter[str] = Counter()
    for viewer in [*range(seats_at(played.game)), None]:
        again = Again(played, viewer, swap)
        for sent in (one for one in frames if one.viewer == viewer):
            moment = played.moment(sent.says["number"])
            table = again.follow(moment.kept, decisions_then(moment, sent))
            remade = again.frame(sent)
            assert remade == sent.raw, difference(sent, remade)
            assert table.match is not None
            counted["frames"] += 1
            counted["hidden"] += table.match.state.tobytes() != again.truth.state.tobytes()
            counted["decisions"] += table.decided != again.truth.decided
            counted["decided"] += any(seat != viewer for seat in table.decided)
        if again.mirror is not None:
            counted["steps"] += len(again.mirror.pairs)
            counted["exchanged"] += again.mirror.exchanged
            counted["others"] += again.mirror.others
    return counted


def difference(sent: Sent, remade: bytes) -> str:
    """In which part of the frame; for whoever has to find the leak."""
    other = orjson.loads(remade)["table"]
    parts = [part for part in other if other[part] != sent.says[part]]
    where = f"at {sent.says['number']}, for {sent.viewer}"
    return f"{where}: {[(part, sent.says[part], other[part]) for part in parts]}"[:2_000]


def parted(path: str, one: bytes, other: bytes) -> str:
    """Where two answers begin to differ; for whoever has to find the leak."""
    pairs = zip(one, other, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return f"{path}: …{one[same - 60 : same + 60]!r}, not {other[same - 60 : same + 60]!r}"


def options_of(played: Played) -> dict[str, str]:
    return next(iter(played.moments.values())).kept.row.options


def decisions_then(moment: Moment, sent: Sent) -> dict[int, PendingDecision]:
    """Those that were open when a frame was made; one's own is in it."""
    decided = frozenset(seat["seat"] for seat in sent.says["seats"] if seat["has_decided"])
    known: dict[int, PendingDecision] = {}
    for decisions in moment.decisions.values():
        known |= decisions
    found = {seat: known[seat] for seat in decided}
    if sent.viewer in decided and sent.viewer is not None:
        found[sent.viewer] = PendingDecision(sent.says["decided"], 0.0)
    return found


# ── The tests ────────────────────────────────────────────────────────────────────────────────────


Way = tuple[str, int]  # a game, and how many decisions of it


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All servers here know people by the same cookies."""
    file = tmp_path_factory.mktemp("secret") / "secret"
    with serving(settings_in(file.parent)) as server:
        shutil.copy(Path(server.app.state.server.settings.data, "secret"), file)
    return file


@pytest.fixture(scope="module")
def played_once(
    secret: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Way], Played]]:
    with contextlib.ExitStack() as stack:

        @functools.cache
        def played(way: Way) -> Played:
            """At a server of its own, with the same luck whichever test comes first."""
            game, most = way
            settings = settings_that_know(secret, tmp_path_factory.mktemp(game))
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(deal_key, "new_secret", lambda: "4f" * deal_key.KEY_BYTES)
                playing = Playing(stack.enter_context(serving(settings)), game, seed=4)
                if most < TO_THE_END:
                    patch.setattr(bot_pool, "experiment_in_worker", experiment_at_once)
                return playing.play(most)

        yield played


def settings_that_know(secret: Path, folder: Path) -> Settings:
    settings = settings_in(folder)
    Path(settings.data).mkdir(parents=True)
    shutil.copy(secret, settings.data)
    return settings


WHOLE = "heist"  # the game that is always played to its end
WAYS = [(game, most) for game in ready_games() for most in (SOME_WAY, TO_THE_END)]


def is_usual(way: Way) -> bool:
    """Is it played by `make test`?"""
    game, most = way
    return (most == TO_THE_END) == (game == WHOLE)


def case(way: Way, *others: Any, is_usual: bool) -> ParameterSet:
    game, most = way
    name = "-".join(
        [game, "to_the_end" if most == TO_THE_END else "some_way", *map(name_of, others)]
    )
    return pytest.param(way, *others, id=name, marks=[] if is_usual else [pytest.mark.slow])


def name_of(about: Any) -> str:
    return str(getattr(about, "__name__", about))


@pytest.fixture(  # so that those of a game come together
    params=[case(way, is_usual=is_usual(way)) for way in WAYS], scope="module"
)
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found


@pytest.fixture
def played(way: Way, played_once: Callable[[Way], Played]) -> Played:
    return played_once(way)


def test_every_frame_is_made_of_the_truth_as_we_think(played: Played, way: Way) -> None:
    """All frames are made again below; here those of two seats tell what went wrong with that."""
    some = [sent for sent in played.frames if sent.viewer in (1, seats_at(played.game) - 1)]
    assert check_every_frame(played, some, swap=None)["frames"] == len(some) > 50
    assert {sent.viewer for sent in played.frames} == {None, *range(seats_at(played.game))}
    assert len(played.frames) > 100
    if way[1] == TO_THE_END:
        assert played.frames[-1].says["state"] == "over"


def ways_swapped() -> list[ParameterSet]:
    """Every match with both swaps; without `make test-all`, with one or the other."""
    games = ready_games()
    return [
        case(way, swap, is_usual=is_usual(way) and (games.index(way[0]) + n) % len(SWAPS) == 0)
        for way in WAYS
        for n, swap in enumerate(SWAPS)
    ]


@pytest.mark.parametrize(("way", "swap"), ways_swapped())
def test_every_frame_is_the_same_whatever_its_viewer_cannot_see(played: Played, swap: str) -> None:
    counted = check_every_frame(played, played.frames, swap)
    assert counted["frames"] == len(played.frames)
    if played.game in games_with_secrets():
        assert counted["hidden"] > 0.6 * counted["frames"], "little was hidden"
        assert counted["exchanged"] > 0.2 * counted["steps"], "little was told otherwise"
        assert counted["others"] > 0.02 * counted["steps"], "chance hardly ever did something else"
    assert counted["decisions"] >= 0.9 * counted["decided"], "few have decided otherwise"


def test_every_refusal_is_the_same_as_well(played: Played) -> None:
    """Whatever somebody tried: why it cannot be says nothing about what they do not see."""
    assert len(played.refusals) > 5
    by_viewer = sorted(played.refusals, key=lambda tried: tried.viewer)
    for viewer, tries in itertools.groupby(by_viewer, key=lambda tried: tried.viewer):
        made = [Again(played, viewer, swap) for swap in (None, *SWAPS)]
        for tried, again in itertools.product(tries, made):
            moment = played.moment(tried.number)
            table = again.follow(moment.kept, tried.decisions)
            with pytest.raises(Refusal) as refused:
                table.decide(tried.viewer, tried.number, tried.move, 0.0)
            assert orjson.dumps(Refused(problem_view(refused.value))) == tried.raw


def test_the_key_of_the_tables_luck_is_sent_to_nobody(played: Played) -> None:
    key = next(iter(played.moments.values())).kept.row.secret.encode()
    assert len(key) == 64
    sent = [frame.raw for frame in played.frames] + [tried.raw for tried in played.refusals]
    sent += [body for asked in played.answers for _, body in asked.answers.values()]
    sent.append(
        played.server.stranger().http.get(f"/tables/{played.frames[0].says['id']}/match").content
    )
    assert not any(key in one or bytes.fromhex(key.decode()) in one for one in sent)


def test_every_answer_over_http_is_the_same(played: Played, mirror: Serving) -> None:
    assert len(played.answers) % (seats_at(played.game) + 1) == 0
    assert played.answers
    with mirror.app.state.server.table_service.store.engine.begin() as connection:
        known = {*connection.execute(select(schema.PersonRow.id)).scalars()}
        for person in played.people:
            if person.id not in known:
                person_store.add_person(person, connection)
        begun = {*connection.execute(select(schema.SessionRow.id)).scalars()}
        for session in played.sessions:
            if session["id"] not in begun:
                connection.execute(insert(schema.SessionRow).values(**session))
    by_viewer = {
        (viewer, swap): Again(played, viewer, swap) for viewer in played.cookies for swap in SWAPS
    }
    for asked, swap in itertools.product(played.answers, SWAPS):
        kept, again = asked.moment.kept, by_viewer[asked.viewer, swap]
        again.follow(kept, kept.decisions)
        put(mirror, again, kept, asked.here)
        visitor = mirror.stranger()
        visitor.http.cookies.update(played.cookies[asked.viewer])
        answers = all_answers(visitor, kept, asked.viewer)
        assert answers.keys() == asked.answers.keys()
        for path, answer in answers.items():
            assert answer == asked.answers[path], parted(path, answer[1], asked.answers[path][1])
    take_away(mirror, played.frames[0].says["id"])


@pytest.fixture(scope="module")
def mirror(secret: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Another server that knows the same people by the same cookies."""
    settings = settings_that_know(secret, tmp_path_factory.mktemp("mirror"))
    with serving(settings) as other, pytest.MonkeyPatch.context() as patch:
        # What is put into its store behind its back is not to be looked up there.
        patch.setattr(other.app.state.server.table_service.store, "changed_elsewhere", never)
        yield other


async def never() -> bool:
    return False


def put(server: Serving, again: Again, kept: StoredTable, here: set[int]) -> None:
    """This table instead of the one it has, and these people there."""
    table_service, table = server.app.state.server.table_service, again.table
    assert table is not None
    assert again.view_builder is not None
    take_away(server, table.id)
    with table_service.store.engine.begin() as connection:
        database.add_table(StoredTable(table.row, table.seats, [], {}), None, connection)
        for number, body in kept_bodies(kept, again.played).items():
            keepsake = {"table": table.id, "number": number, "body": body}
            connection.execute(insert(schema.AttachmentRow), keepsake)
    room = table_service.rooms[table.id] = TableRoom(table)
    room.view_builder = again.view_builder
    if isinstance(table.match, Mirrored):
        room.replays.latest, room.replays.undone = MirroredWay(table.match), table.row.undone
    table_service.bus.remote_seats = lambda table_id: here


def take_away(server: Serving, table: str) -> None:
    rows = (schema.DecisionRow, schema.MoveRow, schema.AttachmentRow, schema.SeatRow)
    with server.app.state.server.table_service.store.engine.begin() as connection:
        for row in rows:
            connection.execute(delete(row).where(row.table == table))
        connection.execute(delete(schema.TableRow).where(schema.TableRow.id == table))


def kept_bodies(kept: StoredTable, played: Played) -> dict[int, bytes]:
    """What was kept beside the events."""
    return {number: played.keepsakes[number] for number in kept.attachments}


# ── The comparison can fail ──────────────────────────────────────────────────────────────────────


def show_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that lies on the table lies in the view."""
    truly = view_builder.viewer_view

    def look(table: Table, viewer: Viewer) -> ViewerView:
        assert table.match is not None
        found = truly(table, viewer)
        return replace(found, view={"view": found.view, "all": table.match.state.tobytes().hex()})

    monkeypatch.setattr(view_builder, "viewer_view", look)


def tell_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log says to everyone what it should say to one."""
    truly = telling.told_to

    def told_to(viewer: Viewer, *others: Any) -> Any:
        number, state, seat, move, *_ = others
        return truly(viewer, number, state, seat, move, is_open=True)

    for module in (telling, view_builder):
        monkeypatch.setattr(module, "told_to", told_to)


def show_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level of a seat is the number of the move that it has decided on."""
    truly = view_builder.seat_views

    def seat_views(table: Table, *others: Any) -> list[Any]:
        return [replace(seat, level=table.decided.get(seat.seat)) for seat in truly(table, *others)]

    monkeypatch.setattr(view_builder, "seat_views", seat_views)


def decide_together() -> list[str]:
    """The games in which a seat that has decided waits for others, by the words of their phases.

    In a match that is cut short nobody may come to it; test_secrets.py looks for that.
    """
    return [
        game
        for game in ready_games()
        if any(phase.decided for phase in take(game).phases) and "rounds" not in options_for(game)
    ]


LEAKS = {  # where something of the kind is hidden
    show_all: games_with_secrets(),
    tell_all: games_with_secrets(),
    show_decisions: decide_together(),
}
PUT_IN = [
    case(way, leak, is_usual=True)
    for leak, games in LEAKS.items()
    for way in WAYS
    if way[0] in games and is_usual(way)
]


@pytest.mark.parametrize(("way", "leak"), PUT_IN)
def test_a_secret_that_is_put_in_is_found(
    played: Played, leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [sent for sent in played.frames if sent.viewer in (0, None)]
    some = [sent for sent in some if sent.says["state"] == "running" and sent.says["moves"] < FEW]
    leak(monkeypatch)
    again = {viewer: Again(played, viewer, None) for viewer in (0, None)}
    leaking = []
    for sent in some:
        moment, made = played.moment(sent.says["number"]), again[sent.viewer]
        made.follow(moment.kept, decisions_then(moment, sent))
        leaking.append(replace(sent, raw=made.frame(sent)))
    check_every_frame(played, leaking, swap=None)
    for swap in SWAPS:
        with pytest.raises(AssertionError, match=r"for (0|None)"):
            check_every_frame(played, leaking, swap)
