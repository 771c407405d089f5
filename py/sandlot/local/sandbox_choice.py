"""Finds out by trial which sandboxes work on this machine, and chooses one for a match or a contest."""

from __future__ import annotations

import logging
import platform
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sandlot.errors import SandlotError
from sandlot.files.bot import Bot
from sandlot.kernel import landlock, seccomp
from sandlot.kernel.linux import tasks_of_user
from sandlot.messages import Message, message, render
from sandlot.processes.groups import TASKS, abilities
from sandlot.processes.process import Process, new_mark
from sandlot.sandbox.kinds import MOST_TASKS, NO_SANDBOX, Bubblewrap, Landlock, Sandbox
from sandlot.sandbox.launch import installed
from sandlot.sandbox.paths import SandboxPaths
from sandlot.timing.stopwatch import Stopwatch

log = logging.getLogger("sandlot.sandbox")

PROBE_LIMIT = 20_000
"""Milliseconds that the trial of one sandbox may take."""
LONGEST_WHY = 200
MOST_BOTS_AT_ONCE = 16
"""How many bots at the same time the common limit on tasks leaves room for."""
RESTRICTED = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")


class NoSandbox(SandlotError):
    """No sandbox works here, and a bot needs one. `text` says why."""

    text: Message


class Probe(NamedTuple):
    """A sandbox, and why it does not work here; None: it works."""

    sandbox: Sandbox
    why: Message | None


@cache
def probes() -> tuple[Probe, ...]:
    """Return all sandboxes, the best first, each tried with a real program."""
    found = _probes()
    for sandbox, why in found:
        log.debug("%s: %s", sandbox.name, "works" if why is None else render(why, language="en"))
    return found


def _probes() -> tuple[Probe, ...]:
    if sys.platform != "linux":
        why = message("sandbox.system", system=platform.system())
        return (Probe(Bubblewrap(), why), Probe(Landlock(), why))
    # Where groups limit the tasks of each bot, this limit is only for all of them together.
    tasks = MOST_TASKS * (MOST_BOTS_AT_ONCE if TASKS in abilities() else 1) + tasks_of_user()
    program = installed("bwrap")
    second = Landlock(tasks)
    return (
        _bubblewrap(tasks, program) if program else Probe(Bubblewrap(tasks), message("sandbox.no_bwrap")),
        Probe(second, _no_landlock() or probe(second)),
    )


def _bubblewrap(tasks: int, program: str) -> Probe:
    """Try Bubblewrap so that bots cannot make user namespaces inside; where that fails, without this restriction."""
    closed, open_ = (Bubblewrap(tasks, program, nests) for nests in (False, True))
    return Probe(closed, None) if probe(closed) is None else Probe(open_, probe(open_))


def isolating_sandbox() -> Sandbox:
    """Return the best sandbox that works here; raise `NoSandbox` if none does."""
    for sandbox, why in probes():
        if why is None:
            log.debug("bots play within %s, the best sandbox that works here", sandbox.name)
            return sandbox
    raise NoSandbox(message("sandbox.none", doctor="sandlot doctor"))


def sandbox_here(sandbox: Sandbox) -> Sandbox:
    """Return this machine's sandbox for a contest whose sandbox was chosen on another: one of the same kind if
    possible. Raise `NoSandbox` if no sandbox works.
    """
    if not sandbox.isolates:
        return sandbox
    working = [each.sandbox for each in probes() if each.why is None]
    if not working:
        raise NoSandbox(message("sandbox.none", doctor="sandlot doctor"))
    return next((each for each in working if each.name == sandbox.name), working[0])


def contest_sandbox(isolate: bool, trust: bool, bots: Iterable[Bot]) -> Sandbox:
    """Return the sandbox for a contest between `bots`; raise `NoSandbox` if it needs one that is not here.

    House bots are ours, every other bot is a stranger's. A contest with a stranger's bot takes the best sandbox that
    works here, unless `trust` is given; with `isolate`, every contest does.
    """
    if isolate:
        return isolating_sandbox()
    if trust or all(bot.kind == "house" for bot in bots):
        log.debug("bots play without a sandbox: %s", "they are trusted" if trust else "all are house bots")
        return NO_SANDBOX
    try:
        return isolating_sandbox()
    except NoSandbox:
        raise NoSandbox(message("sandbox.strangers", trust="--trust", doctor="sandlot doctor")) from None


def probe(sandbox: Sandbox) -> Message | None:
    """Run a program within a sandbox that tries to read a file outside. Return why the sandbox does not work here; None
    if it works.
    """
    with tempfile.TemporaryDirectory(prefix="sandlot-") as folder:
        outside, work = Path(folder, "outside"), Path(folder, "work")
        outside.write_text("")
        work.mkdir()
        look = ["/bin/sh", "-c", 'if (exec 3<"$0") 2>/dev/null; then echo open; else echo closed; fi', str(outside)]
        try:
            process = Process(look, new_mark(), cwd=work, sandbox=sandbox, paths=SandboxPaths(str(work)))
        except OSError as error:
            return message("sandbox.fails", sandbox=sandbox.name, why=str(error)[:LONGEST_WHY])
        watch = Stopwatch(PROBE_LIMIT)
        while not process.over and not watch.over:
            process.wait(watch.step)
        process.close()
    if process.heard.split() == [b"closed"] and process.status == 0:
        return None
    said = process.errors.decode(errors="replace").strip().splitlines()
    why = said[-1][:LONGEST_WHY] if said else f"{process.heard.decode(errors='replace').strip()} {process.status}"
    is_restricted = RESTRICTED.exists() and RESTRICTED.read_text().strip() == "1"
    return message("sandbox.apparmor" if is_restricted else "sandbox.fails", sandbox=sandbox.name, why=why)


def _no_landlock() -> Message | None:
    if not seccomp.is_known():
        return message("sandbox.processor", processor=platform.machine())
    version = landlock.version()
    if version == 0:
        return message("sandbox.no_landlock")
    if version < landlock.FILES_SINCE:
        return message("sandbox.old_landlock", version=version, needed=landlock.FILES_SINCE)
    return None
