"""The languages that a bot to begin with can be written in, and what becomes of such a file before it plays."""

from __future__ import annotations

import shlex
from pathlib import Path

__all__ = ["ENDINGS", "compiled", "language_of"]

_LANGUAGES = {".py": "py", ".cpp": "cpp", ".cc": "cpp", ".cxx": "cpp", ".java": "java"}
ENDINGS = ".py, .cpp, .java"


def language_of(path: Path) -> str | None:
    """Return the language of a file by its name: "py", "cpp", "java", or None for any other."""
    return _LANGUAGES.get(path.suffix.lower())


def compiled(path: Path) -> tuple[str, str]:
    """Return the command that compiles a file, "" if nothing has to be, and the bot that it is then."""
    language = language_of(path)
    if language not in ("java", "cpp"):
        return "", str(path)
    name, stem = shlex.quote(str(path)), str(path.with_suffix(""))
    if language == "java":
        return f"javac -d build {name}", f"cmd:java -cp build {path.stem}"
    program = stem if path.is_absolute() else f"./{stem}"
    return f"g++ -std=c++17 -O2 -o {shlex.quote(stem)} {name}", f"cmd:{shlex.quote(program)}"
