"""What is taken from Python before a stranger's bot runs in the page: the way to JavaScript.

A bot that was written for another place needs none of it. The worker around it is sealed as well (static/seal.js), and
the frame around that has neither network nor storage: this is the first of three walls, and the one that can be got
round from within, because a Python program can reach every object of its own process.
"""

from __future__ import annotations

import _imp
import asyncio
import sys
import types
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from typing import Any

__all__ = ["close"]

OUTSIDE = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "webbrowser")
"""Modules that are made of JavaScript, or whose only use is to reach it."""

NEEDED = {"run_sync", "can_run_sync", "create_once_callable"}
"""What Python's event loop goes on using."""


class _Fence(MetaPathFinder):
    """Refuses the modules that are outside, in a sentence."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> None:
        if fullname.partition(".")[0] in OUTSIDE:
            raise ImportError(f"no module named {fullname!r}: a bot cannot reach the browser", name=fullname)


def close(later: Callable[[Any, float], None]) -> Callable[[Any], Any]:
    """Close the ways out, for good; return what waits for a promise.

    `later` calls a function after so many milliseconds: all that Python's event loop needs from outside.
    """
    ffi: Any = sys.modules["pyodide.ffi"]
    webloop: Any = sys.modules["pyodide.webloop"]
    run_sync: Callable[[Any], Any] = ffi.run_sync
    _keep_the_loop_running(webloop, later, run_sync)
    finder: Any = sys.modules["_pyodide._importhook"]
    finder.jsfinder.jsproxies.clear()
    sys.meta_path[:] = [_Fence(), *(each for each in sys.meta_path if not _is_outside(type(each).__module__))]
    proxy = ffi.JsProxy
    for name in [name for name in sys.modules if _is_outside(name)]:
        module = sys.modules.pop(name)
        if isinstance(module, proxy):
            continue
        for key, value in list(vars(module).items()):
            of_core = getattr(value, "__module__", "") == "_pyodide_core" or name == "_pyodide_core"
            if isinstance(value, proxy) or (of_core and key not in NEEDED and not key.startswith("__")):
                delattr(module, key)
    webloop.scheduleCallback = later
    _imp.create_builtin = _only_inside(_imp.create_builtin)
    return run_sync


def _only_inside(create: Callable[[Any], types.ModuleType]) -> Callable[[Any], types.ModuleType]:
    """Keep Python from making anew a module that was taken away."""

    def create_builtin(spec: Any) -> types.ModuleType:
        # A copy: what looks like a text may look like another one when it is asked again.
        name = str.__add__("", spec.name)
        if _is_outside(name):
            raise ImportError(f"no module named {name!r}: a bot cannot reach the browser", name=name)
        return create(types.SimpleNamespace(name=name))

    return create_builtin


def _is_outside(name: str) -> bool:
    return name.partition(".")[0] in OUTSIDE


def _keep_the_loop_running(webloop: Any, later: Callable[[Any, float], None], run_sync: Callable[[Any], Any]) -> None:
    """Let `asyncio.run` and its like do without the module they would import."""

    def run_until_complete(self: Any, future: Any) -> Any:
        self._install_asyncgen_hooks()
        return run_sync(asyncio.ensure_future(future, loop=self))

    def run(main: Any, *, debug: bool | None = None, loop_factory: Any = None) -> Any:
        return asyncio.get_event_loop_policy().get_event_loop().run_until_complete(main)

    webloop.WebLoop.run_until_complete = run_until_complete
    asyncio.run = run
