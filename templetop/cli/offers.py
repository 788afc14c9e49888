"""What a person is offered: codes to type, and what they do; for any game."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.text import Text

from templetop.cli.words import t

ANY = "…"  # stands for the word in which moves of one kind differ
GAP = 3  # characters between codes and words
LEAST = 20  # characters for the codes, however long the words are
NARROW = 24  # characters that words need to stand beside the codes
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
    """Lines with all codes, and beside them what they do; below them, where it is too narrow."""
    widest = max(len(offer.says) for offer in offers)
    room = max(LEAST, width - GAP - widest)
    longest = max(len(line) for offer in offers for line in wrapped(offer.fully, room))
    if width - longest - GAP < min(widest, NARROW):
        return [line for offer in offers for line in below(offer, width)]
    return [line for offer in offers for line in beside(offer, longest, width)]


def beside(offer: Offer, room: int, width: int) -> list[Text]:
    """Codes and words, each on one line or several."""
    words = wrapped(offer.says, width - room - GAP)
    return [
        Text.assemble((code.ljust(room + GAP), "cyan"), (says, "dim"))
        for code, says in zip_longest(wrapped(offer.fully, room), words, fillvalue="")
    ]


def below(offer: Offer, width: int) -> list[Text]:
    codes = [Text(line, "cyan") for line in wrapped(offer.fully, width)]
    return [*codes, *(Text(f"  {line}", "dim") for line in wrapped(offer.says, width - 2))]


def wrapped(text: str, width: int) -> list[str]:
    """On several lines, broken only between words; a code stays together as long as it fits."""
    lines = textwrap.wrap(text, max(1, width), break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def in_one_line(offers: Sequence[Offer], width: int) -> list[Text]:
    """Only the codes, on as few lines as they need, the longest list last."""
    shortest = sorted(offers, key=lambda offer: len(offer.codes))
    words = [(t("? explains"), "dim"), *(word for offer in shortest for word in words_of(offer))]
    lines = [Text()]
    for word, style in words:
        if lines[-1] and len(lines[-1]) + len(word.rstrip()) + 1 > width:
            lines.append(Text())
        lines[-1].append(" " if lines[-1] else "").append(word, style)
    return lines


def words_of(offer: Offer) -> list[tuple[str, str]]:
    """What the codes begin with, and how they end."""
    first = [(f" {offer.first}", "bold")] if offer.first else []
    codes = offer.briefly.removeprefix(offer.first).split()
    gap = "" if first else " "
    return [*first, *((f"{'' if n else gap}{code}", "cyan") for n, code in enumerate(codes))]
