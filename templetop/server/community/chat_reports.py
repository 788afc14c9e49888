"""Chat lines that people have reported to the operator."""

import time

from sqlalchemy import Connection, delete, func, insert, select

from templetop.server.core.refusals import NotNow
from templetop.server.store.schema import ReportRow
from templetop.server.tables.chat import ChatLine
from templetop.server.translations import t

KEEP_SECONDS = 90 * 24 * 3600.0  # after which a report is deleted
MAX_REPORTS = 50  # reports of one person that are not dismissed; more are refused


def add_report(table_id: str, line: ChatLine, by: str, connection: Connection) -> None:
    """Stores a report of a chat line; reporting the same line twice stores one report.

    Refused if the author is gone, or if the person has too many open reports.
    """
    if line["person"] is None:
        raise NotNow(t("Whoever said that is gone."))
    this = (ReportRow.table == table_id) & (ReportRow.line == line["number"])
    existing = connection.execute(select(ReportRow.by).where(this, ReportRow.by == by)).first()
    if existing is None:
        check_report_quota(by, connection)
        columns = {"table": table_id, "line": line["number"], "by": by, "said_by": line["person"]}
        connection.execute(insert(ReportRow).values(**columns, says=line["says"], at=time.time()))


def check_report_quota(by: str, connection: Connection) -> None:
    """Refuses a person with 50 reports that the operator has not dismissed."""
    mine = select(func.count()).select_from(ReportRow).where(ReportRow.by == by)
    if connection.execute(mine).scalar_one() >= MAX_REPORTS:
        raise NotNow(
            t("The operator has {MOST} lines from you to look at first.", MOST=MAX_REPORTS)
        )


def delete_old_reports(now: float, connection: Connection) -> None:
    """Deletes reports that the operator has not dismissed for 90 days."""
    connection.execute(delete(ReportRow).where(ReportRow.at < now - KEEP_SECONDS))
