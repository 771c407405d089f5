"""Safe output to the terminal. Names, tracebacks, prints and files are other people's text, and may contain control
sequences that clear the screen, set the title or overwrite earlier lines. So all output goes through `say`.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, TextIO

from sandlot.messages import plain


def visible(text: str) -> str:
    """Return text in which control and invisible characters (terminal commands, marks of writing direction, lone
    surrogates) are replaced by their numbers. Line ends and tabs stay.
    """
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in text.replace("\r\n", "\n").split("\n"))


def say(text: str, stream: TextIO | None = None) -> None:
    """Print text and a line end."""
    print(visible(text), file=stream or sys.stdout)


def say_for_programs() -> None:
    """Write standard output in UTF-8 from now on, whatever the locale is: programs expect this of JSON and CSV."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def print_error(text: str) -> None:
    """Print text on standard error, unbuffered."""
    print(visible(text), file=sys.stderr, flush=True)


def as_json(value: Any) -> str:
    """Return a value as JSON in one line; characters that `visible` would change are escaped in ASCII."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)
