"""The rules give the same answers by the interpreter and as machine code.

Warnings are errors in our tests, so a number that does not fit its field fails here as well.
"""

from templetop.checks.sheet import Sheet, empty_sheet, play_and_ask, row_of
from templetop.engine.seats import Array

from .tables import Table, story

THOROUGH = 6  # times in a game, everything is asked
APPEALS = 3


def test_compiled_and_plain_rules_agree_after_every_move(any_table: Table) -> None:
    game, seats = any_table.game, any_table.seats
    told = story(any_table)
    plain, machine = fresh_tables(any_table), fresh_tables(any_table)
    plain_sheet, machine_sheet = empty_sheet(game, seats), empty_sheet(game, seats)
    thorough = {*told.moments(THOROUGH), len(told.steps)}
    for n, step in enumerate([[], *told.steps]):
        appeals = APPEALS if n in thorough else 0
        play_and_ask.plain(plain, *row_of(step), appeals, plain_sheet)
        play_and_ask(machine, *row_of(step), appeals, machine_sheet)
        where = f"after step {n} of {any_table}"
        assert plain.tobytes() == machine.tobytes(), f"The tables differ {where}."
        assert different_answers(plain_sheet, machine_sheet) == [], f"Answers differ {where}."
    assert machine.tobytes() == told.end.tobytes()


def fresh_tables(table: Table) -> Array:
    tables: Array = table.game.state()
    tables[0] = table.start()
    return tables


def different_answers(one: Sheet, other: Sheet) -> list[str]:
    return [name for name in Sheet._fields if bytes_of(one, name) != bytes_of(other, name)]


def bytes_of(sheet: Sheet, name: str) -> bytes:
    answers: Array = getattr(sheet, name)
    return answers.tobytes()
