"""A filter of system calls, for everything that the sandboxes themselves do not restrict. With Landlock these are
sockets of all kinds; owners, modes and times of files; memory that outlives its processes; and the limits of other
processes. With both sandboxes these are the things that all bots share: processors, keyrings, and whatever the kernel
counts for a user or for the whole machine.

https://docs.kernel.org/userspace-api/seccomp_filter.html. A forbidden call fails with "operation not permitted". But
calls that choose processors and priorities succeed without any effect, because Java, OpenMP and others make them
needlessly, and exit if they fail.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
from collections.abc import Sequence
from typing import NamedTuple

from sandlot.kernel.linux import libc


class _Calls(NamedTuple):
    """The numbers of the system calls on an architecture: <asm/unistd.h>."""

    audit: int
    """The number of the architecture in <linux/audit.h>."""
    forbidden: tuple[int, ...]
    """Forbidden with Landlock."""
    shared: tuple[int, ...]
    """Forbidden with both sandboxes."""
    scheduling: tuple[int, ...]
    """Without effect, with both sandboxes."""
    own: tuple[int, ...]
    """Calls whose first argument is a process; with Landlock only 0, the caller itself, is allowed."""


# Newer calls have the same number on all architectures: fchmodat2; setxattrat, removexattrat; file_setattr. So has
# io_uring_setup, which can open sockets, and whose memory is counted for a user.
_EVERYWHERE = (452, 463, 466, 469)
_IO_URING = 425
_X86 = _Calls(
    0xC000003E,
    (
        *(41,),  # socket
        *(90, 91, 268),  # chmod, fchmod, fchmodat
        *(92, 93, 94, 260),  # chown, fchown, lchown, fchownat
        *(188, 189, 190, 197, 198, 199),  # setxattr, removexattr, and their variants for links and descriptors
        *(132, 235, 261, 280),  # utime, utimes, futimesat, utimensat
        *(29, 64, 68, 240),  # shmget, semget, msgget, mq_open
        *(272, 308),  # unshare, setns
        *_EVERYWHERE,
    ),
    (
        *(248, 249, 250),  # add_key, request_key, keyctl
        *(253, 294, 254, 300),  # inotify_init, inotify_init1, inotify_add_watch, fanotify_init
        *(206,),  # io_setup
        *(298, 321, 323),  # perf_event_open, bpf, userfaultfd
        _IO_URING,
    ),
    (
        *(203, 144, 142, 314),  # sched_setaffinity, sched_setscheduler, sched_setparam, sched_setattr
        *(141, 251),  # setpriority, ioprio_set
    ),
    (302,),  # prlimit64
)
_GENERIC = (
    (
        *(198,),  # the same calls in the same order as above
        *(52, 53),
        *(54, 55),
        *(5, 6, 7, 14, 15, 16),
        *(88,),
        *(194, 190, 186, 180),
        *(97, 268),
        *_EVERYWHERE,
    ),
    (
        *(217, 218, 219),
        *(26, 27, 262),  # inotify_init does not exist here
        *(0,),
        *(241, 280, 282),
        _IO_URING,
    ),
    (
        *(122, 119, 118, 274),
        *(140, 30),
    ),
    (261,),
)
CALLS = {"x86_64": _X86, "aarch64": _Calls(0xC00000B7, *_GENERIC), "riscv64": _Calls(0xC00000F3, *_GENERIC)}

# <linux/bpf_common.h>, <linux/seccomp.h>, <linux/prctl.h>
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, PROCESSOR, FIRST_ARGUMENT = 0, 4, 16
ALLOW, REFUSE, PRETEND = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000
"""What the filter returns for a call. `PRETEND` skips the call and returns 0: no error."""
X32 = 0x40000000
"""Calls from this number on belong to the x32 ABI, in which calls have other numbers."""
SET_SECCOMP, FILTER = 22, 2


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


def is_known() -> bool:
    """Tell whether the system calls of this machine's architecture are known here."""
    return platform.machine() in CALLS and ctypes.sizeof(ctypes.c_void_p) == 8


def forbid() -> None:
    """Restrict all calls in `CALLS` for this thread and everything that it starts: for the sandbox with Landlock. Raise
    `OSError` if that fails. `linux.no_new_privileges` must have been called before.
    """
    calls = CALLS[platform.machine()]
    _load((*calls.forbidden, *calls.shared), calls.scheduling, calls.own, calls.audit)


def forbid_shared() -> None:
    """Restrict, as `forbid` does, only the calls for things that namespaces do not separate."""
    calls = CALLS[platform.machine()]
    _load(calls.shared, calls.scheduling, (), calls.audit)


def _load(forbidden: Sequence[int], pretended: Sequence[int], own: Sequence[int], audit: int) -> None:
    lines = _lines(forbidden, pretended, own, audit)
    instructions = (_Instruction * len(lines))(*(_Instruction(*line) for line in lines))
    program = _Program(len(lines), instructions)
    if libc().prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _lines(
    forbidden: Sequence[int], pretended: Sequence[int], own: Sequence[int], audit: int
) -> list[tuple[int, int, int, int]]:
    """Return the filter as BPF instructions: code, how many instructions to skip if true and if false, and a value."""
    tests = [(X32, AT_LEAST, "refuse"), *((each, EQUAL, "refuse") for each in forbidden)]
    tests += [(each, EQUAL, "pretend") for each in pretended]
    tests += [(each, EQUAL, "own") for each in own]
    # After the tests come: allow; two instructions that test the first argument; refuse; allow; pretend.
    end = {"own": len(tests) + 1, "refuse": len(tests) + 3, "pretend": len(tests) + 5}
    return [
        (LOAD, 0, 0, PROCESSOR),
        (EQUAL, 0, len(tests) + 4, audit),
        (LOAD, 0, 0, NUMBER),
        *((code, end[to] - at - 1, 0, value) for at, (value, code, to) in enumerate(tests)),
        (RETURN, 0, 0, ALLOW),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (EQUAL, 1, 0, 0),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, PRETEND),
    ]
