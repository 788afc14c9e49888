"""Programs at seats, and why one has lost its seat."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("program", sa.String(40)))
    op.add_column("seats", sa.Column("replaced", sa.String(100)))
    op.add_column("seats", sa.Column("replaced_at", sa.Integer))


def downgrade() -> None:
    for column in ("replaced_at", "replaced", "program"):
        op.drop_column("seats", column)
