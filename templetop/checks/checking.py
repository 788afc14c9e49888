"""All checks of a game, one after the other, and what came of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from templetop.checks import kept, machine, secrets, telling
from templetop.checks.stories import Story, asked, told
from templetop.checks.words import SPEECH, tn
from templetop.engine.faults import FaultInGame, NeverEnds, shown_file
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGLISH, mark, speaking

GAMES = 6
PASSED, FAILED, LEFT_OUT = "ok", "failed", "left out"
NO_GAME = mark("Not checked: a game could not be played to its end.")
SAME = mark("Not checked: it stops at the same mistake.")
NO_COMPILER = mark("Not checked: NUMBA_DISABLE_JIT is set.")
IN_RANGE = mark([
    "Every move, event and number is in its range: {count:,} game, {steps:,} steps.",
    "Every move, event and number is in its range: {count:,} games, {steps:,} steps.",
])  # fmt: skip
ENDED = mark("Every game has ended, the longest after {count:,} steps.")


@dataclass(frozen=True)
class Counts:
    """A sentence in which something is counted."""

    one: str
    many: str
    count: int
    parts: tuple[tuple[str, int], ...]

    def in_words(self) -> str:
        return tn(self.one, self.many, self.count, **dict(self.parts))


@dataclass(frozen=True)
class Finding:
    """What came of one check."""

    check: str
    says: str  # what holds, or what is wrong
    result: str = PASSED
    file: str = ""
    line: int = 0
    rule: str = ""
    seed: int | None = None  # of the game in which it showed
    again: str = ""  # the command that shows it again
    counts: Counts | None = None  # what it says where it counts something, to be translated

    def as_dict(self) -> dict[str, Any]:
        told = asdict(self)
        del told["counts"]
        return told

    def in_words(self) -> str:
        """What it says in the language spoken now. What is wrong with a game is told in English,
        as the rules themselves are written in it."""
        return SPEECH.text(self.says) if self.counts is None else self.counts.in_words()


@dataclass
class Checking:
    """The checks of a game, in the games that some seeds give."""

    game: Game
    seeds: Sequence[int]
    named: str = ""  # how the game is named on the command line
    say: Callable[[str], None] = lambda sentence: None
    stories: list[Story] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def findings_one_by_one(self) -> Iterator[Finding]:
        """Each check as soon as it is done; the last one is followed by a note of what passed."""
        for finding in self.all():
            self.findings.append(finding)
            yield finding
        if not self.has_passed or self.is_complete:
            kept.keep(self.game, self.has_passed)

    @property
    def has_passed(self) -> bool:
        return all(finding.result != FAILED for finding in self.findings)

    @property
    def is_complete(self) -> bool:
        return all(finding.result != LEFT_OUT for finding in self.findings)

    def all(self) -> Iterator[Finding]:
        yield from self.played()
        if len(self.stories) < len(self.seeds):
            for check, *_ in CHECKS:
                yield Finding(check, NO_GAME, LEFT_OUT)
            return
        for check, holds, look in CHECKS:
            if look is machine.check_machine_code and not machine.can_compare():
                yield Finding(check, NO_COMPILER, LEFT_OUT)
            else:
                yield self.looked_at(check, holds, look)

    # ── Whole games ──────────────────────────────────────────────────────────────────────────────

    def played(self) -> Iterator[Finding]:
        """Do all games come to an end, with every number in range?"""
        numbers = ending = None
        for seed in self.seeds:
            try:
                self.stories.append(told(self.game, seed))
            except NeverEnds as fault:
                ending = self.failed("ending", fault, seed)
                break
            except FaultInGame as fault:
                numbers = self.failed("numbers", fault, seed)
                break
        steps = sum(len(story.steps) for story in self.stories)
        longest = max((len(story.steps) for story in self.stories), default=0)
        one, many = IN_RANGE
        yield numbers or self.seen(
            "numbers", Counts(one, many, len(self.stories), (("steps", steps),))
        )
        yield ending or self.seen("ending", Counts(ENDED, ENDED, longest, ()))

    def seen(self, check: str, holds: Counts) -> Finding:
        """What holds in all games that could be played, if there are any."""
        if not self.stories:
            return Finding(check, NO_GAME, LEFT_OUT)
        with speaking(ENGLISH):
            return Finding(check, holds.in_words(), counts=holds)

    def looked_at(self, check: str, holds: str, look: Callable[[Story], None]) -> Finding:
        for story in self.stories:
            try:
                asked(partial(look, story), FaultInGame)
            except Refusal as refusal:
                fault = refusal if isinstance(refusal, FaultInGame) else FaultInGame(str(refusal))
                found = self.failed(check, fault, story.seed)
                return Finding(check, SAME, LEFT_OUT) if self.is_known(found) else found
        return Finding(check, holds)

    def is_known(self, found: Finding) -> bool:
        """Has another check stumbled over the same mistake?"""
        place = (found.file, found.line, found.says)
        return any((other.file, other.line, other.says) == place for other in self.findings)

    def failed(self, check: str, fault: FaultInGame, seed: int) -> Finding:
        again = f"templetop check {self.named or self.game.id} --seed {seed} --games 1"
        return Finding(
            check, fault.what, FAILED, shown_file(fault.file), fault.line, fault.rule, seed, again
        )


CHECKS: tuple[tuple[str, str, Callable[[Story], None]], ...] = (
    ("text", mark("A match reads as it was written."), telling.check_text),
    ("words", mark("Every move, event and phase has words of its own."), telling.check_words),
    ("refusals", mark("What is not allowed is refused with a sentence."), telling.check_refusals),
    ("view", mark("Views can be sent, and pictures printed."), telling.check_views),
    ("secrecy", mark("What a seat cannot know shows nowhere."), secrets.check_secrets),
    ("compiled", mark("Machine code and the interpreter agree."), machine.check_machine_code),
)
