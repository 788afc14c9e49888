"""What a person is offered: codes to type, and what they do; for any game."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

ANY = "…"  # stands for the word in which moves of one kind differ
GAP = 3  # characters between codes and words
LEAST = 20  # characters for the codes, however long the words are
UNBROKEN = "\xa0"  # a space at which no line ends


@dataclass(frozen=True)
class Offer:
    """Moves of one kind: the codes, what they begin with, and what all of them do."""

    first: str  # empty where the codes are single words
    codes: tuple[str, ...]
    says: str

    @property
    def briefly(self) -> str:
        """The codes, with what they begin with only once: n a3 b3."""
        return " ".join([self.first, *(code.rpartition(" ")[2] for code in self.codes)]).strip()

    @property
    def fully(self) -> str:
        """Every code as it is typed: n a3, n b3."""
        gap = ", " if self.first else " "
        return gap.join(code.replace(" ", UNBROKEN) for code in self.codes)


def kinds(moves: Iterable[tuple[str, str]]) -> list[Offer]:
    """Codes and sentences, taken together where they differ in the last word of the code only."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for code, sentence in moves:
        first, _, last = code.rpartition(" ")
        found.setdefault((first, pattern(sentence, last)), []).append((code, sentence))
    return [
        Offer(first, tuple(code for code, _ in same), says if len(same) > 1 else same[0][1])
        for (first, says), same in found.items()
    ]


def pattern(sentence: str, word: str) -> str:
    """The sentence without the word: lays tile 7 on …"""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", ANY, sentence)


def in_brief(offers: Iterable[Offer]) -> list[Offer]:
    """Those whose codes begin with the same word are taken together, too."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.first or offer.says, []).append(offer)
    return [together(alike) for alike in found.values()]


def together(alike: Sequence[Offer]) -> Offer:
    codes = tuple(code for offer in alike for code in offer.codes)
    return Offer(alike[0].first, codes, beginning([offer.says for offer in alike]))


def beginning(sentences: Sequence[str]) -> str:
    """The words with which all of them begin: discards tile 7 and walks brown …"""
    if len(sentences) == 1:
        return sentences[0]
    shared = []
    for words in zip(*(sentence.split() for sentence in sentences), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return " ".join([*shared, ANY])


# ── To be printed ────────────────────────────────────────────────────────────────────────────────


def explained(offers: Sequence[Offer], width: int) -> list[Text]:
    """Lines with all codes, and beside them what they do; print each on one line."""
    widest = max(len(offer.says) for offer in offers)
    room = max(LEAST, width - GAP - widest)
    codes = [textwrap.wrap(offer.fully, room) for offer in offers]
    room = max(len(line) for lines in codes for line in lines)
    return [
        line
        for lines, offer in zip(codes, offers, strict=True)
        for line in beside(lines, offer.says, room)
    ]


def beside(codes: list[str], says: str, room: int) -> list[Text]:
    """Codes on one or several lines, the words beside the first."""
    return [
        Text.assemble(
            (line.replace(UNBROKEN, " ").ljust(room + GAP), "cyan"),
            ("" if row else says, "dim"),
        )
        for row, line in enumerate(codes)
    ]


def in_one_line(offers: Sequence[Offer]) -> list[Text]:
    """Only the codes, the longest list last: it can be cut."""
    shortest = sorted(offers, key=lambda offer: len(offer.codes))
    return [Text("  ").join([Text("? explains", "dim"), *map(codes_of, shortest)])]


def codes_of(offer: Offer) -> Text:
    first = f"{offer.first} " if offer.first else ""
    return Text.assemble((first, "bold"), (offer.briefly.removeprefix(first), "cyan"))
