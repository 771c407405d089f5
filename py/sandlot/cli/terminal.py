"""What reaches the terminal. Names, tracebacks, prints and files are other people's text, and a terminal obeys text:
it clears itself, sets its title, moves up and writes over what was said. So all that is said goes through `say`.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

from sandlot.messages import plain

__all__ = ["as_json", "complain", "say", "visible"]


def visible(text: str) -> str:
    """Return text of several lines in which nothing is left that a terminal obeys, and nothing invisible: control
    characters, marks that turn the direction of writing and halves of characters stand there by their numbers.
    """
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in text.replace("\r\n", "\n").split("\n"))


def say(text: str, stream: TextIO | None = None) -> None:
    """Print text, followed by a line's end."""
    print(visible(text), file=stream or sys.stdout)


def complain(text: str) -> None:
    """Print text on standard error, at once."""
    print(visible(text), file=sys.stderr, flush=True)


def as_json(value: Any) -> str:
    """Return a value as JSON in one line; what `visible` would change is written as JSON writes it in ASCII."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)
