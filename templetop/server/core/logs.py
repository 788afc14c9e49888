"""How the log is written: dated lines for people, or one JSON object a line for programs.

Every request has a line, without what follows the question mark of its address, where the links of
private tables are. Cookies, passwords and what is written to the store never get here.
"""

import logging
import time
from typing import Any

import orjson

FORMATS = ("plain", "json")
ACCESS = "templetop.access"
FIELDS = "fields"  # under which name a record has what programs read of it


def configure_logging(kind: str, has_access: bool) -> None:
    """From now on, in this process; what our packages say goes the same way."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if kind == "json" else PlainFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger(ACCESS).setLevel(logging.INFO if has_access else logging.WARNING)


def timestamp(record: logging.LogRecord) -> str:
    """As everywhere in the world."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{seconds}.{int(record.msecs):03}Z"


class PlainFormatter(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{timestamp(record)} {record.levelname:<7} {escape_controls(record.getMessage())}"
        if not record.exc_info:
            return line
        below = self.formatException(record.exc_info).splitlines()
        return "\n".join([line, *(f"    {escape_controls(text)}" for text in below)])


def escape_controls(text: str) -> str:
    """Nobody who is quoted writes lines of their own."""
    return "".join(character if character.isprintable() else "�" for character in text)


class JsonFormatter(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, Any] = {
            "time": timestamp(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            values["exception"] = self.formatException(record.exc_info)
        safe = {name: json_safe(value) for name, value in values.items()}
        return orjson.dumps(safe).decode()


def json_safe(value: Any) -> Any:
    """Half a character cannot be written as JSON."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value
