"""A bot that is asked by calling its functions: nothing in it leads to whoever asks."""

from __future__ import annotations

import io
import json
import random
import types
from collections.abc import Callable
from typing import Any

from sandlot.game import OriginalForm, derive
from sandlot.seat.channel import Reply
from sandlot.seat.crash import failure
from sandlot.seat.streams import Stdin, flush, new_main
from sandlot.wire import REPLY_LIMIT, excerpt

__all__ = ["Module", "write_reply"]


class Module:
    """A bot that is asked by calling its `move`, or the functions of the game's original platform.

    Nothing here leads to whoever asks: what `start` and `ask` return is the reply.
    """

    def __init__(
        self,
        code: types.CodeType,
        filename: str,
        seed: int,
        about: dict[str, Any],
        form: OriginalForm | None,
        folder: str = "",
    ) -> None:
        self.code, self.filename, self.seed, self.about, self.form = code, filename, seed, about, form
        self.folder = folder
        self.move: Callable[[Any], Any] | None = None
        self.error: BaseException | None = None
        """What it has thrown instead of answering."""
        self.has_read = False
        """Whether it has looked for input since it was asked, where there is none."""

    def start(self) -> Reply:
        """Run the file, and the bot's own ``start``."""
        random.seed(derive(self.seed, 1))
        try:
            namespace = new_main("bot", self.filename)
            namespace.update(self.form.given if self.form else {})
            exec(self.code, namespace)
            names = namespace if "Bot" not in namespace or "move" in namespace else _methods(namespace["Bot"]())
            begin = names.get("start")
            self.move = names.get("move") or (self.form.bind(names) if self.form else None)
            if self.move is None:
                raise NameError("name 'move' is not defined")
            if callable(begin):
                begin(self.about)
        except BaseException as error:
            return self._crashed(error)
        flush()
        return {"reply": "module"}

    def ask(self, text: str) -> Reply:
        """Put one question to it, as JSON."""
        assert self.move is not None
        self.has_read, self.error = False, None
        try:
            move = self.move(_read_json(text))
        except BaseException as error:
            return self._crashed(error)
        flush()
        if self.has_read and (type(move) is str or (type(move) is list and not move)):
            # The nothing that it has read is no move.
            return {"fault": "invalid", "why": ["fault.move_reads", {}]}
        return self._answer(move)

    def _answer(self, move: Any) -> Reply:
        """Write a move; what JSON cannot hold is shown as Python shows it, and that may go wrong too."""
        try:
            try:
                reply = _write_move(move)
            except (TypeError, ValueError, RecursionError):
                return {"fault": "invalid", "why": ["fault.not_json", {"got": excerpt(repr(move))}]}
        except BaseException as error:
            return self._crashed(error)
        if len(reply) > REPLY_LIMIT:
            return {"fault": "invalid", "why": ["fault.too_long", {"limit": REPLY_LIMIT}]}
        return {"reply": reply}

    def _crashed(self, error: BaseException) -> Reply:
        flush()
        self.error = error
        reply = failure(error, self.filename, self.folder)
        if self.has_read and self.move:
            reply.setdefault("why", ["fault.move_reads", {}])
        return reply

    def stdin(self) -> Any:
        """Return what such a bot has for standard input: nothing, and it is noted that it looked."""
        return io.BufferedReader(Stdin(self._read))

    def _read(self) -> bytes:
        self.has_read = True
        return b""


def _methods(bot: object) -> dict[str, Any]:
    """Return what a bot's object can be asked by name."""
    return {name: getattr(bot, name) for name in dir(bot) if not name.startswith("_")}


def _plain(value: Any) -> Any:
    """Let numbers and arrays of other libraries through: whatever turns itself into a plain value."""
    for name in ("tolist", "__index__", "__float__"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError


# Bound once: a bot that replaces functions of json changes other names, not these.
_read_json = json.JSONDecoder().decode
_write_move = json.JSONEncoder(default=_plain, allow_nan=False).encode
write_reply = json.JSONEncoder().encode
