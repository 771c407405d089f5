"""Snake: two snakes on 13 rows and 14 columns that move at once, and nothing to eat.

The source is the Snake page of the Bots ZiMei wiki. Cells are (row, column), from 0; rows grow downwards. A
move is a direction: 0 up, 1 right, 2 down, 3 left. Player 0 starts at the bottom left, player 1 at the top
right, one cell long. Every move adds a head; the tail stays on turns 1 to 10 and on every later turn with
turn % 3 == 1, else it goes. Then a snake is dead whose head is outside, on an obstacle, on its own body or
on any cell of the other snake; a cell that a tail has left in the same turn is free.

What a bot sees, the `view`::

    {"step": 1,                       # the turn about to be played, from 1
     "player": 0,                     # which snake is yours
     "rows": 13,                      # how many rows the board has
     "columns": 14,                   # how many columns the board has
     "max_steps": 1000,               # a draw after this turn
     "over": False,                   # whether the game has ended for you
     "growing": True,                 # on this turn the tails stay
     "obstacles": [[row, column], ...],      # cells that nobody may enter
     "snakes": [snake, snake],        # by player
     "moves": None or [0, 2],         # what was played last turn; None for a snake without a legal answer
     "left": [[row, column], None],   # the cells that the tails left last turn
     "safe": [0, 1],                  # where nothing is in your way, except perhaps the other's new head
     "map": "0010..."}                # the board row by row, 1 an obstacle

In its parts::

    "snakes": [{"start": [12, 0],               # where it began
                "steps": "001",                 # all its moves so far, a digit each
                "body": [[10, 1], ...],         # its cells, from the head to the tail
                "alive": True,                  # whether it still moves
                "death": {"cause": "other",     # outside, obstacle, itself, other, heads; or its bot's fault
                          "cell": [3, 4]}}]     # where its head went

What a bot returns::

    0    # one cell up
    1    # one cell to the right
    2    # one cell down
    3    # one cell to the left

To look ahead with the real rules: ``state = snake.from_view(view)``, then ``snake.game.step(state, {0: 1, 1: 3})``.

A file may instead define ``next_move(input)`` (or ``nextMove``), which gets the text of the original
platform, or be a program that reads this text from standard input, from ``input.txt`` or from its first
argument, and prints one number. The text is the map, then start and steps so far of your snake, then those
of the other::

    MAP#row#column#(steps)#row#column#(steps)
"""

from __future__ import annotations

from sandlot.games.snake.maps import generate_map
from sandlot.games.snake.rules import from_view, game, safe_moves
from sandlot.games.snake.state import COLUMNS, DIRECTIONS, ROWS, Cell, Death, Snake, State, grows, neighbours
from sandlot.games.snake.wire import Line, LineSession, NextMove, from_text, to_text

__all__ = [
    "COLUMNS",
    "DIRECTIONS",
    "ROWS",
    "Cell",
    "Death",
    "Line",
    "LineSession",
    "NextMove",
    "Snake",
    "State",
    "from_text",
    "from_view",
    "game",
    "generate_map",
    "grows",
    "neighbours",
    "safe_moves",
    "to_text",
]
