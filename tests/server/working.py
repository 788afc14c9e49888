"""What worker processes do in tests; this is what they import, so it imports little."""

import os
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


def work(ready: Connection, restarts: Any) -> None:
    """Until it is ended."""
    ready.send_bytes(b"ready")
    while True:
        time.sleep(3600)


def fail(ready: Connection, restarts: Any) -> None:
    """Before it is ready."""
    raise SystemExit(3)


def hang(folder: Path, ready: Connection, restarts: Any) -> None:
    """It does not hear that it is told to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    work(ready, restarts)


def say_who_works(told: Connection, ready: Connection, restarts: Any) -> None:
    told.send(os.getpid())
    work(ready, restarts)


def supervise(told: Connection) -> None:
    """A supervisor of two, in a process of its own; they say which processes they are."""
    from templetop.server.operations.supervisor import Supervisor

    raise SystemExit(Supervisor(say_who_works, (told,), 2).run())


def serve_what_cannot_be_opened(folder: Path) -> None:
    """The store is away at first, and then of a newer version."""
    from templetop.server.operations import startup
    from templetop.server.operations.runner import bind_socket, serve
    from templetop.server.store.database import StoreAway, UnknownStore
    from tests.server.serving import settings_in

    answers = iter([StoreAway("It is away."), UnknownStore("It is newer.")])

    def store(url: str) -> None:
        raise next(answers)

    setattr(startup, "Store", store)  # noqa: B010  it is not exported from there
    startup.RETRY_INTERVAL = 0.0
    os.environ.clear()
    settings_in(folder).to_environment()
    raise SystemExit(serve(bind_socket("127.0.0.1", 0)))


def serve_and_take_too_long_to_end(folder: Path, port: int) -> None:
    """Something is waited for at the end that does not come."""
    import threading

    from templetop.server.operations import runner
    from tests.server.serving import settings_in

    runner.STOP_TIMEOUT = 0.1
    threading.Thread(target=time.sleep, args=[3600]).start()
    settings_in(folder).to_environment()
    raise SystemExit(runner.serve(runner.bind_socket("127.0.0.1", port)))
