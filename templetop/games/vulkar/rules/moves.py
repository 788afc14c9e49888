"""The numbers of the moves and events.

STEP         + space                   go there                                       120 moves
RISE         + space                   stand up there                                 120 moves
BOARD                                  the Hello-copter                                 1 move
CARD         + card                    play it                                         36 moves
BOOTS        + spaces - 1              so many spaces more                              2 moves
GLOBE                                  a new hand                                       1 move
SELFIE       + colour                  a picture from the space beside                  3 moves
SHELTER                                open the Umbrella                                1 move
BAG                                    keep the tokens                                  1 move
ROLL                                   the cave die                                     1 move
MAP          + cave                    go there by the Trail Map                        3 moves
TAKE, LEAVE                            the Heart, or a token                            2 moves
EXCHANGE     + 4 * given + taken       tokens by their colours; the fourth is none     16 moves
HEADING      + heading                 of Vul-Kar                                       8 moves
TREE         + 6 * tree + heading      of a tree                                       42 moves
FLICK        + 48 * pit + 3 * direction + strength                                    288 moves
NOTHING                                no (more) action, no souvenir                    1 move
SEIZE_HEART, SEIZE_TOKEN               from who has fallen                              2 moves
LOSE         + treasure                to the Maw: a colour, or the Heart               4 moves
PICK         + treasure                from the Maw: a colour, the Heart, the Penny     5 moves
PAY_SOUVENIR + souvenir                                                                 6 moves
PAY_CARD     + card                                                                    36 moves
PAY_TOKEN    + colour                                                                   3 moves

FIRST  + seat         begins                                                            4 events
LAY    + colour       a token on the next slab                                          3 events
REMOVE + card         goes back into the box                                           36 events
DRAW   + card         into a hand, or into the tracker                                 36 events
GIFT   + souvenir     is drawn                                                          6 events
DIE    + cave         the cave die                                                      3 events
RUN    + run move     a marble, as runs.py has it                                      48 events
SNATCH + colour       is stolen unseen                                                  3 events
"""

from templetop.engine.bits import WORD
from templetop.games.vulkar.rules.island import (
    CAVES,
    DIRECTIONS,
    PITS,
    SPACES,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.pieces import (
    FACES,
    MOST_FIGURES,
    SOUVENIR_KINDS,
    STRIDES,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.runs import RUN_MOVES

AIMS = DIRECTIONS * STRENGTHS  # of one pit
NO_COLOUR = TOKEN_COLOURS  # given or taken
HANDFULS = TOKEN_COLOURS + 1
THE_HEART, THE_PENNY = TOKEN_COLOURS, TOKEN_COLOURS + 1  # among the treasures of LOSE and PICK

STEP = 0
RISE = STEP + SPACES
BOARD = RISE + SPACES
CARD = BOARD + 1
BOOTS = CARD + FACES
GLOBE = BOOTS + STRIDES
SELFIE = GLOBE + 1
SHELTER = SELFIE + TOKEN_COLOURS
BAG = SHELTER + 1
ROLL = BAG + 1
MAP = ROLL + 1
TAKE = MAP + len(CAVES)
LEAVE = TAKE + 1
EXCHANGE = LEAVE + 1
HEADING = EXCHANGE + HANDFULS * HANDFULS
TREE = HEADING + VULKAR_HEADINGS
FLICK = TREE + TREES * TREE_HEADINGS
NOTHING = FLICK + PITS * AIMS
SEIZE_HEART = NOTHING + 1
SEIZE_TOKEN = SEIZE_HEART + 1
LOSE = SEIZE_TOKEN + 1
PICK = LOSE + THE_HEART + 1
PAY_SOUVENIR = PICK + THE_PENNY + 1
PAY_CARD = PAY_SOUVENIR + SOUVENIR_KINDS
PAY_TOKEN = PAY_CARD + FACES
MOVE_COUNT = PAY_TOKEN + TOKEN_COLOURS
MOVE_WORDS = -(-MOVE_COUNT // WORD)
NO_EXCHANGE = EXCHANGE + HANDFULS * NO_COLOUR + NO_COLOUR

FIRST = 0
LAY = FIRST + MOST_FIGURES
REMOVE = LAY + TOKEN_COLOURS
DRAW = REMOVE + FACES
GIFT = DRAW + FACES
DIE = GIFT + SOUVENIR_KINDS
RUN = DIE + len(CAVES)
SNATCH = RUN + RUN_MOVES
EVENT_COUNT = SNATCH + TOKEN_COLOURS
