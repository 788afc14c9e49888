"""Alembic is told here which store it works on: the one that we have open."""

from alembic import context

from templetop.server.store.schema import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
