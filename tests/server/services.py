"""A real PostgreSQL and a real Redis, started for the tests and gone after them."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests.server.serving import eventually, free_port

NEEDED = "TEMPLETOP_NEEDS_SERVICES"  # set to 1 where a missing one is a failure


def missing(what: str) -> None:
    """Skip the test, or fail it where everything should be there."""
    if os.environ.get(NEEDED) == "1":
        pytest.fail(f"{what} is not installed.")
    pytest.skip(f"{what} is not installed; {NEEDED}=1 would make this a failure.")


def postgres_binaries() -> Path | None:
    """Where Debian puts them, the newest; or on the path."""
    found = [path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    on_path = shutil.which("initdb")
    return found[-1] if found else Path(on_path).parent if on_path else None


def as_postgres(*command: str | Path) -> list[str]:
    """PostgreSQL does not run for root."""
    other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    return [*other, *map(str, command)]


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of a server that nobody else uses."""
    binaries = postgres_binaries()
    if binaries is None:
        missing("PostgreSQL")
    assert binaries is not None
    folder = Path(tempfile.mkdtemp(prefix="templetop-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    make = as_postgres(binaries / "initdb", "-D", folder / "data", "-A", "trust", "-U", "templetop")
    subprocess.run(make, check=True, **quiet)  # type: ignore[call-overload]
    listen = ["-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    server = subprocess.Popen(  # type: ignore[call-overload]
        as_postgres(binaries / "postgres", "-D", folder / "data", *listen), **quiet
    )
    is_ready = as_postgres(binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(port))
    try:
        eventually(lambda: subprocess.run(is_ready, **quiet).returncode == 0)  # type: ignore[call-overload]
        yield f"postgresql://templetop@127.0.0.1:{port}/postgres"
    finally:
        stop = as_postgres(binaries / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
        subprocess.run(stop, **quiet)  # type: ignore[call-overload]
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def database(service: str) -> Iterator[str]:
    """The address of one on that server with nothing in it."""
    name = f"own_{uuid.uuid4().hex}"
    with psycopg.connect(service, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    yield f"{service.rpartition('/')[0]}/{name}"
    with psycopg.connect(service, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextlib.contextmanager
def redis() -> Iterator[str]:
    binary = shutil.which("redis-server")
    if binary is None:
        missing("Redis")
    assert binary is not None
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen([binary, *options], stdout=subprocess.DEVNULL, cwd="/tmp")
    try:
        eventually(lambda: is_listening(port))
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def is_listening(port: int) -> bool:
    import socket

    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0
