"""A match that JavaScript drives: every call returns what is new, as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from sandlot.formats.compact import compact
from sandlot.game import BadOption, IllegalMove, read_options
from sandlot.games import GAMES
from sandlot.jobs import Refused, Step, Work, job
from sandlot.match.delta_log import DeltaLog
from sandlot.match.parts import HUMAN, Batch, Finish, Player, Setup, own_secret
from sandlot.match.referee import play
from sandlot.match.replay import Replay, fork, recorded, result_json
from sandlot.match.replay_file import head_text, reading, tail_text, turn_text
from sandlot.page.exchange import page_header, record_json
from sandlot.page.match_base import MatchBase


class Driver(MatchBase):
    """One match, driven from JavaScript. Each call returns JSON with what is new.

    Everything new has the form {news, turns}. `news` are {k, delta, views, record}, one for each turn played; there are
    none while bots start or catch up. `delta` is a delta of `DeltaLog`. `views` are such deltas of what each human
    sees, if the game hides anything. `turns` are the recorded turns as text. The page can make the replay from these
    texts even after the engine has ended: see `replay_file.head_text`.
    """

    def __init__(self, config: str, source: Replay | None = None) -> None:
        """`config`: {game, players: [{name, kind, packages}], seed, profile, options, clock, memories, humanClock,
        fork}.

        `seed` is a string of digits. `profile` is the secret that keeps the seats' seeds secret, see
        `parts.own_secret`. `fork` is null, or {turn}: the match continues from `source` and takes game, seed and
        options from that replay. Raises `BadReplay`, and what `referee.play` raises.
        """
        given = json.loads(config)
        game, seed = GAMES[given["game"]], int(given["seed"])
        players = tuple(
            Player(each["name"], each["kind"], tuple(each.get("packages") or ())) for each in given["players"]
        )
        setup = Setup(
            game,
            players,
            seed,
            given.get("options") or {},
            game.clock.with_changes(given.get("clock") or {}),
            tuple(given.get("memories") or ()),
            given.get("humanClock") is True,
            secret=own_secret(given["profile"], game.name, seed) if given.get("profile") else "",
        )
        if source:
            setup = fork(source, given["fork"]["turn"], setup)
        self.source = source
        self.until = setup.forks[-1].turn if setup.forks else 0
        # The page never shows the questions of the recorded turns, so they are not written.
        super().__init__(Replay(setup), play(setup, range(self.until + 1, sys.maxsize) if setup.forks else None))
        self.delta_log = DeltaLog()
        self.delta_logs = {
            k: DeltaLog() for k, each in enumerate(players) if each.kind == HUMAN and game.imperfect_information
        }

    def begin(self) -> str:
        """Return {header, head, tail}: what the page knows of the match, and the text before and after the turns of its
        replay.
        """
        return compact({"header": page_header(self.replay), "head": head_text(self.replay), "tail": tail_text(None)})

    @job
    def recorded(self) -> Work[str]:
        """Play the recorded turns of a fork. The pieces are what is new; the result is null, or the sentence that says
        why the replay does not reach that turn.
        """
        try:
            for before in recorded(self.source, self.until, self.match) if self.source else ():
                now = self.match.batch
                yield Step(now.turn, self.until, compact(self._new(before, now)))
        except Refused as bad:
            return compact(bad.text)
        return "null"

    def objection(self, player: int, move: str) -> str:
        """Return the sentence that says why a human may not make this move, or null. The human is to move."""
        try:
            self.replay.setup.game.check(self.match.batch.state, player, json.loads(move))
        except IllegalMove as illegal:
            return compact(illegal.text)
        return "null"

    def answer(self) -> str:
        """Continue the match, once all questions are answered.

        Return what is new, and {requests, notices, programs}. A notice is (player, text) and needs no answer;
        `programs` says whether any bot that has just started is a program. At the end of the match return {result,
        tail, memories} instead; `tail` is the text after the turns of the replay.
        """
        before = self.match.batch
        given = [self.taken.pop(request.player) for request in before.requests]
        now = self.match.answer(given)
        if isinstance(now, Finish):
            return self._finish(now, before)
        notices = [[notice.player, notice.text] for notice in now.notices]
        programs = before.stage == "start" and any(answer.reply == "program" for answer in given)
        news = {**self._new(before, now), "notices": notices, "programs": programs}
        return compact({**news, "requests": self.open_requests()})

    def _finish(self, finish: Finish, before: Batch) -> str:
        result = result_json(finish)
        end = {"result": result, "tail": tail_text(result), "memories": finish.memories}
        return compact({**self._new(before, finish), **end})

    def _new(self, before: Batch, now: Batch | Finish) -> dict[str, Any]:
        """Return what is new after the answers to a batch of questions. The page keeps the turns, as text."""
        one = Replay(self.replay.setup)
        one.add(before, now.answers)
        return {"news": self._news(now, before), "turns": [turn_text(turn) for turn in one.turns]}

    def _news(self, now: Batch | Finish, before: Batch) -> list[dict[str, Any]]:
        """Return what the page gets of the position after a batch of answers, if it is a new position."""
        if now.record is None:
            return []
        game = self.replay.setup.game
        first = before.stage == "start"
        one = {
            "k": 0 if first else before.turn + 1,
            "delta": self.delta_log.delta(game.view(now.state, None)),
            "views": {k: delta_log.delta(game.view(now.state, k)) for k, delta_log in self.delta_logs.items()},
            "record": record_json(game, now.state, now.record, None if first else before.state),
        }
        return [one]


@job
def open_match(config: str) -> Work[Driver | str]:
    """Begin a match; the result is its driver, or the sentence (as JSON) that says why the match cannot be played.

    `config` is that of `Driver`, but its `fork` also has the text of the replay: {replay, turn}.
    """
    given = json.loads(config).get("fork")
    try:
        source = (yield from reading(given["replay"])) if given else None
        return Driver(config, source)
    except (BadOption, Refused) as bad:
        return compact(bad.text)


def check(game: str, options: str, players: int) -> str:
    """Return the sentence that says what is wrong with these options for this number of players, or null."""
    rules = GAMES[game]
    fewest, most = rules.players
    try:
        rules.start(min(most, max(fewest, players)), 0, read_options(rules, json.loads(options)))
    except BadOption as bad:
        return compact(bad.text)
    return "null"
