"""The language in which somebody is called: the one they asked for it in."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("browsers", "mail_wishes"):
        spoken = sa.Column("language", sa.String(8), nullable=False, server_default="en")
        op.add_column(table, spoken)


def downgrade() -> None:
    for table in ("browsers", "mail_wishes"):
        op.drop_column(table, "language")
