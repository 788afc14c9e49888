"""The rule text and the fact sheet, typed by hand.

Nothing here comes from the game's own tables, which are held against it.
"""

JUNGLE_TILES = {
    "plantation": 6, "double plantation": 2,
    "market of 2": 2, "market of 3": 4, "market of 4": 1,
    "gold mine of 1": 2, "gold mine of 2": 1,
    "water": 3, "sun site": 2, "temple": 5,
}  # fmt: skip
LEFT_OUT_FOR_TWO = {
    "plantation": 2, "market of 3": 1, "gold mine of 1": 1, "water": 1, "sun site": 1, "temple": 1,
}  # fmt: skip

# How many worker tiles of each kind a seat has, for so many seats.
WORKER_TILES = {
    2: {"1-1-1-1": 4, "2-1-0-1": 5, "3-0-0-1": 1, "3-1-0-0": 1},
    3: {"1-1-1-1": 3, "2-1-0-1": 5, "3-0-0-1": 1, "3-1-0-0": 1},
    4: {"1-1-1-1": 3, "2-1-0-1": 4, "3-0-0-1": 1, "3-1-0-0": 1},
}

# All ways in which each can lie: workers in the north, east, south and west.
FACES = {
    "1-1-1-1": {"1111"},
    "2-1-0-1": {"2101", "1210", "0121", "1012"},
    "3-0-0-1": {"3001", "1300", "0130", "0013"},
    "3-1-0-0": {"3100", "0310", "0031", "1003"},
}

WATER_TRACK = [-10, -4, -1, 0, 2, 4, 7, 11, 16]

# Mean points, gold, water and temples, of a simulation by others: for each number of seats. Its
# random players choose tile, rotation, square and filling; their workers do all they can.
SIMULATED_RANDOM = {
    2: (40.7, 24.7, 0.8, 14.2),
    3: (35.0, 20.4, 1.1, 12.0),
    4: (26.4, 16.5, -0.3, 9.1),
}
SIMULATED_GREEDY = {
    2: (58.0, 35.3, 7.4, 14.8),
    3: (51.7, 29.4, 8.8, 12.6),
    4: (42.0, 25.0, 7.1, 9.5),
}
