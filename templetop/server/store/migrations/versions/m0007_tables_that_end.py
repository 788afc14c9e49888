"""Who opened a table and when it changed last, and how often in a row a seat was out of time."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# The first person at a table has probably opened it.
OWNERS = """
    UPDATE tables SET owner = (
        SELECT person FROM seats
        WHERE seats."table" = tables.id AND person IS NOT NULL ORDER BY seat LIMIT 1
    )
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("owner", sa.String(32)))
    op.add_column("tables", sa.Column("changed_at", sa.Double, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET changed_at = COALESCE(asked_at, made_at)")
    op.execute(OWNERS)
    op.create_index("tables_by_change", "tables", ["state", "changed_at"])
    op.create_index("tables_by_owner", "tables", ["owner", "state"])
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("seats", "missed")
    for index in ("tables_by_owner", "tables_by_change"):
        op.drop_index(index, "tables")
    for column in ("changed_at", "owner"):
        op.drop_column("tables", column)
