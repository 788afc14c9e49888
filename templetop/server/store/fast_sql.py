"""SQL statements of every move, compiled once and handed straight to the driver.

SQLAlchemy would look up the compiled SQL by all parts of a statement each time, which takes several
times as long as SQLite needs to execute the statement.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Delete, Dialect, Insert, Update

Values = Mapping[str, Any]
Processor = Callable[[Any], Any]


class PreparedStatement:
    """A statement whose SQL is compiled once for each dialect and set of columns."""

    def __init__(self, statement: Insert | Update | Delete) -> None:
        self.statement = statement
        self.compiled: dict[tuple[str, ...], CompiledSql] = {}

    def execute(self, connection: Connection, *rows: Values) -> int:
        """Executes the statement for rows of the same columns; returns how many rows matched."""
        key = (connection.dialect.name, *rows[0])
        if key not in self.compiled:
            self.compiled[key] = CompiledSql(self.statement, connection.dialect, [*rows[0]])
        compiled_sql = self.compiled[key]
        values = [*map(compiled_sql.bind, rows)]
        if connection.dialect.name == "sqlite":
            with suppress(sqlite3.Error):  # SQLAlchemy tries again and raises its own error
                return execute_on_sqlite(connection, compiled_sql.sql, values)
        return connection.exec_driver_sql(compiled_sql.sql, values).rowcount


def execute_on_sqlite(connection: Connection, sql: str, values: list[Any]) -> int:
    """Executes SQL on the sqlite3 connection itself, which is several times faster."""
    raw: Any = connection.connection.driver_connection
    cursor = raw.execute(sql, values[0]) if len(values) == 1 else raw.executemany(sql, values)
    return int(cursor.rowcount)


class CompiledSql:
    """The SQL of a statement for some columns, and the conversion of their values."""

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
        """Returns the values as the driver expects them: a tuple by position, or a dict by name."""
        if self.processors:
            values = {name: self.bind_value(name, value) for name, value in values.items()}
        return values if self.order is None else tuple([values[name] for name in self.order])

    def bind_value(self, name: str, value: Any) -> Any:
        processor = self.processors.get(name)
        return value if processor is None else processor(value)
