"""Matches of house bots that the build shows. Strong bots think for long, so their answers are kept in `matches/`, as
links; the rules make the same match of them. House bots do not depend on time or on the machine.

`python -m sandlot_build.catalog keep GAME` writes them anew. As long as that is not done, the build itself plays the
matches whose bots or rules have changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandlot import bots
from sandlot.archive.sources import code_of
from sandlot.formats.compact import compact
from sandlot.game import Game
from sandlot.games import GAMES, rules
from sandlot.links import link, unlink
from sandlot.match.parts import Batch, Finish, Match, Player, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.schemas.samples import usual_players
from sandlot_build.in_place import play_in_place, played

MATCHES = Path(__file__).parent / "matches"
SEED = 3


def shown(game: Game[Any]) -> list[list[str]]:
    """Return the matches of a game that are shown, each by the names of its seats."""
    strongest = [bots.house_names(game)[0]] * max(2, game.players[0])
    # llms.txt tells of one match of different bots.
    others = [summary_names()] if game is next(iter(GAMES.values())) else []
    return [strongest, *others]


def summary_names() -> list[str]:
    """Return the seats of the match of the first game that llms.txt tells of."""
    game = next(iter(GAMES.values()))
    return [*(game.house * usual_players(game))[: usual_players(game)]]


def demo_of(game: Game[Any]) -> tuple[Replay, Finish]:
    """Return the match of a game that the page shows first: of its strongest bot against itself."""
    return match_of(game, shown(game)[0])


def match_of(game: Game[Any], names: Sequence[str]) -> tuple[Replay, Finish]:
    """Return a match of house bots, by the names of its seats, with its result: from the record if bots and rules are
    as they were, else played in this process.
    """
    replay = Replay(Setup(game, tuple(Player(each, "house") for each in names), SEED))
    kept = _kept(game, names)
    finish = _again(replay, kept) if kept else None
    if finish is None:
        replay.turns.clear()
        finish = play_in_place(replay.setup, replay.add)
    replay.result = result_json(finish)
    return replay, finish


def keep(game: Game[Any], every: Sequence[Sequence[str]]) -> None:
    """Play these matches, each by the names of its seats, and write their record."""
    found = []
    for names in every:
        replay = played(game, names, SEED)
        found.append({"players": list(names), "codes": _codes(game, names), "link": link(replay)})
    record_of(game).write_text(compact(found) + "\n", encoding="utf-8", newline="\n")


def record_of(game: Game[Any]) -> Path:
    return MATCHES / f"{game.name}.json"


def _codes(game: Game[Any], names: Sequence[str]) -> list[str]:
    """Return the hash of the code of each seat and of the rules."""
    return [code_of(bots.house(game.name, each), rules(game.name)) for each in names]


def _kept(game: Game[Any], names: Sequence[str]) -> list[dict[int, Response]] | None:
    """Return the answers of a recorded match; None if there is no record of it, or bots or rules have changed since."""
    if not record_of(game).exists():
        return None
    for each in json.loads(record_of(game).read_text(encoding="utf-8")):
        if each["players"] == list(names) and each["codes"] == _codes(game, names):
            return unlink(each["link"]).replay.turns
    return None


def _again(replay: Replay, turns: Sequence[dict[int, Response]]) -> Finish | None:
    """Play a match with these answers, and record it in `replay`; None if they are not those of a whole match."""
    match = Match(play(replay.setup))
    now: Batch | Finish = match.batch
    for turn in turns:
        if isinstance(now, Finish) or [*turn] != [request.player for request in now.requests]:
            return None
        before, now = now, match.answer([*turn.values()])
        replay.add(before, now.answers)
    return now if isinstance(now, Finish) else None
