"""The root of all errors that Sandlot raises."""

from __future__ import annotations

from typing import Any

from sandlot.messages import Message, message, render


class SandlotError(Exception):
    """The base of all errors of Sandlot. `text` says what is wrong, in one sentence where a user may see it.

    `str()` gives the sentence in the current language (see `messages.speak`). Errors that correspond to one of
    Python's, such as `ValueError`, derive from that class as well.
    """

    text: Message | str

    def __init__(self, text: Message | str = "") -> None:
        self.text = text
        super().__init__(text)

    def __str__(self) -> str:
        return self.text if isinstance(self.text, str) else render(self.text)


class MessageError(SandlotError):
    """An error made from its sentence, or from the id of that in the catalogs and its parameters."""

    text: Message

    def __init__(self, id: str | Message, /, **params: Any) -> None:
        super().__init__(id if isinstance(id, Message) else message(id, **params))
