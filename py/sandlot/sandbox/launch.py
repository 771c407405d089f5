"""How processes of our own are started: no file of the current folder, or beside a bot, takes the place of what they
load or run.

Without this, Python looks for every module in the current folder first, in processes that it starts with ``-c`` and
``-m``: a bot named ``signal.py`` there would run as the organiser, outside every sandbox. And a search path may hold
the current folder, as ``.`` or as nothing between two colons.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import sandlot


def python(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of our modules in this interpreter. It needs `environment`."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment(paths: str | None) -> dict[str, str]:
    """Return the environment variables for Python in such a process. `paths` is the user's PYTHONPATH: folders named
    there are intended, but an empty entry means the current folder by accident.
    """
    package = str(Path(sandlot.__file__).absolute().parent.parent)
    named = [str(Path(each).absolute()) for each in (paths or "").split(os.pathsep) if each]
    # The same order of sets and the same encoding as in the page.
    return {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join([package, *named])}


def installed(program: str) -> str | None:
    """Return the path of a program of the system that we start ourselves; None if there is none. Relative folders of
    the search path are skipped, because they depend on the current folder.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return shutil.which(program, path=os.pathsep.join(filter(os.path.isabs, folders)) or os.defpath)
