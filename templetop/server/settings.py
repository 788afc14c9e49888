"""Where the server keeps things, and how much it allows."""

import contextlib
import os
import secrets
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

import orjson
from platformdirs import user_data_path

CARRIED_WEB = Path(__file__).parents[1] / "web"  # the pages in an installed package
BUILT_WEB = Path(__file__).parents[2] / "web" / "dist"  # and where they are built
PASSED_ON = "TEMPLETOP_SERVER"  # the environment variable by which workers are told


def usual_data() -> str:
    return str(user_data_path("templetop", appauthor=False))


def usual_web() -> str:
    return str(CARRIED_WEB if CARRIED_WEB.is_dir() else BUILT_WEB)


@dataclass(frozen=True)
class Limits:
    """How often in a minute; 0 is as often as one likes."""

    guests: int = 30  # made from one address
    sign_ins: int = 10  # tried from one address, or for one name
    tables: int = 20  # opened by one person
    hints: int = 10  # asked for by one person


@dataclass(frozen=True)
class Named:
    """A program that people may let play, by its name; no games are all games."""

    name: str
    command: str
    games: list[str]


@dataclass(frozen=True)
class Settings:
    """All there is to say about a server."""

    data: str = field(default_factory=usual_data)
    store: str = ""  # an address as SQLAlchemy knows it; empty is SQLite in the data folder
    redis: str = ""  # where several workers tell each other what happens; empty for one alone
    web: str = field(default_factory=usual_web)
    limits: Limits = Limits()
    thinkers: int = 0  # processes in which bots think; 0 is one for every core
    is_compiling: bool = True  # machine code for the bots that search is made at the start
    is_https: bool = False  # cookies travel over nothing else
    programs: tuple[Named, ...] = ()  # bots of one's own
    patience: float = 10.0  # seconds that a program has for a move

    @property
    def store_url(self) -> str:
        return self.store or f"sqlite:///{Path(self.data) / 'templetop.sqlite'}"

    def secret(self) -> bytes:
        """What cookies are signed with: made at the first start, readable by the owner alone."""
        folder = Path(self.data)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / "secret"
        if not path.exists():
            keep_secret(path, secrets.token_hex(32).encode())
        return path.read_bytes()

    def pass_on(self) -> None:
        """To the workers that are started from here."""
        os.environ[PASSED_ON] = orjson.dumps(asdict(self)).decode()

    @classmethod
    def passed_on(cls) -> "Settings":
        told = orjson.loads(os.environ.get(PASSED_ON, "{}"))
        limits = Limits(**told.pop("limits", {}))
        programs = tuple(Named(**program) for program in told.pop("programs", []))
        return cls(**told, limits=limits, programs=programs)


def keep_secret(path: Path, secret: bytes) -> None:
    """All of it or nothing, and only the first of several who try at the same time."""
    made, draft = tempfile.mkstemp(dir=path.parent)  # with mode 600
    with os.fdopen(made, "wb") as file:
        file.write(secret)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)
