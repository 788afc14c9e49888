"""What the server says in other languages: a catalogue for each, and how it is looked up.

It knows the engine alone.
"""

from templetop.engine.speech import words_of

SPEECH = words_of(__file__)
t, tn = SPEECH.t, SPEECH.tn
