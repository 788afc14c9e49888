"""A real mail server for the tests, which keeps what it is sent."""

import contextlib
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller

from tests.server.serving import eventually, free_port


class Letterbox:
    """What was sent, in its order."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.port = free_port()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content))
        return "250 OK"

    @property
    def address(self) -> str:
        return f"smtp+plain://127.0.0.1:{self.port}"

    def next(self) -> Message:
        """The one that comes next, or has come already."""
        eventually(lambda: self.mails)
        return self.mails.pop(0)


def text_of(mail: Message) -> str:
    return bytes(mail.get_payload(decode=True)).decode()


def token_in(mail: Message) -> str:
    """What its link ends with."""
    found = re.search(r"https://games\.example/\S+#(\S+)", text_of(mail))
    assert found
    return found[1]


@contextlib.contextmanager
def letterbox() -> Iterator[Letterbox]:
    box = Letterbox()
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()
