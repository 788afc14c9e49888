"""Ratings, friends and talk."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

TABLES = ("reports", "invitations", "showing", "ties", "rated", "ratings")


def upgrade() -> None:
    at_the_tables()
    ratings()
    friends()
    op.create_table(
        "reports",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        person("by", primary_key=True),
        person("said_by"),
        sa.Column("says", sa.String(400), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def person(name: str, primary_key: bool = False) -> sa.Column[str]:
    known = sa.ForeignKey("people.id")
    return sa.Column(name, sa.String(32), known, primary_key=primary_key, nullable=False)


def at_the_tables() -> None:
    for name in ("counts", "settled"):
        op.add_column(
            "tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        )
    op.add_column("tables", sa.Column("talk", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("rated", sa.JSON))
    op.create_index("tables_to_settle", "tables", ["counts", "settled"])


def ratings() -> None:
    op.create_table(
        "ratings",
        person("person", primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
    )
    op.create_index("ratings_by_game", "ratings", ["game", "mu"])
    op.create_table(
        "rated",
        sa.Column("table", sa.String(32), primary_key=True),
        person("person", primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("gained", sa.Integer, nullable=False),
        sa.Column("weight", sa.Double, nullable=False),
    )
    op.create_index("rated_by_person", "rated", ["person", "game", "at"])


def friends() -> None:
    op.create_table(
        "ties",
        person("person", primary_key=True),
        person("other", primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("ties_by_other", "ties", ["other"])
    op.create_table(
        "showing",
        person("person", primary_key=True),
        *(sa.Column(what, sa.String(10), nullable=False) for what in SHOWN),
    )
    op.create_table(
        "invitations",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        person("person", primary_key=True),
        person("by"),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("invitations_by_person", "invitations", ["person"])


SHOWN = ("rating", "matches", "figures")


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    op.drop_column("seats", "rated")
    op.drop_index("tables_to_settle", "tables")
    for column in ("talk", "settled", "counts"):
        op.drop_column("tables", column)
