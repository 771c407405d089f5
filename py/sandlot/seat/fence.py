"""The fence: before a stranger's bot runs in the page, this removes from Python every way to reach JavaScript and
every way to break the interpreter.

Bots written for other platforms need none of it. The fence is the first of three layers: the worker around it is sealed
(static/engine/seat/seal.ts), and the frame around the worker has neither network nor storage. Python cannot take
everything from itself: static/engine/seat/interpreter.ts takes its list of built-in modules and the making of bytecode.
"""

from __future__ import annotations

import asyncio
import faulthandler  # noqa: F401 - a bot finds it loaded, without what crashes Python
import gc
import importlib.machinery
import shutil
import sys
import time
import types
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from typing import Any

OUTSIDE = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "webbrowser")
"""Modules made of JavaScript, or whose only use is to reach it."""

RAW = (
    "_ctypes",
    "_imp",
    "_remote_debugging",
    "_testbuffer",
    "_testcapi",
    "_testclinic",
    "_testclinic_limited",
    "_testinternalcapi",
    "_testlimitedcapi",
    "_xxtestfuzz",
    "faulthandler",
    "fcntl",
    "gc",
    "marshal",
    "xxsubtype",
)
"""Built-in modules that read or write Python's memory (`fcntl` accepts any number as an address), make bytecode or
interpreters, find any object, or crash Python (`faulthandler`). Those already loaded stay where they are in use,
without their dangerous parts; none can be loaded anew.
"""

WITHOUT = (*OUTSIDE, *RAW)
"""Names under which no built-in module can be loaded any more."""

FORGOTTEN = {
    "_imp": ("create_dynamic", "exec_dynamic", "get_frozen_object"),
    "faulthandler": ("_fatal_error_c_thread", "_read_null", "_sigabrt", "_sigfpe", "_sigsegv"),
    "fcntl": ("fcntl", "ioctl"),
    "gc": ("get_objects", "get_referrers", "get_referents", "set_debug"),
    "marshal": ("load", "loads"),
}
"""What is removed from modules that stay."""

NO_MEMORY = "a bot cannot reach Python's memory"
SLEEP = 3600.0
HOME = "/bot"
"""Where the files of a bot of several are, see static/engine/python/limits.ts."""


class _Fence(MetaPathFinder):
    """Refuses to import the modules in OUTSIDE, and says so in a sentence."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> Any:
        if _is_outside(fullname):
            # A bot's own modules may have any name.
            places = [HOME] if path is None else [each for each in path if each.startswith(f"{HOME}/")]
            if HOME in sys.path_importer_cache and (own := importlib.machinery.PathFinder.find_spec(fullname, places)):
                return own
            raise ImportError(f"no module named {fullname!r}: a bot cannot reach the browser", name=fullname)
        if fullname in RAW:
            raise ImportError(f"no module named {fullname!r}: {NO_MEMORY}", name=fullname)
        return None


def close() -> tuple[dict[str, int], list[int]]:
    """Close every way out, for good.

    Return what only static/engine/seat/interpreter.ts can close: the names of built-in modules that must not be loaded
    any more, each with its address in Python's memory; and the addresses of types that must make no more objects or
    subtypes.
    """
    _give_back_what_pyodide_changed()
    # Pyodide keeps its own types, and any type leads to all others: their instances would be objects of JavaScript.
    core: Any = sys.modules["_pyodide_core"]
    own = [each for each in vars(core).values() if isinstance(each, type)]
    closed = (types.CodeType, _type_of_proxies(core.JsException), *own)
    # Frozen modules are bytecode, which must not be read any more. All of them are in the standard library as well.
    frozen = importlib.machinery.FrozenImporter
    stay = [each for each in sys.meta_path if each is not frozen and not _is_outside(_module_of(each))]
    sys.meta_path[:] = [_Fence(), *stay]
    sys.dont_write_bytecode = True
    sys.builtin_module_names = tuple(name for name in sys.builtin_module_names if name not in WITHOUT)
    _empty_what_is_outside()
    for each in closed:
        _make_no_more(each)
    for name, functions in FORGOTTEN.items():
        module = sys.modules[name]
        for function in functions:
            delattr(module, function)
    return {name: id(name) for name in WITHOUT}, [id(each) for each in closed]


def _module_of(finder: Any) -> str:
    return str((finder if isinstance(finder, type) else type(finder)).__module__)


def _is_outside(name: str) -> bool:
    return name.partition(".")[0] in OUTSIDE


def _empty_what_is_outside() -> None:
    """Empty the modules of JavaScript and those made for it: a bot that still reaches one of their classes or
    functions finds empty globals around it.
    """
    sys.modules["_pyodide._importhook"].jsfinder.jsproxies.clear()
    for name in [name for name in sys.modules if _is_outside(name)]:
        module = sys.modules.pop(name)
        if isinstance(module, types.ModuleType):
            vars(module).clear()
    shutil.unregister_archive_format("whl")
    shutil.unregister_unpack_format("whl")
    gc.collect()


def _type_of_proxies(kind: type) -> type:
    """Return the base of all types of JavaScript's objects."""
    bases = [each for each in object.__subclasses__() if each.__name__ == "JsProxy" and type(each) is type]
    return next(each for each in bases if issubclass(kind, each))


def _make_no_more(kind: type) -> None:
    """Remove what makes instances of a type.

    Bytecode must come from Python's compiler only: handmade bytecode can do anything to the interpreter.
    """
    (namespace,) = (each for each in gc.get_referents(vars(kind)) if type(each) is dict)
    for name in ("__new__", "__replace__", "replace"):
        namespace.pop(name, None)
    forget: Callable[[], None] = sys._clear_internal_caches  # type: ignore[attr-defined]
    forget()


# asyncio: its loop in Pyodide is the browser's


class _Clockwork:
    """A selector for an event loop that waits for nothing but its next timer."""

    def select(self, timeout: float | None) -> list[Any]:
        time.sleep(SLEEP if timeout is None else max(0.0, timeout))
        return []

    def close(self) -> None:
        pass


class _Loop(asyncio.base_events.BaseEventLoop):
    """An event loop of timers only, without files, sockets and signals. Unlike Pyodide's, it runs only within
    ``run_forever`` and the like.
    """

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Clockwork()

    def _process_events(self, events: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class _Policy(asyncio.events._BaseDefaultEventLoopPolicy):  # type: ignore[name-defined, misc]
    """Makes loops of the class `_Loop`. Some programs expect a loop to exist already, as before Python 3.14."""

    _loop_factory = _Loop

    def get_event_loop(self) -> Any:
        if self._local._loop is None:
            self.set_event_loop(self.new_event_loop())
        return self._local._loop


def _give_back_what_pyodide_changed() -> None:
    """Restore Python's own event loops and its own `sleep`."""
    webloop: Any = sys.modules["pyodide.webloop"]
    time.sleep = webloop._orig_sleep
    asyncio.run = webloop._orig_run
    events: Any = asyncio.events
    events._event_loop_policy = _Policy()
    events._set_running_loop(None)
