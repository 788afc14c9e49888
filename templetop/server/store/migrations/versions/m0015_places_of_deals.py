"""From where a deal of a day was begun, and which results take no place."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("plays", sa.Column("home", sa.String(64)))
    apart = sa.Column("apart", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("plays", apart)
    op.create_table(
        "new_homes",
        sa.Column("deal", sa.String(100), primary_key=True),
        sa.Column("home", sa.String(64), primary_key=True),
        sa.Column("began_at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("new_homes")
    op.drop_column("plays", "apart")
    op.drop_column("plays", "home")
