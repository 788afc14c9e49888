"""Chat at a table: phrases that everybody may read, and free lines among the people seated.

The lines stand in the column `talk` of the table's row; no match, replay or file contains them. A
free line names the people who were seated when it was written, and nobody else may read it.
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
MAX_LINES = 40  # of one table; older ones are dropped
MAX_LENGTH = 200  # characters of a free line; a longer one is refused
ZERO_WIDTH_JOINER = "\u200d"  # stands between the parts of one emoji
BRAILLE_BLANK = "\u2800"  # a Braille character without dots, which looks like a space
STACKED_ACCENTS = re.compile("M" * (MAX_ACCENTS + 1))

ChatLine = dict[str, Any]
ChatKind = Literal["phrase", "text"]


def with_line(
    table: TableRecord, seat: int, kind: ChatKind, says: str, at: float
) -> list[ChatLine]:
    """Returns the chat lines of the table with a new one at the end.

    A free line may be read by the people who are seated now. Refuses every line where chat is off.
    """
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
    """True if other tables play the same deal, since a line could give away what lies in it."""
    return row.deal is not None


def people_seated(table: TableRecord) -> list[str]:
    """Returns the ids of the people who sit at the table."""
    seats = [seat for seat in table.seats if seat.kind == "person"]
    return [seat.person for seat in seats if seat.person is not None]


def visible_lines(table: TableRecord, viewer: int | None) -> list[TalkLine]:
    """Returns the lines that the person at a seat may read. Spectators may read phrases only."""
    person = None if viewer is None else table.seats[viewer].person
    lines = [line for line in table.row.talk if may_read(line, person)]
    return [
        TalkLine(line["number"], line["seat"], line["kind"], line["says"], line["at"])
        for line in lines
    ]


def may_read(line: ChatLine, person: str | None) -> bool:
    return line["to"] is None or (person is not None and person in line["to"])


def clean_text(text: str) -> str:
    """Returns a free line with single spaces between its words.

    Refuses a line that is empty or too long, or that contains stacked accents or invisible
    characters.
    """
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
    """Returns the first letter of each character's Unicode category: L, M for accents, and so
    on."""
    return "".join(unicodedata.category(character)[0] for character in words)


def is_visible_character(character: str) -> bool:
    is_empty = character == BRAILLE_BLANK or INVISIBLE.match(character) is not None
    return unicodedata.category(character)[0] in "LNPS" and not is_empty


def without_person(lines: list[ChatLine], person: str) -> list[ChatLine]:
    """Returns the lines without those of a removed person, and without their id as a reader."""
    return [
        {**line, "to": line["to"] and [reader for reader in line["to"] if reader != person]}
        for line in lines
        if line["person"] != person
    ]


def find_line(table: TableRecord, viewer: int | None, number: int) -> ChatLine:
    """Returns the line with this number, and refuses a line that the viewer may not read."""
    visible = {line.number for line in visible_lines(table, viewer)}
    for line in table.row.talk:
        if line["number"] == number and number in visible:
            return line
    raise NotNow(t("That line is gone."))
