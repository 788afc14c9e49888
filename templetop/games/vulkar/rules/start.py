"""Options, and the table as it is set up."""

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option, slot_of
from templetop.games.vulkar.rules.agenda import add_task
from templetop.games.vulkar.rules.island import FIRST_HEADING, NOWHERE
from templetop.games.vulkar.rules.pieces import (
    CATACLYSMS,
    COPIES,
    DECK,
    FACES,
    FIREBALLS,
    HAND,
    HEAD_STARTS,
    LENGTHS,
    MOST_FIGURES,
    MOST_REMOVED,
    NEEDED,
    NO_CARD,
    NO_TOKEN,
    NOT_IN_CURSE,
    PICTURES,
    REMOVED_CARDS,
    ROUNDS,
    SECOND_PILES,
    SLABS,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
    TOKENS,
)
from templetop.games.vulkar.rules.state import (
    BEGINNING,
    CURSE,
    IN_MAW,
    ON_SLAB,
    STANDARD,
    WAITING,
)

OPTIONS = (
    Option(
        "game",
        "Against each other, or together.",
        (
            Choice("standard", "Everyone for themselves (2.1).", (2, 3, 4)),
            Choice("curse", "All together against the Curse of Vul-Kar (12.1)."),
        ),
    ),
    Numbers("tokens", "Tokens of one colour that break the Curse (12.12).", (NEEDED,), 1, 12),
    Numbers("second_piles", "How often used cards come back, with 1, 2, 3, 4 seats (12.17).",
            SECOND_PILES, 0, 5),
    Numbers("cataclysms", "How many Cataclysm! cards go 3, 4 … 8 spaces (1.8).",
            CATACLYSMS, 0, 4, total=(3, 12)),
    Numbers("removed", "Cards that stay in the box under the Curse, with 1, 2, 3, 4 seats (2.9).",
            REMOVED_CARDS, 0, MOST_REMOVED),
    Numbers("souvenirs", "Souvenirs for each at the start (2.7).", (1,), 0, 2),
    Numbers("head_start", "Spaces more in the first walk of the 1st … 4th figure (2.12).",
            HEAD_STARTS, 0, 12),
    Numbers("rounds", "After how many rounds the copter comes (10.3).", (ROUNDS,), 1, 100),
)  # fmt: skip
(
    GAME, NEEDED_TOKENS, PILES, CATACLYSM_CARDS, REMOVED, GIFTS, HEAD_START, LAST_ROUND,
) = (slot_of(OPTIONS, option.name) for option in OPTIONS)  # fmt: skip
FIGURES_FOR_TWO = 4


@rule
def new(state, seats, options):
    """1, 2  Everything in its box or on the table; chance sets up the rest."""
    state.seats = seats
    state.game = options[GAME]
    state.count = FIGURES_FOR_TWO if state.game == STANDARD and seats == 2 else seats
    state.needed = options[NEEDED_TOKENS]
    state.second_piles = options[PILES + seats - 1]
    state.removed = options[REMOVED + seats - 1] if state.game == CURSE else 0
    state.gifts = options[GIFTS]
    state.rounds = options[LAST_ROUND]
    for turn in range(MOST_FIGURES):
        state.head_starts[turn] = options[HEAD_START + turn]
    set_cards(state, options)
    set_island(state)
    for figure in range(MOST_FIGURES):
        set_figure(state, figure)
    state.phase = BEGINNING
    add_task(state, BEGINNING, 0)


@rule
def set_cards(state, options):
    """1.8, 1.9  The piles; 12.3  some souvenirs stay in the box."""
    for card in range(FACES):
        state.deck[card] = DECK[card]
    for length in range(LENGTHS):
        state.deck[length] = options[CATACLYSM_CARDS + length]
    for kind in range(SOUVENIR_KINDS):
        state.shop[kind] = COPIES
        if state.game == CURSE and kind in NOT_IN_CURSE:
            state.shop[kind] = 0
            state.gone[kind] = COPIES
    state.card = NO_CARD


@rule
def set_island(state):
    """1.3 to 1.6, 2.3, 2.5, 2.6  The trees point to Vul-Kar as they are."""
    for colour in range(TOKEN_COLOURS):
        state.bag[colour] = TOKENS
        state.album[colour] = PICTURES
    for slab in range(SLABS):
        state.slabs[slab] = NO_TOKEN
    state.heading = FIRST_HEADING
    state.scar = FIREBALLS if state.game == CURSE else 1  # 12.2
    state.heart = ON_SLAB
    state.penny = IN_MAW
    state.came = NOWHERE


@rule
def set_figure(state, figure):
    """2.11  In the Hello-copter, with nothing in its hands."""
    state.figures[figure].posture = WAITING
    state.figures[figure].at = NOWHERE
    for place in range(SLABS):
        state.figures[figure].tokens[place] = NO_TOKEN
    for place in range(HAND):
        state.hands[figure, place] = NO_CARD
