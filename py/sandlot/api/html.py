"""A match as one HTML file, which opens without a network and without Python.

The build writes an empty page (`match-page.html` beside this module), made of the same modules as the site. The match
is inserted there with all its positions, in the same form as `static/panels/watch/html-file.ts` inserts it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandlot.api.files import files
from sandlot.api.problem import REFUSED, Problem
from sandlot.formats.compact import compact_ascii
from sandlot.jobs import Step, done
from sandlot.match.delta_log import DeltaLog
from sandlot.match.replay import Position, Replay, verifying
from sandlot.match.replay_file import header
from sandlot.match.validation import BadReplay
from sandlot.messages import message

PLAYER = Path(__file__).parent / "match-page.html"
PLACE = '<script type="application/json" id="match">{}</script>'


def page_of(replay: Replay, watch: Callable[[Step], None] = lambda step: None) -> str:
    """Play a replay again and return it as an HTML page. Raise `Problem` if the built page is missing, and `BadReplay`
    if the replay is empty or does not reproduce its result.
    """
    if not PLAYER.is_file():
        raise Problem(message("cli.no_player"), REFUSED)
    held = _held(replay, watch)
    with files():
        page = PLAYER.read_text(encoding="utf-8")
    # In ASCII, because a bot's name may contain lone surrogates, which no encoding can write. "<" could end the script
    # element early.
    text = compact_ascii(held).replace("<", "\\u003c")
    return page.replace(PLACE, PLACE.replace("{}", text))


def _held(replay: Replay, watch: Callable[[Step], None]) -> dict[str, Any]:
    """Play a replay again; return what the page needs of it."""
    game, delta_log = replay.setup.game, DeltaLog()
    deltas: list[str] = []
    stats: list[Any] = []
    before: Any = None

    def keep(position: Position) -> str:
        nonlocal before
        deltas.append(delta_log.delta(game.view(position.state, None)))
        stats.append(game.stats(position.state, before))
        before = position.state
        return ""

    result, problem = done(verifying(replay, keep), watch)
    if not replay.turns:
        problem = message("replay.empty")
    if problem:
        raise BadReplay(problem)
    head: dict[str, Any] = header(replay)
    players = [{"name": player["name"], "kind": player["kind"]} for player in head["players"]]
    # A seed may be too large to be an exact number in JavaScript.
    kept = {"game": head["game"], "options": head["options"], "seed": str(head["seed"]), "players": players}
    return {"header": kept, "deltas": deltas, "stats": stats, "result": result}
