"""Files of text as people have them: whatever encoding their editor wrote, they come in as the same characters.

The encoding is, in this order: what a byte order mark announces; for Python, what the first two lines declare (PEP
263); UTF-8; GB18030, which holds GBK and GB2312. The last one is a guess, and whoever reads a file says so to its
owner.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from sandlot.messages import Message, message, render
from sandlot.wire import excerpt

__all__ = ["BadText", "Decoded", "declared", "decode"]

LAST_RESORT = "gb18030"
MARKS = (
    # UTF-32 first: its mark begins as that of UTF-16 does.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
DECLARATION = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
NOTHING = re.compile(rb"[ \t\f]*(?:#.*)?$")
EMACS = re.compile(r"(utf-8|latin-1|iso-8859-1|iso-latin-1)-.+")
"""Emacs adds how lines end; Python takes that, too."""
SLOW = {"idna", "punycode"}
"""Codecs for names: what they take grows with the square of the length."""


class BadText(ValueError):
    """Bytes that cannot be read as text; `text` says why, in a sentence that is to follow the name of the file."""

    def __init__(self, text: Message) -> None:
        self.text = text
        super().__init__(render(text))


class Decoded(NamedTuple):
    """The characters of a file, and the encoding they were read by; `guessed`: nothing in the file named it."""

    text: str
    encoding: str
    guessed: bool = False


def decode(data: bytes, python: bool = False) -> Decoded:
    """Return the text in `data`, its lines ended by "\\n"; raise `BadText`. `python`: a declaration in its first two
    lines counts.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _read(data, encoding, message("text.announced", encoding=encoding.removesuffix("-sig")))
    found = declared(data) if python else None
    if found:
        return _as_declared(data, *found)
    if b"\0" in data:
        # No text has one, but for UTF-16 and UTF-32, whose editors write a mark.
        raise BadText(message("text.zero", line=data.count(b"\n", 0, data.index(b"\0")) + 1))
    try:
        return Decoded(_lines(data.decode()), "utf-8")
    except UnicodeDecodeError as error:
        try:
            return Decoded(_lines(data.decode(LAST_RESORT)), LAST_RESORT, guessed=True)
        except UnicodeDecodeError:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadText(message("text.neither", line=line, byte=error.start + 1)) from None


def declared(data: bytes) -> tuple[str, int] | None:
    """Return the encoding that a Python file declares, as it stands there, and the line, 1 or 2; None if it does not.

    https://peps.python.org/pep-0263/
    """
    for number, line in enumerate(re.split(rb"\r\n|\r|\n", data[:4096], maxsplit=2)[:2], 1):
        found = DECLARATION.match(line)
        if found:
            return found[1].decode("ascii"), number
        if not NOTHING.match(line):
            return None
    return None


def _as_declared(data: bytes, name: str, number: int) -> Decoded:
    plain = name.lower().replace("_", "-")
    short = EMACS.fullmatch(plain)
    try:
        encoding = codecs.lookup(short[1] if short else plain).name
    except LookupError:
        raise BadText(message("text.unknown", line=number, encoding=excerpt(name, 40))) from None
    why = message("text.declared", encoding=name, line=number)
    if encoding in SLOW:
        raise BadText(message("text.unknown", line=number, encoding=excerpt(name, 40)))
    read = _read(data, encoding, why)
    # A declaration is read as ASCII. One that is not there in the encoding it names, as UTF-16, is wrong.
    again = declared(read.text[:4096].encode(errors="replace"))
    if again != (name, number):
        raise BadText(message("text.otherwise", line=number, why=why))
    return read


def _read(data: bytes, encoding: str, why: Message) -> Decoded:
    try:
        return Decoded(_lines(data.decode(encoding)), encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "ignore")
        raise BadText(message("text.otherwise", line=before.count("\n") + 1, why=why)) from None
    except (LookupError, ValueError):
        # A codec of Python that makes something else of bytes than text, or one that never works.
        raise BadText(message("text.otherwise", line=1, why=why)) from None


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
