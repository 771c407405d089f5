"""The most harmful bots that we could write: each takes a resource from its opponent that cannot be given back.

They are modules for generals that pass, and begin the attack on their first move.
"""

BURNS = """
import os, signal, time

def burn():
    while True: pass

def child():
    # In a session of its own, without its parent and its environment, on every processor, before all others.
    os.setsid()
    if os.fork(): os._exit(0)
    for attempt in (
        lambda: os.sched_setaffinity(0, range(os.cpu_count())),
        lambda: os.nice(-20),
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
    ):
        try:
            attempt()
        except OSError:
            pass
    time.sleep(0.2)
    if os.fork():
        os.execve("/bin/sh", ["sh", "-c", "while :; do :; done"], {})
    burn()

def begin():
    for _ in range(40):
        if os.fork() == 0:
            child()
    # It wakes up when it waits, too.
    signal.signal(signal.SIGALRM, lambda *args: time.sleep(0.001))
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
"""

TASKS = """
import os, threading, time

def begin():
    for _ in range(3000):
        try:
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        except RuntimeError:
            break
    for _ in range(3000):
        try:
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
        except OSError:
            break
"""

OF_THE_USER = """
import ctypes, fcntl, os, socket, tempfile

held = []

def many(make):
    for _ in range(900):
        try:
            held.append(make())
        except (OSError, AttributeError):
            break

def full_pipe():
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, 2**20)
    while True: os.write(theirs, bytes(2**16))

def full_socket():
    pair = socket.socketpair()
    held.append(pair)
    pair[0].setblocking(False)
    while True: pair[0].send(bytes(2**16))

def queue():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.msgget(0, 0o1600) < 0 or libc.shmget(0, 2**20, 0o1600) < 0 or libc.semget(0, 100, 0o1600) < 0:
        raise OSError
    if libc.inotify_init() < 0 and libc.io_setup(1000, ctypes.byref(ctypes.c_long())) < 0:
        raise OSError

def file():
    open(f"file {len(held)}", "w").write("x")

def begin():
    for make in (full_pipe, full_socket, queue, file, os.openpty, lambda: os.memfd_create("x")):
        many(make)
        if make is not file: held.clear()
"""

SIGNALS = """
import os, signal, time
from pathlib import Path

def begin():
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))):
            # Of this test only: its referee, and whoever has a mark.
            try:
                is_seat = b"SANDLOT_SEAT" in Path(f"/proc/{pid}/environ").read_bytes()
            except OSError:
                continue
            if is_seat and pid != os.getpid():
                try:
                    os.kill(pid, number)
                except OSError:
                    pass
"""

RUDE = {"burns": BURNS, "tasks": TASKS, "of the user": OF_THE_USER, "signals": SIGNALS}

MOVES = """
begun = False

def move(view):
    global begun
    if not begun:
        begun = True
        begin()
"""

HOARDS = """
import os

def begin():
    while True:
        file = os.memfd_create("much")
        for _ in range(64): os.write(file, bytes(2**20))
"""

HONEST = """
import os, tempfile, threading, time

def move(view):
    end = time.process_time() + 0.1
    while time.process_time() < end: pass
    threads = [threading.Thread(target=time.sleep, args=(0.001,)) for _ in range(16)]
    for each in threads: each.start()
    for each in threads: each.join()
    ours, theirs = os.pipe()
    assert os.write(theirs, bytes(4096)) == 4096
    os.close(ours), os.close(theirs)
    with tempfile.TemporaryFile() as file: file.write(bytes(2**20))
"""
