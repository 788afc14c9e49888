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
    SLABS,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.runs import RUN

PHASES = (
    # of chance
    Phase("beginning", "Now it is drawn who is first.", "2.10", waits="2.10"),
    Phase("laying", "Now the tokens are laid on their slabs.", "2.4", waits="2.4"),
    Phase("removing", "Now cards go back into the box.", "2.9", waits="2.9"),
    Phase("giving", "Now a souvenir is drawn.", "2.7", waits="2.7"),
    Phase("drawing", "Now a card is drawn.", "3.4", waits="3.4"),
    Phase("rolling", "Now the cave die is rolled.", "4.5", waits="4.5"),
    Phase("running", "Now a marble rolls.", "7.1", waits="7.1"),
    Phase("snatching", "Now a token is stolen.", "8.3", waits="8.3"),
    # of the seats
    Phase("rising", "Now a figure stands up.", "3.9", waits="3.1"),
    Phase("choosing", "Now a card is chosen.", "3.2", waits="3.1"),
    Phase("walking", "Now a figure walks.", "4.1", waits="3.1"),
    Phase("collecting", "Now it is asked whether the token is taken.", "12.10", waits="3.1"),
    Phase("grabbing", "Now it is asked whether the Heart is taken.", "5.5", waits="3.1"),
    Phase("meeting", "Now one figure passes another.", "5.7", waits="3.1"),
    Phase("exploring", "Now it is asked how to leave the cave.", "13.10", waits="3.1"),
    Phase("delving", "Now something is taken from the Maw.", "10.5", waits="3.1"),
    Phase("turning", "Now Vul-Kar may be turned.", "6.2", waits="3.1"),
    Phase("bending", "Now a tree may be turned.", "6.3", waits="3.1"),
    Phase("flicking", "Now an ember may be flicked.", "6.4", waits="3.1"),
    Phase("sheltering", "Now whoever has fallen may play a souvenir.", "8.7", waits="8.7"),
    Phase("seizing", "Now a treasure is taken from whoever has fallen.", "8.3", waits="8.3"),
    Phase("losing", "Now a treasure goes to the Maw.", "8.4", waits="8.4"),
    Phase("paying", "Now something has to be paid.", "12.7", waits="12.7"),
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

Job = record([
    ("task",   np.int8),    # a phase, or something that is done without asking
    ("figure", np.int8),    # whom it concerns
    ("what",   np.int8),    # another figure, a colour, a tree
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
])  # fmt: skip
