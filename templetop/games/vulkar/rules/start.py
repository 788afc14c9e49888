"""Options, and the table as it is set up."""

import re
from collections.abc import Mapping

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option, slot_of
from templetop.games.vulkar.rules.agenda import add_task
from templetop.games.vulkar.rules.island import FIRST_HEADING, NOWHERE
from templetop.games.vulkar.rules.pieces import (
    ACTION_CARDS,
    CATACLYSM,
    CATACLYSMS,
    COPIES,
    FACES,
    FIREBALLS,
    HAND,
    HEAD_STARTS,
    HEART_POINTS,
    LEAST_LEFT,
    LEAST_OF_EACH,
    LENGTHS,
    MOST_FIGURES,
    MOST_REMOVED,
    NEEDED,
    NO_CARD,
    NO_TOKEN,
    NOT_IN_CURSE,
    PENNY_POINTS,
    PICTURE_POINTS,
    PICTURES,
    REMOVED_CARDS,
    ROUNDS,
    SECOND_PILES,
    SELFIE_POINTS,
    SET_POINTS,
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
from templetop.games.vulkar.words import t


def option_name(action: str) -> str:
    """Flame Geyser: flame_geyser."""
    return re.sub(r"[^a-z]+", "_", action.lower()).strip("_")


STANDARD_GAME = {"game": ("standard",)}
UNDER_THE_CURSE = {"game": ("curse",)}

OPTIONS: tuple[Option | Numbers, ...] = (
    Option(
        "game",
        "Who plays against whom.",
        (
            Choice("standard", "Everyone for themselves (2.1).", (2, 3, 4)),
            Choice("curse", "All together against the Curse of Vul-Kar (12.1)."),
        ),
    ),
    Numbers("tokens", "Tokens of one colour that break the Curse (12.12).", (NEEDED,), 1, TOKENS,
            only_with=UNDER_THE_CURSE),
    Numbers("second_piles", "How often used cards come back, with 1, 2, 3, 4 seats (12.17).",
            SECOND_PILES, 0, 5, only_with=UNDER_THE_CURSE),
    Numbers("cataclysms", "How many Cataclysm! cards go 3, 4 … 8 spaces (1.8).",
            CATACLYSMS, 0, 4, total=(3, 12)),
    Numbers("removed", "Cards that stay in the box under the Curse, with 1, 2, 3, 4 seats (2.9).",
            REMOVED_CARDS, 0, MOST_REMOVED, only_with=UNDER_THE_CURSE),
    Numbers("souvenirs", "Souvenirs for everyone at the start (2.7).", (1,), 0, 2),
    Numbers("head_start", "How much further the 1st … 4th figure goes in its first walk (2.12).",
            HEAD_STARTS, 0, 12, only_with=STANDARD_GAME),
    Numbers("rounds", "After how many rounds the copter comes (10.3).", (ROUNDS,), 1, 100,
            only_with=STANDARD_GAME),
    *(
        Numbers(option_name(action), f"How many {action} cards go 3, 4 … 8 spaces (1.8).",
                numbers, 0, 4, total=(LEAST_OF_EACH, 12))
        for action, numbers in ACTION_CARDS[CATACLYSM + 1 :]
    ),
    Numbers("fireballs", "Fireballs in the Scar at the start of the standard game (2.6).",
            (1,), 1, FIREBALLS - 1, only_with=STANDARD_GAME),
    Numbers("copies", "Souvenirs of each kind: Selfie Stick, Tote Bag … Trail Map (1.9).",
            (COPIES,) * SOUVENIR_KINDS, 0, 4),
    Numbers("set_points", "What 1, 2 … 5 or more tokens of a colour are worth (10.16).",
            SET_POINTS[1:], 0, 30, only_with=STANDARD_GAME),
    Numbers("treasure_points", "What the Heart, the Penny and a picture are worth (10.16).",
            (HEART_POINTS, PENNY_POINTS, PICTURE_POINTS), 0, 30, only_with=STANDARD_GAME),
    Numbers("selfie_points", "What a Selfie Stick makes of each colour of pictures (13.8).",
            (SELFIE_POINTS,), 0, 30, only_with=STANDARD_GAME),
)  # fmt: skip
(
    GAME, NEEDED_TOKENS, PILES, CATACLYSM_CARDS, REMOVED, GIFTS, HEAD_START, LAST_ROUND,
    OTHER_CARDS, _, _, _, _, FIRST_FIREBALLS, SOUVENIR_COPIES, TOKEN_WORTH, TREASURE_WORTH,
    SELFIE_WORTH,
) = (slot_of(OPTIONS, option.name) for option in OPTIONS)  # fmt: skip
FIGURES_FOR_TWO = 4


def why_not_together(seats: int, chosen: Mapping[str, str]) -> str | None:
    """12.20  Is there a set for every seat? A colour has tokens for so many of them."""
    needed = int(chosen["tokens"])
    if chosen["game"] != "curse" or seats <= TOKEN_COLOURS * (TOKENS // needed):
        return None
    return t(
        "With {seats} seats, {needed} tokens of one colour cannot be had by all: there are "
        "{tokens} of each of {colours} colours (12.20).",
        seats=seats, needed=needed, tokens=TOKENS, colours=TOKEN_COLOURS,
    )  # fmt: skip


@rule
def new(state, seats, options):
    """1, 2  Everything in its box or on the table; chance sets up the rest."""
    state.seats = seats
    state.game = options[GAME]
    state.count = FIGURES_FOR_TWO if state.game == STANDARD and seats == 2 else seats
    state.needed = options[NEEDED_TOKENS]
    state.second_piles = options[PILES + seats - 1]
    state.rounds = options[LAST_ROUND]
    for turn in range(MOST_FIGURES):
        state.head_starts[turn] = options[HEAD_START + turn]
    set_cards(state, options)
    state.removed = cards_removed(state, options) if state.game == CURSE else 0
    state.gifts = min(int(options[GIFTS]), souvenirs_for_each(state))
    set_island(state, options)
    take_numbers(state, options)
    for figure in range(MOST_FIGURES):
        set_figure(state, figure)
    state.phase = BEGINNING
    add_task(state, BEGINNING, 0)


@rule
def set_cards(state, options):
    """1.8, 1.9  The piles; 12.3  some souvenirs stay in the box."""
    for length in range(LENGTHS):
        state.deck[length] = options[CATACLYSM_CARDS + length]
    for card in range(LENGTHS, FACES):
        state.deck[card] = options[OTHER_CARDS + card - LENGTHS]
    for kind in range(SOUVENIR_KINDS):
        state.shop[kind] = options[SOUVENIR_COPIES + kind]
        if state.game == CURSE and kind in NOT_IN_CURSE:
            state.gone[kind] = state.shop[kind]
            state.shop[kind] = 0
    state.card = NO_CARD


@rule
def cards_removed(state, options):
    """2.9  So many, but enough must be left for the tracker that are no Cataclysm! (2.8)."""
    others = 0
    for card in range(LENGTHS, FACES):
        others += int(state.deck[card])
    return min(int(options[REMOVED + state.seats - 1]), others - LEAST_LEFT)


@rule
def souvenirs_for_each(state):
    """2.7  As many as there are for everyone."""
    souvenirs = 0
    for kind in range(SOUVENIR_KINDS):
        souvenirs += int(state.shop[kind])
    return souvenirs // int(state.seats)


@rule
def set_island(state, options):
    """1.3 to 1.6, 2.3, 2.5, 2.6  The trees point to Vul-Kar as they are."""
    for colour in range(TOKEN_COLOURS):
        state.bag[colour] = TOKENS
        state.album[colour] = PICTURES
    for slab in range(SLABS):
        state.slabs[slab] = NO_TOKEN
    state.heading = FIRST_HEADING
    state.scar = FIREBALLS if state.game == CURSE else options[FIRST_FIREBALLS]  # 12.2
    state.heart = ON_SLAB
    state.penny = IN_MAW
    state.came = NOWHERE


@rule
def take_numbers(state, options):
    """10.16  What tokens, the Heart, the Penny, pictures and Selfie Sticks are worth."""
    state.numbers.set_points[0] = 0
    for tokens in range(1, len(SET_POINTS)):
        state.numbers.set_points[tokens] = options[TOKEN_WORTH + tokens - 1]
    state.numbers.heart_points = options[TREASURE_WORTH]
    state.numbers.penny_points = options[TREASURE_WORTH + 1]
    state.numbers.picture_points = options[TREASURE_WORTH + 2]
    state.numbers.selfie_points = options[SELFIE_WORTH]


@rule
def set_figure(state, figure):
    """2.11  In the Hello-copter, with nothing in its hands."""
    state.figures[figure].posture = WAITING
    state.figures[figure].at = NOWHERE
    for place in range(SLABS):
        state.figures[figure].tokens[place] = NO_TOKEN
    for place in range(HAND):
        state.hands[figure, place] = NO_CARD
