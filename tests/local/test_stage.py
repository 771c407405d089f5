"""Matches played one after another on a `Stage`: what is kept between them, and what is not."""

from __future__ import annotations

import errno
import os
import signal
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.games import GAMES
from sandlot.local import NO_SANDBOX, Bot, MatchAborted, Sandbox, Stage, program
from sandlot.local.process_seat import Waiting, crash
from sandlot.local.python import Python
from sandlot.local.sandbox_choice import probes
from sandlot.match.parts import Finish, Player, Request, Response, Setup
from sandlot.match.replay import Replay
from sandlot.processes.groups import give_back
from test_local import LINUX, _nothing_is_left, answers, code, faults, printed, processes, script  # noqa: F401
from waiting import is_gone

needs_linux = pytest.mark.skipif(not LINUX, reason="Linux only")
CLOCK = GAMES["snake"].clock.with_changes({"start": 60_000, "first": 60_000, "move": 60_000})
STAYS = code("def move(view): return view['safe'][0]")


@pytest.fixture
def stage() -> Iterator[Stage]:
    with Stage() as stage:
        yield stage


def play(stage: Stage, *bots: Bot, steps: int = 2) -> tuple[Replay, Finish]:
    setup = Setup(
        GAMES["snake"],
        tuple(Player(bot.name, bot.kind) for bot in bots),
        1,
        {"max_steps": steps, "obstacles": 0},
        CLOCK,
    )
    return stage.play(setup, bots)


def fork_server(stage: Stage) -> int:
    """Return the process that forks the seats of this stage. Other stages in the same test run have their own."""
    process = stage._fork_server._popen
    assert process
    return process.pid


def seats(stage: Stage) -> set[int]:
    """Return the processes that the fork server has forked."""
    pid = fork_server(stage)
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def test_every_bot_has_its_own_python(stage: Stage) -> None:
    source = """
        import json, os, random, sys
        def move(view):
            print(os.getpid(), os.getsid(0) == os.getpid(), hasattr(json, "seen"), os.environ["SANDLOT_SEAT"])
            json.seen = True
            return view["safe"][0]
    """
    lines = [
        printed(replay, "out", player).splitlines()
        for replay in (play(stage, code(source), code(source))[0] for _ in range(3))
        for player in (0, 1)
    ]
    said = [[line.split() for line in each] for each in lines]
    assert len({each[0][0] for each in said}) == len({each[0][3] for each in said}) == 6
    assert all([line[1:3] for line in each] == [["True", "False"], ["True", "True"]] for each in said)


@needs_linux
def test_seat_has_only_its_own_streams_open(stage: Stage) -> None:
    source = "import os\ndef move(view):\n    print(len(os.listdir('/proc/self/fd')))\n    return 0"
    replay = [play(stage, code(source), code(source))[0] for _ in range(2)][1]
    # The three standard streams, the two of the channel, and the descriptor of this listing.
    assert [printed(replay, "out", player).split()[0] for player in (0, 1)] == ["6", "6"]


@needs_linux
def test_environment_mark_is_visible_and_inherited(stage: Stage) -> None:
    source = """
        import os, subprocess
        from pathlib import Path
        def move(view):
            found = [each for each in Path("/proc/self/environ").read_bytes().split(b"\\0") if b"SEAT" in each]
            print(found == [b"SANDLOT_SEAT=" + os.environb[b"SANDLOT_SEAT"]])
            print(subprocess.run("echo $SANDLOT_SEAT", shell=True, capture_output=True, text=True).stdout.strip()
                == os.environ["SANDLOT_SEAT"])
            return 0
    """
    replay, _ = play(stage, code(source), STAYS, steps=1)
    assert printed(replay, "out").split() == ["True", "True"]


HIDES = """
import os, time
def move(view):
    if os.fork() == 0:
        os.setsid()
        if os.fork(): os._exit(0)
        os.execve("/bin/sh", ["sh", "-c", "echo $$ > {note}; exec sleep 1000"], {{}})
    os.wait()
    while not os.path.exists({note!r}) or not open({note!r}).read(): time.sleep(0.01)
    return 0
"""


@needs_linux
def test_hidden_processes_end_with_match(stage: Stage, tmp_path: Path) -> None:
    note = str(tmp_path / "pid")
    replay, _ = play(stage, code(HIDES.format(note=note)), STAYS, steps=1)
    assert faults(replay) == []
    play(stage, STAYS, STAYS)
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path(note).read_text()), 0)
    # Wait for the seats that are prepared for the next match.
    while len(seats(stage)) < 2:
        time.sleep(0.01)


@needs_linux
def cannot_start(self: Python, request: Request) -> Waiting[Response]:
    return crash("no room for its files")
    yield 0


@pytest.mark.parametrize("sandbox", [NO_SANDBOX, *(each.sandbox for each in probes() if each.why is None)])
def test_spare_seat_of_bot_that_failed_to_start_is_discarded(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its control group ends with the match, and is used for another bot later."""
    with Stage(sandbox=sandbox) as stage:
        play(stage, STAYS, STAYS)
        with monkeypatch.context() as patched:
            patched.setattr(Python, "start", cannot_start)
            for _ in range(3):
                assert faults(play(stage, STAYS, STAYS)[0])
        for _ in range(3):
            assert not faults(play(stage, STAYS, STAYS)[0])
        assert len(stage._fork_server._spares) + len(stage._fork_server._expected) == 2 * 2


def test_end_of_bot_is_noticed_although_child_keeps_output_open(stage: Stage) -> None:
    source = """
        import ctypes, os, time
        def move(view):
            # Python's own fork would close the channel in the child.
            if ctypes.CDLL(None).fork() == 0:
                while True: time.sleep(1000)
            os.kill(os.getpid(), 9)
    """
    replay, _ = play(stage, code(source), STAYS)
    assert faults(replay) == [(0, "crash")]
    trace = answers(replay)[0].trace
    assert trace is not None
    assert "SIGKILL" in trace["error"]


def test_seat_does_not_wait_for_later_forks(stage: Stage) -> None:
    play(stage, STAYS, STAYS)
    server = stage._fork_server
    server.wait()
    server.prepare([True] * 6)
    group = server.group()
    seat = server.take(group)
    # The reply that confirms the other forks has not been read.
    assert server._expected
    server.end_match()
    seat.close()
    if group:
        give_back(group)


@needs_linux
def test_lost_fork_server_voids_one_match(stage: Stage) -> None:
    play(stage, STAYS, STAYS)
    waiting = seats(stage)
    os.kill(fork_server(stage), signal.SIGKILL)
    with pytest.raises(MatchAborted) as void:
        play(stage, STAYS, STAYS)
    assert void.value.text.id == "void.nursery"
    assert all(map(is_gone, waiting))
    assert faults(play(stage, STAYS, STAYS)[0]) == []


def test_stage_plays_in_any_thread_with_every_kind_of_bot(stage: Stage) -> None:
    reads = script("while True:\n    print(2 * input().split('#')[1].startswith('0'), flush=True)")
    found: list[Replay] = []
    for pair in ((STAYS, reads), (reads, reads), (STAYS, STAYS)):
        thread = threading.Thread(target=lambda pair=pair: found.append(play(stage, *pair)[0]))  # type: ignore[misc]
        thread.start()
        thread.join()
    assert [faults(replay) for replay in found] == [[], [], []]
    assert all(len(answers(replay, player)) == 2 for replay in found for player in (0, 1))


def test_limits_apply_to_every_match() -> None:
    source = "def move(view):\n    x = bytearray(2**30)\n    return 0"
    with Stage(memory=400 * 2**20) as stage:
        for _ in range(2):
            replay, _ = play(stage, code(source), STAYS)
            assert faults(replay) == ([(0, "crash")] if LINUX else [])


def test_interrupted_match_leaves_nothing(stage: Stage) -> None:
    class Interrupted(BaseException):
        pass

    def interrupt(*about: object) -> None:
        raise Interrupted

    setup = Setup(GAMES["snake"], (Player("a"), Player("b")), 1, clock=CLOCK)
    before = processes()
    with pytest.raises(Interrupted):
        stage.play(setup, [STAYS, program(["sleep", "1000"])], watch=interrupt)
    assert processes() == before


@pytest.mark.parametrize(
    ("number", "is_void"), [(errno.EMFILE, True), (errno.EAGAIN, True), (errno.ENOSPC, True), (errno.ENOEXEC, False)]
)
def test_full_machine_aborts_match_instead_of_blaming_program(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, number: int, is_void: bool
) -> None:
    def fail(*arguments: object, **more: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("sandlot.local.command.Process", fail)
    bots = (program(["cat"]), STAYS)
    if is_void:
        with pytest.raises(MatchAborted, match=os.strerror(number)):
            play(stage, *bots)
    else:
        replay, _ = play(stage, *bots)
        assert "crash" in str(faults(replay))


@needs_linux
@pytest.mark.parametrize(
    "trick",
    [
        "libc.ptrace(0, 0, 0, 0); os.kill(os.getpid(), signal.SIGSTOP)",
        """
            if os.fork() == 0:
                os.setsid()
                for _ in range(1000):
                    libc.ptrace(0x4206, parent, 0, 0)
                    time.sleep(0.01)
            time.sleep(0.2)
            os.kill(parent, signal.SIGKILL)
        """,
    ],
    ids=["stops for its tracer", "is traced when it ends"],
)
def test_traced_bot_cannot_void_its_match(stage: Stage, trick: str) -> None:
    source = f"""
        import ctypes, os, signal, time
        libc, parent = ctypes.CDLL(None), os.getpid()
        def move(view):
            {textwrap.indent(textwrap.dedent(trick), " " * 12).strip()}
            return view["safe"][0]
    """
    _, finish = play(stage, code(source), STAYS)
    assert finish.outcome.places == (2, 1)
    _, finish = play(stage, STAYS, STAYS)
    assert finish.outcome.places == (1, 1)
