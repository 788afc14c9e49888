"""Whatever is written to the database: schema, migrations, queries, the writer, backups.

It knows `core` and SQL. It knows the change of a table, but not what a change means. Begin with
`database` for queries and with `schema` for the tables.
"""
