"""Connections of scripts that play browsers, as cheap as can be.

All of them run beside the server they measure, and whatever they cost is taken from it.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Mapping
from typing import Any, cast

import orjson

HOST = "127.0.0.1"
END = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LONG = {126: ("!H", 4), 127: ("!Q", 10)}  # how a longer length is written, and what follows it
NO_MASK = bytes(4)  # what a browser says is masked; so it stays as it is

Headers = Mapping[str, str]


def head(method: str, path: str, headers: Headers) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode()


class Wire(asyncio.Protocol):
    """What both kinds have in common."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.heard = bytearray()
        self.is_gone = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_gone = True
        self.fail(ConnectionError("The server has hung up."))

    def fail(self, why: Exception) -> None:
        """Nothing more will come."""

    def close(self) -> None:
        if not self.is_gone:
            self.transport.close()


class Poster(Wire):
    """Posts, one request after another, always to the same address.

    It calls when there is something to say: who says nothing for ten seconds is hung up on.
    """

    answer: "asyncio.Future[tuple[int, bytes]] | None" = None

    def __init__(self, port: int, path: str, headers: Headers) -> None:
        super().__init__()
        self.port = port
        self.head = head("POST", path, {**headers, "Content-Type": "application/json"})
        self.is_gone = True

    async def call(self) -> None:
        self.heard.clear()
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, self.port)
        self.is_gone = False

    async def post(self, what: Any) -> None:
        """Until it is answered; refused is not what is expected."""
        if self.is_gone:
            await self.call()
        body = orjson.dumps(what)
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(b"%b\r\nContent-Length: %d%b%b" % (self.head, len(body), END, body))
        status, told = await self.answer
        if status != 200:
            raise RuntimeError(f"{status}: {told.decode()}")

    def data_received(self, data: bytes) -> None:
        self.heard += data
        end = self.heard.find(END)
        if end < 0:
            return
        length = length_in(self.heard[:end])
        if len(self.heard) >= end + len(END) + length:
            body = bytes(self.heard[end + len(END) :])
            status = int(self.heard[9:12])
            self.heard.clear()
            if self.answer is not None and not self.answer.done():
                self.answer.set_result((status, body))

    def fail(self, why: Exception) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(why)


def length_in(head: bytearray) -> int:
    at = head.lower().find(b"\r\ncontent-length:")
    return 0 if at < 0 else int(head[at + 17 :].split(b"\r\n", 1)[0])


class Listener(Wire):
    """A socket; `told` is called with every message."""

    def __init__(self, path: str, headers: Headers, told: Callable[[bytes], None]) -> None:
        super().__init__()
        key = base64.b64encode(os.urandom(16)).decode()
        ask = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        self.head = head("GET", path, {**headers, **ask, "Sec-WebSocket-Key": key}) + END
        self.told = told
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.write(self.head)

    def data_received(self, data: bytes) -> None:
        self.heard += data
        if not self.is_open and not self.greeted():
            return
        while (message := taken_from(self.heard)) is not None:
            self.hear(*message)

    def greeted(self) -> bool:
        end = self.heard.find(END)
        if end < 0:
            return False
        if not self.heard.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(bytes(self.heard).decode())
        del self.heard[: end + len(END)]
        self.is_open = True
        return True

    def hear(self, kind: int, what: bytes) -> None:
        if kind == TEXT:
            self.told(what)
        elif kind == PING:
            self.transport.write(bytes([0x80 | PONG, 0x80 | len(what)]) + NO_MASK + what)
        elif kind == CLOSE:
            self.transport.close()


def taken_from(heard: bytearray) -> tuple[int, bytes] | None:
    """The first message, if all of it is there; the server never sends one in parts."""
    if len(heard) < 2:
        return None
    length, begin = heard[1], 2
    if length in LONG:
        how, begin = LONG[length]
        if len(heard) < begin:
            return None
        (length,) = struct.unpack_from(how, heard, 2)
    if len(heard) < begin + length:
        return None
    kind, what = heard[0] & 15, bytes(heard[begin : begin + length])
    del heard[: begin + length]
    return kind, what


async def listener(
    port: int, path: str, headers: Headers, told: Callable[[bytes], None]
) -> Listener:
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: Listener(path, headers, told), HOST, port)
    return made
