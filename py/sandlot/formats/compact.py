"""JSON without spaces, as it is kept and sent."""

from __future__ import annotations

import json
from typing import Any

_as_it_is = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_escaped = json.JSONEncoder(separators=(",", ":")).encode


def compact(value: Any) -> str:
    """Return a value as JSON with all characters unescaped, even lone surrogates, which no encoding can write."""
    return _as_it_is(value)


def compact_ascii(value: Any) -> str:
    """Return a value as JSON in ASCII, which every encoding can write."""
    return _escaped(value)
