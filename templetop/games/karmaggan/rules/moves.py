"""The numbers of the moves and events.

    STEP      + space              go there, or move the raider of the dagger there    281 moves
    PUT       + space              put something there: what, says the phase           273 moves
    START     + point              begin there                                           8 moves
    ROLL                           roll the dice                                         1 move
    STOP                           end the turn                                          1 move
    PLAY      + card               play it                                              18 moves
    PAY                            pay a medallion: for a card, or for a spawn           1 move
    HAND_OVER + seat               give the Egg to a team-mate beside you                8 moves
    THROW     + seat               throw it to a raider in line                          8 moves
    TAKE                           take it from a team-mate                              1 move
    RING      + 2 * ring + way     this ring turns clockwise (0) or the other way (1)    8 moves
    TARGET    + seat               the card concerns this player                         8 moves
    SPOIL     + seat               this player loses a card                              8 moves
    GAIN                           a coin for yourself                                   1 move
    ENOUGH                         nobody else                                           1 move
    FIGHT, PASS                    on a space where somebody is                          2 moves
    YES, NO                        draw a card, or take the blood, or not                2 moves
    EXIT      + passage            go on from there                                      4 moves
    STAY                           stay on the passage                                   1 move
    BATTLE    + card               for this round of the battle                         18 moves
    THROUGH, PAST                  the roller                                            2 moves
    SUMMON                         summon a spawn instead of moving the swarm            1 move
    LEAD      + spawn              this spawn goes on                                    6 moves
    SACRIFICE + spawn              this one dies for a summoning tile                    6 moves

    FIRST     + seat               begins                                                8 events
    DRAW      + card               is drawn                                             18 events
    DICE      + 6 * one + other    two dice, counted from 0                             36 events
    DIE_ROLL  + number             one die                                               6 events
    UNCOVER   + temple card        is turned up                                         21 events
    SECTORS_ROLLED + number        a ring turns so far                                   6 events
    DAMAGE    + number             the die of acid and rollers                           6 events
    TASTE     + face               of a blood tile                                       4 events
    STEAL     + card               is stolen                                            18 events
    LOSE      + card               is lost                                              18 events
    COUNT     + number             so many temple cards                                  6 events
    SHOW      + card               is on top of the object deck                         18 events
    SHOW_TEMPLE + temple card      is on top of the temple deck                         21 events

STEP and PUT begin with a word of their own, so that a set of spaces is a set of moves as it is.
BATTLE + 0 is no card. Dice are counted from 0.
"""

from templetop.engine.bits import WORD
from templetop.engine.seats import MOST_SEATS
from templetop.games.karmaggan.rules.ground import INSIDE, SPACES, WORDS
from templetop.games.karmaggan.rules.pieces import (
    BLOOD_FACES,
    DIE,
    FACES,
    GATES,
    MOST_SPAWNS,
    RINGS,
    TEMPLE_KINDS,
)

WAYS = 2  # clockwise, counterclockwise
PASSAGES = 4

STEP = 0
PUT = STEP + WORDS * WORD
START = PUT + WORDS * WORD
ROLL = START + len(GATES)
STOP = ROLL + 1
PLAY = STOP + 1
PAY = PLAY + FACES
HAND_OVER = PAY + 1
THROW = HAND_OVER + MOST_SEATS
TAKE = THROW + MOST_SEATS
RING = TAKE + 1
TARGET = RING + WAYS * len(RINGS)
SPOIL = TARGET + MOST_SEATS
GAIN = SPOIL + MOST_SEATS
ENOUGH = GAIN + 1
FIGHT = ENOUGH + 1
PASS = FIGHT + 1
YES = PASS + 1
NO = YES + 1
EXIT = NO + 1
STAY = EXIT + PASSAGES
BATTLE = STAY + 1
THROUGH = BATTLE + FACES
PAST = THROUGH + 1
SUMMON = PAST + 1
LEAD = SUMMON + 1
SACRIFICE = LEAD + MOST_SPAWNS
MOVE_COUNT = SACRIFICE + MOST_SPAWNS
MOVE_WORDS = -(-MOVE_COUNT // WORD)
STEP_WORD, PUT_WORD = STEP // WORD, PUT // WORD
STEPS, PUTS = SPACES, INSIDE

FIRST = 0
DRAW = FIRST + MOST_SEATS
DICE = DRAW + FACES
DIE_ROLL = DICE + DIE * DIE
UNCOVER = DIE_ROLL + DIE
SECTORS_ROLLED = UNCOVER + TEMPLE_KINDS
DAMAGE = SECTORS_ROLLED + DIE
TASTE = DAMAGE + DIE
STEAL = TASTE + len(BLOOD_FACES)
LOSE = STEAL + FACES
COUNT = LOSE + FACES
SHOW = COUNT + DIE
SHOW_TEMPLE = SHOW + FACES
