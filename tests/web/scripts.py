"""A match played by a script, over plain HTTP."""

import json
import random
import time
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

from templetop.games.shelf import take
from tests.every_game.tables import cut_short

LONGEST = 600  # seconds


class Script:
    """Somebody without a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", data, headers)
        with self.opener.open(request, timeout=LONGEST) as answer:
            return json.load(answer)


def play_to_the_end(address: str, game: str, rivals: int = 1, **options: str) -> str:
    """The id of the table; whoever wins, it is at random."""
    script, dice = Script(address), random.Random(1)
    script.ask("/guests", {"name": "Script"})
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * rivals]
    agreed = cut_short(take(game)) | options
    wanted = {"game": game, "seats": seats, "is_public": True, "options": agreed}
    table = script.ask("/tables?view=true", wanted)
    where, deadline = f"/tables/{table['id']}", time.monotonic() + LONGEST
    pause = 0.002
    while table["state"] != "over":
        assert time.monotonic() < deadline, "the match does not come to its end"
        if table["offers"] and table["decided"] is None:
            move = dice.choice(table["offers"])["move"]
            pause = 0.002
            table = script.ask(
                f"{where}/moves?view=true&drawing=false", {"number": table["number"], "move": move}
            )
        else:
            time.sleep(pause)
            pause = min(0.02, 2 * pause)
            table = script.ask(f"{where}?drawing=false")
    return str(table["id"])
