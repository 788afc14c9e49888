"""All checks of a game, one after the other, and what came of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from templetop.checks import kept, machine, secrets, telling
from templetop.checks.stories import Story, asked, told
from templetop.engine.faults import FaultInGame, NeverEnds, shown_file
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.engine.words import counted

GAMES = 6
PASSED, FAILED, LEFT_OUT = "ok", "failed", "left out"
NO_GAME = "Not checked: a game could not be played to its end."
SAME = "Not checked: it stops at the same mistake."


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

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


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
                yield Finding(check, "Not checked: NUMBA_DISABLE_JIT is set.", LEFT_OUT)
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
        games = counted(len(self.stories), "game")
        yield numbers or self.seen(
            "numbers", f"Every move, event and number is in its range: {games}, {steps:,} steps."
        )
        yield ending or self.seen(
            "ending", f"Every game has ended, the longest after {longest:,} steps."
        )

    def seen(self, check: str, holds: str) -> Finding:
        """What holds in all games that could be played, if there are any."""
        return Finding(check, holds) if self.stories else Finding(check, NO_GAME, LEFT_OUT)

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
    ("text", "A match reads as it was written.", telling.check_text),
    ("words", "Every move, event and phase has words of its own.", telling.check_words),
    ("refusals", "What is not allowed is refused with a sentence.", telling.check_refusals),
    ("view", "Views can be sent, and pictures printed.", telling.check_views),
    ("secrecy", "What a seat cannot know shows nowhere.", secrets.check_secrets),
    ("compiled", "Machine code and the interpreter agree.", machine.check_machine_code),
)
