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
from templetop.engine.game import CHANCE
from templetop.engine.match import legal_moves, places_of, points_of, seats_to_move
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
    game, random = take(game_id), Random(f"{game_id} {seats}")
    state, log = game.start(seats, options), list[dict[str, Any]]()
    while awaited := seats_to_move(state):
        seat = awaited[0]
        if seat == 0:
            yield frame(state, seats, log, None)
        move = likely_move(state, seat, random)
        log.append(line(state, seat, move, len(log)))
        ask.play(state, seat, move)
        if seat == 0 and len(awaited) > 1:
            yield frame(state, seats, log, move)
    yield frame(state, seats, log, None)


def likely_move(state: Any, seat: int, random: Random) -> int:
    moves = legal_moves(state, seat)
    if seat == CHANCE or random.random() < 0.15:
        return random.choice(moves)
    return max(moves, key=lambda move: ask.appeal(state, seat, move))


def frame(state: Any, seats: int, log: list[Any], decided: int | None) -> dict[str, Any]:
    game = ask.game_of(state)
    is_asked = 0 in seats_to_move(state) or decided is not None
    return {
        "game": game.id,
        "view": asdict(game.view(state, 0)),
        "offers": [one_offer(state, move) for move in legal_moves(state, 0)] if is_asked else [],
        "you": 0,
        "seats": [seat_view(state, seat, seats, decided) for seat in range(seats)],
        "decided": decided,
        "log": log[-12:],
    }


def one_offer(state: Any, move: int) -> dict[str, Any]:
    game = ask.game_of(state)
    says, code = game.say(state, 0, move), game.code(state, 0, move)
    return {"move": move, "code": code, "says": says, "target": asdict(game.offer(state, 0, move))}


def line(state: Any, seat: int, move: int, number: int) -> dict[str, Any]:
    game = ask.game_of(state)
    who = None if seat == CHANCE else seat
    target = asdict(game.offer(state, seat, move))
    return {"number": number, "seat": who, "says": game.say(state, seat, move), "target": target}


def seat_view(state: Any, seat: int, seats: int, decided: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": NAMES[seat],
        "kind": "person" if seat == 0 else "bot",
        "level": None if seat == 0 else 3,
        "is_you": seat == 0,
        "is_awaited": seat in seats_to_move(state),
        "has_decided": seat == 0 and decided is not None,
        "points": int(points_of(state, seats)[seat]),
        "place": int(places_of(state, seats)[seat]),
        "seconds_left": None,
        "is_here": True,
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_id, seats, options in TABLES:
        told = list(frames(game_id, seats, options))
        (FOLDER / f"{game_id}-{seats}.json").write_text(json.dumps(told), encoding="utf-8")
        print(f"{game_id}-{seats}: {len(told)} frames")
