"""The languages that a bot to begin with can be written in, and what becomes of such a file before it plays."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

__all__ = ["STARTER", "Compiled", "compiled", "language_of"]

STARTER = "Main.java"
"""The bot to begin with in Java, which says where another class is asked."""

_LANGUAGES = {".py": "py", ".cpp": "cpp", ".cc": "cpp", ".cxx": "cpp", ".java": "java"}

# The page reads these files by the same two patterns: see static/base/text/languages.js.
_MAIN_OF_JAVA = re.compile(r"\bvoid\s+main\s*\(")
_PACKAGE_OF_JAVA = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


def language_of(path: Path) -> str | None:
    """Return the language of a file by its name: "py", "cpp", "java", or None for any other."""
    return _LANGUAGES.get(path.suffix.lower())


class Compiled(NamedTuple):
    """How a file becomes a bot."""

    before: str
    """The file that has to be written first, to call the one that cannot run by itself; "" for none."""
    compile: str
    """The command that compiles it; "" if nothing has to be."""
    bot: str
    """What the bot is called on the command line then."""


def compiled(path: Path, text: str = "") -> Compiled:
    """Return what becomes of a file before it plays, by its name and what it holds; without a text, by its name."""
    language = language_of(path)
    if language not in ("java", "cpp"):
        return Compiled("", "", str(path))
    name, stem = shlex.quote(str(path)), str(path.with_suffix(""))
    if language == "cpp":
        program = stem if path.is_absolute() else f"./{stem}"
        return Compiled("", f"g++ -std=c++17 -O2 -o {shlex.quote(stem)} {name}", f"cmd:{shlex.quote(program)}")
    if text and not _MAIN_OF_JAVA.search(text):
        # As King of Bots has them: a class that is asked, and nothing that asks it.
        return Compiled(STARTER, f"javac -d build {STARTER} {name}", f"cmd:java -cp build {Path(STARTER).stem}")
    package = _PACKAGE_OF_JAVA.search(text)
    main = f"{package[1]}.{path.stem}" if package else path.stem
    return Compiled("", f"javac -d build {name}", f"cmd:java -cp build {main}")
