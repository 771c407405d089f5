"""A program that tries to escape from its sandbox, and prints which attempts have succeeded."""

ATTACKS = """
import ctypes, errno, json, os, resource, signal, socket, subprocess, sys, time
from pathlib import Path

AIM = {aim!r}
LIBC = ctypes.CDLL(None, use_errno=True)
SELF = 0

def put(path, data=b"x"):
    with open(path, "ab", buffering=0) as file:
        file.write(data)

def system(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "")

def connect(kind, address, family=socket.AF_INET):
    with socket.socket(family, kind) as out:
        out.settimeout(2)
        out.connect(address)
        out.send(b"secret")

def by_child(*command):
    subprocess.run(command, check=True, capture_output=True)

def see_others():
    names = [each for each in os.listdir("/proc") if each.isdecimal()]
    if str(AIM["referee"]) not in names:
        raise OSError("not there")

def fill(megabytes):
    with open("big", "wb") as file:
        os.posix_fallocate(file.fileno(), 0, megabytes << 20)
    os.unlink("big")

def changes(look, change):
    before = look()
    change()
    if look() == before:
        raise OSError("nothing has changed")

def processors(pid):
    return lambda: os.sched_getaffinity(pid)

def all_but_one(pid):
    return lambda: os.sched_setaffinity(pid, sorted(os.sched_getaffinity(pid))[1:] or [0])

def remember(keyring):
    call, (add, control) = ctypes.c_long, {{"x86_64": (248, 250)}}.get(os.uname().machine, (217, 219))
    key = LIBC.syscall(call(add), b"user", AIM["token"].encode(), b"x", call(1), call(keyring))
    system(key)
    # It is enough that it was there.
    LIBC.syscall(call(control), call(21), call(key))

home, other, results = AIM["home"], AIM["other"], AIM["results"]
ATTEMPTS = {{
    "read home": lambda: open(home + "/secret").read(),
    "read home by a child": lambda: by_child("cat", home + "/secret"),
    "list home": lambda: os.listdir(home),
    "read another bot": lambda: open(other).read(),
    "read results": lambda: open(results).read(),
    "read through a link": lambda: (os.path.lexists("link") or os.symlink(results, "link"), open("link").read()),
    "read the environment": lambda: os.environ["SECRET_OF_USER"],
    "read the referee's environment": lambda: open("/proc/" + str(AIM["referee"]) + "/environ").read(),
    "write results": lambda: put(results),
    "write itself": lambda: put(AIM["file"]),
    "create beside": lambda: put(os.path.dirname(other) + "/new"),
    "create in home": lambda: put(home + "/new"),
    "create for all": lambda: put(AIM["shared"] + "/new"),
    "write the system": lambda: put("/usr/" + AIM["token"]),
    "truncate": lambda: os.truncate(results, 0),
    "remove": lambda: os.unlink(AIM["victim"]),
    "rename": lambda: os.rename(other, other + "~"),
    "hard link": lambda: os.link(home + "/secret", "hard"),
    "change mode": lambda: os.chmod(home, 0o755),
    "change times": lambda: os.utime(home + "/secret"),
    "tcp": lambda: connect(socket.SOCK_STREAM, ("127.0.0.1", AIM["port"])),
    "udp": lambda: connect(socket.SOCK_DGRAM, ("127.0.0.1", AIM["port"])),
    # By a short way: the paths of sockets are.
    "socket in a folder": lambda: connect(socket.SOCK_STREAM, os.path.relpath(AIM["socket"]), socket.AF_UNIX),
    "socket without a folder": lambda: connect(socket.SOCK_STREAM, chr(0) + AIM["token"], socket.AF_UNIX),
    "signal the referee": lambda: os.kill(AIM["referee"], 0),
    "signal another": lambda: os.kill(AIM["opponent"], 0),
    "trace": lambda: system(LIBC.ptrace(0x4206, AIM["opponent"], 0, 0)),
    "write into another": lambda: open("/proc/" + str(AIM["opponent"]) + "/mem", "rb+"),
    "limit another": lambda: resource.prlimit(AIM["opponent"], resource.RLIMIT_CORE, (0, 0)),
    "move another": lambda: changes(processors(AIM["opponent"]), all_but_one(AIM["opponent"])),
    "choose processors": lambda: changes(processors(SELF), all_but_one(SELF)),
    "choose processors by the number": lambda: changes(processors(os.getpid()), all_but_one(os.getpid())),
    "change its priority": lambda: changes(lambda: os.getpriority(os.PRIO_PROCESS, SELF), lambda: os.nice(1)),
    "be scheduled otherwise": lambda: changes(
        lambda: os.sched_getscheduler(SELF), lambda: os.sched_setscheduler(SELF, os.SCHED_BATCH, os.sched_param(SELF))
    ),
    "use up the user's watches": lambda: system(LIBC.inotify_init()),
    "remember in the session's keyring": lambda: remember(-3),
    "remember in the user's keyring": lambda: remember(-4),
    "see others": see_others,
    "fill the disk": lambda: fill(300),
    "mount": lambda: system(LIBC.mount(b"none", b"/usr", b"tmpfs", 0, None)),
    "make namespaces": lambda: by_child(
        sys.executable, "-c", "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x10000000))"
    ),
    "rename the machine": lambda: system(LIBC.sethostname(AIM["token"].encode(), 8)),
}}

def attack():
    done = []
    for name, attempt in ATTEMPTS.items():
        try:
            attempt()
        except (OSError, KeyError, subprocess.CalledProcessError):
            continue
        done.append(name)
    return json.dumps(done)
"""
