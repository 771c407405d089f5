"""Forks seats from one process that has loaded everything they need, which takes less time than starting Python anew.

`main` becomes the fork server if it is given the descriptor of a socket, and `processes.forked` is at the other end of
it. One JSON object a line:

    in   {"fork": [[mark, how many control groups], ...], "game": name of the game to load}, and with it descriptors
         for each seat: its standard input, output and errors, and for each group the file that lets a process join it
         {"try": true}: asks whether seats can have namespaces of their own here
         {"look": process ID}
         {"end": [process ID, ...], "rest": whether to end also what seats that have ended left behind}
    out  {"done": [process ID of each seat] or [exit status, or null for one that runs, of each named process], or
         [0, or the errno]}

A seat is in its control groups from its beginning, has its own session, and its own mark in its environment. It runs in
a Landlock domain of its own if the fork server was given the descriptor of a set of rules as well, and
within `kernel.namespaces` of its own if it was given the settings of these. Nothing of a bot runs in the fork server.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import signal
import socket
import sys
import time
from typing import Any, NoReturn

from sandlot.games import GAMES
from sandlot.kernel.landlock import enforce
from sandlot.kernel.linux import adopt_always, children
from sandlot.kernel.namespaces import Namespaces, clone

SEAT_VARIABLE = "SANDLOT_SEAT"
"""The variable of the environment that tells which seat a process belongs to."""
MOST_DESCRIPTORS = 250
"""Most descriptors that one message can bring; Linux allows 253."""
LONGEST_END = 2.0
"""Seconds to try to end processes that keep starting new ones."""


def fork_seats(control: int, rules: int = -1, namespaces: Namespaces | None = None) -> None:
    """Serve until the socket `control` ends, and then end this process. Return only in a seat: in a new process, whose
    standard streams are connected. `rules`: the descriptor of a set of Landlock's rules for each seat; -1: none.
    """
    fork_server = _ForkServer(control, rules, namespaces)
    while not fork_server.is_seat:
        fork_server.serve()


class _ForkServer:
    def __init__(self, control: int, rules: int, namespaces: Namespaces | None) -> None:
        self.control = socket.socket(fileno=control)
        self.rules, self.namespaces = rules, namespaces
        self.is_seat = False
        self.loaded: set[str] = set()
        self.running: set[int] = set()
        self.ended: dict[int, int] = {}
        """The exit status of seats that have ended, by process ID."""
        find: Any = ctypes.CDLL(None).getenv
        find.restype = ctypes.c_void_p
        self.mark = find(SEAT_VARIABLE.encode())
        self._rest = b""
        self._descriptors: list[int] = []
        # Processes that a bot leaves behind become children of this one, and so are found.
        adopt_always()

    def serve(self) -> None:
        """Do what one message asks for."""
        match self._next():
            case {"fork": seats, "game": game}:
                # Loaded here, once, so that seats need not load it.
                self._load(game)
                self._answer([self._fork(mark, groups) for mark, groups in seats if not self.is_seat])
            case {"try": _}:
                self._answer([self._try()])
            case {"look": pid}:
                self._reap()
                self._answer([self.ended.get(pid)])
            case {"end": pids, "rest": rest}:
                self._end(pids)
                if rest:
                    self._end_rest()
                self._answer([self.ended.pop(pid, None) for pid in pids])

    def _load(self, game: str) -> None:
        if game not in self.loaded:
            self.loaded.add(game)
            GAMES.get(game)
            gc.collect()
            # So a garbage collection in a seat does not touch objects of the fork server, which would copy their
            # memory.
            gc.freeze()

    # Messages

    def _next(self) -> dict[str, Any]:
        while b"\n" not in self._rest:
            try:
                data, descriptors, _, _ = socket.recv_fds(self.control, 1 << 16, MOST_DESCRIPTORS)
            except OSError:
                self._leave()
            self._descriptors += descriptors
            if not data:
                self._leave()
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message

    def _answer(self, values: list[int | None]) -> None:
        if self.is_seat:
            return
        try:
            self.control.sendall(json.dumps({"done": values}).encode() + b"\n")
        except OSError:
            self._leave()

    def _leave(self) -> NoReturn:
        """End everything that was started here, and then this process."""
        self._end(list(self.running))
        self._end_rest()
        os._exit(0)

    # The beginning of a seat

    def _fork(self, mark: str, groups: int) -> int:
        taken, self._descriptors = self._descriptors[: 3 + groups], self._descriptors[3 + groups :]
        highest = max(*taken, *self._descriptors, self.control.fileno(), self.rules)
        pid = clone() if self.namespaces else os.fork()
        if pid == 0:
            self.is_seat = True
            try:
                self._become_seat(mark, taken[:3], taken[3:], highest)
            except OSError as error:
                os.write(1, json.dumps({"fails": error.errno, "where": error.filename}).encode() + b"\n")
                os._exit(1)
            return 0
        for each in taken:
            os.close(each)
        self.running.add(pid)
        return pid

    def _become_seat(self, mark: str, streams: list[int], groups: list[int], highest: int) -> None:
        os.setsid()
        for number, each in enumerate(streams):
            os.dup2(each, number)
        for each in groups:
            # 0 stands for this process. Joining takes some milliseconds, in which the processor is free.
            os.write(each, b"0")
        if self.rules >= 0:
            enforce(self.rules)
        self.control.detach()
        os.closerange(3, highest + 1)
        os.environ[SEAT_VARIABLE] = mark
        if self.mark:
            # Other processes see the environment with which a process was started. Here that is the fork server's, so
            # its memory is changed.
            ctypes.memmove(self.mark, mark.encode(), len(mark))
        del sys.argv[1:]
        if self.namespaces:
            self.namespaces.enter()
            self.namespaces.run()

    def _try(self) -> int:
        """Return the `errno` if a process cannot have the namespaces; 0 if it can."""
        assert self.namespaces
        try:
            pid = clone()
            if pid == 0:
                number = 0
                try:
                    self.namespaces.enter()
                except OSError as error:
                    number = error.errno or 1
                os._exit(number)
            return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        except OSError as error:
            return error.errno or 1

    # The end of a seat

    def _reap(self) -> bool:
        """Note which seats have ended; return whether there are processes left."""
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                self._note(pid, status)
        return False

    def _note(self, pid: int, status: int) -> None:
        if os.WIFSTOPPED(status):
            # The process has asked this one to trace it, and stands still now. Nobody would let it continue, so it is
            # killed.
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        elif pid in self.running:
            self.running.remove(pid)
            self.ended[pid] = os.waitstatus_to_exitcode(status)

    def _end(self, pids: list[int]) -> None:
        pids = [pid for pid in pids if pid in self.running]
        for pid in pids:
            for kill in (os.killpg, os.kill):
                # A new process may not lead a group of its own yet.
                with contextlib.suppress(OSError):
                    kill(pid, signal.SIGKILL)
        # With a time limit: a process that another one traces cannot be waited for before the other one has ended.
        end, pause = time.monotonic() + LONGEST_END, 0.0001
        while self._reap() and self.running.intersection(pids) and time.monotonic() < end:
            time.sleep(pause)
            pause = min(0.005, 1.5 * pause)
            if pause > 0.001:
                self._kill_others()
        for pid in self.running.intersection(pids):
            self._note(pid, signal.SIGKILL)

    def _kill_others(self) -> bool:
        """Kill the children of this process that are no seats; return whether there are any."""
        found = [pid for pid in children(os.getpid()) if pid not in self.running]
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        return bool(found)

    def _end_rest(self) -> None:
        """End what seats that have ended left behind: the children of this process that are no seats. When these end,
        their own children become children of this process, and are ended next.
        """
        end = time.monotonic() + LONGEST_END
        pause = 0.0
        while self._reap() and time.monotonic() < end:
            if not self._kill_others():
                return
            time.sleep(pause)
            pause = min(0.005, pause + 0.0005)
