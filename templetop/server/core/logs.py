"""Sets up logging: dated lines for people, or one JSON object per line for programs.

The access log leaves out the query of each path, because links to private tables are in it. Never
log cookies, passwords or values that are written to the store.
"""

import logging
import time
from typing import Any

import orjson

FORMATS = ("plain", "json")
ACCESS = "templetop.access"
FIELDS = "fields"  # the attribute of a log record whose dict JsonFormatter adds to the object


def configure_logging(kind: str, has_access: bool) -> None:
    """Configures logging for this process, for the server and the libraries alike."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if kind == "json" else PlainFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger(ACCESS).setLevel(logging.INFO if has_access else logging.WARNING)


def timestamp(record: logging.LogRecord) -> str:
    """Returns the time of a record in UTC, in ISO 8601 with milliseconds."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{seconds}.{int(record.msecs):03}Z"


class PlainFormatter(logging.Formatter):
    """Formats a record as one dated line; a traceback follows on indented lines."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{timestamp(record)} {record.levelname:<7} {escape_controls(record.getMessage())}"
        if not record.exc_info:
            return line
        traceback_lines = self.formatException(record.exc_info).splitlines()
        return "\n".join([line, *(f"    {escape_controls(text)}" for text in traceback_lines)])


def escape_controls(text: str) -> str:
    """Replaces control characters, so that a quoted text cannot forge lines of the log."""
    return "".join(character if character.isprintable() else "�" for character in text)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

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
    """Replaces lone surrogates in a string, which JSON cannot hold."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value
