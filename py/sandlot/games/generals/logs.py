"""Logs: every frame of a game, as generals-tournament's runner writes them for its visualiser.

A log is a line `n m k 0` (rows, columns, players), then the frames, each in the protocol's form for a player who sees
everything, then `0` and an empty line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sandlot.games.generals.board import CAPITAL, CITY, MOUNTAIN, NOBODY, PLAIN, Board, Cell, cell
from sandlot.games.generals.sight import Glimpse
from sandlot.games.generals.text import Lines
from sandlot.jobs import Step, Work, done
from sandlot.messages import message

LONGEST_LOG = 256 * 2**20
MOST_FRAMES = 250_000
EXPECTED_CELL = message("generals.expected.log_cell")
KINDS = {1: PLAIN, 2: CITY, 3: CAPITAL, 4: MOUNTAIN}


@dataclass(frozen=True)
class Log:
    """A log: the size of the board, the number of players, and the boards in order."""

    size: tuple[int, int]
    players: int
    frames: tuple[Board, ...]


def write_log(size: tuple[int, int], players: int, frames: Iterable[Board]) -> Iterator[str]:
    """Yield the text of a log piece by piece; `frames` are the `State.frames` of all states of a game, one after the
    other.
    """
    yield f"{size[0]} {size[1]} {players} 0\n"
    seen: Glimpse | None = None
    lines: list[list[str]] = []
    texts: list[str] = []
    for board in frames:
        glimpse = Glimpse(board, None)
        dirty = glimpse.patch(lines, seen) if seen else None
        if dirty is None:
            lines, dirty = glimpse.lines(), set(range(size[0]))
            texts = [""] * size[0]
        for i in dirty:
            texts[i] = "".join(lines[i])
        seen = glimpse
        totals = (f"{army} {land}\n" for army, land in zip(board.armies, board.lands, strict=True))
        yield "".join(["1\n", *totals, *texts])
    yield "0\n\n"


def read_log(text: str) -> Log:
    """Read a log; raise `BadText`, which names the line, if it is malformed."""
    return done(reading_log(text))


def reading_log(text: str) -> Work[Log]:
    """Do the work of `read_log` piece by piece."""
    lines = Lines(text, LONGEST_LOG)
    n, m, players, viewer = lines.take(message("generals.expected.log_head"), (4,))
    lines.check_size(n, m, players)
    if viewer != 0:
        raise lines.wrong("generals.file.viewer", viewer=viewer)
    frames = []
    known: dict[str, Cell] = {}
    while (more := lines.take(message("generals.expected.frame"), (1,))[0]) == 1:
        frames.append(_read_frame(lines, n, m, players, known))
        if len(frames) > MOST_FRAMES:
            raise lines.wrong("generals.file.frames", limit=MOST_FRAMES)
        yield Step(0, 0)
    if more != 0:
        raise lines.wrong("generals.file.frame", got=more)
    lines.finish()
    return Log((n, m), players, tuple(frames))


def _read_frame(lines: Lines, n: int, m: int, players: int, known: dict[str, Cell]) -> Board:
    first = lines.number
    totals = [lines.take(message("generals.expected.totals"), (2,)) for _ in range(players)]
    rows = tuple(tuple(_read_cell(lines, players, known) for _ in range(m)) for _ in range(n))
    board = Board.of(rows, players)
    for player, (army, land) in enumerate(totals):
        counted = (board.armies[player], board.lands[player])
        if counted != (army, land):
            lines.number = first + 1 + player
            raise lines.wrong(
                "generals.file.totals", army=army, cells=land, real_army=counted[0], real_cells=counted[1]
            )
    return board


def _read_cell(lines: Lines, players: int, known: dict[str, Cell]) -> Cell:
    """Parse a cell; `known` caches the cells of earlier lines, because a log has few different lines."""
    line = lines.next(EXPECTED_CELL)
    if line not in known:
        known[line] = _parsed_cell(lines, line, players)
    return known[line]


def _parsed_cell(lines: Lines, line: str, players: int) -> Cell:
    numbers = lines.numbers(line, EXPECTED_CELL, (2, 4))
    match numbers:
        case [1, 4]:
            return cell(MOUNTAIN)
        case [1, 1 | 2 as kind, owner, army] if owner <= players:
            return cell(KINDS[kind], owner - 1 if owner else NOBODY, army)
        case [1, 3, owner, army] if 1 <= owner <= players:
            return cell(CAPITAL, owner - 1, army)
    got = " ".join(map(str, numbers))
    raise lines.wrong("generals.file.cell", expected=EXPECTED_CELL, got=got)
