"""A bot that finds every object it can reach from Python: see test_out_of_reach.py.

The bot runs in a sealed worker with a complete fence, so it cannot use the garbage collector. It follows the contents
of namespaces, the attributes of a type and of its bases and subtypes, the slots of each object, the elements of
containers, the cells of functions, and the members of frames and tracebacks.
"""

from __future__ import annotations

import contextlib
import sys
import types
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FLAT = (int, float, complex, str, bytes, bytearray, bool, type(None), range, slice)
PLACES = (types.GetSetDescriptorType, types.MemberDescriptorType)
MOST = 1_000_000
HEAP_TYPE = 1 << 9

namespace_of = type.__dict__["__dict__"].__get__
relatives_of = type.__dict__["__mro__"].__get__
places: dict[type, list[Any]] = {}


def heard_meanwhile() -> list[Any]:
    """Return up to 1,000 tuples of arguments that an audit hook receives while Python works."""
    heard: list[Any] = []
    sys.addaudithook(lambda _, given: heard.append(given) if len(heard) < 1000 else None)
    Path("made").touch()
    compile("0", "made", "exec")
    __import__("wave")
    return heard


def frames_below() -> Iterator[types.FrameType]:
    frame: types.FrameType | None = sys._getframe()
    while frame:
        yield frame
        frame = frame.f_back


def an_error() -> Exception | None:
    """Return an exception raised by the seat: its traceback holds frames of the seat."""
    try:
        __import__("sandlot.seat.in_worker").seat.in_worker.open_seat(0, 1)
    except Exception as error:
        return error
    return None


def roots() -> Iterator[object]:
    for name in sys.builtin_module_names:
        with contextlib.suppress(ImportError):
            __import__(name)
    yield from (globals(), sys.modules, object, sys.meta_path, sys.path_hooks, sys.path_importer_cache)
    yield from (sys._current_frames(), an_error(), heard_meanwhile(), *frames_below())


def places_of(kind: type) -> list[Any]:
    """Return the descriptors that read the C members and the slots of a type's objects."""
    if kind not in places:
        declared = (each for relative in relatives_of(kind) for each in namespace_of(relative).values())
        places[kind] = [each for each in declared if type(each) in PLACES]
    return places[kind]


def contents(each: Any) -> Iterator[object]:
    kind = type(each)
    if issubclass(kind, dict):
        yield from dict.keys(each)
        yield from dict.values(each)
    elif issubclass(kind, list | tuple | set | frozenset):
        holds = next(base for base in (list, tuple, set, frozenset) if issubclass(kind, base))
        yield from holds.__iter__(each)
    elif kind is types.MappingProxyType or kind.__name__ in ("Context", "FrameLocalsProxy"):
        yield from each.keys()
        yield from each.values()
    elif kind.__name__ == "deque":
        yield from each
    elif issubclass(kind, weakref.ref):
        yield weakref.ref.__call__(each)
    elif kind.__module__ == "builtins" and kind.__name__.endswith("iterator"):
        yield each.__reduce__()


def leads_to(each: object) -> Iterator[object]:
    kind = type(each)
    yield kind
    if issubclass(kind, type):
        yield from type.__subclasses__(each)  # type: ignore[arg-type]
    with contextlib.suppress(Exception):
        yield from list(contents(each))
    for place in places_of(kind):
        with contextlib.suppress(Exception):
            yield place.__get__(each, kind)


def name_of(each: Any) -> str:
    """Return an object's kind and name: a module, a function in Python or C, a class, a C type, or a plain object.

    A "shell" is a function whose module has been emptied: it can use only its arguments.
    """
    kind = type(each)
    if kind is types.ModuleType:
        return f"module {vars(each).get('__name__', 'builtins')}"
    if kind is types.FunctionType:
        what = "function" if set(each.__globals__) - {"__builtins__"} else "shell"
        return f"{what} {each.__module__}.{each.__qualname__}"
    if kind is types.BuiltinFunctionType:
        owner = each.__self__
        inside = vars(owner).get("__name__", "emptied") if type(owner) is types.ModuleType else type(owner).__module__
        return f"builtin {inside}.{each.__name__}"
    if issubclass(kind, type):
        what = "class" if "__firstlineno__" in namespace_of(each) and each.__flags__ & HEAP_TYPE else "type"
        return f"{what} {each.__module__}.{each.__qualname__}"
    if kind.__name__ == "PyCapsule":
        return f"capsule {repr(each).split(chr(34))[1]}"
    return f"object {kind.__module__}.{kind.__qualname__}"


def crawl() -> tuple[int, set[str]]:
    """Return the number of objects reached, and the set of their kinds and names."""
    todo: list[Any] = list(roots())
    kept: list[Any] = []
    seen: set[int] = set()
    names: set[str] = set()
    # The crawler's own collections hold everything that was found: leave them out.
    seen.update(map(id, (todo, kept, seen, names)))
    while todo and len(kept) < MOST:
        each = todo.pop()
        if type(each) in FLAT or id(each) in seen:
            continue
        seen.add(id(each))
        kept.append(each)
        try:
            names.add(name_of(each))
        except Exception as error:
            names.add(f"nameless {type(each)}: {error!r}")
        todo += leads_to(each)
    return len(kept), names


OF_PYTHON = {*sys.stdlib_module_names, "builtins", "Token"}
OURS = {"sandlot", "bot", "__main__"}
# Modules of Python of which a bot must have only some parts, or nothing.
LOOKED_AT = ("gc.", "_imp.", "fcntl.", "marshal.", "sys.monitoring", "_ctypes", "ctypes", "_test", "_interp", "_remote")


def is_plain(what: str, name: str) -> bool:
    """Return whether an object belongs to Python's standard library or is code of this project."""
    top = name.partition(".")[0]
    if what in ("capsule", "nameless") or name.startswith(LOOKED_AT):
        return False
    if top in OURS:
        return what != "object"
    return top in OF_PYTHON or top.startswith(("namedtuple_", "_sysconfigdata_"))


def tell() -> None:
    """Print whether the number of objects is plausible, and each object that is not plain."""
    count, names = crawl()
    print("all", MOST > count > 50_000)
    for each in sorted(names):
        what, _, name = each.partition(" ")
        if not is_plain(what, name):
            print(each)
