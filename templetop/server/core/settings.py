"""Where the server keeps things, and how much it allows."""

import contextlib
import os
import secrets
import tempfile
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import orjson
from platformdirs import user_data_path

from templetop.engine.refusal import Refusal
from templetop.server.translations import t

PACKAGED_WEB = Path(__file__).parents[2] / "web"  # the pages in an installed package
BUILT_WEB = Path(__file__).parents[3] / "web" / "dist"  # and where they are built
ENVIRONMENT_VARIABLE = "TEMPLETOP_SERVER"  # the environment variable by which workers are told


MIN_SECRET_LENGTH = 32  # characters


class WeakSecret(Refusal):
    """What cookies are signed with could be guessed."""


def default_data_folder() -> str:
    return str(user_data_path("templetop", appauthor=False))


def default_web_folder() -> str:
    return str(PACKAGED_WEB if PACKAGED_WEB.is_dir() else BUILT_WEB)


@dataclass(frozen=True)
class RateLimitSettings:
    """How often in a minute, or how many at the same time; 0 is as many as one likes."""

    guests: int = 30  # made from one address
    sign_ins: int = 10  # tried from one address, or for one name
    tables: int = 20  # opened by one person
    tables_from: int = 200  # in an hour, from one address
    standing: int = 30  # tables that one person has opened and that are not over
    hints: int = 10  # asked for by one person
    guesses: int = 100  # in an hour, of one account's password, where it was never used before
    mails: int = 5  # in an hour, for one person or asked for from one address
    replays: int = 600  # moments of replays that one person looks at
    exports: int = 5  # asked for by one person
    notices: int = 20  # changes of how one person is called, or of holidays
    reviews: int = 20  # of matches by the coach, in an hour, for one person
    reviews_from: int = 100  # the same, for all from one address
    puzzles: int = 120  # looked at or answered by one person
    lines: int = 12  # said by one person
    asks: int = 30  # of one person to others: to be friends, to sit down; and reports
    pages: int = 120  # of people, and lists of the best, that one person looks at
    requests: int = 300  # cost of what one address asks for, in 15 seconds
    connections: int = 200  # held by one address
    sockets: int = 100  # the same, of those that listen to a table

    @classmethod
    def unlimited(cls) -> "RateLimitSettings":
        """Everybody may do everything."""
        return cls(**{limit.name: 0 for limit in fields(cls)})


@dataclass(frozen=True)
class RetentionSettings:
    """For how many days things are kept that nobody needs any more; 0 is for ever."""

    waiting: float = 2.0  # tables that wait for people, or where bots are alone
    running: float = 60.0  # matches without a move
    over: float = 365.0  # matches that are over
    guests: float = 365.0  # who has no account, and has not been here for so long


@dataclass(frozen=True)
class NamedBot:
    """A bot that people may let play, by its name; no games are all games."""

    name: str
    command: str  # of a program; or py:module:Class
    games: list[str]


@dataclass(frozen=True)
class OfferedVariant:
    """A variant that people may choose: settings of a game, with a name."""

    name: str
    game: str
    says: str
    options: dict[str, str]


@dataclass(frozen=True)
class Settings:
    """All there is to say about a server."""

    data: str = field(default_factory=default_data_folder)
    store: str = ""  # an address as SQLAlchemy knows it; empty is SQLite in the data folder
    redis: str = ""  # where several workers tell each other what happens; empty for one alone
    web: str = field(default_factory=default_web_folder)
    limits: RateLimitSettings = RateLimitSettings()
    thinkers: int = 0  # processes in which bots think; 0 is one for every core
    is_compiling: bool = True  # machine code for the bots that search is made at the start
    is_https: bool = False  # cookies travel over nothing else
    proxies: tuple[str, ...] = ()  # addresses or networks that are believed who sent something
    usual_clock: int = 300  # seconds for a move, where strangers sit together; 0: none
    keeping: RetentionSettings = RetentionSettings()
    address: str = ""  # where people find all of it: https://games.example
    mail: str = ""  # by which server mail is sent: smtp://USER:PASSWORD@HOST
    mail_from: str = ""
    pushes: bool = True  # browsers that want it are told of turns; needs an https address
    tests_endpoint: str = ""  # for tests alone: an endpoint that may be anywhere begins with this
    holidays: int = 30  # days a year for which one's clocks of days may rest
    base: str = ""  # the path under which all of it stands, such as /games
    programs: tuple[NamedBot, ...] = ()  # bots of one's own
    variants: tuple[OfferedVariant, ...] = ()  # of games, that are offered by name
    coach: float = 1.0  # how hard it looks at a match, times as hard as usual
    patience: float = 10.0  # seconds that a program has for a move
    metrics_token: str = ""  # by which metrics are read; empty: on this machine alone
    log: str = "plain"  # or json: how the log is written
    has_access_log: bool = True  # a line in it for every request

    @property
    def store_url(self) -> str:
        return self.store or f"sqlite:///{Path(self.data) / 'templetop.sqlite'}"

    def load_secret(self) -> bytes:
        """What cookies are signed with: made at the first start, readable by the owner alone."""
        folder = Path(self.data)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / "secret"
        if not path.exists():
            write_secret_once(path, secrets.token_hex(32).encode())
        secret = path.read_bytes().strip()
        if len(secret) < MIN_SECRET_LENGTH:
            raise WeakSecret(
                t(
                    "The secret in {file} is too short to be one: restore it, or delete the file, "
                    "and everybody has to sign in again.",
                    file=path,
                )
            )
        return secret

    def to_environment(self) -> None:
        """To the workers that are started from here."""
        os.environ[ENVIRONMENT_VARIABLE] = orjson.dumps(asdict(self)).decode()

    @classmethod
    def from_environment(cls) -> "Settings":
        values = orjson.loads(os.environ.get(ENVIRONMENT_VARIABLE, "{}"))
        limits = RateLimitSettings(**values.pop("limits", {}))
        programs = tuple(NamedBot(**program) for program in values.pop("programs", []))
        variants = tuple(OfferedVariant(**variant) for variant in values.pop("variants", []))
        proxies, keeping = (
            tuple(values.pop("proxies", ())),
            RetentionSettings(**values.pop("keeping", {})),
        )
        return cls(
            **values,
            limits=limits,
            programs=programs,
            variants=variants,
            proxies=proxies,
            keeping=keeping,
        )


def write_secret_once(path: Path, secret: bytes) -> None:
    """All of it or nothing, and only the first of several who try at the same time."""
    handle, draft = tempfile.mkstemp(dir=path.parent)  # with mode 600
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)
