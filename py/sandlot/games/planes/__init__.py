"""Planes: each side hides three planes on a board of its own, then both shoot in turn for the other's heads.

The source is the page that first let programs play this game (its board: 9 x 9). Cells are (x, y): row and
column, both from 1. A plane is [x, y, d]: the top-left cell of its bounding box and where its head points,
0 up, 1 left, 2 down, 3 right; 4 is up again, and so on, as in the source. Pointing up, with H the head::

    . . H . .
    # # # # #
    . . # . .
    . # # # .

Planes may not overlap or stick out. Player 0 shoots first. Whoever first uncovers all heads of the other
wins at once; with the option `equal_turns` player 1 may answer the winning shot, and both done is a draw.
An illegal placing and a shot outside the board or at a cell already shot at lose at once.

What a bot sees, the `view`::

    {"phase": "place",           # "place" at first: you return three planes; then "shoot": you return a cell
     "turn": 1,                  # the number of your next shot, from 1; 0 while placing
     "player": 0,                # 0 shoots first
     "size": 9,                  # rows and columns
     "equal_turns": False,       # whether player 1 may answer the winning shot
     "mine": None or [[1, 1, 0], ...],       # your planes, once placed
     "shots": [{"x": 4, "y": 5, "found": "empty"}, ...],      # your shots, in order
     "received": [{"x": 5, "y": 5, "found": "head"}, ...],    # the other's shots at your planes, in order
     "heads": 1,                 # how many heads you have found
     "legal": [[1, 1], ...]}     # the cells you have not shot at, row by row

In its parts::

    "shots": [{"x": 4,                      # the row of the cell, from 1 at the top
               "y": 5,                      # the column of the cell, from 1 on the left
               "found": "empty"}]           # "empty", "body" or "head"
    "received": [{"x": 5,                   # the row of the cell, from 1 at the top
                  "y": 5,                   # the column of the cell, from 1 on the left
                  "found": "head"}]         # "empty", "body" or "head"

What a bot returns::

    [[1, 1, 0], [4, 4, 1], [1, 5, 2]]    # to place: three planes; of each the row and the column where its box begins
                                         #   at the top left, and where its head points: 0 up, 1 left, 2 down, 3 right
    [4, 5]                               # to shoot: the row and the column of a cell, from 1

For bots that reason: ``planes.placements(9)`` holds all 8,744 placings as bit sets; see `Placements`.

A file may instead define the functions of the source, in Python's spelling: ``init()`` (may be missing),
once; ``begin(player)``, with 1 or 2, gives three (x, y, d); ``play()`` gives (x, y). It finds two functions
among its globals: ``check(player, x, y)``, what is known of a cell of that player's board: -2 outside, -1
unknown, 0 empty, 1 body, 2 head; and ``rnd(l, r)``, a random number from l to r.

The source has no text protocol for programs. Ours is one line each way, whole numbers between single spaces::

    place 9 1                    # the board's size; 1 if you shoot first, else 2
    x y d x y d x y d            # your answer: three planes
    shoot 4 5 0 5 5 2            # your last shot with what it found, and the other's
    x y                          # your answer: a cell

Found is 0 empty, 1 body, 2 head; where there was no shot yet, ``0 0 -1``. When the game is over the input ends.
"""

from __future__ import annotations

from sandlot.games.planes.board import (
    BODY,
    COUNT,
    EMPTY,
    FOUND,
    HEAD,
    OUTSIDE,
    SIZE,
    UNKNOWN,
    Cell,
    Placements,
    Placing,
    Plane,
    body_cells,
    head_cell,
    placements,
)
from sandlot.games.planes.rules import State, game
from sandlot.games.planes.wire import Functions, Line, LineSession

__all__ = [
    "BODY",
    "COUNT",
    "EMPTY",
    "FOUND",
    "HEAD",
    "OUTSIDE",
    "SIZE",
    "UNKNOWN",
    "Cell",
    "Functions",
    "Line",
    "LineSession",
    "Placements",
    "Placing",
    "Plane",
    "State",
    "body_cells",
    "game",
    "head_cell",
    "placements",
]
