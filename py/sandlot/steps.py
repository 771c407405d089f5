"""A budget of steps instead of time, so that a verdict is the same on a phone and on a workstation.

A step is a call of a Python function (or a generator going on) or a jump in Python code, of which every round of a loop
has one. They are counted by `sys.monitoring` (Python 3.12, which the page has); work that is done inside one call of
built-in code, like sorting a list, takes no steps. What this package does around a bot takes none either.

Whoever holds the two functions that `install` returns decides what a bot may use and learns what it took. Nothing that
a bot can reach by a name, a frame or a function refers to them: the worker's JavaScript keeps them.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["OverBudget", "install"]

HARNESS = (
    "sandlot.bot",
    "sandlot.draw",
    "sandlot.fence",
    "sandlot.lacks",
    "sandlot.limits",
    "sandlot.profiler",
    "sandlot.steps",
    "sandlot.worker",
)
"""Modules whose own work is not the bot's."""

STREAMS = ("codecs", "encodings.utf_8")
"""What turns bytes into text: how often depends on how the input comes, which is not the same in every browser."""

JSON = (json.JSONEncoder.encode, json.JSONEncoder.iterencode, json.JSONDecoder.decode, json.JSONDecoder.raw_decode)
"""The thin shells of what reads and writes an answer, also around a bot."""

ROUNDS = 16


class OverBudget(BaseException):
    """Thrown through a bot that has used up its steps."""


def install(over: Callable[[], None]) -> tuple[Callable[[float], None], Callable[[], int]]:
    """Begin to count, for good; return `allow` and `take`.

    ``allow(steps)`` says how many steps may be counted in all before `over` is called and the bot is thrown out;
    ``take()`` returns how many were counted since the last time and begins at 0 again, or returns -1 if somebody has
    meddled with the counting. Raises RuntimeError where Python cannot count.
    """
    tools: Any = getattr(sys, "monitoring", None)
    if tools is None:
        raise RuntimeError("counting steps needs Python 3.12 or later")
    codes = [code for name in HARNESS + STREAMS for code in _codes(vars(importlib.import_module(name)), name)]
    codes += [code for function in JSON for code in _nested(function.__code__)]
    # By identity, because code that a bot has copied is equal to ours; kept, so that no other code gets their ids.
    own = {id(code): code for code in codes}
    tool = tools.DEBUGGER_ID
    events = tools.events.PY_START | tools.events.PY_RESUME | tools.events.JUMP
    get_events, leave = tools.get_events, tools.DISABLE
    count = 0
    most = float("inf")

    def step(code: types.CodeType, _place: int, _target: int = 0) -> Any:
        nonlocal count
        if id(code) in own:
            return leave
        count += 1
        if count > most:
            over()
            raise OverBudget
        return None

    def allow(steps: float) -> None:
        nonlocal most
        most = steps

    def take() -> int:
        nonlocal count, most
        taken, most = count, float("inf")
        count = 0
        walk()
        honest = count == trial and get_events(tool) == events
        count = 0
        return taken if honest else -1

    # A walk whose steps are known beforehand shows whether counting still goes on. It belongs to no module.
    namespace: dict[str, Any] = {}
    exec(compile(f"def walk():\n    for _ in range({ROUNDS}):\n        pass\n", "walk", "exec"), namespace)
    walk = namespace["walk"]
    own |= {id(each.__code__): each.__code__ for each in (step, allow, take)}

    tools.use_tool_id(tool, "sandlot")
    for event in (tools.events.PY_START, tools.events.PY_RESUME, tools.events.JUMP):
        tools.register_callback(tool, event, step)
    tools.set_events(tool, events)
    count = 0
    walk()
    trial, count = count, 0
    _put_away()
    return allow, take


def _codes(namespace: dict[str, Any], module: str) -> Iterator[types.CodeType]:
    """Yield the code of every function of a module, also of its classes, and the code inside that."""
    for value in list(namespace.values()):
        if getattr(value, "__module__", None) != module:
            continue
        if isinstance(value, type):
            yield from _codes(dict(vars(value)), module)
        for function in (value, getattr(value, "fget", None), getattr(value, "__func__", None)):
            if isinstance(function, types.FunctionType):
                yield from _nested(function.__code__)


def _nested(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _nested(constant)


def _put_away() -> None:
    """Take away what switches counting off, and what finds it."""

    def ignore(*_arguments: Any) -> None:
        """Tracing and profiling would see the counting itself."""

    def refuse(*_arguments: Any) -> Any:
        raise RuntimeError("not while steps are counted")

    del sys.monitoring  # type: ignore[attr-defined]
    sys.modules.pop("sys.monitoring", None)
    sys.settrace = sys.setprofile = ignore
    for name in ("get_objects", "get_referrers", "get_referents"):
        setattr(gc, name, refuse)
