"""Reads the meanings of a view's keys, and the forms of an answer, from a game's docstring, the only place where they
are documented.
"""

from __future__ import annotations

import re


def view_keys(about: str) -> list[list[str]]:
    """Return the keys of a view with their meanings, from the blocks that follow "What a bot sees" and "In its parts"
    in a docstring. A key in a part is named with those that lead to it, between dots.

    A key of the view stands directly in its braces. The comment in its line is its meaning; a line with nothing but a
    comment continues the one before.
    """
    view = [entry for entry in _keys_in(about, "What a bot sees") if "." not in entry[0]]
    return view + [entry for entry in _keys_in(about, "In its parts") if "." in entry[0]]


def answers(about: str) -> list[list[str]]:
    """Return the forms of what a bot returns, with their meanings, from the block that follows "What a bot returns" in
    a docstring. A line with nothing but a comment continues the one before.
    """
    found: list[list[str]] = []
    for line in _block(about, "What a bot returns"):
        code, _, comment = (part.strip() for part in line.partition("#"))
        if code:
            found.append([code, comment])
        elif found:
            found[-1][1] = f"{found[-1][1]} {comment}".strip()
    return found


def _block(about: str, title: str) -> list[str]:
    """Return the lines of code below a line of a docstring that begins with these words."""
    block = re.search(rf"^{title}[^\n]*::\n\n(.*?)(?=\n\S|\Z)", about, re.DOTALL | re.MULTILINE)
    return block[1].splitlines() if block else []


def _keys_in(about: str, title: str) -> list[list[str]]:
    found: list[list[str]] = []
    owners: list[str] = []
    key, last = "", 0
    for line in _block(about, title):
        code, _, comment = (part.strip() for part in line.partition("#"))
        if not code:
            for entry in found[len(found) - last :]:
                entry[1] = f"{entry[1]} {comment}".strip()
            continue
        keys = []
        for match in re.finditer(r'"(\w+)":|[{}]', code):
            if match[0] == "{":
                owners.append(key)
            elif match[0] == "}":
                owners.pop()
            else:
                key = match[1]
                keys.append(".".join(filter(None, (*owners, key))))
        found += [[name, comment] for name in keys]
        last = len(keys)
    return found
