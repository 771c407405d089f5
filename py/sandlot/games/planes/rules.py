"""The rules of Planes; the package's docstring describes them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sandlot.clock import Clock
from sandlot.game import Fault, Game, IllegalMove, Json, Option, Outcome, duel, house_of, short
from sandlot.games.planes.board import (
    COUNT,
    EMPTY,
    FOUND,
    HEAD,
    SIZE,
    Cell,
    Placing,
    all_planes,
    cells_of,
    fits,
    layout,
    placements,
)
from sandlot.games.planes.wire import Functions, Line
from sandlot.messages import Message, message, player
from sandlot.wire import Wire


@dataclass(frozen=True, slots=True)
class State:
    """A position: what each player placed, and the cells each has shot at, in order."""

    size: int = SIZE
    equal_turns: bool = False
    planes: tuple[Placing | None, Placing | None] = (None, None)
    shots: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())
    last: int | None = None
    """The player who shot last."""
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
    house: tuple[str, ...] = house_of(__file__)
    imperfect_information = True
    fingerprints: tuple[str, ...] = (
        r"[\"'](place|shoot)\b",
        r"[=!]=\s{0,9}[\"'](place|shoot)[\"']",
        r"\bdef [bB]egin\b",
        r"\bdef [pP]lay\b",
        r"\b[cC]heck\(\w",
        r"\b(rnd|RND)\(",
    )

    def __init__(self) -> None:
        self.wires: Mapping[str, Wire] = {"line": Line()}

    def original_form(self) -> Functions:
        """Return the way in which the original page asks a bot: by calling its functions."""
        return Functions()

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> State:
        """Return the empty boards. Nothing is drawn from the seed."""
        return State(options["size"], options["equal_turns"])

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return both players while they place, then one after the other."""
        if _over(state):
            return ()
        return (0, 1) if _placing(state) else (_shooter(state),)

    def most_moves(self, options: Mapping[str, Json]) -> int:
        """Return the maximum number of moves of a player: one placing, and a shot at each cell."""
        return 1 + int(options["size"]) ** 2

    def check(self, state: State, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `move` is a placing, or a cell that this player has not shot at."""
        if _placing(state):
            _check_placing(state, player, move)
        else:
            _check_shot(state, player, move)

    def sample(self, state: State, player: int, rng: random.Random) -> Json:
        """Return a random placing, or a random cell that this player has not shot at."""
        if _placing(state):
            return [list(plane) for plane in rng.choice(placements(state.size).placings)]
        return rng.choice(_untouched(state, player))

    def step(self, state: State, moves: Mapping[int, Json | Fault]) -> State:
        """Place both sides' planes, or shoot once. A side with a fault loses at once."""
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
        """Return the outcome: one point for a win, half a point for a draw; None while the game goes on."""
        if not _over(state):
            return None
        losses = tuple(_loss(state, k) for k in (0, 1))
        return duel(losses, 1.0)

    def view(self, state: State, player: int | None) -> dict[str, Json]:
        """Return what a player may see, which the package's docstring describes; or everything, see `_boards`."""
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
        """Return, by player, how many placings of the other agree with this player's shots, and how many heads were
        found.
        """
        known = placements(state.size)
        possible = [known.possible(_shots_json(state, k)).bit_count() for k in (0, 1)]
        heads = [_heads(state, k) for k in (0, 1)]
        found = [k for k in (0, 1) if before and heads[k] > _heads(before, k)]
        return {"series": {"possible": possible, "heads": heads}, "marks": [["kill", 1 - k] for k in found]}

    def choices(self, state: State, player: int) -> dict[str, Json]:
        """Return what a human needs to move.

        While placing, these are all planes that fit on the board, each with its ten cells, the head first. While
        shooting, these are the cells not shot at, how many placings agree with this player's own shots and, row by row,
        how many of these have a plane in each cell.
        """
        if not _placing(state):
            known = placements(state.size)
            possible = known.possible(_shots_json(state, player))
            return {
                "cells": _untouched(state, player),
                "possible": possible.bit_count(),
                "heat": known.heat(possible),
            }
        planes = [plane for plane in all_planes(state.size) if fits(plane, state.size)]
        return {"placements": [{"move": list(p), "cells": [list(cell) for cell in cells_of(p)]} for p in planes]}


def _placing(state: State) -> bool:
    return None in state.planes and not any(state.faults)


def _shooter(state: State) -> int:
    return 0 if len(state.shots[0]) == len(state.shots[1]) else 1


def _found(state: State, shooter: int, cell: Cell) -> int:
    """Return what a shot finds on the other player's board."""
    planes = state.planes[1 - shooter]
    return layout(planes).get(cell, EMPTY) if planes else EMPTY


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
    """Return the planes of a placing; directions are taken modulo 4, as in the original page."""
    return tuple((x, y, d % 4) for x, y, d in move)


def _check_placing(state: State, number: int, move: Json) -> None:
    if not _is_list(move, COUNT) or not all(_are_numbers(plane, 3) for plane in move):
        raise IllegalMove("planes.illegal.placing", who=player(number), got=short(move))
    planes = _taken(move)
    for index, plane in enumerate(planes):
        about = {"who": player(number), "plane": index + 1, "got": short(list(move[index]))}
        if move[index][2] < 0:
            raise IllegalMove("planes.illegal.direction", **about)
        if not fits(plane, state.size):
            raise IllegalMove("planes.illegal.sticks_out", **about)
        for before, other in enumerate(planes[:index]):
            if not set(cells_of(plane)).isdisjoint(cells_of(other)):
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


def _boards(state: State) -> dict[str, Json]:
    """Return everything, for the renderer.

    For each player's board: the planes, the shots at it, how many of its heads are uncovered, how many placings
    agree with these shots and, row by row, how many of these have a plane in each cell.
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


game: Game[State] = _Planes()
