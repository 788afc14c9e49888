"""`python -m bench.karmaggan_battle`: does it pay to play one's best battle card, always?

Two seats, every deal played from both. A bot that plays like another and in battle always turns up
the card of the highest value meets level 5, which draws its card from odds.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from bench.keeping import RESULTS, keep
from templetop.bots import roster
from templetop.bots.bot import Bot
from templetop.bots.seen import Seen, seen_by
from templetop.engine.deal import Deal, key_of, number_from
from templetop.engine.ending import ending
from templetop.engine.match import Match, legal_moves
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, Array
from templetop.games.karmaggan.rules.moves import BATTLE
from templetop.games.karmaggan.rules.pieces import NO_CARD, VALUE
from templetop.games.karmaggan.rules.state import BATTLING
from templetop.games.shelf import take

RIVAL = roster.level_name(roster.LEVELS[-1])
SEATS = 2


class BestCard:
    """Plays like another bot, and in battle the card of the highest value."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def decide(self, seen: Seen, random: Array) -> int:
        if seen.state.phase != BATTLING:
            return self.bot.decide(seen, random)
        return max(legal_moves(seen.state, seen.seat), key=worth)

    def close(self) -> None:
        self.bot.close()


def worth(move: int) -> tuple[bool, int]:
    """Any card is better than none."""
    return move != BATTLE + NO_CARD, int(VALUE[move - BATTLE])


def play_match(deal: int, like: str, seat: int) -> float:
    """The share of the win that the bot with the best card has, which sits at this seat."""
    game = take("karmaggan")
    match = Match.new(game, ["one", "other"])
    key = key_of(0, deal)
    chance = Deal(game, key)
    names = [like if one == seat else RIVAL for one in range(SEATS)]
    randoms = [generator(number_from(key, "bot", one, name)) for one, name in enumerate(names)]
    engaged = roster.Engagement(SEATS, is_compiled=True)
    bots: list[Any] = [roster.call(name, game, one, engaged) for one, name in enumerate(names)]
    bots[seat] = BestCard(bots[seat])
    while not match.is_over:
        for one in match.awaited:
            state = match.state
            if one == CHANCE:
                match.play(one, chance.event(state))
            else:
                seen = seen_by(one, state, SEATS, randoms[one])
                match.play(one, bots[one].decide(seen, randoms[one]))
    for bot in bots:
        bot.close()
    return ending(match.state).seats[seat].win


def figures(like: str, games: int) -> dict[str, Any]:
    roster.make_ready([like, RIVAL], take("karmaggan"), print, is_compiled=True)
    wins = [play_match(n // SEATS, like, n % SEATS) for n in range(games)]
    share = round(sum(wins) / games, 4)
    return {"bot": "best card", "else_like": like, "rival": RIVAL, "matches": games, "share": share}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.karmaggan_battle", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--like", nargs="+", default=["level4", "level5"])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rows = []
    for like in arguments.like:
        rows.append(figures(like, arguments.games))
        print(json.dumps(rows[-1]), flush=True)
        keep("karmaggan-battle", {"rows": rows}, arguments.out)


if __name__ == "__main__":
    main()
