"""Finds out by trial which walls work on this machine, and chooses one for a match or a contest."""

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
from sandlot.sandbox.launch import installed
from sandlot.sandbox.paths import Reach
from sandlot.sandbox.walls import MOST_TASKS, NO_WALL, Bubblewrap, Landlock, Wall
from sandlot.timing.stopwatch import Stopwatch

log = logging.getLogger("sandlot.sandbox")

PROBE_LIMIT = 20_000
"""Milliseconds."""
LONGEST_WHY = 200
MANY = 16
"""Bots at the same time."""
RESTRICTED = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")


class NoWall(SandlotError):
    """No wall works here, and a bot needs one. `text` says why."""

    text: Message


class Probe(NamedTuple):
    """A wall, and why it does not work here; None: it works."""

    wall: Wall
    why: Message | None


@cache
def probes() -> tuple[Probe, ...]:
    """Return all walls, the best first, each tried with a real program."""
    found = _probes()
    for wall, why in found:
        log.debug("%s: %s", wall.name, "stands" if why is None else render(why, language="en"))
    return found


def _probes() -> tuple[Probe, ...]:
    if sys.platform != "linux":
        why = message("wall.system", system=platform.system())
        return (Probe(Bubblewrap(), why), Probe(Landlock(), why))
    # Where groups limit the tasks of each bot, this limit is only for all of them together.
    tasks = MOST_TASKS * (MANY if TASKS in abilities() else 1) + tasks_of_user()
    program = installed("bwrap")
    second = Landlock(tasks)
    return (
        _bubblewrap(tasks, program) if program else Probe(Bubblewrap(tasks), message("wall.no_bwrap")),
        Probe(second, _no_landlock() or probe(second)),
    )


def _bubblewrap(tasks: int, program: str) -> Probe:
    """Try Bubblewrap, in the old way if it does not stand in the new one."""
    closed, open_ = (Bubblewrap(tasks, program, nests) for nests in (False, True))
    return Probe(closed, None) if probe(closed) is None else Probe(open_, probe(open_))


def isolating_wall() -> Wall:
    """Return the best wall that works here; raise `NoWall` if none does."""
    for wall, why in probes():
        if why is None:
            log.debug("bots play within %s, the best wall that stands here", wall.name)
            return wall
    raise NoWall(message("wall.none", doctor="sandlot doctor"))


def wall_here(wall: Wall) -> Wall:
    """Return this machine's wall for a contest whose wall was chosen on another: one of the same kind if possible.
    Raise `NoWall` if no wall works.
    """
    if not wall.stands:
        return wall
    standing = [each.wall for each in probes() if each.why is None]
    if not standing:
        raise NoWall(message("wall.none", doctor="sandlot doctor"))
    return next((each for each in standing if each.name == wall.name), standing[0])


def contest_wall(isolate: bool, trust: bool, bots: Iterable[Bot]) -> Wall:
    """Return the wall for a contest between `bots`; raise `NoWall` if it needs one that is not here.

    House bots are ours, every other bot is a stranger's. A contest with a stranger's bot takes the best wall that
    stands here, unless `trust` is given; with `isolate`, every contest does.
    """
    if isolate:
        return isolating_wall()
    if trust or all(bot.kind == "house" for bot in bots):
        log.debug("bots play without a wall: %s", "they are trusted" if trust else "all are house bots")
        return NO_WALL
    try:
        return isolating_wall()
    except NoWall:
        raise NoWall(message("wall.strangers", trust="--trust", doctor="sandlot doctor")) from None


def probe(wall: Wall) -> Message | None:
    """Return why a wall does not stand here, by running a program within it that tries to read a file outside; None if
    it stands.
    """
    with tempfile.TemporaryDirectory(prefix="sandlot-") as folder:
        outside, work = Path(folder, "outside"), Path(folder, "work")
        outside.write_text("")
        work.mkdir()
        look = ["/bin/sh", "-c", 'if (exec 3<"$0") 2>/dev/null; then echo open; else echo closed; fi', str(outside)]
        try:
            process = Process(look, new_mark(), cwd=work, wall=wall, reach=Reach(str(work)))
        except OSError as error:
            return message("wall.fails", wall=wall.name, why=str(error)[:LONGEST_WHY])
        watch = Stopwatch(PROBE_LIMIT)
        while not process.over and not watch.over:
            process.wait(watch.step)
        process.close()
    if process.heard.split() == [b"closed"] and process.status == 0:
        return None
    said = process.errors.decode(errors="replace").strip().splitlines()
    why = said[-1][:LONGEST_WHY] if said else f"{process.heard.decode(errors='replace').strip()} {process.status}"
    is_restricted = RESTRICTED.exists() and RESTRICTED.read_text().strip() == "1"
    return message("wall.apparmor" if is_restricted else "wall.fails", wall=wall.name, why=why)


def _no_landlock() -> Message | None:
    if not seccomp.is_known():
        return message("wall.processor", processor=platform.machine())
    version = landlock.version()
    if version == 0:
        return message("wall.no_landlock")
    if version < landlock.FILES_SINCE:
        return message("wall.old_landlock", version=version, needed=landlock.FILES_SINCE)
    return None
