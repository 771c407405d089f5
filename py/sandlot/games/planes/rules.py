"""The rules of Planes: what the package says of them holds here."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from sandlot.clock import Clock
from sandlot.game import Fault, Game, IllegalMove, Json, Mover, Option, Outcome, duel, short
from sandlot.messages import Message, message, player
from sandlot.wire import Prompt, Reading, Unreadable, Wire

__all__ = [
    "BODY",
    "COUNT",
    "EMPTY",
    "FOUND",
    "HEAD",
    "OUTSIDE",
    "SIZE",
    "UNKNOWN",
    "Cell",
    "Functions",
    "Line",
    "LineSession",
    "Placements",
    "Placing",
    "Plane",
    "State",
    "body_cells",
    "game",
    "head_cell",
    "placements",
]

SIZE = 9
COUNT = 3
"""Planes a side."""
EMPTY, BODY, HEAD = 0, 1, 2
FOUND = ("empty", "body", "head")
"""The words of a view for what is in a cell."""
UNKNOWN, OUTSIDE = -1, -2

Cell: TypeAlias = tuple[int, int]
Plane: TypeAlias = tuple[int, int, int]
Placing: TypeAlias = tuple[Plane, ...]

# Rows and columns of a plane at (0, 0) that points up: the head, then the body.
_SHAPE = ((0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (3, 1), (3, 2), (3, 3))
_LENGTH = 3
"""The largest row of the shape, for turning it round."""


@dataclass(frozen=True, slots=True)
class State:
    """A position: what each player placed, and the cells each has shot at, in order."""

    size: int = SIZE
    equal_turns: bool = False
    planes: tuple[Placing | None, Placing | None] = (None, None)
    shots: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())
    last: int | None = None
    """Who shot last."""
    faults: tuple[Fault | None, Fault | None] = (None, None)


class _Planes:
    name = "planes"
    players = (2, 2)
    options: Mapping[str, Option] = {
        "size": Option(SIZE, "int", low=9, high=10),
        "equal_turns": Option(False, "bool"),
    }
    clock = Clock(start=5000, first=2000, move=1000)
    clocks: Mapping[str, Clock] = {}
    house: tuple[str, ...] = ("entropy", "hjq", "random")
    hides = True
    signs: tuple[str, ...] = (
        r"[\"'](place|shoot)\b",
        r"[=!]=\s{0,9}[\"'](place|shoot)[\"']",
        r"\bdef [bB]egin\b",
        r"\bdef [pP]lay\b",
        r"\b[cC]heck\(\w",
        r"\b(rnd|RND)\(",
    )

    def __init__(self) -> None:
        self.wires: Mapping[str, Wire] = {"line": Line()}

    def entry(self) -> Functions:
        """Return the source's way to ask a bot that is a file of functions."""
        return Functions()

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> State:
        """Return the empty boards. Nothing here is drawn from the seed."""
        return State(options["size"], options["equal_turns"])

    def to_move(self, state: State) -> tuple[int, ...]:
        """Both players while they place, then one after the other."""
        if _over(state):
            return ()
        return (0, 1) if _placing(state) else (_shooter(state),)

    def check(self, state: State, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `move` is a placing, or a cell that this player has not shot at."""
        if _placing(state):
            _check_placing(state, player, move)
        else:
            _check_shot(state, player, move)

    def sample(self, state: State, player: int, rng: random.Random) -> Json:
        """Return one of all placings, or one of the cells not shot at."""
        if _placing(state):
            return [list(plane) for plane in rng.choice(placements(state.size).placings)]
        return rng.choice(_untouched(state, player))

    def step(self, state: State, moves: Mapping[int, Json | Fault]) -> State:
        """Place both sides' planes, or shoot once. A fault loses at once."""
        faults = tuple(_fault(moves.get(k)) for k in (0, 1))
        if _placing(state):
            planes = (_placed(moves[0]), _placed(moves[1]))
            return replace(state, planes=planes, faults=faults)  # type: ignore[arg-type]
        shooter = _shooter(state)
        shot = moves[shooter]
        if isinstance(shot, Fault):
            return replace(state, faults=faults)  # type: ignore[arg-type]
        x, y = shot
        shots = tuple((*shots, (x, y)) if k == shooter else shots for k, shots in enumerate(state.shots))
        return replace(state, shots=shots, last=shooter)  # type: ignore[arg-type]

    def outcome(self, state: State) -> Outcome | None:
        """One point for a win, half a one for a draw."""
        if not _over(state):
            return None
        losses = tuple(_loss(state, k) for k in (0, 1))
        return duel(losses, 1.0)

    def view(self, state: State, player: int | None) -> dict[str, Json]:
        """Return what a player may see, or everything: see the top of this file and `_boards`."""
        view: dict[str, Json] = {
            "phase": "place" if _placing(state) else "shoot",
            "turn": 0 if _placing(state) else len(state.shots[_shooter(state)]) + 1,
            "size": state.size,
            "equal_turns": state.equal_turns,
        }
        if player is None:
            return view | _boards(state)
        planes = state.planes[player]
        return view | {
            "turn": 0 if _placing(state) else len(state.shots[player]) + 1,
            "player": player,
            "mine": planes and [list(plane) for plane in planes],
            "shots": _shots_json(state, player),
            "received": _shots_json(state, 1 - player),
            "heads": _heads(state, player),
            "legal": [] if _placing(state) else _untouched(state, player),
        }

    def stats(self, state: State, before: State | None) -> dict[str, Json]:
        """Return by player how many placings of his the other cannot rule out yet, and how many heads he has found."""
        known = placements(state.size)
        possible = [known.possible(_shots_json(state, 1 - k)).bit_count() for k in (0, 1)]
        heads = [_heads(state, k) for k in (0, 1)]
        found = [k for k in (0, 1) if before and heads[k] > _heads(before, k)]
        return {"series": {"possible": possible, "heads": heads}, "marks": [["kill", 1 - k] for k in found]}

    def hand(self, state: State, player: int) -> dict[str, Json]:
        """Return where a single plane fits, each with its ten cells and the head first.

        Later: the cells not shot at, how many placings agree with this player's own shots and, row by row, how many of
        these have a plane in each cell.
        """
        if not _placing(state):
            known = placements(state.size)
            possible = known.possible(_shots_json(state, player))
            return {
                "cells": _untouched(state, player),
                "possible": possible.bit_count(),
                "heat": known.heat(possible),
            }
        planes = [plane for plane in _all_planes(state.size) if _fits(plane, state.size)]
        return {"placements": [{"move": list(p), "cells": [list(cell) for cell in _cells(p)]} for p in planes]}


# What bots and tools call


class Placements:
    """Every way to place the planes on a board, as sets of bits: bit i of a set stands for ``placings[i]``.

    A set is one big int. ``placings`` come in the order of the source's search. For each cell,
    ``empty[cell]``, ``body[cell]`` and ``head[cell]`` are the placings with that in it, ``taken[cell]``
    those with a plane there; ``everything`` is the set of all. So what is still possible after some shots
    is an AND, and how many of these have a plane in a cell is ``(possible & taken[cell]).bit_count()``. Use
    `placements`, which builds each size once.
    """

    def __init__(self, size: int) -> None:
        planes = [p for p in _all_planes(size) if _fits(p, size)]
        triples = _disjoint_triples(planes)
        self.size = size
        self.cells: tuple[Cell, ...] = tuple((x, y) for x in range(1, size + 1) for y in range(1, size + 1))
        self.placings: tuple[Placing, ...] = tuple((planes[a], planes[b], planes[c]) for a, b, c in triples)
        self.everything = (1 << len(triples)) - 1
        self.body = dict.fromkeys(self.cells, 0)
        self.head = dict.fromkeys(self.cells, 0)
        for plane, having in zip(planes, _sets(triples, len(planes)), strict=True):
            self.head[head_cell(plane)] |= having
            for cell in body_cells(plane):
                self.body[cell] |= having
        self.taken = {cell: self.body[cell] | self.head[cell] for cell in self.cells}
        self.empty = {cell: self.everything ^ self.taken[cell] for cell in self.cells}

    def having(self, cell: Cell, found: str | int) -> int:
        """Return the placings with that in a cell: "empty", "body" or "head", or 0, 1 or 2."""
        index = FOUND.index(found) if isinstance(found, str) else found
        return (self.empty, self.body, self.head)[index][cell]

    def possible(self, shots: Iterable[Mapping[str, Json]]) -> int:
        """Return the placings that agree with shots as a view lists them."""
        left = self.everything
        for shot in shots:
            left &= self.having((shot["x"], shot["y"]), shot["found"])
        return left

    def heat(self, possible: int) -> list[list[int]]:
        """Return, row by row, how many of these placings have a plane in each cell."""
        rows = range(1, self.size + 1)
        return [[(possible & self.taken[x, y]).bit_count() for y in rows] for x in rows]

    def members(self, possible: int) -> list[Placing]:
        """Return the placings in a set."""
        found = []
        while possible:
            lowest = possible & -possible
            found.append(self.placings[lowest.bit_length() - 1])
            possible ^= lowest
        return found


@lru_cache(maxsize=2)
def placements(size: int = SIZE) -> Placements:
    """Return all placings on a board of this size; they are built once."""
    return Placements(size)


def head_cell(plane: Plane) -> Cell:
    """Return where a plane's head is."""
    return _cells(plane)[0]


def body_cells(plane: Plane) -> tuple[Cell, ...]:
    """Return the nine other cells of a plane."""
    return _cells(plane)[1:]


# Planes


@lru_cache(maxsize=1024)
def _cells(plane: Plane) -> tuple[Cell, ...]:
    """Return the cells of a plane, its head first."""
    x, y, d = plane
    return tuple((x + down, y + right) for down, right in (_turned(cell, d) for cell in _SHAPE))


def _turned(cell: Cell, direction: int) -> Cell:
    """Return a cell of the shape as the source turns it: 1 swaps row and column, 2 and 3 mirror."""
    down, right = cell
    match direction:
        case 0:
            return down, right
        case 1:
            return right, down
        case 2:
            return _LENGTH - down, right
        case _:
            return right, _LENGTH - down


def _all_planes(size: int) -> list[Plane]:
    return [(x, y, d) for x in range(1, size + 1) for y in range(1, size + 1) for d in range(4)]


def _fits(plane: Plane, size: int) -> bool:
    return all(1 <= x <= size and 1 <= y <= size for x, y in _cells(plane))


def _disjoint_triples(planes: Sequence[Plane]) -> list[tuple[int, int, int]]:
    """Return the indices of every three planes that do not overlap, in ascending order."""
    cells = [frozenset(_cells(plane)) for plane in planes]
    later = [
        sum(1 << j for j in range(i + 1, len(planes)) if cells[i].isdisjoint(cells[j])) for i in range(len(planes))
    ]
    return [(a, b, c) for a, after in enumerate(later) for b in _bits(after) for c in _bits(after & later[b])]


def _bits(number: int) -> list[int]:
    """Return the positions of the bits set in a number."""
    return [position for position, digit in enumerate(reversed(f"{number:b}")) if digit == "1"]


def _sets(triples: Sequence[tuple[int, int, int]], count: int) -> list[int]:
    """Return for each of `count` planes the set of triples it is in."""
    rows = [bytearray(len(triples) // 8 + 1) for _ in range(count)]
    for index, (a, b, c) in enumerate(triples):
        byte, bit = index >> 3, 1 << (index & 7)
        rows[a][byte] |= bit
        rows[b][byte] |= bit
        rows[c][byte] |= bit
    return [int.from_bytes(row, "little") for row in rows]


@lru_cache(maxsize=64)
def _layout(planes: Placing) -> Mapping[Cell, int]:
    """Return what is in the cells that are not empty."""
    bodies = {cell: BODY for plane in planes for cell in body_cells(plane)}
    return bodies | {head_cell(plane): HEAD for plane in planes}


# The phases


def _placing(state: State) -> bool:
    return None in state.planes and not any(state.faults)


def _shooter(state: State) -> int:
    return 0 if len(state.shots[0]) == len(state.shots[1]) else 1


def _found(state: State, shooter: int, cell: Cell) -> int:
    """Return what a shot finds on the other's board."""
    planes = state.planes[1 - shooter]
    return _layout(planes).get(cell, EMPTY) if planes else EMPTY


def _heads(state: State, shooter: int) -> int:
    return sum(_found(state, shooter, cell) == HEAD for cell in state.shots[shooter])


def _untouched(state: State, shooter: int) -> list[list[int]]:
    shot, rows = set(state.shots[shooter]), range(1, state.size + 1)
    return [[x, y] for x in rows for y in rows if (x, y) not in shot]


def _fault(move: Json | Fault) -> Fault | None:
    return move if isinstance(move, Fault) else None


def _placed(move: Json | Fault) -> Placing | None:
    return None if isinstance(move, Fault) else _taken(move)


def _taken(move: Json) -> Placing:
    """Return the planes of a placing; the source takes a direction for its remainder by 4."""
    return tuple((x, y, d % 4) for x, y, d in move)


# Moves


def _check_placing(state: State, number: int, move: Json) -> None:
    if not _is_list(move, COUNT) or not all(_are_numbers(plane, 3) for plane in move):
        raise IllegalMove("planes.illegal.placing", who=player(number), got=short(move))
    planes = _taken(move)
    for index, plane in enumerate(planes):
        about = {"who": player(number), "plane": index + 1, "got": short(list(move[index]))}
        if move[index][2] < 0:
            raise IllegalMove("planes.illegal.direction", **about)
        if not _fits(plane, state.size):
            raise IllegalMove("planes.illegal.sticks_out", **about)
        for before, other in enumerate(planes[:index]):
            if not set(_cells(plane)).isdisjoint(_cells(other)):
                raise IllegalMove("planes.illegal.overlap", **about, other=before + 1)


def _check_shot(state: State, number: int, move: Json) -> None:
    about = {"who": player(number), "turn": len(state.shots[number]) + 1}
    if not _are_numbers(move, 2):
        raise IllegalMove("planes.illegal.cell", **about, got=short(move))
    x, y = move
    if not (1 <= x <= state.size and 1 <= y <= state.size):
        raise IllegalMove("planes.illegal.off_board", **about, x=short(x), y=short(y))
    if (x, y) in state.shots[number]:
        before = state.shots[number].index((x, y)) + 1
        raise IllegalMove("planes.illegal.again", **about, x=x, y=y, before=before)


def _is_list(value: Json, length: int) -> bool:
    return isinstance(value, list | tuple) and len(value) == length


def _are_numbers(value: Json, length: int) -> bool:
    return _is_list(value, length) and all(isinstance(n, int) and not isinstance(n, bool) for n in value)


# The end


def _over(state: State) -> bool:
    if any(state.faults):
        return True
    first, second = (_heads(state, k) == COUNT for k in (0, 1))
    answered = not state.equal_turns or _shooter(state) == 0
    return second or (first and answered)


def _loss(state: State, k: int) -> tuple[str, Message] | None:
    """Return why a player has lost, in a word and in a sentence, or None."""
    fault = state.faults[k]
    if fault:
        return ("illegal" if fault.kind == "invalid" else fault.kind), fault.text
    if _heads(state, 1 - k) < COUNT:
        return None
    return "planes_found", message("planes.found", who=player(k), turn=len(state.shots[1 - k]))


# Views


def _boards(state: State) -> dict[str, Json]:
    """Return everything, for the renderer.

    By player, his board: his planes, the shots at it, how many of its heads are uncovered, how many
    placings agree with these shots and, row by row, how many of them have a plane in each cell.
    """
    known = placements(state.size)
    boards = []
    for k in (0, 1):
        planes, shots = state.planes[k], _shots_json(state, 1 - k)
        possible = known.possible(shots)
        board = {
            "planes": planes and [list(plane) for plane in planes],
            "shots": shots,
            "heads": _heads(state, 1 - k),
            "possible": possible.bit_count(),
            "heat": known.heat(possible),
        }
        boards.append(board)
    last = state.last
    return {
        "over": _over(state),
        "to_move": list(game.to_move(state)),
        "last": None if last is None else {"player": last, **_shots_json(state, last)[-1]},
        "boards": boards,
    }


def _shots_json(state: State, shooter: int) -> list[dict[str, Json]]:
    return [{"x": x, "y": y, "found": FOUND[_found(state, shooter, (x, y))]} for x, y in state.shots[shooter]]


# The wire and the source's functions

_NUMBERS = re.compile(r"[+-]?\d{1,9}(\s+[+-]?\d{1,9})*", re.ASCII)


class Line:
    """The protocol for programs, one line each way; see the top of this file."""

    ends = "line"

    def open(self, memory: str | None = None) -> LineSession:
        """Begin a match; nothing is kept between matches."""
        return LineSession()


@dataclass
class LineSession:
    """One match in the protocol for programs."""

    memory: str | None = None
    placing: bool = True

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Give the phase, and what is new since the last question."""
        self.placing = view["phase"] == "place"
        if self.placing:
            return Prompt(f"place {view['size']} {view['player'] + 1}")
        return Prompt(f"shoot {_last_shot(view['shots'])} {_last_shot(view['received'])}")

    def read(self, reply: str, running: bool) -> Reading:
        """Read three planes or one cell."""
        text = reply.strip()
        numbers = [int(number) for number in text.split()] if _NUMBERS.fullmatch(text) else []
        if self.placing and len(numbers) == 3 * COUNT:
            return Reading([numbers[i : i + 3] for i in range(0, len(numbers), 3)])
        if not self.placing and len(numbers) == 2:
            return Reading(numbers)
        raise Unreadable(message("expected.planes" if self.placing else "expected.cell"), text)

    def played(self, move: Any) -> None:
        """Nothing that is sent depends on what was answered before."""

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Say nothing at the end: the input ends."""
        return None


def _last_shot(shots: Sequence[Mapping[str, Json]]) -> str:
    if not shots:
        return f"0 0 {UNKNOWN}"
    return f"{shots[-1]['x']} {shots[-1]['y']} {FOUND.index(shots[-1]['found'])}"


class Functions:
    """The source's entry points for one bot, in Python's spelling, and the two functions it gives."""

    forms = (("begin", "play"),)

    def __init__(self) -> None:
        self.given: Mapping[str, Any] = {"check": self.check, "rnd": self.rnd}
        self.size = SIZE
        self.known: tuple[dict[Cell, int], dict[Cell, int]] = ({}, {})

    def bind(self, names: Mapping[str, Any]) -> Mover | None:
        """Return what calls `begin` and `play`, or None if they are not there; call `init` now."""
        begin, play, init = (names.get(name) for name in ("begin", "play", "init"))
        if not (callable(begin) and callable(play)):
            return None
        if callable(init):
            init()

        def move(view: dict[str, Any]) -> Any:
            self._see(view)
            return begin(view["player"] + 1) if view["phase"] == "place" else play()

        return move

    def check(self, player: int, x: int, y: int) -> int:
        """Return what is uncovered of a cell of player 1's or 2's board; `player` counts from 1."""
        if player not in (1, 2) or not (1 <= x <= self.size and 1 <= y <= self.size):
            return OUTSIDE
        return self.known[player - 1].get((x, y), UNKNOWN)

    def rnd(self, low: int, high: int) -> int:
        """Return a random whole number from `low` to `high`, from the bot's own generator."""
        return random.randint(low, high)

    def _see(self, view: Mapping[str, Json]) -> None:
        self.size = view["size"]
        for board, shots in ((view["player"], view["received"]), (1 - view["player"], view["shots"])):
            self.known[board].clear()
            for shot in shots:
                self.known[board][shot["x"], shot["y"]] = FOUND.index(shot["found"])


game: Game[State] = _Planes()
