"""A first bot: it plays Karuba by taking treasure and joining paths, other games at random.

templetop play karuba --bots "exec:python examples/first_bot.py"
"""

import json
import random
import sys
from typing import Any

FINDS = {"into its temple": 9, "gold lies": 8, "crystal lies": 7, "without walking": -9}
NORTH, EAST, SOUTH, WEST = "│└┘├┤┴┼", "─┌└├┬┴┼", "│┌┐├┤┬┼", "─┐┘┤┬┴┼"  # tiles with a path there
WAYS = [(0, -1, NORTH, SOUTH), (1, 0, EAST, WEST), (0, 1, SOUTH, NORTH), (-1, 0, WEST, EAST)]


def worth(move: Any, view: Any) -> float:
    """What a treasure is worth; or two for each path that goes on, less those that end."""
    finds = [value for words, value in FINDS.items() if move["says"].endswith(words)]
    if finds or not move["says"].startswith("lays tile"):
        return max(finds, default=random.random())
    spaces = view["islands"][view["seat"]]["spaces"]
    tiles = {space["name"]: space["tile"]["drawing"] for space in spaces}
    joined, (column, row) = 0, move["code"]
    for right, down, ways, ways_back in WAYS:
        beside = tiles.get(chr(ord(column) + right) + chr(ord(row) + down), "")
        on, back = view["tile"]["drawing"] in ways, beside != "" and beside in ways_back
        joined += 2 * (on and back) - (beside != "" and on != back)
    return joined


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"ready": true}', flush=True)
    if message["type"] == "decide":
        best = max(message["moves"], key=lambda move: worth(move, message["view"]))
        print(json.dumps({"number": message["number"], "move": best["move"]}), flush=True)
