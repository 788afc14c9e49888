"""Backup and restore of an SQLite store and the secret, in one tar file, while the server runs.

PostgreSQL has its own tools for that; docs/operation.md says how.
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

STORE_NAME, SECRET_NAME = "templetop.sqlite", "secret"  # the files in a backup
MAX_SECRET_BYTES = 4096  # bytes; a larger secret in a backup is refused
OLD_SUFFIX = ".old"  # is added to the names of the files that a restore replaces
SQLITE_SUFFIXES = ("-wal", "-shm")  # of the files that SQLite keeps beside a database
LOCK_TIMEOUT = 1.0  # seconds to wait for a lock; then the store counts as in use


class BackupFailed(Refusal):
    """A backup cannot be made, or a file is not a backup that can be restored."""


def store_file(settings: Settings) -> Path:
    """Returns the path of the SQLite file; raises BackupFailed for PostgreSQL."""
    url = settings.store_url
    if not url.startswith("sqlite"):
        raise BackupFailed(
            t(
                "PostgreSQL is backed up by pg_dump and restored by pg_restore; docs/operation.md "
                "shows how."
            )
        )
    return Path(make_url(url).database or "")


# ── Backup ───────────────────────────────────────────────────────────────────────────────────────


def write_backup(settings: Settings, target: Path) -> None:
    """Writes a backup of one moment to a new file, without blocking the server.

    Raises BackupFailed if the store or the secret is missing, or the file exists.
    """
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
    """Yields a draft, with mode 600, that replaces the target only if the block succeeds."""
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
    """Copies the store by SQLite's backup; a write during the copy is whole or absent."""
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(copy)) as target:
        try:
            source.backup(target)
        except sqlite3.DatabaseError as error:
            raise BackupFailed(
                t("The store cannot be copied: {why}.", why=first_line_of(error))
            ) from error
        target.execute("PRAGMA journal_mode=DELETE")  # a single file, without a write-ahead log
    check_store(copy)


def anonymous_entry(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Removes the user and group of the operator from an entry of the archive."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


# ── Restore ──────────────────────────────────────────────────────────────────────────────────────


def restore_backup(settings: Settings, source: Path) -> list[Path]:
    """Restores a backup, and returns the new paths of the files that it has replaced.

    Nothing is changed unless the whole backup is valid and no server uses the present store.
    """
    store, secret = store_file(settings), Path(settings.data) / SECRET_NAME
    source.stat()  # raises FileNotFoundError before a folder is created
    Path(settings.data).mkdir(parents=True, exist_ok=True, mode=0o700)
    with new_file(store) as new_store, new_file(secret) as new_secret:
        unpack(source, new_store, new_secret)
        check_store(new_store)
        if store.exists():
            check_unused(store)
        return [moved for file in (store, secret) if (moved := move_aside(file))]


def unpack(source: Path, store: Path, secret: Path) -> None:
    """Extracts both files of a backup; raises BackupFailed if the archive is damaged."""
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
    """Writes an entry of the archive to the target; raises KeyError unless it is a plain file."""
    entry = archive.getmember(name)
    member = archive.extractfile(entry) if entry.isreg() else None  # a link may refer to itself
    if member is None:
        raise KeyError(name)
    with member, target.open("wb") as file:
        while chunk := member.read(io.DEFAULT_BUFFER_SIZE * 64):
            file.write(chunk)


def check_store(file: Path) -> None:
    """Raises BackupFailed if the store is damaged or made by a newer version."""
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
    """Raises BackupFailed if a server uses the store, since it would go on with the old file.

    Only a process that is alone can switch the write-ahead log off.
    """
    with closing(sqlite3.connect(store, timeout=LOCK_TIMEOUT)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            raise BackupFailed(t("A server is still using this store; stop it first.")) from None
        except sqlite3.DatabaseError:
            pass  # a damaged store may be replaced: that is why somebody restores a backup


def move_aside(file: Path) -> Path | None:
    """Renames a file to the first free name and returns that; None if there is no file."""
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
