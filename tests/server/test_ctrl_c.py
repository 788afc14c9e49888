"""`templetop serve` as a process: it says where it is when it is there, and ends when told to."""

import asyncio
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from templetop.server.bots import bot_pool
from templetop.server.bots.bot_pool import BotPool
from tests.server.serving import NO_CERTIFICATES, PATIENCE, eventually, free_port


def started(port: int, folder: Path, *words: str) -> "subprocess.Popen[str]":
    """With nothing compiled so far, so that it does so at once."""
    command = [sys.executable, "-m", "templetop", "serve", "--port", str(port), *words]
    return subprocess.Popen(
        [*command, "--data", str(folder / "data")],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
        start_new_session=True,  # as a terminal does: Ctrl-C goes to all who are in it
    )


def members(group: int) -> list[int]:
    """Who is still there of those who were started, and what they are."""
    listed = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True)
    found = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, own, state in found if int(own) == group and state[0] != "Z"]


@pytest.mark.parametrize(
    "told", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_it_ends_cleanly_while_it_compiles(tmp_path: Path, told: signal.Signals) -> None:
    """No process, no semaphore and no traceback is left behind; it was asked to, so it is 0."""
    port = free_port()
    with started(port, tmp_path) as server:
        assert server.stderr is not None
        first = server.stderr.readline()
        assert f"The table is at http://127.0.0.1:{port};" in first
        address = f"http://127.0.0.1:{port}/api/health"  # whoever comes so early waits for it
        assert httpx.get(address, timeout=PATIENCE, verify=NO_CERTIFICATES).status_code == 200
        eventually(lambda: len(members(server.pid)) >= 3)  # the tracker of resources, a compiler
        os.killpg(server.pid, told)
        rest = server.stderr.read()  # until nobody is left who could write there
        assert server.wait(PATIENCE) == 0
    eventually(lambda: not members(server.pid))  # the tracker of resources goes last
    assert not [word for word in ("Traceback", "leaked", "resource_tracker") if word in rest], rest
    assert "can search now" not in rest  # it has not waited for the compiler


def test_no_address_is_announced_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started(port, tmp_path) as server:
            _, said = server.communicate(timeout=PATIENCE)
        assert server.returncode == 1
        assert len(said.splitlines()) == 1
        assert said.startswith(f"The server cannot listen on port {port}")


def endless(game: str) -> None:
    time.sleep(3600)


def test_a_compiler_does_not_outlive_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "compile_for", endless)
    compilers: set[Any] = set()
    before = {*multiprocessing.active_children()}  # of other servers

    async def begin_and_end() -> None:
        thinking = BotPool(1)
        thinking.start()
        while not compilers:
            await asyncio.sleep(0.01)
            compilers.update({*multiprocessing.active_children()} - before)
        await thinking.close()

    asyncio.run(begin_and_end())
    eventually(lambda: not any(compiler.is_alive() for compiler in compilers))
