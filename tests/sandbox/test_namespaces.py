"""Seats that are forked within Bubblewrap: each has its own namespaces, without traces of other games."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.games import GAMES
from sandlot.local import Stage, house, sandbox_choice
from sandlot.match.parts import Player, Setup
from sandlot.match.replay import Replay
from sandlot.messages import render
from sandlot.processes import groups
from sandlot.sandbox.kinds import Bubblewrap
from test_kinds import SNAKE, bot, said_by

WALL, WHY = sandbox_choice.probes()[0]
pytestmark = [
    pytest.mark.usefixtures("own_folder"),
    pytest.mark.skipif(
        WHY is not None or groups.FREEZE not in groups.abilities(), reason=render(WHY) if WHY else "no control groups"
    ),
]
RESTS = house("snake", "cautious")


def play(stage: Stage, source: str) -> Replay:
    """Play a game with a bot that prints on its first turn."""
    seats = bot(source), RESTS
    clock = GAMES["snake"].clock.with_changes({"first": 60_000, **SNAKE})
    players = tuple(Player(seat.name, seat.kind) for seat in seats)
    return stage.play(Setup(GAMES["snake"], players, 1, {}, clock), seats)[0]


def is_forked(stage: Stage) -> bool:
    return stage._fork_server.can_fork


LOOKS = """
import ctypes, json, os, socket, subprocess, threading
libc = ctypes.CDLL(None, use_errno=True)
def attempt(call):
    try:
        return call()
    except OSError as error:
        return type(error).__name__
def echo():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as one, server.accept()[0] as other:
            one.sendall(b"x")
            return other.recv(1).decode()
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
FOUND = {
    "user": [os.getuid(), os.getgid()],
    "processes": sorted(int(each) for each in os.listdir("/proc") if each.isdecimal()),
    "rights": [status[name].strip().strip("0") for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")],
    "gains": status["NoNewPrivs"].strip(),
    "namespaces": libc.unshare(0x10000000),
    "mount": libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None),
    "unmount": libc.umount2(b"/tmp", 2),
    "trace": libc.ptrace(16, 1, None, None),
    "memory": attempt(lambda: len(open("/proc/1/mem", "rb").name)),
    "environment": attempt(lambda: open("/proc/1/environ").read()),
    "end": [attempt(lambda: os.kill(1, number)) for number in (2, 9, 15, 19)],
    "settings": attempt(lambda: open("/proc/sys/kernel/hostname", "w").name),
    "terminals": os.listdir("/dev/pts"),
    "echo": attempt(echo),
    "host": os.uname().nodename,
    "home": [os.environ["HOME"], os.getcwd(), os.environ["TMPDIR"]],
    "empty": [os.listdir(), os.listdir("/dev/shm")],
    "source": "FOUND" in open(__file__).read(),
}
def move(view):
    print(json.dumps(FOUND))
    return 0
"""


def test_seat_has_own_namespaces_without_privileges() -> None:
    with Stage(sandbox=WALL) as stage:
        replay = play(stage, LOOKS)
        found: dict[str, Any] = json.loads(said_by(replay) or repr(replay.turns))
        assert is_forked(stage)
    assert found == {
        "user": [os.getuid(), os.getgid()],
        "processes": [1, 2],
        "rights": ["", "", "", "", ""],
        "gains": "1",
        **dict.fromkeys(("namespaces", "mount", "unmount", "trace"), -1),
        "memory": "PermissionError",
        "environment": "PermissionError",
        # The init process of a PID namespace ignores signals from within.
        "end": [None] * 4,
        "settings": "OSError",
        "terminals": ["ptmx"],
        "echo": "x",
        "host": "bot",
        "home": ["/tmp/work"] * 3,
        "empty": [[], []],
        "source": True,
    }


LEAVES = """
import ctypes, fcntl, json, os, socket
from pathlib import Path
libc = ctypes.CDLL(None, use_errno=True)
places = [Path(each, "note") for each in (".", "/tmp", "/dev/shm", Path(__file__).parent)]
FOUND = [str(each) for each in places if each.exists()]
for each in places: each.write_text("x")
if libc.shmget(7, 1, 0) >= 0 or libc.msgget(7, 0) >= 0 or libc.semget(7, 1, 0) >= 0: FOUND.append("System V")
for made in (libc.shmget(7, 1, 0o1666), libc.msgget(7, 0o1666), libc.semget(7, 1, 0o1666)): assert made >= 0
FOUND.append(os.getpid())
if os.fork() == 0:
    os.setsid()
    own = socket.socket(socket.AF_UNIX)
    own.bind("\\0note")
    own.listen()
    while True: open("/tmp/alive", "a").write("x")
FOUND.append(os.stat(places[0]).st_ino)
FOUND.append(open("/proc/self/mountinfo").read().count("\\n"))
def move(view):
    print(json.dumps(FOUND))
    return 0
"""


def test_no_state_leaks_into_next_game() -> None:
    with Stage(sandbox=WALL) as stage:
        first, second = (json.loads(said_by(play(stage, LEAVES))) for _ in range(2))
    assert first == second
    assert first[0] == 2, "the process's own number is the first of what was found"


@pytest.mark.parametrize(
    ("leaves", "how"),
    [
        ("os.kill(os.getpid(), 11)", "killed by SIGSEGV"),
        ("os.kill(os.getpid(), 15)", "killed by SIGTERM"),
        ("ctypes.string_at(0)", "killed by SIGSEGV"),
        ("libc._exit(7)", "exit status 7"),
    ],
)
def test_signal_of_bot_is_reported_through_namespaces(leaves: str, how: str) -> None:
    source = f"import ctypes, os\nlibc = ctypes.CDLL(None)\ndef move(view):\n    {leaves}\n"
    with Stage(sandbox=WALL) as stage:
        answer = play(stage, source).turns[1][0]
    assert answer.fault == "crash"
    assert answer.trace is not None
    assert how in str(answer.trace["error"])


@pytest.mark.parametrize(
    ("kept", "flaw"),
    [(["--unshare-user"], ["--unshare-user", "--disable-userns"]), (["--bind", "/proc"], ["--bind", "/usr"])],
)
def test_bots_are_not_forked_if_namespaces_fail(
    kept: list[str], flaw: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Bubblewrap.fork_server

    def flawed(self: Bubblewrap, *arguments: Any) -> list[str]:
        found = line(self, *arguments)
        at = found.index(kept[-1])
        return [*found[: at + 1 - len(kept)], *flaw, *found[at + 1 :]]

    monkeypatch.setattr(Bubblewrap, "fork_server", flawed)
    with Stage(sandbox=WALL) as stage:
        replay = play(stage, "import os\ndef move(view):\n    print(os.uname().nodename)\n    return 0\n")
        assert not is_forked(stage)
    assert said_by(replay) == "bot\n"


def test_bot_without_freezable_group_is_not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "take_unlimited", lambda: None)
    monkeypatch.setattr(groups, "abilities", frozenset)
    with Stage(sandbox=WALL) as stage:
        replay = play(stage, "import os\ndef move(view):\n    print(os.getppid())\n    return 0\n")
        # Bubblewrap's own init process starts it, without a fork server.
        assert said_by(replay) == "1\n"
