"""Lines that people have reported, for the operator."""

import time

from sqlalchemy import Connection, delete, func, insert, select

from templetop.server.core.refusals import NotNow
from templetop.server.store.schema import ReportRow
from templetop.server.tables.chat import ChatLine
from templetop.server.translations import t

KEEP_SECONDS = 90 * 24 * 3600.0  # seconds
MOST = 50  # of one person, that the operator has not dismissed


def add_report(table_id: str, line: ChatLine, by: str, connection: Connection) -> None:
    """Once for each who does so."""
    if line["person"] is None:
        raise NotNow(t("Whoever said that is gone."))
    this = (ReportRow.table == table_id) & (ReportRow.line == line["number"])
    known = connection.execute(select(ReportRow.by).where(this, ReportRow.by == by)).first()
    if known is None:
        check_report_quota(by, connection)
        about = {"table": table_id, "line": line["number"], "by": by, "said_by": line["person"]}
        connection.execute(insert(ReportRow).values(**about, says=line["says"], at=time.time()))


def check_report_quota(by: str, connection: Connection) -> None:
    mine = select(func.count()).select_from(ReportRow).where(ReportRow.by == by)
    if connection.execute(mine).scalar_one() >= MOST:
        raise NotNow(t("The operator has {MOST} lines from you to look at first.", MOST=MOST))


def delete_old_reports(now: float, connection: Connection) -> None:
    """What the operator has not looked at for so long nobody will."""
    connection.execute(delete(ReportRow).where(ReportRow.at < now - KEEP_SECONDS))
