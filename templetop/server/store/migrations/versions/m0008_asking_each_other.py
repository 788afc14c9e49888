"""What everybody is told besides moves, what is asked of the others, and whether it is practice."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    practice = sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", practice)
    op.add_column("tables", sa.Column("notices", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("ballot", sa.JSON, nullable=False, server_default="{}"))


def downgrade() -> None:
    for column in ("ballot", "notices", "practice"):
        op.drop_column("tables", column)
