"""Deals of the day and duplicate tables."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.String(100)))
    op.create_index("tables_by_deal", "tables", ["deal"])
    op.create_table(
        "plays",
        sa.Column("deal", sa.String(100), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table", sa.String(32)),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("began_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("result", sa.String(10)),
        sa.Column("points", sa.Integer),
        sa.Column("gave_up", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
    )
    op.create_index("plays_by_score", "plays", ["deal", "score"])
    op.create_index("plays_by_person", "plays", ["person", "began_at"])
    op.create_index("plays_by_table", "plays", ["table"])
    op.create_index("plays_by_age", "plays", ["began_at"])
    op.create_table(
        "duplicates",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("duplicates_by_owner", "duplicates", ["owner", "made_at"])
    op.create_table(
        "members",
        sa.Column("duplicate", sa.String(32), sa.ForeignKey("duplicates.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("members_by_person", "members", ["person"])
    op.create_index("members_by_number", "members", ["duplicate", "number"], unique=True)
    op.create_table(
        "bounds",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("found", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for table in ("bounds", "members", "duplicates", "plays"):
        op.drop_table(table)
    op.drop_index("tables_by_deal", "tables")
    op.drop_column("tables", "deal")
