"""Rules for the names of people; a name must not look like a bot's or another account's.

Begin with `check_person_name`.
"""

import re
import unicodedata
from collections.abc import Collection

from templetop.bots.names import NAMES
from templetop.bots.roster import PROGRAM
from templetop.engine.match import BadName, check_name
from templetop.engine.telling import CHANCE_NAME
from templetop.server.translations import t

PUNCTUATION = " '’.-_!?&+"  # allowed between letters and digits
COMBINED_SCRIPTS = [
    {"CJK", "HIRAGANA", "KATAKANA"},
    {"CJK", "HANGUL"},
    {"CJK", "BOPOMOFO"},
]  # scripts that may be mixed in a name
PLAIN_SCRIPTS = {
    "LATIN",
    "GREEK",
    "CYRILLIC",
}  # scripts in which NFC joins almost every letter with its accent
MAX_SEPARATE_ACCENTS = 2  # in a name in a plain script that NFC leaves apart; more are refused
MAX_ACCENTS = 3  # accents on a letter in other scripts; more are refused
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

# Plain letters, each with the letters that look like it.
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
    """Raises BadName unless the text can be a person's name and looks unlike that of a bot."""
    check_name(name)
    check_letters(name)
    if ":" in name or looks_like_a_bot(name, programs):
        raise BadName(t("{name} is the name of a bot; choose another name.", name=repr(name)))
    if name_skeleton(name) in {name_skeleton(word) for word in [*RESERVED, CHANCE_NAME]}:
        raise BadName(t("Nobody may be called {name} here; choose another name.", name=repr(name)))


def check_letters(name: str) -> None:
    """Raises BadName for characters, scripts or accents that could hide what a name is."""
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
    """Returns the scripts of a name's letters: the first words of their Unicode names."""
    letters = [
        character
        for character in name
        if unicodedata.category(character) in ("Ll", "Lu", "Lt", "Lo")
    ]
    return {unicodedata.name(letter, "").split(" ")[0] for letter in letters}


def are_compatible_scripts(scripts: set[str]) -> bool:
    """True if a name may mix these scripts."""
    return len(scripts) <= 1 or any(scripts <= combination for combination in COMBINED_SCRIPTS)


def has_stacked_accents(name: str) -> bool:
    """True if a name in NFC has an accent without a letter, or too many accents.

    Accents that NFC has joined with their letter do not count.
    """
    accents = "".join(
        "x" if unicodedata.category(character)[0] == "M" else " " for character in name
    )
    if accents.startswith("x"):
        return True
    if scripts_in(name) & PLAIN_SCRIPTS:
        return "xx" in accents or accents.count("x") > MAX_SEPARATE_ACCENTS
    return "x" * (MAX_ACCENTS + 1) in accents


# ── Similar names ────────────────────────────────────────────────────────────────────────────────


def sign_in_name(name: str) -> str:
    """Returns the name for signing in, without differences of case and spaces."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def name_skeleton(name: str) -> str:
    """Returns a key that is equal for names that look alike.

    Accents, punctuation and spaces are removed, and similar letters are replaced by one of them.
    """
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", name).casefold()).translate(
        CONFUSABLE_TABLE
    )
    skeleton = "".join(
        character for character in plain if unicodedata.category(character)[0] in "LMN"
    )
    return skeleton.replace("rn", "m").replace("vv", "w")[:100]


def looks_like_a_bot(name: str, programs: Collection[str] = ()) -> bool:
    """True if a name looks like that of a bot, also with a number after it."""
    bots = {name_skeleton(bot) for bot in (*BOT_NAMES, *programs)}
    return name_skeleton(name) in bots or name_skeleton(name.rstrip("0123456789 ")) in bots


BOT_NAMES = [
    *NAMES,
    *(name for names in NAMES.values() for name in names),
    PROGRAM.rstrip(":"),
    "bot",
]
