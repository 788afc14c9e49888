"""`python -m bench.watching`: what it costs that many watch one table.

People come to a table one after another to watch, and go again. Counted is what all are sent:
how many messages, and how many bytes.
"""

import argparse
import asyncio
import json
import tempfile
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.keeping import keep
from bench.load import PATIENCE, NoCookies, Server, server, sit_down
from bench.ours import machine
from templetop.server.core.settings import RateLimitSettings, Settings


@dataclass
class Told:
    """What was sent to all of them."""

    messages: int = 0
    sent: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, line: ClientConnection, first: asyncio.Event) -> None:
        async for message in line:
            self.messages += 1
            self.sent += len(message)
            first.set()


async def come(address: str, told: Told) -> tuple[ClientConnection, "asyncio.Task[None]"]:
    """Until the table is seen."""
    line = await connect(address, compression=None, max_size=None)
    first = asyncio.Event()
    listening = asyncio.create_task(told.listen(line, first))
    async with asyncio.timeout(PATIENCE):
        await first.wait()
    return line, listening


async def watch(run: Server, visitors: int) -> dict[str, Any]:
    base = f"http://127.0.0.1:{run.port}/api"
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        http._cookies = NoCookies()
        pair = await sit_down(http, run.port, "karuba")
    address = f"ws://127.0.0.1:{run.port}/api/tables/{pair.table}/live?drawing=false"
    told, before = Told(), run.seconds()
    there = [await come(address, told) for _ in range(visitors)]
    await asyncio.sleep(1.0)
    coming = {"messages": told.messages, "MB": round(told.sent / 1e6, 2)}
    for line, _ in there:
        await line.close()
    await asyncio.gather(*(listening for _, listening in there), return_exceptions=True)
    for tab in pair.tabs:
        tab.close()
    return {
        "visitors": visitors,
        "while they come": coming,
        "until they have gone": {"messages": told.messages, "MB": round(told.sent / 1e6, 2)},
        "server CPU s": round(run.seconds() - before, 2),
    }


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    words.add_argument("--visitors", type=int, default=200)
    words.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    arguments = words.parse_args()
    found: dict[str, Any] = {"machine": machine(), "date": str(date.today())}
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(folder, limits=RateLimitSettings.unlimited(), is_compiling=False)
        with server(settings, 1) as run:
            found["one table"] = asyncio.run(watch(run, arguments.visitors))
    print(json.dumps(found["one table"], indent=2), flush=True)
    if arguments.keep:
        print(f"Kept in {keep('watching', found).name}.")


if __name__ == "__main__":
    main()
