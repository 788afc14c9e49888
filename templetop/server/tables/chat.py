"""What people say to each other at a table: phrases that all know, and free words among friends.

It stands in the row of the table and goes with it. No match, no replay and no file has any of it.
A free line names the people who sat there when it was said, and nobody else is shown it.
"""

import re
import unicodedata
from typing import Any, Literal, get_args

from templetop.server.accounts.name_policy import INVISIBLE, MAX_ACCENTS
from templetop.server.api_models import Phrase, TalkLine
from templetop.server.core.refusals import BadRequest, NotNow
from templetop.server.store.change import Row, TableRecord
from templetop.server.translations import t

PHRASES = get_args(Phrase)
MAX_LINES = 40  # that are kept; nobody reads more
MAX_LENGTH = 200  # characters of a free line
ZERO_WIDTH_JOINER = "\u200d"  # between the parts of one emoji
BRAILLE_BLANK = "\u2800"  # of Braille, without a dot
STACKED_ACCENTS = re.compile("M" * (MAX_ACCENTS + 1))

ChatLine = dict[str, Any]
ChatKind = Literal["phrase", "text"]


def with_line(
    table: TableRecord, seat: int, kind: ChatKind, says: str, at: float
) -> list[ChatLine]:
    """All lines of the table, with this one; a free one is for those who sit there now."""
    check_chat_open(table.row)
    number = 1 + max((int(line["number"]) for line in table.row.talk), default=0)
    to = None if kind == "phrase" else people_seated(table)
    person = table.seats[seat].person
    line = {"number": number, "seat": seat, "person": person, "kind": kind, "says": says}
    return [*table.row.talk, {**line, "at": at, "to": to}][-MAX_LINES:]


def check_chat_open(row: Row) -> None:
    if is_chat_off(row):
        raise NotNow(t("There is no talking at a table whose deal others play, too."))


def is_chat_off(row: Row) -> bool:
    """Whoever plays what others play as well could give something away."""
    return row.deal is not None


def people_seated(table: TableRecord) -> list[str]:
    """Who sits there now."""
    sitting = [seat for seat in table.seats if seat.kind == "person"]
    return [seat.person for seat in sitting if seat.person is not None]


def visible_lines(table: TableRecord, viewer: int | None) -> list[TalkLine]:
    """What a seat is shown of it; who only looks on is shown phrases."""
    person = None if viewer is None else table.seats[viewer].person
    lines = [line for line in table.row.talk if may_read(line, person)]
    return [
        TalkLine(line["number"], line["seat"], line["kind"], line["says"], line["at"])
        for line in lines
    ]


def may_read(line: ChatLine, person: str | None) -> bool:
    return line["to"] is None or (person is not None and person in line["to"])


def clean_text(text: str) -> str:
    """A free line as it is shown; refused if it is none."""
    words = " ".join(text.split())
    if not any(map(is_visible_character, words)) or len(words) > MAX_LENGTH:
        raise BadRequest(t("Say something in 1 to {LONGEST} characters.", LONGEST=MAX_LENGTH))
    if STACKED_ACCENTS.search(character_kinds(unicodedata.normalize("NFC", words))):
        raise BadRequest(t("One letter has too many accents."))
    if any(
        unicodedata.category(character)[0] == "C" and character != ZERO_WIDTH_JOINER
        for character in words
    ):
        raise BadRequest(t("It contains characters that cannot be shown."))
    return words


def character_kinds(words: str) -> str:
    """A letter for each sign: L for letters, M for accents …"""
    return "".join(unicodedata.category(character)[0] for character in words)


def is_visible_character(character: str) -> bool:
    is_empty = character == BRAILLE_BLANK or INVISIBLE.match(character) is not None
    return unicodedata.category(character)[0] in "LNPS" and not is_empty


def without_person(lines: list[ChatLine], person: str) -> list[ChatLine]:
    """What is left of it when somebody is gone."""
    return [
        {**line, "to": line["to"] and [one for one in line["to"] if one != person]}
        for line in lines
        if line["person"] != person
    ]


def find_line(table: TableRecord, viewer: int | None, number: int) -> ChatLine:
    """One that the viewer was shown."""
    shown = {line.number for line in visible_lines(table, viewer)}
    for line in table.row.talk:
        if line["number"] == number and number in shown:
            return line
    raise NotNow(t("That line is gone."))
