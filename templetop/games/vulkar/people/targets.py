"""What moves and events touch: their parts, for boards, bots and words.

Nothing here says more than the move itself and what everybody sees, so whoever may know a move may
know its target.
"""

from dataclasses import dataclass
from typing import Any, Literal

from templetop.games.vulkar.people.spaces import (
    DIRECTION_NAMES,
    HEADING_NAMES,
    STRENGTH_NAMES,
    TREASURE_NAMES,
    Face,
    Space,
    colour_or_none,
    face_of,
    space_at,
    space_or_none,
)
from templetop.games.vulkar.people.spread import flicked, forked, passing, spat
from templetop.games.vulkar.rules.agenda import top
from templetop.games.vulkar.rules.island import (
    CAVE_1,
    CAVES,
    COLOURS,
    END_IDS,
    HEART,
    HELIPAD_SPACE,
    KIND,
    LANE_END,
    LANE_IDS,
    NEIGHBOURS,
    NOWHERE,
    PIT_IDS,
    REGION,
    REGIONS,
    SNAPSHOT,
    STRENGTHS,
    TREASURE,
    TREASURES,
    TREE_HEADINGS,
    TREE_IDS,
)
from templetop.games.vulkar.rules.moves import AIMS, HANDFULS
from templetop.games.vulkar.rules.pieces import NO_CARD, NO_TOKEN, SLAB, SLABS, SOUVENIRS
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    AT_SOURCE,
    FALLS_TOO,
    FELLS,
    FELLS_AND_RESTS,
    LEAVES,
    PASSES,
    RESTS,
    SWEEPS,
    SWEEPS_AND_RESTS,
    is_into,
    space_ahead,
)
from templetop.games.vulkar.rules.state import (
    EMBER_MISSED,
    GRABBING,
    MEETING,
    PAYMENTS,
    PHASES,
)
from templetop.games.vulkar.rules.table import (
    NO_FIGURE,
    is_curse,
    is_taken,
    other_on,
    region_of,
    seat_of,
    standing_on,
)
from templetop.games.vulkar.rules.walking import can_photograph, is_worth_meeting

# ── Of moves ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Step:
    """A figure, the space where it steps, and where that leads."""

    kind: Literal["step"]
    words: str
    seat: int
    figure: int
    first: Space
    space: Space  # where it comes to before anybody is asked again
    way: list[Space]
    finds: list[str]  # red token, blue picture


@dataclass(frozen=True)
class Rise:
    """A figure, and the space where it stands up."""

    kind: Literal["rise"]
    seat: int
    figure: int
    space: Space


@dataclass(frozen=True)
class Card:
    """A card that is played, or paid."""

    kind: Literal["card", "pay card"]
    words: str
    seat: int
    card: Face
    region: str | None  # where the ember should have run past a picture space


@dataclass(frozen=True)
class Deed:
    """What is done without choosing anything on the island."""

    kind: Literal["board", "boots", "shelter", "bag", "roll", "nothing"]
    words: str
    seat: int
    figure: int
    number: int  # of spaces, for Hiking Boots


@dataclass(frozen=True)
class Globe:
    """A Snow Globe, and the cards that are discarded; where they lie, everybody sees them."""

    kind: Literal["globe"]
    words: str
    seat: int
    figure: int
    cards: list[Face]


@dataclass(frozen=True)
class Cave:
    """The cave that a Trail Map leads to."""

    kind: Literal["map"]
    seat: int
    figure: int
    number: int
    space: Space


@dataclass(frozen=True)
class Colour:
    """A picture by a Selfie Stick."""

    kind: Literal["selfie"]
    seat: int
    colour: str


@dataclass(frozen=True)
class Treasure:
    """A treasure that changes hands; whose, or whom it concerns."""

    kind: Literal["take", "leave", "seize", "lose", "pick", "pay token"]
    words: str
    seat: int
    other: int | None
    treasure: str | None
    space: Space | None
    region: str | None = None  # where the ember should have run past a picture space


@dataclass(frozen=True)
class Exchange:
    """Tokens for somebody who is passed."""

    kind: Literal["exchange"]
    words: str
    seat: int
    other: int
    given: str | None
    taken: str | None


@dataclass(frozen=True)
class Turn:
    """Vul-Kar or a tree, and where it will point."""

    kind: Literal["heading", "tree"]
    seat: int
    tree: str | None
    number: int
    heading: str
    lanes: dict[str, int]  # that marbles come into then, in parts of a hundred


@dataclass(frozen=True)
class Flick:
    """An ember, and how it is flicked."""

    kind: Literal["flick"]
    seat: int
    pit: str
    direction: str
    strength: str
    lanes: dict[str, int]  # that it comes through, in parts of a hundred
    passes: int | None  # under the Curse: how many of a hundred run past a picture space (12.6)


@dataclass(frozen=True)
class Souvenir:
    """A souvenir that is given up."""

    kind: Literal["pay souvenir"]
    words: str
    seat: int
    souvenir: str
    region: str | None  # where the ember should have run past a picture space


def step_target(state: Any, seat: int, number: int) -> Step:
    figure = int(state.active)
    way = way_of_step(state, figure, number)
    finds = [thing for space in way if (thing := found_at(state, figure, space))]
    how = "past" if is_taken(state, number, figure) else "by" if len(way) > 1 else "to"
    return Step(
        kind="step",
        words=f"{how}{' there' * (how == 'past' and len(way) == 1)}{' and finds' * bool(finds)}",
        seat=seat,
        figure=figure,
        first=space_at(number),
        space=space_at(way[-1]),
        way=[space_at(space) for space in way],
        finds=finds,
    )


def way_of_step(state: Any, figure: int, space: int) -> list[int]:
    """3.11  The space, and all that follow as long as nobody is asked anything."""
    way, came, steps = [space], int(state.figures[figure].at), int(state.steps) - 1
    while not ends_there(state, figure, space, steps):
        ways = [int(other) for other in NEIGHBOURS[space] if other not in (NOWHERE, came)]
        if len(ways) > 1:
            break
        came, space, steps = space, ways[0], steps - 1
        way.append(space)
    return way


def ends_there(state: Any, figure: int, space: int, steps: int) -> bool:
    """The walk, or what can be told of it: somebody is asked, or met."""
    other = int(other_on(state, space, figure))
    if other != NO_FIGURE and is_worth_meeting(state, figure, other):
        return True
    if is_taken(state, space, figure):
        return False
    is_asked = KIND[space] == HEART or (is_curse(state) and KIND[space] == TREASURE)
    return bool(steps <= 0 or is_asked or KIND[space] >= CAVE_1 or space == HELIPAD_SPACE)


def found_at(state: Any, figure: int, space: int) -> str | None:
    """What is had there at once: red token, blue picture."""
    if is_taken(state, space, figure):
        return None
    has_token = KIND[space] == TREASURE and state.slabs[SLAB[space]] != NO_TOKEN
    if has_token and not is_curse(state):
        return f"{COLOURS[state.slabs[SLAB[space]]]} token"
    if KIND[space] == SNAPSHOT and can_photograph(state, figure, int(REGION[space])):
        return f"{COLOURS[REGION[space]]} picture"
    return None


def rise_target(state: Any, seat: int, number: int) -> Rise:
    return Rise("rise", seat, concerned(state), space_at(number))


def card_target(state: Any, seat: int, card: int) -> Card:
    return Card("card", "", seat, face_of(card), None)


def why_paid(state: Any) -> tuple[str, str | None]:
    """For a fall, or for an ember; with the region where that should have passed a picture."""
    reason = int(top(state).what)
    missed = reason == EMBER_MISSED
    return PAYMENTS[reason], REGIONS[region_of(state, int(state.active))] if missed else None


def pay_card_target(state: Any, seat: int, card: int) -> Card:
    words, region = why_paid(state)
    return Card("pay card", words, seat, face_of(card), region)


def concerned(state: Any) -> int:
    """The figure that the job on top is about."""
    return int(top(state).figure)


def board_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("board", "", seat, concerned(state), 0)


def boots_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("boots", ("one", "many")[number], seat, concerned(state), number + 1)


def globe_target(state: Any, seat: int, number: int) -> Globe:
    cards = [face_of(card) for card in state.hands[seat].tolist() if card != NO_CARD]
    return Globe("globe", "hand" if cards else "no hand", seat, concerned(state), cards)


def shelter_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("shelter", "", seat, concerned(state), 0)


def bag_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("bag", "", seat, concerned(state), 0)


def roll_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("roll", "", seat, concerned(state), 0)


def nothing_target(state: Any, seat: int, number: int) -> Deed:
    return Deed("nothing", PHASES[state.phase].name, seat, concerned(state), 0)


def map_target(state: Any, seat: int, cave: int) -> Cave:
    return Cave("map", seat, concerned(state), cave + 1, space_at(int(CAVES[cave])))


def selfie_target(state: Any, seat: int, colour: int) -> Colour:
    return Colour("selfie", seat, COLOURS[colour])


def take_target(state: Any, seat: int, number: int) -> Treasure:
    return offer(state, seat, "take")


def leave_target(state: Any, seat: int, number: int) -> Treasure:
    return offer(state, seat, "leave")


def offer(state: Any, seat: int, kind: Literal["take", "leave"]) -> Treasure:
    """The Heart on its slab, a token on its slab, or the Heart of who is passed."""
    figure = concerned(state)
    if state.phase == GRABBING:
        return Treasure(kind, "heart", seat, None, "heart", None)
    if state.phase == MEETING:
        other = int(seat_of(state, int(top(state).what)))
        return Treasure(kind, "carrier", seat, other, "heart", None)
    space = int(state.figures[figure].at)
    colour = COLOURS[state.slabs[SLAB[space]]]
    return Treasure(kind, "token", seat, None, colour, space_at(space))


def exchange_target(state: Any, seat: int, number: int) -> Exchange:
    given, taken = (colour_or_none(colour) for colour in divmod(number, HANDFULS))
    words = "both" if given and taken else "give" if given else "take" if taken else "pass"
    other = int(seat_of(state, int(top(state).what)))
    return Exchange("exchange", words, seat, other, given, taken)


def heading_target(state: Any, seat: int, heading: int) -> Turn:
    return Turn("heading", seat, None, heading, HEADING_NAMES[heading], spat(heading))


def tree_target(state: Any, seat: int, number: int) -> Turn:
    tree, heading = divmod(number, TREE_HEADINGS)
    trees = tuple(heading if n == tree else int(now) for n, now in enumerate(state.trees))
    return Turn("tree", seat, TREE_IDS[tree], heading, str(heading), forked(tree, trees))


def flick_target(state: Any, seat: int, number: int) -> Flick:
    pit, aim = divmod(number, AIMS)
    direction, strength = divmod(aim, STRENGTHS)
    trees = tuple(int(heading) for heading in state.trees)
    passes = None
    if is_curse(state):
        passes = passing(pit, aim, trees, int(region_of(state, int(state.active))))
    way, how = DIRECTION_NAMES[direction], STRENGTH_NAMES[strength]
    return Flick("flick", seat, PIT_IDS[pit], way, how, flicked(pit, aim, trees), passes)


def seize_target(state: Any, seat: int, number: int) -> Treasure:
    words = ("heart", "token")[number]
    other = int(seat_of(state, int(top(state).figure)))
    return Treasure("seize", words, seat, other, None if number else "heart", None)


def lose_target(state: Any, seat: int, number: int) -> Treasure:
    return Treasure("lose", "", seat, None, TREASURE_NAMES[number], None)


def pick_target(state: Any, seat: int, number: int) -> Treasure:
    return Treasure("pick", "", seat, None, TREASURE_NAMES[number], None)


def pay_token_target(state: Any, seat: int, colour: int) -> Treasure:
    words, region = why_paid(state)
    return Treasure("pay token", words, seat, None, COLOURS[colour], None, region)


def pay_souvenir_target(state: Any, seat: int, kind: int) -> Souvenir:
    words, region = why_paid(state)
    return Souvenir("pay souvenir", words, seat, SOUVENIRS[kind], region)


# ── Of events ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class First:
    """Who begins."""

    kind: Literal["first"]
    seat: int


@dataclass(frozen=True)
class Lay:
    """A token on its slab."""

    kind: Literal["lay"]
    space: Space
    colour: str


@dataclass(frozen=True)
class Draw:
    """A card, for a seat or for the tracker; or back into the box."""

    kind: Literal["draw", "remove"]
    words: str
    seat: int
    card: Face
    is_open: bool


@dataclass(frozen=True)
class Gift:
    """A souvenir that somebody gets."""

    kind: Literal["gift"]
    words: str
    seat: int
    souvenir: str
    is_open: bool


@dataclass(frozen=True)
class Die:
    """The cave die, and where it leads."""

    kind: Literal["die"]
    words: Literal["goes", "stays"]
    seat: int
    figure: int
    number: int
    space: Space


@dataclass(frozen=True)
class Roll:
    """What a marble does: the lane it comes into, and the figure that it meets."""

    kind: Literal["run"]
    words: str
    marble: Literal["ember", "fireball"]
    pit: str | None  # of an ember
    lane: str | None
    end: str | None  # where it arrives
    space: Space | None  # of the figure
    figure: int | None
    seat: int | None
    number: int  # which figure of its seat, from 1


@dataclass(frozen=True)
class Snatch:
    """A token that is stolen."""

    kind: Literal["snatch"]
    thief: int
    victim: int
    colour: str


def first_target(state: Any, seat: int, first: int) -> First:
    return First("first", first)


def lay_target(state: Any, seat: int, colour: int) -> Lay:
    slab = SLABS - int(top(state).many)
    return Lay("lay", space_at(int(TREASURES[slab])), COLOURS[colour])


def remove_target(state: Any, seat: int, card: int) -> Draw:
    return Draw("remove", "", int(seat_of(state, int(state.first))), face_of(card), True)


def draw_target(state: Any, seat: int, card: int) -> Draw:
    is_open = bool(is_curse(state))
    words = "tracker" if is_open else "dealing" if state.turns == 0 else "drawing"
    return Draw("draw", words, owner(state), face_of(card), is_open)


def owner(state: Any) -> int:
    """The seat of the figure that the job on top concerns."""
    return int(seat_of(state, int(top(state).figure)))


def gift_target(state: Any, seat: int, kind: int) -> Gift:
    words = "dealing" if state.turns == 0 else "drawing"
    return Gift("gift", words, owner(state), SOUVENIRS[kind], bool(is_curse(state)))


def die_target(state: Any, seat: int, cave: int) -> Die:
    figure = concerned(state)
    space = int(CAVES[cave])
    stays = state.figures[figure].at == space or bool(is_taken(state, space, figure))
    words: Literal["goes", "stays"] = "stays" if stays else "goes"
    return Die("die", words, owner(state), figure, cave + 1, space_at(space))


RUN_WORDS = {
    ARRIVES: "arrives",
    RESTS: "rests",
    LEAVES: "leaves",
    PASSES: "passes",
    FELLS: "fells",
    SWEEPS: "sweeps",
    FELLS_AND_RESTS: "fells and rests",
    SWEEPS_AND_RESTS: "sweeps and rests",
}


def run_target(state: Any, seat: int, event: int) -> Roll:
    is_ember = int(state.run.pit) >= 0
    figure = hit_figure(state, event)
    space = NOWHERE if figure is None else int(state.figures[figure].at)
    end = int(LANE_END[state.run.lane]) if event == ARRIVES else NOWHERE
    return Roll(
        kind="run",
        words=words_of_run(state, event, is_ember, figure),
        marble="ember" if is_ember else "fireball",
        pit=PIT_IDS[state.run.pit] if is_ember else None,
        lane=lane_of(state, event),
        end=END_IDS[end] if end != NOWHERE else None,
        space=space_or_none(space),
        figure=figure,
        seat=None if figure is None else int(seat_of(state, figure)),
        number=1 + (figure or 0) // int(state.seats),
    )


def lane_of(state: Any, event: int) -> str | None:
    """The lane that it comes into, or is in."""
    if is_into(event):
        return str(LANE_IDS[event])
    return None if state.run.phase == AT_SOURCE else str(LANE_IDS[state.run.lane])


def hit_figure(state: Any, event: int) -> int | None:
    """Whom the marble meets, or who falls besides."""
    if event >= FALLS_TOO:
        return event - FALLS_TOO
    if event >= PASSES:
        return int(standing_on(state, int(space_ahead(state.run, state.board))))
    return None


def words_of_run(state: Any, event: int, is_ember: bool, figure: int | None) -> str:
    marble = "ember" if is_ember else "fireball"
    if is_into(event):
        return f"{marble} into"
    if event == RESTS and state.run.phase == AT_SOURCE:
        return f"{marble} stays"
    word = RUN_WORDS.get(event, "falls too")
    is_one_of_two = figure is not None and state.count > state.seats
    return f"{marble} {word}{', one of two' if is_one_of_two else ''}"


def snatch_target(state: Any, seat: int, colour: int) -> Snatch:
    thief = int(seat_of(state, int(state.active)))
    return Snatch("snatch", thief, owner(state), COLOURS[colour])
