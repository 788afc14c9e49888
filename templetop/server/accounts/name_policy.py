"""What somebody may be called: nothing that looks like a bot, or like somebody with an account."""

import re
import unicodedata
from collections.abc import Collection

from templetop.bots.names import NAMES
from templetop.bots.roster import PROGRAM
from templetop.engine.match import BadName, check_name
from templetop.engine.telling import CHANCE_NAME
from templetop.server.translations import t

PUNCTUATION = " '’.-_!?&+"  # that may stand between letters and digits
COMBINED_SCRIPTS = [
    {"CJK", "HIRAGANA", "KATAKANA"},
    {"CJK", "HANGUL"},
    {"CJK", "BOPOMOFO"},
]  # scripts
PLAIN_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC"}  # which have a letter for almost every accent
MAX_SEPARATE_ACCENTS = 2  # accents in a name for which there is none
MAX_ACCENTS = 3  # on a letter, in other scripts
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

# What letters look like, and the letters that do.
CONFUSABLES = {
    "a": "аαɑ", "b": "вьβƅꞵ", "c": "сςϲ", "d": "ԁđ", "e": "еёε", "h": "һнհħ", "l": "іїӏιıɩł1i",
    "j": "јϳ", "k": "кκ", "m": "мμ", "o": "оοσօøᴏ0", "p": "рρ", "q": "ԛզ", "s": "ѕ", "t": "тτŧ",
    "y": "уүγ", "w": "ԝω", "x": "хχ", "r": "гʀ", "n": "пηոɴ", "3": "з", "v": "νʋ", "u": "υսᴜ",
    "z": "ζ", "g": "ցɡ", "ss": "ß", "ae": "æ", "oe": "œ",
}  # fmt: skip
CONFUSABLE_TABLE = {
    ord(letter): plain for plain, letters in CONFUSABLES.items() for letter in letters
}
RESERVED = ["admin", "administrator", "moderator", "operator", "support", "system", "templetop",
            "Zufall", "Der Zufall"]  # fmt: skip


def check_person_name(name: str, programs: Collection[str] = ()) -> None:
    """Refuse what is no name for a person, or looks like that of a bot."""
    check_name(name)
    check_letters(name)
    if ":" in name or looks_like_a_bot(name, programs):
        raise BadName(t("{name} is the name of a bot; choose another name.", name=repr(name)))
    if name_skeleton(name) in {name_skeleton(word) for word in [*RESERVED, CHANCE_NAME]}:
        raise BadName(t("Nobody may be called {name} here; choose another name.", name=repr(name)))


def check_letters(name: str) -> None:
    if unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name):
        raise BadName(
            t("Write your name in ordinary letters, not in ones of another width or style.")
        )
    if INVISIBLE.search(name) or not all(is_allowed_character(character) for character in name):
        raise BadName(
            t(
                "A name consists of letters and digits, with {signs} or spaces between them.",
                signs=PUNCTUATION.strip(),
            )
        )
    if not any(character.isalnum() for character in name):
        raise BadName(t("A name needs at least one letter or digit."))
    if not are_compatible_scripts(scripts_in(name)):
        raise BadName(t("Write your name in one alphabet."))
    if has_stacked_accents(unicodedata.normalize("NFC", name)):
        raise BadName(t("One letter has too many accents."))


def is_allowed_character(character: str) -> bool:
    return character in PUNCTUATION or unicodedata.category(character)[0] in "LMN"


def scripts_in(name: str) -> set[str]:
    """The alphabets of its letters; Unicode begins the name of a letter with that."""
    letters = [
        character
        for character in name
        if unicodedata.category(character) in ("Ll", "Lu", "Lt", "Lo")
    ]
    return {unicodedata.name(letter, "").split(" ")[0] for letter in letters}


def are_compatible_scripts(scripts: set[str]) -> bool:
    return len(scripts) <= 1 or any(scripts <= combination for combination in COMBINED_SCRIPTS)


def has_stacked_accents(name: str) -> bool:
    """Or any that stand alone. Where there is a letter with its accent, the two are one here."""
    accents = "".join(
        "x" if unicodedata.category(character)[0] == "M" else " " for character in name
    )
    if accents.startswith("x"):
        return True
    if scripts_in(name) & PLAIN_SCRIPTS:
        return "xx" in accents or accents.count("x") > MAX_SEPARATE_ACCENTS
    return "x" * (MAX_ACCENTS + 1) in accents


# ── What looks alike ─────────────────────────────────────────────────────────────────────────────


def sign_in_name(name: str) -> str:
    """The name by which somebody signs in, however it is typed."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def name_skeleton(name: str) -> str:
    """The same for names that can be taken for each other: without accents, signs and spaces."""
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", name).casefold()).translate(
        CONFUSABLE_TABLE
    )
    skeleton = "".join(
        character for character in plain if unicodedata.category(character)[0] in "LMN"
    )
    return skeleton.replace("rn", "m").replace("vv", "w")[:100]


def looks_like_a_bot(name: str, programs: Collection[str] = ()) -> bool:
    """By its name, or by that with a number behind it, as the second of them has."""
    bots = {name_skeleton(bot) for bot in (*BOT_NAMES, *programs)}
    return name_skeleton(name) in bots or name_skeleton(name.rstrip("0123456789 ")) in bots


BOT_NAMES = [
    *NAMES,
    *(name for names in NAMES.values() for name in names),
    PROGRAM.rstrip(":"),
    "bot",
]
