"""Short matches to be coached, and efforts that take no time."""

from templetop.bots.bot import Simple
from templetop.bots.seen import seen_by
from templetop.coach.review import Efforts
from templetop.coach.scales import Effort
from templetop.engine.match import Match, say
from templetop.engine.policy import GREEDY, any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take

KARUBA = take("karuba")
LITTLE = Efforts(Effort(32, 16), None)
BOTH = Efforts(Effort(32, 16), Effort(64, 24))


def finished(match: Match, seed: int) -> Match:
    """Greedy to the end."""
    random, game, bot = generator(seed), match.game, Simple(GREEDY)
    while not match.is_over:
        for seat in match.awaited:
            if seat == CHANCE:
                move = int(any_event(match.state, random, game.event_set(), game.weights()))
            else:
                move = bot.decide(seen_by(seat, match.state, len(match.seats), random), random)
            match.play(seat, move)
    return match


def without_a_walk() -> tuple[Match, int]:
    """Somebody could have walked into a temple, and did not; and the number of that move."""
    whole = finished(Match.new(KARUBA, ["Ann", "Ben"], {"setup": "random"}), 3)
    texts = [
        (number, say(state, seat, move))
        for number, (state, (seat, move)) in enumerate(
            ((state.copy(), one) for state, step in whole.steps() for one in step), 1
        )
    ]
    number = next(n for n, words in texts if "temple" in words and "walks" in words)
    match = Match.new(KARUBA, whole.seats, whole.options)
    for seat, move in whole.moves[: number - 1]:
        match.play(seat, move)
    seat = whole.moves[number - 1][0]
    match.play(seat, next(m for m in match.legal(seat) if "without walking" in match.says(seat, m)))
    return finished(match, 4), number
