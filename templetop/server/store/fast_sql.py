"""Statements that are executed for every move: their SQL is put together once.

Otherwise SQLAlchemy would find it again each time by all of its parts, which takes several times as
long as the store needs to carry it out.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Delete, Dialect, Insert, Update

Values = Mapping[str, Any]
Processor = Callable[[Any], Any]


class PreparedStatement:
    """One of them, for whatever columns it is given values."""

    def __init__(self, statement: Insert | Update | Delete) -> None:
        self.statement = statement
        self.compiled: dict[tuple[str, ...], CompiledSql] = {}

    def execute(self, connection: Connection, *rows: Values) -> int:
        """For each of these, all with the same columns; how many rows of the store it concerned."""
        key = (connection.dialect.name, *rows[0])
        if key not in self.compiled:
            self.compiled[key] = CompiledSql(self.statement, connection.dialect, [*rows[0]])
        compiled_sql = self.compiled[key]
        values = [*map(compiled_sql.bind, rows)]
        if connection.dialect.name == "sqlite":
            with suppress(sqlite3.Error):  # it is tried once more, by those who know what to say
                return execute_on_sqlite(connection, compiled_sql.sql, values)
        return connection.exec_driver_sql(compiled_sql.sql, values).rowcount


def execute_on_sqlite(connection: Connection, sql: str, values: list[Any]) -> int:
    """To SQLite itself, which needs a fraction of the time that all others on the way would."""
    raw: Any = connection.connection.driver_connection
    cursor = raw.execute(sql, values[0]) if len(values) == 1 else raw.executemany(sql, values)
    return int(cursor.rowcount)


class CompiledSql:
    """Its SQL for some columns, and how their values are handed over."""

    def __init__(
        self, statement: Insert | Update | Delete, dialect: Dialect, columns: Sequence[str]
    ) -> None:
        compiled: Any = statement.compile(
            dialect=dialect, column_keys=columns, for_executemany=True
        )
        self.sql = str(compiled)
        self.order: list[str] | None = compiled.positiontup
        self.processors = {
            name: processor
            for name, bind in compiled.binds.items()
            if (processor := bind.type.dialect_impl(dialect).bind_processor(dialect)) is not None
        }

    def bind(self, values: Values) -> Any:
        """As the driver of the store wants them: in a row, or by their names."""
        if self.processors:
            values = {name: self.bind_value(name, value) for name, value in values.items()}
        return values if self.order is None else tuple([values[name] for name in self.order])

    def bind_value(self, name: str, value: Any) -> Any:
        processor = self.processors.get(name)
        return value if processor is None else processor(value)
