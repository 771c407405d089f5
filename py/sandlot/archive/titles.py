"""What contests in files and links are called, and what they come from."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from sandlot.formats.shapes import Custom, Misfit
from sandlot.names import LONGEST_NAME, is_name


def _title(value: Any) -> str:
    if value != "" and not is_name(value):
        raise Misfit
    return value  # type: ignore[no-any-return]


TITLE = Custom(_title, _title, {"type": "string", "maxLength": LONGEST_NAME})
"""A title is empty or follows the rules for names, because sentences show it as they do names."""
Origin: TypeAlias = Literal["", "climb", "challenge", "answer"]
"""What a series comes from: the climb of a ladder, a challenge, or the answer to one."""
