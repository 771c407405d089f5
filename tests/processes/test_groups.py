"""Control groups of version 1 and 2: they stop and end all processes of a bot, and no group is left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("control groups are there on Linux only", allow_module_level=True)

from sandlot.processes import groups
from test_terminal import said
from waiting import is_gone

BURNS = """
import os
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        break
while True: pass
"""
KILLED = """
import os, signal, subprocess
from sandlot.processes import groups
group = groups.take(2**28, 50)
bot = subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL)
group.add(bot.pid)
group.stop()
print(bot.pid, *group._folders, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(params=[1, 2])
def ours(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[groups._Ours]:
    """The groups of a process that uses only one version."""
    places = [(place, able) for place, able in groups._places() if place.version == request.param]
    monkeypatch.setattr(groups, "_places", lambda: places)
    monkeypatch.setattr(groups, "_ask_systemd", lambda: False)
    ours = groups._Ours()
    if groups.FREEZE not in ours.found():
        pytest.skip(f"groups of version {request.param} cannot be made here")
    yield ours
    homes = list(ours.homes)
    ours.close()
    assert [each for each in homes if each.exists()] == []


def test_group_freezes_measures_and_kills_all_processes(ours: groups._Ours) -> None:
    group = ours.take()
    assert group
    with subprocess.Popen([sys.executable, "-c", "input()\n" + BURNS], stdin=subprocess.PIPE, text=True) as bot:
        group.add(bot.pid)
        assert bot.stdin
        bot.stdin.write("\n")
        bot.stdin.flush()
        while len(groups._members(group._folders[0])) < 4 or (group.used() or 0) < 50:
            time.sleep(0.01)
        assert group.stop()
        while not group.is_frozen():
            time.sleep(0.001)
        before = group.used()
        time.sleep(0.1)
        assert group.used() == before
        group.go_on()
        while group.used() == before:
            time.sleep(0.001)
        # Frozen processes can be killed as well.
        group.stop()
        group.end()
        assert bot.wait() == -9
    while not group.is_empty():
        time.sleep(0.001)
    group.remove()
    assert not any(each.exists() for each in group._folders)


def test_limits_can_be_changed_for_next_bot(ours: groups._Ours) -> None:
    group = ours.take()
    assert group
    for limit in (2**28, 2**27, 2**29):
        group.limit(limit, 50)
        for ability, expected in ((groups.MEMORY, limit), (groups.TASKS, 50)):
            if ability in ours.found():
                assert int(group._places[ability].file(ability).read_text()) == expected
    group.remove()


def test_leftovers_of_killed_process_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    if groups.FREEZE not in groups.abilities():
        pytest.skip("no groups can be made here")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, env=environment)
    pid, *folders = done.stdout.split()
    assert folders
    next_one = groups._Ours()
    next_one.found()
    next_one.close()
    assert [each for each in folders if Path(each).exists()] == []
    assert is_gone(int(pid))


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_doctor_reports_abilities_of_groups(language: str) -> None:
    able = groups.abilities()
    _, text = said("doctor", "--json")
    for fact, ability in (
        ('"freezes"', groups.FREEZE),
        ('"limits_memory"', groups.MEMORY),
        ('"limits_tasks"', groups.TASKS),
    ):
        assert f"{fact}: {'true' if ability in able else 'false'}" in text
    _, text = said("doctor", "--lang", language)
    assert "Delegate=yes" in text
    assert "cli.doctor" not in text


NOBODY = "65534"
SCOPE = """
import sys
sys.path.insert(0, sys.argv[1])
from sandlot.processes import groups
assert groups.has_systemd() and groups._survives_there()
before = open("/proc/self/cgroup").read()
assert groups._ask_systemd()
after = open("/proc/self/cgroup").read()
[name] = [line for line in after.splitlines() if line.endswith(".scope") and line not in before]
ours = groups._Ours()
assert groups.FREEZE in ours.found(), after
group = ours.take()
assert group and all("/sandlot-" in str(each) and ".scope/" in str(each) for each in group._folders)
ours.close()
print(name)
"""
USERS_SYSTEMD = """
set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/user/{nobody}
chown {nobody} /run/user/{nobody}
echo $$ > {group}/init.scope/cgroup.procs
export XDG_RUNTIME_DIR=/run/user/{nobody} HOME=/run/user/{nobody}
export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/{nobody}/bus
setpriv --reuid {nobody} --clear-groups sh -c '
dbus-daemon --session --address=$DBUS_SESSION_BUS_ADDRESS --nofork --nopidfile &
while [ ! -S $XDG_RUNTIME_DIR/bus ]; do sleep 0.05; done
{systemd} --user &
until busctl --user --quiet call org.freedesktop.systemd1 / org.freedesktop.DBus.Peer Ping; do sleep 0.1; done
exec "$0" -P -c "$1" "$2"
' "$1" "$2" "$3"
exit $?  # as number 1, which systemd moves nowhere, this shell stays
"""


@pytest.mark.slow
def test_systemd_scope_allows_groups() -> None:
    """Runs a real systemd user instance in namespaces of its own."""
    systemd = "/usr/lib/systemd/systemd"
    programs = ["unshare", "setpriv", "dbus-daemon", "busctl"]
    root = next(
        (each for each in ("/sys/fs/cgroup/unified", "/sys/fs/cgroup") if Path(each, "cgroup.procs").exists()), None
    )
    if os.geteuid() or root is None or not Path(systemd).exists() or not all(map(shutil.which, programs)):
        pytest.skip("needs root, cgroups of version 2, systemd, busctl and dbus-daemon")
    sources = str(Path(groups.__file__).parents[2])
    as_nobody = ["setpriv", "--reuid", NOBODY, "--clear-groups"]
    probe = [
        *as_nobody,
        "/usr/bin/python3",
        "-P",
        "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); import sandlot.local",
    ]
    if subprocess.run([*probe, sources], capture_output=True).returncode:
        pytest.skip("needs a Python, and a checkout, that another user can read")
    group = Path(root, f"user@{NOBODY}.service")
    try:
        (group / "init.scope").mkdir(parents=True)
        for each in (group, *group.rglob("*")):
            os.chown(each, int(NOBODY), -1)
    except OSError as error:
        pytest.skip(f"needs a group of its own: {error}")
    script = USERS_SYSTEMD.format(nobody=NOBODY, group=group, systemd=systemd)
    command = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc"]
    try:
        line = [*command, "bash", "-c", script, "bash", "/usr/bin/python3", SCOPE, sources]
        done = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stderr
        assert "sandlot-" in done.stdout.splitlines()[-1]
    finally:
        for each in sorted(group.rglob("*/"), reverse=True):
            _rmdir(each)
        _rmdir(group)


def _rmdir(folder: Path) -> None:
    """Remove a group once its last process is gone."""
    while folder.is_dir():
        try:
            folder.rmdir()
        except OSError:
            time.sleep(0.02)
