"""The one rule for names of bots: in contests, links, results files, bundles, and on the command line.

The page has the same rule. It does not depend on a version of Unicode, so that a name which is good here is good
everywhere.
"""

from __future__ import annotations

import re
from typing import Any

from sandlot.messages import Message, message

LONGEST_NAME = 200
"""Most characters of a name."""

UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that no name may have, as the inside of a character class of a regular expression: control characters of
terminals, ends of lines, marks of writing direction, invisible characters, and lone surrogates. Those come from JSON
and from file names that are not UTF-8, and no file can hold them.
"""
_UNSEEN = re.compile(f"[{UNSEEN}]")


def is_name(value: Any) -> bool:
    """Tell whether a value can be the name of a bot."""
    return isinstance(value, str) and problem_of(value) is None


def problem_of(name: str) -> Message | None:
    """Say why a text cannot be the name of a bot; None if it can."""
    if not name.strip():
        return message("name.empty")
    if len(name) > LONGEST_NAME:
        return message("name.long", most=LONGEST_NAME, length=len(name))
    if found := _UNSEEN.search(name):
        return message("name.unseen", name=name, character=f"U+{ord(found[0]):04X}")
    return None


def may_be_kept(name: str) -> bool:
    """Tell whether a contest's file may hold a name: the weaker rule, which earlier versions had."""
    return 0 < len(name) <= LONGEST_NAME and name.encode(errors="replace").decode() == name


def made_name(text: str, otherwise: str) -> str:
    """Return a valid name made of any text, such as a name of an earlier version: without invisible characters, and cut
    to `LONGEST_NAME`; `otherwise` if nothing is left.
    """
    return text if is_name(text) else _UNSEEN.sub("", text)[:LONGEST_NAME].strip() or otherwise
