"""Runs the server, in this process or in several."""

import contextlib
import logging
import os
import signal
import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn
from uvicorn.supervisors import Multiprocess

from templetop.engine.refusal import Refusal
from templetop.server import logs
from templetop.server.files import make_room
from templetop.server.line import LARGEST
from templetop.server.pages import are_built
from templetop.server.settings import Settings
from templetop.server.store import Store

KEEP_ALIVE = 65  # seconds; longer than proxies keep theirs, so that none sends into a closed one
MANNERS: dict[str, Any] = {
    "http": "templetop.server.door:Door",  # by name: a worker shows that it lives before it imports
    "ws": "templetop.server.line:Line",
    "ws_max_size": LARGEST,
    "ws_per_message_deflate": False,  # it would cost more time than the network does
    "log_config": None,  # logs.py sees to it
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,  # forwarding.py knows whom to believe
    "timeout_keep_alive": KEEP_ALIVE,
}
PATIENCE = 30.0  # seconds until the browser is not opened any more
GRACE = 1  # seconds for those who are just being answered, when the server ends
SIGN_OF_LIFE = 60  # seconds; a worker that is still being imported on a busy machine is not ended
LINE = 2048  # connections that wait until they are heard
EVERYWHERE = ("0.0.0.0", "::")


class CannotListen(Refusal):
    """The address is taken, or none of this machine."""


class Manners(uvicorn.Config):
    """The same in every process that serves; uvicorn calls this when one is started."""

    def configure_logging(self) -> None:
        super().configure_logging()
        settings = Settings.passed_on()
        logs.begin(settings.log, settings.has_access_log)
        signal.signal(signal.SIGTERM, leave)


def leave(*signal: object) -> None:
    """As after Ctrl-C: whoever is simply ended leaves semaphores behind."""
    raise SystemExit(0)


def run(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    """Until it is stopped. The store and the secret are made before any worker needs them."""
    logs.begin(settings.log, settings.has_access_log)
    settings.secret()
    Store(settings.store_url).close()
    settings.pass_on()
    make_room()
    listening = bound(host, port)
    announce(settings, f"http://{own_name(host)}:{port}", open_browser)
    config = Manners(
        "templetop.server.app:passed_on",
        factory=True,
        workers=workers,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=SIGN_OF_LIFE,
        **MANNERS,
    )
    with contextlib.suppress(KeyboardInterrupt):
        if workers > 1:
            Multiprocess(config, sockets=[listening]).run()
        else:
            uvicorn.Server(config).run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    """From now on who comes is heard, or waits until they are."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=LINE)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise CannotListen(f"The server cannot listen on port {port} of {host}: {why}.") from error


def own_name(host: str) -> str:
    """By which the server is found on its own machine."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def announce(settings: Settings, address: str, open_browser: bool) -> None:
    log = logging.getLogger("templetop.server")
    log.info("The table is at %s%s; Ctrl-C stops it.", address, settings.base)
    if not are_built(Path(settings.web)):
        log.warning("Its pages have not been built (make play does it), so only scripts can play.")
    if open_browser:
        threading.Thread(target=show, args=[address], daemon=True).start()


def show(address: str) -> None:
    """Open the browser as soon as there is something to see."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urlopen(f"{address}/api/games", timeout=1).close()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
