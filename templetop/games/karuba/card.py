"""Karuba's card: what it answers."""

from templetop.engine import ask
from templetop.engine.game import Game, no_secret
from templetop.games.karuba.appeal import appeal, prospect
from templetop.games.karuba.census import census
from templetop.games.karuba.levels import LEVELS
from templetop.games.karuba.moves import MOVES, SEAT_MOVES, SYNONYMS, code, say
from templetop.games.karuba.notation import read, write
from templetop.games.karuba.observe import OBSERVATION, observe
from templetop.games.karuba.offer import offer
from templetop.games.karuba.picture import picture
from templetop.games.karuba.pieces import MAX_SEATS
from templetop.games.karuba.refusals import has_decided, why_not, why_wait
from templetop.games.karuba.rules import imagine, legal, odds, play, to_move
from templetop.games.karuba.scoring import breakdown, places, points
from templetop.games.karuba.start import OPTIONS, new
from templetop.games.karuba.state import State
from templetop.games.karuba.view import view

WELCOME = """\
Bring your four adventurers to the temples ▲ of their colours; who is first takes the best treasure.
On the way, crystals ◆ (1 point) and gold ● (2 points) are for those who stop there.
Each turn everyone gets the same tile, to lay it or to discard it and walk.
Type c4 to lay it on c4; n c4 to walk brown (n) to c4, n temple into its temple; d to walk nobody.
"""

CARD = ask.know(
    Game(
        id="karuba",
        name="Karuba",
        says="Lay paths through the jungle and race four adventurers to their temples.",
        rules_version=1,
        seats=range(1, MAX_SEATS + 1),
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
        secret=no_secret,
        levels=LEVELS,
    )
)
