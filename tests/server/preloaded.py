"""All that a server imports until its first answer, for the processes that are forked."""

import httptools  # noqa: F401
import pytest  # noqa: F401  which every process imports that a test starts
import uvicorn.lifespan.on
import uvicorn.protocols.http.httptools_impl
import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

import templetop.server.app
import templetop.server.operations.runner  # noqa: F401
import tests.server.held  # noqa: F401
from templetop.games.shelf import ready_games, take

GAMES = [take(name) for name in ready_games()]
