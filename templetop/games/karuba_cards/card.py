"""The card of Karuba: The Card Game: what it answers."""

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.games.karuba_cards.appeal import appeal, prospect
from templetop.games.karuba_cards.census import census
from templetop.games.karuba_cards.levels import LEVELS
from templetop.games.karuba_cards.moves import MOVES, SEAT_MOVES, SYNONYMS, code, say, secret
from templetop.games.karuba_cards.notation import read, write
from templetop.games.karuba_cards.observe import OBSERVATION, observe
from templetop.games.karuba_cards.offer import offer
from templetop.games.karuba_cards.picture import picture
from templetop.games.karuba_cards.pieces import MAX_SEATS
from templetop.games.karuba_cards.refusals import has_decided, why_no_move, why_not, why_wait
from templetop.games.karuba_cards.rules import imagine, legal, odds, play, to_move
from templetop.games.karuba_cards.scoring import breakdown, places, points
from templetop.games.karuba_cards.start import OPTIONS, new
from templetop.games.karuba_cards.state import State
from templetop.games.karuba_cards.view import view

WELCOME = """\
Lead your adventurers to the temples ▲ of their colours: 3 points each, and what lies on the way,
1 point for a crystal ◆ and 2 for gold ●. They take the shortest path and never pass each other.
Every round you play two of your three cards; the lowest sum at the table loses one of the two.
Type keep 7 to play the other two, discard 7 to lose it, 7 c4 to lay it there; c4 if it is the last.
"""

CARD = ask.know(
    Game(
        id="karuba_cards",
        name="Karuba: The Card Game",
        says="Play two cards of three, all at once, and lay paths from adventurers to temples.",
        rules_version=2,
        seats=range(2, MAX_SEATS + 1),
        options=OPTIONS,
        State=State,
        moves=MOVES,
        seat_moves=SEAT_MOVES,
        observation=OBSERVATION,
        new=new,
        to_move=to_move,
        legal=legal,
        odds=odds,
        play=play,
        points=points,
        places=places,
        imagine=imagine,
        observe=observe,
        appeal=appeal,
        prospect=prospect,
        view=view,
        say=say,
        code=code,
        why_not=why_not,
        why_no_move=why_no_move,
        why_wait=why_wait,
        has_decided=has_decided,
        write=write,
        read=read,
        picture=picture,
        census=census,
        synonyms=SYNONYMS,
        welcome=WELCOME,
        breakdown=breakdown,
        offer=offer,
        secret=secret,
        levels=LEVELS,
    )
)
