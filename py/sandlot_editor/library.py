"""Jedi, configured to read and never run code.

Jedi imports modules that have no source, such as Python's compiled ones, to inspect them. Which ones is decided by the
imports in a text, so only a fixed list of names may be imported here, and only from Python's own folders.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

import jedi
import parso.cache
from jedi.api.environment import InterpreterEnvironment
from jedi.inference.compiled import access

#: Modules of Python that do something when they are imported, or through which other code is reached.
NEVER = {"antigravity", "this", "idlelib", "turtledemo", "__main__", "_pyrepl"}
IMPORTABLE = frozenset(sys.stdlib_module_names) - NEVER

_import = access.load_module


def _import_if_allowed(inference_state: Any, dotted_name: str, sys_path: list[str]) -> Any:
    """Import a module of Python's own; return None for any other, as Jedi does for one that is not there."""
    if dotted_name.partition(".")[0] not in IMPORTABLE:
        return None
    return _import(inference_state, dotted_name, sys_path=list(sys.path))


def _close() -> None:
    """Prevent Jedi from running anything or writing files."""
    access.load_module = _import_if_allowed
    jedi.settings.auto_import_modules = []
    jedi.settings.dynamic_params_for_other_modules = False
    jedi.settings.allow_unsafe_interpreter_executions = False
    # Jedi writes every file that it has parsed to a cache on disk: here the disk is memory.
    parso.cache._save_to_file_system = lambda *_, **__: None
    warnings.simplefilter("ignore")


def _is_for_tools(place: str) -> bool:
    """Tell whether the modules in a folder are for this reader or other programs on this machine, and not for bots."""
    return "site-packages" in place or (Path(place) / "jedi").is_dir() or (Path(place) / "sandlot_editor").is_dir()


class Library:
    """Opens texts in Jedi. `folder`: where the other files of a bot are; `sources`: folders with what a bot may import
    besides Python's own modules.
    """

    def __init__(self, folder: Path, sources: list[str]) -> None:
        _close()
        self.folder = folder
        self._environment = InterpreterEnvironment()
        own = [each for each in sys.path if each not in ("", *sources) and not _is_for_tools(each)]
        path = [str(folder), *sources, *own]
        self._project = jedi.Project(folder, sys_path=path, smart_sys_path=False, load_unsafe_extensions=False)

    def script(self, text: str, name: str) -> Any:
        """Return Jedi's script of a text. `name`: the path of its file in the bot's folder."""
        return jedi.Script(text, path=self.folder / name, environment=self._environment, project=self._project)
