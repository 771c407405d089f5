"""Maps of Generals: their text, and the two generators.

A map's text is a line `n m k` (rows, columns, players), then a line for every cell in row-major order: 1 plain, 2 city
followed by its army, 3 capital, 4 mountain. The capitals belong to the players in that order. Line breaks may also be
anywhere else between the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from random import Random
from typing import TypeAlias

from sandlot.game import BadOption
from sandlot.games.generals.board import (
    CAPITAL,
    CITY,
    MOUNTAIN,
    NOBODY,
    NUMBERS,
    PLAIN,
    Board,
    Cell,
    Rows,
    cell,
    connected,
)
from sandlot.games.generals.text import BadText, Lines
from sandlot.messages import message

LONGEST = 64 * 1024
MOST_ARMY = 10**9
PLAIN_PERCENT, MOUNTAIN_PERCENT = 70, 20
CITY_ARMY = (35, 55)
TRIES = 4

Place: TypeAlias = tuple[int, int]
Motion: TypeAlias = Callable[[int, int], Place]


# Text


def read_map(text: str) -> Board:
    """Read a map; raise `BadText`, which names the line, if it is malformed. Line breaks may be anywhere between the
    numbers, as in the original program.
    """
    try:
        return _read_lines(text)
    except BadText:
        laid_out = _laid_out(text)
        if laid_out is None:
            raise
        try:
            return _read_lines(laid_out)
        except BadText:
            pass
        raise


def _laid_out(text: str) -> str | None:
    """Return the numbers of a text with one line for each cell; None if the text has anything but numbers."""
    words = text[: LONGEST + 1].removeprefix("\ufeff").split()
    if len(text) > LONGEST or not all(word.isascii() and word.isdecimal() for word in words):
        return None
    lines = [" ".join(words[:3])]
    rest = iter(words[3:])
    lines += [f"{word} {next(rest, '')}" if word == "2" else word for word in rest]
    return "\n".join(lines)


def _read_lines(text: str) -> Board:
    lines = Lines(text, LONGEST)
    n, m, players = lines.take(message("generals.expected.map_head"), (3,))
    lines.check_size(n, m, players)
    rows, capitals = [], 0
    for _ in range(n):
        row = []
        for _ in range(m):
            row.append(_read_cell(lines, capitals))
            capitals += row[-1].kind == CAPITAL
        rows.append(tuple(row))
    lines.finish()
    if capitals != players:
        raise BadText(1, message("generals.file.capitals", players=players, capitals=capitals))
    return Board.of(tuple(rows), players)


def _read_cell(lines: Lines, capitals: int) -> Cell:
    numbers = lines.take(message("generals.expected.map_cell"), (1, 2))
    match numbers:
        case [1]:
            return cell(PLAIN)
        case [2, army] if army <= MOST_ARMY:
            return cell(CITY, NOBODY, army)
        case [3]:
            return cell(CAPITAL, capitals, 1)
        case [4]:
            return cell(MOUNTAIN)
    got = " ".join(map(str, numbers))
    raise lines.wrong("generals.file.cell", expected=message("generals.expected.map_cell"), got=got)


def write_map(board: Board) -> str:
    """Return the text of the map on a board, which must be as it was before the first move."""
    n, m = board.size
    cells = (f"2 {each.army}" if each.kind == CITY else str(NUMBERS[each.kind]) for row in board.rows for each in row)
    return "\n".join([f"{n} {m} {len(board.owned)}", *cells, ""])


# Generators


def random_map(rows: int, columns: int, players: int, rng: Random) -> Board:
    """Draw a map as the generator of generals-tournament does.

    Capitals come first, anywhere. Every other cell is plain (70 %), a mountain (20 %, but plain where it would cut the
    map in two) or a city (10 %) with 35 to 55 units.
    """
    _make_room(rows, columns, players)
    capitals = rng.sample([(i, j) for i in range(rows) for j in range(columns)], players)
    return _filled(rows, columns, capitals, [], rng)


def fair_map(rows: int, columns: int, players: int, rng: Random) -> Board:
    """Draw a map with the same proportions, on which capitals are far apart and, where possible, in equal positions.

    A map for two players is symmetric under a half turn or a reflection. With an even number of players, pairs share
    such a map; with a multiple of four, groups of four do. An odd number of players only gets capitals that are far
    apart.
    """
    _make_room(rows, columns, players)
    for groups in _symmetries(rows, columns, players, rng):
        found = _far_apart(rows, columns, players, groups, rng)
        if found:
            return _filled(rows, columns, *found, rng)
    return random_map(rows, columns, players, rng)


def _make_room(rows: int, columns: int, players: int) -> None:
    if players > rows * columns:
        raise BadOption("generals.no_room", players=players, rows=rows, columns=columns)


def _symmetries(rows: int, columns: int, players: int, rng: Random) -> Iterator[list[list[Motion]]]:
    """Yield lists of symmetry groups to try, the best lists first. A group is the list of its motions without the
    identity.
    """
    last, end = rows - 1, columns - 1

    def turn(i: int, j: int) -> Place:
        return last - i, end - j

    def upside_down(i: int, j: int) -> Place:
        return last - i, j

    def mirror(i: int, j: int) -> Place:
        return i, end - j

    fours: list[list[Motion]] = [[turn, upside_down, mirror]]
    if rows == columns:
        fours.append([turn, lambda i, j: (j, last - i), lambda i, j: (last - j, i)])
    twos: list[list[Motion]] = [[turn], [upside_down], [mirror]]
    if rows == columns:
        twos += [[lambda i, j: (j, i)], [lambda i, j: (last - j, last - i)]]
    for groups in (fours,) * (players % 4 == 0) + (twos,) * (players % 2 == 0):
        rng.shuffle(groups)
        yield groups
    yield [[]]


def _far_apart(
    rows: int, columns: int, players: int, groups: list[list[Motion]], rng: Random
) -> tuple[list[Place], Sequence[Motion]] | None:
    """Place the capitals half a board apart (in steps), or else as far apart as possible. Return their places and the
    symmetry group; None if they do not fit.
    """
    roomy = max(isqrt(4 * rows * columns // players), (rows + columns) // players)
    for distance in range(min((rows + columns) // 2, roomy), 0, -1):
        for motions in groups * TRIES:
            orbits = [orbit for orbit in _orbits(rows, columns, motions) if len(orbit) == len(motions) + 1]
            rng.shuffle(orbits)
            chosen: list[Place] = []
            for orbit in orbits:
                if _apart([*chosen, *orbit], len(chosen), distance):
                    chosen += orbit
                    if len(chosen) == players:
                        return chosen, motions
    return None


def _apart(places: Sequence[Place], old: int, distance: int) -> bool:
    """Tell whether every place from index `old` on is at least `distance` steps from all places before it."""
    return all(
        abs(i - x) + abs(j - y) >= distance for n, (i, j) in enumerate(places) if n >= old for x, y in places[:n]
    )


def _orbits(rows: int, columns: int, motions: Sequence[Motion]) -> Iterator[list[Place]]:
    """Yield the orbits of the cells under the motions, in row-major order; every cell is in one orbit."""
    met: set[Place] = set()
    for i in range(rows):
        for j in range(columns):
            if (i, j) not in met:
                orbit = sorted({(i, j), *(motion(i, j) for motion in motions)})
                met.update(orbit)
                yield orbit


def _filled(rows: int, columns: int, capitals: Sequence[Place], motions: Sequence[Motion], rng: Random) -> Board:
    """Draw every cell that is not a capital. All cells of an orbit get the same kind and army."""
    stride = columns + 1
    cells = {place: cell(CAPITAL, player, 1) for player, place in enumerate(sorted(capitals))}
    passable = sum(1 << i * stride + j for i in range(rows) for j in range(columns))
    for orbit in _orbits(rows, columns, motions):
        if orbit[0] in cells:
            continue
        drawn, new = rng.randint(1, 100), cell(PLAIN)
        if drawn > PLAIN_PERCENT + MOUNTAIN_PERCENT:
            new = cell(CITY, NOBODY, rng.randint(*CITY_ARMY))
        elif drawn > PLAIN_PERCENT:
            rest = passable & ~sum(1 << i * stride + j for i, j in orbit)
            if rest and connected(rest, stride):
                passable, new = rest, cell(MOUNTAIN)
        cells.update(dict.fromkeys(orbit, new))
    grid: Rows = tuple(tuple(cells[i, j] for j in range(columns)) for i in range(rows))
    return Board.of(grid, len(capitals))
