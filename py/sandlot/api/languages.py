"""The languages in which `new` writes a bot, and how a file in each becomes a bot that can play."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

STARTER = "Main.java"
"""The starter in Java; it can also call a class that has no main."""

_LANGUAGES = {".py": "py", ".cpp": "cpp", ".cc": "cpp", ".cxx": "cpp", ".java": "java"}

# The page reads these files by the same two patterns: see static/base/text/languages.ts.
_MAIN_OF_JAVA = re.compile(r"\bvoid\s+main\s*\(")
_PACKAGE_OF_JAVA = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


def language_of(path: Path) -> str | None:
    """Return the language of a file by its name: "py", "cpp", "java", or None for any other."""
    return _LANGUAGES.get(path.suffix.lower())


def board_of(game: str) -> str:
    """Return the command-line option for the board of King of Bots, which has walls all round: bots written for that
    site look at cells beyond the edge. "" for games that King of Bots does not have.
    """
    return " --option walls=border" if game == "snake" else ""


def asking(name: str, text: str, main: str) -> str:
    """Return the source of a Java class `main` whose main method calls the class in `text`, a file written for King of
    Bots and called `name`. It is in the same package, so it can call package-private methods, too.
    """
    package = _PACKAGE_OF_JAVA.search(text)
    found = _PUBLIC_CLASS.search(text)
    bot = found[1] if found else Path(name).stem
    call = "nextMove(line)" if _NEXT_MOVE.search(text) else "get()"
    return _ASKING.format(
        package=f"package {package[1]};\n\n" if package else "", name=name, main=main, bot=bot, call=call
    )


_PUBLIC_CLASS = re.compile(r"^[ \t]*public[ \t]+(?:final[ \t]+|abstract[ \t]+)*class[ \t]+(\w+)", re.MULTILINE)
_NEXT_MOVE = re.compile(r"\bnextMove\s*\(\s*(?:final\s+)?String\b")
_ASKING = """\
{package}// Asks the bot in {name}, as King of Bots does: once for every step.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;

public class {main} {{
    public static void main(String[] args) throws IOException {{
        PrintStream answers = System.out;
        System.setOut(System.err); // what the bot prints is not its answer
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {{
            answers.println(new {bot}().{call});
            answers.flush();
        }}
    }}
}}
"""


class Compiled(NamedTuple):
    """How a source file becomes a bot."""

    before: str
    """Arguments for `new` that write a caller for a class without a main method; "" if it has one."""
    compile: str
    """The command that compiles it; "" if there is nothing to compile."""
    bot: str
    """The argument that names the compiled bot on the command line."""


def compiled(path: Path, text: str = "") -> Compiled:
    """Return how a file becomes a bot, by its name and text; without a text, by its name alone."""
    language = language_of(path)
    if language not in ("java", "cpp"):
        return Compiled("", "", str(path))
    name, stem = shlex.quote(str(path)), str(path.with_suffix(""))
    if language == "cpp":
        program = stem if path.is_absolute() else f"./{stem}"
        return Compiled("", f"g++ -std=c++17 -O2 -o {shlex.quote(stem)} {name}", f"cmd:{shlex.quote(program)}")
    package = _PACKAGE_OF_JAVA.search(text)
    place = f"{package[1]}." if package else ""
    if text and not _MAIN_OF_JAVA.search(text):
        # A class for King of Bots: the site calls it, so it has no main method.
        compile = f"javac -d build {STARTER} {name}"
        return Compiled(f"{STARTER} --asks {name}", compile, f"cmd:java -cp build {place}{Path(STARTER).stem}")
    main = f"{place}{path.stem}"
    return Compiled("", f"javac -d build {name}", f"cmd:java -cp build {main}")
