"""All settings of a server. Begin with `Settings`; limits, retention and bots are parts of it."""

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
BUILT_WEB = Path(__file__).parents[3] / "web" / "dist"  # the pages as `make` builds them
ENVIRONMENT_VARIABLE = "TEMPLETOP_SERVER"  # passes the settings to workers, as JSON
MIN_SECRET_LENGTH = 32  # characters; a shorter secret is refused


class WeakSecret(Refusal):
    """The secret that signs cookies is too short."""


def default_data_folder() -> str:
    return str(user_data_path("templetop", appauthor=False))


def default_web_folder() -> str:
    return str(PACKAGED_WEB if PACKAGED_WEB.is_dir() else BUILT_WEB)


@dataclass(frozen=True)
class RateLimitSettings:
    """Limits per minute unless a comment says otherwise; 0 means no limit."""

    guests: int = 30  # created from one address
    sign_ins: int = 10  # attempts from one address, or for one name
    tables: int = 20  # opened by one person
    tables_from: int = 200  # per hour, opened from one address
    standing: int = 30  # tables that one person has opened and that are not over
    hints: int = 10  # asked for by one person
    guesses: int = 100  # per hour, of one account's password, from devices new to it
    mails: int = 5  # per hour, to one person or requested from one address
    replays: int = 600  # moments of replays that one person opens
    exports: int = 5  # requested by one person
    notices: int = 20  # changes of notifications or holidays by one person
    reviews: int = 20  # of matches by the coach, per hour, for one person
    reviews_from: int = 100  # the same, for one address
    puzzles: int = 120  # opened or answered by one person
    lines: int = 12  # of chat by one person
    asks: int = 30  # by one person: friend requests, invitations and reports
    pages: int = 120  # profiles and leaderboards that one person opens
    requests: int = 300  # total cost of one address's requests in 15 seconds
    connections: int = 200  # that one address holds at a time
    sockets: int = 100  # the same, for WebSockets

    @classmethod
    def unlimited(cls) -> "RateLimitSettings":
        """Returns settings without any limit."""
        return cls(**{limit.name: 0 for limit in fields(cls)})


@dataclass(frozen=True)
class RetentionSettings:
    """Days after which unused things are deleted; 0 means never."""

    waiting: float = 2.0  # tables that wait for people, or have only bots
    running: float = 60.0  # matches without a move
    over: float = 365.0  # matches that are over
    guests: float = 365.0  # people without an account, since their last visit


@dataclass(frozen=True)
class NamedBot:
    """An external bot that people may seat by its name; an empty list of games means all games."""

    name: str
    command: str  # of a program, or py:module:Class
    games: list[str]


@dataclass(frozen=True)
class OfferedVariant:
    """A variant that people may choose: options of a game, with a name."""

    name: str
    game: str
    says: str
    options: dict[str, str]


@dataclass(frozen=True)
class Settings:
    """All settings of a server; `to_environment` and `from_environment` pass them to workers."""

    data: str = field(default_factory=default_data_folder)
    store: str = ""  # a URL for SQLAlchemy; empty: SQLite in the data folder
    redis: str = ""  # a URL, for several workers; empty: one worker
    web: str = field(default_factory=default_web_folder)
    limits: RateLimitSettings = RateLimitSettings()
    thinkers: int = 0  # processes for bots; 0: one per core
    is_compiling: bool = True  # compile machine code for searching bots at the start
    is_https: bool = False  # cookies are sent over HTTPS alone
    proxies: tuple[str, ...] = ()  # addresses or networks of trusted proxies
    usual_clock: int = 300  # seconds for a move at public tables; 0: no clock
    keeping: RetentionSettings = RetentionSettings()
    address: str = ""  # the public URL, such as https://games.example
    mail: str = ""  # the SMTP server, smtp://USER:PASSWORD@HOST; empty: no mail
    mail_from: str = ""
    pushes: bool = True  # web push notifications; they need an https address
    tests_endpoint: str = ""  # for tests alone: push endpoints with this prefix may be private
    holidays: int = 30  # days a year in which a person's correspondence clocks may stop
    base: str = ""  # the path of the whole site, such as /games; empty: /
    programs: tuple[NamedBot, ...] = ()  # external bots
    variants: tuple[OfferedVariant, ...] = ()  # offered by name
    coach: float = 1.0  # how much the coach searches, as a multiple of the usual
    patience: float = 10.0  # seconds that an external bot has for a move
    metrics_token: str = ""  # for reading metrics; empty: from this machine alone
    log: str = "plain"  # format of the log: plain or json
    has_access_log: bool = True  # log a line for every request

    @property
    def store_url(self) -> str:
        return self.store or f"sqlite:///{Path(self.data) / 'templetop.sqlite'}"

    def load_secret(self) -> bytes:
        """Returns the secret that signs cookies; the first start creates its file, with mode 600.

        Raises WeakSecret if the file holds less than `MIN_SECRET_LENGTH` characters.
        """
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
        """Writes the settings to the environment, for workers that this process starts."""
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
    """Creates the file as a whole, or leaves it to another process that was faster."""
    handle, draft = tempfile.mkstemp(dir=path.parent)  # with mode 600
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)
