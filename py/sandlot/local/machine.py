"""Facts about this machine: what it can do for matches between processes."""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path

from sandlot.kernel import landlock, seccomp
from sandlot.kernel.linux import can_adopt
from sandlot.local import arena
from sandlot.local.sandbox_choice import probes
from sandlot.messages import render
from sandlot.processes import groups
from sandlot.sandbox.kinds import Bubblewrap

Fact = str | int | float | bool | None


def processors() -> int:
    """Return how many processors this process may use; if the system does not say that, how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def waiting() -> int | None:
    """Return about how many processes and threads of this machine are waiting for a processor; None if the system does
    not say that: only Linux does.
    """
    with contextlib.suppress(OSError, ValueError, IndexError):
        ready = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0])
        return max(0, ready - (os.cpu_count() or 1))
    return None


def facts() -> dict[str, Fact]:
    """Return the facts by name. The version of something missing is None, and a missing ability is False."""
    program = next((each.sandbox.program for each in probes() if isinstance(each.sandbox, Bubblewrap)), "")
    # Found first, because finding the abilities may move this process into another control group.
    able, cgroup = groups.abilities(), _cgroup()
    return {
        "system": platform.platform(),
        "processor": platform.machine(),
        "processors": processors(),
        "load": round(os.getloadavg()[0], 2),
        "pressure": _pressure(),
        "root": os.geteuid() == 0,
        "bwrap": _version(program) if Path(program).is_absolute() else None,
        "landlock": landlock.version() or None,
        "signals": landlock.can_scope(),
        "system_calls": seccomp.is_known(),
        "subreaper": can_adopt(),
        "pidfd": hasattr(os, "pidfd_open"),
        "node": arena.node_version(),
        "cgroup": str(cgroup) if cgroup else None,
        "freezes": groups.FREEZE in able,
        "limits_memory": groups.MEMORY in able,
        "limits_tasks": groups.TASKS in able,
        "systemd": groups.has_systemd(),
    }


def sandboxes() -> Mapping[str, str | None]:
    """Return for each sandbox, best first, a sentence that says why it does not work here; None if it works."""
    return {each.sandbox.name: None if each.why is None else render(each.why) for each in probes()}


def no_steps() -> str | None:
    """Return a sentence that says why steps cannot be counted here; None if they can."""
    try:
        arena.step_counter()
    except arena.NoSteps as why:
        return render(why.text)
    return None


def _version(program: str) -> str | None:
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=True)
        return done.stdout.strip()[:80]
    return None


def _pressure() -> float | None:
    """Return in how many percent of the last minute some process was waiting for a processor; None if unknown."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return float(Path("/proc/pressure/cpu").read_text().split("avg60=")[1].split()[0])
    return None


def _cgroup() -> Path | None:
    """Return this process's folder in the file system of cgroup v2; None if the system has none."""
    with contextlib.suppress(OSError, IndexError):
        mounted = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
        own = [line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")]
        return Path(next(fields[1] for fields in mounted if fields[2] == "cgroup2") + own[0]) if own else None
    return None
