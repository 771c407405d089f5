"""Confines a process to some files, to its own signals and to few system calls: the wall that needs no namespaces."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Mapping, Sequence

from sandlot.kernel import seccomp
from sandlot.kernel.landlock import restrict_all
from sandlot.kernel.linux import drop_privileges


def confine(readable: Sequence[str], listed: Sequence[str], writable: Sequence[str]) -> bool:
    """Restrict this thread and what it starts, see `landlock.restrict_all` and `seccomp`, and take root's rights from
    it. Return whether it can send signals only to what it starts. Raise `OSError` if the restriction does not hold.
    """
    is_scoped = restrict_all(readable, listed, writable)
    drop_privileges()
    seccomp.forbid()
    return is_scoped


def limit(most: Mapping[str, int]) -> None:
    """Limit what this process and what it starts may have, by the number of each resource in `resource`, as far as the
    system can do that.
    """
    for name, number in most.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(int(name), (number, number))
