"""A push service for the tests: it keeps what it is sent, and a browser that can open it."""

import asyncio
import contextlib
import json
import os
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from templetop.server.notifications.turn_notifier import TurnNotifier
from tests.server.serving import Serving, eventually

SOON, LATER, MUCH_LATER = 20.0, 60.0, 4000.0  # seconds


def in_letters(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Endpoint:
    """Where pushes go, and how they are answered."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.pushes: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def browser(self, name: str) -> dict[str, str]:
        """As it describes itself."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": in_letters(point), "auth": in_letters(self.auth)}
        return {"endpoint": f"{self.address}{name}", **keys}

    def next(self) -> tuple[str, dict[str, str], dict[str, Any]]:
        """Where the next one went, with which headers, and what it says."""
        eventually(lambda: self.pushes)
        path, headers, body = self.pushes.pop(0)
        told = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        return path, headers, json.loads(told)


@contextlib.contextmanager
def endpoint() -> Iterator[Endpoint]:
    found = Endpoint()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(found.status)
            self.send_header("Content-Length", "0")
            self.send_header("Location", found.address)  # which nobody follows
            self.end_headers()
            found.pushes.append((self.path, headers, body))

        def log_message(self, format: str, *about: Any) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as service:
        found.port = service.server_port
        thread = threading.Thread(target=service.serve_forever, daemon=True)
        thread.start()
        yield found
        service.shutdown()


def turn_notifier(server: Serving) -> TurnNotifier:
    found: TurnNotifier = server.app.state.server.turn_notifier
    return found


def call(server: Serving, after: float, *others: TurnNotifier) -> None:
    """As if so many seconds had passed; nobody has to wait for that."""
    table_service, now = server.app.state.server.table_service, time.time() + after
    loop = next(iter(table_service.tasks.running)).get_loop()

    async def all_of_them() -> None:
        await asyncio.gather(*(one.notify_due(now) for one in (turn_notifier(server), *others)))
        for one in (turn_notifier(server), *others):
            await asyncio.gather(*one.push_tasks.running)

    asyncio.run_coroutine_threadsafe(all_of_them(), loop).result()
