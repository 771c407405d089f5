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
     "width": 9, "height": 9,         # cells in a row and in a column
     "bricks": [[x, y], ...],         # bricks still standing
     "steel": [[4, 1], [4, 7]],       # no shot destroys it
     "bases": [{"x": 4, "y": 0, "alive": True}, {"x": 4, "y": 8, "alive": True}],      # by side
     "tanks": [[tank, tank], [tank, tank]],       # by side, then by number
     "orders": None or [[-1, 4], [0, 2]],         # what was ordered last turn, by side
     "shots": [...], "destroyed": [...],          # what that led to
     "legal": [[-1, 4, ...], [-1, 0, ...]]}       # your legal orders, by tank; [-1] for a dead one

In its parts::

    "bases": [{"x": 4, "y": 0,        # the cell it stands on
               "alive": True}]        # whether it still stands
    "tanks": [[{"x": 2, "y": 0,       # the cell it is on; (-1, -1) if it was destroyed
                "alive": True,        # whether it still drives
                "facing": 2,          # where its barrel points, as in a move: 0 up, 1 right, 2 down, 3 left
                "can_shoot": True}]]  # whether it may shoot now: not right after a shot
    "shots": [{"side": 0, "tank": 1,  # who fired
               "from": [2, 0], "to": [2, 4],     # the cells where it began and ended
               "hit": True,           # whether it hit anything
               "cancelled": False}]   # whether two tanks shot at each other, so that neither shot counts
    "destroyed": [{"x": 2, "y": 4,    # the cell
                   "what": "brick",   # or "tank", or "base"
                   "side": None, "tank": None}]     # whose it was; None for bricks

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
