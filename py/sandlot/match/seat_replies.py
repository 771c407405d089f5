"""Reads the replies of a bot's seat, for all drivers: the page, the command line and the demo.

The seat shares an interpreter with the bot, which may have taken it over. So neither the form nor the size of
a reply is trusted. Every reply becomes an answer or a fault of that seat, and never affects another seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from sandlot.bounded import Bounds, read_json
from sandlot.game import FaultKind
from sandlot.match.parts import Response
from sandlot.messages import Message
from sandlot.wire import OUTPUT_LIMIT, REPLY_LIMIT

BOUNDS = Bounds(characters=8 * 2**20, values=1000, depth=8)
"""Bounds for a whole reply, in which the answer is one string; JSON may write each of its characters as six."""
PRINTED_PARTS = 1000
"""Most changes between streams in one turn."""
FAULTS = frozenset(get_args(FaultKind)) - {"resigned"}

REASONS: Mapping[str, tuple[str, ...]] = {
    "fault.ended": (),
    "fault.ended_kept": (),
    "fault.no_input": (),
    "fault.move_reads": (),
    "fault.no_marker": (),
    "fault.reads_on": (),
    "fault.async_move": (),
    "fault.yields": (),
    "fault.no_threads": (),
    "fault.no_processes": (),
    "fault.no_alarm": (),
    "fault.waits": (),
    "fault.no_answer": (),
    "fault.not_json": ("got",),
    "fault.too_long": (),
}
"""The reasons that a seat may give itself, and which of its own words each may contain."""
LONGEST_WORD, LONGEST_ERROR, LONGEST_TRACEBACK = 200, 1000, 32_000
MOST_SAID_STEPS = 2**53
"""The largest number that JavaScript, which counts the steps, counts exactly."""

LONGEST_THOUGHT = 10**9
"""The longest time, in milliseconds, that a seat can say: as in a replay, see `validation`."""
LONGEST_PROFILE = 2**20
MOST_HITS, LONGEST_LINE = 10**9, 10**6
"""Limits for one line of a profile: how often it ran, and its milliseconds. No real run comes near them."""
LINE_END = re.compile(r"\r\n?|\n")

BROKEN = Response(fault="crash", why=Message("fault.broken", {}))
"""Replaces a reply that an intact seat cannot write: the bot has changed its seat, or Python itself."""


def read_reply(said: object) -> Response:
    """Read the one reply to a question, JSON from a seat; the driver adds time, prints and steps."""
    if not isinstance(said, str):
        return BROKEN
    try:
        given = read_json(said, BOUNDS)
    except (ValueError, RecursionError):
        return BROKEN
    match given:
        case {"fault": fault, **rest}:
            why, trace = _reason(rest.get("why")), _trace(rest.get("trace"))
            thought = read_thought(rest.get("thought"))
            return Response(fault=fault if _is_fault(fault) else "crash", why=why, trace=trace, thought=thought)
        case {"reply": str(reply)} if len(reply) <= REPLY_LIMIT:
            thought = read_thought(given.get("thought"))
            return Response(reply, running=given.get("running") is True, thought=thought)
        case {"reply": str()}:
            return Response(fault="invalid", why=Message("fault.too_long", {"limit": REPLY_LIMIT}))
    return BROKEN


def read_death(said: object) -> Response:
    """Read a seat's last message when its Python cannot run any more: "memory", "stack", or an error."""
    if said in ("memory", "stack"):
        return Response(fault="crash", why=Message(f"fault.{said}", {}))
    error = said[:LONGEST_ERROR] if isinstance(said, str) else ""
    return replace(BROKEN, trace={"line": None, "error": error, "traceback": None})


def with_steps(answer: Response, steps: object) -> Response:
    """Return the answer with its number of steps. They are counted out of the bot's reach, so an invalid count shows
    that the bot has broken out.
    """
    if isinstance(steps, int) and not isinstance(steps, bool) and 0 <= steps < MOST_SAID_STEPS:
        return replace(answer, steps=steps)
    return BROKEN


def read_thought(said: object) -> float | None:
    """Read the milliseconds that a seat has measured. They decide nothing, so anything else is ignored."""
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 <= said < LONGEST_THOUGHT:
        return None
    return round(said, 1)


def read_profile(said: str, source: str) -> list[tuple[int, int, float]]:
    """Read a profile of the lines of a bot's file: (line, how often it ran, milliseconds). The bot may have written
    anything, so lines that the file does not have are left out, and a list longer than the file is no profile.
    """
    last = len(LINE_END.split(source))
    try:
        rows = read_json(said, Bounds(LONGEST_PROFILE, values=4 * last + 1, depth=2))
    except ValueError:
        return []
    found: dict[int, tuple[int, int, float]] = {}
    for row in rows if isinstance(rows, list) else ():
        match row:
            case [int(line), int(hits), int() | float() as ms] if not any(isinstance(each, bool) for each in row):
                if 1 <= line <= last and 1 <= hits <= MOST_HITS and 0 <= ms <= LONGEST_LINE:
                    found[line] = (line, hits, ms)
    return list(found.values())


def _is_fault(value: object) -> bool:
    return isinstance(value, str) and value in FAULTS


def _reason(given: object) -> Message | None:
    match given:
        case [str(id), dict(params)] if id in REASONS:
            words = {name: str(params.get(name))[:LONGEST_WORD] for name in REASONS[id]}
            return Message(id, {"limit": REPLY_LIMIT} if id == "fault.too_long" else words)
    return None


def _trace(given: object) -> dict[str, Any] | None:
    if not isinstance(given, dict):
        return None
    line, error, report, file = (given.get(part) for part in ("line", "error", "traceback", "file"))
    is_line = isinstance(line, int) and not isinstance(line, bool) and 0 < line < 2**31
    return {
        **({"file": file[:LONGEST_WORD]} if isinstance(file, str) else {}),
        "line": line if is_line else None,
        "error": error[:LONGEST_ERROR] if isinstance(error, str) else "",
        "traceback": report[:LONGEST_TRACEBACK] if isinstance(report, str) else "",
    }


def _joined(before: str, after: str) -> str:
    """Join two pieces; two halves of a character (surrogates) that meet become one, as in all that reads JSON."""
    if "\ud800" <= before[-1:] <= "\udbff" and "\udc00" <= after[:1] <= "\udfff":
        character = (before[-1] + after[0]).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        return before[:-1] + character + after[1:]
    return before + after


class Printed:
    """What a bot printed in one turn, as the console shows it, cut to a size.

    Streams are "out"; "err"; "answer", what a program prints as its answer; and "cut", how many characters were lost
    on the way. Other streams are ignored.
    """

    def __init__(self, parts: Iterable[Sequence[Any]] = ()) -> None:
        self.parts: list[list[str]] = []
        self.room = OUTPUT_LIMIT
        self.cut = 0
        for stream, text in parts:
            self.add(stream, text)

    def add(self, stream: object, text: object) -> None:
        """Add a piece of a stream."""
        if not isinstance(stream, str) or not isinstance(text, str):
            return
        if stream == "cut":
            self.cut += int(text) if text.isascii() and text.isdecimal() and len(text) <= 15 else 0
            return
        if stream not in ("out", "err", "answer"):
            return
        joins = bool(self.parts) and self.parts[-1][0] == stream
        kept = text[: self.room] if joins or len(self.parts) < PRINTED_PARTS else ""
        self.cut += len(text) - len(kept)
        self.room -= len(kept)
        if joins:
            self.parts[-1][1] = _joined(self.parts[-1][1], kept)
        elif kept:
            self.parts.append([stream, kept])

    def shown(self, answered: bool) -> tuple[tuple[str, str], ...]:
        """Return (stream, text) pairs. What a program printed as its answer is shown only if it never completed one."""
        parts = [part for part in self.parts if part[0] != "answer" or not answered]
        shown = [("err" if stream == "err" else "out", text) for stream, text in parts]
        only_answers = answered and all(stream == "answer" for stream, _ in self.parts)
        return tuple(shown + ([("cut", str(self.cut))] if self.cut and not only_answers else []))
