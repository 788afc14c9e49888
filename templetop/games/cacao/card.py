"""Cacao's card: what it answers."""

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.games.cacao.appeal import appeal, prospect
from templetop.games.cacao.census import census
from templetop.games.cacao.levels import LEVELS
from templetop.games.cacao.moves import MOVES, SEAT_MOVES, SYNONYMS, code, say, secret
from templetop.games.cacao.notation import read, write
from templetop.games.cacao.observe import OBSERVATION, observe
from templetop.games.cacao.offer import offer
from templetop.games.cacao.picture import picture
from templetop.games.cacao.pieces import MAX_SEATS
from templetop.games.cacao.refusals import why_no_move, why_not, why_wait
from templetop.games.cacao.rules import imagine, legal, odds, play, to_move
from templetop.games.cacao.scoring import breakdown, places, points
from templetop.games.cacao.start import OPTIONS, new
from templetop.games.cacao.state import State
from templetop.games.cacao.view import view

WELCOME = """\
The most gold wins. Lay worker tiles beside the jungle, and each worker acts
once: it picks cacao (P1 P2), sells it (M2 M3 M4), digs for gold (G1 G2), fetches
water (WA) or prays to the sun (SU). In the end temples (TE) pay 6 and 3 gold to
the most workers beside them, and suns and water count.
Type q25 to choose that square, then 2101 to lay a tile with 2 workers north,
1 east, 0 south and 1 west; m3 to fill a space with the market of 3, or m3 r25 to
say which; 2 to let two workers act or sell two fruits, 0 for none. If asked which
edge acts first, type p1x2 for the one with 2 workers at a plantation.
"""

CARD = ask.know(
    Game(
        id="cacao",
        name="Cacao",
        says="Lay workers beside the jungle and earn gold from cacao, water, suns and temples.",
        rules_version=1,
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
        synonyms=SYNONYMS,
        why_not=why_not,
        why_no_move=why_no_move,
        why_wait=why_wait,
        write=write,
        read=read,
        picture=picture,
        census=census,
        welcome=WELCOME,
        breakdown=breakdown,
        offer=offer,
        secret=secret,
        levels=LEVELS,
    )
)
