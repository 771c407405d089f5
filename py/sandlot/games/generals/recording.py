"""Finds the moves of a log. A log holds boards only, so moves are found by trying which of them lead to its boards.

Every frame is explained by the earliest possible move. If that player really moved later, the same boards still follow,
except that the round in which a player went out may be wrong. Some moves cannot be told apart: the whole army or half
of it, when both are one unit; or which of two idle players was ordered to move nothing. Then one of them is chosen, and
the boards are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sandlot.game import BadRecording, Fault, Game, Json, Recorded, Recording
from sandlot.games.generals import board as cells
from sandlot.games.generals.board import CAPITAL, CITY, MOUNTAIN, NOBODY, Board, Cell, cell
from sandlot.games.generals.logs import Log, reading_log
from sandlot.games.generals.maps import write_map
from sandlot.games.generals.text import BadText
from sandlot.jobs import Step, Work, done
from sandlot.messages import message, player

HEAD = re.compile(r"\ufeff?[ \t]*\d{1,4}[ \t]+\d{1,4}[ \t]+\d{1,4}[ \t]+0[ \t]*\r?(?:\n|$)")
LONGEST_GAME = 100_000
SKIP = "-1"
PATIENCE = 1000
"""How many steps the search may go back before the log is refused."""
MOST_TURNS = 250_000
"""The maximum number of turns. A player who stays adds no frame, so a short log may have very many turns."""

Place: TypeAlias = tuple[int, int]
Candidate: TypeAlias = tuple[Recorded, Json | Fault]


def recording_of(game: Game[Any], text: str) -> Work[Recording | None]:
    """Return the match in a log; None if the text is no log; raise `BadRecording` if the log is broken."""
    if not HEAD.match(text):
        return None
    try:
        log = yield from reading_log(text)
    except BadText as bad:
        raise BadRecording(bad.text) from None
    board = _first_board(log)
    options = {"map": write_map(board), "order": "id"}
    turns, rounds = yield from _explain(game, log, options)
    names = tuple(f"player{number + 1}" for number in range(log.players))
    return Recording(names, {**options, "max_rounds": rounds}, tuple(turns))


def start_of(text: str) -> Recording | None:
    """Return the players and the map of a log, found from its first frame, without turns; None if that fails."""
    if not HEAD.match(text):
        return None
    n, m, players, _ = map(int, text[:40].lstrip("\ufeff").split(maxsplit=4)[:4])
    lines = text.split("\n", 2 + players + n * m)
    if len(lines) < 3 + players + n * m:
        return None
    try:
        log = done(reading_log("\n".join([*lines[:-1], "0", "", ""])))
        options = {"map": write_map(_first_board(log)), "order": "id"}
    except (BadText, BadRecording):
        return None
    return Recording(tuple(f"player{number + 1}" for number in range(log.players)), options, ())


def _first_board(log: Log) -> Board:
    """Return the board before the first frame. Before the first growth, a board changes only if a player goes out."""
    if log.players < 2:
        raise BadRecording(message("generals.log.alone"))
    if not log.frames:
        raise BadRecording(message("generals.log.empty"))
    first = log.frames[0]
    rows = [list(row) for row in first.rows]
    homes = [(i, j) for i, row in enumerate(rows) for j, each in enumerate(row) if each.kind == CAPITAL]
    gone = [who for who in range(log.players) if not first.owned[who]]
    if len(gone) == 1:
        homes = _with_home_of(gone[0], homes, rows)
    owners = [each.owner for row in rows for each in row if each.owner != NOBODY]
    strange = any(each.army > 2 for row in rows for each in row if each.owner != NOBODY)
    if len(homes) != log.players or len(owners) != log.players - len(gone) or strange:
        raise BadRecording(message("generals.log.first"))
    for who, (i, j) in enumerate(homes):
        if rows[i][j].owner not in (who, NOBODY):
            raise BadRecording(message("generals.log.capitals"))
        rows[i][j] = cell(CAPITAL, who, 1)
    return Board.of(tuple(map(tuple, rows)), log.players)


def _with_home_of(gone: int, homes: Sequence[Place], rows: Sequence[Sequence[Cell]]) -> list[Place]:
    """Return the capitals with that of the one player who is out already, which is now a city with a single unit. It is
    between the capitals of the players before and after, because capitals are in the order of their players.
    """
    low = homes[gone - 1] if gone else (-1, -1)
    high = homes[gone] if gone < len(homes) else (len(rows), 0)
    lost = cell(CITY, NOBODY, 1)
    found = [(i, j) for i, row in enumerate(rows) for j, each in enumerate(row) if each == lost and low < (i, j) < high]
    return sorted([*homes, *found[:1]])


@dataclass(frozen=True)
class _Point:
    """A point of the search: a state in which the first `done` frames of the log are explained. `left` are the players
    who have not moved yet in this round, and `turn` is the turn that led here.
    """

    state: Any
    done: int
    left: frozenset[int]
    turn: dict[int, Recorded] = field(default_factory=dict)


def _explain(game: Game[Any], log: Log, options: dict[str, Json]) -> Work[tuple[list[dict[int, Recorded]], int]]:
    """Return the turns, and the number of rounds in the game. If no move leads on, the search goes back step by step,
    because a player who seemed to go out in one round may have gone out in the next.
    """
    limits = {name: option.default for name, option in game.options.items()}
    state = game.start(log.players, 0, {**limits, **options, "max_rounds": LONGEST_GAME})
    path = [_Point(state, 0, frozenset(range(log.players)))]
    ways = [_ways(game, path[0], log)]
    problem: BadRecording | None = None
    patience = PATIENCE
    while path[-1].done < len(log.frames):
        yield Step(path[-1].done, len(log.frames))
        if len(path) > MOST_TURNS:
            raise BadRecording(message("generals.log.too_long", limit=MOST_TURNS))
        point = next(ways[-1], None)
        if point is not None:
            path.append(point)
            ways.append(_ways(game, point, log))
            continue
        problem = problem or _stuck(game, path[-1])
        patience -= 1
        path.pop()
        ways.pop()
        if not path or not patience:
            raise problem
    last = path[-1]
    return _ended(game, last.state, [point.turn for point in path[1:]], begun=len(last.left) < log.players)


def _ways(game: Game[Any], point: _Point, log: Log) -> Iterator[_Point]:
    """Yield the points that the next move may lead to: those whose new frames are the next in the log, or none."""
    for who in game.to_move(point.state)[:1]:
        for recorded, move in _candidates(point.state, who, log.frames[point.done]):
            after = game.step(point.state, {who: move})
            done = point.done + len(after.frames)
            if [board.rows for board in after.frames] == [board.rows for board in log.frames[point.done : done]]:
                same = after.round == point.state.round
                left = point.left - {who} if same else frozenset(range(log.players))
                yield _Point(after, done, left, {who: recorded})


def _stuck(game: Game[Any], point: _Point) -> BadRecording:
    about = {"frame": point.done + 1, "round": point.state.round}
    return BadRecording(message("generals.log.frame" if game.to_move(point.state) else "generals.log.goes_on", **about))


def _ended(
    game: Game[Any], state: Any, turns: list[dict[int, Recorded]], begun: bool
) -> tuple[list[dict[int, Recorded]], int]:
    """Complete the last round: the players who are still to move stay, which adds no frame. A log does not show the end
    of an odd round, so such a round may be the last. Return all turns and the number of rounds.
    """
    last = state.round - (not begun)
    if not game.to_move(state):
        return turns, max(game.options["max_rounds"].default, state.round)
    if begun and last % 2 == 0:
        raise BadRecording(message("generals.log.breaks_off", round=last))
    while begun and state.round == last:
        who = game.to_move(state)[0]
        turns.append({who: Recorded(SKIP)})
        state = game.step(state, {who: None})
    return turns, last


def _candidates(state: Any, who: int, wanted: Board) -> Iterator[Candidate]:
    """Yield what `who` may have done to reach the board `wanted`; the last candidate is to stay."""
    board: Board = state.board
    changed = [
        (i, j)
        for i, (row, other) in enumerate(zip(board.rows, wanted.rows, strict=True))
        if row != other
        for j, (one, two) in enumerate(zip(row, other, strict=True))
        if one != two
    ]
    if not changed:
        yield from _idle(board, who)
    elif board.owned[who] and not wanted.owned[who]:
        about = {"round": state.round}
        text = message("fault.out", who=player(who), **about)
        yield Recorded(fault="invalid", why=message("fault.out", **about)), Fault("invalid", text)
    else:
        for source, target in _steps(board, who, wanted, changed):
            for half in (False, True):
                reply = " ".join(str(number) for number in (1 + half, *(k + 1 for k in (*source, *target))))
                yield Recorded(reply), {"from": list(source), "to": list(target), "half": half}
    yield Recorded(SKIP), None


def _idle(board: Board, who: int) -> Iterator[Candidate]:
    """Yield a legal order that moves nothing, if there is one."""
    for index in cells.bits(board.owned[who]):
        i, j = divmod(index, board.stride)
        if board.rows[i][j].army < 2:
            for x, y in cells.neighbours(board.size, i, j):
                if board.rows[x][y].kind != MOUNTAIN:
                    yield Recorded(f"1 {i + 1} {j + 1} {x + 1} {y + 1}"), {"from": [i, j], "to": [x, y], "half": False}
                    return


def _steps(board: Board, who: int, wanted: Board, changed: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    """Yield the steps of `who` that may have changed these cells: between two neighbours, or onto a fallen capital."""
    if len(changed) == 2:
        targets = list(changed)
    else:
        fallen = {other for other, owned in enumerate(board.owned) if owned and not wanted.owned[other]}
        targets = [(i, j) for i, j in changed if board.rows[i][j].kind == CAPITAL and board.rows[i][j].owner in fallen]
    for target in targets:
        for source in cells.neighbours(board.size, *target):
            if source in changed and board.rows[source[0]][source[1]].owner == who:
                yield source, target
