"""A secret key for every table, chance that takes its time, keepsakes, and how seats came off."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEY = 32  # bytes

# There were no teams before: who shares the first place has drawn.
RESULTS = """
    UPDATE seats SET result = CASE
        WHEN place <> 1 THEN 'lost'
        WHEN 1 = (
            SELECT count(*) FROM seats AS others
            WHERE others."table" = seats."table" AND others.place = 1
        ) THEN 'won'
        ELSE 'drawn'
    END
    WHERE place IS NOT NULL
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("secret", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("chance_due", sa.Double))
    op.create_index("tables_by_chance_due", "tables", ["chance_due"])
    op.add_column("seats", sa.Column("result", sa.String(10)))
    op.execute(RESULTS)
    op.create_table(
        "keepsakes",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    give_keys()


def give_keys() -> None:
    """Each of the tables that there are gets one that nobody knows."""
    tables = sa.table("tables", sa.column("id"), sa.column("secret"))
    connection = op.get_bind()
    for table_id in [*connection.execute(sa.select(tables.c.id)).scalars()]:
        key = secrets.token_hex(KEY)
        connection.execute(sa.update(tables).where(tables.c.id == table_id).values(secret=key))


def downgrade() -> None:
    op.drop_table("keepsakes")
    op.drop_column("seats", "result")
    op.drop_index("tables_by_chance_due", "tables")
    for column in ("chance_due", "secret"):
        op.drop_column("tables", column)
