"""The driver's end of a fork server: one process that forks seats for bots in Python, see `seat_process.fork_server`.

Within Bubblewrap the fork server itself is inside, and every seat gets namespaces of its own in there, see
`kernel.namespaces`. Where the system does not allow that, there is no fork server: see `ForkServer.can_fork`. With
Landlock the fork server has nothing that the sandbox keeps out, and every seat confines itself before it reads a line
of its bot.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sandlot.errors import SandlotError
from sandlot.kernel.landlock import signal_rules
from sandlot.kernel.linux import children, end_first
from sandlot.processes import groups
from sandlot.processes.groups import Group
from sandlot.processes.pipes import Pipes
from sandlot.processes.process import SEAT_VARIABLE, descendants, how_ended, kill, new_mark, sweep
from sandlot.processes.supervisor import Supervisor
from sandlot.sandbox.kinds import NO_SANDBOX, SEAT_WORK, Bubblewrap, Sandbox
from sandlot.sandbox.launch import environment, python
from sandlot.sandbox.paths import SandboxPaths, of_python

log = logging.getLogger("sandlot.processes")

PATIENCE = 60.0
"""Seconds to wait for an answer of the fork server. After that it is given up as lost."""
SECONDS_BETWEEN_LOOKS = 0.05
"""Seconds between two checks whether a seat has ended, as long as its output is open."""


class ForkServerLost(SandlotError):
    """The fork server has ended or does not answer; no bot is known to be at fault."""


class ForkServer:
    """Starts, watches and ends seats in processes. The fork server's own process is started with the first seat."""

    def __init__(self, sandbox: Sandbox = NO_SANDBOX) -> None:
        self.sandbox = sandbox
        self.game = ""
        """The game that the next seats are for."""
        self._can_fork: bool | None = None if isinstance(sandbox, Bubblewrap) else True
        """None: not tried yet."""
        self._popen: subprocess.Popen[bytes] | None = None
        self._supervisor: Supervisor[subprocess.Popen[bytes]] | None = None
        self._control: socket.socket | None = None
        self._heard = b""
        self._spares: list[Forked] = []
        self._taken: list[Forked] = []
        self._expected: list[_New] = []
        """The seats that are being forked."""
        self._free_groups: list[Group] = []
        """Groups for seats that no bot has taken yet."""
        self._given_groups: list[Group] = []
        """Groups that bots of this match have, with a prepared seat in each."""
        self._answers_to_come: list[Callable[[list[Any]], None]] = []
        """What to call with each answer that is still to come, in the order of the questions."""

    @property
    def can_fork(self) -> bool:
        """Whether a fork server can fork seats within the sandbox on this machine, found out by trying."""
        if self._can_fork is None:
            try:
                self._can_fork = self._ask({"try": True}) == [0]
            except (OSError, ForkServerLost):
                self._can_fork = False
            if not self._can_fork:
                log.debug("no fork server within %s: every bot in Python starts anew", self.sandbox.name)
                self.close()
        return self._can_fork

    def prepare(self, watched: Sequence[bool]) -> None:
        """Begin to fork seats that can be taken later; one for each value, which says whether it is for a bot with a
        group.
        """
        if not (watched and self.can_fork):
            return
        there: list[Forked | _New] = [*self._spares, *self._expected]
        grouped = watched.count(True) if self._groups_help() else 0
        alone = watched.count(False) if grouped or self.sandbox.isolates else len(watched)
        found = [groups.take_unlimited() for _ in range(grouped - len(self._free_groups))]
        self._free_groups += [each for each in found if each]
        self._fork([*found, *[None] * (alone - sum(each.group is None for each in there))])

    def group(self) -> Group | None:
        """Return a group for a bot, with a seat in it if one is prepared. It has no limits yet."""
        if not self._free_groups:
            return groups.take_unlimited()
        self._given_groups.append(self._free_groups.pop(0))
        return self._given_groups[-1]

    def forks_for(self, group: Group | None, watched: bool) -> bool:
        """Tell whether a bot with this group gets its seat from here. Within a sandbox, a `watched` bot needs a group
        that can stop it.
        """
        return self.can_fork and (not self.sandbox.isolates or not watched or (group is not None and group.can_stop))

    def take(self, group: Group | None) -> Forked:
        """Return a new seat, in this group; raise `ForkServerLost`, or `OSError` if the machine has no room."""
        there: list[Forked | _New] = [*self._spares, *self._expected]
        if not any(each.group is group for each in there):
            self._fork([group])
        # Wait no longer than needed: seats for the match after this one may still be being forked.
        while _match_ended in self._answers_to_come or not (seat := self._spare(group)):
            self._hear()
        self._spares.remove(seat)
        self._taken.append(seat)
        log.debug("process %d, forked, takes a seat in %s", seat.pid, self.game)
        end_first(seat.pid)
        return seat

    def _spare(self, group: Group | None) -> Forked | None:
        return next((each for each in self._spares if each.group is group), None)

    def _groups_help(self) -> bool:
        able = groups.abilities()
        return groups.FREEZE in able if self.sandbox.isolates else bool(able)

    def _fork(self, wanted: Sequence[Group | None]) -> None:
        """Begin to fork a seat in each of these groups."""
        new: list[_New] = []
        theirs: list[int] = []
        seats: list[tuple[str, int]] = []
        try:
            for group in wanted:
                (its_in, stdin), (stdout, its_out), (stderr, its_errors) = os.pipe(), os.pipe(), os.pipe()
                new.append(_New(new_mark(), (stdin, stdout, stderr), group))
                theirs += [its_in, its_out, its_errors]
                joins = group.open_to_join() if group else []
                theirs += joins
                seats.append((new[-1].mark, len(joins)))
            if new:
                self._send({"fork": seats, "game": self.game}, theirs)
        except BaseException:
            for each in new:
                each.close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        if new:
            self._expected += new
            self._answers_to_come.append(self._forked)

    def _forked(self, pids: list[Any]) -> None:
        new, self._expected = self._expected[: len(pids)], self._expected[len(pids) :]
        self._spares += [Forked(self, pid, each) for pid, each in zip(pids, new, strict=True)]

    def look(self, seat: Forked) -> int | None:
        """Return the exit status of a seat; None while it runs."""
        status: int | None = self._ask({"look": seat.pid})[0]
        return status

    def end(self, seat: Forked) -> None:
        """End a seat at once."""
        if self._control is not None:
            seat.ended(self._ask({"end": [seat.pid], "rest": False})[0])

    def end_match(self) -> None:
        """Begin to end all seats that were taken, and everything they have started. All of it has ended when the next
        seat can be taken, or this is closed.
        """
        given, self._given_groups = self._given_groups, []
        if any(each.group in given for each in self._expected):
            self.wait()
        # Seats in which no bot was started. The next bot in their group needs a new seat.
        unused = [each for each in self._spares if each.group in given]
        self._spares = [each for each in self._spares if each not in unused]
        taken, self._taken = [*self._taken, *unused], []
        if self._control is None:
            return
        self._send({"end": [each.pid for each in taken if not each.over], "rest": True})
        self._answers_to_come.append(_match_ended)
        for each in taken:
            each.ended(None)
            each.has_ended_all = True
        for each in unused:
            each.close()

    def close(self) -> None:
        """End the fork server with everything in it."""
        if self._popen is None or self._control is None:
            return
        self._control.close()
        try:
            self._popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        log.debug("fork server %d ended: %s", self._popen.pid, how_ended(self._popen.returncode))
        if self._supervisor:
            self._supervisor.end_all()
        for seat in (*self._spares, *self._taken):
            if self._popen.returncode != 0:
                # The fork server was killed, and could not end its seats any more.
                kill(seat.pid)
                sweep(seat.mark)
            seat.ended(None)
            seat.has_ended_all = True
        for seat in self._spares:
            seat.close()
        for each in self._expected:
            each.close()
        for group in self._free_groups:
            groups.give_back(group)
        self._popen = self._control = self._supervisor = None
        self._spares, self._taken, self._expected = [], [], []
        self._free_groups, self._given_groups = [], []
        self._answers_to_come, self._heard = [], b""

    def _ask(self, question: dict[str, Any]) -> list[Any]:
        self.wait()
        self._send(question)
        return self._receive()

    def wait(self) -> None:
        """Wait until all operations in progress are complete."""
        while self._answers_to_come:
            self._hear()

    def _hear(self) -> None:
        """Wait for the next answer."""
        answer = self._receive()
        self._answers_to_come.pop(0)(answer)

    def _send(self, question: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        control = self._control or self._start()
        try:
            socket.send_fds(control, [json.dumps(question).encode() + b"\n"], descriptors)
        except OSError as error:
            self.close()
            raise ForkServerLost from error

    def _receive(self) -> list[Any]:
        assert self._control
        while b"\n" not in self._heard:
            try:
                data = self._control.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                self.close()
                raise ForkServerLost
            self._heard += data
        answer, _, self._heard = self._heard.partition(b"\n")
        done: list[Any] = json.loads(answer)["done"]
        return done

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        rules = None if self.sandbox.isolates else signal_rules()
        given = [theirs.fileno()] if rules is None else [theirs.fileno(), rules]
        try:
            self._popen = self._begin(given, -1 if rules is None else rules)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
            if rules is not None:
                os.close(rules)
        log.debug("fork server %d started, sandbox: %s", self._popen.pid, self.sandbox.name)
        ours.settimeout(PATIENCE)
        self._control = ours
        return ours

    def _begin(self, given: list[int], rules: int) -> subprocess.Popen[bytes]:
        command = python("sandlot.seat_process.main", "fork_server", str(given[0]), str(rules))
        variables = {**os.environ, **environment(os.environ.get("PYTHONPATH"))}
        paths = of_python("", "")
        if self.sandbox.isolates:
            # Seats inherit the memory of the fork server, so it must hold nothing that the sandbox keeps from bots.
            variables = {**self.sandbox.environment(os.environ, SandboxPaths(SEAT_WORK)), **environment(None)}
        if isinstance(self.sandbox, Bubblewrap):
            command = self.sandbox.fork_server([*command, json.dumps(self.sandbox.namespaces())], paths)
        variables[SEAT_VARIABLE] = new_mark()

        def start() -> subprocess.Popen[bytes]:
            null = subprocess.DEVNULL
            return subprocess.Popen(
                command, stdin=null, stdout=null, env=variables, pass_fds=given, start_new_session=True
            )

        if not isinstance(self.sandbox, Bubblewrap):
            # Every seat restricts itself.
            return start()
        self._supervisor = Supervisor(start, lambda: self.sandbox.restrict(paths))
        return self._supervisor.started


def _match_ended(statuses: list[Any]) -> None:
    """Do nothing: `take` waits until the seats of a match, and all that they have started, have ended."""


@dataclass(frozen=True)
class _New:
    """A seat that is being forked: its mark, our ends of its standard streams, and its group."""

    mark: str
    streams: tuple[int, int, int]
    group: Group | None

    def close(self) -> None:
        for each in self.streams:
            os.close(each)


class Forked(Pipes):
    """A seat that a fork server has forked: it has pipes and a session like a `process.Process`, and its methods."""

    def __init__(self, fork_server: ForkServer, pid: int, new: _New) -> None:
        super().__init__(*new.streams)
        self.pid, self.mark, self.group = pid, new.mark, new.group
        self.status: int | None = None
        self.has_ended_all = False
        """Whether it is certain that nothing is left of what the seat has started."""
        self._fork_server = fork_server
        self._is_over = False
        self._looked = monotonic()

    def pump(self, ready: Container[int]) -> None:
        """Move data through those of the pipes that are ready, and look from time to time whether it has ended."""
        super().pump(ready)
        if self.over:
            return
        # Asking the fork server takes longer than most answers of bots. Usually the end of a seat closes its output,
        # but a child may have inherited that.
        if self.closed or monotonic() > self._looked + SECONDS_BETWEEN_LOOKS:
            self._looked = monotonic()
            status = self._fork_server.look(self)
            if status is not None:
                self.ended(status)

    def ended(self, status: int | None) -> None:
        """Note that it has ended, with this status if it is known, and read its last output."""
        self.status = self._fork_server.sandbox.status(status) if self.status is None else self.status
        if not self._is_over:
            log.debug("process %d ended: %s", self.pid, "with the match" if status is None else how_ended(self.status))
        self._is_over = True
        self.pump_last()

    @property
    def over(self) -> bool:
        """Whether it has ended and all its output is read."""
        return self._is_over

    def bot(self) -> int | None:
        """Return the bot's process ID; None if it is not there yet."""
        return next(iter(children(self.pid)), None) if isinstance(self._fork_server.sandbox, Bubblewrap) else self.pid

    def close(self) -> None:
        """End it with its children and all processes of its session, and release all resources."""
        if not self.has_ended_all:
            children = [] if self.over else descendants(self.pid)
            self._fork_server.end(self)
            for pid in children:
                kill(pid)
            # A process that hides from this search is found when the match ends.
            sweep(self.mark)
            self.has_ended_all = True
        super().close()
