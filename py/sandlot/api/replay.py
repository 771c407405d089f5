"""Replays as values: load, save, inspect and show them."""

from __future__ import annotations

import html
from collections.abc import Iterator
from os import PathLike, fspath
from pathlib import Path

from sandlot.api.files import decoded, refusing_content, written
from sandlot.api.html import page_of
from sandlot.api.named import check_player
from sandlot.api.problem import Problem
from sandlot.errors import SandlotError
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.game import Json, short
from sandlot.match.replay import Replay as Recorded
from sandlot.match.replay import positions, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import message, render

HEIGHT = 640
"""The height of a match in a notebook, in CSS pixels."""


def _path(path: str | PathLike[str]) -> str:
    try:
        return str(fspath(path))
    except TypeError:
        raise Problem(message("api.path", got=short(path))) from None


class Replay:
    """A recorded match. In a notebook it shows itself, with board and timeline.

    >>> import sandlot
    >>> replay = sandlot.play("snake", ["cautious", "hugger"], seed=7).replay
    >>> replay.game, replay.players, replay.turns
    ('snake', ('cautious', 'hugger'), 61)
    >>> replay.verify()
    >>> [view["snakes"][0]["body"] for view in replay.views()][1]
    [[11, 0], [12, 0]]
    """

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Replay:
        """Read a replay file, as `save` and ``sandlot play --replay`` write it. Raise `SandlotError` for any other
        file.
        """
        name = _path(path)
        with refusing_content(name):
            return cls(loads(decoded(name, LONGEST_REPLAY, python=False).text))

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file that the page, the command line and `load` read. An existing file is replaced."""
        text = dumps(self._recorded)
        with written(Path(_path(path))) as file:
            file.write(text)

    def verify(self) -> None:
        """Play the match again by the rules; raise `SandlotError` if it does not reproduce its result."""
        if why := verify(self._recorded):
            raise BadReplay(why)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._recorded.setup.game.name

    @property
    def seed(self) -> int:
        """The seed of the match."""
        return self._recorded.setup.seed

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self._recorded.setup.players)

    @property
    def result(self) -> dict[str, Json] | None:
        """How the match ended, as a dict; None if it was stopped. Lists by player are `scores`, `places` (from 1; ties
        share a place), `reasons` (in a word, why the player lost; None: did not lose) and `losses` (the same as a
        message, ``[id, params]``). `reason` is the verdict as a message, and `turns` the number of turns.
        """
        return self._recorded.result

    @property
    def turns(self) -> int:
        """The number of turns that were played."""
        return sum(1 for _ in positions(self._recorded)) - 1

    def views(self, player: int | None = None) -> Iterator[dict[str, Json]]:
        """Return a player's view before each turn and at the end; for None, the whole position."""
        check_player(self._recorded.setup, player)
        return self._views(player)

    def _views(self, player: int | None) -> Iterator[dict[str, Json]]:
        game = self._recorded.setup.game
        for _, position in positions(self._recorded):
            yield dict(game.view(position.state, player))

    def moves(self) -> Iterator[dict[int, Json]]:
        """Yield the moves of each turn, by player; None for a fault."""
        for turn, position in positions(self._recorded):
            if turn:
                yield {entry.player: None if entry.fault else entry.move for entry in position.record}

    def look(self, turn: int, player: int) -> tuple[dict[str, Json], Json, str]:
        """Return, for a turn from 1, the player's view before it, the player's move, and what the player printed. The
        move is None for a fault, or if the player was not to move. Raise `SandlotError` if there is no such turn or
        player.
        """
        check_player(self._recorded.setup, player)
        game, before = self._recorded.setup.game, None
        for number, position in positions(self._recorded):
            if number == turn and before is not None:
                entries = [entry for entry in position.record if entry.player == player]
                move = next((entry.move for entry in entries if not entry.fault), None)
                printed = "".join(text for entry in entries for stream, text in entry.answer.output if stream != "cut")
                return dict(game.view(before, player)), move, printed
            before = position.state
        raise Problem(message("api.no_turn", got=turn, turns=number))

    def html(self) -> str:
        """Return the match as one page that works offline. Raise `SandlotError` if the files made by the build are
        missing from this installation, or if the replay does not reproduce its result.
        """
        return page_of(self._recorded)

    def __repr__(self) -> str:
        names, result = self.players, self.result
        told = render(result["reason"], names) if result else "-"
        return f"Replay({self.game}, seed {self.seed}: {told})"

    def _repr_html_(self) -> str:
        try:
            page = html.escape(self.html(), quote=True)
        except SandlotError as why:
            return f"<pre>{html.escape(repr(self))}</pre><p>{html.escape(str(why))}</p>"
        # Sandboxed: the page needs its own scripts, and no access to the notebook around it.
        style = f"width: 100%; height: {HEIGHT}px; border: 0"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'
