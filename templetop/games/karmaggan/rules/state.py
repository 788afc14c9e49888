"""What lies on the table, and the phases of the game."""

from typing import Any

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase
from templetop.engine.seats import MOST_SEATS
from templetop.games.karmaggan.rules.ground import WORDS
from templetop.games.karmaggan.rules.moves import MOVE_WORDS
from templetop.games.karmaggan.rules.pieces import (
    BLOOD_FACES,
    CARD_NAMES,
    FACES,
    HAND,
    KINDS,
    PIECES,
    RINGS,
    TEMPLE_KINDS,
)
from templetop.games.karmaggan.words import t


def now_naming(state: Any) -> str:
    job = state.agenda[int(state.depth) - 1]
    card = CARD_NAMES[job.what]
    return t("It is time to choose whom the card {card} is for.", card=card)


PHASES = (
    # of chance
    Phase("beginning", "It is time to draw the first player.", "2.5", waits="2.5"),
    Phase("drawing", "It is time to draw an object card.", "5.2", waits="5.2"),
    Phase("rolling", "It is time for the dice.", "3.2", waits="3.2"),
    Phase("uncovering", "It is time to turn up a temple card.", "4.1", waits="4.1"),
    Phase("turning", "It is time to roll for how far the ring turns.", "4.3", waits="4.3"),
    Phase("hurting", "It is time to roll for the damage.", "4.4", waits="4.4"),
    Phase("tasting", "It is time to turn over the blood tile.", "3.10", waits="3.10"),
    Phase("robbing", "It is time to steal a card.", "5.10", waits="5.10"),
    Phase("spoiling", "It is time to lose a card.", "5.21", waits="5.21"),
    Phase("counting", "It is time to roll for how many temple cards follow.", "5.19", waits="5.19"),
    Phase("showing", "It is time to show the top of a deck.", "5.13", waits="5.13"),
    # of the seats
    Phase("entering", "It is time to choose a starting point.", "2.9", waits="2.9"),
    Phase("preparing", "It is time to roll the dice.", "3.1", waits="3.1"),
    Phase("moving", "It is time to move a raider.", "3.3", waits="3.1"),
    Phase("meeting", "It is time to say whether to pass or to fight.", "6.1", waits="6.1"),
    Phase("answering", "It is time to say whether the other may pass.", "6.1", waits="6.1"),
    Phase("battling", "It is time to choose a battle card.", "6.3", waits="6.3", decided="6.3"),
    Phase("flinging", "It is time to throw the loser.", "6.10", waits="6.10"),
    Phase("aiming", "It is time to choose: through the roller or past it.", "6.12", waits="6.12"),
    Phase("dropping", "It is time to say where the Egg comes down.", "6.14", waits="6.14"),
    Phase("raising", "It is time to place a summoning tile.", "7.3", waits="7.3"),
    Phase("retreating", "It is time to leave a space where nobody may stay.", "3.14", waits="3.14"),
    Phase("taking", "It is time to say whether to draw a card.", "3.9", waits="3.9"),
    Phase("consuming", "It is time to say whether to take the blood.", "3.10", waits="3.10"),
    Phase("leaving", "It is time to choose where the passage leads.", "3.11", waits="3.11"),
    Phase("flashing", "It is time to choose where the flash leads.", "4.9", waits="4.9"),
    Phase("pushing", "It is time to move a raider with the dagger.", "5.24", waits="5.24"),
    Phase("naming", now_naming, "5.6", waits="5.6"),
    Phase("choosing", "It is time to choose a ring.", "5.16", waits="5.16"),
    Phase("building", "It is time to lay a temple tile.", "5.22", waits="5.22"),
    Phase("swarming", "It is time to lead the swarm.", "7.6", waits="7.6"),
    Phase("summoning", "It is time to summon a spawn.", "7.7", waits="7.7"),
    Phase("over", "The game is over.", "9.1"),
)  # fmt: skip
(
    BEGINNING, DRAWING, ROLLING, UNCOVERING, TURNING, HURTING, TASTING, ROBBING, SPOILING, COUNTING,
    SHOWING,
    ENTERING, PREPARING, MOVING, MEETING, ANSWERING, BATTLING, FLINGING, AIMING, DROPPING, RAISING,
    RETREATING, TAKING, CONSUMING, LEAVING, FLASHING, PUSHING, NAMING, CHOOSING, BUILDING, SWARMING,
    SUMMONING, OVER,
) = range(len(PHASES))  # fmt: skip
FIRST_OF_SEATS = ENTERING

# What is done without asking anybody: it stands on the agenda beside the phases.
MEET, PICK, ACT, SETTLE, DRAW_UP, FINISH, BEGIN_TURN, END_TURN = range(OVER + 1, OVER + 9)
MOST_JOBS = 32

ALIVE, FALLEN, GONE = range(3)  # a raider in play; one whose player leads the swarm; out of it
NO_PIECE = -1
NOBODY_CARRIES = -1
FREE_FOR_ALL, TEAMS = range(2)
NOT_ENDED, ESCAPED, WIPED_OUT, OVERRUN, COLLAPSED = range(5)
ENDINGS = ("", "escape", "wipe-out", "swarm", "collapse")

Job = record([
    ("task",  np.int8),    # a phase, or something that is done without asking
    ("seat",  np.int8),    # who decides, or draws
    ("what",  np.int8),    # the piece, ring or card that it is about
    ("many",  np.int8),    # how many times more
    ("space", np.int16),   # where
])  # fmt: skip

Player = record([
    ("cards",      np.int8, HAND),    # the hand, in order; NO_CARD where there are fewer
    ("known",      np.uint8, HAND),   # who has seen each of them, a bit for each seat
    ("coins",      np.int8),
    ("medallions", np.int8),
    ("life",       np.int8),
])  # fmt: skip

Battle = record([
    ("pieces",  np.int8, 2),        # who attacks, who is attacked
    ("seats",   np.int8, 2),        # who plays the cards for them
    ("won",     np.int8, 2),        # rounds
    ("aside",   np.int8, (2, 3)),   # cards that return when it is over
    ("rounds",  np.int8),           # fought so far
])  # fmt: skip

State = record([
    ("players",   Player, MOST_SEATS),
    ("tiles",     np.uint64, (KINDS, WORDS)),       # the spaces with a tile of each kind
    ("used",      np.uint64, (MOST_SEATS, WORDS)),  # tiles that a raider, or a spawn by its number
                                                    # in the swarm, has stepped on in this turn
    ("scratch",   np.uint64, MOVE_WORDS),           # empty whenever somebody looks
    ("agenda",    Job, MOST_JOBS),                  # what is to be done, the next on top
    ("at",        np.int16, PIECES),                # where each piece is, counted along its ring
    ("egg",       np.int16),                        # where it lies, or NOWHERE: it is carried
    ("turns",     np.int16),                        # begun so far
    ("offsets",   np.int8, len(RINGS)),             # how many sectors each ring has turned
    ("deck",      np.int8, FACES),                  # object cards, how many of each
    ("discards",  np.int8, FACES),
    ("temple",    np.int8, TEMPLE_KINDS),           # the temple deck, the same way
    ("turned_up", np.int8, TEMPLE_KINDS),
    ("bag",       np.int8, len(BLOOD_FACES)),       # faces of blood that nobody has seen
    ("battle",    Battle),
    ("depth",     np.int8),                         # how many jobs are on the agenda
    ("shown",     np.int8),                         # the top of the object deck, if all saw it
    ("shown_temple", np.int8),                      # the same of the temple deck, or -1
    ("carrier",   np.int8),                         # who has the Egg
    ("gates",     np.uint8),                        # which are open: SUN, MOON
    ("rollers",   np.int8),                         # 1: they are out
    ("victims",   np.uint8),                        # who has still to roll for damage, a bit each
    ("fallen",    np.uint8),                        # who was dead before the last blow, a bit each
    ("active",    np.int8),                         # whose turn it is
    ("first",     np.int8),                         # who began
    ("rounds_over", np.int8),                       # so many
    ("steps",     np.int8),                         # still to go
    ("plays",     np.int8),                         # cards that may still be played
    ("poles",     np.int8),                         # abyss tiles that may be stepped on
    ("spells",    np.int8),                         # tiles that will do nothing
    ("gave",      np.uint8),                        # who has given the Egg away in this turn
    ("cut_off",   np.int8),                         # 1: no way led to the centre at the beginning
    ("has_acted", np.int8),                         # 1: the swarm has summoned or rolled
    ("spawn",     np.int8),                         # the piece that the swarm moves now
    ("last_turns", np.int8),                        # that the carrier outside has to begin
    ("seats",     np.int8),
    ("mode",      np.int8),
    ("places",    np.int8),                         # how starting points are found
    ("least",     np.int8),                         # damage of a roller
    ("spawn_coin", np.int8),                        # 1: who beats a spawn gets its coin
    ("team_wipe", np.int8),                         # 1: a team without raiders has lost
    ("trail",     np.int8),                         # turns to last outside
    ("rounds",    np.int8),                         # until the Temple collapses
    ("ending",    np.int8),
    ("winners",   np.uint8),
    ("phase",     np.int8),
])  # fmt: skip
