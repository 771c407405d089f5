"""The files of this machine that a bot within a sandbox needs: the system's programs, its interpreter, and the files in
its command.
"""

from __future__ import annotations

import os
import shutil
import site
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import sandlot
from sandlot.files.reading import leads_out

SYSTEM = (
    *("/usr", "/nix/store", "/gnu/store"),
    # Read by the loader and for user names, time zones, Java and Python's encryption. Nothing in them is secret.
    *(
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/alternatives",
        "/etc/localtime",
        "/etc/timezone",
    ),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/ssl/openssl.cnf", "/etc/mime.types"),
    *sorted(map(str, Path("/etc").glob("java*"))),
    # Tells how many processors there are.
    "/sys/devices/system",
)
LINKED = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin")
"""Folders of the system that may be links into ``/usr``."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
VARIABLES = ("PATH", "LANG", "LANGUAGE", "TZ", "TERM", "JAVA_HOME", "PYENV_ROOT")
"""The variables of the environment that a bot within a sandbox sees, with those that begin with ``LC_`` or end with
``_NUM_THREADS``.
"""
_OF_TOOLS = ("lib", "lib64", "libexec", "conf", "jmods", "jre", "release", "pyvenv.cfg")
"""What a program in a folder ``bin`` may use in the folder above."""
_LIBRARIES_OF_JAVA = ("lib/modules", "lib/rt.jar", "jre/lib/rt.jar")


@dataclass(frozen=True)
class SandboxPaths:
    """What a bot needs of this machine: its work folder, and the files and folders that it reads.

    `work` is the folder that it runs in and may write. `asked` are files in `work` into which the referee writes while
    the bot runs. `readable` it may read, with everything beneath; of `listed` only the names.
    """

    work: str = ""
    readable: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


def of_python(work: str, file: str) -> SandboxPaths:
    """Return what a bot in Python needs: this interpreter with its packages, and the bot's file, if there is one."""
    package = Path(sandlot.__file__).parent
    return SandboxPaths(work, (*_interpreter(), *filter(os.path.isfile, [file])), (str(package.parent),))


def of_program(work: str, command: Sequence[str], asked: Iterable[str]) -> SandboxPaths:
    """Return what a program needs: the files in its command, as it was typed, and the libraries beside it if it is
    installed on this machine.
    """
    return SandboxPaths(work, (*_program(shutil.which(command[0]) or ""), *_named(command)), asked=tuple(asked))


def parts_of(word: str) -> list[str]:
    """Return the paths in a word of a command: some are lists of paths, such as Java's class path."""
    return [word] if _exists(word) else word.split(os.pathsep)


def linked_folder(command: Sequence[str]) -> str | None:
    """Return the first folder in a command that is reached by a link out of the link's own folder: with such a link a
    stranger's folder could open any other one. Of an absolute path, only the end is checked.
    """
    return next((part for word in command[1:] for part in parts_of(word) if _is_linked(part)), None)


def _is_linked(part: str) -> bool:
    path = Path(part)
    if not (_exists(part) and path.is_dir()):
        return False
    steps = [path] if path.is_absolute() else [path, *path.parents]
    return any(leads_out(step.parent, step) for step in steps)


def _named(command: Sequence[str]) -> list[str]:
    """Return the files and folders in a command: alone, or in a list such as Java's class path. A folder that contains
    the user's home is left out: it would expose nearly everything.
    """
    parts = [part for word in command[1:] for part in parts_of(word)]
    return [
        str(Path(part).absolute())
        for part in parts
        if _exists(part) and not _holds_home(Path(part)) and not _is_linked(part)
    ]


def absolute(command: Sequence[str], folder: str) -> list[str]:
    """Return a command with absolute paths, which means the same in any folder. A list of paths cannot hold a path with
    a colon, so this one is replaced by a link in `folder`, which belongs to the program.
    """
    program = shutil.which(command[0])
    line = [str(Path(program).absolute()) if program else command[0]]
    for number, word in enumerate(command[1:]):
        if _exists(word) and not Path(word).is_dir():
            line.append(str(Path(word).absolute()))
            continue
        parts = parts_of(word)
        for at, part in enumerate(parts):
            if _exists(part):
                parts[at] = str(Path(part).absolute())
                if os.pathsep in parts[at] and folder:
                    link = Path(folder, f".sandlot-{number}-{at}")
                    link.symlink_to(parts[at])
                    parts[at] = str(link)
        line.append(os.pathsep.join(parts))
    return line


@cache
def _interpreter() -> tuple[str, ...]:
    """Return what this interpreter reads."""
    found = list(_tool(sys.executable))
    for prefix in {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}:
        found += _tool(str(Path(prefix, "bin", "python")))
    if site.ENABLE_USER_SITE:
        found.append(site.getusersitepackages())
    return tuple(dict.fromkeys([*found, str(Path(sandlot.__file__).parent)]))


def _program(program: str) -> list[str]:
    """Return a program, and the files beside it if it is installed. Files beside a stranger's ``bin/bot`` may belong to
    anybody.
    """
    named, real = Path(program).absolute(), Path(program).resolve()
    if _is_installed(named):
        return _tool(program)
    found = [str(each) for each in dict.fromkeys([named, real]) if each.is_file()]
    for each in dict.fromkeys([named, real]):
        if each is real and _is_installed(real):
            found += _tool(str(real))
        elif _is_of_a_language(each):
            tree = each.parent.parent
            beside = (tree / name for name in _OF_TOOLS)
            found += [str(one) for one in beside if one.exists() and not leads_out(tree, one)]
    place = named.parent.parent
    if _is_installed(real) and (place / "pyvenv.cfg").is_file():
        # The Python of a virtual environment, which is a link to an installed one.
        beside = (place / name for name in ("pyvenv.cfg", "lib", "lib64"))
        found += [str(each) for each in beside if each.exists() and not leads_out(place, each)]
    return list(dict.fromkeys(found))


def _is_of_a_language(program: Path) -> bool:
    """Tell whether a program is part of a Java or a Python that was unpacked somewhere; they are recognised by the
    files beside them. Whoever can put those files there has made the whole folder, and so exposes only files of their
    own.
    """
    tree = program.parent.parent
    if program.parent.name != "bin":
        return False
    java = (tree / "release").is_file() and any((tree / each).is_file() for each in _LIBRARIES_OF_JAVA)
    return java or any(each.is_file() for each in tree.glob("lib/p*y*3.*/os.py"))


def _is_installed(program: Path) -> bool:
    """Tell whether a program is the machine's or the user's: in a folder of the search path, or where systems, our own
    Python, Java or pyenv have theirs.
    """
    path = [Path(each) for each in os.environ.get("PATH", os.defpath).split(os.pathsep)]
    if any(each.is_absolute() and each == program.parent for each in path):
        return True
    homes = [*SYSTEM[:3], "/opt", "/snap", sys.prefix, sys.base_prefix]
    homes += [os.environ[name] for name in ("JAVA_HOME", "PYENV_ROOT") if os.environ.get(name)]
    return any(program.is_relative_to(each) for each in homes)


def _tool(program: str) -> list[str]:
    """Return a program and the files beside it, following a link to another program."""
    found: list[str] = []
    for path in dict.fromkeys([Path(program).absolute(), Path(program).resolve()]):
        found += [str(path)] if path.is_file() else []
        if path.parent.name in ("bin", "sbin") and not str(path).startswith(SYSTEM):
            beside = (path.parent.parent / name for name in _OF_TOOLS)
            found += [str(each) for each in beside if each.exists()]
        if path.parent.name == "shims":
            # Scripts that look for the program in another folder below the same one, as those of pyenv.
            found.append(str(path.parent.parent))
    return found


def _exists(path: str) -> bool:
    try:
        return bool(path) and Path(path).exists()
    except (OSError, ValueError):
        return False  # longer than paths are, or not text


def _holds_home(path: Path) -> bool:
    home = Path.home().resolve()
    return path.resolve() in (home, *home.parents)
