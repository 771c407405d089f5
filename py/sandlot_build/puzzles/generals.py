"""Finds puzzles of Generals with the real rules: captures that nobody can avert, and the only way to save the general.

Players move one after the other, and time is counted in rounds, of which each has one move of either side. An order
*wins* within n if the other general falls by the n-th move of one's own, whatever the other side does between them. Of
an order that *loses*, the same is true from the other side.

A player sees a part of the board. A right order wins even if every plain cell out of sight held all units that the
other side has out of sight; a threat to one's own general is there even if there is nothing out of sight.

The search tries every move that can matter, and proves of the others that they cannot. Its answers come with a *zone*:
cells such that the answer is the same in any position that agrees on them. A move that touches no cell of the zone of
"I pass" is no better than passing. So a side that fails by passing need only try the moves that touch that zone; with
the cells beside it, from which such moves come, it is part of the zone of the failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from sandlot.games.generals import CAPITAL, FOG, MOUNTAIN, OBSTACLE, PLAIN, Board, Cell, State, game, go
from sandlot.games.generals.board import bits, cell, sight
from sandlot.match.replay import Replay, positions
from sandlot_build.puzzles.found import Found

WINS = range(1, 5)
"""The numbers of rounds within which the other general may fall."""
LOSES = range(1, 4)
"""The numbers of rounds within which a general may fall that is not saved."""
FIRST = 20
"""Puzzles are looked for after this turn: before it, nothing happens."""
EASY = 32
"""Of puzzles of one round only those of every so many games are kept."""
MOST_LINES = 8
"""Wrong orders whose refutation is kept. Where there is none, house bots play on."""
MOST_STEPS = 20_000
"""Where a search takes more steps of the rules than this, there is no puzzle."""

Order: TypeAlias = dict[str, Any]
Zone: TypeAlias = int
Line: TypeAlias = list[list[Order | None]]


class TooWide(Exception):
    """A search takes too long."""


class Answer(NamedTuple):
    """Whether a general falls by force, and the cells on which that depends."""

    wins: bool
    zone: Zone


class Move(NamedTuple):
    """An order, the cells that it touches, how many steps nearer to the general the army comes, and how far away it is
    then.
    """

    order: Order
    touches: Zone
    gains: int
    away: int


def find(replay: Replay) -> Iterator[Found]:
    """Yield the puzzles of a game, the last ones first."""
    states: list[State] = [each.state for _, each in positions(replay)]
    for turn in range(len(states) - 2, FIRST, -1):
        for at in (_captured, _saved):
            try:
                found = at(replay, states[turn], turn)
            except TooWide:
                continue
            if found:
                yield found


def _least(replay: Replay) -> int:
    return 1 if replay.setup.seed % EASY == 0 else 2


def _captured(replay: Replay, state: State, turn: int) -> Found | None:
    me = state.order[state.seat]
    search = Search(state, me)
    if not search.goal & sight(state.board, me) or search.is_out_of_reach(state, WINS[-1]):
        return None
    rounds = next((each for each in WINS if search.wins(state, each).wins), 0)
    if rounds < _least(replay):
        return None
    moves = search.moves(state, me)
    right = [each for each in moves if search.by(state, each, rounds).wins]
    if not _is_one_step(right):
        return None
    worst = imagined(state, me, is_worst=True)
    in_worst = Search(worst, me)
    if not all(in_worst.by(worst, each, rounds).wins for each in right):
        return None
    search.steps = 0
    lines = [(bare(each.order), search.winning(state, each, rounds)) for each in right]
    wrong = [each for each in moves if each not in right]
    failing = ((bare(each.order), search.failing(state, each, rounds)) for each in wrong)
    lines += islice(((order, line) for order, line in failing if line), MOST_LINES)
    answers = [bare(each.order) for each in right]
    return Found(replay, turn, me, "capture", answers, ("wins", rounds), ("open", rounds), rounds, lines)


def _saved(replay: Replay, state: State, turn: int) -> Found | None:
    me = state.order[state.seat]
    search = Search(state, 1 - me)
    if search.is_out_of_reach(state, LOSES[-1]):
        return None
    passed = search.after(state, None)
    threats = ((rounds, search.wins(passed, rounds)) for rounds in LOSES)
    rounds, threat = next(((rounds, each) for rounds, each in threats if each.wins), (0, None))
    if threat is None or rounds < _least(replay):
        return None
    # Any other move does nothing about the threat.
    tries = [each for each in search.moves(state, me) if each.touches & (threat.zone | search.home)]
    right = [each for each in tries if search.is_saved_by(state, each, rounds)]
    if not _is_one_step(right):
        return None
    clear = imagined(state, me, is_worst=False)
    in_clear = Search(clear, 1 - me)
    if not in_clear.wins(in_clear.after(clear, None), rounds).wins:
        return None
    search.steps = 0
    wrong = [each for each in tries if each not in right]
    lines = [(bare(each.order), search.falling(state, each, rounds)) for each in wrong[:MOST_LINES]]
    answers = [bare(each.order) for each in right]
    return Found(replay, turn, me, "save-general", answers, ("lives", rounds), ("loses", rounds), rounds, lines)


def _is_one_step(right: Sequence[Move]) -> bool:
    """Tell whether the answers are one step, of all of an army or of half of it."""
    return len({each.touches for each in right}) == 1


def bare(order: Order) -> Order:
    """Return an order without an option that is off."""
    return {key: value for key, value in order.items() if value is not False}


def general_of(board: Board, player: int) -> Zone:
    """Return the cell of a general; 0 if it has fallen."""
    return sum(1 << index for index in bits(board.owned[player]) if _at(board, index).kind == CAPITAL)


def _at(board: Board, index: int) -> Cell:
    return board.rows[index // board.stride][index % board.stride]


def imagined(state: State, me: int, *, is_worst: bool) -> State:
    """Return the position as a player sees it, with mountains for all obstacles out of sight. At worst every plain cell
    out of sight holds all units of the other side that are out of sight; otherwise nothing is there.
    """
    view = game.view(state, me)
    units = zip(chain(*view["owner"]), chain(*view["army"]), strict=True)
    hidden = view["players"][1 - me]["army"] - sum(army for owner, army in units if owner == 1 - me)
    fog = cell(PLAIN, 1 - me, hidden) if is_worst and hidden else cell(PLAIN)
    unseen = {FOG: fog, OBSTACLE: cell(MOUNTAIN)}
    rows = tuple(
        tuple(unseen.get(kind, each) for kind, each in zip(kinds, row, strict=True))
        for kinds, row in zip(view["kind"], state.board.rows, strict=True)
    )
    return replace(state, board=Board.of(rows, 2))


class Search:
    """Searches whether `side` can capture the other general by force. `steps` counts those of the rules."""

    def __init__(self, state: State, side: int) -> None:
        board = state.board
        self.side, self.goal, self.home = side, general_of(board, 1 - side), general_of(board, side)
        self.stride, self.steps = board.stride, 0
        cells = ((i * self.stride + j, each) for i, row in enumerate(board.rows) for j, each in enumerate(row))
        self.free = sum(1 << index for index, each in cells if each.kind != MOUNTAIN)
        self.near = [self.goal]
        while self.near[-1] != (wider := self.around(self.near[-1])):
            self.near.append(wider)
        self.away = {index: steps for steps, ball in reversed([*enumerate(self.near)]) for index in bits(ball)}

    def around(self, cells: Zone) -> Zone:
        """Return cells and those beside them."""
        wide = cells | cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride
        return wide & self.free

    def within(self, steps: int) -> Zone:
        """Return the cells from which it is at most so many steps to the general."""
        return self.near[min(steps, len(self.near) - 1)]

    def moves(self, state: State, player: int) -> list[Move]:
        """Return the moves that move something, those towards the general first."""
        found, far = [], len(self.near)
        for source in bits(state.board.owned[player]):
            army = _at(state.board, source).army
            for target in bits(self.around(1 << source) ^ 1 << source) if army > 1 else ():
                here, there = self.away.get(source, far), self.away.get(target, far)
                places = divmod(source, self.stride), divmod(target, self.stride)
                for half in (False, True) if army > 2 else (False,):
                    found.append(Move(go(*places, half), 1 << source | 1 << target, here - there, there))
        return sorted(found, key=lambda move: (-move.gains, move.away))

    def is_out_of_reach(self, state: State, rounds: int) -> bool:
        """Tell whether too few units are near enough, even if nobody disturbs them and every cell grows."""
        near = state.board.owned[self.side] & self.within(rounds)
        force = sum(_at(state.board, index).army + rounds // 2 for index in bits(near))
        return force <= _at(state.board, self.goal.bit_length() - 1).army

    def wins(self, state: State, rounds: int) -> Answer:
        """Tell whether the side, which is to move, captures with so many moves."""
        if rounds == 0:
            return Answer(False, 0)
        if self.is_out_of_reach(state, rounds):
            return Answer(False, self.within(rounds))
        moves = self.moves(state, self.side)
        tried: dict[int, Answer] = {}
        for number, move in enumerate(moves):
            is_on_its_way = move.gains > 0 and move.away < rounds
            if is_on_its_way and (tried.setdefault(number, self.by(state, move, rounds))).wins:
                return tried[number]
        passed = self.stands(self.after(state, None), rounds - 1)
        if passed.wins:
            return passed
        zone = passed.zone | self.goal
        whole = self.around(zone)
        for number, move in enumerate(moves):
            if move.touches & zone:
                answer = tried.get(number) or self.by(state, move, rounds)
                if answer.wins:
                    return answer
                whole |= answer.zone
        return Answer(False, whole)

    def by(self, state: State, move: Move, rounds: int) -> Answer:
        """Tell whether the side captures with so many moves, of which this one is the first."""
        after = self.after(state, move.order)
        if self.has_won(after):
            return Answer(True, move.touches)
        answer = self.stands(after, rounds - 1)
        return Answer(answer.wins, answer.zone | move.touches)

    def stands(self, state: State, rounds: int) -> Answer:
        """Tell whether the side captures with so many moves, though the other side is to move first."""
        if rounds == 0:
            return Answer(False, 0)
        passed = self.wins(self.after(state, None), rounds)
        if not passed.wins:
            return passed
        zone = passed.zone | self.home
        whole = self.around(zone)
        for move in self.moves(state, 1 - self.side):
            if move.touches & zone:
                after = self.after(state, move.order)
                answer = Answer(False, 0) if self.is_over(after) else self.wins(after, rounds)
                if not answer.wins:
                    return Answer(False, answer.zone | move.touches)
                whole |= answer.zone
        return Answer(True, whole)

    def is_saved_by(self, state: State, move: Move, rounds: int) -> bool:
        """Tell whether a move of the other side averts the capture."""
        after = self.after(state, move.order)
        return self.is_over(after) or not self.wins(after, rounds).wins

    def after(self, state: State, order: Order | None) -> State:
        """Return the position after an order of who is to move."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooWide
        return game.step(state, {state.order[state.seat]: order})

    def has_won(self, state: State) -> bool:
        """Tell whether the side has captured the general."""
        return bool(state.board.owned[self.side] & self.goal)

    @staticmethod
    def is_over(state: State) -> bool:
        """Tell whether a general has fallen."""
        return len(state.board.living) < 2

    # Lines, in which nobody passes: an order that only passes the time does as well.

    def winning(self, state: State, move: Move, rounds: int) -> Line:
        """Return how the general falls after a move, though the other side holds out as long as it can."""
        line: Line = []
        while True:
            line.append(self._turn(state, move))
            state, rounds = self.after(state, move.order), rounds - 1
            if self.has_won(state) or not (answers := self.moves(state, 1 - self.side)):
                return line
            answer = max(answers, key=lambda each: self._soonest(self.after(state, each.order), rounds))
            line.append(self._turn(state, answer))
            state = self.after(state, answer.order)
            rounds = self._soonest(state, rounds)
            move = next(each for each in self.moves(state, self.side) if self.by(state, each, rounds).wins)

    def _soonest(self, state: State, most: int) -> int:
        return next((rounds for rounds in range(1, most) if self.wins(state, rounds).wins), most)

    def failing(self, state: State, move: Move, rounds: int) -> Line:
        """Return how the other side averts the capture after a wrong move; nothing if it need not do anything."""
        line: Line = []
        while True:
            line.append(self._turn(state, move))
            state, rounds = self.after(state, move.order), rounds - 1
            answers = self.moves(state, 1 - self.side)
            answer = next((each for each in answers if self.is_saved_by(state, each, rounds)), None)
            if answer is None or self.has_won(state):
                return []
            line.append(self._turn(state, answer))
            state = self.after(state, answer.order)
            moves = self.moves(state, self.side)
            if rounds == 0 or self.is_over(state) or not moves:
                return line
            move = moves[0]

    def falling(self, state: State, move: Move, rounds: int) -> Line:
        """Return how the general falls after a wrong move of the other side."""
        line = [self._turn(state, move)]
        after = self.after(state, move.order)
        rounds = self._soonest(after, rounds)
        best = next(each for each in self.moves(after, self.side) if self.by(after, each, rounds).wins)
        return [*line, *self.winning(after, best, rounds)]

    @staticmethod
    def _turn(state: State, move: Move) -> list[Order | None]:
        turn: list[Order | None] = [None, None]
        turn[state.order[state.seat]] = bare(move.order)
        return turn
