"""`sandlot new`: writes a starter in Python, C++ or Java, and says what to type to see it play."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

from sandlot import bots
from sandlot.api.files import files
from sandlot.api.languages import STARTER, asking, board_of, compiled, language_of
from sandlot.api.named import MOST_SOURCE, game_named
from sandlot.api.problem import DONE, Problem
from sandlot.cli.terminal import as_json, say
from sandlot.files.reading import read_some
from sandlot.messages import message, worded

CLASS = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)


def new(args: argparse.Namespace) -> int:
    """Write a starter into a new file; return the exit status."""
    game, path = game_named(args.game), Path(args.file)
    language = language_of(path)
    if language is None:
        raise Problem(message("cli.new_ending", file=path.name))
    if language == "java" and not CLASS.fullmatch(path.stem):
        raise Problem(message("cli.new_class", file=path.stem, example=STARTER))
    if args.asks and (language != "java" or Path(args.asks).suffix != ".java"):
        raise Problem(message("cli.new_asks", file=path.name, asks=Path(args.asks).name, example=STARTER))
    if not path.parent.is_dir():
        raise Problem(message("cli.folder_missing", folder=f"{path.parent}/", file=path.name))
    source = bots.starter(game.name, language)
    if args.asks:
        with files():
            text = read_some(Path(args.asks), MOST_SOURCE).decode("utf-8-sig", "replace")
        source = asking(Path(args.asks).name, text, path.stem)
    elif language == "java":
        source = re.sub(r"\bMain\b", lambda _: path.stem, source)
    with files(path):
        try:
            file = path.open("x", encoding="utf-8")
        except FileExistsError:
            raise Problem(message("cli.new_exists", file=str(path))) from None
        try:
            with file:
                file.write(source)
        except OSError:
            # Half a file would be in the way of the next try.
            path.unlink()
            raise
    made = compiled(path, source)
    if args.asks:
        made = made._replace(compile=f"{made.compile} {shlex.quote(args.asks)}")
    board = board_of(game.name) if args.asks else ""
    play = f"sandlot play {game.name} {shlex.quote(made.bot)} {bots.easiest(game)}{board}"
    if args.json:
        say(as_json({"file": str(path), "language": language, "compile": made.compile, "bot": made.bot, "play": play}))
    elif made.compile:
        say(worded("cli.new_compiled", file=str(path), compile=made.compile))
        say(worded("cli.new_then", play=play))
    else:
        say(worded("cli.new", file=str(path), play=play))
    return DONE
