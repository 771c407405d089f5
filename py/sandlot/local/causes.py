"""Finds the line that says why a program ended, in what it has printed on its standard error."""

from __future__ import annotations

import re

__all__ = ["cause_in"]

_PYTHON = "Traceback (most recent call last):"
_RAISED = re.compile(r"(?:Uncaught )?(?:[\w$]+[.:]+)*[\w$]*(?:Error|Exception)\b(?: \[[\w$]+\])?(?::|$)")
"""How Node, mono and others begin the line of an error: `TypeError: ...`, `System.NullReferenceException: ...`."""
_FIRST = tuple(
    re.compile(each)
    for each in (
        r"==\d+==\s*ERROR: \w+Sanitizer: ",  # C and C++, with a sanitizer
        r"\S+:\d+:\d+: runtime error: ",
        r"(?:PHP )?Fatal error: ",
        r"panic: ",  # Go
        r"fatal error: ",
        r"thread '.*' (?:\(\d+\) )?panicked at ",  # Rust
        r"terminate called ",  # C++
        r"Unhandled [Ee]xception[.:] ?\S",  # C#
        r"\[ERROR\] FATAL UNHANDLED EXCEPTION: ",
        r"\S+:\d+:in .*\(\w+(?:::\w+)*\)$",  # Ruby
        r"Runtime error \d+ at ",  # Pascal
    )
)


def cause_in(text: str) -> str:
    """Return the line that tells most of a crash: its cause where one is named; else the last that is not empty; "" if
    there is none.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    if _PYTHON in text:
        return lines[-1].strip()
    causes = [line for line in lines if line.lstrip().startswith("Caused by: ")]
    if causes:
        return causes[-1].strip()
    thrown = [line for line in lines if line.startswith("Exception in thread ")]
    if thrown:
        return thrown[-1].strip()
    for number, line in enumerate(lines):
        if any(sign.match(line) for sign in _FIRST):
            return _with_next(line.strip(), lines[number + 1 : number + 2])
    raised = [line for line in lines if _RAISED.match(line)]
    return (raised[0] if raised else lines[-1]).strip()


def _with_next(line: str, following: list[str]) -> str:
    """Return a line with the one after it where only both together say what happened."""
    after = following[0].strip() if following else ""
    is_half = line.startswith("terminate called ") and after.startswith("what():")
    return f"{line} {after}" if after and (is_half or (line.startswith("thread ") and line.endswith(":"))) else line
