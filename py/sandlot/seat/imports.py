"""A bot of several files imports its modules as `python3 bot.zip` would.

The bot's own modules come first on `sys.path`. Modules that are loaded already do not hide them, neither Sandlot's nor
Python's, except for those that CPython itself loads before it runs a zip.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from sandlot.files.bot import ARCHIVE
from sandlot.seat.crash import is_inside

_NAMES = """
    _collections_abc _frozen_importlib _frozen_importlib_external _py_warnings _sitebuiltins abc codecs encodings
    genericpath importlib io ntpath os posixpath runpy site stat types warnings zipimport
"""
LOADED_FIRST = frozenset(_NAMES.split())
"""What is loaded before a zip runs, besides built-in modules. A process has the exact list:
`seat_process.LOADED_FIRST`.
"""


def make_room(folder: str, loaded_first: frozenset[str]) -> None:
    """Let a bot import from its folder, and remove loaded modules of the same names from `sys.modules`. Code that uses
    them already keeps them.
    """
    archive = str(Path(folder, ARCHIVE))
    if archive not in sys.path:
        for hook in sys.path_hooks:
            try:
                # The zip is read as the folder, so `sys.path[0]` is the zip and modules are files with neighbours.
                sys.path_importer_cache[archive] = sys.path_importer_cache[folder] = hook(folder)
                break
            except ImportError:
                continue
        sys.path.insert(0, archive)
    stay = loaded_first | {"__main__", *sys.builtin_module_names}
    for name in {each.name.partition(".")[0] for each in Path(folder).iterdir()} - stay:
        module = sys.modules.get(name)
        if _hides(module, folder) and find_own(name, folder):
            for each in [each for each in sys.modules if each.partition(".")[0] == name]:
                del sys.modules[each]


def _hides(module: Any, folder: str) -> bool:
    """Tell whether a loaded module has to be forgotten, because it hides one of the bot's. Built-in modules hide them,
    too, but in Python as well, so they stay.
    """
    origin = getattr(getattr(module, "__spec__", None), "origin", None)
    return module is not None and origin != "built-in" and not is_own(module, folder)


def find_own(name: str, folder: str) -> Any:
    """Return the spec of a top module in a bot's folder; None if there is none."""
    spec = PathFinder.find_spec(name, [folder])
    return spec if spec and spec.loader else None


def is_own(module: object, folder: str) -> bool:
    """Tell whether a module, or a package without a file, is below a folder; nothing is below ""."""
    places = [getattr(module, "__file__", None), *(getattr(module, "__path__", None) or ())]
    return any(is_inside(each, folder) for each in places)


def forget_runs(folder: str) -> None:
    """Remove a program's own modules from `sys.modules`, so that a new run imports them again, as a new process would
    do it.
    """
    for name, module in list(sys.modules.items()) if folder else ():
        if is_own(module, folder):
            del sys.modules[name]
