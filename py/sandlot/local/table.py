"""The seats of one match: puts questions to all bots that are to move, and waits for all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from time import monotonic, sleep
from typing import Protocol

from sandlot.local.bot import Bot
from sandlot.local.command import Command
from sandlot.local.ends import Waiting, signal_name
from sandlot.local.interrupt import undisturbed
from sandlot.local.machine import processors
from sandlot.local.nursery import Forked, Nursery
from sandlot.local.pipes import poll_for
from sandlot.local.process import Process, kill_group
from sandlot.local.python import Python
from sandlot.local.stopwatch import Stopwatch
from sandlot.local.void import Void
from sandlot.local.walls import Wall
from sandlot.match.parts import Answer, Ask, Notice, Setup, seat_seed
from sandlot.messages import message, player

__all__ = ["Table"]

GRACE = 300
"""Milliseconds that a program has to end by itself after its game."""


class _Seat(Protocol):
    """One bot, in whatever process. `start` and `move` return its answer, and never raise because of the bot."""

    @property
    def process(self) -> Process | Forked | None: ...

    def settle(self, ends: str) -> None: ...
    def start(self, ask: Ask) -> Waiting[Answer]: ...
    def move(self, ask: Ask) -> Waiting[Answer]: ...
    def killed(self) -> int: ...
    def tell(self, text: str) -> None: ...
    def leave(self) -> None: ...
    def gone(self) -> bool: ...
    def close(self) -> None: ...


class Table:
    """The seats of one match. Bots that are asked at the same time think at the same time, but no more of them than
    there are processors.
    """

    def __init__(self, setup: Setup, bots: Sequence[Bot], memory: int | None, wall: Wall, nursery: Nursery) -> None:
        self.nursery = nursery
        self.processors = processors()
        self.leaving: dict[int, Stopwatch] = {}
        self.lost: list[_Seat] = []
        """Those that did not answer in time, or crashed; not closed yet."""
        self.seats: list[_Seat] = [
            Command(bot.command, memory, wall)
            if bot.command
            else Python(bot, seat_seed(setup, number), memory, nursery, wall)
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
        # Waiting for their end takes time, which is not to be measured as that of others.
        while self.lost:
            self.lost.pop().close()
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
            if seat.process and not seat.process.over:
                kill_group(seat.process.pid)
            self.lost.append(seat)
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
        pause = 0.0
        while not all(self.seats[number].gone() or watch.over for number, watch in self.leaving.items()):
            sleep(pause)
            pause = min(0.002, pause + 0.0002)

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
        with undisturbed():
            try:
                self.nursery.end_match()
            finally:
                for seat in self.seats:
                    seat.close()
