"""Everything that a bot can reach in its worker, by name: a bot walks all attributes of Python's objects.

test_sandbox.py walks all objects of Python's garbage collector, which are more, behind a fence that allows it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from strangers import STAYS
from tables import Table, code

CRAWLER = (Path(__file__).parent / "crawler.py").read_text(encoding="utf-8")
MOVES = """
def move(view):
    if view["turn"] == 1: tell()
    return [-1, -1]
"""

KNOWN = {
    r"shell (_?pyodide)\..*": "a function of a module that is empty now: it knows nothing but what it is given",
    r"class (_?pyodide)\..*": "written in Python, with such functions",
    r"type pyodide\.ffi\.(JsProxy|JsException)": "of which no object can be made, nor a type",
    r"type _pyodide\.JsMethodCallSingleton": "the same",
    r"object pyodide\.ffi\.JsBigInt": "the seed: a number, and no more than that",
    r"object pyodide\.ffi\.JsNull": "stands for nothing at all",
    r"capsule (\w+\.\w*CAPI|multibytecodec\.map)":
        "what modules of Python's have for each other: nobody else can open it",
    r"builtin gc\.(collect|enable|disable|isenabled|freeze|unfreeze|is_tracked|is_finalized|[gs]et_threshold"
    r"|get_(count|debug|stats|freeze_count))": "nothing that finds an object",
    r"builtin _imp\.(\w*frozen\w*|\w*lock\w*|(create|exec|is)_builtin|extension_suffixes|source_hash|_fix_co_filename"
    r"|_override_\w+)": "makes what is still in Python's table: see static/engine/seat/interpreter.ts",
    r"builtin fcntl\.(flock|lockf)": "take no addresses",
    r"builtin marshal\.dumps?": "writes bytecode, and reads none",
    r"object sandlot\.seat\.(module\.Module|streams\.Stdin|fence\.(_Fence|_Policy))":
        "the bot, as what called it holds it; its empty input; what refuses modules; what makes event loops",
    r"object sandlot\.seat\.stop\.(Stop|StoppableOutput)":
        "what ends the bot's own run, and takes what it writes: whoever stops himself says no more",
    r"object sandlot\.(bounded|clock|formats|game|games|match|messages|stats|tournaments|wire)\..*":
        "constants of the rules",
}  # fmt: skip
"""Patterns of reachable names outside Python's library and Sandlot's code, and why each is harmless."""
WITHOUT_STEPS = {r"(module|builtin) sys\.monitoring.*": "only where nothing is counted with it"}


@pytest.mark.parametrize("steps", [0, 10**9], ids=["time", "steps"])
def test_names_reachable_by_attributes_are_known(table: Table, steps: int) -> None:
    """A bot reaches nothing of JavaScript or the seat's protocol, and nothing that reads memory or makes bytecode."""
    clock = {"steps": steps} if steps else {"first": 120_000}
    table.play("tank", code(CRAWLER + MOVES), code(STAYS), options={"max_turns": 2}, clock=clock)
    replay = json.loads(table.wait("end")[1]["replay"])
    said = "".join(text for turn in replay["turns"] for _, text in turn[0].get("output", []))
    first, *names = said.splitlines()
    assert first == "all True"
    known = re.compile("|".join([*KNOWN, *([] if steps else WITHOUT_STEPS)]))
    assert [name for name in names if not known.fullmatch(name)] == []
    # Every pattern matches something, so the list has no stale entries.
    assert [what for what in KNOWN if not any(re.fullmatch(what, name) for name in names)] == []
