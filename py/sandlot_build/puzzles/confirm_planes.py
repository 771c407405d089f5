"""Confirms puzzles of Planes by enumerating all arrangements of three planes. It shares no code with the game or the
finder: planes are drawn here once more, and sets are plain lists of cells.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import log2

from sandlot.links.puzzles import Puzzle
from sandlot.match.replay import Replay
from sandlot_build.puzzles.reading import moves_of

DRAWN = (
    "..H..",
    "#####",
    "..#..",
    ".###.",
)
"""A plane that flies up, as the description of the game has it."""
Found = dict[tuple[int, int], str]
"""What is in the cells that are not empty: "H" or "#"."""


def _turned(rows: tuple[str, ...], way: int) -> tuple[str, ...]:
    """Return a plane that flies up (0), left (1), down (2) or right (3)."""
    if way == 2:
        return rows[::-1]
    if way == 0:
        return rows
    columns = tuple("".join(row[at] for row in rows) for at in range(len(rows[0])))
    return columns if way == 1 else tuple(column[::-1] for column in columns)


def plane_at(x: int, y: int, way: int) -> Found:
    """Return the cells of a plane whose box begins at row x and column y."""
    rows = _turned(DRAWN, way)
    return {
        (x + down, y + right): mark for down, row in enumerate(rows) for right, mark in enumerate(row) if mark != "."
    }


@cache
def arrangements(size: int) -> tuple[Found, ...]:
    """Return all ways to place three planes on a board."""
    rows = range(1, size + 1)
    all_planes = (plane_at(x, y, way) for x in rows for y in rows for way in range(4))
    planes = [each for each in all_planes if all(x <= size and y <= size for x, y in each)]
    apart = {(a, b) for a, b in combinations(range(len(planes)), 2) if not planes[a].keys() & planes[b].keys()}
    after: dict[int, list[int]] = {}
    for a, b in sorted(apart):
        after.setdefault(a, []).append(b)
    return tuple(
        planes[a] | planes[b] | planes[c] for a, b in sorted(apart) for c in after.get(b, ()) if (a, c) in apart
    )


def confirm(puzzle: Puzzle, replay: Replay) -> str:
    """Return why a puzzle is not confirmed; "" if it is."""
    size = replay.setup.options.get("size", 9)
    placed, *shots = moves_of(replay)
    theirs: Found = {}
    for x, y, way in placed[1 - puzzle.seat]:
        theirs |= plane_at(x, y, way % 4)
    answers = {tuple(turn[puzzle.seat]): None for turn in shots if puzzle.seat in turn}
    if len(shots) % 2 != puzzle.seat:
        return "the other one is to shoot"
    known = {cell: theirs.get(cell, "") for cell in answers}
    left = [each for each in arrangements(size) if all(each.get(cell, "") == found for cell, found in known.items())]
    cells = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if (x, y) not in known]
    match puzzle.theme, puzzle.best.what, puzzle.next.what:
        case "find-head", "sure", "sure":
            worth = {cell: _sure(left, cell) for cell in cells}
            margin = 300
        case "best-question", "asks", "asks":
            worth = {cell: _entropy(left, cell) for cell in cells}
            margin = 20
        case _:
            return "planes knows no such theme"
    return _margins(puzzle, worth, margin)


def _margins(puzzle: Puzzle, worth: dict[tuple[int, int], int], margin: int) -> str:
    right = {tuple(answer) for answer in puzzle.answers}
    if not right <= worth.keys():
        return "an answer was shot at already"
    best, others = [worth[cell] for cell in right], [value for cell, value in worth.items() if cell not in right]
    if min(best) < puzzle.best.count or max(others) > puzzle.next.count:
        return f"the answers get {min(best)} and more, the others {max(others)} and less"
    return "" if puzzle.best.count - puzzle.next.count >= margin else "no margin"


def _sure(left: list[Found], cell: tuple[int, int]) -> int:
    """Return how many of a thousand arrangements have a head in a cell."""
    return int(1000 * Fraction(sum(each.get(cell) == "H" for each in left), len(left)))


def _entropy(left: list[Found], cell: tuple[int, int]) -> int:
    """Return the entropy of the content of a cell, in hundredths of a bit."""
    parts = Counter(each.get(cell, "") for each in left).values()
    return int(100 * (log2(len(left)) - sum(part * log2(part) for part in parts) / len(left)) + 1e-9)
