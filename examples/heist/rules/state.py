"""What lies on the table, and the numbers of moves and events.

SNEAK               take a step                        1 move
RUN                 take two, if the guard lets you    1 move
STEAL + seat        from that seat                     8 moves

DEAL  + card        the next seat gets this card      18 events
TAKE  + side        the left or the right card         2 events
ROLL  + number      what the guard rolls               6 events
"""

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase
from templetop.engine.seats import MOST_SEATS

CARDS = 18
HAND = 2  # left and right
DIE = 6
NO_CARD = 0
ALONE, TEAMS, TOGETHER = range(3)

SNEAK = 0
RUN = 1
STEAL = 2

DEAL = 0
TAKE = DEAL + CARDS + 1
ROLL = TAKE + HAND

PHASES = (
    Phase("dealing", "It is time to deal the loot.", "2.1", waits="2.1"),
    Phase("planning", "It is time to decide what to do.", "3.1", waits="3.1", decided="3.1"),
    Phase("taking", "It is time for a thief to take a card.", "3.4", waits="3.4"),
    Phase("rolling", "It is time for the guard to roll.", "3.6", waits="3.6"),
    Phase("over", "The game is over.", "4.1"),
)
DEALING, PLANNING, TAKING, ROLLING, OVER = range(len(PHASES))

State = record([
    ("deck",     np.uint32),                    # a bit for each card that is not dealt
    ("loot",     np.int8, (MOST_SEATS, HAND)),  # the card on the left and on the right of a seat
    ("known",    np.uint8, (MOST_SEATS, HAND)),  # who has seen the card there, a bit for each seat
    ("steps",    np.int8, MOST_SEATS),          # along the corridor
    ("victim",   np.int8, MOST_SEATS),          # whom a seat steals from in this round, or NOBODY
    ("running",  np.uint8),                     # who runs in this round, a bit each
    ("seats",    np.int8),
    ("mode",     np.int8),
    ("corridor", np.int8),
    ("rounds",   np.int8),                      # still to be played
    ("caught",   np.int8),                      # a roll up to this catches
    ("phase",    np.int8),
])  # fmt: skip
NOBODY_ROBBED = -1
