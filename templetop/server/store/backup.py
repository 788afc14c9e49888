"""A backup of a store in SQLite, with the secret: one file, made while the server plays on.

PostgreSQL has tools of its own for that; docs/operation.md says how.
"""

import io
import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from templetop.engine.refusal import Refusal
from templetop.server.core.settings import MIN_SECRET_LENGTH, Settings
from templetop.server.store.database import MIGRATIONS, STORE_TOO_NEW, first_line_of
from templetop.server.translations import t

STORE_NAME, SECRET_NAME = "templetop.sqlite", "secret"  # what is in it
MAX_SECRET_BYTES = 4096  # bytes
OLD_SUFFIX = ".old"  # is put behind the names of what was there before
SQLITE_SUFFIXES = ("-wal", "-shm")  # files that SQLite has beside its own
LOCK_TIMEOUT = 1.0  # seconds that a server may take to let go of the store


class BackupFailed(Refusal):
    """It cannot be made, or what should be one is none."""


def store_file(settings: Settings) -> Path:
    """Where the store is."""
    url = settings.store_url
    if not url.startswith("sqlite"):
        raise BackupFailed(
            t(
                "PostgreSQL is backed up by pg_dump and restored by pg_restore; docs/operation.md "
                "shows how."
            )
        )
    return Path(make_url(url).database or "")


# ── Made ─────────────────────────────────────────────────────────────────────────────────────────


def write_backup(settings: Settings, target: Path) -> None:
    """All as of one moment; whoever plays meanwhile is not kept waiting."""
    store, secret = store_file(settings), Path(settings.data) / SECRET_NAME
    if not store.is_file():
        raise BackupFailed(t("There is no store at {place}.", place=store))
    if not secret.is_file():
        raise BackupFailed(
            t("There is no secret at {place}, so this is not a server's folder.", place=secret)
        )
    if target.exists():
        raise BackupFailed(t("{file} already exists; choose another name.", file=target))
    with new_file(target) as draft, tempfile.TemporaryDirectory(dir=target.parent) as folder:
        copy = Path(folder) / STORE_NAME
        copy_store(store, copy)
        with tarfile.open(draft, "w") as archive:
            archive.add(copy, STORE_NAME, filter=anonymous_entry)
            archive.add(secret, SECRET_NAME, filter=anonymous_entry)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """All of it or nothing, readable by its owner alone."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def copy_store(store: Path, copy: Path) -> None:
    """By SQLite itself, page by page; what is written meanwhile is either in it or not."""
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(copy)) as target:
        try:
            source.backup(target)
        except sqlite3.DatabaseError as error:
            raise BackupFailed(
                t("The store cannot be copied: {why}.", why=first_line_of(error))
            ) from error
        target.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it
    check_store(copy)


def anonymous_entry(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Who has made it is nobody's business."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


# ── Restored ─────────────────────────────────────────────────────────────────────────────────────


def restore_backup(settings: Settings, source: Path) -> list[Path]:
    """Put it where the server looks; what was there before is kept beside it, and returned.

    Nothing is changed unless all of the backup is good and no server uses what is there.
    """
    store, secret = store_file(settings), Path(settings.data) / SECRET_NAME
    source.stat()  # where there is none, nothing is made
    Path(settings.data).mkdir(parents=True, exist_ok=True, mode=0o700)
    with new_file(store) as new_store, new_file(secret) as new_secret:
        unpack(source, new_store, new_secret)
        check_store(new_store)
        if store.exists():
            check_unused(store)
        return [moved for file in (store, secret) if (moved := move_aside(file))]


def unpack(source: Path, store: Path, secret: Path) -> None:
    try:
        with tarfile.open(source) as archive:
            extract(archive, STORE_NAME, store)
            extract(archive, SECRET_NAME, secret)
    except (tarfile.TarError, KeyError, EOFError) as error:
        raise BackupFailed(
            t("{file} is not a backup of Templetop, or it is damaged.", file=source)
        ) from error
    if not MIN_SECRET_LENGTH <= len(secret.read_bytes().strip()) <= MAX_SECRET_BYTES:
        raise BackupFailed(t("The secret in {file} is damaged.", file=source))


def extract(archive: tarfile.TarFile, name: str, target: Path) -> None:
    """Only what is a plain file in it, and only to where we want it."""
    entry = archive.getmember(name)
    member = archive.extractfile(entry) if entry.isreg() else None  # a link may lead to itself
    if member is None:
        raise KeyError(name)
    with member, target.open("wb") as file:
        while chunk := member.read(io.DEFAULT_BUFFER_SIZE * 64):
            file.write(chunk)


def check_store(file: Path) -> None:
    """Is it whole, and one that this version can open?"""
    known = {script.revision for script in migration_scripts().walk_revisions()}
    with closing(sqlite3.connect(file)) as connection:
        try:
            [(sentence,)] = connection.execute("PRAGMA quick_check(1)").fetchall()
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except (sqlite3.DatabaseError, ValueError) as error:
            raise BackupFailed(
                t("The store in it is damaged: {why}.", why=first_line_of(error))
            ) from error
    if sentence != "ok":
        raise BackupFailed(t("The store in it is damaged: {why}.", why=first_line_of(sentence)))
    if found is None or found[0] not in known:
        raise BackupFailed(STORE_TOO_NEW)


def migration_scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return ScriptDirectory.from_config(config)


def check_unused(store: Path) -> None:
    """A server that runs would go on with the old file. Only who is alone may end the log."""
    with closing(sqlite3.connect(store, timeout=LOCK_TIMEOUT)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            raise BackupFailed(t("A server is still using this store; stop it first.")) from None
        except sqlite3.DatabaseError:
            pass  # it is damaged, which is why somebody restores it


def move_aside(file: Path) -> Path | None:
    """Under the first name that is free."""
    for suffix in SQLITE_SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{file}{suffix}").unlink()
    if not file.exists():
        return None
    number, moved = 1, Path(f"{file}{OLD_SUFFIX}")
    while moved.exists():
        number, moved = number + 1, Path(f"{file}{OLD_SUFFIX}{number + 1}")
    file.rename(moved)
    return moved
