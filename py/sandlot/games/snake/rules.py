"""The rules of Snake: what the package says of them holds here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from sandlot.clock import Clock
from sandlot.game import BadOption, Fault, Game, IllegalMove, Json, Mover, Option, Outcome, duel, short
from sandlot.messages import Message, message, player
from sandlot.wire import Prompt, Reading, Unreadable, Wire

__all__ = [
    "COLUMNS",
    "DIRECTIONS",
    "ROWS",
    "Cell",
    "Death",
    "Line",
    "LineSession",
    "NextMove",
    "Snake",
    "State",
    "from_text",
    "from_view",
    "game",
    "generate_map",
    "grows",
    "neighbours",
    "safe_moves",
    "to_text",
]

ROWS, COLUMNS = 13, 14
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""What directions 0, 1, 2 and 3 add to (row, column)."""

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Death:
    """How a snake died, and where its head was.

    `cause`: "outside", "obstacle", "itself", "other", "heads"; for a fault "illegal", "timeout", "crash", "resigned".
    """

    cause: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Snake:
    """One snake, from its head to its tail. A dead one keeps its last head, which may be off the board."""

    start: Cell
    body: tuple[Cell, ...]
    steps: str = ""
    death: Death | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A position. `step` is the one about to be played, from 1; `left` are the cells the tails just left."""

    rows: int
    columns: int
    map: str
    obstacles: frozenset[Cell]
    snakes: tuple[Snake, Snake]
    step: int = 1
    max_steps: int = 1000
    moves: tuple[int | None, int | None] | None = None
    left: tuple[Cell | None, Cell | None] = (None, None)
    faults: tuple[Fault | None, Fault | None] = (None, None)


class _Snake:
    name = "snake"
    players = (2, 2)
    options: Mapping[str, Option] = {
        "rows": Option(ROWS, "int", low=4, high=40),
        "columns": Option(COLUMNS, "int", low=4, high=40),
        "obstacles": Option(20, "int", low=0, high=400),
        "walls": Option("open", "choice", choices=("open", "border")),
        "map": Option(None, "text", length=1600),
        "starts": Option(None, "ints", low=0, high=39, length=4),
        "max_steps": Option(1000, "int", low=1, high=1000),
    }
    clock = Clock(start=5000, first=2000, move=2000)
    clocks: Mapping[str, Clock] = {}
    house: tuple[str, ...] = ("surveyor", "cautious")
    hides = False
    signs: tuple[str, ...] = (r"[\"']#[\"']", r"\bnext_?[mM]ove\b", r"\binput\.txt\b", r"\bnext_?[dD]ir")

    def __init__(self) -> None:
        self.wires: Mapping[str, Wire] = {"line": Line()}

    def entry(self) -> NextMove:
        """Return the original platform's way to ask a bot that is a file of functions."""
        return NextMove()

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> State:
        """Return the first position, on the map of that option or on one drawn from the seed.

        walls "border" is the original program's board: obstacles all round, `obstacles` more inside, and
        the snakes one cell in from their corners. `map` (row by row, 1 an obstacle) and `starts` (row,
        column, row, column) go before that.
        """
        rows, columns, border = options["rows"], options["columns"], options["walls"] == "border"
        starts = _starts(rows, columns, border, options["starts"])
        text = options["map"]
        if text is None:
            text = generate_map(seed, rows, columns, options["obstacles"], border, starts)
        obstacles = _obstacles(text, rows, columns)
        _check_starts(starts, obstacles)
        first, second = (Snake(cell, (cell,)) for cell in starts)
        return State(rows, columns, text, obstacles, (first, second), max_steps=options["max_steps"])

    def to_move(self, state: State) -> tuple[int, ...]:
        """Both snakes, every step."""
        return () if _over(state) else (0, 1)

    def check(self, state: State, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `move` is a direction. To run into something is legal."""
        _check_move(state, player, move)

    def sample(self, state: State, player: int, rng: Random) -> int:
        """Return a direction that is safe for now, if there is one."""
        return rng.choice(safe_moves(state, player) or range(len(DIRECTIONS)))

    def step(self, state: State, moves: Mapping[int, Json | Fault]) -> State:
        """Play a step: both snakes move, tails go, then deaths.

        A fault kills that snake in this step: it gets no new head, while its tail goes as on any step, so
        that the other snake, who could not know, may count on that cell.
        """
        growing = grows(state.step)
        moved = tuple(_moved(state.snakes[k], moves[k], growing) for k in (0, 1))
        first, second = (replace(moved[k], death=_death(state, moved, k, moves[k])) for k in (0, 1))
        faults = tuple(move if isinstance(move, Fault) else None for move in (moves[0], moves[1]))
        played = tuple(None if isinstance(move, Fault) else move for move in (moves[0], moves[1]))
        left = (None, None) if growing else (state.snakes[0].body[-1], state.snakes[1].body[-1])
        turn = {"moves": played, "left": left, "faults": faults}
        return replace(state, snakes=(first, second), step=state.step + 1, **turn)  # type: ignore[arg-type]

    def outcome(self, state: State) -> Outcome | None:
        """One point for a win, half a one for a draw."""
        if not _over(state):
            return None
        losses = tuple(_loss(state, k) for k in (0, 1))
        return duel(losses, 1.0, message("snake.step_limit", steps=state.max_steps))

    def view(self, state: State, player: int | None) -> dict[str, Json]:
        """Return the position as JSON; both players see all of it. See the top of this file."""
        view: dict[str, Json] = {
            "step": state.step,
            "over": _over(state),
            "rows": state.rows,
            "columns": state.columns,
            "max_steps": state.max_steps,
            "growing": grows(state.step),
            "obstacles": [list(cell) for cell in sorted(state.obstacles)],
            "snakes": [_snake_json(snake) for snake in state.snakes],
            "moves": state.moves and list(state.moves),
            "left": [cell and list(cell) for cell in state.left],
            "map": state.map,
        }
        if player is not None:
            view |= {"player": player, "safe": safe_moves(state, player)}
        return view

    def stats(self, state: State, before: State | None) -> dict[str, Json]:
        """Return by snake the free cells it can reach, those it reaches before the other, its length; and who died."""
        ways = [_ways(state, k) for k in (0, 1)]
        first = [sum(steps < ways[1 - k].get(cell, len(state.map)) for cell, steps in ways[k].items()) for k in (0, 1)]
        lengths = [len(snake.body) for snake in state.snakes]
        series = {"space": [len(reached) for reached in ways], "first": first, "length": lengths}
        return {"series": series, "marks": [["out", k] for k in (0, 1) if before and state.snakes[k].death]}

    def hand(self, state: State, player: int) -> dict[str, Json]:
        """Return what a hand needs to steer a snake.

        `moves` are the legal moves: every direction, also a deadly one. `ahead` is straight on; before the first step
        where it looks or, if it cannot go there, where it can. `back` is into its neck, None while it is one cell long.
        """
        snake = state.snakes[player]
        looks = int(snake.steps[-1]) if snake.steps else 2 * player
        safe = safe_moves(state, player)
        ahead = looks if snake.steps or looks in safe or not safe else safe[0]
        back = (looks + 2) % 4 if len(snake.body) > 1 else None
        return {"moves": list(range(len(DIRECTIONS))), "ahead": ahead, "back": back}


# What bots and tools call


def grows(step: int) -> bool:
    """Tell whether the tails stay on a step, counted from 1."""
    return step <= 10 or step % 3 == 1


def neighbours(cell: Cell) -> list[Cell]:
    """Return the four cells around one, in the order of the directions; some may be off the board."""
    return [(cell[0] + down, cell[1] + right) for down, right in DIRECTIONS]


def safe_moves(state: State, player: int) -> list[int]:
    """Return the directions that kill a snake only if the other's new head gets there too."""
    growing = grows(state.step)
    taken = {cell for snake in state.snakes for cell in (snake.body if growing else snake.body[:-1])}
    cells = neighbours(state.snakes[player].body[0])
    return [d for d, cell in enumerate(cells) if _free(state, cell) and cell not in taken]


def generate_map(
    seed: int,
    rows: int = ROWS,
    columns: int = COLUMNS,
    obstacles: int = 20,
    border: bool = False,
    starts: Sequence[Cell] | None = None,
) -> str:
    """Return a random map, row by row: point-symmetric, with a way between the two starts.

    `obstacles` are those inside the border, if there is one. Raises `BadOption` if there is no room for them.
    """
    starts = starts or _starts(rows, columns, border)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    placed = {cell for cell in cells if border and _at_rim(cell, rows, columns)}
    _check_starts(starts, placed)
    pairs = [pair for pair in _pairs(rows, columns) if not placed & set(pair) and not set(starts) & set(pair)]
    Random(seed).shuffle(pairs)
    wanted = len(placed) + obstacles
    first = placed.union(*pairs[: obstacles // 2])
    if _connected(rows, columns, first, starts):
        placed = first
    for pair in pairs:
        # Where the first ones would close the way, those that keep it open are taken.
        if len(placed) + 2 <= wanted and _connected(rows, columns, placed.union(pair), starts):
            placed.update(pair)
    if len(placed) != wanted:
        raise BadOption("snake.option.obstacles", obstacles=obstacles, rows=rows, columns=columns)
    return "".join("01"[cell in placed] for cell in cells)


def from_view(view: Mapping[str, Json]) -> State:
    """Return the position that a view shows, to look ahead with the real rules."""
    snakes = tuple(Snake(_cell(s["start"]), tuple(map(_cell, s["body"])), s["steps"]) for s in view["snakes"])
    obstacles = frozenset(map(_cell, view["obstacles"]))
    board = (view["rows"], view["columns"], view["map"], obstacles)
    return State(*board, snakes, view["step"], view["max_steps"])  # type: ignore[arg-type]


def to_text(view: Mapping[str, Json]) -> str:
    """Return the original platform's text for the player whose view this is."""
    mine, other = view["snakes"][view["player"]], view["snakes"][1 - view["player"]]
    parts = (f"{s['start'][0]}#{s['start'][1]}#({s['steps']})" for s in (mine, other))
    return "#".join((view["map"], *parts))


def from_text(text: str, rows: int = ROWS, columns: int = COLUMNS) -> State:
    """Return the position that the original platform's text tells of; the reader's snake is snake 0.

    Raises ValueError, in a sentence, for a text that is not one.
    """
    found = _TEXT.fullmatch(text.strip())
    if not found:
        raise ValueError("expected MAP#row#column#(steps)#row#column#(steps)")
    map_text, *parts = found.groups()
    if len(map_text) != rows * columns:
        raise ValueError(f"the map has {len(map_text)} characters; {rows} x {columns} cells need {rows * columns}")
    snakes = tuple(_grown((int(r), int(c)), steps) for r, c, steps in (parts[:3], parts[3:]))
    if len(snakes[0].steps) != len(snakes[1].steps):
        raise ValueError("the two snakes have not made the same number of steps")
    if not all(_inside(snake.start, rows, columns) for snake in snakes):
        raise ValueError("a snake starts outside the board")
    obstacles = _obstacles(map_text, rows, columns)
    step = len(snakes[0].steps) + 1
    return State(rows, columns, map_text, obstacles, snakes, step)  # type: ignore[arg-type]


# A step


def _moved(snake: Snake, move: Json | Fault, growing: bool) -> Snake:
    body = snake.body if growing else snake.body[:-1]
    if isinstance(move, Fault):
        return replace(snake, body=body)
    (row, column), (down, right) = snake.body[0], DIRECTIONS[move]
    return Snake(snake.start, ((row + down, column + right), *body), snake.steps + str(move))


def _death(state: State, moved: Sequence[Snake], k: int, move: Json | Fault) -> Death | None:
    """Return how a snake dies of this step, or None; both have moved and their tails are gone."""
    head, *body = moved[k].body
    other = moved[1 - k]
    cause: str
    if isinstance(move, Fault):
        cause = "illegal" if move.kind == "invalid" else move.kind
    elif not _inside(head, state.rows, state.columns):
        cause = "outside"
    elif head in state.obstacles:
        cause = "obstacle"
    elif head in body:
        cause = "itself"
    elif head in other.body:
        met = head == other.body[0] and len(other.steps) == state.step
        cause = "heads" if met else "other"
    else:
        return None
    return Death(cause, head)


def _ways(state: State, k: int) -> dict[Cell, int]:
    """Return how many steps it is to every cell that a snake can reach while no body moves; a dead one reaches none."""
    snake = state.snakes[k]
    if snake.death:
        return {}
    taken = {cell for each in state.snakes for cell in each.body}
    found, edge, steps = dict[Cell, int](), [snake.body[0]], 0
    while edge:
        steps += 1
        near = {cell for place in edge for cell in neighbours(place)}
        edge = [cell for cell in near if cell not in found and cell not in taken and _free(state, cell)]
        found |= dict.fromkeys(edge, steps)
    return found


def _free(state: State, cell: Cell) -> bool:
    return _inside(cell, state.rows, state.columns) and cell not in state.obstacles


def _inside(cell: Cell, rows: int, columns: int) -> bool:
    return 0 <= cell[0] < rows and 0 <= cell[1] < columns


def _check_move(state: State, number: int, move: Json) -> None:
    if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < len(DIRECTIONS):
        raise IllegalMove("snake.illegal.direction", who=player(number), got=short(move), step=state.step)


# The end


def _over(state: State) -> bool:
    return state.step > state.max_steps or any(snake.death for snake in state.snakes)


def _loss(state: State, k: int) -> tuple[str, Message] | None:
    """Return why a snake has lost, in a word and in a sentence, or None."""
    fault, death = state.faults[k], state.snakes[k].death
    if death is None:
        return None
    if fault:
        return death.cause, fault.text
    (row, column), step = death.cell, state.step - 1
    about = {"who": player(k), "other": player(1 - k), "row": row, "column": column, "step": step}
    return death.cause, message(f"snake.{death.cause}", **about)


# Maps


def _starts(rows: int, columns: int, border: bool, chosen: Sequence[int] | None = None) -> tuple[Cell, Cell]:
    """Return where the two snakes start: in the bottom left and the top right corner, or next to them."""
    inset = 1 if border else 0
    row, column, row_b, column_b = chosen or (rows - 1 - inset, inset, inset, columns - 1 - inset)
    for cell in ((row, column), (row_b, column_b)):
        if not _inside(cell, rows, columns):
            raise BadOption("snake.option.start", row=cell[0], column=cell[1])
    if (row, column) == (row_b, column_b):
        raise BadOption("snake.option.same_start", row=row, column=column)
    return (row, column), (row_b, column_b)


def _check_starts(starts: Sequence[Cell], obstacles: Set[Cell]) -> None:
    for row, column in starts:
        if (row, column) in obstacles:
            raise BadOption("snake.option.start", row=row, column=column)


def _pairs(rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """Return each cell with the one opposite through the centre, without the centre."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return [pair for pair in zip(cells, reversed(cells), strict=True) if pair[0] < pair[1]]


def _at_rim(cell: Cell, rows: int, columns: int) -> bool:
    return cell[0] in (0, rows - 1) or cell[1] in (0, columns - 1)


def _connected(rows: int, columns: int, obstacles: set[Cell], starts: Sequence[Cell]) -> bool:
    """Tell whether there is a way between the starts."""
    seen, edge = {starts[0]}, [starts[0]]
    while edge:
        for cell in neighbours(edge.pop()):
            if _inside(cell, rows, columns) and cell not in obstacles and cell not in seen:
                seen.add(cell)
                edge.append(cell)
    return starts[1] in seen


def _obstacles(text: str, rows: int, columns: int) -> frozenset[Cell]:
    if len(text) != rows * columns:
        size = {"rows": rows, "columns": columns, "expected": rows * columns}
        raise BadOption("snake.option.map_length", length=len(text), **size)
    for position, character in enumerate(text):
        if character not in "01":
            raise BadOption("snake.option.map_character", got=short(character), position=position + 1)
    return frozenset(divmod(position, columns) for position, character in enumerate(text) if character == "1")


# Views and the wire

_TEXT = re.compile(r"([01]+)#(\d{1,4})#(\d{1,4})#\(([0-3]{0,1000})\)#(\d{1,4})#(\d{1,4})#\(([0-3]{0,1000})\)", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


class Line:
    """The original platform's protocol: its text goes out as one line, a direction comes back as one number.

    There a program runs once for every move; one that reads standard input may also stay for line after line.
    """

    ends = "turn"

    def open(self, memory: str | None = None) -> LineSession:
        """Begin a match; nothing is kept between matches."""
        return LineSession()


@dataclass
class LineSession:
    """One match in the original platform's protocol."""

    memory: str | None = None

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Give the text."""
        return Prompt(to_text(view))

    def read(self, reply: str, running: bool) -> Reading:
        """Read one number."""
        if not _NUMBER.fullmatch(reply.strip()):
            raise Unreadable(message("expected.direction"), reply.strip())
        return Reading(int(reply))

    def played(self, move: Any) -> None:
        """Nothing that is sent depends on what was answered before."""

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Say nothing at the end, as the original platform."""
        return None


class NextMove:
    """The entry point of the original platform: `nextMove(input)`, in Python's spelling `next_move`."""

    forms = (("next_move",), ("nextMove",))
    given: Mapping[str, Any] = {}

    def bind(self, names: Mapping[str, Any]) -> Mover | None:
        """Return what calls the function with the text of a view, or None if there is none."""
        for form in self.forms:
            function = names.get(form[0])
            if callable(function):
                return lambda view: function(to_text(view))
        return None


def _grown(start: Cell, steps: str) -> Snake:
    """Return a snake after its steps."""
    snake = Snake(start, (start,))
    for step, direction in enumerate(steps, 1):
        snake = _moved(snake, int(direction), grows(step))
    return snake


def _cell(pair: Sequence[int]) -> Cell:
    row, column = pair
    return row, column


def _snake_json(snake: Snake) -> dict[str, Json]:
    return {
        "start": list(snake.start),
        "steps": snake.steps,
        "body": [list(cell) for cell in snake.body],
        "alive": snake.death is None,
        "death": snake.death and {"cause": snake.death.cause, "cell": list(snake.death.cell)},
    }


game: Game[State] = _Snake()
