"""Text protocols that bots speak.

A `Wire` opens one `Session` per seat and match. A session sees views and replies, never a state, so what a player may
not see cannot leak through a protocol.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from sandlot.bounded import Bounds, OutOfBounds, read_json
from sandlot.errors import SandlotError
from sandlot.messages import Message, message, render

__all__ = [
    "KEEP_RUNNING",
    "OUTPUT_LIMIT",
    "REPLY_LIMIT",
    "Botzone",
    "Prompt",
    "Reading",
    "Session",
    "Unreadable",
    "Views",
    "Wire",
    "excerpt",
    "why_ended",
]

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
OUTPUT_LIMIT = 64 * 1024
"""Most characters of a bot's prints that are kept for one turn."""
REPLY_LIMIT = 256 * 1024
"""Most characters of one answer."""
DATA_LIMIT = 100 * 1024
BOUNDS = Bounds(characters=8 * DATA_LIMIT, values=REPLY_LIMIT)
"""Bounds for a move or answer in JSON, and for a bot's memory between matches; JSON may write a byte as six."""
DEBUG_LIMIT = 1024
_compact = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_exact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
EXCERPT = 120


class Unreadable(SandlotError):
    """An answer that is not in the protocol's format; `text` says what was expected and what came instead."""

    def __init__(self, expected: Message, got: str) -> None:
        self.expected = expected
        self.got = excerpt(got)
        super().__init__(f"expected {render(expected)}, got {self.got}")


class Prompt(NamedTuple):
    """What to send. `fresh`: the program must be started anew to read it."""

    text: str
    fresh: bool = False


class Reading(NamedTuple):
    """A parsed answer: the move, and notes for the console as (stream, text)."""

    move: Any
    notes: tuple[tuple[str, str], ...] = ()


class Session(Protocol):
    """One side of a conversation with one bot during one match."""

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Write a view in the protocol's format."""
        ...

    def read(self, reply: str, running: bool) -> Reading:
        """Parse an answer, or raise `Unreadable`. `running`: the program asked to be kept and has not ended."""
        ...

    def short(self, move: Any) -> str:
        """Return the shortest reply that is read as this move, which is legal now."""
        ...

    def played(self, move: Any) -> None:
        """Note that the move played was not the one just read: this bot took over a seat and is catching up."""
        ...

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Return what a program is told when its game is over, or None. No answer is expected."""
        ...

    @property
    def memory(self) -> str | None:
        """What the bot keeps for its next match."""
        ...


class Wire(Protocol):
    """A text protocol. `framing` tells a seat when an answer is complete."""

    @property
    def framing(self) -> str:
        """When an answer is complete: "line", after a line; "marker", at Botzone's marker or the end; "turn", see
        `Seat`.
        """
        ...

    def open(self, memory: str | None = None) -> Session:
        """Begin a match."""
        ...


def why_ended(framing: str) -> str:
    """Return the id of the sentence for a program that ended instead of reading on; `framing`: see `Wire`. In Botzone's
    protocol only the keep-running line promises to read on, and many programs without a loop print it.
    """
    return "fault.ended_kept" if framing == "marker" else "fault.ended"


def excerpt(text: str, limit: int = EXCERPT) -> str:
    """Return `text` on one line, quoted, cut to `limit` characters, with unprintable characters escaped as in JSON."""
    flat = json.dumps(text[: limit + 1], ensure_ascii=False)[1:-1].replace('\\"', '"')
    # JSON leaves some line separators and lone surrogates as they are.
    flat = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in flat)
    return f"“{flat if len(flat) <= limit else flat[:limit] + '…'}”"


@dataclass
class Views:
    """The protocol of module bots: a view is sent as JSON, and the move comes back as JSON."""

    memory: str | None = None

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Send the view as it is."""
        return Prompt(_compact(view))

    def read(self, reply: str, running: bool) -> Reading:
        """Read one JSON value."""
        return Reading(_json(reply, message("expected.json")))

    def short(self, move: Any) -> str:
        """Write the move alone."""
        return _exact(move)

    def played(self, move: Any) -> None:
        """Ignore it: no view depends on earlier answers."""

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Return None: a module is simply not asked again."""
        return None


@dataclass(frozen=True)
class Botzone:
    """Botzone's JSON protocol; `request` makes from a view what the judge would send on that turn.

    Every bot begins in restart mode: each turn the program is started anew and gets the whole history with its saved
    data on one line. Once it prints the keep-running line after an answer, the next turn sends only the new request.
    """

    request: Callable[[dict[str, Any]], Any]
    framing: str = "marker"

    def open(self, memory: str | None = None) -> BotzoneSession:
        """Begin a match; `memory` is the bot's globaldata from its last match, as JSON text."""
        return BotzoneSession(self.request, _remembered(memory))


@dataclass
class BotzoneSession:
    """One match in Botzone's protocol."""

    request: Callable[[dict[str, Any]], Any]
    globaldata: Any
    data: Any = None
    requests: list[Any] = field(default_factory=list)
    responses: list[Any] = field(default_factory=list)
    running: bool = False

    @property
    def memory(self) -> str | None:
        """The bot's globaldata for its next match, as JSON text."""
        return None if self.globaldata is None else json.dumps(self.globaldata)

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Send only the new request to a program that is still running, else the whole history."""
        request = self.request(view)
        first = not self.requests
        self.requests.append(request)
        if self.running:
            return Prompt(_line(request))
        history = {"requests": self.requests, "responses": self.responses}
        # Keys without data are left out, as on Botzone, because bots check whether a key is present.
        kept = {"data": self.data, "globaldata": self.globaldata}
        history |= {name: value for name, value in kept.items() if value is not None}
        # Botzone documents both limits as strings and leaves them empty.
        return Prompt(_line(history | {"time_limit": "", "memory_limit": ""}), fresh=not first)

    def read(self, reply: str, running: bool) -> Reading:
        """Read the response; save data and globaldata, as Botzone does, only if the program has ended its turn."""
        self.running = running
        answer = _json(reply, _expected(reply))
        if isinstance(answer, list):
            # A bare response, which Botzone accepts if there is nothing to save.
            answer = {"response": answer}
        if not isinstance(answer, dict) or "response" not in answer:
            raise Unreadable(message("expected.botzone"), reply)
        self.responses.append(answer["response"])
        notes = []
        if not running:
            notes += self._keep("data", answer.get("data"))
            # The C++ sample of the Tank page writes globalData.
            notes += self._keep("globaldata", answer.get("globaldata", answer.get("globalData")))
            if answer.get("debug") not in (None, ""):
                notes.append(("debug", _plain(answer["debug"])[:DEBUG_LIMIT]))
        return Reading(answer["response"], tuple(notes))

    def short(self, move: Any) -> str:
        """Write the response alone, without data, which decide nothing."""
        return _exact({"response": move})

    def played(self, move: Any) -> None:
        """Replace the response just read by `move`, if there was a readable one."""
        self.responses[len(self.requests) - 1 :] = [move]

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Botzone ends the program without a word."""
        return None

    def _keep(self, name: str, value: Any) -> list[tuple[str, str]]:
        """Save data or globaldata. Text that is too long is cut where Botzone cuts it, with a note to the author."""
        value = None if value == "" else value
        plain = _plain(value).encode()
        size = len(plain)
        if size > DATA_LIMIT:
            setattr(self, name, plain[:DATA_LIMIT].decode(errors="ignore"))
            return [("note", render(message("note.data_cut", name=name, kib=size // 1024), language="en"))]
        if name != "globaldata" or value is not None:
            setattr(self, name, value)
        return []


def _expected(reply: str) -> Message:
    """Return what an invalid answer should have been."""
    if KEEP_RUNNING in reply:
        return message("expected.marker", marker=KEEP_RUNNING)
    first, _, rest = reply.strip().partition("\n")
    # A JSON value over several lines begins with an open bracket or with a comma behind its first part.
    is_alone = not rest or first.rstrip().endswith(("{", "[", ","))
    return message("expected.botzone" if is_alone else "expected.one_line")


def _remembered(memory: str | None) -> Any:
    """Read a bot's saved memory. Text that is not JSON cannot be ours; it is ignored, and the match goes on."""
    try:
        kept = read_json(memory or "null", BOUNDS)
    except ValueError:
        return None
    return None if kept == "" else kept


def _plain(value: Any) -> str:
    return _whole(value) if isinstance(value, str) else _line(value)


def _line(value: Any) -> str:
    return _whole(_exact(value))


def _whole(text: str) -> str:
    """Replace lone surrogates by question marks: JSON can write them, but they cannot be sent to a program."""
    return text.encode(errors="replace").decode()


def _json(text: str, expected: Message) -> Any:
    try:
        return read_json(text, BOUNDS)
    except OutOfBounds as bad:
        raise Unreadable(message(f"expected.json_{bad.what}", most=bad.most), text[:EXCERPT]) from None
    except ValueError:
        raise Unreadable(expected, text.strip()) from None
