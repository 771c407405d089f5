"""Judges a task by the replays of its games. Nothing is played here: the callers play the games.

marks = [see_game(task, replay, seat) for each of the two games on a seed]
text = decided(task, [Pair.of(task, marks), ...])    # None: more games are needed
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandlot.game import Game, Json
from sandlot.jobs import Step, Work
from sandlot.match.parts import Entry, Finish
from sandlot.match.replay import Position, Replay, run
from sandlot.messages import Message, message
from sandlot.syntax import literal
from sandlot.tasks.moves import beyond, moves_of, same_moves
from sandlot.tasks.spec import COUNTED, Task, shows_better
from sandlot.tasks.turns import turn_in

GAMES_ON_A_SEED = 2
PASSED = ("grade.no_faults", "grade.won", "grade.surely_better", "grade.done")
"""The sentences for tasks that are done."""
FIRST_WORDS = {"lists": "moves", "predicts": "next"}
"""By the kind of a task: the word with which the line begins that a program has to print."""
LONGEST_READ = 4000
"""Characters of such a line that are read."""
LONGEST_SAID = 200
"""Characters of such a line, and of the right answer, that a sentence repeats."""


@dataclass(frozen=True)
class GameMark:
    """The result of one game for a task. `points` are 1 for a win and half for a draw. `turn` is the position, counted
    from 0, that shows how it was decided: that before a choice, and that after a fault, with which its output came.
    `why` says what was missing there, and `trace` where in the program, if it raised something.
    """

    points: float
    ok: bool
    turn: int
    fault: Message | None = None
    at_start: bool = False
    why: Message | None = None
    trace: Mapping[str, Json] | None = None


@dataclass(frozen=True)
class Pair:
    """The result of both games on a seed. The program has another seat in each."""

    points: float
    """From 0 to 2."""
    ok: bool
    fault: Message | None = None
    at_start: bool = False
    why: Message | None = None

    @classmethod
    def of(cls, task: Task, games: Sequence[GameMark]) -> Pair:
        """Return the result of a pair of games."""
        points = sum(each.points for each in games)
        fault = next((each for each in games if each.fault), None)
        return cls(
            points,
            points > 1 if task.kind == "wins" else all(each.ok for each in games),
            None if fault is None else fault.fault,
            fault is not None and fault.at_start,
            next((each.why for each in games if each.why), None),
        )


def seeing_game(task: Task, replay: Replay, seat: int) -> Work[GameMark]:
    """Play the replay of a game again, and return its result for the program in a seat. Raises `BadReplay`."""
    watched = _Watched(task, replay.setup.game, seat)
    for number, each in enumerate(run(replay)):
        if isinstance(each, Finish):
            return watched.end(each)
        watched.see(number, each)
        yield Step(number, len(replay.turns))
    return GameMark(0, False, 0, why=message("grade.lost"))


class _Watched:
    """One game, position by position."""

    def __init__(self, task: Task, game: Game[Any], seat: int) -> None:
        self.task, self.game, self.seat = task, game, seat
        self.before: Any = None
        self.choice = 0
        """The last position in which the program could choose between moves."""
        self.fault: tuple[int, Message] | None = None
        self.trace: Mapping[str, Json] | None = None
        self.right = self.asked = 0
        self.wrong: tuple[int, Message] | None = None

    def see(self, turn: int, position: Position) -> None:
        """Take a position, and the turn that has led to it."""
        entries = {entry.player: entry for entry in position.record}
        own = entries.get(self.seat)
        if own and own.fault and not self.fault:
            self.fault, self.trace = (turn, own.fault.text), own.answer.trace
        elif own and turn and self._counts(turn):
            self._judge(turn, own, entries)
        self.before = position.state
        if self.seat in self.game.to_move(position.state) and len(self._moves(self.seat)) != 1:
            self.choice = turn

    def _moves(self, player: int) -> list[Json]:
        return moves_of(self.game, self.before, player) or []

    def _counts(self, turn: int) -> bool:
        return self.task.kind in FIRST_WORDS and (not self.task.at or turn in self.task.at)

    def _judge(self, turn: int, own: Entry, entries: dict[int, Entry]) -> None:
        """Compare the printed value with what the rules say, or with the order that was given."""
        word, player = FIRST_WORDS[self.task.kind], self.seat if self.task.whose == "own" else 1 - self.seat
        there = entries.get(player)
        if there is None or (self.task.kind == "predicts" and there.fault):
            return
        self.asked += 1
        found, got = _printed(own, word)
        right: Json = self._moves(player) if self.task.kind == "lists" else there.move
        is_right = same_moves if self.task.kind == "lists" else _same
        if found and is_right(got, right):
            self.right += 1
        elif not self.wrong:
            when = self._when()
            absent = message("grade.not_printed", when=when, word=word)
            self.wrong = turn, self._wrong(when, got, right) if found else absent

    def _when(self) -> Message:
        """Return the words for the turn that was just played, as the program's view counts it."""
        called, number = turn_in(self.game.view(self.before, self.seat))
        return message(f"grade.when_{called}", number=number)

    def _wrong(self, when: Message, got: Json, right: Json) -> Message:
        """Return the sentence about a wrong value. If lists are too long to be repeated, it names one wrong move."""
        if self.task.kind != "lists":
            if got is None:
                return message("grade.guessed_none", when=when)
            if isinstance(got, str) and not isinstance(right, str):
                return message("grade.guessed_text", when=when, got=_short(got))
            return message("grade.guessed_wrong", when=when, got=_short(got), right=_short(right))
        if got is None:
            return message("grade.printed_none", when=when, right=_short(right))
        is_long = any(len(repr(each)) > LONGEST_SAID for each in (got, right))
        if is_long and isinstance(got, list) and isinstance(right, list):
            for move in beyond(got, right):
                return message("grade.printed_surplus", when=when, move=_short(move))
            for move in beyond(right, got):
                return message("grade.printed_missing", when=when, move=_short(move))
        return message("grade.printed_wrong", when=when, got=_short(got), right=_short(right))

    def end(self, finish: Finish) -> GameMark:
        """Return the result of the whole game."""
        mine, other = finish.outcome.places[self.seat], finish.outcome.places[1 - self.seat]
        points = 1.0 if mine < other else 0.5 if mine == other else 0.0
        if self.fault:
            turn, text = self.fault
            return GameMark(points, False, turn, text, turn == 0, text, self.trace)
        turn, why = self._missed(finish, points)
        return GameMark(points, why is None, turn, why=why)

    def _missed(self, finish: Finish, points: float) -> tuple[int, Message | None]:
        """Return the position that shows why the task was not done, and the sentence; None: it was done."""
        task, last = self.task, max(0, finish.turns - 1)
        lost = finish.outcome.reasons[self.seat] is not None
        match task.kind:
            case "survives" if lost and finish.turns < task.turns:
                return self.choice, message("grade.out_early", turn=finish.turns, turns=task.turns)
            case "wins" | "better" if points < 1:
                turn = self.choice if lost else last
                return turn, message("grade.lost" if points == 0 else "grade.drew")
            case "lists" | "predicts" if self.asked == 0:
                return last, message("grade.no_turns")
            case "lists" | "predicts" if 100 * self.right < task.share * self.asked and self.wrong:
                turn, why = self.wrong
                if task.share < 100:
                    said = {"right": self.right, "count": self.asked, "share": task.share}
                    why = message("grade.few_right", **said, why=why)
                return turn - 1, why
        return last, None


def _printed(entry: Entry, word: str) -> tuple[bool, Json]:
    """Return whether a program printed a line that begins with this word and a colon, and the value in the last one."""
    text = "".join(part for stream, part in entry.answer.output if stream == "out")
    lines = [line.strip() for line in text.splitlines()]
    said = [line.removeprefix(f"{word}:").strip() for line in lines if line.startswith(f"{word}:")]
    if not said:
        return False, None
    text = said[-1][:LONGEST_READ]
    try:
        value = literal(text)
        plain = _plain(sorted(value, key=str) if isinstance(value, set | frozenset) else value)
        # Refuses integers too large to be written in decimal, which Python reads in hexadecimal.
        json.dumps(plain)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return True, text
    return True, plain


def _plain(value: Any) -> Json:
    """Return a value as JSON has it: lists for tuples, strings for keys, and strings for what JSON cannot hold."""
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _same(got: Json, right: Json) -> bool:
    """Tell whether two values are equal as JSON, where True is not 1."""
    return json.dumps(got, sort_keys=True) == json.dumps(right, sort_keys=True)


def _short(value: Json) -> str:
    """Return a value as a sentence repeats it: as Python writes it, since a bot's author reads None and not null."""
    text = repr(value)
    return text if len(text) <= LONGEST_SAID else f"{text[: LONGEST_SAID - 1]}…"


def decided(task: Task, played: Sequence[Pair]) -> Message | None:
    """Return the verdict on a task, or None as long as further seeds may decide it. `played` are those so far."""
    left = len(task.seeds) - len(played)
    fault = next((each.fault for each in played if each.fault), None)
    done = sum(each.ok for each in played)
    if task.kind == "wins":
        said = {"won": done, "seeds": len(task.seeds), "wins": task.wins}
        if done >= task.wins:
            return message("grade.won", **said)
        if done + left >= task.wins:
            return None
        early = message("grade.not_won_early", played=len(played), **said)
        return _with_fault(early if left else message("grade.not_won", **said), fault)
    if task.kind == "no-faults" and not task.needed:
        if fault:
            return message("grade.faulty", why=fault)
        return None if left else message("grade.no_faults", games=GAMES_ON_A_SEED * len(task.seeds))
    if task.kind in COUNTED:
        said = {"done": done, "needed": task.enough, "seeds": len(task.seeds)}
        if done >= task.enough:
            return message("grade.done", **said)
        if done + left >= task.enough:
            return None
        why = next((each.why for each in played if not each.ok), None)
        early = message("grade.not_done_early", played=len(played), **said)
        text = early if left else message("grade.not_done", **said)
        return message("grade.with_reason", text=text, why=why) if why else text
    result = {"percent": _percent(played), "games": GAMES_ON_A_SEED * len(played)}
    at_best = [*played, *[Pair(2, True)] * left]
    if not shows_better(Counter(each.points / GAMES_ON_A_SEED for each in at_best)):
        return _with_fault(message("grade.not_surely_better", against=task.against, **result), fault)
    return None if left else message("grade.surely_better", against=task.against, **result)


def _with_fault(text: Message, fault: Message | None) -> Message:
    return message("grade.with_fault", text=text, why=fault) if fault else text


def _percent(played: Sequence[Pair]) -> int:
    return round(100 * sum(each.points for each in played) / (GAMES_ON_A_SEED * len(played)))
