"""What the terminal says in other languages, and which language it speaks: de.po and its like."""

import os
import re
from collections.abc import Mapping

from templetop.engine.speech import ENGLISH, LANGUAGES, words_of

SPEECH = words_of(__file__)
t, tn = SPEECH.t, SPEECH.tn

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as everywhere
PREFERRED = "LANGUAGE"  # several languages, the best first: sv:de; not where there is no language
NO_LANGUAGE = ("", "c", "posix")


def language_wanted(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the terminal is set to; English, where there are no words in it.

    de_AT.UTF-8 is German; C, POSIX and everything else is English.
    """
    setting = next(filter(None, (environment.get(name) for name in VARIABLES)), "")
    wanted = [setting]
    if language_of(setting) not in NO_LANGUAGE:
        wanted = (environment.get(PREFERRED) or setting).split(":")
    return next((one for one in map(language_of, wanted) if one in LANGUAGES), ENGLISH)


def language_of(setting: str) -> str:
    """The de of de_AT.UTF-8@euro."""
    return re.split("[_.@]", setting)[0].lower()
