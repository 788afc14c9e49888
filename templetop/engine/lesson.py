"""A lesson: a match with words, in which somebody is taught a game on its real board.

It is a text beside the rulebook, `lesson.md`. The pupil sits at the first seat. What chance does
and what the others decide is written down; the pupil is told one thing at a time, and asked for a
move now and then.

    # A first expedition

    minutes: 6
    rivals: Rosa
    options: setup=random
    deal: 3
    then chance: tile 12

    ## Lay a tile
    Everyone has drawn tile 12. Lay it at the foot of your beach. (3.3.1)

    - points at: c3, piece called tile
    - move: c3, c4
    - otherwise: Good idea, but here your adventurer could not walk on.
    - try: a1 = Lay it on the tile in the corner
    - example: 3.3.1
    - then Rosa: b5
    - then chance: tile 7

A step without `move` only tells. Moves are written as they are typed: `any` is any move, and a code
that ends with `*` is any that begins so. Events are written as they are told, or only their end.
Where nothing is said of chance, it follows the deal. The table of a step may be an `example` of a
rule, to be shown beside it in the rulebook.

In another language, `lesson.de.md`, only the words differ: moves and events are written as in
English.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from templetop.engine import ask
from templetop.engine.deal import Deal, key_of
from templetop.engine.game import Game
from templetop.engine.match import (
    Match,
    code_of,
    legal_moves,
    read_options,
    say,
    target_of,
)
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGINE, ENGLISH, mark, speaking, text_beside

PUPIL = 0
NAME = "lesson"
ANY = "any"
PIECE = "piece "  # points at a piece by the name that the board gives it
YOU = "you"
NOT_NOW = mark("Read this first, and press Next.")
LESSONS = 64  # that are kept in memory

RULES = re.compile(r"\s*\(((?:F|\d+)(?:\.\d+)*(?:, (?:F|\d+)(?:\.\d+)*)*)\)$")
THEN = re.compile(r"then ([^:]+): (.+)")
ITEM = re.compile(r"- (points at|move|otherwise|try|example|then [^:]+): (.+)")
HEAD = re.compile(r"(minutes|rivals|options|deal): ?(.*)")


class BadLesson(Refusal):
    """A text that is no lesson, or that does not go as it says; the message names the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"Line {line} of the lesson: {what}")
        self.line = line


class NotWanted(IllegalMove):
    """The rules allow it, but the lesson wants something else now."""


@dataclass(frozen=True)
class Then:
    """What somebody does, or chance, without the pupil."""

    line: int
    who: str
    does: str


@dataclass(frozen=True)
class Attempt:
    """A move that is tried because the rules forbid it."""

    line: int
    code: str
    says: str


@dataclass
class TaughtStep:
    """One idea."""

    line: int
    title: str
    says: str = ""
    rules: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()  # none: it only tells
    otherwise: str = ""
    tries: list[Attempt] = field(default_factory=list)
    then: list[Then] = field(default_factory=list)
    examples: tuple[str, ...] = ()  # the rules that its table shows

    @property
    def asks(self) -> bool:
        return bool(self.moves)


@dataclass
class Lesson:
    """All of it, as it is written."""

    text: str
    title: str = ""
    minutes: int = 5
    rivals: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    deal: int = 0
    before: list[Then] = field(default_factory=list)
    steps: list[TaughtStep] = field(default_factory=list)
    original: str = ""  # the English text, if this is a translation

    @classmethod
    def read(cls, text: str) -> "Lesson":
        lesson = cls(text)
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                read_line(lesson, number, line.strip())
        if not lesson.steps:
            raise BadLesson(1, "it has no steps; a step begins with '## '.")
        return lesson

    @cached_property
    def digest(self) -> str:
        """A lesson that was rewritten is another one; in another language it is the same."""
        return hashlib.sha256((self.original or self.text).encode()).hexdigest()[:12]

    @property
    def course(self) -> list[object]:
        """All but the words: no translation may change it."""
        return [
            (self.minutes, self.rivals, self.options, self.deal, done(self.before)),
            *(course_of(step) for step in self.steps),
        ]

    @property
    def key(self) -> bytes:
        """Of its deal: everyone may know it."""
        return key_of(self.deal, 0)

    def seat_of(self, line: int, who: str) -> int:
        """Chance, the pupil, or one of the rivals by name."""
        if who == "chance":
            return CHANCE
        names = [YOU, *self.rivals]
        if who not in names:
            all_names = ", ".join(["chance", *names])
            raise BadLesson(line, f"nobody is called {who!r}; there are {all_names}.")
        return names.index(who)


def done(then: list[Then]) -> list[tuple[str, str]]:
    return [(one.who, one.does) for one in then]


def course_of(step: TaughtStep) -> tuple[object, ...]:
    tried = [attempt.code for attempt in step.tries]
    return step.rules, step.points, step.moves, tried, done(step.then), step.examples


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one, in the language of whoever is taught."""
    if game.folder is None:
        return None
    try:
        with speaking(ENGLISH):
            english = text_beside(game.folder, NAME)
        return read_once(text_beside(game.folder, NAME), english)
    except FileNotFoundError:
        return None


@lru_cache(LESSONS)
def read_once(text: str, original: str) -> Lesson:
    """A translation that goes another way is not used: whoever rewrote the lesson forgot it."""
    lesson, english = Lesson.read(text), Lesson.read(original)
    if lesson.course != english.course:
        return english
    lesson.original = original
    return lesson


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def read_line(lesson: Lesson, number: int, line: str) -> None:
    if line.startswith("## "):
        lesson.steps.append(TaughtStep(number, line[3:].strip()))
    elif line.startswith("# "):
        lesson.title = line[2:].strip()
    elif not lesson.steps:
        read_head(lesson, number, line)
    elif line.startswith("- "):
        read_item(lesson.steps[-1], number, line)
    else:
        read_words(lesson.steps[-1], line)


def read_head(lesson: Lesson, number: int, line: str) -> None:
    if found := THEN.fullmatch(line):
        lesson.before.append(Then(number, found[1], found[2]))
        return
    found = HEAD.fullmatch(line)
    if not found:
        raise BadLesson(number, f"{line!r} has no place before the first step.")
    name, value = found[1], found[2].strip()
    if name == "rivals":
        lesson.rivals = listed(value)
    elif name == "options":
        lesson.options = read_options(value)
    elif value.isdecimal():
        setattr(lesson, name, int(value))
    else:
        raise BadLesson(number, f"{name} is a number, not {value!r}.")


def read_words(step: TaughtStep, line: str) -> None:
    """Lines make one paragraph; the rules stand at its end."""
    words = f"{step.says} {line}".strip()
    if found := RULES.search(words):
        step.rules = tuple(found[1].split(", "))
        words = words[: found.start()]
    step.says = words


def read_item(step: TaughtStep, number: int, line: str) -> None:
    found = ITEM.fullmatch(line)
    if not found:
        raise BadLesson(number, f"{line!r} is nothing that a step may say.")
    name, value = found[1], found[2].strip()
    if name == "points at":
        step.points = listed(value)
    elif name == "move":
        step.moves = listed(value)
    elif name == "example":
        step.examples = listed(value)
    elif name == "otherwise":
        step.otherwise = value
    elif name == "try":
        code, _, says = value.partition(" = ")
        step.tries.append(Attempt(number, code.strip(), says.strip()))
    else:
        step.then.append(Then(number, name.removeprefix("then "), value))


def listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def begin(lesson: Lesson, game: Game, names: Sequence[str]) -> tuple[Match, Deal]:
    """The match as the pupil finds it; the others may be called otherwise than in the text."""
    match = Match.new(game, names, lesson.options)
    deal = Deal(game, lesson.key)
    go_on(lesson, lesson.before, match, deal)
    return match, deal


def finish(lesson: Lesson, at: int, match: Match, deal: Deal) -> None:
    """A step is done: what follows it happens, up to the next one."""
    go_on(lesson, lesson.steps[at].then, match, deal)


def go_on(lesson: Lesson, then: list[Then], match: Match, deal: Deal) -> None:
    for one in then:
        seat = lesson.seat_of(one.line, one.who)
        if seat == CHANCE:
            deal_up_to(one, match, deal)
        else:
            let_chance_act(match, deal)
        match.play(seat, number_said(match.state, seat, one.does, one.line))
    let_chance_act(match, deal)


def deal_up_to(one: Then, match: Match, deal: Deal) -> None:
    """Chance follows the deal until what is written can happen."""
    while (event := drawn(match, deal)) is not None:
        if numbers_said(match.state, CHANCE, one.does):
            return
        match.put_down(CHANCE, event)


def drawn(match: Match, deal: Deal) -> int | None:
    """What the deal would have brought: its clocks run whatever the text says."""
    is_dealt = match.awaited == [CHANCE] and not match.game.takes_time(match.state)
    return deal.event(match.state) if is_dealt else None


def let_chance_act(match: Match, deal: Deal) -> None:
    while (event := drawn(match, deal)) is not None:
        match.put_down(CHANCE, event)


def wanted(step: TaughtStep, match: Match) -> list[int]:
    """The moves that the step is done by. If none of those it names is left, any is."""
    legal = legal_moves(match.state, PUPIL) if PUPIL in match.awaited else []
    if not step.asks or ANY in step.moves:
        return legal if step.asks else []
    return [move for move in legal if is_named(match.state, PUPIL, move, step.moves)] or legal


def is_named(state: Any, seat: int, move: int, codes: tuple[str, ...]) -> bool:
    """By one of the codes; `flick wink *` is whatever begins so."""
    code = code_of(state, seat, move).casefold()
    return any(is_meant(code, one.casefold()) for one in codes)


def is_meant(code: str, written: str) -> bool:
    return code.startswith(written[:-1]) if written.endswith("*") else code == written


def check_wanted(step: TaughtStep, match: Match, move: int) -> None:
    """Refuse what the lesson does not want now; the move is legal."""
    if not step.asks:
        raise NotWanted(ENGINE.t(NOT_NOW))
    if move not in wanted(step, match):
        usual = ENGINE.t("That is allowed, but try what the lesson asks for first.")
        raise NotWanted(step.otherwise or usual, rule=step.rules[0] if step.rules else "")


def usual_move(step: TaughtStep, match: Match) -> int | None:
    """The first one that the step names; where any will do, the first there is."""
    if not step.asks:
        return None
    if ANY in step.moves:
        return legal_moves(match.state, PUPIL)[0]
    return number_said(match.state, PUPIL, step.moves[0], step.line)


def walked(
    lesson: Lesson, match: Match, deal: Deal, at: int = 0
) -> Iterator[tuple[int, TaughtStep]]:
    """From a step to the end, by the moves named first; each step is given before it is done."""
    for number in range(at, len(lesson.steps)):
        step = lesson.steps[number]
        yield number, step
        move = usual_move(step, match)
        if move is not None:
            check_wanted(step, match, move)
            match.play(PUPIL, move)
        finish(lesson, number, match, deal)


# ── What words mean at a table ───────────────────────────────────────────────────────────────────


def number_said(state: Any, seat: int, words: str, line: int) -> int:
    """The legal move or event that is meant."""
    if found := numbers_said(state, seat, words):
        return found[0]
    legal = legal_moves(state, seat)
    with speaking(ENGLISH):
        known = [f"{code_of(state, seat, move)} {say(state, seat, move)}" for move in legal[:9]]
    some = "; ".join(known)
    raise BadLesson(line, f"{words!r} cannot be done now. What can: {some}.")


def numbers_said(state: Any, seat: int, words: str) -> list[int]:
    """By its code, by its English words, or by how they end."""
    legal = legal_moves(state, seat)
    with speaking(ENGLISH):
        for is_it in (is_code, is_all_said, is_end_said):
            found = [move for move in legal if is_it(state, seat, move, words.casefold())]
            if found:
                return found
    return []


def is_code(state: Any, seat: int, move: int, words: str) -> bool:
    return is_meant(code_of(state, seat, move).casefold(), words)


def is_all_said(state: Any, seat: int, move: int, words: str) -> bool:
    return say(state, seat, move).casefold() == words


def is_end_said(state: Any, seat: int, move: int, words: str) -> bool:
    return say(state, seat, move).casefold().endswith(f" {words}")


def forbidden(state: Any, attempt: Attempt) -> int:
    """The number of a move that is tried in vain."""
    code, legal = attempt.code.casefold(), legal_moves(state, PUPIL)
    for number in range(ask.game_of(state).moves.count):
        if number not in legal and code_of(state, PUPIL, number).casefold() == code:
            return number
    raise BadLesson(attempt.line, f"{attempt.code!r} is no move, or it is allowed.")


def targets(step: TaughtStep, state: Any) -> Iterator[Any]:
    """What a step points at on the board, by what a move there would touch."""
    for point in step.points:
        if point.startswith(PIECE):
            continue
        yield target_of(state, PUPIL, number_said(state, PUPIL, point, step.line))


def pieces(step: TaughtStep) -> list[str]:
    """The names of the pieces that a step points at."""
    return [point.removeprefix(PIECE) for point in step.points if point.startswith(PIECE)]
