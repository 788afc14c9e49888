"""`python -m bench.crowd PORT watch|flood N [TABLE]`: who is there beside the tables of bench.load.

Those who watch take what they are sent and count it. Those who mean no good come from addresses of
their own (127.0.0.2 and on), each with many connections: some shout into sockets and read nothing,
some ask for half of something, some ask for what is dear, again and again. They say a line when
all are there, and end when they are told so.
"""

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

import uvloop

from bench.load import new_address
from bench.wires import Listener, listener
from templetop.server.core.file_limit import raise_file_limit

CONNECTIONS = 50  # of each who means no good
AT_ONCE = 50  # who come together
DEAR = ("/api/tables?which=running", "/api/games/karuba/rulebook", "/api/tables/nothing", "/")

Kind = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Counter[str]], Awaitable[None]]


async def watch(port: int, count: int, table: str) -> Counter[str]:
    told: Counter[str] = Counter()
    some = asyncio.Semaphore(AT_ONCE)
    path = f"/api/tables/{table}/live?drawing=false"
    there: list[Listener] = []

    async def one() -> None:
        seen = asyncio.Event()

        def hear(message: bytes) -> None:
            seen.set()
            told["messages"] += 1
            told["bytes"] += len(message)

        async with some:
            headers = {"X-Forwarded-For": new_address()}
            there.append(await listener(port, path, headers, hear))
            await seen.wait()

    await asyncio.gather(*(one() for _ in range(count)))
    told.clear()  # that all of them came is not what is counted
    await until_enough()
    told["watchers who were there to the end"] = sum(not line.is_gone for line in there)
    return told


async def flood(port: int, count: int) -> Counter[str]:
    told: Counter[str] = Counter()
    kinds = (shout, ask_half, ask_again)
    clients = [
        asyncio.create_task(again(kinds[n % 3], port, f"127.0.0.{2 + n % count}", told))
        for n in range(count * CONNECTIONS)
    ]
    await until_enough()
    for client in clients:
        client.cancel()
    return told


async def again(kind: Kind, port: int, address: str, told: Counter[str]) -> None:
    """However often one is shown the door."""
    while True:
        told["connections"] += 1
        with contextlib.suppress(OSError, EOFError, asyncio.TimeoutError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(address, 0)
            )
            try:
                await kind(reader, writer, told)
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.1)


async def shout(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, told: Counter[str]
) -> None:
    """Into a socket, and read nothing."""
    writer.write(
        b"GET /api/tables/nothing/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    while True:
        writer.write(b"\x81\x81\x00\x00\x00\x00x" * 100)
        told["shouts"] += 100
        await asyncio.wait_for(writer.drain(), 10)
        await asyncio.sleep(0)


async def ask_half(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, told: Counter[str]
) -> None:
    writer.write(b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Half: ")
    told["half requests"] += 1
    await reader.read()


async def ask_again(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, told: Counter[str]
) -> None:
    while True:
        for path in DEAR:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.decode("latin-1").lower().split("\r\n")
            length = next((int(x[16:]) for x in lines if x.startswith("content-length: ")), 0)
            await reader.readexactly(length)
            told["requests"] += 1


async def until_enough() -> None:
    print("All are there.", flush=True)
    await asyncio.to_thread(sys.stdin.readline)


def main() -> None:
    raise_file_limit()
    port, kind, count, *table = sys.argv[1:]
    about = (int(port), int(count))
    run = watch(*about, table[0]) if kind == "watch" else flood(*about)
    print(json.dumps(uvloop.run(run)), flush=True)


if __name__ == "__main__":
    main()
