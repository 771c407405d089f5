"""A bot that is asked by calling its functions. The bot cannot reach the caller."""

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

MOST_ENDS = 1000
"""How often in a row a bot may read at the end of its input."""


class Module:
    """A bot that is asked by calling its `move`, or the functions of the game's original platform.

    It has no reference to the driver: `start` and `ask` return the reply.
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
        """What the bot raised instead of answering."""
        self.ends_met = 0
        """How often the bot has tried to read input since the question; a module has no input."""

    def start(self) -> Reply:
        """Run the file, and the bot's own ``start``."""
        random.seed(derive(self.seed, 1))
        try:
            namespace = new_main("bot", self.filename, folder=self.folder)
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
            return self.crashed(error)
        flush()
        return {"reply": "module"}

    def ask(self, text: str) -> Reply:
        """Put one question to the bot: a view, as JSON."""
        assert self.move is not None
        self.ends_met, self.error = 0, None
        try:
            move = self.move(_read_json(text))
            flush()
            # Judging a move may run code of the bot as well: its `__class__`, or the end of a coroutine.
            return self._not_moved(move) or self._answer(move)
        except BaseException as error:
            return self.crashed(error)

    def _not_moved(self, move: Any) -> Reply | None:
        """Return the fault of a bot whose function has returned something that no move is made of; else None."""
        if self.ends_met and (type(move) is str or (type(move) is list and not move)):
            # The bot found no input, so its return value is not a move.
            return {"fault": "invalid", "why": ["fault.move_reads", {}]}
        if isinstance(move, types.CoroutineType | types.GeneratorType | types.AsyncGeneratorType):
            if isinstance(move, types.CoroutineType):
                move.close()
            kind = "fault.yields" if isinstance(move, types.GeneratorType) else "fault.async_move"
            return {"fault": "invalid", "why": [kind, {}]}
        return None

    def _answer(self, move: Any) -> Reply:
        """Write a move as JSON. What JSON cannot hold is shown by its repr, which may fail as well."""
        try:
            reply = _write_move(move)
        except (TypeError, ValueError, RecursionError):
            return {"fault": "invalid", "why": ["fault.not_json", {"got": excerpt(repr(move))}]}
        if len(reply) > REPLY_LIMIT:
            return {"fault": "invalid", "why": ["fault.too_long", {"limit": REPLY_LIMIT}]}
        return {"reply": reply}

    def crashed(self, error: BaseException) -> Reply:
        """Return the reply for an error that has ended the bot."""
        flush()
        self.error = error
        reply = failure(error, self.filename, self.folder)
        if self.ends_met and self.move:
            reply.setdefault("why", ["fault.move_reads", {}])
        return reply

    def stdin(self) -> Any:
        """Return a module's standard input: it is empty, and notes that the bot tried to read it."""
        return io.BufferedReader(Stdin(self._read))

    def _read(self) -> bytes:
        self.ends_met += 1
        if self.ends_met > MOST_ENDS:
            raise EOFError("there is no input")
        return b""


def _methods(bot: object) -> dict[str, Any]:
    """Return the methods of a bot's object by name."""
    return {name: getattr(bot, name) for name in dir(bot) if not name.startswith("_")}


def _plain(value: Any) -> Any:
    """Accept numbers and arrays of other libraries: anything that can turn itself into a plain value."""
    for name in ("tolist", "__index__", "__float__"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError


# Bound once, so that a bot that replaces functions of json does not change them here.
_read_json = json.JSONDecoder().decode
_write_move = json.JSONEncoder(default=_plain, allow_nan=False).encode
write_reply = json.JSONEncoder().encode
