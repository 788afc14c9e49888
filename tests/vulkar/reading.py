"""Tables read from text as `notation` writes them; damaged ones are refused."""

import re
from collections.abc import Sequence
from typing import Any

from templetop.engine.match import legal_moves, seats_to_move
from templetop.games import shelf
from templetop.games.vulkar.people.notation import (
    AGREED,
    ALL,
    BOARD_MARKS,
    CARD_WORDS,
    EMPTY_SLAB,
    MARBLES,
    NONE,
    TIME,
    TOKEN_MARKS,
    TURN,
    WHERE,
    run_fields,
    write,
)
from templetop.games.vulkar.people.spaces import HEADING_NAMES, SHORT_SOUVENIRS
from templetop.games.vulkar.rules.agenda import add, top
from templetop.games.vulkar.rules.hands import add_card
from templetop.games.vulkar.rules.island import (
    CAVE_1,
    CAVE_3,
    COLOURS,
    HEART,
    HELIPAD_SPACE,
    KIND,
    LANE_STATIONS,
    LANES,
    MOST_BEFORE,
    MOST_STATIONS,
    NOWHERE,
    NUMBER_OF,
    PITS,
    SIDES,
    STRENGTHS,
    TREASURE,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.moves import AIMS
from templetop.games.vulkar.rules.pieces import ACTION as ACTION_OF
from templetop.games.vulkar.rules.pieces import (
    CATACLYSM,
    DECK,
    FIREBALLS,
    HAND,
    LENGTHS,
    MOST_REMOVED,
    NO_CARD,
    NO_TOKEN,
    PICTURES,
    SLAB,
    SLABS,
    SLOTS,
    TOKENS,
)
from templetop.games.vulkar.rules.runs import AT_SOURCE, FALLEN, MEETINGS, ROLLING
from templetop.games.vulkar.rules.runs import STANDING as STANDS
from templetop.games.vulkar.rules.start import OPTIONS, new
from templetop.games.vulkar.rules.state import (
    ABOARD,
    COPTERS,
    CURSE,
    ENDINGS,
    HERE,
    LYING,
    MOST_JOBS,
    OFF,
    OVER,
    PHASES,
    POSTURES,
    RUNNING,
    STANDING,
    SWEPT,
    TASKS,
    WAITING,
)
from templetop.games.vulkar.rules.table import cards_in
from templetop.games.vulkar.rules.tokens import EVERYONE, add_token
from templetop.games.vulkar.rules.turn import go_on
from templetop.games.vulkar.rules.walking import may_grab
from tests.reading import Line, Lines

from .census import census

CARD = shelf.take("vulkar")
NUMBER = "([0-9]{1,3})"
LIMITS = {
    "needed": (1, 12), "second_piles": (0, 5), "removed": (0, MOST_REMOVED), "gifts": (0, 2),
    "rounds": (1, 100),
    "turns": (0, 999), "rounds_over": (0, 100), "turns_left": (0, 9), "arrivals": (0, 4),
    "steps": (0, 24), "extra": (0, 16), "marbles": (0, FIREBALLS), "felled": (0, 15),
    "sighted": (0, 1), "overboard": (0, 1),
}  # fmt: skip


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state = read_agreement(lines)
    read_time(lines, state)
    read_island(lines, state)
    read_marbles(lines, state)
    read_piles(lines, state)
    for seat in range(state.seats):
        read_seat(lines, state, seat)
    for figure in range(state.count):
        read_figure(lines, state, figure)
    lines.end(f"figure {state.count}")
    lines.agree_with(write(state))
    check(state, lines.all[-1])
    return state


def read_agreement(lines: Lines) -> Any:
    line, (seats,) = lines.take("Vul-Kar for ([1-4]) seats?", "'Vul-Kar for' 1 to 4 seats")
    settings = lines.settings(OPTIONS)
    if settings[0] != CURSE and int(seats) == 1:
        raise line.refusal("the standard game is for two to four.")
    state = CARD.state()[0]
    new(state, int(seats), settings)
    state.agenda[0] = 0
    state.depth = 0
    read_numbers(lines, state, "agreed", AGREED)
    line, numbers = lines.take(" ".join(["ahead", *[NUMBER] * 4]), "the head starts")
    if not all(int(number) <= 12 for number in numbers):
        raise line.refusal("nobody goes so far ahead.")
    state.head_starts[:] = [int(number) for number in numbers]
    return state


def read_numbers(lines: Lines, state: Any, name: str, fields: Sequence[str], more: str = "") -> Any:
    form = ", ".join(f"{field} {NUMBER}" for field in fields)
    line, words = lines.take(f"{name} {form}{more}", f"the numbers of {name}")
    for field, word in zip(fields, words, strict=False):
        low, high = LIMITS[field]
        if not low <= int(word) <= high:
            raise line.refusal(f"{field} is {low} to {high}, not {word}.")
        state[field] = int(word)
    return line, words[len(fields) :]


def which_figure(line: Line, state: Any, word: str) -> int:
    return line.which(word, [str(figure + 1) for figure in range(state.count)], "figure")


def space_of(line: Line, word: str) -> int:
    return NOWHERE if word == NONE else line.which(word, [*NUMBER_OF], "space")


def card_of(line: Line, word: str) -> int:
    return NO_CARD if word == NONE else line.which(word, CARD_WORDS, "card")


def listed(text: str, between: str = " ") -> list[str]:
    return [] if text == NONE else text.split(between)


def read_time(lines: Lines, state: Any) -> None:
    """The phase, whose turn it is, and what is to be done."""
    line, (phase,) = lines.take("phase ([a-z]+)", "the phase")
    state.phase = line.which(phase, [one.name for one in PHASES], "phase")
    line, (first, active) = read_numbers(
        lines, state, "time", TIME, ", first ([1-4]), active ([1-4])"
    )
    state.first = which_figure(line, state, first)
    state.active = which_figure(line, state, active)
    line, (card, came) = read_numbers(lines, state, "turn", TURN, r", card (\S+), from (\S+)")
    state.card, state.came = card_of(line, card), space_of(line, came)
    line, (text,) = lines.take("agenda (.+)", "what is still to be done")
    jobs = listed(text, "; ")
    if len(jobs) > MOST_JOBS - 8:
        raise line.refusal("so much cannot be to be done.")
    for words in jobs:
        read_job(line, state, words)


JOB = re.compile(r"([a-z-]+) ([1-4])(?: with (-?[0-9]{1,2}))?(?: x([0-9]{1,2}))?")


def read_job(line: Line, state: Any, words: str) -> None:
    found = JOB.fullmatch(words)
    if not found:
        raise line.refusal(f"{words!r} is nothing to be done; 'giving 2 x1' is.")
    task = line.which(found[1], TASKS, "task")
    figure = which_figure(line, state, found[2])
    add(state, task, figure, int(found[3] or 0), int(found[4] or 0))


def read_island(lines: Lines, state: Any) -> None:
    """What lies and stands on the island, and beside it."""
    line, (heading,) = lines.take(r"vul-kar (\S+)", "where Vul-Kar looks")
    state.heading = line.which(heading, HEADING_NAMES, "heading")
    _, trees = lines.take(" ".join(["trees", *["([0-5])"] * TREES]), "the headings of the trees")
    state.trees[:] = [int(heading) for heading in trees]
    _, (scar,) = lines.take("scar ([1-4])", "the fireballs in the Scar")
    state.scar = int(scar)
    line, (copter,) = lines.take("copter ([a-z]+)", "the copter")
    state.copter = line.which(copter, COPTERS, "copter")
    for field in ("heart", "penny"):
        line, (holder,) = lines.take(f"{field} (.+)", f"the {field}")
        state[field] = holder_of(line, state, holder)
    _, (slabs,) = lines.take(rf"slabs ([{TOKEN_MARKS}{EMPTY_SLAB}]{{{SLABS}}})", "the slabs")
    state.slabs[:] = [TOKEN_MARKS.find(mark) for mark in slabs]
    for field in ("bag", "maw", "album"):
        read_counts(lines, state[field], field, COLOURS)


def holder_of(line: Line, state: Any, words: str) -> int:
    places = {name: number for number, name in WHERE.items()}
    if words in places:
        return places[words]
    return which_figure(line, state, words.removeprefix("figure "))


def read_counts(lines: Lines, pile: Any, name: str, names: Sequence[str]) -> None:
    """How many of each kind: shop-3 roots-4x2."""
    line, (text,) = lines.take(f"{name} (.+)", f"the {name}")
    pile[:] = counts_of(line, text, names)


def counts_of(line: Line, text: str, names: Sequence[str]) -> list[int]:
    counts = [0] * len(names)
    for word in listed(text):
        found = re.fullmatch(r"(\S+?)(?:x([0-9]{1,2}))?", word)
        if not found or found[1] not in names:
            raise line.refusal(f"{word!r} is nothing that can be here.")
        counts[names.index(found[1])] = int(found[2] or 1)
    return counts


def read_marbles(lines: Lines, state: Any) -> None:
    """The marble that rolls, who stands in its way, and who has fallen."""
    read_numbers(lines, state, "marbles", MARBLES)
    fields = run_fields(state)
    _, numbers = lines.take(" ".join(["run", *["(-?[0-9]{1,2})"] * len(fields)]), "the run")
    for field, number in zip(fields, numbers, strict=True):
        state.run[field] = int(number)
    line, (text,) = lines.take("board (.+)", "the board")
    for word in listed(text):
        space = space_of(line, word[:-1])
        state.board[space] = line.which(word[-1], BOARD_MARKS, "mark")
    line, numbers = lines.take(" ".join(["upright", *["(-?[0-9]{1,3})"] * 4]), "who stands")
    if not all(NOWHERE <= int(number) < len(KIND) for number in numbers):
        raise line.refusal("there is no such space.")
    state.upright[:] = [int(number) for number in numbers]
    line, (text,) = lines.take("falls (.+)", "who has fallen")
    figures = [which_figure(line, state, word) for word in listed(text)]
    if len({*figures}) < len(figures):
        raise line.refusal("nobody falls twice.")
    state.falls[: len(figures)] = figures
    state.fallen = len(figures)


def read_piles(lines: Lines, state: Any) -> None:
    for field in ("deck", "discards", "tracker", "box"):
        read_counts(lines, state[field], field, CARD_WORDS)
    for field in ("shop", "gone"):
        read_counts(lines, state[field], field, SHORT_SOUVENIRS)
    line, (ending,) = lines.take(r"end (\S+)", "the end")
    endings = [NONE, *(name.replace(" ", "-") for name in ENDINGS[1:])]
    state.ending = line.which(ending, endings, "end")


def read_seat(lines: Lines, state: Any, seat: int) -> None:
    form = rf"seat {seat + 1} cards (.+), souvenirs (.+)"
    line, (cards, kit) = lines.take(form, f"what seat {seat + 1} has")
    if len(listed(cards)) > HAND:
        raise line.refusal(f"a hand has at most {HAND} cards.")
    for word in listed(cards):
        add_card(state, seat, card_of(line, word))
    state.souvenirs[seat] = counts_of(line, kit, SHORT_SOUVENIRS)


def read_figure(lines: Lines, state: Any, figure: int) -> None:
    postures = "|".join(POSTURES)
    form = rf"figure {figure + 1} ({postures}) (\S+), reached ([0-4]), pictures (.+): (.+)"
    line, (posture, space, reached, pictures, tokens) = lines.take(form, f"figure {figure + 1}")
    one = state.figures[figure]
    one.posture, one.at = POSTURES.index(posture), space_of(line, space)
    one.reached = int(reached)
    for name in listed(pictures):
        one.pictures |= 1 << line.which(name, COLOURS, "colour")
    words = listed(tokens)
    if len(words) > SLABS:
        raise line.refusal("there are not so many tokens.")
    for word in words:
        read_token(line, state, one, word)


def read_token(line: Line, state: Any, figure: Any, word: str) -> None:
    name, _, known = word.partition(":")
    seats = [str(seat + 1) for seat in range(state.seats)]
    bits = EVERYONE if known == ALL else sum({1 << line.which(k, seats, "seat") for k in known})
    add_token(figure, line.which(name, COLOURS, "colour"), bits)


# ── Whether it can be ────────────────────────────────────────────────────────────────────────────


def check(state: Any, last: Line) -> None:
    """Refuse a table that no game can come to, as far as it could not be played on."""
    checks = {
        "the pieces are other ones than in the box": has_all_pieces,
        "the figures cannot be so": has_all_figures,
        "this cannot be to be done": has_fitting_agenda,
        "the marbles cannot be so": has_fitting_marbles,
        "it would go on by itself": is_at_rest,
        "nobody could do anything": is_asked_something,
    }
    for sentence, is_right in checks.items():
        if not is_right(state):
            raise last.refusal(f"{sentence}.")


def has_all_pieces(state: Any) -> bool:
    """1.3, 1.4, 1.8, 1.9  All of them, whoever has them."""
    found = census(state)
    cards = [found[name] for name in CARD_WORDS]
    has_cards = cards[LENGTHS:] == DECK[LENGTHS:].tolist() and 3 <= sum(cards[:LENGTHS]) <= 12
    tokens = all(found[f"{name} tokens"] == TOKENS for name in COLOURS)
    pictures = all(found[f"{name} pictures"] == PICTURES for name in COLOURS)
    souvenirs = state.shop + state.gone + state.souvenirs.sum(axis=0)
    is_laid = state.turns == 0 or not state.bag.any()
    is_tracked = int(state.tracker.sum()) <= SLOTS - int(state.game != CURSE)
    is_known = all(has_seen_own(state, figure) for figure in range(state.count))
    return bool(
        has_cards
        and tokens
        and pictures
        and (souvenirs == 2).all()
        and is_laid
        and is_tracked
        and is_known
        and max(cards[:LENGTHS]) <= 4
        and (state.penny != -1)
        and not (state.game == CURSE and (state.hands != NO_CARD).any())
    )


def has_seen_own(state: Any, figure: int) -> bool:
    one, seat = state.figures[figure], figure % int(state.seats)
    return all(int(known) >> seat & 1 for known in one.known[: one.held])


def has_all_figures(state: Any) -> bool:
    """3.10, 4.3, 10.4  Where they can be, no two on a space; who carries something is there."""
    walker = int(state.active) if state.phase < OVER else -1
    spaces = [
        int(one.at)
        for figure, one in enumerate(state.figures[: state.count])
        if one.posture in (STANDING, LYING) and one.at != HELIPAD_SPACE and figure != walker
    ]
    arrived = sorted(int(one.reached) for one in state.figures[: state.count] if one.reached)
    return (
        len({*spaces}) == len(spaces)
        and all(is_somewhere(one) for one in state.figures[: state.count])
        and arrived == [*range(1, int(state.arrivals) + 1)]
        and (state.copter == HERE or not arrived)
    )


def is_somewhere(figure: Any) -> bool:
    if figure.posture in (WAITING, ABOARD):
        return bool(figure.at == NOWHERE) and not (figure.posture == WAITING and figure.held)
    return bool(figure.at != NOWHERE) and not (
        figure.posture in (SWEPT, OFF) and not on_lane(figure)
    )


def on_lane(figure: Any) -> bool:
    return any(figure.at in stations for stations in LANE_STATIONS)


SETTING_UP = "beginning|begin-turn( drawing)*( giving)*( removing)?( laying)?"
ON_THE_WAY = "collecting|grabbing|exploring|rolling|delving|meeting( meeting)*"
LOSSES = "paying( losing)?|losing|giving( seizing| losing| snatching)?|seizing|snatching"
AFTER_MARBLES = f"( suffer( sheltering)?)*( ({LOSSES}))?"
ACTION = f" (turning|bending|flicking( bending)?|settle running)|{AFTER_MARBLES}"
TURN_BY_TURN = (
    f"end-turn( drawing| choosing( start rising| collecting| grabbing| drawing)?"
    f"| put-away( act walking( ({ON_THE_WAY}))?|{ACTION}))"
)
AGENDA = re.compile(f"{SETTING_UP}|{TURN_BY_TURN}")


def has_fitting_agenda(state: Any) -> bool:
    """The turn itself at the bottom, everything else above it, and what is asked now on top."""
    jobs = state.agenda[: state.depth]
    is_over = bool(state.phase == OVER)
    if is_over or state.ending or not len(jobs):
        return is_over and bool(state.ending) and not len(jobs) and is_quiet(state)
    tasks = " ".join(TASKS[job.task] for job in jobs)
    is_set_up = tasks.startswith("end-turn")
    return (
        bool(AGENDA.fullmatch(tasks))
        and bool(top(state).task == state.phase)
        and is_set_up == bool(state.turns > 0)
        and ("put-away" in tasks) == bool(state.card != NO_CARD)
        and ("walking" in tasks or bool(state.came == NOWHERE) or "put-away" in tasks)
        and all(fits(state, job) for job in jobs)
        and fits_setting_up(state, tasks)
        and ("running" in tasks or is_quiet(state))
    )


def fits_setting_up(state: Any, tasks: str) -> bool:
    """2.4  Slabs are filled one after another, and all of them before the first turn."""
    empty = [slab for slab in range(SLABS) if state.slabs[slab] == NO_TOKEN]
    many = int(state.bag.sum())
    if tasks.startswith("end-turn"):
        return many == 0
    return empty == [*range(SLABS - many, SLABS)] and is_first_agenda(state, tasks)


def is_first_agenda(state: Any, tasks: str) -> bool:
    if tasks == "beginning":
        return bool(state.bag.sum() == SLABS)
    laying = int(state.agenda[int(state.depth) - 1].many) if tasks.endswith("laying") else 0
    return laying == int(state.bag.sum())


def is_quiet(state: Any) -> bool:
    """No marble rolls."""
    parts = (state.board, state.upright, state.falls, state.run)
    numbers = (state.marbles, state.felled, state.sighted, state.overboard, state.fallen)
    return not any(part.tobytes().strip(b"\0") for part in parts) and not any(numbers)


OF_THE_ACTIVE = {
    "end-turn", "choosing", "start", "rising", "put-away", "act", "walking", "collecting",
    "grabbing", "exploring", "rolling", "delving", "turning", "bending", "flicking", "settle",
    "running",
}  # fmt: skip


def fits(state: Any, job: Any) -> bool:
    """Is everything there that the job is about?"""
    one, task = state.figures[job.figure], TASKS[job.task]
    if task in OF_THE_ACTIVE and job.figure != state.active:
        return False
    if task == "meeting":
        other = int(job.what)
        return bool(0 <= other < state.count and other != job.figure and one.at != NOWHERE)
    if task in ("giving", "removing", "laying"):
        limit = {"giving": cards_in(state.shop), "removing": MOST_REMOVED, "laying": SLABS}[task]
        return bool(1 <= job.many <= limit)
    if task == "bending":
        return bool(1 <= job.many <= 2 and -1 <= job.what < TREES)
    if task in ("suffer", "sheltering", "seizing", "losing"):
        return bool(job.what in (0, 1) and job.many in (0, 1))
    return bool(job.what == 0 and job.many == 0) and fits_place(state, one, task)


def fits_place(state: Any, one: Any, task: str) -> bool:
    if task == "collecting":
        return bool(KIND[one.at] == TREASURE and state.slabs[SLAB[one.at]] != NO_TOKEN)
    if task == "grabbing":
        return bool(KIND[one.at] == HEART and may_grab(state))
    if task in ("exploring", "rolling"):
        return bool(CAVE_1 <= KIND[one.at] <= CAVE_3)
    if task == "delving":
        return bool(one.posture == ABOARD)
    if task == "snatching":
        return bool(one.held)
    if task in ("walking", "act", "choosing"):
        return bool(one.posture not in (LYING, SWEPT, OFF)) or task == "choosing"
    return True


def has_fitting_marbles(state: Any) -> bool:
    """7.1  Who stands is in the way, who has fallen is not, and the marble is in a lane."""
    if state.phase != RUNNING:
        return True
    run, figures = state.run, state.figures[: state.count]
    board, upright = [0] * len(KIND), [NOWHERE] * 4
    for figure, one in enumerate(figures):
        if one.posture == STANDING:
            board[one.at], upright[figure] = STANDS, int(one.at)
    fallen = [int(figure) for figure in state.falls[: state.fallen]]
    for figure in fallen:
        if figures[figure].posture == LYING:
            board[figures[figure].at] = FALLEN
    is_rolling = run.phase == ROLLING and 0 <= run.lane < LANES
    is_ember = ACTION_OF[state.card] != CATACLYSM
    return bool(
        (is_rolling or (run.phase == AT_SOURCE and run.lane == NOWHERE))
        and (0 <= run.pit < PITS if is_ember else run.pit == NOWHERE)
        and 0 <= run.aim < AIMS
        and 0 <= run.before < MOST_BEFORE
        and 0 <= run.turn < max(VULKAR_HEADINGS, SIDES * STRENGTHS)
        and 0 <= run.met < MEETINGS
        and 0 <= run.station <= MOST_STATIONS
        and board == state.board.tolist()
        and upright == state.upright.tolist()
        and all(figures[figure].posture in (LYING, SWEPT, OFF) for figure in fallen)
        and not int(state.felled) & ~sum(1 << figure for figure in fallen)
        and int(state.marbles) < (1 if is_ember else int(state.scar))
        and not state.overboard
    )


def is_at_rest(state: Any) -> bool:
    """3.11  Nothing would go on by itself."""
    if state.phase == OVER:
        return True
    copy = CARD.state()
    copy[0] = state
    go_on(copy[0])
    return bool(copy[0].tobytes() == state.tobytes())


def is_asked_something(state: Any) -> bool:
    """Somebody, or chance, has a move; or the game is over."""
    return all(legal_moves(state, seat) for seat in seats_to_move(state))
