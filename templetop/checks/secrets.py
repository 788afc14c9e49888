"""What a seat cannot know shows in nothing that it is given.

Two ways to another table that looks the same to a seat: the game's own `imagine`; and, without
trust in it, another event in place of one that the seat did not see. Whatever the seat is given has
to be the same at both. And `imagine` has to redraw what differs between two such tables.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from templetop.checks.pictures import picture_text
from templetop.checks.stories import Story, after, asked, at_kind, copy_of
from templetop.engine import usual
from templetop.engine.faults import at
from templetop.engine.match import code_of, legal_moves, say, seats_to_move, target_of
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.telling import Told, told_to
from templetop.engine.trial import Watch, watched

SPECTATOR = None
MOMENTS = 6
WORLDS = 2  # imagined at each moment
EVENTS = 16  # of a game that are exchanged
OTHERS = 6  # events in place of one
DRAWS = 24  # of a world, to see whether something is ever redrawn
PAIRS = 8  # of tables, for which that is asked
APPEALS = 6  # moves whose appeal is compared


class Pair(NamedTuple):
    """Two tables that a viewer cannot tell apart, after one event or another."""

    step: int
    event: int
    other: int
    truth: Any
    world: Any


def check_secrets(story: Story) -> None:
    check_imagined(story)
    pairs = [pair for viewer in viewers(story) for pair in exchanged(story, viewer)]
    if pairs and story.game.imagine is usual.imagine:
        raise at(
            story.game.view,
            f"This hides from a seat what chance did at step {pairs[0].step}, but the game has no"
            " rule imagine: bots would see it.",
        )


def viewers(story: Story) -> list[int | None]:
    return [SPECTATOR, *range(story.seats)]


# ── In the worlds that a seat imagines ───────────────────────────────────────────────────────────


def check_imagined(story: Story) -> None:
    for n in story.some(MOMENTS):
        state = story.states[n]
        for seat in range(story.seats):
            for world in (imagined(story, n, seat, draw) for draw in range(WORLDS)):
                where = f"in a world that seat {seat + 1} imagines at step {n}"
                for viewer in (seat, SPECTATOR):
                    refuse_difference(story, state, world, viewer, where)
            again = imagined(story, n, seat, WORLDS - 1)
            if again.tobytes() != world.tobytes():
                raise at(story.game.imagine, "The same draws imagine different worlds.")
    play_on(story)


def imagined(story: Story, n: int, seat: int, draw: int) -> Any:
    world = copy_of(story.states[n])
    story.game.imagine(world, seat, generator(draw, seat))
    return world


def play_on(story: Story) -> None:
    """A world that is imagined can be played to the end."""
    n = story.some(MOMENTS)[0]
    for seat in range(min(2, story.seats)):
        watch = Watch(story.game, story.seed)
        watch.states = np.frombuffer(
            imagined(story, n, seat, 0).tobytes(), watched(story.game.State)
        ).copy()
        watch.state = watch.states[0]
        for _ in watch.play_on():
            pass


def knowledge(story: Story, state: Any, viewer: int | None) -> Iterator[tuple[str, Any]]:
    """All that a seat, or a spectator, is ever given of a table, and which answer it is."""
    game = story.game
    yield "view", game.view(state, viewer)
    yield "picture", picture_text(game, state, viewer)
    yield "to_move", seats_to_move(state)
    if viewer is SPECTATOR:
        return
    numbers = np.zeros(game.observation, np.float32)
    game.observe(state, viewer, numbers)
    yield "observe", numbers.tobytes()
    if viewer in seats_to_move(state):
        moves = legal_moves(state, viewer)
        yield "legal", moves
        yield "words", [say(state, viewer, move) for move in moves]
        yield "codes", [code_of(state, viewer, move) for move in moves]
        yield "targets", [target_of(state, viewer, move) for move in moves]
        yield "appeal", [int(game.appeal(state, viewer, move)) for move in moves[:APPEALS]]


OF_KINDS = ("words", "codes", "targets")  # which no single function answers


def refuse_difference(story: Story, truth: Any, world: Any, viewer: int | None, where: str) -> None:
    """Refuse what a viewer is given if it shows at which of two tables it sits."""
    who = "A spectator" if viewer is SPECTATOR else f"Seat {viewer + 1}"
    both = zip(
        knowledge(story, truth, viewer), knowledge(story, world, viewer), strict=False
    )  # they differ where one ends, too
    for (name, known), (_, other) in both:
        if known == other:
            continue
        what = f"{who} can tell the true table from another that it should not know apart, {where}"
        if name in OF_KINDS:
            assert viewer is not None
            moves = legal_moves(truth, viewer)
            move = next(m for m, one, two in zip(moves, known, other, strict=True) if one != two)
            kinds = story.game.moves
            raise at_kind(kinds, kinds.kind(move), story.game, f"{what}: the {name} differ.")
        raise at(getattr(story.game, name), f"{what}{parts_that_differ(known, other)}.")


def parts_that_differ(known: Any, other: Any) -> str:
    names = [
        name
        for name, part in getattr(known, "__dict__", {}).items()
        if getattr(other, name, part) != part
    ]
    return f": {', '.join(names)} differ" if names else ""


# ── Without trust in `imagine` ───────────────────────────────────────────────────────────────────


def exchanged(story: Story, viewer: int | None) -> list[Pair]:
    """Tables that the viewer cannot tell apart; whatever it is given is the same at both."""
    pairs = []
    random = story.random()
    steps = [n for n, step in enumerate(story.steps) if step[0][0] == CHANCE]
    for n in sorted(random.sample(steps, min(EVENTS, len(steps)))):
        state, event = story.states[n], story.steps[n][0][1]
        others = [other for other in legal_moves(state, CHANCE) if other != event]
        for other in random.sample(others, min(OTHERS, len(others))):
            pair = Pair(
                n, event, other, after(state, [(CHANCE, event)]), after(state, [(CHANCE, other)])
            )
            if pair.truth.tobytes() != pair.world.tobytes() and are_alike(story, viewer, pair):
                pairs.append(pair)
    if viewer is not SPECTATOR and story.game.imagine is not usual.imagine:
        for pair in pairs[:PAIRS]:
            check_redrawn(story, viewer, pair)
    return pairs


def are_alike(story: Story, viewer: int | None, pair: Pair) -> bool:
    """Does the viewer see no difference? It is refused if the words and the view do not agree."""
    game, state = story.game, story.states[pair.step]
    kind = game.events.kind(pair.event)
    words, others = (
        in_words(story, told(story, viewer, pair.step, event)) for event in (pair.event, pair.other)
    )
    is_hidden = all(hides(story, state, event, viewer) for event in (pair.event, pair.other))
    looks_the_same = bool(game.view(pair.truth, viewer) == game.view(pair.world, viewer))
    if is_hidden and words == others:
        where = f"after event {pair.other} instead of {pair.event} at step {pair.step}"
        refuse_difference(story, pair.truth, pair.world, viewer, where)
        return True
    if looks_the_same and words != others:
        who = "a spectator" if viewer is SPECTATOR else f"seat {viewer + 1}"
        what = (
            f"The words tell {who} at step {pair.step} what its view hides: {words!r} or"
            f" {others!r}. Say by seen_by who sees it, and by hidden what the others are told."
        )
        raise at_kind(game.events, kind, game, what)
    return looks_the_same


def hides(story: Story, state: Any, event: int, viewer: int | None) -> bool:
    seen_by = story.game.events.seen_by(state, CHANCE, event)
    return seen_by is not None and viewer not in seen_by


def told(story: Story, viewer: int | None, step: int, event: int) -> Told:
    kinds = story.game.events
    return asked(
        partial(told_to, viewer, step, story.states[step], CHANCE, event),
        partial(at_kind, kinds, kinds.kind(event), story.game),
    )


def in_words(story: Story, one: Told) -> str:
    return one.sentence(story.names())


def check_redrawn(story: Story, seat: int, pair: Pair) -> None:
    """What differs between two such tables is redrawn, and does not stay as it is at either."""
    size = story.game.State.itemsize
    truth, world = (np.frombuffer(one.tobytes(), np.uint8) for one in (pair.truth, pair.world))
    stays = truth != world
    for table, own in ((pair.truth, truth), (pair.world, world)):
        for draw in range(DRAWS):
            if not stays.any():
                return
            imagined_table = copy_of(table)
            story.game.imagine(imagined_table, seat, generator(draw, seat))
            stays &= np.frombuffer(imagined_table.tobytes(), np.uint8, size) == own
    if stays.any():
        field = field_at(story.game.State, int(np.argmax(stays)))
        raise at(
            story.game.imagine,
            f"This never redraws {field}, though seat {seat + 1} does not see what chance did at"
            f" step {pair.step}: bots at that seat would know it.",
        )


def field_at(kind: np.dtype[Any], place: int) -> str:
    """The field of a record that a byte belongs to."""
    for name, (part, offset, *_) in (kind.fields or {}).items():
        if offset <= place < offset + part.itemsize:
            return str(name)
    return f"byte {place}"
