"""Notices away from the page, and play by correspondence."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("away", sa.JSON, nullable=False, server_default="[]"))
    op.create_table(
        "holidays",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("begins", sa.Double, primary_key=True),
        sa.Column("ends", sa.Double, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("session", sa.String(43), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("browsers_by_person", "browsers", ["person"])
    op.create_table(
        "mail_wishes",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("mailed_at", sa.Double, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("way", sa.String(4), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("calls", "mail_wishes", "browsers", "holidays"):
        op.drop_table(table)
    op.drop_column("seats", "away")
