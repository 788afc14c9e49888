"""What the server says, in other languages: de.po and its like, and how it is looked up."""

from templetop.engine.speech import words_of

SPEECH = words_of(__file__)
t, tn = SPEECH.t, SPEECH.tn
