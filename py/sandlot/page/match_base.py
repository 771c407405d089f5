"""What all matches driven by JavaScript have in common: open questions and their answers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sandlot.formats.compact import compact
from sandlot.match.parts import Match, Questions, Response
from sandlot.match.replay import Replay
from sandlot.match.replay_file import head_text
from sandlot.page.exchange import answer_from, ask_json


class MatchBase:
    """A match with its open questions. Subclasses record its `replay`."""

    def __init__(self, replay: Replay, questions: Questions) -> None:
        self.replay, self.match = replay, Match(questions)
        self.taken: dict[int, Response] = {}
        """Answers to the open questions, by player."""

    def requests(self) -> str:
        """Return {requests}: the first questions to the seats that start now."""
        return compact({"requests": self.open_requests()})

    def think(self, in_turn: bool) -> str:
        """Note whether bots think one after another, see `parts.Setup`; return the new text before the turns."""
        self.replay.setup = replace(self.replay.setup, in_turn=in_turn)
        return self._head()

    def hint(self) -> str:
        """Note that a person was shown a hint; return the new text before the turns."""
        self.replay.setup = replace(self.replay.setup, hinted=True)
        return self._head()

    def _head(self) -> str:
        """Return the text of the replay before the turns, for the page."""
        return head_text(self.replay)

    def take(self, player: int, given: str) -> str:
        """Take the answer to an open question, see `answer_from`; return the kind of its fault, or ""."""
        answer = self.taken[player] = answer_from(json.loads(given), self.match.batch.stage)
        return answer.fault or ""

    def open_requests(self) -> list[dict[str, Any]]:
        """Return the open questions."""
        batch = self.match.batch
        return [ask_json(request, batch.turn, self.replay.setup) for request in batch.requests]
