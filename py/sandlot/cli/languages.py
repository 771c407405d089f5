"""The languages in which `new` writes a bot, and how a file in each becomes a bot that can play."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

__all__ = ["STARTER", "Compiled", "compiled", "language_of"]

STARTER = "Main.java"
"""The starter in Java; it can also call a class that has no main."""

_LANGUAGES = {".py": "py", ".cpp": "cpp", ".cc": "cpp", ".cxx": "cpp", ".java": "java"}

# The page reads these files by the same two patterns: see static/base/text/languages.js.
_MAIN_OF_JAVA = re.compile(r"\bvoid\s+main\s*\(")
_PACKAGE_OF_JAVA = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


def language_of(path: Path) -> str | None:
    """Return the language of a file by its name: "py", "cpp", "java", or None for any other."""
    return _LANGUAGES.get(path.suffix.lower())


class Compiled(NamedTuple):
    """How a source file becomes a bot."""

    before: str
    """The file that must be written first, to call a class that cannot run on its own; "" for none."""
    compile: str
    """The command that compiles it; "" if there is nothing to compile."""
    bot: str
    """The bot's argument on the command line after that."""


def compiled(path: Path, text: str = "") -> Compiled:
    """Return how a file becomes a bot, by its name and text; without a text, by its name alone."""
    language = language_of(path)
    if language not in ("java", "cpp"):
        return Compiled("", "", str(path))
    name, stem = shlex.quote(str(path)), str(path.with_suffix(""))
    if language == "cpp":
        program = stem if path.is_absolute() else f"./{stem}"
        return Compiled("", f"g++ -std=c++17 -O2 -o {shlex.quote(stem)} {name}", f"cmd:{shlex.quote(program)}")
    if text and not _MAIN_OF_JAVA.search(text):
        # A class of King of Bots: it is called from outside and has no main.
        return Compiled(STARTER, f"javac -d build {STARTER} {name}", f"cmd:java -cp build {Path(STARTER).stem}")
    package = _PACKAGE_OF_JAVA.search(text)
    main = f"{package[1]}.{path.stem}" if package else path.stem
    return Compiled("", f"javac -d build {name}", f"cmd:java -cp build {main}")
