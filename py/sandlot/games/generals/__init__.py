"""Generals: k players on n x m cells in fog, one move after the other (source: generals-tournament).

Grids are lists of rows; rows and columns count from 0 here, from 1 in the protocol and in sentences. Players count from
0 here, from 1 in the protocol. An army of 1 may be ordered to move, but nothing happens.

What a bot sees, the `view`::

    {"player": 0,                        # who you are
     "round": 1,                         # the round that is being played, from 1; in it every living player moves once
     "max_rounds": 1000,                 # the last round; after it the game ends
     "over": False,                      # whether the game has ended for you
     "rows": 20,                         # how many rows the map has
     "cols": 20,                         # how many columns the map has
     "players": [{"army": 1, "cells": 1, "alive": True}, ...],     # everybody's totals are public
     "kind": [["plain", ...], ...],      # plain, city, capital, mountain; out of sight: fog (plain or a capital)
                                         #   or obstacle (a mountain or a city)
     "owner": [[-1, ...], ...],          # a player, or -1: nobody, or out of sight
     "army": [[0, ...], ...]}            # units; 0 out of sight

In its parts::

    "players": [{"army": 1,             # all units of this player
                 "cells": 1,            # how many cells this player holds
                 "alive": True}]        # whether this player is still in the game

What a bot returns::

    generals.go((3, 4), (3, 5))                     # all units but one go from row 3, column 4 to the cell beside it
    generals.go((3, 4), (3, 5), half=True)          # half of them go, rounded down
    {"from": [3, 4], "to": [3, 5], "half": True}    # the same, written out; without "half" all units but one go
    None                                            # stay

You see your own cells and the eight around each. Helpers, all for views: `mine(view)` lists your cells,
`neighbours(view, cell)` the cells beside one that can be entered, `legal_moves(view)` all moves, and
`distances(view, cells)` the steps to the nearest of some cells. To look ahead with the real rules:
``state = generals.from_view(view)`` makes up what you do not see, then
``generals.game.step(state, {view["player"]: move})``.

The page that shows a game gets all cells, and besides `to_move` (a player or None) and `last` (what was just done).
"""

from __future__ import annotations

from sandlot.games.generals.board import CAPITAL, FOG, LARGEST, MOUNTAIN, OBSTACLE, PLAIN, Board, Cell
from sandlot.games.generals.config import Config, read_config
from sandlot.games.generals.logs import Log, read_log, write_log
from sandlot.games.generals.maps import LONGEST, fair_map, random_map, read_map, write_map
from sandlot.games.generals.rules import (
    Exit,
    Place,
    State,
    begin,
    distances,
    from_view,
    game,
    generate_map,
    go,
    legal_moves,
    mine,
    neighbours,
)
from sandlot.games.generals.sight import Glimpse, View
from sandlot.games.generals.text import BadText
from sandlot.games.generals.wire import Tournament

__all__ = [
    "CAPITAL",
    "FOG",
    "LARGEST",
    "LONGEST",
    "MOUNTAIN",
    "OBSTACLE",
    "PLAIN",
    "BadText",
    "Board",
    "Cell",
    "Config",
    "Exit",
    "Glimpse",
    "Log",
    "Place",
    "State",
    "Tournament",
    "View",
    "begin",
    "distances",
    "fair_map",
    "from_view",
    "game",
    "generate_map",
    "go",
    "legal_moves",
    "mine",
    "neighbours",
    "random_map",
    "read_config",
    "read_log",
    "read_map",
    "write_log",
    "write_map",
]
