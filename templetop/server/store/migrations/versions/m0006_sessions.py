"""Sessions that can be ended, mail for a forgotten password, and names that look alike."""

import sqlalchemy as sa
from alembic import op

from templetop.server.accounts.name_policy import name_skeleton

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("looks", sa.String(100)))
    op.add_column("people", sa.Column("email", sa.String(254)))
    op.add_column("people", sa.Column("seen_at", sa.Double, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("banned", sa.String(200)))
    op.execute("UPDATE people SET seen_at = made_at")
    note_looks()
    op.create_index("people_by_looks", "people", ["looks"], unique=True)
    op.create_index("people_by_seen", "people", ["seen_at"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(43), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_index("sessions_by_seen", "sessions", ["seen_at"])
    op.create_table(
        "letters",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("letters_by_person", "letters", ["person"])


def note_looks() -> None:
    """Of accounts; of those that look alike already, only the first keeps others away."""
    people = sa.table("people", *map(sa.column, ("id", "name", "account", "looks", "made_at")))
    connection, taken = op.get_bind(), set()
    accounts = sa.select(people.c.id, people.c.name).where(people.c.account.is_not(None))
    for person_id, name in [*connection.execute(accounts.order_by(people.c.made_at))]:
        if (looks := name_skeleton(name)) not in taken:
            taken.add(looks)
            this = sa.update(people).where(people.c.id == person_id)
            connection.execute(this.values(looks=looks))


def downgrade() -> None:
    op.drop_table("letters")
    op.drop_table("sessions")
    for index in ("people_by_seen", "people_by_looks"):
        op.drop_index(index, "people")
    for column in ("banned", "seen_at", "email", "looks"):
        op.drop_column("people", column)
