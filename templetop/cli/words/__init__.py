"""What the terminal says in other languages, and which language it speaks: de.po and its like."""

import os
from collections.abc import Mapping

from templetop.engine.speech import ENGLISH, LANGUAGES, words_of

SPEECH = words_of(__file__)
t, tn = SPEECH.t, SPEECH.tn

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as everywhere


def language_wanted(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the terminal is set to; English, where there are no words in it.

    de_AT.UTF-8 is German; C, POSIX and everything else is English.
    """
    setting = next(filter(None, (environment.get(name) for name in VARIABLES)), "")
    language = setting.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    return language if language in LANGUAGES else ENGLISH
