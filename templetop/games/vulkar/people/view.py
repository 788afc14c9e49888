"""What a seat may see: everything but other hands and souvenirs, and tokens stolen unseen."""

from dataclasses import dataclass
from typing import Any

from templetop.engine.match import seats_to_move
from templetop.games.vulkar.people.asking import asks
from templetop.games.vulkar.people.course import MayView, course_of
from templetop.games.vulkar.people.refusals import why_untouched
from templetop.games.vulkar.people.spaces import (
    HEADING_NAMES,
    Face,
    Space,
    face_of,
    space_at,
    space_or_none,
)
from templetop.games.vulkar.rules.ending import progress
from templetop.games.vulkar.rules.island import (
    COLOURS,
    LANE_IDS,
    NOWHERE,
    PIT_IDS,
    TREASURES,
    TREE_IDS,
)
from templetop.games.vulkar.rules.moves import RISE, STEP
from templetop.games.vulkar.rules.pieces import (
    FACES,
    FIREBALLS,
    NO_CARD,
    NO_TOKEN,
    SOUVENIR_KINDS,
    SOUVENIRS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import (
    ABOARD,
    COPTERS,
    ENDINGS,
    IN_MAW,
    PHASES,
    POSTURES,
    RISING,
    RUNNING,
    TASKS,
    WAITING,
)
from templetop.games.vulkar.rules.table import (
    cards_in,
    hand_size,
    has_picture,
    has_set,
    is_curse,
    seat_of,
    souvenirs_of,
)
from templetop.games.vulkar.rules.tokens import EVERYONE
from templetop.games.vulkar.rules.walking import home_of

GAMES = ("standard", "curse")


@dataclass(frozen=True)
class SlabView:
    """A treasure space, and the token on its slab."""

    space: Space
    colour: str | None


@dataclass(frozen=True)
class PileView:
    """Tokens of a figure, as far as you know them."""

    red: int
    yellow: int
    blue: int
    unknown: int


@dataclass(frozen=True)
class FigureView:
    """A figure."""

    figure: int
    seat: int
    posture: str
    space: Space | None  # where it is, or fell
    rises_at: Space | None  # where it will stand up, if that is free
    tokens: PileView
    pictures: list[str]
    has_heart: bool
    has_penny: bool
    reached: int  # the helipad, as which one since the copter came
    has_set: bool | None  # under the Curse
    progress: int | None


@dataclass(frozen=True)
class PlayerView:
    """A seat."""

    seat: int
    cards: int
    hand: list[Face] | None  # None: not for your eyes
    souvenirs: int
    kit: list[str] | None


@dataclass(frozen=True)
class PileOfCards:
    """So many of a card."""

    card: Face
    number: int


@dataclass(frozen=True)
class TreeView:
    """A tree, and its heading: 0 towards Vul-Kar."""

    tree: str
    heading: int


@dataclass(frozen=True)
class MarbleView:
    """The marble that rolls."""

    marble: str
    pit: str | None
    aim: int
    lane: str | None
    phase: int
    turn: int
    before: int
    met: int
    station: int
    more: int  # fireballs still to be dropped
    felled: list[int]  # figures
    has_sighted: bool
    is_overboard: bool


@dataclass(frozen=True)
class JobView:
    """Something that is still to be done."""

    task: str
    figure: int
    what: int
    many: int


@dataclass(frozen=True)
class VulkarView:
    """The table, as this seat or a spectator sees it."""

    seat: int | None
    game: str
    phase: str
    asks: str | None
    round: int
    rounds: int
    turns: int
    first: int
    active: int  # figure
    played: Face | None
    steps: int
    came: Space | None
    extra: int
    head_starts: list[int]
    needed: int
    second_piles: int
    figures: list[FigureView]
    players: list[PlayerView]
    slabs: list[SlabView]
    bag: int  # tokens that are not laid yet
    maw: list[str]
    album: dict[str, int]
    heart: str
    deck: int
    discards: list[PileOfCards]
    tracker: list[PileOfCards]
    box: list[PileOfCards]
    shop: int
    gone: dict[str, int]
    heading: str
    trees: list[TreeView]
    scar: int
    waiting_fireballs: int
    copter: str
    turns_left: int | None
    marble: MarbleView | None
    fallen: list[int]
    jobs: list[JobView]
    course: list[MayView]  # the table of this turn
    # While this seat is asked: the move to a space is this plus the number of the space. If it is
    # not among the offers, it is refused with the reason.
    first_move: int | None
    untouched: dict[str, str]  # and why it cannot use trees, embers or Vul-Kar now
    ending: str


def view(state: Any, seat: int | None) -> VulkarView:
    return VulkarView(
        seat=seat,
        game=GAMES[state.game],
        phase=PHASES[state.phase].name,
        asks=None if seat is None else asks(state, seat),
        round=min(int(state.rounds_over) + 1, int(state.rounds)),
        rounds=int(state.rounds),
        turns=int(state.turns),
        first=int(state.first),
        active=int(state.active),
        played=None if state.card == NO_CARD else face_of(int(state.card)),
        steps=int(state.steps),
        came=space_or_none(int(state.came)),
        extra=int(state.extra),
        head_starts=[int(spaces) for spaces in state.head_starts],
        needed=int(state.needed),
        second_piles=int(state.second_piles),
        figures=[figure_view(state, figure, seat) for figure in range(state.count)],
        players=[player_view(state, other, seat) for other in range(state.seats)],
        slabs=[slab_view(state, slab) for slab in range(len(TREASURES))],
        bag=cards_in(state.bag),
        maw=things_in_maw(state),
        album={name: int(state.album[colour]) for colour, name in enumerate(COLOURS)},
        heart=heart_words(state),
        deck=cards_in(state.deck),
        discards=pile_of(state.discards),
        tracker=pile_of(state.tracker),
        box=pile_of(state.box),
        shop=cards_in(state.shop),
        gone={name: int(state.gone[kind]) for kind, name in enumerate(SOUVENIRS)},
        heading=HEADING_NAMES[state.heading],
        trees=[TreeView(tree, int(state.trees[n])) for n, tree in enumerate(TREE_IDS)],
        scar=int(state.scar),
        waiting_fireballs=FIREBALLS - int(state.scar),
        copter=COPTERS[state.copter],
        turns_left=int(state.turns_left) or None,
        marble=marble_view(state) if state.phase == RUNNING else None,
        fallen=[int(figure) for figure in state.falls[: state.fallen]],
        jobs=[job_view(job) for job in state.agenda[: state.depth]],
        course=course_of(state),
        first_move=first_move(state) if seat in seats_to_move(state) else None,
        untouched=why_untouched(state) if seat in seats_to_move(state) else {},
        ending=ENDINGS[state.ending],
    )


def first_move(state: Any) -> int:
    return RISE if state.phase == RISING else STEP


def figure_view(state: Any, figure: int, viewer: int | None) -> FigureView:
    one = state.figures[figure]
    is_cursed = bool(is_curse(state))
    is_away = one.posture in (WAITING, ABOARD)
    return FigureView(
        figure=figure,
        seat=int(seat_of(state, figure)),
        posture=POSTURES[one.posture],
        space=space_or_none(int(one.at)),
        rises_at=None if is_away or POSTURES[one.posture] == "off" else rising_space(one),
        tokens=pile_view(one, viewer),
        pictures=[name for colour, name in enumerate(COLOURS) if has_picture(one, colour)],
        has_heart=bool(state.heart == figure),
        has_penny=bool(state.penny == figure),
        reached=int(one.reached),
        has_set=bool(has_set(state, figure)) if is_cursed else None,
        progress=int(progress(state, figure)) if is_cursed else None,
    )


def rising_space(figure: Any) -> Space | None:
    return None if POSTURES[figure.posture] == "standing" else space_at(int(home_of(figure)))


def pile_view(figure: Any, viewer: int | None) -> PileView:
    """5.3  What the viewer has seen of it; a spectator, what everyone has."""
    counts = [0] * (TOKEN_COLOURS + 1)
    for place in range(int(figure.held)):
        known = int(figure.known[place])
        is_seen = known == EVERYONE if viewer is None else known >> viewer & 1
        counts[figure.tokens[place] if is_seen else TOKEN_COLOURS] += 1
    return PileView(*counts)


def player_view(state: Any, seat: int, viewer: int | None) -> PlayerView:
    is_seen = seat == viewer or bool(is_curse(state))
    kit = [
        SOUVENIRS[kind]
        for kind in range(SOUVENIR_KINDS)
        for _ in range(int(state.souvenirs[seat, kind]))
    ]
    hand = [face_of(int(card)) for card in state.hands[seat] if card != NO_CARD]
    return PlayerView(
        seat=seat,
        cards=int(hand_size(state, seat)),
        hand=hand if is_seen else None,
        souvenirs=int(souvenirs_of(state, seat)),
        kit=kit if is_seen else None,
    )


def slab_view(state: Any, slab: int) -> SlabView:
    token = int(state.slabs[slab])
    return SlabView(space_at(int(TREASURES[slab])), None if token == NO_TOKEN else COLOURS[token])


def things_in_maw(state: Any) -> list[str]:
    tokens = [name for colour, name in enumerate(COLOURS) for _ in range(int(state.maw[colour]))]
    heart = ["heart"] if state.heart == IN_MAW else []
    return tokens + heart + (["penny"] if state.penny == IN_MAW else [])


def heart_words(state: Any) -> str:
    if state.heart >= 0:
        return f"figure {state.heart + 1}"
    return "maw" if state.heart == IN_MAW else "slab"


def pile_of(pile: Any) -> list[PileOfCards]:
    return [PileOfCards(face_of(card), int(pile[card])) for card in range(FACES) if pile[card]]


def marble_view(state: Any) -> MarbleView:
    run = state.run
    is_ember = int(run.pit) >= 0
    return MarbleView(
        marble="ember" if is_ember else "fireball",
        pit=PIT_IDS[run.pit] if is_ember else None,
        aim=int(run.aim),
        lane=None if run.lane == NOWHERE else LANE_IDS[run.lane],
        phase=int(run.phase),
        turn=int(run.turn),
        before=int(run.before),
        met=int(run.met),
        station=int(run.station),
        more=int(state.marbles),
        felled=[f for f in range(state.count) if int(state.felled) >> f & 1],
        has_sighted=bool(state.sighted),
        is_overboard=bool(state.overboard),
    )


def job_view(job: Any) -> JobView:
    return JobView(TASKS[job.task], int(job.figure), int(job.what), int(job.many))
