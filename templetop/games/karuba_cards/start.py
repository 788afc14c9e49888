"""Setting up: the option, and everyone's cards."""

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Option
from templetop.games.karuba_cards.hand import ALL_CARDS
from templetop.games.karuba_cards.island import FIELD, NOWHERE
from templetop.games.karuba_cards.pieces import CARDS
from templetop.games.karuba_cards.state import DRAW, NO_CHOICE

OPTIONS = (
    Option(
        "blocking",
        "What another adventurer on the shortest path does.",
        (
            Choice("stops", "It stops the one who comes (4.6)."),
            Choice("detour", "The one who comes may walk round it (4.8)."),
        ),
    ),
)
BLOCKING = 0


@rule
def new(state, seats, options):
    """2  Set up the table, as far as the first draw."""
    state.seats = seats
    state.detours = options[BLOCKING]
    state.rounds = 1
    state.phase = DRAW
    for seat in range(seats):
        take_set(state.players[seat])


@rule
def take_set(player):
    """2.2  A set of cards, shuffled, is the seat's own pile: all of them may come next."""
    player.pile = ALL_CARDS
    player.frame = FIELD
    player.choice = NO_CHOICE
    for card in range(CARDS + 1):
        player.places[card] = NOWHERE
