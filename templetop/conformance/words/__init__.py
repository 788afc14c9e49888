"""What is said of conformance kits in other languages: de.po and its like."""

from templetop.engine.speech import words_of

SPEECH = words_of(__file__)
t = SPEECH.t
