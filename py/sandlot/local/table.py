"""Plays matches on this machine, with a process for every bot. For POSIX systems.

    replay, finish = play(Setup(...), [house("tank", "hunter"), program(["./my_bot"])])

A bot in Python runs in a fresh interpreter: see `seat.in_process`. Any other program speaks the game's original
protocol through its standard streams, in one of three ways. The protocol says which one (`wire.Wire.ends`):

- "line": it stays alive and answers with a line;
- "marker", as on Botzone: its answer ends with the keep-running line, and it stays alive; or its answer ends with the
  program, which is started anew for the next turn;
- "turn": as "line", but a program that has ended is started anew. The question is also in ``input.txt`` in the folder
  where it runs (see `folders`), and in its command wherever that says ``{input}``.

Programs run in the current folder if there is no wall around them.

A program that is started for every turn may read its input to the end, but one that stays must not see the end. So the
input is left open until the program is seen waiting for more of it. Linux can tell this; on other systems the input is
left open until half of the program's time has passed without output. Then it is closed, and on all later turns it is
closed at once. The time this took is given back.

Without a wall, bots run with the rights of the user who starts them. Within one (see `walls`), each has a folder of its
own, and of the user's files only its own.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from time import monotonic, sleep
from typing import Protocol

from sandlot.local.bot import Bot
from sandlot.local.command import Command
from sandlot.local.ends import Waiting, signal_name
from sandlot.local.machine import processors
from sandlot.local.pipes import poll_for
from sandlot.local.process import Process
from sandlot.local.python import Python
from sandlot.local.stopwatch import Stopwatch
from sandlot.local.walls import NO_WALL, Wall
from sandlot.match.parts import Answer, Ask, Batch, Finish, Notice, Setup, seat_seed
from sandlot.match.referee import play as play_match
from sandlot.match.replay import Replay, recorded, result_json
from sandlot.messages import Message, message, player, render

__all__ = ["Void", "play", "processors"]

GRACE = 300
"""Milliseconds that a program has to end by itself after its game."""


class Void(Exception):
    """A match without a verdict: as far as we know, no bot caused what happened. `text` says what."""

    def __init__(self, text: Message) -> None:
        self.text = text
        super().__init__(render(text))


def play(
    setup: Setup,
    bots: Sequence[Bot],
    *,
    memory: int | None = None,
    wall: Wall = NO_WALL,
    watch: Callable[[Batch | Finish], None] = lambda batch: None,
    source: Replay | None = None,
) -> tuple[Replay, Finish]:
    """Play a match between `bots`, in the order of `setup.players`.

    `memory` is the most bytes that a bot may use, where the system can limit that. `wall` stands around every bot; see
    `walls`. `watch` is called with every batch
    and with the finish. `source` is the replay that a fork continues. Raises what `referee.play` raises, `BadReplay` if
    `source` does not reach the turn of the fork, and `Void` if something other than itself killed a bot while it
    waited. No process, file or open pipe is left behind, even if this is interrupted.
    """
    replay = Replay(setup)
    match = play_match(setup)
    batch = next(match)
    if source and setup.forks:
        for given, after in recorded(source, setup.forks[-1].turn, match, batch):
            watch(batch)
            replay.add(batch, given)
            batch = after
    table = _Table(setup, bots, memory, wall)
    try:
        while True:
            watch(batch)
            table.tell(batch.notices)
            answers = table.ask(batch.asks)
            replay.add(batch, answers)
            batch = match.send(answers)
    except StopIteration as end:
        finish: Finish = end.value
        watch(finish)
        table.tell(finish.notices)
        table.dismiss_all()
        replay.result = result_json(finish)
        return replay, finish
    finally:
        table.close()


class _Seat(Protocol):
    """One bot, in whatever process. `start` and `move` return its answer, and never raise because of the bot."""

    @property
    def process(self) -> Process | None: ...

    def settle(self, ends: str) -> None: ...
    def start(self, ask: Ask) -> Waiting[Answer]: ...
    def move(self, ask: Ask) -> Waiting[Answer]: ...
    def killed(self) -> int: ...
    def tell(self, text: str) -> None: ...
    def leave(self) -> None: ...
    def gone(self) -> bool: ...
    def close(self) -> None: ...


class _Table:
    """The seats of one match. Bots that are asked at the same time think at the same time, but no more of them than
    there are processors.
    """

    def __init__(self, setup: Setup, bots: Sequence[Bot], memory: int | None, wall: Wall) -> None:
        self.processors = processors()
        self.leaving: dict[int, Stopwatch] = {}
        self.seats: list[_Seat] = [
            Command(bot.command, memory, wall) if bot.command else Python(bot, seat_seed(setup, number), memory, wall)
            for number, bot in enumerate(bots)
        ]

    def ask(self, asks: Sequence[Ask]) -> list[Answer]:
        """Put questions to the seats and return their answers."""
        self._see_off()
        for ask in asks:
            if ask.stage == "start":
                # One after another, so that the same bot always gets the current folder.
                self.seats[ask.player].settle(ask.ends)
        answers: dict[int, Answer] = {}
        waiting: dict[int, tuple[Waiting[Answer], float]] = {}
        """By player: what waits for the answer, and how long at most, in seconds."""

        def go_on(number: int, asking: Waiting[Answer], now: float | None) -> None:
            try:
                # A generator begins with None.
                waiting[number] = asking, asking.send(now)  # type: ignore[arg-type]
            except StopIteration as end:
                answers[number] = end.value
                waiting.pop(number, None)

        left = list(reversed(asks))
        while left or waiting:
            while left and len(waiting) < self.processors:
                ask = left.pop()
                go_on(ask.player, self._ask(ask), None)
            if waiting:
                now = self._wait(waiting)
                for number, (asking, _) in list(waiting.items()):
                    go_on(number, asking, now)
        return [answers[ask.player] for ask in asks]

    def _wait(self, waiting: Mapping[int, tuple[Waiting[Answer], float]]) -> float:
        """Wait until there is news of a process, or the time of somebody is up; return the time when that was.

        What has come in is read before anybody's answer is looked into, which takes time.
        """
        processes = [each for number in waiting if (each := self.seats[number].process)]
        seconds = min(seconds for _, seconds in waiting.values())
        ready = poll_for(chain.from_iterable(each.wanted() for each in processes), seconds)
        now = monotonic()
        for each in processes:
            each.pump(ready)
        return now

    def _ask(self, ask: Ask) -> Waiting[Answer]:
        seat = self.seats[ask.player]
        if number := seat.killed():
            raise Void(message("void.killed", who=player(ask.player), signal=signal_name(number)))
        answer = yield from (seat.start(ask) if ask.stage == "start" else seat.move(ask))
        late = ask.budget is not None and answer.milliseconds > ask.budget
        if late or answer.fault in ("timeout", "crash"):
            seat.close()
        return answer

    def tell(self, notices: Sequence[Notice]) -> None:
        """Send farewells to programs, and give them a moment to end by themselves."""
        for notice in notices:
            self.seats[notice.player].tell(notice.text)
            self._leave(notice.player)

    def dismiss_all(self) -> None:
        """Close every bot's input, and wait a moment for all of them to end by themselves."""
        for number in range(len(self.seats)):
            if number not in self.leaving:
                self._leave(number)
        while self.leaving:
            self._see_off()
            sleep(0.002)

    def _leave(self, number: int) -> None:
        self.seats[number].leave()
        self.leaving[number] = Stopwatch(GRACE)

    def _see_off(self) -> None:
        for number, watch in list(self.leaving.items()):
            if self.seats[number].gone() or watch.over:
                del self.leaving[number]
                self.seats[number].close()

    def close(self) -> None:
        """End every bot, whatever it is doing."""
        with _undisturbed():
            for seat in self.seats:
                seat.close()


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore a second Ctrl-C while we clean up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
