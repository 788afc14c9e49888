"""People, tables, seats, moves and decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("account", sa.String(100), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("invitation", sa.String(32), nullable=False),
        sa.Column("clock", sa.String(10)),
        sa.Column("seconds", sa.Integer),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("rematch", sa.String(32)),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.Double),
        sa.Column("awaited", sa.Integer, nullable=False),
        sa.Column("standing", sa.JSON, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("bot_due", sa.Double),
    )
    op.create_index("tables_by_state", "tables", ["state", "is_public", "made_at"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_bot_due", "tables", ["bot_due"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id")),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.Column("spent", sa.Double, nullable=False),
        sa.Column("place", sa.Integer),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "moves",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "decisions",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("decisions", "moves", "seats", "tables", "people"):
        op.drop_table(table)
