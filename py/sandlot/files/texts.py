"""Decodes text files: whatever encoding an editor wrote, the result is the same characters.

The encoding is the first that applies: the one of a byte order mark; for Python, the one declared in the first two
lines (PEP 263); UTF-8; GB18030, which includes GBK and GB2312. GB18030 is a guess, and the caller tells the file's
owner so.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from typing import NamedTuple

from sandlot.errors import SandlotError
from sandlot.messages import Message, message
from sandlot.wire import excerpt

LAST_RESORT = "gb18030"
MARKS = (
    # UTF-32 first, because its mark begins like UTF-16's.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
DECLARATION = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
NOTHING = re.compile(rb"[ \t\f]*(?:#.*)?$")
EMACS = re.compile(r"(utf-8|latin-1|iso-8859-1|iso-latin-1)-.+")
"""Emacs's names for an encoding together with the kind of line ends; Python accepts them, too."""
SLOW = {"idna", "punycode"}
"""Codecs for domain names, which are refused: their running time is quadratic in the length."""


class BadText(SandlotError, ValueError):
    """Bytes that cannot be read as text; `text` says why, in a sentence that follows the name of the file."""

    text: Message


class Decoded(NamedTuple):
    """The characters of a file and its encoding. `guessed`: nothing in the file named the encoding."""

    text: str
    encoding: str
    guessed: bool = False


def decode(data: bytes, python: bool = False) -> Decoded:
    """Return the text in `data`, with all line ends converted to line feeds; raise `BadText` if it is not a text.
    `python`: a declaration of the encoding in the first two lines is obeyed.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _read(data, encoding, message("text.announced", encoding=encoding.removesuffix("-sig")))
    found = declared(data) if python else None
    if found:
        return _as_declared(data, *found)
    if b"\0" in data:
        # Only UTF-16 and UTF-32 have zero bytes, and for these editors write a byte order mark.
        raise BadText(message("text.zero", line=data.count(b"\n", 0, data.index(b"\0")) + 1))
    try:
        return Decoded(_lines(data.decode()), "utf-8")
    except UnicodeDecodeError as error:
        try:
            return Decoded(_lines(data.decode(LAST_RESORT)), LAST_RESORT, guessed=True)
        except UnicodeDecodeError:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadText(message("text.neither", line=line, byte=error.start + 1)) from None


def encode(text: str) -> bytes:
    """Return the bytes of a Python file with this text: in the encoding that it declares if possible, else in UTF-8."""
    found = declared(text[:4096].encode(errors="replace"))
    with contextlib.suppress(LookupError, ValueError):
        if found:
            return text.encode(found[0])
    return text.encode(errors="surrogatepass")


def declared(data: bytes) -> tuple[str, int] | None:
    """Return the encoding that a Python file declares, as written, and its line, 1 or 2; None if it declares none.

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
    # A declaration is ASCII. If it is gone after decoding, as with UTF-16, it names the wrong encoding.
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
        # One of Python's codecs that do not decode bytes to text.
        raise BadText(message("text.otherwise", line=1, why=why)) from None


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
