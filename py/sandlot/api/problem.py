"""The error that ends a command or a call, and the exit statuses: 0 done, 1 refused, 2 usage, 130 stopped by Ctrl-C."""

from __future__ import annotations

from collections.abc import Sequence

from sandlot.errors import SandlotError
from sandlot.messages import Message, render

DONE, REFUSED, USAGE, INTERRUPTED = 0, 1, 2, 130


class Problem(SandlotError):
    """Why a command or a call was refused, in one sentence for the user. `names` are the players' names, if there are
    any.
    """

    text: Message

    def __init__(self, text: Message, status: int = USAGE, names: Sequence[str] = ()) -> None:
        self.status, self.names = status, names
        super().__init__(text)

    def __str__(self) -> str:
        return render(self.text, self.names)
