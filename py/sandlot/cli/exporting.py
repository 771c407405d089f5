"""`export`: a match as one page in a file, which opens without a network and without Python.

The page comes from the build (`match-page.html` beside this module), which makes it of the same modules as the site.
The match goes into it with its positions, as `static/panels/watch/html-file.js` puts it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from sandlot.cli.files import files, read, written
from sandlot.cli.problem import DONE, REFUSED, Problem
from sandlot.cli.records import may_replace
from sandlot.cli.telling import watch
from sandlot.cli.terminal import as_json, say
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.jobs import Refused, done
from sandlot.match.film import Film
from sandlot.match.replay import Position, Replay, verifying
from sandlot.match.replay_file import header, reading
from sandlot.messages import Message, message

__all__ = ["export"]

PLAYER = Path(__file__).parent / "match-page.html"
PLACE = '<script type="application/json" id="match">{}</script>'


def export(known: argparse.Namespace) -> int:
    """Write a replay as a page; return the exit status. Raise `Problem` for a file that is no replay, or is wrong."""
    if not PLAYER.is_file():
        raise Problem(message("cli.no_player"), REFUSED)
    may_replace(known.html, "page")
    try:
        replay = done(reading(read(known.replay, LONGEST_REPLAY)), watch())
        held, problem = _held(replay)
    except Refused as bad:
        raise Problem(message("cli.file", file=known.replay, why=bad.text), REFUSED) from None
    if problem:
        raise Problem(message("cli.file", file=known.replay, why=problem), REFUSED)
    with files():
        page = PLAYER.read_text(encoding="utf-8")
    # ASCII: no encoding can write the lone surrogates that a bot may be called. "<" could end the element early.
    text = json.dumps(held, separators=(",", ":")).replace("<", "\\u003c")
    with written(Path(known.html)) as file:
        file.write(page.replace(PLACE, PLACE.replace("{}", text)))
    if known.json:
        say(as_json({"file": known.html, "game": replay.setup.game.name, "turns": held["result"]["turns"]}))
    return DONE


def _held(replay: Replay) -> tuple[dict[str, Any], Message | None]:
    """Play a replay again; return what the page needs of it, and what is wrong with it, if anything."""
    game, film = replay.setup.game, Film()
    deltas: list[str] = []

    def keep(position: Position) -> str:
        deltas.append(film.delta(game.view(position.state, None)))
        return ""

    result, problem = done(verifying(replay, keep), watch())
    head: dict[str, Any] = header(replay)
    players = [{"name": player["name"], "kind": player["kind"]} for player in head["players"]]
    # The numbers of JavaScript are not exact enough for a seed.
    kept = {"game": head["game"], "options": head["options"], "seed": str(head["seed"]), "players": players}
    if not replay.turns:
        problem = message("replay.empty")
    return {"header": kept, "deltas": deltas, "result": result}, problem
