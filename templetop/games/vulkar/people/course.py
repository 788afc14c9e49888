"""The course of a turn as a table that is always in sight. Only what everybody sees is told."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from templetop.engine.speech import mark
from templetop.games.vulkar.people.asking import DOES
from templetop.games.vulkar.people.spaces import EFFECTS
from templetop.games.vulkar.rules.pieces import ACTION, ACTIONS, NO_CARD
from templetop.games.vulkar.rules.state import (
    ACT,
    BENDING,
    CHOOSING,
    DRAWING,
    FLICKING,
    OVER,
    PHASES,
    ROLLING,
    RUNNING,
    SNATCHING,
    TURNING,
    WALKING,
)
from templetop.games.vulkar.rules.table import is_curse
from templetop.games.vulkar.words import t

When = Literal["now", "later", "done"]

ACTING = (TURNING, BENDING, FLICKING, RUNNING)
BY_CHANCE = mark(
    {ROLLING: "roll the cave die", SNATCHING: "draw a token from the figure that fell"}
)
DRAWS_SOUVENIR = mark("draw a souvenir")


@dataclass(frozen=True)
class MayView:
    """A row of the turn's table: what is done, when, how often, and by which rule."""

    what: str
    says: str
    left: int | None  # so many times; None: it is not counted
    when: When
    rule: str


def course_of(state: Any) -> list[MayView]:
    """What belongs to this turn, in the order of the rules, and what interrupts it first."""
    if state.phase == OVER or state.turns == 0:
        return []
    return [*interruption(state), *rows(state)]


def interruption(state: Any) -> Iterator[MayView]:
    """What has to be decided or drawn before the turn goes on."""
    phase = int(state.phase)
    if phase in (CHOOSING, WALKING, DRAWING, *ACTING):
        return
    says = BY_CHANCE.get(phase) or DOES.get(phase, DRAWS_SOUVENIR)
    yield MayView(PHASES[phase].name, t(says), None, "now", PHASES[phase].rule)


def rows(state: Any) -> Iterator[MayView]:
    """3.1"""
    has_card, phase = state.card != NO_CARD, int(state.phase)
    is_past = not has_card and phase == DRAWING and not is_to_come(state, CHOOSING)  # 13.4
    yield MayView(
        "card", t("choose a card"), None, when(phase == CHOOSING, has_card or is_past), "3.2"
    )
    steps = int(state.steps) if has_card else None
    walked = is_past or (has_card and not is_to_come(state, WALKING))
    yield MayView("walk", t("walk"), steps, when(phase == WALKING, walked), "4.1")
    acted = is_past or (has_card and not is_to_come(state, ACT, *ACTING))
    does = EFFECTS[ACTIONS[ACTION[state.card]]] if has_card else mark("carry out its action")
    yield MayView("act", t(does), None, when(phase in ACTING, acted), "6.1")
    fills = t("fill up the tracker") if is_curse(state) else t("fill up the hand")
    yield MayView("draw", fills, None, when(phase == DRAWING, False), "3.4")


def when(is_now: bool, is_done: bool) -> When:
    return "now" if is_now else "done" if is_done else "later"


def is_to_come(state: Any, *tasks: int) -> bool:
    """Does one of them stand on the agenda?"""
    return any(job.task in tasks for job in state.agenda[: state.depth])
