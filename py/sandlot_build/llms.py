"""Writes the files of the site for programs: llms.txt, which is sufficient for writing bots, and the schemas.

All texts come from elsewhere: from the guides, the games' docstrings and rules, and the command line's help; views and
questions are those of a real match. `python -m sandlot_build.llms FOLDER` writes them: a new process knows the package
as it is now.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from sandlot import bots
from sandlot.api.result import summary_of
from sandlot.cli.arguments import COMMANDS
from sandlot.cli.main import command
from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot.schemas.every import SCHEMAS, file_of
from sandlot.schemas.samples import usual_players
from sandlot_build.basis import ROOT, STATIC
from sandlot_build.documents import without_versions
from sandlot_build.guide import Guide, guide
from sandlot_build.recorded import SEED, match_of, summary_names

FILE, FOLDER = "llms.txt", "schemas"
BOTS, COMMAND_LINE = "write-a-bot.md", "command-line.md"
"""The guides that say what a bot is, and how to use the command line."""
ABOUT = (
    "This text is all that a program needs to write bots for Sandlot: what a bot is; of every game the rules, the "
    "view, the moves and the protocol; the command line; and the JSON Schemas."
)
FIRST = 3
"""How many items of a long list are shown."""
MOST_LINES = 24
"""Most lines that are shown of a question in a protocol."""
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")
SENTENCE = re.compile(r"[.:!?]`?$")


def write(folder: Path) -> None:
    """Write all of it into the folder of the site."""
    (folder / FOLDER).mkdir()
    about = {}
    for name, make in SCHEMAS.items():
        schema = make()
        about[f"{FOLDER}/{file_of(name)}"] = schema["description"]
        text = json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
        (folder / FOLDER / file_of(name)).write_text(text, encoding="utf-8", newline="\n")
    (folder / FILE).write_text(llms_text(about), encoding="utf-8", newline="\n")


def llms_text(schemas: Mapping[str, str]) -> str:
    """Return the text; `schemas` say what each file of a schema is about."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    texts = guide(GAMES)
    parts = ["# Sandlot", f"> {_one_line(readme.split(chr(10) * 2)[1])}"]
    parts += [ABOUT]
    parts += ["## Bots", guide_text(BOTS), *_modules(texts)]
    for name in GAMES:
        parts += [f"## Game: {name}", *_game(name, texts)]
    parts += [
        "## Commands",
        guide_text(COMMAND_LINE),
        *_commands(),
        "## What `sandlot play --json` prints",
        _fenced(_summary(), "json"),
    ]
    parts += ["## Schemas", "\n".join(f"- [{file}]({file}): {about}" for file, about in schemas.items())]
    return "\n\n".join(parts) + "\n"


def guide_text(name: str) -> str:
    """Return a guide without its title and its links to translations. Links to other files become plain text: a reader
    of this text alone does not have them.
    """
    text = without_versions((STATIC / "guide" / name).read_text(encoding="utf-8"))
    _, _, rest = text.partition("\n\n")
    # Its sections stand below the section that it becomes.
    deeper = re.sub(r"^(##+ )", r"#\1", rest, flags=re.MULTILINE)
    return LINK.sub(r"\1", deeper).strip()


def _modules(texts: Guide) -> Iterator[str]:
    for name, part in texts["modules"].items():
        yield f"### sandlot.{name}"
        yield from part["about"]
        yield _fenced(part["code"], "python") if part["code"] else ""
        yield _listed(part["entries"])


def _game(name: str, texts: Guide) -> Iterator[str]:
    """Yield the description of a game, for readers who have only this text."""
    yield _fenced(_said("games", name))
    yield "### Its rules"
    yield "\n".join(f"- {each}" for each in _rules(name))
    if texts["helpers"][name]:
        yield f"### What a bot may import: `from sandlot.games import {name}`"
        yield _listed(texts["helpers"][name])
    view, question, wire = _asked(name)
    yield "### A view, as `move(view)` gets it, with long lists cut"
    yield _fenced(json.dumps(_cut(view), ensure_ascii=False), "json")
    yield f"### The same question as a program reads it (protocol: {wire})"
    yield _fenced(question)
    for language, called in (("py", "python"), ("cpp", "cpp")):
        yield f"### `sandlot new {name} my_bot.{language}` writes"
        yield _fenced(bots.starter(name, language), called)


def _rules(name: str) -> Iterator[str]:
    """Yield the sentences of the page about the rules, with the usual values of the options. What stands in drawings
    is no sentence, and the keys of the view are described elsewhere.
    """
    usual = {option: each.default for option, each in GAMES[name].options.items()}
    file = STATIC / "games" / name / "rules" / "en.json"
    for id, text in json.loads(file.read_text(encoding="utf-8")).items():
        if not id.startswith(f"{name}.view.") and SENTENCE.search(text):
            yield text.format_map(usual)


def _asked(name: str) -> tuple[dict[str, Any], str, str]:
    """Return a view of the second turn, and the name of a protocol with what a program has read by then."""
    game, random = GAMES[name], Random(SEED)
    state = game.start(usual_players(game), SEED, read_options(game, {}))
    wire, protocol = next(iter(game.wires.items()))
    first, session = game.to_move(state)[0], protocol.open()
    asked: list[str] = []
    while len(asked) < 2:
        movers = game.to_move(state)
        moves = {player: game.sample(state, player, random) for player in movers}
        if first in movers:
            view = dict(game.view(state, first))
            asked.append(_cut_lines(session.ask(game.view(state, first)).text))
            session.played(moves[first])
        state = game.step(state, moves)
    return view, "\n".join(asked), wire


def _cut(value: Any) -> Any:
    """Return a value in which of long lists only the first items are left."""
    if isinstance(value, dict):
        return {key: _cut(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cut(each) for each in value[:FIRST]] + ["…"] if len(value) > 2 * FIRST else [*map(_cut, value)]
    return value


def _cut_lines(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    left = len(lines) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], f"… and {left} more lines"] if left > 0 else lines)


def _commands() -> Iterator[str]:
    yield _fenced(_said("--help"))
    for name in COMMANDS:
        yield f"### sandlot {name}"
        yield _fenced(_said(name, "--help"))


def _said(*arguments: str) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        command(["--lang", "en", *arguments])
    return out.getvalue()


def _summary() -> str:
    """Return what is printed of a match of house bots of the first game."""
    replay, finish = match_of(next(iter(GAMES.values())), summary_names())
    return json.dumps(summary_of(replay, finish), ensure_ascii=False)


def _listed(entries: Iterable[list[str]]) -> str:
    return "\n".join(f"- `{what}`: {meaning}" for what, meaning in entries)


def _fenced(text: str, language: str = "") -> str:
    return f"```{language}\n{text.strip(chr(10))}\n```"


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    # The help is wrapped to the width of the terminal, and there is no terminal here.
    os.environ["COLUMNS"] = "120"
    write(Path(sys.argv[1]))
