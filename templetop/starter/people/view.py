"""What a seat may see: everything. A game with secrets leaves out what the seat cannot know."""

from dataclasses import dataclass
from typing import Any

from ..rules.state import PHASES


@dataclass(frozen=True)
class TableView:
    """The table, for boards and bots."""

    seat: int | None  # who looks at it; None: a spectator
    phase: str
    turn: int
    pot: int
    goal: int
    points: list[int]


def view(state: Any, seat: int | None) -> TableView:
    return TableView(
        seat=seat,
        phase=PHASES[state.phase].name,
        turn=int(state.turn),
        pot=int(state.pot),
        goal=int(state.goal),
        points=[int(points) for points in state.banked[: state.seats]],
    )
