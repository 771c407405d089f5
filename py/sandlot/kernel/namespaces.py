"""Gives a seat that a fork server forks namespaces of its own: a file system, processes, a network and a user.

This is for a fork server within Bubblewrap, which has made everything else: what there is to read, and that none of it
can be changed. Its seats share that. So a seat gets what two bots must not have in common, empty and its own: its work
folder, temporary files, shared memory, terminals, its view of processes, and the network with nothing but itself. Then
it gives up all that the owner of namespaces may do, and can make no more of them.

https://man7.org/linux/man-pages/man7/namespaces.7.html. The first process in a seat's namespaces is ours: it starts the
bot's, waits for its end, and with it the kernel ends everything else in there.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import platform
import signal
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from sandlot.kernel.confinement import limit
from sandlot.kernel.linux import check, drop_capabilities, libc, no_new_privileges

# <linux/sched.h>: mounts, host name, System V's IPC, user, processes, network.
NEW = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}
"""The number of the system call: <asm/unistd.h>."""
# <linux/mount.h>
READ_ONLY, NO_SUID, NO_DEVICES, NO_PROGRAMS, REMOUNT, BIND, WITH_ALL_BELOW = 1, 2, 4, 8, 32, 4096, 16384
# <linux/prctl.h>
DEATH_SIGNAL, DUMPABLE = 1, 4
# <linux/sockets.h>, <linux/if.h>
SET_FLAGS, UP_AND_RUNNING = 0x8914, 0x41
READ_ONLY_IN_PROC = ("sys", "sysrq-trigger", "irq", "bus")
"""What root could change in ``/proc``."""


@dataclass(frozen=True)
class Namespaces:
    """What the namespaces of a seat hold. `user` and `group` are the numbers that the bot sees as its own; `outside` is
    the number of both where the fork server runs. `work` is its folder, of `room` bytes, as is its shared memory;
    elsewhere it may write `temporary` bytes. `limits` are the most that it may have of what `resource` limits, by the
    number of the resource.
    """

    user: int
    group: int
    outside: int
    work: str
    room: int
    temporary: int
    limits: Mapping[str, int]

    def enter(self) -> None:
        """Furnish the namespaces in which this process, their first one, is, and give up all rights in them. Raise
        `OSError` if that fails.
        """
        libc().prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{self.user} {self.outside} 1"),
            ("gid_map", f"{self.group} {self.outside} 1"),
        ):
            Path("/proc/self", name).write_text(text)
        _mount("proc", "/proc", "proc", NO_SUID | NO_DEVICES | NO_PROGRAMS)
        # A process that can make more namespaces would have all rights in those.
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
        for name in READ_ONLY_IN_PROC:
            path = f"/proc/{name}"
            if Path(path).exists():
                _mount(path, path, "", BIND | WITH_ALL_BELOW)
                _mount("none", path, "", BIND | REMOUNT | READ_ONLY | NO_SUID | NO_DEVICES | NO_PROGRAMS)
        _mount("tmpfs", "/tmp", "tmpfs", NO_SUID | NO_DEVICES, f"size={self.temporary},mode=1777")
        _mount("tmpfs", "/dev/shm", "tmpfs", NO_SUID | NO_DEVICES, f"size={self.room},mode=1777")
        _mount("devpts", "/dev/pts", "devpts", NO_SUID | NO_PROGRAMS, "newinstance,ptmxmode=0666,mode=620")
        Path(self.work).mkdir()
        _mount("tmpfs", self.work, "tmpfs", NO_SUID | NO_DEVICES, f"size={self.room},mode=755")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))
        os.chdir(self.work)
        limit(self.limits)
        drop_capabilities()
        no_new_privileges()

    def run(self) -> None:
        """Return in a new process, the bot's. This one waits for its end, and ends with the same status as a shell
        would, and with it everything in these namespaces.
        """
        # The bot must not be able to read or change this process, or to end it: the first one is not sent a signal that
        # it does not handle.
        libc().prctl(DUMPABLE, 0, 0, 0, 0)
        interrupt = signal.signal(signal.SIGINT, signal.SIG_DFL)
        bot = os.fork()
        if bot == 0:
            libc().prctl(DUMPABLE, 1, 0, 0, 0)
            signal.signal(signal.SIGINT, interrupt)
            return
        os.closerange(0, 3)
        _wait_for(bot)


def clone() -> int:
    """Fork, as `os.fork`, with a new namespace of every kind for the new process."""
    ctypes.pythonapi.PyOS_BeforeFork()
    pid: int = libc().syscall(CLONE[platform.machine()], NEW | signal.SIGCHLD, 0, 0, 0, 0)
    error = ctypes.get_errno()
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(error, os.strerror(error))
    return pid


def _wait_for(bot: int) -> NoReturn:
    while True:
        pid, status = os.wait()
        if pid == bot:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    check(libc().mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()), target)
