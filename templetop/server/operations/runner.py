"""Starts uvicorn, in this process or in several; start reading at `run_server`."""

import contextlib
import logging
import os
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn

from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGLISH, speaking
from templetop.server.core import logs
from templetop.server.core.file_limit import raise_file_limit
from templetop.server.core.settings import Settings
from templetop.server.http.static_pages import has_built_pages
from templetop.server.http.websocket_protocol import MAX_MESSAGE_BYTES
from templetop.server.operations.supervisor import EXIT_FAILED, Supervisor
from templetop.server.store.database import Store, StoreAway
from templetop.server.translations import t

KEEP_ALIVE_SECONDS = (
    65  # seconds; longer than proxies keep theirs, so that none sends into a closed one
)
PROTOCOLS: dict[str, Any] = {
    # Names instead of classes, so that `templetop --help` need not import them.
    "http": "templetop.server.http.http_protocol:HttpProtocol",
    "ws": "templetop.server.http.websocket_protocol:WebSocketProtocol",
    "ws_max_size": MAX_MESSAGE_BYTES,
    "ws_per_message_deflate": False,  # it would cost more time than the network does
    "log_config": None,  # logs.py configures logging
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,  # proxy_middleware.py knows which proxies to trust
    "timeout_keep_alive": KEEP_ALIVE_SECONDS,
}
BROWSER_TIMEOUT = 30.0  # seconds that the server has to answer; after that no browser is opened
GRACE_SECONDS = 1  # seconds for requests that are being answered when the server ends
STOP_TIMEOUT = 7.0  # seconds after which a process that was told to end is ended in any case
LAST_LOG_SECONDS = 0.5  # seconds for the log line about that
BACKLOG = 2048  # connections that wait to be accepted; more are refused by the system
ANY_ADDRESS = ("0.0.0.0", "::")  # all addresses of this machine

log = logging.getLogger("templetop.server")


class CannotListen(Refusal):
    """The address is in use, or does not belong to this machine."""


def exit_quietly(*signal: object) -> None:
    """Ends the process as Ctrl-C does. Without that, semaphores of the worker processes would be
    left behind."""
    raise SystemExit(0)


class Deadline:
    """Ends this process a number of seconds after it was told to end, whatever it still waits for.

    Every accepted move is in the store by then, so nothing is lost. The thread is started in
    advance, because a signal may arrive at a moment when no thread can be started.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.read_end, self.write_end = os.pipe()
        threading.Thread(target=self.watch, daemon=True).start()

    def begin(self) -> None:
        os.write(self.write_end, b".")

    def watch(self) -> None:
        os.read(self.read_end, 1)
        time.sleep(self.seconds)
        message = "This process took too long to end, so it ends now."
        writing = threading.Thread(target=log.warning, args=[message], daemon=True)
        writing.start()
        writing.join(LAST_LOG_SECONDS)  # the log itself may be what blocks
        os._exit(0)


class Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and starts the deadline when it is told to
    end."""

    def __init__(
        self, config: uvicorn.Config, deadline: Deadline, is_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self.deadline, self.is_ready = deadline, is_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.deadline.begin()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        self.should_exit = True


def run_server(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    """Runs the server until it is stopped. The secret is created before any worker needs it."""
    logs.configure_logging(settings.log, settings.has_access_log)
    settings.load_secret()
    listener = bind_socket(host, port)
    try_store(settings)
    settings.to_environment()
    raise_file_limit()
    print_address(settings, f"http://{local_host_name(host)}:{port}", open_browser)
    if code := supervise(listener, workers) if workers > 1 else serve(listener):
        raise SystemExit(code)


@speaking(ENGLISH)  # the language of logs; responses have the language of their request
def supervise(listener: socket.socket, workers: int) -> int:
    """Runs several worker processes. The application is imported here once, for all of them."""
    import templetop.server.app  # noqa: F401

    return Supervisor(run_worker, (listener,), workers).run()


def try_store(settings: Settings) -> None:
    """Refuses a store that can never be used. A store that is away is waited for later."""
    with contextlib.suppress(StoreAway):
        Store(settings.store_url).close()


def run_worker(listener: socket.socket, ready: Connection, restarts: Any) -> None:
    """Serves in a worker process."""
    raise SystemExit(serve(listener, lambda: ready.send_bytes(b"ready"), lambda: restarts.value))


@speaking(ENGLISH)
def serve(
    listener: socket.socket,
    is_ready: Callable[[], None] = lambda: None,
    restarts: Callable[[], int] = lambda: 0,
) -> int:
    """Serves in this process until it is stopped; returns the exit code."""
    settings, deadline = Settings.from_environment(), Deadline(STOP_TIMEOUT)
    logs.configure_logging(settings.log, settings.has_access_log)
    signal.signal(signal.SIGTERM, exit_quietly)
    from templetop.server.app import app_from_environment

    app = app_from_environment()
    config = uvicorn.Config(app, timeout_graceful_shutdown=GRACE_SECONDS, **PROTOCOLS)
    server = Server(config, deadline, is_ready)
    app.state.stop, app.state.restarts = server.stop, restarts
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, server.handle_exit)  # the terminal has been closed
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return EXIT_FAILED if app.state.failure is not None else 0


def bind_socket(host: str, port: int) -> socket.socket:
    """Returns a socket that listens. Connections wait in it until a worker accepts them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise CannotListen(
            t("The server cannot listen on port {port} of {host}: {why}.",
              port=port, host=host, why=reason)
        ) from error  # fmt: skip


def local_host_name(host: str) -> str:
    """Returns the name by which this machine reaches the server."""
    if host in ANY_ADDRESS:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def print_address(settings: Settings, address: str, open_browser: bool) -> None:
    log.info("The table is at %s%s; Ctrl-C stops it.", address, settings.base)
    if not has_built_pages(Path(settings.web)):
        log.warning("Its pages have not been built (make play does it), so only scripts can play.")
    if open_browser:
        threading.Thread(target=open_browser_when_ready, args=[address], daemon=True).start()


def open_browser_when_ready(address: str) -> None:
    """Opens the browser as soon as the server answers; gives up after 30 seconds."""
    give_up_at = time.monotonic() + BROWSER_TIMEOUT
    while time.monotonic() < give_up_at:
        try:
            urlopen(f"{address}/api/games", timeout=1).close()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
