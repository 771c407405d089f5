"""Reads the configuration file of generals-tournament's runner: the paths of the log and the map, and the programs in
the order of their players.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandlot.games.generals.board import LARGEST
from sandlot.games.generals.text import Lines
from sandlot.messages import Message, message

LONGEST_CONFIGURATION = 1024 * 1024


@dataclass(frozen=True)
class Config:
    """A configuration: paths as written in the file; `programs` are those of player 1, 2, and so on."""

    log: str
    map: str
    programs: tuple[str, ...]


def read_config(text: str) -> Config:
    """Read a configuration; raise `BadText`, which names the line, if it is malformed."""
    lines = Lines(text, LONGEST_CONFIGURATION)
    log = _path(lines, message("generals.expected.log_path"))
    map = _path(lines, message("generals.expected.map_path"))
    (players,) = lines.take(message("generals.expected.players"), (1,))
    if not 1 <= players <= LARGEST * LARGEST:
        raise lines.wrong("generals.file.players", players=players, cells=LARGEST * LARGEST)
    programs = [_path(lines, message("generals.expected.program", player=number + 1)) for number in range(players)]
    lines.finish()
    return Config(log, map, tuple(programs))


def _path(lines: Lines, expected: Message) -> str:
    path = lines.next(expected).strip()
    if not path or "\0" in path:
        raise lines.wrong("generals.file.no_path", expected=expected)
    return path
