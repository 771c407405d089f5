"""Tank: two sides, two tanks each, on 9 x 9 cells; both sides order at once (source: the Tank page of the Botzone
wiki).

Coordinates are (x, y), x to the right, y down, from 0. Blue is side 0, above; red is side 1, below. An order is a whole
number: -1 stay, 0..3 move up, right, down, left, 4..7 shoot up, right, down, left. A move is a list of two orders,
one for each of a side's tanks. As on Botzone, 2.0 is 2, and what follows the two orders is ignored.

What a bot sees, the `view`::

    {"turn": 1,                       # the turn about to be played, from 1
     "player": 0,                     # which side you are
     "field": [int, int, int],        # bricks at the start, 27 cells to an int, as Botzone sends them
     "max_turns": 100,                # a draw after this turn
     "over": False,                   # whether the game has ended for you
     "width": 9,                      # cells in a row
     "height": 9,                     # cells in a column
     "bricks": [[x, y], ...],         # bricks still standing
     "steel": [[4, 1], [4, 7]],       # no shot destroys it
     "bases": [{"x": 4, "y": 0, "alive": True}, {"x": 4, "y": 8, "alive": True}],      # by side
     "tanks": [[tank, tank], [tank, tank]],       # by side, then by number
     "orders": None or [[-1, 4], [0, 2]],         # what was ordered last turn, by side
     "shots": [...],                  # the shots that were fired last turn
     "destroyed": [...],              # what they destroyed
     "legal": [[-1, 4, ...], [-1, 0, ...]]}       # your legal orders, by tank; [-1] for a dead one

In its parts::

    "bases": [{"x": 4,                # the column of its cell, from 0 on the left
               "y": 0,                # the row of its cell, from 0 at the top
               "alive": True}]        # whether it still stands
    "tanks": [[{"x": 2,               # the column of its cell, from 0 on the left; -1 if it was destroyed
                "y": 0,               # the row of its cell, from 0 at the top; -1 if it was destroyed
                "alive": True,        # whether it still drives
                "facing": 2,          # where its barrel points, as in a move: 0 up, 1 right, 2 down, 3 left
                "can_shoot": True}]]  # whether it may shoot now: not right after a shot
    "shots": [{"side": 0,             # the side that fired
               "tank": 1,             # which of its two tanks, 0 or 1
               "from": [2, 0],        # the cell it was fired from
               "to": [2, 4],          # the last cell that it reached
               "hit": True,           # whether it hit anything
               "cancelled": False}]   # whether two tanks shot at each other, so that neither shot counts
    "destroyed": [{"x": 2,            # the column of its cell
                   "y": 4,            # the row of its cell
                   "what": "brick",   # "brick", "tank" or "base"
                   "side": None,      # the side that it belonged to; None for a brick
                   "tank": None}]     # which of the side's two tanks, 0 or 1; None for a brick or a base

What a bot returns::

    [0, 5]           # a list of two orders, of your tank 0 and of your tank 1; these are up, and shoot right
    -1               # an order: stay
    0, 1, 2, 3       # an order: move up, right, down or left
    4, 5, 6, 7       # an order: shoot up, right, down or left

To look ahead with the real rules: ``state = tank.from_view(view)``, ``tank.game.step(state, {0: [-1, 2], 1: [0,
-1]})``.
"""

from __future__ import annotations

from sandlot.games.tank.rules import (
    BASES,
    DOWN,
    FIRST_SHOT,
    LAST_ORDER,
    SIZE,
    STARTS,
    STAY,
    STEEL,
    STEPS,
    UP,
    Cell,
    Destroyed,
    Shot,
    State,
    Tank,
    from_view,
    game,
    generate_field,
    legal_orders,
)

__all__ = [
    "BASES",
    "DOWN",
    "FIRST_SHOT",
    "LAST_ORDER",
    "SIZE",
    "STARTS",
    "STAY",
    "STEEL",
    "STEPS",
    "UP",
    "Cell",
    "Destroyed",
    "Shot",
    "State",
    "Tank",
    "from_view",
    "game",
    "generate_field",
    "legal_orders",
]
