"""The rules of Tank; the package's docstring describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from sandlot.clock import Clock
from sandlot.game import Fault, Game, IllegalMove, Json, Option, Outcome, Recording, duel, house_of, short
from sandlot.games.tank import logs
from sandlot.jobs import Step, Work
from sandlot.messages import Message, message, player
from sandlot.wire import Botzone, Wire

SIZE = 9
BASES = ((4, 0), (4, 8))
STEEL = ((4, 1), (4, 7))
STARTS = (((2, 0), (6, 0)), ((6, 8), (2, 8)))
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
DOWN, UP = 2, 0
STAY, FIRST_SHOT, LAST_ORDER = -1, 4, 7

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tank:
    """One tank. `shot`: it fired on the last turn, so it may not fire on this one."""

    x: int
    y: int
    facing: int
    alive: bool = True
    shot: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """The effect of one shot. `end` is the last cell it reached; it is cancelled if two tanks shoot at each other."""

    side: int
    tank: int
    start: Cell
    end: Cell
    hit: bool
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A brick, base or tank that was destroyed this turn, and its cell."""

    x: int
    y: int
    what: str
    side: int | None = None
    tank: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A position. `turn` is the next one to play, from 1; `faults` are those that ended the game, if a side broke a
    rule.
    """

    field: tuple[int, int, int]
    bricks: frozenset[Cell]
    tanks: tuple[tuple[Tank, ...], ...]
    bases: tuple[bool, ...] = (True, True)
    turn: int = 1
    max_turns: int = 100
    orders: tuple[tuple[int, int] | None, ...] | None = None
    shots: tuple[Shot, ...] = ()
    destroyed: tuple[Destroyed, ...] = ()
    faults: tuple[Fault | None, ...] = (None, None)


class _Tank:
    name = "tank"
    players = (2, 2)
    options: Mapping[str, Option] = {
        "field": Option(None, "ints", low=0, high=2**27 - 1, length=3),
        "max_turns": Option(100, "int", low=1, high=1000),
    }
    clocks: Mapping[str, Clock] = {
        # Botzone allows 1 s a move, twice that for the first move, and six times as much for programs in Python.
        "botzone": Clock(start=5000, first=12_000, move=6000),
        "native": Clock(start=5000, first=2000, move=1000),
    }
    clock = clocks["botzone"]
    house: tuple[str, ...] = house_of(__file__)
    wires: Mapping[str, Wire] = {"botzone": Botzone(request=lambda view: _request(view))}
    imperfect_information = False
    fingerprints: tuple[str, ...] = (r"\bmySide\b", r"[\"']requests[\"']", r"[\"']responses?[\"']", r"BOTZONE_REQUEST")

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> State:
        """Return the first position, on the field of the option or on one drawn from the seed."""
        field = tuple(options["field"] or generate_field(seed))
        tanks = tuple(tuple(Tank(x, y, DOWN if side == 0 else UP) for x, y in STARTS[side]) for side in (0, 1))
        return State(field, _bricks(field), tanks, max_turns=options["max_turns"])

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return both sides, on every turn."""
        return () if self.outcome(state) else (0, 1)

    def most_moves(self, options: Mapping[str, Json]) -> int:
        """Return the maximum number of moves of a player: the option `max_turns`."""
        return int(options["max_turns"])

    def check(self, state: State, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `move` is two orders, each legal for its tank. A dead tank's order is ignored."""
        _check_move(state, player, move)

    def sample(self, state: State, player: int, rng: Random) -> list[int]:
        """Return one legal order for each tank."""
        return [rng.choice(orders) for orders in legal_orders(state, player)]

    def step(self, state: State, moves: Mapping[int, Json | Fault]) -> State:
        """Play a turn: all moves, then all shots on the board after the moves, then removals.

        A side with a fault loses at once, and the turn is not played.
        """
        if any(isinstance(move, Fault) for move in moves.values()):
            faults = tuple(move if isinstance(move, Fault) else None for move in (moves[0], moves[1]))
            orders = tuple(
                None if isinstance(move, Fault) else _orders(state, side, move) for side, move in moves.items()
            )
            return replace(state, faults=faults, orders=orders, shots=(), destroyed=())
        orders = (_orders(state, 0, moves[0]), _orders(state, 1, moves[1]))
        moved = tuple(tuple(map(_moved, state.tanks[side], orders[side])) for side in (0, 1))
        board = _Board(state.bricks, state.bases, moved)
        shots = tuple(_shots(board, orders))
        hit = sorted({item for shot in shots if shot.hit for item in board.items(shot.end)}, key=_by_place)
        return replace(
            state,
            bricks=state.bricks - {(item.x, item.y) for item in hit if item.what == "brick"},
            tanks=tuple(tuple(_removed(moved[s][t], s, t, hit) for t in (0, 1)) for s in (0, 1)),
            bases=tuple(alive and not _lost_base(side, hit) for side, alive in enumerate(state.bases)),
            turn=state.turn + 1,
            orders=orders,
            shots=shots,
            destroyed=tuple(hit),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome: two points for a win, one for a draw, as on Botzone; None while the game goes on."""
        losses = tuple(_loss(state, side) for side in (0, 1))
        if losses == (None, None) and state.turn <= state.max_turns:
            return None
        return duel(losses, 2.0, message("tank.turn_limit", turns=state.max_turns))

    def view(self, state: State, player: int | None) -> dict[str, Json]:
        """Return the position as JSON; both sides see all of it. The package's docstring describes it."""
        view: dict[str, Json] = {
            "turn": state.turn,
            "over": self.outcome(state) is not None,
            "field": list(state.field),
            "max_turns": state.max_turns,
            "width": SIZE,
            "height": SIZE,
            "bricks": [list(cell) for cell in sorted(state.bricks, key=lambda cell: (cell[1], cell[0]))],
            "steel": [list(cell) for cell in STEEL],
            "bases": [{"x": x, "y": y, "alive": state.bases[side]} for side, (x, y) in enumerate(BASES)],
            "tanks": [[_tank_json(tank) for tank in pair] for pair in state.tanks],
            "orders": None if state.orders is None else [pair and list(pair) for pair in state.orders],
            "shots": [_shot_json(shot) for shot in state.shots],
            "destroyed": [
                {"x": item.x, "y": item.y, "what": item.what, "side": item.side, "tank": item.tank}
                for item in state.destroyed
            ],
        }
        if player is not None:
            view |= {"player": player, "legal": legal_orders(state, player)}
        return view

    def stats(self, state: State, before: State | None) -> dict[str, Json]:
        """Return how far each side is from the other's base, the number of bricks, the number of shots in the last turn
        by side, and what was destroyed in it.
        """
        shots = [sum(shot.side == side for shot in state.shots) for side in (0, 1)]
        lost = {"base": "out", "tank": "kill"}
        marks = [[lost[item.what], item.side] for item in state.destroyed if item.what in lost]
        way = [way_to_base(state, side) for side in (0, 1)]
        series = {"way": way, "bricks": [len(state.bricks)], "shots": shots}
        return {"series": series, "marks": marks if before else []}

    def choices(self, state: State, player: int) -> dict[str, Json]:
        """Return the legal orders of each tank."""
        return {"tanks": legal_orders(state, player)}

    def read_log(self, text: str) -> Work[Recording | None]:
        """Return the match in a log of Botzone: the judge's log, or the requests and responses of one side or of both.
        None if the text is no such log.
        """
        yield Step()
        return logs.recording_of(text)


game: Game[State] = _Tank()


# What the timeline shows


def way_to_base(state: State, side: int) -> int:
    """Return how many steps a side's nearest tank is from the base of the other side. A brick on the way counts as two
    steps, because it has to be shot first; tanks in the way are ignored. Without a tank or a way it is 36.
    """
    goal, bricks = _bits([BASES[1 - side]]), _bits(state.bricks)
    free = GROUND & ~_bits([BASES[side]]) & ~bricks
    # `here` are the cells at a distance of `steps`, and `before` those at a distance of one less.
    here, before, known, steps = _bits((tank.x, tank.y) for tank in state.tanks[side] if tank.alive), 0, 0, 0
    while here or before:
        if here & goal:
            return steps
        known |= here
        here, before, steps = (_beside(here) & free | _beside(before) & bricks) & ~known, here, steps + 1
    return 4 * SIZE


def _bits(cells: Iterable[Cell]) -> int:
    """Return a set of cells as an integer. Rows are one bit wider than the board, so that shifting a set by one column
    never runs into the next row.
    """
    found = 0
    for x, y in cells:
        found |= 1 << y * (SIZE + 1) + x
    return found


def _beside(cells: int) -> int:
    return cells << 1 | cells >> 1 | cells << SIZE + 1 | cells >> SIZE + 1


GROUND = _bits((x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in STEEL)
"""Where a tank may go, but for bricks and bases."""


# What bots and tools call


def generate_field(seed: int) -> tuple[int, int, int]:
    """Return the bricks of a random field as three ints of 27 bits, as Botzone's judge places them.

    Each cell of rows 0 to 4 is a brick with a probability of 1/3, and all of them are mirrored through the centre. Some
    cells are always bricks; bases, steel and the starts of the tanks never are.
    """
    rng = Random(seed)
    drawn = {(x, y) for y in range(5) for x in range(SIZE) if rng.randrange(3) == 0}
    fixed = {(3, 0), (5, 0), (3, 1), (5, 1)} | {(x, 4) for x in range(SIZE)} | {(4, y) for y in range(2, 5)}
    upper = drawn | fixed
    never = {*BASES, *STEEL, *STARTS[0], *STARTS[1]}
    bricks = (upper | {(SIZE - 1 - x, SIZE - 1 - y) for x, y in upper}) - never
    return _field(bricks)


def legal_orders(state: State, side: int) -> list[list[int]]:
    """Return the legal orders of a side's two tanks; the only order for a dead tank is to stay."""
    return [
        [order for order in range(STAY, LAST_ORDER + 1) if not tank.alive or _objection(state, tank, order) is None]
        if tank.alive
        else [STAY]
        for tank in state.tanks[side]
    ]


def from_view(view: Mapping[str, Json]) -> State:
    """Return the position that a view shows, for looking ahead with the real rules."""
    tanks = tuple(
        tuple(Tank(t["x"], t["y"], t["facing"], t["alive"], not t["can_shoot"]) for t in pair) for pair in view["tanks"]
    )
    bricks = frozenset((x, y) for x, y in view["bricks"])
    bases = tuple(base["alive"] for base in view["bases"])
    return State(tuple(view["field"]), bricks, tanks, bases, view["turn"], view["max_turns"])


# The board during a turn


class _Board:
    """The board of a turn after the moves, and before anything is destroyed."""

    def __init__(self, bricks: frozenset[Cell], bases: Sequence[bool], tanks: Sequence[Sequence[Tank]]) -> None:
        self.bricks = bricks
        self.bases = {BASES[side]: side for side in (0, 1) if bases[side]}
        self.tanks: dict[Cell, list[Cell]] = {}
        for side, pair in enumerate(tanks):
            for number, tank in enumerate(pair):
                if tank.alive:
                    self.tanks.setdefault((tank.x, tank.y), []).append((side, number))

    def empty(self, cell: Cell) -> bool:
        return cell not in self.tanks and cell not in self.bricks and cell not in self.bases and cell not in STEEL

    def items(self, cell: Cell) -> Iterator[Destroyed]:
        """Yield everything that a shot at a cell destroys; steel is never destroyed."""
        if cell in self.bricks:
            yield Destroyed(*cell, "brick")
        if cell in self.bases:
            yield Destroyed(*cell, "base", self.bases[cell])
        for side, number in self.tanks.get(cell, ()):
            yield Destroyed(*cell, "tank", side, number)


def _shots(board: _Board, orders: Sequence[Sequence[int]]) -> Iterator[Shot]:
    for start, tanks in board.tanks.items():
        for side, number in tanks:
            order = orders[side][number]
            if order >= FIRST_SHOT:
                end = _ray(board, start, order % 4)
                cancelled = _head_on(board, start, end, order, orders)
                # If a tank at the edge shoots outwards, its shot reaches no cell, and `end` is its own cell.
                hit = end != start and not cancelled and not board.empty(end)
                yield Shot(side, number, start, end, hit, cancelled)


def _ray(board: _Board, start: Cell, direction: int) -> Cell:
    """Return the cell at which a shot ends: the first one that is not empty, or else the last one on the board."""
    (x, y), (dx, dy) = start, STEPS[direction]
    while _inside(x + dx, y + dy):
        x, y = x + dx, y + dy
        if not board.empty((x, y)):
            break
    return x, y


def _head_on(board: _Board, start: Cell, end: Cell, order: int, orders: Sequence[Sequence[int]]) -> bool:
    """Tell whether this shot and another cancel each other: there is a single tank on each of the two cells, and each
    shoots at the other. Their sides do not matter.
    """
    here, there = board.tanks[start], board.tanks.get(end, ())
    if end == start or len(here) != 1 or len(there) != 1:
        return False
    side, number = there[0]
    theirs = orders[side][number]
    return theirs >= FIRST_SHOT and (theirs + 2) % 4 == order % 4


def _moved(tank: Tank, order: int) -> Tank:
    if not tank.alive:
        return tank
    if order == STAY:
        return replace(tank, shot=False)
    if order >= FIRST_SHOT:
        return replace(tank, facing=order % 4, shot=True)
    dx, dy = STEPS[order]
    return replace(tank, x=tank.x + dx, y=tank.y + dy, facing=order, shot=False)


def _removed(tank: Tank, side: int, number: int, hit: Sequence[Destroyed]) -> Tank:
    if any(item.what == "tank" and (item.side, item.tank) == (side, number) for item in hit):
        return replace(tank, x=-1, y=-1, alive=False)
    return tank


def _lost_base(side: int, hit: Sequence[Destroyed]) -> bool:
    return any(item.what == "base" and item.side == side for item in hit)


def _by_place(item: Destroyed) -> tuple[int, int, int, int]:
    return (item.y, item.x, -1 if item.side is None else item.side, -1 if item.tank is None else item.tank)


def _inside(x: int, y: int) -> bool:
    return 0 <= x < SIZE and 0 <= y < SIZE


# Orders


def _check_move(state: State, side: int, move: Json) -> None:
    turn = state.turn
    if not isinstance(move, list | tuple) or len(move) < 2:
        raise IllegalMove("tank.illegal.shape", who=player(side), got=short(move), turn=turn)
    # Anything after the two orders is ignored, as on Botzone.
    for number, (tank, order) in enumerate(zip(state.tanks[side], move, strict=False)):
        if not tank.alive:
            continue
        where = {"who": player(side), "tank": number, "turn": turn}
        if not _is_whole(order) or not STAY <= order <= LAST_ORDER:
            raise IllegalMove("tank.illegal.order", **where, got=short(order))
        order = int(order)
        objection = _objection(state, tank, order)
        if objection:
            dx, dy = STEPS[order % 4]
            raise IllegalMove(f"tank.illegal.{objection}", **where, x=tank.x + dx, y=tank.y + dy)


def _objection(state: State, tank: Tank, order: int) -> str | None:
    """Return why an order is illegal for a living tank, or None. The cell that it moves to has to be empty before the
    turn.
    """
    if order == STAY:
        return None
    if order >= FIRST_SHOT:
        return "reload" if tank.shot else None
    dx, dy = STEPS[order]
    x, y = tank.x + dx, tank.y + dy
    if not _inside(x, y):
        return "off_board"
    if (x, y) in state.bricks:
        return "into_brick"
    if (x, y) in STEEL:
        return "into_steel"
    if any((x, y) == BASES[side] and state.bases[side] for side in (0, 1)):
        return "into_base"
    if any(tank.alive and (tank.x, tank.y) == (x, y) for pair in state.tanks for tank in pair):
        return "into_tank"
    return None


def _orders(state: State, side: int, move: Any) -> tuple[int, int]:
    """Return the two orders, with -1 for a dead tank, as the judge reports them."""
    first, second = (int(order) if tank.alive else STAY for tank, order in zip(state.tanks[side], move, strict=False))
    return first, second


def _is_whole(order: Json) -> bool:
    """Tell whether an order is a whole number; Botzone's judge takes 2.0 for one as well."""
    return type(order) is int or (type(order) is float and order.is_integer())


# The end


def _loss(state: State, side: int) -> tuple[str, Message] | None:
    """Return why a side has lost, in a word and in a sentence, or None."""
    fault = state.faults[side]
    if fault:
        return ("illegal" if fault.kind == "invalid" else fault.kind), fault.text
    base = not state.bases[side]
    tanks = not any(tank.alive for tank in state.tanks[side])
    if not base and not tanks:
        return None
    reason = "base_and_tanks_destroyed" if base and tanks else "base_destroyed" if base else "tanks_destroyed"
    return reason, message(f"tank.{reason}", who=player(side), turn=state.turn - 1)


# Fields, views and the wire


def _field(bricks: set[Cell]) -> tuple[int, int, int]:
    bits = sum(1 << (y * SIZE + x) for x, y in bricks)
    return bits & (2**27 - 1), bits >> 27 & (2**27 - 1), bits >> 54


def _bricks(field: Sequence[int]) -> frozenset[Cell]:
    """Return the bricks that three ints encode: bit j of int i is cell (n % 9, n // 9), where n = 27i + j."""
    cells = (27 * i + j for i in range(3) for j in range(27) if field[i] >> j & 1)
    occupied = {*BASES, *STEEL, *STARTS[0], *STARTS[1]}
    return frozenset(cell for cell in ((n % SIZE, n // SIZE) for n in cells) if cell not in occupied)


def _request(view: Mapping[str, Json]) -> Json:
    """Return the request that Botzone's judge sends: at first the field and the side, later the enemy's last orders."""
    if view["turn"] == 1:
        return {"field": view["field"], "mySide": view["player"]}
    return view["orders"][1 - view["player"]]


def _tank_json(tank: Tank) -> dict[str, Json]:
    return {"x": tank.x, "y": tank.y, "alive": tank.alive, "facing": tank.facing, "can_shoot": not tank.shot}


def _shot_json(shot: Shot) -> dict[str, Json]:
    return {
        "side": shot.side,
        "tank": shot.tank,
        "from": list(shot.start),
        "to": list(shot.end),
        "hit": shot.hit,
        "cancelled": shot.cancelled,
    }
