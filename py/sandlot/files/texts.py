"""Decodes text files: whatever encoding an editor wrote, the result is the same characters.

The encoding is the first that applies: the one of a byte order mark; for Python, the one declared in the first two
lines (PEP 263); UTF-8; GB18030, which includes GBK and GB2312, windows-1251 or windows-1252, whichever the bytes look
like. The last three are guesses, and the caller tells the file's owner so. The page guesses alike
(`static/base/text/decode.ts`).
"""

from __future__ import annotations

import codecs
import contextlib
import re
from typing import NamedTuple

from sandlot.errors import SandlotError
from sandlot.messages import Message, message
from sandlot.wire import excerpt

SAMPLE_BYTES = 64 * 1024
"""How many bytes a guess looks at."""
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
CHINESE = "gb18030"
HIGH = re.compile(rb"[\x80-\xff]+")
COMMON = re.compile(rb"[\xb0-\xd7\xa1-\xa3][\xa1-\xfe]")
"""One of the 3,755 characters that GB 2312 has first, or punctuation."""
CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x80-\x9f]")
"""Control characters, of which text has next to none."""
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
        # Only UTF-16 and UTF-32 have zero bytes, and for these editors write a byte order mark. Without one, zero bytes
        # prove nothing: a file in ASCII may hold one by mistake.
        raise BadText(message("text.zero", line=data.count(b"\n", 0, data.index(b"\0")) + 1))
    try:
        return Decoded(_lines(data.decode()), "utf-8")
    except UnicodeDecodeError as error:
        for encoding in _looks_like(data[:SAMPLE_BYTES]):
            with contextlib.suppress(UnicodeDecodeError):
                text = data.decode(encoding)
                sample = text[:SAMPLE_BYTES]
                if len(CONTROLS.findall(sample)) <= len(sample) / 256:
                    return Decoded(_lines(text), encoding, guessed=True)
        line = data.count(b"\n", 0, error.start) + 1
        raise BadText(message("text.neither", line=line, byte=error.start + 1)) from None


def _looks_like(sample: bytes) -> tuple[str, ...]:
    """Return the encodings to try for bytes that are not UTF-8.

    In Chinese most pairs of bytes are from one part of the table; Russian words are many letters in a row from another
    part; in the languages of western Europe such letters stand alone among others.
    """
    runs = HIGH.findall(sample)
    high = sum(map(len, runs))
    pairs = [run[at : at + 2] for run in runs for at in range(0, len(run), 2)]
    if sum(bool(COMMON.fullmatch(pair)) for pair in pairs) >= 0.6 * len(pairs):
        return (CHINESE,)
    cyrillic = sum(byte >= 0xC0 or byte in b"\xa8\xb8" for run in runs for byte in run)
    if cyrillic >= 0.9 * high and high >= 2 * len(runs):
        return "windows-1251", CHINESE
    return (CHINESE, "windows-1252") if high < 1.5 * len(runs) and high < len(sample) / 8 else (CHINESE,)


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
