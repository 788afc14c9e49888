"""Whether there is a guide at a table; at older ones, where nobody plays against people."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

AGAINST_BOTS = """
    UPDATE tables SET guide = true WHERE 1 >= (
        SELECT count(*) FROM seats
        WHERE seats."table" = tables.id AND (seats.kind <> 'bot' OR seats.has_left)
    )
"""


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("guide", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute(AGAINST_BOTS)


def downgrade() -> None:
    op.drop_column("tables", "guide")
