"""One game of a contest, which JavaScript drives and nobody watches: only its end is reported."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sandlot.archive.faults import Faults
from sandlot.archive.record import PLAYED
from sandlot.formats.compact import compact
from sandlot.game import BadOption
from sandlot.games import GAMES
from sandlot.jobs import Refused
from sandlot.match.parts import Batch, Finish, Player, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import packed
from sandlot.messages import message
from sandlot.page.match_base import MatchBase
from sandlot.tournaments.contest import refused_on


class ContestGame(MatchBase):
    """A game of a contest. It has no memories, no views and no delta log."""

    def __init__(self, config: str) -> None:
        """`config`: {game, players: [{name, kind}], seed, secret, options, clock}; `seed` is a string of digits.

        Raises what `referee.play` raises.
        """
        given: dict[str, Any] = json.loads(config)
        game = GAMES[given["game"]]
        players = tuple(Player(each["name"], each["kind"]) for each in given["players"])
        clock = game.clock.with_changes(given["clock"])
        setup = Setup(game, players, int(given["seed"]), given["options"], clock, secret=given["secret"])
        super().__init__(Replay(setup), play(setup))
        self.faults = Faults(len(players))
        self.faults.see(None)

    def _head(self) -> str:
        """Return "": the page takes no replay before the game has ended."""
        return ""

    def answer(self) -> str:
        """Continue the game, once all questions are answered. Return {requests, notices}, as `Driver.answer` does, or
        at its end {played, reports}.
        """
        before = self.match.batch
        # `thought` is left out: it decides nothing, and contests have very many games.
        given = [replace(self.taken.pop(request.player), thought=None) for request in before.requests]
        now = self.match.answer(given)
        if isinstance(now, Finish):
            return self._finish(now, before)
        self.replay.add(before, now.answers)
        self.faults.see(now.record)
        notices = [[notice.player, notice.text] for notice in now.notices]
        return compact({"notices": notices, "requests": self.open_requests()})

    def _finish(self, finish: Finish, before: Batch) -> str:
        self.replay.add(before, finish.answers)
        self.faults.see(finish.record)
        self.replay.result = result_json(finish)
        played = PLAYED.write(self.faults.played(finish, self.replay.setup.game))
        return compact({"played": played, "reports": [each.json() for each in self.faults.reports]})

    def packed(self) -> bytes | str:
        """Return the text of its replay in zlib's format, as the command line keeps replays; or the sentence (as JSON)
        that says why it cannot be kept.
        """
        try:
            return packed(self.replay)
        except Refused as bad:
            names = ", ".join(each.name for each in self.replay.setup.players)
            return compact(message("void.not_kept", names=names, why=bad.text))


def open_game(config: str) -> ContestGame | str:
    """Begin a game of a contest, or return the sentence (as JSON) that says why it cannot be played."""
    try:
        return ContestGame(config)
    except BadOption as bad:
        return compact(refused_on(int(json.loads(config)["seed"]), bad))
    except Refused as bad:
        return compact(bad.text)
