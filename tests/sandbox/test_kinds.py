"""Every sandbox of this machine: attacks by real programs from within, and ordinary bots."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import pickle
import platform
import select
import shutil
import socket
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from attacks_on_sandboxes import ATTACKS
from sandlot import local
from sandlot.files.bundle import MAIN
from sandlot.games import GAMES
from sandlot.kernel import landlock, linux
from sandlot.local import (
    NO_SANDBOX,
    Bot,
    NoSandbox,
    Sandbox,
    contest_sandbox,
    house,
    isolating_sandbox,
    machine,
    program,
    python_bundle,
    python_file,
    sandbox_choice,
)
from sandlot.match.parts import Finish, Player, Setup
from sandlot.match.replay import Replay
from sandlot.messages import render
from sandlot.processes.forked import ForkServer
from sandlot.processes.process import Process, new_mark
from sandlot.sandbox import kinds
from sandlot.sandbox.kinds import Bubblewrap
from sandlot.sandbox.paths import SandboxPaths
from test_local import LINUX, _nothing_is_left, answers, compiled, faults, tank  # noqa: F401
from test_terminal import said


def _of(name: str) -> Any:
    """Return a sandbox as a parameter of tests, skipped where it is not available."""
    sandbox, why = next(each for each in sandbox_choice.probes() if each.sandbox.name == name)
    return pytest.param(sandbox, id=name, marks=pytest.mark.skipif(why is not None, reason=render(why) if why else ""))


STANDING = [_of("Bubblewrap"), _of("Landlock")]
each_wall = pytest.mark.parametrize("sandbox", STANDING)
needs_linux = pytest.mark.skipif(not LINUX, reason="Linux only")
ENDS_ALL = [
    pytest.param(NO_SANDBOX, id="none", marks=pytest.mark.skipif(not landlock.can_scope(), reason="Linux 6.12"))
]
SNAKE: dict[str, int] = {"start": 60_000, "move": 60_000}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)


def match(
    game: str, *seats: Bot, sandbox: Sandbox = NO_SANDBOX, clock: dict[str, int] = SNAKE, **more: Any
) -> tuple[Replay, Finish]:
    limits = GAMES[game].clock.with_changes({"first": 60_000, **clock})
    players = tuple(Player(seat.name, seat.kind) for seat in seats)
    memory = more.pop("memory", None)
    return local.play(Setup(GAMES[game], players, 1, more, limits), seats, sandbox=sandbox, memory=memory)


def bot(source: str, name: str = "bot.py") -> Bot:
    Path(name).write_text(source)
    return python_file(Path(name))


def said_by(replay: Replay, player: int = 0) -> str:
    turn = replay.turns[1] if len(replay.turns) > 1 else replay.turns[0]
    return "".join(text for _, text in turn[player].output)


# Attacks


@pytest.fixture
def aim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Provide the targets of attacks: files of the user, listening sockets, and a process that is not a bot."""
    home, results = tmp_path / "home", tmp_path / "results.db"
    token = f"t{os.getpid()}"
    home.mkdir(mode=0o700)
    (home / "secret").write_text("secret")
    results.write_text("results")
    (tmp_path / "victim").write_text("")
    Path("other.py").write_text("def move(view): return 0")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SECRET_OF_USER", "secret")
    with contextlib.ExitStack() as all_open:
        tcp = all_open.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = all_open.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        udp.bind(tcp.getsockname())
        udp.setblocking(False)
        # Use a relative path, because paths of sockets must be short.
        for address in (os.path.relpath(tmp_path / "s"), f"\0{token}"):
            listener = all_open.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        other = all_open.enter_context(subprocess.Popen(["sleep", "1000"]))
        paths = {"home": home, "results": results, "victim": tmp_path / "victim", "socket": tmp_path / "s"}
        paths |= {"other": Path("other.py").absolute(), "file": Path("bot.py").absolute(), "shared": tmp_path}
        numbers = {"port": tcp.getsockname()[1], "referee": os.getpid(), "opponent": other.pid}
        texts = {name: str(path) for name, path in paths.items()}
        yield {**texts, **numbers, "token": token, "heard": udp}
        other.kill()
    Path("/usr", token).unlink(missing_ok=True)


def attacks(aim: dict[str, Any]) -> str:
    return ATTACKS.format(aim={name: each for name, each in aim.items() if name != "heard"})


def attacked(aim: dict[str, Any], kind: str, sandbox: Sandbox) -> set[str]:
    """Return the forbidden actions in which a bot has succeeded."""
    source = attacks(aim)
    if kind != "program":
        replay, _ = match("snake", bot(source + "def move(view):\n    print(attack())\n"), RESTS, sandbox=sandbox)
    else:
        Path("bot.py").write_text(source + "input()\nprint(attack(), file=sys.stderr)\nprint(0, flush=True)\n")
        replay, _ = match("snake", program([sys.executable, "bot.py"]), RESTS, sandbox=sandbox)
    assert said_by(replay), answers(replay)
    found: list[str] = json.loads(said_by(replay))
    return set(found)


def outside(aim: dict[str, Any]) -> list[object]:
    """Return what attacks could have changed: all files except the bot's own, and messages received on the network."""
    heard = []
    with contextlib.suppress(BlockingIOError):
        heard.append(aim["heard"].recv(99))
    files = [path for path in Path(aim["shared"]).rglob("*") if path.name not in ("bot.py", "temporary")]
    facts = [(str(path), path.stat().st_mode, path.stat().st_size) for path in sorted(files)]
    return [*facts, Path(aim["home"], "secret").stat().st_mtime_ns, *heard]


RESTS = house("snake", "cautious")
SEEN_OUTSIDE = {"write results", "create beside", "create for all", "truncate", "udp"}
"""Within Bubblewrap these seem to succeed, but on the bot's own files and network. `outside` shows real changes."""
BY_ROOT = {"write the system", "mount", "rename the machine"}
BY_SOME = {"make namespaces"}
"""Not every system allows these to every user."""
if LINUX and len(os.sched_getaffinity(0)) == 1:
    BY_SOME |= {"move another", "choose processors", "choose processors by the number"}
BY_SIGNAL = {"signal the referee", "signal another", "trace", "write into another"}


@each_wall
@pytest.mark.parametrize("kind", ["module", "module started anew", "program"])
def test_sandbox_stops_every_attack(
    kind: str, sandbox: Sandbox, aim: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "module started anew":
        monkeypatch.setattr(ForkServer, "can_fork", False)
    Path("bot.py").write_text("")
    before = outside(aim)
    assert attacked(aim, kind, sandbox) - SEEN_OUTSIDE - _allowed(sandbox) == set()
    assert outside(aim) == before


def _allowed(sandbox: Sandbox) -> set[str]:
    """Return the attacks that this machine's `bwrap` cannot prevent."""
    return {"make namespaces"} if isinstance(sandbox, Bubblewrap) and sandbox.nests else set()


@needs_linux
def test_bubblewrap_disables_user_namespaces_if_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    program = shutil.which("bwrap")
    if program is None or sandbox_choice.probe(Bubblewrap(program=program)):
        pytest.skip("the bwrap of this machine cannot")
    assert getattr(sandbox_choice.probes()[0].sandbox, "nests", None) is False
    old = Path("old")
    old.write_text(f'#!/bin/sh\ncase " $* " in *" --disable-userns "*) exit 1;; esac\nexec {program} "$@"\n')
    old.chmod(0o755)
    sandbox, why = sandbox_choice._bubblewrap(2048, str(old.absolute()))
    assert (getattr(sandbox, "nests", None), why) == (True, None)


@needs_linux
def test_every_attack_succeeds_without_sandbox(aim: dict[str, Any]) -> None:
    # Leave out attacks that need root or special permissions, and signals, which are blocked without a sandbox as well.
    source = attacks(aim) + f"for each in {sorted(BY_ROOT | BY_SIGNAL | BY_SOME)!r}: del ATTEMPTS[each]\n"
    before = outside(aim)
    Path("alone.py").write_text(source + "print(json.dumps(sorted(set(ATTEMPTS) - set(json.loads(attack())))))")
    done = subprocess.run([sys.executable, "alone.py"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
    after = outside(aim)
    assert b"secret" in after
    assert len({*map(str, after)} - {*map(str, before)}) > 6


@pytest.mark.skipif(not LINUX or platform.machine() not in linux.KEYCTL, reason="Linux only")
def test_leaving_session_keyring_affects_only_one_thread() -> None:
    def session() -> int:
        number: int = linux.libc().syscall(linux.KEYCTL[platform.machine()], 0, ctypes.c_long(-3), 0)
        return number

    before = session()
    if before < 0:
        pytest.skip("keyrings are not to be had here")
    with ThreadPoolExecutor(1) as thread:
        thread.submit(linux.leave_keyrings).result()
        assert thread.submit(session).result() not in (-1, before)
    assert session() == before


@needs_linux
@pytest.mark.parametrize("sandbox", [NO_SANDBOX, STANDING[0]])
def test_oom_killer_prefers_bots(sandbox: Sandbox) -> None:
    mine = Path("/proc/self/oom_score_adj").read_text()
    source = "def move(view):\n    print(open('/proc/self/oom_score_adj').read().strip())\n    return 0\n"
    replay, _ = match("snake", bot(source), RESTS, sandbox=sandbox)
    assert said_by(replay) == "1000\n"
    assert Path("/proc/self/oom_score_adj").read_text() == mine


@pytest.mark.parametrize("sandbox", STANDING[1:])
def test_oom_score_is_set_from_outside_sandbox(sandbox: Sandbox) -> None:
    process = Process(["sleep", "1000"], new_mark(), sandbox=sandbox, paths=SandboxPaths(str(Path.cwd())))
    try:
        assert Path(f"/proc/{process.bot()}/oom_score_adj").read_text() == "1000\n"
    finally:
        process.close()


@each_wall
def test_bots_cannot_read_files_of_each_other(sandbox: Sandbox) -> None:
    writes = "from pathlib import Path\nPath('note').write_text('x')\nFOUND = Path('note').read_text()\n"
    reads = (
        "import glob, tempfile\nFOUND = glob.glob('../*/note') + glob.glob('/tmp/*/note') + glob.glob('/tmp/note')\n"
    )
    answer = "def move(view):\n    print(FOUND)\n    return 0\n"
    replay, _ = match("snake", bot(writes + answer, "one.py"), bot(reads + answer, "two.py"), sandbox=sandbox)
    assert (said_by(replay, 0), said_by(replay, 1)) == ("x\n", "[]\n")
    assert sorted(map(str, Path().iterdir())) == ["one.py", "two.py"]


# Ordinary bots


ORDINARY = """
import os, random, subprocess, sys, tempfile, threading, hashlib, sqlite3
def move(view):
    threads = [threading.Thread(target=hashlib.sha256, args=(b"x",)) for _ in range(64)]
    for each in threads: each.start()
    for each in threads: each.join()
    with tempfile.TemporaryFile() as file: file.write(b"x" * 2**20)
    assert subprocess.run(["sh", "-c", "echo $HOME"], capture_output=True, text=True).stdout.strip() == os.getcwd()
    assert subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True).stdout == "1\\n"
    if child := os.fork(): os.waitpid(child, 0)
    else: os._exit(0)
    # As OpenMP and Java do: to have the processors and the priority that they have anyway.
    for task in (os.getpid(), threading.get_native_id()):
        os.sched_setaffinity(task, os.sched_getaffinity(task))
        os.setpriority(os.PRIO_PROCESS, task, os.getpriority(os.PRIO_PROCESS, task))
    assert open(__file__).read() and os.listdir() == []
    open("note", "w").write("mine")
    os.remove("note")
    print("well")
"""


@each_wall
def test_sandbox_does_not_affect_ordinary_bot(sandbox: Sandbox) -> None:
    replay, _ = match("snake", bot(ORDINARY), RESTS, sandbox=sandbox, memory=2**32)
    assert said_by(replay) == "well\n", answers(replay)


@pytest.mark.many
@each_wall
@pytest.mark.parametrize("mode", ["keep", "restart", "eof"])
@pytest.mark.parametrize("kind", ["file", "python", "cpp"])
def test_programs_play_within_sandbox(kind: str, mode: str, sandbox: Sandbox, compiled: Callable[[str], str]) -> None:  # noqa: F811
    stays = bot("def move(view): return [-1, -1]")
    replay, finish = match("tank", tank(kind, mode, compiled), stays, sandbox=sandbox, max_turns=3, field=[0, 0, 0])
    assert faults(replay) == []
    assert finish.turns == 3
    assert {each.running for each in answers(replay)} == {mode == "keep"}


@each_wall
def test_program_finds_its_input_and_named_files(sandbox: Sandbox) -> None:
    Path("data").mkdir()
    Path("data/order").write_text("0")
    Path("answers.py").write_text(
        "import sys\nassert len(open('input.txt').read()) > 9\nopen('note', 'x')\n"
        "print(open(sys.argv[1] + '/order').read())"
    )
    named = program([sys.executable, "answers.py", "data"])
    replay, _ = match("snake", named, RESTS, sandbox=sandbox)
    assert answers(replay)[0].reply == "0"
    assert sorted(map(str, Path().iterdir())) == ["answers.py", "data"]


@each_wall
def test_bot_of_several_files_has_all_files(sandbox: Sandbox) -> None:
    folder = Path("several")
    folder.mkdir()
    (folder / MAIN).write_text("import part\nprint(open('data.txt').read())\ndef move(view): return part.ORDER")
    (folder / "part.py").write_text("ORDER = 0\n")
    (folder / "data.txt").write_text("read")
    replay, _ = match("snake", python_bundle(folder), RESTS, sandbox=sandbox)
    assert [fault for _, fault in faults(replay)] == []
    assert answers(replay)[0].reply == "0"
    assert replay.turns[0][0].output == (("out", "read\n"),)


@each_wall
def test_signal_of_program_is_reported_through_sandbox(sandbox: Sandbox) -> None:
    _, finish = match("snake", program(["sh", "-c", "read a; kill -SEGV $$"]), RESTS, sandbox=sandbox)
    assert finish.outcome.reasons[0] == "crash"
    assert finish.outcome.losses[0]
    assert "SIGSEGV" in render(finish.outcome.losses[0])


# Leftovers

HIDES = """
import os, sys, time
os.open(sys.argv[1], os.O_RDONLY | os.O_NONBLOCK)
def hop():
    # Always another process, in a session of its own, without parents and without our mark.
    while time.monotonic() - BEGUN < 60:
        if os.fork(): os._exit(0)
        os.setsid()
def grow():
    while time.monotonic() - BEGUN < 60:
        with open("note", "a") as file: file.write("x")
        if os.path.getsize("note") < 200: os.fork()
        time.sleep(0.001)
if len(sys.argv) == 2:
    input()
    # A program without the mark.
    os.execve(sys.executable, [sys.executable, __file__, sys.argv[1], "anew"], {{}})
BEGUN = time.monotonic()
for _ in range(3):
    if os.fork() == 0: {what}()
time.sleep(0.3)
print("begun", file=sys.stderr)
sys.exit(1)
"""


@pytest.mark.many
@pytest.mark.parametrize("sandbox", [*ENDS_ALL, *STANDING])
@pytest.mark.parametrize("what", ["hop", "grow"])
def test_multiplying_and_hiding_processes_end_with_match(what: str, sandbox: Sandbox) -> None:
    Path("bot.py").write_text(HIDES.format(what=what))
    # Every process of the bot holds it open, even those that exist too briefly to be listed.
    os.mkfifo("held")
    reads = os.open("held", os.O_RDONLY | os.O_NONBLOCK)
    writes = os.open("held", os.O_WRONLY)
    _, finish = match("snake", program([sys.executable, "bot.py", "held"]), RESTS, sandbox=sandbox)
    os.close(reads)
    poll = select.poll()
    poll.register(writes, 0)
    ended = poll.poll(30_000)
    os.close(writes)
    assert finish.outcome.losses[0]
    assert "begun" in render(finish.outcome.losses[0])
    assert ended == [(writes, select.POLLERR)]


WORKER = """
import sys
from pathlib import Path
from sandlot import local
from sandlot.games import GAMES
from sandlot.local import NO_SANDBOX, house, python_file
from sandlot.match.parts import Player, Setup
clock = GAMES["snake"].clock.with_changes({"start": 60_000, "first": 60_000, "move": 60_000})
seats = [python_file(Path("bot.py")), house("snake", "cautious")]
setup = Setup(GAMES["snake"], tuple(Player(each.name, each.kind) for each in seats), 1, {}, clock)
with local.leaving_nothing():
    replay, _ = local.play(setup, seats)
print(sum(1 for turn in replay.turns for each in turn.values() if each.fault))
"""


@needs_linux
def test_worker_does_not_kill_bots_of_another() -> None:
    # Each bot leaves children behind at its end, while others may still be playing.
    bot(
        "import os, time\nfrom pathlib import Path\n"
        "def move(view):\n"
        "    if os.fork() == 0: time.sleep(1000)\n"
        "    return 0\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(local.__file__).parents[2])}
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(3)
    ]
    assert [each.communicate()[0] for each in workers] == ["0\n"] * 3


KILLED = """
import pickle, sys
from sandlot import local
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
seats = [local.program([sys.executable, "bot.py", "held"]), local.house("snake", "cautious")]
clock = GAMES["snake"].clock.with_changes({"start": 60_000, "first": 60_000, "move": 60_000})
setup = Setup(GAMES["snake"], (Player("a", "program"), Player("b", "house")), 1, {}, clock)
local.play(setup, seats, sandbox=pickle.loads(bytes.fromhex(sys.argv[1])))
"""


@each_wall
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="there is no setpriv on this machine")
def test_bot_ends_when_its_worker_is_killed(sandbox: Sandbox, tmp_path: Path) -> None:
    Path("bot.py").write_text(
        "import os, sys, time\nos.open(sys.argv[1], os.O_RDONLY | os.O_NONBLOCK)\ntime.sleep(1000)"
    )
    os.mkfifo("held")
    environment = {**os.environ, "PYTHONPATH": str(Path(local.__file__).parents[2]), "TMPDIR": str(tmp_path)}
    typed = [sys.executable, "-c", KILLED, pickle.dumps(sandbox).hex()]
    with subprocess.Popen(typed, env=environment) as worker:
        writes = -1
        while writes < 0:
            assert worker.poll() is None
            with contextlib.suppress(OSError):  # the bot has not opened it yet
                writes = os.open("held", os.O_WRONLY | os.O_NONBLOCK)
        worker.kill()
    poll = select.poll()
    poll.register(writes, 0)
    ended = poll.poll(30_000)
    os.close(writes)
    assert ended == [(writes, select.POLLERR)]


# Choice of the sandbox


REFUSING = """#!/bin/sh
echo "bwrap: setting up uid map: Permission denied" >&2
exit 1
"""
LEAKING = """#!/bin/sh
while [ "$1" != "--" ]; do shift; done
shift
exec "$@"
"""


def fake(text: str) -> Bubblewrap:
    Path("bwrap").write_text(text)
    Path("bwrap").chmod(0o755)
    return Bubblewrap(program=str(Path("bwrap").absolute()))


@needs_linux
@pytest.mark.parametrize(
    ("text", "why"),
    [(REFUSING, "bwrap: setting up uid map: Permission denied"), (LEAKING, "open 0")],
    ids=["refuses", "keeps nothing out"],
)
def test_broken_sandbox_is_detected(text: str, why: str) -> None:
    found = sandbox_choice.probe(fake(text))
    assert found
    assert render(found).startswith(f"Bubblewrap was tried and does not hold: {why}")


@needs_linux
def test_apparmor_is_named_as_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("restricted").write_text("1\n")
    monkeypatch.setattr(sandbox_choice, "RESTRICTED", Path("restricted"))
    found = sandbox_choice.probe(fake(REFUSING))
    assert found
    assert "AppArmor" in render(found)


@needs_linux
@pytest.mark.parametrize(("version", "why"), [(0, "has no Landlock"), (2, "has version 2, and a sandbox needs 3")])
def test_insufficient_kernel_is_reported(version: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    monkeypatch.setattr(shutil, "which", lambda name, **path: None)
    first, second = sandbox_choice.probes.__wrapped__()
    assert "bwrap is not installed" in render(first.why)
    assert why in render(second.why)


def no_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = tuple(
        each._replace(why=each.why or sandbox_choice.message("sandbox.no_bwrap")) for each in sandbox_choice.probes()
    )
    monkeypatch.setattr(sandbox_choice, "probes", lambda: tried)


@each_wall
def test_contest_with_untrusted_bots_uses_sandbox(sandbox: Sandbox) -> None:
    stranger = Bot("b", "code", "")
    assert contest_sandbox(False, False, [RESTS, stranger]).isolates
    assert contest_sandbox(True, False, [RESTS]).isolates
    assert contest_sandbox(True, True, [stranger]) == isolating_sandbox()
    assert pickle.loads(pickle.dumps(sandbox)) == sandbox


def test_contest_with_untrusted_bots_is_refused_without_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    no_wall(monkeypatch)
    stranger = Bot("b", "program", command=("b",))
    assert contest_sandbox(False, False, [RESTS, RESTS]) == NO_SANDBOX
    assert contest_sandbox(False, True, [RESTS, stranger]) == NO_SANDBOX
    with pytest.raises(NoSandbox, match=r"no sandbox works .* by --trust, .* by sandlot doctor"):
        contest_sandbox(False, False, [RESTS, stranger])
    with pytest.raises(NoSandbox, match="sandlot doctor says why"):
        contest_sandbox(True, True, [RESTS])


# On the command line


@each_wall
def test_isolate_option(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sandbox_choice, "probes", lambda: (sandbox_choice.Probe(sandbox, None),))
    (tmp_path / "note").write_text("")
    bot(f"def move(view):\n    open({str(tmp_path / 'note')!r})\n")
    limits = ("--clock", "start=60000", "--clock", "first=60000", "--clock", "move=60000")
    status, text = said("play", "snake", "bot.py", "cautious", "--isolate", "--json", *limits)
    assert status == 0
    assert json.loads(text)["reasons"] == ["crash", None]
    no_wall(monkeypatch)
    status, text = said("play", "snake", "bot.py", "cautious", "--isolate", *limits)
    assert (status, text) == (
        1,
        "sandlot: no sandbox that could isolate bots works on this machine; sandlot doctor says why\n",
    )


@needs_linux
@each_wall
def test_sandbox_sets_limits_and_no_new_privileges(sandbox: Sandbox) -> None:
    source = """
        import ctypes, resource
        def move(view):
            for name in ("CORE", "NOFILE", "CPU", "NPROC"):
                print(*resource.getrlimit(getattr(resource, "RLIMIT_" + name)))
            print(ctypes.CDLL(None).prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0))
            return 0
    """.replace("PR_GET_NO_NEW_PRIVS", "39")
    replay, _ = match(
        "snake", bot(textwrap.dedent(source)), bot("def move(view): return 1 / 0", "b.py"), sandbox=sandbox
    )
    assert isinstance(sandbox, kinds.Bubblewrap | kinds.Landlock)
    limits = [0, kinds.MOST_FILES, kinds.MOST_SECONDS, sandbox.tasks]
    assert said_by(replay).split() == [*(str(each) for each in limits for _ in ("soft", "hard")), "1"]


def test_doctor_reports_sandboxes_and_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {each.sandbox.name: each for each in sandbox_choice.probes()}
    best = next((name for name, each in found.items() if each.why is None), None)
    status, text = said("doctor", "--json")
    told = json.loads(text)
    assert status == (0 if best else 1)
    assert told["isolate"] == best
    assert {name: each["works"] for name, each in told["sandboxes"].items()} == {
        name: each.why is None for name, each in found.items()
    }
    no_wall(monkeypatch)
    monkeypatch.setattr(machine, "probes", sandbox_choice.probes)
    for language, none in (("en", "no sandbox to take"), ("zh", "没有可用的隔离"), ("ru", "песочницы нет")):
        status, text = said("doctor", "--lang", language)
        assert status == 1
        assert none in text
        assert "cli.doctor" not in text
