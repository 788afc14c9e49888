"""A second secret for every table: who may sit and who may watch are two questions."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("admission", sa.String(32), nullable=False, server_default="")
    )
    tables = sa.table("tables", sa.column("id"), sa.column("admission"))
    connection = op.get_bind()
    for table_id in [*connection.execute(sa.select(tables.c.id)).scalars()]:
        secret = secrets.token_urlsafe(12)
        connection.execute(
            sa.update(tables).where(tables.c.id == table_id).values(admission=secret)
        )


def downgrade() -> None:
    op.drop_column("tables", "admission")
