"""What the coach says in other languages: de.po and its like."""

from templetop.engine.speech import words_of

SPEECH = words_of(__file__)
t, tn = SPEECH.t, SPEECH.tn
