"""Namespaces for a seat that a fork server has forked: its own file system, processes, network and user.

The fork server runs within Bubblewrap, which decides which files can be read, and that none of them can be changed. All
its seats share that. Each seat gets its own of everything that two bots must not share: an empty work folder, temporary
files, shared memory, terminals, a view of processes, and a network with nothing but itself. Then the seat gives up all
rights of the owner of the namespaces, and cannot make new ones.

https://man7.org/linux/man-pages/man7/namespaces.7.html. The first process in a seat's namespaces is ours: it starts the
bot's process and waits for its end. When it ends itself, the kernel ends everything else in the namespaces.
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
"""The parts of ``/proc`` that root could change."""


@dataclass(frozen=True)
class Namespaces:
    """The configuration of a seat's namespaces. `user` and `group` are the ids that the bot sees as its own; `outside`
    is the id of both where the fork server runs. `work` is the path of its folder, which has `room` bytes, as has its
    shared memory; ``/tmp`` has `temporary` bytes. `limits` are its resource limits: see `confinement.limit`.
    """

    user: int
    group: int
    outside: int
    work: str
    room: int
    temporary: int
    limits: Mapping[str, int]

    def enter(self) -> None:
        """Set up the namespaces of this process, which has to be their first one, and give up all rights in them. Raise
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
        # No more namespaces can be made, because a process has all rights in namespaces that it makes.
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
        """Fork the bot's process, and return in that. The calling process waits for its end and exits with the same
        status, as a shell would; this ends everything else in these namespaces.
        """
        # The bot must not be able to read, change or end this process. It cannot end it, because the first process of a
        # namespace gets only signals that it handles.
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
    """Fork, as `os.fork` does, with new namespaces of all kinds for the new process."""
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
