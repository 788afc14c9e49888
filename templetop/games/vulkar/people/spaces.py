"""Spaces, cards, headings and all else as people call them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from templetop.engine.speech import mark
from templetop.engine.words import listed
from templetop.games.vulkar.rules.island import (
    COLOURS,
    KIND,
    KINDS,
    NOWHERE,
    REGION,
    REGIONS,
    SPACE_IDS,
    SPACE_NAMES,
)
from templetop.games.vulkar.rules.moves import NO_COLOUR, THE_HEART, THE_PENNY
from templetop.games.vulkar.rules.pieces import ACTION, ACTIONS, LENGTH
from templetop.games.vulkar.words import SPEECH, t


@dataclass(frozen=True)
class Space:
    """A space of the island."""

    number: int
    id: str
    name: str  # its id, where it has no other
    kind: str
    region: str


@dataclass(frozen=True)
class Face:
    """An action card."""

    card: str
    spaces: int
    does: str


EFFECTS = mark({
    "Cataclysm!": "all fireballs in the Scar are dropped",
    "Flame Geyser": "flick an ember",
    "Lava Blast": "turn up to one tree, then flick an ember",
    "Vul-Kar Turns": "turn Vul-Kar",
    "Roots Stir": "turn up to two trees",
    "Gift Shop": "draw a souvenir",
})  # fmt: skip
SHORT_ACTIONS = ("cataclysm", "geyser", "blast", "vul-kar", "roots", "shop")
SHORT_SOUVENIRS = ("stick", "bag", "globe", "boots", "umbrella", "map")
HEADING_NAMES = (
    "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
)  # fmt: skip
DIRECTION_NAMES = (
    "e", "ene", "ne", "nne", "n", "nnw", "nw", "wnw", "w", "wsw", "sw", "ssw", "s", "sse", "se",
    "ese",
)  # fmt: skip
STRENGTH_NAMES = ("soft", "normal", "hard")
TREASURE_NAMES = {**dict(enumerate(COLOURS)), THE_HEART: "heart", THE_PENNY: "penny"}


def space_at(number: int) -> Space:
    return Space(
        number=number,
        id=SPACE_IDS[number],
        name=SPACE_NAMES[number],
        kind=KINDS[KIND[number]],
        region=REGIONS[REGION[number]],
    )


def space_or_none(number: int) -> Space | None:
    return None if number == NOWHERE else space_at(number)


def face_of(card: int) -> Face:
    name = ACTIONS[ACTION[card]]
    return Face(name, int(LENGTH[card]), t(EFFECTS[name]))


def colour_or_none(colour: int) -> str | None:
    return None if colour == NO_COLOUR else COLOURS[colour]


def typed_card(card: int) -> str:
    return f"{SHORT_ACTIONS[ACTION[card]]} {LENGTH[card]}"


# ── In sentences ─────────────────────────────────────────────────────────────────────────────────


def space_words(space: Space) -> str:
    """Gannet Stair (S8), or M7."""
    return space.id if space.name == space.id else f"{SPEECH.text(space.name, 'ort')} ({space.id})"


def face_words(face: Face) -> str:
    return f"{SPEECH.text(face.card, 'karte')} {face.spaces}"


def faces_words(faces: Sequence[Face]) -> str:
    return listed(map(face_words, faces))


def treasure_words(treasure: str) -> str:
    """A red token, the Heart, the Penny."""
    if treasure in ("heart", "penny"):
        return t("the Heart") if treasure == "heart" else t("the Penny")
    return t("a {colour} token", colour=treasure)


def finds_words(finds: Sequence[str]) -> str:
    """A red token and a blue picture."""
    return listed(map(found_words, finds))


def found_words(thing: str) -> str:
    colour, kind = thing.split()
    return t(FINDS[kind], colour=colour)


FINDS = mark({"token": "a {colour} token", "picture": "a {colour} picture"})


def region_words(region: str) -> str:
    """Scarside, the Summit."""
    return "the Summit" if region == "Summit" else region


FORMATS: dict[str, Callable[[Any], str]] = {
    "region": region_words,
    "space": space_words,
    "card": face_words,
    "cards": faces_words,
    "treasure": treasure_words,
    "finds": finds_words,
}
