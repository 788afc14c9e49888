"""Who may see a person's rating, matches and figures: everybody, friends, or nobody."""

from sqlalchemy import Connection, delete, insert, select

from templetop.server.api_models import ShowingView
from templetop.server.community.relations import are_friends
from templetop.server.store.schema import VisibilityRow

DEFAULT_VISIBILITY = ShowingView(rating="everybody", matches="friends", figures="friends")


def visibility_of(person: str, connection: Connection) -> ShowingView:
    query = select(VisibilityRow.__table__).where(VisibilityRow.person == person)
    row = connection.execute(query).first()
    return DEFAULT_VISIBILITY if row is None else ShowingView(row.rating, row.matches, row.figures)


def store_visibility(person: str, wanted: ShowingView, connection: Connection) -> ShowingView:
    connection.execute(delete(VisibilityRow).where(VisibilityRow.person == person))
    connection.execute(insert(VisibilityRow).values(person=person, **vars(wanted)))
    return wanted


def may_see(audience: str, person: str, viewer: str | None, connection: Connection) -> bool:
    if viewer == person or audience == "everybody":
        return True
    if audience == "nobody" or viewer is None:
        return False
    return are_friends(viewer, [person], connection)
