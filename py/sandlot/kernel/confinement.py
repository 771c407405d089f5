"""Confines a process to some files, to signals among its own processes, and to harmless system calls: the sandbox that
works without namespaces.
"""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Mapping, Sequence

from sandlot.kernel import seccomp
from sandlot.kernel.landlock import restrict_all
from sandlot.kernel.linux import drop_privileges


def confine(readable: Sequence[str], listed: Sequence[str], writable: Sequence[str]) -> bool:
    """Restrict this thread and its children, see `landlock.restrict_all` and `seccomp`, and give up root's rights.
    Return whether they can now send signals only to each other. Raise `OSError` if the restriction fails.
    """
    is_scoped = restrict_all(readable, listed, writable)
    drop_privileges()
    seccomp.forbid()
    return is_scoped


def limit(most: Mapping[str, int]) -> None:
    """Limit the resources of this process and its children, as far as the system supports it. The keys of `most` are
    numbers of the module `resource`, as text.
    """
    for name, number in most.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(int(name), (number, number))
