"""What a bot in one seat is asked at a position of a replay, in every form that a bot can have: for the reference."""

from __future__ import annotations

from typing import Any

from sandlot.formats.compact import compact
from sandlot.jobs import Job, Refused, Step, Work
from sandlot.match.parts import Entry
from sandlot.match.replay import positions
from sandlot.match.replay_file import reading


def seen(text: str, turn: int, player: int) -> Job[str]:
    """Work out what a seat is asked after `turn` turns, or, if it is another's turn there, when it was asked last.

    The result is {turn, view, wires, move}, or null if it was never asked. `turn` is the one that it is asked to play,
    from 1. `view` is what `move(view)` gets, as JSON text. `wires` holds by the name of each protocol the exact text
    that a program reads, which has answered the turns before as they were played. `move` is what was played then, as
    JSON text; null if the replay does not go on.
    """
    return Job(_seen(text, turn, player))


def _seen(text: str, turn: int, player: int) -> Work[str]:
    asked: _Asked | None = None
    try:
        replay = yield from reading(text)
        game = replay.setup.game
        asked = _Asked(game, player)
        for number, each in positions(replay):
            yield Step(number, turn + 1)
            asked.played(each.record)
            if number > turn and (asked.move is not None or not asked.is_open):
                break
            if number <= turn and player in game.to_move(each.state):
                asked.ask(number + 1, game.view(each.state, player))
    except Refused:
        pass
    return compact(asked.json() if asked and asked.turn else None)


class _Asked:
    """The questions to one seat, as a program hears them in each protocol, and the last of them."""

    def __init__(self, game: Any, player: int) -> None:
        self.player = player
        self.sessions = {name: wire.open() for name, wire in game.wires.items()}
        self.turn = 0
        self.is_open = False
        self.view: dict[str, Any] = {}
        self.texts: dict[str, str] = {}
        self.move: str | None = None

    def ask(self, turn: int, view: dict[str, Any]) -> None:
        """Ask for the move of a turn."""
        self.turn, self.view, self.move, self.is_open = turn, view, None, True
        self.texts = {name: session.ask(view).text for name, session in self.sessions.items()}

    def played(self, record: tuple[Entry, ...]) -> None:
        """Hear what was played, if this seat was asked."""
        for entry in record:
            if self.is_open and entry.player == self.player:
                self.is_open = False
                self.move = None if entry.fault else compact(entry.move)
                for session in self.sessions.values():
                    session.played(entry.move)

    def json(self) -> dict[str, Any]:
        """Return the last question and its answer."""
        return {"turn": self.turn, "view": compact(self.view), "wires": self.texts, "move": self.move}
