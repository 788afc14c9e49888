"""Who may see what of somebody: everybody, their friends, or nobody."""

from sqlalchemy import Connection, delete, insert, select

from templetop.server.api_models import ShowingView
from templetop.server.community.relations import are_friends
from templetop.server.store.schema import ShowingRow

USUAL = ShowingView(rating="everybody", matches="friends", figures="friends")


def showing_of(person: str, connection: Connection) -> ShowingView:
    query = select(ShowingRow.__table__).where(ShowingRow.person == person)
    row = connection.execute(query).first()
    return USUAL if row is None else ShowingView(row.rating, row.matches, row.figures)


def show(person: str, wanted: ShowingView, connection: Connection) -> ShowingView:
    connection.execute(delete(ShowingRow).where(ShowingRow.person == person))
    connection.execute(insert(ShowingRow).values(person=person, **vars(wanted)))
    return wanted


def may_see(audience: str, person: str, viewer: str | None, connection: Connection) -> bool:
    if viewer == person or audience == "everybody":
        return True
    if audience == "nobody" or viewer is None:
        return False
    return are_friends(viewer, [person], connection)
