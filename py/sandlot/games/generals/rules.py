"""The rules of Generals; the package's docstring describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from sandlot.clock import Clock
from sandlot.game import (
    BadOption,
    Fault,
    Game,
    IllegalMove,
    Json,
    Option,
    Outcome,
    Recording,
    derive,
    house_of,
    ranking,
)
from sandlot.games.generals import board as cells
from sandlot.games.generals.board import CAPITAL, FOG, LARGEST, MOUNTAIN, OBSTACLE, PLAIN, Board, Cell
from sandlot.games.generals.maps import LONGEST, fair_map, random_map, read_map
from sandlot.games.generals.recording import recording_of, start_of
from sandlot.games.generals.sight import Glimpse, View
from sandlot.games.generals.text import BadText
from sandlot.games.generals.wire import Tournament
from sandlot.jobs import Work
from sandlot.messages import Message, message, player
from sandlot.wire import Wire, excerpt

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Exit:
    """A player who is out: the round, and the reason in one word and in a sentence."""

    player: int
    round: int
    reason: str
    text: Message


@dataclass(frozen=True, slots=True)
class State:
    """A position. `seat` is the index in `order` of the player to move; `round` counts from 1.

    `last` is what the last step did, for the page; `frames` are the boards that it adds to a log.
    """

    board: Board
    order: tuple[int, ...]
    seat: int = 0
    round: int = 1
    max_rounds: int = 1000
    exits: tuple[Exit, ...] = ()
    last: Mapping[str, Json] | None = None
    frames: tuple[Board, ...] = ()

    @property
    def over(self) -> bool:
        """Whether at most one player is left, or the last round has been played."""
        return self.round > self.max_rounds or len(self.board.living) < 2


class _Generals:
    name = "generals"
    players = (1, LARGEST * LARGEST)
    options: Mapping[str, Option] = {
        "map": Option(None, "text", length=LONGEST),
        "rows": Option(20, "int", low=1, high=LARGEST),
        "cols": Option(20, "int", low=1, high=LARGEST),
        "fair": Option(False, "bool"),
        "order": Option("seed", "choice", choices=("seed", "id")),
        "max_rounds": Option(1000, "int", low=1, high=100_000),
    }
    clocks: Mapping[str, Clock] = {
        "python": Clock(start=5000, first=0, move=0, bank=20_000, increment=10),
        "seed": Clock(start=5000, first=0, move=0, bank=2000, increment=1),
    }
    clock = clocks["python"]
    house: tuple[str, ...] = house_of(__file__)
    wires: Mapping[str, Wire] = {"tournament": Tournament()}
    imperfect_information = True
    fingerprints: tuple[str, ...] = (
        r"\b(capital|mountain)s?\b",
        r"\barm(y|ies)\b",
        r"\bmap\(\s{0,9}int\s{0,9},",
        r"\b(\w{1,40}\s{0,9},\s{0,9}){3}\w{1,40}\s{0,9}=\s{0,9}\w{0,9}\(?map\b",
    )

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> State:
        """Return the first position, on the map of the option or on one drawn from the seed."""
        order = list(range(players))
        if options["order"] == "seed":
            Random(derive(seed, "order")).shuffle(order)
        return begin(_first_board(players, seed, options), order, options["max_rounds"])

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the player to move: one after another, in the order drawn at the start."""
        return () if state.over else (state.order[state.seat],)

    def most_moves(self, options: Mapping[str, Json]) -> int:
        """Return the maximum number of moves of a player: one in each round."""
        return int(options["max_rounds"])

    def check(self, state: State, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `move` is None or one step from the player's own cell to one without a
        mountain.
        """
        if move is not None:
            _check_march(state, player, *_read_move(state, player, move))

    def sample(self, state: State, player: int, rng: Random) -> Json:
        """Return a random legal move; with a probability of 0.1 it is to stay."""
        own = list(cells.bits(state.board.owned[player]))
        if not own or rng.random() < 0.1:
            return None
        source = divmod(rng.choice(own), state.board.stride)
        near = [(i, j) for i, j in cells.neighbours(state.board.size, *source) if _kind(state, i, j) != MOUNTAIN]
        return go(source, rng.choice(near), rng.random() < 0.5) if near else None

    def step(self, state: State, moves: Mapping[int, Json | Fault]) -> State:
        """Play one player's move. A fault puts that player out; armies grow after the last move of a round."""
        mover = state.order[state.seat]
        move = moves[mover]
        if move is None:
            return _passed_on(state, state.board, state.exits, {"player": mover, "move": None}, ())
        if isinstance(move, Fault):
            board = cells.neutralise(state.board, mover)
            gone = Exit(mover, state.round, "illegal" if move.kind == "invalid" else move.kind, move.text)
            return _passed_on(state, board, (*state.exits, gone), {"player": mover, "fault": move.kind}, (board,))
        source, target, half = _read_move(state, mover, move)
        board = cells.march(state.board, mover, source, target, half)
        exits = state.exits
        there = state.board.rows[target[0]][target[1]]
        if there.kind == CAPITAL and there.owner != mover and not board.owned[there.owner]:
            why = message("generals.captured", who=player(there.owner), by=player(mover), round=state.round)
            exits = (*exits, Exit(there.owner, state.round, "captured", why))
        return _passed_on(state, board, exits, {"player": mover, "move": move}, (board,))

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome. The winner has one point; players who are equal after the last round share it."""
        return _outcome(state) if state.over else None

    def view(self, state: State, player: int | None) -> dict[str, Json]:
        """Return what a player sees; the package's docstring describes it."""
        board, over = state.board, state.over
        known: dict[str, Json] = {
            "round": state.round,
            "max_rounds": state.max_rounds,
            "over": over or (player is not None and not board.owned[player]),
            "rows": len(board.rows),
            "cols": len(board.rows[0]),
            "players": [
                {"army": army, "cells": land, "alive": land > 0}
                for army, land in zip(board.armies, board.lands, strict=True)
            ],
        }
        if player is None:
            known["to_move"] = None if over else state.order[state.seat]
            known["last"] = state.last and dict(state.last)
        else:
            known["player"] = player
        return View(known, Glimpse(board, player))

    def stats(self, state: State, before: State | None) -> dict[str, Json]:
        """Return every player's units and cells, who captured a city or a capital, and who is out."""
        board = state.board
        series = {"army": list(board.armies), "land": list(board.lands)}
        if before is None:
            return {"series": series, "marks": []}
        mover = before.order[before.seat]
        # Cities that change hands with a captured capital do not count as captured.
        fell = (state.last or {}).get("move") and _taken(before, state, mover)
        marks = [["capture", mover]] if fell else []
        return {"series": series, "marks": marks + [["out", gone.player] for gone in state.exits[len(before.exits) :]]}

    def choices(self, state: State, player: int) -> dict[str, Json]:
        """Return the cells whose army can move, and the cells that this player knows to be closed to armies, row by
        row.
        """
        rows, stride = state.board.rows, state.board.stride
        own = [divmod(cell, stride) for cell in cells.bits(state.board.owned[player])]
        kinds = self.view(state, player)["kind"]
        closed = [[i, j] for i, row in enumerate(kinds) for j, kind in enumerate(row) if kind == MOUNTAIN]
        return {"from": [[i, j] for i, j in own if rows[i][j].army > 1], "closed": closed}

    def read_log(self, text: str) -> Work[Recording | None]:
        """Return the match in a log of generals-tournament, with moves that lead from board to board; None if the text
        is no such log.
        """
        return recording_of(self, text)

    def log_start(self, text: str) -> Recording | None:
        """Return the match in the beginning of such a log, without turns; None if it is no log, or too little of it."""
        return start_of(text)


game: Game[State] = _Generals()


# What bots and tools call


def generate_map(rows: int, columns: int, players: int, seed: int, fair: bool = False) -> Board:
    """Return the map of a match with this seed; raise `BadOption` if the players do not fit on it."""
    draw = fair_map if fair else random_map
    return draw(rows, columns, players, Random(derive(seed, "map")))


def begin(board: Board, order: Sequence[int] | None = None, max_rounds: int = 1000) -> State:
    """Return the first state on a board; without `order` players move by number."""
    return State(board, tuple(range(len(board.owned)) if order is None else order), max_rounds=max_rounds)


def go(source: Sequence[int], target: Sequence[int], half: bool = False) -> dict[str, Json]:
    """Return the move of an army from a cell to the next: all units but one, or half of them."""
    return {"from": list(source), "to": list(target), "half": half}


def mine(view: Mapping[str, Json]) -> list[Place]:
    """Return your cells as (row, column), row by row."""
    me = view["player"]
    return [(i, j) for i, row in enumerate(view["owner"]) for j, owner in enumerate(row) if owner == me]


def neighbours(view: Mapping[str, Json], cell: Sequence[int]) -> list[Place]:
    """Return the cells next to a cell that armies can enter, as far as you can see: no mountains, no obstacles."""
    size = view["rows"], view["cols"]
    kind = view["kind"]
    return [(i, j) for i, j in cells.neighbours(size, cell[0], cell[1]) if kind[i][j] not in (MOUNTAIN, OBSTACLE)]


def legal_moves(view: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield every move that moves at least one unit. Staying (None) is always legal as well."""
    for i, j in mine(view):
        army = view["army"][i][j]
        for target in neighbours(view, (i, j)) if army > 1 else ():
            yield go((i, j), target)
            yield go((i, j), target, half=True)


def distances(view: Mapping[str, Json], goals: Iterable[Sequence[int]]) -> list[list[int | None]]:
    """Return for every cell the number of steps to the nearest of `goals`, or None if no way is known."""
    width = view["cols"] + 1
    found: list[int | None] = [None] * (width * (view["rows"] + 1))
    # One extra row and column, marked as walls, so that no step needs to check for the edge.
    free = [kind not in (MOUNTAIN, OBSTACLE) for row in view["kind"] for kind in (*row, MOUNTAIN)] + [False] * width
    wave = [i * width + j for i, j in goals]
    for cell in wave:
        found[cell] = 0
    steps = 0
    while wave:
        steps += 1
        reached = []
        for cell in wave:
            for near in (cell - width, cell - 1, cell + 1, cell + width):
                if free[near] and found[near] is None:
                    found[near] = steps
                    reached.append(near)
        wave = reached
    return [found[i * width : (i + 1) * width - 1] for i in range(view["rows"])]


def from_view(view: Mapping[str, Json]) -> State:
    """Return a position that looks like this view to its player, with you to move; the hidden part is made up.

    Fog becomes empty plain, and obstacles become mountains. A living player whose capital is out of sight gets one on a
    foggy cell as far from you as possible, with all units that you do not see.
    """
    me, count = view["player"], len(view["players"])
    grid = [
        [_guess(*each) for each in zip(*row, strict=True)]
        for row in zip(view["kind"], view["owner"], view["army"], strict=True)
    ]
    seen = Board.of(tuple(map(tuple, grid)), count)
    home = {each.owner for row in grid for each in row if each.kind == CAPITAL}
    far = _foggy_by_distance(view)
    for other, total in enumerate(view["players"]):
        if other not in home and total["alive"] and far:
            i, j = far.pop()
            grid[i][j] = cells.cell(CAPITAL, other, max(1, total["army"] - seen.armies[other]))
    board = Board.of(tuple(map(tuple, grid)), count)
    order = [*range(me, count), *range(me)]
    return State(board, tuple(order), round=view["round"], max_rounds=view["max_rounds"])


# The rules of a turn


def _first_board(players: int, seed: int, options: Mapping[str, Json]) -> Board:
    if options["map"] is None:
        return generate_map(options["rows"], options["cols"], players, seed, options["fair"])
    try:
        board = read_map(options["map"])
    except BadText as bad:
        raise BadOption("generals.bad_map", why=bad.text) from None
    if len(board.owned) != players:
        raise BadOption("generals.map_players", capitals=len(board.owned), players=players)
    return board


def _passed_on(
    state: State, board: Board, exits: tuple[Exit, ...], last: Mapping[str, Json], frames: tuple[Board, ...]
) -> State:
    """Give the turn to the next living player. After the last one, or a decisive move, the round ends and armies
    grow.
    """
    living = board.owned
    seat = next((seat for seat in range(state.seat + 1, len(state.order)) if living[state.order[seat]]), None)
    if seat is not None and len(board.living) > 1:
        return State(board, state.order, seat, state.round, state.max_rounds, exits, last, frames)
    board = cells.grow(board, state.round)
    if state.round % 2 == 0:
        frames = (*frames, board)
    first = next(seat for seat, each in enumerate(state.order) if living[each]) if any(living) else 0
    return State(board, state.order, first, state.round + 1, state.max_rounds, exits, last, frames)


def _taken(before: State, after: State, mover: int) -> bool:
    """Tell whether a player has just gained a city or a capital."""
    return bool(after.board.owned[mover] & ~before.board.owned[mover] & after.board.towns)


def _read_move(state: State, who: int, move: Json) -> tuple[Place, Place, bool]:
    """Return source, target and half of a move; raise `IllegalMove` if it is malformed."""
    about = {"who": player(who), "round": state.round}
    if not isinstance(move, dict) or not {"from", "to"} <= move.keys() <= {"from", "to", "half"}:
        raise IllegalMove("generals.illegal.shape", **about, got=_short(move))
    source, target, half = move["from"], move["to"], move.get("half", False)
    for place in (source, target):
        if not isinstance(place, list | tuple) or len(place) != 2 or not all(map(_is_number, place)):
            raise IllegalMove("generals.illegal.cell", **about, got=_short(place))
    if not isinstance(half, bool):
        raise IllegalMove("generals.illegal.option", **about, got=_short(half))
    return (source[0], source[1]), (target[0], target[1]), half


def _check_march(state: State, who: int, source: Place, target: Place, half: bool) -> None:
    """Raise `IllegalMove` for a step that is not allowed. The army's size does not matter: a small one just stays."""
    n, m = state.board.size
    about = {"who": player(who), "round": state.round}
    for i, j in (source, target):
        if not (0 <= i < n and 0 <= j < m):
            raise IllegalMove("generals.illegal.off_board", **about, row=i + 1, column=j + 1, rows=n, columns=m)
    where = {"row": source[0] + 1, "column": source[1] + 1, "to_row": target[0] + 1, "to_column": target[1] + 1}
    if abs(source[0] - target[0]) + abs(source[1] - target[1]) != 1:
        raise IllegalMove("generals.illegal.not_a_step", **about, **where)
    if state.board.rows[source[0]][source[1]].owner != who:
        raise IllegalMove("generals.illegal.not_yours", **about, **where)
    if _kind(state, *target) == MOUNTAIN:
        raise IllegalMove("generals.illegal.mountain", **about, **where)


def _is_number(value: Json) -> bool:
    """Tell whether a value is a whole number, and small enough for a sentence."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9


def _short(value: Json) -> str:
    try:
        return excerpt(repr(value), 60)
    except RecursionError:
        return "…"


def _kind(state: State, i: int, j: int) -> str:
    return state.board.rows[i][j].kind


# The end


def _outcome(state: State) -> Outcome:
    board, living = state.board, state.board.living
    strength = [(board.armies[p], board.cities(p), board.lands[p]) for p in range(len(board.owned))]
    best = max((strength[p] for p in living), default=(0, 0, 0))
    winners = [p for p in living if len(living) == 1 or strength[p] == best]
    # Living players come first, by strength; then the others, with those who went out last in front.
    left = {gone.player: number for number, gone in enumerate(state.exits)}
    standing = [(0, left[p], 0, 0) if p in left else (1, *strength[p]) for p in range(len(board.owned))]
    kinds = sorted(set(standing))
    losses = [_loss(state, p, winners, strength) for p in range(len(board.owned))]
    return Outcome(
        scores=tuple(1 / len(winners) if p in winners else 0.0 for p in range(len(board.owned))),
        places=ranking([kinds.index(each) for each in standing]),
        reasons=tuple(loss and loss[0] for loss in losses),
        losses=tuple(loss and loss[1] for loss in losses),
        text=_verdict(state, winners, strength),
    )


def _loss(
    state: State, who: int, winners: Sequence[int], strength: Sequence[tuple[int, int, int]]
) -> tuple[str, Message] | None:
    """Return why a player has lost, in a word and in a sentence, or None."""
    for gone in state.exits:
        if gone.player == who:
            return gone.reason, gone.text
    if who in winners or not winners:
        return None
    what, less, more = _difference(strength[who], strength[winners[0]])
    return what, message(f"generals.less_{what}", who=player(who), less=less, more=more, rounds=state.max_rounds)


def _verdict(state: State, winners: Sequence[int], strength: Sequence[tuple[int, int, int]]) -> Message:
    if len(winners) > 1:
        return message("verdict.draw", why=message("generals.equal", rounds=state.max_rounds))
    winner = winners[0]
    if len(state.board.living) == 1:
        why = state.exits[-1].text if state.exits else message("generals.alone")
        return message("verdict.win", winner=player(winner), why=why)
    second = max(strength[p] for p in state.board.living if p != winner)
    what, less, more = _difference(second, strength[winner])
    why = message(f"generals.most_{what}", less=less, more=more, rounds=state.max_rounds)
    return message("verdict.win", winner=player(winner), why=why)


def _difference(less: tuple[int, int, int], more: tuple[int, int, int]) -> tuple[str, int, int]:
    """Return the first difference between two players after the last round: in army, then cities, then cells."""
    names = ("army", "cities", "cells")
    return next((name, low, high) for name, low, high in zip(names, less, more, strict=True) if low != high)


# Making up what is hidden


def _guess(kind: str, owner: int, army: int) -> Cell:
    return cells.cell({FOG: PLAIN, OBSTACLE: MOUNTAIN}.get(kind, kind), owner, army)


def _foggy_by_distance(view: Mapping[str, Json]) -> list[Place]:
    """Return the foggy cells, nearest first."""
    away = distances(view, mine(view))
    foggy = [(i, j) for i, row in enumerate(view["kind"]) for j, kind in enumerate(row) if kind == FOG]
    return sorted(foggy, key=lambda place: (away[place[0]][place[1]] or 0, place))
