"""Machine code and the interpreter give the same answers, to the last byte."""

from typing import Any

from templetop.checks.sheet import Sheet, empty_sheet, play_and_ask, row_of
from templetop.checks.stories import Story
from templetop.checks.telling import different_fields
from templetop.engine.compile import is_switched_off
from templetop.engine.faults import FaultInGame, at
from templetop.engine.game import Game
from templetop.engine.seats import Array

THOROUGH = 4  # times in a game, everything is asked
APPEALS = 3
MOST = 300  # steps of a game that are compared
# Which rule gives the answers of the sheet.
RULES = {
    "deciding": "to_move", "legal": "legal", "events": "odds", "weights": "odds", "total": "odds",
    "points": "points", "places": "places", "sides": "sides", "prospect": "prospect",
    "appeal": "appeal", "numbers": "observe", "worlds": "imagine", "random": "imagine",
}  # fmt: skip


def can_compare() -> bool:
    return not is_switched_off()


def check_machine_code(story: Story) -> None:
    game, seats = story.game, story.seats
    plain, machine = fresh(story), fresh(story)
    plain_sheet, machine_sheet = empty_sheet(game, seats), empty_sheet(game, seats)
    steps = story.steps[:MOST]
    thorough = {*story.moments(THOROUGH), len(steps)}
    for n, step in enumerate([[], *steps]):
        appeals = APPEALS if n in thorough else 0
        play_and_ask.plain(plain, *row_of(step), appeals, plain_sheet)
        play_and_ask(machine, *row_of(step), appeals, machine_sheet)
        if plain.tobytes() != machine.tobytes():
            fields = ", ".join(different_fields(plain[0], machine[0]))
            raise differ(game, step, f"They differ in {fields} after step {n}.")
        for name in different_answers(plain_sheet, machine_sheet):
            raise at(
                getattr(game, RULES[name]),
                f"Compiled and interpreted answers differ after step {n}.",
            )


def differ(game: Game, step: Any, what: str) -> FaultInGame:
    rule = game.happen if step and step[0][0] < 0 else game.play
    return at(rule, f"Compiled and interpreted, this comes to different tables. {what}")


def fresh(story: Story) -> Array:
    tables: Array = story.game.state()
    tables[0] = story.states[0]
    return tables


def different_answers(one: Sheet, other: Sheet) -> list[str]:
    return [name for name in Sheet._fields if bytes_of(one, name) != bytes_of(other, name)]


def bytes_of(sheet: Sheet, name: str) -> bytes:
    answers: Array = getattr(sheet, name)
    return answers.tobytes()
