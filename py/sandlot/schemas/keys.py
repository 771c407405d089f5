"""Reads what the keys of a view mean, from a game's docstring: that is the one place where it is said."""

from __future__ import annotations

import re

__all__ = ["view_keys"]


def view_keys(about: str) -> list[list[str]]:
    """Return the keys of a view with their meanings, from the block that follows "What a bot sees" in a docstring.

    A key stands directly in the view's own braces. The comment in its line is its meaning; a line with nothing but a
    comment continues the one before.
    """
    block = re.search(r"^What a bot sees[^\n]*::\n\n(.*?)(?=\n\S|\Z)", about, re.DOTALL | re.MULTILINE)
    found: list[list[str]] = []
    depth, last = 0, 0
    for line in block[1].splitlines() if block else ():
        code, _, comment = (part.strip() for part in line.partition("#"))
        if not code:
            for entry in found[len(found) - last :]:
                entry[1] = f"{entry[1]} {comment}".strip()
            continue
        keys = []
        for match in re.finditer(r'"(\w+)":|[\[{]|[\]}]', code):
            if match[1] is None:
                depth += 1 if match[0] in "[{" else -1
            elif depth == 1:
                keys.append(match[1])
        found += [[key, comment] for key in keys]
        last = len(keys)
    return found
