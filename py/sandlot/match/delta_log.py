"""Stores the views of a match as deltas: a whole view every so often, and only changes in between.

A delta is JSON text. ``[view]`` is a whole view. Anything else is a change: an object that maps keys of an object, or
indices of a list of the same length, to changes further in, down to ``[value]``, which replaces what was there. ``{}``
is the same view once more. So a whole view is the change that replaces everything, and one rule reads both.
`static/match/delta-log.ts` is the reader; `views` here is the same in Python.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from sandlot.formats.compact import compact
from sandlot.game import Json

EVERY = 64
"""How many deltas there are from one whole view to the next. A reader need not go back further."""


class DeltaLog:
    """Turns views, one after another, into deltas."""

    def __init__(self) -> None:
        self._last: Json = None
        self._count = 0

    def delta(self, view: Json) -> str:
        """Return the next delta. It keeps the view until the next call, so the caller must not change it.

        A view that can build itself faster from the last one has a method `follow` for that.
        """
        if hasattr(view, "follow"):
            view.follow(self._last)
        whole = self._count % EVERY == 0
        change = [view] if whole else change_between(self._last, view) or {}
        self._last = view
        self._count += 1
        return compact(change)


def views(deltas: Iterable[str]) -> Iterator[Json]:
    """Yield the views that the deltas were made from."""
    view: Json = None
    for delta in deltas:
        view = changed(view, json.loads(delta))
        yield view


def change_between(old: Json, new: Json) -> Json | None:
    """Return the change that turns `old` into `new`; None if they are equal."""
    if old is new:
        return None
    parts: dict[str, Json] = {}
    if isinstance(new, dict) and isinstance(old, dict) and old.keys() == new.keys():
        for key, value in new.items():
            if old[key] is not value:
                part = change_between(old[key], value)
                if part is not None:
                    parts[key] = part
        return parts or None
    if isinstance(new, list | tuple) and isinstance(old, list | tuple) and len(old) == len(new):
        for index in [k for k, (before, value) in enumerate(zip(old, new, strict=True)) if before is not value]:
            part = change_between(old[index], new[index])
            if part is not None:
                parts[str(index)] = part
        # With many changes, their indices would take more room than the whole list.
        return [new] if 2 * len(parts) > len(new) else parts or None
    # Python says True == 1, but they differ in JSON.
    return None if type(old) is type(new) and old == new else [new]


def changed(view: Json, change: Json) -> Json:
    """Return a view with a change applied; unchanged parts are shared with the old view."""
    if isinstance(change, list):
        return change[0]
    if not change:
        return view
    copy = view.copy()
    for key, part in change.items():
        place = int(key) if isinstance(copy, list) else key
        copy[place] = changed(copy[place], part)
    return copy
