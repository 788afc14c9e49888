"""Setting up: what is agreed before, and everyone's cards."""

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option
from templetop.games.karuba_cards.rules.hand import ALL_CARDS
from templetop.games.karuba_cards.rules.island import FIELD, NOWHERE
from templetop.games.karuba_cards.rules.pieces import (
    CARDS,
    CRYSTAL_WORTH,
    GOLD_WORTH,
    HOME_WORTH,
    MOST_WORTH,
)
from templetop.games.karuba_cards.rules.state import DRAWING

OPTIONS = (
    Option(
        "blocking",
        "What happens when another adventurer is on the shortest path.",
        (
            Choice("stops", "It blocks the way (4.6)."),
            Choice("detour", "There may be a way round it (4.8)."),
        ),
    ),
    Numbers("home", "What coming home is worth (4.2).", (HOME_WORTH,), low=1, high=MOST_WORTH),
    Numbers("crystal", "What a crystal is worth (4.9).", (CRYSTAL_WORTH,), high=MOST_WORTH),
    Numbers("gold", "What gold is worth (4.9).", (GOLD_WORTH,), high=MOST_WORTH),
)
BLOCKING, HOME, CRYSTAL, GOLD = range(len(OPTIONS))


@rule
def new(state, seats, options):
    """2  Set up the table, as far as the first draw."""
    state.seats = seats
    state.detours = options[BLOCKING]
    state.home_worth = options[HOME]
    state.crystal_worth = options[CRYSTAL]
    state.gold_worth = options[GOLD]
    state.rounds = 1
    state.phase = DRAWING
    for seat in range(seats):
        take_set(state.players[seat])


@rule
def take_set(player):
    """2.2  A set of cards, shuffled, is the seat's own pile: all of them may come next."""
    player.pile = ALL_CARDS
    player.frame = FIELD
    for card in range(CARDS + 1):
        player.places[card] = NOWHERE
