"""Finds puzzles of Planes by counting arrangements: where a head surely is, and which cell tells most.

What a shooter knows are the arrangements of three planes that agree with all answers so far, each as likely as any
other. A cell tells the more, the more evenly its answer (empty, body or head) divides them: in bits, the entropy of
the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import TypeAlias

from sandlot.games.planes import Cell, Placements, State, game, placements
from sandlot.match.replay import Replay, positions
from sandlot_build.puzzles.found import Found

Gets: TypeAlias = tuple[str, int]

FEWEST_ARRANGEMENTS = 3
"""Fewest arrangements that are left: with two, the answer is seen at a glance."""
MOST_ARRANGEMENTS = 400
"""Most arrangements that are left: nobody can think through more."""
SURE = 1000
LIKELY = 550
"""Of a thousand arrangements, at most so many have a head in any cell but the sure one."""
MARGIN = 20
"""Hundredths of a bit by which the best question must tell more than the second."""
LEAST = 80
"""Hundredths of a bit that the best question tells at least."""


def find(replay: Replay) -> Iterator[Found]:
    """Yield at most one puzzle of each theme for each seat: the one with the most arrangements left."""
    best: dict[tuple[int, str], tuple[int, Found]] = {}
    for turn, each in positions(replay):
        for left, found in _at(replay, each.state, turn):
            key = (found.seat, found.theme)
            if key not in best or left > best[key][0]:
                best[key] = (left, found)
    yield from (found for _, found in best.values())


def _at(replay: Replay, state: State, turn: int) -> Iterator[tuple[int, Found]]:
    movers = game.to_move(state)
    if turn == 0 or len(movers) != 1:
        return
    seat = movers[0]
    known, view = placements(state.size), game.view(state, seat)
    possible = known.possible(view["shots"])
    left = possible.bit_count()
    if not FEWEST_ARRANGEMENTS <= left <= MOST_ARRANGEMENTS:
        return
    cells = [(x, y) for x, y in view["legal"]]
    heads = {cell: SURE * (possible & known.head[cell]).bit_count() // left for cell in cells}
    sure = [cell for cell in cells if heads[cell] == SURE]
    likely = max(share for share in heads.values() if share < SURE)
    if len(sure) == 1 and likely <= LIKELY:
        yield left, _found(replay, turn, seat, "find-head", sure[0], ("sure", SURE), ("sure", likely))
    questions = sorted(((_entropy(known, possible, cell), cell) for cell in cells), reverse=True)
    (most, cell), (second, _) = questions[:2]
    if not sure and most >= LEAST and most - second >= MARGIN:
        yield left, _found(replay, turn, seat, "best-question", cell, ("asks", most), ("asks", second))


def _entropy(known: Placements, possible: int, cell: Cell) -> int:
    """Return the entropy of the answer to a shot, in hundredths of a bit: how much it tells on average."""
    count = possible.bit_count()
    parts = [(possible & known.having(cell, found)).bit_count() for found in (0, 1, 2)]
    return int(100 * sum(part / count * log2(count / part) for part in parts if part))


def _found(replay: Replay, turn: int, seat: int, theme: str, cell: Cell, best: Gets, after: Gets) -> Found:
    answer = list(cell)
    shot = [None, answer] if seat else [answer, None]
    return Found(replay, turn, seat, theme, [answer], best, after, 1, [(answer, [shot])])
