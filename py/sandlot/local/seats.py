"""The seats of one match: all bots that are to move are asked, and waited for at the same time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Container, Mapping, Sequence
from itertools import chain
from time import monotonic, sleep
from typing import TypeAlias

from sandlot.files.bot import Bot
from sandlot.local.abort import MatchAborted, undisturbed
from sandlot.local.arena import USUAL_MEMORY, StepCounter
from sandlot.local.blame import Blame
from sandlot.local.command import Command
from sandlot.local.counted import ROOM_OF_NODE, Counted
from sandlot.local.machine import processors
from sandlot.local.process_seat import Waiting
from sandlot.local.python import Python
from sandlot.match.parts import Notice, Request, Response, Setup, seat_seed
from sandlot.messages import Message, message, player
from sandlot.processes import groups
from sandlot.processes.forked import ForkServer
from sandlot.processes.groups import Group
from sandlot.processes.pipes import poll_for
from sandlot.processes.process import kill_group, signal_name
from sandlot.sandbox.kinds import MEGABYTE, MOST_TASKS, WORK, Sandbox
from sandlot.timing.stopwatch import TICK, Stopwatch

Seat: TypeAlias = Command | Python | Counted

GRACE = 300
"""Milliseconds that a program has to end by itself after its game."""
IDLE_LOOK, COSTLY_LOOK = 0.01, 0.1
"""Seconds for which others are asked before the idle bots are checked again: at first, and if a check is costly."""
MEMORY_SHARE = 0.8
"""The share of the machine's memory that all bots may use together."""
LEAST = 1024 * MEGABYTE
"""Bytes of memory that every bot may use, unless the user has set a limit."""


class Seats:
    """The seats of one match. Bots that are asked at the same time think at the same time, but no more of them than
    there are processors. Within a sandbox they think one after another, so that none can take time from another.
    """

    def __init__(
        self,
        setup: Setup,
        bots: Sequence[Bot],
        memory: int | None,
        sandbox: Sandbox,
        fork_server: ForkServer,
        lost: Mapping[int, Message],
        counter: StepCounter | None = None,
    ) -> None:
        """Make a seat for each bot. `counter` counts the steps of all bots; None: steps are not counted."""
        self.fork_server, self.not_started = fork_server, lost
        self.together = 1 if sandbox.isolates else processors()
        """How many bots think at the same time."""
        self.thought = [0.0 for _ in bots]
        """Milliseconds that each bot has thought in this match."""
        self.passed, self.pause = 0.0, IDLE_LOOK
        """Seconds since the last check of the bots that are not asked, and the time from that check to the next."""
        self.leaving: dict[int, Stopwatch] = {}
        self.failed: list[Seat] = []
        """Seats whose bots did not answer in time, or crashed; not closed yet."""
        self.seats: list[Seat] = []
        memory_each = _memory(memory, len(bots))
        for number, bot in enumerate(bots):
            # House bots are trusted, so they need no control group.
            has_group = bot.kind != "house" and number not in lost
            group = self._group(bot, memory_each, counter is not None) if has_group else None
            seed = seat_seed(setup, number)
            if bot.command:
                self.seats.append(Command(bot.command, memory, sandbox, group))
            elif counter:
                self.seats.append(Counted(bot, seed, memory, counter, sandbox, group))
            else:
                self.seats.append(Python(bot, seed, memory, fork_server, sandbox, group))
        self.watched = [number for number, bot in enumerate(bots) if bot.kind != "house"]
        self.blame = Blame(self.seats, sandbox)

    def _group(self, bot: Bot, memory: int, counted: bool) -> Group | None:
        """Return the control group of a bot, with its limits; None if there are no groups here. `counted`: the bot's
        steps are counted.
        """
        if counted:
            # The bot's Python runs within Node and has a memory limit of its own.
            return groups.take(max(memory, USUAL_MEMORY) + ROOM_OF_NODE, MOST_TASKS)
        if bot.command:
            return groups.take(memory, MOST_TASKS)
        group = self.fork_server.group()
        with contextlib.suppress(OSError):
            if group:
                group.limit(memory, MOST_TASKS)
            return group
        return None

    def ask(self, requests: Sequence[Request]) -> list[Response]:
        """Put questions to the seats and return their answers."""
        self._close_ended()
        answers = {
            request.player: self._answer_of_not_started(request)
            for request in requests
            if request.player in self.not_started
        }
        unsettled: dict[int, OSError] = {}
        for request in requests:
            if request.player not in self.not_started and request.stage == "start":
                # One after another, so that the same bot always gets the current folder.
                try:
                    self.seats[request.player].choose_folder(request.framing)
                except OSError as error:
                    unsettled[request.player] = error
        waiting: dict[int, tuple[Waiting[Response], float]] = {}
        """By player: the generator that waits for the answer, and in how many seconds it is resumed at the latest."""

        def go_on(number: int, asking: Waiting[Response], now: float | None) -> None:
            try:
                # The first value sent to a generator must be None.
                waiting[number] = asking, asking.send(now)  # type: ignore[arg-type]
            except StopIteration as end:
                answers[number] = end.value
                waiting.pop(number, None)
                if number in self.watched:
                    self.seats[number].idle.begin(self.seats[number].process)

        left = [request for request in reversed(requests) if request.player not in self.not_started]
        while left or waiting:
            while left and len(waiting) < self.together:
                request = left.pop()
                self.seats[request.player].idle.end()
                self.pause = IDLE_LOOK
                go_on(request.player, self._ask(request, unsettled.get(request.player)), None)
            if waiting:
                now = self._wait(waiting)
                for number, (asking, _) in list(waiting.items()):
                    go_on(number, asking, now)
        # Only now: waiting for their end takes time, which must not be measured as time of other bots.
        while self.failed:
            self.failed.pop().close()
        return [answers[request.player] for request in requests]

    def _answer_of_not_started(self, request: Request) -> Response:
        """Return the answer of a bot that was not started, because it has lost already. It loses at its first move: a
        fault at the start would say that it could not start.
        """
        if request.stage == "start":
            return Response("program" if isinstance(self.seats[request.player], Command) else "module")
        return Response(fault="crash", why=self.not_started[request.player])

    def _wait(self, waiting: Mapping[int, tuple[Waiting[Response], float]]) -> float:
        """Wait until a process has output or has ended, or a bot's time is up; return the `monotonic` time of that.

        All output is read before the first answer is parsed, because parsing takes time.
        """
        processes = [each for number in waiting if (each := self.seats[number].process)]
        seconds = min(max(0.001, self.pause - self.passed), *(seconds for _, seconds in waiting.values()))
        begun = monotonic()
        ready = poll_for(chain.from_iterable(each.wanted() for each in processes), seconds)
        now = monotonic()
        self._look_at_others(waiting, now - begun)
        for each in processes:
            each.pump(ready)
        return now

    def _look_at_others(self, waiting: Container[int], seconds: float) -> None:
        """Check now and then that bots which are not asked are idle. `seconds` have passed since the last call."""
        self.passed += seconds
        if self.passed < self.pause:
            return
        idle = [self.seats[number].idle for number in self.watched if number not in waiting]
        is_costly = not all(each.is_cheap for each in idle)
        if is_costly and self.passed < COSTLY_LOOK:
            self.pause = COSTLY_LOOK
            return
        for each in idle:
            each.look()
        self.passed, self.pause = 0.0, COSTLY_LOOK if is_costly else min(2 * self.pause, TICK)

    def _ask(self, request: Request, unsettled: OSError | None) -> Waiting[Response]:
        seat = self.seats[request.player]
        if number := seat.killed():
            raise MatchAborted(message("void.killed", who=player(request.player), signal=signal_name(number)))
        try:
            if unsettled:
                raise unsettled
            answer = yield from (seat.start(request) if request.stage == "start" else seat.move(request))
        except OSError as error:
            answer = self.blame.of_error(request.player, error)
        self.thought[request.player] += answer.milliseconds
        late = request.budget is not None and answer.milliseconds > request.budget
        answer = self.blame.judge(request.player, answer, late, self.thought[request.player])
        if late or answer.fault in ("timeout", "crash"):
            if seat.process and not seat.process.over:
                kill_group(seat.process.pid)
            self.failed.append(seat)
        return answer

    def tell(self, notices: Sequence[Notice]) -> None:
        """Send farewells to programs, and give them a moment to end by themselves."""
        for notice in notices:
            self.seats[notice.player].idle.end()
            self.seats[notice.player].tell(notice.text)
            self._close_input(notice.player)

    def dismiss_all(self) -> None:
        """Close every bot's input, and wait a moment for all of them to end by themselves."""
        for number in range(len(self.seats)):
            if number not in self.leaving:
                self._close_input(number)
        pause = 0.0
        while not all(self.seats[number].gone() or watch.over for number, watch in self.leaving.items()):
            sleep(pause)
            pause = min(0.002, pause + 0.0002)

    def _close_input(self, number: int) -> None:
        seat = self.seats[number]
        seat.idle.end()
        seat.leave()
        if number in self.watched:
            seat.idle.begin(seat.process, is_last=True)
        self.leaving[number] = Stopwatch(GRACE)

    def _close_ended(self) -> None:
        for number, watch in list(self.leaving.items()):
            if self.seats[number].gone() or watch.over:
                del self.leaving[number]
                self.seats[number].close()

    def close(self) -> None:
        """End every bot, whatever it is doing."""
        with undisturbed():
            for seat in self.seats:
                # A stopped process may not hear that it has to end.
                seat.end_group()
            try:
                self.fork_server.end_match()
            finally:
                for seat in self.seats:
                    seat.close()


def _memory(limit: int | None, bots: int) -> int:
    """Return how many bytes of memory each of so many bots may use. `limit` is what the user has set; the size of the
    work folder, which is in memory, is added to it.
    """
    if limit is not None:
        return limit + WORK
    # As many matches may be played side by side as there are processors for them.
    matches = max(1, (os.cpu_count() or 1) // processors())
    return max(LEAST, int(MEMORY_SHARE * (groups.most_memory() or 0) / (bots * matches)))
