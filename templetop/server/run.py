"""Runs the server, in this process or in several."""

import logging
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn

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
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,  # forwarding.py knows whom to believe
    "timeout_keep_alive": KEEP_ALIVE,
}
PATIENCE = 30.0  # seconds until the browser is not opened any more


def run(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    """Until it is stopped. The store and the secret are made before any worker needs them."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings.secret()
    Store(settings.store_url).close()
    settings.pass_on()
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    log = logging.getLogger("templetop.server")
    log.info("The table is at %s; Ctrl-C stops it.", address)
    if not are_built(Path(settings.web)):
        log.warning("Its pages have not been built (make play does it), so only scripts can play.")
    if open_browser:
        threading.Thread(target=show, args=[address], daemon=True).start()
    make_room()
    uvicorn.run(
        "templetop.server.app:passed_on",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        timeout_graceful_shutdown=3,
        **MANNERS,
    )


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
