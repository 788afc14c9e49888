"""Whole matches as a browser is sent them, for the gallery of boards: one frame for each decision.

    python -m web.gallery.sample_tables     writes web/gallery/tables/*.json

Seats play the move that looks best, or at times any, so that many kinds of tables come about.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from templetop.engine import ask
from templetop.engine.ending import ending
from templetop.engine.match import Match, code_of, legal_moves, say, seats_to_move, target_of
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take

FOLDER = Path(__file__).parent / "tables"
NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"]

TABLES: list[tuple[str, int, Mapping[str, str]]] = [
    ("karuba", 1, {}),
    ("karuba", 2, {"gold": "twelve"}),
    ("karuba", 4, {"setup": "random"}),
    ("karuba_cards", 2, {}),
    ("karuba_cards", 4, {}),
    ("karuba_cards", 6, {}),
    ("cacao", 2, {"declining": "anything"}),
    ("cacao", 4, {}),
]


def frames(game_id: str, seats: int, options: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The table before each decision of the first seat, once it is made, and at the end."""
    random, log = Random(f"{game_id} {seats}"), list[dict[str, Any]]()
    match = Match.new(take(game_id), NAMES[:seats], options)
    while step := [(seat, likely_move(match.state, seat, random)) for seat in match.awaited]:
        if step[0][0] == 0:
            yield frame(match.state, log, None)
        if step[0][0] == 0 and len(step) > 1:
            yield frame(match.state, log, step[0][1])
        log += [line(match.state, seat, move, len(log)) for seat, move in step]
        for seat, move in step:
            match.play(seat, move)
    yield frame(match.state, log, None)


def likely_move(state: Any, seat: int, random: Random) -> int:
    moves = legal_moves(state, seat)
    if seat == CHANCE or random.random() < 0.15:
        return random.choice(moves)
    return max(moves, key=lambda move: ask.appeal(state, seat, move))


def frame(state: Any, log: list[Any], decided: int | None) -> dict[str, Any]:
    game = ask.game_of(state)
    is_asked = 0 in seats_to_move(state)
    return {
        "game": game.id,
        "view": asdict(game.view(state, 0)),
        "offers": [one_offer(state, move) for move in legal_moves(state, 0)] if is_asked else [],
        "you": 0,
        "seats": [seat_view(state, seat, decided) for seat in range(int(state.seats))],
        "decided": decided,
        "log": log[-12:],
    }


def one_offer(state: Any, move: int) -> dict[str, Any]:
    target = asdict(target_of(state, 0, move))
    return {
        "move": move,
        "code": code_of(state, 0, move),
        "says": say(state, 0, move),
        "target": target,
    }


def line(state: Any, seat: int, move: int, number: int) -> dict[str, Any]:
    who = None if seat == CHANCE else seat
    target = asdict(target_of(state, seat, move))
    return {
        "number": number,
        "last": number,
        "seat": who,
        "says": say(state, seat, move),
        "target": target,
        "parts": [],
        "keepsake": None,
    }


def seat_view(state: Any, seat: int, decided: int | None) -> dict[str, Any]:
    found = ending(state)
    standing = found.seats[seat]
    return {
        "seat": seat,
        "name": NAMES[seat],
        "kind": "person" if seat == 0 else "bot",
        "level": None if seat == 0 else 3,
        "is_you": seat == 0,
        "is_awaited": seat in seats_to_move(state),
        "has_decided": seat == 0 and decided is not None,
        "points": standing.points,
        "place": standing.place,
        "side": standing.side,
        "result": found.result(seat) if found.is_over else None,
        "seconds_left": None,
        "is_here": True,
        "has_left": False,
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_id, seats, options in TABLES:
        told = list(frames(game_id, seats, options))
        (FOLDER / f"{game_id}-{seats}.json").write_text(json.dumps(told), encoding="utf-8")
        print(f"{game_id}-{seats}: {len(told)} frames")
