"""The rules of Snake; the package's docstring describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from sandlot.clock import Clock
from sandlot.game import Fault, Game, IllegalMove, Json, Option, Outcome, duel, house_of, short
from sandlot.games.snake.maps import check_starts, generate_map, obstacles_of, plain_map, starts_of
from sandlot.games.snake.state import (
    COLUMNS,
    DIRECTIONS,
    ROWS,
    Cell,
    Death,
    Snake,
    State,
    grows,
    inside,
    moved_on,
    neighbours,
)
from sandlot.games.snake.wire import Line, NextMove
from sandlot.messages import Message, message, player
from sandlot.wire import Wire


class _Snake:
    name = "snake"
    players = (2, 2)
    options: Mapping[str, Option] = {
        "rows": Option(ROWS, "int", low=4, high=40),
        "columns": Option(COLUMNS, "int", low=4, high=40),
        "obstacles": Option(20, "int", low=0, high=400),
        "walls": Option("open", "choice", choices=("open", "border")),
        "map": Option(None, "text", length=4000),
        "starts": Option(None, "ints", low=0, high=39, length=4),
        "max_steps": Option(1000, "int", low=1, high=1000),
    }
    clock = Clock(start=5000, first=2000, move=2000)
    clocks: Mapping[str, Clock] = {}
    house: tuple[str, ...] = house_of(__file__)
    imperfect_information = False
    fingerprints: tuple[str, ...] = (r"[\"']#[\"']", r"\bnext_?[mM]ove\b", r"\binput\.txt\b", r"\bnext_?[dD]ir")

    def __init__(self) -> None:
        self.wires: Mapping[str, Wire] = {"line": Line()}

    def original_form(self) -> NextMove:
        """Return the way in which the original platform asks a bot: by calling its function."""
        return NextMove()

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> State:
        """Return the first position, on the map of the option or on one drawn from the seed.

        With the option `walls` "border" it is the original program's board: obstacles all round, `obstacles` more
        inside, and the snakes one cell in from their corners. The options `map` (row by row; 1 is an obstacle) and
        `starts` (row, column, row, column) override this.
        """
        rows, columns, border = options["rows"], options["columns"], options["walls"] == "border"
        starts = starts_of(rows, columns, border, options["starts"])
        text = options["map"] and plain_map(options["map"])
        if text is None:
            text = generate_map(seed, rows, columns, options["obstacles"], border, starts)
        obstacles = obstacles_of(text, rows, columns)
        check_starts(starts, obstacles)
        first, second = (Snake(cell, (cell,)) for cell in starts)
        return State(rows, columns, text, obstacles, (first, second), max_steps=options["max_steps"])

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return both snakes, on every step."""
        return () if _over(state) else (0, 1)

    def most_moves(self, options: Mapping[str, Json]) -> int:
        """Return the maximum number of moves of a player: the option `max_steps`."""
        return int(options["max_steps"])

    def check(self, state: State, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `move` is a direction. Running into something is legal."""
        _check_move(state, player, move)

    def sample(self, state: State, player: int, rng: Random) -> int:
        """Return a direction that is safe for now, if there is one."""
        return rng.choice(safe_moves(state, player) or range(len(DIRECTIONS)))

    def step(self, state: State, moves: Mapping[int, Json | Fault]) -> State:
        """Play a step: both snakes move, tails go, then deaths.

        A fault kills that snake in this step: it gets no new head, while its tail goes as on any step. The
        other snake did not know of the fault, so it may count on that cell.
        """
        growing = grows(state.step)
        moved = tuple(moved_on(state.snakes[k], moves[k], growing) for k in (0, 1))
        first, second = (replace(moved[k], death=_death(state, moved, k, moves[k])) for k in (0, 1))
        faults = tuple(move if isinstance(move, Fault) else None for move in (moves[0], moves[1]))
        played = tuple(None if isinstance(move, Fault) else move for move in (moves[0], moves[1]))
        left = (None, None) if growing else (state.snakes[0].body[-1], state.snakes[1].body[-1])
        turn = {"moves": played, "left": left, "faults": faults}
        return replace(state, snakes=(first, second), step=state.step + 1, **turn)  # type: ignore[arg-type]

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome: one point for a win, half a point for a draw; None while the game goes on."""
        if not _over(state):
            return None
        losses = tuple(_loss(state, k) for k in (0, 1))
        return duel(losses, 1.0, message("snake.step_limit", steps=state.max_steps))

    def view(self, state: State, player: int | None) -> dict[str, Json]:
        """Return the position as JSON; both players see all of it. The package's docstring describes it."""
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
        """Return for each snake the number of free cells that it can reach, the number of those that it reaches first,
        and its length; and the deaths.
        """
        ways = [_ways(state, k) for k in (0, 1)]
        first = [sum(steps < ways[1 - k].get(cell, len(state.map)) for cell, steps in ways[k].items()) for k in (0, 1)]
        lengths = [len(snake.body) for snake in state.snakes]
        series = {"space": [len(reached) for reached in ways], "first": first, "length": lengths}
        return {"series": series, "marks": [["out", k] for k in (0, 1) if before and state.snakes[k].death]}

    def choices(self, state: State, player: int) -> dict[str, Json]:
        """Return what a human needs to steer a snake.

        `moves` are the legal moves: every direction, even a deadly one. `ahead` is straight on; before the first step
        it is the direction in which the snake faces or, if that is not safe, a safe one. `back` leads into its neck; it
        is None while the snake is one cell long.
        """
        snake = state.snakes[player]
        looks = int(snake.steps[-1]) if snake.steps else 2 * player
        safe = safe_moves(state, player)
        ahead = looks if snake.steps or looks in safe or not safe else safe[0]
        back = (looks + 2) % 4 if len(snake.body) > 1 else None
        return {"moves": list(range(len(DIRECTIONS))), "ahead": ahead, "back": back}


def safe_moves(state: State, player: int) -> list[int]:
    """Return the directions in which a snake dies only if the other's new head moves to the same cell."""
    growing = grows(state.step)
    taken = {cell for snake in state.snakes for cell in (snake.body if growing else snake.body[:-1])}
    cells = neighbours(state.snakes[player].body[0])
    return [d for d, cell in enumerate(cells) if _free(state, cell) and cell not in taken]


def from_view(view: Mapping[str, Json]) -> State:
    """Return the position that a view shows, for looking ahead with the real rules."""
    snakes = tuple(Snake(_cell(s["start"]), tuple(map(_cell, s["body"])), s["steps"]) for s in view["snakes"])
    obstacles = frozenset(map(_cell, view["obstacles"]))
    board = (view["rows"], view["columns"], view["map"], obstacles)
    return State(*board, snakes, view["step"], view["max_steps"])  # type: ignore[arg-type]


def _death(state: State, moved: Sequence[Snake], k: int, move: Json | Fault) -> Death | None:
    """Return how a snake dies in this step, or None; `moved` are both snakes after their moves."""
    head, *body = moved[k].body
    other = moved[1 - k]
    cause: str
    if isinstance(move, Fault):
        cause = "illegal" if move.kind == "invalid" else move.kind
    elif not inside(head, state.rows, state.columns):
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
    """Return the number of steps to every cell that a snake can reach while no body moves. A dead snake reaches
    none.
    """
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
    return inside(cell, state.rows, state.columns) and cell not in state.obstacles


def _check_move(state: State, number: int, move: Json) -> None:
    if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < len(DIRECTIONS):
        raise IllegalMove("snake.illegal.direction", who=player(number), got=short(move), step=state.step)


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
