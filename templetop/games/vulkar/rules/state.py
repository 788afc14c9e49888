"""What lies on the table, and the phases of the game."""

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase
from templetop.games.vulkar.rules.island import SPACES, TREES
from templetop.games.vulkar.rules.moves import MOVE_WORDS
from templetop.games.vulkar.rules.pieces import (
    FACES,
    HAND,
    MOST_FIGURES,
    SET_POINTS,
    SLABS,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.runs import RUN

PHASES = (
    # of chance
    Phase("beginning", "It is time to draw the first player.", "2.10", waits="2.10"),
    Phase("laying", "It is time to lay the tokens on their slabs.", "2.4", waits="2.4"),
    Phase("removing", "It is time to put cards back into the box.", "2.9", waits="2.9"),
    Phase("giving", "It is time to draw a souvenir.", "2.7", waits="2.7"),
    Phase("drawing", "It is time to draw a card.", "3.4", waits="3.4"),
    Phase("rolling", "It is time to roll the cave die.", "4.5", waits="4.5"),
    Phase("running", "It is time for the marble to roll.", "7.1", waits="7.1"),
    Phase("snatching", "It is time to steal a token.", "8.3", waits="8.3"),
    # of the seats
    Phase("rising", "It is time to stand a figure up.", "3.9", waits="3.1"),
    Phase("choosing", "It is time to choose a card.", "3.2", waits="3.1"),
    Phase("walking", "It is time to walk.", "4.1", waits="3.1"),
    Phase("collecting", "It is time to take the token or leave it.", "12.10", waits="3.1"),
    Phase("grabbing", "It is time to take the Heart or leave it.", "5.5", waits="3.1"),
    Phase("meeting", "It is time to pass another figure.", "5.7", waits="3.1"),
    Phase("exploring", "It is time to leave the cave.", "13.10", waits="3.1"),
    Phase("delving", "It is time to take something from the Maw.", "10.5", waits="3.1"),
    Phase("turning", "It is time to turn Vul-Kar or leave him.", "6.2", waits="3.1"),
    Phase("bending", "It is time to turn a tree or none.", "6.3", waits="3.1"),
    Phase("flicking", "It is time to flick an ember or none.", "6.4", waits="3.1"),
    Phase("sheltering", "It is time to play a souvenir after a fall.", "8.7", waits="8.7"),
    Phase("seizing", "It is time to take a treasure after a fall.", "8.3", waits="8.3"),
    Phase("losing", "It is time to put a treasure into the Maw.", "8.4", waits="8.4"),
    Phase("paying", "It is time to pay.", "12.7", waits="12.7"),
    Phase("over", "The game is over.", "10.9"),
)  # fmt: skip
(
    BEGINNING, LAYING, REMOVING, GIVING, DRAWING, ROLLING, RUNNING, SNATCHING,
    RISING, CHOOSING, WALKING, COLLECTING, GRABBING, MEETING, EXPLORING, DELVING, TURNING, BENDING,
    FLICKING, SHELTERING, SEIZING, LOSING, PAYING, OVER,
) = range(len(PHASES))  # fmt: skip
FIRST_OF_SEATS = RISING

# What is done without asking anybody: it stands on the agenda beside the phases.
BEGIN_TURN, STAND, START, ACT, SETTLE, SUFFER, PUT_AWAY, END_TURN = range(OVER + 1, OVER + 9)
TASKS = (
    *(phase.name for phase in PHASES),
    "begin-turn", "stand", "start", "act", "settle", "suffer", "put-away", "end-turn",
)  # fmt: skip
MOST_JOBS = 24

STANDARD, CURSE = range(2)
POSTURES = ("standing", "lying", "swept", "off", "waiting", "aboard")
STANDING, LYING, SWEPT, OFF, WAITING, ABOARD = range(len(POSTURES))
COPTERS = ("away", "coming", "here")
AWAY, COMING, HERE = range(len(COPTERS))
ON_SLAB, IN_MAW = -1, -2  # where the Heart, and the Penny, are if no figure has them
ENDINGS = ("", "copter", "win", "no cards", "cataclysm")
NOT_ENDED, FLOWN, WON, NO_CARDS, OVERRUN = range(len(ENDINGS))

# Why somebody pays, in the job that asks for it (12.6, 12.8).
PAYMENTS = ("fall", "missed", "gone")
FOR_FALL, EMBER_MISSED, EMBER_GONE = range(len(PAYMENTS))

Job = record([
    ("task",   np.int8),    # a phase, or something that is done without asking
    ("figure", np.int8),    # whom it concerns
    ("what",   np.int8),    # another figure, a colour, a tree; why somebody pays
    ("many",   np.int8),    # how many times more
])  # fmt: skip

Figure = record([
    ("tokens",   np.int8, SLABS),    # their colours, in order; NO_TOKEN where there are fewer
    ("known",    np.uint8, SLABS),   # who has seen each of them, a bit for each seat
    ("held",     np.int8),           # how many
    ("pictures", np.uint8),          # a bit for each colour
    ("at",       np.int8),           # the space where it is, or fell
    ("posture",  np.int8),
    ("reached",  np.int8),           # the helipad, as which one since the copter came; 0: not yet
])  # fmt: skip

# What a designer may change besides; it stays the same for a whole match.
Numbers = record([
    ("set_points", np.int8, len(SET_POINTS)),           # for so many tokens of a colour
    ("heart_points", np.int8),
    ("penny_points", np.int8),
    ("picture_points", np.int8),
    ("selfie_points", np.int8),
])  # fmt: skip

State = record([
    ("scratch",   np.uint64, MOVE_WORDS),               # empty whenever somebody looks
    ("figures",   Figure, MOST_FIGURES),
    ("agenda",    Job, MOST_JOBS),                      # what is to be done, the next on top
    ("hands",     np.int8, (MOST_FIGURES, HAND)),       # cards by seat, in order, or NO_CARD
    ("souvenirs", np.int8, (MOST_FIGURES, SOUVENIR_KINDS)),  # how many of each a seat has
    ("deck",      np.int8, FACES),                      # cards, how many of each
    ("discards",  np.int8, FACES),
    ("tracker",   np.int8, FACES),
    ("box",       np.int8, FACES),                      # out of the game
    ("shop",      np.int8, SOUVENIR_KINDS),             # souvenirs to be drawn
    ("gone",      np.int8, SOUVENIR_KINDS),             # back in the box
    ("slabs",     np.int8, SLABS),                      # the token on each, or NO_TOKEN
    ("bag",       np.int8, TOKEN_COLOURS),              # tokens that are not laid yet
    ("maw",       np.int8, TOKEN_COLOURS),
    ("album",     np.int8, TOKEN_COLOURS),              # pictures that nobody has
    ("trees",     np.int8, TREES),                      # their headings
    ("run",       record(RUN)),                         # of the marble that rolls
    ("board",     np.int8, SPACES),                     # while marbles roll, as runs.py has it
    ("upright",   np.int8, MOST_FIGURES),               # meanwhile, the space of who stands
    ("falls",     np.int8, MOST_FIGURES),               # figures, in the order in which they fell
    ("fallen",    np.int8),                             # how many
    ("felled",    np.uint8),                            # by this marble, a bit for each figure
    ("marbles",   np.int8),                             # fireballs still to be dropped
    ("sighted",   np.int8),                             # 1: the ember ran past a picture space
    ("overboard", np.int8),                             # 1: the ember has left the island
    ("heading",   np.int8),                             # of Vul-Kar
    ("scar",      np.int8),                             # fireballs in it
    ("heart",     np.int8),                             # the figure that carries it, or where it is
    ("penny",     np.int8),
    ("copter",    np.int8),
    ("turns_left", np.int8),                            # when the copter has come
    ("arrivals",  np.int8),                             # on the helipad since then
    ("active",    np.int8),                             # figure
    ("first",     np.int8),                             # figure
    ("card",      np.int8),                             # that is played in this turn
    ("steps",     np.int8),                             # still to go
    ("came",      np.int8),                             # from which space; NOWHERE: not yet gone
    ("extra",     np.int8),                             # more, by Hiking Boots
    ("turns",     np.int16),                            # begun so far
    ("rounds_over", np.int8),
    ("depth",     np.int8),                             # how many jobs are on the agenda
    ("seats",     np.int8),
    ("count",     np.int8),                             # of figures
    ("game",      np.int8),                             # STANDARD or CURSE
    ("needed",    np.int8),                             # tokens, under the Curse
    ("second_piles", np.int8),                          # still to come, under the Curse
    ("removed",   np.int8),                             # cards, at the start
    ("gifts",     np.int8),                             # souvenirs for each, at the start
    ("head_starts", np.int8, MOST_FIGURES),             # spaces more in the first walks
    ("rounds",    np.int8),
    ("ending",    np.int8),
    ("phase",     np.int8),
    ("numbers",   Numbers),
])  # fmt: skip
