"""What somebody may be called: nothing that looks like a bot, or like somebody with an account."""

import re
import unicodedata
from collections.abc import Collection

from templetop.bots.names import NAMES
from templetop.bots.roster import PROGRAM
from templetop.engine.match import BadName, check_name
from templetop.engine.telling import CHANCE_NAME
from templetop.server.translations import t

SIGNS = " '’.-_!?&+"  # that may stand between letters and digits
TOGETHER = [{"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"}]  # scripts
PLAIN_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC"}  # which have a letter for almost every accent
MOST_IN_ALL = 2  # accents in a name for which there is none
MOST_ACCENTS = 3  # on a letter, in other scripts
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

# What letters look like, and the letters that do.
LIKE_THESE = {
    "a": "аαɑ", "b": "вьβƅꞵ", "c": "сςϲ", "d": "ԁđ", "e": "еёε", "h": "һнհħ", "l": "іїӏιıɩł1i",
    "j": "јϳ", "k": "кκ", "m": "мμ", "o": "оοσօøᴏ0", "p": "рρ", "q": "ԛզ", "s": "ѕ", "t": "тτŧ",
    "y": "уүγ", "w": "ԝω", "x": "хχ", "r": "гʀ", "n": "пηոɴ", "3": "з", "v": "νʋ", "u": "υսᴜ",
    "z": "ζ", "g": "ցɡ", "ss": "ß", "ae": "æ", "oe": "œ",
}  # fmt: skip
LIKE = {ord(letter): seen for seen, letters in LIKE_THESE.items() for letter in letters}
RESERVED = ["admin", "administrator", "moderator", "operator", "support", "system", "templetop",
            "Zufall", "Der Zufall"]  # fmt: skip


def check_own_name(name: str, programs: Collection[str] = ()) -> None:
    """Refuse what is no name for a person, or looks like that of a bot."""
    check_name(name)
    check_letters(name)
    if ":" in name or looks_like_a_bot(name, programs):
        raise BadName(t("{name} is the name of a bot; choose another name.", name=repr(name)))
    if looks_of(name) in {looks_of(word) for word in [*RESERVED, CHANCE_NAME]}:
        raise BadName(t("Nobody may be called {name} here; choose another name.", name=repr(name)))


def check_letters(name: str) -> None:
    if unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name):
        raise BadName(
            t("Write your name in ordinary letters, not in ones of another width or style.")
        )
    if UNSEEN.search(name) or not all(is_fit(sign) for sign in name):
        raise BadName(
            t(
                "A name consists of letters and digits, with {signs} or spaces between them.",
                signs=SIGNS.strip(),
            )
        )
    if not any(sign.isalnum() for sign in name):
        raise BadName(t("A name needs at least one letter or digit."))
    if not are_of_one_kind(scripts_in(name)):
        raise BadName(t("Write your name in one alphabet."))
    if has_piled_accents(unicodedata.normalize("NFC", name)):
        raise BadName(t("One letter has too many accents."))


def is_fit(sign: str) -> bool:
    return sign in SIGNS or unicodedata.category(sign)[0] in "LMN"


def scripts_in(name: str) -> set[str]:
    """The alphabets of its letters; Unicode begins the name of a letter with that."""
    letters = [sign for sign in name if unicodedata.category(sign) in ("Ll", "Lu", "Lt", "Lo")]
    return {unicodedata.name(letter, "").split(" ")[0] for letter in letters}


def are_of_one_kind(scripts: set[str]) -> bool:
    return len(scripts) <= 1 or any(scripts <= known for known in TOGETHER)


def has_piled_accents(name: str) -> bool:
    """Or any that stand alone. Where there is a letter with its accent, the two are one here."""
    accents = "".join("x" if unicodedata.category(sign)[0] == "M" else " " for sign in name)
    if accents.startswith("x"):
        return True
    if scripts_in(name) & PLAIN_SCRIPTS:
        return "xx" in accents or accents.count("x") > MOST_IN_ALL
    return "x" * (MOST_ACCENTS + 1) in accents


# ── What looks alike ─────────────────────────────────────────────────────────────────────────────


def account_of(name: str) -> str:
    """The name by which somebody signs in, however it is typed."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def looks_of(name: str) -> str:
    """The same for names that can be taken for each other: without accents, signs and spaces."""
    seen = ACCENTS.sub("", unicodedata.normalize("NFKD", name).casefold()).translate(LIKE)
    alike = "".join(sign for sign in seen if unicodedata.category(sign)[0] in "LMN")
    return alike.replace("rn", "m").replace("vv", "w")[:100]


def looks_like_a_bot(name: str, programs: Collection[str] = ()) -> bool:
    """By its name, or by that with a number behind it, as the second of them has."""
    bots = {looks_of(bot) for bot in (*ALL_BOTS, *programs)}
    return looks_of(name) in bots or looks_of(name.rstrip("0123456789 ")) in bots


ALL_BOTS = [
    *NAMES,
    *(name for names in NAMES.values() for name in names),
    PROGRAM.rstrip(":"),
    "bot",
]
